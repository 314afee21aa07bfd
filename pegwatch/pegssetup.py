"""What a table whose pegs the camera reads is made of: its board, the picture of it when it was empty, its layout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from cribbage.book.seating import Seating
from cribbage.log.observations import Fault, Holes
from firmware.box.journal import Journal
from firmware.recorder import reported
from pegwatch.failure import PegwatchError
from pegwatch.pegsbyeye import BOARD, PegFollower, PegWatch
from pegwatch.plan import Plan
from vision.arrays import Picture, as_u8
from vision.cameras.decode import decode
from vision.eye import Eye
from vision.frames import Frame
from vision.layout import LONG_BOARD, TableLayout, load_layout
from vision.pegs.board import PegBoardError, load_pegboard
from vision.pegs.reader import PegReader
from vision.zones import TableFix, ZoneFinder

if TYPE_CHECKING:
    from vision.scene.kit import Kit

PEGS: Final = "pegs"
"""Source of the observations of pegs in the inbox: after the cards of the same instant."""
SIM_KIT_PX: Final = (2304, 1296)
SIM_FINISH, SIM_PEGS = "walnut", "plastic"
_EMPTY_PICTURES: Final = 8
_MAKE_ONE: Final = (
    "learn the board on the page, or with pegwatch board learn, and name it under [board] holes"
)


def layout_of(plan: Plan) -> TableLayout:
    """The places and markers of a plan's table; a simulated one is never laid as this machine's own."""
    if not plan.simulated:
        return load_layout(plan.settings.eye.layout)
    if not plan.has_pegs_by_eye:
        return LONG_BOARD
    from vision.scene.kitboards import KIT_LAYOUT

    return KIT_LAYOUT


def simulated_kit(plan: Plan) -> Kit | None:
    """The board and pegs of a simulated kit; None where the camera reads no pegs."""
    if not plan.has_pegs_by_eye:
        return None
    from vision.scene.kit import Kit
    from vision.scene.kitboards import BUILDING, SHAPES

    return Kit(SHAPES[plan.shape](), BUILDING.finishes[SIM_FINISH], BUILDING.pegs[SIM_PEGS])


def who_pegs(journal: Journal) -> tuple[str, ...]:
    """On whose tracks pegs stand: the sides of the latest game; two before the first."""
    games = journal.games()
    players = games[-1].header.get("players") if games else None
    return Seating(players or ("A", "B")).players


def pegs_of(plan: Plan, eye: Eye, journal: Journal) -> PegWatch:
    """What follows the pegs of a plan's table; `PegwatchError` where its board is not known."""
    players = who_pegs(journal)
    kit = simulated_kit(plan) if plan.simulated else None
    if kit is None:
        reader = learnt_reader(plan.board_file, eye.layout)
    else:
        reader = PegReader(kit.board, eye.layout.board_top_mm)
        reader.use_empty(_simulated_empty(plan, kit, reader))
    tracks = tuple(who for who in players if who in reader.board.players)
    if len(tracks) < len(players):
        raise PegwatchError(f"{reader.board.title} has no track for {', '.join(set(players) - set(tracks))}")
    reader.playing = frozenset(tracks)
    put = reported(journal, PEGS)
    last = [seen for seen in put if isinstance(seen, Holes)]
    lost: set[str] = set()
    for seen in put:
        if isinstance(seen, Fault) and seen.part == BOARD and seen.track is not None:
            (lost.discard if seen.is_over else lost.add)(seen.track)
    return PegWatch(
        reader, PegFollower(reader.board, last[-1] if last else None, lost, tracks), eye.full_picture
    )


def learnt_reader(path: Path, layout: TableLayout) -> PegReader:
    """The reader of a learnt board: FILE.toml, and FILE.png as it looked when it was empty."""
    try:
        reader = PegReader(load_pegboard(path), layout.board_top_mm)
    except PegBoardError as error:
        raise PegwatchError(str(error)) from error
    picture = path.with_suffix(".png")
    try:
        flat = decode(picture.read_bytes()) if picture.is_file() else None
    except OSError as error:
        raise PegwatchError(f"cannot read {picture}: {error.strerror}") from error
    if flat is None:
        raise PegwatchError(f"there is no picture {picture} of the empty board: {_MAKE_ONE}")
    try:
        reader.use_empty(flat)
    except ValueError as error:
        raise PegwatchError(f"{picture}: {error}; {_MAKE_ONE}") from error
    return reader


def why_not_learnt(plan: Plan) -> str:
    """Why the camera cannot read the pegs of a plan's real table yet, in one line; an empty text where it can."""
    if plan.simulated or not plan.has_pegs_by_eye:
        return ""
    if not plan.board_file.exists():
        return (
            "The pegs are not followed yet: no board is learnt. Learn the empty board on the page under Set-up, "
            f"or with pegwatch board learn ({plan.board_file} is not there)"
        )
    try:
        learnt_reader(plan.board_file, layout_of(plan))
    except PegwatchError as error:
        return f"The pegs are not followed yet: {error}"
    return ""


def _simulated_empty(plan: Plan, kit: Kit, reader: PegReader) -> Picture:
    """What learning the simulated board gave: the mean of some pictures of it without pegs."""
    from vision.cameras.sim import SimCamera
    from vision.scene.model import Scene

    clock = iter(range(1, 10_000))
    camera = SimCamera(
        lambda _t: Scene(pack=False), lambda: float(next(clock)), SIM_KIT_PX, plan.seed, plan.setting.light,
        plan.setting.ground, layout=layout_of(plan), art=plan.setting.art(), kit=kit,
    )  # fmt: skip
    with camera:
        frames = [camera.grab() for _ in range(_EMPTY_PICTURES)]
    return mean_flat(reader, frames, layout_of(plan))


def drawn_empty(shape: str, count: int) -> tuple[list[Frame], TableLayout]:
    """So many pictures of a drawn board without pegs, and its table's layout: to try learning without a camera."""
    from vision.cameras.sim import SimCamera
    from vision.scene.kit import Kit
    from vision.scene.kitboards import BUILDING, KIT_LAYOUT, SHAPES
    from vision.scene.model import Scene

    clock = iter(range(1, 10_000))
    kit = Kit(SHAPES[shape](), BUILDING.finishes[SIM_FINISH], BUILDING.pegs[SIM_PEGS])
    scene = Scene(pack=False)
    camera = SimCamera(lambda _t: scene, lambda: float(next(clock)), SIM_KIT_PX, layout=KIT_LAYOUT, kit=kit)
    with camera:
        return [camera.grab() for _ in range(count)], KIT_LAYOUT


def mean_flat(reader: PegReader, frames: list[Frame], layout: TableLayout) -> Picture:
    """The empty board from above, the mean of some pictures; `PegwatchError` where its markers are not seen."""
    fix = ZoneFinder(layout).find(frames[0])
    if not isinstance(fix, TableFix):
        raise PegwatchError(f"the board is not found in the picture: {fix.why}")
    flats = [reader.flat(frame, fix).astype(np.float32) for frame in frames]
    return as_u8(np.clip(np.round(np.mean(flats, axis=0)), 0, 255).astype(np.uint8))
