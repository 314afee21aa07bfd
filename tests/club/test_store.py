"""The store keeps its promises in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from club.databases import APPEND_ONLY
from club.errors import StoreError
from club.store import Store, open_store
from pegwatch.bench.postgres import fresh_database


def test_records_of_an_event_come_back_in_order(store: Store) -> None:
    event = store.append(0, "Dora", "event", {"name": "Monday — é"})
    store.append_all(event, "Dora", [("entry", {"id": "1"}), ("entry", {"id": "2"})])
    other = store.append(0, "Max", "event", {"name": "Tuesday"})
    store.append(other, "Max", "entry", {"id": "9"})
    found = store.records(event)
    assert [(r.kind, r.who) for r in found] == [("event", "Dora"), ("entry", "Dora"), ("entry", "Dora")]
    assert found[0].body == {"name": "Monday — é"}
    assert [r.body["id"] for r in store.records(event, after=found[1].n)] == ["2"]
    assert [r.n for r in store.events()] == [other, event]


def test_nothing_that_was_recorded_can_be_changed_or_taken_away(store: Store) -> None:
    store.append(0, "Dora", "event", {})
    store.tell("7", "s", 1, {"x": 1})
    for table in APPEND_ONLY:
        for statement in (f"UPDATE {table} SET body = '{{}}'", f"DELETE FROM {table}"):
            with pytest.raises(StoreError, match="append-only"):
                store._db.run(statement)
    assert store.records(0)[0].body == {}
    assert store.told()[0].body == {"x": 1}


def test_several_records_are_added_all_or_none(store: Store) -> None:
    event = store.append(0, "Dora", "event", {})
    with pytest.raises(TypeError):
        store.append_all(event, "Dora", [("entry", {"id": "1"}), ("entry", {"id": object()})])
    assert len(store.records(event)) == 1


def test_what_is_done_together_is_kept_together(store: Store) -> None:
    def fail() -> None:
        with store.together():
            store.tell("7", "a", 1, {})
            store.append(0, "Dora", "event", {})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (store.told(), store.events()) == ([], [])
    with store.together():
        store.tell("7", "a", 1, {})
        event = store.append(0, "Dora", "event", {})
    assert (len(store.told()), [r.n for r in store.events()]) == (1, [event])


def test_a_game_told_twice_is_kept_once(store: Store) -> None:
    assert store.tell("7", "a", 1, {"n": 1})
    assert not store.tell("7", "a", 1, {"n": "another"})
    assert store.tell("7", "b", 1, {"n": 2})
    assert store.tell("8", "a", 1, {"n": 3})
    told = store.told()
    assert [(t.table, t.stream, t.body["n"]) for t in told] == [("7", "a", 1), ("7", "b", 2), ("8", "a", 3)]
    assert store.told(after=told[1].id) == told[2:]


def test_have_is_the_number_below_which_nothing_is_missing(store: Store) -> None:
    assert store.have("7", "a") == 0
    for n in (1, 2, 4, 5):
        store.tell("7", "a", n, {})
    store.tell("7", "b", 3, {})
    assert store.have("7", "a") == 2
    store.tell("7", "a", 3, {})
    assert store.have("7", "a") == 5
    assert store.have("7", "b") == 0


def test_only_the_newest_post_of_a_kind_is_kept(store: Store) -> None:
    store.post("7", "live", {"x": 1})
    store.post("7", "health", {"x": 2})
    store.post("7", "live", {"x": 3})
    assert {table: body for table, (_, body) in store.posted("live").items()} == {"7": {"x": 3}}
    assert store.posted("nothing") == {}


def test_what_was_committed_is_there_after_a_restart(where: str) -> None:
    with closing(open_store(where, lambda: 5.0)) as store:
        event = store.append(0, "Dora", "event", {"name": "Monday"})
    with closing(open_store(where)) as store:
        assert store.records(event)[0].at == 5.0
        assert store.append(event, "Dora", "entry", {}) > event


def test_many_threads_lose_nothing(store: Store) -> None:
    def work(table: int) -> None:
        for n in range(1, 26):
            store.tell(str(table), "s", n, {})
            store.tell(str(table), "s", n, {})

    threads = [threading.Thread(target=work, args=(table,)) for table in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.told()) == 100
    assert [store.have(str(table), "s") for table in range(4)] == [25] * 4


def test_a_store_of_another_version_is_refused(store: Store, where: str) -> None:
    store._db.run("UPDATE pegwatch_schema SET version = 99")
    with pytest.raises(StoreError, match="schema 99"):
        open_store(where)


def test_a_store_that_cannot_be_opened_says_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for where in (str(tmp_path / "file" / "hub.sqlite"), f"postgresql://x@/none?host={tmp_path}"):
        with pytest.raises(StoreError) as caught:
            open_store(where)
        assert "\n" not in str(caught.value)
        assert "cannot" in str(caught.value)


def test_after_postgresql_restarts_the_next_page_is_there_and_the_next_write_too(postgres: str) -> None:
    import psycopg

    where = fresh_database(postgres, "restarted")

    def restart() -> None:
        """All its connections are ended, as a restart ends them."""
        with psycopg.connect(postgres.format(name="postgres"), autocommit=True) as db:
            ended = db.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = 'restarted'"
            ).fetchall()
            assert ended == [(True,)]

    with closing(open_store(where, alone=True)) as store:
        store.append(0, "Dora", "event", {"name": "Monday"})
        restart()
        assert [record.body["name"] for record in store.events()] == ["Monday"]
        restart()
        store.append(0, "Dora", "event", {"name": "Tuesday"})
        with pytest.raises(StoreError, match="another hub"):
            open_store(where, alone=True)


def test_what_is_being_written_when_postgresql_restarts_is_refused_and_not_half_there(postgres: str) -> None:
    import psycopg

    where = fresh_database(postgres, "halfway")

    def write_two(store: Store) -> None:
        with store.together():
            store.append(0, "Dora", "event", {"name": "Monday"})
            with psycopg.connect(postgres.format(name="postgres"), autocommit=True) as db:
                asked = (
                    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = 'halfway'"
                )
                db.execute(asked)
            store.append(0, "Dora", "event", {"name": "Tuesday"})

    with closing(open_store(where)) as store:
        with pytest.raises(StoreError, match="cannot use PostgreSQL"):
            write_two(store)
        assert store.events() == []
