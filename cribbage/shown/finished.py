"""One deal as one thing, with everything that is known of it: what a count, a review and an export are made of.

Plain JSON-able data of one scoreboard. Whether anybody may have it is asked elsewhere (`cribbage.shown.reveal`). What
was not seen is missing or null, in deals of older programs too: nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence

from cribbage.log.observations import Player
from cribbage.shown.jsondata import Json, details, item_data, proof_data, remarks_data
from cribbage.shown.scoreboard import Item, Play, Scoreboard
from cribbage.shown.state import Moment


def deals_of(board: Scoreboard) -> list[int]:
    """The numbers of the deals in which anything was counted or judged."""
    return sorted({item.deal for item in board.items.values()} | {verdict.deal for verdict in board.verdicts})


def counted(board: Scoreboard, deal: int) -> Json:
    """A deal's counts and verdicts, its starter and its play: what a count can be checked by.

    ``discards`` holds the cards of the crib ``together`` (null: it was not shown): the table sees that they were
    discarded, not by whom. ``play`` is every card in order with the running ``count`` (null: not known), its
    ``points`` and ``parts`` (go and last card are items), and ``series``, which grows where the count begins again.
    """
    return {
        "deal": deal,
        "dealer": board.dealers.get(deal),
        "scores": None if deal not in board.ends else dict(board.ends[deal]),
        "starter": _starter(board, deal),
        "discards": {"together": _crib(board, deal)},
        "items": [item_data(item) for item in board.items.values() if item.deal == deal],
        "play": _play(board, deal),
        "verdicts": [
            {"code": v.code, "player": v.player, "points": v.points, "item": v.item}
            | details(board, v)
            | ({} if board.mode == "sanctioned" else proof_data(v, deal_done=True))  # for judges only there
            for v in board.verdicts
            if v.deal == deal
        ],
        "remarks": remarks_data(board, deal),
    }


def finished(board: Scoreboard, deal: int) -> Json:
    """A deal in full: as `counted`, and ``moments``, the order of it all.

    A moment has ``kind``, ``t`` (s since the game began), ``pegs`` (side -> [front, rear]) and ``card`` (starter),
    ``play`` (place in the play), ``verdict`` (place in the verdicts) or ``said`` (in log form).
    """
    plays = [index for index, play in enumerate(board.plays) if play.deal == deal]
    verdicts = [verdict for verdict in board.verdicts if verdict.deal == deal]
    told = [
        {"kind": one.kind, "t": one.t, "pegs": {side: [p.front, p.rear] for side, p in one.pegs.items()}}
        | more
        for one in board.moments
        if one.deal == deal and (more := _more(one, plays, verdicts)) is not None
    ]
    return counted(board, deal) | {"moments": told}


def _more(one: Moment, plays: Sequence[int], verdicts: Sequence[object]) -> Json | None:
    """What a moment points at; None for a verdict that was taken back."""
    if one.kind == "card":
        return {"play": plays.index(one.play)}
    if one.kind == "starter":
        return {"card": one.card}
    if one.kind == "verdict":
        return {"verdict": verdicts.index(one.verdict)} if one.verdict in verdicts else None
    return {"said": dict(one.said)}


def _starter(board: Scoreboard, deal: int) -> str | None:
    """The card turned in this deal, as it was read last."""
    turned = [one.card for one in board.moments if one.kind == "starter" and one.deal == deal]
    return turned[-1] if turned else None


def _crib(board: Scoreboard, deal: int) -> list[str] | None:
    crib = next((item for item in board.items.values() if item.what == "crib" and item.deal == deal), None)
    return list(crib.cards) if crib is not None and crib.cards else None


def _play(board: Scoreboard, deal: int) -> list[Json]:
    plays = [play for play in board.plays if play.deal == deal]
    missing = {seat: _missing(board, deal, plays, seat) for seat in board.seating.seats}
    told: list[Json] = []
    series, before = 1, 0
    for play in plays:
        if play.count is not None:
            series += play.count <= before
            before = play.count
        one: Json = {
            "player": play.player,
            "side": board.seating.side(play.player),
            "card": play.card,
            "count": play.count,
            "points": play.points,
            "parts": [list(part) for part in play.parts],
            "series": series,
        }
        if play.announced is not None:
            one["announced"] = play.announced
        if play.card is None and missing.get(play.player) is not None:
            one |= {"card": missing[play.player], "shown_later": True}
        told.append(one)
    return told


def _missing(board: Scoreboard, deal: int, plays: Sequence[Play], seat: Player) -> str | None:
    """The one card that a player played unread, known since the hand was shown."""
    hand: Item | None = next(
        (i for i in board.items.values() if i.what == "hand" and i.seat == seat and i.deal == deal), None
    )
    mine = [play.card for play in plays if play.player == seat]
    if hand is None or mine.count(None) != 1 or len(mine) != len(hand.cards):
        return None
    left = [card for card in hand.cards if card not in mine]
    return left[0] if len(left) == 1 else None
