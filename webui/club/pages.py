"""The club's pages that are looked at. What would betray the race is for directors until it is announced."""

from __future__ import annotations

import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, request

from club.charts import with_an_empty_place
from club.claims import may_enter
from club.companies import registered
from club.editing import DELETED
from club.errors import ClubError
from club.evening import Evening
from club.lists import typed
from club.playoffs import LENGTHS
from club.takeback import latest, loss
from cribbage.profiles import PROFILES
from cribbage.tournament.checklist import STEPS, checkers_needed
from cribbage.tournament.formats import FORMATS
from webui.club import openquestions, view
from webui.club.codes import shown
from webui.club.site import ClubSite, club_words, may_begin
from webui.club.wall import wall_view
from webui.healthtext import health_text
from webui.site import lang_of
from webui.words import Words

CARDS_A_PAGE: Final = 200
"""How many cards are on a page: a browser takes seconds for two thousand. The PDF has all of them."""


def pages(site: ClubSite) -> Blueprint:
    """The blueprint of everything that is looked at."""
    bp = Blueprint("club", __name__)
    _club(bp, site)
    _event(bp, site)
    _results(bp, site)
    return bp


def evening_of(site: ClubSite, event: int) -> Evening:
    """An event, or the page that says there is none."""
    try:
        evening = site.desk.evening(event)
    except ClubError:
        abort(HTTPStatus.NOT_FOUND)
    if evening.put_away == DELETED and not site.director(request):
        abort(HTTPStatus.NOT_FOUND)
    return evening


def open_evening(site: ClubSite, event: int) -> Evening:
    """An event of which everybody may see the results, or that a director looks at."""

    evening = evening_of(site, event)
    if not evening.announced and not site.director(request):
        abort(HTTPStatus.FORBIDDEN)
    return evening


def _club(bp: Blueprint, site: ClubSite) -> None:
    @bp.get("/")
    def events() -> Response:
        """All events, and a new one."""
        found = [site.desk.evening(record.n) for record in site.desk.events()]
        seen = [e for e in found if e.put_away != DELETED or site.director(request)]
        return site.show(
            "events.html",
            new=not found and not site.accounts.names("director") and may_begin(site),
            events=[e for e in seen if not e.put_away],
            away=[e for e in seen if e.put_away],
            formats=list(FORMATS.values()),
            editions=tuple(PROFILES),
            is_empty=site.desk.store.is_empty(),
            typed={key: request.args.get(key, "") for key in ("name", "format", "date", "games", "edition")},
        )

    @bp.get("/login")
    def login() -> Response:
        """Come in as a director."""
        return site.show("login.html", nobody=not site.accounts.names("director"), may=may_begin(site))

    @bp.get("/room")
    def room() -> Response:
        """The wall: who sits where, the playoff, announced standings, every table, and who waits for judges."""
        asked = request.args.get("event", "")
        only = int(asked) if asked.isdecimal() and len(asked) < 10 else None
        return site.show("room.html", wall=wall_view(site.desk, only), now=time.time())

    @bp.get("/tables")
    def tables() -> Response:
        """Tables and their health, calls for judges."""
        return site.show(
            "tables.html",
            trouble=site.line(),
            says=_part,
            tables=view.tables_view(site.desk),
            calls=view.calls_view(site.desk),
            aside=openquestions.aside_view(site.desk) if site.director(request) else [],
            broker=site.broker if site.director(request) else None,
            codes=[(table, shown(code)) for table, code in site.codes.open()]
            if site.director(request)
            else [],
            directors=site.accounts.names("director") if site.director(request) else [],
        )


def _part(w: Words, part: Mapping[str, Any]) -> str:
    """``Camera: it does not answer``: what a part of a table says of itself, in the reader's language."""
    name = str(part.get("part"))
    note, _ = health_text(w, part)
    called = w(f"health.{name}") if w.has(f"health.{name}") else name
    state = f"health.{part.get('state')}"
    return w(
        "club.table.part", part=called, what=note or (w(state) if w.has(state) else str(part.get("state")))
    )


def _event(bp: Blueprint, site: ClubSite) -> None:
    @bp.get("/events/<int:event>")
    def home(event: int) -> Response:
        """One event: how far it is, and the ways to everything."""
        evening = evening_of(site, event)
        w, is_director = club_words(lang_of(request)), bool(site.director(request))
        return site.show(
            "event.html",
            e=evening,
            questions=openquestions.questions_view(site.desk, event, w) if is_director else [],
            answers=openquestions.answers_view(site.desk, event) if is_director else [],
            otherwise=view.otherwise_view(evening),
            loss=loss,
            latest=latest,
            formats=list(FORMATS.values()),
            editions=tuple(PROFILES),
            short=view.short_of_games(evening),
            denied=view.denied_view(evening),
            has_links=bool(evening.chart) and may_enter(evening),
            seating=openquestions.seating_view(evening),
            main=site.desk.evening(evening.linked_to[0]) if evening.linked_to else None,
            belong=[
                (there, kind)
                for number, kind in evening.linked.items()
                if (there := site.desk.evening(number)).put_away != DELETED or is_director
            ],
        )

    @bp.get("/events/<int:event>/entries")
    def entries(event: int) -> Response:
        """Who takes part."""
        evening = evening_of(site, event)
        return site.show(
            "entries.html",
            e=evening,
            remedies=view.remedies_view,
            open_games=view.open_games,
            beside_empty=with_an_empty_place(evening.slots, evening.tables),
            registered=registered,
            members=site.desk.members() if site.director(request) else [],
            loss=loss,
            latest=latest,
        )

    @bp.get("/events/<int:event>/chart")
    def chart(event: int) -> Response:
        """Who sits where, game by game; to print for the notice board."""
        return site.show("chart.html", e=evening_of(site, event))

    @bp.get("/events/<int:event>/games/<int:game>")
    def game(event: int, game: int) -> Response:
        """Enter the results of one game, table by table."""
        site.need_director()
        evening = evening_of(site, event)
        meetings = [m for m in evening.meetings if m.game == game]
        if not meetings:
            abort(HTTPStatus.NOT_FOUND)
        asked = len(site.desk.questions(event))
        return site.show(
            "game.html", e=evening, game=game, meetings=meetings, text=view.line_text, asked=asked
        )


def _results(bp: Blueprint, site: ClubSite) -> None:
    @bp.get("/events/<int:event>/cards")
    def cards(event: int) -> Response:
        """All scorecards, to look through or to print."""
        evening = open_evening(site, event)
        text = request.args.get("from", "0")
        begin = int(text) if text.isdecimal() and len(text) < 6 else 0
        begin -= begin % CARDS_A_PAGE
        owners = evening.owners[begin : begin + CARDS_A_PAGE]
        return site.show(
            "cards.html",
            e=evening,
            cards=[view.any_card_view(evening, owner) for owner in owners],
            begin=begin,
            begins=range(0, len(evening.owners), CARDS_A_PAGE),
            step=CARDS_A_PAGE,
        )

    @bp.get("/events/<int:event>/cards/<owner>")
    def card(event: int, owner: str) -> Response:
        """One scorecard as the paper looks."""
        evening = open_evening(site, event)
        if owner not in evening.owners:
            abort(HTTPStatus.NOT_FOUND)
        history = [(game, written) for one, game, written in evening.history if one == owner]
        return site.show(
            "card.html",
            e=evening,
            card=view.any_card_view(evening, owner),
            history=history,
            text=view.line_text,
            totals=view.TOTALS,
            slips=view.slips_view(evening, owner, request.args)
            if evening.format.record == "spread"
            else None,
        )

    @bp.get("/events/<int:event>/cards/<owner>/grid")
    def grid(event: int, owner: str) -> Response:
        """A whole card to be typed in from the paper; then comes the next one of which something lacks."""
        site.need_director()
        evening = evening_of(site, event)
        if owner not in evening.owners or evening.format.record != "spread":
            abort(HTTPStatus.NOT_FOUND)
        mine = evening.lines.get(owner, {})
        games = [m for m in evening.by_owner.get(owner, ()) if evening.is_played(m)]
        rows = [(m, typed(mine[m.game].line) if m.game in mine else "") for m in games]
        return site.show(
            "grid.html", e=evening, owner=owner, rows=rows, totals=view.TOTALS,
            after=f"/events/{event}/cards/{view.next_card(evening, owner)}/grid",
        )  # fmt: skip

    @bp.get("/events/<int:event>/check")
    def check(event: int) -> Response:
        """Cross-checking: the pairs that disagree, and the procedure to tick off."""
        site.need_director()
        evening = evening_of(site, event)
        edition = evening.edition if evening.edition in STEPS else "acc-2025"
        return site.show(
            "check.html",
            e=evening,
            pairs=view.check_view(evening, evening.to_settle),
            settled=view.check_view(
                evening, [each for each in evening.checked.disagreements if evening.is_settled(each)]
            ),
            changes=view.changes_view(evening),
            low=view.low_score_view(evening),
            steps=STEPS[edition],
            edition=edition,
            checkers=checkers_needed(max(evening.tables, default=len(evening.entries))),
        )

    @bp.get("/events/<int:event>/standings")
    def standings(event: int) -> Response:
        """The field in order, once it is announced."""
        evening = evening_of(site, event)

        hidden = not evening.announced and not site.director(request)
        rows = [] if hidden else view.standings_view(evening)
        absent = [] if hidden else view.absent_view(evening)
        low = [] if hidden else view.low_score_view(evening)
        return site.show("standings.html", e=evening, rows=rows, hidden=hidden, absent=absent, low=low)

    @bp.get("/events/<int:event>/bracket")
    def bracket(event: int) -> Response:
        """The playoffs."""
        evening = evening_of(site, event)

        hidden = not evening.announced and not site.director(request)
        return site.show(
            "bracket.html",
            e=evening,
            hidden=hidden,
            rounds=[] if hidden else view.bracket_view(evening),
            awaited={} if hidden else view.awaited_view(evening),
            lengths=LENGTHS,
            seen=openquestions.match_games_view(evening),
            loss=loss,
            latest=latest,
        )
