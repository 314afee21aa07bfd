"""What the page offers to be said: it follows phase and settings, never what was earned, pegged or judged (9.5)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table

from cribbage.book.rulings import WORDS
from cribbage.log.events import Event
from cribbage.profiles import PROFILES
from cribbage.shown.reveal import Viewer, view
from cribbage.shown.sayings import BUTTONS, WORD_OF, buttons, refusal
from cribbage.shown.scoreboard import Scoreboard

ALWAYS = ["challenge", "concede", "judge"]
EVERYTHING = ["go", "claim", "none", "accept", "muggins", *ALWAYS]
FOUR = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}


def board_of(words: str, **header: Any) -> Scoreboard:
    table = Table(**header).do(words)
    seen = [Event("seen", one["t"], one) for one in map(json.loads, table.log[1:])]
    told = sorted([*seen, *table.judge().events], key=lambda event: event.t)
    return Scoreboard.fold([Event("game", 0.0, json.loads(table.log[0])), *told])


def say(words: str, **header: Any) -> list[str]:
    may: dict[str, Any] = view(board_of(words, **header), Viewer.public())["may"]
    return list(may["say"])


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", ["club", "teaching"])
@pytest.mark.parametrize("muggins", [True, False])
def test_10_1_muggins_is_offered_where_it_is_played_and_in_its_phases_only(mode: str, muggins: bool) -> None:
    called = ["muggins"] if muggins else []
    game = {"mode": mode, "muggins": muggins}
    assert say(CUT, **game) == ALWAYS
    assert say(f"{CUT} B:5H", **game) == ["go", *called, *ALWAYS]
    assert say(f"{CUT} {PLAY}", **game) == ["claim", "none", "accept", *called, *ALWAYS]
    assert say(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear", **game) == ALWAYS


@pytest.mark.parametrize("profile", list(PROFILES))
def test_every_book_offers_the_same_and_muggins_only_where_it_is_on(profile: str) -> None:
    for mode in ("sanctioned", "club", "teaching"):
        offered = say(f"{CUT} B:5H", profile=profile, mode=mode)
        assert "muggins" not in offered
        assert set(ALWAYS) <= set(offered)


def test_p1_what_is_offered_is_the_same_for_every_peg_right_or_wrong() -> None:
    """Nothing pegged, right, too few, too many, doubtful: the page offers the same words in the same order."""
    for mode in ("club", "teaching", "sanctioned"):
        for muggins in (True, False):
            game = {"mode": mode, "muggins": muggins}
            show = [say(f"{CUT} {PLAY} {peg}", **game) for peg in ("", "B+9", "B+7", "B+11", "A+5", "B^")]
            play = [say(f"cut:KS B:5H A:TC {peg}", **game) for peg in ("", "A+2", "A+1", "A+4", "B+1")]
            assert all(one == show[0] for one in show)
            assert all(one == play[0] for one in play)


def test_p6_in_a_sanctioned_game_not_even_the_phase_shows_and_no_number() -> None:
    game = {"mode": "sanctioned", "muggins": True}
    seen = [
        view(board_of(words, **game), Viewer.player("A"))["may"]
        for words in (
            CUT,
            f"{CUT} B:5H",
            f"{CUT} {PLAY}",
            f"{CUT} {PLAY} B+11",
            f"{CUT} {PLAY} B+9 A+5 {CRIB}",
        )
    ]
    assert all(one == seen[0] for one in seen)
    assert seen[0]["say"] == EVERYTHING
    assert seen[0]["accept"] == {"A": {"what": "score", "player": "B"}, "B": {"what": "score", "player": "A"}}


def test_row_26_an_ended_sanctioned_game_right_or_wrong_asks_the_same() -> None:
    right = board_of(f"{CUT} {PLAY} B+9", mode="sanctioned", b=(112, 100))
    wrong = board_of(f"{CUT} {PLAY} B+14", mode="sanctioned", b=(107, 100))
    assert right.claim is not None
    assert wrong.claim is not None
    shown = [view(board, Viewer.player("A"))["may"] for board in (right, wrong)]
    assert shown[0] == shown[1]
    assert shown[0]["accept"]["A"] == {"what": "game"}


@pytest.mark.parametrize("mode", ["club", "teaching"])
def test_accept_names_the_cards_that_lie_there_and_the_hole_of_the_peg(mode: str) -> None:
    def accepts(words: str) -> Any:
        return view(board_of(words, mode=mode), Viewer.public())["may"]["accept"]

    pegged = accepts(f"{CUT} {PLAY} B+9")
    assert pegged["A"] == {"what": "hand", "player": "B", "hole": 15}
    crib = accepts(f"{CUT} {PLAY} B+9 A+5 {CRIB}")
    assert crib["B"]["what"] == "crib"
    assert crib["A"]["what"] == "hand"


def test_in_doubles_and_among_three_a_score_is_accepted_and_nobodys_hand_is_guessed() -> None:
    four = board_of("", players=FOUR, profile="acc-2025")
    shown = view(four, Viewer.public())["may"]["accept"]
    assert list(shown) == ["A", "B", "C", "D"]
    assert {(one["what"], one["player"]) for one in shown.values()} == {("score", "A"), ("score", "B")}
    three = Scoreboard.fold([Event("game", 0.0, {
        "profile": "hoyle", "mode": "club", "players": {"A": "Ann", "B": "Bob", "C": "Cy"}, "dealer": "A",
    })])  # fmt: skip
    assert view(three, Viewer.public())["may"]["accept"]["C"] == {"what": "any"}


@pytest.mark.parametrize("hidden", ["A#", "camera!", "starter#"])
def test_where_the_device_cannot_see_it_offers_everything(hidden: str) -> None:
    assert say(f"{CUT} B:5H {hidden}", mode="club", muggins=True) == EVERYTHING


def test_until_a_card_was_seen_the_device_knows_no_phase() -> None:
    """There may be no camera at this table at all."""
    assert say("", mode="club", muggins=True) == EVERYTHING


def test_8_10_whether_conceding_ends_the_game_is_said_by_its_book() -> None:
    def follows(**header: Any) -> Any:
        return view(board_of(CUT, mode="club", **header), Viewer.public())["may"]["concede"]

    assert follows(profile="acc-2025") == follows(profile="acc-2020") == "no-end"
    assert follows(profile="acc-2025", options={"match_play": True}) == "ends"
    assert follows(profile="hoyle") == follows(profile="alberta-55plus") == "ends"


def test_after_the_game_nothing_is_offered_and_nothing_refused() -> None:
    over = board_of(f"{CUT} {PLAY} B+9", mode="club", b=(112, 100))
    assert buttons(over) == ()
    assert refusal(over, "go") is None


@pytest.mark.parametrize(
    ("words", "word", "why"),
    [
        (f"{CUT} B:5H", "none", "play"),
        (f"{CUT} B:5H", "claim", "play"),
        (f"{CUT} {PLAY}", "go", "show"),
        (f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear", "none", "starter"),
        (f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear", "muggins", "late"),
        (f"{CUT} B:5H", "muggins", None),
        (f"{CUT} B:5H", "overpeg", None),
        (f"{CUT} B:5H", "count", None),
        (f"{CUT} B:5H A#", "none", None),
    ],
)
def test_a_word_out_of_its_phase_is_refused_and_said_why(words: str, word: str, why: str | None) -> None:
    assert refusal(board_of(words, mode="club", muggins=True), word) == why


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_10_1_muggins_is_refused_where_it_is_not_played_in_every_mode(mode: str) -> None:
    assert refusal(board_of(f"{CUT} B:5H", mode=mode), "muggins") == "muggins"


def test_every_button_is_a_word_that_the_referee_hears() -> None:
    words = {WORD_OF.get(one, one) for buttons in BUTTONS.values() for one in buttons}
    assert words - set(WORDS) == {"judge"}, "a judge is called at the desk"


def test_a_call_for_a_judge_may_be_taken_back_by_who_made_it_and_by_nobody_else() -> None:
    board = board_of(f"{CUT} B:5H")

    def said(board: Scoreboard, by: str, what: str) -> Scoreboard:
        return board.apply(Event("seen", board.t + 1, {"said": {"by": by, "what": what}}))

    def may(board: Scoreboard) -> dict[str, Any]:
        return dict(view(board, Viewer.public())["may"])

    assert "called" not in may(board)
    called = said(board, "B", "judge")
    assert (may(called)["called"], may(called)["say"][-1]) == ("B", "no-judge")
    assert may(said(called, "A", "no-judge"))["called"] == "B"
    back = said(called, "B", "no-judge")
    assert back.judge_called_by is None
    assert may(back) == may(board)
    assert "no-judge" not in buttons(back)
