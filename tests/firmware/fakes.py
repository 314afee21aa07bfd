"""Stand-ins for the two kernel interfaces to SPI, each wired to a simulated chain, edge by edge.

`spidev` and `lgpio` are what gpiozero talks to on a Pi. The signatures of `FakeLgpio` are those of lgpio
0.2.2.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from firmware.drivers.sim import SimChain


def hardware_transfer(chain: SimChain, data: list[int], mode: int) -> list[int]:
    """One transfer of a hardware SPI master: it samples before the chip's output moves on the same edge."""
    idle, sample_on_trailing = bool(mode & 2), mode & 1
    chain.select._change_state(True)
    chain.clock._change_state(idle)
    chain.select._change_state(False)
    answer = []
    for word in data:
        got = 0
        for bit in (128, 64, 32, 16, 8, 4, 2, 1):
            chain.data_out._change_state(bool(word & bit))
            for edge, level in enumerate((not idle, idle)):
                if edge == sample_on_trailing:
                    got = got << 1 | chain.output()
                chain.clock._change_state(level)
        answer.append(got)
    chain.select._change_state(True)
    return answer


class FakeSpiDev:
    """The class `spidev.SpiDev`; `chain` is what hangs on the bus."""

    chain: SimChain
    fail_open: Exception | None = None

    def __init__(self) -> None:
        self.mode = 0
        self.max_speed_hz = 0
        self.opened: tuple[int, int] | None = None

    def open(self, bus: int, device: int) -> None:
        if self.fail_open is not None:
            raise self.fail_open
        self.opened = (bus, device)

    def close(self) -> None:
        self.opened = None

    def xfer2(self, data: list[int]) -> list[int]:
        return hardware_transfer(self.chain, list(data), self.mode)


def fake_lgpio(chain: SimChain, load_pin: int) -> types.ModuleType:
    """A module `lgpio` with what gpiozero's factory uses of it; `opened` lists the SPI handles still open."""
    lg: Any = types.ModuleType("lgpio")
    lg.SET_PULL_NONE, lg.SET_PULL_UP, lg.SET_PULL_DOWN = 128, 32, 64
    lg.RISING_EDGE, lg.FALLING_EDGE, lg.BOTH_EDGES = 1, 2, 3
    lg.error = type("error", (Exception,), {})
    lg.modes, lg.opened, lg.rates = {}, {}, []
    lg.fail = None

    def checked(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any) -> Any:
            if lg.fail is not None:
                raise lg.error(lg.fail)
            return call(*args)

        return wrapped

    def gpio_claim_output(handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:  # noqa: ARG001, N803
        lg.modes[gpio] = 2
        return 0

    def gpio_claim_input(handle: int, gpio: int, lFlags: int = 0) -> int:  # noqa: ARG001, N803
        lg.modes[gpio] = 0
        return 0

    def gpio_write(handle: int, gpio: int, level: int) -> int:  # noqa: ARG001
        assert gpio == load_pin, "only the load pin is a plain GPIO"
        chain.load._change_state(bool(level))
        return 0

    def spi_open(spi_device: int, spi_channel: int, baud: int, spi_flags: int = 0) -> int:
        assert (spi_device, spi_channel) == (0, 0)
        handle = len(lg.rates)
        lg.rates.append(baud)
        lg.opened[handle] = spi_flags
        return handle

    def spi_xfer(handle: int, data: Any) -> list[Any]:
        words = hardware_transfer(chain, list(data), lg.opened[handle])
        return [len(words), bytearray(words)]

    lg.gpiochip_open = lambda _gpiochip: 0
    lg.gpiochip_close = lambda _handle: 0
    lg.gpio_get_mode = lambda _handle, gpio: lg.modes.get(gpio, 0)
    lg.gpio_read = lambda _handle, gpio: chain.load._state if gpio == load_pin else 0
    lg.gpio_free = lambda _handle, _gpio: 0
    lg.gpio_claim_output, lg.gpio_claim_input, lg.gpio_write = gpio_claim_output, gpio_claim_input, gpio_write
    lg.spi_open = checked(spi_open)
    lg.spi_close = lambda handle: lg.opened.pop(handle)
    lg.spi_xfer = checked(spi_xfer)
    return lg  # type: ignore[no-any-return]
