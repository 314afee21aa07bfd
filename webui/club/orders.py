"""What a director does on the pages: each order is a form, is checked by the desk, and leads back to the page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request

from club.desk import ROOM, Desk
from club.errors import ClubError
from club.evening import Evening
from club.folded import BRACKET, SEATS
from club.lists import EntryRow, read_bytes, read_entries, read_results, read_schedule
from cribbage.tournament.scorecards import BadCard, Line
from webui.club.edits import EDITS
from webui.club.forms import Form, Order, Told, known, need_sure, number
from webui.club.money import PURSE
from webui.club.site import ClubSite, Said
from webui.door.accounts import DIRECTOR
from webui.guard import HUB_COOKIE, new_visitor
from webui.pages import keep_cookie

_LONGEST: Final = 64
_DAY_S: Final = 86_400
TYPED: Final = 60
"""How many characters of each field of a new event are put back into its form."""


def orders(site: ClubSite) -> Blueprint:
    """The blueprint of everything that changes something."""
    bp = Blueprint("orders", __name__)

    site.take_orders(bp)

    @bp.post("/do/create")
    def create() -> Response:
        """A new event; where something is wrong with it, what was typed stands in the form again."""
        who, form = site.need_director(), request.form
        try:
            event = site.desk.create(
                who, form.get("name", ""), form.get("format", ""), form.get("date", ""), number(form, "games"),
                form.get("edition", ""),
            )  # fmt: skip
        except ClubError as error:
            site.refuse(error)
            typed = {key: form.get(key, "")[:TYPED] for key in ("name", "format", "date", "games", "edition")}
            return site.back(f"/?{urlencode(typed)}")
        return site.back(f"/events/{event}")

    @bp.post("/events/<int:event>/do/<order>")
    def do(event: int, order: str) -> Response:
        """Any order about an event."""
        who, form = site.need_director(), _form()
        if order not in ORDERS:
            raise ClubError("club.error.order", f"there is no order {order!r}")
        _as_shown(site.desk, event, order, form)
        count = ORDERS[order](site.desk, event, who, form)
        if isinstance(count, Told):
            wrong = tuple((n, error.text, {"why": str(error), **error.fill}) for n, error in count.tables)
            site.say(Said("alert" if wrong else "note", count.text, count.fill, wrong, "club.table"))
        else:
            site.say(Said("good", f"club.said.{order}", {"n": count or 0}))
        at = form.get("at", "")
        return site.back(form.get("then", "") + (f"#{at}" if at.isalnum() and len(at) < 12 else ""))

    @bp.post("/do/answer")
    def answer() -> Response:
        """Judges are at a table."""
        who = site.need_director()
        site.desk.answer(who, number(request.form, "call"))
        return site.back(request.form.get("then", ""))

    @bp.post("/do/aside")
    def aside() -> Response:
        """The messages that were set aside have been looked at."""
        site.need_director()
        is_back = request.form.get("what") == "back"
        if is_back:
            site.desk.store.bring_aside_back()
        else:
            site.desk.store.drop_aside()
        site.say(Said("good", "club.said.undo" if is_back else "club.said.aside"))
        return site.back(request.form.get("then", ""))

    @bp.post("/do/call")
    def call() -> Response:
        """A call for judges, from a table without a device; anyone in the room may make it."""
        if not site.calls.allows(request.remote_addr or ""):
            abort(HTTPStatus.TOO_MANY_REQUESTS)
        site.desk.call(ROOM, request.form.get("table", ""))
        site.say(Said("good", "club.said.call"))
        return site.back(request.form.get("then", ""))

    _door(bp, site)
    return bp


def _door(bp: Blueprint, site: ClubSite) -> None:
    @bp.post("/login")
    def login() -> Response:
        """Name and PIN of a director; a fresh cookie when they are right."""
        name, pin = request.form.get("name", "")[:_LONGEST], request.form.get("pin", "")[:_LONGEST]
        visitor = request.cookies.get(HUB_COOKIE, "")
        account = f"{DIRECTOR} {site.accounts.find(DIRECTOR, name) or ''}"
        guesser = (request.remote_addr or "", visitor if site.sessions.knows(visitor, account) else "")
        wait = site.guesses.take(account, *guesser)
        if wait:
            site.say(Said("alert", "error.wait", {"n": round(wait) + 1}))
            return site.back("/login")
        named = site.accounts.check(DIRECTOR, name, pin)
        if named is None:
            site.say(Said("alert", "error.pin"))
            return site.back("/login")
        site.guesses.right(account, *guesser)
        known = site.sessions.of(visitor, "").known
        fresh = new_visitor()
        site.sessions.move(visitor, fresh)
        site.sessions.give(fresh, "", directors=(named,), known=tuple(dict.fromkeys((*known, account))))
        response = site.back("/")
        keep_cookie(response, HUB_COOKIE, fresh)
        return response

    @bp.post("/logout")
    def logout() -> Response:
        """Leave."""
        site.sessions.leave(request.cookies.get(HUB_COOKIE, ""))
        return site.back("/")


def _form() -> Form:
    """The fields of the form; an uploaded list counts as a field of its name."""
    form = dict(request.form.items())
    for name, file in request.files.items():
        text = read_bytes(file.read())
        if text:
            form[name] = text
    return form


def _as_shown(desk: Desk, event: int, order: str, form: Form) -> None:
    """An order that depends on seats or bracket is taken only from a page that shows the present ones: a game of an
    old tab would be between two others by now."""
    for what, orders in (SEATS, _BY_SEATS), (BRACKET, _BY_BRACKET):
        if order in orders and f"shown-{what}" in form:
            desk.is_as_seen(desk.evening(event), what, number(form, f"shown-{what}"))


_BY_SEATS: Final = frozenset(
    ["line", "game", "games", "level", "cut", "forfeit", "float", "stay", "settle", "take", "slip", "make-up"]
)
_BY_BRACKET: Final = frozenset(["match", "await", "appeared", "refused", "take"])


# --- the orders -----------------------------------------------------------------------------------------


def _entry(form: Form) -> EntryRow:
    players = tuple(name for number in range(1, 7) if (name := form.get(f"player{number}", "").strip()))
    return EntryRow(form.get("name", ""), players, form.get("number", "").strip()[:20])


def _enter(desk: Desk, event: int, who: str, form: Form) -> int:
    row = desk.with_number(_entry(form))
    return len(desk.enter(event, who, [row], number(form, "since"), **known(form)))


def _import(desk: Desk, event: int, who: str, form: Form) -> int:
    rows = [desk.with_number(row) for row in read_entries(form.get("list", ""))]
    return len(desk.enter(event, who, rows, **known(form)))


def _draw(desk: Desk, event: int, who: str, form: Form) -> None:
    desk.draw(event, who, form.get("how") != "listed", **known(form))


def _line(desk: Desk, event: int, who: str, form: Form) -> None:
    """A line of a card as it stands on the paper, wrong or not."""
    spread = number(form, "spread") or None
    try:
        line = Line(
            form.get("result") or None,  # type: ignore[arg-type]
            spread,
            (form.get("column") or None) if spread else None,  # type: ignore[arg-type]
        )
    except BadCard as error:
        raise ClubError("club.error.spread", str(error)) from error
    desk.write_line(event, who, form.get("owner", ""), number(form, "game"), line, form.get("why", ""))


def _game(desk: Desk, event: int, who: str, form: Form) -> None:
    """A game nobody disputes: who won, and by how much (or both scores)."""
    one, game = form.get("one", ""), number(form, "game")
    if "one_score" in form:
        scores = (number(form, "one_score"), number(form, "other_score"))
        desk.write_scores(event, who, game, one, scores, form.get("why", ""))
        return
    spread = number(form, "spread")
    if form.get("winner") not in ("one", "other"):
        raise ClubError("club.error.winner", "say who won")
    desk.write_game(event, who, game, one, spread if form["winner"] == "one" else -spread)


def _games(desk: Desk, event: int, who: str, form: Form) -> int | Told:
    """All tables of one game that are filled in: what is right is written down, the rest is named by its table."""
    evening, game = desk.evening(event), number(form, "game")
    wrong, count = [], 0
    for m in (m for m in evening.missing if m.game == game):
        said = {key: form.get(f"{key}-{m.one}", "").strip() for key in _FIELDS}
        if not any(said.values()):
            continue
        try:
            _game(desk, event, who, _row(evening, m.one, game, said))
            count += 1
        except ClubError as error:
            wrong.append((m.board, error))
    if wrong:
        return Told("club.said.games.wrong", {"n": count}, tuple(wrong))
    if not count:
        raise ClubError("club.error.nothing", "no table is filled in")
    return count


_FIELDS: Final = ("winner", "spread", "one_score", "other_score")


def _row(evening: Evening, one: str, game: int, said: Mapping[str, str]) -> Form:
    """One table's fields as those of a single game; both are needed."""
    wanted = ("one_score", "other_score") if evening.format.record == "scores" else ("winner", "spread")
    if not said["winner"] and "winner" in wanted:
        raise ClubError("club.error.winner", "say who won")
    if not all(said[key] for key in wanted):
        raise ClubError("club.error.half", "a number is missing")
    return {"one": one, "game": str(game), **{key: said[key] for key in wanted}}


def _level(desk: Desk, event: int, who: str, form: Form) -> None:
    cribs = (number(form, "one_cribs"), number(form, "other_cribs"))
    desk.level(event, who, number(form, "game"), form.get("one", ""), number(form, "score"), cribs)


def _free(desk: Desk, event: int, who: str, form: Form) -> None:
    desk.free_game(event, who, form.get("winner", ""), form.get("loser", ""), number(form, "spread"))


def _results(desk: Desk, event: int, who: str, form: Form) -> int:
    """Lines of cards from a list; what is the same already is passed over."""
    rows = read_results(form.get("list", ""), desk.evening(event).format.record == "scores")
    return desk.take_results(event, who, rows, form.get("why", ""))


def _take(desk: Desk, event: int, who: str, form: Form) -> int:
    """Games of tables onto the cards: the one that a director decides about, or all that fit without a doubt
    and are not the director's own."""
    if not form.get("told"):
        return desk.take_clear(event, who)
    desk.answer_take(event, who, number(form, "told"))
    return 1


def _undo_answer(desk: Desk, event: int, who: str, form: Form) -> None:
    table, _, rest = form.get("source", "").partition("/")
    stream, _, n = rest.rpartition("/")
    desk.take_back_answer(event, who, (table, stream, number({"n": n}, "n")))


def _playoff(desk: Desk, event: int, who: str, form: Form) -> None:
    where = (number(form, "round"), number(form, "line"), number(form, "winner"))
    was = number(form, "was") if "was" in form else None
    desk.match(event, who, *where, rule="13.1" if form.get("rule") == "13.1" else "", was=was)


def _number_of(text: str) -> tuple[int, int, int]:
    """Round, line and place of one side of a match, as the page's choices have them: ``0/3/12``."""
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isdigit() and len(part) < 5 for part in parts):
        raise ClubError("club.error.match", "there is no such match")
    return int(parts[0]), int(parts[1]), int(parts[2])


def _await(desk: Desk, event: int, who: str, form: Form) -> None:
    desk.await_(event, who, *_number_of(form.get("match", "")), since=_clock(form, "since", desk.wall()))


def _clock(form: Form, name: str, now: float) -> float:
    """A time of day as typed, as wall time in s: today's, or yesterday's where the evening went past midnight."""
    try:
        told = time.strptime(form.get(name, "").strip()[:5], "%H:%M")
    except ValueError:
        raise ClubError("club.error.clock", f"{name}: a time like 13:05 is needed") from None
    today = time.localtime(now)
    at = time.mktime((*today[:3], told.tm_hour, told.tm_min, 0, 0, 0, -1))
    return at - _DAY_S if at > now + _DAY_S / 2 else at


def _next(desk: Desk, event: int, who: str, form: Form) -> Told:
    """When play goes on, for the wall: a time of day to come; empty says nothing more."""
    if not form.get("time", "").strip():
        desk.say_next(event, who, 0.0)
        return Told("club.said.next.off", {})
    now = desk.wall()
    at = _clock(form, "time", now)
    desk.say_next(event, who, at + _DAY_S if at < now - _DAY_S / 4 else at)
    return Told("club.said.next", {})


def _refused(desk: Desk, event: int, who: str, form: Form) -> None:
    """A qualifier refuses a ruling: the match goes to the other side (Rule: ACC 2025 11.5.b; 2020 11.4.b)."""
    round_, line, seed = _number_of(form.get("match", ""))
    desk.refused_ruling(event, who, round_, line, seed)


def _announce(desk: Desk, event: int, who: str, form: Form) -> Told:
    on = form.get("on") != "0"
    desk.announce(event, who, on)
    return Told("club.said.announce" if on else "club.said.announce.off", {})


def _leave(desk: Desk, event: int, who: str, form: Form) -> None:
    desk.withdraw(event, who, form.get("entry", ""), number(form, "after"), bool(form.get("removed")))


def _strike(desk: Desk, event: int, who: str, form: Form) -> None:
    need_sure(form)
    desk.strike(event, who, form.get("entry", ""))


def _substitute(desk: Desk, event: int, who: str, form: Form) -> None:
    evening: Evening = desk.evening(event)
    since = number(form, "game") or evening.game_now or 1
    desk.substitute(event, who, form.get("entry", ""), form.get("name", ""), since)


ORDERS: Final[Mapping[str, Order]] = {
    **EDITS,
    **PURSE,
    "enter": _enter,
    "import": _import,
    "draw": _draw,
    "line": _line,
    "game": _game,
    "games": _games,
    "free": _free,
    "results": _results,
    "schedule": lambda desk, event, who, form: desk.take_schedule(
        event, who, read_schedule(form.get("list", "")), **known(form)
    ),
    "take": _take,
    "left": lambda desk, event, who, form: desk.answer_leave(event, who, number(form, "told")),
    "unanswer": _undo_answer,
    "undo": lambda desk, event, who, form: desk.take_back(event, who, form.get("what", ""), **known(form)),
    "match": _playoff,
    "leave": _leave,
    "substitute": _substitute,
    "rename": lambda desk, event, who, form: desk.rename(event, who, form.get("entry", ""), _entry(form)),
    "strike": _strike,
    "unstrike": lambda desk, event, who, form: desk.bring_entry_back(event, who, form.get("entry", "")),
    "return": lambda desk, event, who, form: desk.come_back(event, who, form.get("entry", "")),
    "forfeit": lambda desk, event, who, form: desk.forfeit(
        event, who, form.get("owner", ""), number(form, "game"), form.get("rule", "")[:40]
    ),
    "stay": lambda desk, event, who, form: desk.stay(event, who, number(form, "game")),
    "decide": lambda desk, event, who, form: desk.decide(
        event, who, form.get("winner", ""), form.get("loser", "")
    ),
    "tick": lambda desk, event, who, form: desk.tick(event, who, form.get("step", ""), bool(form.get("off"))),
    "announce": _announce,
    "playoffs": lambda desk, event, who, form: desk.start_playoffs(
        event, who, number(form, "best_of") or 3, **known(form)
    ),
    "next": _next,
    "await": _await,
    "appeared": lambda desk, event, who, form: desk.appeared(
        event, who, number(form, "round"), number(form, "line"), number(form, "seed")
    ),
    "refused": _refused,
    "float": lambda desk, event, who, form: desk.float_in(
        event, who, form.get("entry", ""), number(form, "game")
    ),
    "absent": lambda desk, event, who, form: desk.absent(
        event, who, form.get("entry", ""), form.get("why", "")
    ),
    "level": _level,
    "cut": lambda desk, event, who, form: desk.cut_won(
        event, who, number(form, "game"), form.get("winner", "")
    ),
}
