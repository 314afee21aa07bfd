"""Fixtures of the box's tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside the tests
from as_others import BOARD


@pytest.fixture
def kill_after_lines() -> Callable[[subprocess.Popen[str], int], list[str]]:
    """Read that many lines of a process, then kill it as a power cut would, and reap it."""

    def kill(process: subprocess.Popen[str], count: int) -> list[str]:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(count)]
        process.kill()
        process.stdout.close()
        process.wait()
        return lines

    return kill


@pytest.fixture
def reached_by_all() -> Iterator[Path]:
    """An empty folder of root's that every user may pass through.

    Not `tmp_path`: each run of pytest closes the folder over it to others when it begins, and two may run at once.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for parent in (folder, *folder.parents):
            if not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
        yield folder


@pytest.fixture
def data_of_the_board(reached_by_all: Path) -> Path:
    """The data folder as the box has it: the board's, and open to the group."""
    folder = reached_by_all / "data"
    folder.mkdir()
    os.chown(folder, BOARD, 61000)
    folder.chmod(0o3770)
    return folder
