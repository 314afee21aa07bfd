"""The judge desk's page and its data. Everything here asks first: is this a judge, and of this call?"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeAlias

from flask import Blueprint, Response, abort, jsonify, redirect, request

from cribbage.judging import matters
from cribbage.shown.scoreboard import Scoreboard
from webui.desk.call import FOLLOWED, Call, ruling_by_hand
from webui.desk.desk import inquiry, proposal
from webui.desk.evidence import USUAL, evidence, subjects, trail, viewer_for
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, body_of, guarded, lang_of, refuse, words_of
from webui.viewtext import Names, add_ask_text, add_order_text, add_remark_text, add_verdict_text
from webui.words import Words

Json: TypeAlias = dict[str, Any]
_LIVE = "pegs"


def judge_desk(site: Site) -> Blueprint:
    """The blueprint of the judge desk."""
    bp = Blueprint("desk", __name__)
    guarded(bp, site)
    _looking(bp, site)
    _judging(bp, site)
    return bp


def _looking(bp: Blueprint, site: Site) -> None:
    @bp.get("/judge")
    def page() -> Response:
        """The desk; it holds nothing of the game, and asks for the rest."""
        if not site.door.who(request).judges:
            return redirect("/login")  # type: ignore[return-value]
        return show_page(site, "judge.html", drawing=site.drawing)

    @bp.get("/api/v1/judge")
    def state() -> Response:
        """What this judge may know now."""
        mine = _judges(site)
        if not mine:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.judge")
        return jsonify(_state(site, mine))

    @bp.get("/api/v1/judge/pictures/<key>.jpg")
    def picture(key: str) -> Response:
        """A picture of what the call is about."""
        mine, (game, board) = _judges(site), _latest(site)
        if not mine:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.judge")
        call = site.desk.call(game)
        if call is None or not call.shows_evidence or not set(mine) & set(call.judges):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.desk.evidence")
        jpeg = site.album.jpeg(game, viewer_for(board, call), key)
        if jpeg is None:
            abort(HTTPStatus.NOT_FOUND)
        return Response(jpeg, mimetype="image/jpeg")


def _judges(site: Site) -> tuple[str, ...]:
    """The judges behind a request; a phone that holds a seat at this table is nobody's desk (P9)."""
    who = site.door.who(request)
    return () if who.seats and not who.screen else who.judges


def _latest(site: Site) -> tuple[int, Scoreboard]:
    """The table as it is at this moment: a ruling is pegged under the judges' eyes (rows 28 and 29)."""
    site.freshen()
    return site.hub.latest


def _state(site: Site, mine: tuple[str, ...]) -> Json:
    game, board = _latest(site)
    call, w = site.desk.call(game), words_of(request)
    shown: Json = {
        "me": list(mine),
        "game": game,
        "has_game": board.has_game,
        "mode": board.mode if board.has_game else None,
        "players": {side: board.side_name(side) for side in board.sides},
        "called_by": board.judge_called_by,
        "may_drop": board.judge_called_by is not None and (call is None or call.may_be_dropped),
        "matters": [_matter(w, one.key, one.title, one.rule) for one in matters(board)],
        "subjects": list(subjects(board)),
        "seats": {seat: board.name(seat) for seat in board.seating.seats},
        "call": None if call is None else _plain(call),
    }
    if call is not None and call.shows_evidence and set(mine) & set(call.judges):
        shown |= _opened(site, game, board, call)
    return shown


def _matter(w: Words, key: str, title: str, rule: str) -> Json:
    named = w(f"desk.matter.{key}") if w.has(f"desk.matter.{key}") else title
    return {"key": key, "title": named, "rule": rule, "about": USUAL.get(key, "none")}


def _plain(call: Call) -> Json:
    """What every judge may know of a call: who sits on it and how far it is, none of its evidence."""
    return {
        "number": call.number,
        "matter": call.matter,
        "about": call.about,
        "state": call.state,
        "judges": list(call.judges),
        "votes": dict(call.votes),
        "third": call.third,
        "needs_third": call.needs_third,
    }


def _opened(site: Site, game: int, board: Scoreboard, call: Call) -> Json:
    """Questions, evidence and proposal; the pegs live once a ruling is being followed."""
    events = [stored.event for stored in site.table.events(game=game)]
    pictures, w = site.album.listing(game, viewer_for(board, call)), words_of(request)
    proposed = proposal(board, call)
    opened: Json = {
        "inquiry": inquiry(board, call, w),
        "proposal": proposed,
        "rule_says": None if proposed is None else w("rule", rule=w.sentence(str(proposed["rule"]))),
        "by_hand": call.by_hand is not None,
        "evidence": _dressed(evidence(board, call), board),
        "trail": trail(board, call, events),
        "pictures": [one | {"url": f"/api/v1/judge/pictures/{one['key']}.jpg"} for one in pictures],
    }
    if call.state == FOLLOWED:
        opened[_LIVE] = {seat: [pegs.front, pegs.rear] for seat, pegs in board.pegs.items()}
    return opened


def _dressed(shown: Json, board: Scoreboard) -> Json:
    names, lang, w = Names.at(board), lang_of(request), words_of(request)
    if "verdicts" in shown:
        shown = shown | {"verdicts": add_verdict_text(shown["verdicts"], names, lang)}
    if "remarks" in shown:
        shown = shown | {"remarks": add_remark_text(shown["remarks"], names, lang)}
    if "asks" in shown:
        shown = shown | {"asks": add_ask_text(shown["asks"], names, lang)}
    if "orders" in shown:
        shown = shown | {"orders": add_order_text(shown["orders"], names, lang)}
    if "item" in shown:
        item = shown["item"]
        shown = shown | {"item": item | {"text": w.spoken(item["parts"], item["text"])}}
    return shown


def _judging(bp: Blueprint, site: Site) -> None:
    def step(name: str, act: Callable[[Json, str, int, Scoreboard], object]) -> None:
        def view() -> Response:
            mine = _judges(site)
            if not mine:
                return refuse(request, HTTPStatus.FORBIDDEN, "error.judge")
            body = body_of(request)
            judge = _which(mine, body.get("judge"))
            game, board = _latest(site)
            act(body, judge, game, board)
            return jsonify(_state(site, mine))

        view.__doc__ = act.__doc__
        bp.add_url_rule(f"/api/v1/judge/{name}", f"judge_{name}", view, methods=["POST"])

    def opens(body: Json, judge: str, game: int, board: Scoreboard) -> object:
        """``{"matter": ..., "about": ...}``: what is asked."""
        return site.desk.open(board, game, judge, body.get("matter"), body.get("about"))

    def joins(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """Another judge comes to the table."""
        return site.desk.join(board, game, judge)

    def answers(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """``{"answers": {...}}``: all answers as they are now."""
        given = body.get("answers")
        if not isinstance(given, dict):
            raise PostError("error.json")
        return site.desk.change(game, "answered", lambda call: call.answer(given), judge)

    def writes(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """``{"rule": "8.4.b", "moves": [...]}``: a ruling in the judges' own words."""
        ruling = ruling_by_hand(body.get("rule"), body.get("moves"))
        return site.desk.change(game, "wrote", lambda call: call.write(ruling), judge)

    def votes(body: Json, judge: str, game: int, board: Scoreboard) -> object:
        """``{"agrees": true}``: sign what is proposed, or do not."""
        agrees = body.get("agrees")
        if not isinstance(agrees, bool):
            raise PostError("error.json")

        def vote(call: Call) -> Call:
            proposed = proposal(board, call)
            if proposed is None:
                raise PostError("error.desk.nothing")
            return call.vote(judge, agrees, proposed)

        return _follow(site.desk.change(game, "voted", vote, judge))

    def appeals(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """A player disagrees with the first two judges."""
        return site.desk.change(game, "appealed", lambda call: call.appeal(), judge)

    def accepts(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """Both players accept what was decided."""
        return _follow(site.desk.change(game, "accepted", lambda call: call.accept(), judge))

    def closes(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """Lock the desk again."""
        return site.desk.change(game, "closed", lambda call: call.close(), judge)

    def drops(body: Json, judge: str, game: int, board: Scoreboard) -> object:  # noqa: ARG001
        """A player's call was a mistake, and nobody has ruled."""
        return site.desk.drop(board, game, judge)

    def _follow(call: Call) -> object:
        if call.state == FOLLOWED:
            site.desk.rule(call)
        return call

    step("open", opens)
    step("join", joins)
    step("answers", answers)
    step("ruling", writes)
    step("vote", votes)
    step("appeal", appeals)
    step("accept", accepts)
    step("close", closes)
    step("drop", drops)


def _which(mine: tuple[str, ...], named: Any) -> str:
    """The judge who acts: the one named, or the only one who is logged in on this screen."""
    if named is None and len(mine) == 1:
        return mine[0]
    if named not in mine:
        raise PostError("error.desk.stranger")
    return str(named)
