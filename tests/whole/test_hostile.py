"""The hostile table in short: a few seconds of play under each kind of disturbance, and one deal to its end."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from samples import sample

from cribbage.log.observations import Cards, Fault, Unread
from cribbage.score.cards import parse_cards
from pegwatch.hostile.__main__ import main
from pegwatch.hostile.cases import STACKED, Case, is_half, pairs, singles
from pegwatch.hostile.play import SILENT_S, Result, _Book, play
from pegwatch.hostile.table import markdown
from vision.networkreader import NetworkReader

CASES = {case.name: case for case in (*singles(), *pairs())}
SHORT = ["shake 2 px", STACKED]
MORE = ["flicker 8% + banding 10%", "arm on A", "sun 3 mm/s", "shadow 35%"]
"""Looked at by `make hostile` and `make torture`. Here a whole deal is played in flickering light; the tests of the
eye show what is seen beside an arm, and test_stabiliser.py that neither sun nor shadow is taken for one."""


@pytest.fixture(scope="module")
def reader() -> NetworkReader:
    return NetworkReader()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHORT, *sample([], MORE)])
def test_nothing_is_silent_or_wrong_in_the_first_seconds_of_play(reader: NetworkReader, name: str) -> None:
    result = play(CASES[name], reader, only_s=13.0)
    assert result.cards >= 3
    assert (result.silent, result.wrong) == ([], [])


@pytest.mark.slow
def test_a_whole_deal_in_flickering_light_is_read_and_nobody_is_accused(reader: NetworkReader) -> None:
    result = play(CASES["flicker 8%"], reader)
    assert result.told == result.cards >= 13
    assert (result.silent, result.wrong, result.accused) == ([], [], [])


def test_every_disturbance_is_alone_and_the_usual_ones_in_pairs() -> None:
    names = [case.name for case in singles()]
    assert len(set(names)) == len(names)
    assert {"none", "flicker 8%", "banding 20%", "shake 5 px", "arm on crib-A"} <= set(names)
    assert len(list(pairs())) == 36
    assert is_half(CASES["none"])
    assert is_half(CASES["flicker 4%"])
    assert not is_half(CASES["flicker 8%"])


class Lying:
    """What lies in zone A, as the test sets it."""

    def __init__(self) -> None:
        self.cards: frozenset[str] = frozenset()
        self.book = _Book("case", lambda _t: {"A": self.cards})

    def look(self, begin: float, end: float) -> None:
        for tenth in range(round(begin * 10), round(end * 10)):
            self.book.look(tenth / 10)


@pytest.fixture
def lying() -> Lying:
    return Lying()


def told(t: float, *cards: str) -> Cards:
    return Cards(t, "A", tuple(parse_cards(cards)))


def test_a_card_of_which_nothing_is_said_is_silent(lying: Lying) -> None:
    lying.look(0, 1)
    lying.cards = frozenset({"5H"})
    lying.look(1, 1 + SILENT_S + 1)
    assert len(lying.book.result(8.0).silent) == 1


def test_a_card_that_is_told_or_said_to_be_unread_is_not(lying: Lying) -> None:
    lying.cards = frozenset({"5H"})
    lying.look(0, 3)
    lying.book.hear(3.0, (told(0.0, "5H"),))
    lying.look(3, 20)
    result = lying.book.result(20.0)
    assert (result.cards, result.told, result.silent, result.waits) == (1, 1, [], [3.0])
    for said in (Unread(3.0, "A", None), Fault(3.0, "camera", "dark")):
        other = Lying()
        other.cards = frozenset({"5H"})
        other.look(0, 3)
        other.book.hear(3.0, (said,))
        other.look(3, 20)
        result = other.book.result(20.0)
        assert (result.told, result.unread, result.silent) == (0, 1, [])


def test_a_card_that_has_gone_and_is_still_told_is_silent_too(lying: Lying) -> None:
    lying.cards = frozenset({"5H"})
    lying.look(0, 3)
    lying.book.hear(3.0, (told(0.0, "5H"),))
    lying.cards = frozenset()
    lying.look(3, 3 + SILENT_S + 1)
    assert len(lying.book.result(9.0).silent) == 1


def test_a_card_told_that_does_not_lie_there_is_wrong(lying: Lying) -> None:
    lying.cards = frozenset({"5H"})
    lying.book.hear(1.0, (told(1.0, "5H", "6H"),))
    assert lying.book.result(2.0).wrong == ["case: 6H in zone A at 1.0 s"]


def test_the_page_says_what_was_found() -> None:
    quiet = Result(1, 13, 13, [0.5] * 13, silent_s=1.0)
    bad = Result(1, 13, 9, [0.5] * 9, 3, ["x: 5H silent"], 7.0, ["x: 6H wrong"], ["x: overpeg A"])
    text = markdown({Case("none"): quiet, Case("flicker 8%"): bad, Case("a + b"): quiet}, ["head"])
    assert "| flicker 8% | 9 of 13 | 0.5 / 0.5 | 3 | 1 | 7.0 | 1 | 1 |" in text
    assert "| at half strength every card is read | 13 of 13 |" in text
    assert "Two at once" in text
    assert all(f"* x: {what}" in text for what in ("5H silent", "6H wrong", "overpeg A"))


def test_a_disturbance_that_is_not_there_is_refused_in_one_line() -> None:
    done = CliRunner().invoke(main, ["--only", "rain"])
    assert done.exit_code == 2
    assert "no disturbance is called rain" in done.output
