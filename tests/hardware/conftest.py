"""What the hardware tests share."""

from __future__ import annotations

import pytest

from firmware.boardfile import load_board
from hardware.electronics.circuits import circuits


@pytest.fixture(scope="session")
def longboard():
    return load_board()


@pytest.fixture(scope="session")
def boards(longboard):
    module, head = circuits(longboard)
    return {"module": module, "head": head}
