"""What the pages show of an event, ready to print: cards as the paper looks, the field, the bracket, the tables."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from club.claims import open_claims
from club.desk import Desk
from club.evening import Evening
from cribbage.tournament.brackets import Match
from cribbage.tournament.companies import company_points, medal
from cribbage.tournament.crosscheck import Disagreement
from cribbage.tournament.forfeits import remedies_of
from cribbage.tournament.scorecards import (
    BLANK,
    PLUS,
    Line,
    Slip,
    two_figures,
    written_game_points,
    wrong_totals,
)
from webui.club.site import GONE_AFTER_S

Json: TypeAlias = dict[str, Any]
TOTALS: Final = ("game_points", "games_won", "plus", "minus", "net")
BOXES_STEP: Final = "18"
_SANCTIONED: Final = "sanctioned"
"""The step that fills the boxes at the top of the cards: not before cross-checking is over (Rule: ACC 2025 App. A.9,
A.18)."""


def card_view(evening: Evening, owner: str) -> Json:
    """One scorecard: a row for each game, figures zero-padded, what was corrected struck out beside it."""
    margin = evening.format.skunk_margin
    rows = []
    struck = evening.struck.get(owner, {})
    for number, meeting in enumerate(evening.by_owner.get(owner, ()), 1):
        game = meeting.game
        written = evening.lines.get(owner, {}).get(game)
        against = meeting.other if meeting.one == owner else meeting.one
        mine = meeting.one_seat if meeting.one == owner else meeting.other_seat
        rows.append({
            "number": number, "game": game, "seat": mine, "board": meeting.board,
            "against": evening.name_of(against, game) if against else "",
            "sits": not evening.is_played(meeting),
            "dealer": meeting.first_dealer == owner,
            "source": written.source if written else "", "who": written.who if written else "",
            "why": written.why if written else "",
            "struck": [line_text(line) for line in struck.get(game, ())],
            **figures(written.line if written else BLANK, margin),
        })  # fmt: skip
    sums = evening.cards[owner].totals(margin)
    return {
        "owner": owner, "name": evening.name_of(owner), "entry": evening.entry_of(owner), "rows": rows,
        "game_points": sums.game_points, "games_won": sums.games_won, "plus": two_figures(sums.plus),
        "minus": two_figures(sums.minus), "net": sums.net, "blank": all(not row["result"] for row in rows),
        "boxes": evening.announced or BOXES_STEP in evening.ticks,
    }  # fmt: skip


def score_card_view(evening: Evening, owner: str) -> Json:
    """One card of an event that records both scores: a row for each game, points for and against."""
    games = {score.game: score for score in evening.scores_of(owner)}
    rows = []
    for m in evening.by_owner.get(owner, ()):
        against = m.other if m.one == owner else m.one
        score = games.get(m.game)
        own, theirs = score.of(owner) if score else ("", "")
        won = "" if score is None else 2 if score.winner == owner else 0
        rows.append({
            "game": m.game, "seat": m.one_seat if m.one == owner else m.other_seat, "board": m.board,
            "against": evening.name_of(against, m.game) if against else "",
            "sits": against is None or (score is None and not evening.is_played(m)),
            "own": own, "theirs": theirs, "points": won, "default": score is not None and score.default,
        })  # fmt: skip
    played = [row for row in rows if row["own"] != ""]
    won = sum(row["points"] == 2 for row in played)
    return {
        "owner": owner, "name": evening.name_of(owner), "entry": evening.entry_of(owner), "rows": rows,
        "game_points": 2 * won, "games_won": won, "own": sum(row["own"] for row in played),
        "theirs": sum(row["theirs"] for row in played), "blank": not played,
    }  # fmt: skip


def any_card_view(evening: Evening, owner: str) -> Json:
    """One card, of the kind that this event fills in."""
    return score_card_view(evening, owner) if evening.format.record == "scores" else card_view(evening, owner)


def remedies_view(evening: Evening, owner: str) -> list[tuple[str, str]]:
    """For what a game may be given to the opponent of this owner: (what is recorded as the rule, key of its words).
    Finding the right table is for pair B, which moves (Rule: Corporate, set up, 4)."""
    if evening.is_company:
        moves = [("wrong table", "wrong-table")] if owner.endswith("B") else []
        return [("set up", "cannot"), *moves, ("rule 4", "wrecked")]
    if evening.format.record == "scores":
        return [("default", "cannot")]
    return [(one.rule, one.key) for one in remedies_of(evening.edition)] or [("house default", "house")]


def open_games(evening: Evening, owner: str) -> list[int]:
    """Games of an owner that have no result yet."""
    if evening.format.record == "scores":
        done = {score.game for score in evening.scores_of(owner)}
    else:
        done = set(evening.lines.get(owner, {}))
    return [m.game for m in evening.by_owner.get(owner, ()) if evening.is_played(m) and m.game not in done]


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


def denied_view(evening: Evening) -> list[Json]:
    """Games whose two players tell different results."""
    return [
        {"game": game, "one": evening.name_of(one, game), "other": evening.name_of(other, game),
         "by": evening.name_of(claim.by, game), "net": claim.net, "owner": one}
        for (game, one, other), claim in open_claims(evening).items() if claim.denied
    ]  # fmt: skip


def next_card(evening: Evening, owner: str) -> str:
    """The next card after this one, in order, of which a line lacks; this one where there is none."""
    lacking = {
        one
        for m in evening.missing
        for one in (m.one, str(m.other))
        if m.game not in evening.lines.get(one, {})
    }
    at = evening.owners.index(owner)
    following = (*evening.owners[at + 1 :], *evening.owners[:at])
    return next((one for one in following if one in lacking), owner)


def short_of_games(evening: Evening) -> list[str]:
    """Those who play fewer games than others."""
    return [owner for names in [*evening.by_games.values()][1:] for owner in names]


def check_view(evening: Evening, pairs: Iterable[Disagreement]) -> list[Json]:
    """Pairs of cards that disagree: both cards' words, what they become, by which letters, what the table saw."""
    found = []
    for each in pairs:
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


def otherwise_view(evening: Evening) -> list[Json]:
    """Games of which a table saw something else than what was entered by hand."""
    found = []
    for m in evening.seen_otherwise:
        place = m.game, m.one, str(m.other)
        net, (own, theirs) = evening.seen[place].as_of(m.one)
        if evening.format.record == "scores":
            entered, saw = "{} – {}".format(*evening.scores[place].of(m.one)), f"{own} – {theirs}"
        else:
            entered, saw = line_text(evening.lines[m.one][m.game].line), line_text(Line.of(net))
        found.append({
            "game": m.game, "board": m.board, "one": evening.name_of(m.one, m.game),
            "other": evening.name_of(str(m.other), m.game), "entered": entered, "saw": saw,
        })  # fmt: skip
    return found


def low_score_view(evening: Evening) -> list[Json]:
    """The low qualifying score, announced before the bracket is posted, and that of the high non-qualifier (Rule: ACC
    2025 App. A.23; 2020 app. 8)."""
    if not evening.format.playoffs or not evening.cut.qualifiers:
        return []
    found = []
    for key, who in (("low", evening.cut.qualifiers[-1]), ("high", evening.cut.high_non_qualifier)):
        if who is not None:
            sums = evening.checked.cards[who].totals(evening.format.skunk_margin)
            found.append({"key": key, "name": evening.name_of(who), "points": sums.game_points,
                          "won": sums.games_won, "net": sums.net})  # fmt: skip
    return found


def slips_view(evening: Evening, owner: str, asked: Mapping[str, str]) -> list[Slip] | None:
    """Totals at the bottom of the paper that do not follow from its lines; None where none were asked about (Rule:
    ACC 12.2.g; 2025 App. A.10, A.12)."""
    written = {}
    for name in TOTALS:
        text = asked.get(name, "").strip().replace("−", "-").removeprefix("+")
        if text.removeprefix("-").isdecimal() and len(text) < 6:
            written[name] = int(text)
    if not written:
        return None
    return list(wrong_totals(evening.cards[owner], written, evening.format.skunk_margin))


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
        if evening.is_company:
            row |= {"challenge": company_points(place.rank), "medal": medal(place.rank)}
        rows.append(row)
    return rows


def absent_view(evening: Evening) -> list[Json]:
    """Companies that took no part, and what it costs them (Rule: Corporate, cancellation)."""
    return [
        {"name": entry.name, "why": entry.absence.value, "points": company_points(None, entry.absence)}
        for entry in evening.entries.values()
        if entry.absence is not None
    ]


def _scores_of(evening: Evening, who: str) -> Json:
    won, own, theirs = evening.score_sums(who)
    return {"games_won": won, "game_points": 2 * won, "plus": own, "minus": theirs, "net": own - theirs}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the place among the qualifiers, and the name."""

    seed: int
    name: str
    won: bool


def bracket_view(evening: Evening) -> list[list[Json]]:
    """The bracket round by round; an entry with a bye stands in the second round as well (Rule: ACC App. A.24)."""
    if not evening.seeds:
        return []

    def side(match: Match, seed: int | None) -> Side | None:
        if seed is None or seed > len(evening.seeds):
            return None
        return Side(seed, evening.name_of(evening.seeds[seed - 1]), match.winner == seed)

    return [
        [
            {"round": m.round, "line": m.line, "bye": m.bye, "ready": m.is_ready, "decided": m.winner is not None,
             "sides": [side(m, m.high), side(m, m.low)], "rule": evening.walked_over.get((m.round, m.line), "")}
            for m in each
        ]
        for each in evening.bracket.rounds(evening.winners)
    ]  # fmt: skip


def awaited_view(evening: Evening, now: float | None = None) -> dict[tuple[int, int], list[Json]]:
    """Qualifiers who are not there for their match, by round and line: games lost by now, and when the next one is
    (wall time, s); for whom the match is once it is lost (Rule: ACC 13.1)."""
    now = time.time() if now is None else now
    found: dict[tuple[int, int], list[Json]] = {}
    if not evening.seeds:
        return found
    rounds = evening.bracket.rounds(evening.winners)
    for (number, line, seed), awaited in evening.awaited.items():
        match = rounds[number][line]
        if seed not in (match.high, match.low) or match.winner is not None:
            continue
        other = match.low if seed == match.high else match.high
        found.setdefault((number, line), []).append({
            "seed": seed, "name": evening.name_of(evening.seeds[seed - 1]), "since": awaited.since,
            "games": awaited.lost(now, evening.best_of), "next_at": awaited.next_at(now, evening.best_of),
            "here": awaited.games is not None, "lost": awaited.is_match_lost(now, evening.best_of), "other": other,
            "other_name": evening.name_of(evening.seeds[int(other or 0) - 1]),
        })  # fmt: skip
    return found


def tables_view(desk: Desk, now: float | None = None) -> list[Json]:
    """Every table that ever reported: its live score as the table itself let it out, its health, who calls."""
    now = time.time() if now is None else now
    live, health, state = (desk.store.posted(what) for what in ("live", "health", "state"))
    calling = {call.table for call in desk.calls()}
    seats = desk.seats()
    rows = []
    for table in sorted({*live, *health, *state}, key=_by_number):
        heard = max((posted[table][0] for posted in (live, health, state) if table in posted), default=0.0)
        said = state.get(table, (0.0, {}))[1].get("state", "")
        gone = said != "here" or now - heard > GONE_AFTER_S
        well = health.get(table, (0.0, {}))[1]
        parts = well.get("parts", [])
        is_unfit = well.get("sanctioned") is False
        rows.append({
            "table": table, "gone": gone, "heard": heard, "live": live.get(table, (0.0, {}))[1],
            "troubles": [part for part in parts if part.get("state") not in ("ok", "info", "doubt")],
            "waiting": int(well.get("waiting", 0)),
            "calling": table in calling, "pegs": well.get("pegs", ""), "cards": well.get("cards", ""),
            "sanctioned": well.get("sanctioned", True),
            "unfit": is_unfit and any(game["mode"] == _SANCTIONED for game in seats.get(table, ())),
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
