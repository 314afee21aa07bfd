"""A line to a broker: one MQTT connection that comes back by itself, with TLS, a password, and a last will.

Used by tables (`firmware.uplink`) and by the hub. Callbacks run in paho's own thread; a callback must not wait
there. An error in one of them costs that message only: it is logged and counted, and the line goes on. Otherwise one
message would end the thread, and the broker would deliver it again for ever.
"""

from __future__ import annotations

import logging
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from firmware.box.errors import BoxError

_PLAIN: Final = 1883
_SECURE: Final = 8883
KEEPALIVE_S: Final = 30
_LONGEST_PAUSE_S: Final = 60


class BrokerError(BoxError):
    """A broker that cannot be used as it is named; one line."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the broker is: ``mqtts://host:8883`` (TLS) or ``mqtt://host:1883``, who we are, and which certificates we
    trust.

    `ca`: the certificate that the broker's own is signed with; none: those the system trusts.
    """

    url: str
    user: str = ""
    password_file: str = ""
    ca: str = ""

    @property
    def is_secure(self) -> bool:
        """Whether the line is encrypted."""
        return urlsplit(self.url).scheme == "mqtts"

    def parts(self) -> tuple[str, int]:
        """(host, port); `BrokerError` where the address is none."""
        try:
            found = urlsplit(self.url)
            port = found.port
        except ValueError as error:
            raise BrokerError(f"the broker's address {self.url!r} cannot be read: {error}") from error
        if found.scheme not in ("mqtt", "mqtts") or not found.hostname:
            raise BrokerError(f"the broker's address is mqtts://host or mqtt://host, not {self.url!r}")
        return found.hostname, port or (_SECURE if self.is_secure else _PLAIN)

    def password(self) -> str | None:
        """The password out of its file, which only we may read; None where there is none."""
        if not self.password_file:
            return None
        try:
            return Path(self.password_file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BrokerError(f"cannot read the broker's password {self.password_file}: {reason}") from error

    def tls(self) -> ssl.SSLContext | None:
        """How the broker is recognised; None for a line that is not encrypted."""
        if not self.is_secure:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca or None)
        except (OSError, ssl.SSLError) as error:
            raise BrokerError(f"cannot use the certificate {self.ca}: {error}") from error


class Line:
    """The connection. `connected` and `heard` are called in paho's thread."""

    def __init__(
        self,
        address: Address,
        client_id: str,
        connected: Callable[[], None],
        heard: Callable[[str, bytes], None],
        will: tuple[str, bytes] | None = None,
        clean: bool = True,
        keepalive_s: int = KEEPALIVE_S,
    ) -> None:
        """`will`: (topic, payload) that the broker leaves behind when we vanish; `clean`: no session is kept;
        `keepalive_s`: after twice that without a sign of life of the broker the line counts as broken."""
        self.host, self.port = address.parts()
        if address.password_file and not address.user:
            raise BrokerError("the broker's password needs the name of a user beside it")
        self.is_up = False
        self.refusal = ""
        self.faults = 0
        self.heard_at = float("-inf")
        """When the last message that came was dealt with, monotonic s."""
        self.patience_s = 2.0 * keepalive_s + 5.0
        self._connected = connected
        self._heard = heard
        self._keepalive_s = keepalive_s
        self._worker: threading.Thread | None = None
        self._waits_since: float | None = None
        client = Client(CallbackAPIVersion.VERSION2, client_id=client_id, clean_session=clean)
        context = address.tls()
        if context is not None:
            client.tls_set_context(context)
        if address.user:
            client.username_pw_set(address.user, address.password())
        if will is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        client.reconnect_delay_set(1, _LONGEST_PAUSE_S)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_connect_fail = self._on_connect_fail
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        self._client = client

    @property
    def trouble(self) -> str:
        """Why there is no line; "" while there is one."""
        if self.is_deaf:
            return f"nothing comes back from {self.host}:{self.port}"
        return "" if self.is_up else self.refusal or f"{self.host}:{self.port} does not answer"

    @property
    def is_deaf(self) -> bool:
        """Whether the line hangs on our side: its thread has ended by a fault, or takes in neither what comes nor the
        receipts of what was sent, for longer than a broker that is away (no fault of ours) stays unnoticed."""
        if self._worker is None:
            return False
        waits = self._waits_since
        # Receipts come behind the messages that wait: one that was dealt with is as good.
        overdue = waits is not None and time.monotonic() - max(waits, self.heard_at) > self.patience_s
        return (self.is_up and overdue) or not self._worker.is_alive()

    def start(self) -> None:
        """Connect, and again whenever the line breaks; returns at once."""
        self._client.connect_async(self.host, self.port, self._keepalive_s)
        self._client.loop_start()

    def subscribe(self, topic: str) -> None:
        """Ask for a topic; messages come at least once."""
        self._client.subscribe(topic, qos=1)

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        """Hand a message over, to arrive at least once while the line holds; False where there is no line."""
        if not self.is_up:
            return False
        if self._waits_since is None:
            self._waits_since = time.monotonic()
        return self._client.publish(topic, payload, qos=1, retain=retain).rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def stop(self, last: tuple[str, bytes] | None = None) -> None:
        """Say a last word, if there is one, and hang up."""
        self._worker = None
        if last is not None and self.is_up:
            self._client.publish(last[0], last[1], qos=1, retain=True).wait_for_publish(2.0)
        self._client.disconnect()
        self._client.loop_stop()
        self.is_up = False

    def _on_connect(
        self, _client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if reason.is_failure:
            self.refusal = str(reason)
            return
        self.refusal = ""
        self._waits_since = None
        self._worker = threading.current_thread()
        self.is_up = True
        self._guarded(self._connected)

    def _on_publish(self, *_: Any) -> None:
        """The broker's receipt for something we sent."""
        self._waits_since = None

    def _on_connect_fail(self, _client: Client, _data: Any) -> None:
        self.refusal = f"nobody we trust answers at {self.host}:{self.port}"

    def _on_disconnect(self, *_: Any) -> None:
        self.is_up = False

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._guarded(lambda: self._heard(message.topic, bytes(message.payload)))
        self.heard_at = time.monotonic()

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception:
            self.faults += 1
            logging.getLogger(__name__).exception("an error in what was called for the broker's line")
