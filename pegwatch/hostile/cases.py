"""Which disturbances there are, how strong, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from vision.scene import disturb
from vision.scene.disturb import Part

STACKED: Final = "stacked"
_REST_S: Final = 12.0  # how long an arm rests


@dataclass(frozen=True, slots=True)
class Case:
    """A deal to be played: what disturbs it, and how its cards are laid.

    The times of `parts` are counted from the first card of the play.
    """

    name: str
    parts: tuple[Part, ...] = ()
    laying: str = "spread"
    seed: int = 1


def _single(kind: str, strength: float) -> Case:
    unit = {disturb.SHAKE: " px", disturb.SUN: " mm/s"}.get(kind)
    text = f"{strength:g}{unit}" if unit else f"{strength:.0%}"
    return Case(f"{kind} {text}", (Part(kind, strength, begin=-60.0),))


_HALF: Final = (
    _single(disturb.FLICKER, 0.04),
    _single(disturb.BANDING, 0.02),
    _single(disturb.BANDING, 0.05),
    _single(disturb.SHAKE, 0.35),
    _single(disturb.SHAKE, 1.0),
    _single(disturb.SUN, 1.5),
    _single(disturb.SHADOW, 0.17),
    _single(disturb.EXPOSURE, 0.1),
)
_WHOLE: Final = (
    _single(disturb.FLICKER, 0.08),
    _single(disturb.BANDING, 0.04),
    _single(disturb.BANDING, 0.10),
    _single(disturb.BANDING, 0.20),
    _single(disturb.SHAKE, 0.7),
    _single(disturb.SHAKE, 2.0),
    _single(disturb.SHAKE, 5.0),
    _single(disturb.SUN, 3.0),
    _single(disturb.SHADOW, 0.35),
    _single(disturb.EXPOSURE, 0.2),
    *(
        Case(f"arm on {key}", (Part(disturb.ARM, place=key, begin=-1.0, end=_REST_S),))
        for key in ("A", "B", "starter", "crib-A")
    ),
    Case("cup", (Part(disturb.CUP, place="A", begin=4.0),)),
    Case("phone", (Part(disturb.PHONE, place="B", begin=4.0, end=25.0),)),
    Case(STACKED, laying=STACKED),
)
_PAIRED: Final = (
    "flicker 8%", "banding 10%", "shake 0.7 px", "sun 3 mm/s", "shadow 35%", "exposure 20%",
    "arm on A", "phone", STACKED,
)  # fmt: skip


def singles() -> Iterator[Case]:
    """The quiet table, each disturbance at half its strength, and each at its whole strength."""
    yield Case("none")
    yield from _HALF
    yield from _WHOLE


def pairs() -> Iterator[Case]:
    """Every two of the usual disturbances together."""
    by_name = {case.name: case for case in _WHOLE}
    for one, other in combinations((by_name[name] for name in _PAIRED), 2):
        laying = STACKED if STACKED in (one.laying, other.laying) else "spread"
        yield Case(f"{one.name} + {other.name}", (*one.parts, *other.parts), laying)


def is_half(case: Case) -> bool:
    """Whether every card must be read: a quiet table, or an honest disturbance at half its strength."""
    return case.name == "none" or any(case.name == half.name for half in _HALF)


def with_seed(case: Case, seed: int) -> Case:
    """The same disturbance over another deal."""
    return replace(case, seed=seed)
