"""The lamp and the push buttons on the Pi's pins, through gpiozero. Levels are read, edges are not waited for."""

from __future__ import annotations

from typing import Any

from gpiozero import InputDevice, OutputDevice

from firmware.boardmap import PanelPins
from firmware.drivers.base import Closing
from firmware.panel import Button


class GpioPanel(Closing):
    """Opens what is fitted on the pins of a gpiozero factory; with nothing fitted it does nothing."""

    def __init__(self, pins: PanelPins, factory: Any) -> None:
        self._lamp: Any = None
        self._buttons: dict[Button, Any] = {}
        try:
            if pins.status_led is not None:
                self._lamp = OutputDevice(pins.status_led, pin_factory=factory)
            for button, pin in pins.buttons.items():
                self._buttons[button] = InputDevice(pin, pull_up=True, pin_factory=factory)
        except BaseException:
            self.close()
            raise
        self._lit = False

    def down(self) -> frozenset[Button]:
        """The buttons that are held down at this moment."""
        return frozenset(button for button, device in self._buttons.items() if device.is_active)

    def show(self, lit: bool) -> None:
        """Light the lamp or put it out."""
        if self._lamp is not None and lit != self._lit:
            self._lit = lit
            self._lamp.value = lit

    def close(self) -> None:
        """Put the lamp out and give the pins back; closing again does nothing."""
        for device in (self._lamp, *self._buttons.values()):
            if device is not None:
                device.close()
        self._lamp = None
        self._buttons = {}
