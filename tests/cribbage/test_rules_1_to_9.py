"""Rules that no verdict is for: what the device makes of them, or, where it can see nothing, where they are told.

The numbers in other books were read from the books by another pair of eyes than wrote the articles.
"""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.profiles import HOUSE, PROFILES
from cribbage.profiles.explain import find, tell
from cribbage.profiles.options import BadOption, Options, played
from cribbage.score.cards import Card, parse_cards
from cribbage.score.counting import show_points

BOOKS = tuple(PROFILES)


def cited(number: str) -> list[str]:
    """Under which number each book has a rule of the ACC's, in the order of `BOOKS`; a dash where it is silent."""
    told = [tell(find(number)[0], book).rule for book in PROFILES.values()]
    return ["-" if rule == HOUSE else rule for rule in told]


def blamed(words: str, **more: object) -> list[str]:
    """The verdicts that hold something against somebody."""
    return [v for v in verdicts(words, **more) if Code(v.split()[0]) not in NEUTRAL]


# --- 1: the mechanics ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "may"),
    [("acc-2025", {2, 4}), ("acc-2020", {2}), ("alberta-55plus", {2, 4}), ("corporate-challenge", {4}),
     ("hoyle", {2, 3, 4})],
)  # fmt: skip
def test_1_2_how_many_may_play(book: str, may: set[int]) -> None:
    for seats in range(2, 6):
        try:
            played(PROFILES[book], Options(players=seats))
        except BadOption:
            assert seats not in may
        else:
            assert seats in may


def test_1_3_ranks_and_values() -> None:
    cards = parse_cards(["AC", "2C", "9C", "TC", "JC", "QC", "KC"])
    assert [card.value for card in cards] == [1, 2, 9, 10, 10, 10, 10]
    assert sorted(cards) == list(cards), "the ace is the lowest"
    assert Card.parse("KC").rank == Card.parse("KS").rank, "the suits are equal"


def test_1_4_a_long_board_is_compulsory_at_the_accs_tables_only() -> None:
    assert [book.board for book in PROFILES.values()] == [True, True, False, False, False]


def test_1_5_e_go_is_what_was_said_and_never_guessed_from_silence() -> None:
    """Bob pegs two and, after a pause, three more: only the word go in between makes them too late (7.2.b, 2025)."""
    words = f"{CUT} B:4C A:5H B:6D B+2"
    assert verdicts(f"{words} wait B+3") == ["scored B 2", "scored B 3"]
    assert verdicts(f"{words} A!go B+3") == ["underpeg B 3", "overpeg B 3"]
    assert verdicts(f"{words} A!go B+3", profile="acc-2020") == ["scored B 2", "scored B 3"]


@pytest.mark.parametrize(
    ("hand", "starter", "points", "in_crib"),
    [
        ("5H 5S 5C JD", "5D", 29, 29),
        ("2H 4H 6H KH", "8C", 4, 0),
        ("2H 4H 6H KH", "8H", 5, 5),
        ("2C 4D 6H JS", "KS", 1, 1),
        ("8C 8D 9H 9S", "TC", 16, 16),
        ("JC QC QD QH", "KS", 15, 15),
    ],
)
def test_1_7_the_chart_of_what_cards_count(hand: str, starter: str, points: int, in_crib: int) -> None:
    cards, cut = parse_cards(hand.split()), Card.parse(starter)
    assert show_points(cards, cut).points == points
    assert show_points(cards, cut, crib=True).points == in_crib


# --- 2 and 3: shuffle and cuts; only people see them --------------------------------------------------------


def test_2_1_has_no_penalty_but_in_the_accs_books() -> None:
    assert cited("2.1") == ["2.1", "2.1", "-", "-", "-"]
    assert [book.peek_points for book in PROFILES.values()] == [2, 2, None, None, None]


def test_2_2_2_3_who_may_shuffle_is_told_by_each_books_own_number() -> None:
    assert find("2.2") == find("2.3")
    assert cited("2.3") == ["2.2, 2.3", "2.2, 2.3", "5.b", "1", "outline"]


def test_3_1_a_b_c_how_to_cut_is_told_where_a_book_has_it() -> None:
    assert cited("3.1.a") == ["3.1.a", "3.1.a", "-", "-", "-"]
    assert cited("3.1.b") == ["3.1.b", "3.1.b", "-", "-", "cut"]
    assert cited("3.1.c") == ["3.1.c", "3.1.c", "-", "-", "-"]


def test_3_2_a_the_low_card_deals_in_every_book() -> None:
    assert cited("3.2.a") == ["3.2.a, 3.2.c", "3.2.a, 3.2.c", "5.a", "1", "outline"]
    assert "-" not in cited("4.1.a")


# --- 4 to 6: dealing, the crib, the starter -----------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_4_2_a_every_form_leaves_each_hand_its_cards_and_the_crib_four(book: str) -> None:
    for seats in PROFILES[book].players:
        form = played(PROFILES[book], Options(players=seats))
        assert form.dealt - form.thrown == form.hand == 4
        assert seats * form.thrown + form.from_pack == 4


def test_4_2_b_c_what_the_pone_may_touch_is_told() -> None:
    assert cited("4.2.c") == cited("4.2.b") == ["4.2.b, 4.2.c", "4.2.b, 4.2.c", "courtesies 3", "-", "-"]


def test_4_4_b_pegs_that_are_moved_before_the_judges_have_spoken_are_held_against_nobody() -> None:
    fifth = "cut:KD B:2C A:2H B:3C A:4H B:4S A:3D B:5C A:AH B:AS"
    said = verdicts(f"{fifth} A+5 B+7 A+2")
    at = said.index("wrong-count")
    assert said[at:] == ["wrong-count", "unverified A 5", "unverified B 7", "unverified A 2"]


def test_5_1_a_where_the_crib_lies_is_told() -> None:
    assert cited("5.1.a") == ["5.1.a", "5.1.a", "6.a", "1", "deal"]


def test_6_4_where_the_pack_lies_is_told() -> None:
    assert cited("6.4") == ["6.4", "6.4", "-", "-", "-"]


# --- 7 and 9: cards in view ---------------------------------------------------------------------------------


def test_7_1_a_the_play_begins_with_the_starter_and_not_before() -> None:
    table = Table().do("cut:4D")
    assert [e.body["phase"] for e in table.judge().events if e.kind == "phase"][-1:] != ["play"]
    table.do("B:TC")
    assert [e.body["phase"] for e in table.judge().events if e.kind == "phase"][-1] == "play"


@pytest.mark.parametrize("book", ["acc-2025", "acc-2020", "hoyle"])
@pytest.mark.parametrize("who", ["clear:A", "clear:B", "clear:A clear:B"])
def test_7_1_d_cards_turned_over_against_the_rule_make_the_play_uncertain_and_accuse_nobody(
    book: str, who: str
) -> None:
    first, rest = PLAY.split(" A:7C")
    assert blamed(f"{CUT} {first} {who} A:7C{rest} B+9 A+5 {CRIB}", profile=book) == []


def test_7_1_d_only_alberta_turns_them_over() -> None:
    assert [book.turns_cards for book in PROFILES.values()] == [False, False, True, False, False]
    first, rest = PLAY.split(" A:7C")
    said = verdicts(f"{CUT} {first} clear:A clear:B A:7C{rest}", profile="alberta-55plus")
    assert said == ["scored B 1", "scored A 3", "scored B 4", "scored B 1", "scored A 1"]


def test_9_1_a_hand_taken_up_before_it_was_read_is_held_against_nobody() -> None:
    """Nobody knows what the cards that lay unread had been: too many, too few, all is left unverified."""
    for pegged in (3, 9, 20):
        words = f"cut:4D B?4 A?4 B+{pegged} clear:B clear:A clear"
        assert blamed(words) == []


def test_9_3_b_the_pack_may_be_taken_once_the_pone_has_counted() -> None:
    """The starter need not lie there to the end: it was seen."""
    assert after_play(f"B+9 clear:starter A+5 {CRIB} A+6") == ["scored B 9", "scored A 5", "scored A 6"]


# --- 14: the rules themselves -------------------------------------------------------------------------------


def test_14_2_how_rules_are_changed_is_told() -> None:
    assert cited("14.2") == ["14.2", "14.2", "-", "-", "-"]
