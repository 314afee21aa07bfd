"""Words said aloud that nobody tapped: a peg that is right after such a word accuses nobody."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table, after_play, verdicts
from test_rule_9_order_of_four import Show

ACC = ["acc-2025", "acc-2020"]
SHOW = f"B+9 A+5 {CRIB}"


@pytest.mark.parametrize("profile", ACC)
def test_8_4_c_1_the_error_is_pegged_before_it_goes_back(profile: str) -> None:
    """The crib is worth six, Ann pegs ten, Bob challenges her aloud and pegs four; then she goes back."""
    found = after_play(f"{SHOW} A+10 B+4 A-4 clear", profile=profile)
    assert found[2:] == ["overpeg A 4", "unverified B 4", "corrected A 4"]


def test_alberta_13_two_are_pegged_before_the_error_goes_back() -> None:
    found = after_play(f"{SHOW} A+9 B+2 A-3 clear cut:KS", profile="alberta-55plus")
    assert found[2:] == ["overpeg A 3", "unverified B 2", "corrected A 3"]


@pytest.mark.parametrize(("pegged", "of"), [(1, 2), (2, 2), (3, 1)])
def test_alberta_13_of_the_two_one_may_be_pegged_too_few(pegged: int, of: int) -> None:
    """An error of three went back before Ann pegs for it: more than two are too many, whoever called it."""
    words = f"cut:JS A+2 B:AH A:7H B+3 B-3 A+{pegged} B:7C"
    found = verdicts(words, profile="alberta-55plus", sight={"since": True})
    last = "unverified" if of == 2 else "overpeg"
    points = pegged if of == 2 else of
    assert found[1:4] == ["overpeg B 3", "corrected B 3", f"{last} A {points}"]


@pytest.mark.parametrize("profile", ACC)
@pytest.mark.parametrize("then", ["clear cut:KS", "B+1 clear", "A+1 clear"])
def test_8_4_c_1_what_does_not_go_back_is_too_many_twice(profile: str, then: str) -> None:
    assert "overpeg B 4" in after_play(f"{SHOW} A+10 B+4 {then}", profile=profile)


@pytest.mark.parametrize("profile", ACC)
@pytest.mark.parametrize(("error", "found"), [(4, "unverified A 4"), (6, "unverified A 6")])
def test_8_4_c_1_the_error_is_no_part_of_a_hand_of_the_challengers(
    profile: str, error: int, found: str
) -> None:
    """Ann's hand is worth five."""
    words = f"B+{9 + error} A+{error} B-{error} A+5 {CRIB} A+6 clear"
    said = after_play(words, profile=profile)
    assert found in said
    assert said[-2:] == ["scored A 5", "scored A 6"]
    assert not [one for one in said if one.startswith(("underpeg", "overpeg A", "backward"))]


@pytest.mark.parametrize("profile", ACC)
def test_8_4_c_1_the_error_is_just_as_many_as_the_challengers_hand(profile: str) -> None:
    found = after_play(f"B+14 A+5 B-5 A+5 {CRIB} A+6 clear", profile=profile)
    assert found == [
        *("overpeg B 5", "overpeg-stands B 5", "scored A 5", "withdrawn B 5", "corrected B 5"),
        *("scored A 5", "scored A 6"),
    ]
    late = after_play(f"B+14 A+5 B-5 {CRIB} A+6 clear", profile=profile)
    assert not [one for one in late if one.startswith("underpeg")]  # Bob may have gone back too late


@pytest.mark.parametrize("profile", ACC)
def test_8_4_c_1_the_error_that_wins_is_no_false_claim_if_it_goes_back(profile: str) -> None:
    found = after_play(f"{SHOW} A+10 B+4 A-4", profile=profile, b=(103, 90))
    assert found[2:] == ["overpeg A 4", "unverified B 3", "corrected A 4"]


def test_9_2_c_what_is_retracted_brings_nobody_anything() -> None:
    """Ann counts first; Bob pegs five of his nine, and she takes her five back."""
    found = after_play(f"A+5 B+5 A-5 A+5 {CRIB} A+6 clear")
    assert "underpeg B 4" in found


@pytest.mark.parametrize("profile", ACC)
def test_8_4_c_1_a_challenge_is_tapped_after_the_peg_for_it(profile: str) -> None:
    assert after_play("B+11 A+2 A!overpeg B-2 A+5", profile=profile) == [
        *("overpeg B 2", "scored A 2", "scored A 5"),
    ]
    for late in ("", "wait "):
        found = after_play(f"{SHOW} A+10 B+4 {late}B!overpeg A-4 clear", profile=profile)
        assert found[2:] == ["overpeg A 4", "scored B 4"]


def test_8_4_c_1_in_the_play_the_error_is_pegged_before_it_goes_back() -> None:
    """Bob pegs five for a go; what seems a hand dealt short is the error."""
    words = "cut:2H B:TC A:QH B:KD B+5 A+4 B-4 A:7C B:6S"
    assert verdicts(words)[:3] == ["unverified A 4", "overpeg B 4", "corrected B 4"]


@pytest.mark.parametrize("profile", ACC)
def test_9_2_c_who_wins_before_the_others_have_counted_may_have_heard_none(profile: str) -> None:
    """Bob gives his hand up aloud, and Ann pegs hers into the game hole. That he counts shows that he has not."""
    assert after_play("A+5", a=(112, 105), profile=profile) == ["unverified A 5"]
    assert after_play("A+5 B+9", a=(112, 105), profile=profile)[0] == "out-of-order A 5"
    assert after_play(f"A+5 {CRIB}", a=(112, 105), profile=profile)[-1] == "game A 6"


# --- muggins -----------------------------------------------------------------------------------------------

NO_LAST_CARD = f"{CUT} {PLAY.removesuffix(' A+1')}"
"""Ann forgets the point for her last card."""


@pytest.mark.parametrize("profile", ACC)
@pytest.mark.parametrize("pegged", [5, 6])
def test_10_4_a_what_is_called_aloud_in_the_play_may_be_cut_by_the_game_hole(
    profile: str, pegged: int
) -> None:
    """Ann misses a pair royal, of which Bob can peg no more than five."""
    start = (121 - 2 - pegged, 100)
    table = Table(muggins=True, profile=profile, b=start).do("cut:KS B:2H A:3H B:3D B+2 A:3S B+6")
    assert table.verdicts == ["scored B 2", f"unverified B {pegged}"]


def test_10_4_a_fewer_may_be_called_aloud_than_were_missed_in_the_play() -> None:
    assert verdicts("cut:KS B:TH A:5C B+1 B:3D", muggins=True, profile="hoyle")[0] == "unverified B 1"


@pytest.mark.parametrize("profile", ACC)
def test_10_4_a_more_are_called_aloud_than_were_missed_and_the_lesser_is_pegged(profile: str) -> None:
    """The pone forgets her last card; the dealer pegs one for that before her hand, and his in its turn."""
    play = "cut:9S A:KC B:2C A:9H B:AD A:2S B:3S B+3 B:2D B+1 A:6D"
    dealer = verdicts(
        f"{play} B+1 A+6 B+12 crib:JH,7H,6S,7C B+4 clear", dealer="B", profile=profile, muggins=True
    )
    assert sorted(dealer) == sorted(
        [
            "scored B 3",
            "scored B 1",
            "unverified B 1",
            "underpeg A 1",
            "scored A 6",
            "scored B 12",
            "scored B 4",
        ]
    )
    pone = verdicts(f"{NO_LAST_CARD} B+1 B+9 A+5 {CRIB} A+6 clear", profile=profile, muggins=True)[4:]
    assert sorted(pone) == sorted(
        ["unverified B 1", "underpeg A 1", "scored B 9", "scored A 5", "scored A 6"]
    )


def test_10_4_a_what_a_wrong_call_aloud_costs_is_pegged_before_the_partners_hand() -> None:
    """Ann has pegged her five, which Bob's side calls one too low; she pegs the one, and Cy his six in their turn."""
    found = Show(muggins=True).then("A+5 A+1 B+7 A+6 B+8")
    assert found == ["scored A 5", "scored B 7", "unverified A 1", "scored A 6", "scored B 8"]


@pytest.mark.parametrize("n", [9, 12])
def test_10_4_a_what_was_called_and_pegged_cannot_be_called_once_more(n: int) -> None:
    """Bob gives nine up, Ann calls them and pegs them: six for her hand of five are too many."""
    found = after_play(f"B!none A!muggins{n} A+9 A+6 {CRIB} A+6 clear", muggins=True)
    assert found == [
        *("underpeg B 9", "muggins A 9", "scored A 9", "overpeg A 1", "scored A 6", "overpeg-stands A 1"),
    ]


@pytest.mark.parametrize("profile", ACC)
def test_8_4_c_2_a_hand_that_goes_back_of_play_and_hand_in_one_is_pegged_again(profile: str) -> None:
    """A pair and the last card, three; four are pegged, and one goes back: that is just his hand."""
    play = "cut:2D B:8H A:2S B:6C A:9D A:4C B!go A+1 B:JD A:TD B:TH"
    crib = "crib:8C,8S,AH,4H"
    found = verdicts(f"{play} B+4 B-1 B+1 A+6 {crib} A+7 A-1 clear", profile=profile)
    assert found == [
        *("scored A 1", "scored B 4", "unverified B 1", "scored B 1", "scored A 6", "overpeg A 1"),
        "corrected A 1",
    ]
    called = verdicts(f"{play} B+4 B-1 A+1 B+1 A+6", profile=profile)
    assert called[1:] == ["scored B 4", "unverified B 1", "unverified A 1", "scored B 1", "scored A 6"]


# --- the go ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ACC)
def test_8_9_a_pair_and_the_go_are_challenged_and_the_cards_decide(profile: str) -> None:
    """Bob pegs three for a pair and the go before anybody says it; Ann challenges, and cannot play."""
    play = "cut:4H B:JS A:9S B:4D A:2C B!go A+1 B:QH A:7D B:7H B+3 A!overpeg"
    due = verdicts(f"{play} A:JH A+1 B+4", profile=profile)
    assert due == ["scored A 1", "scored B 3", "scored A 1", "scored B 4"]
    back = verdicts(f"{play} B-1 A+1 A:3H", profile=profile)
    assert back == ["scored A 1", "overpeg B 1", "scored A 1"]
    first = verdicts(f"{play} A+1 B-1 A:3H", profile=profile)
    assert first == ["scored A 1", "overpeg B 1", "scored A 1"]
    fits = verdicts(f"{play} A:3H B-1 A+1", profile=profile)
    assert fits == ["scored A 1", "overpeg B 1", "scored A 1"]


def test_8_4_c_1_a_peg_for_a_challenge_that_nobody_heard_has_its_verdict_when_the_error_goes_back() -> None:
    """Bob pegs two too many, Ann pegs them, and they go back: it is not waited for what she counts next."""
    words = f"{LOW_PLAY} B+4 A+2 B-2 A+7 {LOW_CRIB} A+6 clear"
    found = verdicts(words, a=(30, 20), b=(40, 35))
    assert found[3:] == ["overpeg B 2", "unverified A 2", "corrected B 2", "scored A 7", "scored A 6"]


@pytest.mark.parametrize(("hand", "found"), [(6, "underpeg A 1"), (7, "scored A 7"), (8, "overpeg A 1")])
def test_10_4_a_what_followed_a_call_tapped_late_is_judged_against_all_of_the_hand(
    hand: int, found: str
) -> None:
    """Ann pegs Bob's two, which he has stated as none, then her hand of seven over a crib worth nothing, and taps the
    word: what seemed too many for the rest of her hand is told as it is."""
    table = Table(a=(30, 25), b=(40, 35), profile="hoyle", muggins=True).do(LOW_PLAY)
    front, _ = table.pegs["A"]
    for after, holes in ((4.7, [front]), (0.9, [front + 2, front])):
        table.see(after, holes=table.pegs | {"A": holes})
    table.see(1.7, cards={"zone": "crib", "seen": ["4H", "QS", "7C", "3D"]})
    table.see(1.5, said={"by": "B", "what": "none"})
    for after, holes in ((0.2, [front + 2]), (0.8, [front + 2 + hand, front + 2])):
        table.see(after, holes=table.pegs | {"A": holes})
    table.see(0.7, said={"by": "A", "what": "muggins", "n": 2})
    table.zones["crib"] = ["4H"]
    judged = table.do("wait clear cut:9H B:KS A:3S").verdicts
    assert found in judged
    assert {"underpeg B 2", "muggins A 2", "scored A 2"} <= set(judged)


@pytest.mark.parametrize(("profile", "award"), [("acc-2025", "A 2"), ("alberta-55plus", "A 5")])
@pytest.mark.parametrize("again", ["A+2", "A+2 B+1", "B+1 A+2"])
def test_8_4_c_1_the_error_goes_back_one_too_far_and_only_the_error_is_pegged(
    profile: str, award: str, again: str
) -> None:
    """Bob's nine are pegged as eleven; where Ann's two are a part of her hand, that is not verified."""
    found = after_play(f"B+11 B-3 {again} A+5 {CRIB} A+6 clear cut:2S", profile=profile)
    assert found[0] == "overpeg B 2"
    assert f"unverified {award}" in found
    assert not [one for one in found if one.startswith(("overpeg A", "overpeg-stands", "underpeg A"))]


def test_8_4_c_1_the_error_in_the_play_goes_back_one_too_far() -> None:
    found = verdicts("cut:QD B:8C A:7H A+5 A-4 B+3 B:JS A:AS")
    assert found == ["overpeg A 3", "unverified B 3", "underpeg A 1"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B-3 A+3 B-1 A+1", ["scored A 3", "scored A 1"]),
        ("B-2 A+2 B-1 A+1 B-1 A+1", ["scored A 2", "scored A 1", "scored A 1"]),
        ("B-3 A+3 B-2 A+1", ["scored A 3", "scored A 1", "underpeg B 1"]),
        ("B-3 A+3 B-1 A+2", ["scored A 3", "overpeg A 1", "overpeg-stands A 1"]),
    ],
)
def test_8_4_c_1_an_error_of_four_is_found_in_two_steps(words: str, found: list[str]) -> None:
    judged = after_play(f"B+13 A!overpeg {words} A+5 {CRIB} A+6 clear")
    assert judged == ["overpeg B 4", *found, "scored A 5", "scored A 6"]


FIFTEEN = "cut:QD B:TH A:5C A+2"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+3 B:9H", ["unverified A 3"]),
        ("A+3 B!muggins3 B:9H", ["scored A 3", "muggins-refused B 3"]),
        ("A+3 B:9H B!muggins3", ["unverified A 3"]),
        ("A+3 B!muggins2 B:9H", ["unverified A 3"]),
        ("A+3 B!overpeg A-3 B+3 B:9H", ["overpeg A 3", "scored B 3"]),
        ("A+3 A-3 B:9H", ["overpeg A 3", "corrected A 3"]),
    ],
)
def test_10_4_a_a_wrong_call_of_a_score_of_the_play_is_tapped_late_or_never(
    words: str, found: list[str]
) -> None:
    assert verdicts(f"{FIFTEEN} {words}", muggins=True) == ["scored A 2", *found]


def test_10_4_a_a_wrong_call_of_the_play_may_win_and_costs_nothing_in_other_books() -> None:
    assert verdicts(f"{FIFTEEN} A+2", muggins=True, a=(118, 110)) == ["scored A 2", "unverified A 1"]
    assert verdicts(f"{FIFTEEN} A+3 B:9H", muggins=True, profile="hoyle") == ["scored A 2", "overpeg A 3"]


MAY_GO = "cut:QD B:8H A:7H A+2 B:AS A:7C"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+1 B!go A+1 B:TD", ["scored A 1", "unverified A 1"]),
        ("A+1 B:TD", ["scored A 1"]),
        ("A+1 B:5D", ["unverified A 1"]),
        ("A+2 B:TD", ["unverified A 2"]),
    ],
)
def test_10_4_a_a_wrong_call_of_one_is_no_go(words: str, found: list[str]) -> None:
    """Bob calls one for the seven, at twenty-three; whether the go is due nobody knows yet."""
    assert verdicts(f"{MAY_GO} B!muggins1 {words}", muggins=True) == ["scored A 2", *found]


def test_10_4_a_in_hoyle_a_wrong_call_of_one_costs_nothing() -> None:
    found = verdicts(f"{MAY_GO} B!muggins1 A+1 B!go A+1 B:TD", muggins=True, profile="hoyle")
    assert found == ["scored A 2", "scored A 1", "overpeg A 1"]


LAST_AND_HANDS = ["scored A 1", "scored B 9", "scored A 5"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 B!muggins2 B+9 A+5", ["muggins-refused B 2", "scored A 2"]),
        ("A+3 B!muggins3 B+9 A+5", ["muggins-refused B 3", "scored A 3"]),
        ("A+5 B!muggins5 B+9 A+5", ["muggins-refused B 5", "scored A 5"]),
        ("A+2 wait B!muggins2 B+9 A+5", ["muggins-refused B 2", "unverified A 2"]),
        ("A+3 B!muggins2 B+9 A+5", ["muggins-refused B 2", "unverified A 3"]),
        ("A+2 B+9 A+5", ["unverified A 2"]),
        ("A+2 B!overpeg A-2 B+2 B+9 A+5", ["overpeg A 2", "scored B 2"]),
    ],
)
def test_10_4_a_a_wrong_call_of_the_last_card_is_tapped_late_or_never(words: str, found: list[str]) -> None:
    """What it costs is Ann's, who pegs it before Bob has counted."""
    told = verdicts(f"{CUT} {PLAY} {words} {CRIB} A+6 clear", muggins=True)
    assert sorted(told[4:]) == sorted([*LAST_AND_HANDS, *found, "scored A 6"])


def test_10_4_a_the_last_card_cannot_be_called_once_the_others_have_counted() -> None:
    told = verdicts(f"{CUT} {PLAY} B+9 A+2 A+5 {CRIB} A+6 clear", muggins=True)
    assert sorted(told[4:]) == sorted([*LAST_AND_HANDS, "overpeg A 2", "overpeg-stands A 2", "scored A 6"])


@pytest.mark.parametrize("profile", ACC)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 B!overpeg B+9", ["unverified A 5", "scored B 9"]),
        ("A+5 B!overpeg B!accept B+9", ["unverified A 5", "scored B 9"]),
        ("A+5 B!overpeg B+9 A+5", ["overpeg A 4", "overpeg-stands A 4", "scored B 9", "scored A 5"]),
        ("A+5 B!overpeg B+4 B+9 A+5", ["overpeg A 4", "scored B 4", "scored B 9", "scored A 5"]),
        ("A+5 B!overpeg A-4 B+4 B+9 A+5", ["overpeg A 4", "scored B 4", "scored B 9", "scored A 5"]),
    ],
)
def test_9_2_c_what_is_just_the_hand_and_is_challenged_may_be_the_hand_if_it_stays(
    profile: str, words: str, found: list[str]
) -> None:
    """Ann forgets the point of her last card and pegs her hand before Bob's, or five for that point."""
    play = f"{CUT} {PLAY.removesuffix(' A+1')}"
    told = verdicts(f"{play} {words} {CRIB} A+6 clear", profile=profile)
    assert sorted(told[4:]) == sorted([*found, "scored A 6"])
