"""Money: whole cents, pools paid out to the last of them, and nothing of it for anybody but directors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsers import Browser, said
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from club.desk import Desk
from club.evening import Evening
from club.lists import EntryRow
from club.money import Share, pay, read_cents, read_shares, shown_cents, split, typed_cents
from club.payouts import Account, accounts, money_rows
from club.pools import HANDS, PLAYOFFS, QUALIFIERS, STANDINGS, Pool
from cribbage.tournament.brackets import bracket

Night = Callable[..., int]
STEPS = st.sampled_from([1, 5, 25, 100, 500])


# --- sums -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("", 0),
        ("12", 1200),
        ("12.5", 1250),
        ("12,50", 1250),
        ("$ 7.05", 705),
        ("1\u202f000", 100_000),
        ("0", 0),
    ],
)
def test_a_sum_is_read_as_it_is_typed(text: str, cents: int) -> None:
    assert read_cents(text) == cents
    assert read_cents(typed_cents(cents)) == cents


@pytest.mark.parametrize("text", ["1.234", "-5", "ten", "1,000.00", "99999999", "1e3", "12.50.1", "٣"])
def test_what_is_no_sum_is_refused_and_never_guessed(text: str) -> None:
    assert refused("amount", lambda: read_cents(text)).fill["value"] == text


def test_sums_are_shown_as_people_write_them() -> None:
    assert shown_cents(123_450, "CAD", "en") == "$1,234.50"
    assert shown_cents(123_450, "CAD", "fr") == "1\u202f234,50\u00a0$"
    assert shown_cents(-5, "EUR", "en") == "−€0.05"


@given(st.integers(0, 10**7), st.lists(st.integers(1, 100), min_size=1, max_size=12), STEPS)
def test_a_split_loses_no_cent_and_says_what_was_odd(total: int, shares: list[int], step: int) -> None:
    found = split(total, shares, step)
    assert sum(share.cents for share in found) == total
    assert all((share.cents - share.odd) % step == 0 and share.cents >= share.odd >= 0 for share in found)
    assert all(share.cents % step == 0 for share in found[1:]), (
        "what is less than a step is the first place's"
    )


def test_the_odd_cent_goes_to_the_first_place() -> None:
    assert split(100, [1, 1, 1]) == [Share(34, 1), Share(33), Share(33)]
    assert split(1234, [50, 30, 20], 100) == [Share(734, 134), Share(300), Share(200)]


@given(
    st.integers(0, 10**6), st.lists(st.integers(1, 4), max_size=8),
    st.lists(st.integers(1, 60), min_size=1, max_size=10), STEPS,
)  # fmt: skip
def test_a_pot_among_people_is_paid_out_to_the_last_cent(
    total: int, sizes: list[int], shares: list[int], step: int
) -> None:
    names = iter(range(100))
    groups = [[str(next(names)) for _ in range(size)] for size in sizes]
    found = pay(total, groups, shares, step)
    assert sum(share.cents for share in found.values()) == (total if groups else 0)


def test_who_shares_a_place_shares_what_the_places_are_worth() -> None:
    found = pay(10_000, [["a"], ["b", "c"], ["d"]], [50, 30, 15, 5])
    assert {who: share.cents for who, share in found.items()} == {"a": 5000, "b": 2250, "c": 2250, "d": 500}
    assert {who: share.cents for who, share in pay(9000, [["a"]], [50, 30, 20]).items()} == {"a": 9000}
    tied = pay(1001, [["x", "y", "z"]], [60])
    assert [tied[who] for who in "xyz"] == [Share(335, 2), Share(333), Share(333)] or sum(
        share.cents for share in tied.values()
    ) == 1001


@pytest.mark.parametrize("text", ["50, x", "0, 50", "-1", "12345"])
def test_shares_that_are_none_are_refused(text: str) -> None:
    refused("shares", lambda: read_shares(text))
    assert read_shares("50 / 30 / 20 %") == (50, 30, 20)


# --- pools of an event ----------------------------------------------------------------------------------


def one(desk: Desk, event: int, name: str) -> Account:
    return next(each for each in accounts(desk.evening(event)) if each.pool.name == name)


def paid(account: Account) -> dict[str, int]:
    return {entry: share.cents for entry, share in account.shares.items()}


def in_all(desk: Desk, event: int, pool: int) -> int:
    everybody = list(desk.evening(event).entries)
    return desk.set_paid(event, "Dora", pool, everybody, everybody)


def play_all(desk: Desk, event: int) -> None:
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))


def test_fees_come_in_and_go_out_by_places(desk: Desk, night: Night) -> None:
    event = night(4)
    pool = desk.put_pool(event, "Dora", Pool(0, "Entry fees", STANDINGS, 1050, 150, 25, (50, 30, 20), 100))
    assert in_all(desk, event, pool) == 4
    before = one(desk, event, "Entry fees")
    assert (before.came_in, before.kept, before.pot, before.waits) == (4225, 600, 3625, "missing")
    assert paid(before) == {}
    assert before.left == 3625
    play_all(desk, event)
    after = one(desk, event, "Entry fees")
    assert paid(after) == {"1": 1925, "2": 1000, "3": 700}
    assert (after.out, after.left, after.shares["1"].odd) == (3625, 0, 125)


def test_a_fee_that_is_changed_leaves_what_was_paid(desk: Desk, night: Night) -> None:
    event = night(4)
    pool = desk.put_pool(event, "Dora", Pool(0, "Side", STANDINGS, 500, 0, 0, (1,)))
    desk.set_paid(event, "Dora", pool, ["1", "2"], ["1", "2"])
    desk.put_pool(event, "Dora", Pool(pool, "Side", STANDINGS, 700, 100, 0, (1,)))
    desk.set_paid(event, "Dora", pool, ["1", "3"], ["1", "2", "3"])
    account = one(desk, event, "Side")
    assert (account.payers, account.came_in, account.kept) == (2, 1200, 100)
    play_all(desk, event)
    assert paid(one(desk, event, "Side")) == {"1": 1100}
    assert Desk(desk.store).evening(event).paid == desk.evening(event).paid


def test_only_who_is_in_a_side_pool_is_paid_from_it(desk: Desk, night: Night) -> None:
    event = night(4)
    pool = desk.put_pool(event, "Dora", Pool(0, "Side", STANDINGS, 500, shares=(60, 40)))
    desk.set_paid(event, "Dora", pool, ["2", "4"], ["2", "4"])
    play_all(desk, event)
    assert paid(one(desk, event, "Side")) == {"2": 600, "4": 400}


def test_hands_of_28_share_by_how_many_and_nobody_notes_his_own(desk: Desk, night: Night) -> None:
    event = night(4)
    pool = desk.put_pool(event, "Dora", Pool(0, "28", HANDS, 100, brought=1))
    desk.set_paid(event, "Dora", pool, ["1", "2", "3"], ["1", "2", "3"])
    desk.note_hands(event, "Dora", pool, "3", 2)
    desk.note_hands(event, "Dora", pool, "1", 1)
    refused("own", lambda: desk.note_hands(event, "ann", pool, "1", 3))
    refused("not-in-pool", lambda: desk.note_hands(event, "Dora", pool, "4", 1))
    play_all(desk, event)
    assert paid(one(desk, event, "28")) == {"1": 101, "3": 200}
    desk.note_hands(event, "Dora", pool, "1", 0)
    desk.note_hands(event, "Dora", pool, "3", 0)
    assert (one(desk, event, "28").out, one(desk, event, "28").left) == (0, 301), "it stays in the pot"


def with_playoffs(desk: Desk) -> tuple[int, Evening]:
    event = desk.create("Dora", "Open", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(16)])
    desk.draw(event, "Dora")
    pools = [
        Pool(0, "Cash", PLAYOFFS, 1001, 0, 0, (50, 30, 20)), Pool(0, "Q", QUALIFIERS, 333),
    ]  # fmt: skip
    for pool in pools:
        in_all(desk, event, desk.put_pool(event, "Dora", pool))
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, int(m.one) + 2)
    return event, desk.evening(event)


def test_playoffs_pay_by_how_far_each_came_and_qualifiers_alike(desk: Desk) -> None:
    event, _ = with_playoffs(desk)
    assert [each.waits for each in accounts(desk.evening(event))] == ["bracket", "bracket"]
    desk.start_playoffs(event, "Dora")
    evening = desk.evening(event)
    assert len(evening.seeds) == 4
    q = paid(one(desk, event, "Q"))
    assert (sorted(q), sum(q.values()), one(desk, event, "Cash").waits) == (
        sorted(evening.seeds), 16 * 333, "champion",
    )  # fmt: skip
    for number, each in enumerate(bracket(16).rounds()):
        for match in desk.evening(event).bracket.rounds(desk.evening(event).winners)[number]:
            desk.match(event, "Dora", number, match.line, match.high or 0)
        assert each
    cash = one(desk, event, "Cash")
    rounds = desk.evening(event).bracket.rounds(desk.evening(event).winners)
    final = rounds[-1][0]
    first, second = (desk.evening(event).seeds[(seed or 0) - 1] for seed in (final.high, final.low))
    assert (cash.out, cash.left) == (16 * 1001, 0)
    assert paid(cash)[first] > paid(cash)[second] > 0
    beaten = {who: cents for who, cents in paid(cash).items() if who not in (first, second)}
    assert len(beaten) == 2
    assert max(beaten.values()) - min(beaten.values()) <= 1
    assert sum(sum_ for _, _, sum_ in money_rows(desk.evening(event))) == 16 * (1001 + 333)


def test_a_pool_is_taken_off_only_by_who_knows_and_comes_back_whole(desk: Desk, night: Night) -> None:
    event = night(4)
    pool = desk.put_pool(event, "Dora", Pool(0, "Cash", STANDINGS, 1000, shares=(1,)))
    in_all(desk, event, pool)
    refused("pool-paid", lambda: desk.drop_pool(event, "Dora", pool))
    before = accounts(desk.evening(event))
    desk.drop_pool(event, "Dora", pool, sure=True)
    assert accounts(desk.evening(event)) == []
    desk.bring_pool_back(event, "Dora", pool)
    assert accounts(desk.evening(event)) == before


@pytest.mark.parametrize(
    ("pool", "why"),
    [
        (Pool(0, "", STANDINGS, 100, shares=(1,)), "name"), (Pool(0, "A", STANDINGS, 100), "shares"),
        (Pool(0, "A", STANDINGS, 100, 101, shares=(1,)), "kept"), (Pool(0, "A", "lots", 100, shares=(1,)), "order"),
        (Pool(0, "A", PLAYOFFS, 100, shares=(1,)), "no-playoffs"), (Pool(9, "A", HANDS, 100), "pool"),
        (Pool(0, "A", HANDS, 100, step=7), "order"),
    ],
)  # fmt: skip
def test_a_pool_that_cannot_be_is_refused(desk: Desk, night: Night, pool: Pool, why: str) -> None:
    event = night(4)
    refused(why, lambda: desk.put_pool(event, "Dora", pool))
    assert desk.evening(event).pools == {}


def test_who_has_paid_is_not_struck_and_there_is_an_end_to_pools(desk: Desk, night: Night) -> None:
    event = night(4, drawn=False)
    pool = desk.put_pool(event, "Dora", Pool(0, "28", HANDS, 100))
    desk.set_paid(event, "Dora", pool, ["1"], ["1"])
    refused("has-paid", lambda: desk.strike(event, "Dora", "1"))
    desk.strike(event, "Dora", "2")
    for _ in range(11):
        desk.put_pool(event, "Dora", Pool(0, "28", HANDS, 100))
    refused("pools", lambda: desk.put_pool(event, "Dora", Pool(0, "28", HANDS, 100)))
    refused("currency", lambda: desk.set_currency(event, "Dora", "XAU"))
    desk.set_currency(event, "Dora", "EUR")
    assert desk.currency(desk.evening(night(2))) == "EUR", "as the latest event has it"


# --- on the page ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_money_is_whole_on_its_page_and_for_directors_only(
    dora: Browser, guest: Browser, desk: Desk, night: Night, lang: str
) -> None:
    event = night(4)
    path = f"/events/{event}/money"
    for where in (
        path,
        f"/events/{event}/payouts.csv",
        f"/events/{event}/pools.csv",
        f"/events/{event}/payouts.pdf",
    ):
        guest.get(where, 403)
    dora.get(path)
    form = {"name": "Cash", "way": STANDINGS, "fee": "10.01", "kept": "1", "shares": "2,1", "step": "25"}
    dora.do(event, "pool", **form)
    dora.do(event, "pool", name="28", way=HANDS, fee="1")
    (cash, hands) = desk.evening(event).pools.values()
    of = {"of": "1,2,3,4", f"p{cash.id}-1": "1", f"p{cash.id}-2": "1", f"p{hands.id}-3": "1"}
    dora.do(event, "paid", **of)
    dora.do(event, "hand", id=hands.id, entry="3", n="1")
    assert [each.payers for each in accounts(desk.evening(event))] == [2, 1]
    play_all(desk, event)
    page = dora.get(f"{path}?lang={lang}")
    assert "club." not in page.split("<main", 1)[-1].replace("club.css", "")
    assert ("$12.02" if lang == "en" else "12,02\u00a0$") in page
    assert "Cash,12.02,0.02,USD" in dora.get(f"/events/{event}/payouts.csv")
    assert "Cash,2,0.00,20.02,2.00,18.02,0.00,USD" in dora.get(f"/events/{event}/pools.csv")
    assert dora.client.get(f"/events/{event}/payouts.pdf?lang={lang}").data.startswith(b"%PDF-1")


@pytest.mark.parametrize(("field", "value"), [("fee", "1.234"), ("shares", "a"), ("kept", "11")])
def test_what_is_typed_wrongly_is_one_line_and_changes_nothing(
    dora: Browser, desk: Desk, night: Night, field: str, value: str
) -> None:
    event = night(2)
    form = {"name": "Cash", "way": STANDINGS, "fee": "10", "shares": "2,1", "then": f"/events/{event}/money"}
    assert said(dora.do(event, "pool", **form | {field: value})).startswith("alert: ")
    assert desk.evening(event).pools == {}
