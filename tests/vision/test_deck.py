"""A club's own deck: what is taken in, what it confirms and doubts, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from decktable import Page, ScriptedReader, pages

from vision.deck.deckreader import DeckReader, looks_like_other
from vision.deck.enrol import Enrolment, weak_cards
from vision.deck.likeness import DeckCorners, corner_pictures, corner_print
from vision.deck.sheet import sheet
from vision.deck.store import CARDS, ClubDeck, DeckError, DeckFolder
from vision.readresult import Reading
from vision.reasons import FAINT, TOO_DARK, TWICE


def enrolled(name: str = "club") -> ClubDeck:
    reader = ScriptedReader()
    taking = Enrolment(name, reader)
    for page in pages():
        reader.page = page
        taking.add(page.picture)
    return taking.finish()


@pytest.fixture(scope="module")
def deck() -> ClubDeck:
    return enrolled()


def read(deck: ClubDeck, page: Page, say: dict[str, tuple[str, float, str]], **how: bool) -> Reading:
    return DeckReader(ScriptedReader(page, say, **how), deck).read(page.picture, card_height_px=180)


def names(reading: Reading) -> list[str]:
    return [seen.card for seen in reading.cards]


class TestLikeness:
    def test_every_corner_of_the_deck_is_most_like_its_own_card(self, deck: ClubDeck) -> None:
        corners = DeckCorners(deck.corners)
        for page in (Page(CARDS[::2], light=0.6), Page(CARDS[1::2], blur=0.8)):
            for number, card in enumerate(page.cards):
                look = corners.likeness(corner_pictures(page.picture, page.spots(number)[0]))
                assert look is not None
                assert (look.card, look.margin(card) > 0) == (card, True)

    def test_where_nothing_stands_free_nothing_is_said(self) -> None:
        assert corner_print(np.full((64, 48, 3), 200, np.uint8)) is None
        noise = np.random.default_rng(1).integers(0, 255, (64, 48, 3), np.uint8)
        assert corner_print(np.asarray(noise // 8 + 200, np.uint8)) is None

    def test_without_a_deck_nothing_is_alike(self) -> None:
        page = Page(("5H",))
        look = DeckCorners({}).likeness(corner_pictures(page.picture, page.spots(0)[0]))
        assert look is not None
        assert look.own("5H") == -1.0


class TestOpinion:
    PAGE = Page(("5H", "6S", "KD", "8C"))

    def test_what_was_read_for_certain_and_fits_stays_and_is_surer(self, deck: ClubDeck) -> None:
        reading = read(deck, self.PAGE, {"5H": ("5H", 0.991, "")})
        assert names(reading) == ["5H", "6S", "KD", "8C"]
        assert reading.cards[0].confidence >= 0.991

    def test_an_unsure_card_that_the_deck_bears_out_is_certain(self, deck: ClubDeck) -> None:
        reading = read(deck, self.PAGE, {"6S": ("6S", 0.85, FAINT), "KD": ("KD", 0.7, TOO_DARK)})
        assert sorted(names(reading)) == ["5H", "6S", "8C", "KD"]
        assert reading.unsure == ()
        assert all(seen.confidence >= 0.99 for seen in reading.cards)

    def test_a_wrong_guess_never_becomes_certain_however_sure_it_is(self, deck: ClubDeck) -> None:
        for wrong in ("6C", "6H", "9S", "8S", "5S", "AD"):
            reading = read(deck, self.PAGE, {"6S": (wrong, 0.989, FAINT)})
            assert wrong not in names(reading)
            (doubt,) = reading.unsure
            assert (doubt.guess, doubt.reason) == (wrong, looks_like_other("6S"))

    def test_a_certain_reading_that_the_deck_contradicts_is_unsure(self, deck: ClubDeck) -> None:
        reading = read(deck, self.PAGE, {"8C": ("8S", 0.9999, "")})
        assert "8S" not in names(reading)
        assert "8C" not in names(reading), "doubted, never put right: the deck names no card"
        (doubt,) = reading.unsure
        assert doubt.reason == looks_like_other("8C")

    @pytest.mark.parametrize(
        ("was_read", "looks_like", "own", "stays"),
        [
            ("8C", "8S", 0.9, True),
            ("8C", "8S", 0.97, False),
            ("8S", "8C", 0.9, False),
            ("8C", "9S", 0.9, False),
        ],
        ids=["a blurred club", "plainly a spade", "a spade that looks like clubs", "another rank"],
    )
    def test_a_club_that_blur_makes_look_like_a_spade_stays_a_club(
        self,
        deck: ClubDeck,
        monkeypatch: pytest.MonkeyPatch,
        was_read: str,
        looks_like: str,
        own: float,
        stays: bool,
    ) -> None:
        class Alike:
            card = looks_like

            def own(self, card: str) -> float:
                return own if card == looks_like else 0.6

            def margin(self, card: str) -> float:
                return 0.06 if card == looks_like else -0.06

        monkeypatch.setattr(DeckCorners, "likeness", lambda _self, _pictures: Alike())
        reading = read(deck, Page((was_read,)), {was_read: (was_read, 0.999, "")})
        assert (names(reading) == [was_read]) == stays

    def test_what_contradicts_itself_is_not_made_certain(self, deck: ClubDeck) -> None:
        reason = "its two corners disagree: 6S and 9S"
        reading = read(deck, self.PAGE, {"6S": ("6S", 0.9, reason)})
        assert "6S" not in names(reading)
        assert reading.unsure[0].reason == reason

    def test_what_the_first_opinion_holds_for_unlikely_is_not_made_certain(self, deck: ClubDeck) -> None:
        reading = read(deck, self.PAGE, {"6S": ("6S", 0.3, FAINT)})
        assert "6S" not in names(reading)

    def test_no_card_is_certain_twice(self, deck: ClubDeck) -> None:
        page = Page(("5H", "5H", "KC"))
        reading = read(deck, page, {"5H": ("5H", 0.9, FAINT)})
        assert names(reading) == ["KC"]
        assert [doubt.reason for doubt in reading.unsure] == [TWICE, TWICE]

    def test_a_corner_too_blurred_for_a_print_changes_nothing(self, deck: ClubDeck) -> None:
        page = Page(("5H", "6S"), blur=9.0)
        reading = read(deck, page, {"6S": ("6S", 0.9, FAINT)})
        assert names(reading) == ["5H"]
        assert [(doubt.guess, doubt.reason, doubt.confidence) for doubt in reading.unsure] == [
            ("6S", FAINT, 0.9)
        ]

    def test_another_deck_makes_nothing_certain(self, deck: ClubDeck) -> None:
        """The wrong deck was chosen: ranks in another place are no ground for certainty."""
        shifted = {
            card: tuple(np.ascontiguousarray(c[::-1]) for c in many) for card, many in deck.corners.items()
        }
        other = ClubDeck("other", shifted, {}, deck.index_of_card, deck.sure)
        page = Page(tuple(CARDS[:26]))
        reading = read(other, page, {card: (card, 0.9, FAINT) for card in page.cards})
        assert names(reading) == []

    def test_the_deck_tells_the_height_of_its_index(self, deck: ClubDeck) -> None:
        first = ScriptedReader(self.PAGE)
        DeckReader(first, deck).read(self.PAGE.picture, card_height_px=180.0)
        assert first.heights == [pytest.approx(180 * 16.7 / 88, rel=0.02)]


class TestEnrolment:
    def test_a_deck_shown_openly_is_taken_whole(self, deck: ClubDeck) -> None:
        assert set(deck.corners) == set(CARDS) == set(deck.faces)
        assert all(len(many) >= 2 for many in deck.corners.values())
        assert weak_cards(deck.sure, 0.99) == ()

    def test_what_is_missing_is_named_and_no_deck_is_made(self) -> None:
        reader = ScriptedReader()
        taking = Enrolment("club", reader)
        reader.page = Page(tuple(card for card in CARDS if card not in ("5H", "QS")))
        taking.add(reader.page.picture)
        assert taking.wanted == ("5H", "QS")
        with pytest.raises(DeckError, match="2 of 52 cards are missing: 5H QS"):
            taking.finish()

    def test_a_card_that_shows_one_corner_is_not_taken(self) -> None:
        reader = ScriptedReader(Page(("5H",)), one_corner=True)
        taking = Enrolment("club", reader)
        taken = taking.add(reader.page.picture)
        assert taken.cards == ()
        assert taken.refused == ("5H: only one corner shows; lay it open",)
        assert len(taking.wanted) == 52

    def test_an_unsure_card_is_taken_where_somebody_says_which_it_is(self) -> None:
        reader = ScriptedReader(Page(("5H",)), {"5H": ("6H", 0.4, FAINT)})
        taking = Enrolment("club", reader)
        assert taking.add(reader.page.picture).refused == (f"6H: {FAINT}",)
        assert taking.add(reader.page.picture, named="5h").cards == ("5H",)
        assert "5H" not in taking.wanted

    def test_a_card_that_is_still_wanted_is_not_doubted_as_well(self) -> None:
        """With one corner there is nothing to hold it against: it is missing, and that is all that is said."""
        reader = ScriptedReader(Page(("5H",)), {"5H": ("5H", 0.4, FAINT)}, one_corner=True)
        taking = Enrolment("club", reader)
        assert taking.add(reader.page.picture, named="5H").cards == ("5H",)
        assert "5H" in taking.wanted
        assert taking.doubts() == {}

    def test_a_name_that_contradicts_a_certain_reading_is_refused(self) -> None:
        reader = ScriptedReader(Page(("5H",)))
        taken = Enrolment("club", reader).add(reader.page.picture, named="6H")
        assert taken.cards == ()
        assert taken.refused == ("this is read as 5H for certain: is it the 6H?",)

    @pytest.mark.parametrize(
        ("page", "say", "why"),
        [
            (Page(()), {}, "no corner of a card is found"),
            (Page(("5H", "6H")), {"5H": ("2C", 0.4, FAINT), "6H": ("3C", 0.4, FAINT)}, "several cards lie"),
            (Page(("5H",), blur=9.0), {"5H": ("5H", 0.4, FAINT)}, "not clear enough"),
        ],
    )
    def test_a_named_card_must_lie_alone_and_clear(
        self, page: Page, say: dict[str, tuple[str, float, str]], why: str
    ) -> None:
        taken = Enrolment("club", ScriptedReader(page, say)).add(page.picture, named="5H")
        assert taken.cards == ()
        assert why in taken.refused[0]

    def test_two_cards_taken_for_each_other_are_doubtful_and_refused(self) -> None:
        """A reader that errs with certainty on every look must not become the truth unnoticed."""
        reader = ScriptedReader(say={"8C": ("8S", 0.999, ""), "8S": ("8C", 0.999, "")})
        taking = Enrolment("club", reader)
        for page in pages():
            reader.page = page
            taking.add(page.picture)
        assert set(taking.doubts()) == {"8C", "8S"}
        with pytest.raises(DeckError, match="8S: it looks like"):
            taking.finish()
        reader.say.clear()
        for card in ("8C", "8S"):
            taking.forget(card)
            reader.page = Page((card,))
            taking.add(reader.page.picture)
        assert taking.doubts() == {}
        taking.finish()

    @pytest.mark.parametrize("named", ["", "5", "XX", "5H6H"])
    def test_what_is_no_card_is_said(self, named: str) -> None:
        reader = ScriptedReader(Page(("5H",)))
        with pytest.raises(DeckError, match="is no card"):
            Enrolment("club", reader).add(reader.page.picture, named=named)


class TestStore:
    def test_a_deck_is_kept_and_found_again(self, deck: ClubDeck, tmp_path: Path) -> None:
        folder = DeckFolder(tmp_path)
        assert (folder.names(), folder.in_use()) == ([], "")
        folder.save(deck)
        again = folder.load("club")
        assert (again.name, again.index_of_card) == ("club", pytest.approx(deck.index_of_card, abs=1e-4))
        assert all(
            np.array_equal(a, b)
            for c in CARDS
            for a, b in zip(again.corners[c], deck.corners[c], strict=True)
        )
        assert again.sure == pytest.approx(deck.sure, abs=1e-3)
        assert (folder.path / "club.npz").stat().st_size < 3_000_000

    def test_the_deck_in_use_is_remembered_until_it_is_removed(self, deck: ClubDeck, tmp_path: Path) -> None:
        folder = DeckFolder(tmp_path)
        folder.save(deck)
        folder.use("club")
        assert DeckFolder(tmp_path).in_use() == "club"
        folder.use("")
        assert folder.in_use() == ""
        folder.use("club")
        folder.remove("club")
        assert (folder.names(), folder.in_use()) == ([], "")

    def test_a_deck_that_is_not_there_is_said_with_those_that_are(
        self, deck: ClubDeck, tmp_path: Path
    ) -> None:
        folder = DeckFolder(tmp_path)
        folder.save(deck)
        for act in (folder.load, folder.remove, folder.use):
            with pytest.raises(DeckError, match="no deck 'red' here \\(decks: club\\)"):
                act("red")

    @pytest.mark.parametrize("content", [b"", b"no deck", b"PK\x03\x04 half a fi"])
    def test_a_broken_file_is_said_and_does_not_crash(self, content: bytes, tmp_path: Path) -> None:
        folder = DeckFolder(tmp_path)
        folder.path.mkdir()
        (folder.path / "club.npz").write_bytes(content)
        with pytest.raises(DeckError, match="is broken"):
            folder.load("club")

    @pytest.mark.parametrize("name", ["", "../club", "a/b", ".hidden", "-x", "a" * 25, "two words"])
    def test_a_name_that_is_none_for_a_file_is_refused(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(DeckError, match="cannot be the name of a deck"):
            DeckFolder(tmp_path).load(name)
        with pytest.raises(DeckError, match="cannot be the name of a deck"):
            Enrolment(name, ScriptedReader())

    def test_its_sheet_shows_every_card(self, deck: ClubDeck) -> None:
        picture = sheet(deck)
        assert picture.ndim == 3
        assert picture.std() > 5
