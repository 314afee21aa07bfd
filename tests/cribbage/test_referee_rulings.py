"""Judges' rulings and remedies: followed until the pegs are as ruled; and what the referee tells meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.log.codec import header_from, observation_from
from cribbage.log.observations import Ruling
from cribbage.worlds.referee import Referee


def events(words: str, kind: str, **more: Any) -> list[dict[str, Any]]:
    return [dict(e.body) for e in Table(**more).do(words).judge().events if e.kind == kind]


def test_a_ruling_names_a_hole_or_points() -> None:
    assert after_play("B+9 rule:B=10 B-5 A+5") == ["scored B 9", "scored A 5"]
    assert after_play("B+9 rule:B-5 B-5 A+5") == ["scored B 9", "scored A 5"]
    assert after_play("B+9 rule:A+3 A+3 A+5") == ["scored B 9", "scored A 3", "scored A 5"]
    assert after_play("B+9 rule:A=7 A+3 A+5") == ["scored B 9", "scored A 3", "scored A 5"]


@pytest.mark.parametrize(("back", "found"), [(2, "overpeg A 5"), (7, "unverified A 5")])
@pytest.mark.parametrize("profile", ["hoyle", "acc-2025"])
def test_8_4_b_what_judges_did_not_let_stand_may_be_pegged_yet(profile: str, back: int, found: str) -> None:
    """Ann has pegged seven for five. Only the two are too many as far as the table knows."""
    table = Table(profile=profile).do(f"{CUT} {PLAY} B+9 A+7")
    ruled = table.pegs["A"][0] - back
    table.do(f"rule:A={ruled} A={ruled},{ruled - 1} wait A+5 {CRIB} A+6")
    assert table.verdicts[-2:] == [found, "scored A 6"]


def test_8_4_c_an_overpeg_that_judges_have_dealt_with_does_not_stand() -> None:
    found = ["overpeg B 1", "scored A 1", "scored A 5"]
    assert after_play("B+10 A!judge rule:B=15,A+1 B-1 A+1 A+5") == found
    assert after_play("B+10 A!judge rule:B-1,A+1 A+1 B-1 A+5") == found


def test_11_2_a_penalty_pegged_wrong_is_judged_like_a_score() -> None:
    words = f"B+9 A+5 {CRIB} A+6 rule:B+3"
    assert after_play(f"{words} B+2")[3:] == ["underpeg B 1"]
    assert after_play(f"{words} B+5")[3:] == ["overpeg B 2"]


def test_a_ruling_without_moves_changes_nothing() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9")
    table.see(ruling={"judges": ["J1", "J2"], "rule": "7.4", "moves": []})
    table.see(ruling={"judges": ["J1", "J2"], "rule": "7.4", "moves": [{"player": "B"}]})
    table.do("A+5")
    assert table.verdicts[5:] == ["scored B 9", "scored A 5"]


def test_the_referee_says_that_it_waits_and_when_the_pegs_are_as_ruled() -> None:
    waiting = events(f"{CUT} {PLAY} B+12 B=109,103", "phase", b=(103, 99))
    assert waiting[-1]["to"] == "rule"
    told = events(f"{CUT} {PLAY} B+12 B=118,109 A+3 B=103,102", "told", b=(103, 99))
    assert told == [{"about": "pegs B"}]


def test_a_remedy_that_is_not_followed_ends_with_the_next_score() -> None:
    found = after_play("B+11 A!overpeg A+5 B+3")
    assert found[:2] == ["overpeg B 2", "scored A 5"]
    assert found[2] == "overpeg B 3"


def test_8_4_c_1_nothing_to_challenge() -> None:
    assert after_play("B+9 A!overpeg A+5") == ["scored B 9", "scored A 5"]


def test_7_3_what_judges_take_back_after_a_renege_is_no_fault() -> None:
    found = verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD B-1 B+2")
    assert found[-2:] == ["renege A 2", "scored B 2"]


def test_8_4_b_a_peg_left_ahead_of_the_ruled_hole() -> None:
    """From 121 the front peg goes to 103 at once; the other one still stands in 109, and goes behind later."""
    found = after_play("B+12 A+3 B=109,103 B=103,102 A+5", b=(103, 99))
    assert found == ["false-claim B 3", "scored A 3", "scored A 5"]
    found = after_play(f"B+12 A+3 B=109,103 A+5 {CRIB} A+6 clear cut:3D A:5C B:TH B=105,103", b=(103, 99))
    assert found[-1] == "scored B 2"


def test_unknown_words_and_players_are_passed_over() -> None:
    table = Table().do(f"{CUT} {PLAY} A!hello A!time B!concede B!renege A!judge A!count15 B!go B+9")
    table.see(said={"by": "J1", "what": "overpeg"})
    assert table.verdicts[5:] == ["scored B 9"]


def test_announced_totals_are_told_as_a_step_of_the_item() -> None:
    states = [
        (item["state"], item["pegged"], item.get("reason"))
        for item in events(f"{CUT} {PLAY} B!claim9 B+9 A+5", "item")
        if item["what"] == "hand" and item["player"] == "B"
    ]
    assert states == [
        ("earned", None, None), ("announced", None, None), ("pegged", 9, None), ("closed", 9, "dealer-counted")
    ]  # fmt: skip


def test_items_say_what_they_are_made_of() -> None:
    (item, *_) = [i for i in events(f"{CUT} {PLAY} B+9", "item") if i["what"] == "hand"]
    assert item["cards"] == ["TC", "KD", "6S", "5H"]
    assert sum(points for _, points in item["parts"]) == item["earned"] == 9
    assert item["text"]


def test_reasons_for_closing() -> None:
    found = events(f"{CUT} {PLAY} B+9 A+5 B!accept {CRIB} A+6 clear", "item")
    closed = {(item["what"], item["reason"]) for item in found if item["state"] == "closed"}
    assert closed == {
        ("play", "next-card"), ("play", "pegged-next"), ("hand", "dealer-counted"), ("hand", "accepted"),
        ("crib", "cleared"),
    }  # fmt: skip
    over = events(f"{CUT} {PLAY} B+9", "item", b=(106, 99))
    assert "game-over" in {item.get("reason") for item in over}


def test_phases_and_turns() -> None:
    phases = [(p["phase"], p["turn"], p["to"]) for p in events(f"{CUT} B:TC A:QH", "phase")]
    assert phases == [
        ("starter", "B", "cut"),
        ("play", "B", "play"),
        ("play", "A", "play"),
        ("play", "B", "play"),
    ]
    show = events(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear", "phase")
    assert [p["to"] for p in show[-4:]] == ["count-hand", "count-hand", "count-crib", "cut"] or show
    assert events(f"{CUT} {PLAY} B+9", "phase", b=(106, 99))[-1]["phase"] == "over"


def test_a_position_has_one_line_of_text() -> None:
    table = Table(a=(45, 38), b=(61, 53), dealer="B").do(f"{CUT} A:TC B:QH A:2C")
    referee = Referee(header_from(json.loads(table.log[0])))
    for line in table.log[1:]:
        referee.receive(observation_from(json.loads(line)))
    assert str(referee) == "A 45/38 B 61/53 deal 1 dealer B play 22"


def test_after_the_game_nothing_is_judged() -> None:
    assert after_play("B+9 A+5 B+3 A-2 clear", b=(106, 99)) == ["scored B 9", "game B 4"]


def test_the_deadline_is_one_second_after_a_whole_move() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9")
    referee = Referee(header_from(json.loads(table.log[0])))
    for line in table.log[1:]:
        referee.receive(observation_from(json.loads(line)))
    whole = table.t - 1.5
    assert referee.next_deadline() == whole + 1.0
    assert referee.tick(whole + 0.9) == []
    found = [e for e in referee.tick(whole + 1.0) if e.kind == "verdict"]
    assert [(e.t, e.body["code"]) for e in found] == [(whole, "scored")]
    assert referee.next_deadline() is None
    assert referee.finish() == []


def test_a_card_that_does_not_fit_has_its_own_deadline() -> None:
    table = Table(late_s=0).do("cut:KS B:TC A:QH B:5D A:9C")
    referee = Referee(header_from(json.loads(table.log[0])))
    for line in table.log[1:]:
        referee.receive(observation_from(json.loads(line)))
    assert referee.next_deadline() == table.t + 10.0
    assert referee.tick(table.t + 9.9) == []
    found = [e for e in referee.tick(table.t + 10.0) if e.kind == "verdict"]
    assert [(e.t, e.body["code"]) for e in found] == [(table.t, "underpeg")]


def test_several_overpegs_the_newest_is_challenged_or_all_of_them() -> None:
    both = f"B+9 A+7 {CRIB} A+7 B!overpeg"
    found = ["scored B 9", "overpeg A 2", "overpeg A 1"]
    assert after_play(f"{both} A-1 B+1 clear:A")[: len(found) + 2] == [
        *found,
        "scored B 1",
        "overpeg-stands A 2",
    ]
    assert after_play(f"{both} A-3 B+1 B+2 clear")[len(found) :] == ["scored B 1", "scored B 2"]


def test_a_penalty_and_a_score_pegged_together() -> None:
    assert after_play("rule:B+3 B+12 A+5") == ["scored B 12", "scored A 5"]
    assert after_play(f"B+9 A+5 {CRIB} A+6 rule:B+3 rule:B+4 B+7")[3:] == ["scored B 7"]
    assert after_play("rule:B+3 B+14 A+5")[:1] == ["overpeg B 2"]


def test_moves_that_wait_when_the_game_ends_are_not_held_against_anybody() -> None:
    """Bob pegs three for a pair on 25, maybe with the go; Ann, whose peg was in the air, goes out."""
    words = "cut:KS B:5H A:TC holes:119|0,-1 B:TD holes:119|0 holes:119|3,0 wait holes:121,119|3,0"
    assert verdicts(words, a=(119, 110)) == ["scored A 2", "scored B 3", "game A 3"]
    words = words.replace("|3,0", "|4,0")
    assert verdicts(words, a=(119, 110)) == ["scored A 2", "unverified B 4", "game A 4"]


def test_a_part_of_a_score_when_the_log_or_the_deal_ends() -> None:
    part = f"{CUT} B:4C A:5H B:6D B+2"
    assert verdicts(part) == ["scored B 2"]
    assert verdicts(f"{part} clear:A clear:B cut:9D A:2C") == ["scored B 2"]
    assert verdicts(f"{part} B+3", b=(116, 110)) == ["scored B 2", "scored B 3", "game B 0"]


def test_a_waiting_card_when_the_log_ends() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C") == ["underpeg B 1"]
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C B^") == ["underpeg B 1"]


def test_a_card_taken_back_that_was_not_read() -> None:
    table = Table().do(f"{CUT} B:TC A?1")
    table.see(cards={"zone": "A", "seen": []})
    table.do("A:5H A+2")
    assert table.verdicts == ["scored A 2"]


def test_a_third_hole_that_goes_away_before_it_was_let_go_of() -> None:
    table = Table().do(f"{CUT} {PLAY}")
    for after, a, b in [
        (2.0, [4, 3], [6]),
        (0.4, [15, 4, 3], [6]),
        (0.4, [4, 3], [6]),
        (0.4, [4, 3], [15, 6]),
    ]:
        table.see(after, holes={"A": a, "B": b})
    assert table.verdicts[5:] == ["scored B 9"]


def test_8_8_the_wrong_track_in_the_play() -> None:
    found = verdicts(
        "cut:KS B:TC A:QH B:5D holes:0,-1|0 holes:1,0,-1|0 wait holes:0,-1|0 holes:0,-1|1,0 A:9C"
    )
    assert found == ["wrong-track B 1"]


def test_8_8_a_peg_brought_over_to_another_hole_is_judged_again() -> None:
    found = after_play("holes:4,3|6 holes:15,4,3|6 wait holes:4,3|6 holes:4,3|18,6")
    assert found == ["wrong-track B 9", "overpeg B 12"]


def test_8_8_while_a_peg_is_in_the_wrong_track_nobody_is_said_to_have_missed_anything() -> None:
    """What Ann pegs meanwhile is not told apart from it either; her hand is taken up, and was not missed."""
    lost = after_play("holes:4,3|6 holes:15,4,3|6 wait holes:15,4|6 wait clear cut:2C")
    assert lost == ["wrong-track B 9"]


def test_rear_pegs_that_move_while_nothing_is_fixed_or_seen() -> None:
    assert verdicts("B=45,41", b=(45, 38)) == []
    assert verdicts(f"{CUT} B:TC A:QH B=45,41", b=(45, 38)) == ["unverified B 0"]
    assert verdicts(f"{CUT} B:TC A:QH B=45,30", b=(45, 38)) == ["backward B 8"]


def test_both_pegs_lifted_with_nothing_to_peg_are_judged_by_the_score() -> None:
    assert after_play("B+9 A+5 B^ B^^ B=20,15") == ["scored B 9", "scored A 5", "overpeg B 5"]
    assert after_play("B+9 A+5 B^ B^^ B=20,16") == ["scored B 9", "scored A 5", "overpeg B 5"]
    assert after_play("B+9 A+5 B^ B^^ B=12,6") == ["scored B 9", "scored A 5", "backward B 3"]


def test_in_doubles_a_ruling_for_a_partner_moves_the_pegs_of_the_side() -> None:
    four = {"players": {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Di"}}
    table = Table(a=(10, 5), **four).do("cut:4D")
    table.see(ruling={"judges": ["J1"], "rule": "5.2.a", "moves": [{"player": "C", "front": 8}]})
    assert table.do("A-2 B:5C").verdicts == [], "going back as ruled draws no verdict"


def test_a_ruling_for_a_player_who_is_not_at_this_table() -> None:
    game = Referee(header_from({"log": "table/1"}))
    seen = Ruling(1.0, ("J1",), "x", ({"player": "C", "front": 4},))
    assert game.receive(seen) == []


def test_cards_and_pegs_after_the_game_hole_was_reached_by_a_waiting_card() -> None:
    """The card that did not fit is settled by the peg that comes after it."""
    found = verdicts("cut:KS B:TC A:QH B:5D A:9C B^ B=2,0 wait")
    assert found == ["underpeg B 1", "overpeg B 2"]


def test_the_game_ends_in_the_middle_of_an_observation() -> None:
    """Ann takes her other peg: she has let go of the one in the game hole, and Bob's peg does not matter any more."""
    table = Table(a=(119, 110)).do(f"{CUT} B:5H A:TC")
    for a, b in [([119], [0, -1]), ([121, 119], [0, -1]), ([121], [0])]:
        table.see(0.3, holes={"A": a, "B": b})
    assert table.verdicts == ["scored A 2", "game A 0"]


def test_8_8_seen_again_it_is_still_the_same_peg() -> None:
    found = after_play(
        "holes:4,3|6 holes:15,4,3|6 holes:15,4,3|6 wait holes:15,4,3|6 holes:4,3|6 holes:4,3|15,6"
    )
    assert found == ["wrong-track B 9"]


def test_two_cards_while_a_peg_is_in_the_air() -> None:
    words = "B:5H A:TC holes:0|0,-1 B:2D A:3H"
    assert verdicts(f"{CUT} {words} holes:2,0|0,-1 wait") == ["scored A 2"]
    assert verdicts(f"{CUT} {words} holes:0,-1|0,-1 wait") == ["underpeg A 2"]
