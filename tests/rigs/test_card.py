"""Rig E: the card of `install/image`, made by `make rigs`, started and cut; skipped by name where it cannot be.

`CUTS=50` cuts it so often. In a container by default; `PEGWATCH_CARD=machine` takes a virtual machine; a card that
was made with `ARCH=arm64` (`PEGWATCH_CARD_AT` names its folder) always runs in one. Without KVM the first start takes
up to a quarter of an hour, the others minutes, and a cut half a minute.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from card_machine import Machine
from card_rig import NEEDS, Booted, can, card, in_a_container, in_a_machine
from medium import LUCKS

pytestmark = NEEDS


CUTS = int(os.environ.get("CUTS", "10"))
_AGAIN_EVERY = 10  # cuts from one start; then the next start, from what the last of them has left
_IN_PLAY = (
    3  # events after which the players are at it: dealing takes minutes under emulation and writes little
)
_LARGER = 700 << 20  # by how much the card is larger than the image, bytes


@pytest.mark.no_cover
def test_e_card_survives_cuts(tmp_path: Path) -> None:
    """Started to the answering page; cut in the middle of writing, so many times; nothing that was seen is lost."""
    in_a_container()
    rig, chance, before = Booted(card(), tmp_path), random.Random(5), 0
    try:
        for cut in range(CUTS):
            rig.boot()
            took_s = rig.wait(rig.answers, "the page answers")
            least = max(before, rig.promised()) + chance.randint(1, 12)
            rig.wait(lambda least=least: rig.promised() >= least, "the game goes on")
            rig.cut()
            promised = rig.promised()
            found = rig.looked_at()
            print(
                f"cut {cut + 1}: up in {took_s:.0f} s, {promised} events were seen, {found.last} are there",
                flush=True,
            )
            assert not found.wrong
            assert found.last >= promised
            before = found.last
    finally:
        rig.close()


@pytest.mark.no_cover
def test_e_emulated_card_grows_and_survives_cuts(tmp_path: Path) -> None:
    """The whole image on a larger card: cut while it grows, then so many times while the game is written. Of what
    was not flushed everything, nothing or something has arrived; what was seen is there, and it starts again."""
    in_a_machine()
    rig, chance = Machine(card(), tmp_path, larger=_LARGER), random.Random(5)
    if not can(rig.needs):
        pytest.skip(f"rig card: {rig.needs} is missing")
    try:
        _cut_while_it_grows(rig, chance)
        for cut in range(CUTS):
            if cut % _AGAIN_EVERY == 0:
                _started(rig)
                rig.keep()
            _cut_once(rig, cut, chance)
        _started(rig)
        assert rig.grew(), "the file system did not grow to the card's end"
    finally:
        rig.kill()


def _cut_while_it_grows(rig: Machine, chance: random.Random) -> None:
    """As the table of partitions is written: it has arrived, or has not. Then among the writes of the file system."""
    end_s, card_s = (at // 512 for at in rig.data_ends())
    for what, luck, nth, found in (
        ("the table of partitions is written and lost", "none", 1, lambda first: first == 0),
        ("it has arrived", "all", 1, lambda first: first == 0),
        ("the file system has begun to grow", "pages", 1, lambda first: first >= end_s),
        ("the file system grows on", "sectors", 3, lambda first: first >= end_s),
    ):
        left = [nth]

        def meant(
            first: int, _count: int, left: list[int] = left, found: Callable[[int], bool] = found
        ) -> bool:
            left[0] -= found(first)
            return left[0] == 0

        rig.boot()
        rig.medium.on_write = meant
        rig.wait(lambda: rig.medium.is_cut.is_set() or rig.answers(), what)
        assert rig.medium.is_cut.is_set(), f"not seen: {what}"
        loose = rig.cut(luck, chance)
        end = rig.data_ends()[0] // 512
        print(
            f"growing, {what}: {loose} bytes unflushed ({luck}), the partition ends {card_s - end} sectors early",
            flush=True,
        )
        assert not rig.looked_at().wrong
        assert (end > end_s) == (what != "the table of partitions is written and lost")


def _started(rig: Machine) -> None:
    """A whole start from what the card holds, to the answering page and a game that goes on."""
    before = rig.promised()
    rig.boot()
    took_s = rig.wait(rig.answers, "the page answers")
    rig.wait(lambda: rig.promised() >= before + _IN_PLAY, "the game goes on")
    print(f"started: the page answered after {took_s:.0f} s, {rig.promised()} events were seen", flush=True)


def _cut_once(rig: Machine, cut: int, chance: random.Random) -> None:
    """Every other time among the writes that follow, else at any moment."""
    rig.boot(resumed=True)
    least = rig.promised() + chance.randint(0, 2)
    rig.wait(lambda: rig.promised() >= least, "the game goes on")
    if cut % 2:
        left = [chance.randint(1, 12)]

        def meant(_first: int, _count: int) -> bool:
            left[0] -= 1
            return left[0] == 0

        rig.medium.on_write = meant
        rig.wait(rig.medium.is_cut.is_set, "something is written")
    else:
        time.sleep(chance.uniform(0.0, 2.0))
    luck = LUCKS[cut // 2 % len(LUCKS)]
    loose = rig.cut(luck, chance)
    promised, found = rig.promised(), rig.looked_at()
    print(
        f"cut {cut + 1} ({'at a write' if cut % 2 else 'at any moment'}; {loose} bytes unflushed, {luck}): "
        f"{promised} events were seen, {found.last} are there",
        flush=True,
    )
    assert not found.wrong
    assert found.last >= promised
