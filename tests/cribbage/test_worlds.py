"""Nobody is blamed while an honest history is left: what was told late may have happened earlier."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample
from tables import CUT, PLAY, Table

from cribbage.log.codec import header_from
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Cards, Fault, Observation, Unread
from cribbage.log.verdicts import NEUTRAL, not_withdrawn
from cribbage.replay.transcript import replay
from cribbage.sight import contract
from cribbage.sight.contract import late_s_of
from cribbage.worlds.comparable import comparable_state
from cribbage.worlds.forks import BOUND, EFFORT
from cribbage.worlds.history import History
from cribbage.worlds.judged import Judged
from cribbage.worlds.referee import Referee
from pegwatch.simulated import Plants, SimulatedTable, pairs
from pegwatch.simulated.blind import AFTER_PEG, BOARD, HIDDEN, RESTING, SLOW, TOO_LATE, UNREAD, blinded
from pegwatch.simulated.pairgame import named, play_game
from pegwatch.simulated.verify import compare

FIVE = ("board stopped", "read after its peg", "dead holes", "sticking contacts", "order lost")


def late(table: Table, *lays: tuple[str, str, float, float]) -> list[str]:
    """The log of a table in which cards (zone, card) laid at a time were told at a later one."""
    header, *seen = [json.loads(line) for line in table.log]
    for zone, card, at, told in lays:
        for body in seen:
            cards = body.get("cards", {})
            if cards.get("zone") == zone and card in cards.get("seen", ()) and body["t"] == at:
                body["t"] = told
    return [json.dumps(body) for body in (header, *sorted(seen, key=lambda body: body["t"]))]


def said(log: Iterable[str]) -> list[str]:
    return [f"{v['code']} {v['player']} {v['points']}" for v in replay(log).verdicts]


def honest() -> Table:
    """Bob leads a ten; Ann makes fifteen with a five and pegs two; Bob pairs the five and pegs two."""
    table = Table().do("cut:KS B:TC A:5H A+2 B:5D B+2")
    assert table.verdicts == ["scored A 2", "scored B 2"]
    return table


class TestACardToldLate:
    @pytest.mark.parametrize("later_s", [0.5, 1.5, 2.4, 4.0, 5.0])
    def test_told_after_its_own_peg_no_blame_stands(self, later_s: float) -> None:
        table = honest()
        told = late(table, ("A", "5H", 6.0, 9.0 + later_s))
        stands = not_withdrawn(replay(told).verdicts)
        assert not [v for v in stands if v["code"] not in NEUTRAL]
        if 9.0 + later_s < 8.5 + contract.LATE_S:
            assert stands == replay(told).verdicts, (
                "within what the eye promises nothing is said that has to go"
            )

    def test_a_peg_for_nothing_is_blamed_whenever_the_next_card_comes(self) -> None:
        for gap_s in (0.2, 1.0, 2.0, 4.0):
            table = Table().do("cut:KS B:TC A:8H A+2")
            table.zone("B", ["TC", "2D"], gap_s)
            assert "overpeg A 2" in said(table.do("A:4C").log)

    def test_8_3_a_card_told_late_lets_go_of_no_peg_that_was_put_down_after_it(self) -> None:
        """Ann lays her last card, puts her peg five on, and before she lets go of it where it belongs: one on.

        Her card is told in between, and five is what her hand is worth: as it was told nothing is wrong with them.
        """
        table = Table(profile="alberta-55plus").do(f"{CUT} {PLAY.removesuffix('A:9S A+1')}")
        front = table.pegs["A"][0]
        table.do(f"A^ A~{front + 5},{front}")
        table.zone("A", ["QH", "7C", "8D", "9S"], 0.2)
        table.see(0.3, holes={**table.pegs, "A": [front]})
        table.do(f"A={front + 1},{front} B+9 A+5")
        assert not [v for v in not_withdrawn(replay(table.log).verdicts) if v["code"] not in NEUTRAL]


class TestWhenBlameIsSaid:
    def test_it_waits_for_what_may_still_be_told(self) -> None:
        table = Table().do("cut:KS B:TC A:8H A+2")
        referee = Referee(header_from(table.header))
        reader = LogReader()
        seen = list(reader.read(table.log))
        told = [event for one in seen for event in referee.receive(one)]
        released = seen[-1].t
        assert not [e for e in [*told, *referee.tick(released + 1.0)] if e.kind == "verdict"]
        due = referee.next_deadline()
        assert due == released + contract.LATE_S
        codes = [e.body["code"] for e in referee.tick(due) if e.kind == "verdict"]
        assert codes == ["overpeg"]

    def test_an_eye_that_says_since_when_it_has_looked_needs_no_wait(self) -> None:
        table = Table(sight={"since": True}).do("cut:KS B:TC A:8H B:2C A+2")
        referee = Referee(header_from(table.header))
        seen = list(LogReader().read(table.log))
        for one in seen:
            referee.receive(one)
        codes = [e.body["code"] for e in referee.tick(seen[-1].t + 1.0) if e.kind == "verdict"]
        assert codes in (
            ["overpeg"],
            [],
        )  # the hold for a card under the arm may still wait for the player's own turn
        codes += [e.body["code"] for e in referee.tick(seen[-1].t + contract.LATE_S) if e.kind == "verdict"]
        assert codes == ["overpeg"]

    def test_a_log_may_say_how_late_its_eye_is(self) -> None:
        table = Table(late_s=5.0).do("cut:KS B:TC A:8H A+2")
        referee = Referee(header_from(table.header))
        for one in LogReader().read(table.log):
            referee.receive(one)
        assert not [e for e in referee.tick(table.t + 3.0) if e.kind == "verdict"]

    def test_a_challenge_is_heard_at_once(self) -> None:
        assert said(Table().do("cut:KS B:TC A:8H A+2 B!overpeg A-2 B+2").log)[:1] == ["overpeg A 2"]

    @pytest.mark.parametrize("words", ["A:TC B!overpeg A-2 wait B:JS", "B!overpeg A:TC A-2 wait B:JS"])
    def test_8_4_c_1_a_challenge_is_heard_while_the_pegs_wait_for_the_last_card(self, words: str) -> None:
        """Two for nothing, a card before the last: the play may be over already if a hand was dealt short."""
        table = Table(dealer="B", profile="hoyle").do("cut:5S A:4S B:7C A:QC B:AH A:6D B:AS A+2")
        assert table.do(words).verdicts == ["overpeg A 2"]

    @pytest.mark.no_cover
    def test_what_stands_is_said_after_what_it_was_that_was_too_much(self) -> None:
        table = SimulatedTable(10, 1, Plants(overpeg_play=0.3, false_claim=0.8), with_scenes=False)
        verdicts = replay(blinded(table.as_log(1), SLOW, 10, 0.4)).verdicts
        over = [v["item"] for v in verdicts if v["code"] == "overpeg"]
        stands = [v["item"] for v in verdicts if v["code"] == "overpeg-stands"]
        assert stands
        assert set(stands) <= set(over)

    @pytest.mark.no_cover
    def test_of_several_histories_the_smallest_fault_is_said(self) -> None:
        """Five pegged for nothing, or two of them for a fifteen whose card was told late: three were too many."""
        table = SimulatedTable(29, 1, Plants(overpeg_play=0.3, false_claim=0.8), with_scenes=False)
        verdicts = replay(blinded(table.as_log(1), TOO_LATE, 29, 0.4)).verdicts
        found = next(v for v in verdicts if v.get("least"))
        assert (found["code"], found["points"], found["pegged"]) == ("overpeg", 3, 5)
        assert [one["points"] for one in found["proof"]] == [5, 3]

    @pytest.mark.no_cover
    def test_what_was_taken_back_of_the_smallest_does_not_stand(self) -> None:
        """As it was told six were too many and three went back; by another history it had been three in all."""
        assert pairs.seen_with((RESTING, SLOW), "hoyle", Plants(), 20065).outcome.false == []

    @pytest.mark.no_cover
    def test_of_two_pegs_for_nothing_the_smaller_is_said_and_what_became_of_it(self) -> None:
        """Four stood for half a second, and a card that was told then may have lain before; three stood longer."""
        seen = play_game(named(f"many hoyle/3 plain crooked 30349: {' + '.join(FIVE)}"))
        assert seen.outcome.false == []
        least = [v for v in replay(seen.lines).verdicts if 619 < v["t"] < 625 and v.get("least")]
        assert [(v["code"], v["player"], v["points"]) for v in least] == [
            ("overpeg", "A", 3),
            ("corrected", "A", 2),
        ]

    @pytest.mark.no_cover
    def test_what_became_of_a_fault_goes_with_the_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A go tapped late let go of a peg that was not down yet: neither the overpeg nor its correction was one.

        Here nobody thinks of that when the go is told, but when the next card is."""
        monkeypatch.setattr("cribbage.worlds.referee.RELEASE_S", 0.0)
        monkeypatch.setattr("cribbage.worlds.waiting.RELEASE_S", 0.0)
        monkeypatch.setattr("cribbage.worlds.heldpegs.RELEASE_S", 0.0)
        monkeypatch.setattr(
            "cribbage.worlds.balance.Balance.points_to_blame", lambda *_: inf
        )  # nor of what balances
        seen = play_game(named("many hoyle/3 muggins crooked 62136: bridged contacts + words tapped late"))
        assert seen.outcome.false == []
        gone = [
            v["of"] for v in replay(seen.lines).verdicts if v["code"] == "withdrawn" and 228 < v["t"] < 233
        ]
        assert gone == ["overpeg", "corrected"]

    @pytest.mark.no_cover
    def test_8_9_a_go_tapped_late_lets_go_of_no_peg_that_still_waits_for_the_next_card(self) -> None:
        """Two were down for half a second and one stayed; the go was tapped in between, and blamed nobody yet."""
        seen = play_game(
            named("table alberta-55plus/2 plain honest 63173: unread + told late + words tapped late")
        )
        assert seen.outcome.false == []

    @pytest.mark.no_cover
    def test_4_5_b_a_card_twice_is_no_imperfect_pack_where_nobody_knows_which_deal_it_is(self) -> None:
        name = "many corporate-challenge/2 plain honest 63133: hand on the cards + place hidden + order lost"
        assert play_game(named(name)).outcome.false == []

    @pytest.mark.no_cover
    def test_10_4_a_points_that_an_unverified_move_may_have_pegged_were_not_missed_for_certain(self) -> None:
        """A crib of four, eight pegged while the deal ended unseen: no peg of four is taken for a word said aloud."""
        name = "many acc-2025/4/canadian muggins crooked 64105: camera covered + dead holes"
        assert play_game(named(name)).outcome.false == []

    def test_it_is_named_by_the_game_as_it_was_told(self) -> None:
        referee = Referee(header_from(Table().header))
        assert str(referee) == "A 0/-1 B 0/-1 deal 1 dealer A starter"


@pytest.mark.parametrize("book", ["acc-2025", "alberta-55plus", "hoyle"])
@pytest.mark.no_cover
def test_cards_told_later_than_promised_accuse_nobody_of_what_they_were_for(book: str) -> None:
    """The last card of the play is told after its point and before the next peg: what was said of it goes."""
    table = SimulatedTable(1, 1, Plants(), book, with_scenes=False)
    outcome = compare(table.truth(1), replay(blinded(table.as_log(1), TOO_LATE, 1)).verdicts)
    assert outcome.false == []


@pytest.mark.parametrize(
    ("what", "bound"),
    [("BOUND", 0), ("BOUND", 2), ("EFFORT", 1), ("EFFORT", 8)],
)
def test_beyond_the_bound_the_deal_is_open_and_nobody_is_blamed_in_it(
    monkeypatch: pytest.MonkeyPatch, what: str, bound: int
) -> None:
    monkeypatch.setattr(f"cribbage.worlds.forks.{what}", bound)
    table = SimulatedTable(3, 1, Plants(overpeg_play=0.3), with_scenes=False)
    log = blinded(table.as_log(1), AFTER_PEG, 3)
    open_, closed = (
        compare(table.truth(1), replay(log).verdicts),
        compare(table.truth(1), replay(table.as_log(1)).verdicts),
    )
    assert open_.false == []
    assert sum(open_.caught.values()) < sum(closed.caught.values())


def test_10_4_a_beyond_the_bound_judges_decide_what_a_call_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history that was not tried may have nothing missed in it."""
    table = Table(muggins=True).do("cut:4D B:TC A:5H B:KD B!muggins2 wait")
    assert table.verdicts == ["underpeg A 2", "muggins B 2"]
    monkeypatch.setattr("cribbage.worlds.forks.BOUND", 0)
    assert not {"muggins", "underpeg"} & {found.split()[0] for found in table.verdicts}
    assert table.remarks == ["muggins 10.4.a B not all that"]


LONG_HIDDEN = (
    "rules alberta-55plus/2 plain honest 883064: camera covered + unread, then told late + words not tapped"
    " + words tapped late"
)


@pytest.mark.no_cover
def test_what_is_told_is_judged_in_no_more_histories_than_a_pi_has_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hand that comes to light when the play is over may have been laid in many orders."""
    judged, most, log = [0], list[int](), play_game(named(LONG_HIDDEN)).lines
    receive = Judged.receive

    def counted(self: Judged, seen: Observation) -> list[Event]:
        judged[0] += 1
        return receive(self, seen)

    monkeypatch.setattr(Judged, "receive", counted)
    for effort in (EFFORT, 10**6):
        monkeypatch.setattr("cribbage.worlds.forks.EFFORT", effort)
        reader, each = LogReader(), list[int]()
        told = list(reader.read(log))
        referee = Referee(reader.header_of_game)
        for seen in told:
            judged[0] = 0
            referee.receive(seen)
            each.append(judged[0])
        most.append(max(each))
    bounded, unbounded = most
    assert bounded <= EFFORT + 50 < unbounded, "one that was begun is tried to its end"


class TestTheContract:
    def test_a_card_may_be_late_by_the_contract_or_since_it_says(self) -> None:
        cards = Cards(20.0, "A", ())
        assert contract.lay_since(cards, contract.LATE_S) == 20.0 - contract.LATE_S
        assert contract.lay_since(Cards(20.0, "A", (), {"since": 19.5}), contract.LATE_S) == 19.5
        assert contract.lay_since(Cards(20.0, "A", (), {"since": -5.0}), 2.5) == 20.0 - contract.REACH_S
        assert contract.lay_since(Unread(20.0, "A", 1, {"since": True}), 2.5) == 17.5, "no number"

    def test_nothing_else_is_late(self) -> None:
        assert contract.lay_since(Fault(20.0, "camera", "covered"), 2.5) == 20.0

    def test_a_broken_promise_reaches_further(self) -> None:
        cards = Cards(20.0, "A", ())
        assert contract.could_lie_since(cards, 2.5) < contract.lay_since(cards, 2.5)


PAIRS = ((AFTER_PEG, UNREAD), (BOARD, AFTER_PEG), (HIDDEN, AFTER_PEG))


@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
@pytest.mark.parametrize("book", ["acc-2025", "alberta-55plus", "hoyle"])
@pytest.mark.no_cover
def test_two_kinds_of_blindness_at_once_accuse_nobody_of_what_he_did_not_do(
    pair: tuple[str, str], book: str
) -> None:
    for seed in range(2, sample(3, 5)):
        table = SimulatedTable(seed, 1, Plants(), book, with_scenes=False)
        log = table.as_log(1)
        for kind in pair:
            log = blinded(log, kind, seed)
        assert compare(table.truth(1), replay(log).verdicts, f"seed {seed} ").false == []


def test_a_game_kept_on_the_way_is_the_one_that_would_be_judged_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each time one is kept, it is judged again from all that was observed before, and as told."""
    receive, kept = History.receive, list[bool]()

    def checked(history: History, seen: Observation, is_passed: bool = False) -> list[Event]:
        before = list(history._lately.observed)
        events = receive(history, seen, is_passed)
        index, game = history._lately._marks[-1]
        if is_passed and index == len(before):
            again = history._lately.first_game.copy()
            for one in before:
                again.receive(one)
            again.tick(seen.t)
            assert comparable_state(game.story.game) == comparable_state(again.story.game)
            assert (game.found, game.right_moves, game.remarked) == (
                again.found,
                again.right_moves,
                again.remarked,
            )
            kept.append(True)
        return events

    monkeypatch.setattr(History, "receive", checked)
    for number in range(310, 313):
        play_game(pairs.game_of(number, 0.3))
    assert len(kept) > 100


@pytest.mark.no_cover
@settings(max_examples=8)
@given(seed=st.integers(0, 5000))
def test_the_live_table_says_what_the_log_says(seed: int) -> None:
    """Ticks in between change nothing, and there are never more histories than the bound."""
    log = blinded(SimulatedTable(seed, 1, with_scenes=False).as_log(1)[:60], AFTER_PEG, seed)
    reader = LogReader()
    live: Referee | None = None
    events = []
    for seen in reader.read(log):
        live = live or Referee(reader.header_of_game)
        while (due := live.next_deadline()) is not None and due < seen.t:
            events += live.tick(due)
        events += live.receive(seen)
        assert live.history_count <= BOUND + 1
    assert live is not None
    events += live.finish()
    verdicts = [
        (e.t, e.body["code"], e.body["player"], e.body["points"]) for e in events if e.kind == "verdict"
    ]
    assert verdicts == [(v["t"], v["code"], v["player"], v["points"]) for v in replay(log).verdicts]


@pytest.mark.parametrize(
    ("told", "late_s"),
    [(1.5, 1.5), (0, 0.0), (-3, 0.0), (1e300, 12.0), (True, 2.5), ("soon", 2.5), (None, 2.5), ([], 2.5)],
)
def test_how_late_a_card_may_be_is_taken_within_reason(told: object, late_s: float) -> None:
    assert late_s_of(header_from(Table(late_s=told).header)) == late_s
