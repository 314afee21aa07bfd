"""The lamp and the push buttons beside the board, without the pins: what the lamp shows, when a button counts. Pure.

The lamp tells of the device and never of the score: `Lamp.of` is not even told what was pegged, so in no
mode can a player read from it whether a count was right.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from cribbage.log.observations import Said
from firmware.debounce import SCAN_PERIOD_S

Button = tuple[str, str]
"""(player, ``judge`` or ``accept``)."""

LEVELS_EQUAL: Final = 3


class Lamp(Enum):
    """What the status lamp does; the values are (period in s, share of it that is lit)."""

    OFF = (1.0, 0.0)
    STEADY = (1.0, 1.0)
    SLOW = (2.0, 0.5)
    FAST = (0.4, 0.5)
    WINK = (3.0, 0.9)

    @classmethod
    def of(cls, *, following: bool, stale: bool, asked: bool, judge_called: bool) -> Lamp:
        """Fast: a judge was called. Slow: the board or the camera is not followed. Wink: a question is open."""
        if judge_called:
            return cls.FAST
        if stale:
            return cls.SLOW
        if asked:
            return cls.WINK
        return cls.STEADY if following else cls.OFF

    def is_lit(self, t: float) -> bool:
        """Whether the lamp is lit at time `t` (s)."""
        period_s, share = self.value
        return t % period_s < period_s * share


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed at `t`: to be taken as `Said(t, player, what)`."""

    t: float
    player: str
    what: str


class ButtonDebouncer:
    """Takes in which buttons are down, scan by scan; a press counts once, after three equal scans."""

    def __init__(self, levels_equal: int = LEVELS_EQUAL) -> None:
        self._levels_equal = levels_equal
        self._down: set[Button] = set()
        self._pending: dict[Button, tuple[int, float]] = {}

    def feed(self, t: float, down: Collection[Button]) -> list[Pressed]:
        """The presses that this scan made certain; their time is that of the first of the equal scans."""
        out: list[Pressed] = []
        changed = self._down.symmetric_difference(down)
        self._pending = {button: seen for button, seen in self._pending.items() if button in changed}
        for button in sorted(changed):
            count, since = self._pending.get(button, (0, t))
            if count + 1 < self._levels_equal:
                self._pending[button] = (count + 1, since)
                continue
            del self._pending[button]
            if button in self._down:
                self._down.remove(button)
            else:
                self._down.add(button)
                out.append(Pressed(since, *button))
        return out

    @property
    def busy(self) -> bool:
        """Whether another scan is wanted soon."""
        return bool(self._pending)

    def watermark(self, t: float) -> float:
        """Every press before this time has been handed out, `t` being the time of the last scan."""
        return min((since for _, since in self._pending.values()), default=t)


class Panel(Protocol):
    """What is fitted beside the board."""

    def down(self) -> frozenset[Button]:
        """The buttons that are held down at this moment."""
        ...

    def show(self, lit: bool) -> None:
        """Light the lamp or put it out."""
        ...


class PanelWatch:
    """One panel, looked at with every scan: presses become something said, and the lamp blinks."""

    def __init__(self, panel: Panel | None) -> None:
        self._panel = panel
        self._buttons = ButtonDebouncer()

    def down(self) -> frozenset[Button]:
        """The buttons that are held down at this moment."""
        return self._panel.down() if self._panel is not None else frozenset()

    def feed(self, t: float, down: frozenset[Button]) -> list[Said]:
        """What was said by the presses that one look at the buttons, at table time `t`, made certain."""
        return [Said(press.t, press.player, press.what) for press in self._buttons.feed(t, down)]

    def show(self, t: float, lamp: Lamp) -> None:
        """Have the lamp as it is to be at `t`."""
        if self._panel is not None:
            self._panel.show(lamp.is_lit(t))

    def next_wake(self, t: float) -> float | None:
        """When another scan is wanted, `t` being the time of the last; None while no button moves."""
        return t + SCAN_PERIOD_S if self._buttons.busy else None

    def watermark(self, t: float) -> float:
        """Every press before this time has been handed out, `t` being the time of the last scan."""
        return self._buttons.watermark(t)
