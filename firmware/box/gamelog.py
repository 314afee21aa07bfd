"""A game of the journal as a table log: its header and its observations, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from cribbage.replay.audit import VERDICTS_KEY
from cribbage.shown.scoreboard import PICTURE_KEY
from firmware.box.journal import GAME_KIND, Stored

TABLE_T0 = "table_t0"  # our own key in a game's first event: the table time at which it began


def game_log(events: Iterable[Stored], verdicts: bool = False) -> Iterator[str]:
    """The lines of the table log of one game, given its events.

    `verdicts`: each observation carries those that were given before the next one, for `pegwatch replay --audit`.
    """
    held: dict[str, object] | None = None
    for stored in events:
        event = stored.event
        if event.kind == "verdict" and held is not None and VERDICTS_KEY in held:
            given = held[VERDICTS_KEY]
            assert isinstance(given, list), "made below"
            fixed = {key: event.body.get(key) for key in ("code", "player", "points")}
            given.append({"t": event.t, **fixed})
        if event.kind not in (GAME_KIND, "seen"):
            continue
        if held is not None:
            yield _line(held)
        # Our own references to this table (its clock, its pictures) mean nothing elsewhere.
        ours = TABLE_T0 if event.kind == GAME_KIND else PICTURE_KEY
        held = {key: value for key, value in event.body.items() if key != ours}
        if verdicts and event.kind == "seen":
            held[VERDICTS_KEY] = []
    if held is not None:
        yield _line(held)


def _line(body: dict[str, object]) -> str:
    return json.dumps(body, ensure_ascii=False)
