"""Fixtures of the box's tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside the tests


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
