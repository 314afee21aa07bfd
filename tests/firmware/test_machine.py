"""Power, heat and disk of the machine: what the bits say, and where they are read."""

from __future__ import annotations

import pytest

from firmware import machine
from firmware.machine import MachineWatch, Trouble, disk_share, disk_troubles, power_troubles, read_throttled


@pytest.mark.parametrize(
    ("bits", "codes"),
    [
        (None, []),
        (0, []),
        (0x1, ["power-low"]),
        (0x10001, ["power-low"]),
        (0x10000, ["power-was-low"]),
        (0x2, ["throttled"]),
        (0x4, ["throttled"]),
        (0x8, ["throttled"]),
        (0x80000, ["was-throttled"]),
        (0x50005, ["power-low", "throttled"]),
        (0x50000, ["power-was-low", "was-throttled"]),
    ],
)
def test_the_bits_of_get_throttled(bits, codes):
    assert [trouble.code for trouble in power_troubles(bits)] == codes


@pytest.mark.parametrize(
    ("share", "codes"),
    [
        (None, []),
        (0.84, []),
        (0.85, ["disk-filling"]),
        (0.949, ["disk-filling"]),
        (0.95, ["disk-full"]),
        (1, ["disk-full"]),
    ],
)
def test_a_disk_that_fills(share, codes):
    assert [trouble.code for trouble in disk_troubles(share)] == codes


def test_the_disk_says_how_full_it_is(tmp_path):
    share = disk_share(tmp_path)
    assert share is not None
    assert 0 < share <= 1
    assert disk_share(tmp_path / "no such folder") is None


@pytest.mark.parametrize("soc", ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"])
def test_the_firmware_is_asked_through_sys(tmp_path, soc):
    place = tmp_path / "devices" / "platform" / soc
    place.mkdir(parents=True)
    (place / "get_throttled").write_text("50005\n")
    assert read_throttled(tmp_path) == 0x50005


def test_vcgencmd_is_asked_where_sys_says_nothing(tmp_path, monkeypatch):
    tool = tmp_path / "vcgencmd"
    tool.write_text("#!/bin/sh\necho throttled=0x50000\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert read_throttled(tmp_path) == 0x50000
    tool.write_text("#!/bin/sh\necho VCHI initialization failed\nexit 255\n")
    assert read_throttled(tmp_path) is None


def test_another_machine_has_no_such_thing(tmp_path, monkeypatch):
    monkeypatch.setattr(machine.shutil, "which", lambda _name: None)
    assert read_throttled(tmp_path) is None


def test_it_is_asked_now_and_then_only():
    asked = []
    watch = MachineWatch(lambda: asked.append(1) or 0x1, lambda: 0.96)
    changes = [watch.look(t / 10) for t in range(200)]
    assert len(asked) == 4
    assert changes.count(True) == 1
    assert watch.troubles == (Trouble("power-low"), Trouble("disk-full", "96% full"))
    assert watch.is_tired
    assert watch.is_full
