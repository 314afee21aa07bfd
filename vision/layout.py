"""Where things are on the table, in millimetres: the zones, the board and its markers. Data only.

The origin is the centre of the board; x runs to the right along the board and y away from player A, who
sits at negative y and looks towards positive y. Player B sits opposite. Another table is another TOML file, named by
the setting ``[eye] layout``; what it leaves out is as on the long board::

    [board]
    size_mm = [450, 100]
    top_mm = 20          # the board's top with the markers lies this high above the table
    [[place]]
    key = "A"            # unique
    zone = "A"           # name of the table log; two places may share one
    box_mm = [-230, -230, 110, -75]
    view_from = "A"
    [[marker]]
    id = 0
    center_mm = [-208, -34]
    size_mm = 20
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

BoxMm: TypeAlias = tuple[float, float, float, float]
Seat: TypeAlias = Literal["A", "B"]

CARD_WIDTH_MM: Final = 63.0
CARD_HEIGHT_MM: Final = 88.0
_LONGEST_WORD: Final = 300
_FARTHEST_MM: Final = 10_000
_MOST_CHARACTERS: Final = 100_000


class BadLayout(ValueError):
    """A table layout that cannot be used; the message says which entry and why."""

    def __init__(self, what: str) -> None:
        text = " ".join(what.split())
        text = text if text.isprintable() else ascii(text)[1:-1]
        super().__init__(text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]} ...")


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of the table where cards of one zone may lie; `view_from` says whose way up is up."""

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
        if self.view_from not in ("A", "B"):
            raise BadLayout(f"place {self.key!r}: view_from is {self.view_from!r}, not 'A' or 'B'")

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
    """One ArUco marker of the board: its number, its middle, the side of its black square."""

    id: int
    center_mm: tuple[float, float]
    size_mm: float

    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from above, beginning top left as player A sees it."""
        (x, y), h = self.center_mm, self.size_mm / 2
        return ((x - h, y + h), (x + h, y + h), (x + h, y - h), (x - h, y - h))


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places, the markers and the board of one kind of table.

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
        """The zone names, each once, in order."""
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
_ENTRIES: Final[Mapping[str, tuple[str, ...]]] = {
    "board": ("size_mm", "top_mm"),
    "place": ("key", "zone", "box_mm", "view_from"),
    "marker": ("id", "center_mm", "size_mm"),
}


def load_layout(file: str) -> TableLayout:
    """The layout of a table: the long board's where no file is named, else the file's, fit to play on.

    A game needs every zone once at least, and no place may lie in another. `BadLayout` names file and entry.
    """
    if not file:
        return LONG_BOARD
    try:
        layout = layout_from_toml(_text_of(Path(file)))
        _fit_to_play_on(layout)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadLayout(f"cannot read the table's layout {file}: {why}; fix layout under [eye]") from error
    except BadLayout as error:
        raise BadLayout(f"{file}: {error}") from error
    return layout


def _text_of(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        text = file.read(_MOST_CHARACTERS + 1)
    if len(text) > _MOST_CHARACTERS:
        raise BadLayout(f"longer than {_MOST_CHARACTERS} characters: no layout is")
    return text


def _fit_to_play_on(layout: TableLayout) -> None:
    for zone in LONG_BOARD.zones:
        if zone not in layout.zones:
            raise BadLayout(f"no place has the zone {zone!r}; a game needs {', '.join(LONG_BOARD.zones)}")
    for zone in layout.zones:
        if zone not in LONG_BOARD.zones:
            raise BadLayout(f"there is no zone {zone!r}; there are {', '.join(LONG_BOARD.zones)}")
    for one, other in combinations(layout.places, 2):
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = one.box_mm, other.box_mm
        if ax0 < bx1 and bx0 < ax1 and ay0 < by1 and by0 < ay1:
            raise BadLayout(f"places {one.key!r} and {other.key!r} overlap: a card there would be read twice")


def layout_from_toml(text: str) -> TableLayout:
    """Read a layout; what is missing is taken from `LONG_BOARD`. `BadLayout` names the entry at fault."""
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise BadLayout("a list in it is deeper than any layout's") from error
    except ValueError as error:
        raise BadLayout(f"not TOML: {error}") from error
    _only_known(data)
    places = tuple(_place(i, entry) for i, entry in enumerate(data.get("place", []), 1))
    markers = tuple(_marker(i, entry) for i, entry in enumerate(data.get("marker", []), 1))
    board = data.get("board", {})
    size = _numbers("board", board, "size_mm", 2, LONG_BOARD.board_mm)
    top_mm = board.get("top_mm", LONG_BOARD.board_top_mm)
    if not isinstance(top_mm, int | float) or not 0 <= top_mm <= _FARTHEST_MM:
        raise BadLayout(f"board: top_mm must be a number of mm, 0 or more, not {top_mm!r:.60}")
    return TableLayout(places or TABLE_ZONES, markers or MARKERS, (size[0], size[1]), float(top_mm))


def _only_known(data: Mapping[str, Any]) -> None:
    """A word that means nothing would leave its part as on the long board, in silence."""
    for kind, body in data.items():
        if kind not in _ENTRIES:
            raise BadLayout(f"there is no {kind!r}; {_nearest(kind, tuple(_ENTRIES))}")
        entries = body if isinstance(body, list) else [body]
        if isinstance(body, list) == (kind == "board") or not all(isinstance(e, dict) for e in entries):
            raise BadLayout(f"{kind} must be written as {'[board]' if kind == 'board' else f'[[{kind}]]'}")
        for number, entry in enumerate(entries, 1):
            for name in entry:
                if name not in _ENTRIES[kind]:
                    what = kind if kind == "board" else f"{kind} {number}"
                    raise BadLayout(f"{what}: there is no {name!r}; {_nearest(name, _ENTRIES[kind])}")


def _nearest(wrong: str, right: tuple[str, ...]) -> str:
    close = get_close_matches(wrong, right, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(right)}"


def _numbers(
    what: str, entry: dict[str, Any], key: str, count: int, default: tuple[float, ...] | None = None
) -> tuple[float, ...]:
    value = entry.get(key, default)
    if not isinstance(value, list | tuple) or len(value) != count:
        raise BadLayout(f"{what}: {key} must be {count} numbers, not {value!r:.60}")
    if not all(isinstance(v, int | float) and -_FARTHEST_MM <= v <= _FARTHEST_MM for v in value):
        raise BadLayout(f"{what}: {key} must be {count} numbers of at most {_FARTHEST_MM}, not {value!r:.60}")
    return tuple(float(v) for v in value)


def _place(number: int, entry: dict[str, Any]) -> Place:
    what = f"place {number}"
    box = _numbers(what, entry, "box_mm", 4)
    key = str(entry.get("key", entry.get("zone", "")))
    if not key:
        raise BadLayout(f"{what}: has neither key nor zone")
    seat: Any = entry.get("view_from", "A")
    return Place(key, str(entry.get("zone", key)), (box[0], box[1], box[2], box[3]), seat)


def _marker(number: int, entry: dict[str, Any]) -> Marker:
    what = f"marker {number}"
    x, y = _numbers(what, entry, "center_mm", 2)
    size, id_ = entry.get("size_mm", 20), entry.get("id")
    if not isinstance(id_, int) or not isinstance(size, int | float) or not 0 < size <= _FARTHEST_MM:
        raise BadLayout(f"{what}: needs a whole-number id and a size_mm above 0")
    return Marker(id_, (x, y), float(size))
