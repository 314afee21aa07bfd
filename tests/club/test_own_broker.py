"""The hub's own broker while its machine's addresses come and go."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers import program

from pegwatch import ownbroker
from pegwatch.failure import PegwatchError
from pegwatch.ownbroker import OwnBroker
from pegwatch.ports import free_port

BY_CABLE, BY_RADIO = "192.0.2.17", "198.51.100.4"


@pytest.fixture
def here() -> list[str]:
    """The addresses that the machine has."""
    return []


@pytest.fixture
def broker(tmp_path: Path, here: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnBroker]:
    program("mosquitto", "mosquitto")
    program("openssl", "openssl")
    monkeypatch.setattr(ownbroker, "_LOOK_EVERY_S", 0.0)
    monkeypatch.setattr(ownbroker, "_AGAIN_S", 0.0)
    own = OwnBroker(tmp_path / "broker", free_port(), lambda: tuple(here))
    own.set_up()
    yield own
    own.stop()


def is_trusted_as(broker: OwnBroker, name: str) -> bool:
    """Whether a table that keeps the club's certificate believes the broker under this name or address."""
    trusted = ssl.create_default_context(cafile=broker.folder / "ca.crt")
    with socket.create_connection(("127.0.0.1", broker.port), 5.0) as door:
        try:
            trusted.wrap_socket(door, server_hostname=name).close()
        except ssl.SSLCertVerificationError:
            return False
    return True


def test_a_hub_that_was_up_before_its_network_is_believed_under_the_address_it_gets(
    broker: OwnBroker, here: list[str]
) -> None:
    assert is_trusted_as(broker, "localhost")
    assert not is_trusted_as(broker, BY_CABLE)
    here.append(BY_CABLE)
    broker.step()
    assert is_trusted_as(broker, BY_CABLE)
    here[:] = [BY_RADIO]
    broker.step()
    assert is_trusted_as(broker, BY_RADIO)
    assert is_trusted_as(broker, BY_CABLE), "tables that joined by the first one find it again"


def test_a_broker_that_was_killed_comes_back_under_the_same_address(
    broker: OwnBroker, here: list[str]
) -> None:
    here.append(BY_CABLE)
    broker.step()
    process = broker._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    time.sleep(0.01)
    broker.step()
    assert is_trusted_as(broker, BY_CABLE)


def test_while_nothing_changes_the_broker_runs_on(broker: OwnBroker, here: list[str]) -> None:
    before = broker._process
    broker.step()
    here.clear()
    broker.step()
    assert broker._process is before


@pytest.mark.parametrize("why", ["another address", "it was killed"])
def test_a_broker_that_does_not_start_again_at_once_is_tried_again(
    broker: OwnBroker, here: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "another address":
        here.append(BY_CABLE)
    else:
        process = broker._process
        assert process is not None
        process.kill()
        process.wait()
    with monkeypatch.context() as busy:
        busy.setattr(ownbroker, "_ANSWERS_WITHIN_S", -1.0)
        time.sleep(0.01)
        with pytest.raises(PegwatchError, match="did not start"):
            broker.step()
    time.sleep(0.01)
    broker.step()
    assert is_trusted_as(broker, "localhost")
