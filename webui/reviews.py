"""The review of a game: a page to step through, one file to keep or send, and the finished deals as data."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from flask import Blueprint, Response, abort, jsonify, render_template, request

from webui.gameview import as_text
from webui.history import DAMAGED
from webui.pages import day, entry_of, show_page
from webui.site import Site, as_file, entry_asked_for, lang_of, viewer_of, words_of

Json: TypeAlias = dict[str, Any]
PLAYS: Final = (
    "game",
    "deal",
    "dealer",
    "starter",
    "order",
    "player",
    "name",
    "card",
    "count",
    "points",
    "series",
)


def reviews(site: Site) -> Blueprint:
    """The blueprint of reviews."""
    bp = Blueprint("reviews", __name__)

    @bp.get("/games/<int:game>/review")
    def review(game: int) -> Response:
        """One game step by step, as far as it may be shown."""
        entry = entry_of(site, game)
        if entry["state"] == DAMAGED:
            abort(HTTPStatus.NOT_FOUND)
        return show_page(
            site,
            "review.html",
            game=entry,
            drawing=site.drawing,
            deals=len(site.history.deals(game, viewer_of(site, request))),
            summary=site.history.summary(game, viewer_of(site, request)),
            day=day,
        )

    @bp.get("/games/<int:game>/review.html")
    def file(game: int) -> Response:
        """The same as one file that needs nothing else: to keep, to send, to print."""
        entry = entry_of(site, game)
        if entry["state"] == DAMAGED:
            abort(HTTPStatus.NOT_FOUND)
        viewer, lang = viewer_of(site, request), lang_of(request)
        html = render_template(
            "review_file.html",
            w=words_of(request),
            lang=lang,
            game=entry,
            day=day,
            table_name=site.name,
            turns=site.history.summary(game, viewer)["turning_points"],
            **site.history.deal_steps(game, viewer, lang),
        )
        return as_file(html, "text/html", f"game-{game}.html")

    @bp.get("/api/v1/games/<int:game>/deals")
    def deals(game: int) -> Response:
        """The finished deals that may be shown: starter, play, pegs, calls, and grades where they may be told."""
        entry = entry_asked_for(site, game, damaged_too=True)
        if entry["state"] == DAMAGED:
            return jsonify({"game": game, "players": entry["players"], "deals": [], "tally": None})
        told = site.history.deal_steps(game, viewer_of(site, request), lang_of(request))
        return jsonify({"game": game, "players": entry["players"]} | told)

    @bp.get("/api/v1/games/<int:game>/plays.csv")
    def plays(game: int) -> Response:
        """Every card of the play that may be shown, in order, for a spreadsheet."""
        entry_asked_for(site, game)
        told = site.history.deals(game, viewer_of(site, request))
        board, _ = site.history.board(game)
        names = {seat: board.name(seat) for seat in board.seating.seats}
        return as_file(plays_csv(game, names, told), "text/csv", f"game-{game}-plays.csv")

    return bp


def plays_csv(game: int, names: Mapping[str, str], deals: Iterable[Json]) -> str:
    """Every card of these deals' play as a line of CSV; what is not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(PLAYS)
    for deal in deals:
        for order, one in enumerate(deal["play"], 1):
            which = (game, deal["deal"], deal["dealer"], deal["starter"], order)
            who = (one["player"], as_text(names.get(one["player"], "")))
            row = (*which, *who, one["card"], one["count"], one["points"], one["series"])
            writer.writerow(["" if value is None else value for value in row])
    return out.getvalue()
