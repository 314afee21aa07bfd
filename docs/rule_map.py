"""Where each rule lives in the product, and which tests name it: written again from the sources at each build.

`rule_page()` is the page; `python docs/rule_map.py` prints it. Nothing of it is kept by hand: rules come from the
articles of `pegwatch rules`, questions from the judges' desk, places from what the code cites, tests from their
names.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cribbage.judging import MATTERS  # noqa: E402
from cribbage.profiles.article import BOOKS  # noqa: E402
from cribbage.profiles.texts import ARTICLES  # noqa: E402

CODE: Final = ("cribbage", "club")
TESTS: Final = ("cribbage", "club", "webui")
SHOWN: Final = 3
"""How many places, and how many tests, are named for one rule; of the rest only the number is told."""
OWN: Final[Mapping[str, str]] = {
    "alberta-55plus": "alberta",
    "corporate-challenge": "corporate",
    "hoyle": "hoyle",
}
"""How tests name the books that are not the ACC's."""
_NUMBER: Final = re.compile(
    r"(?<![\d.])(\d{1,2}\.\d{1,2}(?:\.[a-j](?![a-z]))?)(?:-([a-j]))?(?:\(\d\))?(?!\d)"
)
_NAMED: Final = re.compile(r"(\d+)_(\d+)((?:_(?:and_)?[a-j](?=_|$))*)")


def numbers_in(text: str) -> list[str]:
    """The rule numbers in a text, ranges written out: ``4.3.a-c`` is three."""
    found = []
    for number, last in _NUMBER.findall(text):
        if last:
            found += [number[:-1] + chr(letter) for letter in range(ord(number[-1]), ord(last) + 1)]
        else:
            found.append(number)
    return found


@cache
def rules() -> Mapping[str, str]:
    """Every rule of the ACC's 2025 edition that the product knows -> the topic it is explained under."""
    found: dict[str, str] = {}
    for article in ARTICLES:
        said = article.books["acc-2025"]
        for number in [article.topic, *numbers_in(said.rule), *article.words]:
            for one in numbers_in(number):
                if one == article.topic:
                    found[one] = one
                found.setdefault(one, article.topic)
    return {number: found[number] for number in sorted(found, key=_order)}


def _order(number: str) -> tuple[int, int, str]:
    first, second, *rest = number.split(".")
    return int(first), int(second), "".join(rest)


def _parents(number: str) -> Iterator[str]:
    """A rule and those above it: ``8.4.c`` is a part of ``8.4``."""
    while number.count("."):
        yield number
        number = number.rpartition(".")[0]


def rules_named(test: str) -> set[str]:
    """The ACC's rules in a test's name: ``test_8_5_a_2_...``, ``test_9_2_c_and_e_...``, ``test_rule_7_2_b_...``."""
    head = re.match(r"test_(?:rules?_)?((?:(?:and_|to_)?(?:\d+|[a-j])(?:_|$))+)", test)
    found: set[str] = set()
    for first, second, letters in _NAMED.findall(head[1] if head else ""):
        mine = [letter for letter in letters.split("_") if len(letter) == 1]
        rising = [
            one for n, one in enumerate(mine) if mine[: n + 1] == sorted(set(mine[: n + 1]))
        ]  # `e_a_card`
        found |= {f"{first}.{second}.{letter}" for letter in rising} or {f"{first}.{second}"}
    return {one if one in rules() else one.rpartition(".")[0] for one in found} & rules().keys()


@cache
def tests() -> Mapping[str, tuple[str, ...]]:
    """Rule -> tests that have it in their name."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in all_tests():
        for number in rules_named(name):
            found[number].append(name)
    return {number: tuple(names) for number, names in found.items()}


@cache
def all_tests() -> tuple[str, ...]:
    """The names of the tests that may be named after rules."""
    found = []
    for folder in TESTS:
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    found.append(node.name)
    return tuple(found)


@cache
def places() -> Mapping[str, tuple[str, ...]]:
    """Rule -> modules that cite it, those that cite it most first."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/profiles/" not in name:
                for number in numbers_in(path.read_text(encoding="utf-8")):
                    found[number][name] += 1
    return {number: tuple(sorted(by, key=lambda one: (-by[one], one))) for number, by in found.items()}


@cache
def asked() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the matters of the judges' desk that are about it."""
    found: dict[str, list[str]] = defaultdict(list)
    for matter in MATTERS.values():
        for number in numbers_in(_whole(matter.rule)):
            found[number].append(matter.key)
    return {number: tuple(keys) for number, keys in found.items()}


def _whole(rule: str) -> str:
    """``4.5.a, c, d`` with every number written out."""
    parts, last = [], ""
    for part in rule.split(", "):
        last = part if "." in part else f"{last.rpartition('.')[0]}.{part}"
        parts.append(last)
    return ", ".join(parts)


def _cell(names: Iterable[str], shown: int = SHOWN) -> str:
    told = list(names)
    text = "<br>".join(f"`{name}`" for name in told[:shown])
    return text + (f"<br>and {len(told) - shown} more" if len(told) > shown else "")


def nearest(number: str, among: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What stands under a rule itself, else under the one above it or those below it."""
    for one in _parents(number):
        if one in among:
            return among[one]
    below = [names for other, names in among.items() if other.startswith(f"{number}.")]
    return tuple(dict.fromkeys(name for names in below for name in names))


def tests_of(number: str) -> tuple[str, ...]:
    """Tests that name a rule, or a part of it."""
    below = [names for other, names in tests().items() if other == number or other.startswith(f"{number}.")]
    return tuple(dict.fromkeys(name for names in below for name in names))


def tests_of_book(book: str) -> tuple[str, ...]:
    """Tests that name a book which is not the ACC's."""
    return tuple(name for name in all_tests() if OWN[book] in name.split("_"))


def rule_page() -> str:
    """The page as Markdown."""
    lines = [
        "# Rules: where they are, which tests name them", "",
        "Written from the sources at each build. A rule is explained by `pegwatch rules NUMBER` (`--profile` for",
        "another book); *asked* is what judges are asked at their desk; *done* are the modules that cite it.",
        "Numbers are those of the ACC's 2025 edition; in what others differ says `pegwatch rules`.", "",
        "| rule | explained under | asked | done | tests |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for number, topic in rules().items():
        cells = (_cell(nearest(number, asked())), _cell(nearest(number, places())), _cell(tests_of(number)))
        lines.append(f"| {number} | {topic} | {' | '.join(cells)} |")
    lines += ["", "## The other books' own numbers", ""]
    lines += ["| book | its number | explained under |", "|---|---|---|"]
    for book in BOOKS[2:]:
        by: dict[str, list[str]] = defaultdict(list)
        for article in ARTICLES:
            said = article.books[book]
            if not said.house:
                by[said.rule].append(article.topic)
        lines += [f"| {book} | {rule} | {', '.join(topics)} |" for rule, topics in sorted(by.items())]
    lines += [""] + [f"`{book}` is named by {len(tests_of_book(book))} tests." for book in BOOKS[2:]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(rule_page())
