"""Makes or checks everything a maker needs: ``python -m hardware.make`` (or ``make hardware``, which checks).

    python -m hardware.make               make all files again
    python -m hardware.make --check       make them elsewhere, run every check, compare with what is kept
    python -m hardware.make --only paper  one part: electronics, sums, cad, paper, harness, kept

What cannot be done because a tool is missing is named with the way to get it; with ``--strict`` that is an error.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from hardware import tools
from hardware.tools import ROOT, ToolFailed
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import start

HERE: Final = ROOT / "hardware"
ARTEFACT: Final = ROOT / "build/hardware"
"""Where models lie that are made and not kept."""


Say = Callable[[str], None]
"""Takes one line of what was done."""


def electronics(check: bool, say: Say) -> list[str]:
    """Schematics, boards, what the board house gets, parts list."""
    from firmware.boardfile import load_board
    from hardware.electronics import make as kicad
    from hardware.electronics.bom import bom, lines
    from hardware.electronics.circuits import circuits

    board = load_board()
    faults = []
    with tempfile.TemporaryDirectory(prefix="pegwatch-boards-") as fresh:
        for circuit in circuits(board):
            folder, kept = Path(fresh) / circuit.name, kicad.HERE / circuit.name
            if not check:
                kicad.make_circuit(circuit, kept)
                kicad.make_fab(circuit, kept)
                kicad.make_pictures(circuit, kept)
            else:
                kicad.make_circuit(circuit, folder)
                kicad.make_fab(circuit, folder)
                faults += kicad.differences(circuit, folder, kept)
            kicad.make_views(circuit, kept, ARTEFACT)
            found = kicad.faults(circuit, kept)
            faults += [f"{circuit.name}: {fault}" for fault in found]
            say(
                f"{circuit.name}: {len(circuit.components)} parts, {len(circuit.nets())} nets; electrical rules,"
                f" design rules, open connections, schematic against board: {len(found)} faults"
            )
    path, text = kicad.HERE / "bom.csv", bom(board)
    if not check:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        faults.append("hardware/electronics/bom.csv: not what the scripts make")
    found_lines = list(lines(board))
    say(f"bom.csv: {len(found_lines)} kinds, {sum(line.sum_usd for line in found_lines):.2f} US dollars")
    return faults


def sums(check: bool, say: Say) -> list[str]:
    """The circuit on paper and what it costs, and the documents that quote them."""
    from firmware.boardfile import load_board
    from hardware import costs
    from hardware.sums.circuit import results
    from hardware.sums.clock import LIMITS_V, deck, pi_faults, pi_lines, simulate
    from hardware.sums.clock import faults as clock_faults
    from hardware.sums.document import simulated, update, update_hall
    from hardware.sums.hall import results as hall_results

    board = load_board()
    figures = results(board) | {f"hall {key}": result for key, result in hall_results(board).items()}
    faults = [f"{key}: {r.value:.4g} {r.unit}, {r.what}" for key, r in figures.items() if not r.holds]
    say(f"{len(figures)} figures, {len(faults)} past a limit")
    runs = None
    if (why := tools.spice_missing()) is None:
        runs = simulate(deck()), simulate(deck(source_ohm=0.1)), pi_lines(), pi_lines(series_ohm=0.0)
    for name, renew in (("circuit.md", update), ("building.md", costs.update), ("hall.md", update_hall)):
        path = HERE / name
        kept = path.read_text(encoding="utf-8")
        text = renew(kept, board)
        if runs:
            text = simulated(text, *runs)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif text != kept:
            faults.append(f"hardware/{name} quotes other figures than the sums give")
    if runs is None:
        say(f"the clock's simulation SKIPPED: {why}")
        return faults
    edges, _, pi, _ = runs
    low, high = min(e.lowest_v for e in edges), max(e.highest_v for e in edges)
    say(
        f"clock in ngspice: {len(edges)} modules, {max(e.edges for e in edges)} edges of one pulse,"
        f" {low:.2f} to {high:.2f} V (may be {LIMITS_V[0]:g} to {LIMITS_V[1]:g} V)"
    )
    return faults + clock_faults(edges) + pi_faults(pi)


def cad(check: bool, say: Say) -> list[str]:
    """Blocks, frame, pegs, pins, case and mast: made in build/hardware, only their fingerprints are kept."""
    from hardware.cad import fits, hall_top
    from hardware.cad import make as models

    top = models.the_board()
    found = [*hall_top.faults(top), *fits.faults(top.long_board), *fits.too_large(top)]
    parts = models.build(top)
    models.write(top, parts, ARTEFACT)
    now = models.fingerprints(parts, ARTEFACT)
    if not check:
        from hardware.cad.views import pictures

        models.FINGERPRINTS.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        pictures(top, parts)
    else:
        path = models.FINGERPRINTS
        kept_now = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        found += [
            f"{name}: not the solid or drawing that models.json names"
            for name in sorted(now.keys() | kept_now.keys())
            if now.get(name) != kept_now.get(name)
        ]
    found += models.missing_holes(top, ARTEFACT)
    say(
        f"{len(now)} solids and drawings in {ARTEFACT.relative_to(ROOT)}; {len(top.board.positions_mm)} holes in the"
        f" opened files, floors, rooms, wood, cables, sight of the lens: {len(found)} faults"
    )
    return found


def paper(check: bool, say: Say) -> list[str]:
    """Markers and drawings."""
    from firmware.boardfile import load_board
    from hardware.cad.hall_top import HallTop
    from hardware.paper.sheets import files
    from vision.layout import LONG_BOARD

    made = files(HallTop(load_board(), LONG_BOARD))
    say(f"{len(made)} sheets and drawings, byte for byte")
    return _keep(made, HERE / "paper", check)


def harness(check: bool, say: Say) -> list[str]:
    """The cables."""
    from firmware.boardfile import load_board
    from hardware.cables import draw, sources

    if not check:
        draw()
    texts = {f"{name}.yml": text.encode() for name, text in sources(load_board()).items()}
    found = _keep(texts, HERE / "harness", check)
    with tempfile.TemporaryDirectory() as fresh:
        draw(Path(fresh))
        found += [
            f"hardware/harness/{path.name}: other words than the pin map gives"
            for path in sorted(Path(fresh).glob("*.svg"))
            if written(path) != written(HERE / "harness" / path.name)
        ]
    say(f"{len(texts)} cables drawn, their words compared")
    return found


def written(drawing: Path) -> list[str]:
    """Every word of an SVG drawing, sorted: its places differ from one graphviz to the next."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", drawing.read_text(encoding="utf-8")))


def kept(check: bool, say: Say) -> list[str]:
    """Nothing that is kept is older than what it was made from, changed by hand or left over."""
    from firmware.boardfile import load_board
    from hardware.made import GROUPS, files, stale

    if not check:
        return []
    say(f"{sum(1 for group in GROUPS.values() for _ in files(group))} files as they were made (made.json)")
    return stale(load_board())


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


PARTS: Final[dict[str, tuple[Callable[[bool, Say], list[str]], Callable[[], str | None]]]] = {
    "kept": (kept, _nothing),
    "sums": (sums, _nothing),
    "paper": (paper, _nothing),
    "harness": (harness, tools.harness_missing),
    "cad": (cad, tools.cad_missing),
    "electronics": (electronics, tools.kicad_missing),
}
"""Name -> (what makes or checks it, what says why it cannot be done here)."""
RECORDED: Final = {
    "harness": ("cables",),
    "cad": ("models", "pictures"),
    "electronics": ("hall-module", "hall-head", "parts list"),
}
"""Which groups of `hardware.made` a part makes."""


def _record(groups: tuple[str, ...]) -> None:
    from firmware.boardfile import load_board
    from hardware.made import record

    if groups:
        record(groups, load_board())


@click.command()
@click.option("--check", is_flag=True, help="Compare with what is kept and run every check.")
@click.option("--only", type=OneOf(sorted(PARTS)), help="One part of it.")
@click.option("--strict", is_flag=True, help="A missing tool is an error.")
@json_option("each part", "part", "came", "seconds", "said", "faults")
def main(check: bool, only: str | None, strict: bool, as_json: bool) -> None:
    """Make everything a maker needs, or check it; ends with 1 if a check failed."""
    failed = skipped = 0
    for name, (work, missing) in PARTS.items():
        if only not in (None, name):
            continue
        if (why := missing()) is not None:
            skipped += 1
            show_one(_row(name, "skipped", 0.0, [why], []), as_json, _told)
            continue
        said: list[str] = []
        began = time.monotonic()
        try:
            found = work(check, said.append)
        except ToolFailed as error:
            found = [str(error)]
        if not check and not found:
            _record(RECORDED.get(name, ()))
        failed += bool(found)
        show_one(
            _row(name, "failed" if found else "ok", time.monotonic() - began, said, found), as_json, _told
        )
        sys.stdout.flush()
    sys.exit(1 if failed or (skipped and strict) else 0)


def _row(part: str, came: str, seconds: float, said: list[str], faults: list[str]) -> Row:
    return {"part": part, "came": came, "seconds": round(seconds, 1), "said": said, "faults": faults}


def _told(row: Row) -> str:
    if row["came"] == "skipped":
        return f"{row['part']}: SKIPPED: {row['said'][0]}"
    verdict = "FAILED" if row["came"] == "failed" else "ok"
    lines = (f"  {line}" for line in (*row["said"], *row["faults"]))
    return "\n".join((f"{row['part']}: {verdict} ({row['seconds']:.0f} s)", *lines))


if __name__ == "__main__":
    start(main)
