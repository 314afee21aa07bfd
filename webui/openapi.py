"""The description of the JSON interface, version 1, as OpenAPI: served with it, and held against it by the tests.

Keys may be added within a version; none is taken away or changes its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from webui.door.pages import SEATS as JOIN_SEATS
from webui.posted import MODES, SEATS, Dealer, Pegs, Said, SaidWithNumber

Json: TypeAlias = dict[str, Any]
VERSION: Final = "1.0"
_TEXT: Final[Json] = {"type": "string"}
_NAME: Final[Json] = {"type": "string", "minLength": 1, "maxLength": 24}
_NUMBER: Final[Json] = {"type": "integer"}
_SEAT: Final[Json] = {"type": "string", "enum": list(SEATS)}
_HOLE: Final[Json] = {"type": "integer", "minimum": 0, "maximum": 121}
_CARD: Final[Json] = {"type": "string", "pattern": "^([2-9TJQKA]|10)[CDHS]$"}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(schema: Json, **more: Any) -> Json:
    return {"type": "array", "items": schema} | more


def _object(required: Mapping[str, Json], optional: Mapping[str, Json] | None = None) -> Json:
    """An object with these keys, and room for more in a later version."""
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


_SCORES: Final = _object({"A": _HOLE, "B": _HOLE}, {"C": _HOLE})
_OPTIONS: Final = _object(
    {},
    {
        "target": _NUMBER,
        "five_card": {"type": "boolean"},
        "doubles": {"type": "string"},
        "skunks": {"type": "boolean"},
        "rule_5_1_b": {"type": "boolean"},
    },
)
_RESULT: Final = _object(
    {"winner": _SEAT, "loser_score": _HOLE, "spread": _NUMBER, "skunk": {"type": "boolean"}}
)
_PLAYER: Final = _object({"seat": _SEAT, "name": _TEXT, "score": _HOLE})
_VIEW: Final = _object(
    {
        "schema": _NUMBER,
        "game": _NUMBER,
        "mode": _or_null({"type": "string", "enum": list(MODES)}),
        "state": {"type": "string", "enum": ["none", "playing", "ended", "starter", "play", "show", "over"]},
        "dealer": _or_null(_SEAT),
        "players": _list(_ref("Player")),
        "line": _object({"text": _TEXT, "who": _or_null(_SEAT), "about": _TEXT}),
    },
    {
        "target": {"type": "integer", "description": "The game hole: 121, or 61."},
        "seats": {
            "type": "object",
            "description": "The seats that hold cards, and the side that pegs for them: a pair pegs as one.",
            "additionalProperties": _object({"name": _TEXT, "side": _SEAT}),
        },
        "may": {
            "type": "object",
            "description": "The words that players may say now: `say`; by seat what they would `accept`; whether to "
            "`concede` ends the game. It follows phase, settings, cards and pegs, never what was earned.",
            "properties": {
                "say": _list(_TEXT),
                "accept": {"type": "object", "additionalProperties": {"type": "object"}},
                "concede": {"type": "string", "enum": ["ends", "no-end"]},
                "called": _SEAT,
            },
            "required": ["say"],
        },
        "lamp": {"type": "string", "enum": ["steady", "attention"]},
        "profile": _or_null(_TEXT),
        "over": _or_null(_ref("Result")),
        "verdicts": _list({"type": "object"}),
        "hands": _list({"type": "object"}),
    },
)
_OVERLAY: Final = _object(
    {
        "schema": _NUMBER,
        "state": {"type": "string", "enum": ["none", "playing", "over"]},
        "mode": _or_null({"type": "string", "enum": list(MODES)}),
        "after_deal": _NUMBER,
        "players": _list(_ref("Player")),
        "hands": _list(_object({"what": _TEXT, "player": _SEAT, "cards": _list(_CARD)})),
    },
    {"winner": _SEAT, "dealer": _or_null(_SEAT), "dealer_side": _or_null(_SEAT)},
)
_ENTRY: Final[dict[str, Json]] = {
    "game": _NUMBER,
    "began": {"type": "number"},
    "players": _object({"A": _TEXT, "B": _TEXT}, {"C": _TEXT}),
    "target": _NUMBER,
    "mode": {
        "type": "string",
        "enum": [*MODES, ""],
        "description": "Empty where a damaged record does not say.",
    },
    "profile": _TEXT,
    "state": {"type": "string", "enum": ["on", "ended", "over", "damaged"]},
    "result": _or_null(_ref("Result")),
}
_MEAN: Final = _object({"mean": _or_null({"type": "number"}), "times": _NUMBER, "known": {"type": "number"}})
_FIGURES: Final = _object(
    {
        "means": {"type": "object", "additionalProperties": _MEAN},
        "deals": _NUMBER,
        "best_hand": _NUMBER,
        "missed": _NUMBER,
        "too_many": _NUMBER,
    }
)
_PLAYED: Final = _object(
    {
        "player": _SEAT,
        "side": _SEAT,
        "card": _or_null(_CARD),
        "count": _or_null(_NUMBER),
        "points": _NUMBER,
        "series": _NUMBER,
    },
    {"announced": _NUMBER, "shown_later": {"type": "boolean"}},
)
_DEAL: Final = _object(
    {
        "deal": _NUMBER,
        "dealer": _or_null(_SEAT),
        "scores": _or_null(_SCORES),
        "starter": _or_null(_CARD),
        "discards": _object({"together": _or_null(_list(_CARD))}),
        "items": _list({"type": "object"}),
        "play": _list(_PLAYED),
        "verdicts": _list({"type": "object"}),
        "moments": _list(_object({"kind": _TEXT, "t": {"type": "number"}, "pegs": {"type": "object"}})),
    }
)
_GRADES: Final = {
    "type": "object",
    "description": "Only where it may be told (after the game; at once in teaching). `discards`: null, or six `ways` "
    "in which the crib can have been thrown, each with the exact mean `worth` of either seat's discard, what it "
    "`lost` against the `best`, and luck: `dealt` and `fell`. `play`: cards laid with a choice, `lost` an estimate.",
    "properties": {"discards": _or_null({"type": "object"}), "play": _list({"type": "object"})},
}
_REVIEW: Final = _object(
    {
        "game": _NUMBER,
        "players": _object({"A": _TEXT, "B": _TEXT}, {"C": _TEXT}),
        "deals": _list(
            _object(_DEAL["properties"] | {"steps": _list(_object({"say": _TEXT}))}, {"grades": _GRADES})
        ),
        "tally": _or_null(
            {"type": "object", "description": "Luck and skill of each seat over the graded deals."}
        ),
    }
)
_GAME: Final = _object(
    _ENTRY
    | {
        "deals": _list(_DEAL),
        "course": _list(_object({"deal": _NUMBER, "scores": _SCORES})),
        "averages": {"type": "object", "additionalProperties": _ref("Figures")},
        "turning_points": _list(
            _object({"kind": _TEXT, "deal": _NUMBER, "player": _SEAT, "points": _NUMBER})
        ),
    }
)
_SCHEMAS: Final[dict[str, Json]] = {
    "View": _VIEW,
    "Player": _PLAYER,
    "Result": _RESULT,
    "Overlay": _OVERLAY,
    "Game": _GAME,
    "Figures": _FIGURES,
    "Error": _object({"error": _TEXT, "say": _TEXT}),
    "Taken": _object({"taken": _NUMBER, "say": _TEXT}),
}
_LANG: Final = {"name": "lang", "in": "query", "schema": {"type": "string", "enum": ["en", "fr"]}}
_AS: Final = {
    "name": "as",
    "in": "query",
    "description": "Whose eyes: a seat that this browser holds; otherwise the public's.",
    "schema": _SEAT,
}
_BEFORE: Final = {"name": "before", "in": "query", "schema": {"type": "integer", "minimum": 1}}
_GAME_NUMBER: Final = {
    "name": "game", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
}  # fmt: skip
_TOKEN: Final = {
    "name": "X-CSRF-Token",
    "in": "header",
    "required": True,
    "description": "The token of a page that this browser was given, with its cookie.",
    "schema": _TEXT,
}


def _answers(good: Mapping[str, Json], *errors: int) -> Json:
    texts = {400: "What was sent cannot be used", 403: "Not for this visitor", 404: "There is no such thing",
             409: "Not now", 413: "Too much", 415: "No JSON", 429: "Too often", 503: "Not possible just now",
             507: "The disk is full"}  # fmt: skip
    told = {str(code): _json_answer(texts[code], _ref("Error")) for code in errors}
    return dict(good) | told


def _json_answer(text: str, schema: Json) -> Json:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _get(summary: str, schema: Json, *errors: int, parameters: tuple[Json, ...] = ()) -> Json:
    good = {"200": _json_answer(summary, schema)}
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": _answers(good, *errors)}}


def _file(summary: str, mime: str, *errors: int, parameters: tuple[Json, ...]) -> Json:
    good = {"200": {"description": summary, "content": {mime: {"schema": _TEXT}}}}
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": _answers(good, *errors)}}


def _post(summary: str, body: Json, code: str, schema: Json, *errors: int) -> Json:
    return {
        "post": {
            "summary": summary,
            "parameters": [_TOKEN, _LANG],
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": _answers({code: _json_answer("Done", schema)}, 400, 403, 413, 429, 503, *errors),
        }
    }


def _shape(kind: type) -> Json:
    """What is decoded when it comes in, as a schema: the same declaration (`webui.posted`)."""
    _, found = msgspec.json.schema_components((kind,), ref_template="{name}")
    return dict(found[kind.__name__])


def _of_one_game() -> Json:
    """What can be asked of a game that is, or was."""
    game = (_GAME_NUMBER, _AS)
    return {
        "/games/{game}": _get("One game as far as it may be told", _ref("Game"), 404, parameters=(*game, _LANG)),
        "/games/{game}/counts.csv": _file("Every count that may be told", "text/csv", 404, 409, parameters=game),
        "/games/{game}/deals": _get(
            "The finished deals as far as they may be told: play, pegs and calls in order, and grades after the game",
            _REVIEW, 404, parameters=(*game, _LANG),
        ),
        "/games/{game}/plays.csv": _file("Every card played that may be told", "text/csv", 404, 409, parameters=game),
        "/games/{game}/log": _file("The table log", "application/x-ndjson", 403, 404, 409, parameters=game),
    }  # fmt: skip


def _paths(profiles: Sequence[str]) -> Json:
    say = _object({"say": _TEXT})
    new_game = _object(
        {
            "players": _object({"A": _NAME, "B": _NAME}, {"C": _NAME, "D": _NAME}),
            "dealer": _SEAT,
            "mode": {"type": "string", "enum": list(MODES)},
            "profile": {"type": "string", "enum": list(profiles)},
        },
        {"muggins": {"type": "boolean"}, "options": _OPTIONS, "end": {"type": "boolean"}},
    )
    zone = {"zone": {"type": "string", "enum": ["starter", *SEATS, "crib"]}}
    cards = _object(zone | {"seen": _list(_CARD, maxItems=6)})
    games = _get("The newest games", _object({"games": _list(_object(_ENTRY))}), parameters=(_BEFORE,))
    games |= _post("Begin a game", new_game, "202", _ref("Taken"), 409, 507)
    return {
        "/view": _get("What these eyes may see now", _ref("View"), parameters=(_AS, _LANG)),
        "/overlay": _get("The score for streams and big boards, at least one deal late", _ref("Overlay")),
        "/games": games,
        "/games/seated": _post(
            "Begin a game as the club's hub has seated it",
            _object({"seat": _TEXT}, {"dealer": _SEAT, "end": {"type": "boolean"}}),
            "202", _ref("Taken"), 409, 507,
        ),
        "/games/rematch": _post(
            "Begin the game that has just ended once more; the loser deals",
            _object({}), "202", _ref("Taken"), 409, 507,
        ),
        "/seats": _get(
            "The games that the club's hub seats at this table, the next one first",
            _object({"seats": _list(_object({
                "token": _TEXT, "dealer": _TEXT, "say": _TEXT,
                "players": _object({"A": _TEXT, "B": _TEXT}, {"C": _TEXT, "D": _TEXT}),
            }))}),
            parameters=(_LANG,),
        ),
        **_of_one_game(),
        "/players": _get(
            "Averages of the last games' players, and of the whole table",
            _object({"players": _list(_ref("Figures")), "table": _ref("Figures"), "left_out": _list(_NUMBER)}),
        ),
        "/said": _post(
            "Say something for a seat", {"anyOf": [_shape(Said), _shape(SaidWithNumber)]}, "202", _ref("Taken"), 409
        ),
        "/pegs": _post("Where a player's pegs stand, read by a person", _shape(Pegs), "202", _ref("Taken"), 409),
        "/dealer": _post("Who deals the deal that begins", _shape(Dealer), "202", _ref("Taken")),
        "/reread": _post(
            "A zone of which nothing is known any more until the camera has read it again",
            _object(zone), "202", _ref("Taken"), 409,
        ),
        "/cards": _post("The cards of a zone, read by a person", cards, "202", _ref("Taken")),
        "/join": _post(
            "Come in with the table's code",
            _object({"code": _TEXT, "seat": {"type": "string", "enum": list(JOIN_SEATS)}}),
            "200", say, 409,
        ),
        "/login": _post(
            "Come in with a PIN",
            _object({"role": {"type": "string", "enum": ["judge", "keeper"]}, "name": _TEXT, "pin": _TEXT}),
            "200", say,
        ),
        "/live": {
            "get": {
                "summary": "The view at once and whenever it changes, as server-sent events",
                "description": (
                    "Events: `view` (data: a View; id: a hash of it) and `beat` every five seconds. A connection "
                    "that comes back with Last-Event-ID gets the view of now at once if it is another one."
                ),
                "parameters": [_AS, _LANG],
                "responses": _answers(
                    {"200": {"description": "A stream", "content": {"text/event-stream": {"schema": _TEXT}}}}, 503
                ),
            }
        },
    }  # fmt: skip


def describe(table_name: str, profiles: Sequence[str]) -> Json:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"Pegwatch: {table_name}",
            "version": VERSION,
            "description": "What a table shows, as data. Each answer holds only what the reveal policy allows.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": _paths(profiles),
        "components": {"schemas": _SCHEMAS},
    }
