"""The real chain of 74HC165, read through gpiozero: one SPI transfer after one pulse on PL#.

The serial input of the last chip is held at one level through a scan and at the other through the next, and
a few bytes more than the chain is long are read: they come back only if every chip shifts. The pin factory
is always named: a fall-back to another factory, or to software SPI, is an error (`BoardMissing`) and never
silent.
"""

from __future__ import annotations

import importlib
import os
import re
import traceback
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from gpiozero import OutputDevice, SPIDevice, SPISoftwareFallback
from gpiozero.exc import GPIOPinInUse, SPIFixedRate
from gpiozero.pins.spi import SPISoftware

from firmware.boardmap import BoardMap
from firmware.drivers.base import BoardClosed, BoardFault, BoardMissing, Closing, RawScan

GPIOZERO_AT_LEAST: Final = "2.0.1.post3"
SPI_NODE: Final = "spidev0.0"
FACTORY: Final = "lgpio"


class SpiChainDriver(Closing):
    """Reads a board's chain on the pins of a gpiozero factory.

    `allow_software` admits bit-banged SPI; `own_factory` has the factory closed with the driver.
    """

    def __init__(
        self, board_map: BoardMap, factory: Any, *, allow_software: bool = False, own_factory: bool = False
    ) -> None:
        self.board_map = board_map
        self.factory = factory
        """The pins, for other devices beside the chain."""
        self._own_factory = own_factory
        self._bus: _Bus | None = None
        self._load: Any = None
        length = board_map.stages + board_map.tail_bytes
        self._words = ([0x00] * length, [0xFF] * length)
        self._tails = (bytes(board_map.tail_bytes), b"\xff" * board_map.tail_bytes)
        self._turn = 0
        try:
            self._bus = _Bus(board_map, factory, allow_software=allow_software)
            self._load = OutputDevice(board_map.pins.load, active_high=False, pin_factory=factory)
        except BaseException:
            self.close()
            raise

    def scan(self) -> RawScan:
        """Latch and read the whole chain; raise `BoardFault` when the bus reports an error."""
        bus, load = self._bus, self._load
        if bus is None:
            raise BoardClosed
        self._turn ^= 1
        try:
            load.on()
            load.off()
            words = bytes(bus.transfer(self._words[self._turn]))
        except Exception as error:  # each pin library has errors of its own, without a common base
            raise BoardFault("chain-read", f"the SPI bus failed: {error}") from error
        stages = self.board_map.stages
        return RawScan(words[:stages], words[stages:], self._tails[self._turn])

    def close(self) -> None:
        """Give the pins and the bus back."""
        for device in (self._load, self._bus):
            if device is not None:
                device.close()
        self._load = self._bus = None
        if self._own_factory:
            self._own_factory = False
            self.factory.close()


class _Bus(SPIDevice):  # type: ignore[misc]  # gpiozero has no type hints
    """The SPI bus in the board's mode and rate."""

    def __init__(self, board_map: BoardMap, factory: Any, *, allow_software: bool) -> None:
        pins = board_map.pins
        with warnings.catch_warnings():
            warnings.simplefilter("error", SPISoftwareFallback)
            super().__init__(
                clock_pin=pins.clock,
                mosi_pin=pins.data_out,
                miso_pin=pins.data_in,
                select_pin=pins.select,
                pin_factory=factory,
            )
        try:
            if isinstance(self._spi, SPISoftware) and not allow_software:
                raise BoardMissing(
                    "setup-pins",
                    "the board's pins are not those of the hardware SPI bus, and software SPI is too slow",
                    "Wire the board to GPIO 11, 9, 10 and 8 and write these into the board file.",
                )
            self._spi.clock_mode = board_map.spi_mode
            try:
                self._spi.rate = board_map.rate_hz
            except SPIFixedRate:  # software SPI runs as fast as it can
                if not allow_software:
                    raise
        except BaseException:
            self.close()
            raise

    def transfer(self, words: list[int]) -> list[int]:
        """Send some bytes and get as many back."""
        answer: list[int] = self._spi.transfer(words)
        return answer


def open_board(board_map: BoardMap, dev: Path = Path("/dev")) -> SpiChainDriver:
    """Open the real board; raise `BoardMissing`, which names the exact fix, when it cannot be."""
    check_gpiozero()
    factory = _make_factory(dev)
    try:
        return SpiChainDriver(board_map, factory, own_factory=True)
    except BoardMissing:
        raise
    except SPISoftwareFallback as error:
        missing = missing_spi(dev, error.__context__ or error)
        _let_go(error)
        raise missing from error
    except Exception as error:
        # What this process holds is gpiozero's error, what another one holds is lgpio's own ("GPIO busy").
        if not isinstance(error, GPIOPinInUse) and "busy" not in str(error).lower():
            _let_go(error)
            raise BoardMissing(
                "setup-pins", f"the pins do not open ({error})", "Restart the Pi; then run pegwatch doctor."
            ) from error
        missing = BoardMissing(
            "setup-pins", f"another program holds the pins ({error})", "Stop it, then start again."
        )
        _let_go(error)
        raise missing from error


def _let_go(error: BaseException) -> None:
    """Forget the variables of the calls that have failed. Among them is gpiozero's half-made bus, which holds the
    board's pins for as long as it lives: anyone who tried again would be told that another program holds them."""
    at: BaseException | None = error
    while at is not None:
        traceback.clear_frames(at.__traceback__)
        at = at.__cause__ or at.__context__


def check_gpiozero(installed: str | None = None) -> None:
    """Refuse a gpiozero that breaks on the Pi 5."""
    try:
        installed = installed or version("gpiozero")
    except PackageNotFoundError:
        installed = "0"
    if _order(installed) < _order(GPIOZERO_AT_LEAST):
        raise BoardMissing(
            "setup-gpiozero",
            f"gpiozero {installed} is too old",
            f"Run: pip install 'gpiozero>={GPIOZERO_AT_LEAST}'.",
        )


def check_factory_setting() -> None:
    """Refuse an environment that names another pin factory than ours."""
    named = os.environ.get("GPIOZERO_PIN_FACTORY", FACTORY)
    if named.lower() != FACTORY:
        raise BoardMissing(
            "setup-factory",
            f"GPIOZERO_PIN_FACTORY names {named!r}",
            f"Set GPIOZERO_PIN_FACTORY={FACTORY}, or unset it.",
        )


def missing_spi(dev: Path, cause: BaseException | str) -> BoardMissing:
    """Why the SPI bus cannot be opened, judged by its device node."""
    node = dev / SPI_NODE
    if not node.exists():
        return BoardMissing(
            "setup-spi",
            f"SPI is switched off: there is no {node}",
            "Run: sudo raspi-config nonint do_spi 0 (it writes dtparam=spi=on), then restart the Pi.",
        )
    if not os.access(node, os.R_OK | os.W_OK):
        return BoardMissing(
            "setup-rights",
            f"no right to use {node}",
            "Run: sudo usermod -aG spi,gpio $USER, then log in again.",
        )
    return BoardMissing(
        "setup-spi",
        f"the SPI bus {node} does not open ({cause})",
        "Restart the Pi; then run pegwatch doctor.",
    )


def _make_factory(dev: Path) -> Any:
    """The one pin factory that is ours; never another."""
    check_factory_setting()
    chips = sorted(dev.glob("gpiochip*"))
    try:
        module = importlib.import_module(f"gpiozero.pins.{FACTORY}")
        return module.LGPIOFactory()
    except Exception as error:
        if not chips:
            code, what = "setup-gpio", "this machine has no GPIO pins"
            fix = "The real board needs a Raspberry Pi; on any machine run: pegwatch demo."
        elif isinstance(error, ImportError):
            code, what = "setup-factory", f"the pin library {FACTORY} is not installed ({error})"
            fix = (
                f"On the Pi run: sudo apt install python3-{FACTORY}, and make the environment with"
                " --system-site-packages."
            )
        elif not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            code, what = "setup-rights", f"no right to use {chips[0]}"
            fix = "Run: sudo usermod -aG spi,gpio $USER, then log in again."
        else:
            code, what = "setup-factory", f"the pin factory {FACTORY} does not start ({error})"
            fix = "Set LG_WD to a folder that can be written, then start again."
        raise BoardMissing(code, what, fix) from error


def _order(release: str) -> tuple[int, ...]:
    """A release in an order good enough for gpiozero's: 2.0.1 < 2.0.1.post3 < 2.0.2."""
    found = re.match(r"(\d+)\.?(\d*)\.?(\d*)(?:\.post(\d+))?", release)
    return tuple(int(part or 0) for part in found.groups()) if found else (0,)
