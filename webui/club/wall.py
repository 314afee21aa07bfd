"""The wall: what everyone in the room may see of tonight, cut into screens that need no scrolling.

A screen shows one thing of one event: who sits where in the game that is on, the matches of a playoff, the standings.
What a director has not announced is on none of them, no matter who is logged in on the browser that shows them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from club.charts import Meeting
from club.desk import Desk
from club.evening import Evening
from webui.club import view

Json: TypeAlias = dict[str, Any]

SEATS_EACH: Final = 15
"""How many tables fit one screen: three columns of five can be read at five metres."""
ROWS_EACH: Final = 16
"""How many places of the standings fit one screen, in two columns."""
MATCHES_EACH: Final = 12
TREE_FROM: Final = 4
"""From a round of how few matches on the rest of the bracket fits one screen."""
MOST_EVENTS: Final = 4
START_SHOWN_S: Final = 600.0
"""How long after it a start is still shown."""


def wall_view(desk: Desk, only: int | None = None, now: float | None = None) -> Json:
    """Everything on the wall: ``screens`` in the order in which they turn, ``calls`` for judges.

    `only`: the number of one event; None: those of today, or the newest that is going on. `now`: wall time, s."""
    now = time.time() if now is None else now
    tables = view.tables_view(desk, now)
    screens: list[Json] = []
    seated: set[str] = set()
    for evening in _tonight(desk, only, now):
        screens += _screens_of(evening, tables, now)
        seated |= _seated(evening)
    others = [table for table in tables if table["table"] not in seated]
    screens += _pages({"kind": "tables", "name": "", "next_at": 0.0}, others, SEATS_EACH)
    return {"screens": screens, "calls": view.calls_view(desk, now)}


def _tonight(desk: Desk, only: int | None, now: float) -> list[Evening]:
    """The events of the wall, the newest first."""
    there = [e for e in (desk.evening(record.n) for record in desk.events()) if not e.put_away]
    if only is not None:
        return [e for e in there if e.id == only]
    there.sort(key=lambda e: -e.id)
    today = time.strftime("%Y-%m-%d", time.localtime(now))
    dated = [e for e in there if e.date == today]
    return (dated or [e for e in there if e.is_going_on][:1])[:MOST_EVENTS]


def _seated(evening: Evening) -> set[str]:
    """The tables that stand on an event's own screens."""
    return {str(m.board) for m in _sitting(evening)}


def _sitting(evening: Evening) -> list[Meeting]:
    """The meetings of the game that is on, by table; none in free play, where nobody is seated."""
    if evening.format.chart == "free" or not evening.game_now:
        return []
    return sorted((m for m in evening.meetings if m.game == evening.game_now), key=lambda m: m.board)


def _screens_of(evening: Evening, tables: Sequence[Json], now: float) -> list[Json]:
    """The screens of one event."""
    next_at = evening.next_at if now < evening.next_at + START_SHOWN_S else 0.0
    screen: Json = {
        "event": evening.id, "name": evening.name, "next_at": next_at, "game": evening.game_now,
        "games": evening.games if evening.format.chart == "winners-stay" else len(evening.chart),
        "missing": sum(m.game == evening.game_now for m in evening.missing),
    }  # fmt: skip
    if evening.format.chart == "free":
        screen["game"] = screen["games"] = 0
    sitting = _sitting(evening)
    shown: list[Json] = []
    if sitting:
        live = {table["table"]: table for table in tables}
        missing = {m.one for m in evening.missing if m.game == evening.game_now}
        rows = [_seat(evening, m, live.get(str(m.board)), m.one not in missing) for m in sitting]
        shown += _pages(screen | {"kind": "seats", "sits": _sitting_out(evening)}, rows, SEATS_EACH)
    if evening.announced:
        shown += _playoff(evening, screen)
        shown += _pages(screen | {"kind": "standings"}, view.standings_view(evening), ROWS_EACH)
    if not shown:
        shown.append(screen | {"kind": "note", "state": _state(evening), "entries": len(evening.entries)})
    return shown


def _state(evening: Evening) -> str:
    """Why an event has nothing to show but this."""
    if evening.format.chart == "free":
        return "free"
    if not evening.chart:
        return "not-drawn"
    if evening.format.chart == "winners-stay" and len(evening.chart) < evening.games:
        return "between"
    return "closed"


def _seat(evening: Evening, meeting: Meeting, table: Json | None, is_in: bool) -> Json:
    """One table: who sits there, who deals first, what its device lets out of their game, whether a result is in."""
    scores = {} if is_in else _live_scores(evening, meeting, table)
    return {
        "board": meeting.board, "in": is_in, "calling": table is not None and table["calling"],
        "sides": [
            {"name": evening.name_of(owner, meeting.game), "deals": meeting.first_dealer == owner,
             "score": scores.get(owner)}
            for owner in (meeting.one, str(meeting.other))
        ],
    }  # fmt: skip


def _live_scores(evening: Evening, meeting: Meeting, table: Json | None) -> dict[str, int | None]:
    """The scores of a table's device, where it names these two players and no others."""
    players = [] if table is None or table["gone"] else table["live"].get("players", [])
    found = {
        owner: player.get("score")
        for owner in (meeting.one, str(meeting.other))
        for player in players
        if evening.is_called(owner, str(player.get("name", "")))
    }
    return found if len(found) == 2 else {}


def _sitting_out(evening: Evening) -> list[str]:
    """Who has no game in the game that is on, and has not left."""
    game = evening.game_now
    return [
        evening.name_of(owner, game)
        for m in evening.chart[game - 1]
        if not evening.is_played(m)
        for owner in (m.one, m.other)
        if owner is not None and not evening.is_away(owner, game)
    ]


def _playoff(evening: Evening, screen: Json) -> list[Json]:
    """The round that is on, and from the last few matches on the whole rest of the bracket."""
    rounds = view.bracket_view(evening)
    if not rounds:
        return []
    on = next((n for n, each in enumerate(rounds) if any(not m["decided"] for m in each)), len(rounds) - 1)
    champion = evening.bracket.champion(evening.winners)
    screen = screen | {
        "round": on + 1, "final": on == len(rounds) - 1,
        "champion": evening.name_of(evening.seeds[champion - 1]) if champion else "",
    }  # fmt: skip
    last = [each for each in rounds if len(each) <= TREE_FROM]
    if len(rounds[on]) <= TREE_FROM:
        first = len(rounds) - len(last) + 1
        return [screen | {"kind": "bracket", "rows": last, "first": first, "page": 1, "pages": 1}]
    return _pages(screen | {"kind": "matches"}, rounds[on], MATCHES_EACH)


def _pages(screen: Json, rows: Iterable[Json], each: int) -> list[Json]:
    """A screen as often as its rows need."""
    there = list(rows)
    cut = [there[at : at + each] for at in range(0, len(there), each)]
    return [screen | {"rows": part, "page": n, "pages": len(cut)} for n, part in enumerate(cut, 1)]
