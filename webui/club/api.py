"""The club for programs: JSON and CSV. Results are given out as the pages give them: once they are announced, or to a
director who is logged in on this browser."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, jsonify, request

from club import csvs
from club.editing import DELETED
from club.errors import StoreError
from club.evening import Evening
from webui.club import view
from webui.club.openapi import describe
from webui.club.pages import evening_of, open_evening
from webui.club.site import ClubSite
from webui.pages import told_health

NAMELESS: Final = frozenset({"club_api.description"})
READABLE: Final = NAMELESS | {
    f"club_api.{name}" for name in ("events", "one", "cards", "standings", "bracket", "tables")
}
"""What pages of other origins may read where the hub is told their names; everything except the description names
people, so the description is all that ``*`` opens."""


def api(site: ClubSite) -> Blueprint:
    """The blueprint of data for programs."""
    bp = Blueprint("club_api", __name__)
    _json(bp, site)
    _lists(bp, site)
    return bp


def _json(bp: Blueprint, site: ClubSite) -> None:
    @bp.get("/api/v1/club/events")
    def events() -> Response:
        """All events, newest first."""
        return jsonify({
            "events": [
                {"id": e.id, "name": e.name, "format": e.format.name}
                for e in (site.desk.evening(record.n) for record in site.desk.events())
                if e.put_away != DELETED
            ]
        })  # fmt: skip

    @bp.get("/api/v1/club/events/<int:event>")
    def one(event: int) -> Response:
        """One event: entries and schedule."""
        return jsonify(view.event_data(evening_of(site, event)))

    @bp.get("/api/v1/club/events/<int:event>/cards")
    def cards(event: int) -> Response:
        """Every card, line by line."""
        evening = open_evening(site, event)
        shown = [view.any_card_view(evening, owner) for owner in evening.owners]
        return jsonify({"cards": [{k: v for k, v in card.items() if k != "entry"} for card in shown]})

    @bp.get("/api/v1/club/events/<int:event>/standings")
    def standings(event: int) -> Response:
        """The field in order."""
        rows = view.standings_view(open_evening(site, event))
        return jsonify({"standings": view.plain_standings(rows)})

    @bp.get("/api/v1/club/events/<int:event>/bracket")
    def bracket(event: int) -> Response:
        """The playoffs, round by round."""
        return jsonify({"rounds": view.bracket_view(open_evening(site, event))})

    @bp.get("/api/v1/club/tables")
    def tables() -> Response:
        """Every table: live score as the table let it out, and health."""
        return jsonify({"tables": view.tables_view(site.desk), "calls": view.calls_view(site.desk)})

    @bp.get("/api/v1/club/openapi.json")
    def description() -> Response:
        """What this interface is, for programs and those who write them."""
        return jsonify(describe(site.name))

    @bp.get("/healthz")
    def healthz() -> Response:
        """Whether the hub works: it asks the store and the line to the tables.

        ``alive`` is for the watchdog: whether another hub would do better. A broker that is away and a store that
        cannot be used are no fault of this one.
        """
        line = "deaf" if site.is_deaf() else "away" if site.line() else "ok"
        try:
            site.desk.events()
            store = "ok"
        except StoreError:
            store = "unusable"
        is_well = store == "ok" and line != "deaf"
        status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
        return told_health(status, alive=line != "deaf", page="ok", store=store, line=line)


def _lists(bp: Blueprint, site: ClubSite) -> None:
    def give(name: str, text: str) -> Response:
        response = Response(csvs.BOM + text, mimetype="text/csv; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response

    def add(name: str, write: Callable[[Evening], str], find: Callable[[ClubSite, int], Evening]) -> None:
        def answer(event: int) -> Response:
            return give(name, write(find(site, event)))

        bp.add_url_rule(f"/events/<int:event>/{name}.csv", f"{name}_csv", answer)

    def for_directors(site: ClubSite, event: int) -> Evening:
        """Membership numbers are nobody else's business."""
        site.need_director()
        return evening_of(site, event)

    def standings(evening: Evening) -> str:
        return csvs.standings_csv(evening, with_numbers=bool(site.director(request)))

    add("entries", csvs.entries_csv, for_directors)
    add("schedule", csvs.schedule_csv, evening_of)
    add("results", csvs.results_csv, open_evening)
    add("standings", standings, open_evening)
    add("bracket", csvs.bracket_csv, open_evening)
