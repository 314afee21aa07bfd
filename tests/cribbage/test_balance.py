"""Points against holes: in a deal that was not seen well nobody is blamed for points that balance."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, verdicts

from cribbage.book.game import Game
from cribbage.log.codec import header_from
from cribbage.log.events import Event
from cribbage.replay.transcript import replay
from cribbage.worlds.balance import Balance, PointsLeft
from cribbage.worlds.proof import sentences_of

# Bob's go is forgotten in it: one point.
FORGOT = PLAY.replace("B:KD B+1 ", "B:KD ")
WELL, BADLY = "", "crib# crib0"
"""How the deal was seen: something may hide the place of the crib for a while, though nothing lies there yet."""


def blame(words: str, **more: object) -> list[str]:
    """What is held against anybody, as it stands in the end."""
    result = replay(Table(**more).do(words).log)  # type: ignore[arg-type]
    gone = {(v["of"], v["player"]) for v in result.verdicts if v["code"] == "withdrawn"}
    told = [v for v in result.verdicts if v["code"] not in ("scored", "withdrawn", "unverified", "game")]
    return [f"{v['code']} {v['player']} {v['points']}" for v in told if (v["code"], v["player"]) not in gone]


def deal(seen: str, play: str, show: str) -> str:
    return f"{CUT} {seen} {play} {show} A+5 {CRIB} A+6 clear cut:2D"


class TestRule84cTooMany:
    def test_as_many_too_many_as_were_missed_are_both_said_where_all_was_seen(self) -> None:
        assert blame(deal(WELL, FORGOT, "B+10")) == ["underpeg B 1", "overpeg B 1", "overpeg-stands B 1"]

    def test_they_balance_where_not_all_was_seen_and_the_proof_says_so(self) -> None:
        assert blame(deal(BADLY, FORGOT, "B+10")) == ["underpeg B 1"], (
            "which was said before the hand was pegged"
        )
        verdicts = replay(Table().do(deal(BADLY, FORGOT, "B+10")).log).verdicts
        (verdict,) = [one for one in verdicts if one["code"] == "unverified"]
        assert [str(one) for one in sentences_of(verdict, lambda seat: {"A": "Ann", "B": "Bob"}[seat])] == [
            "Not all of this deal was seen, and all in all Bob may have pegged what was earned."
        ]

    def test_only_what_is_left_over_is_said_and_that_it_is_the_least(self) -> None:
        found = replay(Table().do(deal(BADLY, FORGOT, "B+12")).log).verdicts
        (over,) = [one for one in found if one["code"] == "overpeg"]
        assert (over["points"], over["least"]) == (2, True)
        (stands,) = [one for one in found if one["code"] == "overpeg-stands"]
        assert (stands["points"], stands["least"]) == (2, True)

    def test_too_many_of_nothing_are_too_many_however_badly_it_was_seen(self) -> None:
        assert blame(deal(BADLY, PLAY, "B+10")) == ["overpeg B 1", "overpeg-stands B 1"]

    def test_a_surplus_is_blamed_once_and_two_are_twice(self) -> None:
        two = PLAY.replace("B:KD B+1", "B:KD B+2")
        over = ["overpeg B 1", "overpeg-stands B 1"]
        assert blame(deal(BADLY, two, "B+10")) == [*over, *over]

    @pytest.mark.parametrize(("back", "said"), [("B-2 ", 1), ("", 1), ("B-1 ", 0)])
    def test_8_4_c_1_what_was_challenged_and_went_back_is_no_part_of_the_next_surplus(
        self, back: str, said: int
    ) -> None:
        """As far as the peg has gone back: what still stands is said as such, and is not there for another one."""
        play = PLAY.replace("B:KD B+1", f"B:KD B+3 A!overpeg {back}A+2")
        more = ["overpeg B 1", "overpeg-stands B 1"]
        assert blame(deal(BADLY, play, "B+10")) == ["overpeg B 2", *more[1 - said :]]

    def test_a_surplus_may_be_of_an_earlier_peg_that_was_let_off(self) -> None:
        """Two pegged where one was due may have been his go with it, or be the point that the deal has too many."""
        two_with_a_go = FORGOT.replace("B+4 B+1", "B+4 B+2")
        assert blame(deal(BADLY, two_with_a_go, "B+10")) == ["underpeg B 1"]

    def test_8_4_c_1_as_many_as_others_put_right_may_have_been_called_for(self) -> None:
        words = "B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+5 A-2 B:5H B+6"
        assert blame(f"{CUT} {BADLY} {words} B:9S")[:2] == ["overpeg A 2", "corrected A 2"]
        assert "overpeg B 2" not in blame(f"{CUT} {BADLY} {words} B:9S")


MUGGINS = {"muggins": True}


class TestRule104AMuggins:
    def test_what_a_part_of_a_hand_seemed_to_be_may_have_been_called_for(self) -> None:
        """Bob has said "none" of his two, which nobody tapped: Ann pegs them, and then her hand of four."""
        play = "B:TC A:KS B:8H B+1 A:KC B:QS A:9S A+1 B:4C A:6H A+1"
        assert blame(f"{CUT} {play} A+2 A+4", profile="hoyle", **MUGGINS) == []
        assert blame(f"{CUT} {play} A+2 A+4", profile="hoyle") == ["overpeg A 2"]

    def test_no_call_is_refused_in_a_game_that_was_badly_seen(self) -> None:
        """What was called for may have been missed by a peg, or of a hand, that nobody saw."""
        late = "B+7 A+5 clear:B clear:A A!muggins2"
        assert "muggins-refused A 0" in blame(f"{CUT} {PLAY} {late}", **MUGGINS)
        for words in (late, "B+9 A!muggins2 A+5"):
            found = blame(f"{CUT} {BADLY} {PLAY} {words}", **MUGGINS)
            assert not [one for one in found if one.startswith("muggins-refused")]


class TestRule83TooFew:
    def test_points_are_missed_where_the_pegs_came_less_far_than_what_was_earned(self) -> None:
        assert blame(deal(BADLY, FORGOT, "B+9")) == ["underpeg B 1"]

    def test_nobody_missed_points_whose_pegs_came_so_far(self) -> None:
        """Four more than Bob had earned by then, for nobody knows what: the go may have been among them."""
        lost = "board! board. holes:0,-1|4,0"
        assert blame(f"{CUT} {lost} B:TC A:QH B:KD A:7C") == []


class TestContactsThatLie:
    """A contact that is dead, and one that sticks, at once: the pegs move and nothing shows."""

    DEAD = "A:QH holes:0,-1|0 B:KD A:7C B:6S A:8D holes:0,-1|4,0"
    """Bob's rear peg went into a hole that does not show it, for four acts of the table."""

    @pytest.mark.parametrize("book", ["acc-2025", "hoyle"])
    def test_rule_8_3_who_seems_to_have_moved_nothing_has_missed_nothing(self, book: str) -> None:
        words = f"{CUT} B:TC {self.DEAD}"
        assert [one for one in blame(words, profile=book) if one.startswith("underpeg B")] == []

    def test_rule_8_5_no_peg_is_moved_wrongly_in_such_a_track(self) -> None:
        moved = "B:5H B=4,2 wait A:9S"
        assert not [one for one in blame(f"{CUT} B:TC {self.DEAD} {moved}") if "peg" in one.split()[0][:6]]

    def test_one_who_holds_his_peg_while_two_cards_are_laid_has_a_sound_track(self) -> None:
        words = f"{CUT} B:TC B^ A:QH B:KD holes:0,-1|0,-1"
        assert blame(f"{words} B+1 A:7C B:6S A:8D B:5H") == ["underpeg A 3"]

    @pytest.mark.parametrize(("up_s", "said"), [(3.0, []), (1.0, ["overpeg A 3"])])
    def test_rule_8_4_c_a_peg_long_up_and_back_in_its_hole_may_have_been_set_too_far_and_called(
        self, up_s: float, said: list[str]
    ) -> None:
        """Bob's three too many went into a hole that does not show; Ann called it aloud and pegs what that brings."""
        table = Table().do(f"{CUT} B:TC A:7D B:JH holes:0,-1|0")
        table.see(up_s, holes={"A": [0, -1], "B": [0, -1]})
        found = replay(table.do("A+3 wait").log).verdicts
        assert [f"{v['code']} {v['player']} {v['points']}" for v in found if v["code"] == "overpeg"] == said

    @pytest.mark.parametrize(("up_s", "said"), [(3.0, "overpeg B 2"), (3.2, "unverified B 2")])
    def test_8_4_c_1_a_peg_up_for_more_than_three_seconds_may_have_been_too_far_called_and_put_back(
        self, up_s: float, said: str
    ) -> None:
        """Ann pegs her crib, and what was too many in a hole that does not show; Bob takes the two (Alberta 13)."""
        table = Table(profile="alberta-55plus").do(f"{CUT} {PLAY} B+9 A+5 {CRIB}")
        front, _ = table.pegs["A"]
        table.see(1.0, holes=table.pegs | {"A": [front]})
        table.pegs["A"] = [front + 6, front]
        table.see(up_s, holes=dict(table.pegs))
        assert said in table.do("B+2 clear cut:2S").verdicts

    @pytest.mark.parametrize("word", ["", "A!overpeg "])
    def test_8_4_c_what_is_pegged_after_a_peg_was_long_up_is_no_hand_pegged_short(self, word: str) -> None:
        """Bob's too many went into a hole that does not show: Ann may have pegged two for that."""
        found = verdicts(f"{CUT} {PLAY} B+9 B^f wait B=15,6 {word}A+2 {CRIB} A+6 clear cut:2S")
        assert found[5:] == ["scored B 9", "unverified A 2", "scored A 6"]

    @pytest.mark.parametrize(("lied", "said"), [("holes:0,-1|9,8,0 holes:0,-1|0,-1", 0), ("", 1)])
    def test_8_4_c_pegs_side_by_side_may_be_one_over_a_bridged_contact(self, lied: str, said: int) -> None:
        """Bob's front peg stands at fifteen, and sixteen shows with it; the one behind is in a hole that is dead."""
        nine = "holes:4,3|6 holes:4,3| holes:4,3|16,15"
        found = blame(
            f"{CUT} {lied} {PLAY} {nine} A+5 {CRIB} A+6 clear cut:2D", profile="corporate-challenge"
        )
        assert found == ["overpeg B 1", "overpeg-stands B 1"][: 2 * said]

    @pytest.mark.parametrize(("came", "said"), [(5, []), (9, ["overpeg A 3"])])
    def test_8_4_c_beside_what_went_unseen_not_every_score_of_its_own_was_pegged(
        self, came: int, said: list[str]
    ) -> None:
        """Ann's hand, four, went into a dead hole. It shows with a go, and her last card is not pegged yet."""
        table = Table(dealer="B", profile="alberta-55plus", a=(22, 21), b=(23, 21))
        table.do("cut:JD B+2 A:4S A^ B:6S A:8C B:TD holes:22,21|25,23 A:3H A+2 clear:A clear:B")
        table.do("B:QC A:JC B:4H B+1 A0 B0 B+3 crib:6D,QH,QS,KD B+8 clear cut:QS")
        table.do(f"B:3D A:KD B:4S A:2S B:6S A:AC A^f A={24 + came},22 clear:A clear:B B:6C A:TS wait")
        assert [one for one in table.verdicts if not one.startswith(("scored", "unverified"))] == said

    @pytest.mark.parametrize(
        ("seen", "said"),
        [
            ("A^ B:5H A^^ A=3,0", []),  # taken up, a card later, with the other one
            ("A^ B:5H holes:0|3,1,0 A=3,0", []),  # and what shows in Bob's track is not that peg
            ("A^ B:5H A=3,0", ["underpeg B 9"]),
        ],
    )
    def test_8_3_where_a_track_is_not_followed_any_more_for_what_it_showed_a_contact_has_lied(
        self, seen: str, said: list[str]
    ) -> None:
        play = PLAY.replace("A+3 B:5H", seen)
        found = blame(f"{CUT} {play} A+5 {CRIB} A+6 clear cut:2D B:8C A:6D", profile="corporate-challenge")
        assert found == said

    @pytest.mark.parametrize(("seen", "is_so"), [(WELL, False), (BADLY, True)])
    def test_8_3_a_front_peg_that_goes_on_shows_that_what_seemed_missed_may_be_pegged(
        self, seen: str, is_so: bool
    ) -> None:
        """Ann's rear peg may have gone from a contact that sticks into a dead hole, for the three that seem missed,
        and then the other one on, with her hand still to be counted."""
        play = PLAY.replace("A+3 ", "").removesuffix(" A+1")
        table = Table(a=(20, 15)).do(f"{CUT} {seen} {play} A^f A=23,15 B+9 A+5 clear cut:2S")
        assert "underpeg A 3" in table.verdicts
        assert ("withdrawn A 3" in table.verdicts) is is_so

    @pytest.mark.parametrize(("word", "said"), [("A!overpeg ", []), ("", ["overpeg A 3"])])
    def test_8_4_c_a_challenge_of_what_was_right_may_be_about_a_hole_that_does_not_show(
        self, word: str, said: list[str]
    ) -> None:
        """Bob held his peg for three seconds before he pegged his pair: it may have been in another hole before."""
        table = Table().do(f"{CUT} B:TC A:KD B:KS holes:0,-1|0")
        table.see(3.0, holes={"A": [0, -1], "B": [2, 0]})
        found = replay(table.do(f"{word}A+3 wait A:7D").log).verdicts
        assert [f"{v['code']} {v['player']} {v['points']}" for v in found if v["code"] == "overpeg"] == said


@pytest.mark.parametrize(("player", "number"), [("A", 99), (None, 1)])
def test_what_is_of_no_deal_that_is_kept_or_of_nobody_is_left_as_it_is(
    player: str | None, number: int
) -> None:
    game = Game(header_from({"log": "table/1", "profile": "acc-2025", "dealer": "A"}))
    verdict = Event("verdict", 1.0, {"code": "overpeg", "player": player, "points": 2})
    balance = Balance(game)
    left = balance.points_left(verdict, number, game)
    assert (left.sure, left.balanced) == (PointsLeft(99).sure, PointsLeft(99).balanced)
    assert balance.points_to_blame(PointsLeft(99, 1, 0), verdict) == 1
    balance.note_blame(verdict, 99)
    balance.note_doubt(99, verdict, 2)


def test_6_3_c_the_heels_of_who_leads_are_not_forfeited_where_something_was_hidden() -> None:
    """They may not be the dealer."""
    led = "cut:JD A:5C B:TH wait"
    assert Table().do(led).verdicts == ["heels-forfeit A 2"], "all was seen"
    assert Table().do(f"crib# crib0 {led}").verdicts == []
