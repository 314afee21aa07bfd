"""Games of players and sensors that somebody else wrote: nobody is blamed wrongly. And is the simulator right?"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner
from outsider import counting, defects, hunting
from outsider.players import play_game
from outsider.sensors import log_of
from outsider.table import Form
from outsider.truth import Miscount, Truth, Word

from cribbage.log.verdicts import Code
from cribbage.replay.transcript import replay
from cribbage.score.cards import parse_cards
from cribbage.score.counting import show_points
from cribbage.score.pegging import play_points

NUMBERS = range(150)
"""All that come one after another; nothing among them is left out."""
FEW = range(12)


@pytest.mark.slow
@pytest.mark.no_cover
def test_nobody_is_blamed_for_what_they_have_not_done() -> None:
    wrong = {}
    for number in NUMBERS:
        game = hunting.drawn_game(number)
        held = hunting.wrongly_held(game)
        if held:
            wrong[game.name] = list(map(str, held))
    assert wrong == {}


@pytest.mark.parametrize(
    "number",
    [
        6890,  # 10.4.a: muggins aloud, and the hand pegged into a dead hole
        7835,  # 10.4.a: muggins aloud, and then too many for the hand
        9271,  # 10.4.a: a go told too late is nobody's muggins
        11986,  # 9.2.e: a peg that wins does not show that the crib was pegged first
        12275,  # 8.5.a: a peg goes hole by hole while the other hand takes up cards
        13248,  # 7.1.e: two cards of the other player are told together, one of them late
        16241,  # 9.2.c: a hand pegged short is by chance what the partner's crib is worth
        17236,  # 10.4.a: muggins tapped late, and then too many for the hand
        21135,  # 9.2.b: cards taken up just before the camera is covered are not mixed
        23946,  # 10.4.a: muggins is tapped just after the peg for it, which wins
        11999,  # 9.2: what came to both hands was one counted too high
        12732,  # 8.4.c: an award that passed for a part of a hand, and then too many for the crib
        16499,  # 8.3: two short partners are not one by the sum
        17335,  # 4.4: a last card that was taken up before it was read
        24372,  # Alberta 13: a hand, and not the rest of the one before
        25406,  # 8.4.c: an award that nobody tapped, and a hand put right
        28805,  # 10.4.a: muggins aloud, a hand, and a crib that is worth as much
        30754,  # 8.4.c: an award that is worth what the crib is
        31861,  # 10.4.a: muggins tapped once the cards are taken up
        39511,  # 8.4.c: an award after an overpeg over a bridged contact, and what the crib is worth
        40717,  # 8.4.c: fewer too many, in an order of cards with one fault more
        5845,  # 7.3: a card laid between two that were told together
        47351,  # 10.4.a: muggins aloud, and the hand that is worth as much pegged short
        47745,  # 4.4: the crib is turned up before the last card is told
        48177,  # Alberta 13: an award for what is put back into a dead hole
        48287,  # 7.3: a card laid between two, and told after the go
        50798,  # 8.4.c: a call in vain, a short hand, and a crib that nobody read
        53486,  # 8.4.d: nothing stands of what was a contact
        53637,  # Alberta 13: two hands counted wrong come to what they are worth
        14726,  # 9.2.c: what went back of two in one, and an award
        19436,  # 9.2.c: the same, and the call was tapped
        26036,  # 9.2.c: the same, and the order of cards lost
        34766,  # 9.2.c: the second hand of what seemed two in one is pegged in its turn
        47606,  # 9.2.c: what went back of two in one, and an award
        58136,  # 9.2.c: the same, and every word tapped late
        58683,  # 9.2.e: muggins aloud for as much as the crib is worth
        61631,  # 9.2.c: the second hand is pegged in its turn, and nobody taps
        65730,  # 8.4.d: what stood of a contact is withdrawn with it
        63077,  # 8.3: a hand pegged short, and a crib that nobody saw
        86607,  # Alberta 13: two calls that nobody tapped, the second of what is wrong only after the first
        74974,  # 7.1.e: a card that went back, told after the next one by a camera that says since when
        30780,  # 7.1.e: the same, as a remark
        86568,  # 7.1.b: a lead that is none, as a card is told a moment later
        91880,  # 7.2.b: a card over thirty-one, taken for a lead as a go may have been pegged unseen
        79951,  # 8.5.b: both pegs out, one of them in a hole that was dead from the start
        98826,  # 10.4.a: muggins aloud passed for a hand, which is then pegged too far
        89066,  # 9.2.c: the second hand in its turn, which may be for muggins as well
        72504,  # 7.2: a next starter told after the first two cards
        119774,  # 6.3: heels hole by hole, and the starter told between
        82819,  # 7.4.a: two counts tapped late, one after the other
        122187,  # Alberta 13: two partners counted wrong, and what was put right
        122997,  # Alberta 13: the same, after two scores of the play in one
        123064,  # 9.2.b: a hand that lies where nobody sees, and the crib turned up
        127730,  # 9.2: none is tapped in the next deal
        128065,  # Alberta 8.d: fewer cards unread than lay there
        131411,  # 9.2.c: the second hand in its turn, and muggins is played
        84417,  # 7.2.a: a card over thirty-one while the peg is up that a go would take
        82583,  # 8.4.c: a hand pegged short after a call in vain, and a crib that nobody read
        163716,  # 8.4.c: the same, and the total of the hand is tapped late
        33575,  # 10.4.a: muggins aloud, and a board that fails while the hand is laid down again
        194673,  # 10.4.a: muggins aloud, and a crib that nobody sees
        152464,  # 10.4.a: muggins aloud, a hand pegged short too, and a crib that is worth what is left of it
        180056,  # 10.4.a: what seems muggins aloud is for a card that is told late
        21350,  # 8.4.c: what goes back leaves just the hand
        20229,  # Alberta 8.d: the last card of a series, and nobody has read it
        190242,  # Alberta 8.d: a card laid when another of its series has been turned over
        77069,  # 7.1.e: a lead after the partner's go
        31484,  # 7.1.e: a partner's card that went back, told after the next one
        151451,  # 7.1.e: a card that goes back when the camera has just been covered
        160406,  # 7.1.e: who plays on alone leads
        151998,  # 8.4.d: nothing stands before it was pegged
        173357,  # 7.1: cards told together, the first of them laid before the peg
        174011,  # 9.2.c: two in one that wait, and the second hand in its turn
        178826,  # 9.2.c: the same, and all seen well
        175451,  # 9.2: the hand between two partners', on a track that is not seen
        186511,  # 7.2.b: a go tapped while a peg goes hole by hole
        187715,  # 7.4.a: a count said a moment after its card, and tapped late
        188381,  # 9.2.c: a call for two in one, tapped late
        205736,  # 9.2.e: what seemed the crib alone was a partner's hand, too low
        215456,  # 8.4.a: a hand counted too high was by chance the partner's, who then wins with theirs
        21731,  # 9.2.c: a hand too high that comes to two, put right after a call that is tapped late
        234206,  # 9.2.c: the same hand, and the partner's is too low in its turn
        1674,  # 8.4.c: what is pegged unverified after too little went back is not too many as well
        198172,  # 8.4.a: a peg that wins with less than the crib, where no order is asked for
    ],
)
def test_nobody_is_blamed_in_the_games_that_were_found(number: int) -> None:
    assert [str(one) for one in hunting.wrongly_held(hunting.drawn_game(number))] == []


def test_hands_and_cribs_are_counted_as_the_scorer_does() -> None:
    rng = random.Random("hands")
    for crib in (False, True) * 150:
        *hand, starter = rng.sample(counting.DECK, 5)
        expected = show_points(parse_cards(hand), *parse_cards([starter]), crib=crib).points
        assert counting.show_points(hand, starter, crib) == expected, (hand, starter)


def test_a_flush_is_counted_as_the_scorer_does() -> None:
    """Rule: ACC 9.2. By chance hardly any comes."""
    for starter in ("JH", "JD"):
        for crib in (False, True):
            expected = show_points(parse_cards(["2H", "5H", "9H", "QH"]), *parse_cards([starter]), crib=crib)
            assert counting.show_points(["2H", "5H", "9H", "QH"], starter, crib) == expected.points


def test_the_play_is_counted_as_the_scorer_does() -> None:
    rng = random.Random("series")
    low = [card for card in counting.DECK if card[0] in "A23456"]
    for _ in range(300):
        series = rng.sample(low, 9)
        while counting.count(series) > counting.LIMIT:
            series.pop()
        assert counting.play_points(series) == play_points(parse_cards(series)).points, series


def verdicts(number: int, **form: Any) -> tuple[Truth, list[dict[str, Any]]]:
    """A game seen perfectly, and everything that is said of it."""
    truth = play_game(Form(**form), number)
    return truth, replay(log_of(truth, (), number)).verdicts


@pytest.mark.no_cover
def test_all_is_right_and_seen_to_be_where_nothing_is_wrong() -> None:
    """Where a card over thirty-one was taken back, something may stay unverified (7.1.e)."""
    games = 0
    for number in range(30):
        game = hunting.well_seen(number)
        if not game.truth.miscounts and not game.truth.went_over:
            said = replay(game.log).verdicts
            assert {verdict["code"] for verdict in said} <= {Code.SCORED, Code.GAME}, game.name
            won = [verdict["player"] for verdict in said if verdict["code"] == Code.GAME]
            assert won == ([game.truth.winner] if game.truth.winner else []), game.name
            games += 1
    assert games > 10


@pytest.mark.no_cover
def test_what_is_pegged_wrongly_is_found() -> None:
    """8.3 and 8.4: with sight of everything. Where cards may have been told late, it may be unverified instead."""
    found: list[str] = []
    for number in range(20):
        truth, said = verdicts(number, profile="acc-2025", habits=0.0)
        for miscount in truth.miscounts:
            at_that_time = [
                (verdict["code"], verdict["points"])
                for verdict in said
                if verdict["player"] == miscount.side and 0 <= verdict["t"] - miscount.at < 0.1
            ]
            code = Code.UNDERPEG if miscount.by < 0 else Code.OVERPEG
            if (code, abs(miscount.by)) in at_that_time:
                found.append(f"{code}{'' if miscount.challenge is None else ', called'}")
            else:
                assert [code for code, _ in at_that_time] == [Code.UNVERIFIED], (number, miscount)
    assert len(found) > 10
    assert set(found) == {"underpeg", "overpeg", "overpeg, called"}


@pytest.mark.parametrize("number", [2, 7, 11])
def test_a_number_is_always_the_same_game(number: int) -> None:
    one, other = hunting.drawn_game(number), hunting.drawn_game(number)
    assert (one.log, one.name) == (other.log, other.name)
    assert one.log != hunting.drawn_game(number + 1).log


@pytest.mark.parametrize("kind", defects.DRAWN)
def test_each_kind_of_defect_changes_what_is_told(kind: str) -> None:
    """In most of a few games: a peg may leave the hole that turns out dead before the log begins. Cards that come
    into view together, of which the order can be lost, are not in every game."""
    changed = 0
    for number in FEW:
        game = hunting.well_seen(number)
        defects_drawn = defects.drawn(kind, game.truth, random.Random(number))
        changed += log_of(game.truth, defects_drawn, number) != game.log
    assert changed >= (1 if kind == "lost order" else len(FEW) / 2)


def test_what_two_defects_hide_together_for_good_is_not_drawn() -> None:
    truth = Truth({}, words=[Word(1.0, "B", "overpeg")])
    truth.miscounts.append(Miscount(0.5, "A", 2, challenge=0, put_right=frozenset({9, 7, 3})))
    dead, elsewhere = defects.DeadHole("A", 9), defects.DeadHole("A", 20)
    for other in (defects.BridgedHole("A", 4), defects.StickingContact("A", 5, 1.0, 2.0)):
        assert hunting.knowable(truth, [elsewhere, other]) == (other,)
        assert hunting.knowable(truth, [defects.DeadHole("B", 9), other]) == (defects.DeadHole("B", 9), other)
    for silent in (defects.SilentWord(0), defects.NobodyTaps()):
        assert hunting.knowable(truth, [dead, elsewhere, silent]) == (elsewhere, silent)
    assert hunting.knowable(truth, [dead]) == (dead,)


def test_a_planted_error_excuses_no_more_than_itself() -> None:
    truth = Truth({}, miscounts=[Miscount(10.0, "A", -2), Miscount(20.0, "B", 1)])

    def excused(code: str, player: str, points: int, t: float = 30.0) -> bool:
        return hunting.excused({"code": code, "player": player, "points": points, "t": t}, truth)

    assert excused("underpeg", "A", 2)
    assert excused("muggins", "B", 2)
    assert excused("overpeg", "B", 1)
    assert not excused("underpeg", "A", 3)
    assert not excused("overpeg", "A", 1)
    assert not excused("overpeg", "B", 2)
    assert not excused("overpeg", "B", 1, t=19.0)


def test_what_is_wrongly_held_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand was pegged short in this game. Were it not known as planted, the command would name the game."""
    game = hunting.well_seen(4)
    wronged = replace(game, truth=replace(game.truth, miscounts=[]))
    assert hunting.wrongly_held(game) == []
    monkeypatch.setattr(hunting, "drawn_game", lambda _: wronged)
    done = CliRunner().invoke(hunting.main, ["4", "4", "60"])
    assert done.exit_code == 1
    first, *blames, last = done.output.splitlines()
    assert first == game.name
    assert [blame.split(": ")[1] for blame in blames] == ["underpeg A 2", "muggins B 2"]
    assert last.startswith("1 games from number 4 on")


@pytest.mark.parametrize("words", [["x", "2", "3"], ["1"], ["-1", "2", "3"], ["5", "4", "3"]])
def test_the_command_says_what_it_needs(words: list[str]) -> None:
    done = CliRunner().invoke(hunting.main, words)
    assert done.exit_code == 2
    assert "Usage:" in done.output
