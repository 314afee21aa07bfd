"""The application: `create_app` for a table on this machine, `build_app` for any journal.

Close it (`close_app`) when it is done: it follows the journal in a thread of its own.
"""

from __future__ import annotations

import mimetypes
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from firmware.box.errors import DamagedRecord
from firmware.box.network.base import Wifi
from firmware.box.network.door import NoWifi
from firmware.box.pictures import FILE
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.updatedoor import UpdateDoor
from webui.api import NAMELESS, READABLE, about, api
from webui.backup import backup
from webui.boardlearn import board_learning
from webui.camera import camera
from webui.clubjoin import club_joining, club_there
from webui.config import WebConfig
from webui.crossorigin import let_read
from webui.desk.desk import FILE as CALL_FILE
from webui.desk.desk import Desk
from webui.desk.pages import judge_desk
from webui.door.forwarded import stand_behind
from webui.door.pages import doors
from webui.door.roles import open_door
from webui.door.secretfile import SecretFile
from webui.guard import MAX_POST_BYTES, BoundedRequest, harden, host_of, is_our_name, read_key
from webui.learn import learn
from webui.metrics import metrics
from webui.pages import pages
from webui.reviews import reviews
from webui.setup import setup
from webui.site import SITE, Site, lang_of, refuse, words_of
from webui.table import Table
from webui.updates import updates
from webui.wifi import wireless
from webui.wizard import FILE as FIRST_RUN_FILE
from webui.wizard import wizard
from webui.words import with_signs
from webui.workshop import workshop

NAME_FILE = "table-name.json"
_DEFAULT = WebConfig()
_NO_WIFI = NoWifi()


def create_app(
    journal_path: Path,
    run_dir: Path,
    config: WebConfig = _DEFAULT,
    wifi: Wifi = _NO_WIFI,
    updated: UpdateDoor | None = None,
) -> Flask:
    """The page of the table with this journal and run folder; `BoxError` if they cannot be used."""
    journal = SqliteJournal(journal_path, puts_only=True)
    try:
        pulse = Pulse.open(run_dir)
    except BaseException:
        journal.close()
        raise
    data = journal_path.parent
    table = Table(journal, run_dir, pulse, data / FILE)
    return build_app(table, config, read_key(data / "page.key"), data, wifi, updated)


def build_app(
    table: Table,
    config: WebConfig,
    key: bytes,
    data: Path | None = None,
    wifi: Wifi = _NO_WIFI,
    updated: UpdateDoor | None = None,
) -> Flask:
    """The page of any table; without a data folder nothing about people outlives the page."""
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    app = Flask(__name__)
    app.request_class = BoundedRequest
    app.config["MAX_CONTENT_LENGTH"] = MAX_POST_BYTES
    app.jinja_env.filters["signs"] = with_signs
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    def file(name: str) -> Path | None:
        return None if data is None else data / name

    door = open_door(data, config.trust_loopback and not config.proxies)
    site = Site(table, config, key, door, Desk(table, file(CALL_FILE)), SecretFile(file(NAME_FILE)))
    app.extensions[SITE] = site
    app.register_blueprint(pages(site))
    app.register_blueprint(api(site))
    app.register_blueprint(about(site))
    app.register_blueprint(reviews(site))
    app.register_blueprint(doors(site))
    app.register_blueprint(judge_desk(site))
    app.register_blueprint(workshop(site))
    first_run = SecretFile(file(FIRST_RUN_FILE))
    app.register_blueprint(setup(site, first_run, lambda: club_there(data)))
    app.register_blueprint(club_joining(site, data))
    app.register_blueprint(backup(site, data))
    app.register_blueprint(updates(site, updated))
    app.register_blueprint(wizard(site, first_run))
    app.register_blueprint(wireless(site, wifi))
    app.register_blueprint(learn(site))
    app.register_blueprint(metrics(site))
    app.register_blueprint(camera(site))
    app.register_blueprint(board_learning(site))
    app.before_request(lambda: _misdirected(site))
    app.after_request(harden)
    let_read(app, lambda: site.config.readers, READABLE, NAMELESS)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(DamagedRecord, _damaged)
    stand_behind(app, config.proxies)
    return app


def site_of(app: Flask) -> Site:
    """What `create_app` made the page of."""
    site: Site = app.extensions[SITE]
    return site


def close_app(app: Flask) -> None:
    """Stop following the journal and close it; streams end within a second."""
    site_of(app).close()


def _misdirected(site: Site) -> Response | None:
    """Refuse what was sent to a name that is not ours."""
    own = {urlsplit(site.config.url).hostname or ""} if site.config.url else set()
    if is_our_name(host_of(request), own.union(site.config.hosts)):
        return None
    return refuse(request, HTTPStatus.MISDIRECTED_REQUEST, "error.host")


def _damaged(_error: DamagedRecord) -> Response:
    """The record that was asked for is damaged; everything else can still be told."""
    return _told(HTTPStatus.CONFLICT, "error.damaged")


def _failed(error: HTTPException) -> Response:
    """An error in the visitor's language: JSON for programs, a page for people."""
    status = HTTPStatus(error.code or 500)
    # 403 is that of a picture in a sanctioned game; what depends on who asks is refused with its own text (`refuse`)
    known = {413: "error.big", 404: "error.404", 405: "error.405", 403: "error.sanctioned"}
    text = known.get(status, "error.500" if status >= 500 else "error.json")
    return _told(status, text)


def _told(status: HTTPStatus, text: str) -> Response:
    if request.path.startswith("/api/"):
        return refuse(request, status, text)
    html = render_template("error.html", w=words_of(request), lang=lang_of(request), text=text)
    return Response(html, status=status, mimetype="text/html")
