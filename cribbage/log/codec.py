"""The table log as text: one JSON object a line, the header first (format ``table/1``).

Reading is strict where a mistake would change the game (an unknown kind of line, a card that does not exist,
a time that runs backward: `BadLog` with the line number) and open where it would not (unknown keys are kept).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from cribbage.errors import UnknownCard
from cribbage.log.fields import (
    MOST,
    Malformed,
    NotJson,
    brief,
    hole_list,
    mapping,
    one_of,
    rest_of,
    text,
    text_of,
    whole,
)
from cribbage.log.observations import (
    CRIB,
    REREAD,
    STARTER,
    Cards,
    Fault,
    Holes,
    Observation,
    Player,
    Ruling,
    Said,
    Unread,
)
from cribbage.profiles import PROFILES, Profile
from cribbage.profiles.options import BadOption, options_from, played
from cribbage.score.cards import parse_cards, show_cards
from cribbage.score.track import GAME_HOLE, START

FORMAT: Final = "table/1"
MODES: Final = ("sanctioned", "club", "teaching")
KINDS: Final = ("holes", "cards", "unread", "said", "ruling", "fault")
SEATS: Final[tuple[Player, ...]] = ("A", "B", "C", "D")
LONGEST_LINE: Final = 1_000_000
"""The longest line in characters: no line of a table comes near it, and a longer one is not read to its end."""
LATEST_S: Final = 1e9
"""The latest table time in s: thirty years."""
_DEEPEST: Final = 20
_PACK: Final = 52
_HUGE: Final = re.compile(r"\d[eE]\+?\d\d|\d{300}")
_HEADER_KEYS: Final = ("log", "profile", "mode", "muggins", "players", "dealer", "pegs", "options")
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a table log: the rule set in force and how the game began."""

    profile: str = "acc-2025"
    mode: str = "sanctioned"
    muggins: bool = False
    players: Mapping[Player, str] = field(default_factory=lambda: {"A": "A", "B": "B"})
    dealer: Player = "A"
    pegs: Mapping[Player, tuple[int, int]] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    extra: Mapping[str, Any] = field(default_factory=lambda: _NOTHING, compare=False)

    def start_of(self, player: Player) -> tuple[int, int]:
        """Front and rear hole of a player's pegs at the start of the log."""
        return self.pegs.get(player, START)

    @property
    def rules(self) -> Profile:
        """The rule book in the form in which this game is played; raises `BadOption`.

        A log of two players under a book for four is that of its two sides.
        """
        book = PROFILES[self.profile]
        if len(self.players) == 2 and 2 not in book.players:
            book = replace(book, players=(2, *book.players), dealt=6, thrown=2)
        return played(book, options_from(self.options, len(self.players)))

    def to_dict(self) -> dict[str, Any]:
        """The header in log form."""
        body: dict[str, Any] = {
            "log": FORMAT,
            "profile": self.profile,
            "mode": self.mode,
            "muggins": self.muggins,
            "players": dict(self.players),
            "dealer": self.dealer,
            "pegs": {player: list(self.start_of(player)) for player in self.players},
        }
        if self.options:
            body["options"] = dict(self.options)
        return body | dict(self.extra)


def read_line(text: str) -> dict[str, Any]:
    """One line as a JSON object; raises `Malformed`."""
    if len(text) > LONGEST_LINE:
        raise Malformed(f"longer than {LONGEST_LINE} characters: no line of a table is")
    try:
        body = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotJson(f"not JSON: {brief(text.strip())}") from error
    if not isinstance(body, dict):
        raise Malformed("not a JSON object")
    if text.count("{") + text.count("[") > _DEEPEST and _is_deep(body):
        raise Malformed(f"lists and objects more than {_DEEPEST} deep")
    if "\\u" in text or not text.isascii() or _HUGE.search(text):
        _check_written(body)
    return body


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _is_deep(body: Any) -> bool:
    level = [body]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for one in level:
            values = one.values() if isinstance(one, dict) else one
            inner += [value for value in values if isinstance(value, dict | list)]
        if not inner:
            return False
        level = inner
    return True


def _check_written(body: dict[str, Any]) -> None:
    """Refuse what cannot be written as it was read: half a character (a lone surrogate), or a number like 1e999; in
    "t" that is for its own reader to refuse."""
    try:
        rest = body if isinstance(body.get("t"), str) else {**body, "t": 0}
        json.dumps(rest, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise Malformed("half a character (a lone surrogate)") from error
    except ValueError as error:
        raise Malformed("a number that is too large") from error


def header_from(body: Mapping[str, Any]) -> Header:
    """The header in a log's first object; raises `Malformed`."""
    if body.get("log") != FORMAT:
        raise Malformed(f'the first line must be a header with "log": "{FORMAT}"')
    profile = body.get("profile", "acc-2025")
    one_of(profile, tuple(PROFILES), "profile")
    mode = one_of(body.get("mode", "sanctioned"), MODES, "mode")
    players = mapping(body.get("players", {"A": "A", "B": "B"}), "players")
    if not {"A", "B"} <= players.keys() or not players.keys() <= set(SEATS):
        raise Malformed("players must be A and B (C, D where the rules have more)")
    muggins = body.get("muggins", False)
    if not isinstance(muggins, bool):
        raise Malformed("muggins must be true or false")
    header = Header(
        profile,
        mode,
        muggins,
        {key: text(name, "a player's name") for key, name in players.items()},
        one_of(body.get("dealer", "A"), tuple(players), "dealer"),
        _all_pegs(mapping(body.get("pegs", {}), "pegs"), tuple(players)),
        mapping(body.get("options", {}), "options"),
        rest_of(body, _HEADER_KEYS),
    )
    try:
        _ = header.rules
    except BadOption as error:
        raise Malformed(str(error)) from error
    return header


def _all_pegs(given: Mapping[str, Any], players: tuple[Player, ...]) -> dict[Player, tuple[int, int]]:
    return {player: _pegs(given[player]) if player in given else START for player in players}


def _pegs(value: Any) -> tuple[int, int]:
    holes = hole_list(value)
    if len(holes) != 2 or holes[0] == holes[1]:
        raise Malformed("pegs at the start: two different holes, front and rear")
    return holes[0], holes[1]


def observation_from(body: Mapping[str, Any], players: Iterable[Player] = SEATS) -> Observation:
    """One observation from its log form; raises `Malformed`."""
    time = body.get("t")
    if isinstance(time, bool) or not isinstance(time, int | float) or not abs(time) <= LATEST_S:
        raise Malformed(f'"t" must be a number of seconds, not {brief(time)}')
    kinds = [kind for kind in KINDS if kind in body]
    if len(kinds) != 1:
        raise Malformed(f"exactly one of {', '.join(KINDS)} is needed, found {kinds or 'none'}")
    kind = kinds[0]
    return _READERS[kind](time, body[kind], tuple(players), rest_of(body, ("t", kind)))


def _holes(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Holes:
    tracks = mapping(value, "holes")
    for player in tracks:
        one_of(player, players, "track")
    return Holes(t, {player: frozenset(hole_list(holes)) for player, holes in tracks.items()}, extra)


def _cards(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Cards:
    body = mapping(value, "cards")
    seen = body.get("seen")
    if not isinstance(seen, list) or not all(isinstance(card, str) for card in seen):
        raise Malformed('"seen" must be a list of cards')
    try:
        return Cards(t, _zone(body, players), parse_cards(seen), extra)
    except UnknownCard as error:
        raise Malformed(str(error)) from error


def _unread(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Unread:
    body = mapping(value, "unread")
    count = body.get("count")
    return Unread(t, _zone(body, players), None if count is None else whole(count, "count", 0, _PACK), extra)


def _said(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Said:
    body = mapping(value, "said")
    n, what = body.get("n"), text_of(body, "what")
    zone = _zone(body, players) if what == REREAD else None
    by = text(body.get("by", "" if zone else None), '"by"')
    return Said(t, by, what, None if n is None else whole(n, "n", 0), extra, zone)


def _ruling(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Ruling:
    body = mapping(value, "ruling")
    moves = body.get("moves", [])
    judges = body.get("judges", [])
    if not isinstance(moves, list) or not isinstance(judges, list):
        raise Malformed('"moves" and "judges" of a ruling must be lists')
    if max(len(moves), len(judges)) > MOST:
        raise Malformed(f"a ruling has at most {MOST} moves and judges")
    for move in moves:
        _check_ruled(mapping(move, "a ruled move"), players)
    deal = _ruled_deal(mapping(body.get("deal", {}), '"deal" of a ruling'), players)
    named = tuple(text(judge, "a judge's name") for judge in judges)
    return Ruling(t, named, text(body.get("rule", ""), '"rule"'), tuple(moves), deal, extra)


def _check_ruled(move: Mapping[str, Any], players: tuple[Player, ...]) -> None:
    one_of(move.get("player"), players, "player of a ruled move")
    for key in ("front", "rear", "points"):
        if key in move:
            most = MOST if key == "points" else GAME_HOLE
            whole(move[key], key, -most, most)


def _ruled_deal(deal: Mapping[str, Any], players: tuple[Player, ...]) -> Mapping[str, Any]:
    """What a ruling says of the deal (`cribbage.book.orders`), its keys checked; unknown ones are kept."""
    for key, check in _DEAL_KEYS.items():
        if key in deal:
            check(deal[key], players, f'"{key}" of a ruled deal')
    return MappingProxyType(deal) if deal else _NOTHING


def _a_player(value: Any, players: tuple[Player, ...], what: str) -> None:
    one_of(value, players, what)


def _some(value: Any, allowed: tuple[str, ...], what: str) -> None:
    if not isinstance(value, list):
        raise Malformed(f"{what} must be a list")
    for one in value:
        one_of(one, allowed, what)


def _number_of_each(value: Any, players: tuple[Player, ...], what: str) -> None:
    for player, n in mapping(value, what).items():
        one_of(player, players, what)
        whole(n, what, 0, _PACK)


def _cards_of_each(value: Any, zones: tuple[str, ...], what: str) -> None:
    for zone, names in mapping(value, what).items():
        one_of(zone, zones, what)
        _card_names(names, what)


def _card_names(value: Any, what: str) -> None:
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise Malformed(f"{what} must be a list of cards")
    try:
        parse_cards(value)
    except UnknownCard as error:
        raise Malformed(str(error)) from error


def _a_score(value: Any, players: tuple[Player, ...], what: str) -> None:
    body = mapping(value, what)
    one_of(body.get("player"), players, what)
    if "points" in body:
        whole(body["points"], what, 0)


def _count_of_cards(value: Any, _players: tuple[Player, ...], what: str) -> None:
    whole(value, what, 0, _PACK)


_DEAL_KEYS: Final[Mapping[str, Callable[[Any, tuple[Player, ...], str], None]]] = {
    "again": _a_player,
    "dealer": _a_player,
    "crib_of": _a_player,
    "dead": lambda value, players, what: _some(value, (*players, CRIB), what),
    "no_points": _some,
    "hands": _number_of_each,
    "cards_stand": _count_of_cards,
    "dead_cards": _cards_of_each,
    "starter": lambda value, _players, what: _card_names([value], what),
    "shown": lambda value, players, what: _cards_of_each(value, (*players, CRIB), what),
    "forfeit": _a_score,
    "won": _a_score,
}


def _fault(t: float, value: Any, players: tuple[Player, ...], extra: Mapping[str, Any]) -> Fault:
    body = mapping(value, "fault")
    track = None if body.get("track") is None else one_of(body["track"], players, "track")
    return Fault(t, text_of(body, "part"), text_of(body, "what"), extra, track)


_READERS: Final[Mapping[str, Callable[[float, Any, tuple[Player, ...], Mapping[str, Any]], Observation]]] = {
    "holes": _holes,
    "cards": _cards,
    "unread": _unread,
    "said": _said,
    "ruling": _ruling,
    "fault": _fault,
}


def _zone(body: Mapping[str, Any], players: tuple[Player, ...]) -> str:
    return one_of(body.get("zone"), (STARTER, *players, CRIB), "zone")


def observation_body(seen: Observation) -> dict[str, Any]:
    """An observation in log form: the inverse of `observation_from`."""
    return {"t": seen.t, **_BODIES[type(seen)](seen)} | dict(seen.extra)


def _holes_body(seen: Holes) -> dict[str, Any]:
    return {"holes": {player: sorted(holes, reverse=True) for player, holes in seen.holes.items()}}


def _cards_body(seen: Cards) -> dict[str, Any]:
    return {"cards": {"zone": seen.zone, "seen": show_cards(seen.seen).split()}}


def _unread_body(seen: Unread) -> dict[str, Any]:
    return {"unread": {"zone": seen.zone, "count": seen.count}}


def _said_body(seen: Said) -> dict[str, Any]:
    by = {"by": seen.by} if seen.by or seen.zone is None else {}
    n = {} if seen.n is None else {"n": seen.n}
    zone = {} if seen.zone is None else {"zone": seen.zone}
    return {"said": by | {"what": seen.what} | n | zone}


def _ruling_body(seen: Ruling) -> dict[str, Any]:
    moves = [dict(move) for move in seen.moves]
    ruling: dict[str, Any] = {"judges": list(seen.judges), "rule": seen.rule, "moves": moves}
    return {"ruling": ruling | ({"deal": dict(seen.deal)} if seen.deal else {})}


def _fault_body(seen: Fault) -> dict[str, Any]:
    track = {} if seen.track is None else {"track": seen.track}
    return {"fault": {"part": seen.part, "what": seen.what, **track}}


_BODIES: Final[Mapping[type, Callable[[Any], dict[str, Any]]]] = {
    Holes: _holes_body,
    Cards: _cards_body,
    Unread: _unread_body,
    Said: _said_body,
    Ruling: _ruling_body,
    Fault: _fault_body,
}


def to_line(body: Mapping[str, Any]) -> str:
    """One object as one line of a log, without the line end."""
    return json.dumps(body, ensure_ascii=False)
