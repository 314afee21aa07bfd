"""What the hardware tests share."""

from __future__ import annotations

import pytest

from firmware.boardmap import load_board
from hardware.electronics.circuits import head, module


@pytest.fixture(scope="session")
def longboard():
    return load_board()


@pytest.fixture(scope="session")
def boards(longboard):
    return {"module": module(longboard), "head": head(longboard)}
