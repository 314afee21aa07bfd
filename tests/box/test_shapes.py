"""Files decoded to declared shapes: what is wrong is named, with what is right and the nearest word."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hostile import HOSTILE, is_one_line, places, with_at
from msgspec import Meta, Struct

from firmware.box.settings import SECTIONS, Settings
from firmware.box.shapes import NotToml, Unfit, described, fitted, from_toml, text_of


class Spot(Struct, frozen=True):
    at_mm: tuple[float, float]
    level: Literal["low", "high"] = "low"
    pin: Annotated[int, Meta(ge=0, le=27)] | None = None


@dataclass(frozen=True)
class Map:
    name: Annotated[str, Meta(min_length=1, max_length=8, description="What it is called.")]
    spots: list[Spot]
    named: dict[str, Spot]

    def __post_init__(self) -> None:
        if self.name == "nobody":
            raise ValueError("nobody is no name")


GOOD: dict[str, Any] = {"name": "x", "spots": [{"at_mm": [1, 2]}], "named": {"a": {"at_mm": [0, 0]}}}


@pytest.mark.parametrize(
    ("way", "value", "at", "line"),
    [
        (("nmae",), 1, (), "there is no 'nmae'; did you mean name?"),
        (("zzz",), 1, (), "there is no 'zzz'; there are name, spots, named"),
        (("name",), 1, (), "name must be text in quotes, not empty, at most 8 characters, not 1"),
        (("name",), "a\nb", (), 'name must be a text of one line, not "a\\nb"'),
        (("name",), "nobody", (), "nobody is no name"),
        (("spots",), {}, (), "spots must be written as [[spots]], not {}"),
        (("spots", 0), {}, ("spots", 0), "at_mm is missing: it must be 2 numbers"),
        (("spots", 0, "at_mm", 1), "b", ("spots", 0), "at_mm must be 2 numbers, not [1, 'b']"),
        (("named", "a", "pin"), 28, ("named", "a"), "pin is 28, not between 0 and 27"),
        (("named", "a", "pin"), True, ("named", "a"), "pin must be a whole number, not true"),
        (("named", "a", "level"), "hihg", ("named", "a"), 'level is "hihg"; did you mean high?'),
        (("named", "a", "level"), "x", ("named", "a"), 'level is "x"; it may be low, high'),
        (("named", "b"), 3, ("named",), "b must be written as [b], not 3"),
        (("named", "a", "pni"), 3, ("named", "a"), "there is no 'pni'; did you mean pin?"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place_and_what_is_right(
    way: tuple[Any, ...], value: object, at: tuple[Any, ...], line: str
) -> None:
    with pytest.raises(Unfit) as wrong:
        fitted(with_at(GOOD, way, value), Map)
    assert (wrong.value.at, wrong.value.line()) == (at, line)


def test_what_fits_is_its_shape_and_numbers_may_come_as_texts_only_where_asked() -> None:
    assert fitted(GOOD, Map).spots == [Spot((1.0, 2.0))]
    body = with_at(GOOD, ("spots", 0, "pin"), "5")
    assert fitted(body, Map, as_text=True).spots[0].pin == 5
    with pytest.raises(Unfit, match="a whole number"):
        fitted(body, Map)


def said_of(body: dict[str, Any]) -> str:
    """What is wrong; "" where nothing is."""
    try:
        fitted(body, Map)
    except Unfit as wrong:
        return wrong.line()
    return ""


def test_whatever_stands_at_any_place_is_taken_or_named_in_one_line() -> None:
    for way in places(GOOD):
        for value in HOSTILE:
            if way:
                assert is_one_line(said_of(with_at(GOOD, way, value)))


def test_a_text_that_is_no_toml_and_a_file_without_end_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NotToml, match=r"this is not TOML: .* text goes in quotes"):
        from_toml("a = b")
    for text in ("a = " + "9" * 5000, "a = " + "[" * 5000):
        with pytest.raises(NotToml, match="larger than any"):
            from_toml(text)
    (tmp_path / "long").write_text("x" * 11)
    assert text_of(tmp_path / "long", 10) is None
    assert text_of(tmp_path / "long", 11) == "x" * 11


@pytest.mark.parametrize("section", SECTIONS)
def test_every_number_and_text_of_the_settings_has_bounds_in_its_shape(section: str) -> None:
    """Nothing that a person writes goes into a process without an end to how long or large it may be."""
    for name, said in described(SECTIONS[section]).items():
        for value in ("x" * 501, 10**9, -(10**9)):
            with pytest.raises(Unfit) as wrong:
                fitted({section: {name: value}}, Settings)
            assert (wrong.value.at, wrong.value.key) == ((section,), name)
        assert said.about.endswith(".")
