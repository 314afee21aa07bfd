"""What a stream or a big board may show of a table: the score as it stood at least one whole deal ago.

Rule: row 34 of the reveal policy. A spectator with a phone is a channel back to the players, so neither the
present score nor the present cards go out; in club mode the hands of the last deal told go with it. It is
public who deals.
"""

from __future__ import annotations

from cribbage.log.observations import Player
from cribbage.shown.jsondata import SCHEMA, Json
from cribbage.shown.policy import is_settled
from cribbage.shown.scoreboard import Scoreboard

DELAY_DEALS = 1


def broadcast(board: Scoreboard, followed: bool = False) -> Json:
    """The delayed view: mode, players with their score of `after_deal`, the hands counted in it, and the result."""
    if not board.has_game:
        return {"schema": SCHEMA, "state": "none", "mode": None, "players": [], "after_deal": 0, "hands": []}
    settled = is_settled(board, followed)
    told = board.deal if settled else max(board.deal - 1 - DELAY_DEALS, 0)
    scores = _scores(board, told)
    shown: Json = {
        "schema": SCHEMA,
        "state": "over" if settled else "playing",
        "mode": board.mode,
        "profile": board.header.get("profile"),
        "dealer": board.dealer,
        "dealer_side": None if board.dealer is None else board.seating.side(board.dealer),
        "after_deal": told,
        "players": [{"seat": s, "name": board.side_name(s), "score": scores[s]} for s in board.sides],
        "hands": [] if board.mode == "sanctioned" else _hands(board, told),
    }
    if settled and board.winner is not None:
        shown["winner"] = board.winner
    return shown


def _scores(board: Scoreboard, deal: int) -> dict[Player, int]:
    known = max((number for number in board.ends if number <= deal), default=None)
    scores = dict.fromkeys(board.sides, 0) if known is None else dict(board.ends[known])
    return {side: min(scores.get(side, 0), board.rules.target) for side in board.sides}


def _hands(board: Scoreboard, deal: int) -> list[Json]:
    """The hands and the crib that were shown in a deal, in the order in which they were counted."""
    shown = [
        item
        for item in board.items.values()
        if item.deal == deal and item.what in ("hand", "crib") and item.is_closed and item.cards
    ]
    return [
        {"what": item.what, "player": item.seat, "cards": list(item.cards), "points": item.earned}
        for item in shown
    ]
