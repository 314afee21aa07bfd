"""What feeds the watchdog of a table's line to the club: a line that takes in what comes. By the real process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import hangs
import pytest
from brokers import Broker, broker_in
from proxies import until
from running import BEAT, Running, process
from test_watchdog_of_the_hub import publish

from firmware.box.pulse import Pulse

pytestmark = pytest.mark.slow


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with broker_in(tmp_path / "broker", ["hub", "7"]) as broker:
        yield broker


@pytest.fixture
def running(broker: Broker, tmp_path: Path) -> Iterator[Running]:
    address = broker.address("7")
    club = f'[club]\nbroker = "{address.url}"\ntable = "7"\nca = "{address.ca}"\n'
    club += f'password_file = "{address.password_file}"\n'
    extra = hangs.code(tmp_path / "hangs", hangs.OF_THE_UPLINK, line_patience_s=1.0)
    with process(tmp_path, "uplink", club, extra) as running:
        running.systemd.comes(BEAT)
        yield running
        broker.stop()


def word_of_the_hub(broker: Broker) -> None:
    """Something for the uplink to hear; kept by the broker for a line that is not up yet."""
    publish(broker, '{"v": 1, "have": {}}', "hub", "have")


def test_an_uplink_whose_line_hangs_is_not_alive_until_it_goes_on(
    broker: Broker, running: Running, tmp_path: Path
) -> None:
    (tmp_path / "hangs" / "line").touch()
    word_of_the_hub(broker)
    running.systemd.misses()
    (tmp_path / "hangs" / "line").unlink()
    running.systemd.comes(BEAT)


def test_an_uplink_whose_line_has_died_is_not_alive(broker: Broker, running: Running, tmp_path: Path) -> None:
    (tmp_path / "hangs" / "thread").touch()
    word_of_the_hub(broker)
    running.systemd.misses()


def test_a_stopped_uplink_gives_no_beats_and_goes_on_when_it_may(running: Running) -> None:
    with Pulse.open(running.places.run) as pulse:
        running.process.send_signal(signal.SIGSTOP)
        try:
            age = pulse.of("uplink").age_s()
            until(lambda: pulse.of("uplink").age_s() > age + 2.0, "the supervisor sees it grow silent")
        finally:
            running.process.send_signal(signal.SIGCONT)
        running.systemd.comes(BEAT)


def test_a_message_that_cannot_be_taken_in_ends_with_itself(
    broker: Broker, running: Running, tmp_path: Path
) -> None:
    """Otherwise the broker would deliver it again to every uplink that is started."""
    (tmp_path / "hangs" / "poison").touch()
    word_of_the_hub(broker)
    until(lambda: "RuntimeError: poison" in running.said, "it is written down")
    since = len(running.systemd.heard)
    assert running.systemd.hears_every_beat(since)
