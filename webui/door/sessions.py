"""What each browser has been let in as. Kept by a hash of its cookie, so that the file opens no door to its reader.

Players stay as long as the table's code stays, unless their phone is silent for a whole day; judges and the keeper
are let go after a while of silence, and after half a day in any case. Times are seconds since the machine started: a
clock that is corrected, as after each start of a machine without a battery, neither logs anybody out nor keeps
anybody in. After another start of the machine they go on as they stood, and the time between counts by the wall
clock, as far as that went forward.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from webui.door.secretfile import SecretFile

IDLE_S: Final = 30 * 60.0
LONGEST_S: Final = 12 * 3600.0
PLAYER_IDLE_S: Final = 24 * 3600.0
SEAT_IDLE_S: Final = 10 * 60.0
"""How long a phone may be silent before another that knows the code may have its seat."""
BOTH: Final = "both"
_Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
_Names: TypeAlias = Annotated[tuple[_Word, ...], msgspec.Meta(max_length=100)]
_Time: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e11, le=1e11)]
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_KEPT: Final = 500
_SAVE_EVERY_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Grant:
    """What one browser may be: a seat (``A``, ``B``, ``both``) under a code, judges and keepers by name.

    `known` gives no right: it lists the accounts that came in here before, whose wrong PINs count apart.
    """

    seat: str = ""
    code: str = ""
    judges: tuple[str, ...] = ()
    keeper: str = ""
    directors: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    since: float = 0.0
    seen: float = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is granted, and nothing remembered."""
        return not (self.seat or self.judges or self.keeper or self.directors or self.known)


def since_start() -> float:
    """Seconds since the machine started, sleep included; no setting of the clock changes them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def start_of_machine() -> str:
    """What tells one start of the machine from another; "" where the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Sessions:
    """The grants of all browsers. `clock` is seconds since the machine started, `wall` wall time in s, `start` which
    start of the machine this is."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Callable[[], float] = since_start,
        wall: Callable[[], float] = time.time,
        start: Callable[[], str] = start_of_machine,
    ) -> None:
        self._file = SecretFile(path)
        self._clock = clock
        self._wall = wall
        self._start = start()
        self._lock = threading.Lock()
        self._saved = clock()
        self._grants = self._kept()

    def _kept(self) -> dict[str, Grant]:
        """What the file says, in this start's time."""
        kept, now = self._file.read(), self._clock()
        if not isinstance(kept, Mapping):
            return {}
        clock = kept.get("clock")
        if isinstance(clock, Mapping):
            grants, shift = kept.get("grants"), self._shift(clock)
        else:  # a file of a version that kept wall time
            grants, shift = kept, now - self._wall()
        found: dict[str, Grant] = {}
        for key, body in (grants if isinstance(grants, Mapping) else {}).items():
            grant = _read(body)
            if grant is not None and _HASH.fullmatch(str(key)):
                since, seen = min(now, grant.since + shift), min(now, grant.seen + shift)
                found[str(key)] = replace(grant, since=since, seen=seen)
        return found

    def _shift(self, clock: Mapping[str, Any]) -> float:
        """What is to be added to the times of a file, s."""
        try:
            t, wall = float(clock["t"]), float(clock["wall"])
        except (KeyError, TypeError, ValueError, OverflowError):
            return -math.inf
        if not math.isfinite(t) or not math.isfinite(wall):
            return -math.inf
        if self._start and clock.get("start") == self._start:
            return 0.0
        return self._clock() - t - max(0.0, self._wall() - wall)

    def of(self, visitor: str, code: str) -> Grant:
        """What a browser is now, under the code in force; looking counts as a sign of life."""
        now = self._clock()
        with self._lock:
            kept = self._grants.get(_key(visitor))
            grant = _still(kept, code, now) if kept is not None else Grant()
            if kept is None:
                return grant
            self._grants.pop(_key(visitor))
            if not grant.is_empty:
                self._grants[_key(visitor)] = replace(grant, seen=now)
                if now - self._saved > _SAVE_EVERY_S:
                    self._save(now)
            return grant

    def give(self, visitor: str, code: str, **more: Any) -> Grant:
        """Let a browser in as something more than it is."""
        before = self.of(visitor, code)
        now = self._clock()
        with self._lock:
            fresh = not before.since or any(more.get(key) for key in ("judges", "keeper", "directors"))
            grant = replace(before, **more, code=code, since=now if fresh else before.since, seen=now)
            self._put(visitor, grant, now)
            return grant

    def leave(self, visitor: str) -> None:
        """Take every right from a browser."""
        with self._lock:
            kept = self._grants.get(_key(visitor), Grant())
            self._put(visitor, Grant(known=kept.known, seen=kept.seen), self._clock())

    def knows(self, visitor: str, account: str) -> bool:
        """Whether this account (role and name) has come in from this browser before."""
        with self._lock:
            kept = self._grants.get(_key(visitor))
            return kept is not None and account in kept.known

    def move(self, visitor: str, to: str) -> None:
        """A browser gets a new cookie, as it must whenever it gains a right."""
        with self._lock:
            grant = self._grants.pop(_key(visitor), None)
            if grant is not None:
                self._put(to, grant, self._clock())

    def holds(self, seat: str, code: str, but: str) -> bool:
        """Whether another browser that was heard of lately sits in this seat."""
        now, mine = self._clock(), _key(but)
        with self._lock:
            return any(
                key != mine and grant.seat == seat and grant.code == code and now - grant.seen < SEAT_IDLE_S
                for key, grant in self._grants.items()
            )

    def held(self, code: str) -> tuple[str, ...]:
        """The seats that phones sit in, in order; a table's own tablet holds `both`."""
        with self._lock:
            taken = {grant.seat for grant in self._grants.values() if grant.seat and grant.code == code}
        return tuple(sorted(taken))

    def free(self, seat: str) -> None:
        """Nobody sits in this seat any more."""
        with self._lock:
            self._grants = {k: replace(g, seat="") if g.seat == seat else g for k, g in self._grants.items()}
            self._save(self._clock())

    def _put(self, visitor: str, grant: Grant, now: float) -> None:
        self._grants.pop(_key(visitor), None)
        if not grant.is_empty:
            self._grants[_key(visitor)] = grant
        while len(self._grants) > _KEPT:
            self._grants.pop(min(self._grants, key=lambda key: _worth(self._grants[key], now)))
        self._save(now)

    def _save(self, now: float) -> None:
        self._saved = now
        clock = {"start": self._start, "t": now, "wall": self._wall()}
        grants = {key: _plain(grant) for key, grant in self._grants.items() if not grant.is_empty}
        self._file.write({"clock": clock, "grants": grants})


_FIELDS: Final = tuple(field.name for field in fields(Grant))


def _plain(grant: Grant) -> dict[str, Any]:
    """As it is written: all are, whenever one changes, and `asdict` copies what nobody can change."""
    return {name: getattr(grant, name) for name in _FIELDS}


def _worth(grant: Grant, now: float) -> tuple[bool, bool, float]:
    """Who is forgotten last where there are too many: those with a PIN's right, then those who hold a seat, then the
    one heard of last. Phones that join again and again push out each other, and no judge."""
    has_right = bool(grant.judges or grant.keeper or grant.directors) and now - grant.seen <= IDLE_S
    return has_right, bool(grant.seat) and now - grant.seen <= SEAT_IDLE_S, grant.seen


def _still(grant: Grant, code: str, now: float) -> Grant:
    """What is left of a grant at this moment."""
    if grant.code != code or now - grant.seen > PLAYER_IDLE_S:
        grant = replace(grant, seat="")
    if now - grant.seen > IDLE_S or now - grant.since > LONGEST_S:
        grant = replace(grant, judges=(), keeper="", directors=())
    return grant


def _key(visitor: str) -> str:
    return hashlib.sha256(visitor.encode()).hexdigest()


class _Kept(msgspec.Struct):
    """A grant as it stands in the file; what is missing is not granted."""

    seat: _Word = ""
    code: _Word = ""
    judges: _Names = ()
    keeper: _Word = ""
    directors: _Names = ()
    known: _Names = ()
    since: _Time = 0.0
    seen: _Time = 0.0


def _read(body: Any) -> Grant | None:
    """A grant out of a file; None where it is none, or could not be written again."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
        return Grant(**msgspec.structs.asdict(msgspec.convert(body, _Kept)))
    except (msgspec.ValidationError, UnicodeEncodeError):
        return None
