"""Live viewers without a thread each: one thread tells all of them what is new.

With a thread for every viewer, three hundred who never read held every thread there was, and nobody else got a
page. Here a viewer costs a socket and a few hundred bytes. Anyone who has not taken the last frame gets no other
behind it: as soon as they have, they get the view of then.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from webui.live import STUCK_S, Eyes, Hub

HAND_OVER: Final = "pegwatch.hand_over"
"""In the environment of a request: takes a callable, called with the `Wire` once the answer up to now is sent."""
LOOK_S: Final = 1.0
"""How often to look whether a viewer is still there."""
_BEAT_S: Final = 5.0
_RETRY_MS: Final = 1000
_BEAT: Final = b"event: beat\ndata: {}\n\n"
_log: Final = logging.getLogger(__name__)


class Wire(Protocol):
    """A connection that has been handed over; none of its methods waits for the viewer."""

    @property
    def is_open(self) -> bool:
        """Whether somebody is at its other end."""
        ...

    @property
    def is_clear(self) -> bool:
        """Whether all that was sent has been taken."""
        ...

    def send(self, frame: bytes) -> None:
        """Send; raises whatever the server raises where nobody is there any more."""
        ...

    def end(self) -> None:
        """Send no more and hang up."""
        ...


class Watching:
    """What one viewer was told last, and so what they are to be told next."""

    OPENING: Final = f"retry: {_RETRY_MS}\n\n".encode() + _BEAT

    def __init__(self, hub: Hub, eyes: Eyes, known: str | None) -> None:
        """`known`: the id of the view that the viewer has already."""
        self.known = known
        self.eyes = eyes
        self._hub = hub
        self._beat_at = time.monotonic() + _BEAT_S

    def frame(self) -> bytes:
        """``event: view`` with the whole view where it has changed, now and then ``event: beat``, else nothing."""
        snapshot = self._hub.look(self.eyes)
        if snapshot.id != self.known:
            self.known = snapshot.id
            return b"event: view\nid: " + snapshot.id.encode() + b"\ndata: " + snapshot.data + b"\n\n"
        if time.monotonic() >= self._beat_at:
            self._beat_at = time.monotonic() + _BEAT_S
            return _BEAT
        return b""


@dataclass(slots=True, eq=False)
class _Seated:
    address: str
    watching: Watching
    wire: Wire
    leave: Callable[[], None]
    lock: threading.Lock = field(default_factory=threading.Lock)

    def step(self) -> bool:
        """Tell what is new; False once nobody is there."""
        with self.lock:
            if not self.wire.is_open:
                return False
            if not self.wire.is_clear:
                return True
            try:
                frame = self.watching.frame()
                if frame:
                    self.wire.send(frame)
            except (
                Exception
            ) as error:  # the server has errors of its own; nobody else's view may hang on one viewer
                if self.wire.is_open:
                    _log.error("a live view ends by a fault: %r", error)
                    self.wire.end()
                return False
        return True


class Audience:
    """All live viewers of one table."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seated: list[_Seated] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._looked_at = 0.0

    def join(self, address: str, watching: Watching, wire: Wire, leave: Callable[[], None]) -> None:
        """One viewer more; `leave` is called once when they are gone."""
        one = _Seated(address, watching, wire, leave)
        with self._lock:
            self._seated.append(one)
            if self._thread is None:
                self._looked_at = time.monotonic()
                self._thread = threading.Thread(target=self._tell, name="audience", daemon=True)
                self._thread.start()
        one.step()  # what has changed since they were let in

    def send_away(self, address: str) -> bool:
        """Let one viewer of this address go, the longest there; whether there was one."""
        with self._lock:
            found = next((one for one in self._seated if one.address == address), None)
            if found is not None:
                self._seated.remove(found)
        if found is None:
            return False
        found.wire.end()
        found.leave()
        return True

    def _tell(self) -> None:
        known = -1
        while not self._hub.is_closed:
            self._looked_at = time.monotonic()
            with self._lock:
                seated = list(self._seated)
            self._dismiss([one for one in seated if not one.step()])
            known = self._hub.wait_for_news(known, LOOK_S)
        with self._lock:
            seated = list(self._seated)
        for one in seated:
            one.wire.end()
        self._dismiss(seated)

    def _dismiss(self, gone: list[_Seated]) -> None:
        for one in gone:
            with self._lock:
                if one not in self._seated:
                    continue  # sent away meanwhile
                self._seated.remove(one)
            one.leave()

    @property
    def is_stuck(self) -> bool:
        """Whether its thread has ended by a fault or hangs: then nobody is told anything new."""
        if self._thread is None or self._hub.is_closed:
            return False
        return not self._thread.is_alive() or time.monotonic() - self._looked_at > STUCK_S

    def close(self) -> None:
        """Wait until everybody has been let go; the hub is closed first."""
        if self._thread is not None:
            self._thread.join()


class Opening:
    """The body of an answer up to the moment at which its connection is handed over to the audience."""

    def __init__(
        self,
        address: str,
        watching: Watching,
        audience: Audience,
        hand_over: Callable[[Callable[[Wire], None]], None],
        leave: Callable[[], None],
    ) -> None:
        """`leave`: gives the place back; called where it comes to no handing over too."""
        self._address = address
        self._watching = watching
        self._audience = audience
        self._hand_over = hand_over
        self._leave = leave
        self._is_handed_over = False

    def __iter__(self) -> Iterator[bytes]:
        yield Watching.OPENING + self._watching.frame()
        self._is_handed_over = True  # sent: otherwise the server would not ask for more
        self._hand_over(lambda wire: self._audience.join(self._address, self._watching, wire, self._leave))

    def close(self) -> None:
        """The server is done with it."""
        if not self._is_handed_over:
            self._leave()


def stream(hub: Hub, eyes: Eyes, known: str | None, gone: Callable[[], bool]) -> Iterator[bytes]:
    """The frames of one viewer, for a server that hands nothing over: it waits between them."""
    watching = Watching(hub, eyes, known)
    yield Watching.OPENING
    while not gone() and not hub.is_closed:
        hub.wait(eyes, watching.known, LOOK_S)
        frame = watching.frame()
        if frame:
            yield frame
