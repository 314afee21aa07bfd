"""Each verdict code under each rule book: it is said where the book knows the matter, and never where it does not.

One story for each code; what the books make of it stands in `KNOWN`. Corporate is played by two here, as its rules of
pegging and counting do not depend on how many sit at the table.
"""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table
from test_unseen_pegs import find, lose

from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.profiles import HOUSE, PROFILES
from cribbage.profiles.texts import ARTICLES

pytestmark = pytest.mark.no_cover  # each branch that they reach another test reaches as well
ACC = {"acc-2025", "acc-2020"}
ALL = set(PROFILES)
END = f"A+5 {CRIB} A+4 clear cut:3D"
SHOW = f"{CUT} {PLAY}"

STORIES: dict[Code, tuple[str, dict[str, tuple[int, int]]]] = {
    Code.SCORED: (f"{SHOW} B+9", {}),
    Code.UNDERPEG: (f"{SHOW} B+7 {END}", {}),
    Code.OVERPEG: (f"{SHOW} B+11", {}),
    Code.OVERPEG_STANDS: (f"{SHOW} B+11 {END}", {}),
    Code.CORRECTED: (f"{SHOW} B+11 B-2", {}),
    Code.FALSE_CLAIM: (f"{SHOW} B+12", {"b": (103, 99)}),
    Code.GAME: (f"{SHOW} B+9", {"b": (107, 99)}),
    Code.HEELS_FORFEIT: ("cut:JD B:TC A:QH B:KD", {}),
    Code.OUT_OF_ORDER: (f"{SHOW} A+5 B+9 {CRIB}", {}),
    Code.WRONG_TRACK: (f"{SHOW} holes:4,3|6 holes:15,4,3|6 wait holes:4,3|6 holes:4,3|15,6 A+5", {}),
    Code.OPPONENT_PEG: (f"{SHOW} holes:4|6,5 holes:4|15,6,5 wait holes:4|6,5 holes:4,3|6,5 B+9 A+2 A+5", {}),
    Code.FRONT_PEG_REMOVED: (f"{SHOW} B^f B=14,5 A+5", {}),
    Code.BOTH_PEGS_REMOVED: (f"{SHOW} B^ B^^ B=15,6 A+5", {}),
    Code.BACK_PEG_MOVED: (f"{SHOW} B+9 A+5 {CRIB} A+4 clear B=15,13 cut:3D", {}),
    Code.BACKWARD: (f"{SHOW} B+9 A+5 B-3", {}),
    Code.RENEGE: ("cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD wait", {}),
    Code.WRONG_COUNT: ("cut:KD B:2C A:2H B:3C A:4H B:4S A:3D B:5C A:AH B:AS", {}),
    Code.IMPERFECT_PACK: ("cut:4D B:TC A:4D", {}),
    Code.MUGGINS: (f"{SHOW} B+7 A!muggins2", {}),
    Code.MUGGINS_REFUSED: (f"{SHOW} B+9 A!muggins2", {}),
    Code.UNVERIFIED: (f"{CUT} camera! B:TC B+5", {}),
}
KNOWN: dict[Code, set[str]] = {
    Code.HEELS_FORFEIT: ACC,
    Code.OUT_OF_ORDER: ACC,
    Code.OPPONENT_PEG: ACC,
    Code.FRONT_PEG_REMOVED: ACC,
    Code.BOTH_PEGS_REMOVED: ACC,
    Code.BACK_PEG_MOVED: ACC,
    Code.RENEGE: {*ACC, "corporate-challenge"},
    Code.MUGGINS: {*ACC, "hoyle"},
}
"""Books that know the matter, where not all do."""


def test_every_code_has_its_story() -> None:
    assert {*STORIES, Code.WITHDRAWN} == set(Code)


@pytest.mark.parametrize("book", PROFILES)
@pytest.mark.parametrize("code", STORIES)
def test_a_code_is_said_where_the_book_knows_the_matter_and_only_there(code: Code, book: str) -> None:
    words, pegs = STORIES[code]
    muggins = code in (Code.MUGGINS, Code.MUGGINS_REFUSED) and PROFILES[book].muggins
    said = [v["code"] for v in Table(profile=book, muggins=muggins, **pegs).do(words).judge().verdicts]
    assert (code.value in said) is (book in KNOWN.get(code, ALL)), said
    assert {Code(one) for one in said} <= {one for one in Code if book in KNOWN.get(one, ALL)}


@pytest.mark.parametrize("book", PROFILES)
def test_what_is_withdrawn_is_withdrawn_under_every_book(book: str) -> None:
    table = lose(Table(profile=book).do(f"{SHOW} B+20"), "B")
    table.pegs["B"] = [15, 6]
    said = [v["code"] for v in find(table, "B").do("A+5").judge().verdicts]
    assert {"overpeg", "withdrawn"} <= set(said)


@pytest.mark.parametrize("book", PROFILES)
@pytest.mark.parametrize("code", sorted(set(STORIES) - NEUTRAL))
def test_whatever_is_held_against_somebody_cites_the_book_or_says_that_it_is_a_house_default(
    code: Code, book: str
) -> None:
    words, pegs = STORIES[code]
    found = Table(profile=book, **pegs).do(words).judge().verdicts
    for said in (v for v in found if Code(v["code"]) not in NEUTRAL and v["code"] != "backward"):
        assert said["rule"], said
        if not book.startswith("acc"):
            own = {one.books[book].rule for one in ARTICLES if not one.books[book].house}
            assert said["rule"] in own or said["rule"].startswith(HOUSE), said


@pytest.mark.parametrize("book", sorted(ALL - ACC))
@pytest.mark.parametrize("code", [Code.WRONG_TRACK, Code.FALSE_CLAIM])
def test_15_what_only_the_acc_has_a_rule_for_is_marked_in_other_books(code: Code, book: str) -> None:
    words, pegs = STORIES[code]
    rule = Table(profile=book, **pegs).do(words).verdict(code.value)["rule"]
    is_like_any_overpeg = (code, book) == (
        Code.FALSE_CLAIM,
        "alberta-55plus",
    )  # corrected on demand (Alberta 13)
    assert rule == "13" if is_like_any_overpeg else rule.startswith(HOUSE)
