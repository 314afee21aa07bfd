"""`make bench-pegs`: the reader of pegs on drawn boards, pegs and lights that it was not made with.

Each session is one board, one finish, one kind of peg, one light, one camera; its reader knows the mean of eight
pictures of the empty board. A third of the scenes has neighbouring pegs, a third pegs anywhere, a third a hand over
the board or a peg lying on it. A covered track may be *not seen*; told wrongly it never may be.

Each scene is looked at as a table does: ten times a second, until every track was told in two looks in a row. So
there are two figures: what one look tells, and what is told within `_AT_REST` looks. A track is wrong if any look
told it wrongly. The next scene comes a tenth of a second after the last, with nobody seen to move a peg: whatever the
reader still has of the scene before must not tell. Writes the table to vision/notes/pegs-measured.md as it goes.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np

from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, start
from vision.arrays import Picture, as_u8
from vision.frames import Frame
from vision.pegs.reader import PegLook, PegReader
from vision.scene.kit import Kit, Loose
from vision.scene.kitboards import APART, BUILDING, KIT_LAYOUT, SHAPES, Kinds
from vision.scene.model import ArmOver, Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer
from vision.zones import TableFix, ZoneFinder

SIZE_PX: Final = (2304, 1296)
EMPTY_PICTURES: Final = 8
_SCENES: Final = 12
_AT_REST: Final = 6
_STEP_S: Final = 0.1
_KEEP_EVERY: Final = 50  # boards
_TILT_DEG, _ROLL_DEG = 9.0, 3.0
_HEAD: Final = (
    "# Pegs read by the camera, measured\n\n"
    "Written by `make bench-pegs`: drawn boards, pegs and lights that nothing was chosen by.\n"
)
OUT: Final = Path("vision/notes/pegs-measured.md")


@dataclass(slots=True)
class Tally:
    """How many tracks were read how; `ms` is the processor time of each look.

    `once`: of tracks that nothing covered, by the first look; `rest`: by all looks; `covered`: by all looks, of
    tracks with a hand or a lying peg over the board. Each ``exact``, ``not seen`` or ``wrong``.
    """

    once: Counter[str] = field(default_factory=Counter)
    rest: Counter[str] = field(default_factory=Counter)
    covered: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)

    @property
    def tracks(self) -> int:
        """Tracks that nothing covered."""
        return self.rest.total()

    @property
    def exact(self) -> int:
        """Of these, so many were told as they are."""
        return self.rest["exact"]

    @property
    def not_seen(self) -> int:
        """Of these, so many were not told."""
        return self.rest["not seen"]


@dataclass(frozen=True, slots=True)
class Session:
    """One board under one camera."""

    shape: str
    finish: str
    pegs: str
    light: str
    number: int

    def __str__(self) -> str:
        return f"{self.shape}, {self.finish}, {self.pegs} pegs, {self.light} light, number {self.number}"


def sessions(kinds: Kinds, count: int, seed: int) -> Iterator[Session]:
    """So many boards by chance; the same seed gives the same ones."""
    chance = random.Random(f"pegs {seed}")
    for number in range(count):
        yield Session(
            chance.choice(list(SHAPES)), chance.choice(list(kinds.finishes)),
            chance.choice(list(kinds.pegs)), chance.choice(list(kinds.lights)), seed * 10_000 + number,
        )  # fmt: skip


def measure(session: Session, kinds: Kinds, tally: Tally, scenes: int = _SCENES) -> None:
    """Read one session's pictures and count."""
    chance = random.Random(f"looks {session}")
    kit = Kit(SHAPES[session.shape](), kinds.finishes[session.finish], kinds.pegs[session.pegs])
    tilt, roll = chance.uniform(-_TILT_DEG, _TILT_DEG), chance.uniform(-_ROLL_DEG, _ROLL_DEG)
    pinhole = over_table(SIZE_PX, KIT_LAYOUT.bounds_mm(), tilt_deg=tilt, roll_deg=roll)
    light = kinds.lights[session.light]
    drawn = Renderer(SIZE_PX, light, layout=KIT_LAYOUT, pinhole=pinhole, seed=session.number, kit=kit)
    first = Frame(drawn.draw(Scene(), 0), 0.0)
    fix = ZoneFinder(KIT_LAYOUT).find(first)
    if not isinstance(fix, TableFix):
        raise RuntimeError(f"{session}: {fix.why}")
    reader = PegReader(kit.board, KIT_LAYOUT.board_top_mm)
    empty = [reader.flat(Frame(drawn.draw(Scene(), 100 + i), 0.0), fix) for i in range(EMPTY_PICTURES)]
    reader.use_empty(mean_of(empty))
    # Between the two pictures the light has changed a little, as it does over an evening.
    gain = chance.uniform(0.85, 1.15)
    t = 0.0
    for number in range(scenes):
        what = ("neighbours", "anywhere", "covered")[number % 3]
        truth = {player: _pegs(kit, player, what, chance) for player in kit.board.players}
        arms: tuple[ArmOver, ...] = ()
        loose: tuple[Loose, ...] = ()
        if what == "covered" and chance.random() < 0.6:
            arms = (
                ArmOver(
                    chance.uniform(-200, 200), chance.uniform(-60, 60), chance.choice((80, 97, 262, 278))
                ),
            )
        elif what == "covered":
            angle = chance.uniform(0, 6.283)
            dx, dy = 24.0 * np.cos(angle), 24.0 * np.sin(angle)
            loose = (
                Loose(chance.uniform(-180, 180), chance.uniform(-40, 40), dx, dy, 1.6, kit.pegs.colors[0]),
            )
        now = drawn if not loose else Renderer(
            SIZE_PX, light, layout=KIT_LAYOUT, pinhole=pinhole, seed=session.number, kit=replace(kit, loose=loose)
        )  # fmt: skip
        scene = Scene(pegs=truth, arms=arms)
        seen: list[PegLook] = []
        while len(seen) < _AT_REST and not (len(seen) > 1 and seen[-2].is_whole and seen[-1].is_whole):
            noise = 200 + number + 1000 * len(seen)
            frame = Frame(now.draw(scene, noise, partial(_brighter, gain=gain)), t)
            t = round(t + _STEP_S, 3)
            began = time.process_time()
            seen.append(reader.look(frame, fix))
            tally.ms.append((time.process_time() - began) * 1000)
        _count(session, what, truth, seen, tally)


def _brighter(picture: Picture, gain: float) -> Picture:
    return as_u8(cv2.convertScaleAbs(picture, alpha=gain))


def mean_of(pictures: list[Picture]) -> Picture:
    """The mean of pictures of the same: less noise."""
    return as_u8(np.round(np.mean([p.astype(np.float32) for p in pictures], axis=0)).astype(np.uint8))


def _pegs(kit: Kit, player: str, what: str, chance: random.Random) -> frozenset[int]:
    first, last = min(kit.board.tracks[player]), kit.board.lap
    if what == "neighbours":
        hole = chance.randrange(first, last)
        return frozenset((hole, hole + 1))
    return frozenset(chance.sample(range(first, last + 1), 2))


def _count(
    session: Session, what: str, truth: dict[str, frozenset[int]], seen: list[PegLook], tally: Tally
) -> None:
    for player, holes in truth.items():
        told = [look.tracks[player] if player in look.seen else None for look in seen]
        at_once = _kind(holes, told[0], told[0])
        at_rest = [_kind(holes, *two) for two in pairwise(told)]
        wrong = [pegs for pegs in told if pegs is not None and pegs != holes]
        kind = "wrong" if wrong else "exact" if "exact" in at_rest else "not seen"
        if wrong:
            tally.wrongs.append(f"{session}: {what}: {player} {sorted(holes)} was told as {sorted(wrong[0])}")
        if what == "covered":
            tally.covered[kind] += 1
        else:
            tally.once[at_once] += 1
            tally.rest[kind] += 1


def _kind(holes: frozenset[int], one: frozenset[int] | None, other: frozenset[int] | None) -> str:
    """What two looks tell of a track."""
    if one is None or one != other:
        return "not seen"
    return "exact" if one == holes else "wrong"


def table(name: str, tally: Tally) -> list[str]:
    """What was measured, as lines of Markdown."""
    rows = (
        ("nothing over the board, one look", tally.once),
        ("nothing over the board, at rest", tally.rest),
        ("a hand or a lying peg, at rest", tally.covered),
    )
    lines = []
    for what, of in rows:
        share = 100 * of["exact"] / max(1, of.total())
        cells = (of.total(), f"{of['exact']} ({share:.2f} %)", of["not seen"], of["wrong"])
        lines.append(f"| {name}, {what} | {' | '.join(map(str, cells))} |")
    return lines


def _times(tally: Tally) -> tuple[float, float]:
    """Of the looks' processor time, ms: the median and the 95th percentile."""
    return float(np.median(tally.ms)), float(np.percentile(tally.ms, 95))


def _report(name: str, tally: Tally, boards: int, seed: int) -> list[str]:
    median, p95 = _times(tally)
    return [
        "| pictures | tracks | exact | not seen | wrong |", "|---|---|---|---|---|", *table(name, tally), "",
        f"A look takes {median:.1f} ms of processor time (median; 95th percentile {p95:.1f} ms); {boards} boards, "
        f"seed {seed}. *At rest*: told in two looks in a row, ten a second, of at most {_AT_REST}.",
    ]  # fmt: skip


@click.command()
@click.argument("boards", type=AT_LEAST_ONE, default=200)
@click.option("--building", is_flag=True, help="Boards of the kinds it was made with; the table is not kept.")
@click.option("--seed", type=SEED, default=2, show_default=True, help="The same seed gives the same boards.")
@json_option("all boards", "boards", "once", "rest", "covered", "wrongs", "median_ms", "p95_ms")
def main(boards: int, building: bool, seed: int, as_json: bool) -> None:
    """Measure the reader of pegs on BOARDS drawn boards (200 unless given).

    Ends with 1 if a track was told wrongly.
    """
    cv2.setNumThreads(1)
    kinds, name = (BUILDING, "kinds it was made with") if building else (APART, "kinds kept apart")
    tally, lines = Tally(), [""]
    for number, session in enumerate(
        along(sessions(kinds, boards, seed), "measuring", boards, quiet=as_json), 1
    ):
        measure(session, kinds, tally)
        if number % _KEEP_EVERY and number < boards:
            continue
        lines = _report(name, tally, number, seed)
        if not building:
            OUT.write_text("\n".join([_HEAD, *lines, ""]), encoding="utf-8")
    median, p95 = _times(tally)
    row = {
        "boards": boards, "once": tally.once, "rest": tally.rest, "covered": tally.covered,
        "wrongs": tally.wrongs, "median_ms": round(median, 2), "p95_ms": round(p95, 2),
    }  # fmt: skip
    show_one(row, as_json, "\n".join([*lines, "", *tally.wrongs]))
    sys.exit(1 if tally.wrongs else 0)


if __name__ == "__main__":
    start(main)
