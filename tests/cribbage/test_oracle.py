"""The referee against an oracle that knows nothing of it: nobody is blamed while an honest history is left.

First that the oracle knows the rules and cannot agree by saying yes or no to everything; then that the referee never
blames a player for whom it finds an honest history, and how much of what cannot be honest the referee catches.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from oracle import ask, right_until
from oracle_deals import BOOKS, EARLY, SIGHTS, Asked, added_up, asked, blamed, deal_of
from oracle_evidence import NotThisDeal
from samples import sample
from tables import CRIB, CUT, PLAY, Table

from pegwatch.simulated.blind import blinded

pytestmark = pytest.mark.no_cover  # rules are to be reached by tests that name them
HERE = Path(__file__).parent
SHARED = {
    "cribbage.score.cards",
    "cribbage.sight.contract",
    "cribbage.score.counting",
    "cribbage.score.pegging",
}


@pytest.mark.parametrize("module", ["oracle", "oracle_evidence", "oracle_table"])
def test_the_oracle_shares_the_contract_and_the_counting_of_cards_and_nothing_else(module: str) -> None:
    tree = ast.parse((HERE / f"{module}.py").read_text())
    names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    ours = {
        name for name in names if name.split(".")[0] in ("cribbage", "pegwatch") or name.startswith("oracle")
    }
    assert ours <= SHARED | {"oracle_evidence", "oracle_table"}


def honest(words: str, a: tuple[int, int] = (0, -1), b: tuple[int, int] = (0, -1), **more: object) -> str:
    """Who may have been honest in what was done here: ``AB``, ``A``, ``B`` or nobody."""
    answer = ask(Table(a=a, b=b, **more).do(words).log)
    return "".join(player for player in "AB" if answer.honest[player])


SEEN = {"sight": {"since": True}}
WHOLE = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (WHOLE, "AB"),
        (f"{CUT} {PLAY} B+11 A+5 {CRIB} A+6 clear", "A"),
        (f"{CUT} {PLAY} B+8 A+5 {CRIB} A+6 clear", "A"),
        (f"{CUT} {PLAY} A+5 {CRIB} A+6 clear", "A"),
        (f"{CUT} {PLAY} A+5 B+9 {CRIB} A+6 clear", "B"),
        (f"{CUT} {PLAY} B+9 {CRIB} A+6 clear", "B"),
        (f"{CUT} {PLAY} B+9 A+5 {CRIB} clear", "B"),
        (f"{CUT} {PLAY} B+9 A+5 clear", "B"),
        ("cut:4D B:TC A:5H A+2 B:5D B+2", "AB"),
        ("cut:4D B:TC A:5H B:5D B+2", "B"),
        ("cut:4D B:TC A:5H A+3 B:5D B+2", "B"),
        ("cut:4D B:TC B+1 A:5H A+2", "A"),
        ("cut:JD A+2 B:TC A:5H A+2", "AB"),
        ("cut:JD B:TC A+2 A:5H A+2", "AB"),
        ("cut:JD B:TC A:5H A+4", "B"),
        ("cut:4D B:TC A:QH B:5H B+1 A:6S", "AB"),
        ("cut:4D B:TC A:QH B:5H B+1 A:9S", "AB"),
        ("cut:4D B:TC A:QH B:5H A!go B+1 A:9S B:8C A:6S", "B"),
    ],
)
def test_the_oracle_knows_the_rules_of_a_deal(words: str, who: str) -> None:
    assert honest(words, **SEEN) == who


def test_8_9_one_of_two_was_wrong_and_nobody_knows_who() -> None:
    """Bob pegs a go at 25, and Ann makes thirty-one: either go was said, or it was not."""
    answer = ask(Table(**SEEN).do("cut:4D B:TC A:QH B:5H B+1 A:6S").log)
    assert (answer.honest, answer.both) == ({"A": True, "B": True}, False)


def test_8_4_a_the_game_hole_needs_the_points() -> None:
    assert honest("cut:4D B:TC A:5H A+2", a=(119, 110), **SEEN) == "AB"
    assert honest("cut:4D B:TC A:5H A+3", a=(118, 110), **SEEN) == "B"
    assert honest("cut:4D B:TC A:5H A+2 B+9", a=(119, 110), **SEEN) == "AB", "the game is over"


class TestWhatTheContractLeavesOpen:
    def test_a_card_may_have_lain_before_its_peg_as_long_as_an_eye_may_be_late(self) -> None:
        assert honest("cut:4D B:TC A+2 A:5H") == "B"
        table = Table().do("cut:4D B:TC A+2")
        table.t -= 1.5
        table.zone("A", ["5H"], 1.0)
        assert ask(table.log).both

    def test_a_card_that_was_never_read_may_be_any_that_explains_the_pegs(self) -> None:
        assert honest("cut:4D B:TC A?1 A+2 B:2C") == "AB", "a five or a ten"
        assert honest("cut:4D B:TC A?1 A+3 B:2C") == "B", "nothing makes three of a ten"

    def test_an_unread_hand_is_worth_what_its_cards_may_be_worth(self) -> None:
        play = "B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A?4 A+1"
        assert honest(f"cut:4D {play} B+9 A+5 {CRIB} A+6") == "AB"
        assert honest(f"cut:4D {play} B+9 A+25 {CRIB} A+6") == "B"

    def test_what_the_board_did_not_see_is_right_if_some_pegging_of_what_was_owed_is(self) -> None:
        for points, who in ((2, "AB"), (3, "B")):
            table = Table().do("cut:4D B:TC board!").do("A:5H")
            table.pegs["A"] = [points, 0]
            table.do("board.").see(0.0, holes=table.pegs)
            answer = ask(table.do("B:2C").log)
            assert "".join(p for p in "AB" if answer.honest[p]) == who

    def test_a_card_laid_just_before_the_camera_was_covered_was_never_told(self) -> None:
        table = Table().do("cut:4D B:TC A+2")
        table.t -= 1.5
        table.see(0.5, fault={"part": "camera", "what": "covered"})
        table.see(9.0, fault={"part": "camera", "what": "ok"})
        table.zone("A", ["5H"], 0.0)
        assert ask(table.log).both

    def test_cards_that_came_into_view_together_may_have_been_laid_in_any_order(self) -> None:
        for cards, who in ((["9C", "TC"], "AB"), (["9C", "8C"], "B")):
            table = Table().do("cut:4D camera! A+2 camera.")
            table.zone("B", cards, 0.0)
            table.zone("A", ["5H"], 0.0)
            assert "".join(p for p in "AB" if ask(table.log).honest[p]) == who

    @pytest.mark.parametrize("words", ["rule:A=3", "B:TC,2C,3C,4C,5C", "B!claim3", "holes:3,2,1|0,-1"])
    def test_what_it_does_not_follow_it_says(self, words: str) -> None:
        with pytest.raises(NotThisDeal):
            ask(Table().do(f"cut:4D {words}").log)


@pytest.mark.parametrize("book", BOOKS)
def test_every_honest_deal_is_found_honest_seen_well_and_badly(book: str) -> None:
    gave_up = 0
    for seed in range(24):
        lines = deal_of(seed, book).lines
        assert ask(lines).both, f"seed {seed}"
        answer = ask(blinded(lines, SIGHTS[seed % len(SIGHTS)], seed, 0.15))
        assert answer.both is not False, f"seed {seed}"
        gave_up += answer.both is None
    assert gave_up <= 2


def test_every_planted_fault_is_seen_where_everything_is_seen_and_nobody_else_is_blamed() -> None:
    """So the oracle cannot pass by calling everything honest: less than one in forty has another explanation."""
    planted = explained = 0
    seeds = range(sample(120, 240))
    for seed in seeds:
        one = asked(seed, often=0.0)
        assert one.answer is not None
        assert one.accused == [], one.name
        if one.deal.player is None:
            assert one.answer.both, one.name
            continue
        planted += 1
        explained += one.answer.honest[one.deal.player] is not False
        other = "B" if one.deal.player == "A" else "A"
        assert one.answer.honest[other], one.name
    assert planted > len(seeds) * 3 / 8
    assert explained <= planted // 40


SOME = range(20_000, 20_000 + sample(80, 140))


@cache  # no fixture: `no_cover` holds for tests alone, and what a fixture does is traced
def some_deals() -> list[Asked]:
    """Deals of all books, with all faults, seen with all kinds of blindness and pairs of them."""
    return [asked(seed) for seed in SOME]


def test_nobody_is_blamed_for_whom_the_oracle_finds_an_honest_history() -> None:
    some = some_deals()
    assert [(one.name, one.accused) for one in some if one.accused] == []
    sums = dict(added_up(some))["all"]
    assert sums["honest players"] > len(some)
    assert sums["gave up"] + sums["not followed"] <= len(some) // 20


def test_no_move_is_blamed_that_was_right_as_far_as_it_went() -> None:
    """Also who did something wrong later: up to there an honest history is left, and in it each move was right."""
    players = 0
    for one in some_deals():
        if one.answer is None or one.deal.player is None or one.answer.honest[one.deal.player]:
            continue
        until = right_until(one.lines, one.deal.player)
        players += 1
        early = [v for v in one.blamed[one.deal.player] if "move" in v and v["t"] <= until]
        assert early == [], one.name
    assert players > len(SOME) / 5


def test_of_what_cannot_be_honest_more_than_half_is_caught() -> None:
    """As measured over 6,000 deals: two thirds. What nobody saw nobody says, so it is never all."""
    sums = dict(added_up(some_deals()))["all"]
    assert sums["proved"] > len(SOME) / 4
    assert sums["caught"] > sums["proved"] / 2


def test_7_3_who_pegs_a_go_that_was_wrongly_said_is_not_blamed_for_a_second_thought() -> None:
    """Bob's nine (twenty-five) is told between the wrong hole and the right one; Ann said go with a three."""
    table = Table(dealer="B").do("cut:QD A:2C B:4H A:JH B^ B~2,0")
    table.zone("B", ["4H", "9C"], 0.2)
    table.see(0.3, holes={**table.pegs, "B": [0]})
    table.do("B=1,0 A:3S B:KD A:AD B+1")
    table.t -= 1.5
    table.zone("B", ["4H", "9C", "KD", "QC"], 1.5)
    assert ask(table.log).honest["B"]
    assert blamed(table.log)["B"] == []


@pytest.mark.parametrize(
    ("words", "dealer", "honest_one"),
    [
        ("cut:AH A:JS B:TC A:5H A+1 B:2S B:2H B+2 B+1 A:JH B:QD A:6D", "B", "B"),
        ("cut:7S B:2D A:6D B:TD A:6C A+1 B:3S A:4H A+2 B:KS A:QS A+1", "A", "B"),
        ("cut:8S B:7S A:5C B:3D B+2 A:JC B:3C B+1 A:2S A+1 B:9D A:TC A+1", "A", "A"),
        ("cut:AC A:2C B:KC A:3D A+2 B:9H B+1 A:2D board! B:JD A:JH B:TS", "B", "A"),
    ],
    ids=["two cards in a row", "thirty-one by the other", "the go after it", "the board stopped meanwhile"],
)
def test_8_9_who_plays_on_after_a_go_that_nobody_said_has_not_reneged(
    words: str, dealer: str, honest_one: str
) -> None:
    """One is pegged at more than twenty-one and go was not said; the other plays on, as they may."""
    table = Table(dealer=dealer, **SEEN).do(words)
    assert ask(table.log).honest[honest_one]
    assert blamed(table.log)[honest_one] == []


def test_8_9_who_is_honest_by_the_oracle_is_not_blamed_where_a_go_was_pegged_that_nobody_said() -> None:
    found = [deal_of(seed, "acc-2025", EARLY) for seed in range(20)]
    found = [deal for deal in found if deal.player]
    assert len(found) > 5
    for deal in found:
        other = "A" if deal.player == "B" else "B"
        assert ask(deal.lines).honest[other]
        assert blamed(deal.lines)[other] == []
