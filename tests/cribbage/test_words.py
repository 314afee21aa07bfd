"""Numbers and cards as they are said."""

from __future__ import annotations

from cribbage.score.cards import DECK, Card
from cribbage.words import in_words


def test_numbers_as_they_are_said() -> None:
    assert [in_words(n) for n in (0, 1, 15, 19, 20, 21, 30, 31, 90, 99)] == [
        "nothing", "one", "fifteen", "nineteen", "twenty", "twenty-one", "thirty", "thirty-one", "ninety",
        "ninety-nine",
    ]  # fmt: skip


def test_numbers_that_are_never_said_stay_digits() -> None:
    assert [in_words(n) for n in (-1, 100, 121)] == ["-1", "100", "121"]


def test_every_card_has_a_name_of_its_own_and_a_text_that_is_read_back() -> None:
    assert [Card.parse(text).name for text in ("AC", "10h", "js", "KD")] == [
        "ace of clubs", "ten of hearts", "jack of spades", "king of diamonds",
    ]  # fmt: skip
    assert len({card.name for card in DECK}) == len({str(card) for card in DECK}) == 52
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)
