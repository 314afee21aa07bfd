"""What all tests of the whole table share: many look at the same few empty tables, and learn the same few boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from pegwatch import boarddesk, boardlearn
from vision.scene import drawn

drawn.keep(12)


@pytest.fixture(scope="module")
def found_once() -> Iterator[None]:
    """The very same pictures of a board are put together, and searched for holes, once for all tests of a file."""
    kept: dict[tuple[object, ...], tuple[object, Any]] = {}

    def once(do: Callable[..., Any]) -> Callable[..., Any]:
        def done(given: Sequence[Any], layout: object) -> Any:
            parts = given if isinstance(given, list) else [given]
            key = (do, layout, *map(id, parts))
            if key not in kept:
                kept[key] = (list(parts), do(given, layout))  # what is held keeps its id
            return kept[key][1]

        return done

    with pytest.MonkeyPatch.context() as patch:
        for name in ("steady_top", "find_holes"):
            patch.setattr(boarddesk, name, once(getattr(boardlearn, name)))
            patch.setattr(boardlearn, name, getattr(boarddesk, name))
        yield
