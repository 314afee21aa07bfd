"""The disk that the emulated card lies on: what a power cut takes from it, and that a real client understands it."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from medium import SECTOR, Luck, Medium, Served

A, B = b"a" * SECTOR, b"b" * SECTOR


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "image"
    path.write_bytes(bytes(range(256)) * 8192)  # 2 MiB
    return path


@pytest.mark.parametrize(("luck", "arrives"), [("none", False), ("all", True)])
def test_what_was_not_flushed_may_be_lost_what_was_is_kept(image: Path, luck: Luck, arrives: bool) -> None:
    medium = Medium(image)
    assert medium.write(SECTOR, A)
    assert medium.flush()
    assert medium.write(SECTOR, B)
    assert medium.read(SECTOR, SECTOR) == B, "a process that runs sees what was written"
    assert medium.cut(luck, random.Random(1)) == {1: B if arrives else A}


@pytest.mark.parametrize(("luck", "apart"), [("pages", 8), ("sectors", 1)])
def test_a_cut_may_draw_what_has_arrived_in_any_order(image: Path, luck: Luck, apart: int) -> None:
    medium = Medium(image)
    medium.write(0, A * 512)
    left = medium.cut(luck, random.Random(1))
    assert 128 < len(left) < 384, "about half"
    assert sorted(left) != list(range(len(left))), "and not the first half"
    groups = {sector // apart for sector in left}
    assert len(left) == len(groups) * apart, "whole pages, or single sectors"


def test_after_a_cut_nothing_is_taken(image: Path) -> None:
    medium = Medium(image)
    medium.write(0, A)
    medium.flush()
    assert medium.cut("all", random.Random(1)) == {0: A}
    assert not medium.write(0, B)
    assert not medium.flush()
    assert medium.kept == {0: A}


def test_a_cut_may_come_right_after_a_write(image: Path) -> None:
    medium = Medium(image)
    medium.on_write = lambda first, _count: first == 7
    assert medium.write(0, A)
    assert not medium.write(7 * SECTOR, A)
    assert medium.is_cut.is_set()
    assert medium.cut("all", random.Random(1)) == {0: A, 7: A}


def test_a_larger_card_begins_with_its_image_and_goes_on_empty(image: Path) -> None:
    medium = Medium(image, {3: A}, size=4 << 20)
    assert (
        medium.read(0, 8 * SECTOR) == image.read_bytes()[: 3 * SECTOR] + A + image.read_bytes()[: 4 * SECTOR]
    )
    assert medium.read((2 << 20) - SECTOR, 2 * SECTOR) == image.read_bytes()[-SECTOR:] + bytes(SECTOR)
    assert medium.write(3 << 20, B)
    assert medium.read(3 << 20, SECTOR) == B
    assert image.stat().st_size == 2 << 20, "the image itself is never written"


@pytest.mark.skipif(not shutil.which("qemu-io"), reason="qemu-io is missing: apt install qemu-utils")
def test_an_emulator_writes_and_reads_it(image: Path, tmp_path: Path) -> None:
    medium = Medium(image, size=4 << 20)
    served = Served(medium, tmp_path / "disk")
    words = ["qemu-io", "-t", "writeback", "-f", "raw", f"nbd:unix:{tmp_path / 'disk'}"]
    for step in ("write -P 97 1M 64k", "flush", "read -P 97 1M 64k", "read -P 0 3M 512"):
        words += ["-c", step]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    served.close()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Pattern verification failed" not in done.stdout
    assert medium.kept[2048] == A
    assert medium.flushes
