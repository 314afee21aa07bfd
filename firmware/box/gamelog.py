"""A game of the journal as a table log: its header and its observations, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from cribbage.scoreboard import PICTURE_KEY
from firmware.box.journal import GAME_KIND, Stored

TABLE_T0 = "table_t0"  # our own key in a game's first event: the table time at which it began


def game_log(events: Iterable[Stored]) -> Iterator[str]:
    """The lines of the table log of one game, given its events."""
    for stored in events:
        event = stored.event
        if event.kind == GAME_KIND:
            yield _line({key: value for key, value in event.body.items() if key != TABLE_T0})
        elif event.kind == "seen":
            # Our own reference to a picture of this table: it means nothing elsewhere.
            yield _line({key: value for key, value in event.body.items() if key != PICTURE_KEY})


def _line(body: dict[str, object]) -> str:
    return json.dumps(body, ensure_ascii=False)
