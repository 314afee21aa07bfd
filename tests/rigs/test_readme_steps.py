"""The parts of the rigs that need no privileges: scripts that can be read, and steps of the page for a Pi that
still are there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from readme_steps import steps

ROOT = Path(__file__).parents[2]
RIGS = ROOT / "tests/rigs"
SCRIPTS = sorted(
    [
        *RIGS.rglob("*.sh"),
        *RIGS.rglob("*-init"),
        *(ROOT / "install").rglob("*.sh"),
        ROOT / "install/pegwatch-install",
    ]
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_read_by_their_shell(script: Path) -> None:
    first = script.read_text().splitlines()[0]
    shell = "bash" if "bash" in first else "sh"
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert RIGS not in script.parents or os.access(script, os.X_OK)


def test_the_page_for_a_pi_has_the_two_ways_that_rig_d_walks() -> None:
    with_make, by_hand = steps()
    assert with_make[-1] == "make run"
    assert any(line.startswith("sudo apt install") for line in with_make)
    assert by_hand[-1] == ".venv/bin/pegwatch run"
    assert "--require-hashes" in " ".join(by_hand)


def test_an_unknown_rig_is_refused_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(RIGS / "make.sh"), "microscope"], env=os.environ | {"PEGWATCH_RIGS": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "Error: there is no rig microscope; there are camera, pins, plain, card\n"


def test_what_cannot_be_built_is_named(tmp_path: Path) -> None:
    """A machine without mmdebstrap (an empty PATH but for the basics) says so, once for each rig, and that is
    no failure."""
    basics = tmp_path / "bin"
    basics.mkdir()
    for name in ("bash", "dirname", "readlink", "mkdir", "id", "dpkg"):
        found = subprocess.run(
            ["sh", "-c", f"command -v {name}"], capture_output=True, text=True, check=False
        ).stdout.strip()
        if found:
            (basics / name).symlink_to(found)
    done = subprocess.run(
        ["bash", str(RIGS / "make.sh")], env={"PATH": str(basics), "PEGWATCH_RIGS": str(tmp_path / "rigs")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split(":")[1].strip() for line in lines] == [
        "rig camera",
        "rig pins",
        "rig plain",
        "rig card",
    ]
