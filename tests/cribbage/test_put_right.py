"""A card of the play that a person puts right: the play goes on with it, and nobody pays for what the eye misread."""

from __future__ import annotations

from itertools import product

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table

from cribbage.profiles import PROFILES

HOW = ["page", "read again"]
REST_OF_PLAY = f"B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1 B+9 A+5 {CRIB} A+6"


def put_right(
    before: str, cards: str, then: str, zone: str = "A", how: str = "page", after: float = 1.0
) -> list[str]:
    """The verdicts where the cards of a place are entered, or read again as a person wished, after some play."""
    table = Table().do(f"{CUT} {before}")
    if how == "read again":
        table.see(said={"what": "reread", "zone": zone})
    table.see(after, cards={"zone": zone, "seen": cards.split()}, **({"by": "page"} if how == "page" else {}))
    table.zones[zone] = cards.split()
    return table.do(f"{then} wait").verdicts


@pytest.mark.parametrize("how", HOW)
def test_7_2_a_suit_read_wrong_changes_nothing_of_the_play(how: str) -> None:
    found = put_right("B:TC A:5H A+2 wait", "5D", "B:5C B+2 A:QD", how=how)
    assert found == ["scored A 2", "scored B 2"]


def test_7_2_what_an_eye_reads_otherwise_by_itself_leaves_the_play_unknown() -> None:
    """Cards do not change where they lie: nobody knows which of the two readings was right."""
    assert put_right("B:TC A:5H A+2 wait", "5D", "B:5C B+2 A:QD", how="eye") == [
        "scored A 2",
        "unverified B 2",
    ]


@pytest.mark.parametrize("how", HOW)
def test_7_2_the_card_laid_last_earns_what_it_is_worth_as_it_lies(how: str) -> None:
    assert put_right("B:TC A:6H", "5H", "A+2 B:5C B+2", how=how) == ["scored A 2", "scored B 2"]
    assert put_right("B:TC A:5H", "5D", "A+2", how=how) == ["scored A 2"]
    assert put_right("B:TC A:5H", "TD", "A+2", how=how) == ["scored A 2"], "a pair, and no fifteen"
    assert put_right("B:TC A:5H", "6H", "B:5C A:QH A+2", how=how) == ["scored A 2"], "thirty-one with the six"
    assert put_right("B:TC A:5H", "6H", "B:4C", how=how) == [], "nothing was missed"


def test_8_4_c_an_overpeg_of_what_the_right_card_earned_is_withdrawn() -> None:
    assert put_right("B:TC A:6D A+2 wait", "5D", "B:QD") == ["overpeg A 2", "withdrawn A 2"]
    assert put_right("B:TC A:6D A+2", "5D", "B:QD", after=0.6) == ["scored A 2"], (
        "put right before it was said"
    )


def test_8_4_c_whether_too_much_was_pegged_for_the_right_card_nobody_knows() -> None:
    assert put_right("B:TC A:6D A+3 wait", "5D", "B:QD") == ["overpeg A 3", "withdrawn A 3"]
    assert put_right("B:TC A:6D A+3", "5D", "B:QD", after=0.6) == ["unverified A 3"]


def test_8_4_c_what_lies_on_a_card_that_was_read_wrong_is_not_held_against_anybody() -> None:
    """The pair was one: only the five had been read as a six."""
    found = put_right("B:TC A:6H B:5C B+2 wait", "5H", "A:QH A+2")
    assert found == ["overpeg B 2", "withdrawn B 2", "unverified A 2"]
    assert put_right("B:TC A:5H A+2 B:5C B+2", "6H", "A:QH A+2") == [
        "scored A 2",
        "scored B 2",
        "unverified A 2",
    ]


def test_8_4_c_1_who_has_been_called_back_goes_back() -> None:
    found = put_right("B:TC A:6D A+2 wait B!overpeg", "5D", "A-2 B+2")
    assert found[0] == "overpeg A 2"
    assert "withdrawn A 2" not in found


@pytest.mark.parametrize("cards", ["6D KS", "6D"], ids=["one more", "as it was read"])
def test_what_is_no_other_reading_of_one_card_is_judged_as_before(cards: str) -> None:
    assert "withdrawn A 2" not in put_right("B:TC A:6D A+2 wait", cards, "B:QD")


def test_8_4_c_where_more_than_one_card_was_another_nobody_knows_what_was_pegged_for_them() -> None:
    """Two at once, and one that lies before the other player too: the overpeg goes, and the play is not known."""
    assert put_right("B:TC A:6D A+2 wait", "TC", "B:QD A:4H B+1") == [
        "overpeg A 2", "withdrawn A 2", "imperfect-pack", "unverified B 1",
    ]  # fmt: skip
    found = put_right("B:TC A:6D B:2H A:3C A+2 wait", "7D 4C", "B:QD B+2")
    assert found == ["overpeg A 2", "withdrawn A 2", "unverified B 2"]


def test_7_2_a_count_that_is_not_known_is_not_known_with_the_right_card_either() -> None:
    assert put_right("B:TC A:6D B? A+2 wait", "5D", "A+2")[-1].startswith("unverified")


def test_7_3_a_go_at_a_count_that_was_read_wrong_proves_nothing() -> None:
    """Thirty as it was read; at twenty-nine the deuce that comes later would have fitted."""
    found = put_right("B:TC A:QH B:TD A!go B!go", "9D", "A:2C", zone="B")
    assert not any(one.startswith("renege") for one in found)


@pytest.mark.parametrize("zone", ["starter", "crib"])
def test_7_2_a_place_that_is_no_players_own_is_read_again_and_the_play_goes_on(zone: str) -> None:
    table = Table().do(f"{CUT} B:TC")
    table.see(said={"what": "reread", "zone": zone})
    table.see(0.5, cards={"zone": zone, "seen": ["4D"] if zone == "starter" else []})
    assert table.do("A:5H A+2 wait").verdicts == ["scored A 2"]


def test_9_the_hand_is_worth_what_lies_there() -> None:
    played = "B:TC A:5H A+2 B:QD A:2S A:4C A+1"
    found = put_right(f"{played} wait", "5D 2S 4C", "wait")
    assert not any(one.startswith(("overpeg", "out-of-order")) for one in found)


# --- the starter, and what was held against somebody long before ---------------------------------------------------


def page(table: Table, zone: str, cards: str, reread: bool = False, after: float = 2.0) -> Table:
    """A person says on the page what lies there, or asks the camera to read it again, which is right then."""
    if reread:
        table.see(1.0, said={"by": "", "what": "reread", "zone": zone})
        table.zone(zone, cards.split(","))
    else:
        table.zones[zone] = cards.split(",")
        table.see(after, cards={"zone": zone, "seen": table.zones[zone]}, by="page")
    return table


SHOWN = ["scored B 9", "scored A 5", "scored A 6"]
EVERY_BOOK = pytest.mark.parametrize("profile", list(PROFILES))
EITHER_WAY = pytest.mark.parametrize("reread", [False, True], ids=["told on the page", "read again"])


@EVERY_BOOK
@EITHER_WAY
@pytest.mark.parametrize("starter", ["5D", "9C", "QC"])
@pytest.mark.parametrize(("before", "after"), [("", "B+9 A+5"), ("B+9", "A+5")])
def test_9_a_starter_that_is_put_right_at_the_show_is_the_one_that_counts(
    profile: str, reread: bool, starter: str, before: str, after: str
) -> None:
    """It was taken for the next deal's, and all hands for points nobody had."""
    table = Table(profile=profile).do(f"cut:{starter} {PLAY} {before}")
    found = page(table, "starter", "4D", reread).do(f"{after} {CRIB} A+6 clear").verdicts
    blamed = [one for one in found if one.startswith("overpeg")]
    assert (
        [one for one in found if one not in blamed and not one.startswith("withdrawn")][5:]
        in (
            SHOWN,
            SHOWN[1:],  # of what seemed too many it is withdrawn that it was
            [*SHOWN[1:], SHOWN[0]],  # a hand that may be pegged later is judged at the end
        )
    )
    assert [one.replace("overpeg", "withdrawn") for one in blamed] == [
        one for one in found if one.startswith("withdrawn")
    ]


@EITHER_WAY
def test_9_once_all_is_pegged_nothing_is_held_against_anybody_for_the_wrong_starter(reread: bool) -> None:
    table = Table().do(f"cut:9C {PLAY} B+9 A+5 {CRIB} A+6")
    assert table.verdicts[5:9] == ["overpeg B 3", "overpeg-stands B 3", "underpeg A 5", "overpeg A 1"]
    found = page(table, "starter", "4D", reread).do("clear").verdicts
    assert sorted(found[9:]) == ["withdrawn A 1", "withdrawn A 5", "withdrawn B 3", "withdrawn B 3"]


def test_9_a_starter_of_the_next_deal_is_that_whoever_tells_it() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear:A clear:B clear:crib")
    found = page(table, "starter", "JH").do("A:2C B+2").verdicts
    assert found[-1] == "scored B 2"


def test_6_3_his_heels_that_seemed_to_be_none_and_heels_that_there_were_not() -> None:
    table = page(Table().do("cut:QC A+2 wait"), "starter", "JC").do("B:TC A:QH B:KD B+1")
    assert table.verdicts == ["overpeg A 2", "withdrawn A 2", "scored B 1"]
    soon = page(Table().do("cut:QC A~2,0"), "starter", "JC", after=0.5).do("B:TC A:QH B:KD B+1")
    assert soon.verdicts == ["scored A 2", "scored B 1"]
    table = page(Table().do("cut:QC A+2 B:TC A:QH"), "starter", "JC").do("B:KD B+1")
    assert table.verdicts == [
        "overpeg A 2",
        "overpeg-stands A 2",
        "withdrawn A 2",
        "withdrawn A 2",
        "scored B 1",
    ]
    table = page(Table().do("cut:QC A+3 wait"), "starter", "JC").do("B:TC A:QH B:KD B+1")
    assert table.verdicts == ["overpeg A 3", "withdrawn A 3", "scored B 1"]
    table = page(Table().do("cut:QC"), "starter", "JC").do("A+2 B:TC A:QH B:KD B+1")
    assert table.verdicts == ["scored A 2", "scored B 1"]
    table = page(Table().do("cut:JC A+2"), "starter", "QC").do("A-2 B:TC A:QH B:KD B+1")
    assert table.verdicts == ["scored A 2", "scored B 1"]
    table = page(Table().do("cut:JC B:TC A:QH wait"), "starter", "QC").do("B:KD B+1")
    assert table.verdicts == ["heels-forfeit A 2", "withdrawn A 2", "scored B 1"]


def test_6_3_heels_that_were_called_back_as_none_are_held_against_nobody_when_they_are_pegged_again() -> None:
    """Both had counted the Queen, so what was challenged stays; of the Jack's two nobody knows whether they had
    been pegged."""
    called = page(Table().do("cut:QC A+2 wait B!overpeg"), "starter", "JC").do("A-2 A+2 B:TC A:QH B:KD B+1")
    assert called.verdicts == ["overpeg A 2", "unverified A 2", "scored B 1"]


@pytest.mark.parametrize(
    ("words", "zone", "cards", "found"),
    [
        # the next card closed what seemed too many
        (f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:9D A+3 B:5H wait", "A", "QH,7C,8D", ["withdrawn A 3"] * 2),
        # a hand was pegged as it was worth, and the next peg closed it
        (f"{CUT} {PLAY.replace('5H', '4H')} wait", "B", "TC,KD,6S,5H", ["withdrawn B 4"] * 2),
    ],
)
def test_8_4_c_what_stood_by_a_card_that_was_read_wrong_is_withdrawn_too(
    words: str, zone: str, cards: str, found: list[str]
) -> None:
    table = Table().do(words)
    assert found[0].replace("withdrawn", "overpeg-stands") in table.verdicts
    before = len(table.verdicts)
    assert page(table, zone, cards).verdicts[before:][:2] == found


@pytest.mark.parametrize(
    ("starter", "pegged", "found"),
    [
        ("5D", 9, ["underpeg B 1", "withdrawn B 1"]),
        ("5D", 8, ["underpeg B 2", "withdrawn B 2"]),  # one was missed, not two
        ("4C", 8, ["underpeg B 1"]),  # one is missed with either
    ],
)
def test_8_3_what_was_missed_only_by_the_wrong_starter_was_not(
    starter: str, pegged: int, found: list[str]
) -> None:
    table = Table().do(f"cut:{starter} {PLAY} B+{pegged} A+5 {CRIB}")
    assert page(table, "starter", "4D").do("A+6 clear").verdicts[5:] == [*found, "scored A 5", "scored A 6"]


# --- pegs that were seen elsewhere ---------------------------------------------------------------------------------


def stands(table: Table, player: str, front: int, rear: int, after: float = 2.0) -> Table:
    """A person says on the page where a player's pegs stand."""
    table.pegs[player] = [front, rear]
    table.see(after, holes={side: list(pegs) for side, pegs in table.pegs.items()}, by="page")
    return table


@pytest.mark.parametrize(
    ("seen", "then", "found"),
    [
        # seen as two too many: nothing has gone back, and nobody knows what was pegged
        ("B+11 wait", "A+5", ["overpeg B 2", "withdrawn B 2", "unverified B 9", "scored A 5"]),
        (
            "B+11 wait A+5",
            "",
            ["overpeg B 2", "overpeg-stands B 2", "scored A 5", "withdrawn B 2", "withdrawn B 2"],
        ),
        # seen as two too few, and missed by the next count
        ("B+7 wait A+5", "", ["underpeg B 2", "scored A 5", "unverified B 2", "withdrawn B 2"]),
        # seen as nothing at all: what is just due was pegged
        ("wait", "A+5", ["scored B 9", "scored A 5"]),
    ],
)
def test_8_3_8_4_where_a_person_says_that_pegs_stand_elsewhere_nobody_has_moved_them(
    seen: str, then: str, found: list[str]
) -> None:
    """It was `backward`, or too many, of the player whose pegs the sensors had not seen rightly."""
    table = stands(Table().do(f"{CUT} {PLAY} {seen}"), "B", 15, 6).do(f"{then} {CRIB} A+6 clear")
    assert table.verdicts[5:][: len(found)] == found
    assert table.verdicts[-1] == "scored A 6"
    assert not [one for one in table.verdicts if one.startswith("backward")]


def test_8_4_c_what_is_not_said_yet_is_not_said_of_pegs_that_stand_elsewhere() -> None:
    table = stands(Table().do(f"{CUT} B:TC A:QH B:KD B~3,0"), "B", 1, 0, after=0.4).do(
        "wait A:7C B:6S A:8D A+3"
    )
    assert [one for one in table.verdicts if "B" in one and not one.startswith("unverified")] == []


def test_8_6_pegs_that_stand_as_they_were_seen_or_are_looked_for_anyway_change_nothing() -> None:
    table = Table().do(f"{CUT} {PLAY} B+11 wait")
    assert stands(table, "B", 17, 6).verdicts[5:] == ["overpeg B 2"]
    table = Table().do(f"{CUT} {PLAY}")
    table.see(fault={"part": "board", "track": "B", "what": "third-peg"})
    assert stands(table, "B", 15, 6).do("A+5").verdicts[5:] == ["scored A 5"]


def test_8_4_c_1_of_an_overpeg_that_was_challenged_what_was_said_stays() -> None:
    """Then it has gone back unseen, as both know."""
    table = stands(Table().do(f"{CUT} {PLAY} B+11 A!overpeg wait"), "B", 15, 6).do(
        f"A+2 A+5 {CRIB} A+6 clear"
    )
    assert [one for one in table.verdicts[5:] if one.startswith(("withdrawn", "backward"))] == []
    assert table.verdicts[5] == "overpeg B 2"
    assert table.verdicts[-3:] == ["unverified A 2", "scored A 5", "scored A 6"]


# --- a deal that seemed void --------------------------------------------------------------------------------

TWICE = {
    "a card of the play": (f"{CUT} B:TC A:QH B:KD B+1 A:TC wait", "A", "QH,7C", REST_OF_PLAY),
    "the starter": ("cut:TC B:TC wait", "starter", "4D", f"A:QH B:KD B+1 A:7C {REST_OF_PLAY}"),
    "the crib": (f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC wait", "crib", "2C,2H,9D,JC", "A+6"),
}


@pytest.mark.parametrize(
    ("which", "how"),
    [*product(TWICE, HOW), ("a card of the play", "by itself"), ("the crib", "by itself")],
)
def test_4_5_b_a_card_that_was_read_as_another_that_lies_there_is_no_imperfect_pack(
    which: str, how: str
) -> None:
    before, zone, cards, then = TWICE[which]
    table = Table().do(before)
    if how == "by itself":
        table.zone(zone, cards.split(","))
    else:
        page(table, zone, cards, reread=how != "page")
    found = table.do(f"{then} wait").verdicts
    at = found.index("imperfect-pack")
    assert found[at + 1] == "withdrawn"
    assert [*found[:at], *found[at + 2 :]] == [*PLAY_VERDICTS, "scored B 9", "scored A 5", "scored A 6"]


def test_4_5_b_the_deal_is_told_as_it_stands_once_it_counts() -> None:
    """What seemed to be the crib is none; what was pegged for it before the card was put right stays unverified."""
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC A+6 wait")
    events = page(table, "crib", "2C,2H,9D,JC").judge().events
    items = {event.body["id"]: event.body for event in events if event.kind == "item"}
    assert (items["1-crib-A-2C-2H-9D-TC"]["state"], items["1-crib-A-2C-2H-9D-TC"]["reason"]) == (
        "closed",
        "taken-back",
    )
    assert (items["1-crib-A-2C-2H-9D-JC"]["earned"], items["1-crib-A-2C-2H-9D-JC"]["pegged"]) == (6, 6)
    said = [event.body for event in events if event.kind == "verdict" and event.body["player"] is None]
    assert [(one["code"], one.get("of")) for one in said] == [
        ("imperfect-pack", None),
        ("withdrawn", "imperfect-pack"),
    ]
    assert said[1]["since"] == next(event.t for event in events if event.body.get("code") == "imperfect-pack")


def test_4_5_b_the_eye_may_go_on_reading_that_card_wrong() -> None:
    table = page(Table().do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC wait"), "crib", "2C,2H,9D,JC")
    found = table.do("crib# crib:2C,2H,9D,TC A+6 clear cut:6C B:5C wait").verdicts
    assert found[-2:] == ["withdrawn", "scored A 6"]


@pytest.mark.parametrize("cards", ["2C,2H,9D,5H", "2C,2H,9D,TC"])
def test_4_5_b_two_of_a_kind_that_lie_there_are_an_imperfect_pack(cards: str) -> None:
    table = page(Table().do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC wait"), "crib", cards)
    assert table.do("A+6 wait").verdicts[-2:] == ["imperfect-pack", "unverified A 6"]


@pytest.mark.parametrize("crib", ["2C,2H,9D,5H", "2C,2H,8D,TC", "2C,2H,9D"])
def test_4_5_b_what_the_eye_reads_otherwise_by_itself_leaves_two_of_a_kind(crib: str) -> None:
    """Another one that lies elsewhere too; another card than that; one card less."""
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC wait")
    table.zone("crib", crib.split(","))
    assert "withdrawn" not in table.do("A+6 wait").verdicts


def test_1_6_a_game_that_was_won_in_a_deal_that_seemed_void_stays_for_the_players_to_say() -> None:
    table = Table(a=(110, 107)).do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,TC A+6 wait")
    found = page(table, "crib", "2C,2H,9D,JC").do("wait").verdicts
    assert "game A 18" not in found
    assert found[-1] == "unverified A 2"


def test_4_1_a_hand_that_a_person_enters_after_the_camera_was_covered_may_be_of_the_next_deal() -> None:
    """Nothing is left of that deal but what was told last, and no card of it was read as another."""
    table = page(Table().do(f"{CUT} {PLAY} camera! wait camera."), "A", "8S,QC,QD,TS")
    assert table.do("wait").verdicts == PLAY_VERDICTS
