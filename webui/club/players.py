"""A player's own page: the games that have no result yet, what the other side says of them, and one's own word."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import Any, Final

import segno
from flask import Blueprint, Response, abort, request

from club.claims import may_enter, open_claims, player_code
from club.errors import ClubError, StoreError
from club.evening import Evening
from webui.club.forms import number
from webui.club.pages import evening_of
from webui.club.site import ClubSite, Said

LINKS_A_PAGE: Final = 100
"""How many codes are on a page: each takes 3 ms to draw."""
_SOME = 3  # the next games are enough to choose from


def players(site: ClubSite) -> Blueprint:
    """The blueprint of players' own pages; the link is the right."""
    bp = Blueprint("players", __name__)

    def let_in(event: int, owner: str, code: str) -> Evening:
        evening = evening_of(site, event)
        right = player_code(site.key, event, owner)
        if owner not in evening.owners or not hmac.compare_digest(code.encode(), right.encode()):
            abort(HTTPStatus.NOT_FOUND)
        return evening

    @bp.get("/events/<int:event>/me/<owner>/<code>")
    def me(event: int, owner: str, code: str) -> Response:
        """One's own next games."""
        evening = let_in(event, owner, code)
        return site.show("me.html", e=evening, owner=owner, code=code, games=_games(evening, owner))

    @bp.post("/events/<int:event>/me/<owner>/<code>")
    def tell(event: int, owner: str, code: str) -> Response:
        """A result, or a word on the other side's."""
        site.check_form()
        let_in(event, owner, code)
        form, desk = request.form, site.desk
        try:
            game, what = number(form, "game"), form.get("what", "")
            spread = abs(number(form, "spread"))
            net = spread if form.get("winner") == "me" else -spread
            if what == "confirm":
                desk.confirm(event, owner, game, net)
            elif what == "deny":
                desk.deny(event, owner, game)
            elif form.get("winner") not in ("me", "other"):
                raise ClubError("club.error.winner", "say who won")
            elif not desk.claim(event, owner, game, net):
                what = "wait"
            site.say(Said("good", f"club.said.me.{what if what in ('deny', 'wait') else 'written'}"))
        except ClubError as error:
            site.refuse(error)
        except StoreError as error:
            site.say(Said("alert", *site.why_unkept(error)))
        return site.back(request.path)

    @bp.get("/events/<int:event>/links")
    def links(event: int) -> Response:
        """Everybody's link as a QR code, to cut out; for directors."""
        site.need_director()
        evening = evening_of(site, event)
        if not may_enter(evening):
            abort(HTTPStatus.NOT_FOUND)
        text = request.args.get("from", "0")
        begin = int(text) if text.isdecimal() and len(text) < 6 else 0
        begin -= begin % LINKS_A_PAGE
        owners = evening.owners[begin : begin + LINKS_A_PAGE]
        found = [(evening.name_of(one), link_of(site, event, one)) for one in owners]
        return site.show(
            "links.html",
            e=evening,
            links=[(name, link, _qr(link)) for name, link in found],
            begin=begin,
            begins=range(0, len(evening.owners), LINKS_A_PAGE),
            step=LINKS_A_PAGE,
        )

    return bp


def _games(evening: Evening, owner: str) -> list[dict[str, Any]]:
    claims = open_claims(evening) if may_enter(evening) else {}
    found = []
    mine = [m for m in evening.by_owner.get(owner, ()) if evening.is_played(m)] if may_enter(evening) else []
    for m in mine:
        place = (m.game, m.one, str(m.other))
        if any(m.game in evening.lines.get(one, {}) for one in place[1:]):
            continue
        claim = claims.get(place)
        found.append({
            "game": m.game, "board": m.board,
            "against": evening.name_of(place[2] if owner == m.one else m.one, m.game),
            "by": "" if claim is None else "me" if claim.by == owner else "other",
            "denied": claim is not None and claim.denied,
            "net": 0 if claim is None else claim.net if owner == m.one else -claim.net,
        })  # fmt: skip
    told = [each for each in found if each["by"]]
    return told + [each for each in found if not each["by"]][:_SOME]


def link_of(site: ClubSite, event: int, owner: str) -> str:
    """The address of a player's own page."""
    return f"{request.host_url.rstrip('/')}/events/{event}/me/{owner}/{player_code(site.key, event, owner)}"


def _qr(link: str) -> str:
    return str(segno.make(link, micro=False).svg_inline(scale=3, border=2, light="#fff"))
