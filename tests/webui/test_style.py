"""The style sheet: enough contrast in both themes, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webui

STATIC = Path(webui.__file__).parent / "static"
CSS = (STATIC / "page.css").read_text()
# Text on ground: the pairs that the style sheet uses for words (4.5 : 1) and for large figures (3 : 1).
TEXT = [
    ("ink", "ground"), ("ink", "paper"), ("soft", "ground"), ("soft", "paper"), ("felt-ink", "felt"),
    ("felt-ink", "felt-deep"), ("felt-soft", "felt"), ("felt-soft", "felt-deep"), ("alert", "alert-ground"),
    ("alert", "paper"), ("ink", "alert-ground"), ("ink", "ask-ground"), ("note", "ask-ground"), ("note", "ground"),
    ("good", "paper"), ("alert", "ground"), ("card-ink", "card"), ("card-red", "card"), ("wood-ink", "wood"),
    ("a", "ground"), ("b", "ground"), ("a", "paper"), ("b", "paper"),
]  # fmt: skip
LARGE = [("field", "paper"), ("field", "ground"), ("hole", "wood"), ("focus", "ground"), ("focus", "paper")]


def variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def themes() -> dict[str, dict[str, str]]:
    light = variables(CSS.split(":root {")[1].split("}")[0])
    by_switch = variables(CSS.split(':root[data-theme="dark"] {')[1].split("}")[0])
    by_preference = variables(CSS.split(':root:not([data-theme="light"]) {')[1].split("}")[0])
    assert by_switch == by_preference
    return {"light": light, "dark": light | by_switch}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXT), (3.0, LARGE)], ids=["text", "large"])
def test_words_stand_out_from_their_ground(theme: str, least: float, pairs: list[tuple[str, str]]) -> None:
    """WCAG 2.2, 1.4.3 and 1.4.11."""
    colours = themes()[theme]
    weak = [f"{a} on {b}: {contrast(colours[a], colours[b]):.2f}" for a, b in pairs
            if contrast(colours[a], colours[b]) < least]  # fmt: skip
    assert weak == []


def test_the_two_players_differ_in_lightness_or_shape_not_in_hue_alone() -> None:
    assert ".sign-A" in CSS
    assert "border-radius: 50%" in CSS.split(".sign-A {")[1].split("}")[0]
    assert "border-radius: 50%" not in CSS.split(".sign-B {")[1].split("}")[0]


@pytest.mark.parametrize("path", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    """Pictures too: whatever bytes they are made of."""
    text = path.read_bytes().decode(errors="replace").replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"https?://|@import|url\(", text)


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_scripts_put_text_in_as_text(path: Path) -> None:
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", path.read_text())


def test_a_score_that_changes_keeps_its_contrast_meanwhile() -> None:
    """It moves; it does not fade."""
    assert "opacity" not in CSS.split("@keyframes changed {")[1].split("\n")[0]


TEMPLATES = sorted((STATIC.parent / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_what_is_named_or_announced_has_a_role_that_allows_it(path: Path) -> None:
    """A name on a `div` without a role is heard by nobody; a `li` with another role is no item of its list."""
    for tag in re.findall(r"<div\b[^>]*>", path.read_text()):
        assert "aria-label" not in tag or "role=" in tag, tag
    assert not re.findall(r"<li\b[^>]*\brole=", path.read_text())
