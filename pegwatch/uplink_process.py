"""The uplink process: this table to the club's broker. It can fall over without losing a peg or a game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from cribbage.log import wire
from cribbage.shown.policy import House
from firmware.box.files import SEAT_FILE, put_json, read_json
from firmware.box.joined import Joined, joined
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.broker import Address
from firmware.uplink import Outbox, Uplink
from pegwatch.loop import Told
from pegwatch.plan import Plan

_STEP_S: Final = 0.5
_SILENT_S: Final = 5.0
_STATES: Final = {"alarm": "fault", "warning": "degraded", "info": "info"}


def _address(there: Joined) -> Address:
    return Address(there.broker, there.user, there.password_file, there.ca)


def club_of(plan: Plan) -> Joined | None:
    """Which table this is to which broker: as the settings have it, else as it was told when it joined by a code."""
    club = plan.settings.club
    if not club.broker:
        return joined(Path(plan.data))
    return Joined(club.table, club.broker, club.user or club.table, club.password_file, club.ca)


def run_uplink(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Tell the club until told to end. A table that belongs to none yet waits until it joins one by a code; one that
    joins another club, or leaves it, is followed."""
    notify("READY=1")
    while not told:
        there = club_of(plan)
        if there is None:
            _alive(pulse)
            time.sleep(_STEP_S)
            continue
        with closing(SqliteJournal(Path(plan.data) / "journal.sqlite", puts_only=True)) as journal:
            _tell(plan, pulse, told, journal, there)


def _alive(pulse: Pulse) -> None:
    pulse.beat("uplink", done=0.0, until=0.0)
    notify("WATCHDOG=1")


def _tell(plan: Plan, pulse: Pulse, told: Told, journal: SqliteJournal, there: Joined) -> None:
    """Tell one club until told to end, or until the table has joined another one or left."""
    stream = journal.name
    outbox = Outbox(journal, stream, House(plan.settings.table.alerts))

    def seated(games: Sequence[wire.Seat]) -> None:
        put_json(Path(plan.run) / SEAT_FILE, [msgspec.to_builtins(game) for game in games])

    kind = {"pegs": plan.pegs, "cards": plan.cards, "sanctioned": plan.plays_sanctioned}
    uplink = Uplink(outbox, stream, there.table, _address(there), seated=seated, kind=kind)
    uplink.start()
    try:
        while not told:
            uplink.step(time.monotonic(), list(health(Path(plan.run), pulse)))
            if not uplink.line.is_deaf:
                _alive(pulse)
            time.sleep(_STEP_S)
            if club_of(plan) != there:
                return
    finally:
        uplink.stop()


def health(run: Path, pulse: Pulse) -> Iterator[Mapping[str, Any]]:
    """Part by part: what board and eye say of themselves, and whether they say anything. Doubts about pegs and cards
    stay at the table: they could betray a mistake (reveal policy 3.6)."""
    for part in ("board", "eye"):
        beat = pulse.of(part)
        if beat.at != 0.0 and beat.age_s() > _SILENT_S:
            yield {"part": part, "state": "stale", "note": ""}
    for name in ("board.json", "eye.json"):
        notes = read_json(run / name)
        for note in notes if isinstance(notes, list) else ():
            if isinstance(note, dict) and not note.get("doubt"):
                state = _STATES.get(str(note.get("severity")), "degraded")
                told = {"part": str(note.get("part")), "state": state, "note": str(note.get("sentence", ""))}
                more = {key: str(note[key]) for key in ("code", "detail") if note.get(key)}
                yield told | more  # by the code the hub says it in its readers' language
