"""The workshop at the real loop: hole walk, masks, live scan, contact quality, and its door in sanctioned play."""

from __future__ import annotations

import json
import os

import pytest
from rig import Rig

from firmware.box.sqlite_journal import SqliteJournal
from firmware.drivers.panel import GpioPanel
from firmware.table import HEALTH_FILE
from firmware.workshop import LOOK_FILE, STATE_FILE


@pytest.fixture
def rig(longboard, tmp_path):
    rig = Rig(longboard, tmp_path)
    rig.run(1)
    yield rig
    rig.close()


def look(rig: Rig) -> None:
    """The page looks, as it does with every request."""
    path = rig.run_dir / LOOK_FILE
    path.touch()
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))


def shown(rig: Rig):
    """What the page finds when it looks; None if there is nothing."""
    look(rig)
    rig.run(0.3)
    path = rig.run_dir / STATE_FILE
    return json.loads(path.read_text()) if path.exists() else None


def order(rig: Rig, act: str, *holes: str) -> None:
    rig.say({"workshop": {"do": act, "holes": list(holes)} if holes else {"do": act}})


class TestWalk:
    def test_a_walk_over_every_hole(self, rig, longboard):
        rig.take(*rig.pegs)
        rig.faults.stuck_closed = frozenset({"A57"})
        rig.faults.stuck_open = frozenset({"B33"})
        rig.faults.bridged = (frozenset({"A22", "A23"}),)
        rig.run(1.2, longest_s=0.01)  # the first hundred scans are looked at more carefully
        order(rig, "walk")
        for hole in longboard.bit_of:
            rig.put(hole)
            rig.run(0.05)
            rig.take(hole)
            rig.run(0.05)
        walk = shown(rig)["walk"]
        assert (walk["stuck"], walk["left"], walk["bridged"]) == (["A57"], ["B33"], [["A22", "A23"]])
        assert (walk["next"], walk["done"]) == ("B33", 246)
        order(rig, "dead", "B33")
        walk = shown(rig)["walk"]
        assert (walk["dead"], walk["left"], walk["next"]) == (["B33"], [], None)
        order(rig, "mask", "A22", "A23", "A57", "B33")
        assert shown(rig)["scan"]["masked"] == ["A22", "A23", "A57", "B33"]
        order(rig, "end")
        assert shown(rig)["walk"] is None

    def test_a_dead_hole_that_is_noticed_after_all_is_not_dead(self, rig):
        order(rig, "walk")
        order(rig, "dead", "A30")
        rig.put("A30")
        rig.run(0.2)
        assert shown(rig)["walk"]["dead"] == []

    def test_no_walk_while_a_game_is_on_and_a_game_ends_a_walk(self, rig):
        order(rig, "walk")
        assert shown(rig)["walk"] is not None
        rig.new_game()
        assert shown(rig)["walk"] is None
        order(rig, "walk")
        assert "a game is in progress" in rig.bodies("refused")[-1]["why"]


class TestMasks:
    def test_a_mask_outlives_a_power_cut_and_a_new_game(self, longboard, tmp_path):
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        rig = Rig(longboard, tmp_path, journal=journal)
        try:
            rig.run(1)
            order(rig, "mask", "A57", "B3")
            rig.new_game()
            rig.new_game()
            rig.restart()
            assert rig.reader.tracker.masked == {"A57", "B3"}
            assert rig.codes == ["hole-masked"]
            order(rig, "unmask", "A57", "B3")
            assert rig.codes == []
            rig.restart()
            assert rig.reader.tracker.masked == frozenset()
        finally:
            rig.close()
            journal.close()

    def test_the_journal_keeps_the_whole_list_each_time(self, rig):
        order(rig, "mask", "A57")
        order(rig, "mask", "A57", "B3")
        order(rig, "mask", "B3")
        order(rig, "unmask", "A57")
        assert rig.bodies("masks") == [{"holes": ["A57"]}, {"holes": ["A57", "B3"]}, {"holes": ["B3"]}]

    def test_a_peg_in_a_masked_hole_is_asked_for_by_name(self, rig):
        order(rig, "mask", "A2")
        rig.take("A-1")
        rig.put("A2")
        rig.run(4)
        assert "It may stand in A2, which is ignored." in rig.health[0]["sentence"]


class TestView:
    def test_nothing_is_written_while_nobody_looks(self, rig):
        path = rig.run_dir / STATE_FILE
        rig.run(2)
        assert not path.exists()
        assert shown(rig)["scan"]["occupied"] == ["A-1", "A0", "B-1", "B0"]
        rig.run(7)
        assert not path.exists()

    def test_it_is_written_at_most_five_times_a_second(self, rig, monkeypatch):
        written: list[float] = []
        monkeypatch.setattr("firmware.workshop.put_json", lambda *_: written.append(rig.t) or True)
        for _ in range(20):
            look(rig)
            rig.run(0.1, longest_s=0.01)
        assert 8 <= len(written) <= 11

    def test_a_sanctioned_game_closes_the_door(self, rig):
        assert shown(rig) is not None
        rig.new_game(mode="sanctioned")
        assert shown(rig) is None
        order(rig, "mask", "A57")
        assert "sanctioned" in rig.bodies("refused")[-1]["why"]
        rig.new_game(mode="club")
        assert shown(rig)["running"]

    def test_a_full_disk_under_the_run_folder_stops_nothing(self, rig, monkeypatch):
        def full(*_args, **_more):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("pathlib.Path.write_text", full)
        rig.faults.break_after = 3
        look(rig)
        rig.run(1)
        assert rig.faults_recorded == [("board", "chain-broken")]
        monkeypatch.undo()
        rig.run(1)
        assert json.loads((rig.run_dir / HEALTH_FILE).read_text())[0]["code"] == "chain-broken", "made up for"


class TestContacts:
    def test_how_the_contacts_did_in_the_last_game_is_kept_with_it(self, rig):
        rig.new_game()
        for _ in range(7):  # a contact that comes and goes within a scan
            rig.put("A30")
            rig.run(0.01, longest_s=0.01)
            rig.take("A30")
            rig.run(0.05, longest_s=0.01)
        rig.new_game()
        (contacts,) = rig.bodies("contacts")
        assert contacts["chatter"] == {"A30": 7}
        assert contacts["scans"] > 40
        rig.restart()
        assert shown(rig)["contacts"] == contacts
        rig.new_game()
        assert rig.bodies("contacts")[-1]["chatter"] == {}


class TestPanel:
    @pytest.fixture
    def panelled(self, longboard, tmp_path):
        rig = Rig(longboard, tmp_path, panel=lambda rig: GpioPanel(longboard.panel, rig.driver.factory))
        rig.run(1)
        rig.new_game()
        yield rig
        rig.loop._panel._panel.close()
        rig.close()

    def test_a_press_is_said_once_and_in_order(self, panelled, longboard):
        rig = panelled
        pin = rig.driver.factory.pin(longboard.panel.buttons["A", "judge"])
        for level in (0, 1, 0, 0, 0, 0, 0, 1):  # it bounces
            pin.drive_low() if level == 0 else pin.drive_high()
            rig.run(0.01, longest_s=0.01)
        rig.run(0.2)
        said = [body["said"] for body in rig.bodies("seen") if "said" in body]
        assert said == [{"by": "A", "what": "judge"}]
        assert [item.source for item in rig.journal._inbox if "said" in item.body] == ["panel"]

    def test_the_lamp_winks_fast_when_a_judge_is_called(self, panelled, longboard):
        rig, lamp = panelled, panelled.driver.factory.pin(longboard.panel.status_led)
        assert lamp.state
        accept = rig.driver.factory.pin(longboard.panel.buttons["B", "accept"])
        accept.drive_low()
        rig.run(0.1)
        rig.say({"said": {"by": "A", "what": "judge"}})
        states = set()
        for _ in range(50):
            rig.run(0.02)
            states.add(bool(lamp.state))
        assert states == {True, False}
