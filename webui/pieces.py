"""A piece of a file as it is posted: `static/pieces.js` sends it, the doors of updates and backups take it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from webui.errors import PostError


def piece_of(body: Mapping[str, Any]) -> tuple[int, bytes]:
    """Where a piece begins and its bytes, of ``{"at": 0, "data": "base64"}``; `PostError` if it is none."""
    at, text = body.get("at"), body.get("data")
    if not isinstance(at, int) or isinstance(at, bool) or at < 0 or not isinstance(text, str):
        raise PostError("error.json")
    try:
        return at, base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:  # ValueError: letters that are not ASCII
        raise PostError("error.json") from error
