"""Settings, board files and layouts come from anywhere: whatever stands in them, it is one clear line, or nothing."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, is_one_line, places, with_at
from hypothesis import given
from hypothesis import strategies as st

from firmware.boardfile import BOARDS, BoardFile, load_board
from firmware.boardmap import BoardMapError
from firmware.box.settings import SECTIONS, SettingsError, load, settings_from
from firmware.box.shapes import shown
from vision.layout import BadLayout, layout_from_toml, load_layout

KEYS = [(section, spec.name) for section, kind in SECTIONS.items() for spec in fields(kind)]
LITERALS = (
    *(
        "9" * 400,
        "9" * 5000,
        "-9" + "9" * 400,
        "1e999",
        "nan",
        "inf",
        "-inf",
        "1979-05-27",
        "07:32:00",
        "[]",
        "{}",
    ),
    *(
        "[" * 2000 + "]" * 2000,
        "true",
        "-1",
        "0",
        "0.5",
        '""',
        '"\\u0000"',
        '"a\\nb"',
        '"\\u202e"',
        '"https://[::1"',
    ),
    *('"mqtt://[::1"', '"[::"', '"a/b#"', '"' + "x" * 5000 + '"', '"x y"', '"http://a:99999"', '"999.1.1.1"'),
)
LAYOUT = """
[board]
size_mm = [780, 90]
top_mm = 20
[[place]]
key = "a1"
zone = "A"
box_mm = [0, 0, 200, 200]
view_from = "A"
[[marker]]
id = 1
center_mm = [1, 2]
size_mm = 20
"""


def one_line(error: Exception) -> str:
    assert is_one_line(str(error))
    return str(error)


def read(text: str, folder: Path, **env: str) -> str:
    """What is said of settings; "" if they are taken, and then they can be handed on as a plan does."""
    file = folder / "pegwatch.toml"
    file.write_text(text, encoding="utf-8")
    try:
        settings = load({"PEGWATCH_CONFIG": str(file), **env}).settings
    except SettingsError as error:
        return one_line(error)
    assert settings_from(asdict(settings)) == settings
    return ""


@pytest.mark.parametrize(("section", "name"), KEYS)
def test_whatever_a_setting_is_it_is_taken_or_refused_in_one_line(
    section: str, name: str, tmp_path: Path
) -> None:
    for literal in LITERALS:
        read(f"[{section}]\n{name} = {literal}\n", tmp_path)
        read("", tmp_path, **{f"PEGWATCH_{section}_{name}".upper(): literal.strip('"')})


@pytest.mark.parametrize(
    ("section", "name", "value", "says"),
    [
        ("page", "address", '"https://[::1"', "no address of a page"),
        ("page", "port", "9" * 5000, "larger than any setting"),
        ("page", "port", "9" * 400, "must lie between 1 and 65535"),
        ("page", "host", '"[::"', "no address of a machine"),
        ("page", "hosts", '"table.club.example, a/b"', "'a/b' is no name of a machine"),
        ("page", "readers", '"https://a.example, b.example"', "'b.example' is no origin of pages"),
        ("page", "readers", '"https://a.example/x"', "is no origin of pages"),
        ("backup", "every_h", "9" * 400, "must lie between 0 and 720"),
        ("backup", "every_h", "nan", "must lie between 0 and 720"),
        ("club", "broker", '"mqtt://[::1"', "no address of a broker"),
        ("club", "table", '"a/b#"', "letters, digits"),
        ("table", "name", '"a\\nb"', "a text of one line"),
        ("table", "board", '"\\u0000"', "a text of one line"),
        ("table", "player_a", f'"{"x" * 501}"', "at most 500 characters"),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_its_line(
    section: str, name: str, value: str, says: str, tmp_path: Path
) -> None:
    told = read(f"[{section}]\n{name} = {value}\n", tmp_path)
    assert says in told
    assert "pegwatch.toml" in told


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 5000 + "]" * 5000, "a" * 200_000, "\x00", "[[page]]\nport = 1", "= 1"]
)
def test_a_file_that_is_no_settings_is_one_line(text: str, tmp_path: Path) -> None:
    assert read(text, tmp_path)


def test_a_file_that_never_ends_is_no_settings() -> None:
    """Nor a board, nor a layout."""
    with pytest.raises(SettingsError):
        load({"PEGWATCH_CONFIG": "/dev/zero"})
    with pytest.raises(BadLayout, match="no layout is"):
        load_layout("/dev/zero")


@given(st.text(alphabet=st.sampled_from('[]"=.,#\\n\\\\ apgetbl0123x'), max_size=60))
def test_any_text_is_taken_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    read(text, tmp_path_factory.getbasetemp())


def test_whatever_stands_in_a_board_file_it_is_taken_or_refused_in_one_line() -> None:
    data = tomllib.loads((BOARDS / "longboard.toml").read_text())
    for path in places(data):
        for value in HOSTILE:
            if path and value is not None:
                try:
                    BoardFile("a.toml", with_at(data, path, value)).build()
                except BoardMapError as error:
                    one_line(error)


def test_a_board_file_that_is_no_toml_is_one_line(tmp_path: Path) -> None:
    for text in ("x = " + "[" * 5000, "a" * 200_000, "x = " + "9" * 5000, ""):
        (tmp_path / "a.toml").write_text(text)
        with pytest.raises(BoardMapError) as raised:
            load_board(tmp_path / "a.toml")
        assert is_one_line(str(raised.value))


def test_whatever_stands_in_a_layout_it_is_taken_or_refused_in_one_line() -> None:
    data = tomllib.loads(LAYOUT)
    for path in places(data):
        for value in HOSTILE:
            if len(path) > 1 and value is not None and not _is_no_toml(value):
                try:
                    layout_from_toml(_toml(with_at(data, path, value)))
                except BadLayout as error:
                    one_line(error)


def _is_no_toml(value: Any) -> bool:
    return isinstance(value, str) and not value.isascii()


def _toml(data: Any) -> str:
    text = ""
    for kind, body in data.items():
        for entry in body if isinstance(body, list) else [body]:
            text += f"[[{kind}]]\n" if isinstance(body, list) else f"[{kind}]\n"
            text += (
                "".join(f"{name} = {_value(value)}\n" for name, value in entry.items())
                if isinstance(entry, dict)
                else "x"
            )
    return text


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + "}"
    return shown(value).replace("\x00", "\\u0000")
