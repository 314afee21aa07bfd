"""The harnesses stand beside their tests: `doors`, `mutate`, `pictures`, `wires`, `garbled`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing a PIN takes a third of a second and 16 MB on purpose; what an input takes is measured here."""
    from webui.door import accounts

    monkeypatch.setattr(accounts, "_NOBODY", accounts._NOBODY.replace(f"${accounts._N}$", "$16$"))
    monkeypatch.setattr(accounts, "_N", 2**4)
