"""The plan of a running table: what `run` or `demo` decided, written once for its processes to read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from firmware.box.pictures import DEFAULT_BUDGET_MB
from firmware.box.settings import Settings, settings_from
from pegwatch.failure import PegwatchError
from pegwatch.outfile import cannot_write
from pegwatch.simulated.setting import Setting

SENSORS, CAMERA, BOTH, NONE = "sensors", "camera", "both", "none"
LEARNT: Final = "table.toml"
"""The board that was learnt on the page, in the folder of the boards."""


def board_file(settings: Settings, data: Path) -> Path:
    """The file of the board whose pegs the camera reads."""
    return Path(settings.board.holes or data / "boards" / LEARNT)


USUAL_SHAPE: Final = "long-2"
BOARD_SHAPES: Final = (USUAL_SHAPE, "long-3", "loop", "s-shape", "twice")
"""The drawn boards of `vision.scene.kitboards.SHAPES`, by names that need no OpenCV."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table is to be run.

    `speed` is table seconds per real second (infinite: as fast as the processes can follow); `games` how many
    games the simulated players play (0: no end); `faults` what goes wrong on purpose; `setting` how a simulated
    table is set; `pictures_mb` how much disk the pictures kept of readings may take, in MB (0: none are kept).
    `pegs`: by what pegs are read, ``sensors`` (contacts), ``camera``, ``both`` or ``none``; `cards`: ``camera`` or
    ``none``.
    `shape`: the drawn board of a simulated kit (`vision.scene.kitboards.SHAPES`).
    `start`: the score with which simulated players begin each game.
    `walks`: nobody plays at a simulated table, a maker puts a peg into every hole.
    `settings` are those in force when the table was started; what an option said goes over them.
    """

    kind: str  # demo or table
    data: str
    run: str
    seed: int = 1
    games: int = 0
    speed: float = 1.0
    profile: str = "acc-2025"
    mode: str = "club"
    names: Mapping[str, str] = field(default_factory=lambda: {"A": "Ann", "B": "Bob"})
    board: str = "longboard"
    host: str = "0.0.0.0"
    port: int = 8080
    page: bool = True
    threads: int = 1
    faults: tuple[str, ...] = ()
    setting: Setting = field(default_factory=Setting)
    pictures_mb: int = DEFAULT_BUDGET_MB
    settings: Settings = field(default_factory=Settings)
    pegs: str = SENSORS
    cards: str = CAMERA
    walks: bool = False
    start: int = 0
    shape: str = USUAL_SHAPE

    @property
    def has_contacts(self) -> bool:
        """Whether there are contacts in the holes."""
        return self.pegs in (SENSORS, BOTH)

    @property
    def has_pegs_by_eye(self) -> bool:
        """Whether the camera reads the pegs, alone or as a second witness."""
        return self.pegs in (CAMERA, BOTH)

    @property
    def has_two_witnesses(self) -> bool:
        """Whether contacts and camera both tell of the pegs."""
        return self.pegs == BOTH

    @property
    def reads_cards(self) -> bool:
        """Whether the camera reads the cards."""
        return self.cards == CAMERA

    @property
    def has_eye(self) -> bool:
        """Whether a camera looks at the table."""
        return self.reads_cards or self.has_pegs_by_eye

    @property
    def plays_sanctioned(self) -> bool:
        """Whether its pegs are read surely enough for sanctioned games: by contacts, or by a camera alone where the
        keeper says so; pegs that nobody reads never are."""
        return self.has_contacts or (self.has_pegs_by_eye and self.settings.board.sanctioned)

    @property
    def board_file(self) -> Path:
        """The file of the board whose pegs the camera reads: that of the settings, or the one learnt on the page."""
        return board_file(self.settings, Path(self.data))

    @property
    def simulated(self) -> bool:
        """Whether players, board and camera are simulated."""
        return self.kind == "demo"

    def write(self, path: Path) -> None:
        """Write the plan where its processes look for it."""
        body = asdict(self) | {"speed": None if math.isinf(self.speed) else self.speed}
        try:
            path.write_text(json.dumps(body, indent=1), encoding="utf-8")
        except OSError as error:
            raise PegwatchError(cannot_write(path, error, "--data DIR")) from error

    @classmethod
    def read(cls, path: Path) -> Plan:
        """Read a plan; raise `PegwatchError` if there is none."""
        try:
            body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise PegwatchError(
                f"no plan of a table in {path}: start it with pegwatch run or pegwatch demo"
            ) from error
        body["speed"] = math.inf if body["speed"] is None else float(body["speed"])
        body["faults"] = tuple(body["faults"])
        body["setting"] = Setting(**body["setting"])
        body["settings"] = settings_from(body["settings"])
        return cls(**body)
