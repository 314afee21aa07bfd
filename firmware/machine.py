"""The machine under the board: its power and heat, as the Pi's firmware tells them, and the room on its disk.

Both are asked through functions that are put in, so that tests and the demo can have any machine they like.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Ask = Callable[[], "int | None"]
"""The bits of ``get_throttled``; None where the machine has no such thing."""
AskShare = Callable[[], "float | None"]
"""How full the disk is, 0 to 1; None where that cannot be told."""

LOOK_EVERY_S: Final = 5.0
DISK_WARNING: Final = 0.85
DISK_ALARM: Final = 0.95
_PLACES: Final = "devices/platform/soc*/soc*:firmware/get_throttled"
# The bits of get_throttled, from the Raspberry Pi documentation: now, and since the start.
_LOW_NOW, _LOW_SINCE = 1 << 0, 1 << 16
_SLOWED_NOW, _SLOWED_SINCE = 0b1110, 0b1110 << 16  # capped, throttled, or at the soft temperature limit
_NO_ANSWER_S: Final = 0.3  # what is judged waits for it


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is wrong: a code of `firmware.faults` and a few words more."""

    code: str
    detail: str = ""


class MachineWatch:
    """Looks at the machine every few seconds."""

    def __init__(self, throttled: Ask, disk_share: AskShare) -> None:
        self._throttled = throttled
        self._disk_share = disk_share
        self._looked_at = float("-inf")
        self.troubles: tuple[Trouble, ...] = ()
        """What is wrong, as of the last look."""

    @property
    def is_tired(self) -> bool:
        """Whether the machine is short of power or slowed down now: anything that can do with less should."""
        return any(trouble.code in ("power-low", "throttled") for trouble in self.troubles)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for a new game."""
        return any(trouble.code == "disk-full" for trouble in self.troubles)

    def look(self, t: float) -> bool:
        """Look if it is time to; whether anything has changed."""
        if t - self._looked_at < LOOK_EVERY_S:
            return False
        self._looked_at = t
        before = self.troubles
        self.troubles = (*power_troubles(self._throttled()), *disk_troubles(self._disk_share()))
        return self.troubles != before


def power_troubles(bits: int | None) -> list[Trouble]:
    """What the bits of get_throttled say; a trouble of this moment is not also told as one of the past."""
    if not bits:
        return []
    found = []
    for now, since, code, past in (
        (_LOW_NOW, _LOW_SINCE, "power-low", "power-was-low"),
        (_SLOWED_NOW, _SLOWED_SINCE, "throttled", "was-throttled"),
    ):
        if bits & (now | since):
            found.append(Trouble(code if bits & now else past))
    return found


def disk_troubles(share: float | None) -> list[Trouble]:
    """What there is to say of a disk that is this full."""
    if share is None or share < DISK_WARNING:
        return []
    return [Trouble("disk-full" if share >= DISK_ALARM else "disk-filling", f"{share:.0%} full")]


def disk_share(folder: Path) -> float | None:
    """How full the disk of a folder is, 0 to 1, as ``df`` tells it."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return usage.used / (usage.used + usage.free) if usage.total else None


def read_throttled(sys: Path = Path("/sys")) -> int | None:
    """Ask the Pi's firmware: through /sys, else through vcgencmd; None on another machine."""
    for place in sorted(sys.glob(_PLACES)):
        try:
            return int(place.read_text(encoding="ascii").strip(), 16)
        except (OSError, ValueError):
            continue
    return _from_vcgencmd()


def _from_vcgencmd() -> int | None:
    tool = shutil.which("vcgencmd")
    if tool is None:
        return None
    try:
        said = subprocess.run(
            [tool, "get_throttled"], capture_output=True, text=True, timeout=_NO_ANSWER_S, check=True
        ).stdout
        return int(said.strip().removeprefix("throttled="), 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
