"""Points that are taken back: asked for each player, with what the log saw, and moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cribbage.judging import facts
from cribbage.judging.base import Asking, Json, Kind, Question, stand
from cribbage.log.observations import Player

PLAY: Final = ("play",)
DEAL: Final = ("heels", "play", "hand", "crib")


def points_back(ask: Asking, whats: tuple[str, ...], players: tuple[Player, ...] = ()) -> dict[Player, int]:
    """How many points each of `players` (all, unless given) has pegged in this deal for `whats`; the judges confirm
    or correct it."""
    where = ask.say("in the play" if whats == PLAY else "in this deal, penalties apart")
    questions = []
    players = tuple(map(ask.side, players)) or ask.sides
    for player in players:
        seen = [item for item in facts.items(ask, *whats, player=player) if item.pegged]
        found = min(sum(item.pegged or 0 for item in seen), ask.score(player))
        text = ask.say("How many points has {name} pegged {where}?", player, where=where)
        told = tuple(facts.of_item(ask, item) for item in seen)
        high = ask.score(player)
        questions.append(Question(f"back-{player}", text, Kind.NUMBER, high=high, found=found, facts=told))
    return dict(zip(players, ask.numbers(*questions), strict=True))


def moves(ask: Asking, backs: Mapping[Player, int]) -> tuple[Json, ...]:
    """The front pegs that go back."""
    return tuple(stand(player, ask.score(player) - points) for player, points in backs.items() if points)


def said(ask: Asking, backs: Mapping[Player, int]) -> tuple[str, ...]:
    """In words, where they go."""
    return tuple(
        ask.say(
            "{name}'s front peg goes back {n} to hole {hole}.",
            player,
            n=points,
            hole=ask.score(player) - points,
        )
        for player, points in backs.items()
        if points
    )
