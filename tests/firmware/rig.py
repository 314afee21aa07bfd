"""A whole board process in one test: simulated chain, real loop, a journal, and an eye that says what it is told.

Table time moves only when the test says so; nothing sleeps. `restart` is a power cut of the process: the board
and the journal stay, everything else is made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from cribbage.log.codec import observation_body
from cribbage.log.observations import Cards, Observation
from cribbage.score.cards import parse_cards
from firmware.boardmap import BoardMap
from firmware.box.journal import Journal, MemoryJournal, Stored
from firmware.box.pulse import Pulse
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.reader import BoardReader
from firmware.recorder import Recorder
from firmware.table import TableLoop

START = frozenset({"A0", "A-1", "B0", "B-1"})
BEGIN_T = 100.0
HEADER = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False,
    "players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]},
}  # fmt: skip


class Rig:
    """One table. `options` go to every `TableLoop` that is made."""

    def __init__(
        self,
        board_map: BoardMap,
        run_dir: Path,
        *,
        pegs: Iterable[str] | Callable[[float], frozenset[str]] = START,
        journal: Journal | None = None,
        **options: Any,
    ) -> None:
        self.board_map = board_map
        self.run_dir = run_dir
        self.journal: Journal = journal if journal is not None else MemoryJournal()
        self.faults = SimFaults()
        self.pegs: set[str] = set() if callable(pegs) else set(pegs)
        self._holes = pegs if callable(pegs) else lambda _t: frozenset(self.pegs)
        self.t = BEGIN_T
        self.eye_until: float | None = None
        """Up to when the eye has reported; None: up to now."""
        self.eye: Callable[[float], object] | None = None
        """An eye process's own step, where a test has one."""
        self.options = options
        self.pulse = Pulse.open(run_dir)
        self.driver = open_simulated(board_map, lambda: self._holes(self.t), self.faults)
        self._wish = self.t
        self.restart()

    def restart(self) -> None:
        """The process ends without a word, and another one begins."""
        self.recorder = Recorder(self.journal)
        masked = self.recorder.state.masked
        self.reader = BoardReader(
            self.driver,
            self.board_map,
            last=self.recorder.last_holes,
            masked=masked,
            was_faulty=self.recorder.fault_of("board") is not None,
            lost=self.recorder.unfollowed,
        )
        options = {name: make(self) if callable(make) else make for name, make in self.options.items()}
        self.loop = TableLoop(self.reader, self.recorder, self.journal, self.pulse, self.run_dir, **options)
        self._wish = self.t

    def close(self) -> None:
        self.driver.close()
        self.pulse.close()

    # --- time ---------------------------------------------------------------------------------------------

    def step(self) -> None:
        if self.eye is not None:
            self.eye(self.t)
        else:
            until = self.t if self.eye_until is None else self.eye_until
            self.pulse.beat("eye", done=self.t, until=until)
        self._wish = self.loop.step(self.t)

    def run(self, seconds: float, longest_s: float = 0.1) -> None:
        """Let time pass: a scan at least every `longest_s`, and whenever the loop asks for one."""
        end = round(self.t + seconds, 3)
        while self.t < end:
            self.t = round(min(max(self._wish, self.t + 0.01), self.t + longest_s, end), 3)
            self.step()

    def standing(self) -> frozenset[str]:
        """The holes in which pegs really stand now, whatever the contacts say."""
        return frozenset(self._holes(self.t))

    # --- what happens at the table -------------------------------------------------------------------------

    def put(self, *holes: str) -> None:
        self.pegs |= set(holes)
        self._wish = self.t  # the next scan is never more than 10 ms away

    def take(self, *holes: str) -> None:
        self.pegs -= set(holes)
        self._wish = self.t

    def peg(self, player: str, rear: int, front: int) -> None:
        """Lift the rear peg and put it in front, as one does it, and let go."""
        self.take(f"{player}{rear}")
        self.run(0.6)
        self.put("game" if front >= 121 else f"{player}{front}")
        self.run(1.6)

    def see(self, *observations: Observation) -> None:
        """The eye reports."""
        for one in observations:
            self.journal.put("eye", one.t, observation_body(one))

    def cards(self, zone: str, *cards: str) -> None:
        """The eye sees the cards of a zone lie there now, and half a second passes."""
        self.see(Cards(self.t, zone, tuple(parse_cards(cards))))
        self.run(0.5)

    def say(self, body: dict[str, Any]) -> None:
        """The page puts something into the inbox, and a moment passes."""
        self.journal.put("page", self.t, body)
        self.run(0.1)

    def new_game(self, **header: Any) -> None:
        self.say({"new_game": HEADER | header})

    # --- what came of it --------------------------------------------------------------------------------

    def stored(self, *kinds: str) -> Iterator[Stored]:
        return (one for one in self.journal.events() if not kinds or one.event.kind in kinds)

    def bodies(self, kind: str) -> list[dict[str, Any]]:
        return [dict(one.event.body) for one in self.stored(kind)]

    @property
    def verdicts(self) -> list[tuple[str, Any, Any]]:
        return [(v["code"], v["player"], v["points"]) for v in self.bodies("verdict")]

    @property
    def health(self) -> list[dict[str, Any]]:
        """What the page is told of the board."""
        found: list[dict[str, Any]] = json.loads((self.run_dir / "board.json").read_text())
        return found

    @property
    def codes(self) -> list[str]:
        return [note["code"] for note in self.health]

    @property
    def faults_recorded(self) -> list[tuple[str, str]]:
        return [(b["fault"]["part"], b["fault"]["what"]) for b in self.bodies("seen") if "fault" in b]
