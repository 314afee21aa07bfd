"""How lgpio refuses: the same checks for it and for its stand-in (`fakes.fake_lgpio`).

`CHECKS` need no pins; `PIN_CHECKS` need a chip on which they may claim a pin, as the kernel's gpio-sim makes
one. Without
pytest, so that a bare system can run them: `for check in CHECKS: check(lgpio)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

SIGNATURES = {
    "gpiochip_open": ["gpiochip"],
    "gpiochip_close": ["handle"],
    "gpio_get_mode": ["handle", "gpio"],
    "gpio_read": ["handle", "gpio"],
    "gpio_free": ["handle", "gpio"],
    "gpio_claim_output": ["handle", "gpio", "level", "lFlags"],
    "gpio_claim_input": ["handle", "gpio", "lFlags"],
    "gpio_write": ["handle", "gpio", "level"],
    "spi_open": ["spi_device", "spi_channel", "baud", "spi_flags"],
    "spi_close": ["handle"],
    "spi_xfer": ["handle", "data"],
}


def its_calls_take_these(lgpio: Any) -> None:
    for name, takes in SIGNATURES.items():
        call = inspect.unwrap(getattr(lgpio, name))
        assert list(inspect.signature(call).parameters) == takes, name


def what_is_not_open_is_refused(lgpio: Any) -> None:
    assert _refusal(lgpio, lambda: lgpio.gpio_write(77, 25, 1)) == "unknown handle"
    assert _refusal(lgpio, lambda: lgpio.gpio_claim_output(77, 25)) == "unknown handle"
    assert _refusal(lgpio, lambda: lgpio.spi_xfer(77, [1])) == "unknown handle"
    assert _refusal(lgpio, lambda: lgpio.spi_close(77)) == "unknown handle"
    assert _refusal(lgpio, lambda: lgpio.gpiochip_close(77)) == "unknown handle"


def what_is_not_there_does_not_open(lgpio: Any) -> None:
    assert _refusal(lgpio, lambda: lgpio.gpiochip_open(99)) == "can not open gpiochip"
    assert _refusal(lgpio, lambda: lgpio.spi_open(9, 9, 1_000_000)) == "can not open SPI device"


CHECKS = (its_calls_take_these, what_is_not_open_is_refused, what_is_not_there_does_not_open)


def a_pin_is_held_by_one(lgpio: Any, chip: int, pin: int) -> None:
    first, second = lgpio.gpiochip_open(chip), lgpio.gpiochip_open(chip)
    lgpio.gpio_claim_output(first, pin)
    assert _refusal(lgpio, lambda: lgpio.gpio_claim_output(second, pin)) == "GPIO busy"
    lgpio.gpiochip_close(first)
    assert lgpio.gpio_claim_output(second, pin) == 0
    lgpio.gpiochip_close(second)


def only_a_claimed_pin_can_be_written(lgpio: Any, chip: int, pin: int) -> None:
    handle = lgpio.gpiochip_open(chip)
    lgpio.gpio_claim_output(handle, pin)
    assert lgpio.gpio_write(handle, pin, 1) == 0
    lgpio.gpio_free(handle, pin)
    assert _refusal(lgpio, lambda: lgpio.gpio_free(handle, pin)) == "GPIO not allocated"
    lgpio.gpiochip_close(handle)


PIN_CHECKS = (a_pin_is_held_by_one, only_a_claimed_pin_can_be_written)


def _refusal(lgpio: Any, call: Callable[[], object]) -> str:
    """What it says as it refuses; empty where it does not."""
    try:
        call()
    except lgpio.error as error:
        return str(error).strip("'")
    return ""
