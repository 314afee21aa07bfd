"""What follows from an event's money: what came in, what is kept, who is paid how much. Only the director sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from club.evening import Evening
from club.money import Share, pay, split
from club.pools import HANDS, QUALIFIERS, STANDINGS, Pool


@dataclass(frozen=True, slots=True)
class Account:
    """One pool reckoned up, in cents: how many paid, what came in (with what was brought), what is kept back, what is
    in the pot, who gets what, what nobody gets; `waits`: why nothing is shared out yet, "" where it is."""

    pool: Pool
    payers: int
    came_in: int
    kept: int
    pot: int
    shares: Mapping[str, Share]
    waits: str = ""

    @property
    def out(self) -> int:
        """What is paid out."""
        return sum(share.cents for share in self.shares.values())

    @property
    def left(self) -> int:
        """What stays in the pot."""
        return self.pot - self.out


def accounts(evening: Evening) -> list[Account]:
    """Every pool that was not taken off."""
    return [_account(evening, pool) for pool in evening.pools.values() if not pool.off]


def in_pool(evening: Evening, pool: int) -> list[str]:
    """The entries that have paid into a pool, in the order of the list."""
    return [entry for entry in evening.entries if (pool, entry) in evening.paid]


def _account(evening: Evening, pool: Pool) -> Account:
    payers = in_pool(evening, pool.id)
    paid = [evening.paid[pool.id, entry] for entry in payers]
    came_in = pool.brought + sum(each.fee for each in paid)
    kept = sum(each.kept for each in paid)
    pot = came_in - kept
    groups, waits = _places(evening, pool)
    there = set(payers)
    groups = [mine for group in groups if (mine := [one for one in group if one in there])]
    if pool.way == HANDS:
        shares = _by_hands(evening, pool, groups, pot)
    elif pool.way == QUALIFIERS:
        alike = [one for group in groups for one in group]
        shares = pay(pot, [alike] if alike else [], [1] * len(alike), pool.step)
    else:
        shares = pay(pot, groups, pool.shares, pool.step)
    return Account(pool, len(payers), came_in, kept, pot, {} if waits else shares, waits)


def _by_hands(evening: Evening, pool: Pool, groups: list[list[str]], pot: int) -> dict[str, Share]:
    lucky = [one for group in groups for one in group if evening.hands.get((pool.id, one))]
    if not lucky or not pot:
        return {}
    return dict(
        zip(lucky, split(pot, [evening.hands[pool.id, one] for one in lucky], pool.step), strict=True)
    )


def _places(evening: Evening, pool: Pool) -> tuple[list[list[str]], str]:
    """Those who may be paid, in groups of equal rank, and why that is not yet known."""
    if pool.way == HANDS:
        return [[entry] for entry in evening.entries], "" if _is_over(evening) else "missing"
    if not _is_over(evening):
        return [], "missing"
    if pool.way == STANDINGS:
        return standing_groups(evening), "ties" if evening.format.playoffs and evening.cut.ties else ""
    if not evening.format.playoffs:
        return [], "no-playoffs"
    if not evening.seeds:
        return [], "bracket"
    if pool.way == QUALIFIERS:
        return [list(evening.seeds)], ""
    return playoff_groups(evening), "" if _champion(evening) else "champion"


def _is_over(evening: Evening) -> bool:
    return bool(evening.meetings) and not evening.missing


def _champion(evening: Evening) -> int | None:
    return evening.bracket.champion(evening.winners) if evening.seeds else None


def standing_groups(evening: Evening) -> list[list[str]]:
    """The field in groups of equal rank; in each the order of the list of entries. Those who were taken out of the
    event are not among them."""
    at = {entry: number for number, entry in enumerate(evening.entries)}
    groups: dict[int, list[str]] = {}
    for place in evening.ranking.places:
        if place.who in at and place.who not in evening.removed:
            groups.setdefault(place.rank, []).append(place.who)
    return [sorted(group, key=at.__getitem__) for _, group in sorted(groups.items())]


def playoff_groups(evening: Evening) -> list[list[str]]:
    """The qualifiers by how far they came: the winner, the other finalist, both who lost in the round before, and so
    on; of those who lost in the same round the one who qualified higher is named first."""
    champion = _champion(evening)
    if champion is None:
        return []
    rounds = evening.bracket.rounds(evening.winners)
    found = [[evening.seeds[champion - 1]]]
    for each in reversed(rounds):
        lost = sorted(
            seed
            for match in each
            if not match.bye and match.winner is not None
            for seed in (match.high, match.low)
            if seed is not None and seed != match.winner
        )
        if lost:
            found.append([evening.seeds[seed - 1] for seed in lost])
    return found


def money_rows(evening: Evening) -> list[tuple[str, list[tuple[Pool, Share]], int]]:
    """Who is paid: the entry, from which pools, and the sum in cents; the largest sum first."""
    found: dict[str, list[tuple[Pool, Share]]] = {}
    for account in accounts(evening):
        for entry, share in account.shares.items():
            found.setdefault(entry, []).append((account.pool, share))
    at = {entry: number for number, entry in enumerate(evening.entries)}
    rows = [(entry, parts, sum(share.cents for _, share in parts)) for entry, parts in found.items()]
    return sorted(rows, key=lambda row: (-row[2], at[row[0]]))
