"""The description of the club's JSON interface, version 1, as OpenAPI: served with it, held against it by the tests.

Keys may be added within a version; none is taken away or changes its meaning. Everything is read only: what changes
something is a form of the pages, with its token and a director's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from cribbage.tournament.formats import FORMATS

Json: TypeAlias = dict[str, Any]
VERSION: Final = "1.0"
_TEXT: Final[Json] = {"type": "string"}
_NUMBER: Final[Json] = {"type": "integer"}
_YES: Final[Json] = {"type": "boolean"}
_MAYBE_TEXT: Final[Json] = {"type": ["string", "null"]}
_FIGURE: Final[Json] = {"type": ["integer", "string"], "description": "Empty where nothing is written."}


def _object(required: Mapping[str, Json], optional: Mapping[str, Json] | None = None) -> Json:
    """An object with these keys, and room for more in a later version."""
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


def _list(schema: Json) -> Json:
    return {"type": "array", "items": schema}


_EVENT: Final = {"id": _NUMBER, "name": _TEXT, "format": {"type": "string", "enum": list(FORMATS)}}
_ENTRY: Final = _object({
    "id": _TEXT, "name": _TEXT, "players": _list(_TEXT), "left_after": {"type": ["integer", "null"]},
    "substitutes": _list(_object({"from_game": _NUMBER, "name": _TEXT})),
})  # fmt: skip
_MEETING: Final = _object({
    "game": _NUMBER, "a": _TEXT, "b": _MAYBE_TEXT, "table": _NUMBER, "a_seat": _TEXT, "b_seat": _TEXT,
    "first_dealer": _MAYBE_TEXT,
})  # fmt: skip
_LINE: Final = _object(
    {"game": _NUMBER, "against": _TEXT, "sits": _YES, "points": _FIGURE, "board": _NUMBER, "seat": _TEXT},
    {
        "result": _TEXT, "plus": _TEXT, "minus": _TEXT, "source": _TEXT, "why": _TEXT, "struck": _list(_TEXT),
        "own": _FIGURE, "theirs": _FIGURE, "default": _YES,
    },
)  # fmt: skip
_CARD: Final = _object(
    {
        "owner": _TEXT,
        "name": _TEXT,
        "rows": _list(_LINE),
        "game_points": _NUMBER,
        "games_won": _NUMBER,
        "blank": _YES,
    },
    {"plus": _TEXT, "minus": _TEXT, "net": _NUMBER, "boxes": _YES, "own": _NUMBER, "theirs": _NUMBER},
)
_PLACE: Final = _object(
    {
        "rank": _NUMBER, "who": _TEXT, "name": _TEXT, "by": _TEXT, "tied": _YES, "qualifies": _YES, "high": _YES,
        "game_points": _NUMBER, "games_won": _NUMBER, "plus": _NUMBER, "minus": _NUMBER, "net": _NUMBER,
    },
    {"challenge": _NUMBER, "medal": _TEXT},
)  # fmt: skip
_SIDE: Final = {"anyOf": [_object({"seed": _NUMBER, "name": _TEXT, "won": _YES}), {"type": "null"}]}
_MATCH: Final = _object({
    "round": _NUMBER, "line": _NUMBER, "bye": _YES, "ready": _YES, "decided": _YES, "sides": _list(_SIDE),
    "rule": {"type": "string", "description": "The rule by which the match was given without play; otherwise empty."},
})  # fmt: skip
_TABLE: Final = _object({
    "table": _TEXT, "gone": _YES, "heard": {"type": "number"}, "live": {"type": "object"},
    "troubles": _list({"type": "object"}), "waiting": _NUMBER, "calling": _YES,
    "pegs": _TEXT, "cards": _TEXT, "sanctioned": _YES, "unfit": _YES,
})  # fmt: skip
_CALL: Final = _object({"n": _NUMBER, "table": _TEXT, "minutes": _NUMBER})
_ERROR: Final = _object({"error": _TEXT, "say": _TEXT})
_WHICH: Final = {
    "name": "event", "in": "path", "required": True,
    "schema": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
}  # fmt: skip
_LANG: Final = {"name": "lang", "in": "query", "schema": {"type": "string", "enum": ["en", "fr"]}}
_ERRORS: Final = {
    403: "Not announced yet, and nobody is logged in as a director",
    404: "There is no such thing",
    503: "The store cannot be reached",
}


def _get(summary: str, schema: Json, *errors: int, of_event: bool = True) -> Json:
    answers = {"200": {"description": summary, "content": {"application/json": {"schema": schema}}}}
    for code in (*errors, 503):
        answers[str(code)] = {
            "description": _ERRORS[code],
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
    parameters = [_WHICH, _LANG] if of_event else [_LANG]
    return {"get": {"summary": summary, "parameters": parameters, "responses": answers}}


def describe(club: str) -> Json:
    """The whole description."""
    event = _object(
        _EVENT | {"date": _TEXT, "edition": _TEXT, "games": _NUMBER, "announced": _YES}
        | {"entries": _list(_ENTRY), "schedule": _list(_MEETING)}
    )  # fmt: skip
    rounds = _object({"rounds": _list(_list(_MATCH))})
    tables = _object({"tables": _list(_TABLE), "calls": _list(_CALL)})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"Pegwatch, the club's desk: {club}" if club else "Pegwatch, the club's desk",
            "version": VERSION,
            "description": "Events of a club as data. Results are given out once announced, or to a director.",
        },
        "servers": [{"url": "/api/v1/club"}],
        "paths": {
            "/events": _get("All events, newest first", _object({"events": _list(_object(_EVENT))}), of_event=False),
            "/events/{event}": _get("One event: entries and schedule", event, 404),
            "/events/{event}/cards": _get("Every card, line by line", _object({"cards": _list(_CARD)}), 403, 404),
            "/events/{event}/standings": _get(
                "The field in order", _object({"standings": _list(_PLACE)}), 403, 404
            ),
            "/events/{event}/bracket": _get("The playoffs, round by round", rounds, 403, 404),
            "/tables": _get("Every table: live score as it was let out, and health", tables, of_event=False),
        },
        "components": {"schemas": {"Error": _ERROR}},
    }  # fmt: skip
