"""The go in the play: taken and played on, pegged early, too many, in the game hole, on a wrong count."""

from __future__ import annotations

import pytest
from tables import Table, verdicts

BOOKS = ("acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle")
GONE = "cut:KS B:TC A:QH B:5D A!go B+1"
"""Ann has said go on twenty-five, and Bob has pegged one for it."""


# --- the player who took the go plays on -------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "pegged"),
    [
        (f"{GONE} B:6H B+1 A:9D", [1, 1]),
        (f"{GONE} B:2H A:9D B:6S B+2", [1, 2]),
        (f"{GONE} B:5H B+2 A:9D", [1, 2]),
        (f"{GONE} B:2H B:2S B+2 A:9D", [1, 2]),
        ("cut:KS B:TC A:QH B:5D B+1 B:6H B+1 A:9D", [1, 1]),
        ("cut:KS B:TC A:6D B:6H B+3 B:9H B+1 A:9D", [3, 1]),
        (f"{GONE} B:3H B<1 B:6H B+1 A:9D B:6S B+2", [1, 1, 2]),
        (f"{GONE} B:3H B<1 B:3H A:9D B:6S B+2", [1, 2]),
    ],
    ids=["31", "then 15", "pair", "two cards", "untapped", "pair and go", "taken back", "laid again"],
)
def test_7_2_b_who_took_the_go_plays_on_in_that_series(book: str, words: str, pegged: list[int]) -> None:
    table = Table(profile=book).do(words)
    assert table.verdicts == [f"scored B {points}" for points in pegged]
    assert not [one for one in table.remarks if one.startswith("lead")]


@pytest.mark.parametrize(("pegged", "found"), [("B:6H B+2", 1), ("B:5H B+3", 1), ("B:3H B+2", 2)])
def test_7_2_a_6_the_go_counts_once_in_a_series(pegged: str, found: int) -> None:
    assert verdicts(f"{GONE} {pegged} A:9D") == [
        "scored B 1",
        f"overpeg B {found}",
        f"overpeg-stands B {found}",
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_7_3_a_the_go_taken_back_leaves_thirty_one_worth_two(book: str) -> None:
    found = verdicts(f"{GONE} B:6H B-1 B+2 A:9D", profile=book)
    assert found == ["scored B 1", "corrected B 1", "scored B 2"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("B:5H A:TD A+2 B:3C A:KD", ["unverified A 2"]),
        ("B:5H A:TD B:5C A:KD", []),
        ("B:5H A:TD A+3 B:3C A:KD", None),
        ("B:2H A:TD B:9C A:TH A+2", ["unverified A 2"]),
        ("B:2H A:TD B:9C A:TH A+1 A:KH", ["scored A 1"]),
        ("B:5H A:9D B:8C A:KD A+1", ["scored A 1"]),
        ("B:5H A?2 A:9D", []),
    ],
    ids=[
        "15 of both series",
        "missed in one",
        "too many in both",
        "31 of a lead",
        "go",
        "over 31",
        "not read",
    ],
)
def test_7_1_b_a_card_after_the_go_may_have_been_a_lead_and_nobody_is_blamed_for_what_differs(
    book: str, words: str, last: list[str] | None
) -> None:
    found = verdicts(f"{GONE} {words}", profile=book)[1:]
    assert found == last if last is not None else found[0] == "overpeg A 3"


def test_corporate_5_who_took_the_go_and_played_on_at_once_has_not_reneged() -> None:
    book = {"profile": "corporate-challenge"}
    assert verdicts(f"{GONE} B:3H A:9D B:KC", **book) == ["scored B 1"]
    assert verdicts(f"{GONE} B:3H A:9D wait B:2C", **book) == ["scored B 1", "renege B 2"], (
        "the two fitted then"
    )
    assert verdicts(f"{GONE} A:9D wait B:3H A:KD B:KC", **book)[1] == "renege B 2", (
        "after the lead it is too late"
    )


# --- a go that was pegged early, and challenged ------------------------------------------------------------

EARLY = "cut:4D B:TC A:QH B:KD B+1"
"""Thirty; Bob pegs a go, which nobody has said."""


@pytest.mark.parametrize("book", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize("after_s", [0.7, 1.0, 2.0, 4.0])
def test_8_9_a_go_challenged_and_put_back_is_an_overpeg_of_which_the_opponent_scores_the_error(
    book: str, after_s: float
) -> None:
    table = Table(profile=book).do(EARLY)
    table.t += after_s - 2.0
    found = table.do("A!overpeg B-1 A+1 A:AS A+2 B:6S").verdicts
    assert found[found[0] == "scored B 1" :] == ["overpeg B 1", "scored A 1", "scored A 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A!overpeg A:AS A+2 B-1 A+1 B:6S", ["scored A 2", "overpeg B 1", "scored A 1"]),
        ("A!overpeg A:7S B:6S", []),
        ("A!overpeg B:AS B+1 A:7S", ["scored B 1"]),
        ("A!overpeg A?2 B:6S", []),
        ("A!overpeg", []),
    ],
    ids=["their card fits", "it does not", "played on", "not read", "the log ends"],
)
def test_8_9_the_cards_of_the_player_who_challenges_a_go_decide(words: str, found: list[str]) -> None:
    assert verdicts(f"{EARLY} {words}") == ["scored B 1", *found]


def test_8_9_a_challenge_within_the_seconds_in_which_a_card_may_be_told_waits_for_the_next_card() -> None:
    table = Table().do(EARLY)
    table.t -= 0.8
    assert table.do("A!overpeg A:7S B:6S").verdicts == ["scored B 1"]
    table = Table().do("cut:4D B:TC A:QH B:2D B+2")
    table.t -= 0.8
    assert table.do("A!overpeg B-2 A+2").verdicts == ["overpeg B 2", "scored A 2"]
    table = Table().do("cut:4D B:TC A+1")
    table.t -= 0.8
    assert table.do("B!overpeg A-1 B+1").verdicts == ["overpeg A 1", "scored B 1"], "it is no go"


@pytest.mark.parametrize("sooner_s", [0.0, 0.8])
@pytest.mark.parametrize("back", ["B-1 ", ""])
def test_8_4_c_the_error_pegged_before_a_challenged_go_is_back_is_not_judged(
    sooner_s: float, back: str
) -> None:
    table = Table().do(EARLY)
    table.t -= sooner_s
    found = table.do(f"A!overpeg A+1 {back}A:AS A+2 wait").verdicts
    assert {"unverified A 1", "scored A 2"} <= set(found)
    assert not [one for one in found if one.startswith("overpeg A")]


def test_7_4_a_a_count_that_was_accepted_holds_when_a_card_goes_back() -> None:
    found = verdicts("cut:KS B:6H A:TC A!count15 A+2 B:2D B<1 B:9D A:7D A+2 B:KD")
    assert found == ["scored A 2", "scored A 2"], "thirty-one by the count that was agreed"


def test_8_9_a_go_that_was_said_is_not_what_is_challenged() -> None:
    assert verdicts("cut:4D B:TC A:QH B:KD A!go B+1 A!overpeg B-1") == ["scored B 1", "corrected B 1"]
    assert verdicts(f"{EARLY} B+1 A!overpeg B-1 A+1 A:7S") == ["scored B 1", "overpeg B 1", "scored A 1"]


@pytest.mark.parametrize(("book", "award"), [("alberta-55plus", 2), ("hoyle", 0), ("corporate-challenge", 0)])
def test_8_9_what_a_challenged_go_brings_is_the_books_own_award(book: str, award: int) -> None:
    pegged = f"A+{award}" if award else ""
    found = verdicts(f"{EARLY} A!overpeg B-1 {pegged} A:AS A+2 B:6S", profile=book)
    assert found == ["scored B 1", "overpeg B 1", *([f"scored A {award}"] if award else []), "scored A 2"]


# --- a go and too many -------------------------------------------------------------------------------------

KINGS = "cut:4D B:TC A:QH B:KD"
PAIR = "cut:4D B:TC A:QH B:QD"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{KINGS} B+2 B-1 A:7C", ["overpeg B 1", "corrected B 1"]),
        (f"{PAIR} B+4 B-1 A:7C", ["overpeg B 1", "corrected B 1"]),
        (f"{KINGS} B+2 B-1 B:AC B+1 A:7C", ["overpeg B 1", "corrected B 1", "scored B 1"]),
        (f"{PAIR} B+3 B-1 A:AC", ["overpeg B 1", "corrected B 1"]),
    ],
    ids=["go", "pair and go", "played on to 31", "go taken back"],
)
def test_8_9_what_stays_of_a_go_and_too_many_is_the_go(book: str, words: str, found: list[str]) -> None:
    assert verdicts(words, profile=book) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{KINGS} B+2 A!overpeg B-1 A+1 A:7C", ["overpeg B 1", "scored A 1"]),
        (f"{PAIR} B+4 A!overpeg B-1 A+1 A:7C", ["overpeg B 1", "scored A 1"]),
        (f"{KINGS} B+2 A!overpeg B-2 A+2 A:AC", ["overpeg B 2", "scored A 2"]),
        (f"{KINGS} B+2 A!overpeg A:AC A+2", ["overpeg B 2", "scored A 2"]),
        (f"{KINGS} B+2 A!overpeg A:7C", ["overpeg B 1"]),
        (f"{KINGS} B+2 A!overpeg A+1 B-1 A:7C", ["overpeg B 1", "scored A 1"]),
        (f"{KINGS} B+2 A!overpeg A+2 B-2 A:AC", ["overpeg B 2", "scored A 2"]),
        (f"{KINGS} B+2 A!overpeg B-1 A+1 A:AC B:3C", ["overpeg B 1", "scored A 1"]),
        (f"{PAIR} B+3 A!overpeg B-1 A+1 A:AC", ["overpeg B 1", "scored A 1"]),
    ],
    ids=[
        "go",
        "pair and go",
        "both back",
        "fits",
        "fits not",
        "award first",
        "all first",
        "left",
        "just the go",
    ],
)
def test_8_9_a_challenge_of_a_go_and_too_many_leaves_the_go_to_the_cards(
    words: str, found: list[str]
) -> None:
    assert verdicts(words) == found


# --- the go in a false claim of game -----------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "score", "least"),
    [
        (f"{KINGS} A!go B+2", 119, False),
        (f"{PAIR} A!go B+4", 117, False),
        (f"{KINGS} B+2 A:7C", 119, True),
        (f"{PAIR} B+4 A:7C", 117, True),
    ],
    ids=["go", "pair and go", "go not said", "pair and go not said"],
)
def test_8_4_a_a_go_that_was_due_is_no_part_of_a_false_claim(
    book: str, words: str, score: int, least: bool
) -> None:
    table = Table(profile=book, b=(score, 110)).do(words)
    assert table.verdicts == ["false-claim B 1"]
    verdict = table.verdict("false-claim")
    assert verdict.get("least", False) is least
    if not least:
        assert verdict["remedy"]["front"] == 120
        assert verdict["remedy"]["opponent"] == int(book.startswith("acc")), "elsewhere it is only put right"


def test_8_4_a_below_twenty_two_no_go_is_in_a_false_claim() -> None:
    assert verdicts("cut:4D B:TC A:QH A!go B+2 A:7C", b=(119, 110)) == ["false-claim B 2"]


@pytest.mark.parametrize("pegged", [1, 2])
def test_8_4_b_what_is_pegged_for_a_false_claim_of_at_least_so_many_is_not_judged(pegged: int) -> None:
    found = verdicts(f"{KINGS} B+2 A!overpeg A+{pegged} wait", b=(119, 110))
    assert found == ["false-claim B 1", f"unverified A {pegged}"]


# --- a go to a wrong count ---------------------------------------------------------------------------------

WRONG = "cut:KS B:TC A:QH B:5D B!count26 A!go"
"""Twenty-five; Bob says twenty-six, and Ann go."""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{WRONG} A!count25 A:6C A+2 B:9D", ["scored A 2"]),
        (f"{WRONG} A:6C A+2 B:9D", ["unverified A 2"]),
        (f"{WRONG.replace('26', '24')} A:6C A+2 B:9D", ["unverified A 2"]),
        (f"{WRONG} B+1 A!count25 A:6C B:9D B+2", ["scored B 1", "scored B 2"]),
        ("cut:KS B:TC A:QH B:6D B!count31 A!go A!count26 A:5C A+2 B:9D", ["scored A 2"]),
        ("cut:KS B:TC A:QH B:6D B!count31 A!go A:5C A+2 B:9D", ["unverified A 2"]),
        (f"{WRONG} A?1 B:9D", []),
    ],
    ids=["tapped", "aloud", "24", "too late", "31", "31 aloud", "not read"],
)
def test_7_4_a_who_says_go_to_a_wrong_count_may_withdraw_it(book: str, words: str, found: list[str]) -> None:
    assert verdicts(words, profile=book) == found


def test_7_4_a_a_card_that_fits_neither_count_withdraws_no_go() -> None:
    assert verdicts(f"{WRONG} A:9C B:6D B+2") == ["underpeg B 1", "scored B 2"]
    found = verdicts("cut:KS B:TC A:QH B:6D A:4C A!count31 A+2 B!go B!count30 B:AC B+2")
    assert found == ["scored A 2", "overpeg B 2"], "what the wrong count brought had been pegged"


# --- a challenge, or a count, with the challenger's own lead on the table ------------------------------------

THIRTY = "cut:KS B:TC A:QH B:6D A:4C"


@pytest.mark.parametrize("book", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 B:9D B!overpeg A-1 B+1 A:5C", ["overpeg A 1", "scored B 1"]),
        ("A+2 B:9D B!overpeg B<1 A-1 B+1 B:9D A:5C", ["overpeg A 1", "scored B 1"]),
        ("A!count31 A+2 B:9D B!overpeg B+2", ["scored A 2", "overpeg B 2"]),
        ("A!count31 A+2 B:9D wait B!overpeg B+2", ["scored A 2", "overpeg B 2"]),
    ],
    ids=["go and one", "the lead goes back", "count", "count, later"],
)
def test_8_4_c_a_challenge_after_ones_own_lead_leaves_the_go_that_the_lead_shows(
    book: str, words: str, found: list[str]
) -> None:
    assert verdicts(f"{THIRTY} {words}", profile=book) == found


def test_7_4_a_a_card_over_thirty_one_by_the_cards_alone_does_not_go_back() -> None:
    for words in (f"{THIRTY} A!count31 A+2 B:9D", "cut:KS B:TC A:QH B:5D B!count24 A:7C B:9D"):
        assert not [one for one in Table().do(words).remarks if one.startswith("over")]
    own = Table(late_s=0).do(f"{THIRTY} A!count31 A+2 A:9D B:5C").remarks
    assert [one for one in own if one.startswith("over")], "one's own count accepts nothing"


def test_7_1_e_who_has_said_go_is_to_lead_and_no_card_of_theirs_has_to_go_back() -> None:
    assert not Table().do("cut:KS B:TC A:QH B:6D A!go A:9D").remarks
    assert Table(late_s=0).do("cut:KS B:TC A:QH B:6D A:9D").remarks


# --- challenges of what was pegged on a card ---------------------------------------------------------------

OVER = "cut:KS B:TC A:QH B:6D A:TS A!count31 A+2"
"""Thirty-six, which Ann says is thirty-one."""
GO_AND_LEAD = "A!go B+1 A:TS B:9C"


@pytest.mark.parametrize("book", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    "words",
    [
        f"{OVER} B!overpeg A<1 A-2 B+2 {GO_AND_LEAD}",
        f"{OVER.replace('A!count31 ', '')} B!overpeg A<1 A-2 B+2 {GO_AND_LEAD}",
        f"{OVER} B!overpeg B+2 A<1 A-2 {GO_AND_LEAD}",
        f"{OVER} B!overpeg A<1 B+2 A-2 {GO_AND_LEAD}",
        f"{OVER} B!overpeg A-2 A<1 B+2 {GO_AND_LEAD}",
        f"{OVER} B!overpeg wait wait A<1 A-2 B+2 {GO_AND_LEAD}",
    ],
    ids=["back", "no count", "award first", "award before the peg", "peg before the card", "later"],
)
def test_7_1_e_points_on_a_card_over_thirty_one_that_are_challenged_are_the_opponents(
    book: str, words: str
) -> None:
    assert verdicts(words, profile=book) == ["overpeg A 2", "scored B 2", "scored B 1"]


def test_7_1_e_the_card_that_was_announced_may_come_after_the_challenge() -> None:
    assert verdicts(f"{OVER} B!overpeg A<1 A:5C B:9C") == ["scored A 2"]
    assert verdicts(f"{OVER} B!overpeg A<1 A:4C A-2 B+2 A+1 B:9C") == [
        "overpeg A 2",
        "scored B 2",
        "scored A 1",
    ]
    assert verdicts(f"{OVER} B!overpeg B+1 A<1 A-2") == ["scored B 1", "overpeg A 2"], "that is no error"
    assert verdicts(f"{OVER} A<1 A-2 {GO_AND_LEAD}") == ["overpeg A 2", "corrected A 2", "scored B 1"]


def test_8_4_a_a_false_claim_on_a_card_over_thirty_one_is_followed_when_the_peg_goes_back() -> None:
    for words in (f"{OVER} B!overpeg A<1 A-2", f"{OVER} B!overpeg B+2", f"{OVER} A<1 A-2"):
        found = verdicts(words, a=(119, 110))
        assert found[0] == "false-claim A 2"
        assert not [one for one in found if one.startswith(("corrected", "backward", "overpeg"))]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 B!count16 A-2 B+2 B:2D", ["overpeg A 2", "scored B 2"]),
        ("A+2 B!count16 A-2 B:TD B+2 A:5C", ["overpeg A 2", "scored B 2"]),
        ("A+2 B!count16 B!overpeg A-2 B+2 B:TD B+2 A:5C", ["overpeg A 2", "scored B 2", "scored B 2"]),
        ("B!count16 A+2 B:TD B+2 A:5C", ["overpeg A 2", "overpeg-stands A 2", "scored B 2"]),
    ],
    ids=["the error", "their own pair", "both", "before the peg"],
)
def test_7_4_b_who_says_the_right_count_has_found_the_error(words: str, found: list[str]) -> None:
    assert verdicts(f"cut:KS B:6H A:TC A!count15 {words}") == found


@pytest.mark.parametrize("book", BOOKS)
def test_8_4_a_who_needs_fewer_than_the_cards_earned_claims_nothing_falsely(book: str) -> None:
    """Three for the run, one of which is needed; a go may be due as well, and nothing hangs on it."""
    table = Table(profile=book, b=(120, 110)).do("cut:4D B:TC A:JH B:9S B+1")
    assert [one.split()[0] for one in table.verdicts] == ["scored", "game"]
