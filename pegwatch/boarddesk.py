"""The eye's desk for learning a board on the page: a picture of it when empty, its ends as tapped, the numbering.

Contract. In: pictures of now, orders of the page (``board-look``, ``board-ends`` with the tapped holes,
``board-turn`` with a track that was tapped the wrong way round, ``board-keep``, ``board-drop``; ``board-lap`` while a
game is on). Out: what the page shows (`state`, and `PICTURE` in the run folder), the files of the board that was
kept. Nothing is written to the board's files before it is kept, and the board of before is put aside, not lost. A
look costs a second or two, in which the eye does nothing else: so not while a game is on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import msgspec
import numpy as np

from pegwatch.boardlearn import PICTURES, MovedError, save_learnt, steady_top
from pegwatch.failure import PegwatchError
from pegwatch.pegsbyeye import PegFollower
from vision.arrays import Matrix, Picture
from vision.frames import Frame
from vision.layout import TableLayout
from vision.pegs.board import PegBoard, PegBoardError
from vision.pegs.direction import backwards
from vision.pegs.learn import FEWEST, LearnError, find_holes, holes_px, number_tracks, with_tracks

PICTURE: Final = "learn.jpg"
NONE, FOUND, NUMBERED = "none", "found", "numbered"
Json = dict[str, Any]


class _Ends(msgspec.Struct):
    """An order's taps, as numbers of found holes: first and last of each track, and the game hole."""

    tracks: dict[Literal["A", "B", "C", "D"], tuple[int, int]]
    game: int


class BoardDesk:
    """Learns one board; `grab` takes a full picture of now, `file` is where it is kept, `run` the run folder."""

    def __init__(self, grab: Callable[[], Frame | None], layout: TableLayout, file: Path, run: Path) -> None:
        self._grab = grab
        self._layout = layout
        self._file = file
        self._picture = run / PICTURE
        self._frames: Sequence[Frame] = ()
        self._top: Picture | None = None
        self._holes: Matrix | None = None
        self._board: PegBoard | None = None
        self._ends: dict[str, tuple[int, int]] = {}
        self._game = 0
        self._shown = 0
        self.follower: Callable[[], PegFollower | None] = lambda: None
        """What follows the pegs now: it is asked for laps that are not clear."""

    def order(self, order: Mapping[str, Any]) -> Json:
        """Carry out an order of the page; ``code`` says what came of it, for the page's own words."""
        act = order.get("do")
        try:
            if act == "board-look":
                return self._look()
            if act == "board-ends":
                return self._number(order)
            if act == "board-turn":
                return self._turn(order.get("track"))
            if act == "board-lap":
                return self._lap(order)
            if act == "board-keep":
                return self._keep()
            self._drop()
            return {"ok": True, "code": "board-dropped"}
        except LearnError as error:
            return {"ok": False, "code": f"board-{error.code}", "fill": error.fill, "why": str(error)}
        except MovedError as error:
            return {"ok": False, "code": "board-moved", "why": str(error)}
        except (PegwatchError, PegBoardError) as error:
            return {"ok": False, "code": "board-not-seen", "why": str(error)}

    def state(self) -> Json:
        """What the page shows: the stage, the picture's size and where in it the holes are (px)."""
        size = [0, 0] if self._top is None else [self._top.shape[1], self._top.shape[0]]
        holes = [] if self._holes is None else np.round(holes_px(self._layout, self._holes), 1).tolist()
        follower = self.follower()
        stage = NONE if self._top is None else FOUND if self._board is None else NUMBERED
        return {
            "stage": stage,
            "size": size,
            "holes": holes,
            "picture": self._shown,
            "learnt": self._file.is_file(),
            "marks": self._marks(),
            "backwards": [] if self._board is None else list(backwards(self._board)),
            "laps": {} if follower is None else {who: list(at) for who, at in follower.lap_asked.items()},
        }

    # --- orders

    def _look(self) -> Json:
        frames = [frame for frame in (self._grab() for _ in range(PICTURES)) if frame is not None]
        if not frames:
            return {"ok": False, "code": "no-picture"}
        top, _ = steady_top(frames, self._layout)
        holes = find_holes(top, self._layout)
        if len(holes) < FEWEST:
            raise LearnError(f"only {len(holes)} holes were found", "few", n=len(holes), least=FEWEST)
        self._frames, self._top, self._holes, self._board = frames, top, holes, None
        self._show(top)
        return {"ok": True, "code": "board-found", "fill": {"n": len(holes)}}

    def _number(self, order: Mapping[str, Any]) -> Json:
        if self._top is None or self._holes is None:
            return {"ok": False, "code": "board-none"}
        try:
            told = msgspec.convert({"tracks": order.get("tracks"), "game": order.get("game")}, _Ends)
        except msgspec.ValidationError as error:
            raise LearnError("the ends of two tracks and the game hole are needed", "ends") from error
        ends: dict[str, tuple[int, int]] = {who: told.tracks[who] for who in sorted(told.tracks)}
        return self._numbered(ends, told.game)

    def _numbered(self, ends: dict[str, tuple[int, int]], game: int) -> Json:
        assert self._top is not None
        assert self._holes is not None
        board = number_tracks("table", "the board learnt on the page", self._holes, ends, game)
        self._board, self._game = board, game
        self._ends = {who: (first, last or self._last_of(board, who)) for who, (first, last) in ends.items()}
        self._show(with_tracks(self._top, board, self._layout))
        turned = backwards(board)
        if turned:
            return {"ok": True, "code": "board-backwards", "fill": {"track": ", ".join(turned)}}
        return {"ok": True, "code": "board-numbered"}

    def _last_of(self, board: PegBoard, who: str) -> int:
        """The number of the found hole that is a track's last."""
        assert self._holes is not None
        return int(np.linalg.norm(self._holes - np.array(board.tracks[who][board.lap]), axis=1).argmin()) + 1

    def _turn(self, track: object) -> Json:
        """Number a track from its other end."""
        if self._board is None or track not in self._ends:
            return {"ok": False, "code": "board-none"}
        first, last = self._ends[str(track)]
        return self._numbered({**self._ends, str(track): (last, first)}, self._game)

    def _lap(self, order: Mapping[str, Any]) -> Json:
        """A person says at which score the front peg of a track is."""
        follower = self.follower()
        track, front = order.get("track"), order.get("front")
        if follower is None or not isinstance(track, str) or not isinstance(front, int):
            return {"ok": False, "code": "lap-not-asked"}
        is_answer = follower.say(track, front)
        return {"ok": is_answer, "code": "lap-said" if is_answer else "lap-not-asked"}

    def _marks(self) -> list[list[Any]]:
        """Of each numbered track the player, hole 1 and the last hole: number and place (px) in the picture."""
        if self._board is None:
            return []
        marks = []
        for who in self._board.players:
            for number in (1, self._board.lap):
                (x, y) = holes_px(self._layout, np.array([self._board.tracks[who][number]]))[0]
                marks.append([who, number, round(float(x), 1), round(float(y), 1)])
        return marks

    def _keep(self) -> Json:
        if self._board is None or self._top is None:
            return {"ok": False, "code": "board-none"}
        frame = self._grab()
        if frame is None:
            return {"ok": False, "code": "no-picture"}
        steady_top([self._frames[0], frame], self._layout)  # nobody has moved board or camera meanwhile
        board = replace(self._board, name=_name_of(self._file))
        _put_aside(self._file)
        save_learnt(board, self._frames, self._top, self._layout, self._file)
        self._drop()
        return {"ok": True, "code": "board-kept"}

    def _drop(self) -> None:
        self._frames, self._top, self._holes, self._board = (), None, None, None

    def _show(self, picture: Picture) -> None:
        coded = cv2.imencode(".jpg", picture)[1].tobytes()
        fresh = self._picture.with_suffix(".new")
        try:
            fresh.write_bytes(coded)
            os.replace(fresh, self._picture)
        except OSError as error:
            raise PegwatchError(f"cannot write {self._picture}: {error.strerror}") from error
        self._shown += 1


def _name_of(file: Path) -> str:
    return file.stem if file.stem.replace("-", "").isalnum() and file.stem.islower() else "table"


def _put_aside(file: Path) -> None:
    """Keep an earlier board's files under a new name."""
    if not file.exists():
        return
    number = 1
    while file.with_name(f"{file.stem}-{number}{file.suffix}").exists():
        number += 1
    try:
        for suffix in (".png", file.suffix):
            one = file.with_suffix(suffix)
            if one.exists():
                one.rename(file.with_name(f"{file.stem}-{number}{suffix}"))
    except OSError as error:
        raise PegwatchError(f"cannot put {file} aside: {error.strerror}") from error
