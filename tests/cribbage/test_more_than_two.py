"""Doubles in every form a book has, three players, and five cards: whole honest games, and faults in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from samples import sample

from cribbage.replay.transcript import ReplayResult, replay
from pegwatch.simulated.manyhanded import ManyHanded

FORMS: list[tuple[str, str, dict[str, Any], int, int]] = [
    ("acc-2025", "ABCD", {}, 4, 121),
    ("acc-2025", "ABCD", {"options": {"doubles": "canadian"}}, 4, 121),
    ("alberta-55plus", "ABCD", {}, 4, 121),
    ("corporate-challenge", "ABCD", {}, 4, 121),
    ("hoyle", "ABCD", {"options": {"target": 61}}, 4, 61),
    ("hoyle", "ABC", {}, 4, 121),
    ("hoyle", "ABC", {"options": {"target": 61}}, 4, 61),
    ("hoyle", "AB", {"options": {"five_card": True, "target": 61}}, 3, 61),
]
SOME = ((0,), (1,), (2,), (3,), (0, 1), (1,), (2,), (3,))
"""Of each form a game or two; in the second of the fifth a card is cut while a window of the same deal is open."""


def codes(result: ReplayResult) -> list[str]:
    return [f"{v['code']} {v['player']} {v['points']}" for v in result.verdicts]


@pytest.mark.parametrize(
    ("form", "seed"),
    [
        pytest.param(form, seed, id=f"{form[0]}-{form[1]}-{form[4]}-{form[3]}-{seed}")
        for number, form in enumerate(FORMS)
        for seed in sample(SOME[number], range(4))
    ],
)
@pytest.mark.no_cover
def test_whole_honest_games_are_found_right(
    form: tuple[str, str, dict[str, Any], int, int], seed: int
) -> None:
    profile, seats, more, hand, target = form
    game = ManyHanded(seed, seats, hand, target, profile=profile, **more).play()
    result = replay(game.log)
    assert {v["code"] for v in result.verdicts} == {"scored", "game"}
    won = result.verdicts[-1]
    assert game.score[won["player"]] == target
    pegged = dict.fromkeys(game.sides, 0)
    for verdict in result.verdicts[:-1]:
        pegged[verdict["player"]] += verdict["points"]
    assert pegged == game.score


# --- faults in doubles -------------------------------------------------------------------------------------


class Doubles:
    """Four at a table, in a few words: `C:5H` a card, `A+2` side A pegs, `cut:4D`, `B!go`, `crib:...`, `clear`.

    Three with `seats`, each for themselves.
    """

    def __init__(self, dealer: str = "D", seats: str = "ABCD", **more: Any) -> None:
        self.t, self.zones = 0.0, {zone: list[str]() for zone in (*seats, "crib", "starter")}
        self.pegs = {side: [0, -1] for side in (seats if len(seats) == 3 else "AB")}
        self.left = dict.fromkeys(self.pegs, -2)
        names = {seat: seat for seat in seats}
        self.log = [json.dumps({"log": "table/1", "players": names, "dealer": dealer} | more)]

    def do(self, words: str) -> list[str]:
        for word in words.split():
            self._word(word)
        return codes(replay(self.log))

    def see(self, **body: Any) -> None:
        self.t += 3.0
        self.log.append(json.dumps({"t": self.t} | body))

    def _word(self, word: str) -> None:
        if word == "clear":
            for zone, cards in self.zones.items():
                if cards:
                    self.zone(zone, [])
        elif "+" in word or "-" in word:
            side, points = word[0], int(word[1:])
            front, rear = self.pegs[side]
            self.see(holes=self.pegs | {side: [front if points > 0 else rear]})
            if points > 0:
                self.pegs[side], self.left[side] = [min(front + points, 121), front], rear
            else:  # no hole takes two pegs: where the other one stands, it goes back behind it
                now = {rear, self.left[side] if front + points == rear else front + points}
                self.pegs[side] = sorted(now, reverse=True)
            self.see(holes=dict(self.pegs))
        elif "!" in word:
            by, _, what = word.partition("!")
            n = what.lstrip("abcdefghijklmnopqrstuvwxyz")
            said = {"by": by, "what": what.removesuffix(n)}
            self.see(said=said | ({"n": int(n)} if n else {}))
        else:
            zone, _, cards = word.partition(":")
            zone = {"cut": "starter"}.get(zone, zone)
            self.zone(zone, self.zones[zone] + cards.split(","))

    def zone(self, zone: str, cards: list[str]) -> None:
        self.zones[zone] = cards
        self.see(cards={"zone": zone, "seen": cards})


ACC: dict[str, Any] = {"profile": "acc-2025"}
LEAD = "cut:KS A:TC B:QH C:5D"


def test_app_b_the_dealing_team_loses_heels_when_the_dealers_partner_plays() -> None:
    assert Doubles(**ACC).do("cut:JD B+2 A:TC B:4C") == ["scored B 2"]
    assert Doubles(**ACC).do("cut:JD A:TC B+2 B:4C") == ["scored B 2"]
    assert Doubles(**ACC).do("cut:JD A:TC B:4C") == ["heels-forfeit B 2"]


def test_doubles_a_pair_by_partners_is_pegged_on_their_track() -> None:
    assert Doubles(**ACC).do("cut:KS A:TC B:5H B+2 C:5C A+2 D:2H") == ["scored B 2", "scored A 2"]
    assert Doubles(**ACC).do("cut:KS A:TC B:5H B+2 C:5C A+3 B!overpeg A-1 B+1")[1:] == [
        "overpeg A 1",
        "scored B 1",
    ]


PLAYED = (
    "cut:KS A:TC B:QH C:5D D:AS A:5H A+2 B:6S C:KH D:9H A:4C B:2C B+2 C:3S D:8D A:9S B:7D B+3 B+1 "
    "C:8C D:7H B+2 B+1"
)
"""Then Ann (A) counts 4, Bob (B) 2, Cy (C) 6 and Dee (D) 5, with two in the crib."""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 B+2 A-1 A+6 B+5", ["overpeg A 1", "overpeg-stands A 1", "scored B 2", "backward A 1"]),
        (
            "A+5 B+2 B!overpeg A-1 A+6 B+5",
            ["overpeg A 1", "overpeg-stands A 1", "scored B 2", "backward A 1"],
        ),
        ("A+7 B+2 A-3 A+6 B+5", ["overpeg A 3", "overpeg-stands A 3", "scored B 2", "backward A 3"]),
        ("A+4 B+2 A-1 A+6 B+5", ["scored A 4", "scored B 2", "backward A 1"]),
    ],
)
def test_8_5_a_2_doubles_a_peg_put_back_too_late_was_not_taken_for_the_partners_hand(
    words: str, found: list[str]
) -> None:
    shown = Doubles(**ACC, late_s=0).do(f"{PLAYED} {words} crib:2D,2H,9D,JC B+2 clear cut:2S")[6:]
    assert shown == [*found, "scored A 6", "scored B 5", "scored B 2"]


def test_doubles_points_not_pegged_before_the_next_card_are_lost() -> None:
    assert Doubles(**ACC).do("cut:KS A:TC B:5H C:2C") == ["underpeg B 2"]


def test_7_2_b_doubles_a_side_pegs_together_only_when_both_opponents_are_out() -> None:
    one_gone = "cut:KS A:TC B:QH C:5D D!go A:5C"
    assert Doubles(**ACC).do(f"{one_gone} C:KD D:2C") == ["underpeg A 3"], (
        "a pair and a go; Bob may hold an ace"
    )
    assert Doubles(**ACC).do(f"{one_gone} B!go C:KD A+3 D:2C") == ["scored A 3"]


def test_doubles_the_go_belongs_to_the_side_of_the_last_card() -> None:
    assert Doubles(**ACC).do(f"{LEAD} A+1 D:9C") == ["scored A 1"]
    assert Doubles(**ACC).do(f"{LEAD} D:9C") == ["underpeg A 1"]
    assert Doubles(**ACC).do(f"{LEAD} D!go A!go B!go A+1 D:9C") == ["scored A 1"]


def test_doubles_a_renege_costs_the_side_and_names_the_seat() -> None:
    later = "D:6C A:8C B:QD B+1 C:KC D:9H A:QC A+1 B:9C C:JH D:QS B+1 A:9S B:JD C:8H A+1 D:TD B+1"
    table = Doubles(profile="corporate-challenge")
    found = table.do(f"{LEAD} A+1 {later}")
    assert [line for line in found if not line.startswith("scored")] == ["renege B 2"]
    (verdict,) = [v for v in replay(table.log).verdicts if v["code"] == "renege"]
    assert verdict["seat"] == "D"


def test_doubles_a_lead_out_of_turn_is_anybodys_but_the_left_of_the_dealer() -> None:
    table = Doubles(**ACC)
    table.do("cut:KS B:TC A:QH")
    remarks = [event.body for event in replay(table.log).events if event.kind == "remark"]
    assert [(remark["about"], remark["player"]) for remark in remarks] == [("lead", "B")]


def test_doubles_conceding_and_forfeits_are_of_sides() -> None:
    table = Doubles(profile="corporate-challenge")
    assert table.do("cut:KS C!concede") == ["game B 0"]


# --- three, each for themselves -------------------------------------------------------------------------------

THREE: dict[str, Any] = {"profile": "hoyle", "seats": "ABC", "dealer": "C"}


def test_hoyle_muggins_of_three_players_is_the_callers() -> None:
    """Bob pegs one of a pair's two, and Ann, who does not sit after him, calls it."""
    missed = "cut:KS A:TC B:TD B+1"
    for caller in "AC":
        found = Doubles(muggins=True, **THREE).do(f"{missed} {caller}!muggins1 {caller}+1")
        assert found == ["underpeg B 1", f"muggins {caller} 1", f"scored {caller} 1"]
    nothing = Doubles(muggins=True, **THREE).do("cut:KS A:TC B:TD B+2 A!muggins1")
    assert nothing == ["scored B 2", "muggins-refused A 0"]


def test_hoyle_muggins_of_three_players_is_about_who_pegged_too_few_and_not_about_who_has_yet_to_peg() -> (
    None
):
    found = Doubles(muggins=True, **THREE).do("cut:KS A:TC B:TD B+1 C:TS A!muggins1 A+1 C+6")
    assert found == ["underpeg B 1", "muggins A 1", "scored A 1", "scored C 6"]


def test_hoyle_an_overpeg_of_three_players_is_claimed_by_either_of_the_others() -> None:
    for claimant in "AC":
        found = Doubles(**THREE).do(f"cut:KS A:TC B:4D B+3 {claimant}!overpeg B-3 C:2S")
        assert found == ["overpeg B 3"], "put right because it was claimed"
    waits = Doubles(**THREE).do("cut:KS A:TC B:5D B+2 C:7D A:7S A+3 C!overpeg A-1 B:2H")
    assert waits == ["scored B 2", "overpeg A 1"], "perhaps the go was in it: it was claimed all the same"


TO_THE_LAST = (
    "cut:7S B:TC C:8H D:JH A:2S A+1 B:QH C:3H D:4H A:KH C:4C A+2 "
    "D:5C A:6S B:7H B+3 C:4D A+4 D!go A:2D B!go A+1 B:TD"
)
"""Dee has a ten left: a pair and the last card, three. Bob's hand is worth four."""


@pytest.mark.parametrize(
    ("pegged", "found"),
    [
        ("B+3", ["scored B 3"]),
        ("B+7", ["scored B 7"]),
        ("B+4", ["unverified B 4"]),
        ("B+5", ["unverified B 5"]),
        ("B+12", ["overpeg B 5"]),
    ],
)
def test_7_2_b_nobody_misses_by_a_peg_what_is_earned_after_it(pegged: str, found: list[str]) -> None:
    """Bob pegs a second before the ten: for it, for nothing, or for his hand. Twelve are too many for all of that."""
    table = Doubles(dealer="A")
    before = len(table.do(TO_THE_LAST))
    table.do(pegged)
    table.t -= 1.5
    assert table.do("D:TH clear")[before:] == found


@pytest.mark.parametrize(("goes", "found"), [("C!go A!go", "overpeg B 2"), ("A!go", "overpeg B 3")])
def test_8_9_doubles_a_card_by_who_has_said_go_may_be_led_and_the_go_be_due(goes: str, found: str) -> None:
    """Bob pegs three on twenty-eight, where Dora has not said go, and Cem lays a two."""
    table = Doubles(**ACC)
    assert found in table.do(f"cut:KS A:QC B:6H C:2H D:4D A:AS B:5D {goes} B+3 C:2C D:8S A:TD")
