"""Who may see what of the table, and when: the one door between the scoreboard and every page.

`view` gives what a viewer may know now, as JSON-able data; what is not allowed is not in it (hiding on the
page would not do). The rules are data: `CLUB` says for each verdict when it may be told in club mode. Row
numbers are those of the table of the reveal policy, P1 to P10 its principles; the tests are named after both.

* **sanctioned**: dealer, closed score, coarse state of the game and a constant health lamp, nothing else,
  until the game is over. A peg in the game hole reads "ended" whether it was earned or not (row 26).
* **club**: pegs and cards live, points after their window; overpegs, false claims and broken table faults
  at the release; the review of a deal once it is closed.
* **teaching**: everything at once.
* **judge**: two judges, none of them a player, see the evidence for the one question called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cribbage.log.observations import AGAIN, STARTER, Player
from cribbage.profiles.results import result_of
from cribbage.score.advice import scoring_ranks
from cribbage.score.cards import RANKS, Card, parse_cards
from cribbage.shown.evidence import judge_view
from cribbage.shown.finished import counted, deals_of, finished
from cribbage.shown.jsondata import SCHEMA, Json, details, item_data, proof_data, remarks_data
from cribbage.shown.policy import CLUB, DEFAULT_HOUSE, Call, Eyes, Health, House, Viewer, When, is_settled
from cribbage.shown.sayings import sayings
from cribbage.shown.scoreboard import Item, Play, Scoreboard, Verdict

__all__ = ["DEFAULT_HOUSE", "Call", "Health", "House", "Viewer", "is_settled", "review", "view"]

_VERDICTS_SHOWN: Final = 12
_TOLD: Final = ("8.4", "10.")  # rules whose arithmetic is told at once: overpegs, false claims, muggins
NO_SUCH_PART: Final = "none"
"""The fault of a part that this table never had: it is said once and is no alarm."""
_PART_OF: Final = {"camera": "eye"}  # what a fault calls a part, and what its process is called


def view(
    board: Scoreboard,
    viewer: Viewer,
    house: House = DEFAULT_HOUSE,
    health: Sequence[Health] = (),
    followed: bool = False,
) -> Json:
    """What this viewer may know of the table now; `followed` = another game has begun since."""
    if viewer.kind == "judge":
        return judge_view(board, viewer.call or Call((), ""))
    if board.mode == "sanctioned" or not board.has_game:
        return _bare_view(board, health, followed)
    return _open_view(Eyes(board, house), health)


def review(
    board: Scoreboard, viewer: Viewer, house: House = DEFAULT_HOUSE, followed: bool = False
) -> list[Json]:
    """The closed deals of a game in full, as far as this viewer may have them (rows 30 and 31)."""
    if board.mode == "sanctioned":
        allowed = is_settled(board, followed) and viewer.kind == "player"
        return [finished(board, deal) for deal in deals_of(board)] if allowed else []
    return [finished(board, deal) for deal in deals_of(board) if Eyes(board, house).deal_done(deal)]


# --- sanctioned, and before any game ------------------------------------------------------------------


def _bare_view(board: Scoreboard, health: Sequence[Health], followed: bool) -> Json:
    """Dealer, closed score, state of the game, lamp: section 3.3. Nothing here may depend on correctness."""
    settled = is_settled(board, followed)
    scores = _lagging(board, settled)
    shown: Json = {
        "schema": SCHEMA,
        "mode": board.mode if board.has_game else None,
        "profile": board.header.get("profile"),
        "state": _bare_state(board, settled),
        "dealer": board.dealer,
        "target": board.rules.target,
        "players": [
            {
                "seat": side,
                "name": board.side_name(side),
                "score": scores[side],
            }
            for side in board.sides
            if board.has_game
        ],
        "seats": _seats(board),
        "may": sayings(board, followed),
        "lamp": "attention" if _troubled(board, health) else "steady",
    }
    if not board.has_game:  # nothing to hide yet, and somebody may be setting the table up
        shown["health"] = _health(board, health)
    if settled and board.claim is not None:
        winner = board.claim.player
        second = max(score for side, score in scores.items() if side != winner)
        shown["over"] = _result(board, winner, second)
    return shown


def _lagging(board: Scoreboard, settled: bool) -> Mapping[Player, int]:
    """What may be shown of the score: where the pegs stand once the game is settled, else as it lags behind them."""
    if settled:
        scores: Mapping[Player, int] = {side: pegs.score for side, pegs in board.pegs.items()}
    else:
        scores = board.lagging.shown if board.claim is None else board.claim.closed
    return {side: min(scores.get(side, 0), board.rules.target) for side in board.sides}


def _seats(board: Scoreboard) -> Json:
    """Who holds cards, and on whose track they peg."""
    seating = board.seating
    seats = seating.seats if board.has_game else ()
    return {seat: {"name": board.name(seat), "side": seating.side(seat)} for seat in seats}


def _bare_state(board: Scoreboard, settled: bool) -> str:
    if not board.has_game:
        return "none"
    if settled:
        return "over"
    return "ended" if board.claim is not None else "playing"


def _troubled(board: Scoreboard, health: Sequence[Health]) -> bool:
    """A part is broken. Doubts about a card or a peg do not count: they could betray a mistake (3.6)."""
    return bool(_failing(board)) or any(part.is_trouble for part in health)


def _failing(board: Scoreboard) -> set[str]:
    """The parts that are at fault: one that this table never had is not."""
    return {part for part, what in board.faults.items() if what != NO_SUCH_PART}


def _health(board: Scoreboard, health: Sequence[Health]) -> list[Json]:
    """The parts as they are; a part that runs but is known to see nothing is still at fault."""
    blind = {_PART_OF.get(part, part) for part in _failing(board)}
    absent = {_PART_OF.get(part, part) for part in board.faults} - blind
    told = {h.part for h in health if h.is_trouble}
    shown = [h for h in health if h.part not in absent and (h.state != "ok" or h.part not in told)]
    return [
        {
            "part": h.part,
            "state": "fault" if h.state == "ok" and h.part in blind else h.state,
            "note": h.note,
            "mend": h.fix,
        }
        | ({"code": h.code, "detail": h.detail} if h.code else {})
        for h in shown
    ]


def _result(board: Scoreboard, winner: Player, loser_score: int) -> Json:
    """What the game counts in its book; a game that was conceded, timed or forfeited says so itself."""
    found = result_of(board.rules, board.rules.target, loser_score)
    spread, skunk = found.spread, found.skunk
    for verdict in board.verdicts:
        if verdict.code == "game" and verdict.player == winner and "why" in verdict.more:
            spread, skunk = verdict.more["spread"], bool(verdict.more.get("skunk"))
    return {"winner": winner, "loser_score": loser_score, "spread": spread, "skunk": skunk}


# --- club and teaching --------------------------------------------------------------------------------


def _open_view(eyes: Eyes, health: Sequence[Health]) -> Json:
    board = eyes.board
    closed_deals = [deal for deal in deals_of(board) if board.deal_is_closed(deal)]
    told = [verdict for verdict in board.verdicts if eyes.verdict(verdict)]
    turn, to = _act(eyes)
    return {
        "schema": SCHEMA,
        "mode": board.mode,
        "profile": board.header.get("profile"),
        "muggins": eyes.muggins,
        "state": board.phase,
        "deal": board.deal,
        "dealer": board.dealer,
        "turn": turn,
        "to": to,
        "target": board.rules.target,
        "players": [_player(eyes, side) for side in board.sides],
        "seats": _seats(board),
        "may": sayings(board),
        "certain": board.certain or not eyes.teaching,
        "starter": _zone(board, STARTER),
        "play": _play(eyes),
        "hands": _hands(eyes),
        "verdicts": [_verdict(eyes, verdict) for verdict in told[-_VERDICTS_SHOWN:]],
        "remarks": _remarks(board),
        "due": _due(eyes),
        "hints": _hints(eyes),
        "peg_out": _peg_out(eyes),
        "asks": [{"about": a.about, "why": a.why, "question": a.question} for a in board.asks],
        "judge_called_by": board.judge_called_by,
        "orders": _orders(eyes),
        "faults": dict(board.faults),
        "health": _health(board, health),
        "last_deal": counted(board, closed_deals[-1]) if closed_deals else None,
        "over": _result(board, board.winner, board.loser_score or 0)
        if board.is_over and board.winner
        else None,
    }


def _remarks(board: Scoreboard) -> list[Json]:
    """Rows 11, 16 and 28, and how a game ends: at once. A lead only until the next card, a card over thirty-one only
    until it has gone back or counts as played.
    """
    last = max((play.t for play in board.plays), default=-1.0)
    still: Mapping[str, Callable[[Json], bool]] = {
        "lead": lambda one: bool(one["t"] >= last),
        "over": lambda one: bool(one["t"] > last and _changed(board, one["player"]) <= one["t"]),
    }
    # Cards that were mixed are told to judges who ask only (rows 24, 25).
    told = [one for one in remarks_data(board, board.deal) if one["about"] != "mixed"]
    return [one for one in told if one["about"] not in still or still[one["about"]](one)]


def _changed(board: Scoreboard, zone: str) -> float:
    lying = board.zones.get(zone)
    return -1.0 if lying is None else lying.t


def _hints(eyes: Eyes) -> list[Json]:
    """What the next card would score, by rank: of the cards that lie face up, so for teaching only (row 9, P6)."""
    board = eyes.board
    laid = [play for play in board.plays if play.deal == board.deal]
    if not eyes.teaching or board.phase != "play" or not laid or laid[-1].card is None:
        return []
    series: list[str] = []
    for play in laid:
        if play.card is None or play.count is None:
            return []
        fresh = play.count == Card.parse(play.card).value
        series = [play.card] if fresh else [*series, play.card]
    found = scoring_ranks(parse_cards(series))
    return [{"rank": RANKS[one.rank - 1], "points": one.points, "count": one.count} for one in found]


def _orders(eyes: Eyes) -> Json | None:
    """What has to be done before play goes on; remedies of which only a hint may be given are left out (row 3)."""
    orders = eyes.board.orders
    if orders is None:
        return None
    steps = [
        step for step in orders["steps"] if eyes.teaching or step["ruled"] or step["rule"].startswith(_TOLD)
    ]
    return {"rule": orders["rule"], "steps": steps, "done": orders["done"]} if steps else None


def _act(eyes: Eyes) -> tuple[Player | None, str | None]:
    """Whose act is next. In the show it follows the order of counting and what has been pegged, not what the
    hands are worth: passing over a hand of nothing would say that it is nothing (row 22).
    """
    board = eyes.board
    if eyes.teaching or board.phase != "show" or board.to == "rule" or board.dealer is None:
        return board.turn, board.to
    order = _order_of_counting(board)
    crib = len(order) - 1
    step = crib if _item_of(board, *order[crib]) is not None else 0
    for index, key in enumerate(order):
        item = _item_of(board, *key)
        if item is not None and (item.pegged is not None or item.is_closed):
            step = max(step, index + 1)
    if step == len(order):
        return None, "clear"
    what, player = order[step]
    return player, f"count-{what}"


def _order_of_counting(board: Scoreboard) -> list[tuple[str, Player]]:
    """Rule: ACC 9.2: pone's hand (with more players each from the dealer's left), dealer's hand, crib."""
    dealer = board.dealer or board.sides[0]
    hands = [*board.seating.others(dealer), dealer]
    return [*(("hand", seat) for seat in hands), ("crib", dealer)]


def _item_of(board: Scoreboard, what: str, seat: Player) -> Item | None:
    wanted = (what, seat, board.deal)
    return next((i for i in board.items.values() if (i.what, i.seat, i.deal) == wanted), None)


def _player(eyes: Eyes, side: Player) -> Json:
    """Row 2: holes at once, the increment only after its window."""
    board = eyes.board
    told = [item for item in board.items.values() if item.player == side and eyes.item(item) and item.pegged]
    last = max(told, key=lambda item: item.t, default=None)
    pegs = board.pegs[side]
    return {
        "seat": side,
        "name": board.side_name(side),
        "score": min(pegs.score, board.rules.target),
        "closed": board.closed.get(side, 0),
        "pegs": [pegs.front, pegs.rear],
        "gain": None if last is None else {"points": last.pegged, "what": last.what, "deal": last.deal},
    }


def _zone(board: Scoreboard, zone: str) -> Json | None:
    lying = board.zones.get(zone)
    if lying is None or not (lying.cards or lying.unread or (lying.blind and zone in board.seating.seats)):
        return None
    return {
        "cards": list(lying.cards),
        "unread": lying.unread,
        "count": lying.count,
        "by": lying.by,
        "blind": lying.blind,
        "again": lying.blind and lying.why == AGAIN,
    }


def _play(eyes: Eyes) -> Json | None:
    """The cards of this deal's play in order, with the count; points only where row 9 allows them."""
    board = eyes.board
    plays = [play for play in board.plays if play.deal == board.deal]
    if not plays or board.phase not in ("starter", "play"):
        return None
    return {
        "count": plays[-1].count,
        "cards": [_played(board, play, eyes.play_points(plays, index)) for index, play in enumerate(plays)],
    }


def _played(board: Scoreboard, play: Play, with_points: bool) -> Json:
    side = board.seating.side(play.player)
    shown: Json = {"player": play.player, "side": side, "card": play.card, "count": play.count}
    if with_points:
        shown |= {"points": play.points, "parts": [list(part) for part in play.parts]}
        if play.count is not None and play.announced not in (None, play.count):
            shown["announced"] = play.announced  # row 10
    return shown


def _hands(eyes: Eyes) -> list[Json]:
    """Rows 17 to 21: the cards that lie there live; value, pegged points and breakdown after the window."""
    board = eyes.board
    shown = []
    for what, seat in _order_of_counting(board):
        item = _item_of(board, what, seat)
        lying = _zone(board, "crib" if what == "crib" else seat)
        if item is None and lying is None:
            continue
        whose: Json = {"player": seat, "side": board.seating.side(seat)}
        hand: Json = {"what": what, "lying": lying, "state": "open"}
        if item is not None and eyes.item(item):
            hand |= item_data(item)
        elif item is not None and item.pegged is not None:
            hand["state"] = "pegged"
        shown.append(hand | whose)
    return shown


def _due(eyes: Eyes) -> list[Json]:
    """Points earned and not pegged yet: a prompt, so for teaching only (row 6)."""
    if not eyes.teaching:
        return []
    return [
        item_data(i) for i in eyes.board.items.values() if i.earned and i.pegged is None and not i.is_closed
    ]


def _verdict(eyes: Eyes, verdict: Verdict) -> Json:
    """A verdict as told now; a hint keeps back the arithmetic until the deal is done (row 3).

    The key is made of what is told: a running number would betray the verdicts that are not told yet.
    """
    board = eyes.board
    shown: Json = {
        "key": f"{verdict.code}-{verdict.player}-{verdict.t:g}-{verdict.points}",
        "deal": verdict.deal,
        "code": verdict.code,
        "player": verdict.player,
    }
    if CLUB.get(verdict.code) is When.HINT and not eyes.deal_done(verdict.deal):
        return shown | {"points": None, "hint": True, "rule": verdict.more.get("rule")}
    proof = proof_data(verdict, eyes.deal_done(verdict.deal)) if eyes.proof(verdict) else {}
    return shown | {"points": verdict.points} | details(board, verdict) | proof


def _peg_out(eyes: Eyes) -> Player | None:
    """Row 27: who has enough points and did not peg out; with muggins on, nobody is reminded."""
    board = eyes.board
    if eyes.muggins or board.claim is not None or board.is_over:
        return None
    for item in board.items.values():
        if item.deal != board.deal or None in (item.front, item.earned, item.pegged):
            continue
        front, earned, pegged = item.front or 0, item.earned or 0, item.pegged or 0
        if front - pegged + earned >= board.rules.target > front:
            return item.player
    return None
