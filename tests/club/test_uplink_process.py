"""The uplink as the program starts it: its own process, its settings, a journal on disk, a real broker, the hub."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from brokers import broker_in, until

from club.desk import Desk
from club.store import open_store
from cribbage.log.events import Event
from firmware.box.pulse import Pulse
from firmware.box.sections import ClubSettings
from firmware.box.settings import Settings
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.hublink import listen_to_tables
from pegwatch.plan import Plan

pytestmark = pytest.mark.slow


def finish_a_game(journal: SqliteJournal, game: int) -> None:
    header = {"log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A"}
    for kind, body in (
        ("game", header | {"players": {"A": "Ann", "B": "Bob"}, "table_t0": 0.0}),
        ("pegs", {"A": [88, 0], "B": [121, 120], "certain": True}),
        ("verdict", {"code": "game", "player": "B", "points": 88}),
        ("phase", {"phase": "over", "deal": 1, "turn": None, "to": None}),
    ):
        journal.append(game, [Event(kind, 1.0, body)])


def test_a_table_of_the_club_tells_the_hub_and_says_good_bye(tmp_path: Path) -> None:
    data, run = tmp_path / "data", tmp_path / "run"
    with (
        broker_in(tmp_path / "broker", ["hub", "7"]) as broker,
        closing(open_store(str(tmp_path / "hub.sqlite"))) as store,
        closing(SqliteJournal(data / "journal.sqlite")) as journal,
        Pulse.open(run) as pulse,
    ):
        address = broker.address("7")
        club = ClubSettings(address.url, "7", password_file=address.password_file, ca=address.ca)
        settings = replace(Settings(), club=club)
        plan = Plan(kind="table", data=str(data), run=str(run), settings=settings, pegs="camera")
        plan.write(run / "plan.json")
        pulse.ended = False
        finish_a_game(journal, 1)
        hub = listen_to_tables(Desk(store), broker.address("hub"))
        command = [sys.executable, "-m", "pegwatch", "process", "uplink", "--run", str(run)]
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:

            def alive(true: Callable[[], bool]) -> Callable[[], bool]:
                def look() -> bool:
                    assert process.poll() is None, (tmp_path / "log").read_text()
                    return true()

                return look

            until(alive(lambda: len(store.told()) == 1), "the game that was there")
            finish_a_game(journal, 2)
            until(alive(lambda: len(store.told()) == 2), "the game that came")
            assert [told.stream for told in store.told()] == [journal.name] * 2
            until(alive(lambda: pulse.of("uplink").at > 0), "a sign of life")
            until(alive(lambda: "7" in store.posted("health")), "how it is")
            said = store.posted("health")["7"][1]
            assert (said["pegs"], said["cards"], said["sanctioned"]) == ("camera", "camera", False)
            process.send_signal(signal.SIGTERM)
            assert process.wait(120) == 0
            until(lambda: store.posted("state")["7"][1]["state"] == "gone", "good-bye")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            hub.stop()
