"""The simulated table: the same seed is the same table, and what happens on it is physically possible."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from cribbage.log.observations import Cards, Holes
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import show_points
from cribbage.score.pegging import Play, whole_play
from pegwatch.simulated import HONEST, SimulatedTable
from pegwatch.simulated.acts import Lay, Move
from pegwatch.simulated.game import GAME_HOLE, write_game
from pegwatch.simulated.plants import OFTEN, Plants
from pegwatch.simulated.players import card_to_play, crib_worth, discards
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM, LONG_BOARD
from vision.scene.holes import hole_mm

ONLY_FALSE_CLAIMS = Plants(overpeg_show=0.0, overpeg_play=0.0, touch=0.0, false_claim=1.0)


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    return SimulatedTable(7, 2, OFTEN)


def instants(table: SimulatedTable) -> list[float]:
    found, t = [], -1.0
    while (coming := table.next_change(t)) is not None:
        found.append(t := coming)
    return found


# ---- one function of seed and time ----------------------------------------------------------------------


def test_the_same_seed_is_the_same_table_however_it_is_asked(table: SimulatedTable) -> None:
    again = SimulatedTable(7, 2, OFTEN)
    times = instants(table)
    for t in reversed(times[::7]):
        assert again.holes_at(t) == table.holes_at(t)
        assert again.scene_at(t) == table.scene_at(t)
    assert again.truth(2) == table.truth(2)
    assert again.as_log(1) == table.as_log(1)


def test_another_seed_is_another_game(table: SimulatedTable) -> None:
    assert SimulatedTable(8, 1).as_log(1) != table.as_log(1)


def test_a_table_without_scenes_is_the_same_table(table: SimulatedTable) -> None:
    plain = SimulatedTable(7, 2, OFTEN, with_scenes=False)
    assert plain.truth(2) == table.truth(2)
    assert plain.as_log(2) == table.as_log(2)
    assert plain.scene_at(50.0).cards == ()


def test_nothing_changes_between_two_instants(table: SimulatedTable) -> None:
    for a, b in list(pairwise(instants(table)))[:400]:
        middle = (a + b) / 2
        assert table.holes_at(a) == table.holes_at(middle)
        assert table.scene_at(a) == table.scene_at(middle)
        assert table.messages_between(a, middle) == []


def test_games_follow_each_other_and_the_loser_deals(table: SimulatedTable) -> None:
    assert (table.game_at(0.0), table.game_at(table.end_of(1) + 1), table.game_at(1e9)) == (1, 2, 2)
    assert table.header(2)["dealer"] != table.truth(1).winner
    announced = [message for _, message in table.messages_between(-1.0, 1e9) if isinstance(message, dict)]
    assert announced == [{"new_game": table.header(1)}, {"new_game": table.header(2)}]
    assert table.next_change(table.end_of(2)) is None
    for question in (table.truth, table.header, table.as_log):
        with pytest.raises(KeyError, match="there is no game 3"):
            question(3)


def test_a_table_with_no_games_is_empty() -> None:
    empty = SimulatedTable(1, 0)
    assert empty.next_change(0.0) is None
    assert empty.holes_at(1.0) == frozenset()
    assert empty.scene_at(1.0).cards == ()
    assert empty.messages_between(-1.0, 9.0) == []
    assert empty.game_at(3.0) == 0


def test_a_table_without_an_end_goes_on() -> None:
    endless = SimulatedTable(1)
    late = endless.game_at(8000.0)
    assert late > 8
    assert endless.next_change(8000.0) is not None
    assert len(endless._games._kept) <= 3
    assert endless.truth(1) == SimulatedTable(1, 1).truth(1)
    assert endless.scene_at(8000.0) == SimulatedTable(1).scene_at(8000.0)


# ---- what is physically there ----------------------------------------------------------------------------


def test_four_pegs_and_never_more_than_one_of_a_player_in_the_air(table: SimulatedTable) -> None:
    for t in instants(table):
        holes = table.holes_at(t)
        for player in ("A", "B"):
            own = [hole for hole in holes if hole.startswith(player)]
            assert len(own) + ("game" in holes) >= 1
            assert len(own) <= 2


def test_no_peg_is_ever_lost() -> None:
    """Each move lifts a peg that stands there and puts it into a free hole, remedies included."""
    for seed in range(60):
        script = write_game(random.Random(seed), "A", OFTEN)
        standing = {"A": {0, -1}, "B": {0, -1}}
        for act in script.acts:
            if isinstance(act, Move):
                standing[act.player].remove(act.lift)
                assert act.put not in standing[act.player]
                standing[act.player].add(act.put)
        assert standing == {player: set(pegs) for player, pegs in script.pegs.items()}


def test_contacts_chatter_for_a_few_milliseconds_only(table: SimulatedTable) -> None:
    changes = [t for t in instants(table) if table.holes_at(t) != table.holes_at(t - 0.0005)]
    gaps = [b - a for a, b in pairwise(changes)]
    assert any(gap < 0.005 for gap in gaps)
    assert all(gap < 0.006 or gap > 0.3 for gap in gaps)


def test_a_peg_moves_under_a_hand_that_is_over_its_hole(table: SimulatedTable) -> None:
    """Holes run from A's right to the left and back: a hand on the other side of the board would hide other cards."""
    moved = 0
    for t in instants(table):
        for name in table.holes_at(t) ^ table.holes_at(t - 0.0005):
            where = [hole_mm("A", 121)] if name == "game" else [hole_mm(name[0], int(name[1:]))]
            hands = table.scene_at(t).arms
            assert any(math.dist(at, (hand.x_mm, hand.y_mm)) < 1 for at in where for hand in hands), (t, name)
            moved += 1
    assert moved > 100


def test_cards_lie_in_the_zone_they_belong_to(table: SimulatedTable) -> None:
    for t in instants(table):
        for card in table.scene_at(t).cards:
            reach = (
                CARD_WIDTH_MM / 2 - 1,
                CARD_HEIGHT_MM / 2 - 1,
            )
            inside = [
                place
                for place in LONG_BOARD.places
                if place.box_mm[0] + reach[0] <= card.x_mm <= place.box_mm[2] - reach[0]
                and place.box_mm[1] + reach[1] <= card.y_mm <= place.box_mm[3] - reach[1]
            ]
            assert inside, (t, card)


def test_the_index_of_every_card_of_a_hand_stays_in_sight(table: SimulatedTable) -> None:
    """Each next card leaves the left 24 mm of the one before free, seen by the player who laid it."""
    for hand in table.truth(1).hands:
        lying = [c for c in table.scene_at(hand.t).cards if c.card in {str(card) for card in hand.cards}]
        lying.sort(key=lambda c: c.order)
        assert [c.card for c in lying] == [str(card) for card in hand.cards]
        turned = 90 < lying[0].angle_deg < 270
        steps = [(a.x_mm - b.x_mm) if turned else (b.x_mm - a.x_mm) for a, b in pairwise(lying)]
        assert all(step >= 24 for step in steps)


def test_no_card_is_on_the_table_twice_and_faces_only_show_when_they_may(table: SimulatedTable) -> None:
    for t in instants(table):
        scene = table.scene_at(t)
        faces = [card.card for card in scene.face_up()]
        assert len(faces) == len(set(faces)) <= 13
        assert all(card.card is None for card in scene.cards if not card.face_up)


def test_cards_lie_still_before_the_peg_for_them_is_placed(table: SimulatedTable) -> None:
    log = table._games.game(1).tape.seen
    still = 0.0
    standing: dict[str, frozenset[int]] = {}
    for observation in log:
        if isinstance(observation, Cards):
            still = observation.t
        elif isinstance(observation, Holes):
            placed = sum(map(len, observation.holes.values())) > sum(map(len, standing.values()))
            if placed and standing:
                assert observation.t - still >= 1.2
            standing = dict(observation.holes)


def test_coarse_hands_make_fewer_scenes_of_the_same_game(table: SimulatedTable) -> None:
    coarse = SimulatedTable(7, 2, OFTEN, coarse_hands=True)
    assert len(instants(coarse)) < 0.8 * len(instants(table))
    assert coarse.as_log(1) == table.as_log(1)


# ---- the game that is played -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_honest_players_peg_exactly_what_the_rules_give(seed: int) -> None:
    table = SimulatedTable(seed, 1, HONEST, with_scenes=False)
    truth = table.truth(1)
    assert not truth.planted
    assert all(move.points == move.earned for move in truth.moves)
    total = {"A": 0, "B": 0}
    for move in truth.moves:
        total[move.player] += move.points
    assert total == truth.scores
    assert truth.scores[truth.winner] == GAME_HOLE
    for hand in truth.hands:
        starter = truth.deals[hand.deal - 1].starter
        assert show_points(hand.cards, starter, crib=hand.zone == "crib").points == hand.points


@pytest.mark.parametrize("seed", range(8))
def test_what_is_pegged_in_each_play_is_what_the_whole_play_is_worth(seed: int) -> None:
    table = SimulatedTable(seed, 1, HONEST, with_scenes=False)
    truth = table.truth(1)
    acts = [act for _, act in table._games.game(1).tape.acts]
    for deal in truth.deals[:-1]:
        pone = "A" if deal.dealer == "B" else "B"
        laid = {card for cards in deal.laid.values() for card in cards}
        order = [act.card for act in acts if isinstance(act, Lay) and act.card in laid][-8:]
        order = _order_of(acts, deal.deal)
        expected = whole_play(2, "AB".index(pone), [deal.laid["A"], deal.laid["B"]], order)
        pegged = [
            sum(m.points for m in truth.moves if (m.deal, m.player, m.what) == (deal.deal, player, "play"))
            for player in ("A", "B")
        ]
        assert tuple(pegged) == expected


def _order_of(acts, deal: int) -> list[Card]:
    """The cards of one deal in the order in which they were played."""
    number, order = 0, []
    for act in acts:
        number += type(act).__name__ == "Deal"
        if number == deal and isinstance(act, Lay):
            order.append(act.card)
    return order


def test_every_kind_of_fault_is_planted_and_its_points_are_right() -> None:
    kinds: set[str] = set()
    for seed in range(40):
        script = write_game(random.Random(seed), "A", OFTEN)
        for fault in script.planted:
            kinds.add(fault.kind)
            move = script.acts[fault.at]
            if fault.kind.startswith("overpeg") and isinstance(move, Move):
                assert move.points - (move.earned or 0) == fault.points
    assert len(kinds) == 7


def test_a_false_claim_is_put_right_by_the_rule() -> None:
    """Rule: ACC 8.4.b. Back to what was earned, then fifteen; the opponent pegs the overclaim."""
    for seed in range(60):
        script = write_game(
            random.Random(seed), "A", Plants(overpeg_show=0, overpeg_play=0, touch=0, false_claim=1)
        )
        for fault in script.planted:
            if fault.kind == "false claim of game":
                claim, ruling, back, rear, gain = script.acts[fault.at : fault.at + 5]
                assert isinstance(claim, Move)
                assert claim.put == GAME_HOLE
                right = GAME_HOLE - fault.points
                assert ruling.moves[0] == {"player": fault.player, "front": right - 15}
                assert (back.lift, back.put, rear.put) == (GAME_HOLE, right - 15, right - 16)
                assert (gain.player != fault.player, gain.points) == (True, fault.points)
                return
    pytest.fail("no false claim in sixty games")


# ---- how they think ---------------------------------------------------------------------------------------


def test_the_best_four_cards_are_kept() -> None:
    six = [Card.parse(text) for text in ("5H", "5S", "5C", "JD", "2H", "9C")]
    assert {str(card) for card in discards(six, own_crib=False, chance=random.Random(1))} == {"2H", "9C"}


def test_fives_and_pairs_are_for_ones_own_crib() -> None:
    five, ten, six, king = (Card.parse(text) for text in ("5H", "TS", "6D", "KC"))
    assert crib_worth(five, ten) > crib_worth(six, king)
    assert crib_worth(five, six) > crib_worth(ten, king)


def test_points_are_taken_and_a_lead_of_five_is_not_given() -> None:
    hand = [Card.parse(text) for text in ("5H", "4S", "TC", "KD")]
    reply = Play(2, 1, [hand, [Card.parse("JS")]])
    reply.play(Card.parse("JS"))
    assert card_to_play(reply, 0, random.Random(1)) == hand[0]
    assert card_to_play(Play(2, 0, [hand, []]), 0, random.Random(1)) != hand[0]


def test_every_card_dealt_is_from_one_pack(table: SimulatedTable) -> None:
    for deal in table.truth(1).deals:
        crib = [h.cards for h in table.truth(1).hands if h.deal == deal.deal and h.zone == "crib"]
        seen = [*deal.laid["A"], *deal.laid["B"], deal.starter, *(crib[0] if crib else ())]
        assert len(seen) == len(set(seen))
        assert set(seen) <= set(DECK)
