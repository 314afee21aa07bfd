"""Updates of the hub's machine from its page, for a director: what the table's page does, by the same code.

Hub and table of one machine are one installation, and root takes both pages' requests the same way. No game at
another table stands in the way: the hub is away for some seconds, and tables send again what they had to tell. A
game on the machine's own board does; root asks for it.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from firmware.box.updatedoor import UpdateDoor
from webui.club.site import ClubSite, club_words
from webui.pieces import answer_bad_posts
from webui.site import lang_of
from webui.updates import PAGE, PIECE, refused_update, told, update_routes


def updating(site: ClubSite) -> Blueprint:
    """The blueprint of updates; without a door (`ClubSite.updates`) this machine takes none from the page."""
    bp = Blueprint("updating", __name__)
    door: UpdateDoor | None = site.updates

    @bp.before_request
    def director_only() -> Response | None:
        is_director = bool(site.director(request))
        if request.method == "POST":
            # The pieces of one file come quickly, one after another, from a director alone.
            site.check_form(counted=not is_director or request.path != PIECE)
        site.need_director()
        return refused_update(door)

    @bp.get(PAGE)
    def page() -> Response:
        """Which version runs, how the last update went, and the way to another one and back."""
        is_open = door is not None and door.is_open()
        going = told(door.going(), club_words(lang_of(request))) if door is not None and is_open else None
        return site.show(
            "update.html",
            open=is_open,
            locked=False,
            going=going,
            version=door.version() if door is not None else "",
            previous=door.previous() if door is not None else "",
        )

    answer_bad_posts(bp)
    update_routes(bp, door)
    return bp
