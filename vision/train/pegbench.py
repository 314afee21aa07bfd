"""`make bench-pegs`: the reader of pegs on drawn boards, pegs and lights that it was not made with.

Each session is one board, one finish, one kind of peg, one light, one camera; its reader knows the mean of eight
pictures of the empty board. A third of the looks has neighbouring pegs, a third pegs anywhere, a third a hand over
the board or a peg lying on it. A covered track may be *not seen*; told wrongly it never may be. Writes the table to
vision/notes/pegs-measured.md.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
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
from vision.scene.model import HandOver, Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer
from vision.zones import TableFix, ZoneFinder

SIZE_PX: Final = (2304, 1296)
EMPTY_PICTURES: Final = 8
_LOOKS: Final = 12
_TILT_DEG, _ROLL_DEG = 9.0, 3.0
_HEAD: Final = (
    "# Pegs read by the camera, measured\n\n"
    "Written by `make bench-pegs`: drawn boards, pegs and lights that nothing was chosen by.\n"
)
OUT: Final = Path("vision/notes/pegs-measured.md")


@dataclass(slots=True)
class Tally:
    """How many tracks were read how; `ms` is the processor time of each look."""

    exact: int = 0
    not_seen: int = 0
    wrong: int = 0
    covered: Counter[str] = field(default_factory=Counter)
    """The same of tracks in looks with a hand or a lying peg: ``exact``, ``not seen``, ``wrong``."""
    ms: list[float] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)

    @property
    def tracks(self) -> int:
        """Tracks that nothing covered."""
        return self.exact + self.not_seen + self.wrong


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


def measure(session: Session, kinds: Kinds, tally: Tally, looks: int = _LOOKS) -> None:
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
    for look in range(looks):
        what = ("neighbours", "anywhere", "covered")[look % 3]
        truth = {player: _pegs(kit, player, what, chance) for player in kit.board.players}
        hands: tuple[HandOver, ...] = ()
        loose: tuple[Loose, ...] = ()
        if what == "covered" and chance.random() < 0.6:
            hands = (
                HandOver(
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
        scene = Scene(pegs=truth, hands=hands)
        picture = now.draw(scene, 200 + look, partial(_brighter, gain=gain))
        began = time.process_time()
        seen = reader.look(Frame(picture, 1.0 + look), fix)
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
    session: Session, what: str, truth: dict[str, frozenset[int]], seen: PegLook, tally: Tally
) -> None:
    for player, holes in truth.items():
        kind = "not seen" if player not in seen.seen else "exact" if seen.tracks[player] == holes else "wrong"
        if kind == "wrong":
            tally.wrongs.append(
                f"{session}: {what}: {player} {sorted(holes)} was told as {sorted(seen.tracks[player])}"
            )
        if what == "covered":
            tally.covered[kind] += 1
        elif kind == "exact":
            tally.exact += 1
        elif kind == "wrong":
            tally.wrong += 1
        else:
            tally.not_seen += 1


def table(name: str, tally: Tally) -> list[str]:
    """What was measured, as lines of Markdown."""
    share = 100 * tally.exact / max(1, tally.tracks)
    covered = tally.covered
    open_row = (tally.tracks, f"{tally.exact} ({share:.2f} %)", tally.not_seen, tally.wrong)
    covered_row = (covered.total(), covered["exact"], covered["not seen"], covered["wrong"])
    rows = (("nothing over the board", open_row), ("a hand or a lying peg", covered_row))
    return [f"| {name}, {what} | {' | '.join(map(str, row))} |" for what, row in rows]


@click.command()
@click.argument("boards", type=AT_LEAST_ONE, default=200)
@click.option("--building", is_flag=True, help="Boards of the kinds it was made with; the table is not kept.")
@click.option("--seed", type=SEED, default=2, show_default=True, help="The same seed gives the same boards.")
@json_option(
    "all boards", "boards", "tracks", "exact", "not_seen", "wrong", "covered", "wrongs", "median_ms", "p95_ms"
)
def main(boards: int, building: bool, seed: int, as_json: bool) -> None:
    """Measure the reader of pegs on BOARDS drawn boards (200 unless given).

    Ends with 1 if a track was told wrongly.
    """
    cv2.setNumThreads(1)
    kinds, name = (BUILDING, "kinds it was made with") if building else (APART, "kinds kept apart")
    tally = Tally()
    for session in along(sessions(kinds, boards, seed), "measuring", boards, quiet=as_json):
        measure(session, kinds, tally)
    median, p95 = float(np.median(tally.ms)), float(np.percentile(tally.ms, 95))
    lines = [
        "| pictures | tracks | exact | not seen | wrong |", "|---|---|---|---|---|", *table(name, tally), "",
        f"A look takes {median:.1f} ms of processor time (median; 95th percentile {p95:.1f} ms), {boards} boards.",
    ]  # fmt: skip
    row = {
        "boards": boards, "tracks": tally.tracks, "exact": tally.exact, "not_seen": tally.not_seen,
        "wrong": tally.wrong, "covered": tally.covered, "wrongs": tally.wrongs, "median_ms": round(median, 2),
        "p95_ms": round(p95, 2),
    }  # fmt: skip
    show_one(row, as_json, "\n".join([*lines, "", *tally.wrongs]))
    if not building:
        OUT.write_text("\n".join([_HEAD, *lines, ""]), encoding="utf-8")
    sys.exit(1 if tally.wrong or tally.covered["wrong"] else 0)


if __name__ == "__main__":
    start(main)
