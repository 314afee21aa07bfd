"""What the pages show of an event, ready to print: cards as the paper looks, the field, the bracket, the tables."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from club.desk import Desk
from club.evening import Evening
from cribbage.tournament.brackets import Match
from cribbage.tournament.scorecards import BLANK, PLUS, Line, two_figures, written_game_points
from webui.club.site import GONE_AFTER_S

Json: TypeAlias = dict[str, Any]


def card_view(evening: Evening, owner: str) -> Json:
    """One scorecard: a row for each game, figures zero-padded, what was corrected struck out beside it."""
    margin = evening.format.skunk_margin
    rows = []
    for number, each in enumerate(evening.chart, 1):
        meeting = next((m for m in each if owner in (m.one, m.other)), None)
        if meeting is None:
            continue
        game = meeting.game
        written = evening.lines.get(owner, {}).get(game)
        against = meeting.other if meeting.one == owner else meeting.one
        mine = meeting.one_seat if meeting.one == owner else meeting.other_seat
        was = [
            w.was
            for o, g, w in evening.history
            if (o, g) == (owner, game) and w.source == "corrected" and w.was
        ]
        rows.append({
            "number": number, "game": game, "seat": mine, "board": meeting.board,
            "against": evening.name_of(against, game) if against else "",
            "sits": against is None or evening.meeting(owner, game) is None,
            "dealer": meeting.first_dealer == owner,
            "source": written.source if written else "", "who": written.who if written else "",
            "why": written.why if written else "",
            "struck": [line_text(line) for line in was],
            **figures(written.line if written else BLANK, margin),
        })  # fmt: skip
    sums = evening.cards[owner].totals(margin)
    return {
        "owner": owner, "name": evening.name_of(owner), "entry": evening.entry_of(owner), "rows": rows,
        "game_points": sums.game_points, "games_won": sums.games_won, "plus": two_figures(sums.plus),
        "minus": two_figures(sums.minus), "net": sums.net, "blank": all(not row["result"] for row in rows),
    }  # fmt: skip


def figures(line: Line, margin: int | None) -> Json:
    """The three columns of a line as they are written (Rule: ACC 12.1)."""
    return {
        "result": line.result or "",
        "points": written_game_points(line, margin),
        "plus": two_figures(line.plus) if line.plus else "",
        "minus": two_figures(line.minus) if line.minus else "",
        "spread": line.spread or "",
        "column": line.column or "",
    }


def line_text(line: Line) -> str:
    """A line in a word, as checkers read it to each other: ``W +07``."""
    spread = (
        "" if line.spread is None else f" {'+' if line.column == PLUS else '−'}{two_figures(line.spread)}"
    )
    return f"{line.result or '—'}{spread}"


def check_view(evening: Evening) -> list[Json]:
    """The pairs of cards that disagree: both cards' words, what they become, by which letters, what the table saw."""
    found = []
    for each in evening.checked.disagreements:
        after = (each.settlement.one, each.settlement.other)
        meeting = evening.meeting(each.one, each.game)
        device = evening.devices.get((each.game, meeting.one, str(meeting.other))) if meeting else None
        net = None if device is None or meeting is None else device if meeting.one == each.one else -device
        found.append({
            "game": each.game, "hint": each.hint, "letters": each.settlement.steps, "silent": each.settlement.silent,
            "board": meeting.board if meeting else "", "one": each.one,
            "device": None if net is None else line_text(Line.of(net)),
            "cards": [
                {
                    "owner": owner, "name": evening.name_of(owner), "qualifies": qualifies,
                    "before": line_text(before), "after": line_text(now), "changes": before != now,
                }
                for owner, qualifies, before, now in zip(
                    (each.one, each.other), each.qualifies, each.before, after, strict=True
                )
            ],
        })  # fmt: skip
    return found


def changes_view(evening: Evening) -> list[Json]:
    """Whose card changes, before and after, and who has to be told (Rule: ACC 12.2.g, i)."""
    return [
        {"name": evening.name_of(change.owner), "before": change.before, "after": change.after,
         "from": change.place_before, "to": change.place_after, "told": change.is_told}
        for change in evening.checked.changes
    ]  # fmt: skip


def standings_view(evening: Evening) -> list[Json]:
    """The field in order, with what separated each from the one above."""
    cut = evening.cut if evening.format.playoffs else None
    rows = []
    for place in evening.ranking.places:
        who = place.who
        row: Json = {"rank": place.rank, "who": who, "by": place.by, "tied": place.tied, "entry": who}
        row["name"] = evening.entries[who].name if evening.is_company else evening.name_of(who)
        row["qualifies"] = cut is not None and who in cut.qualifiers
        row["high"] = cut is not None and who == cut.high_non_qualifier
        if evening.format.record == "spread":
            sums = evening.checked.cards[who].totals(evening.format.skunk_margin)
            row |= {"game_points": sums.game_points, "games_won": sums.games_won, "plus": sums.plus,
                    "minus": sums.minus, "net": sums.net}  # fmt: skip
        else:
            row |= _scores_of(evening, who)
        rows.append(row)
    return rows


def _scores_of(evening: Evening, who: str) -> Json:
    owners = (f"{who}A", f"{who}B") if evening.is_company else (who,)
    mine = [(s, side) for s in evening.scores.values() for side in (s.one, s.other) if side in owners]
    won = sum(score.winner == side for score, side in mine)
    return {
        "games_won": won, "game_points": 2 * won,
        "plus": sum(score.of(side)[0] for score, side in mine),
        "minus": sum(score.of(side)[1] for score, side in mine),
        "net": sum(score.of(side)[0] - score.of(side)[1] for score, side in mine),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the place among the qualifiers, and the name."""

    seed: int
    name: str
    won: bool


def bracket_view(evening: Evening) -> list[list[Json]]:
    """The bracket round by round; whoever has a bye stands in the second round as well (Rule: ACC App. A.24)."""
    if not evening.seeds:
        return []

    def side(match: Match, seed: int | None) -> Side | None:
        if seed is None or seed > len(evening.seeds):
            return None
        return Side(seed, evening.name_of(evening.seeds[seed - 1]), match.winner == seed)

    return [
        [
            {"round": m.round, "line": m.line, "bye": m.bye, "ready": m.is_ready, "decided": m.winner is not None,
             "sides": [side(m, m.high), side(m, m.low)]}
            for m in each
        ]
        for each in evening.bracket.rounds(evening.winners)
    ]  # fmt: skip


def tables_view(desk: Desk, now: float | None = None) -> list[Json]:
    """Every table that ever reported: its live score as the table itself let it out, its health, who calls."""
    now = time.time() if now is None else now
    live, health, state = (desk.store.posted(what) for what in ("live", "health", "state"))
    calling = {call.table for call in desk.calls()}
    rows = []
    for table in sorted({*live, *health, *state}, key=_by_number):
        heard = max((posted[table][0] for posted in (live, health, state) if table in posted), default=0.0)
        said = state.get(table, (0.0, {}))[1].get("state", "")
        gone = said != "here" or now - heard > GONE_AFTER_S
        parts = health.get(table, (0.0, {}))[1].get("parts", [])
        rows.append({
            "table": table, "gone": gone, "heard": heard, "live": live.get(table, (0.0, {}))[1],
            "troubles": [part for part in parts if part.get("state") not in ("ok", "info", "doubt")],
            "waiting": int(health.get(table, (0.0, {}))[1].get("waiting", 0)),
            "calling": table in calling,
        })  # fmt: skip
    return rows


def calls_view(desk: Desk, now: float | None = None) -> list[Json]:
    """Calls for judges, the longest waiting first, with the minutes they have waited."""
    now = time.time() if now is None else now
    return [
        {"n": call.n, "table": call.table, "minutes": max(0, int((now - call.at) // 60))}
        for call in desk.calls()
    ]


def _by_number(table: str) -> tuple[int, str]:
    digits = "".join(char for char in table if char.isdigit())
    return (int(digits) if digits else 10**9, table)


def plain_standings(rows: list[Json]) -> list[Json]:
    """Standings for programs."""
    return [{key: value for key, value in row.items() if key != "entry"} for row in rows]


def event_data(evening: Evening) -> Mapping[str, Any]:
    """An event for programs: what it is, who takes part, who meets whom."""
    return {
        "id": evening.id, "name": evening.name, "date": evening.date, "format": evening.format.name,
        "edition": evening.edition, "games": len(evening.chart), "announced": evening.announced,
        "entries": [
            {"id": e.id, "name": e.name, "players": list(e.players), "left_after": e.left_after,
             "substitutes": [{"from_game": game, "name": name} for game, name in e.substitutes]}
            for e in evening.entries.values()
        ],
        "schedule": [
            {"game": m.game, "a": m.one, "b": m.other, "table": m.board, "a_seat": m.one_seat, "b_seat": m.other_seat,
             "first_dealer": m.first_dealer}
            for each in evening.chart for m in each
        ],
    }  # fmt: skip
