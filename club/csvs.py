"""Lists that go out: entries, schedule, results, standings, as CSV; `club.lists` reads them in again."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cribbage.tournament.companies import company_points
from cribbage.tournament.scorecards import two_figures, written_game_points

if TYPE_CHECKING:
    from club.evening import Evening

SCHEDULE: Final = ("Game", "Player A ID", "Player B ID", "Player A Table/Seat", "Player B Table/Seat")
ENTRIES: Final = (
    "ID",
    "Name",
    "Player 1",
    "Player 2",
    "Player 3",
    "Player 4",
    "Player 5",
    "Player 6",
    "Number",
)
SCORES: Final = (
    "Game", "ID", "Name", "Opponent ID", "Result", "Points", "Opponent points", "Source",
)  # fmt: skip
RESULTS: Final = ("Game", "ID", "Name", "Opponent ID", "Result", "Game points", "Plus", "Minus", "Source")
STANDINGS: Final = ("Place", "ID", "Name", "Game points", "Games won", "Plus", "Minus", "Net")
STANDINGS_SCORES: Final = (
    "Place",
    "ID",
    "Name",
    "Win points",
    "Games won",
    "Points for",
    "Points against",
    "Net",
)
CHALLENGE: Final = "Challenge points"
NUMBER: Final = "Number"
BRACKET: Final = ("Round", "Match", "Place", "ID", "Name", "Won", "Rule")
BOM: Final = "\ufeff"
"""The mark that goes before a list: without it Excel takes UTF-8 for what Windows writes, and garbles names."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def entries_csv(evening: Evening) -> str:
    """The entry list."""
    return as_csv(
        ENTRIES,
        ((e.id, e.name, *(list(e.players) + [""] * 6)[:6], e.number) for e in evening.entries.values()),
    )


def schedule_csv(evening: Evening) -> str:
    """Who meets whom, and where; an entry that sits out has no opponent."""
    return as_csv(
        SCHEDULE,
        ((m.game, m.one, m.other or "", m.one_seat, m.other_seat) for each in evening.chart for m in each),
    )


def results_csv(evening: Evening) -> str:
    """Every line of every card, as written."""
    if evening.format.record == "scores":
        return _scores_csv(evening)
    rows: list[tuple[object, ...]] = []
    for owner in evening.owners:
        for game, written in sorted(evening.lines.get(owner, {}).items()):
            line, meeting = written.line, evening.meeting(owner, game)
            against = "" if meeting is None else meeting.one if meeting.other == owner else meeting.other
            rows.append((
                game, owner, evening.name_of(owner, game), against, line.result or "",
                written_game_points(line, evening.format.skunk_margin),
                two_figures(line.plus) if line.plus else "", two_figures(line.minus) if line.minus else "",
                written.source,
            ))  # fmt: skip
    return as_csv(RESULTS, rows)


def _scores_csv(evening: Evening) -> str:
    """Every game by both scores, once for each side; those given without play have the source ``default``."""
    rows: list[tuple[object, ...]] = []
    for score in sorted(evening.all_scores, key=lambda score: (score.game, score.one)):
        for owner, against in ((score.one, score.other), (score.other, score.one)):
            rows.append((
                score.game, owner, evening.name_of(owner, score.game), against,
                "W" if score.winner == owner else "L", *score.of(owner), "default" if score.default else "scores",
            ))  # fmt: skip
    return as_csv(SCORES, rows)


def standings_csv(evening: Evening, with_numbers: bool = False) -> str:
    """The field in order; `with_numbers`: also membership numbers, which are nobody else's business."""
    is_spread = evening.format.record == "spread"
    header = STANDINGS if is_spread else (*STANDINGS_SCORES, *([CHALLENGE] if evening.is_company else []))
    rows: list[tuple[object, ...]] = []
    for place in evening.ranking.places:
        who = place.who
        name = evening.entries[who].name if who in evening.entries else evening.name_of(who)
        row: tuple[object, ...] = (place.rank, who, name)
        if is_spread:
            sums = evening.checked.cards[who].totals(evening.format.skunk_margin)
            row += (sums.game_points, sums.games_won, sums.plus, sums.minus, sums.net)
        else:
            won, own, theirs = evening.score_sums(who)
            row += (2 * won, won, own, theirs, own - theirs)
            if evening.is_company:
                row += (company_points(place.rank),)
        number = evening.entries[who].number if evening.is_company else evening.entry_of(who).number
        rows.append((*row, number) if with_numbers else row)
    return as_csv((*header, NUMBER) if with_numbers else header, rows)


def bracket_csv(evening: Evening) -> str:
    """The playoffs, one line for each side of each match; `Place` is that among the qualifiers."""
    rows: list[tuple[object, ...]] = []
    for each in evening.bracket.rounds(evening.winners) if evening.seeds else ():
        for match in each:
            rule = "bye" if match.bye else evening.walked_over.get((match.round, match.line), "")
            for seed in (match.high, match.low):
                if seed is None or seed > len(evening.seeds):
                    continue
                owner = evening.seeds[seed - 1]
                won = "" if match.winner is None else "W" if match.winner == seed else "L"
                rows.append((
                    match.round + 1, match.line + 1, seed, owner, evening.name_of(owner), won, rule,
                ))  # fmt: skip
    return as_csv(BRACKET, rows)


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A list as text; what a spreadsheet would take for a formula is marked."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(header)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue()


def _cell(value: object) -> object:
    """A cell; what a spreadsheet would take for a formula, or for our mark of one, gets a mark before it."""
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith((*_FORMULA, "'")) else value


def shown(cell: str) -> str:
    """A cell as it was before it was written."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'")) else cell
