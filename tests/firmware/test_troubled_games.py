"""Whole honest games at the real loops of board and eye, with everything going wrong: nobody is ever blamed."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import pytest
from rig import BEGIN_T, Rig

from cribbage.cards import parse_cards
from cribbage.observations import Cards
from cribbage.verdicts import NEUTRAL
from firmware.drivers.sim_faults import SimFaults
from firmware.table import EYE_LAG_LIMIT_S
from pegwatch.eye_process import EyeLoop
from pegwatch.simulated import HONEST, SimulatedTable

TROUBLES = ("chain", "eye stuck", "eye killed", "power cut", "bounce")


class SharpEye:
    """Reads every card rightly, once it has lain still for a while, with the time at which it was first seen."""

    STILL_S = 0.8

    def __init__(self, log: list[dict], t0: float) -> None:
        self._log = [(body["t"] + t0, body["cards"]) for body in log if "cards" in body]
        self._reported: dict[str, list[str]] = {}
        self._fresh: dict[str, tuple[float, list[str]]] = {}

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
            health=SimpleNamespace(fault=""), picture_changed=False,
        )  # fmt: skip


class Trouble:
    """What goes wrong, one thing after another, each for a while, with pauses between."""

    def __init__(self, rig: Rig, eye: SharpEye, seed: int) -> None:
        self.rig, self._sharp = rig, eye
        self._chance = random.Random(seed)
        self._what = ""
        self._until = rig.t + self._chance.uniform(10, 40)
        self.seen: set[str] = set()
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
        rig.faults.clear()
        if self._what:
            if self._what == "eye killed":
                self._new_eye()
            self._what, self._until = "", rig.t + self._chance.uniform(5, 60)
            return
        self._what = self._chance.choice(TROUBLES)
        self.seen.add(self._what)
        self._until = rig.t + self._chance.uniform(0.05, 20)
        if self._what == "chain":
            fault = self._chance.choice(
                ("break=7", "break=37", "load=1", "data-in=0", "flip=0.05", "unplug=module 2")
            )
            rig.faults.take_over(SimFaults.parse(fault, rig.board_map))
        elif self._what == "bounce":
            rig.faults.bounce_scans = 6
        elif self._what == "power cut":
            rig.restart()
            self._new_eye()


@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_blamed_for_what_was_not_seen(longboard, tmp_path, seed):
    table = SimulatedTable(seed, 1, HONEST, with_scenes=False)
    begin = table.truth(1).log_begin
    log = [json.loads(line) for line in table.as_log(1)[1:]]
    rig = Rig(longboard, tmp_path, pegs=lambda t: table.holes_at(t - BEGIN_T))
    try:
        rig.run(begin - 0.02)
        rig.t = t0 = begin + BEGIN_T
        rig.journal.put("page", rig.t, {"new_game": table.header(1)})
        trouble = Trouble(rig, SharpEye(log, t0), seed)
        said = [(body["t"] + t0, body) for body in log if not {"holes", "cards"} & body.keys()]
        rig.eye = trouble.look
        play(rig, table, trouble, said)
        assert [body for body in rig.bodies("verdict") if body["code"] not in NEUTRAL] == []
        assert [body["code"] for body in rig.bodies("verdict")].count("scored") > 10
        assert len(trouble.seen) >= 3
        assert rig.bodies("refused") == []
        assert rig.journal.pending() == []
    finally:
        rig.close()


def play(rig, table, trouble, said):
    """The players play on, whatever happens."""
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
