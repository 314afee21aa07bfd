"""The table of results, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pegwatch.simulated.verify import Outcome
from pegwatch.truth.cases import FACTORS, Case
from pegwatch.truth.play import Result

_EXAMPLES = 20


def markdown(results: Mapping[Case, Result], head: Sequence[str], waits: Iterable[str]) -> str:
    """The whole page. `head`: lines on when and where; `waits`: lines on how long people wait."""
    total = Result.sum(results.values())
    lines = ["# What Pegwatch sees, against the truth", "", *head, ""]
    lines += [*_sums(total), "", "## By code", "", *_codes(total.outcome), ""]
    lines += ["## By what was different", "", *_factors(results), ""]
    lines += ["## How long people wait", "", *(f"* {line}" for line in waits), ""]
    lines += [*_examples(total)]
    return "\n".join(lines).rstrip() + "\n"


def share(part: int, whole: int) -> str:
    """As a percentage with one digit; a dash of nothing."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _sums(total: Result) -> Iterator[str]:
    o, hands = total.outcome, total.right + total.unsure + total.wrong
    due, caught = sum(o.planted.values()), sum(o.caught.values())
    yield "| | |"
    yield "|---|---|"
    yield f"| games | {total.games} |"
    yield f"| **false accusations** | **{len(o.false)}** |"
    yield f"| **wrong cards shown** | **{len(total.wrong_cards)}** |"
    yield f"| **wrong scores shown as right** | **{len(o.wrong_scores)}** |"
    yield f"| hands and cribs read right at first sight | {total.right} of {hands} ({share(total.right, hands)}) |"
    yield f"| read wrong | {total.wrong} |"
    yield f"| honest peg moves judged right | {o.judged} of {o.moves} ({share(o.judged, o.moves)}) |"
    yield f"| faults planted, caught | {due}, {caught} ({share(caught, due)}) |"
    seen = due - sum(o.blind.values())
    yield f"| of these in sight, caught | {seen}, {caught} ({share(caught, seen)}) |"


def _codes(o: Outcome) -> Iterator[str]:
    yield "| verdict | planted | caught | not caught | of these unsure | of these out of sight |"
    yield "|---|---|---|---|---|---|"
    for code, due in sorted(o.planted.items()):
        caught, unsure, blind = (count.get(code, 0) for count in (o.caught, o.unsure, o.blind))
        yield f"| `{code}` | {due} | {caught} ({share(caught, due)}) | {due - caught} | {unsure} | {blind} |"


def _factors(results: Mapping[Case, Result]) -> Iterator[str]:
    yield "| | games | hands right | wrong cards | honest moves right | faults caught | falsely accused |"
    yield "|---|---|---|---|---|---|---|"
    for factor in FACTORS:
        for level in sorted({case.level(factor) for case in results}):
            part = Result.sum(result for case, result in results.items() if case.level(factor) == level)
            o, hands = part.outcome, part.right + part.unsure + part.wrong
            due, caught = sum(o.planted.values()), sum(o.caught.values())
            yield (
                f"| {factor} {level} | {part.games} | {share(part.right, hands)} | {len(part.wrong_cards)} "
                f"| {share(o.judged, o.moves)} | {caught} of {due} | {len(o.false)} |"
            )


def _examples(total: Result) -> Iterator[str]:
    for title, texts in (
        ("Wrong cards", total.wrong_cards),
        ("Wrong scores", total.outcome.wrong_scores),
        ("False accusations", total.outcome.false),
        ("Missed or unsure", total.outcome.missed),
    ):
        if texts:
            yield f"## {title}"
            yield ""
            yield from (f"* {text}" for text in texts[:_EXAMPLES])
            if len(texts) > _EXAMPLES:
                yield f"* ... and {len(texts) - _EXAMPLES} more"
            yield ""
