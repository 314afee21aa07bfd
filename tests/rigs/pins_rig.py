"""Rig C, run inside the virtual machine: real lgpio and gpiozero on pins that the kernel's gpio-sim makes.

Lamp, buttons, the load pin of the chain, and how lgpio refuses: the same checks that its stand-in has to pass.
There is no
SPI bus: that it is missing has to be said as that. One line for each check, ``ok NAME`` or ``FAILED NAME: why``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/firmware")]
import lgpio  # noqa: E402
import lgpio_contract  # noqa: E402
from gpiozero import OutputDevice  # noqa: E402
from gpiozero.pins.lgpio import LGPIOFactory  # noqa: E402

from firmware.boardfile import load_board  # noqa: E402
from firmware.boardmap import PanelPins  # noqa: E402
from firmware.drivers.base import BoardMissing  # noqa: E402
from firmware.drivers.panel import GpioPanel  # noqa: E402
from firmware.drivers.spi_chain import open_board  # noqa: E402

CHIP = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))
NUMBER = int(CHIP.name.removeprefix("gpiochip"))
LAMP, JUDGE, FREE = 17, 27, 5
_PATIENCE_S = 5.0


def pull(pin: int, *, up: bool) -> None:
    """What hangs on the pin: a finger on the button pulls it down."""
    (CHIP / f"sim_gpio{pin}/pull").write_text("pull-up" if up else "pull-down")


def level(pin: int) -> int:
    return int((CHIP / f"sim_gpio{pin}/value").read_text())


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not what():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)


def raised(call: Callable[[], object]) -> Exception | None:
    try:
        call()
    except Exception as error:
        return error
    return None


def the_lamp_is_lit_and_put_out() -> None:
    factory = LGPIOFactory(NUMBER)
    with GpioPanel(PanelPins(LAMP, {}), factory) as panel:
        for lit in (True, False, True):
            panel.show(lit)
            assert level(LAMP) == lit
    assert level(LAMP) == 0, "a closed panel's lamp is out"
    factory.close()


def a_button_is_seen_while_it_is_held() -> None:
    factory, button = LGPIOFactory(NUMBER), ("A", "judge")
    pull(JUDGE, up=True)
    with GpioPanel(PanelPins(None, {button: JUDGE}), factory) as panel:
        pull(JUDGE, up=True)
        wait_for(lambda: not panel.down())
        pull(JUDGE, up=False)
        wait_for(lambda: panel.down() == {button})
        pull(JUDGE, up=True)
        wait_for(lambda: not panel.down())
    factory.close()


def the_load_pin_gives_its_pulse_and_is_given_back() -> None:
    pin = load_board("longboard").pins.load
    for _ in range(3):  # opened again each time: it must have been given back
        factory = LGPIOFactory(NUMBER)
        load = OutputDevice(pin, active_high=False, pin_factory=factory)
        assert level(pin) == 1
        load.on()
        assert level(pin) == 0
        load.off()
        assert level(pin) == 1
        load.close()
        factory.close()


def a_missing_bus_is_said_as_that_however_often() -> None:
    for _ in range(3):
        error = raised(lambda: open_board(load_board("longboard")))
        assert isinstance(error, BoardMissing), error
        assert error.code == "setup-spi", str(error)


def pins_of_another_program_are_said_as_that() -> None:
    another = lgpio.gpiochip_open(NUMBER)
    lgpio.gpio_claim_output(another, LAMP)
    factory = LGPIOFactory(NUMBER)
    error = raised(lambda: GpioPanel(PanelPins(LAMP, {}), factory))
    assert "busy" in str(error), f"the driver looks for this word: {error}"
    lgpio.gpiochip_close(another)
    factory.close()


def main() -> int:
    checks: list[tuple[str, Callable[[], None]]] = [
        (check.__name__, lambda check=check: check(lgpio)) for check in lgpio_contract.CHECKS
    ]
    checks += [
        (check.__name__, lambda check=check: check(lgpio, NUMBER, FREE))
        for check in lgpio_contract.PIN_CHECKS
    ]
    own = (
        the_lamp_is_lit_and_put_out, a_button_is_seen_while_it_is_held,
        the_load_pin_gives_its_pulse_and_is_given_back, a_missing_bus_is_said_as_that_however_often,
        pins_of_another_program_are_said_as_that,
    )  # fmt: skip
    checks += [(check.__name__, check) for check in own]
    failed = 0
    for name, check in checks:
        try:
            check()
        except Exception as error:
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
        else:
            print(f"ok {name}", flush=True)
    print(f"pins: {len(checks) - failed} of {len(checks)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
