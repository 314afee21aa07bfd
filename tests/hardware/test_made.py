"""What is kept is what the scripts would make: known by every run of the tests, with no tool at all."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil

import pytest

from hardware import made
from hardware.electronics import bom
from hardware.electronics.parts import PARTS
from hardware.made import GROUPS, HERE, code, stale

BOARDS = ["hall-module", "hall-head"]


@pytest.fixture
def copy(tmp_path):
    """All that the fingerprints look at, as links; what is to be spoiled is made a file of its own with `own`."""
    ignore = shutil.ignore_patterns("__pycache__", "*.md")
    shutil.copytree(HERE, tmp_path / "hardware", ignore=ignore, copy_function=os.symlink)
    return tmp_path / "hardware"


def own(path):
    """The same file, but no link any more."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)
    return path


def test_nothing_that_is_kept_is_stale(longboard):
    assert stale(longboard) == []


def test_no_model_and_no_print_of_a_model_is_kept():
    """They are made, and go into the release: what is kept of them is a fingerprint."""
    kept = [path.name for path in HERE.rglob("*") if path.suffix.lower() in (".step", ".stl", ".dxf")]
    assert kept == []


def test_every_kind_of_file_is_watched():
    watched = {path for group in GROUPS.values() for path, _ in made.files(group)}
    for name in BOARDS:
        folder = f"electronics/{name}"
        assert {f"{folder}/{name}.kicad_{kind}" for kind in ("sch", "pcb", "pro")} <= watched
        fab = ("gerbers.zip", "positions.csv", "bom.csv", "top.png", "bottom.png")
        assert {f"{folder}/fab/{name}-{end}" for end in fab} <= watched
    for part in ("cad/models.json", "cad/pictures/table.png", "cad/pictures/board.png"):
        assert part in watched
    assert {"harness/pi-cable.svg", "harness/chain-cable.svg", "electronics/bom.csv"} <= watched


@pytest.mark.parametrize(
    "path",
    [
        "electronics/hall-head/fab/hall-head-top.png",
        "cad/models.json",
        "electronics/hall-module/hall-module.kicad_pcb",
    ],
)
def test_a_file_that_was_changed_by_hand_is_named(longboard, copy, path):
    with own(copy / path).open("ab") as file:
        file.write(b" ")
    assert stale(longboard, copy) == [f"hardware/{path}: was changed by hand since it was made"]


def test_a_file_that_is_lost_or_left_over_is_named(longboard, copy):
    (copy / "cad/pictures/table.png").rename(copy / "cad/pictures/old.png")
    assert stale(longboard, copy) == [
        "hardware/cad/pictures/old.png: was not made by the scripts",
        "hardware/cad/pictures/table.png: is missing",
    ]


@pytest.mark.parametrize(
    ("script", "old", "new", "groups"),
    [
        ("electronics/route.py", "_VIA_COST: Final = 12.0", "_VIA_COST: Final = 11.0", BOARDS),
        ("cad/models.py", "Cylinder(3, c.POST_HEIGHT", "Cylinder(4, c.POST_HEIGHT", ["models", "pictures"]),
        ("cad/render.py", "0.55 + 0.45", "0.5 + 0.5", ["pictures"]),
    ],
)
def test_a_script_that_was_changed_makes_its_files_stale(longboard, copy, script, old, new, groups):
    path = own(copy / script)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert [line.split(":")[0] for line in stale(longboard, copy)] == groups


def test_another_board_file_makes_everything_stale(longboard):
    wider = dataclasses.replace(
        longboard, positions_mm={hole: (x, y * 1.01) for hole, (x, y) in longboard.positions_mm.items()}
    )
    rows = tuple(dataclasses.replace(row, y_mm=row.y_mm * 1.01) for row in longboard.rows)
    found = {line.split(":")[0] for line in stale(dataclasses.replace(wider, rows=rows))}
    assert {*BOARDS, "models", "pictures"} <= found


def test_a_new_price_makes_no_board_stale(longboard, monkeypatch):
    dearer = {key: dataclasses.replace(part, price_usd=part.price_usd + 0.01) for key, part in PARTS.items()}
    for place in (made, bom):
        monkeypatch.setattr(place, "PARTS", dearer)
    assert [line.split(":")[0] for line in stale(longboard)] == ["parts list"]


def test_a_group_that_was_never_made_is_named(longboard, copy):
    path = own(copy / "made.json")
    known = json.loads(path.read_text(encoding="utf-8"))
    del known["cables"]
    path.write_text(json.dumps(known), encoding="utf-8")
    assert stale(longboard, copy)[0].startswith("cables: made before the last change")


def test_comments_docstrings_and_layout_do_not_count():
    plain = "def f(x):\n    return x + 1\n"
    assert code(plain) == code(
        '"""About f."""\ndef f( x ):\n    """Adds."""\n    return (x +\n        1)  # one\n'
    )
    assert code(plain) != code(plain.replace("1", "2"))


def test_line_ends_do_not_count(longboard, copy):
    path = own(copy / "harness/pi-cable.yml")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert stale(longboard, copy) == []
