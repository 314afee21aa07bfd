"""An event's money rebuilt from its records: the pools, and who has paid into them. What follows is `payouts`' work.

A pool is a pot with a fee: the entry fees, a side pool, a pool of the qualifiers, one for hands of 28 and 29. What
somebody has paid is kept as it was paid, so that a fee that is changed later changes nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from club.parts import Entry
from club.store import Record

STANDINGS: Final = "standings"
PLAYOFFS: Final = "playoffs"
QUALIFIERS: Final = "qualifiers"
HANDS: Final = "hands"
WAYS: Final = (STANDINGS, PLAYOFFS, QUALIFIERS, HANDS)
"""How a pot is paid out: by the places after qualifying, by those of the playoffs, to all qualifiers alike, or alike
for each hand of 28 or 29 that was noted."""


@dataclass(frozen=True, slots=True)
class Pool:
    """One pot. `fee`: what each pays in; `kept`: what of each fee is kept back (for the association, the hall);
    `brought`: what was in it before (all in cents); `shares`: from first place on; `step`: what pay-outs are rounded
    to; `off`: it was taken off."""

    id: int
    name: str
    way: str
    fee: int
    kept: int = 0
    brought: int = 0
    shares: tuple[int, ...] = ()
    step: int = 1
    off: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """What somebody has paid into a pool, and what of that is kept back, in cents."""

    fee: int
    kept: int


@dataclass(kw_only=True)
class FoldedMoney:
    """What was done with an event's money, record by record."""

    currency: str = ""
    pools: dict[int, Pool] = field(default_factory=dict)
    paid: dict[tuple[int, str], Paid] = field(default_factory=dict)
    hands: dict[tuple[int, str], int] = field(default_factory=dict)
    struck_off: dict[str, Entry] = field(default_factory=dict)
    """Entries that were struck: they can be brought back."""
    linked_to: tuple[int, str] | None = None
    linked: dict[int, str] = field(default_factory=dict)

    def _on_currency(self, record: Record) -> None:
        self.currency = str(record.body["code"])

    def _on_pool(self, record: Record) -> None:
        """A pool: new, changed, taken off or brought back."""
        body = record.body
        number = int(body.get("id") or record.n)
        self.pools[number] = Pool(
            number, str(body["name"]), str(body["way"]), int(body["fee"]), int(body["kept"]), int(body["brought"]),
            tuple(body["shares"]), int(body["step"]), bool(body.get("off")),
        )  # fmt: skip

    def _on_paid(self, record: Record) -> None:
        """Who has paid into a pool since, and of whom that was wrong."""
        body = record.body
        pool = int(body["pool"])
        for entry in body["off"]:
            self.paid.pop((pool, str(entry)), None)
        for entry in body["on"]:
            self.paid[pool, str(entry)] = Paid(int(body["fee"]), int(body["kept"]))

    def _on_hand(self, record: Record) -> None:
        """How many hands of 28 or 29 somebody of a pool has had."""
        body = record.body
        key = int(body["pool"]), str(body["entry"])
        if body["n"]:
            self.hands[key] = int(body["n"])
        else:
            self.hands.pop(key, None)

    def _on_link(self, record: Record) -> None:
        """This event belongs to another one, a consolation for instance."""
        self.linked_to = int(record.body["to"]), str(record.body["kind"])

    def _on_linked(self, record: Record) -> None:
        """Another event belongs to this one."""
        self.linked[int(record.body["event"])] = str(record.body["kind"])


def pool_body(pool: Pool) -> dict[str, Any]:
    """A pool as it is kept."""
    return {
        "id": pool.id, "name": pool.name, "way": pool.way, "fee": pool.fee, "kept": pool.kept,
        "brought": pool.brought, "shares": list(pool.shares), "step": pool.step, "off": pool.off,
    }  # fmt: skip
