"""The pages and pictures: the table, the games, one game's review, camera picture, QR code, health."""

from __future__ import annotations

import io
import time
from http import HTTPStatus
from typing import Any, Final

import segno
from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from cribbage.shown.averages import KINDS, KNOWN, course
from firmware.box.errors import BoxError
from webui.door.accounts import KEEPER
from webui.door.roles import Who
from webui.door.sessions import BOTH
from webui.gameview import graph, sheet_row
from webui.guard import COOKIE, new_visitor, token_for
from webui.history import COUNTED, DAMAGED, LISTED
from webui.posted import forms
from webui.site import SITE, Site, lang_of, viewer_of, words_of
from webui.viewtext import Names
from webui.words import LANGUAGES, words

THEMES: Final = ("light", "clear")
"""How the strip for streams may look: on light ground, or outlined letters without a ground; otherwise coloured."""
ONLY: Final = ("score",)
"""What the strip may be cut down to: the scores alone, for a scene that has names of its own."""
_COOKIE_S: Final = 180 * 24 * 3600
ADDRESS: Final = "PEGWATCH_ADDRESS"
"""The key under which an application without a table, the club's, keeps the address that its guests are told."""


def pages(site: Site) -> Blueprint:
    """The blueprint of everything that is looked at."""
    bp = Blueprint("pages", __name__)
    _tables(bp, site)
    _pictures(bp, site)
    return bp


def _tables(bp: Blueprint, site: Site) -> None:
    @bp.get("/")
    def table() -> Response:
        """The table page."""
        who = site.door.who(request)
        code = site.door.code.read() if who.may_see_code else ""
        new = who.may_set_up and not (site.table.games() or site.door.accounts.names(KEEPER))
        return show_page(
            site,
            "table.html",
            drawing=site.drawing,
            modes=site.config.modes,
            names=dict(site.config.names),
            profiles=site.config.profiles,
            forms=forms(site.config.profiles),
            lacks=site.lacks() if who.plays or who.keeper else {},
            code=code,
            first_run=new,
            held=site.door.sessions.held(site.door.code.read()) if who.may_see_code else (),
            players={seat: site.hub.shown.board.name(seat) for seat in site.hub.shown.board.seating.seats},
        )

    @bp.get("/games")
    def games() -> Response:
        """The newest games, and the way to older ones."""
        site.freshen()
        games = site.history.entries(request.args.get("before", type=int))
        older = games[-1]["game"] if len(games) == LISTED else None
        return show_page(site, "games.html", games=games, older=older, day=day)

    @bp.get("/games/<int:game>")
    def game(game: int) -> Response:
        """One game, deal by deal, as far as it may be shown."""
        entry, viewer = entry_of(site, game), viewer_of(site, request)
        if entry["state"] == DAMAGED:
            return show_page(site, "game.html", game=entry, deals=[], day=day)
        board, _ = site.history.board(game)
        told = site.history.deals(game, viewer)
        return show_page(
            site,
            "game.html",
            game=entry,
            deals=site.history.review(game, viewer, lang_of(request)),
            graph=graph(course(told, board.ends.get(0)), board.rules.target),
            summary=site.history.summary(game, viewer),
            may_export=site.history.may_export(game, viewer),
            day=day,
        )

    @bp.get("/games/<int:game>/sheet")
    def sheet(game: int) -> Response:
        """One game on a sheet of paper, with room for both signatures."""
        entry, viewer = entry_of(site, game), viewer_of(site, request)
        if entry["state"] == DAMAGED:
            return show_page(site, "game.html", game=entry, deals=[], day=day)
        told, (board, _) = site.history.deals(game, viewer), site.history.board(game)
        return show_page(
            site,
            "sheet.html",
            game=entry,
            deals=told,
            rows=[sheet_row(one, entry["players"]) for one in told],
            seats=Names.at(board).seats,
            code=site.table.code(game) if entry["state"] == "over" else "",
            day=day,
        )

    @bp.get("/players")
    def players() -> Response:
        """The players' averages beside the known means."""
        site.freshen()
        return show_page(
            site,
            "players.html",
            players=site.history.players(),
            whole=site.history.whole_table(),
            left_out=site.history.left_out(),
            kinds=KINDS,
            known=KNOWN,
            counted=COUNTED,
        )

    @bp.get("/overlay")
    def overlay() -> Response:
        """A strip for video streams: it knows nothing younger than a deal. ``?theme=light`` and ``?only=score``."""
        theme, only = request.args.get("theme", ""), request.args.get("only", "")
        return show_page(
            site, "overlay.html", theme=theme if theme in THEMES else "", only=only if only in ONLY else ""
        )


def entry_of(site: Site, game: int) -> dict[str, Any]:
    """A game's entry in the list; an answer of 404 where there is no such game."""
    site.freshen()
    entry = site.history.find(game)
    if entry is None:
        abort(HTTPStatus.NOT_FOUND)
    return entry


def _pictures(bp: Blueprint, site: Site) -> None:
    @bp.get("/camera.jpg")
    def camera() -> Response:
        """What the eye saw last, with what it read."""
        return _picture(site, None)

    @bp.get("/evidence/<zone>.jpg")
    def evidence(zone: str) -> Response:
        """The last reading of one zone, close up."""
        return _picture(site, zone)

    @bp.get("/qr.svg")
    def qr() -> Response:
        """The page's own address as a QR code, for guests."""
        if site.config.url is None:
            abort(HTTPStatus.NOT_FOUND)
        return qr_code(site.config.url)

    @bp.get("/healthz")
    def healthz() -> Response:
        """Whether the page and the parts behind it work; for watchers, so it tells nothing of the game.

        ``alive`` is for the watchdog: whether the page itself works. A journal that cannot be read gets no better by
        another page, and this one can still say so.
        """
        if site.hub.is_stuck or site.audience.is_stuck:
            return told_health(HTTPStatus.SERVICE_UNAVAILABLE, alive=False, page="stuck")
        try:
            site.table.games()
        except BoxError:
            return told_health(HTTPStatus.SERVICE_UNAVAILABLE, alive=True, page="ok", journal="unreadable")
        known = [health for health in site.table.health() if health.state in ("ok", "stale", "off")]
        parts = {health.part: health.state for health in known}
        return told_health(HTTPStatus.OK, alive=True, page="ok", journal="ok", parts=parts)


def told_health(status: HTTPStatus, **told: Any) -> Response:
    """The answer of ``/healthz``."""
    response = jsonify(told)
    response.status_code = status
    return response


def _picture(site: Site, zone: str | None) -> Response:
    """A picture of the table; never during a sanctioned game. One that may be old says so."""
    shown = site.hub.shown
    if shown.is_sanctioned:
        abort(HTTPStatus.FORBIDDEN)
    picture = site.table.picture(zone)
    if picture is None:
        abort(HTTPStatus.NOT_FOUND)
    response = Response(picture.jpeg, mimetype="image/jpeg")
    response.set_etag(picture.stamp)
    response.headers["X-Stale"] = "1" if picture.is_stale or "camera" in shown.board.faults else "0"
    return response


def show_page(site: Site, template: str, **values: Any) -> Response:
    """Render a page for this visitor: language, token, seat, and what they may do."""
    site.freshen()
    visitor = request.cookies.get(COOKIE) or new_visitor()
    lang, who = lang_of(request), site.door.who(request)
    html = render_template(
        template,
        w=words_of(request),
        lang=lang,
        languages={code: words(code)("language") for code in LANGUAGES},
        who=who,
        seat=_seat_of(who),
        token=token_for(site.key, visitor),
        config=site.config,
        table_name=site.name,
        mode=shown.board.mode if (shown := site.hub.shown).board.has_game else "",
        **values,
    )
    response = Response(html, mimetype="text/html")
    keep_cookie(response, COOKIE, visitor)
    if request.args.get("lang"):
        keep_cookie(response, "lang", lang)
    return response


def _seat_of(who: Who) -> str:
    """The seat a page is for: the one asked for where several are held, or the only one."""
    asked = request.args.get("as", "")
    held = {*who.seats, BOTH} if who.screen else set(who.seats)
    if asked in held:
        return asked
    return who.seats[0] if len(who.seats) == 1 else ""


def keep_cookie(response: Response, name: str, value: str) -> None:
    """A cookie that no script reads and no other site sends; where guests come by HTTPS it goes over nothing else."""
    secure = request.is_secure or is_https(current_app)
    keep = {"max_age": _COOKIE_S, "httponly": True, "samesite": "Strict", "secure": secure}
    response.set_cookie(name, value, **keep)  # type: ignore[arg-type]


def is_https(app: Flask) -> bool:
    """Whether the page's own address is an HTTPS one: a proxy with a certificate stands in front."""
    site: Site | None = app.extensions.get(SITE)
    address = site.config.url if site is not None else app.config.get(ADDRESS)
    return (address or "").startswith("https:")


def qr_code(text: str) -> Response:
    """A text as a QR code."""
    buffer = io.BytesIO()
    segno.make(text, micro=False).save(buffer, kind="svg", scale=4, border=3, light="#fff")
    return Response(buffer.getvalue(), mimetype="image/svg+xml")


def day(seconds: float) -> str:
    """A time as day, hour and minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
