"""What lies before the judges of one call: the evidence for its question, and nothing else (P4, P7, P8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from cribbage.log.events import Event
from cribbage.log.observations import CRIB, STARTER
from cribbage.shown.policy import Call as PolicyCall
from cribbage.shown.policy import Viewer
from cribbage.shown.reveal import view
from cribbage.shown.scoreboard import Item, Scoreboard
from webui.desk.call import Call

Json: TypeAlias = dict[str, Any]
NONE: Final = "none"
PEGS: Final = "pegs"
USUAL: Final = {
    "front-peg": PEGS, "both-pegs": PEGS, "back-peg": PEGS, "opponent-peg": PEGS, "wrong-track": PEGS,
    "false-claim": PEGS, "starter-mixed": STARTER, "starter-early": STARTER,
}  # fmt: skip
"""What a matter is usually about; every other one has no specific subject until the judges name one."""


def subjects(board: Scoreboard) -> tuple[str, ...]:
    """What a call may be about: the same whatever lies on the table, so that the choice tells nothing."""
    hands = [f"hand-{seat}" for seat in board.seating.seats]
    return (NONE, PEGS, STARTER, *hands, CRIB, *(f"play-{side}" for side in board.sides), "heels")


def policy_call(board: Scoreboard, call: Call) -> PolicyCall:
    """The call as the reveal policy knows it: judges, and the item it is about."""
    return PolicyCall(call.judges, _about(board, call.about))


def viewer_for(board: Scoreboard, call: Call) -> Viewer:
    """The eyes of this call's judges."""
    return Viewer.judge(policy_call(board, call))


def evidence(board: Scoreboard, call: Call) -> Json:
    """What the policy allows these judges of the subject; for a call without a specific subject only who judges."""
    shown = view(board, viewer_for(board, call))
    if call.about == NONE:
        return {key: shown[key] for key in ("schema", "refused", "judges", "mode", "orders") if key in shown}
    return shown


def _about(board: Scoreboard, subject: str) -> str:
    if subject in (PEGS, STARTER, NONE):
        return subject
    what, _, seat = subject.partition("-")
    found = [item for item in board.items.values() if _is_subject(board, item, what, seat)]
    return found[-1].id if found else subject


def _is_subject(board: Scoreboard, item: Item, what: str, seat: str) -> bool:
    return (
        item.deal == board.deal
        and item.what == what
        and (not seat or seat == (item.seat if what == "hand" else item.player))
    )


def trail(board: Scoreboard, call: Call, events: Iterable[Event]) -> list[Json]:
    """Where the pegs stood in this deal: of both players for a call about pegs, else of the one asked about.

    Each step is ``{"t", "pegs": {seat: [front, rear]}, "certain"}``; t is the table's time in s.
    """
    seats = _tracks(board, call.about)
    steps: list[Json] = []
    for event in events:
        if event.kind == "deal" and int(event.body.get("deal") or 0) <= board.deal:
            steps = steps[-1:]  # where they stood when the deal began
        if event.kind == "pegs" and seats:
            pegs = {seat: list(event.body[seat]) for seat in seats if seat in event.body}
            if not steps or steps[-1]["pegs"] != pegs:
                steps.append({"t": event.t, "pegs": pegs, "certain": bool(event.body.get("certain", True))})
    return steps


def _tracks(board: Scoreboard, subject: str) -> tuple[str, ...]:
    if subject == PEGS:
        return board.sides
    seat = subject.partition("-")[2]
    return (board.seating.side(seat),) if seat else ()
