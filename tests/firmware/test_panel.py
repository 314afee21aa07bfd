"""Lamp and buttons: on mock pins and as pure code."""

from __future__ import annotations

import inspect
import itertools

import pytest
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory

from firmware.boardmap import PanelPins
from firmware.drivers.panel import GpioPanel
from firmware.panel import ButtonDebouncer, Lamp, Pressed

JUDGE_A = ("A", "judge")


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


def test_buttons_are_low_when_down(longboard, factory):
    with GpioPanel(longboard.panel, factory) as panel:
        assert panel.down() == frozenset()
        factory.pin(5).drive_low()
        factory.pin(24).drive_low()
        assert panel.down() == {JUDGE_A, ("B", "accept")}
        factory.pin(5).drive_high()
        assert panel.down() == {("B", "accept")}


def test_the_lamp(longboard, factory):
    panel = GpioPanel(longboard.panel, factory)
    assert not factory.pin(17).state
    panel.show(True)
    assert factory.pin(17).state
    panel.show(False)
    assert not factory.pin(17).state
    panel.close()
    panel.close()
    panel.show(True)
    assert panel.down() == frozenset()


def test_nothing_fitted(factory):
    with GpioPanel(PanelPins(None, {}), factory) as panel:
        panel.show(True)
        assert panel.down() == frozenset()


def test_a_panel_that_cannot_open_gives_its_pins_back(longboard, factory):
    with GpioPanel(PanelPins(24, {}), factory), pytest.raises(GPIOPinInUse):
        GpioPanel(longboard.panel, factory)
    GpioPanel(longboard.panel, factory).close()


def test_a_press_counts_once_and_from_its_first_scan():
    buttons = ButtonDebouncer()
    down = [JUDGE_A], [], [JUDGE_A], [JUDGE_A], [JUDGE_A], [JUDGE_A], [], [JUDGE_A], [], [], [], [JUDGE_A]
    got = [press for t, held in enumerate(down) for press in buttons.feed(float(t), held)]
    assert got == [Pressed(2.0, "A", "judge")]
    assert buttons.busy
    assert buttons.feed(12.0, [JUDGE_A]) == []
    assert buttons.feed(13.0, [JUDGE_A]) == [Pressed(11.0, "A", "judge")]
    assert not buttons.busy


def test_two_buttons_at_once():
    buttons = ButtonDebouncer()
    both = {JUDGE_A, ("B", "accept")}
    assert [buttons.feed(t, both) for t in (0.0, 0.1)] == [[], []]
    assert buttons.feed(0.2, both) == [Pressed(0.0, "A", "judge"), Pressed(0.0, "B", "accept")]


def test_what_the_lamp_says():
    def of(**on):
        return Lamp.of(**({"following": True, "stale": False, "asked": False, "judge_called": False} | on))

    assert of() is Lamp.STEADY
    assert of(following=False) is Lamp.OFF
    assert of(asked=True) is Lamp.WINK
    assert of(asked=True, stale=True) is Lamp.SLOW
    assert of(stale=True, judge_called=True) is Lamp.FAST


def test_the_lamp_is_never_told_of_the_score():
    """In sanctioned play no light may depend on whether a score was right: it is told of nothing else either."""
    assert set(inspect.signature(Lamp.of).parameters) == {"following", "stale", "asked", "judge_called"}


def test_how_the_lamp_blinks():
    times = [k / 100 for k in range(600)]
    assert not any(Lamp.OFF.is_lit(t) for t in times)
    assert all(Lamp.STEADY.is_lit(t) for t in times)
    for lamp, lit_at_first in ((Lamp.SLOW, 100), (Lamp.FAST, 20), (Lamp.WINK, 270)):
        runs = [(on, len(list(run))) for on, run in itertools.groupby(lamp.is_lit(t) for t in times)]
        assert runs[0] == (True, lit_at_first)
        assert len(runs) >= 4
