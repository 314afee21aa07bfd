"""Where the zones, the board and its markers are on the table, in millimetres. Data only.

The origin is the centre of the board; x runs to the right along the board and y away from player A, who
sits at negative y and looks towards positive y. Player B sits opposite. Another table is another TOML file, named by
the setting ``[eye] layout``; what it leaves out is as on the long board::

    [board]
    size_mm = [450, 100]
    top_mm = 20          # the board's top with the markers lies this high above the table
    [[place]]
    key = "A"            # unique
    zone = "A"           # name of the table log, A to D, starter or crib; two places may share one
    box_mm = [-230, -230, 110, -75]
    view_from = "A"
    [[marker]]
    id = 0
    center_mm = [-208, -34]
    size_mm = 20
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from firmware.box.shapes import NotToml, Unfit, fitted, from_toml, text_of

_FARTHEST_MM: Final = 10_000
_Mm: TypeAlias = Annotated[float, Meta(ge=-_FARTHEST_MM, le=_FARTHEST_MM)]
BoxMm: TypeAlias = tuple[float, float, float, float]
Seat: TypeAlias = Literal["A", "B"]

CARD_WIDTH_MM: Final = 63.0
CARD_HEIGHT_MM: Final = 88.0
MORE_SEATS: Final = ("C", "D")
"""Zones of a third and a fourth player: a layout may have places for them; without one they are never read."""
_LONGEST_WORD: Final = 300
_MOST_CHARACTERS: Final = 100_000


class BadLayout(ValueError):
    """A table layout that cannot be used; the message says which entry and why."""

    def __init__(self, what: str) -> None:
        text = " ".join(what.split())
        text = text if text.isprintable() else ascii(text)[1:-1]
        super().__init__(text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]} ...")


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of the table where cards of one zone may lie; seen from the side of `view_from` it is upright."""

    key: str
    zone: str
    box_mm: BoxMm
    view_from: Seat = "A"

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = self.box_mm
        if x1 - x0 < CARD_WIDTH_MM or y1 - y0 < CARD_WIDTH_MM:
            raise BadLayout(
                f"place {self.key!r}: {self.box_mm} is smaller than a card (x0, y0, x1, y1 in mm)"
            )

    @property
    def width_mm(self) -> float:
        """Extent along x."""
        return self.box_mm[2] - self.box_mm[0]

    @property
    def height_mm(self) -> float:
        """Extent along y."""
        return self.box_mm[3] - self.box_mm[1]

    @property
    def center_mm(self) -> tuple[float, float]:
        """Middle of the rectangle."""
        x0, y0, x1, y1 = self.box_mm
        return (x0 + x1) / 2, (y0 + y1) / 2

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the table lies inside."""
        x0, y0, x1, y1 = self.box_mm
        return x0 <= x_mm <= x1 and y0 <= y_mm <= y1


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker of the board: its number, its middle, the side of its black square (mm)."""

    id: int
    center_mm: tuple[float, float]
    size_mm: float

    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from above, from the top left as player A sees it."""
        (x, y), h = self.center_mm, self.size_mm / 2
        return ((x - h, y + h), (x + h, y + h), (x + h, y - h), (x - h, y - h))


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places, the markers and the board of a kind of table.

    The markers lie on the board's top, `board_top_mm` above the table on which the cards lie.
    """

    places: tuple[Place, ...]
    markers: tuple[Marker, ...]
    board_mm: tuple[float, float] = (450.0, 100.0)
    board_top_mm: float = 20.0

    def __post_init__(self) -> None:
        keys = [place.key for place in self.places]
        ids = [marker.id for marker in self.markers]
        for what, names in (("place", keys), ("marker", [str(i) for i in ids])):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise BadLayout(f"{what} {twice[0]} is given twice")
        if len(ids) < 3:
            raise BadLayout(f"{len(ids)} markers: at least 3 are needed to find the table")

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones, each once, in order."""
        return tuple(dict.fromkeys(place.zone for place in self.places))

    def place(self, key: str) -> Place:
        """The place of a key; `KeyError` when there is none."""
        for place in self.places:
            if place.key == key:
                return place
        raise KeyError(key)

    def bounds_mm(self) -> BoxMm:
        """The smallest rectangle around the board and all places."""
        w, h = self.board_mm
        boxes = [place.box_mm for place in self.places] + [(-w / 2, -h / 2, w / 2, h / 2)]
        return (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )


TABLE_ZONES: Final[tuple[Place, ...]] = (
    Place("A", "A", (-230.0, -230.0, 110.0, -75.0), "A"),
    Place("B", "B", (-230.0, 75.0, 110.0, 230.0), "B"),
    Place("starter", "starter", (235.0, -60.0, 335.0, 60.0), "A"),
    Place("crib-A", "crib", (120.0, -230.0, 335.0, -75.0), "A"),
    Place("crib-B", "crib", (120.0, 75.0, 335.0, 230.0), "B"),
)
"""Where cards lie. The crib lies at its dealer's right: ``crib-A`` when A deals, ``crib-B`` when B deals."""

MARKERS: Final[tuple[Marker, ...]] = (
    Marker(0, (-208.0, 34.0), 20.0),
    Marker(1, (208.0, 34.0), 20.0),
    Marker(2, (208.0, -34.0), 20.0),
    Marker(3, (-208.0, -34.0), 20.0),
)
"""In the corners of the board, clockwise from top left as player A sees it (ArUco dictionary 4x4, 50)."""

LONG_BOARD: Final = TableLayout(TABLE_ZONES, MARKERS)
_Two: TypeAlias = Annotated[tuple[_Mm, _Mm], Meta(title=f"2 numbers of mm, at most {_FARTHEST_MM}")]
_Four: TypeAlias = Annotated[
    tuple[_Mm, _Mm, _Mm, _Mm], Meta(title=f"4 numbers of mm, at most {_FARTHEST_MM}: x0, y0, x1, y1")
]
_Word: TypeAlias = Annotated[str, Meta(max_length=80)]


class _Board(Struct, frozen=True):
    size_mm: _Two = LONG_BOARD.board_mm
    top_mm: Annotated[float, Meta(ge=0, le=_FARTHEST_MM)] = LONG_BOARD.board_top_mm


class _Place(Struct, frozen=True):
    box_mm: _Four
    key: _Word = ""
    zone: _Word = ""
    view_from: Seat = "A"


class _Marker(Struct, frozen=True):
    id: Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
    center_mm: _Two
    size_mm: Annotated[float, Meta(gt=0, le=_FARTHEST_MM)] = 20.0


class _Layout(Struct, frozen=True):
    board: _Board = _Board()
    place: list[_Place] = []
    marker: list[_Marker] = []


def load_layout(file: str) -> TableLayout:
    """The layout from a file, checked that a game can be played on it; the long board's if `file` is empty.

    A game needs every zone at least once, and no two places may overlap. Raises `BadLayout` that names file and
    entry.
    """
    if not file:
        return LONG_BOARD
    try:
        text = text_of(Path(file), _MOST_CHARACTERS)
        if text is None:
            raise BadLayout(f"longer than {_MOST_CHARACTERS} characters: no layout is")
        layout = layout_from_toml(text)
        _fit_to_play_on(layout)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadLayout(f"cannot read the table's layout {file}: {why}; fix layout under [eye]") from error
    except BadLayout as error:
        raise BadLayout(f"{file}: {error}") from error
    return layout


def _fit_to_play_on(layout: TableLayout) -> None:
    for zone in LONG_BOARD.zones:
        if zone not in layout.zones:
            raise BadLayout(f"no place has the zone {zone!r}; a game needs {', '.join(LONG_BOARD.zones)}")
    for zone in layout.zones:
        if zone not in (*LONG_BOARD.zones, *MORE_SEATS):
            raise BadLayout(
                f"there is no zone {zone!r}; there are {', '.join((*LONG_BOARD.zones, *MORE_SEATS))}"
            )
    for one, other in combinations(layout.places, 2):
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = one.box_mm, other.box_mm
        if ax0 < bx1 and bx0 < ax1 and ay0 < by1 and by0 < ay1:
            raise BadLayout(f"places {one.key!r} and {other.key!r} overlap: a card there would be read twice")


def layout_from_toml(text: str) -> TableLayout:
    """A layout from TOML; what is missing is taken from `LONG_BOARD`. Raises `BadLayout` that names the entry."""
    try:
        told = fitted(from_toml(text), _Layout)
    except NotToml as error:
        raise BadLayout(str(error)) from error
    except Unfit as error:
        where = " ".join(str(step + 1 if isinstance(step, int) else step) for step in error.at)
        raise BadLayout(f"{where}: {error.line()}" if where else error.line()) from error
    places = tuple(_place(number, entry) for number, entry in enumerate(told.place, 1))
    markers = tuple(Marker(entry.id, entry.center_mm, entry.size_mm) for entry in told.marker)
    return TableLayout(places or TABLE_ZONES, markers or MARKERS, told.board.size_mm, told.board.top_mm)


def _place(number: int, entry: _Place) -> Place:
    """A place from its entry, in which key or zone may be left out if they are the same."""
    if not (entry.key or entry.zone):
        raise BadLayout(f"place {number}: has neither key nor zone")
    return Place(entry.key or entry.zone, entry.zone or entry.key, entry.box_mm, entry.view_from)
