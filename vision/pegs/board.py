"""A board whose pegs the camera reads: where every hole of every track lies. Data only.

Millimetres as in `vision.layout`: origin at the centre of the board, x to the right, y away from player A; all holes
lie on the board's top, where the markers are. A board is a TOML file, made by ``pegwatch board learn``::

    name = "club-maple"
    title = "Maple board from the club"
    hole_diameter_mm = 3.2
    game_hole = 121
    game_mm = [200.0, 0.0]
    [tracks.A]
    first = -2                     # the number of the first hole; the others follow in the order of play
    holes_mm = [[-190.0, 30.0], ...]

A board of 60 holes a player and a game hole that is walked twice has ``laps = 2``; its holes are numbered to 60, and
which of its two scores a hole stands for is found by history (`firmware.laps`).
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from msgspec import Meta, Struct

from firmware.box.shapes import NotToml, Unfit, brief, fitted, from_toml, text_of
from vision.arrays import Matrix

Point: TypeAlias = tuple[float, float]
GAME: Final = "game"
"""The name of the game hole, which all tracks share."""
NEEDED_FROM: Final = -1  # a track has two start holes at least: -1 and 0
_NEAR: Final = 1.6  # holes this many spacings apart are neighbours
_FARTHEST_MM: Final = 1_000.0
_MOST_CHARACTERS: Final = 200_000
_SAME_SPOT_MM: Final = 0.5


class PegBoardError(ValueError):
    """A board that cannot be right; one line that names the entry and says why."""

    def __init__(self, what: str) -> None:
        text = " ".join(what.split())
        super().__init__(text if text.isprintable() else ascii(text)[1:-1])


@dataclass(frozen=True)
class PegBoard:
    """The holes of one board; `tracks` maps each player to {number: (x, y) in mm}, without the game hole.

    `laps`: how often its holes are walked before the game hole.
    """

    name: str
    title: str
    tracks: Mapping[str, Mapping[int, Point]]
    game_mm: Point
    game_hole: int = 121
    hole_diameter_mm: float = 3.2
    laps: int = 1

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", self.name):
            raise PegBoardError(
                f"name: {self.name!r:.60} must be small letters, digits and dashes, at most 40 of them"
            )
        if not 1.0 <= self.hole_diameter_mm <= 10.0:
            raise PegBoardError(f"hole_diameter_mm is {self.hole_diameter_mm:g}, not between 1 and 10")
        if not 2 <= len(self.tracks) <= 4:
            raise PegBoardError(f"there are {len(self.tracks)} tracks; a board has two to four")
        if self.laps < 1 or (self.game_hole - 1) % self.laps:
            raise PegBoardError(f"laps is {self.laps}, which does not part {self.game_hole - 1} holes evenly")
        for player, holes in self.tracks.items():
            if player not in ("A", "B", "C", "D"):
                raise PegBoardError(f"track {player!r:.20}: a track is called A, B, C or D")
            gaps = sorted(set(range(NEEDED_FROM, self.lap + 1)) - holes.keys())
            if gaps:
                raise PegBoardError(f"track {player} has no hole {gaps[0]}: were all of its ends given?")
            if max(holes) > self.lap or min(holes) < -9:
                raise PegBoardError(
                    f"track {player} runs from {min(holes)} to {max(holes)}, not to {self.lap}"
                )
        self._no_two_in_one_spot()

    def _no_two_in_one_spot(self) -> None:
        """Holes of two tracks cannot lie on one another: nobody could say whose peg stands there."""
        spots = [(self.game_mm, GAME, GAME)]
        spots += [
            (at, player, f"{player}{n}") for player, holes in self.tracks.items() for n, at in holes.items()
        ]
        spots.sort(key=lambda spot: spot[0])
        for i, (at, player, name) in enumerate(spots):
            for other_at, other_player, other in spots[i + 1 :]:
                if other_at[0] - at[0] > _SAME_SPOT_MM:
                    break
                if other_player != player and math.dist(at, other_at) < _SAME_SPOT_MM:
                    raise PegBoardError(
                        f"holes {name} and {other} lie on one spot ({at[0]:.1f}, {at[1]:.1f})"
                    )

    @property
    def lap(self) -> int:
        """How many holes of a track are walked before the first comes again: 120, or 60 on a board walked twice."""
        return (self.game_hole - 1) // self.laps

    def hole_of(self, score: int) -> int:
        """The hole of a track that stands for a score, as `firmware.laps.hole_of` says too."""
        return score if score < 1 or score >= self.game_hole else (score - 1) % self.lap + 1

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players that have a track here, in order."""
        return tuple(sorted(self.tracks))

    @cached_property
    def positions_mm(self) -> Mapping[str, Point]:
        """Every hole by its name: ``A22``, ``B-1``, ``game``."""
        named = {f"{who}{n}": at for who in self.players for n, at in sorted(self.tracks[who].items())}
        return {**named, GAME: self.game_mm}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of `positions_mm`, in its order."""
        return tuple(self.positions_mm)

    @cached_property
    def spacing_mm(self) -> float:
        """From hole to hole within a track: the median."""
        steps = [
            math.dist(holes[n], holes[n + 1])
            for holes in self.tracks.values()
            for n in sorted(holes)
            if n + 1 in holes
        ]
        return float(np.median(steps))

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The holes near each hole, of any track."""
        at = self.points
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        near = (apart < _NEAR * self.spacing_mm) & ~np.eye(len(at), dtype=bool)
        return {
            name: frozenset(self.names[j] for j in np.flatnonzero(near[i]))
            for i, name in enumerate(self.names)
        }

    @cached_property
    def points(self) -> Matrix:
        """Positions (n, 2) in mm, in the order of `names`."""
        return np.array(list(self.positions_mm.values()), np.float64)

    def bounds_mm(self, margin_mm: float = 0.0) -> tuple[float, float, float, float]:
        """The smallest rectangle around all holes, and so much more on each side: x0, y0, x1, y1."""
        (x0, y0), (x1, y1) = self.points.min(axis=0), self.points.max(axis=0)
        return float(x0) - margin_mm, float(y0) - margin_mm, float(x1) + margin_mm, float(y1) + margin_mm

    def save(self, path: Path) -> None:
        """Write it, whole or not at all; `OSError` passes through."""
        fresh = path.with_suffix(".new")
        fresh.write_text(self.to_toml(), encoding="utf-8")
        os.replace(fresh, path)

    def to_toml(self) -> str:
        """The text of its file."""
        lines = [
            f'name = "{self.name}"',
            f'title = "{_plain(self.title)}"',
            f"hole_diameter_mm = {self.hole_diameter_mm:.2f}",
            f"game_hole = {self.game_hole}",
            *([f"laps = {self.laps}"] if self.laps > 1 else []),
            f"game_mm = {_pair(self.game_mm)}",
        ]
        for player in self.players:
            holes = self.tracks[player]
            first = min(holes)
            lines += ["", f"[tracks.{player}]", f"first = {first}", "holes_mm = ["]
            lines += [f"  {_pair(holes[n])},  # {n}" for n in sorted(holes)]
            lines.append("]")
        return "\n".join(lines) + "\n"


_Mm: TypeAlias = Annotated[float, Meta(ge=-_FARTHEST_MM, le=_FARTHEST_MM)]
_Place: TypeAlias = Annotated[tuple[_Mm, _Mm], Meta(title=f"two numbers of mm, at most {_FARTHEST_MM:.0f}")]
_Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


class _Track(Struct, frozen=True):
    first: Annotated[int, Meta(ge=-9, le=0)]
    holes_mm: Annotated[list[_Place], Meta(max_length=1000)]


class _Board(Struct, frozen=True):
    """A board's file as it must stand there; what holds for every board is in `PegBoard`."""

    name: _Text
    title: _Text
    hole_diameter_mm: float
    game_hole: Annotated[int, Meta(ge=31, le=999)]
    game_mm: _Place
    tracks: dict[str, _Track]
    laps: Annotated[int, Meta(ge=1, le=4)] = 1


def load_pegboard(path: Path) -> PegBoard:
    """Read a board's file; `PegBoardError` names the file and what is wrong in it."""
    try:
        text = text_of(path, _MOST_CHARACTERS)
        if text is None:
            raise PegBoardError(f"longer than {_MOST_CHARACTERS} characters: no board is")
        return pegboard_from_toml(text)
    except FileNotFoundError:
        raise PegBoardError(f"{path}: there is no such board; make it with pegwatch board learn") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PegBoardError(
            f"{path}: cannot be read: {getattr(error, 'strerror', None) or 'not text'}"
        ) from None
    except PegBoardError as error:
        raise PegBoardError(f"{path}: {error}") from None


def pegboard_from_toml(text: str) -> PegBoard:
    """Read a board from its text; `PegBoardError` says what is wrong."""
    try:
        data = from_toml(text)
        told = fitted(data, _Board)
    except NotToml as error:
        raise PegBoardError(str(error)) from None
    except Unfit as error:
        raise PegBoardError(_said(error, data)) from None
    return PegBoard(
        name=told.name,
        title=told.title,
        tracks={
            player: dict(enumerate(track.holes_mm, track.first)) for player, track in told.tracks.items()
        },
        game_mm=told.game_mm,
        game_hole=told.game_hole,
        hole_diameter_mm=told.hole_diameter_mm,
        laps=told.laps,
    )


def _said(wrong: Unfit, data: Mapping[str, Any]) -> str:
    """What is wrong in a board's file, with the track and the number of the hole."""
    if len(wrong.at) < 2:
        return wrong.line()
    track = f"track {wrong.at[1]!r:.20}"
    first = data["tracks"][wrong.at[1]].get("first") if isinstance(wrong.key, int) else None
    if isinstance(first, int) and isinstance(wrong.key, int):
        return f"{track}, hole {first + wrong.key} must be {wrong.right}, not {brief(wrong.value)}"
    return f"{track}: {wrong.line()}"


def track_of(points: Iterable[Point], first: int = -2) -> dict[int, Point]:
    """A track whose holes come in the order of play, numbered from `first`; hundredths of a mm."""
    return {first + i: (round(float(x), 2), round(float(y), 2)) for i, (x, y) in enumerate(points)}


def _pair(at: Point) -> str:
    return f"[{at[0]:.2f}, {at[1]:.2f}]"


def _plain(text: str) -> str:
    """Fit to stand between quotation marks."""
    return "".join(c for c in text if c.isprintable() and c not in '"\\')[:200] or "board"
