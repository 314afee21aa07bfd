"""What the pages show of games and messages of tables that need a person: questions with their reasons, what was
answered, games seen of playoff matches, and messages that could not be used."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from club.desk import Desk
from club.evening import Evening
from club.fitting import Doubt, InMatch, game_of, source_of
from club.fromtables import Question
from club.seating import seats, shown_tables, side_names_of, usual_mode
from club.store import Told
from webui.club.site import when
from webui.words import Words

Json: TypeAlias = dict[str, Any]


def questions_view(desk: Desk, event: int, w: Words) -> list[Json]:
    """Games of tables that a director has to decide about, each with a sentence for every reason."""
    evening = desk.evening(event)
    return [
        _told_view(each.told)
        | {"why": [doubt_text(doubt, w) for doubt in each.doubts], "takes": each.can_be_taken,
           "fits": each.is_clear, "where": _where(evening, each, w)}
        for each in desk.questions(event)
    ]  # fmt: skip


def answers_view(desk: Desk, event: int) -> list[Json]:
    """What directors have decided about games of tables, the latest first."""
    return [
        _told_view(each.told)
        | {"taken": each.answer.taken, "who": each.answer.act.who, "answered": each.answer.act.at}
        for each in desk.answered(event)
    ]


def _told_view(told: Told) -> Json:
    game = game_of(told)
    return {
        "id": told.id, "source": "/".join(map(str, source_of(told))), "table": told.table, "at": told.at,
        "a": game.players["A"], "b": game.players["B"], "a_score": game.scores["A"], "b_score": game.scores["B"],
    }  # fmt: skip


def _where(evening: Evening, asked: Question, w: Words) -> str:
    """The place that the game would take."""
    place = None if asked.fit is None else asked.fit.place
    if isinstance(place, InMatch):
        return w("club.ask.match", n=place.round + 1)
    if place is None:
        return ""
    return w("club.ask.free" if evening.format.chart == "free" else "club.game", n=place[0])


def doubt_text(doubt: Doubt, w: Words) -> str:
    """One reason in a sentence."""
    fill: Json = {}
    for key, value in doubt.fill.items():
        if isinstance(value, float):
            fill[key] = when(value)
        elif isinstance(value, list):
            fill[key] = ", ".join(value)
        elif key in ("book", "own") and w.has(f"profile.{value}"):
            fill[key] = w(f"profile.{value}")
        elif key in ("mode", "seated") and w.has(f"mode.{value}"):
            fill[key] = w(f"mode.{value}")
        else:
            fill[key] = value
    return w(f"club.ask.{doubt.key}", **fill)


def seating_view(evening: Evening) -> Json:
    """The tables that the hub seats for this event, as they are typed, and what each plays now; before any is named
    what would be usual."""
    boards = max((m.board for each in evening.chart for m in each), default=0)
    usual = tuple(str(number) for number in range(1, boards + 1))
    now = [
        (table, games[0]["game"], *side_names_of(games[0]["players"]))
        for table, games in seats(evening).items() if games
    ]  # fmt: skip
    return {
        "tables": shown_tables(evening.seating.tables or usual), "now": now,
        "mode": evening.seating.mode if evening.seating.tables else usual_mode(evening.format),
    }  # fmt: skip


def match_games_view(evening: Evening) -> dict[tuple[int, int], Json]:
    """What tables saw of each match, by round and line: games won by each seed."""
    return {
        where: {
            "won": Counter(game.winner for game in games),
            "last": max(game.at for game in games),
        }
        for where, games in evening.match_games.items()
    }


def aside_view(desk: Desk) -> list[Json]:
    """Messages of tables that could not be used, ready to read."""
    return [
        {"topic": each.topic, "why": each.why, "times": each.times, "first": each.first, "last": each.last,
         "size": each.size, "payload": readable(each.payload), "cut": each.size > len(each.payload)}
        for each in desk.store.aside()
    ]  # fmt: skip


def readable(payload: bytes) -> str:
    """Bytes as text in which everything can be seen."""
    text = payload.decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
