"""The doors: joining with the table's code, logging in with a PIN, leaving, and a new code."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, request

from webui.door.accounts import JUDGE, KEEPER
from webui.door.sessions import BOTH
from webui.errors import PostError
from webui.guard import COOKIE, new_visitor
from webui.pages import keep_cookie, qr_code, show_page
from webui.site import Site, body_of, guarded, refuse, words_of

SEATS: Final = ("A", "B", BOTH)
_LONGEST_ANSWER: Final = 64


def doors(site: Site) -> Blueprint:
    """The blueprint of coming in and going out."""
    bp = Blueprint("door", __name__)
    guarded(bp, site)
    _pages(bp, site)
    _joining(bp, site)
    _logging_in(bp, site)
    return bp


def _pages(bp: Blueprint, site: Site) -> None:
    @bp.get("/join")
    def join_page() -> Response:
        """Come in as a player: the code, and which seat."""
        return show_page(site, "join.html", names=_names(site))

    @bp.get("/login")
    def login_page() -> Response:
        """Come in as a judge or as the keeper."""
        role = KEEPER if request.args.get("role") == KEEPER else JUDGE
        return show_page(site, "login.html", role=role)

    @bp.get("/join.svg")
    def join_code() -> Response:
        """The way in for players as a QR code: only on the screens of those who sit at the table."""
        if not site.door.who(request).may_see_code:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        if site.config.url is None:
            abort(HTTPStatus.NOT_FOUND)
        # After the # it stays in the phone: no log, no proxy and no other site hears the code.
        return qr_code(f"{site.config.url}/join#{site.door.code.read()}")


def _joining(bp: Blueprint, site: Site) -> None:
    @bp.post("/api/v1/join")
    def join() -> Response:
        """``{"code": "123456", "seat": "A"}``: a player's phone, or the table's own tablet (``both``)."""
        body = body_of(request)
        code, seat = body.get("code"), body.get("seat")
        if not isinstance(code, str) or len(code) > _LONGEST_ANSWER or seat not in SEATS:
            raise PostError("error.join")
        address = request.remote_addr or ""
        wait = site.door.guesses.take("code", address)
        if wait:
            return _too_many(wait)
        if not site.door.code.is_code(code):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.code")
        site.door.guesses.right("code", address)
        visitor = request.cookies.get(COOKIE, "")
        if seat == BOTH and site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "error.both")
        # A tablet by the board that comes in for both players leaves room for their phones; nobody comes in over it.
        wanted = SEATS if seat == BOTH else (seat,)
        if any(site.door.sessions.holds(one, site.door.code.read(), visitor) for one in wanted):
            return refuse(request, HTTPStatus.CONFLICT, "error.taken")
        return _let_in(site, seat=seat)

    @bp.post("/api/v1/leave")
    def leave() -> Response:
        """Be a guest again: seat, judges and keeper go."""
        site.door.sessions.leave(request.cookies.get(COOKIE, ""))
        return jsonify({"say": words_of(request)("door.left")})

    @bp.get("/api/v1/code")
    def code() -> Response:
        """The table's code, for those who sit there."""
        if not site.door.who(request).may_see_code:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        return jsonify({"code": site.door.code.read()})

    @bp.post("/api/v1/code")
    def renew() -> Response:
        """A new code: every phone but the asking one has to join again."""
        who = site.door.who(request)
        if not (who.screen or who.keeper):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        grant = site.door.sessions.of(request.cookies.get(COOKIE, ""), site.door.code.read())
        code = site.door.code.renew()
        if grant.seat:
            site.door.sessions.give(request.cookies.get(COOKIE, ""), code, seat=grant.seat)
        return jsonify({"code": code})

    @bp.post("/api/v1/seats/free")
    def free() -> Response:
        """``{"seat": "A"}``: send the phone away that holds a seat."""
        who, seat = site.door.who(request), body_of(request).get("seat")
        if not (who.screen or who.keeper):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        if seat not in SEATS:
            raise PostError("error.seat")
        site.door.sessions.free(seat)
        return jsonify({"say": words_of(request)("door.freed")})


def _logging_in(bp: Blueprint, site: Site) -> None:
    @bp.post("/api/v1/login")
    def login() -> Response:
        """``{"role": "judge", "name": "...", "pin": "..."}``; a second judge may come in on the same screen."""
        body = body_of(request)
        role, name, pin = body.get("role"), body.get("name"), body.get("pin")
        if role not in (JUDGE, KEEPER) or not isinstance(name, str) or not isinstance(pin, str):
            raise PostError("error.login")
        if max(len(name), len(pin)) > _LONGEST_ANSWER:
            raise PostError("error.login")
        door, visitor = site.door, request.cookies.get(COOKIE, "")
        account = f"{role} {door.accounts.find(role, name) or ''}"
        guesser = (request.remote_addr or "", visitor if door.sessions.knows(visitor, account) else "")
        wait = door.guesses.take(account, *guesser)
        if wait:
            return _too_many(wait)
        named = door.accounts.check(role, name, pin)
        if named is None:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.pin")
        door.guesses.right(account, *guesser)
        grant = door.sessions.of(visitor, door.code.read())
        known = tuple(dict.fromkeys((*grant.known, account)))
        if role == KEEPER:
            return _let_in(site, keeper=named, known=known)
        return _let_in(site, judges=tuple(dict.fromkeys((*grant.judges, named))), known=known)


def _too_many(wait: float) -> Response:
    answer = refuse(request, HTTPStatus.TOO_MANY_REQUESTS, "error.wait", n=round(wait) + 1)
    answer.headers["Retry-After"] = str(round(wait) + 1)
    return answer


def _let_in(site: Site, **more: Any) -> Response:
    """Grant, under a fresh cookie: one that was known before must never become worth more (session fixation)."""
    visitor, fresh = request.cookies.get(COOKIE, ""), new_visitor()
    code = site.door.code.read()
    site.door.sessions.move(visitor, fresh)
    site.door.sessions.give(fresh, code, **more)
    response = jsonify({"say": words_of(request)("door.in")})
    keep_cookie(response, COOKIE, fresh)
    return response


def _names(site: Site) -> dict[str, str]:
    site.freshen()
    board = site.hub.shown.board
    return {seat: board.name(seat) for seat in ("A", "B")} if board.has_game else {}
