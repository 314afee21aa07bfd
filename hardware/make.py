"""Makes or checks everything a maker needs: ``python -m hardware.make`` (or ``make hardware``, which checks).

    python -m hardware.make               make all files anew
    python -m hardware.make --check       make them elsewhere, run every check, compare with what is kept
    python -m hardware.make --only paper  one part: electronics, sums, cad, paper, harness

What cannot be done because a tool is missing is named with the way to get it; with ``--strict`` that is an error.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware import tools
from hardware.tools import ROOT, ToolFailed

HERE: Final = ROOT / "hardware"


def electronics(check: bool) -> list[str]:
    """Schematics, boards, what the board house gets, parts list."""
    from firmware.boardmap import load_board
    from hardware.electronics import make as kicad
    from hardware.electronics.bom import bom
    from hardware.electronics.circuits import circuits

    if not check:
        return [f"{name}: {fault}" for name, found in kicad.make().items() for fault in found]
    faults = []
    board = load_board()
    with tempfile.TemporaryDirectory(prefix="pegwatch-boards-") as fresh:
        for circuit in circuits(board):
            folder, kept = Path(fresh) / circuit.name, kicad.HERE / circuit.name
            kicad.make_circuit(circuit, folder)
            kicad.make_fab(circuit.name, folder, pictures=False)
            faults += [f"{circuit.name}: {fault}" for fault in kicad.faults(circuit, kept)]
            faults += kicad.differences(circuit, folder, kept)
    if (kicad.HERE / "bom.csv").read_text(encoding="utf-8") != bom(board):
        faults.append("hardware/electronics/bom.csv: not what the scripts make")
    return faults


def sums(check: bool) -> list[str]:
    """The circuit on paper and what it costs, and the documents that quote them."""
    from firmware.boardmap import load_board
    from hardware import costs
    from hardware.sums.circuit import results
    from hardware.sums.clock import faults as clock_faults
    from hardware.sums.document import update

    board = load_board()
    faults = [f"{key}: {r.value:.4g} {r.unit}, {r.what}" for key, r in results(board).items() if not r.holds]
    for name, renew in (("circuit.md", update), ("building.md", costs.update)):
        path = HERE / name
        kept = path.read_text(encoding="utf-8")
        text = renew(kept, board)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif text != kept:
            faults.append(f"hardware/{name} quotes other figures than the sums give")
    if (why := tools.spice_missing()) is not None:
        sys.stdout.write(f"  skipped the clock's simulation: {why}\n")
        return faults
    return faults + clock_faults()


def cad(check: bool) -> list[str]:
    """Wood, plate, pegs, case and mast."""
    from hardware.cad import make as models
    from hardware.cad.check import faults

    if not check:
        models.write(models.build())
        return faults(models.HERE / "out")
    with tempfile.TemporaryDirectory(prefix="pegwatch-models-") as fresh:
        models.write(models.build(), Path(fresh))
        return faults(models.HERE / "out") + models.differences(Path(fresh), models.HERE / "out")


def paper(check: bool) -> list[str]:
    """Drill template and markers."""
    from firmware.boardmap import load_board
    from hardware.cad.measures import LongBoard
    from hardware.paper.sheets import files
    from vision.layout import LONG_BOARD

    return _keep(files(LongBoard(load_board(), LONG_BOARD)), HERE / "paper", check)


def harness(check: bool) -> list[str]:
    """The cables."""
    from firmware.boardmap import load_board
    from hardware.cables import draw, sources

    if not check:
        draw()
    texts = {f"{name}.yml": text.encode() for name, text in sources(load_board()).items()}
    found = _keep(texts, HERE / "harness", check)
    with tempfile.TemporaryDirectory() as fresh:
        draw(Path(fresh))
    return found


def _keep(files: dict[str, bytes], folder: Path, check: bool) -> list[str]:
    if not check:
        folder.mkdir(exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        return []
    return [
        f"hardware/{folder.name}/{name}: not what the scripts make"
        for name, data in files.items()
        if not (folder / name).exists() or (folder / name).read_bytes() != data
    ]


def _nothing() -> str | None:
    return None


PARTS: Final[dict[str, tuple[Callable[[bool], list[str]], Callable[[], str | None]]]] = {
    "sums": (sums, _nothing),
    "paper": (paper, _nothing),
    "harness": (harness, tools.harness_missing),
    "cad": (cad, tools.cad_missing),
    "electronics": (electronics, tools.kicad_missing),
}
"""Name -> (what makes or checks it, what says why it cannot be done here)."""


def main(arguments: list[str] | None = None) -> int:
    """Make or check; 0 when all is well, 1 when a check failed."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with what is kept and run every check")
    parser.add_argument("--only", choices=sorted(PARTS), help="one part of it")
    parser.add_argument("--strict", action="store_true", help="a missing tool is an error")
    options = parser.parse_args(arguments)
    failed = skipped = 0
    for name, (work, missing) in PARTS.items():
        if options.only not in (None, name):
            continue
        if (why := missing()) is not None:
            skipped += 1
            sys.stdout.write(f"{name}: SKIPPED: {why}\n")
            continue
        try:
            found = work(options.check)
        except ToolFailed as error:
            found = [str(error)]
        failed += bool(found)
        sys.stdout.write(
            f"{name}: {'ok' if not found else 'FAILED'}\n" + "".join(f"  {line}\n" for line in found)
        )
    return 1 if failed or (skipped and options.strict) else 0


if __name__ == "__main__":
    raise SystemExit(main())
