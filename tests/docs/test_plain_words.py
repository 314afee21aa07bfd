"""Plain words: what people read (screens, messages, help pages, documentation) says each thing by its one word."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest

from firmware.faults import FAULTS
from pegwatch.cli import group
from pegwatch.manual import commands_page

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "webui" / "static"
ROOMS = ("cribbage", "firmware", "vision", "webui", "club", "pegwatch")
PAGES = sorted(
    page
    for folder, files in (("docs", "**/*.md"), (".", "*.md"), ("hardware", "*.md"), ("vision", "*/*.md"))
    for page in (ROOT / folder).glob(files)
    if page.name not in ("DECISIONS.md", "commands.md", "rules.md")
)
BETTER: Final = {
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\banew\b": "again",
    r"\bwhoever\b": "anyone who",
    r"\bpoked?\b": "put a peg in",
    r"\bamiss\b": "wrong",
    r"\bnought\b": "nothing",
    r"\bworth the while\b": "worth it",
    r"\b(his|him|himself)\b(?![ -]heels| nobs)": "they, their, them",
    r"\bhe\b(?! ?[×x])": "they",
    r"\bunder (a|the|one|his|their) hand\b": "under an arm (a hand is cards)",
    r"\bhand (rests|stays|has gone|reaches|over)\b": "arm (a hand is cards)",
    r"^so it is\.?$": "Save",
    r"\bput something right\b": "fix a mistake",
    r"\bpegged too many\b(?! for| \()": "overpegged",
    r"\bJudge, please\b": "Call a judge",
    r"\bwhat was noticed\b": "findings",
    r"\bnothing to settle\b": "nothing found yet",
    r"\bwhat to throw\b": "what should I discard",
    r"\bthe course of the (game|score)\b": "score by deal",
    r"\bpoints each time\b": "average per deal",
    r"\bgood players[’']": "strong players’",
    r"\bgather the cards\b": "end of deal",
    r"\bnobody has called\b": "no player has called",
    r"\bnothing in particular\b": "no specific evidence requested",
    r"\bnot played that fitted\b": "renege: held a playable card",
    r"\bboard was wrecked\b|\bwrecked board\b": "board knocked over",
    r"\bthe own back peg\b": "their own back peg",
    r"\bwrite it down\b|\ball that is filled in\b": "save",
    r"\bread a list\b": "import a list",
    r"\benter somebody\b": "add a player",
    r"\bbegin the event\b": "create event",
    r"\bseats by lot\b": "random seating",
    r"\bno sign of life\b|\bSTALE\b": "not responding",
    r"\bgiven up; nothing was kept\b": "cancelled; nothing saved",
    r"\banother phone holds that seat\.?$": "… it becomes free after 10 minutes without that phone",
    r"\bpegs are a claim\b|\bpegs are claims\b": "pegs claim points; cards earn them",
    r"\bpen in hand\b": "has the write lock",
}
"""Words that translated themselves into the texts, and the plain one for each."""
BETTER_FRENCH: Final = {
    r"(?<!à la )\bmain (reste|passe|couvre)\b|\bsous (la|une|sa) main\b": "un bras (une main, ce sont des cartes)",
    r"\bc’est ainsi\b|^inscrire tout\b": "enregistrer",
    r"\bcorriger (quelque chose|ce qui a été mal écrit)\b": "corriger une erreur, cette inscription",
    r"^lire( une liste)?$": "importer",
    r"^inscrire quelqu’un$": "ajouter un joueur",
    r"\bcommencer l’épreuve\b": "créer l’épreuve",
    r"^n’est pas là$|^est de retour$": "absent, de retour",
    r"^ANCIEN\b|\bPÉRIMÉ\b|\bsigne de vie\b": "ne répond pas",
    r"\babandonné ; rien\b": "annulé ; rien n’a été enregistré",
    r"\bjuge, s’il vous plaît\b": "appeler un juge",
    r"\bque jeter\b|\bjeter (dans|au)\b": "écarter",
    r"\bpiquets?\b|\bplanches?\b": "cheville, plateau",
    r"\bprétention\b": "les chevilles réclament des points, les cartes les donnent",
}
KEYS_THAT_ARE_NO_WORDS = re.compile(r"`[^`]*`|\]\([^)]*\)|```.*?```", re.DOTALL)


def faults(text: str, better: dict[str, str]) -> list[str]:
    """What a text says by a word that has a better one."""
    return [
        f"“{text[max(0, found.start() - 40) : found.end() + 30]}”: {instead}"
        for pattern, instead in better.items()
        for found in re.finditer(pattern, text, re.IGNORECASE if pattern != r"\bSTALE\b" else 0)
    ]


def leaves(texts: Any) -> Iterator[str]:
    if isinstance(texts, dict):
        for value in texts.values():
            yield from leaves(value)
    elif isinstance(texts, list):
        for value in texts:
            yield from leaves(value)
    elif isinstance(texts, str):
        yield texts


def messages(path: Path) -> Iterator[str]:
    """Sentences that a module writes: its texts with a space in them, but for what explains its code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explains = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains:
            yield from [node.value] if " " in node.value.strip() else []


@pytest.mark.parametrize("file", ["en.json", "club.en.json"])
def test_the_screens_speak_plainly(file: str) -> None:
    texts = leaves(json.loads((STATIC / file).read_text(encoding="utf-8")))
    assert [fault for text in texts for fault in faults(text, BETTER)] == []


@pytest.mark.parametrize("file", sorted(path.name for path in STATIC.glob("*fr.json")))
def test_the_french_screens_speak_plainly(file: str) -> None:
    texts = leaves(json.loads((STATIC / file).read_text(encoding="utf-8")))
    assert [fault for text in texts for fault in faults(text, BETTER_FRENCH)] == []


KEYS = re.compile(r"``[^`]*``|`[^`]*`")
"""What stands between these in a comment is a name of the interface or of the code."""
_OF_CODE: Final = ("mend", "anew", "whoever", "amiss", "worth the", "pen in hand", "(his", "he\\b", "under (")
IN_CODE: Final = {
    pattern: instead
    for pattern, instead in BETTER.items()
    if pattern.removeprefix(r"\b").startswith(_OF_CODE)
}
"""Of these words the readers of code have to do without as well; the others belong to screens."""


def explained(path: Path) -> Iterator[str]:
    """What a module says to its readers: comments and docstrings, without names of code, and the names it gives."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield KEYS.sub("", token.string)
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield KEYS.sub("", node.value.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.arg):
            name = node.arg if isinstance(node, ast.arg) else node.name
            yield re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name)


@pytest.mark.parametrize("room", [*ROOMS, "hardware"])
def test_the_code_of_a_room_is_explained_plainly(room: str) -> None:
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in sorted((ROOT / room).rglob("*.py"))
        if (wrong := [fault for text in explained(path) for fault in faults(text, IN_CODE)])
    }
    assert found == {}


@pytest.mark.parametrize("room", ROOMS)
def test_the_messages_of_a_room_speak_plainly(room: str) -> None:
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in sorted((ROOT / room).rglob("*.py"))
        if (wrong := [fault for text in messages(path) for fault in faults(text, BETTER)])
    }
    assert found == {}


def test_the_board_s_faults_speak_plainly() -> None:
    said = [text for fault in FAULTS.values() for text in (fault.what, fault.fix)]
    assert [wrong for text in said for wrong in faults(text, BETTER)] == []


def test_the_help_pages_speak_plainly() -> None:
    helps = re.sub(
        r"object\s+for\s+each\s[^.]*\.", "", re.sub(r"```\w*", "", commands_page())
    )  # keys; fences
    text = KEYS_THAT_ARE_NO_WORDS.sub("", helps)
    assert len(text) > 10_000
    assert faults(text, BETTER) == []
    listed = group.get_help(click.Context(group))
    assert faults(listed, BETTER) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_speaks_plainly(page: Path) -> None:
    assert faults(KEYS_THAT_ARE_NO_WORDS.sub("", page.read_text(encoding="utf-8")), BETTER) == []


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("Mend the row that the message names.", False),
        ("Fix the row that the message names.", True),
        ("two for his heels, one for his nobs", True),
        ("Bob moves his peg", False),
        ("Make a recommendation", True),
        ("who deals first is asked", True),
        ("What lies under a hand", False),
        ("points of a hand", True),
    ],
)
def test_a_word_is_known_by_its_meaning(text: str, is_plain: bool) -> None:
    assert (faults(text, BETTER) == []) is is_plain
