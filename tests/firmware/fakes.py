"""A stand-in for lgpio, what gpiozero talks to on a Pi, wired to a simulated chain, edge by edge.

Signatures and refusals are those of lgpio 0.2.2; `lgpio_contract.py` holds it against the real one.
"""

from __future__ import annotations

import functools
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


def fake_lgpio(chain: SimChain, load_pin: int) -> types.ModuleType:
    """A module `lgpio` with what gpiozero's factory uses of it; `opened` lists the SPI handles still open."""
    lg: Any = types.ModuleType("lgpio")
    lg.SET_PULL_NONE, lg.SET_PULL_UP, lg.SET_PULL_DOWN = 128, 32, 64
    lg.RISING_EDGE, lg.FALLING_EDGE, lg.BOTH_EDGES = 1, 2, 3
    lg.error = type("error", (Exception,), {})
    lg.modes, lg.opened, lg.rates = {}, {}, []
    lg.chips, lg.claimed = set(), {}
    """Handles of chips that are open, and by which of them each pin is held."""
    lg.fail = None

    def checked(call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def wrapped(*args: Any) -> Any:
            if lg.fail is not None:
                raise lg.error(lg.fail)
            return call(*args)

        return wrapped

    def known(handle: int, handles: Any) -> int:
        if handle not in handles:
            raise lg.error("unknown handle")
        return handle

    def claim(handle: int, gpio: int, mode: int) -> int:
        known(handle, lg.chips)
        if lg.claimed.get(gpio, handle) != handle:
            raise lg.error("GPIO busy")
        lg.claimed[gpio], lg.modes[gpio] = handle, mode
        return 0

    def gpio_claim_output(handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:  # noqa: ARG001, N803
        return claim(handle, gpio, 2)

    def gpio_claim_input(handle: int, gpio: int, lFlags: int = 0) -> int:  # noqa: ARG001, N803
        return claim(handle, gpio, 0)

    def held(handle: int, gpio: int) -> None:
        known(handle, lg.chips)
        if lg.claimed.get(gpio) != handle:
            raise lg.error("GPIO not allocated")

    def gpio_write(handle: int, gpio: int, level: int) -> int:
        held(handle, gpio)
        assert gpio == load_pin, "only the load pin is a plain GPIO"
        chain.load._change_state(bool(level))
        return 0

    def gpio_free(handle: int, gpio: int) -> int:
        held(handle, gpio)
        del lg.claimed[gpio]
        return 0

    def gpio_get_mode(handle: int, gpio: int) -> int:
        known(handle, lg.chips)
        return int(lg.modes.get(gpio, 0))

    def gpio_read(handle: int, gpio: int) -> int:
        held(handle, gpio)
        return int(chain.load._state) if gpio == load_pin else 0

    def gpiochip_open(gpiochip: int) -> int:
        if gpiochip not in (0, 4):
            raise lg.error("can not open gpiochip")
        handle = len(lg.chips)
        lg.chips.add(handle)
        return handle

    def gpiochip_close(handle: int) -> int:
        lg.chips.remove(known(handle, lg.chips))
        lg.claimed = {gpio: holder for gpio, holder in lg.claimed.items() if holder != handle}
        return 0

    def spi_open(spi_device: int, spi_channel: int, baud: int, spi_flags: int = 0) -> int:
        if (spi_device, spi_channel) != (0, 0):
            raise lg.error("can not open SPI device")
        handle = len(lg.rates)
        lg.rates.append(baud)
        lg.opened[handle] = spi_flags
        return handle

    def spi_close(handle: int) -> int:
        del lg.opened[known(handle, lg.opened)]
        return 0

    def spi_xfer(handle: int, data: Any) -> list[Any]:
        words = hardware_transfer(chain, list(data), lg.opened[known(handle, lg.opened)])
        return [len(words), bytearray(words)]

    lg.gpiochip_open, lg.gpiochip_close = gpiochip_open, gpiochip_close
    lg.gpio_get_mode, lg.gpio_read, lg.gpio_free = gpio_get_mode, gpio_read, gpio_free
    lg.gpio_claim_output, lg.gpio_claim_input, lg.gpio_write = gpio_claim_output, gpio_claim_input, gpio_write
    lg.spi_open, lg.spi_close, lg.spi_xfer = checked(spi_open), spi_close, checked(spi_xfer)
    return lg  # type: ignore[no-any-return]
