"""What goes onto the small paper of an event: seat cards, rotations, result slips, the sheet of pay-outs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import request

from club.claims import may_enter
from club.desk import Desk
from club.errors import ClubError
from club.evening import Evening
from club.money import shown_cents
from club.payouts import accounts, money_rows

if TYPE_CHECKING:
    from webui.club import paper

Json: TypeAlias = dict[str, Any]


def seat_cards(evening: Evening, head: paper.Head) -> bytes:
    """A card for everybody's seat in their first game."""
    cards = []
    for owner in _drawn(evening):
        first = next(iter(evening.by_owner.get(owner, ())), None)
        seat = "" if first is None else first.one_seat if first.one == owner else first.other_seat
        sits = first is None or first.other is None
        cards.append(
            {
                "name": evening.name_of(owner),
                "seat": seat,
                "table": "" if sits or first is None else first.board,
            }
        )
    cards.sort(key=lambda card: (card["table"] == "", card["table"] or 0))
    from webui.club import paper

    return paper.seat_cards_pdf(head, cards)


def rotations(evening: Evening, head: paper.Head, link: Callable[[str], str]) -> bytes:
    """Everybody's own rotation, or that of the one asked for with ``?owner=``; with the link to their own page where
    players may enter results and a director prints it."""
    slips: list[Json] = []
    wanted = request.args.get("owner", "")
    for owner in _drawn(evening):
        if wanted and owner != wanted:
            continue
        rows = []
        for m in evening.by_owner.get(owner, ()):
            other = m.other if m.one == owner else m.one
            is_played = other is not None and evening.is_played(m)
            seat = m.one_seat if m.one == owner else m.other_seat
            rows.append({
                "game": m.game, "table": seat or m.board, "deals": m.first_dealer == owner,
                "against": evening.name_of(other, m.game) if is_played and other is not None else "",
            })  # fmt: skip
        slips.append(
            {"name": evening.name_of(owner), "rows": rows, "link": link(owner) if may_enter(evening) else ""}
        )
    from webui.club import paper

    return paper.rotation_pdf(head, slips)


def result_slips(evening: Evening, head: paper.Head) -> bytes:
    """Slips for the games of one number (``?game=``), or of all that are still open."""
    _drawn(evening)
    text = request.args.get("game", "")
    games = evening.missing if not text else [m for m in evening.meetings if str(m.game) == text]
    slips = [
        {"game": m.game, "table": m.board, "one": evening.name_of(m.one, m.game),
         "other": evening.name_of(str(m.other), m.game), "scores": evening.format.record == "scores"}
        for m in games
    ]  # fmt: skip
    from webui.club import paper

    return paper.result_slips_pdf(head, slips)


def payouts(desk: Desk, evening: Evening, head: paper.Head) -> bytes:
    """Who is paid what, to be signed."""
    code, lang, w = desk.currency(evening), head.words.lang, head.words

    def shown(cents: int) -> str:
        return shown_cents(cents, code, lang)

    rows = [
        {"id": entry, "name": evening.entries[entry].name, "sum": shown(sum_),
         "what": ", ".join(f"{pool.name} {shown(share.cents)}" for pool, share in parts)}
        for entry, parts, sum_ in money_rows(evening)
    ]  # fmt: skip
    sums = [
        (each.pool.name, w("club.payouts.reckoned", n=each.payers, came=shown(each.came_in), kept=shown(each.kept),
                           out=shown(each.out), left=shown(each.left)))
        for each in accounts(evening)
    ]  # fmt: skip
    from webui.club import paper

    return paper.payouts_pdf(head, rows, sums)


def _drawn(evening: Evening) -> tuple[str, ...]:
    if not evening.chart or evening.format.chart == "free":
        raise ClubError("club.event.not-drawn", "the seats are not drawn yet")
    return evening.owners
