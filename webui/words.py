"""Languages: every text of the page comes out of one JSON file a language, none out of the code.

A text is found by its path (``verdict.overpeg.say``; a key may itself hold dots). It is a string with
``{names}`` to fill in, or an object of plural forms chosen by a number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from cribbage.sentences import Sentence

LANGUAGES: Final = ("en", "fr")
DEFAULT: Final = "en"


class _Blank(dict[str, Any]):
    """What is not known reads as an ellipsis, never as an error."""

    def __missing__(self, key: str) -> str:
        return "…"


class Words:
    """The texts of one language."""

    def __init__(self, lang: str, texts: Mapping[str, Any]) -> None:
        self.lang = lang
        self._texts = texts

    def find(self, path: str) -> Any:
        """The raw text or table at a path; None where the language has none."""
        return _find(self._texts, path.split("."))

    def has(self, path: str) -> bool:
        """Whether there is such a text."""
        return self.find(path) is not None

    def __call__(self, path: str, **fill: Any) -> str:
        """The text at a path with its names filled in; the path itself where there is none."""
        return self.fill(self.find(path), path, **fill)

    def fill(self, text: Any, otherwise: str = "", **fill: Any) -> str:
        """Fill in a raw text; plural forms go by the first of n, points and spread that is given."""
        if isinstance(text, Mapping):
            text = text.get(self._form(fill)) or text.get("other")
        return text.format_map(_Blank(fill)) if isinstance(text, str) else otherwise

    def number(self, value: float | None) -> str:
        """A mean as it is written in this language, with one decimal; a dash where there is none."""
        return "–" if value is None else f"{value:.1f}".replace(".", str(self.find("decimal") or "."))

    def spoken(self, parts: Iterable[Sequence[Any]], english: str) -> str:
        """A breakdown as players of this language say it; `english` where it has no words of its own for it."""
        table = self.find("spoken")
        if table is None:
            return english
        said, total = [], 0
        for name, points in parts:
            total += points
            pattern = table["parts"].get(name)
            if pattern is None or total >= len(table["numbers"]):
                return english
            said.append(pattern.format(total=table["numbers"][total]))
        return str(table["between"]).join(said)

    def sentence(self, text: str) -> str:
        """A sentence of the rules (`cribbage.sentences`) in this language; as it is where it has no words for it."""
        pattern, values = (text.pattern, text.fill) if isinstance(text, Sentence) else (text, {})
        own = sentences(self.lang).get(pattern)
        if own is None:
            return str(text)
        fill = {key: self.sentence(v) if isinstance(v, Sentence) else v for key, v in values.items()}
        return self.fill(own, str(text), **fill)

    def _form(self, fill: Mapping[str, Any]) -> str:
        number = next((fill[key] for key in ("n", "points", "spread") if fill.get(key) is not None), 2)
        singular = abs(number) <= 1 if self.lang == "fr" else number == 1
        return "one" if singular else "other"


def _find(texts: Any, keys: list[str]) -> Any:
    """Try the longest key first, so that ``hand.by.page`` may be ``hand`` -> ``by.page``."""
    if not keys:
        return texts
    if not isinstance(texts, Mapping):
        return None
    for length in range(len(keys), 0, -1):
        key = ".".join(keys[:length])
        if key in texts:
            found = _find(texts[key], keys[length:])
            if found is not None:
                return found
    return None


@cache
def words(lang: str) -> Words:
    """The words of a language; those of the default where there is no such language."""
    lang = lang if lang in LANGUAGES else DEFAULT
    text = resources.files("webui").joinpath(f"static/{lang}.json").read_text(encoding="utf-8")
    return Words(lang, json.loads(text))


@cache
def sentences(lang: str) -> Mapping[str, Any]:
    """The judges' sentences in a language, by the English pattern; none for English itself."""
    file = resources.files("webui").joinpath(f"static/judging.{lang}.json")
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def choose(asked: str | None, accepted: Iterable[str]) -> str:
    """The language asked for, else the first that the browser accepts, else the default."""
    for lang in (asked, *accepted):
        if lang and lang[:2].lower() in LANGUAGES:
            return lang[:2].lower()
    return DEFAULT
