"""The money of an event on its page: pools, who has paid, what is paid out, and orders about them. For directors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response, request

from club.csvs import BOM
from club.desk import Desk
from club.evening import Evening
from club.money import CURRENCIES, STEPS, read_cents, read_shares, shown_cents, typed_cents
from club.payouts import accounts, money_rows
from club.pools import WAYS, Pool
from webui.club.forms import Form, Order, number
from webui.club.pages import CARDS_A_PAGE, evening_of
from webui.club.site import ClubSite
from webui.site import lang_of


def money_pages(site: ClubSite) -> Blueprint:
    """The blueprint of the money's pages."""
    bp = Blueprint("money", __name__)

    @bp.get("/events/<int:event>/money")
    def money(event: int) -> Response:
        """Pools, payments, pay-outs."""
        site.need_director()
        evening = evening_of(site, event)
        text = request.args.get("from", "0")
        begin = int(text) if text.isdecimal() and len(text) < 6 else 0
        begin -= begin % CARDS_A_PAGE
        currency, lang = site.desk.currency(evening), lang_of(request)
        return site.show(
            "money.html",
            e=evening,
            accounts=accounts(evening),
            off=[pool for pool in evening.pools.values() if pool.off],
            rows=money_rows(evening),
            entries=list(evening.entries.values())[begin : begin + CARDS_A_PAGE],
            begins=range(0, len(evening.entries), CARDS_A_PAGE),
            begin=begin,
            step=CARDS_A_PAGE,
            currency=currency,
            currencies=CURRENCIES,
            ways=ways_of(evening),
            steps=STEPS,
            typed=typed_cents,
            money=lambda cents: shown_cents(cents, currency, lang),
        )

    @bp.get("/events/<int:event>/payouts.csv")
    def payouts(event: int) -> Response:
        site.need_director()
        return _csv(f"payouts-{event}", site.desk.payouts_csv(evening_of(site, event)))

    @bp.get("/events/<int:event>/pools.csv")
    def books(event: int) -> Response:
        site.need_director()
        return _csv(f"pools-{event}", site.desk.books_csv(evening_of(site, event)))

    return bp


def ways_of(evening: Evening) -> list[str]:
    """The ways to pay a pool out that an event has."""
    return [way for way in WAYS if evening.format.playoffs or way in ("standings", "hands")]


def _csv(name: str, text: str) -> Response:
    response = Response(BOM + text, mimetype="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _pool(desk: Desk, event: int, who: str, form: Form) -> None:
    """A pool as it was typed; the shares count only where places are paid."""
    way = form.get("way", "")
    shares = read_shares(form.get("shares", "")) if way in ("standings", "playoffs") else ()
    desk.put_pool(event, who, Pool(
        number(form, "id"), form.get("name", ""), way, read_cents(form.get("fee", "")),
        read_cents(form.get("kept", "")), read_cents(form.get("brought", "")), shares, number(form, "step") or 1,
    ))  # fmt: skip


def _paid(desk: Desk, event: int, who: str, form: Form) -> int:
    """Who on this page has paid into which pool: the boxes are called ``p<pool>-<entry>``."""
    of = [one for one in form.get("of", "").split(",") if one]
    count = 0
    with desk.whole(event):
        for pool in [each.id for each in desk.evening(event).pools.values() if not each.off]:
            on = {one for one in of if f"p{pool}-{one}" in form}
            count += desk.set_paid(event, who, pool, on, of)
    return count


PURSE: Final[Mapping[str, Order]] = {
    "currency": lambda desk, event, who, form: desk.set_currency(event, who, form.get("code", "")),
    "pool": _pool,
    "pool-off": lambda desk, event, who, form: desk.drop_pool(
        event, who, number(form, "id"), form.get("sure") == "1"
    ),
    "pool-back": lambda desk, event, who, form: desk.bring_pool_back(event, who, number(form, "id")),
    "paid": _paid,
    "hand": lambda desk, event, who, form: desk.note_hands(
        event, who, number(form, "id"), form.get("entry", ""), number(form, "n")
    ),
}
