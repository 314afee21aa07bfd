"""A browser at the club's desk, without a screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from flask.testing import FlaskClient

from club.desk import Desk
from club.folded import SEATS
from club.seating import Token

PIN: Final = "739205"


def one_click(desk: Desk) -> None:
    """The director puts what fits, though the hub has not seated it, on the cards of every event."""
    for record in desk.events():
        desk.take_clear(record.n)


def seat_of(desk: Desk, event: int, game: int, one: str, other: str) -> str:
    """The token of a game of the chart."""
    return str(Token(event, desk.evening(event).drawn[SEATS].n, game, one, other))


class Browser:
    """A browser at the desk: it keeps cookies and sends the forms it was shown."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.token = ""

    def get(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path)
        assert answer.status_code == status, (path, answer.status_code)
        text = answer.get_data(as_text=True)
        found = re.search(r'name="token" value="(\w+)"', text)
        self.token = found[1] if found else self.token
        return text

    def post(self, path: str, form: Mapping[str, Any], status: int = 303) -> str:
        """Send a form and follow it to the page it leads to."""
        answer = self.client.post(path, data={"token": self.token, "then": "/", **form})
        assert answer.status_code == status, (path, answer.status_code, answer.get_data(as_text=True)[-400:])
        return self.get(answer.headers["Location"]) if status == 303 else answer.get_data(as_text=True)

    def do(self, event: int, order: str, **form: Any) -> str:
        return self.post(f"/events/{event}/do/{order}", {"then": f"/events/{event}", **form})


def said(page: str) -> str:
    found = re.search(r'<p class="said said-(\w+)" role="status">(.*?)</p>', page)
    return f"{found[1]}: {found[2]}" if found else ""
