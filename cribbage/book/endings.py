"""Games that do not end by pegging out: conceded, stopped by the clock, decided by a ruling.

Rule: ACC 8.10.b (conceding), 11.5.b (forfeits); Corporate, time to play, game ties, 4 (forfeits 121 to 0).
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cribbage.book.claims import last_words
from cribbage.book.game import Game
from cribbage.log.observations import Player, Ruling, Said

CONCEDED: Final = "8.10"
CLOCK: Final = "time-limit"


class Clock(Enum):
    """What is still played once time has been called."""

    LAST_DEAL = "the deal in progress is finished"
    EXTRA_DEAL = "one more deal, because the cribs were not equal in number"
    CUT = "the captains cut; the ruling says who has won by one point"


_TIES: Final = {Clock.EXTRA_DEAL: "tie-deal", Clock.CUT: "tie-cut"}


def conceded(game: Game, said: Said) -> None:
    """A player gives up. Where pegging out is compulsory that ends the game only in a match (8.10.b)."""
    rule = game.profile
    if not rule.is_house("must_peg_out") and not game.header.options.get("match_play"):
        game.remark(
            "game",
            "no-end",
            "8.10.b",
            said.by,
            "conceding does not end a game of the qualifying round: play goes on",
        )
        return
    winner = game.other(said.by)
    _end(game, winner, rule.target, game.score(game.side(said.by)), said.t, rule=CONCEDED, why="conceded")


def time_called(game: Game, said: Said) -> None:
    """The time for the game is over: a deal of which a card was played is finished, then the score decides."""
    if game.clock is not None or game.profile.time_limit_min is None:
        return
    if not game.profile.time_ends_game:
        game.remark(
            "time", "no-rule", CLOCK, None, "the book does not say how a game ends then: the official decides"
        )
        return
    game.clock = Clock.LAST_DEAL
    if not game.deal.line.laid:
        decide(game, said.t)


def after_deal(game: Game, t: float) -> None:
    """A deal has been counted and taken up: its crib counts, and after time the score decides."""
    game.cribs[game.side(game.deal.dealer)] += 1
    if game.clock is not None and game.clock is not Clock.CUT:
        decide(game, t)


def decide(game: Game, t: float) -> None:
    """Most points win; a tie gets one more deal if that makes the cribs equal in number, else the cut."""
    leader, next_to_him = sorted(game.players, key=game.score, reverse=True)[:2]
    one, two = game.score(leader), game.score(next_to_him)
    if one > two:
        _end(game, leader, one, two, t, rule=CLOCK, why="most points when time was called")
        return
    may_go_on = game.clock is Clock.LAST_DEAL and len(set(game.cribs.values())) > 1
    game.clock = Clock.EXTRA_DEAL if may_go_on else Clock.CUT
    game.remark("time", _TIES[game.clock], CLOCK, None, f"a tie: {game.clock.value}")


def decided(game: Game, ruling: Ruling) -> bool:
    """Whether a ruling decides the game: ``{"player": "A", "wins": true}``, by the cut after a tie or by forfeit.

    A forfeit counts what the book says: 121 to 0 (Corporate), ten points of spread (ACC 11.5.b), else the score as
    it stands.
    """
    winners = {move["player"] for move in ruling.moves if move.get("wins") is True} & set(game.players)
    if len(winners) != 1:
        return False
    winner: Player = winners.pop()
    loser, book = game.other(winner), game.profile
    if game.clock is Clock.CUT:
        score = game.score(winner)
        _end(game, winner, score + 1, score, ruling.t, rule=CLOCK, why="the high card after a tie")
    elif book.forfeit_score is not None:
        _end(game, winner, *book.forfeit_score, ruling.t, rule="forfeit", why="forfeited")
    elif book.forfeit_spread is not None:
        score = book.target - book.forfeit_spread
        _end(game, winner, book.target, score, ruling.t, rule="11.5", why="forfeited")
    else:
        _end(game, winner, book.target, game.score(loser), ruling.t, rule="forfeit", why="forfeited")
    return True


def _end(game: Game, winner: Player, score: int, loser_score: int, t: float, **more: Any) -> None:
    """Moves that still wait get their verdict, then the game is over."""
    last_words(game)
    game.won(winner, score, loser_score, t, **more)
