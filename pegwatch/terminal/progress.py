"""How far a long command is: a bar on standard error, where that is a terminal and the work takes more than a second.

Commands that print while they work (`speaks`) draw none on a terminal that shows their lines too: those say it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import click

_T = TypeVar("_T")
PATIENCE_S: Final = 1.0
_STEPS: Final = 500
"""How often a bar is asked to draw itself at most: a million lines shall not take longer because of it."""


@contextmanager
def progress(
    what: str, length: int, *, quiet: bool = False, speaks: bool = False
) -> Iterator[Callable[[int], None]]:
    """What is handed out takes how much was done since it was last called, of `length` (in whatever unit).

    `quiet`: no bar at all, as for ``--json``.
    """
    if quiet or not sys.stderr.isatty() or (speaks and sys.stdout.isatty()):
        yield lambda _done: None
        return
    begun = time.monotonic()
    least = max(1, length // _STEPS)
    with click.progressbar(
        length=max(length, 1), label=what, file=sys.stderr, hidden=True, update_min_steps=least
    ) as bar:

        def done(count: int) -> None:
            bar.hidden = bar.hidden and time.monotonic() - begun < PATIENCE_S
            bar.update(count)

        yield done


def along(
    items: Iterable[_T],
    what: str,
    length: int,
    *,
    size: Callable[[_T], int] = lambda _item: 1,
    quiet: bool = False,
    speaks: bool = False,
) -> Iterator[_T]:
    """The items one by one, with a bar that goes on by the `size` of each once it has been used."""
    with progress(what, length, quiet=quiet, speaks=speaks) as done:
        for item in items:
            yield item
            done(size(item))
