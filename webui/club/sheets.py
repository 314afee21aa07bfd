"""The same pages as PDF, for the notice board and the players: seen by anyone who may see the page itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Blueprint, Response, abort, request

from club.charts import Meeting
from club.errors import ClubError, StoreError
from club.evening import Evening
from club.folded import BRACKET, SEATS
from cribbage.errors import CribbageError
from webui.club import smallpaper, view
from webui.club.pages import evening_of, open_evening
from webui.club.players import link_of
from webui.club.site import PAPERS, ClubSite, club_words
from webui.site import lang_of

if TYPE_CHECKING:
    from webui.club import paper

Json: TypeAlias = dict[str, Any]


def sheets(site: ClubSite) -> Blueprint:
    """The blueprint of everything that comes as PDF; ``?paper=a4`` or ``letter``."""
    bp = Blueprint("sheets", __name__)

    def for_directors(site: ClubSite, event: int) -> Evening:
        """Membership numbers are nobody else's business."""
        site.need_director()
        return evening_of(site, event)

    def add(
        name: str,
        make: Callable[[Evening, paper.Head], bytes],
        find: Callable[[ClubSite, int], Evening],
        of: str = "",
    ) -> None:
        """One kind of sheet; `of`: what must be drawn for it (seats or bracket), which makes it wrong when that is
        drawn again."""

        def answer(event: int) -> Response:
            evening = find(site, event)
            try:
                data = make(evening, _head(site, evening))
            except (CribbageError, ClubError) as error:
                return _refused(site, evening, error)
            with suppress(StoreError):  # the sheet is wanted now; that it was taken is only remembered
                site.desk.printed(event, site.director(request), of)
            response = Response(data, mimetype="application/pdf")
            response.headers["Content-Disposition"] = f'inline; filename="{name}-{event}.pdf"'
            return response

        bp.add_url_rule(f"/events/<int:event>/{name}.pdf", name, answer)

    add("chart", _chart, evening_of, SEATS)
    add("standings", _standings, open_evening)
    add("bracket", _bracket, open_evening, BRACKET)
    add("report", _report, for_directors)
    add("cards", _cards, open_evening, SEATS)
    add("seats", smallpaper.seat_cards, for_directors, SEATS)
    add("slips", smallpaper.result_slips, for_directors, SEATS)
    add("payouts", lambda evening, head: smallpaper.payouts(site.desk, evening, head), for_directors)

    def rotations(evening: Evening, head: paper.Head) -> bytes:
        return smallpaper.rotations(evening, head, lambda owner: link_of(site, evening.id, owner))

    add("rotation", rotations, for_directors, SEATS)
    return bp


def _refused(site: ClubSite, evening: Evening, error: CribbageError | ClubError) -> Response:
    """A sheet that cannot be made is a page that says why."""
    text, fill = ("club.error.chart", {"n": evening.entrants}) if isinstance(error, CribbageError) else (
        error.text, error.fill
    )  # fmt: skip
    return site.show("error.html", status=HTTPStatus.NOT_FOUND, text=text, fill=fill)


def _head(site: ClubSite, evening: Evening) -> paper.Head:
    # What makes PDF takes 35 MB of memory: not before somebody wants a sheet.
    from webui.club import paper

    wanted = request.args.get("paper", site.paper)
    return paper.Head(
        site.name,
        evening.name,
        evening.date,
        club_words(lang_of(request)),
        evening.changed,
        wanted if wanted in PAPERS else site.paper,
    )


def _standings(evening: Evening, head: paper.Head) -> bytes:
    rows, absent = view.standings_view(evening), view.absent_view(evening)
    from webui.club import paper

    return paper.standings_pdf(head, rows, absent, evening.format.record == "scores", evening.is_company)


def _report(evening: Evening, head: paper.Head) -> bytes:
    """The standings with ACC numbers, to be sent in."""
    from webui.club import paper

    rows = view.standings_view(evening)
    numbers = {
        row["who"]: (
            evening.entries[row["who"]] if evening.is_company else evening.entry_of(row["who"])
        ).number
        for row in rows
    }
    return paper.standings_pdf(
        head, rows, [], evening.format.record == "scores", evening.is_company, numbers
    )  # fmt: skip


def _chart(evening: Evening, head: paper.Head) -> bytes:
    w = head.words
    if not evening.chart:
        raise ClubError("club.event.not-drawn", "the seats are not drawn yet")
    seats = []
    if evening.slots and evening.format.chart not in ("free", "pairs"):
        seats = [evening.name_of(who) if who else w("club.sit-out") for who in evening.slots]
    games = [[row for m in each for row in _meeting_rows(evening, m)] for each in evening.chart]
    note = w("club.deals.about") if evening.format.first_deal == "alternate" else ""
    from webui.club import paper

    return paper.chart_pdf(head, seats, games, note)


def _meeting_rows(evening: Evening, m: Meeting) -> list[Json]:
    """The rows of one meeting; an entry that sits out, or whose opponent has left, stands alone."""
    if m.other is not None and evening.is_played(m):
        dealer = {m.one: 1, m.other: 2}.get(m.first_dealer or "", 0)
        names = (evening.name_of(m.one, m.game), evening.name_of(m.other, m.game))
        return [{"table": m.board, "one": names[0], "other": names[1], "dealer": dealer}]
    there = [who for who in (m.one, m.other) if who is not None and not evening.is_away(who, m.game)]
    return [{"table": 0, "one": evening.name_of(who, m.game), "other": "", "dealer": 0} for who in there]


def _bracket(evening: Evening, head: paper.Head) -> bytes:
    """The bracket as it stands; before it is drawn the approved chart with its numbers, to be filled in by hand."""
    if not evening.format.playoffs:
        raise ClubError("club.error.no-playoffs", "this format has no playoffs")
    rounds = view.bracket_view(evening) or _numbers_alone(evening)
    sides = [[{**m, "sides": [_side(side) for side in m["sides"]]} for m in each] for each in rounds]
    won = evening.bracket.champion(evening.winners) if evening.seeds else None
    champion = "" if won is None else evening.name_of(evening.seeds[won - 1])
    numbers = evening.bracket.numbers
    said = head.words(
        "club.paper.bracket",
        n=evening.entrants,
        q=numbers.qualifiers,
        size=numbers.bracket,
        byes=numbers.byes,
        first=numbers.first_round_players,
    )
    from webui.club import paper

    return paper.bracket_pdf(head, sides, champion, said)


def _side(side: view.Side | None) -> Json | None:
    return None if side is None else {"seed": side.seed, "name": side.name, "won": side.won}


def _numbers_alone(evening: Evening) -> list[list[Json]]:
    return [
        [
            {
                "bye": m.bye,
                "rule": "",
                "sides": [None if s is None else view.Side(s, "", False) for s in (m.high, m.low)],
            }
            for m in each
        ]
        for each in evening.bracket.rounds({})
    ]


def _cards(evening: Evening, head: paper.Head) -> bytes:
    """All cards, or the one asked for with ``?owner=``."""
    owner = request.args.get("owner", "")
    if owner and owner not in evening.owners:
        abort(HTTPStatus.NOT_FOUND)
    if not evening.chart:
        raise ClubError("club.event.not-drawn", "the seats are not drawn yet")
    cards = [view.any_card_view(evening, one) for one in ([owner] if owner else evening.owners)]
    from webui.club import paper

    return paper.cards_pdf(head, cards, evening.format.record == "scores", evening.is_company)
