"""The forms in which a book lets its game be played: number of players, target, five cards, doubles, time.

`played(profile, options)` is the profile as it is played; what a book does not have, or what contradicts itself, is
refused with one line that says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from cribbage.errors import CribbageError
from cribbage.profiles import PROFILES
from cribbage.profiles.base import Profile

KEYS: Final = (
    "players",
    "target",
    "five_card",
    "doubles",
    "time_limit_min",
    "match_play",
    "skunks",
    "rule_5_1_b",
)
"""The options of a log's header; other keys there are kept and ignored."""

_LONGEST_MIN: Final = 1440
SKUNK_GAMES: Final = 2
DOUBLE_SKUNK_GAMES: Final = 4
RETRIEVE_POINTS: Final = 2
"""What an option puts in force (Rule: Hoyle, the game, popular variation; ACC 2020 5.1.b, struck out)."""


class BadOption(CribbageError):
    """An option that is none, or that the rule book or another option contradicts.

    For other languages: `case` is one word for what is wrong, `told` the values in it; `field` what of the profile
    says so.
    """

    def __init__(self, text: str, case: str = "", field: str = "", **told: Any) -> None:
        super().__init__(text)
        self.case, self.field, self.told = case, field, told


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen; None: as the book has it.

    `players` 2, 3 or 4; `target` the game hole; `five_card` five cards dealt, three kept; `doubles` the form in which
    four play as two pairs; `time_limit_min` minutes for a game; `match_play` the game is part of a match, in which
    conceding counts as pegging out (Rule: ACC 8.10.b); `skunks` two games for a skunk and four for a double one
    (Hoyle's variation, to 121); `rule_5_1_b` the rule that is struck out in the edition of 2020: two points for
    taking discards back; `muggins` whether it is in force.
    """

    players: int | None = None
    target: int | None = None
    five_card: bool = False
    doubles: str | None = None
    time_limit_min: int | None = None
    match_play: bool = False
    skunks: bool = False
    rule_5_1_b: bool = False
    muggins: bool = False


def options_from(given: Mapping[str, Any], players: int | None = None, muggins: bool = False) -> Options:
    """Options as they stand in a log's header; raise `BadOption` for a value of the wrong kind."""
    for key, kind, what in (
        ("players", int, "a whole number"),
        ("target", int, "a whole number"),
        ("five_card", bool, "true or false"),
        ("doubles", str, "a text"),
        ("time_limit_min", int, "a whole number of minutes"),
        ("match_play", bool, "true or false"),
        ("skunks", bool, "true or false"),
        ("rule_5_1_b", bool, "true or false"),
    ):
        value = given.get(key)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise BadOption(f"option {key} must be {what}, not {value!r:.40}")
    chosen = {key: given[key] for key in KEYS if given.get(key) is not None}
    if players is not None and chosen.setdefault("players", players) != players:
        raise BadOption(f"option players is {chosen['players']!s:.40}, but {players} players are named")
    return Options(**chosen, muggins=muggins)


def played(profile: Profile, options: Options) -> Profile:
    """A rule book in the form chosen; raise `BadOption` with one line where that cannot be."""
    seats = options.players or (4 if options.doubles else profile.seats)
    _check(profile, options, seats)
    dealt, thrown, hand, from_pack = profile.dealt, profile.thrown, profile.hand, 0
    if options.five_card:
        dealt, thrown, hand = 5, 2, 3
    elif seats == 3:
        dealt, thrown, from_pack = 5, 1, 1
    elif seats == 4:
        dealt, thrown = 5, 1
    return replace(
        profile,
        seats=seats,
        style=(options.doubles or profile.pairs[0]) if seats == 4 else "",
        target=options.target or profile.target,
        dealt=dealt,
        thrown=thrown,
        hand=hand,
        from_pack=from_pack,
        time_limit_min=options.time_limit_min or profile.time_limit_min,
        skunk_games=SKUNK_GAMES if options.skunks else profile.skunk_games,
        lurch_games=DOUBLE_SKUNK_GAMES if options.skunks else profile.lurch_games,
        retrieve_points=RETRIEVE_POINTS if options.rule_5_1_b else profile.retrieve_points,
    )


def book_of(header: Mapping[str, Any]) -> Profile:
    """The rule book of a game whose header was kept, in the form in which it is played; the ACC's where it is old."""
    book = PROFILES.get(str(header.get("profile")), PROFILES["acc-2025"])
    named = len(header.get("players") or "AB")
    if named not in book.players:
        return book
    try:
        return _form(book.name, options_from(header.get("options") or {}, named))
    except BadOption:
        return book


@lru_cache(maxsize=64)
def _form(name: str, options: Options) -> Profile:
    """A book in the form chosen: asked again and again for one game, by everybody who looks at it."""
    return played(PROFILES[name], options)


def _check(profile: Profile, options: Options, seats: int) -> None:
    """Every contradiction, each with its line."""
    name = profile.name
    if seats not in profile.players:
        text = f"{name} is played by {_or(profile.players)}, not by {seats}"
        raise BadOption(text, "players", "players", allowed=profile.players, n=seats)
    if options.target is not None and options.target not in profile.targets:
        text = f"{name} is played to {_or(profile.targets)}, not to {options.target!s:.40}"
        raise BadOption(text, "target", "targets", allowed=profile.targets, n=options.target)
    if options.five_card and not profile.five_card:
        text = f"{name} has no game with five cards: leave out five_card, or choose hoyle"
        raise BadOption(text, "five-card", "five_card")
    if options.five_card and seats != 2:
        text = f"the game with five cards is for two players, not for {seats}"
        raise BadOption(text, "five-card-two", "five_card", n=seats)
    if options.doubles is not None and seats != 4:
        raise BadOption(f"doubles are for four players, not for {seats}", "doubles-four", "players", n=seats)
    if options.doubles is not None and options.doubles not in profile.pairs:
        text = f"{name} has no doubles {options.doubles!r:.40}: it has {_or(profile.pairs)}"
        raise BadOption(text, "doubles", "pairs", allowed=profile.pairs)
    _check_variations(profile, options)
    if options.muggins and not profile.muggins:
        raise BadOption(f"{name} does not allow muggins", "muggins", "muggins")
    minutes, limit = options.time_limit_min, profile.time_limit_min
    if minutes is not None and minutes <= 0:
        raise BadOption(f"a time limit is a number of minutes above nothing, not {minutes}")
    if minutes is not None and minutes > _LONGEST_MIN:
        raise BadOption(f"a time limit is at most {_LONGEST_MIN} minutes")
    if minutes is not None and limit is not None and minutes != limit:
        raise BadOption(f"a game of {name} lasts {limit} minutes, not {minutes}")


def _check_variations(profile: Profile, options: Options) -> None:
    """What only one book has."""
    if options.skunks and not profile.skunk_option:
        text = f"{profile.name} has no games that count double or fourfold: leave out skunks, or choose hoyle"
        raise BadOption(text, "skunks", "skunk_option")
    if options.skunks and options.target not in (None, profile.target):
        text = f"skunks are counted in a game to {profile.target}, not to {options.target}"
        raise BadOption(text, "skunks-target", "skunk_option", n=options.target)
    if options.rule_5_1_b and not profile.retrieve_option:
        text = (
            f"{profile.name} has no rule 5.1.b that was struck out: leave out rule_5_1_b, or choose acc-2020"
        )
        raise BadOption(text, "retrieve", "retrieve_option")


def _or(values: tuple[Any, ...]) -> str:
    return " or ".join(str(value) for value in values)
