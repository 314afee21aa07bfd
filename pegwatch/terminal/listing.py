"""Lists and tables: lines for people, or with ``--json`` one object a line whose keys stand in the option's help."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import click

Row: TypeAlias = Mapping[str, Any]
_NO_UTF8: Final = re.compile("[\ud800-\udfff]")


class JsonOption(click.Option):
    """The option ``--json``; `promised` are the keys that every object has. They stay: programs read them."""

    def __init__(self, *words: Any, promised: tuple[str, ...] = (), **more: Any) -> None:
        super().__init__(*words, **more)
        self.promised = promised


def json_option(each: str, *promised: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Give a command ``--json`` (as ``as_json``): one object for `each` thing, with the keys `promised`."""
    return click.option(
        "--json", "as_json", is_flag=True, cls=JsonOption, promised=promised,
        help=f"Print one JSON object for {each}: {', '.join(promised)}.",
    )  # fmt: skip


def show(rows: Iterable[Row], as_json: bool, in_words: Callable[[Row], str], none: str = "") -> None:
    """Print rows as they come; `none` is said where there is not one, but never among JSON."""
    row: Row | None = None
    for row in rows:
        show_one(row, as_json, in_words)
    if row is None and none and not as_json:
        click.echo(none)


def json_line(row: Row) -> str:
    """One row as JSON. What stands for a byte that is no UTF-8, in the name of a file, is escaped: as text it could
    not be written."""
    return _NO_UTF8.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(row, ensure_ascii=False))


def show_one(row: Row, as_json: bool, in_words: Callable[[Row], str] | str) -> None:
    """Print one row; `in_words`: how it is said, or what is said."""
    if as_json:
        click.echo(json_line(row))
    else:
        click.echo(in_words if isinstance(in_words, str) else in_words(row))
