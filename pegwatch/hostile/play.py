"""Plays one deal under a disturbance, in table time, and holds what was said against what lay there."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Self

from cribbage.log.observations import Cards, Fault, Holes, Observation, Unread
from cribbage.replay.transcript import replay
from firmware.box.journal import MemoryJournal
from pegwatch.hostile.cases import Case
from pegwatch.pegsbyeye import BOARD, PegWatch
from pegwatch.pegssetup import SIM_KIT_PX, layout_of, pegs_of, simulated_kit
from pegwatch.plan import CAMERA, Plan
from pegwatch.simulated.acts import Collect, Lay
from pegwatch.simulated.logtime import in_log_time
from pegwatch.simulated.plants import HONEST
from pegwatch.simulated.setting import LAYINGS
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import compare
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.layout import LONG_BOARD, TableLayout
from vision.readresult import CardReader
from vision.scene.model import Scene

SILENT_S: Final = 5.0
"""How long a card may be neither read nor said to be unread."""
_STEP_S: Final = 0.1
_BEFORE_S: Final = 12.0  # how long before the first card of the play the eye begins to look,
_SHORTLY_S: Final = 3.0
_AFTER_S: Final = 6.0  # ... and so long after the cards were gathered it looks on
_LAYING_S: Final = 1.0  # a card may be seen so long before the fingers that lay it have let go of it
_LAY_S: Final = 2.0  # what lay there for less need not have been read
_SIZE_PX: Final = (1536, 864)


@dataclass(slots=True)
class Result:
    """What came of some deals. `waits` are the seconds from a card's lying there until it was told."""

    deals: int = 0
    cards: int = 0
    told: int = 0
    waits: list[float] = field(default_factory=list)
    unread: int = 0  # cards never told, of which it was said that something could not be read
    silent: list[str] = field(default_factory=list)  # neither told nor said for longer than `SILENT_S`
    silent_s: float = 0.0  # the longest of them, and of those that were shorter
    wrong: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what was said of the light, the mount and the camera

    def add(self, more: Result) -> None:
        """Add another result to this one."""
        for name, value in asdict(more).items():
            mine = getattr(self, name)
            together = max(mine, value) if name == "silent_s" else mine + value
            setattr(self, name, list(dict.fromkeys(together)) if name == "notes" else together)

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """From a file of results."""
        return cls(**body)


@dataclass(slots=True)
class _Card:
    """One card of a zone: when it came to lie there, when it was told, and since when nothing was said of it."""

    came: float
    told: float = math.inf
    went: float = math.inf
    mute_since: float | None = None
    mute_s: float = 0.0
    was_said: bool = False


class Deal:
    """The first deal of a simulated game of honest players, from just before the starter to the gathering.

    `is_kit`: the camera reads the pegs too.
    """

    def __init__(self, case: Case, *, is_kit: bool = False) -> None:
        self._case = case
        self._kit = Plan("demo", "", "", seed=case.seed, pegs=CAMERA) if is_kit else None
        self._table = SimulatedTable(case.seed, 1, HONEST, laying=LAYINGS[case.laying])
        tape = self._table.tape(1)
        self.first_s = next(t for t, act in tape.acts if isinstance(act, Lay))
        self.begin_s = max(tape.log_begin, self.first_s - _BEFORE_S)
        self.end_s = _AFTER_S + next(t for t, act in tape.acts if isinstance(act, Collect))
        self._log_begin = tape.log_begin
        self._pegs = [o for o in tape.seen if not isinstance(o, Cards)]

    def camera(self, clock: Callable[[], float]) -> SimCamera:
        """A camera over the disturbed table."""
        case, first = self._case, self.first_s
        parts = [replace(part, begin=first + part.begin, end=first + part.end) for part in case.parts]
        if self._kit is None:
            return SimCamera(self._table.scene_at, clock, _SIZE_PX, case.seed, parts=parts)
        return SimCamera(
            self._table.scene_at, clock, SIM_KIT_PX, case.seed, parts=parts,
            layout=layout_of(self._kit), kit=simulated_kit(self._kit),
        )  # fmt: skip

    @property
    def layout(self) -> TableLayout:
        """Where the places and markers of its table lie."""
        return LONG_BOARD if self._kit is None else layout_of(self._kit)

    def pegs_by(self, eye: Eye) -> PegWatch | None:
        """What follows the pegs by this eye; None where contacts do."""
        return None if self._kit is None else pegs_of(self._kit, eye, MemoryJournal())

    def standing(self, t: float) -> dict[str, frozenset[int]]:
        """The holes in which each player's pegs stand."""
        return dict(self._table.scene_at(t).pegs)

    def lying(self, t: float) -> dict[str, frozenset[str]]:
        """The cards face up in each zone."""
        return _by_zone(self._table.scene_at(t))

    def blamed(self, seen: list[Observation]) -> list[str]:
        """Who is accused of what, with what was seen, pegs as they were where contacts tell them: the players are
        honest."""
        pegs = [o for o in self._pegs if self._kit is None and self._log_begin <= o.t < self.end_s]
        both = sorted([*pegs, *seen], key=lambda o: o.t)
        header = self._table.header(1)
        if self._kit is not None:
            header["table"] = {"pegs": self._kit.pegs, "cards": self._kit.cards}
        lines = [json.dumps(header)]
        for one in both:
            lines.append(json.dumps(in_log_time(one, self._log_begin)))
        return compare(self._table.truth(1), replay(lines).verdicts, f"{self._case.name}: ").false


def play(case: Case, reader: CardReader, only_s: float = math.inf, *, is_kit: bool = False) -> Result:
    """Play a case to its end, or from shortly before its first card for so long: then nobody is judged."""
    deal = Deal(case, is_kit=is_kit)
    is_whole = math.isinf(only_s)
    now = [deal.begin_s if is_whole else round(deal.first_s - _SHORTLY_S, 3)]
    end_s = min(deal.end_s, now[0] + only_s)
    camera = deal.camera(lambda: now[0])
    eye = Eye(camera, reader, layout=deal.layout, show_every_s=None)
    pegs = deal.pegs_by(eye)
    book = _Book(case.name, deal.lying, deal.standing)
    wake = -math.inf
    notes: dict[str, None] = {}
    try:
        while now[0] < end_s:
            if now[0] >= wake - 1e-6:
                step = eye.step(now[0])
                book.hear(now[0], step.observations)
                wake = step.next_wake
                if pegs is not None:
                    book.hear(now[0], tuple(pegs.step(now[0], eye.small, eye.fix)))
                    wake = min(wake, now[0] + pegs.wait_s())
                if step.health.note:
                    notes[step.health.note] = None
            book.look(now[0])
            now[0] = round(now[0] + _STEP_S, 3)
    finally:
        camera.close()
    result = book.result(now[0])
    result.accused = deal.blamed(book.seen) if is_whole else []
    result.notes = list(notes)
    return result


class _Book:
    """Who was told when, beside what lay there."""

    def __init__(
        self,
        name: str,
        lying: Callable[[float], dict[str, frozenset[str]]],
        standing: Callable[[float], dict[str, frozenset[int]]] = lambda _t: {},
    ) -> None:
        self.seen: list[Observation] = []
        self._name = name
        self._lying = lying
        self._standing = standing
        self._told: dict[str, frozenset[str]] = {}
        self._unread: set[str] = set()
        self._is_blind = False
        self._cards: dict[tuple[str, str], _Card] = {}
        self._wrong: list[str] = []

    def hear(self, now: float, observations: tuple[Observation, ...]) -> None:
        """What the eye says at this time."""
        for seen in observations:
            self.seen.append(seen)
            if isinstance(seen, Holes):
                self._check_pegs(now, seen)
            elif isinstance(seen, Fault) and seen.part != BOARD:
                self._is_blind = not seen.is_over
            elif isinstance(seen, Unread):
                self._unread.add(seen.zone)
            elif isinstance(seen, Cards):
                self._unread.discard(seen.zone)
                self._told[seen.zone] = frozenset(str(card) for card in seen.seen)
                self._check(now, seen)

    def _check(self, now: float, seen: Cards) -> None:
        times = (seen.t, seen.t + _LAYING_S, now)
        right = frozenset[str]().union(*(self._lying(t).get(seen.zone, frozenset()) for t in times))
        for card in self._told[seen.zone] - right:
            self._wrong.append(f"{self._name}: {card} in zone {seen.zone} at {seen.t:.1f} s")

    def _check_pegs(self, now: float, seen: Holes) -> None:
        """Pegs told so have stood so since then."""
        tenths = range(round(10 * seen.t), round(10 * now) + 2)
        stood = [self._standing(tenth / 10) for tenth in (*tenths, 10 * seen.t)]
        for player, holes in seen.holes.items():
            if holes not in [each.get(player) for each in stood]:
                self._wrong.append(f"{self._name}: pegs of {player} in {sorted(holes)} at {seen.t:.1f} s")

    def look(self, now: float) -> None:
        """What lies there at this time, and whether it was told, or said to be unread."""
        lying = self._lying(now)
        there = {(zone, card) for zone, cards in lying.items() for card in cards}
        for key in there:
            self._cards.setdefault(key, _Card(now))
        for (zone, name), card in self._cards.items():
            if (zone, name) not in there and card.went == math.inf:
                card.went = now
            is_told = name in self._told.get(zone, frozenset())
            is_said = zone in self._unread or self._is_blind
            is_right = is_told == ((zone, name) in there)
            if is_told:
                card.told = min(card.told, now)
            if is_said and not is_told:
                card.was_said = True
            if is_right or is_said:
                card.mute_since = None
            elif card.mute_since is None:
                card.mute_since = now
            if card.mute_since is not None:
                card.mute_s = max(card.mute_s, now - card.mute_since)

    def result(self, end: float) -> Result:
        """The sum."""
        cards = {k: c for k, c in self._cards.items() if min(c.went, end) - c.came >= _LAY_S}
        told = [card for card in cards.values() if card.told < math.inf]
        silent = [
            f"{self._name}: {name} in zone {zone} from {card.came:.1f} s, for {card.mute_s:.1f} s"
            for (zone, name), card in cards.items()
            if card.mute_s > SILENT_S
        ]
        return Result(
            1, len(cards), len(told), [round(card.told - card.came, 1) for card in told],
            sum(card.was_said for card in cards.values() if card.told == math.inf),
            silent, max((card.mute_s for card in cards.values()), default=0.0), self._wrong,
        )  # fmt: skip


def _by_zone(scene: Scene) -> dict[str, frozenset[str]]:
    return {zone: frozenset(_in_zone(scene, zone)) for zone in LONG_BOARD.zones}


def _in_zone(scene: Scene, zone: str) -> Iterator[str]:
    for place in LONG_BOARD.places:
        if place.zone == zone:
            for card in scene.face_up():
                if card.card and place.holds(card.x_mm, card.y_mm):
                    yield card.card
