"""The board process as a whole: what it waits for, what it writes, and what it makes of parts that fail."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from rig import BEGIN_T, HEADER, Rig
from samples import sample

from cribbage.book.pegbeforecard import AHEAD_S
from cribbage.book.zones import read_zone
from cribbage.log.observations import Cards
from cribbage.replay.transcript import replay
from cribbage.score.cards import parse_cards
from firmware.box.errors import JournalError
from firmware.box.journal import MemoryJournal
from firmware.recorder import Recorder
from firmware.table import EYE_LAG_LIMIT_S
from pegwatch.simulated import SimulatedTable
from pegwatch.simulated.plants import OFTEN


@pytest.fixture
def make_rig(longboard, tmp_path) -> Iterator[Callable[..., Rig]]:
    made: list[Rig] = []

    def make(**options) -> Rig:
        folder = tmp_path / str(len(made))
        made.append(Rig(longboard, folder, **options))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


@pytest.fixture
def rig(make_rig) -> Rig:
    """A table with a game on, the starter cut: Ann (A) deals, Bob (B) leads."""
    rig = make_rig()
    rig.run(1)
    rig.new_game()
    rig.cards("starter", "5D")
    return rig


def seen(rig: Rig) -> list[str]:
    """What the journal says was seen, in order: ``holes``, ``cards B``, ``said``, ``fault``."""
    return [
        next(f"cards {body['cards']['zone']}" if kind == "cards" else kind for kind in body if kind != "t")
        for body in rig.bodies("seen")
    ]


# --- the order of things ----------------------------------------------------------------------------------------


def test_a_card_reported_late_is_judged_before_the_peg_it_earned(rig):
    rig.cards("B", "9H")
    rig.eye_until = rig.t
    rig.run(0.4)
    laid = rig.t  # Ann's six makes fifteen; the eye needs its time to be certain of it
    rig.run(0.2)
    rig.peg("A", -1, 2)
    assert rig.verdicts == []
    assert seen(rig)[-1] == "cards B", "the peg waits for the eye"
    rig.see(Cards(laid, "A", tuple(parse_cards(["6S"]))))
    rig.eye_until = None
    rig.run(3)
    assert seen(rig)[-4:] == ["cards B", "cards A", "holes", "holes"]
    times = [one.event.t for one in rig.stored("seen") if one.game == 1]
    assert times == sorted(times)
    assert ("scored", "A", 2) in rig.verdicts


def test_nothing_is_judged_past_what_the_board_itself_may_still_report(rig):
    """A peg that has just been lifted is not certain yet: what the eye saw after that has to wait for it."""
    rig.take("B-1")
    rig.run(0.05)
    lifted = rig.t
    rig.see(Cards(lifted, "B", tuple(parse_cards(["9H"]))))
    rig.run(0.2)
    assert seen(rig)[-1] == "cards starter"
    rig.run(0.3)
    assert seen(rig)[-2:] == ["holes", "cards B"]


def test_the_pulse_tells_when_something_of_a_game_was_written_last(rig, monkeypatch):
    then = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: then + 1000.0)
    rig.run(1)
    assert rig.pulse.quiet_s() >= 999.0, "nothing was laid or pegged"
    rig.cards("B", "9H")
    rig.run(1)
    assert rig.pulse.quiet_s() == 0.0


def test_a_whole_game_is_judged_as_its_perfect_log_would_be(make_rig):
    """Every peg through pins and edges, every card reported 0.8 s late: verdicts as from the perfect log."""
    table = SimulatedTable(11, 1, OFTEN, with_scenes=False)
    begin = table.truth(1).log_begin
    rig = make_rig(pegs=lambda t: table.holes_at(t - BEGIN_T))
    log = table.as_log(1)
    coming = [(body["t"] + begin + BEGIN_T, body) for body in map(json.loads, log[1:]) if "holes" not in body]
    rig.run(begin - 0.02)
    rig.t = begin + BEGIN_T
    rig.journal.put("page", rig.t, {"new_game": table.header(1)})
    play(rig, table, coming, until=table.end_of(1))
    rig.eye_until = None
    rig.run(3)
    live = [
        (v.event.t, v.event.body["code"], v.event.body["player"], v.event.body["points"])
        for v in rig.stored("verdict")
    ]
    perfect = [(v["t"], v["code"], v["player"], v["points"]) for v in replay(log).verdicts]
    assert len(live) > 40
    for mine, theirs in zip(live, perfect, strict=True):
        assert mine[1:] == theirs[1:]
        assert mine[0] == pytest.approx(theirs[0], abs=0.3), "scans are 0.2 s apart here"


def play(rig, table, coming, until, late=0.8):
    """Let the players play; what the eye would see is reported a while after it is so."""
    rig.eye_until = rig.t - late
    waiting = list(coming)
    while rig.t < until + BEGIN_T:
        change = table.next_change(rig.t - BEGIN_T + 1e-6)
        if change is None:
            break
        target = round(min(change + BEGIN_T, until + BEGIN_T), 3)
        while rig.t < target:
            while waiting and waiting[0][0] + late <= rig.t:
                t, body = waiting.pop(0)
                rig.journal.put(
                    "eye" if "cards" in body else "page", t, {k: v for k, v in body.items() if k != "t"}
                )
            rig.eye_until = rig.t - late
            rig.run(min(target - rig.t, 0.2), longest_s=0.2)


# --- power cuts -------------------------------------------------------------------------------------------------


class PowerCut(BaseException):  # not an Exception: nobody may catch it
    """The power is gone."""


def test_a_power_cut_at_every_commit_changes_nothing_in_what_is_written():
    """Each commit is once cut off before it, and once after it: the stream is that of a table that never stopped."""
    table = SimulatedTable(4, 1, OFTEN, with_scenes=False)
    header, *bodies = [json.loads(line) for line in table.as_log(1)]
    bodies = bodies[: sample(60, 130)]

    class Fragile(MemoryJournal):
        after = False  # whether the next cut comes after the commit

        def append(self, game, events, taken=()):
            after, self.after = self.after, not self.after
            if after:
                super().append(game, events, taken)
            raise PowerCut

    def judged(journal):
        recorder, cuts = Recorder(journal), 0
        journal.put("page", 0.0, {"new_game": header})
        for body in [*bodies, {"new_game": header}]:
            t = bodies[-1]["t"] + 30 if "new_game" in body else body["t"]
            journal.put(
                "page" if "new_game" in body else "board", t, {k: v for k, v in body.items() if k != "t"}
            )
            while True:
                try:
                    recorder.take(t)
                    break
                except PowerCut:
                    recorder, cuts = Recorder(journal), cuts + 1
        return [(s.game, s.event) for s in journal.events()], cuts

    whole, none = judged(MemoryJournal())
    broken, cuts = judged(Fragile())
    assert none == 0
    assert cuts > 2 * len(bodies), "every commit, before and after"
    assert broken == whole
    assert [event.kind for _, event in whole].count("game") == 2
    assert [event.kind for _, event in whole].count("end") == 1


def test_the_process_killed_at_any_moment_says_nothing_twice(make_rig):
    """The real loop, killed once at every fifth of a second of a move: the same verdicts, each of them once."""

    def played(cut_after):
        rig = make_rig()
        rig.run(1)
        rig.new_game()
        rig.cards("starter", "JD")
        began = rig.t
        todo = [
            (0.5, lambda: rig.take("A-1")), (1.1, lambda: rig.put("A2")),  # two for his heels
            (3.4, lambda: rig.see(Cards(rig.t, "B", tuple(parse_cards(["KH"]))))),
            (4.2, lambda: rig.see(Cards(rig.t, "A", tuple(parse_cards(["KS"]))))),
            (5.0, lambda: rig.take("A0")), (5.6, lambda: rig.put("A5")),  # three for a pair: one too many
        ]  # fmt: skip
        for k in range(50):
            while todo and began + todo[0][0] <= rig.t + 1e-6:
                todo.pop(0)[1]()
            if k == cut_after:
                rig.restart()
            rig.run(0.2)
        return rig.verdicts

    expected = played(None)
    assert expected == [("scored", "A", 2), ("overpeg", "A", 1)]
    for cut_after in range(1, 46, 2):
        assert played(cut_after) == expected, f"cut after {cut_after / 5} s"


def test_a_restart_goes_on_with_pegs_fault_and_masks(rig):
    rig.say({"workshop": {"do": "mask", "holes": ["A57"]}})
    rig.faults.break_after = 12
    rig.run(0.3)
    rig.eye_until = rig.t
    rig.run(EYE_LAG_LIMIT_S + 1)
    faults = list(rig.faults_recorded)
    assert faults == [("board", "chain-broken"), ("camera", "late")]
    rig.restart()
    rig.run(1)
    assert rig.faults_recorded == faults, "nothing is said twice"
    assert rig.codes == ["chain-broken", "hole-masked"]
    rig.faults.clear()
    rig.eye_until = None
    rig.run(1)
    assert sorted(rig.faults_recorded[2:]) == [("board", "ok"), ("camera", "ok")]
    assert rig.reader.tracker.masked == {"A57"}


def test_reports_not_judged_yet_are_not_made_again(rig):
    """The eye is behind, so the pegs' reports wait in the inbox while the process is killed."""
    rig.eye_until = rig.t
    rig.peg("B", -1, 3)
    waiting = [item.body for item in rig.journal.pending()]
    assert len(waiting) == 2
    rig.restart()
    rig.run(1)
    assert [item.body for item in rig.journal.pending()] == waiting


# --- parts that fail ----------------------------------------------------------------------------------------------


def test_a_silent_eye_is_a_fault_and_moves_become_unverified(rig):
    rig.cards("B", "9H")
    rig.eye_until = rig.t
    last_said = rig.t
    rig.run(EYE_LAG_LIMIT_S - 0.5)
    assert rig.faults_recorded == []
    rig.run(1)
    (fault,) = [one.event for one in rig.stored("seen") if "fault" in one.event.body]
    assert fault.body["fault"] == {"part": "camera", "what": "late"}
    assert fault.t == pytest.approx(last_said - rig.recorder.state.t0, abs=0.01), "blind since it last spoke"
    rig.peg("A", -1, 2)
    rig.run(2)
    assert [v[0] for v in rig.verdicts] == ["unverified"]
    rig.eye_until = None
    rig.run(0.2)
    assert rig.faults_recorded == [("camera", "late"), ("camera", "ok")]


def test_while_the_chain_fails_the_score_stands_still_and_no_verdict_is_given(rig):
    rig.cards("B", "9H")
    pegs = rig.bodies("pegs")
    rig.faults.load_stuck = 1
    rig.run(0.02, longest_s=0.01)
    assert [(note["code"], note["stale"]) for note in rig.health] == [("chain-latch", True)], (
        "within two scans"
    )
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    rig.run(2)
    assert rig.bodies("pegs") == pegs
    assert rig.verdicts == []
    rig.faults.clear()
    rig.run(3)
    assert rig.health == []
    assert rig.faults_recorded == [("board", "chain-latch"), ("board", "ok")]
    assert [v[0] for v in rig.verdicts] in ([], ["unverified"])
    rig.cards("B", "9H", "KD")
    rig.run(3)
    rig.cards("A", "6S", "3C")
    rig.cards("B", "9H", "KD", "3S")
    rig.peg("B", -1, 4)  # thirty-one, and a pair
    assert ("scored", "B", 4) in rig.verdicts, "the game goes on, and is judged again"


@pytest.mark.parametrize("restarted", [False, True])
def test_a_short_fault_while_nobody_moves_costs_nothing(rig, restarted):
    """The pegs are told again once the board is read, so the next move is judged like any other."""
    rig.cards("B", "9H")
    rig.faults.data_in_stuck = 0
    rig.run(0.5)
    if restarted:
        rig.restart()
        rig.run(0.5)
    rig.faults.clear()
    rig.run(1)
    assert seen(rig)[-2:] == ["fault", "holes"]
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    assert rig.verdicts == [("scored", "A", 2)]


def test_a_fault_that_began_before_the_game_is_told_to_it(make_rig):
    rig = make_rig()
    rig.run(1)
    rig.faults.data_in_stuck = 0
    rig.run(1)
    rig.new_game()
    first = [body for one in rig.stored("seen") if one.game == 1 for body in [one.event.body]]
    assert [next(k for k in body if k != "t") for body in first] == ["holes", "fault"]


# --- what the page sends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"said": {"by": "A", "what": 3}},
        {"cards": {"zone": "A", "seen": ["ZZ"]}},
        {"cards": {"zone": "C", "seen": []}},
        {"holes": {"A": [500]}},
        {"nothing": 1},
        {},
        {"new_game": {"log": "table/1", "profile": "no such"}},
        {"new_game": "no header"},
        {"new_game": None},
        {"workshop": {"do": "dance"}},
        {"workshop": {"do": "mask", "holes": ["A500"]}},
        {"workshop": "walk"},
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused_recorded_and_forgotten(rig, body):
    before = rig.recorder.game
    rig.say(body)
    (refused,) = rig.bodies("refused")
    assert (refused["source"], refused["body"]) == ("page", body)
    assert refused["why"]
    assert rig.journal.pending() == []
    assert rig.recorder.game == before
    rig.peg("B", -1, 2)
    rig.run(AHEAD_S)
    assert rig.verdicts, "the game goes on"


def test_a_fault_of_our_own_in_judging_does_not_stop_the_table(rig, monkeypatch, caplog):
    def fails(game, zone, *rest, **more):
        if zone == "B":
            raise KeyError("a fault of ours")
        read_zone(game, zone, *rest, **more)

    with monkeypatch.context() as broken:
        broken.setattr("cribbage.book.story.read_zone", fails)
        rig.cards("B", "9H")
    (refused,) = rig.bodies("refused")
    assert "a fault of ours" in refused["why"]
    assert "could not be judged" in caplog.text
    rig.cards("B", "9H")
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    assert ("scored", "A", 2) in rig.verdicts


def test_what_cannot_be_judged_again_does_not_keep_the_table_down(rig, monkeypatch, caplog):
    rig.cards("B", "9H")

    def fails(*_):
        raise KeyError("a newer program")

    with monkeypatch.context() as newer:
        newer.setattr("cribbage.book.story.read_zone", fails)
        rig.restart()
        rig.run(1)
    assert "cannot be judged again" in caplog.text
    assert rig.recorder.game == 1
    assert rig.bodies("refused") == []


def test_a_journal_that_cannot_be_written_takes_nothing(rig, monkeypatch):
    def full(*_):
        raise JournalError("cannot write: is the disk full?")

    rig.journal.put("page", rig.t, {"new_game": HEADER})
    with monkeypatch.context() as disk:
        disk.setattr(rig.journal, "append", full)
        with pytest.raises(JournalError):
            rig.run(0.2)
    rig.restart()
    rig.run(0.2)
    assert rig.recorder.game == 2
    assert rig.bodies("refused") == []


def test_what_players_tap_is_seen_in_its_order(rig):
    rig.say({"said": {"by": "B", "what": "go"}})
    rig.say({"said": {"by": "A", "what": "judge"}})
    assert [body["said"]["what"] for body in rig.bodies("seen") if "said" in body] == ["go", "judge"]
    assert rig.recorder.state.judge_called
    rig.say({"ruling": {"judges": ["J1", "J2"], "rule": "8.4", "moves": []}})
    assert not rig.recorder.state.judge_called


def test_a_new_game_ends_the_one_that_runs(rig):
    rig.peg("B", -1, 4)
    rig.say({"new_game": HEADER | {"dealer": "B", "pegs": {"A": [0, -1], "B": [4, 0]}}})
    phases = [
        (one.game, one.event.body.get("why"))
        for one in rig.stored("phase")
        if one.event.body["phase"] == "over"
    ]
    assert phases == [(1, "abandoned")]
    assert [one.event.kind for one in rig.stored() if one.game == 1][-1] == "contacts"
    second = [one.event for one in rig.stored() if one.game == 2]
    assert second[0].kind == "game"
    assert second[0].body["dealer"] == "B"
    assert second[1].body["holes"] == {"A": [0, -1], "B": [4, 0]}
    rig.run(5)
    assert [v for v in rig.stored("verdict") if v.game == 2] == []


# --- time ---------------------------------------------------------------------------------------------------------


def test_the_time_of_day_may_jump(rig, monkeypatch):
    """Only monotonic table time decides; the time of day stands beside events for people."""
    ahead = iter(range(0, 10**9, 86_400))
    monkeypatch.setattr("firmware.box.journal.time.time", lambda: 1e9 - next(ahead))
    rig.cards("B", "9H")
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    assert rig.verdicts == [("scored", "A", 2)]
    stored = list(rig.stored())
    assert any(b.at < a.at for a, b in pairwise(stored[-6:])), "the clock did jump back"
    assert [one.n for one in stored] == list(range(1, len(stored) + 1))


def test_the_loop_asks_to_be_called_when_something_falls_due(rig):
    rig.take("B-1")
    rig.run(0.5)
    rig.put("B3")
    rig.run(0.5)
    assert rig.loop.step(rig.t) < rig.t + 1.1, "the move counts as released a second after it was made"


def test_since_when_a_card_may_have_lain_there_is_told_in_the_time_of_the_game(rig):
    rig.run(3.0)
    rig.new_game()  # another one: its time begins now
    rig.run(2.0)
    began = rig.recorder.state.t0
    rig.see(Cards(rig.t, "B", tuple(parse_cards(["9H"])), {"since": began + 1.0}))
    rig.see(Cards(rig.t, "A", tuple(parse_cards(["6S"])), {"since": began - 1.0}))
    rig.run(0.5)
    told = {body["cards"]["zone"]: body for body in rig.bodies("seen") if "since" in body}
    assert {zone: body["since"] for zone, body in told.items()} == {"B": 1.0, "A": -1.0}
    assert all(body["since"] < body["t"] for body in told.values())
