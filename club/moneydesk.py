"""The desk's money: pools of an event, who has paid, hands of 28 that were noted. Nothing is ever erased."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from club.book import Book, clean_name
from club.csvs import as_csv
from club.errors import ClubError
from club.evening import Evening
from club.money import CURRENCIES, MOST, STEPS
from club.payouts import accounts, money_rows
from club.pools import HANDS, PLAYOFFS, QUALIFIERS, STANDINGS, WAYS, Pool, pool_body

MOST_POOLS: Final = 12
_MOST_HANDS: Final = 20
PAID_OUT: Final = ("ID", "Name", "Number", "Pool", "Amount", "Odd cents in it", "Currency")
BOOKS: Final = ("Pool", "Paid by", "Brought in", "Came in", "Kept back", "Paid out", "Left", "Currency")


class MoneyDesk(Book):
    """What the desk does with money. Sums are whole cents."""

    def set_currency(self, event: int, who: str, code: str) -> None:
        """What this event counts in."""
        with self._lock:
            evening = self.evening(event)
            if code not in CURRENCIES:
                raise ClubError("club.error.currency", f"{code!r} is no currency that is counted in here")
            if evening.currency != code:
                self.add(event, who, ("currency", {"code": code}))

    def currency(self, evening: Evening) -> str:
        """What an event counts in; until it is said what the latest event that has pools counts in."""
        if evening.currency:
            return evening.currency
        latest = (self.evening(record.n).currency for record in self.events()[:20])
        return next(filter(None, latest), next(iter(CURRENCIES)))

    def put_pool(self, event: int, who: str, wanted: Pool) -> int:
        """A new pool (`id` 0), or one changed; returns its number. What was paid already stays as it was paid."""
        with self._lock:
            evening = self.evening(event)
            before = self._pool(evening, wanted.id) if wanted.id else None
            pool = replace(wanted, name=clean_name(wanted.name), off=False)
            if pool.way not in WAYS or pool.step not in STEPS:
                raise ClubError("club.error.order", f"{pool.way!r} is no way to pay a pool out")
            if pool.way in (PLAYOFFS, QUALIFIERS) and not evening.format.playoffs:
                raise ClubError("club.error.no-playoffs", "this format has no playoffs")
            if pool.way in (PLAYOFFS, STANDINGS) and not pool.shares:
                raise ClubError(
                    "club.error.shares", "type the shares from first place on: 50, 30, 20", value=""
                )
            if not 0 <= pool.kept <= pool.fee <= MOST or not 0 <= pool.brought <= MOST:
                raise ClubError("club.error.kept", "no more of a fee can be kept back than is paid")
            if before is None and len(evening.pools) >= MOST_POOLS:
                raise ClubError("club.error.pools", f"an event has {MOST_POOLS} pools at most", n=MOST_POOLS)
            if not evening.currency:
                self.set_currency(event, who, self.currency(evening))
            self.add(event, who, ("pool", pool_body(pool)))
            return pool.id or self.evening(event).last

    def _pool(self, evening: Evening, number: int) -> Pool:
        if number not in evening.pools:
            raise ClubError("club.error.pool", f"there is no pool {number}")
        return evening.pools[number]

    def drop_pool(self, event: int, who: str, number: int, sure: bool = False) -> None:
        """Off the list, with what was paid into it; only by somebody who is `sure` where something was."""
        with self._lock:
            evening = self.evening(event)
            pool = self._pool(evening, number)
            payers = sum(1 for of, _ in evening.paid if of == number)
            if payers and not sure:
                raise ClubError(
                    "club.error.pool-paid", f"{payers} have paid into {pool.name}", n=payers, name=pool.name
                )
            self.add(event, who, ("pool", pool_body(replace(pool, off=True))))

    def bring_pool_back(self, event: int, who: str, number: int) -> None:
        """A pool that was taken off is there again, with all that was paid into it."""
        with self._lock:
            pool = self._pool(self.evening(event), number)
            self.add(event, who, ("pool", pool_body(replace(pool, off=False))))

    def set_paid(
        self, event: int, who: str, number: int, entries: Collection[str], of: Collection[str]
    ) -> int:
        """Who `of` these entries has paid into a pool: those in `entries` and nobody else of them. Returns how many
        changed."""
        with self._lock:
            evening = self.evening(event)
            pool = self._pool(evening, number)
            for entry in of:
                self.entry(evening, entry)
            on = [one for one in of if one in entries and (number, one) not in evening.paid]
            off = [one for one in of if one not in entries and (number, one) in evening.paid]
            if on or off:
                body = {"pool": number, "on": on, "off": off, "fee": pool.fee, "kept": pool.kept}
                self.add(event, who, ("paid", body))
            return len(on) + len(off)

    def note_hands(self, event: int, who: str, number: int, entry: str, n: int) -> None:
        """How many hands of 28 or 29 somebody of this pool has had; not who had them."""
        with self._lock:
            evening = self.evening(event)
            pool = self._pool(evening, number)
            self.entry(evening, entry)
            if pool.way != HANDS or not 0 <= n <= _MOST_HANDS:
                raise ClubError(
                    "club.error.hands", f"a number from 0 to {_MOST_HANDS} is needed", n=_MOST_HANDS
                )
            if (number, entry) not in evening.paid:
                name = evening.entries[entry].name
                raise ClubError("club.error.not-in-pool", f"{name} has not paid into {pool.name}", name=name)
            self.may_correct(evening, who, f"{entry}A" if evening.is_company else entry)
            self.add(event, who, ("hand", {"pool": number, "entry": entry, "n": n}))

    def payouts_csv(self, evening: Evening) -> str:
        """Who is paid what, one line for each pool."""
        code = self.currency(evening)
        return as_csv(PAID_OUT, (
            (entry, evening.entries[entry].name, evening.entries[entry].number, pool.name, _plain(share.cents),
             _plain(share.odd), code)
            for entry, parts, _ in money_rows(evening) for pool, share in parts
        ))  # fmt: skip

    def books_csv(self, evening: Evening) -> str:
        """Every pool reckoned up."""
        code = self.currency(evening)
        return as_csv(BOOKS, (
            (each.pool.name, each.payers, *map(_plain, (
                each.pool.brought, each.came_in, each.kept, each.out, each.left)), code)
            for each in accounts(evening)
        ))  # fmt: skip


def _plain(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
