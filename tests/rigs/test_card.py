"""Rig E: the card of `install/image`, made by `make rigs`, started and cut; skipped by name where it cannot be.

`CUTS=50` cuts it so often. In a container by default; `PEGWATCH_CARD=machine` takes a virtual machine, which without
KVM takes a quarter of an hour for each start; a card that was made with `ARCH=arm64` (`PEGWATCH_CARD_AT` names its
folder) always runs in one.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from card_rig import Booted, Machine, can

RIGS = Path(os.environ.get("PEGWATCH_RIGS", "") or "/nonexistent")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(0),
    pytest.mark.skipif(not RIGS.is_dir(), reason="the rigs: sudo make rigs test-rigs (docs/rigs.md)"),
    pytest.mark.skipif(os.geteuid() != 0, reason="the rigs need root"),
]


def card() -> Path:
    if named := os.environ.get("PEGWATCH_CARD_AT"):
        return Path(named)
    if not (RIGS / "card").is_dir():
        pytest.skip("rig card was not built here: sudo make rigs RIGS=card (docs/rigs.md)")
    return RIGS / "card"


@pytest.mark.no_cover
def test_e_card_survives_cuts(tmp_path: Path) -> None:
    """Started to the answering page; cut in the middle of writing, so many times; nothing that was seen is lost."""
    at = card()
    in_machine = os.environ.get("PEGWATCH_CARD") == "machine" or (at / "pegwatch-arm64.img").exists()
    if not in_machine and not can("systemd-nspawn"):
        pytest.skip("rig card: systemd-nspawn is missing")
    rig = Machine(at, tmp_path) if in_machine else Booted(at, tmp_path)
    if isinstance(rig, Machine) and not can(rig.needs):
        pytest.skip(f"rig card: {rig.needs} is missing")
    chance, cuts, before = random.Random(5), int(os.environ.get("CUTS", "10")), 0
    try:
        for cut in range(cuts):
            rig.boot()
            took_s = rig.wait(rig.answers, "the page answers")
            least = max(before, rig.promised()) + chance.randint(1, 12)
            rig.wait(lambda least=least: rig.promised() >= least, "the game goes on")
            rig.cut()
            promised = rig.promised()
            wrong, last = rig.journal()
            print(
                f"cut {cut + 1}: up in {took_s:.0f} s, {promised} events were seen, {last} are there",
                flush=True,
            )
            assert not wrong
            assert last >= promised
            before = last
    finally:
        rig.close() if isinstance(rig, Booted) else rig.kill()
