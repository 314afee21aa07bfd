"""What the page may ask of an update, and what it is told: files, because the page must not be able to install.

The page's user owns `folder` (in the data folder): there lie the archive, its signed sum and a request of one
word. Root takes them from there (`pegwatch.rootupdate`), trusts nothing of them but what a key signed that root alone
can put on the machine, and says in `told`, which only root writes, how it goes. No right crosses this door:
anyone who owns the page gets an archive looked at, and that is all.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from cribbage.shown.policy import is_settled
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import GameInfo, Stored
from firmware.box.pieces import add_piece

FOLDER: Final = "update"
FOLDERS: Final = (Path("/var/lib/pegwatch") / FOLDER, Path("/var/lib/pegwatch-hub") / FOLDER)
"""Where root looks: the table's page puts things into the first, the hub's into the second."""
ARCHIVE: Final = "archive"
SIGNED: Final = "signed"
REQUEST: Final = "request"
TOLD: Final = Path("/run/pegwatch-update/told.json")
KEY: Final = Path("/etc/pegwatch/release.pub")
OPT: Final = Path("/opt/pegwatch")
LARGEST: Final = {ARCHIVE: 64 << 20, SIGNED: 4096}
"""Bytes of each file that is taken in: an archive has 14 million."""
QUIET_S: Final = 1800.0
"""A game without sanction to which nothing has come for so long was left: its players are not in the middle of it."""
_TOO_LONG_S: Final = 5400.0
Part: TypeAlias = Literal["archive", "signed"]
Want: TypeAlias = Literal["install", "back"]
State: TypeAlias = Literal["none", "asked", "checking", "trying", "done", "refused"]
Why: TypeAlias = Literal["", "key", "signed", "archive", "version", "older", "same", "game", "back", "failed"]
GOING: Final = ("asked", "checking", "trying")


@dataclass(frozen=True, slots=True)
class Going:
    """How an update goes: `why` it was refused, in a code of ours, `line` what the installer said of it, `version`
    the one that runs after it, `at` wall time, s."""

    state: State = "none"
    want: Want = "install"
    why: Why = ""
    line: str = ""
    version: str = ""
    at: float = 0.0


class Games(Protocol):
    """What this module needs of a journal; the page's table offers it too."""

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        ...

    def events(self, after: int = 0, game: int | None = None) -> Iterable[Stored]:
        """The events of a game."""
        ...


def is_game_on(table: Games, now: float | None = None, quiet_s: float = math.inf) -> bool:
    """Whether somebody is in the middle of a game: no update stops a table while they play. A sanctioned game is
    on until it is settled (9.5), whatever the clock says. `quiet_s`: of the pulse, for the time of day of a Pi jumps
    when it first hears of a network, which may be in the middle of a game; the time of day tells how long ago a game
    was left that nobody has gone on with since this machine started."""
    games = table.games()
    if not games:
        return False
    board, at = Scoreboard.empty(), 0.0
    for stored in table.events(game=games[-1].game):
        board, at = board.apply(stored.event), stored.at
    if not board.has_game or is_settled(board):
        return False
    now = time.time() if now is None else now
    return board.mode == "sanctioned" or min(abs(now - at), quiet_s) < QUIET_S


@dataclass(frozen=True, slots=True)
class UpdateDoor:
    """The page's side of the door."""

    folder: Path
    told: Path = TOLD
    key: Path = KEY
    opt: Path = OPT

    def is_open(self) -> bool:
        """Whether this machine takes updates from the page at all: installed as an appliance, and its owner has put a
        key there by hand."""
        return self.key.is_file() and self.folder.is_dir() and (self.opt / "current").exists()

    def version(self) -> str:
        """The version that runs; "" where none is installed."""
        return _line(self.opt / "current/VERSION")

    def previous(self) -> str:
        """The version before it; "" where there is none to go back to."""
        return _line(self.opt / "previous/VERSION")

    def take(self, part: Part, at: int, piece: bytes) -> int:
        """Add a piece of a file; how many bytes are there now. `TooLarge`, or `OSError` where there is no room."""
        return add_piece(self.folder / part, at, piece, LARGEST[part])

    def ask(self, want: Want) -> None:
        """Put the request there: root takes it up. `OSError` where it cannot be written."""
        part = self.folder / f"{REQUEST}.part"
        part.write_text(f"{want}\n", encoding="ascii")
        os.replace(part, self.folder / REQUEST)

    def forget(self) -> None:
        """What came is not wanted."""
        for name in (REQUEST, ARCHIVE, SIGNED):
            with contextlib.suppress(OSError):
                (self.folder / name).unlink(missing_ok=True)

    def going(self) -> Going:
        """How it goes, or went since the machine started."""
        if (self.folder / REQUEST).exists():
            return Going("asked")
        try:
            going = msgspec.json.decode(self.told.read_bytes(), type=Going)
        except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
            return Going()
        ended = going.state in GOING and abs(time.time() - going.at) > _TOO_LONG_S
        return Going("refused", going.want, "failed") if ended else going


def tell(told: Path, going: Going) -> None:
    """Root's word, whole or not at all, for everybody to read."""
    fresh = told.with_name(f"{told.name}.new")
    fresh.write_text(json.dumps(asdict(going)), encoding="utf-8")
    fresh.chmod(0o644)
    os.replace(fresh, told)


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()[:40]
    except (OSError, UnicodeDecodeError):
        return ""
