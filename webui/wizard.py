"""Setting a new table up step by step, on a phone: network, name, camera, holes, deck, rules, mode, players.

How far it has come lies in the data folder, so that it can be left and taken up on another phone. Camera, holes and
deck have their ordinary pages, with the step's words above and the way on below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, redirect, request

from webui.config import WebConfig
from webui.door.secretfile import SecretFile
from webui.errors import PostError
from webui.pages import show_page
from webui.posted import MODES, check_muggins, forms
from webui.site import Site, body_of, guarded, refuse
from webui.workshop import by_track

FILE: Final = "first-run.json"
STEPS: Final = ("network", "name", "camera", "board", "holes", "deck", "rules", "mode", "players")
"""The steps of a full table; others leave out what they do not have (`steps_of`)."""
_TEMPLATES: Final[Mapping[str, str]] = {
    "camera": "camera.html",
    "deck": "camera.html",
    "board": "boardlearn.html",
    "holes": "workshop.html",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """Which step is next, which are done, and what was chosen on the way; empty texts where nothing was."""

    at: str = "network"
    done: tuple[str, ...] = ()
    profile: str = ""
    mode: str = ""
    muggins: bool = False

    def finished(self, step: str, steps: tuple[str, ...] = STEPS, **chosen: Any) -> Progress:
        """After a step: the one behind it is next."""
        after = steps[min(steps.index(step) + 1, len(steps) - 1)]
        done = tuple(one for one in STEPS if one in {*self.done, step})
        return replace(self, at=after, done=done, **chosen)


def steps_of(config: WebConfig) -> tuple[str, ...]:
    """The steps of a table: what it has not is not set up."""
    left_out = set()
    if not config.has_camera:
        left_out.add("camera")
    if not config.has_pegs_by_eye:
        left_out.add("board")
    if not config.has_contacts:
        left_out.add("holes")
    if config.cards == "none":
        left_out.add("deck")
    return tuple(step for step in STEPS if step not in left_out)


def read_progress(file: SecretFile, steps: tuple[str, ...] = STEPS) -> Progress:
    """What was kept; the beginning where there is nothing, or nothing that can be read."""
    kept = file.read()
    if not isinstance(kept, Mapping) or kept.get("at") not in steps:
        return Progress()
    done, mode = kept.get("done"), kept.get("mode")
    return Progress(
        at=str(kept["at"]),
        done=tuple(one for one in STEPS if isinstance(done, list | tuple) and one in done),
        profile=str(kept.get("profile") or ""),
        mode=str(mode) if mode in MODES else "",
        muggins=kept.get("muggins") is True,
    )


def wizard(site: Site, file: SecretFile) -> Blueprint:
    """The blueprint of the steps."""
    bp = Blueprint("wizard", __name__)
    own = steps_of(site.config)
    guarded(bp, site)

    @bp.get("/setup/steps")
    def steps() -> Response:
        """The step where it was left."""
        return redirect(f"/setup/steps/{read_progress(file, own).at}")  # type: ignore[return-value]

    @bp.get("/setup/steps/<step>")
    def page(step: str) -> Response:
        """One step: what to do, the thing itself, back and next."""
        if step not in own:
            abort(HTTPStatus.NOT_FOUND)
        if not site.door.who(request).may_set_up:
            return show_page(site, "setup.html", may=False, locked=False, lacks={})
        return show_page(
            site,
            _TEMPLATES.get(step, "step.html"),
            step=step,
            steps=own,
            kept=read_progress(file, own),
            drawing=site.drawing,
            holes=sorted(site.config.holes, key=by_track),
            ranks="A23456789TJQK",
            suits="CDHS",
            forms=forms(site.config.profiles),
            lacks=site.lacks(),
            may=True,
        )

    @bp.post("/api/v1/setup/step")
    def finish() -> Response:
        """``{"step": "rules", "profile": "acc-2025"}``: a step is done; what was chosen in it is kept."""
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        body = body_of(request)
        step = body.get("step")
        if step not in own:
            raise PostError("error.json")
        after = read_progress(file, own).finished(step, own, **_chosen(step, body, site))
        file.write(asdict(after))
        return jsonify({"say": "", "at": after.at})

    return bp


def _chosen(step: str, body: Mapping[str, Any], site: Site) -> dict[str, Any]:
    if step == "rules":
        profile = body.get("profile")
        if profile not in site.config.profiles:
            raise PostError("error.profile")
        check_muggins(profile, bool(body.get("muggins")))
        return {"profile": profile, "muggins": bool(body.get("muggins"))}
    if step == "mode":
        mode = body.get("mode")
        if mode not in site.config.modes:
            raise PostError("error.mode")
        return {"mode": mode}
    return {}
