"""Whole honest games at the real loops of board and eye, in which hardware goes wrong again and again, by a seed.

`whole_game` plays one: the simulated chain with its faults, the hole tracker, the recorder and the referee are the
real ones; the eye is one that reads every card rightly: whatever is held against anybody comes from the board.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from rig import BEGIN_T, Rig

from cribbage.log.observations import Cards
from cribbage.log.verdicts import NEUTRAL, not_withdrawn
from cribbage.score.cards import parse_cards
from firmware.boardmap import BoardMap
from firmware.drivers.sim_faults import SimFaults
from firmware.table import EYE_LAG_LIMIT_S
from pegwatch.eye_process import EyeLoop
from pegwatch.simulated import HONEST, SimulatedTable

CHAIN: Final = ("break=7", "break=37", "load=1", "data-in=0", "flip=0.05", "unplug=module 2")
ANYTHING: Final = ("chain", "eye stuck", "eye killed", "power cut", "bounce")
CONTACTS: Final = ("stuck", "dead", "bridge", "stuck in the air", "game hole", "two at once", "masked")
ALL: Final = (*ANYTHING, *CONTACTS, *CONTACTS)
NEAR: Final = 40
"""So far ahead of a front peg the hole of a faulty contact is looked for: there it may pass for a peg."""


class SharpEye:
    """Reads every card rightly, once it has lain still for a while, with the time at which it was first seen."""

    STILL_S = 0.8

    def __init__(self, log: list[dict[str, Any]], t0: float) -> None:
        self._log = [(body["t"] + t0, body["cards"]) for body in log if "cards" in body]
        self._reported: dict[str, list[str]] = {}
        self._fresh: dict[str, tuple[float, list[str] | None]] = {}

    def step(self, now: float) -> SimpleNamespace:
        lying = {zone["zone"]: zone["seen"] for t, zone in self._log if t <= now}
        out = []
        for zone, cards in lying.items():
            if cards == self._reported.get(zone, []):
                self._fresh.pop(zone, None)
                continue
            since, before = self._fresh.get(zone, (now, None))
            self._fresh[zone] = (since, cards) if cards == before else (now, cards)
            if now - self._fresh[zone][0] >= self.STILL_S:
                out.append(Cards(self._fresh.pop(zone)[0], zone, tuple(parse_cards(cards))))
                self._reported[zone] = cards
        watermark = min((since for since, _ in self._fresh.values()), default=now)
        return SimpleNamespace(
            observations=sorted(out, key=lambda seen: seen.t), watermark=watermark, next_wake=now + 0.1,
            health=SimpleNamespace(fault="", wavering=""), picture_changed=False,
        )  # fmt: skip


class Trouble:
    """What goes wrong, one thing after another out of `kinds`, each for a while, with pauses between.

    What no sensor could tell from a move is left out: two contacts that fail together (one dead, another closed),
    and one that fails only while a peg is in the air and is sound again when it is put down.
    """

    def __init__(self, rig: Rig, eye: SharpEye, seed: int, kinds: Sequence[str]) -> None:
        self.rig, self._sharp, self._kinds = rig, eye, kinds
        self._chance = random.Random(seed)
        self._what = ""
        self._next = self._chance.choice(kinds)
        self._until = rig.t + self._chance.uniform(10, 40)
        self.seen: list[str] = []
        self.said: list[str] = []
        self._new_eye()

    def _new_eye(self) -> None:
        self._eye = EyeLoop(self._sharp, self.rig.journal, self.rig.pulse, None, lambda _t: True)

    def look(self, t: float) -> None:
        """The eye process, while it is there."""
        if not self._what.startswith("eye"):
            self._eye.step(t)

    def come_and_go(self) -> None:
        rig = self.rig
        if rig.t < self._until:
            return
        if self._what:
            self._end()
            return
        if self._next == "stuck in the air" and len(rig.standing()) > 3 and rig.t < self._until + 30:
            return
        self._what, self._next = self._next, self._chance.choice(self._kinds)
        self.seen.append(self._what)
        self._until = rig.t + self._chance.choice(
            (self._chance.uniform(0.05, 3), self._chance.uniform(2, 30))
        )
        if self._what in CONTACTS:
            self._until = rig.t + self._chance.uniform(5, 30)
        self._begin()

    def _end(self) -> None:
        self.rig.faults.clear()
        if self._what == "eye killed":
            self._new_eye()
        if self.rig.reader.tracker.masked:
            masked = sorted(self.rig.reader.tracker.masked)
            self.rig.journal.put("page", self.rig.t, {"workshop": {"do": "unmask", "holes": masked}})
        self._what, self._until = "", self.rig.t + self._chance.uniform(3, 40)

    def _begin(self) -> None:
        rig, chance, what = self.rig, self._chance, self._what
        faults = ""
        if what == "chain":
            faults = chance.choice(CHAIN)
        elif what == "bounce":
            faults = "bounce=6"
        elif what == "power cut":
            rig.restart()
            self._new_eye()
        elif what in ("stuck", "stuck in the air"):
            faults = f"stuck-closed={self._hole()}"
        elif what == "game hole":
            faults = chance.choice(("stuck-closed=game", "dead=game"))
        elif what == "dead":
            faults = f"dead={self._hole()}+{self._hole()}+{self._hole()}"
        elif what == "bridge":
            hole = self._hole()
            beside = sorted(rig.board_map.neighbours[hole])
            faults = f"bridge={hole}+{chance.choice(beside)}" if beside else ""
        elif what == "two at once":
            faults = f"stuck-closed={self._hole()},bounce=6,flip=0.0005"
        elif what == "masked":
            faults = f"stuck-closed={(hole := self._hole())}"
            rig.journal.put("page", rig.t, {"workshop": {"do": "mask", "holes": [hole]}})
        if faults:
            rig.faults.take_over(SimFaults.parse(faults, rig.board_map))
        self.said.append(f"{rig.t - BEGIN_T:.2f}-{self._until - BEGIN_T:.2f} {what} {faults}")

    def _hole(self) -> str:
        """A hole near where pegs are likely to come next, or any."""
        chance, board_map = self._chance, self.rig.board_map
        player = chance.choice(board_map.players)
        if chance.random() < 0.2:
            return chance.choice(sorted(board_map.bit_of))
        standing = [int(hole[1:]) for hole in self.rig.standing() if hole[0] == player] or [0]
        number = max(standing) + chance.randint(-12, NEAR)
        return "game" if number > 120 else f"{player}{max(number, -2)}"


@dataclass
class Played:
    """What came of one game: what was held against anybody, how many moves were found right, what went wrong."""

    blamed: list[Mapping[str, Any]]
    withdrawn: int
    scored: int
    refused: list[dict[str, Any]]
    waiting: int
    trouble: Trouble
    rig: Rig
    table: SimulatedTable


def whole_game(board_map: BoardMap, run_dir: Path, seed: int, kinds: Sequence[str]) -> Played:
    """Two honest players play one game on, whatever happens to board and eye."""
    table = SimulatedTable(seed, 1, HONEST, with_scenes=False)
    begin = table.truth(1).log_begin
    log = [json.loads(line) for line in table.as_log(1)[1:]]
    rig = Rig(board_map, run_dir, pegs=lambda t: table.holes_at(t - BEGIN_T))
    try:
        rig.run(begin - 0.02)
        rig.t = t0 = begin + BEGIN_T
        rig.journal.put("page", rig.t, {"new_game": table.header(1)})
        trouble = Trouble(rig, SharpEye(log, t0), seed, kinds)
        said = [(body["t"] + t0, body) for body in log if not {"holes", "cards"} & body.keys()]
        rig.eye = trouble.look
        _play(rig, table, trouble, said)
        told = [{"t": one.event.t, **one.event.body} for one in rig.stored("verdict")]
        verdicts = not_withdrawn(told)
        blamed = [body for body in verdicts if body["code"] not in NEUTRAL or body["code"] == "corrected"]
        scored = sum(body["code"] == "scored" for body in verdicts)
        withdrawn = sum(body["code"] == "withdrawn" for body in told)
        refused, waiting = rig.bodies("refused"), len(rig.journal.pending())
        return Played(blamed, withdrawn, scored, refused, waiting, trouble, rig, table)
    finally:
        rig.close()


def _play(
    rig: Rig, table: SimulatedTable, trouble: Trouble, said: list[tuple[float, dict[str, Any]]]
) -> None:
    end = table.end_of(1) + BEGIN_T
    while rig.t < end:
        trouble.come_and_go()
        while said and said[0][0] <= rig.t:
            t, body = said.pop(0)
            rig.journal.put("page", t, {key: value for key, value in body.items() if key != "t"})
        change = table.next_change(rig.t - BEGIN_T + 1e-6)
        target = end if change is None else min(end, change + BEGIN_T)
        rig.run(min(max(round(target - rig.t, 3), 0.001), 0.1))
    rig.faults.clear()
    rig.eye = None
    rig.run(EYE_LAG_LIMIT_S + 2)
