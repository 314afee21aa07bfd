"""A simulated chain of 74HC165 on gpiozero's mock pins, true to every edge, that can misbehave on purpose.

* A chip's internal clock is CP OR CE#; it shifts on the rising edge of that while PL# is high.
* PL# low loads all inputs, level sensitive and without a clock.
* Q7 of the first chip is MISO; MOSI is the serial input of the last.

`SimFactory` makes the pins and, as its SPI class, a bus that puts the very same edges on them as gpiozero's
own software SPI does, without the property layers in between; a test compares the two in every mode.
(gpiozero's own also shares one bus among all factories of a process: two simulated boards would read each
other.) A transfer in which every edge does what it should is worked out as a whole; a test compares that with the
edges. The driver above is the real one: `firmware.drivers.spi_chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from gpiozero import InputDevice, OutputDevice
from gpiozero.pins import SPI
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.boardmap import BoardMap
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.sim_hall import SimSwitches
from firmware.drivers.spi_chain import SpiChainDriver
from firmware.geometry import GAME, split_hole

_NONE = (None, None, None, None)


class OutPin(MockPin):  # type: ignore[misc]  # gpiozero has no type hints
    """A pin that the Pi drives: tells the chain of every change of level, and keeps no history."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.hook: Callable[[bool], None] | None = None
        super().__init__(factory, info)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state: bool = value
        if self.hook is not None:
            self.hook(value)
        return True


class InPin(MockPin):  # type: ignore[misc]
    """A pin that the chain drives: its level is whatever the wire has at that moment."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.wire: Callable[[], bool] | None = None
        super().__init__(factory, info)

    def _get_state(self) -> bool:
        return self.wire() if self.wire is not None else bool(self._state)


class SimChain:
    """The chips and the five wires to them. `inputs` is asked for all input levels whenever PL# goes low."""

    def __init__(
        self, board_map: BoardMap, factory: SimFactory, inputs: Callable[[], int], faults: SimFaults
    ) -> None:
        self.board_map = board_map
        self.faults = faults
        self.clocks = 0
        self._inputs = inputs
        self._bits = len(board_map.bits)
        self._all = (1 << self._bits) - 1
        self._register = 0
        self._internal = True
        self._flips: frozenset[int] = frozenset()
        pins = board_map.pins
        self.clock: Any = factory.pin(pins.clock, pin_class=OutPin)
        self.select: Any = factory.pin(pins.select, pin_class=OutPin)
        self.data_out: Any = factory.pin(pins.data_out, pin_class=OutPin)
        self.load: Any = factory.pin(pins.load, pin_class=OutPin)
        self.data_in: Any = factory.pin(pins.data_in, pin_class=InPin)
        self.clock.hook = self._on_clock
        self.select.hook = self._on_select
        self.load.hook = self._on_load
        self.data_in.wire = self.output
        factory.chain = self

    def is_sound(self) -> bool:
        """Whether the selected chips would shift at each rising edge of a clock that rests at 1, and lose nothing."""
        faults = self.faults
        stuck = (faults.clock_stuck, faults.select_stuck, faults.data_out_stuck, faults.break_after)
        return stuck == _NONE and self._internal and not self._loading()

    def shift(self, sent: bytes) -> bytes:
        """What MISO reads at the falling edges while so many bits go through sound chips."""
        count = 8 * len(sent)
        through = self._register << count | int.from_bytes(sent)
        self._register = through & self._all
        answer = through >> self._bits
        for clock in self._flips:
            if 0 <= clock - self.clocks < count:
                answer ^= 1 << (count - 1 - (clock - self.clocks))
        self.clocks += count
        if self.faults.data_in_stuck is not None:
            answer = (1 << count) - 1 if self.faults.data_in_stuck else 0
        return answer.to_bytes(len(sent))

    def output(self) -> bool:
        """The level on MISO."""
        stuck = self.faults.data_in_stuck
        if stuck is not None:
            return bool(stuck)
        level = bool(self._register >> (self._bits - 1))
        return level ^ (self.clocks in self._flips) if self._flips else level

    def _loading(self) -> bool:
        stuck = self.faults.load_stuck
        return not (self.load._state if stuck is None else stuck)

    def _on_load(self, level: bool) -> None:
        if level:
            return
        levels = self._inputs()  # the table goes on whether or not the chips take it in
        if self._loading():
            self._register = levels
        self.clocks = 0
        self._flips = self.faults.draw_flips(self._bits + 8 * self.board_map.tail_bytes)

    def _on_clock(self, level: bool) -> None:
        faults = self.faults
        if faults.clock_stuck is not None:
            level = bool(faults.clock_stuck)
        select = faults.select_stuck
        self._drive(level or bool(self.select._state if select is None else select))

    def _on_select(self, _level: bool) -> None:
        self._on_clock(self.clock._state)

    def _drive(self, internal: bool) -> None:
        """One level of the chips' internal clock; a rising edge shifts."""
        if internal and not self._internal:
            self._shift()
        self._internal = internal

    def _shift(self) -> None:
        faults = self.faults
        if self._loading():
            self._register = self._inputs()
            return
        self.clocks += 1
        stuck = faults.data_out_stuck
        level = self.data_out._state if stuck is None else stuck
        register = ((self._register << 1) & self._all) | (1 if level else 0)
        if faults.break_after is not None:  # the wire from the next chip is open: its pull resistor decides
            gap = 1 << (self._bits - 8 * faults.break_after)
            register = register | gap if faults.break_level else register & ~gap
        self._register = register


class SimBus(SPI):  # type: ignore[misc]
    """An SPI master that puts the same edges on the pins, in the same order, as gpiozero's software SPI."""

    def __init__(
        self, clock_pin: Any, mosi_pin: Any, miso_pin: Any, select_pin: Any, pin_factory: SimFactory
    ) -> None:
        self._devices: list[Any] = []
        self._mode = 0
        self._rate = 500_000
        super().__init__(pin_factory=pin_factory)
        clock, mosi = (OutputDevice(pin, pin_factory=pin_factory) for pin in (clock_pin, mosi_pin))
        miso = InputDevice(miso_pin, pin_factory=pin_factory)
        self._select = OutputDevice(select_pin, active_high=False, pin_factory=pin_factory)
        self._devices = [clock, mosi, miso, self._select]
        self._factory = pin_factory
        self._clock = clock.pin
        self._set_clock = clock.pin._change_state
        self._set_mosi = mosi.pin._change_state
        self._read = miso.pin._get_state

    def transfer(self, data: list[int]) -> list[int]:
        """Send some bytes, most significant bit first, and get as many back."""
        set_clock, set_mosi, read = self._set_clock, self._set_mosi, self._read
        active, late = self._mode < 2, bool(self._mode & 1)
        idle = not active
        self._select.on()
        try:
            chain = self._factory.chain
            if self._mode == 2 and data and self._clock._state and chain is not None and chain.is_sound():
                set_mosi(data[-1] & 1 != 0)
                return list(chain.shift(bytes(data)))
            answer = []
            for word in data:
                got = 0
                for bit in (128, 64, 32, 16, 8, 4, 2, 1):
                    set_mosi(word & bit != 0)
                    set_clock(active)
                    if not late and read():
                        got |= bit
                    set_clock(idle)
                    if late and read():
                        got |= bit
                answer.append(got)
            return answer
        finally:
            self._select.off()

    def close(self) -> None:
        """Give the pins back."""
        for device in self._devices:
            device.close()
        self._devices = []
        super().close()

    @property
    def closed(self) -> bool:
        """Whether the pins were given back."""
        return not self._devices

    def _get_clock_mode(self) -> int:
        return self._mode

    def _set_clock_mode(self, value: int) -> None:
        self._mode = value

    def _get_rate(self) -> int:
        return self._rate

    def _set_rate(self, value: int) -> None:
        self._rate = value


class SimFactory(MockFactory):  # type: ignore[misc]
    """Mock pins of a Raspberry Pi of its own: no state is shared with any other factory. `chain` is what is wired."""

    chain: SimChain | None = None

    def _get_spi_class(self, shared: bool, hardware: bool) -> type[SimBus]:  # noqa: ARG002
        return SimBus


class SimBoard:
    """The contacts or switches of a board: which inputs are pulled low by pegs, and by faults. `clock` gives table
    time (s); without one each look at the inputs is a scan later."""

    def __init__(
        self,
        board_map: BoardMap,
        holes: Callable[[], Collection[str]],
        faults: SimFaults,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._map = board_map
        self._holes = holes
        if board_map.sensor.period_s:
            self._holes = SimSwitches(board_map, holes, clock).told
        self._faults = faults
        self._seen: tuple[object, ...] = ()
        self._levels = 0
        self._before = 0

    def inputs(self) -> int:
        """The level of all inputs at this moment."""
        faults = self._faults
        holes = self._holes()
        seen = (holes, faults.holes_key())
        if seen != self._seen:
            self._levels = self._levels_for(frozenset(holes))
            self._seen = (frozenset(holes), seen[1])
        levels = self._levels
        if faults.bounce_scans:
            levels = faults.bounce(levels, self._map.holes_mask)
        return levels

    def _levels_for(self, holes: frozenset[str]) -> int:
        board, faults = self._map, self._faults
        closed = (set(holes) - self._in_the_air(holes) | faults.stuck_closed) - faults.stuck_open
        for bridged in faults.bridged:
            if bridged & closed:
                closed |= bridged
        return (board.holes_mask & ~board.mask_of(closed)) | board.known_levels

    def _in_the_air(self, holes: frozenset[str]) -> set[str]:
        """The front pegs that somebody holds between their fingers."""
        standing = [split_hole(hole) for hole in holes if hole != GAME]
        fronts = {
            player: max((n for p, n in standing if p == player), default=None)
            for player in self._faults.lifted
        }
        return {f"{player}{number}" for player, number in fronts.items() if number is not None}


class SimulatedBoard(SpiChainDriver):
    """The real driver on a simulated chain; `faults` may be turned at any time."""

    def __init__(
        self,
        board_map: BoardMap,
        holes: Callable[[], Collection[str]],
        faults: SimFaults,
        clock: Callable[[], float] | None = None,
    ) -> None:
        factory = SimFactory()
        self.faults = faults
        self.chain = SimChain(board_map, factory, SimBoard(board_map, holes, faults, clock).inputs, faults)
        super().__init__(board_map, factory)


def open_simulated(
    board_map: BoardMap,
    holes: Callable[[], Collection[str]],
    faults: SimFaults | None = None,
    clock: Callable[[], float] | None = None,
) -> SimulatedBoard:
    """A simulated board whose pegs stand wherever `holes()` says at the moment of each scan; Hall switches tell of
    them at their own moments by `clock` (table time in s; without one each scan is one period later)."""
    return SimulatedBoard(board_map, holes, faults if faults is not None else SimFaults(), clock)
