"""Where things are on the table: the built-in layout and layouts from files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from vision.layout import LONG_BOARD, BadLayout, Marker, Place, TableLayout, layout_from_toml, load_layout
from vision.zones import TABLE_ZONES


def test_the_places_do_not_overlap_and_keep_clear_of_the_board() -> None:
    for place in TABLE_ZONES:
        x0, y0, x1, y1 = place.box_mm
        assert y0 >= 45 or y1 <= -45 or x0 >= 225, place.key
        for other in TABLE_ZONES:
            if other is not place:
                a0, b0, a1, b1 = other.box_mm
                assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0, (place.key, other.key)


def test_both_cribs_are_one_zone() -> None:
    assert LONG_BOARD.zones == ("A", "B", "starter", "crib")
    assert LONG_BOARD.place("crib-A").zone == LONG_BOARD.place("crib-B").zone == "crib"


def test_markers_lie_on_the_board() -> None:
    width, height = LONG_BOARD.board_mm
    for marker in LONG_BOARD.markers:
        for x, y in marker.corners_mm():
            assert abs(x) < width / 2
            assert abs(y) < height / 2


def test_an_empty_file_is_the_long_board() -> None:
    assert layout_from_toml("") == LONG_BOARD


def test_a_file_changes_what_it_names() -> None:
    layout = layout_from_toml(
        '[board]\ntop_mm = 8\n[[place]]\nkey = "left"\nzone = "A"\nbox_mm = [0, 0, 100, 100]\nview_from = "B"\n'
    )
    assert layout.places == (Place("left", "A", (0, 0, 100, 100), "B"),)
    assert layout.board_top_mm == 8
    assert layout.markers == LONG_BOARD.markers


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[place", "not TOML"),
        ('[[place]]\nzone = "A"\n', "place 1: box_mm is missing: it must be 4 numbers of mm"),
        ('[[place]]\nzone = "A"\nbox_mm = [0, 0, "a", 1]\n', "place 1: box_mm must be 4 numbers"),
        ('[[place]]\nzone = "A"\nbox_mm = [0, 0, 20, 20]\n', "smaller than a card"),
        ("[[place]]\nbox_mm = [0, 0, 100, 100]\n", "neither key nor zone"),
        (
            '[[place]]\nzone = "A"\nbox_mm = [0, 0, 99, 99]\nview_from = "C"\n',
            'place 1: view_from is "C"; it may be A, B',
        ),
        ('[[place]]\nzone = "A"\nbox_mm = [0,0,99,99]\n' * 2, "place A is given twice"),
        ("[[marker]]\nid = 1\ncenter_mm = [0, 0]\n", "at least 3"),
        (
            "[[marker]]\nid = 1\ncenter_mm = [0, 0]\nsize_mm = 0\n",
            "marker 1: size_mm is 0, not above 0 and at most 10000",
        ),
        ("[[place]]\nzone = 3\nbox_mm = [0, 0, 99, 99]\n", "place 1: zone must be text in quotes, .*, not 3"),
        ("[[marker]]\ncenter_mm = [0, 0]\n", "marker 1: id is missing: it must be a whole number"),
        ("[board]\ntop_mm = -1\n", "top_mm"),
        ("[board]\nsize_mm = [1]\n", "board: size_mm must be 2 numbers"),
        ("[[places]]\n", "there is no 'places'; did you mean place?"),
        ("[place]\n", r"place must be written as \[\[place\]\]"),
        ("[[board]]\n", r"board must be written as \[board\]"),
        ("[board]\ntop = 8\n", "board: there is no 'top'; did you mean top_mm?"),
        ('[[place]]\nzone = "A"\nbox = [0, 0, 99, 99]\n', "place 1: there is no 'box'; did you mean box_mm?"),
    ],
)
def test_a_bad_file_says_which_entry(text: str, says: str) -> None:
    with pytest.raises(BadLayout, match=says):
        layout_from_toml(text)


FITTING = (
    ("A", "[-230, -230, 110, -75]"), ("B", "[-230, 75, 110, 230]"),
    ("starter", "[235, -60, 335, 60]"), ("crib", "[120, -230, 335, -75]"),
)  # fmt: skip


def file_of(tmp_path: Path, places: Iterable[tuple[str, str]]) -> str:
    file = tmp_path / "table.toml"
    entries = [
        f'[[place]]\nkey = "{n}"\nzone = "{zone}"\nbox_mm = {box}\n' for n, (zone, box) in enumerate(places)
    ]
    file.write_text("".join(entries))
    return str(file)


def test_a_table_without_a_file_is_the_long_board() -> None:
    assert load_layout("") is LONG_BOARD


def test_a_table_of_its_own_is_taken_from_its_file(tmp_path: Path) -> None:
    layout = load_layout(file_of(tmp_path, FITTING))
    assert layout.zones == LONG_BOARD.zones
    assert len(layout.places) == 4


@pytest.mark.parametrize(
    ("places", "says"),
    [
        (FITTING[:3], "no place has the zone 'crib'"),
        ((*FITTING, ("deck", "[400, 0, 500, 100]")), "there is no zone 'deck'"),
        ((*FITTING, ("crib", "[100, -230, 200, -100]")), "places '0' and '4' overlap"),
    ],
)
def test_a_table_that_cannot_be_played_on_is_refused_with_the_file(
    tmp_path: Path, places: Iterable[tuple[str, str]], says: str
) -> None:
    file = file_of(tmp_path, places)
    with pytest.raises(BadLayout, match=f"^{re.escape(file)}: {re.escape(says)}"):
        load_layout(file)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_layout_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "table.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadLayout, match=rf"cannot read the table's layout {file}: .*\[eye\]"):
        load_layout(str(file))


def test_a_marker_twice_is_refused() -> None:
    marker = Marker(1, (0, 0), 20)
    with pytest.raises(BadLayout, match="marker 1 is given twice"):
        TableLayout(TABLE_ZONES, (marker, marker, Marker(2, (50, 0), 20)))
