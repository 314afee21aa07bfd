"""What the club's pages share: the desk, who is a director, forms of our own page only, and what was said last."""

from __future__ import annotations

import hmac
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Protocol

from flask import Blueprint, Request, Response, abort, redirect, render_template, request

from club.desk import Desk
from club.errors import ClubError, ListError, StoreError
from firmware.box.updatedoor import UpdateDoor
from webui.club.codes import Codes
from webui.crossorigin import is_foreign
from webui.door.accounts import DIRECTOR, Accounts
from webui.door.guesslimit import Guesses
from webui.door.roles import is_local
from webui.door.sessions import Sessions
from webui.guard import HUB_COOKIE, Rate, is_same_origin, new_visitor, token_for
from webui.pages import keep_cookie
from webui.site import lang_of
from webui.words import LANGUAGES, Words, texts_of, words

_KEPT: Final = 500
MOST_FAULTS: Final = 30
"""How many lines of a list are named at a time."""
_CALLS_EACH_MINUTE: Final = 12  # from one address: three at once, then one every five seconds
_POSTS_EACH_MINUTE: Final = 240  # a director who types in a whole room's results
LETTER: Final = "letter"
PAPERS: Final = (LETTER, "a4")
"""The paper that printers take in North America, and elsewhere."""
GONE_AFTER_S: Final = 90.0
"""How long after its last word a table is shown as not heard of, whatever it said."""


class OwnBroker(Protocol):
    """The broker that the hub can set up by itself."""

    @property
    def is_set_up(self) -> bool: ...
    @property
    def ca(self) -> str: ...
    @property
    def port(self) -> int: ...
    def begin(self) -> None:
        """Set it up and start it; `ClubError` says why that cannot be."""
        ...

    def let_in(self, table: str) -> str:
        """A new password for a table."""
        ...

    def tables(self) -> list[str]:
        """Those that have joined."""
        ...


@dataclass(frozen=True, slots=True)
class Said:
    """What a page says once, after an order: good news or a refusal; of a list, also line by line what is wrong
    (`line` is what a line is called)."""

    tone: str
    text: str
    fill: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[tuple[int | tuple[int, str], str, Mapping[str, Any]], ...] = ()
    line: str = "club.line-n"


class ClubSite:
    """One club's pages. Made by `create_club_app`, handed to every part."""

    def __init__(
        self,
        desk: Desk,
        key: bytes,
        data: Path | None,
        name: str = "",
        line: Callable[[], str] = str,
        paper: str = LETTER,
        deaf: Callable[[], bool] = bool,
    ) -> None:
        """`line` says why no table can be heard, "" when all is well or there is no broker; `deaf` whether that is a
        fault of the hub itself; `paper`: letter or a4."""
        self.desk = desk
        self.data = data
        self.broker: OwnBroker | None = None
        self.updates: UpdateDoor | None = None
        self.codes = Codes()
        self.paper = paper
        self.line = line
        self.is_deaf = deaf
        self.key = key
        self.name = name
        self.accounts = Accounts(None if data is None else data / "accounts.json")
        self.sessions = Sessions(None if data is None else data / "visitors.json")
        self.guesses = Guesses()
        self.posts = Rate(_POSTS_EACH_MINUTE)
        self.calls = Rate(_CALLS_EACH_MINUTE)
        self._said: OrderedDict[str, Said] = OrderedDict()
        self._lock = threading.Lock()

    # --- people -------------------------------------------------------------------------------------

    def director(self, request: Request) -> str:
        """The director who is logged in on this browser; "" where nobody is, and for a page of another origin."""
        if is_foreign(request):
            return ""
        grant = self.sessions.of(request.cookies.get(HUB_COOKIE, ""), "")
        return next((name for name in grant.directors if self.accounts.find(DIRECTOR, name)), "")

    def need_director(self) -> str:
        """The director behind this request; anybody else is sent away."""
        name = self.director(request)
        if not name:
            abort(HTTPStatus.FORBIDDEN)
        return name

    # --- orders -------------------------------------------------------------------------------------

    def check_form(self, *, counted: bool = True) -> None:
        """Whatever changes something comes from a form of our own page, and (`counted`) not too often."""
        if counted and not self.posts.allows(request.remote_addr or ""):
            abort(HTTPStatus.TOO_MANY_REQUESTS)
        visitor = request.cookies.get(HUB_COOKIE, "")
        token = request.form.get("token", "") or request.headers.get("X-CSRF-Token", "")
        ours = visitor and hmac.compare_digest(token.encode(), token_for(self.key, visitor).encode())
        if not (ours and is_same_origin(request)):
            abort(HTTPStatus.CONFLICT)

    def take_orders(self, bp: Blueprint) -> None:
        """A blueprint whose forms change something: each is checked, and what the desk refuses or the store cannot
        keep is said on the page that it leads back to."""

        @bp.before_request
        def check() -> None:
            if request.method == "POST":
                self.check_form()

        @bp.errorhandler(ClubError)
        def refused(error: ClubError) -> Response:
            self.refuse(error)
            return self.back(request.form.get("then", ""))

        @bp.errorhandler(StoreError)
        def unwritable(error: StoreError) -> Response:
            self.say(Said("alert", *self.why_unkept(error)))
            return self.back(request.form.get("then", ""))

    def why_unkept(self, error: StoreError) -> tuple[str, Mapping[str, Any]]:
        """The sentence, and what is filled in, for records that cannot be read or kept. The reason names a place on
        the hub's disk, so it is for a director alone; a guest hears whom to tell."""
        if self.director(request):
            return "club.director.storage", {"why": str(error)}
        return "club.error.storage", {}

    def say(self, said: Said) -> None:
        """Keep something to be said on this browser's next page."""
        visitor = request.cookies.get(HUB_COOKIE, "")
        with self._lock:
            self._said[visitor] = said
            while len(self._said) > _KEPT:
                self._said.popitem(last=False)

    def refuse(self, error: ClubError) -> None:
        """Say why an order was not carried out."""
        faults = error.faults if isinstance(error, ListError) else ()
        more = tuple(
            ((fault.line, fault.column) if fault.column else fault.line, fault.error.text, fault.error.fill)
            for fault in faults[:MOST_FAULTS]
        )
        self.say(Said("alert", error.text, {"why": str(error), **error.fill}, more))

    def back(self, path: str) -> Response:
        """To the page the form stood on; never to another site."""
        return redirect(path if is_own_path(path) else "/", HTTPStatus.SEE_OTHER)  # type: ignore[return-value]

    # --- showing ------------------------------------------------------------------------------------

    def show(self, template: str, status: int = 200, **values: Any) -> Response:
        """Render a page for this visitor."""
        visitor = request.cookies.get(HUB_COOKIE) or new_visitor()
        lang = lang_of(request)
        with self._lock:
            said = self._said.pop(visitor, None)
        w = club_words(lang)
        html = render_template(
            f"club/{template}",
            w=w,
            lang=lang,
            languages={code: words(code)("language") for code in LANGUAGES},
            token=token_for(self.key, visitor),
            director=self.director(request),
            club=self.name,
            said=None if said is None else (said.tone, w(said.text, **said.fill)),
            wrong_lines=[]
            if said is None
            else [(_line(w, said.line, n), w(text, **fill)) for n, text, fill in said.lines],
            here=request.full_path.rstrip("?"),
            clock=lambda at: time.strftime("%H:%M", time.localtime(at)),
            when=when,
            **values,
        )
        response = Response(html, status=status, mimetype="text/html")
        # A form without scripts tells its origin only where the page lets it.
        response.headers["Referrer-Policy"] = "same-origin"
        keep_cookie(response, HUB_COOKIE, visitor)
        if request.args.get("lang"):
            keep_cookie(response, "lang", lang)
        return response


def _line(w: Words, called: str, where: int | tuple[int, str]) -> str:
    """What a line of a list is called, and the column where that is known."""
    if isinstance(where, tuple):
        return w("club.line-column", n=where[0], column=where[1])
    return w(called, n=where, name=where)


def may_begin(site: ClubSite) -> bool:
    """Whether this browser may make the first director: any in the network while nothing at all is kept on the hub;
    from the first event, member or call for a judge on the hub's own screen only, so that it does not stay open to
    strangers longer than it must."""
    return site.desk.store.is_empty() or is_local(request)


def when(at: float) -> str:
    """A wall time (s) as people read it: the time of day, with its date where that is not today."""
    there, today = time.localtime(at), time.localtime()
    return time.strftime("%H:%M" if there[:3] == today[:3] else "%Y-%m-%d %H:%M", there)


def is_own_path(path: str) -> bool:
    """Whether this is a path on our own page."""
    return path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()


@cache
def club_words(lang: str) -> Words:
    """The words of a language with those of the club's pages under ``club``."""
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    return Words(known, {**texts_of(known), "club": texts_of(f"club.{known}")})
