"""The real chain driver: the clock mode, the bus settings, and every way in which it refuses to start."""

from __future__ import annotations

import dataclasses
import sys
import warnings
from pathlib import Path

import gpiozero.pins.local
import pytest
from gpiozero import Device, SPISoftwareFallback
from gpiozero.pins.mock import MockFactory, MockSPIDevice, MockSPIInterface

from firmware.decoder import decode
from firmware.drivers import spi_chain
from firmware.drivers.base import BoardFault, BoardMissing
from firmware.drivers.sim import SimBoard, SimChain, SimFactory
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.spi_chain import SpiChainDriver, check_gpiozero, missing_spi, open_board

sys.path.insert(0, str(Path(__file__).parent))
from fakes import fake_lgpio, hardware_transfer
from lgpio_contract import CHECKS, PIN_CHECKS

PEGS = frozenset({"A-2", "game", "B60", "A3"})


class BitBangedFactory(SimFactory):
    def _get_spi_class(self, shared, hardware):  # noqa: ARG002
        return MockSPIInterface


def wired(board, factory, pegs=PEGS, faults=None):
    faults = faults or SimFaults()
    return SimChain(board, factory, SimBoard(board, lambda: pegs, faults).inputs, faults)


@pytest.fixture(autouse=True)
def clean_gpiozero():
    yield
    Device.pin_factory = None


class TestClockMode:
    """Only mode 2 is right on both kinds of SPI. A test on gpiozero's own mock device cannot tell."""

    @pytest.mark.parametrize(("mode", "right"), [(0, False), (1, False), (2, True), (3, False)])
    @pytest.mark.parametrize("make_factory", [SimFactory, BitBangedFactory])
    def test_bit_banged(self, longboard, make_factory, mode, right):
        board = dataclasses.replace(longboard, spi_mode=mode)
        Device.pin_factory = factory = make_factory()
        wired(board, factory)
        with SpiChainDriver(board, factory, allow_software=True) as driver:
            read = [decode(board, driver.scan()).occupied == PEGS for _ in range(3)]
        assert read == [right] * 3

    @pytest.mark.parametrize("mode", [0, 1, 2, 3])
    def test_the_simulators_bus_gives_what_gpiozeros_gives(self, longboard, mode):
        board = dataclasses.replace(longboard, spi_mode=mode)
        scans = []
        for make_factory in (SimFactory, BitBangedFactory):
            Device.pin_factory = factory = make_factory()
            wired(board, factory)
            with SpiChainDriver(board, factory, allow_software=True) as driver:
                scans.append([driver.scan() for _ in range(4)])
        assert scans[0] == scans[1]

    @pytest.mark.parametrize(
        "fault",
        ["", "flip=0.05", "data-in=0", "data-in=1", "data-out=1", "break=7", "load=0", "load=1", "clock=0", "clock=1",
         "select=1", "select=0", "bounce=3", "unplug=module 2"],
    )  # fmt: skip
    def test_a_transfer_worked_out_as_a_whole_is_that_of_gpiozeros_edges_whatever_fails(
        self, longboard, fault
    ):
        scans, clocks = [], []
        for make_factory in (SimFactory, BitBangedFactory):
            faults = SimFaults.parse(fault, longboard)
            Device.pin_factory = factory = make_factory()
            chain = wired(longboard, factory, faults=faults)
            with SpiChainDriver(longboard, factory, allow_software=True) as driver:
                scans.append([driver.scan() for _ in range(3)])
                faults.clear()
                scans[-1] += [driver.scan() for _ in range(3)]
                clocks.append((chain.clocks, chain.clock.state, chain.data_out.state, chain.output()))
        assert scans[0] == scans[1]
        assert clocks[0] == clocks[1]

    @pytest.mark.parametrize(("mode", "right"), [(0, True), (1, False), (2, True), (3, True)])
    def test_hardware(self, longboard, mode, right):
        chain = wired(longboard, SimFactory())
        chain.load._change_state(True)
        chain.load._change_state(False)
        chain.load._change_state(True)
        data = bytes(hardware_transfer(chain, [0] * (longboard.stages + 2), mode))[: longboard.stages]
        closed = ~int.from_bytes(data) & longboard.holes_mask
        assert (set(longboard.holes_in(closed)) == PEGS) is right

    def test_gpiozeros_mock_device_is_a_trap(self, longboard):
        """It drives MISO on the very edge on which software SPI reads, so mode 0 passes too."""
        data = list(range(0x80, 0x80 + longboard.stages))

        class Mock165(MockSPIDevice):
            def on_start(self):
                super().on_start()
                for byte in data:
                    self.tx_word(byte, 8)

        for mode in (0, 2):
            board = dataclasses.replace(longboard, spi_mode=mode)
            Device.pin_factory = factory = MockFactory()
            with (
                Mock165(11, 10, 9, 8, clock_polarity=bool(mode & 2), pin_factory=factory),
                SpiChainDriver(board, factory, allow_software=True) as driver,
            ):
                assert list(driver.scan().data) == data


class TestRefusals:
    """Every refusal names the exact fix."""

    def test_old_gpiozero(self):
        with pytest.raises(BoardMissing, match="pip install") as caught:
            check_gpiozero("2.0.1")
        assert caught.value.code == "setup-gpiozero"
        for good in ("2.0.1.post3", "2.0.2", "2.1", "3.0.0"):
            check_gpiozero(good)
        for old in ("1.6.2", "2.0", "2.0.1.post2"):
            with pytest.raises(BoardMissing):
                check_gpiozero(old)

    def test_another_factory_is_named(self, longboard, monkeypatch):
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
        with pytest.raises(BoardMissing, match="Set GPIOZERO_PIN_FACTORY=lgpio"):
            open_board(longboard)

    def test_no_pin_library(self, longboard, monkeypatch, tmp_path):
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
        with pytest.raises(BoardMissing, match="pegwatch demo"):
            open_board(longboard, dev=tmp_path)
        (tmp_path / "gpiochip0").touch()
        with pytest.raises(BoardMissing, match="apt install python3-lgpio"):
            open_board(longboard, dev=tmp_path)

    def test_no_pi(self, longboard, monkeypatch, tmp_path):
        self.break_factory(monkeypatch)
        with pytest.raises(BoardMissing, match="pegwatch demo") as caught:
            open_board(longboard, dev=tmp_path)
        assert caught.value.code == "setup-gpio"

    def test_no_right_to_the_pins(self, longboard, monkeypatch, tmp_path):
        self.break_factory(monkeypatch)
        (tmp_path / "gpiochip0").touch()
        monkeypatch.setattr(spi_chain.os, "access", lambda *_: False)
        with pytest.raises(BoardMissing, match="usermod -aG spi,gpio") as caught:
            open_board(longboard, dev=tmp_path)
        assert caught.value.code == "setup-rights"

    def test_the_factory_does_not_start(self, longboard, monkeypatch, tmp_path):
        self.break_factory(monkeypatch)
        (tmp_path / "gpiochip0").touch()
        with pytest.raises(BoardMissing, match="LG_WD"):
            open_board(longboard, dev=tmp_path)

    @staticmethod
    def break_factory(monkeypatch):
        chain = type("Chain", (), {})()
        module = fake_lgpio(chain, 25)
        module.gpiochip_open = lambda _chip: 1 / 0
        monkeypatch.setitem(sys.modules, "lgpio", module)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xD04170)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)

    def test_spi_switched_off(self, tmp_path):
        error = missing_spi(tmp_path, "")
        assert error.code == "setup-spi"
        assert "raspi-config nonint do_spi 0" in str(error)

    def test_no_right_to_spi(self, tmp_path, monkeypatch):
        (tmp_path / "spidev0.0").touch()
        monkeypatch.setattr(spi_chain.os, "access", lambda *_: False)
        assert missing_spi(tmp_path, "").code == "setup-rights"

    def test_spi_does_not_open(self, tmp_path):
        (tmp_path / "spidev0.0").touch()
        assert "device is busy" in str(missing_spi(tmp_path, "device is busy"))

    def test_a_silent_fall_back_to_software_spi(self, longboard):
        class Broken(MockFactory):
            def _get_spi_class(self, shared, hardware):
                if hardware:
                    raise OSError(2, "No such file or directory: /dev/spidev0.0")
                return super()._get_spi_class(shared, hardware)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what an application may have set must not matter
            with pytest.raises(SPISoftwareFallback):
                SpiChainDriver(longboard, Broken(), allow_software=True)

    def test_pins_that_no_hardware_spi_has(self, longboard):
        pins = dataclasses.replace(longboard.pins, clock=17)
        Device.pin_factory = factory = BitBangedFactory()
        with pytest.raises(BoardMissing, match="GPIO 11, 9, 10 and 8"):
            SpiChainDriver(dataclasses.replace(longboard, pins=pins), factory)
        assert not factory._reservations[factory.pin(17).info], (
            "a driver that cannot start gives its pins back"
        )


class TestOnLgpio:
    @pytest.fixture
    def lgpio(self, longboard, monkeypatch):
        module = fake_lgpio(wired(longboard, SimFactory()), longboard.pins.load)
        monkeypatch.setitem(sys.modules, "lgpio", module)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xD04170)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        return module

    def test_an_spi_that_did_not_open_holds_no_pins_while_its_error_is_looked_at(
        self, longboard, lgpio, tmp_path
    ):
        """gpiozero's half-made bus lives as long as the error does, and its reservation with it."""
        opens, lgpio.spi_open = lgpio.spi_open, lambda *_: 1 / 0
        (tmp_path / "spidev0.0").touch()
        with pytest.raises(BoardMissing, match="does not open") as first:
            open_board(longboard, dev=tmp_path)
        with pytest.raises(BoardMissing, match="does not open") as second:
            open_board(longboard, dev=tmp_path)
        assert first.value.code == second.value.code == "setup-spi"
        lgpio.spi_open = opens
        open_board(longboard, dev=tmp_path).close()

    @pytest.mark.parametrize("check", CHECKS)
    def test_the_stand_in_is_no_kinder_than_lgpio(self, lgpio, check):
        check(lgpio)

    @pytest.mark.parametrize("check", PIN_CHECKS)
    def test_the_stand_in_s_pins_are_no_kinder_than_lgpio_s(self, longboard, lgpio, check):
        check(lgpio, 0, longboard.pins.load)

    def test_mode_and_rate_are_set(self, longboard, lgpio):
        driver = open_board(longboard)
        assert list(lgpio.opened.values()) == [2]
        assert lgpio.rates[-1] == 1_000_000
        driver.close()
        driver.close()
        assert lgpio.opened == {}
        assert lgpio.chips == set(), "the pins are given back"
        assert lgpio.claimed == {}

    def test_pins_that_another_program_holds(self, longboard, lgpio):
        another = lgpio.gpiochip_open(0)
        lgpio.gpio_claim_output(another, longboard.pins.load)
        with pytest.raises(BoardMissing, match="another program holds the pins"):
            open_board(longboard)
        assert lgpio.opened == {}, "the bus is given back"
        lgpio.gpiochip_close(another)
        open_board(longboard).close()

    def test_a_bus_error_is_a_board_fault(self, longboard, lgpio):
        with open_board(longboard) as driver:
            driver.scan()
            lgpio.fail = "SPI xfer/read/write failed"
            with pytest.raises(BoardFault, match="xfer") as caught:
                driver.scan()
            assert caught.value.code == "chain-read"
            lgpio.fail = None
            assert decode(longboard, driver.scan()).fault is None

    def test_spi_that_does_not_open(self, longboard, lgpio, tmp_path):
        lgpio.fail = "can not open SPI device"
        (tmp_path / "gpiochip0").touch()
        with pytest.raises(BoardMissing, match="raspi-config") as caught:
            open_board(longboard, dev=tmp_path)
        assert caught.value.code == "setup-spi"
