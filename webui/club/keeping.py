"""Backup and restore of the hub on its page; `pegwatch hub --backup` and `--restore` do the same."""

from __future__ import annotations

import io
import time

from flask import Blueprint, Response, request

from club.backup import read_backup, write_backup
from club.errors import StoreError
from webui.club.site import ClubSite, Said


def keeping(site: ClubSite) -> Blueprint:
    """The blueprint of backups; for directors."""
    bp = Blueprint("keeping", __name__)

    @bp.get("/backup")
    def backup() -> Response:
        """Everything as one file."""
        site.need_director()
        out = io.BytesIO()
        write_backup(site.desk.store, out)
        response = Response(out.getvalue(), mimetype="application/gzip")
        name = time.strftime("pegwatch-hub-%Y-%m-%d.jsonl.gz")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @bp.post("/do/restore")
    def restore() -> Response:
        """A hub that has no events yet is filled from a backup."""
        site.need_director()
        site.check_form()
        file = request.files.get("backup")
        try:
            count = read_backup(site.desk.store, io.BytesIO(b"" if file is None else file.read()))
        except StoreError as error:
            site.say(Said("alert", "club.error.restore", {"why": str(error)}))
            return site.back("/")
        site.desk.version += 1
        site.say(Said("good", "club.said.restore", {"n": count}))
        return site.back("/")

    return bp
