"""Observations of a simulated table in the form and at the times of a log of one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cribbage.log.codec import observation_body
from cribbage.log.observations import Observation
from cribbage.sight.contract import SINCE


def in_log_time(told: Observation, begin: float) -> dict[str, Any]:
    """An observation at a table time (s) in log form, for a log that begins at `begin`; nothing is before that."""
    extra = dict(told.extra)
    since = extra.get(SINCE)
    if isinstance(since, Mapping):
        extra[SINCE] = {track: _after(t, begin) for track, t in since.items()}
    elif since is not None:
        extra[SINCE] = _after(since, begin)
    return observation_body(replace(told, t=_after(told.t, begin), extra=extra))


def _after(t: float, begin: float) -> float:
    return round(max(0.0, t - begin), 3)
