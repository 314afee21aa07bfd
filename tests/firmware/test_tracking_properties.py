"""Random hands over a simulated board: what is handed out at rest is what stands there, whatever happened before."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.log.observations import Holes
from firmware.boardfile import load_board
from firmware.debounce import ChainFault, Debouncer
from firmware.decoder import Decoder
from firmware.drivers.base import RawScan
from firmware.holes import HoleTracker

BOARD = load_board()
TRACK = {player: [f"{player}{n}" for n in range(-2, 121)] for player in "AB"}


class Rig:
    """A board of integers: no pins, so that thousands of moves can be tried."""

    def __init__(self) -> None:
        self.pegs = {"A0", "A-1", "B0", "B-1"}
        self.decoder, self.debouncer, self.tracker = Decoder(BOARD), Debouncer(BOARD), HoleTracker(BOARD)
        self.t, self.turn, self.out, self.faults = 0.0, 0, [], []
        self.scan(140)

    def scan(self, count: int, broken: bool = False) -> None:
        for _ in range(count):
            self.turn ^= 1
            levels = (BOARD.holes_mask & ~BOARD.mask_of(self.pegs)) | BOARD.known_levels
            data = levels.to_bytes(BOARD.stages)
            tail = b"\xff\xff" if self.turn or broken else b"\x00\x00"
            sent = b"\xff\xff" if self.turn else b"\x00\x00"
            if broken:
                data = data[:13] + b"\xff" * 24
            items = self.debouncer.feed(self.t, self.decoder(RawScan(data, tail, sent)))
            before = min(self.debouncer.watermark(self.t), self.tracker.watermark(self.t))
            got = self.tracker.feed(self.t, items)
            assert all(item.t >= self.mark for item in got if isinstance(item, Holes)), "reported too late"
            self.mark = max(
                self.mark, min(before, self.debouncer.watermark(self.t), self.tracker.watermark(self.t))
            )
            self.faults += [item.t for item in items if isinstance(item, ChainFault)]
            self.out += got
            self.t = round(self.t + 0.01, 3)

    mark = float("-inf")

    def last(self) -> dict[str, set[int]]:
        return {p: set(n) for p, n in [o for o in self.out if isinstance(o, Holes)][-1].holes.items()}

    def standing(self) -> dict[str, set[int]]:
        return {p: {int(h[1:]) for h in self.pegs if h[0] == p} for p in "AB"}


steps = st.lists(
    st.tuples(
        st.sampled_from("AB"),
        st.sampled_from(["lift", "place", "slide", "wait", "other track", "break"]),
        st.integers(0, 122),
        st.integers(1, 60),
    ),
    max_size=25,
)


@settings(max_examples=250, deadline=None)
@given(steps)
def test_at_rest_the_holes_are_the_truth(script):
    rig = Rig()
    hands = {"A": 0, "B": 0}
    for player, act, hole, scans in script:
        own = sorted(h for h in rig.pegs if h[0] == player)
        target = TRACK[player][hole]
        if act == "lift" and own:
            rig.pegs.remove(own[hole % len(own)])
            hands[player] += 1
        elif act == "place" and hands[player] and target not in rig.pegs:
            rig.pegs.add(target)
            hands[player] -= 1
        elif act == "other track" and hands[player]:
            other = TRACK["BA"["AB".index(player)]][hole]
            if other not in rig.pegs:
                rig.pegs.add(other)
                hands[player] -= 1
        elif act == "slide" and own:
            rig.pegs.remove(own[0])
            for passed in TRACK[player][min(hole, 110) : min(hole, 110) + 5]:
                if passed not in rig.pegs:
                    rig.pegs.add(passed)
                    rig.scan(scans % 20)
                    rig.pegs.remove(passed)
            rig.pegs.add(own[0])
        elif act == "break":
            rig.scan(scans, broken=True)
            continue
        rig.scan(scans)
    rig.scan(50)
    assert not rig.debouncer.fault
    truth = rig.standing()
    if rig.tracker._over:
        assert len(rig.tracker._since) > 0, "what is held back is asked about"
    else:
        assert rig.last() == truth
    times = [item.t for item in rig.out]
    holes = [item.t for item in rig.out if isinstance(item, Holes)]
    assert holes == sorted(holes)
    assert max(times, default=0) <= rig.t
    for a, b in pairwise([item for item in rig.out if isinstance(item, Holes)]):
        told_again = any(a.t <= fault <= b.t for fault in rig.faults)
        assert a.holes != b.holes or told_again, "on change, or after a fault of the chain"


@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from([*TRACK["A"], *TRACK["B"], "game"]), min_size=5, max_size=9))
def test_more_pegs_than_there_are_are_never_handed_out(pegs):
    rig = Rig()
    rig.pegs = pegs
    rig.scan(400)
    assert rig.tracker.open, "somebody is asked to look"
    for item in rig.out:
        if isinstance(item, Holes):
            assert sum(map(len, item.holes.values())) <= 4


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.integers(0, 3))
def test_chatter_alone_is_no_move(times, which):
    """A contact that opens for less than 30 ms at a time, however often, says nothing."""
    rig = Rig()
    before = list(rig.out)
    peg = sorted(rig.pegs)[which]
    for scans in times:
        rig.pegs.discard(peg)
        rig.scan(1 + scans % 2)
        rig.pegs.add(peg)
        rig.scan(scans)
    rig.scan(40)
    assert rig.out == before
