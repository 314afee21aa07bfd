"""What feeds the hub's watchdog: its page's answer, and its own word back over its broker. By real processes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hangs
import pytest
from brokers import Broker, broker_in
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from proxies import until
from running import BEAT, Ear, hub

from pegwatch.pagecheck import ask_page

pytestmark = pytest.mark.slow


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with broker_in(tmp_path / "broker", ["hub", "7"]) as broker:
        yield broker


@dataclass
class Hub:
    """A running hub, and where systemd would listen."""

    port: int
    folder: Path
    systemd: Ear

    def line(self) -> str:
        """How it says that its line is; "" while its page does not answer."""
        try:
            return str(json.loads(ask_page("127.0.0.1", self.port)[1])["line"])
        except OSError:
            return ""

    @property
    def said(self) -> str:
        return (self.folder / "hub.log").read_text()


@contextmanager
def hub_at(
    folder: Path,
    broker: Broker,
    patience_s: float = hangs.FOREVER_S,
    line_patience_s: float = hangs.FOREVER_S,
) -> Iterator[Hub]:
    options = ("--broker", broker.address("hub").url, "--broker-user", "hub", "--broker-ca", str(broker.ca))
    options += ("--broker-password-file", str(broker.folder / "hub.password"))
    extra = hangs.code(folder / "hangs", hangs.OF_THE_HUB, patience_s, line_patience_s)
    with Ear(folder / "notify") as systemd, hub(folder, *options, systemd=systemd.path, extra=extra) as port:
        running = Hub(port, folder, systemd)
        systemd.comes(BEAT)
        until(lambda: running.line() == "ok", "the line is up")
        yield running


@pytest.fixture
def running(tmp_path: Path, broker: Broker) -> Iterator[Hub]:
    """A hub in life, asked more often."""
    with hub_at(tmp_path, broker) as running:
        yield running


@pytest.fixture
def hasty(tmp_path: Path, broker: Broker) -> Iterator[Hub]:
    """A hub that gives up soon on what does not come."""
    with hub_at(tmp_path, broker, patience_s=1.0, line_patience_s=1.0) as running:
        yield running


def publish(broker: Broker, payload: str, user: str = "7", what: str = "state") -> None:
    """A message of table 7, or one to it, over the broker."""
    address = broker.address(user)
    client = Client(CallbackAPIVersion.VERSION2, client_id="tester")
    context = address.tls()
    assert context is not None
    client.tls_set_context(context)
    client.username_pw_set(user, address.password())
    client.connect("localhost", broker.port)
    client.loop_start()
    client.publish(f"pegwatch/1/7/{what}", payload, qos=1, retain=what == "have").wait_for_publish(30)
    client.disconnect()
    client.loop_stop()


def test_the_hub_whose_line_hangs_is_not_alive_until_it_goes_on(hasty: Hub, broker: Broker) -> None:
    (hasty.folder / "hangs" / "line").touch()
    publish(broker, '{"v": 1, "state": "line"}')
    until(lambda: hasty.line() == "deaf", "the hub says that it cannot hear a table")
    hasty.systemd.misses()
    (hasty.folder / "hangs" / "line").unlink()
    until(lambda: hasty.line() == "ok", "the line is up again")
    hasty.systemd.comes(BEAT)


def test_the_hub_whose_line_has_died_is_not_alive(hasty: Hub, broker: Broker) -> None:
    """By a fault where none is caught: in the library that holds the line."""
    (hasty.folder / "hangs" / "thread").touch()
    publish(broker, '{"v": 1, "state": "thread"}')
    until(lambda: hasty.line() == "deaf", "the hub says that it hears nothing")
    hasty.systemd.misses()


def test_a_message_that_cannot_be_taken_in_ends_with_itself(running: Hub, broker: Broker) -> None:
    """Otherwise the broker would deliver it again to every hub that is started."""
    (running.folder / "hangs" / "poison").touch()
    since = len(running.systemd.heard)
    publish(broker, '{"v": 1, "state": "poison"}')
    until(lambda: "RuntimeError: poison" in running.said, "it is written down")
    running.systemd.comes("ECHO=1", 2)
    assert running.systemd.hears_every_beat(since)
    assert running.line() == "ok"


@pytest.mark.parametrize("how", ["loop", "store"])
def test_the_hub_whose_page_does_not_answer_is_not_alive(how: str, hasty: Hub) -> None:
    (hasty.folder / "hangs" / how).touch()
    hasty.systemd.misses()
    (hasty.folder / "hangs" / how).unlink()
    hasty.systemd.comes(BEAT)


def test_a_stopped_hub_answers_nobody_and_gives_no_beats_until_it_goes_on(hasty: Hub) -> None:
    (pid,) = (
        int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline") if listens(path, hasty.port)
    )
    os.kill(pid, signal.SIGSTOP)
    try:
        state = Path(f"/proc/{pid}/stat")
        until(lambda: state.read_text().rpartition(")")[2].split()[0] == "T", "it has stopped")
        heard = len(hasty.systemd.heard)
        assert hasty.line() == "", "who asks its page learns of it"
        assert len(hasty.systemd.heard) == heard
    finally:
        os.kill(pid, signal.SIGCONT)
    hasty.systemd.comes(BEAT)


def listens(cmdline: Path, port: int) -> bool:
    """Whether this is the hub's process on this port."""
    try:
        words = cmdline.read_bytes().split(b"\0")
    except OSError:
        return False
    return b"hub" in words and str(port).encode() in words


@pytest.mark.parametrize("how", ["gone", "frozen"])
def test_a_broker_that_is_away_is_no_fault_of_the_hub(how: str, running: Hub, broker: Broker) -> None:
    """Started again it would hear no more; and results can be entered by hand meanwhile."""
    since = len(running.systemd.heard)
    if how == "gone":
        broker.stop()
    else:
        assert broker._process is not None
        broker._process.send_signal(signal.SIGSTOP)
    try:
        until(lambda: running.line() == "away", "the line is down")
        assert running.systemd.hears_every_beat(since)
    finally:
        if how == "gone":
            broker.start()
        else:
            assert broker._process is not None
            broker._process.send_signal(signal.SIGCONT)
    until(lambda: running.line() == "ok", "the line comes back")
    running.systemd.comes("ECHO=1", 2)
    assert running.systemd.hears_every_beat(since)


def test_a_broker_with_an_older_access_list_starves_nobody_and_is_named(tmp_path: Path) -> None:
    with broker_in(tmp_path / "broker", ["hub", "7"]) as broker:
        broker.stop()
        acl = broker.folder / "acl"
        kept = [line for line in acl.read_text().splitlines() if "_hub/echo" not in line]
        acl.write_text("\n".join(kept) + "\n")
        broker.start()
        with hub_at(tmp_path, broker) as running:
            since = len(running.systemd.heard)
            until(lambda: "take its access list from docs/broker/acl" in running.said, "it is named")
            assert running.systemd.hears_every_beat(since)
            assert running.systemd.count("ECHO=1") == 0
            until(lambda: running.line() == "ok", "the line is up")


def test_with_a_broker_whose_lists_are_those_of_the_docs_the_hubs_own_word_comes_back(running: Hub) -> None:
    since = len(running.systemd.heard)
    running.systemd.comes("ECHO=1", 3)
    assert running.systemd.hears_every_beat(since)
    assert running.line() == "ok"
    assert "access list" not in running.said
