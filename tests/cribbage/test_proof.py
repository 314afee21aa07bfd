"""The proof of a verdict: which other histories there were, what each of them fails on, and who may see it when."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from tables import Table

from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Cards
from cribbage.replay.explanation import explain_verdicts
from cribbage.replay.transcript import replay
from cribbage.shown.policy import Call, Viewer
from cribbage.shown.reveal import review, view
from cribbage.shown.scoreboard import Scoreboard
from cribbage.worlds.comparable import comparable_state
from cribbage.worlds.proof import MOST_STATEMENTS, ToldLate, gather_proof, sentences_of, statement
from cribbage.worlds.referee import Referee
from pegwatch.simulated import Plants, SimulatedTable
from pegwatch.simulated.blind import AFTER_PEG, TOO_LATE, blinded

NAMES = {"A": "Ann", "B": "Bob"}
HANDS = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1"
CRIB = "crib:2C,2H,9D,JC"


def table(words: str, **more: Any) -> Table:
    return Table(players=NAMES, **more).do(words)


def late(log: Iterable[str], card: str, told: float) -> list[str]:
    """The log with the place of Ann's card told later."""
    header, *seen = [json.loads(line) for line in log]
    for body in seen:
        if card in body.get("cards", {}).get("seen", ()) and body["cards"]["zone"] == "A" and told:
            body["t"], told = told, 0.0
    return [json.dumps(body) for body in (header, *sorted(seen, key=lambda body: body["t"]))]


def proved(log: Iterable[str], code: str) -> list[str]:
    """The proof of the last verdict of a code, in words."""
    verdict = next(one for one in reversed(replay(log).verdicts) if one["code"] == code)
    return list(map(str, sentences_of(verdict, lambda seat: NAMES.get(seat, seat))))


FIFTEEN = "cut:KS B:TC A:5H A+{n} B:5D B+2"


class TestWhatEachHistoryFailsOn:
    def test_8_4_c_had_the_card_lain_there_it_was_worth_less_than_was_pegged(self) -> None:
        log = late(table(FIFTEEN.format(n=3)).log, "5H", 10.0)
        assert proved(log, "overpeg") == [
            "Had the 5H of Ann come before the peg: worth 2, 3 were pegged.",
            "No honest history is left.",
        ]

    def test_of_what_is_not_verified_the_history_that_acquits(self) -> None:
        log = late(table(FIFTEEN.format(n=2)).log, "5H", 13.0)
        acquitted = ["If the 5H of Ann came before the peg, 2 were right."]
        assert proved(log, "unverified") != acquitted, "Bob's, by the doubt that this left"
        told = [v for v in replay(log).verdicts if v["player"] == "A"]
        assert [v["code"] for v in told] == ["overpeg", "withdrawn", "unverified"]
        for verdict in told[1:]:
            assert list(map(str, sentences_of(verdict, lambda seat: NAMES[seat]))) == acquitted

    def test_where_nothing_was_told_later_it_says_so(self) -> None:
        assert proved(table("cut:KS B:TC A:8H A+2").log, "overpeg") == [
            "Nothing that was told later can have lain there before."
        ]

    def test_what_is_neutral_has_no_proof(self) -> None:
        assert proved(table(FIFTEEN.format(n=2)).log, "scored") == []

    def test_a_history_that_makes_no_order_of_play_acquits_nobody(self) -> None:
        words = "cut:KS B:TC A:TH B:TD holes:0|0 holes:2,0|0 holes:2,0|6,0 wait"
        assert proved(table(words).log, "underpeg") == [
            "Had the TH of Ann come before it was told: then the cards make no order of play.",
            "Had the TD of Bob come before it was told: then the cards make no order of play.",
            "No honest history is left.",
        ]

    def test_7_3_the_card_that_fitted_the_count_and_when_go_was_said(self) -> None:
        words = "cut:KS B:TC A:TH A+2 B:5C {go}A:6D B:4C A:2H B:9C A:3S"
        held = "Ann held 6D 2H 3S, which fitted at the count of 25."
        pegged = proved(table(words.format(go="B+1 ")).log, "renege")
        assert pegged[:2] == [held, "The go was pegged at 14.50 s: Ann had called it."]
        said = proved(table(words.format(go="A!go B+1 ")).log, "renege")
        assert said[:2] == [held, "Ann said go at 13.00 s."]

    def test_7_3_a_go_shown_by_the_card_that_began_a_new_series(self) -> None:
        words = "cut:KS B:TC A:9H B:7C A:3H A:QH B:2C B:KD A:AS B:3D"
        found = [v for v in replay(table(words).log).verdicts if v["code"] == "renege"]
        assert all(v["go"]["how"] in ("card", "pegged") for v in found)
        body = {
            "code": "renege",
            "player": "A",
            "cards": ["AS"],
            "count": 29,
            "go": {"how": "card", "t": 12.0},
        }
        assert str(sentences_of(body, lambda seat: NAMES[seat])[1]) == (
            "The card laid at 12.00 s began a new series: Ann had called go."
        )
        without = sentences_of({"code": "renege", "player": "A"}, lambda seat: NAMES[seat])
        assert len(without) == 1, "a verdict of an older journal does not say when"

    def test_9_2_c_the_hand_that_was_passed_and_the_peg_that_shows_it(self) -> None:
        assert proved(table(f"{HANDS} A+5 B+9 A+6").log, "out-of-order")[:2] == [
            "The hand of Bob was to be counted first.",
            "Bob pegged for it after that, at 44.50 s: from 6-5 to 15-6.",
        ]

    def test_9_2_c_taken_back_before_the_hand_was_pegged(self) -> None:
        assert proved(table(f"{HANDS} A+5 A-5 B+9 A+5").log, "out-of-order")[1] == (
            "The points were taken back, so the turn to count had not come."
        )

    def test_9_2_e_the_crib_before_the_own_hand(self) -> None:
        assert proved(table(f"{HANDS} B+9 {CRIB} A+6 A+5 clear").log, "out-of-order")[:2] == [
            "The hand of Ann was to be counted first.",
            "Ann pegged for it after that, at 50.50 s: from 10-4 to 15-10.",
        ]

    def test_9_2_c_at_the_end_of_the_log_no_peg_shows_it(self) -> None:
        assert len(proved(table(f"{HANDS} A+5").log, "out-of-order")) == 2

    @pytest.mark.parametrize(
        ("history", "said"),
        [
            ({"says": "open"}, "If the 8H of Ann came before the peg, nothing is held against Ann."),
            ({"says": "right"}, "If the 8H of Ann came before the peg, nothing is held against Ann."),
            ({"says": "same"}, "Had the 8H of Ann come before the peg: Ann is at fault all the same."),
            (
                {"says": "other"},
                "Had the 8H of Ann come before the peg: then Ann did something else wrong.",
            ),
            (
                {"says": "other", "earned": 1, "pegged": 2},
                "Had the 8H of Ann come before the peg: then Ann pegged 2 for another score worth 1.",
            ),
            (
                {"says": "more"},
                "Had the 8H of Ann come before the peg: then more would be wrong than as it was told.",
            ),
            (
                {"says": "odd", "odd": "turn", "player": "B", "card": "2C"},
                "Had the 8H of Ann come before the peg: then Bob laid 2C out of turn.",
            ),
            (
                {"says": "odd", "odd": "award", "player": "B"},
                "Had the 8H of Ann come before the peg: then Bob pegged something else before the points called for.",
            ),
            (
                {"says": "odd", "odd": "over"},
                "Had the 8H of Ann come before the peg: then the game was over, and was played on.",
            ),
        ],
    )
    def test_each_thing_that_a_history_may_say_has_its_sentence(
        self, history: dict[str, Any], said: str
    ) -> None:
        place = {"late": [{"zone": "A", "cards": ["8H"], "told": 9.0, "by": 7.0}]}
        body = {"code": "unverified", "player": "A", "move": "A 0/-1>2/0", "proof": [place | history]}
        assert list(map(str, sentences_of(body, lambda seat: NAMES[seat]))) == [said]

    def test_several_places_and_cards_that_were_not_read_are_named(self) -> None:
        places = [
            {"zone": "A", "cards": ["8H"], "told": 9.0, "by": 7.0},
            {"zone": "B", "unread": 1, "told": 9.0, "by": 7.0},
            {"zone": "B", "cards": [], "told": 9.0, "by": 7.0},
            {"zone": "A", "said": "overpeg", "told": 9.0, "by": 7.0},
        ]
        body = {
            "code": "unverified",
            "player": "A",
            "proof": [{"late": places, "says": "right", "pegged": 2}],
        }
        assert str(sentences_of(body, lambda seat: NAMES[seat])[0]) == (
            "If the 8H of Ann and a card of Bob that was not read and what was read again before Bob "
            "and a word of Ann came before it was told, 2 were right."
        )

    def test_cards_that_came_into_view_together_are_named_in_the_order_in_which_they_may_have_been_laid(
        self,
    ) -> None:
        place = {"zone": "B", "cards": ["6D", "4H"], "order": True, "told": 9.0, "by": 9.0}
        body = {"code": "unverified", "player": "B", "proof": [{"late": [place], "says": "open"}]}
        (said,) = sentences_of(body, lambda seat: NAMES[seat])
        assert (
            str(said)
            == "If the 6D 4H of Bob in this order came before it was told, nothing is held against Bob."
        )

    @pytest.mark.parametrize(
        ("odd", "said"),
        [
            ("earlier", "What an earlier peg of Ann was for is not known: it may have been for this."),
            ("balance", "Not all of this deal was seen, and all in all Ann may have pegged what was earned."),
            ("held", "Ann may not have let go of that peg yet."),
            ("bound", "There were too many histories to tell them apart."),
        ],
    )
    def test_what_acquits_without_a_card(self, odd: str, said: str) -> None:
        body = {"code": "unverified", "player": "A", "proof": [statement((), "open", odd=odd)]}
        assert list(map(str, sentences_of(body, lambda seat: NAMES[seat]))) == [said]


class TestWhatIsKept:
    def test_cards_and_cards_that_were_not_read_are_kept_as_data(self) -> None:
        reader = LogReader()
        table_of_all = table("cut:KS B:TC A?2 A+2")
        _, bob, ann, *_ = reader.read(table_of_all.log)
        assert isinstance(bob, Cards)
        assert ToldLate.of(bob, bob.seen, 1.0) == ToldLate("B", ("TC",), None, bob.t, 1.0)
        assert ToldLate.of(bob, (), 1.0).body() == {"zone": "B", "cards": [], "told": bob.t, "by": 1.0}
        assert ToldLate.of(ann, (), 1.0).body() == {"zone": "A", "unread": 2, "told": ann.t, "by": 1.0}

    def test_what_lay_there_only_after_the_peg_is_no_part_of_it_and_none_is_named_twice(self) -> None:
        late = [ToldLate("A", ("8H",), None, 9.0, by) for by in (1.0, 6.0)]
        verdict = Event("verdict", 5.0, {"code": "overpeg", "move": "A 0/-1>2/0"})
        later, earlier = statement([late[1]], "same"), statement(late, "right", pegged=2)
        assert gather_proof(verdict, [later, earlier, earlier]) == [statement([late[0]], "right", pegged=2)]
        many = [statement([late[0]], "same", points=points) for points in range(20)]
        assert len(gather_proof(verdict, many)) == MOST_STATEMENTS

    def test_when_go_was_said_is_nothing_that_tells_histories_apart(self) -> None:
        games = []
        for after in (2.0, 3.0):
            one = table("cut:KS B:TC A:TH A+2 B:5C")
            one.see(after, said={"by": "A", "what": "go"})
            referee = Referee(replay(one.log).header)
            for seen in LogReader().read(one.log):
                referee.receive(seen)
            games.append(referee._told.game)
        assert comparable_state(games[0]) == comparable_state(games[1])

    @pytest.mark.parametrize("kind", [AFTER_PEG, TOO_LATE])
    def test_every_blame_of_a_blinded_game_and_what_it_drops_is_proved(self, kind: str) -> None:
        plants = Plants(overpeg_play=0.3, false_claim=0.8)
        for seed in (1, 3, 11):
            log = blinded(SimulatedTable(seed, 1, plants, with_scenes=False).as_log(1), kind, seed, 0.4)
            for verdict in replay(log).verdicts:
                if "proof" in verdict:
                    assert len(verdict["proof"]) <= MOST_STATEMENTS
                    acquits = [one for one in verdict["proof"] if one["says"] in ("right", "open")]
                    neutral = verdict["code"] in ("unverified", "withdrawn")
                    assert bool(acquits) == neutral, verdict
                    json.dumps(verdict)


def test_replay_explain_prints_the_proof_and_when_it_was_said() -> None:
    log = late(table(FIFTEEN.format(n=3)).log, "5H", 10.0)
    (told,) = explain_verdicts(log, 8.5)
    assert "  Proof: Had the 5H of Ann come before the peg: worth 2, 3 were pegged." in told.lines
    assert "  Said at 11.00 s." in told.lines


# --- who may see it, and when ------------------------------------------------------------------------------


def board_of(mode: str, log: Iterable[str]) -> Scoreboard:
    """The scoreboard of a log that is not over yet, as its table has it."""
    header, *lines = log
    body = json.loads(header) | {"mode": mode}
    referee = Referee(replay([json.dumps(body)]).header)
    events = [Event("game", 0.0, body)]
    for seen in LogReader().read([json.dumps(body), *lines]):
        events += referee.receive(seen)
    events += referee.tick(seen.t + 3.0)
    return Scoreboard.fold(events)


TOO_MANY = late(table("cut:KS B:TC A:5H A+3").log, "5H", 10.0)
OVER = late(table(FIFTEEN.format(n=3)).log, "5H", 10.0)


def proof_in(shown: dict[str, Any], code: str = "overpeg") -> Any:
    (found,) = [one for one in shown["verdicts"] if one["code"] == code]
    return found.get("proof")


class TestWhoSeesIt:
    def test_club_after_the_window_not_with_the_overpeg_itself(self) -> None:
        assert proof_in(view(board_of("club", TOO_MANY), Viewer.public())) is None, "row 14: called at once"
        shown = view(board_of("club", OVER), Viewer.public())
        assert [one["says"] for one in proof_in(shown)["proof"]] == ["same"]

    def test_club_where_only_a_hint_is_given_after_the_deal(self) -> None:
        board = board_of("club", TOO_MANY)
        lifted = Event(
            "verdict", 30.0, {"code": "front-peg-removed", "player": "A", "points": 2, "proof": []}
        )
        board = board.apply(lifted)
        assert proof_in(view(board, Viewer.public()), "front-peg-removed") is None
        board = board.apply(Event("deal", 40.0, {"deal": 2, "dealer": "B"}))
        assert proof_in(view(board, Viewer.public()), "front-peg-removed") == {"proof": []}

    def test_teaching_at_once(self) -> None:
        shown = view(board_of("teaching", TOO_MANY), Viewer.public())
        assert [one["says"] for one in proof_in(shown)["proof"]] == ["same"]

    def test_sanctioned_to_judges_of_an_open_call_within_its_question_and_to_nobody_else(self) -> None:
        board = board_of("sanctioned", OVER)
        for viewer in (Viewer.public(), Viewer.player("A"), Viewer.player("B")):
            assert "proof" not in json.dumps(view(board, viewer))
        mine = next(one.id for one in board.items.values() if one.player == "A")
        his = next(one.id for one in board.items.values() if one.player == "B")
        asked = view(board, Viewer.judge(Call(("Ruth", "Jo"), mine)))
        assert [one["says"] for one in proof_in(asked)["proof"]] == ["same"]
        for about in (his, "pegs", "starter", "none"):
            assert "proof" not in json.dumps(view(board, Viewer.judge(Call(("Ruth", "Jo"), about))))

    def test_sanctioned_not_in_the_review_after_the_game(self) -> None:
        board = board_of("sanctioned", OVER).apply(Event("phase", 99.0, {"phase": "over"}))
        deals = review(board, Viewer.player("A"))
        assert deals
        assert "proof" not in json.dumps(deals)
        club = board_of("club", OVER).apply(Event("phase", 99.0, {"phase": "over"}))
        assert "proof" in json.dumps(review(club, Viewer.public()))

    def test_another_fault_in_a_history_keeps_its_numbers_until_the_deal_is_done(self) -> None:
        """It is another matter, whose window may be open, and of which no judge was asked."""
        board = board_of("teaching", TOO_MANY)
        other = statement((), "other", code="overpeg", points=1, earned=8, pegged=9, t=44.0)
        about = {"code": "overpeg", "player": "A", "points": 1, "item": "1-play-A-5H", "proof": [other]}
        board = board.apply(Event("verdict", 30.0, about))
        assert view(board, Viewer.public())["verdicts"][-1]["proof"]["proof"] == [other]
        asked = view(board, Viewer.judge(Call(("Ruth", "Jo"), "1-play-A-5H")))
        assert asked["verdicts"][-1]["proof"]["proof"] == [{"late": [], "says": "other"}]

    def test_row_12_judges_asked_about_the_play_see_its_renege(self) -> None:
        words = "cut:KS B:TC A:TH A+2 B:5C B+1 A:6D B:4C A:2H B:9C A:3S"
        board = board_of("sanctioned", table(words).log)
        item = next(one.id for one in board.items.values() if one.player == "A" and one.what == "play")
        asked = view(board, Viewer.judge(Call(("Ruth", "Jo"), item)))
        assert proof_in(asked, "renege")["cards"] == ["6D", "2H", "3S"]
        his = next(one.id for one in board.items.values() if one.player == "B" and one.what == "play")
        assert "renege" not in json.dumps(view(board, Viewer.judge(Call(("Ruth", "Jo"), his))))

    def test_row_23_judges_asked_about_a_hand_see_that_it_was_counted_out_of_order_and_no_other_hand(
        self,
    ) -> None:
        board = board_of("sanctioned", table(f"{HANDS} A+5 B+9").log)
        hands = {one.player: one.id for one in board.items.values() if one.what == "hand"}
        asked = view(board, Viewer.judge(Call(("Ruth", "Jo"), hands["A"])))
        (passed,) = proof_in(asked, "out-of-order")["passed"]
        assert passed == {"seat": "B", "move": "B 6/5>15/6", "t": 44.5}
        assert "TC" not in json.dumps(asked), "no card of the other hand"
        assert "out-of-order" not in json.dumps(view(board, Viewer.judge(Call(("Ruth", "Jo"), hands["B"]))))

    def test_questions_of_the_device_go_to_judges_who_were_asked_about_the_same(self) -> None:
        board = board_of("sanctioned", table(f"{HANDS} A+5 B+9").log)
        board = board.apply(Event("ask", 60.0, {"about": "A", "why": "blurred", "question": "Which cards?"}))
        hands = {one.player: one.id for one in board.items.values() if one.what == "hand"}
        asked = view(board, Viewer.judge(Call(("Ruth", "Jo"), hands["A"])))["asks"]
        assert asked == [{"about": "A", "why": "blurred", "question": "Which cards?"}]
        assert view(board, Viewer.judge(Call(("Ruth", "Jo"), hands["B"])))["asks"] == []
        assert "Which cards" not in json.dumps(view(board, Viewer.public()))
