"""Every row of the specification of the rule books: as data, in words, with its number in each book."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cribbage.profiles import HOUSE, PROFILES, Profile
from cribbage.profiles.article import BOOKS
from cribbage.profiles.base import FIELDS
from cribbage.profiles.explain import UnknownTopic, changes, cite, find, tell
from cribbage.profiles.options import BadOption, Options, options_from, played
from cribbage.profiles.texts import ARTICLES

SHARED = Path(__file__).parents[3] / "shared"
VECTORS = SHARED / "vectors" / "rule_profiles.json"
NAMES = {
    "acc2025": "acc-2025",
    "acc2020": "acc-2020",
    "ab55": "alberta-55plus",
    "corp": "corporate-challenge",
    "general": "hoyle",
}
needs_shared = pytest.mark.skipif(not VECTORS.is_file(), reason="the shared vectors are not there")


# --- words and data cannot part ----------------------------------------------------------------------------


def test_every_choice_of_a_profile_is_explained_by_exactly_one_article() -> None:
    explained = Counter(name for article in ARTICLES for name in article.fields)
    assert explained == Counter(FIELDS)


def test_topics_are_unique_and_every_article_speaks_of_all_five_books() -> None:
    assert len({article.topic for article in ARTICLES}) == len(ARTICLES)
    assert tuple(PROFILES) == BOOKS
    assert all(tuple(article.books) == BOOKS for article in ARTICLES)


@pytest.mark.parametrize("article", ARTICLES, ids=[article.topic for article in ARTICLES])
def test_where_two_books_choose_otherwise_the_words_differ(article: Any) -> None:
    for one in PROFILES.values():
        for two in PROFILES.values():
            values = [[getattr(book, name) for name in article.fields] for book in (one, two)]
            if values[0] != values[1]:
                assert article.explain(one) != article.explain(two), (one.name, two.name)


@pytest.mark.parametrize("book", PROFILES.values(), ids=list(PROFILES))
def test_every_article_says_something_with_a_number_or_marks_it(book: Profile) -> None:
    for article in ARTICLES:
        told = tell(article, book)
        assert told.rule
        assert not told.text[0].islower(), told
        assert told.text.endswith("."), told
        assert "{" not in told.text
        if told.rule == HOUSE:
            assert told.text.startswith("The book says nothing of it."), told
        elif told.house:
            assert "house default" in told.text, told


def test_a_number_in_the_words_is_the_number_of_the_data() -> None:
    """Values are filled into the words, not written there: a changed profile is told otherwise."""
    from dataclasses import replace

    book = replace(PROFILES["acc-2025"], heels=3, false_claim_back=16, renege_min_count=23)
    assert find("6.3")[0].explain(book).startswith("Three to the dealer")
    assert "sixteen back" in find("8.4.a")[0].explain(book)
    assert "a count of 23" in find("7.3")[0].explain(book)


# --- finding, citing, comparing ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "first"),
    [
        ("7.3", "7.3"),
        ("8.4.b", "8.4.a"),
        ("7.2.a(6)", "7.2.a"),
        ("heels", "6.3"),
        ("Muggins", "10.1"),
        ("wrong track", "8.8"),
        ("both pegs", "8.5.b"),
        ("9", "order"),
    ],
)
def test_a_rule_is_found_by_number_word_or_title(topic: str, first: str) -> None:
    assert find(topic)[0].topic == first


def test_7_3_alone_is_the_rule_and_7_is_all_of_the_chapter() -> None:
    assert [article.topic for article in find("7.3")] == ["7.3"]
    assert [article.topic for article in find("7.1")][:2] == ["7.1.b", "7.1.c"]


def test_an_unknown_topic_names_the_nearest() -> None:
    with pytest.raises(UnknownTopic, match="there is no rule 'renage'; the nearest: renege"):
        find("renage")
    with pytest.raises(UnknownTopic, match="`pegwatch rules` lists all"):
        find("qqqqqqqq")


def test_a_verdicts_rule_is_cited_as_the_book_numbers_it() -> None:
    assert cite("acc-2025", "8.4.c(1)") == ("8.4.c(1)", ())
    assert cite("acc-2020", "9.2.e") == ("9.2.e", ())
    assert cite("alberta-55plus", "8.4.c") == ("13", ("overpeg_of_announced",))
    assert cite("corporate-challenge", "7.3") == ("5", ("renege_back",))
    assert cite("hoyle", "8.3")[0] == "house default (ACC 8.3)"
    assert cite("hoyle", "of the club") == ("of the club", ())


def test_what_changed_from_2020_to_2025_is_the_specifications_list() -> None:
    topics = {change.topic for change in changes(PROFILES["acc-2020"], PROFILES["acc-2025"])}
    assert topics == {
        "players",
        "who-cuts",
        "4.2.d",
        "4.4",
        "5.3",
        "5.2.c",
        "6.1.a",
        "6.1.d",
        "6.3.doubles",
        "7.1.b",
        "7.1.e",
        "7.2.b",
        "7.3.c",
        "go",
        "10.1",
        "9.2.c",
        "9.3.a",
        "9.5",
        "11.4",
        "forfeit",
        "14.1",
        "judges",
        "ethics",
        "checking",
    }
    assert changes(PROFILES["hoyle"], PROFILES["hoyle"]) == []


# --- the specification and its vectors ---------------------------------------------------------------------


@needs_shared
def test_every_rule_that_the_specification_lists_has_an_article() -> None:
    text = (SHARED / "spec" / "rule-profiles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+\.\d+(?:\.[a-z])?)", text, re.M)
    assert len(rows) > 80
    for row in rows:
        assert find(row), row


def _plain(name: str) -> Callable[[Profile], Any]:
    return lambda book: getattr(book, name)


LOOK: Mapping[str, Callable[[Profile], Any]] = {
    "target": lambda b: b.target if len(b.targets) == 1 else list(b.targets),
    "players": lambda b: list(b.players),
    "heels": _plain("heels"),
    "heels_max_score_before": _plain("heels_max_before"),
    "heels_max_before": _plain("heels_max_before"),
    "heels_lapses": lambda b: "dealer plays a card" if b.heels_lapse else None,
    "nobs": _plain("nobs"),
    "skunk_margin": _plain("skunk_margin"),
    "underpeg_correctable_after_release": _plain("underpeg_open"),
    "overpeg_award": lambda b: "error" if b.overpeg_award is None else b.overpeg_award,
    "false_claim_back": _plain("false_claim_back"),
    "wrong_deal_backward": _plain("hidden_count_back"),
    "renege_per_card": _plain("renege_points"),
    "renege_min_count": _plain("renege_min_count"),
    "turn_cards_between_series": _plain("turns_cards"),
    "time_limit_min": _plain("time_limit_min"),
    "edition": lambda b: int(b.edition),
    "go_must_be_spoken": _plain("go_spoken"),
    "wrong_lead_after_go_voided": _plain("wrong_lead_after_go"),
    "replace_card_if_announced_match": lambda b: b.over_31 == "announced",
    "no_points_after_hand_off_peg_once_go_or_31": _plain("points_end_with_go"),
    "see_first_reneged_card": _plain("reneged_card_seen"),
    "lunch_grace_min": _plain("lunch_grace_min"),
    "discretionary_penalty_max": _plain("discretionary_points"),
    "doubles_appendix": lambda b: "traditional" in b.pairs,
    "judge_self_scorecard_block": _plain("own_card_barred"),
    "deck_inspection_before_match": _plain("deck_inspection"),
    "misdeal_penalty": lambda b: b.hidden_count_back or 0,
    "starter_flash": lambda b: {"optional_misdeal": True, "offender_back": b.flash_back},
    "forfeit_score": lambda b: list(b.forfeit_score or ()),
    "wrong_hand": lambda b: {"choice_of_opponent": ["redeal", f"peg {b.wrong_hand_points} and rectify"]},
    "wrong_crib": lambda b: {"nondealer_pegs": b.wrong_crib_points, "crib": "corrected"},
    "overpeg_of_announced": lambda b: {
        "award": b.overpeg_award,
        "until": "cut for next deal" if b.windows == "until-cut" else "",
        "on": "demand",
    },
    "next_first_dealer": lambda b: {"loser": "loser of previous game"}[b.next_dealer],
    "struck_rule_5_1_b_two_points": lambda b: bool(b.retrieve_points),
    "game_points": lambda b: (
        {"loss": 0, "win": b.win_points} | ({"skunk": b.skunk_points} if b.skunk_points else {})
    ),
    "double_skunk": lambda _: None,
    "starter_segregated_until": lambda b: {
        "all counted": "all hands counted",
        "while counted": "while being counted",
    }[b.starter_apart],
    "starter_returned_if_turned_before": lambda b: (
        f"{b.starter_returned} {'player ' * (b.starter_returned == 'either')}has discarded"
    ),
    "faceup_card_rule": lambda b: b.face_up_card if b.face_up_card == "any" else f"{b.face_up_card} only",
    "flush_hand4": lambda _: True,
    "overpeg_self_correct_free": lambda _: True,
    "deal": lambda b: _deals(b, "dealt"),
    "discard": lambda b: _deals(b, "thrown"),
    "pack_to_crib": lambda b: {"3": played(b, Options(players=3)).from_pack},
    "lunch_spread": lambda b: b.forfeit_spread if b.lunch_grace_min else None,
    "lurch": lambda b: {"121": 61, "61": 31, "games": b.lurch_games},
}


def _deals(book: Profile, what: str) -> Any:
    by = {seats: getattr(played(book, Options(players=seats)), what) for seats in book.players}
    if len(by) == 1:
        return next(iter(by.values()))
    if book.name.startswith("acc"):
        return by[2]
    told: dict[str, Any] = {str(seats): n for seats, n in by.items()}
    if book.five_card and what == "dealt":
        told["2"] = [by[2], played(book, Options(five_card=True)).dealt]
    return told


def _vectors() -> list[tuple[str, str, Any]]:
    if not VECTORS.is_file():
        return []
    books = json.loads(VECTORS.read_text(encoding="utf-8"))["profiles"]
    return [
        (NAMES[book], key, value)
        for book, found in books.items()
        for key, value in found.items()
        if key in LOOK
    ]


@needs_shared
@pytest.mark.parametrize(("book", "key", "value"), _vectors())
def test_the_data_are_those_of_the_vectors(book: str, key: str, value: Any) -> None:
    if (book, key) == ("acc-2025", "players"):
        assert PROFILES[book].players == (2, 4), "two, and four by appendix B"
        return
    assert LOOK[key](PROFILES[book]) == value


@pytest.mark.parametrize(
    ("book", "muggins", "helped", "open_short", "by_gainer"),
    [
        ("acc-2025", True, False, False, False),
        ("acc-2020", True, False, False, False),
        ("alberta-55plus", False, False, True, False),
        ("corporate-challenge", False, True, True, True),
        ("hoyle", True, False, True, False),
    ],
)
def test_10_1_9_5_8_3_7_3_by_book(
    book: str, muggins: bool, helped: bool, open_short: bool, by_gainer: bool
) -> None:
    found = PROFILES[book]
    assert (found.muggins, found.helped, found.underpeg_open, found.renege_by_gainer) == (
        muggins,
        helped,
        open_short,
        by_gainer,
    )


# --- options -----------------------------------------------------------------------------------------------


def test_a_book_as_it_is_played_without_options() -> None:
    for book in PROFILES.values():
        plain = played(book, Options())
        assert plain == book
        assert plain.rules == book.rules


@pytest.mark.parametrize(
    ("book", "options", "expected"),
    [
        ("hoyle", Options(target=61), {"target": 61, "seats": 2, "hand": 4}),
        ("hoyle", Options(five_card=True, target=61), {"dealt": 5, "thrown": 2, "hand": 3, "target": 61}),
        ("hoyle", Options(players=3), {"seats": 3, "dealt": 5, "thrown": 1, "hand": 4, "from_pack": 1}),
        ("hoyle", Options(players=4, muggins=True), {"seats": 4, "style": "partners", "from_pack": 0}),
        ("acc-2025", Options(players=4), {"seats": 4, "style": "traditional", "dealt": 5, "thrown": 1}),
        ("acc-2025", Options(doubles="canadian"), {"seats": 4, "style": "canadian"}),
        ("acc-2025", Options(time_limit_min=20), {"time_limit_min": 20}),
        ("corporate-challenge", Options(time_limit_min=17), {"time_limit_min": 17, "seats": 4}),
    ],
)
def test_options_are_combined(book: str, options: Options, expected: dict[str, Any]) -> None:
    found = played(PROFILES[book], options)
    assert {name: getattr(found, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("book", "options", "line"),
    [
        ("acc-2025", Options(target=61), "acc-2025 is played to 121, not to 61"),
        ("acc-2020", Options(players=4), "acc-2020 is played by 2, not by 4"),
        ("acc-2025", Options(players=3), "acc-2025 is played by 2 or 4, not by 3"),
        ("corporate-challenge", Options(players=2), "corporate-challenge is played by 4, not by 2"),
        (
            "acc-2025",
            Options(five_card=True),
            "acc-2025 has no game with five cards: leave out five_card, or choose hoyle",
        ),
        (
            "hoyle",
            Options(five_card=True, players=3),
            "the game with five cards is for two players, not for 3",
        ),
        ("hoyle", Options(doubles="canadian"), "hoyle has no doubles 'canadian': it has partners"),
        ("acc-2025", Options(doubles="canadian", players=2), "doubles are for four players, not for 2"),
        ("alberta-55plus", Options(muggins=True), "alberta-55plus does not allow muggins"),
        (
            "corporate-challenge",
            Options(time_limit_min=20),
            "a game of corporate-challenge lasts 17 minutes, not 20",
        ),
        (
            "hoyle",
            Options(time_limit_min=-5),
            "a time limit is a number of minutes above nothing, not -5",
        ),
    ],
)
def test_what_contradicts_is_refused_with_one_line(book: str, options: Options, line: str) -> None:
    with pytest.raises(BadOption) as refused:
        played(PROFILES[book], options)
    assert str(refused.value) == line


def test_options_of_a_header_are_checked() -> None:
    assert options_from({"target": 61, "unknown": 1}, 2) == Options(players=2, target=61)
    assert options_from({"players": 3}, None, muggins=True) == Options(players=3, muggins=True)
    with pytest.raises(BadOption, match="option five_card must be true or false, not 1"):
        options_from({"five_card": 1})
    with pytest.raises(BadOption, match="option target must be a whole number, not True"):
        options_from({"target": True})
    with pytest.raises(BadOption, match="option players is 3, but 2 players are named"):
        options_from({"players": 3}, 2)


def test_the_source_of_a_choice() -> None:
    assert PROFILES["acc-2025"].source("heels") == "6.3"
    assert PROFILES["alberta-55plus"].source("heels_max_before") == "7.b, 7.c"
    assert PROFILES["alberta-55plus"].source("heels_lapse") == HOUSE
    assert PROFILES["corporate-challenge"].is_house("renege_back")
