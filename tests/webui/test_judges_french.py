"""Judges are asked in their own language: every question, fact, order and problem of every matter."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from french import english_in, only_english

import cribbage.judging
import cribbage.worlds.proof
from cribbage.judging import MATTERS, as_data, inquire
from cribbage.judging.facts import VERDICTS
from cribbage.log.events import Event
from cribbage.score.cards import DECK
from cribbage.sentences import sentence
from cribbage.shown.scoreboard import Scoreboard
from webui.words import sentences, words

FRENCH = words("fr")
BOOKS = ("acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle")
RULE_NUMBERS = set(" ,.;()abcde0123456789")
WALKS = 12


def patterns() -> Iterator[str]:
    """Every text that stands in the judges' code: strings with a space in them that are no documentation."""
    for path in [
        *sorted(Path(str(resources.files(cribbage.judging))).glob("*.py")),
        Path(str(cribbage.worlds.proof.__file__)),
    ]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        passed |= {
            id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
                text = node.value
                if " " in text and not set(text) <= RULE_NUMBERS:
                    yield text


NO_TEXTS = {"passed over"}  # a key of the proof
TITLES = {matter.title for matter in MATTERS.values()}
BOOK_RULES = {
    "Alberta 12.a", "Alberta 12.b", "Corporate 2", "Corporate 4", "Corporate 5", "Corporate 6", "Corporate, set up",
    "App. B", "App. B, 14.1",
}  # fmt: skip


def test_every_text_of_the_judges_code_has_french_words() -> None:
    """Titles of matters stand in the language files; numbers of rules need none."""
    said = set(patterns()) - TITLES - BOOK_RULES - NO_TEXTS
    assert len(said) > 200
    assert sorted(said - set(sentences("fr"))) == []


def test_no_french_text_is_left_over_or_asks_for_other_names() -> None:
    said = set(patterns()) | {"{n} and {m}", "nothing", "No", "{what}.", "{key}: {why}"}
    for pattern, text in sentences("fr").items():
        assert pattern in said or pattern.startswith("unknown card"), pattern
        for form in text.values() if isinstance(text, dict) else [text]:
            assert fields(form) == fields(pattern), pattern


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


def test_a_sentence_within_a_sentence_is_said_in_french_too() -> None:
    two = sentence("{name} pegs {points}.", name="Ann", points=sentence("{n} points", n=2))
    assert (str(two), FRENCH.sentence(two)) == ("Ann pegs 2 points.", "Ann marque 2 points.")
    none = sentence("{name} pegs {points}.", name="Ann", points=sentence("{n} points", n=0))
    assert FRENCH.sentence(none) == "Ann marque 0 point."
    assert words("en").sentence(two) == two
    assert FRENCH.sentence("Something new.") == "Something new."
    assert FRENCH.sentence(sentence("{name}", name="No")) == "No", "a player's name is never translated"


# --- what judges really see -----------------------------------------------------------------------------------


def a_table(book: str) -> Scoreboard:
    """A deal in which something of every kind has been seen."""
    header = {
        "log": "table/1", "profile": book, "mode": "club", "muggins": book == "acc-2025", "dealer": "A",
        "players": {"A": "Zoé", "B": "Théo"}, "pegs": {"A": [40, 30], "B": [109, 99]},
    }  # fmt: skip
    events = [Event("game", 0.0, header), Event("deal", 1.0, {"deal": 1, "dealer": "A"})]
    events.append(Event("seen", 2.0, {"t": 2.0, "cards": {"zone": "starter", "seen": ["5D"]}}))
    for n, (player, card) in enumerate((("B", "5H"), ("A", None), ("B", "KC")), start=3):
        body = {"player": player, "card": card, "count": None if card is None else 5 * n, "points": 0}
        events.append(Event("play", float(n), body))
    events.append(Event("seen", 6.0, {"t": 6.0, "cards": {"zone": "B", "seen": ["5H", "5S", "JD", "KC"]}}))
    for n, what in enumerate(("play", "hand", "crib", "heels"), start=7):
        body = {
            "id": what,
            "what": what,
            "player": "B",
            "deal": 1,
            "state": "pegged",
            "earned": 6,
            "pegged": 8,
        }
        events.append(
            Event("item", float(n), body | {"cards": ["5H", "5S", "JD", "KC"], "parts": [], "text": ""})
        )
    for n, code in enumerate(VERDICTS, start=11):
        move = {"move": "B 4/3>15/4"} if n % 2 else {}
        body = {
            "code": code,
            "player": "B",
            "points": 2,
            "deal": 1,
            "item": "hand",
            "count": 25,
            "cards": ["5S"],
        }
        events.append(Event("verdict", float(n), body | move))
    return Scoreboard.fold(events)


def an_answer(question: dict[str, Any], random: Random) -> Any:
    if question["found"] is not None and random.random() < 0.4:
        return question["found"]
    match question["kind"]:
        case "yes-no":
            return random.random() < 0.5
        case "number":
            high = question["high"] if random.random() < 0.3 else min(question["high"], 6)
            return random.randint(question["low"], max(high, question["low"]))
        case "choice":
            return random.choice(question["options"])[0]
        case _:
            return [str(card) for card in random.sample(DECK, question["cards"] or random.randint(0, 2))]


def told(data: dict[str, Any]) -> Iterator[str]:
    for question in data["questions"]:
        yield question["text"]
        yield from (label for _, label in question["options"])
        yield from (fact["text"] for fact in question["facts"])
    if data["problem"] is not None:
        yield data["problem"]
    if data["ruled"] is not None:
        yield from data["ruled"]["says"]
        yield from [data["ruled"]["house"]] if data["ruled"]["house"] else []


@pytest.mark.parametrize("book", BOOKS)
def test_no_english_is_left_whatever_judges_answer(book: str) -> None:
    board = a_table(book)
    seen: set[str] = set()
    for matter in MATTERS:
        for seed in range(WALKS):
            random, answers = Random(f"{matter} {seed}"), dict[str, Any]()
            while True:
                data = as_data(inquire(board, matter, answers))
                seen |= {FRENCH.sentence(text) for text in told(data)}
                waiting = [one for one in data["questions"] if one["answer"] is None]
                if not waiting or data["problem"] is not None:
                    break
                answers |= {one["key"]: an_answer(one, random) for one in waiting}
    keys = {question for text in seen for question in [text.partition(" :")[0]]}
    left = {text: found for text in seen if (found := english_in(text, ["Zoé", "Théo", *keys]))}
    assert left == {}
    assert len(seen) > 60


def test_the_word_list_would_notice_english() -> None:
    assert {"the", "front", "peg", "goes", "dealer", "how", "many"} <= only_english()
    assert english_in("Ann’s front peg goes to hole 6.", ["Ann"])
