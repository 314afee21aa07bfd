"""Are the models what the measures say? Every hole at its place in the files, each part within its machine."""

from __future__ import annotations

from pathlib import Path

from build123d import import_step

from hardware.cad import measures as m
from hardware.cad.fits import faults as misfits
from hardware.cad.make import bores, long_board
from hardware.cad.measures import LongBoard


def missing_holes(path: Path, diameter: float, board: LongBoard) -> list[str]:
    """The holes of the board that a STEP file does not have, to 0.01 mm."""
    found = {(round(x, 2), round(y, 2)) for x, y, d in bores(path) if abs(d - diameter) < 0.005}
    return [name for name, x, y in board.peg_holes() if (round(x, 2), round(y, 2)) not in found]


def too_large(folder: Path) -> list[str]:
    """Parts that do not fit their machine, in either of two directions."""
    found = []
    for name, machine in m.PART_MACHINE.items():
        size = import_step(str(folder / f"{name}.step")).bounding_box().size
        part = [*sorted((size.X, size.Y), reverse=True), size.Z]
        room = [*sorted(m.MACHINES[machine][:2], reverse=True), m.MACHINES[machine][2]]
        if any(p > r + 1e-6 for p, r in zip(part, room, strict=True)):
            found.append(
                f"{name} is {part[0]:.0f} x {part[1]:.0f} x {part[2]:.0f} mm: too large for a {machine}"
            )
    return found


def faults(folder: Path) -> list[str]:
    """Everything that is wrong with the models in a folder."""
    board = long_board()
    found = misfits(board)
    for name, width in (
        ("top-plate", board.board.geometry.hole_diameter_mm),
        ("grip", m.GRIP_HOLE),
        ("board", m.WOOD_HOLE),
    ):
        lost = missing_holes(folder / f"{name}.step", width, board)
        if lost:
            found.append(
                f"{name}.step: {len(lost)} holes are not where they belong: {', '.join(lost[:5])} ..."
            )
    return found + too_large(folder)
