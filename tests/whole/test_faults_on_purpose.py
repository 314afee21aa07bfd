"""`--faults`: every fault has a name, a time and a value that is checked; wrong ones are refused in one line."""

from __future__ import annotations

import pytest

from firmware.box.pulse import Pulse
from firmware.faults import FAULTS
from pegwatch.eye_process import frame_s
from pegwatch.failure import PegwatchError
from pegwatch.playersclock import PlayersClock
from pegwatch.simulated.faults import (
    SETUP_FAULTS,
    all_names,
    check_faults,
    instants,
    power_cuts,
    table_parts,
)
from pegwatch.simulated.machine import SimulatedMachine
from vision.scene.disturb import Part


def test_all_names_are_listed() -> None:
    for name in (
        "bounce",
        "lift",
        "camera-covered",
        "table-flicker",
        "undervoltage",
        "throttled",
        "disk",
        "clock-jump",
        "power-cut",
    ):
        assert name in all_names().split(", ")
    assert set(SETUP_FAULTS) < set(FAULTS)


@pytest.mark.parametrize("name", SETUP_FAULTS)
def test_a_board_that_cannot_be_opened_is_refused_with_the_fix(name: str) -> None:
    with pytest.raises(PegwatchError) as refused:
        check_faults(name)
    assert FAULTS[name].fix in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "disk=2",
        "disk",
        "clock-jump=soon",
        "lift=C",
        "setup-nothing",
        "camera-nothing",
        "table-nothing=3",
        "table-flicker=much",
        "table-shake",
        "table-arm=0.3",
        "table-arm=bar",
        "powercut",
        "break=99",
        "=3",
    ],
)
def test_a_wrong_one_is_refused(text: str) -> None:
    with pytest.raises(PegwatchError):
        check_faults(text)


def test_the_machine_as_its_faults_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    items = check_faults("undervoltage@10-20,throttled@15-30,disk=0.9@5,disk=0.96@50,clock-jump=-3600@40")
    clock = [0.0]
    machine = SimulatedMachine(items, lambda: clock[0])

    def at(t: float) -> SimulatedMachine:
        clock[0] = t
        return machine

    monkeypatch.setattr("pegwatch.simulated.machine.time.time", lambda: 1e9)
    bits = {t: at(t).throttled() for t in (0.0, 12.0, 17.0, 25.0, 60.0)}
    assert bits == {0: 0, 12: 0x10001, 17: 0x70007, 25: 0x70006, 60: 0x70000}
    assert [at(t).disk_share() for t in (0.0, 6.0, 60.0)] == [0.5, 0.9, 0.96]
    assert at(39).wall_clock() == 1e9
    assert at(41).wall_clock() == 1e9 - 3600


def test_when_the_power_is_cut() -> None:
    assert power_cuts(check_faults("power-cut@90,break=3,power-cut@30")) == [30, 90]


def test_a_fault_that_comes_is_an_instant_of_the_table(tmp_path) -> None:  # type: ignore[no-untyped-def]
    class Quiet:
        def next_change(self, after_t: float) -> float | None:
            return 100.0 if after_t < 100 else None

        def messages_between(self, t0: float, t1: float) -> list[object]:  # noqa: ARG002
            return []

    with Pulse.open(tmp_path) as pulse:
        leader = PlayersClock(
            Quiet(), pulse, None, float("inf"), -1.0, instants(("camera-dark@7-9", "break=3@30"))
        )  # type: ignore[arg-type]
        seen = []
        for _ in range(5):
            for part in ("board", "eye"):
                pulse.beat(part, done=pulse.clock_t, until=pulse.clock_t)
            leader.step(lambda: None)
            seen.append(pulse.clock_t)
        assert seen[:4] == [7, 9, 30, 100]


def test_the_camera_slows_first(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with Pulse.open(tmp_path) as pulse:
        usual = frame_s(pulse)
        pulse.tired = True
        assert frame_s(pulse) > 2 * usual


def test_what_disturbs_the_view_has_its_strength_or_its_place_and_its_time() -> None:
    items = check_faults("table-flicker=0.08@10-20,break=3,table-arm=crib-A@30")
    assert table_parts(items) == (Part("flicker", 0.08, "", 10, 20), Part("arm", 0.0, "crib-A", 30))
