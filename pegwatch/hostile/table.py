"""What came of the hostile table, as a page of tables."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pegwatch.hostile.cases import Case, is_half
from pegwatch.hostile.play import SILENT_S, Result

_EXAMPLES: Final = 25
_HEAD: Final = (
    "| disturbance | cards read | s until told, median / longest | said unread | silent | longest silence, s "
    "| wrong | accused |",
    "|---|---|---|---|---|---|---|---|",
)


def markdown(played: Mapping[Case, Result], head: Sequence[str]) -> str:
    """The whole page."""
    total = Result()
    for result in played.values():
        total.add(result)
    one = {case: result for case, result in played.items() if "+" not in case.name}
    two = {case: result for case, result in played.items() if "+" in case.name}
    lines = ["# The hostile table", "", *head, "", *_bars(played, total)]
    lines += ["", "## Each alone", "", *_rows(one)]
    if two:
        lines += ["", "## Two at once", "", *_rows(two)]
    lines += _examples(total)
    return "\n".join(lines) + "\n"


def _bars(played: Mapping[Case, Result], total: Result) -> Iterator[str]:
    half = Result()
    for case, result in played.items():
        if is_half(case):
            half.add(result)
    yield "| bar | found |"
    yield "|---|---|"
    yield f"| silent for longer than {SILENT_S:g} s: none | {len(total.silent)} of {total.cards} cards |"
    yield f"| wrong cards: none | {len(total.wrong)} in {total.told} told |"
    yield f"| accused: nobody | {len(total.accused)} in {total.deals} deals |"
    yield f"| at half strength every card is read | {half.told} of {half.cards} |"


def _rows(played: Mapping[Case, Result]) -> Iterator[str]:
    yield from _HEAD
    by_name: dict[str, Result] = {}
    for case, result in played.items():
        by_name.setdefault(case.name, Result()).add(result)
    for name, result in by_name.items():
        waits = f"{statistics.median(result.waits):.1f} / {max(result.waits):.1f}" if result.waits else "-"
        yield (
            f"| {name} | {result.told} of {result.cards} | {waits} | {result.unread} | {len(result.silent)} "
            f"| {result.silent_s:.1f} | {len(result.wrong)} | {len(result.accused)} |"
        )


def _examples(total: Result) -> Iterator[str]:
    for title, texts in (("Silent", total.silent), ("Wrong", total.wrong), ("Accused", total.accused)):
        if texts:
            yield ""
            yield f"## {title}"
            yield ""
            yield from (f"* {text}" for text in texts[:_EXAMPLES])
            if len(texts) > _EXAMPLES:
                yield f"* ... and {len(texts) - _EXAMPLES} more"
