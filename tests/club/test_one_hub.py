"""One hub for each database, as real processes; and a game's two lines are one write."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hubs import Hub

from club.desk import Desk
from club.errors import ClubError, StoreError
from club.store import Store, open_store
from cribbage.tournament.scorecards import Line

Night = Callable[..., int]

# A hub that has the store alone, until it is killed.
HOLD = (
    "import sys; from club.store import open_store; store = open_store(sys.argv[1], alone=True)\n"
    "print('held', flush=True); sys.stdin.read()"
)


@contextmanager
def holder(where: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has this database."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_second_hub_on_one_database_is_refused_and_one_after_a_kill_is_not(where: str) -> None:
    with holder(where) as first:
        with pytest.raises(StoreError, match="another hub is running on") as caught:
            open_store(where, alone=True)
        assert "\n" not in str(caught.value)
        with closing(open_store(where)) as store:
            assert store.events() == [], "a store that only looks is not kept out"
        first.send_signal(signal.SIGKILL)
        first.wait()
        for _ in range(3):
            with closing(open_store(where, alone=True)) as store:
                assert store.events() == []


def test_two_ways_to_the_same_file_are_one_database(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    with (
        closing(open_store(str(tmp_path / "hub.sqlite"), alone=True)),
        pytest.raises(StoreError, match="another hub"),
    ):
        open_store(str(tmp_path / "link" / ".." / tmp_path.name / "hub.sqlite"), alone=True)


@pytest.mark.slow
def test_the_second_hub_ends_with_one_line_and_status_2_and_the_first_goes_on(
    where: str, tmp_path: Path
) -> None:
    first, second = Hub(tmp_path / "first", where), Hub(tmp_path / "second", where)
    try:
        first.start()
        second.begin()
        assert second.process is not None
        assert second.process.wait(120) == 2
        (line,) = second.log.strip().splitlines()
        assert line.startswith("Error: another hub is running on ")
        assert "stop that one, or choose another place with --store or --data" in line
        assert first.status("/healthz") == 200
        first.kill()
        second.start()
        assert second.status("/healthz") == 200
    finally:
        first.kill()
        second.kill()


@pytest.mark.slow
def test_a_second_hub_in_the_same_folder_ends_with_status_2(tmp_path: Path) -> None:
    first, second = Hub(tmp_path / "hub"), Hub(tmp_path / "hub")
    try:
        first.start()
        run = subprocess.run(second.command, capture_output=True, text=True, timeout=300)
        assert run.returncode == 2
        assert len(run.stderr.strip().splitlines()) == 1
        assert "already running" in run.stderr
        first.kill()
        second.start()
    finally:
        first.kill()
        second.kill()


@contextmanager
def cut_off(postgres: str) -> Iterator[tuple[Store, str]]:
    """A hub that has written one record, and whose lines to its database were all cut then; and where that is."""
    psycopg = pytest.importorskip("psycopg")
    from pegwatch.bench.postgres import fresh_database

    where = fresh_database(postgres, "club")
    with closing(open_store(where, alone=True)) as store:
        store.append(0, "Dora", "event", {})
        with psycopg.connect(postgres.format(name="postgres"), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'club'")
        yield store, where


def test_a_hub_whose_postgres_was_started_again_has_its_lock_again_and_writes_on(postgres: str) -> None:
    with cut_off(postgres) as (store, where):
        assert len(store.events()) == 1, "a page works on, without a write before it"
        with pytest.raises(StoreError, match="another hub"):
            open_store(where, alone=True)
        store.append(0, "Dora", "event", {})
        assert len(store.events()) == 2


def test_a_hub_that_lost_its_lock_to_another_writes_nothing_more(postgres: str) -> None:
    with cut_off(postgres) as (store, where):
        with holder(where):
            for _ in range(3):
                with pytest.raises(StoreError):
                    store.append(0, "Dora", "event", {})
        with closing(open_store(where)) as looking:
            assert len(looking.events()) == 1


# --- one write ------------------------------------------------------------------------------------------


def test_a_game_whose_second_line_is_refused_leaves_the_first_unwritten(desk: Desk, night: Night) -> None:
    """The opponent's line stands already and nobody corrects a card of their own: then neither is written."""
    event = night()
    desk.write_line(event, "Dora", "4", 1, Line("L", 14, "-"))
    before = desk.store.records(event)
    with pytest.raises(ClubError) as caught:
        desk.write_game(event, "Dee", 1, "1", 20)
    assert caught.value.text == "club.error.own"
    assert desk.store.records(event) == before
    assert desk.evening(event).lines == {"4": {1: desk.evening(event).lines["4"][1]}}
    assert Desk(desk.store).evening(event).lines == desk.evening(event).lines


def test_a_game_whose_second_line_the_store_refuses_leaves_the_first_unwritten(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from club.lists import EntryRow

    with closing(open_store(where)) as store:
        desk = Desk(store, lambda _order: None)
        event = desk.create("Dora", "Monday", "grass-roots", games=1)
        desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
        desk.draw(event, "Dora")
        whole, calls = Store.append_all, [0]

        def second_fails(self: Store, *arguments: object) -> None:
            calls[0] += 1
            if calls[0] == 2:
                raise StoreError("the disk is full")
            whole(self, *arguments)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(Store, "append_all", second_fails)
            with pytest.raises(StoreError):
                desk.write_game(event, "Dora", 1, "1", 12)
        assert desk.evening(event).lines == {}
        assert Desk(store).evening(event).lines == {}
        desk.write_game(event, "Dora", 1, "1", 12)
        assert {owner: set(lines) for owner, lines in desk.evening(event).lines.items()} == {
            "1": {1},
            "2": {1},
        }


# Enters games until it kills itself, as when the plug is pulled, just after the first line of one of them.
ENTER = """
import os, signal, sys
from club.desk import Desk
from club.lists import EntryRow
from club.store import Store, open_store

whole, calls = Store.append_all, [0]

def killed_at_61(self, event, who, things):
    whole(self, event, who, things)
    calls[0] += things[0][0] == "line"
    if calls[0] == 61:
        os.kill(os.getpid(), signal.SIGKILL)

Store.append_all = killed_at_61
desk = Desk(open_store(sys.argv[1]), lambda order: None)
event = desk.create("Dora", "Monday", "acc-cut", games=9)
desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(20)])
desk.draw(event, "Dora")
for m in desk.evening(event).meetings:
    desk.write_game(event, "Dora", m.game, m.one, 7)
"""


def test_a_hub_that_is_killed_between_a_games_two_lines_has_neither(where: str) -> None:
    run = subprocess.run([sys.executable, "-c", ENTER, where], capture_output=True, timeout=300)
    assert run.returncode == -signal.SIGKILL, run.stderr
    with closing(open_store(where, alone=True)) as store:
        evening = Desk(store).evening(1)
        lines = {(owner, game) for owner, each in evening.lines.items() for game in each}
        assert len(lines) == 60
        for m in evening.meetings:
            assert ((m.one, m.game) in lines) == ((str(m.other), m.game) in lines)
