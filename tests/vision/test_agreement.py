"""Agreement over looks: what counts as known, when, and with which time."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import card_corners_mm, short

from cribbage.log.observations import Cards, Fault, Observation, Unread
from cribbage.score.cards import DECK, Card, parse_cards
from firmware.table import EYE_LAG_LIMIT_S
from vision.agreement import Agreement
from vision.interpretation import LOOKS_TO_OVERTURN
from vision.placelook import Doubt, Look, Quad, Sighting
from vision.placememory import BEHIND, CANDIDATE_S, PATIENCE_S, STEADY_S
from vision.scene.model import LaidCard


def quad(x_mm: float, y_mm: float = -150, angle_deg: float = 0) -> Quad:
    corners = card_corners_mm(LaidCard("AS", x_mm, y_mm, angle_deg))
    return tuple((float(x), float(y)) for x, y in corners)


def at(names: str, x_mm: float = -150, pitch_mm: float = 30, y_mm: float = -150) -> tuple[Sighting, ...]:
    """Sightings of cards in a row from the left."""
    return tuple(
        Sighting(card, quad(x_mm + k * pitch_mm, y_mm), 0.99)
        for k, card in enumerate(parse_cards(names.split()))
    )


def cards(names: str) -> frozenset[Card]:
    return frozenset(parse_cards(names.split()))


@dataclass
class Table:
    """Drives an Agreement, one picture each tenth of a second, and checks the promise of the watermark."""

    agreement: Agreement = field(default_factory=Agreement)
    t: float = 0.0
    said: list[Observation] = field(default_factory=list)

    def frame(
        self,
        key: str = "A",
        seen: Sequence[Sighting] = (),
        doubts: Sequence[Doubt] = (),
        gone: Iterable[Card] = (),
        same: Iterable[Card] = (),
        busy: Iterable[str] = (),
        same_index: Iterable[Card] = (),
        restless: str = "",
        look_beside_arm: Sequence[Sighting] = (),
        hidden: Iterable[Card] = (),
    ) -> list[Observation]:
        """One picture: `key` is looked at unless it is busy, the other places are quiet."""
        before = self.agreement.watermark
        self.t = round(self.t + 0.1, 6)
        self.agreement.begin(self.t)
        for place in ("A", "B", "starter", "crib-A", "crib-B"):
            if place in busy:
                self.agreement.busy(place)
                if look_beside_arm and self.agreement.reads_beside_arm(place):
                    self.agreement.look_beside_arm(
                        place, Look(self.t, tuple(look_beside_arm), variant=round(10 * self.t))
                    )
            elif place == key:
                look = Look(
                    self.t,
                    tuple(seen),
                    tuple(doubts),
                    frozenset(gone),
                    frozenset(same),
                    frozenset(same_index),
                    variant=round(10 * self.t),
                    restless=restless,
                    hidden=frozenset(hidden),
                )
                self.agreement.look(place, look)
            else:
                self.agreement.quiet(place)
        said = list(self.agreement.take())
        assert self.agreement.watermark >= before
        assert all(one.t > before for one in said), (said, before)
        self.said += said
        return said

    def frames(self, count: int, key: str = "A", seen: Sequence[Sighting] = ()) -> list[Observation]:
        return [one for _ in range(count) for one in self.frame(key, seen)]

    def known(self, key: str = "A") -> list[str]:
        return [str(k.card) for k in self.agreement.known(key)]


@pytest.fixture
def table() -> Table:
    table = Table()
    for key in ("A", "B", "starter", "crib-A", "crib-B"):
        table.frame(key)
    return table


def test_an_empty_table_has_nothing_to_say(table: Table) -> None:
    assert table.said == []
    assert table.agreement.watermark == table.t


def test_two_looks_must_agree_and_the_time_is_that_of_the_first(table: Table) -> None:
    table.frame(busy="A")
    assert table.frame(seen=at("5H")) == []
    first = table.t
    assert table.agreement.watermark < first, "until it is certain nobody may go past it"
    said = table.frame(seen=at("5H"))
    assert said == [Cards(first, "A", parse_cards(["5H"]))]
    assert table.agreement.watermark == table.t


def test_looks_that_differ_agree_on_nothing(table: Table) -> None:
    for names in ("5H", "6H", "5H", "6H"):
        assert table.frame(seen=at(names)) == []


def test_cards_keep_the_order_in_which_they_were_laid(table: Table) -> None:
    table.frames(2, seen=at("5H", x_mm=0))
    table.frames(2, seen=(*at("TS", x_mm=-60), *at("5H", x_mm=0)))
    assert table.known() == ["5H", "TS"], "the later one lies to the left, and is still the later one"
    table.frames(2, seen=at("KD TS QC 5H", x_mm=-120))
    assert table.known() == ["5H", "TS", "KD", "QC"]


def test_new_cards_at_once_go_from_left_to_right_as_their_player_sees_it(table: Table) -> None:
    table.frames(
        2, "B", tuple(Sighting(s.card, quad(x, 150, 180)) for s, x in zip(at("5H TS"), (0, 40), strict=True))
    )
    assert table.known("B") == ["TS", "5H"]


def test_a_known_card_that_is_not_seen_stays(table: Table) -> None:
    table.frames(2, seen=at("5H TS"))
    assert table.frames(40, seen=at("TS", x_mm=-120)) == []
    assert table.known() == ["5H", "TS"]
    assert table.agreement.reported("A") == parse_cards(["5H", "TS"])


def test_it_goes_when_its_ground_shows(table: Table) -> None:
    table.frames(2, seen=at("5H TS"))
    since = round(table.t + 0.1, 6)
    for _ in range(4):
        assert table.frame(gone=cards("5H TS")) == []
        assert table.agreement.watermark < since
    assert table.frame(gone=cards("5H TS")) == [Cards(since, "A", ())]


def test_cards_go_together_when_it_is_not_clear_of_one(table: Table) -> None:
    table.frames(2, seen=at("5H TS", pitch_mm=70))
    for _ in range(6):
        assert table.frame(gone=cards("5H")) == []
    for _ in range(5):
        table.frame(gone=cards("5H TS"))
    assert short(table.said) == ["A 5H TS", "A"]


def test_one_card_of_two_may_go(table: Table) -> None:
    table.frames(2, seen=at("5H TS", pitch_mm=70))
    for _ in range(5):
        table.frame(seen=at("TS", x_mm=-80), gone=cards("5H"))
    assert short(table.said) == ["A 5H TS", "A TS"]


def test_one_look_at_bare_ground_is_not_enough(table: Table) -> None:
    table.frames(2, seen=at("5H TS"))
    table.frame(gone=cards("5H TS"))
    table.frame(seen=at("5H TS"))
    assert short(table.said) == ["A 5H TS"]


def test_a_misread_card_is_corrected_only_by_many_and_better_looks(table: Table) -> None:
    table.frames(2, seen=at("6H"))
    better = [replace(at("5H")[0], confidence=0.999)]
    for _ in range(LOOKS_TO_OVERTURN - 1):
        assert table.frame(seen=better, same_index=cards("6H")) == []
    assert short(table.frame(seen=better, same_index=cards("6H"))) == ["A 5H"]


def test_a_poorer_look_at_the_same_card_changes_nothing(table: Table) -> None:
    table.frames(2, seen=at("6H"))
    poorer = [replace(at("5H")[0], confidence=0.985)]
    for _ in range(30):
        table.frame(seen=poorer, same_index=cards("6H"))
    assert short(table.said) == ["A 6H"]


def test_a_card_laid_right_on_top_of_another_joins_it(table: Table) -> None:
    table.frames(2, seen=at("6H"))
    table.frames(2, seen=at("5H"))
    assert short(table.said) == ["A 6H", "A 6H 5H"]


def test_a_card_that_looks_alike_from_afar_is_laid_on_the_other_unless_its_print_is_the_same(
    table: Table,
) -> None:
    """A 5 of hearts thrown squarely on a 5 of diamonds: softened, the two are one picture."""
    table.frames(2, seen=at("5D"))
    for _ in range(2):
        table.frame(seen=at("5H"), same=cards("5D"))
    assert short(table.said) == ["A 5D", "A 5D 5H"]


def thrown_on(table: Table, lower: str, upper: str, confidence: float) -> None:
    """After a hand another card is read where one lies, and the place looks as it did."""
    table.frames(2, seen=at(lower))
    table.frame(busy=("A",))
    for _ in range(40):
        read = [replace(at(upper)[0], confidence=confidence)]
        table.frame(seen=read, same=cards(lower), same_index=cards(lower))


@pytest.mark.parametrize("confidence", [0.98, 1.0])
def test_a_card_that_may_lie_squarely_on_one_that_looks_the_same_is_said_and_not_lost(
    table: Table, confidence: float
) -> None:
    """An 8 of spades thrown on an 8 of clubs within a millimetre: neither reading is thrown away for the other."""
    thrown_on(table, "8C", "8S", confidence)
    assert short(table.said) == ["A 8C", "A ?None"]
    assert table.said[-1].extra["why"] == "the 8S may lie squarely on the 8C: lay them apart"
    table.frame(busy=("A",))
    for _ in range(3):
        table.frame(seen=at("8C 8S"))
    assert table.known() == ["8C", "8S"]


def awaited_and_thrown_on(table: Table, looks: int, moved: bool) -> None:
    """A 6 is read in so many looks, but something else that could not be read before an arm came keeps it from being
    told; then a 2 lies in its place, after another hand (`moved`) or none."""
    table.frame(doubts=[Doubt("a card lies here that shows no readable corner", quad(60))])
    table.frame(busy=("A",))
    for _ in range(looks):
        table.frame(seen=at("6D"))
    if moved:
        table.frame(busy=("A",))
    for _ in range(60):
        table.frame(seen=at("2C"))


def test_a_card_that_was_read_again_and_again_and_is_thrown_on_before_it_was_told_is_missed(
    table: Table,
) -> None:
    """Hostile table, bands and a stack (seeds 41 and 48): it lay there unseen and unsaid for twenty seconds."""
    awaited_and_thrown_on(table, looks=3, moved=True)
    assert short(table.said)[-1].startswith("A ?")
    assert not [one for one in short(table.said) if "2C" in one]
    table.frames(3, seen=at("6D 2C"))
    assert table.known() == ["6D", "2C"]


@pytest.mark.parametrize(("looks", "moved"), [(2, True), (3, False)])
def test_a_card_that_was_read_hardly_or_while_nothing_moved_was_another(
    table: Table, looks: int, moved: bool
) -> None:
    awaited_and_thrown_on(table, looks, moved)
    assert table.known() == ["2C"]


def test_a_card_laid_beside_one_that_is_read_better_now_corrects_it(table: Table) -> None:
    """The hand laid the other card: what lies where the first one lay was read wrongly before."""
    table.frames(2, seen=at("6H"))
    table.frame(busy=("A",))
    better = [replace(at("5H")[0], confidence=0.999), at("5H KD")[1]]
    for _ in range(LOOKS_TO_OVERTURN):
        table.frame(seen=better, same_index=cards("6H"))
    assert table.known() == ["5H", "KD"]


def test_cards_taken_from_a_restless_place_are_not_told_again(table: Table) -> None:
    """No hand was seen to take them in such light, and looks of before stand for none that shows nothing."""
    for _ in range(6):
        table.frame(seen=at("5H TS"), restless="the light flickers")
    assert short(table.said) == ["A 5H TS"]
    for _ in range(60):
        table.frame(restless="the light flickers")
    assert short(table.said)[1:] in (["A ?None"], ["A ?0"], ["A ?2"])


def test_a_crib_that_is_unread_in_one_place_is_not_told_for_the_other_being_bare(table: Table) -> None:
    """Taken up under a stripe of sun, it was told as lying there still when its other place was seen again."""
    four = at("4S 4D AD 6H", x_mm=170)
    table.frames(3, "crib-A", four)
    assert short(table.said) == ["crib 4S 4D AD 6H"]
    for _ in range(50):
        table.frame(
            "crib-A", doubts=[Doubt("a card lies here", quad(170))], gone=cards("4S"), busy=["crib-B"]
        )
    assert "?" in short(table.said)[-1]
    told = len(table.said)
    for _ in range(30):
        table.frame("crib-B")
    assert short(table.said)[told:] == []


def test_a_hand_that_stays_on_the_crib_is_said_where_the_crib_lies_and_not_of_the_other_place(
    table: Table,
) -> None:
    """It may be taking the cards up: until then it was silent for as long as it took."""
    table.frames(3, "crib-A", at("4S 4D AD 6H", x_mm=170))
    for _ in range(40):
        table.frame(busy=["crib-B"])
    assert short(table.said) == ["crib 4S 4D AD 6H"]
    for _ in range(40):
        table.frame(busy=["crib-A"])
    assert short(table.said)[1:] == ["crib ?None"]
    for _ in range(30):
        table.frame("crib-B", busy=["crib-A"])
    assert short(table.said)[1:] == ["crib ?None"], "what lay under the hand is not told by the other place"


def test_only_one_starter(table: Table) -> None:
    table.frames(2, "starter", at("5H", x_mm=285, y_mm=0))
    table.frames(LOOKS_TO_OVERTURN, "starter", at("JD", x_mm=287, y_mm=2))
    assert short(table.said) == ["starter 5H", "starter JD"]


def test_a_doubt_about_a_card_that_is_known_says_nothing(table: Table) -> None:
    table.frames(2, seen=at("5H TS"))
    for _ in range(40):
        table.frame(seen=at("TS", x_mm=-120), doubts=[Doubt("covered", quad(-148))])
    assert short(table.said) == ["A 5H TS"]


def test_unread_after_patience_with_the_time_at_which_it_began(table: Table) -> None:
    first = table.t + 0.1
    while table.t < first + PATIENCE_S - 0.15:
        assert table.frame(seen=at("5H"), doubts=[Doubt("glare", quad(40))]) == []
        assert table.agreement.watermark < first
    said = table.frame(seen=at("5H"), doubts=[Doubt("glare", quad(40))])
    assert said == [Unread(first, "A", 2)]
    assert said[0].extra["why"] == "glare"
    for _ in range(30):
        assert table.frame(seen=at("5H"), doubts=[Doubt("glare", quad(40))]) == []
        assert table.agreement.watermark == table.t, "what could not be read holds nobody up any more"
    table.frame(seen=at("5H TS"))
    assert short(table.frame(seen=at("5H TS"))) == ["A 5H TS"]


def test_the_same_cards_are_said_again_after_unread(table: Table) -> None:
    table.frames(2, seen=at("5H"))
    for _ in range(30):
        table.frame(seen=at("5H"), doubts=[Doubt("glare", quad(60))])
    table.frames(2, seen=at("5H"))
    assert short(table.said) == ["A 5H", "A ?2", "A 5H"]


def guess(name: str, x_mm: float, confidence: float) -> Doubt:
    return Doubt("dim", quad(x_mm), Card.parse(name), confidence)


def test_the_hand_shown_is_the_hand_played(table: Table) -> None:
    table.frames(2, "starter", at("JD", x_mm=285, y_mm=0))
    table.frames(2, seen=at("5H TS"))
    for _ in range(5):
        table.frame(gone=cards("5H TS"))
    for _ in range(2):
        table.frame(seen=at("5H", x_mm=-100), doubts=[guess("TS", 0, 0.9)])
    assert short(table.said)[1:] == ["A 5H TS", "A", "A 5H TS"]


@pytest.mark.parametrize(("name", "confidence"), [("TS", 0.6), ("9S", 0.95)])
def test_what_is_unlikely_or_was_never_here_is_not_guessed(
    table: Table, name: str, confidence: float
) -> None:
    table.frames(2, seen=at("5H TS"))
    for _ in range(5):
        table.frame(gone=cards("5H TS"))
    for _ in range(30):
        table.frame(seen=at("5H", x_mm=-100), doubts=[guess(name, 0, confidence)])
    assert short(table.said) == ["A 5H TS", "A", "A ?2"]


def test_the_next_deal_is_another_one(table: Table) -> None:
    table.frames(2, "starter", at("JD", x_mm=285, y_mm=0))
    table.frames(2, seen=at("5H TS"))
    for _ in range(5):
        table.frame(gone=cards("5H TS"))
    for _ in range(5):
        table.frame("starter", gone=cards("JD"))
    for _ in range(30):
        table.frame(doubts=[guess("TS", 0, 0.9)])
    assert short(table.said)[-2:] == ["starter", "A ?1"]


def test_a_doubt_that_comes_and_goes_is_still_a_doubt(table: Table) -> None:
    table.frames(2, seen=at("5H"))
    for k in range(30):
        table.frame(seen=at("5H"), doubts=[Doubt("glare", quad(60))] if k % 4 else ())
    assert short(table.said) == ["A 5H", "A ?2"]


def test_a_flickering_doubt_does_not_keep_a_card_from_being_read(table: Table) -> None:
    for k in range(8):
        table.frame(seen=at("5H") if k % 2 else (), doubts=() if k % 2 else [Doubt("dim", quad(-150))])
    assert short(table.said) == ["A 5H"]


def test_cards_that_are_certain_by_turns_are_put_together(table: Table) -> None:
    first, last = at("5H TS")
    for k in range(4):
        sure, vague = (first, last) if k % 2 else (last, first)
        table.frame(seen=[sure], doubts=[Doubt("dim", vague.corners_mm)])
    assert short(table.said) == ["A 5H TS"]


def test_looks_of_the_same_kind_are_one_witness(table: Table) -> None:
    for k in range(20):
        table.t = round(table.t + 0.1, 6)
        table.agreement.begin(table.t)
        doubts = () if k % 2 else (Doubt("dim", quad(-150)),)
        seen = at("5H") if k % 2 else ()
        table.agreement.look("A", Look(table.t, seen, doubts, variant=3))
    assert table.agreement.take() == ()
    table.agreement.look("A", Look(table.t, at("5H"), variant=4))
    assert short(table.agreement.take()) == ["A 5H"]


def test_a_spot_that_was_read_in_two_ways_needs_many_looks(table: Table) -> None:
    table.frame(seen=at("6H"))
    for _ in range(LOOKS_TO_OVERTURN - 1):
        assert table.frame(seen=at("5H")) == []
    assert short(table.frame(seen=at("5H"))) == ["A 5H"]


def test_a_hand_that_passes_does_not_change_when_a_card_was_laid(table: Table) -> None:
    table.frame(seen=at("5H"))
    first = table.t
    for _ in range(8):
        table.frame(busy="A")
        assert table.agreement.watermark < first
    assert table.frame(seen=at("5H")) == []
    assert table.frame(seen=at("5H")) == [Cards(first, "A", parse_cards(["5H"]))]


def after_an_unread_queen(table: Table) -> Sighting:
    """A card laid behind a passing arm, when a queen beside two cards could not be read for some time."""
    table.frames(2, seen=at("2D 5S"))
    for _ in range(8):
        table.frame(seen=at("2D 5S"), doubts=[guess("QS", -90, 0.7)])
    for _ in range(5):
        table.frame(busy="A")
    return Sighting(Card.parse("3C"), quad(-60), 0.99)


def test_a_card_read_late_does_not_come_after_one_laid_later(table: Table) -> None:
    later = after_an_unread_queen(table)
    for _ in range(5):
        assert table.frame(seen=[*at("2D 5S"), later]) == []
    table.frames(3, seen=at("2D 5S QS 3C"))
    assert short(table.said) == ["A 2D 5S", "A 2D 5S QS", "A 2D 5S QS 3C"]


def test_a_card_that_stays_unread_is_said_to_be_so_before_the_next_one(table: Table) -> None:
    later = after_an_unread_queen(table)
    table.frames(40, seen=[*at("2D 5S"), later])
    assert short(table.said)[:2] == ["A 2D 5S", "A ?4"]


def test_a_hand_that_stays_lets_the_others_go_on_and_leaves_its_place_unread(table: Table) -> None:
    table.frame(seen=at("5H"))
    first = table.t
    for _ in range(round(CANDIDATE_S * 10) + 2):
        table.frame(busy="A")
    assert table.agreement.watermark == table.t
    table.frames(2, seen=at("5H"))
    assert short(table.said) == ["A ?None", "A 5H"]
    assert table.said[0].t == first, "what nobody could see is unknown from when it was laid"


def test_a_card_that_cannot_be_read_is_unread_since_it_was_laid_hands_or_no_hands(table: Table) -> None:
    """A peg moved for it meanwhile must not come before it."""
    doubt = [Doubt("glare on this card", quad(200))]
    table.frame(doubts=doubt)
    first = table.t
    for _ in range(5):
        for _ in range(15):
            table.frame(doubts=doubt)
            assert table.said or table.agreement.watermark < first
        table.frame(busy="A")
    assert [(type(one), one.t) for one in table.said] == [(Unread, first)]


def test_a_card_read_late_was_laid_when_it_was_first_in_doubt(table: Table) -> None:
    """A peg moved for it before it could be read must not come before it."""
    (sighting,) = at("5H")
    doubt = Doubt("glare on this card", sighting.corners_mm, sighting.card, 0.6)
    table.frame(doubts=[doubt])
    first = table.t
    for _ in range(6):
        table.frame(doubts=[doubt])
    table.frames(2, seen=at("5H"))
    assert [(one.t, one.seen) for one in table.said if isinstance(one, Cards)] == [
        (first, parse_cards(["5H"]))
    ]


def test_a_card_that_a_hand_hides_at_once_is_not_forgotten_and_keeps_its_time(table: Table) -> None:
    """Else it is told when the place is looked at next: after the opponent's card."""
    table.frames(2, seen=at("2D"))
    (later,) = at("5S", x_mm=-120)
    table.frame(seen=[*at("2D"), later])
    first = table.t
    for _ in range(5):
        table.frame(busy="A")
    table.frames(6, seen=at("2D"))  # a hand like the ground lies still over the new card
    assert table.agreement.watermark < first
    table.frame(busy="A")
    table.frames(2, seen=[*at("2D"), later])
    assert short(table.said) == ["A 2D", "A 2D 5S"]
    assert table.said[-1].t == first


def test_a_card_read_once_that_stays_hidden_is_unread_since_then(table: Table) -> None:
    table.frames(2, seen=at("2D"))
    table.frame(seen=at("2D 5S"))
    first = table.t
    table.frame(busy="A")
    table.frames(40, seen=at("2D"))
    assert short(table.said) == ["A 2D", "A ?2"]
    assert table.said[-1].t == first


def test_what_something_lies_over_is_not_read_when_all_else_has_gone(table: Table) -> None:
    """The cards are gathered under an arm, and a shadow lies where two of them were: none is seen any more."""
    table.frames(2, seen=at("2D 5S 8H"))
    for _ in range(60):
        table.frame(busy="A")
    assert short(table.said) == ["A 2D 5S 8H", "A ?None"]
    for _ in range(20):
        table.frame(gone=cards("8H"), hidden=cards("2D 5S"))
    assert short(table.said) == ["A 2D 5S 8H", "A ?None"]
    for _ in range(20):
        table.frame(gone=cards("2D 5S 8H"))
    assert short(table.said)[-1] == "A"


def test_a_card_held_over_its_place_and_not_laid_is_forgotten_when_the_ground_shows(table: Table) -> None:
    table.frames(2, seen=at("2D"))
    table.frame(seen=at("2D 5S"))
    table.frame(busy="A")
    assert [str(s.card) for s in table.agreement.awaited("A")] == ["5S"]
    for _ in range(2):
        table.frame(seen=at("2D"), gone=cards("5S"))
    assert table.agreement.awaited("A") == ()
    table.frames(40, seen=at("2D"))
    assert short(table.said) == ["A 2D"]


def test_a_card_that_one_look_of_many_sees_is_no_card(table: Table) -> None:
    table.frames(2, seen=at("2D"))
    table.frame(seen=at("2D 5S"))
    table.frames(40, seen=at("2D"))
    assert short(table.said) == ["A 2D"]


def test_two_cards_that_overlap_are_not_two_readings_of_one_corner(table: Table) -> None:
    """Where only one corner of a card shows, the other is thought to lie where it may not: on the next card's."""
    under = Sighting(Card.parse("3H"), ((85, 113), (22, 104), (9, 191), (71, 201)), 0.999)
    over = Sighting(Card.parse("3C"), ((4, 192), (59, 193), (62, 107), (6, 105)), 0.999, both=True)
    assert math.dist(under.corners_mm[2], over.corners_mm[0]) < 8
    table.frames(2, "B", [under, over])
    assert [sorted(map(str, one.seen)) for one in table.said if isinstance(one, Cards)] == [["3C", "3H"]]


def test_one_card_whose_corners_are_read_differently_is_in_doubt(table: Table) -> None:
    upright = quad(-150)
    upside_down = (*upright[2:], *upright[:2])
    for _ in range(30):
        table.frame(
            seen=[Sighting(Card.parse("5H"), upright, 0.99), Sighting(Card.parse("6H"), upside_down, 0.99)]
        )
    assert short(table.said) == ["A ?2"]


def test_a_doubt_about_a_card_that_is_known_does_not_date_the_next_one(table: Table) -> None:
    """Laid 15 mm beside it and seconds later: told with the time of the doubt it would be a card not yet laid."""
    table.frames(2, seen=at("QC KH", pitch_mm=16))
    rival = [Sighting(Card.parse("JH"), at("QC KH", pitch_mm=16)[1].corners_mm, 0.99)]
    for k in range(10):
        table.frame(seen=[*at("QC", pitch_mm=16), *(rival if k % 2 else at("QC KH", pitch_mm=16)[1:])])
    table.frame(busy="A")
    for _ in range(6):
        table.frame(seen=at("QC KH JD", pitch_mm=16))
    laid = next(one for one in table.said if isinstance(one, Cards) and Card.parse("JD") in one.seen)
    assert laid.t == pytest.approx(table.t - 0.5)


def test_of_two_cards_readable_at_once_a_doubt_dates_only_the_one_in_its_spot(table: Table) -> None:
    """Else the later one is told before it lay, or the earlier one after what was laid between them."""
    first, later = at("5H TS", pitch_mm=40)
    for _ in range(15):
        table.frame(doubts=[Doubt("glare", first.corners_mm)])
    began = round(table.t - 1.4, 6)
    table.frame(busy="A")
    table.frames(3, seen=[first, later])
    assert [(one.t, short([one])[0]) for one in table.said] == [
        (began, "A 5H"),
        (round(table.t - 0.2, 6), "A 5H TS"),
    ]


def test_more_cards_than_can_lie_there_is_our_miscount_and_not_reported(table: Table) -> None:
    doubts = [Doubt("two cards hide each other's corner", quad(100 + 60 * i)) for i in range(5)]
    for _ in range(30):
        table.frame(doubts=doubts)
    assert [one.count for one in table.said if isinstance(one, Unread)] == [None]


ZONES = {"A": "A", "B": "B", "starter": "starter", "crib-A": "crib", "crib-B": "crib"}


@pytest.mark.parametrize("key", ZONES)
def test_what_a_hand_hides_is_not_told_as_empty(table: Table, key: str) -> None:
    """The first card of all may be laid under it, and pegged: pegs of that while must not be judged without it."""
    free_t, came_t = table.t, round(table.t + 0.1, 6)
    while table.t < came_t + CANDIDATE_S:
        assert table.frame(busy=(key,)) == []
        assert table.agreement.watermark == free_t
    (said,) = table.frame(busy=(key,))
    assert said == Unread(came_t, ZONES[key], None)
    assert isinstance(said, Unread)
    assert said.is_blind
    for _ in range(100):
        assert table.frame(busy=(key,)) == []
        assert table.agreement.watermark == table.t, "what was said to be hidden holds nobody up any more"


def test_the_first_card_laid_under_a_hand_that_stays_is_read_when_it_has_gone(table: Table) -> None:
    for _ in range(round(CANDIDATE_S * 10) + 20):
        table.frame(busy=("A",))
    shown_t = round(table.t + 0.1, 6)
    assert table.frames(2, seen=at("5H")) == [Cards(shown_t, "A", parse_cards(["5H"]))]
    assert short(table.said) == ["A ?None", "A 5H"]


def test_the_first_card_laid_under_a_hand_that_goes_in_time_is_waited_for(table: Table) -> None:
    free_t = table.t
    for _ in range(20):
        table.frame(busy=("A",))
    assert table.frame(seen=at("5H")) == []
    assert table.agreement.watermark == free_t
    assert short(table.frame(seen=at("5H"))) == ["A 5H"]


@pytest.mark.parametrize("pictures", [1, 20, round(CANDIDATE_S * 10) + 20])
def test_what_is_told_says_when_its_place_was_read_before(table: Table, pictures: int) -> None:
    """The card was laid between that and its own time, however long the hand lay there."""
    free_t = table.t
    for _ in range(pictures):
        table.frame(busy=("A",))
    table.frames(2, seen=at("5H"))
    assert {one.extra["since"] for one in table.said if isinstance(one, Cards | Unread)} == {free_t}


@pytest.mark.parametrize("key", ZONES)
def test_hands_that_pass_over_an_empty_place_are_not_spoken_of(table: Table, key: str) -> None:
    for _ in range(20):
        for _ in range(round(CANDIDATE_S * 10) - 1):
            assert table.frame("", busy=(key,)) == []
        assert table.frame(key) == []
        assert table.agreement.watermark == table.t


def test_a_place_that_stayed_empty_under_a_hand_is_said_to_be_so_once_it_is_seen(table: Table) -> None:
    for _ in range(60):
        table.frame(busy=("A",))
    table.frames(40)
    assert short(table.said) == ["A ?None", "A"]
    assert table.agreement.watermark == table.t


def test_glances_where_the_light_flickers_say_nothing_new(table: Table) -> None:
    """Else there would be two lines every few seconds, for as long as it flickers."""
    for _ in range(40):
        for _ in range(round(CANDIDATE_S * 10) + 5):
            table.frame("", busy=("A",))
        for _ in range(round(STEADY_S * 10) - 1):
            table.frame("A")
    assert short(table.said) == ["A ?None"]
    assert table.agreement.watermark == table.t


def test_a_card_that_a_glance_shows_is_told_though_the_light_flickers(table: Table) -> None:
    for _ in range(40):
        table.frame("", busy=("A",))
    assert short(table.frames(2, seen=at("5H"))) == ["A 5H"]
    for _ in range(40):
        table.frame("", busy=("A",))
    assert short(table.said) == ["A ?None", "A 5H", "A ?None"]


def test_a_hand_over_the_crib_s_other_place_hides_nothing(table: Table) -> None:
    table.frames(2, "crib-B", at("5H TS", x_mm=180, pitch_mm=80, y_mm=150))
    for _ in range(60):
        table.frame("", busy=("crib-A",))
        assert short(table.said) == ["crib TS 5H"]
    for _ in range(5):
        table.frame("crib-B", gone=cards("5H TS"), busy=("crib-A",))
    assert short(table.said) == ["crib TS 5H", "crib", "crib ?None"], "now they may lie there"
    table.frames(20, "crib-A")
    assert short(table.said)[3:] == ["crib"]


def test_a_bare_place_of_the_crib_does_not_answer_for_the_hidden_one(table: Table) -> None:
    for _ in range(60):
        table.frame("", busy=("crib-A", "crib-B"))
    table.frames(20, "crib-B")
    assert short(table.said) == ["crib ?None"]
    assert table.agreement.reported("crib") is None
    table.frames(20, "crib-A")
    assert short(table.said) == ["crib ?None", "crib"]


def test_a_place_that_nobody_looked_at_is_not_passed(table: Table) -> None:
    """The picture came, and was given up before that place's turn."""
    before = table.t
    for _ in range(5):
        table.t = round(table.t + 0.1, 6)
        table.agreement.begin(table.t)
        for key in ZONES:
            if key != "B":
                table.agreement.quiet(key)
        assert table.agreement.watermark == before
    table.frame("B")
    assert table.agreement.watermark == table.t


def test_a_count_that_is_covered_is_no_longer_known(table: Table) -> None:
    table.frames(40, seen=(*at("5H"), *at("5H", x_mm=0)))
    for _ in range(40):
        table.frame("", busy=("A",))
    assert short(table.said) == ["A ?2", "A ?None"]


def test_a_hand_that_stays_over_a_players_cards_leaves_them_unread_since_it_came(table: Table) -> None:
    """A card may have been laid under it, and pegged: pegs of that while must not be judged without it."""
    table.frames(2, seen=at("5H"))
    free_t = table.t
    came_t = round(table.t + 0.1, 6)
    while table.t < came_t + CANDIDATE_S:
        assert table.frame(busy="A") == []
        assert table.agreement.watermark == free_t, "what happens meanwhile waits, but not for long"
    assert [(type(one), one.t) for one in table.frame(busy="A")] == [(Unread, came_t)]
    assert table.agreement.watermark == table.t
    assert table.frame(busy="A") == []
    shown_t = round(table.t + 0.1, 6)
    assert table.frames(2, seen=at("5H TS")) == [Cards(shown_t, "A", parse_cards(["5H", "TS"]))]


def test_a_hand_that_comes_to_a_players_cards_and_goes_is_not_spoken_of(table: Table) -> None:
    table.frames(2, seen=at("5H"))
    for _ in range(3):
        for _ in range(round(CANDIDATE_S * 10) - 1):
            table.frame(busy="A")
        assert table.frames(2, seen=at("5H")) == []
        assert table.agreement.watermark == table.t


class TestACardThatMayLieUnderOneLaidUnseen:
    """Two were laid under a resting arm, the second so squarely on the first that no rim shows: the player seems to
    have laid fewer than the other, though they lay in turn."""

    def test_that_is_said_once_the_others_are_two_ahead_and_lasts(self, table: Table) -> None:
        self._play_under_an_arm(table)
        told, said = table.frames(2, "B", at("QS QH 3D", y_mm=150))
        assert short([told, said]) == ["B QS QH 3D", "A ?None"]
        assert isinstance(said, Unread)
        assert (said.t, said.is_blind, said.extra["why"]) == (table.t, False, BEHIND.format("5H"))
        assert table.frames(40, seen=at("5H 9D")) == [], "nor does what is laid beside it tell"
        assert table.agreement.watermark == table.t

    @pytest.mark.parametrize("now", ["taken up", "moved", "all there"])
    def test_it_ends_when_nothing_can_lie_there_any_more(self, table: Table, now: str) -> None:
        self._play_under_an_arm(table)
        table.frames(2, "B", at("QS QH 3D", y_mm=150))
        seen = {"taken up": (), "moved": at("5H 5S", -70), "all there": at("5H 5S 9D TH")}[now]
        said = []
        for _ in range(8):
            said += table.frame("A", seen, gone=cards("5H") if now != "all there" else ())
        assert short(said) == [" ".join(["A", *(str(one.card) for one in seen)])]
        assert table.agreement.is_settled("A")

    def test_one_behind_is_whose_turn_it_is(self, table: Table) -> None:
        self._play_under_an_arm(table)
        assert short(table.said)[-1] == "A 5H"
        assert table.frames(40, "B", at("QS QH", y_mm=150)) == []

    def test_where_all_were_seen_to_be_laid_a_player_is_behind_who_cannot_play(self, table: Table) -> None:
        table.frames(2, seen=at("5H"))
        table.frames(2, "B", at("QS", y_mm=150))
        assert short(table.frames(2, "B", at("QS QH 3D", y_mm=150))) == ["B QS 3D QH"]

    def test_with_the_next_hand_it_is_forgotten(self, table: Table) -> None:
        self._play_under_an_arm(table)
        for _ in range(6):
            table.frame("A", gone=cards("5H"))
        table.frames(2, seen=at("9D"))
        assert short(table.frames(2, "B", at("QS QH 3D", y_mm=150))) == ["B QS QH 3D"], "nothing of A"

    @staticmethod
    def _play_under_an_arm(table: Table) -> None:
        for shown in ("QS", "QS QH"):
            for _ in range(20):
                table.frame("B", at(shown, y_mm=150), busy=("A",))
        table.frames(round(10 * STEADY_S) + 2, seen=at("5H"))


def test_the_crib_lies_face_down_and_is_not_unread(table: Table) -> None:
    for _ in range(40):
        table.frame("crib-A", doubts=[Doubt("no index", quad(200))])
    assert table.said == []


def test_either_crib_is_the_zone_crib(table: Table) -> None:
    table.frames(2, "crib-B", at("5H TS", x_mm=180, pitch_mm=80, y_mm=150))
    assert short(table.said) == ["crib TS 5H"]
    for _ in range(5):
        table.frame("crib-B", gone=cards("5H TS"))
    table.frames(2, "crib-A", at("5H TS", x_mm=180, pitch_mm=80))
    assert short(table.said) == ["crib TS 5H", "crib", "crib 5H TS"]


def test_rule_4_4_a_crib_of_three_that_may_hide_a_fourth_is_asked_about(table: Table) -> None:
    table.frames(40, "crib-A", at("QD 2D QH", x_mm=150, pitch_mm=32))
    assert short(table.said) == ["crib ?None"]
    assert table.said[0].extra["why"] == "fewer cards are seen than the crib has: spread them apart"


def test_rule_4_4_a_crib_of_three_spread_apart_is_three_cards(table: Table) -> None:
    table.frames(2, "crib-A", at("QD 2D QH", x_mm=125, pitch_mm=80))
    assert short(table.said) == ["crib QD 2D QH"]


def test_a_whole_crib_may_overlap(table: Table) -> None:
    table.frames(2, "crib-A", at("QD KH 2D QH", x_mm=150, pitch_mm=16))
    assert short(table.said) == ["crib QD KH 2D QH"]


def test_a_card_in_two_zones_is_unread_in_the_second(table: Table) -> None:
    table.frames(2, seen=at("5H"))
    for _ in range(30):
        table.frame("B", at("5H KD", y_mm=150))
    assert short(table.said) == ["A 5H", "B ?2"]
    assert table.said[-1].extra["why"] == "the 5H lies elsewhere already"


def test_a_card_that_is_covered_elsewhere_has_not_moved(table: Table) -> None:
    table.frames(2, seen=at("5H TS"))
    table.frames(2, seen=at("TS", x_mm=-120))
    for _ in range(30):
        table.frame("B", at("5H", y_mm=150))
    assert short(table.said) == ["A 5H TS", "B ?1"]


def test_a_card_whose_place_looks_different_is_asked_about(table: Table) -> None:
    table.frames(2, seen=at("5H"))
    table.frames(30)
    assert short(table.said) == ["A 5H", "A ?1"]


def test_more_cards_than_a_player_has_are_not_believed(table: Table) -> None:
    table.frames(30, seen=at("5H TS KD QC 2C"))
    assert short(table.said) == ["A ?None"]


def test_the_same_card_twice_in_a_place_is_no_reading(table: Table) -> None:
    for _ in range(30):
        table.frame(seen=(*at("5H"), *at("5H", x_mm=0)))
    assert short(table.said) == ["A ?2"]


def test_after_a_restart_it_goes_on_without_saying_anything_twice() -> None:
    table = Table()
    table.agreement.restore(
        [
            Cards(1.0, "A", parse_cards(["5H"])),
            Cards(2.0, "A", parse_cards(["5H", "TS"])),
            Cards(2.0, "crib", parse_cards(["2C"])),
            Unread(3.0, "B", 2),
        ]
    )
    table.t = 100.0
    table.frames(2, seen=at("TS 5H", x_mm=-120))
    table.frames(2, "crib-B", at("2C", x_mm=200, y_mm=150))
    assert table.said == []
    assert table.known() == ["5H", "TS"]
    assert short(table.frames(2, "B", at("KD", y_mm=150))) == ["B KD"]


def test_after_a_restart_a_card_that_is_no_longer_seen_is_asked_about() -> None:
    table = Table()
    table.agreement.restore([Cards(1.0, "A", parse_cards(["5H", "TS"]))])
    assert short(table.frames(30, seen=at("KD"))) == ["A ?3"]
    assert table.said[0].extra["why"] == "the 5H has not been seen since the restart"
    table.frame(busy="A")
    said = [one for _ in range(5) for one in table.frame(gone=cards("KD"))]
    assert short(said) == ["A"]


@pytest.mark.parametrize("key", ["crib-A", "crib-B"])
def test_after_a_restart_the_crib_is_found_wherever_it_lies(key: str) -> None:
    table = Table()
    table.agreement.restore([Cards(1.0, "crib", parse_cards(["2C", "3C"]))])
    y_mm = -150 if key == "crib-A" else 150
    seen = at("2C 3C" if key == "crib-A" else "3C 2C", x_mm=200, pitch_mm=80, y_mm=y_mm)
    for _ in range(3):
        table.frame("crib-A", seen if key == "crib-A" else ())
        table.frame("crib-B", seen if key == "crib-B" else ())
    assert table.said == []


def test_after_a_restart_a_cleared_crib_is_noticed() -> None:
    table = Table()
    table.agreement.restore([Cards(1.0, "crib", parse_cards(["2C"]))])
    table.frame("crib-A")
    assert table.said == []
    assert short(table.frame("crib-B")) == ["crib"]


def test_after_a_restart_cleared_places_are_noticed() -> None:
    table = Table()
    table.agreement.restore([Cards(1.0, "A", parse_cards(["5H", "TS"]))])
    assert short(table.frames(5)) == ["A"]


def test_faults_are_said_once_and_ended_once(table: Table) -> None:
    agreement = table.agreement
    for _ in range(3):
        table.t += 0.1
        agreement.begin(table.t)
        agreement.report_fault(table.t, "covered")
    table.t += 0.1
    agreement.begin(table.t)
    agreement.report_good(table.t)
    said = agreement.take()
    assert short(said) == ["!covered", "!ok"]
    assert all(isinstance(one, Fault) and one.part == "camera" for one in said)


def test_doubtful_pictures_hold_the_watermark(table: Table) -> None:
    since = table.t
    for _ in range(5):
        table.t += 0.1
        table.agreement.begin(table.t)
        table.agreement.no_good_picture()
        assert table.agreement.watermark == since
    table.agreement.report_good(table.t)
    assert table.agreement.watermark == since, "nobody has looked yet"
    for key in ZONES:
        table.frame(key)
    assert table.agreement.watermark == table.t
    assert table.said == []


def test_a_table_that_is_known_not_to_have_changed_was_read_until_then(table: Table) -> None:
    """A simulated camera knows; then a hand comes, and hides what lies there since it came."""
    table.t = 100.0
    table.agreement.rested(math.nextafter(table.t, 0.0))
    table.frame(busy=("A",))
    assert table.agreement.watermark == math.nextafter(100.0, 0.0)
    assert table.said == []


def test_pictures_must_come_in_order(table: Table) -> None:
    with pytest.raises(ValueError, match="in order"):
        table.agreement.begin(table.t - 1)


class TestAnyHistory:
    """Whatever is laid, covered, missed and hidden by hands: nothing is said that was never so."""

    @settings(max_examples=150, deadline=None)
    @given(data=st.data())
    def test_only_truth_in_its_order(self, data: st.DataObject) -> None:
        table = Table()
        deck = data.draw(st.permutations(DECK))[:4]
        lying: list[Card] = []
        truth: list[tuple[str, ...]] = [()]
        rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
        for step in data.draw(st.lists(st.sampled_from(["lay", "clear", "hand"]), max_size=14)):
            if step == "lay" and len(lying) < len(deck):
                lying.append(deck[len(lying)])
            elif step == "clear":
                lying.clear()
            truth.append(tuple(str(c) for c in lying))
            for _ in range(int(rng.integers(0, 5))):
                table.frame(busy="A")
            known = {k.card for k in table.agreement.known("A")}
            for _ in range(int(rng.integers(6, 10))):
                known = {k.card for k in table.agreement.known("A")}
                gone = known - set(lying)
                # Any card may be missed, but for the newest, which lies on top.
                shown = [c for c in lying if c == lying[-1] or c not in known or rng.random() < 0.7]
                row = [Sighting(c, quad(-200 + 28 * lying.index(c))) for c in shown]
                table.frame(seen=row, gone=gone)
        said = [tuple(str(c) for c in one.seen) for one in table.said if isinstance(one, Cards)]
        assert len(said) == len(table.said)
        rest = iter(truth)
        assert all(any(one == state for state in rest) for one in said), (said, truth)
        assert tuple(table.known()) == truth[-1]

    @settings(max_examples=150, deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["look", "busy", "quiet"]),
                st.lists(st.sampled_from(["5H", "TS", "KD"]), unique=True, max_size=3),
                st.booleans(),
                st.lists(st.sampled_from(["5H", "TS", "KD"]), unique=True, max_size=3),
            ),
            max_size=60,
        )
    )
    def test_the_watermark_keeps_its_promise(
        self, frames: list[tuple[str, list[str], bool, list[str]]]
    ) -> None:
        table = Table()  # its frame() asserts that nothing is said for a time that was promised
        for kind, names, doubt, gone in frames:
            seen = at(" ".join(names)) if names else ()
            table.frame(
                "A" if kind == "look" else "B",
                seen,
                [Doubt("?", quad(80))] if doubt else (),
                cards(" ".join(gone)) if gone else (),
                busy="A" if kind == "busy" else (),
            )

    @settings(max_examples=100, deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["look", "arm", "beside", "quiet"]),
                st.lists(st.sampled_from(["5H", "TS", "KD"]), unique=True, max_size=3),
                st.booleans(),
                st.integers(1, 40),
            ),
            max_size=20,
        )
    )
    def test_a_time_is_passed_only_where_the_place_was_read_or_is_said_to_be_unread(
        self, spells: list[tuple[str, list[str], bool, int]]
    ) -> None:
        """There is no fourth state beside read, pending and blind, and no other reason for the watermark to go on."""
        table = Table()
        for key in ZONES:
            table.frame(key)
        for what, names, doubt, pictures in spells:
            seen = at(" ".join(names)) if names else ()
            for _ in range(pictures):
                doubts = [Doubt("?", quad(80))] if doubt else ()
                hands = ("A",) if what in ("arm", "beside") else ()
                look_beside_arm = seen if what == "beside" else ()
                table.frame(
                    "A" if what == "look" else "", seen, doubts, busy=hands, look_beside_arm=look_beside_arm
                )
                if table.agreement.watermark == table.t:
                    was_read = table.agreement.read_at("A") == table.t
                    assert was_read or table.agreement.reported("A") is None

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.tuples(st.sampled_from(["empty", "card", "doubt", "hand"]), st.integers(1, 35)),
            min_size=5,
            max_size=25,
        )
    )
    def test_nothing_is_pending_for_long(self, spells: list[tuple[str, int]]) -> None:
        """A place is read, or said not to be, whatever comes by turns: the board never waits in vain."""
        table = Table()
        for key in ZONES:
            table.frame(key)
        for what, pictures in spells:
            for _ in range(pictures):
                if what == "hand":
                    table.frame("", busy=("A",))
                else:
                    seen = at("5H", x_mm=200) if what == "card" else ()
                    table.frame("A", seen, [Doubt("?", quad(80))] if what == "doubt" else ())
                assert table.t - table.agreement.watermark < EYE_LAG_LIMIT_S - 1


def test_whether_a_card_lies_on_one_that_came_unseen_waits_for_what_reaches_over_it(table: Table) -> None:
    reached_over = Look(0.0, at("JH"), beside=cards("JH"))
    while not table.said:
        assert not table.agreement.waits_for_arm("A", reached_over), (
            "it was not said yet that the place is blind"
        )
        table.frame(busy="A")
    for _ in range(2):
        table.frame(busy="A", look_beside_arm=at("JH"))
    assert short(table.said) == ["A ?None", "A JH", "A ?None"]
    assert table.agreement.waits_for_arm("A", reached_over), "told beside an arm, it was not seen whole"
    assert not table.agreement.waits_for_arm("A", Look(0.0, at("JH"))), "nothing reaches over it"
    table.frames(round(10 * STEADY_S) + 2, seen=at("JH"))
    assert short(table.said)[-1] == "A JH"
    for _ in range(round(10 * CANDIDATE_S) + 2):
        table.frame(busy="A")
    assert short(table.said)[-1] == "A ?None"
    assert not table.agreement.waits_for_arm("A", reached_over), "it was seen whole before"
