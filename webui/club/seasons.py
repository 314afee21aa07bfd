"""The members' register, seasons and histories on the pages; and a list of entries before it is taken."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, request

from club.csvs import BOM
from club.errors import ClubError
from club.lists import PeopleList, read_bytes, read_entries, understand
from club.season import Season, read_points
from webui.club.forms import Form, need_sure, number
from webui.club.pages import evening_of
from webui.club.site import ClubSite, Said

MOST_SHOWN = 2000


def seasons(site: ClubSite) -> Blueprint:
    """The blueprint of members and seasons."""
    bp = Blueprint("seasons", __name__)
    _look(bp, site)
    _orders(bp, site)
    return bp


def _season(site: ClubSite, number_: int) -> Season:
    """A season that this visitor may see."""
    try:
        found = site.desk.season(number_)
    except ClubError:
        abort(HTTPStatus.NOT_FOUND)
    if not found.shown and not site.director(request):
        abort(HTTPStatus.FORBIDDEN)
    return found


def _csv(name: str, text: str) -> Response:
    response = Response(BOM + text, mimetype="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _look(bp: Blueprint, site: ClubSite) -> None:
    @bp.get("/members")
    def members() -> Response:
        """The register; for directors."""
        site.need_director()
        return site.show("members.html", members=site.desk.members(), gone=site.desk.members_gone())

    @bp.get("/members.csv")
    def members_csv() -> Response:
        site.need_director()
        return _csv("members", site.desk.members_csv())

    @bp.get("/members/<int:member>")
    def member(member: int) -> Response:
        """What one member has played, and against another one where that is asked for."""
        site.need_director()
        try:
            shown = site.desk.member(member)
            other = (
                site.desk.member(int(text)) if (text := request.args.get("with", "")).isdecimal() else None
            )
        except ClubError:
            abort(HTTPStatus.NOT_FOUND)
        return site.show(
            "member.html",
            member=shown,
            members=site.desk.members(),
            nights=site.desk.history_of(member),
            other=other,
            met=[] if other is None else site.desk.games_of_two(member, other.id),
        )

    @bp.get("/seasons")
    def all_seasons() -> Response:
        """Seasons, and a new one."""
        director = site.director(request)
        found = [season for season in site.desk.seasons() if season.shown or director]
        dropped = site.desk.seasons(dropped=True) if director else []
        return site.show("seasons.html", seasons=found, events=_choice(site), dropped=dropped)

    @bp.get("/seasons/<int:season>")
    def one(season: int) -> Response:
        """The standings of one season; guests see only what the announced events are worth."""
        shown = _season(site, season)
        rows = site.desk.season_rows(shown, announced_only=not site.director(request))
        return site.show("season.html", season=shown, rows=rows, events=_choice(site))

    @bp.get("/seasons/<int:season>.csv")
    def one_csv(season: int) -> Response:
        site.need_director()
        return _csv("season", site.desk.season_csv(_season(site, season)))


def _choice(site: ClubSite) -> list[tuple[int, str, str]]:
    """Events that a season may count."""
    found = [site.desk.evening(record.n) for record in site.desk.events()]
    return [(e.id, e.name, e.date) for e in found if e.put_away != "deleted" and not e.is_company]


def _orders(bp: Blueprint, site: ClubSite) -> None:
    site.take_orders(bp)

    @bp.post("/events/<int:event>/preview")
    def preview(event: int) -> Response:
        """A list of entries as it was understood; nothing is taken yet."""
        site.need_director()
        evening = evening_of(site, event)
        text, read = _sent()
        numbers = [site.desk.with_number(row).number for row in read.rows]
        return site.show(
            "preview.html", e=evening, read=read, text=text, numbers=numbers,
            order=f"/events/{event}/do/import", after=f"/events/{event}/entries",
        )  # fmt: skip

    @bp.post("/members/preview")
    def members_preview() -> Response:
        """The same for the register."""
        site.need_director()
        text, read = _sent()
        return site.show(
            "preview.html", read=read, text=text, numbers=[row.number for row in read.rows],
            order="/do/members", after="/members",
        )  # fmt: skip

    @bp.post("/do/members")
    def take() -> Response:
        """A list of members, whole or not at all."""
        who = site.need_director()
        rows = read_entries(request.form.get("list", ""))
        new = site.desk.take_members(who, rows)
        site.say(Said("good", "club.said.members", {"n": len(rows), "new": new}))
        return site.back("/members")

    @bp.post("/do/member")
    def put() -> Response:
        """One member: new, corrected, merged into another, or off the register."""
        who, form = site.need_director(), request.form
        id_ = number(form, "id")
        if form.get("what") == "back":
            site.desk.take_back_member(who, number(form, "n"))
        elif form.get("what") == "merge":
            need_sure(form)
            site.desk.merge_members(who, id_, number(form, "into"))
        elif form.get("what") == "strike":
            need_sure(form)
            site.desk.strike_member(who, id_)
        else:
            site.desk.put_member(who, form.get("name", ""), form.get("number", ""), form.get("club", ""), id_)
        site.say(Said("good", "club.said.member"))
        return site.back("/members")

    @bp.post("/do/season")
    def season() -> Response:
        """A season: new, changed, or dropped."""
        who, form = site.need_director(), request.form
        if form.get("what") == "back":
            site.desk.bring_season_back(who, number(form, "id"))
            site.say(Said("good", "club.said.season"))
            return site.back("/seasons")
        if form.get("what") == "drop":
            need_sure(form)
            site.desk.drop_season(who, number(form, "id"))
            site.say(Said("good", "club.said.season.dropped"))
            return site.back("/seasons")
        kept = site.desk.put_season(who, _wanted(form))
        site.say(Said("good", "club.said.season"))
        return site.back(f"/seasons/{kept}")

    def _wanted(form: Form) -> Season:
        events = tuple(
            int(text) for text in request.form.getlist("event") if text.isdecimal() and len(text) < 10
        )
        return Season(
            number(form, "id"), form.get("name", ""), events, read_points(form.get("points", "")),
            number(form, "others"), number(form, "best"), form.get("shown") == "1",
        )  # fmt: skip


def _sent() -> tuple[str, PeopleList]:
    """The list that was sent, as text and as it was understood."""
    file = request.files.get("list")
    text = read_bytes(file.read()) if file is not None else ""
    read = understand(text)
    if len(read.rows) > MOST_SHOWN:
        raise ClubError("club.error.big", "this list is too long")
    return text, read
