"""Words: every verdict has its sentence, every name in a text is filled in, every language says all of it."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from french import english_in, strange_in

from cribbage.book import doubtfulorder, unseenpegs, zones
from cribbage.log.verdicts import Code
from cribbage.score.cards import DECK, parse_cards
from cribbage.score.counting import show_points
from cribbage.shown.policy import CLUB
from firmware import decoder, machine, uplink
from firmware.boardfile import load_board
from firmware.box import pictures
from firmware.decoder import decode
from firmware.drivers import spi_chain
from firmware.drivers.base import RawScan
from firmware.faults import FAULTS
from firmware.machine import disk_troubles
from pegwatch import eye_process, eye_setup
from vision import agreement, arrivals, interpretation, placememory, placereader, reasons
from vision.deck import deckreader, enrol, store
from vision.deck.deckreader import looks_like_other
from webui.viewtext import add_text
from webui.words import LANGUAGES, Words, choose, texts_of, with_signs, words

FILLED = {
    "event",
    "round",
    "book",
    "mode",
    "names",
    "version",
    "A", "B", "C", "D", "about", "allowed", "announced", "back", "code", "dealer", "earned", "hole", "loser_score",
    "n", "name", "next", "profile", "rule",
    "other", "part", "track", "pegged", "points", "pone", "question", "rank", "spread", "suit", "table", "total",
    "target", "turn", "what", "front", "rear", "t", "at",
    "why", "winner", "zone", "best", "lost",
    "cards", "cm", "deck", "deg", "focus", "grey", "index", "least", "missing", "mm", "of", "px", "seen", "share",
}  # fmt: skip


def leaves(texts: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(texts, Mapping):
        for key, value in texts.items():
            yield from leaves(value, f"{path}/{key}")
    elif isinstance(texts, str):
        yield path, texts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_ask_only_for_what_is_known(lang: str) -> None:
    for path, text in leaves(words(lang)._texts):
        assert _names(text) <= FILLED, path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_say_the_same_things(lang: str) -> None:
    def said(lang: str) -> set[str]:
        return {path for path, _ in leaves(words(lang)._texts) if not path.startswith("/spoken")}

    assert said(lang) == said("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_fill_in_the_same_names(lang: str) -> None:
    english = dict(leaves(words("en")._texts))
    for path, text in leaves(words(lang)._texts):
        if path in english:
            assert _names(text) == _names(english[path]), path


def _names(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", [code.value for code in Code])
def test_every_verdict_has_a_plain_sentence(code: str, lang: str) -> None:
    assert code in CLUB
    verdict = {
        "key": "k", "code": code, "player": "A", "points": 2, "deal": 1, "what": "hand", "earned": 9, "pegged": 11,
        "remedy": {"front": 40, "back": 15, "opponent": 2, "rear": 3},
    }  # fmt: skip
    told = dressed([verdict], lang)["verdicts"][0]
    for text in (told["say"], told["do"]):
        assert "…" not in text
        assert "{" not in text
    assert told["say"].strip().endswith(".")
    assert code not in told["say"]


def dressed(verdicts: list[dict[str, Any]], lang: str = "en") -> dict[str, Any]:
    """A club view with these verdicts, in words."""
    players = [{"seat": "A", "name": "Ann", "gain": None}, {"seat": "B", "name": "Bob", "gain": None}]
    view = {
        "state": "show", "deal": 1, "dealer": "A", "turn": "B", "to": "count-hand", "players": players, "hands": [],
        "verdicts": verdicts, "asks": [], "judge_called_by": None, "peg_out": None, "faults": {}, "health": [],
        "last_deal": None, "over": None,
    }  # fmt: skip
    return add_text(json.loads(json.dumps(view)), lang)


def verdict(code: str, player: str = "B", **more: Any) -> dict[str, Any]:
    return {"key": code, "code": code, "player": player, "points": 2, "deal": 1} | more


def test_an_overpeg_says_who_how_many_for_what_and_what_to_do() -> None:
    told = dressed([verdict("overpeg", what="hand", earned=9, pegged=11, remedy={"front": 40})])["verdicts"][
        0
    ]
    assert told["say"] == "Bob pegged 2 too many for the hand (11 for 9)."
    assert "hole 40" in told["do"]
    assert "Ann pegs 2" in told["do"]
    assert told["rule_says"] == "Rule 8.4.c"
    assert told["tone"] == "alert"


def test_where_only_the_least_is_known_nothing_is_said_to_be_exact() -> None:
    too_many = verdict("overpeg", what="hand", pegged=11, least=True)
    told = dressed([too_many | {"remedy": {"front": 40}}])["verdicts"][0]
    assert told["say"] == "Bob pegged at least 2 too many; how many more was not seen."
    assert told["do"].startswith("If Ann claims it, call the judges.")
    short = dressed([verdict("underpeg", pegged=1, least=True)])["verdicts"][0]
    assert short["say"] == "Bob missed at least 2 points; of what, and how many more, was not seen."
    for code in ("overpeg-stands", "corrected", "false-claim"):
        assert "at least 2" in dressed([verdict(code, least=True)])["verdicts"][0]["say"]


def test_a_verdict_that_knows_less_says_less() -> None:
    told = dressed([verdict("overpeg")])["verdicts"][0]
    assert told["say"] == "Bob pegged 2 too many."
    assert "…" not in told["do"]


def test_10_4_a_muggins_call_that_brings_nothing_is_not_said_to_bring_nought_points() -> None:
    late = verdict("muggins-refused", why="called too late: nothing follows") | {"points": 0}
    assert dressed([late])["verdicts"][0]["say"] == "Bob’s muggins call brings nothing."
    assert dressed([late], "fr")["verdicts"][0]["say"] == "Le muggins de Bob ne rapporte rien."
    wrong = dressed([verdict("muggins-refused")])["verdicts"][0]
    assert wrong["say"] == "Bob’s muggins call is wrong: Ann pegs 2 points."


def test_one_point_is_one_point() -> None:
    told = dressed([verdict("scored", what="play") | {"points": 1}])["verdicts"][0]
    assert told["say"] == "Bob pegged 1 point for the play."


def test_a_hint_keeps_the_arithmetic_back() -> None:
    told = dressed([verdict("front-peg-removed", hint=True) | {"points": None}])["verdicts"][0]
    assert "call the judges" in told["say"]
    assert told["do"] == ""


def test_a_code_of_a_newer_program_is_still_a_sentence() -> None:
    assert dressed([verdict("novelty")])["verdicts"][0]["say"] == "novelty: Bob."


def test_a_false_claim_says_where_the_pegs_go() -> None:
    remedy = {"front": 118, "back": 15, "opponent": 3}
    told = dressed([verdict("false-claim", remedy=remedy) | {"points": 3}])["verdicts"][0]
    assert "118" in told["do"]
    assert "15" in told["do"]


def test_alerts_are_live_until_something_follows() -> None:
    over, settled = verdict("overpeg"), verdict("corrected")
    assert [v["live"] for v in dressed([over])["verdicts"]] == [True]
    assert [v["live"] for v in dressed([over, settled])["verdicts"]] == [False, False]
    assert [v["live"] for v in dressed([over | {"deal": 0}])["verdicts"]] == [False]


@pytest.mark.parametrize(
    ("state", "to", "turn", "text", "who"),
    [
        ("starter", "cut", None, "Bob cuts", "B"),
        ("play", "play", "A", "Ann to play", "A"),
        ("play", "play", None, "The play", None),
        ("show", "count-hand", "B", "Bob counts the hand", "B"),
        ("show", "count-crib", "A", "Ann counts the crib", "A"),
        ("show", "clear", None, "End of deal – Bob deals", None),
        ("show", "rule", None, "Waiting for the ruling", None),
    ],
)
def test_one_line_says_whose_act_is_next(state: str, to: str, turn: str, text: str, who: str) -> None:
    players = [{"seat": "A", "name": "Ann"}, {"seat": "B", "name": "Bob"}]
    view = {"state": state, "to": to, "turn": turn, "dealer": "A", "players": players}
    line = add_text(view, "en")["line"]
    assert (line["text"], line["who"]) == (text, who)


def test_an_unknown_path_reads_as_itself() -> None:
    assert Words("en", {})("nothing.here") == "nothing.here"


@pytest.mark.parametrize(
    ("asked", "accepted", "chosen"),
    [
        (None, [], "en"),
        ("xx", ["yy"], "en"),
        ("en-GB", [], "en"),
        (None, ["de", "fr-CA", "en"], "fr"),
        ("fr", ["en"], "fr"),
    ],
)
def test_the_language_is_the_one_asked_for_or_accepted(
    asked: str | None, accepted: list[str], chosen: str
) -> None:
    assert choose(asked, accepted) == chosen


@pytest.mark.parametrize("hand", ["5H 5S 5C JD 5D", "2H 3S 3C 4D 4H", "AH 2H 3H 4H 5H"])
def test_a_breakdown_is_spoken_in_french_too(hand: str) -> None:
    *held, starter = parse_cards(hand.split())
    count = show_points(held, starter)
    parts = [[part.name, part.points] for part in count.parts]
    said = words("fr").spoken(parts, count.spoken)
    assert said != count.spoken
    assert said.endswith(words("fr").find("spoken")["numbers"][count.points])
    assert words("en").spoken(parts, count.spoken) == count.spoken


def test_his_heels_are_spoken_in_french_with_the_space_that_french_has_before_a_colon() -> None:
    french = words("fr")
    said = french("title.other", name="Ann", what=french.spoken([("heels", 2)], "two for his heels"))
    assert said == "Ann\u00a0: le valet retourné deux"


def test_every_part_of_a_count_has_a_french_name() -> None:
    names = set(words("fr").find("spoken")["parts"])
    for hand in combinations(DECK[::3], 5):
        assert {part.name for part in show_points(hand[:4], hand[4]).parts} <= names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_of_the_board_has_words(lang: str) -> None:
    """The page may not import the board's faults, so this holds the two together."""
    chain = [code for code in FAULTS if code.startswith("chain-")]
    assert chain
    for code in [*chain, "covered", "dark", "out-of-focus", "frozen", "lost", "no-board", "late"]:
        assert words(lang).has(f"fault.what.{code}"), code


def test_the_boards_own_sentences_are_said_in_every_language_by_their_code() -> None:
    english = words("en").find("board")
    assert english == {code: {"what": FAULTS[code].what, "mend": FAULTS[code].fix} for code in english}
    assert {code for code in FAULTS if not code.startswith("setup-")} <= set(english)
    shown = {
        "part": "board", "state": "fault", "note": "The disk is getting full (91% full).", "mend": "Delete.",
        "code": "disk-filling", "detail": "91% full",
    }  # fmt: skip
    view = dressed([], "en") | {"health": [dict(shown)]}
    assert add_text(json.loads(json.dumps(view)), "en")["health"][0]["say"].startswith(
        "The disk is getting full (91%"
    )
    french = add_text(json.loads(json.dumps(view)), "fr")["health"][0]["say"]
    assert french.startswith("Le disque se remplit (plein à 91\u00a0%).")
    assert "Delete" not in french


def test_a_reason_without_french_words_is_left_out_of_the_french_page() -> None:
    ask = {"about": "A", "why": "the cards lie otherwise", "question": ""}
    view = dressed([], "en") | {"asks": [ask, ask | {"about": "B", "why": "something new"}]}
    known, new = add_text(json.loads(json.dumps(view)), "fr")["notices"]
    assert "les cartes" in known["do"]
    assert new["do"] == ""


def test_every_reason_of_the_eye_is_said_in_french() -> None:
    """The page may not import the eye, so this holds the two together."""
    texts = [value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)]
    assert len(texts) >= 9
    texts += [
        reasons.corners_disagree("5H", "6H"), looks_like_other("8S"),
        "it looks like 8S; take it away and show it again",
        "5H: only one corner shows; lay it open", "a card: too dark", "the JD has become the QD",
    ]  # fmt: skip
    for reason in texts:
        said = words("fr").phrase(reason)
        assert said != reason
        assert english_in(said) == set(), said
        assert words("en").phrase(reason) == reason


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "The judges have decided"), ("fr", "Les juges en ont décidé")]
)
def test_8_4_b_what_judges_take_back_is_not_said_to_be_a_contact(lang: str, says: str) -> None:
    gone = {"code": "withdrawn", "player": "A", "points": 74, "deal": 1, "why": "ruled: 8.4.b"}
    assert dressed([gone], lang)["verdicts"][0]["say"].startswith(says)


@pytest.mark.parametrize(
    ("lang", "say", "do"),
    [("en", "taken back: a card had been read wrong", "Play on"), ("fr", "avait été mal lue", "Reprenez")],
)
def test_4_5_b_a_deal_that_counts_after_all_is_said_to_be_nobodys_pegs(lang: str, say: str, do: str) -> None:
    gone = {"code": "withdrawn", "player": None, "points": None, "deal": 1, "of": "imperfect-pack"}
    told = dressed([gone], lang)["verdicts"][0]
    assert say in told["say"]
    assert told["do"].startswith(do)
    assert "None" not in told["say"]


def test_what_nobody_foresaw_is_shown_as_it_is() -> None:
    assert words("fr").phrase("the moon is full") == "the moon is full"
    assert words("fr").phrase("8C: the moon is full") == "8♣\u00a0: the moon is full"


def test_a_table_without_a_camera_is_said_to_be_one_and_not_to_be_broken() -> None:
    view = dressed([]) | {"faults": {"camera": "none"}}
    told = [add_text(json.loads(json.dumps(view)), lang)["notices"][-1] for lang in ("en", "fr")]
    said = [one["say"] for one in told]
    assert {one["kind"] for one in told} == {"calm"}
    assert said[0] == "This table has no camera for cards: the pegs are followed, cards are not read."
    assert said[1].startswith("Cette table n’a pas de caméra")


def test_a_table_whose_pegs_nobody_reads_is_said_to_be_one() -> None:
    view = dressed([]) | {"faults": {"board": "none"}}
    told = [add_text(json.loads(json.dumps(view)), lang)["notices"][-1] for lang in ("en", "fr")]
    assert {one["kind"] for one in told} == {"calm"}
    assert told[0]["say"].startswith("Nobody reads the pegs of this table")
    assert told[1]["say"].startswith("Personne ne lit les chevilles")


def test_why_a_place_is_not_read_is_said_in_french_with_its_cards() -> None:
    said = words("fr").phrase("the 8S may lie squarely on the 8C: lay them apart")
    assert said == "8♠ est peut-être posé exactement sur 8♣\u00a0: séparez-les"
    assert words("fr").phrase("the TD is seen twice") == "10♦ est vu deux fois"


def test_the_sentences_of_eye_and_board_stand_in_their_code() -> None:
    """A sentence that is changed there would no longer be found here."""
    code = " ".join(
        Path(module.__file__ or "").read_text()
        for module in (
            doubtfulorder,
            uplink,
            enrol,
            reasons,
            deckreader,
            store,
            zones,
            unseenpegs,
            decoder,
            machine,
            spi_chain,
            pictures,
            eye_process,
            eye_setup,
            placememory,
            placereader,
            interpretation,
            arrivals,
            agreement,
        )
    )
    said = re.sub(r'"\s+f?"', "", code)
    for pattern in [*texts_of("eye.fr"), *texts_of("board.fr")]:
        for part in re.split(r"\{\w+\}", pattern):
            for piece in part.split("; lay it alone"):
                assert piece.strip(" :;%") in said, pattern


def details() -> Iterator[str]:
    """What board and machine say in brackets behind their faults, made by their own code."""
    board = load_board("longboard")
    good = RawScan(bytes(board.stages), b"\x5a\xa5", b"\x5a\xa5")
    known = bytearray((~board.known_levels & ((1 << 8 * board.stages) - 1)).to_bytes(board.stages))
    right = bytearray(board.known_levels.to_bytes(board.stages))
    dead = range(3, board.stages)
    seen = [
        RawScan(b"", b"", b"\x5a"), good._replace(data=bytes(known)), good._replace(data=b"\xff" * board.stages),
        RawScan(b"\xff" * board.stages, b"\xff\xff", b"\x5a\xa5"), RawScan(bytes(right), b"\xff\xff", b"\x5a\xa5"),
        RawScan(bytes(right), b"\x5b\xa5", b"\x5a\xa5"),
        *(RawScan(bytes(right[:n]) + b"\xff" * (board.stages - n), b"\xff\xff", b"\x5a\xa5") for n in dead),
    ]  # fmt: skip
    for one in seen:
        fault = decode(board, one).fault
        if fault is not None:
            yield fault.detail
    yield disk_troubles(0.97)[0].detail


def test_what_stands_in_brackets_behind_a_fault_is_said_in_french() -> None:
    said = {detail: words("fr").phrase(detail) for detail in details()}
    kinds = {re.sub(r"\d+", "0", detail) for detail in said}
    assert len(kinds) >= 8, kinds
    for detail, french in said.items():
        assert french != detail
        assert strange_in(french) == set(), french


def test_cards_are_shown_with_their_signs() -> None:
    assert with_signs("5H TS, KC") == "5♥ 10♠, K♣"
    assert with_signs("ASH 5 JDX") == "ASH 5 JDX"


@pytest.mark.parametrize(
    ("name", "said"),
    [("Ann", "Main d’Ann"), ("Élodie", "Main d’Élodie"), ("Bob", "Main de Bob"), ("A", "Main de A")],
)
def test_a_french_name_that_begins_with_a_vowel_takes_the_e_before_it(name: str, said: str) -> None:
    assert words("fr")("title.hand", name=name) == said
    assert words("en")("title.hand", name=name) == f"{name}’s hand"
