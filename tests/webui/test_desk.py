"""The judge desk: two judges, the question called and nothing else, both sign, a third when they disagree."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from cribbage.log.codec import observation_from
from cribbage.log.events import Event
from cribbage.log.observations import Ruling
from cribbage.replay.transcript import replay
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import MemoryJournal
from firmware.box.pictures import PictureStore
from firmware.recorder import Recorder
from webui.app import build_app, close_app, site_of
from webui.config import WebConfig
from webui.desk.call import DECIDED, OPEN, Call, kept, read_back, ruling_by_hand
from webui.desk.desk import proposal
from webui.desk.evidence import subjects
from webui.errors import PostError
from webui.table import Table

PINS = {"Ruth": "271828", "Jo": "314159", "Max": "161803", "Bob": "141421"}
HAND = ["5H", "5S", "JD", "KC"]
RULING = {"rule": "8.4.c", "moves": [{"player": "B", "front": 6}, {"player": "A", "points": 2}]}


class Judge:
    """A judge's phone."""

    def __init__(self, app: Flask, name: str, address: str = "192.168.7.50") -> None:
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self.name = name
        site_of(app).door.accounts.put("judge", name, PINS[name])
        assert self.post("login", {"role": "judge", "name": name, "pin": PINS[name]}).status_code == 200

    def post(self, path: str, body: Any) -> Any:
        page = self.client.get("/join").get_data(as_text=True)
        token = page.split('data-token="')[1].split('"')[0]
        return self.client.post(f"/api/v1/{path}", json=body, headers={"X-CSRF-Token": token})

    def step(self, name: str, **body: Any) -> Any:
        return self.post(f"judge/{name}", body)

    def sees(self) -> dict[str, Any]:
        return dict(self.client.get("/api/v1/judge").get_json())


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(posts_each_minute=60_000, tick_s=3600.0)


@pytest.fixture
def ruth(app: Flask) -> Judge:
    return Judge(app, "Ruth")


@pytest.fixture
def jo(app: Flask) -> Judge:
    return Judge(app, "Jo", "192.168.7.51")


def opened(ruth: Judge, jo: Judge, matter: str = "overpeg", about: str = "hand-B") -> None:
    assert ruth.step("open", matter=matter, about=about).status_code == 200
    assert jo.step("join").status_code == 200


def rulings(journal: MemoryJournal) -> list[Ruling]:
    found = [observation_from({"t": i.t} | dict(i.body)) for i in journal.pending() if "ruling" in i.body]
    assert all(isinstance(one, Ruling) for one in found)
    return found  # type: ignore[return-value]


# --- P4, P9: who may see anything


def test_without_a_log_in_the_desk_is_shut(app: Flask, story: Any) -> None:
    story.begin("sanctioned")
    guest = app.test_client()
    assert guest.get("/judge").status_code == 302
    assert guest.get("/api/v1/judge").status_code == 403
    assert guest.get("/api/v1/judge/pictures/aa.jpg").status_code == 403


def test_p4_one_judge_alone_sees_nothing_of_the_table(ruth: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg().said("A", "judge")
    assert ruth.sees()["called_by"] == "A"
    ruth.step("open", matter="overpeg", about="hand-B")
    shown = ruth.sees()
    assert shown["call"]["state"] == "waiting"
    assert not {"evidence", "inquiry", "trail", "pictures", "pegs", "proposal"} & set(shown)
    assert ruth.client.get("/api/v1/judge/pictures/aa.jpg").status_code == 403


def test_one_judge_alone_drops_a_call_on_which_nobody_ruled(
    ruth: Judge, journal: MemoryJournal, story: Any
) -> None:
    story.begin().said("A", "judge")
    assert ruth.sees()["may_drop"] is True
    assert ruth.step("drop").status_code == 200
    note, said = [item.body for item in journal.pending()]
    assert note["call"]["what"] == "dropped"
    assert (note["call"]["by"], note["call"]["caller"], note["call"]["state"]) == ("Ruth", "A", "closed")
    assert said == {"said": {"by": "A", "what": "no-judge"}}
    story.said("A", "no-judge")
    assert (ruth.sees()["called_by"], ruth.sees()["may_drop"]) == (None, False)
    answer = ruth.step("drop")
    assert (answer.status_code, answer.get_json()["error"]) == (400, "desk.uncalled")


def test_a_dropped_call_is_replayed_as_taken_back_by_its_caller_and_never_as_a_ruling(
    ruth: Judge, journal: MemoryJournal, story: Any
) -> None:
    story.begin().said("B", "judge")
    ruth.step("open", matter="overpeg", about="none")
    ruth.step("drop")
    assert ruth.sees()["call"] is None
    bodies = [item.body for item in journal.pending()]
    assert not [body for body in bodies if "ruling" in body]
    header = {"log": "table/1", "profile": "acc-2025", "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]}}
    log = [header, {"t": 1.0, "said": {"by": "B", "what": "judge"}}, {"t": 9.0, **bodies[-1]}]
    seen = [Event("seen", float(one["t"]), one) for one in log[1:]]
    told = replay([json.dumps(one) for one in log])
    assert told.verdicts == []
    board = Scoreboard.fold([Event("game", 0.0, header), *seen, *told.events])
    assert board.judge_called_by is None
    assert Scoreboard.fold([Event("game", 0.0, header), seen[0]]).judge_called_by == "B"


def test_what_judges_have_signed_is_not_dropped_by_one(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin().said("A", "judge")
    ruth.step("open", matter="overpeg", about="none")
    jo.step("join")
    ruth.step("ruling", **RULING)
    assert ruth.sees()["may_drop"] is True
    ruth.step("vote", agrees=True)
    assert ruth.sees()["may_drop"] is False
    answer = jo.step("drop")
    assert (answer.status_code, answer.get_json()["error"]) == (400, "desk.ruled")


def test_p9_a_player_of_the_table_drops_no_call_at_it(app: Flask, story: Any) -> None:
    story.begin().said("A", "judge")
    answer = Judge(app, "Bob").step("drop")
    assert answer.get_json()["error"] == "desk.plays"


def test_p4_the_same_judge_twice_is_one_judge(ruth: Judge, app: Flask, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    other_phone = Judge(app, "Ruth", "192.168.7.60")
    ruth.step("open", matter="overpeg", about="hand-B")
    other_phone.step("join")
    assert ruth.sees()["call"]["state"] == "waiting"


def test_p9_a_player_of_the_table_is_refused_by_name_and_by_seat(app: Flask, ruth: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    bob = Judge(app, "Bob", "192.168.7.61")
    assert bob.step("open", matter="overpeg", about="hand-B").get_json()["error"] == "desk.plays"
    ruth.step("open", matter="overpeg", about="hand-B")
    assert bob.step("join").get_json()["error"] == "desk.plays"
    seated = Judge(app, "Jo", "192.168.7.62")
    seated.post("join", {"code": site_of(app).door.code.read(), "seat": "A"})
    assert seated.step("join").status_code == 403
    assert seated.client.get("/api/v1/judge").status_code == 403


def test_a_judge_who_does_not_sit_on_the_call_sees_only_that_there_is_one(
    ruth: Judge, jo: Judge, app: Flask, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    late = Judge(app, "Max", "192.168.7.63")
    assert "evidence" not in late.sees()
    assert late.step("join").get_json()["error"] == "desk.full"
    assert late.step("vote", agrees=True).status_code == 400
    assert late.step("close").get_json()["error"] == "desk.stranger"


# --- P8: the question called, and nothing else


def test_p8_a_call_on_one_hand_shows_that_hand_and_no_other(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg().cards("A", "2H", "3S", "4D", "6C")
    opened(ruth, jo)
    shown = jo.sees()
    assert (shown["evidence"]["item"]["earned"], shown["evidence"]["item"]["pegged"]) == (6, 8)
    assert [step["pegs"] for step in shown["trail"]] == [{"B": [8, 0]}]
    assert "2H" not in str(shown)


def test_p8_a_call_on_the_other_hand_shows_nothing_of_this_one(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo, "wrong-number", "hand-A")
    assert "5H" not in str(jo.sees())
    assert all(set(step["pegs"]) == {"A"} for step in jo.sees()["trail"])


def test_a_call_about_nothing_in_particular_shows_no_evidence(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo, "wrong-dealer", "none")
    shown = jo.sees()
    assert set(shown["evidence"]) <= {"schema", "judges", "mode", "orders"}
    assert shown["trail"] == shown["pictures"] == []


@pytest.mark.parametrize("about", subjects(Scoreboard.empty()))
def test_every_subject_may_be_asked_about_whatever_lies_there(
    about: str, ruth: Judge, jo: Judge, story: Any
) -> None:
    story.begin("sanctioned")
    opened(ruth, jo, "overpeg", about)
    assert jo.sees()["call"]["about"] == about


def test_p8_the_kept_pictures_of_the_hand_asked_about_are_the_judges_and_no_other_hands(
    tmp_path: Path, journal: MemoryJournal, story: Any
) -> None:
    with closing(PictureStore(tmp_path / "pictures.sqlite", 4_000_000)) as store:
        keys = {zone: store.put(zone, 1.0, f"picture of {zone}".encode()) for zone in ("A", "B")}
    story.begin("sanctioned").cards("starter", "5D").phase("show", "B", "count-hand")
    for zone, cards in (("B", HAND), ("A", ["2H", "3S", "4D", "6C"])):
        story.tell("seen", {"t": story.t, "cards": {"zone": zone, "seen": cards}, "picture": keys[zone]})
    story.hand("earned").peg("B", 8).hand("pegged", pegged=8)
    table = Table(journal, tmp_path, pictures=tmp_path / "pictures.sqlite")
    app = build_app(table, WebConfig(posts_each_minute=60_000), b"k" * 32)
    ruth, jo = Judge(app, "Ruth"), Judge(app, "Jo", "192.168.7.51")
    url = f"/api/v1/judge/pictures/{keys['B']}.jpg"
    assert ruth.client.get(url).status_code == 403
    opened(ruth, jo)
    assert [one["url"] for one in jo.sees()["pictures"]] == [url]
    assert jo.client.get(url).data == b"picture of B"
    assert jo.client.get(f"/api/v1/judge/pictures/{keys['A']}.jpg").status_code == 404
    jo.step("close")
    assert jo.client.get(url).status_code == 403
    close_app(app)


# --- the ruling


def test_both_sign_the_players_accept_and_the_ruling_goes_to_the_referee(
    ruth: Judge, jo: Judge, journal: MemoryJournal, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    ruth.step("ruling", **RULING)
    assert ruth.step("vote", agrees=True).get_json()["call"]["state"] == "open"
    assert rulings(journal) == []
    assert jo.step("vote", agrees=True).get_json()["call"]["state"] == "decided"
    assert rulings(journal) == []
    shown = ruth.step("accept").get_json()
    assert shown["call"]["state"] == "followed"
    (ruling,) = rulings(journal)
    assert (ruling.judges, ruling.rule) == (("Ruth", "Jo"), "8.4.c")
    assert [dict(move) for move in ruling.moves] == RULING["moves"]


def test_rows_28_and_29_while_a_penalty_is_pegged_the_judges_see_live_pegs_ahead_of_the_tick(
    ruth: Judge, jo: Judge, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    assert "pegs" not in jo.sees()
    ruth.step("ruling", **RULING)
    ruth.step("vote", agrees=True)
    jo.step("vote", agrees=True)
    jo.step("accept")
    story.peg("A", 2)
    assert jo.sees()["pegs"] == {"A": [2, 0], "B": [8, 0]}
    public = jo.client.get("/api/v1/view").get_json()
    assert [player["score"] for player in public["players"]] == [0, 0]


def test_judges_who_disagree_call_a_third_and_two_of_three_decide(
    ruth: Judge, jo: Judge, app: Flask, journal: MemoryJournal, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    ruth.step("ruling", **RULING)
    ruth.step("vote", agrees=True)
    assert jo.step("vote", agrees=False).get_json()["call"]["needs_third"]
    assert ruth.step("vote", agrees=True).get_json()["error"] == "desk.third"
    third = Judge(app, "Max", "192.168.7.63")
    third.step("join")
    third.step("vote", agrees=True)
    assert jo.step("vote", agrees=False).get_json()["call"]["state"] == "open"
    assert ruth.step("vote", agrees=True).get_json()["call"]["state"] == "followed"
    (ruling,) = rulings(journal)
    assert ruling.judges == ("Ruth", "Max")


def test_rule_11_5_a_player_who_disagrees_gets_a_third_judge_once(
    ruth: Judge, jo: Judge, app: Flask, journal: MemoryJournal, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    assert ruth.step("appeal").get_json()["error"] == "desk.step"
    ruth.step("ruling", **RULING)
    ruth.step("vote", agrees=True)
    jo.step("vote", agrees=True)
    assert jo.step("appeal").get_json()["call"]["needs_third"]
    Judge(app, "Max", "192.168.7.63").step("join")
    ruth.step("vote", agrees=True)
    assert jo.step("vote", agrees=True).get_json()["call"]["state"] == "followed"
    assert len(rulings(journal)) == 1


def test_changing_an_answer_or_the_ruling_takes_the_signatures_back(
    ruth: Judge, jo: Judge, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    ruth.step("ruling", **RULING)
    ruth.step("vote", agrees=True)
    jo.step("ruling", rule="8.4.c", moves=[])
    assert jo.sees()["call"]["votes"] == {}
    ruth.step("vote", agrees=True)
    jo.step("answers", answers={"offender": "B"})
    shown = jo.sees()
    assert (shown["call"]["votes"], shown["by_hand"]) == ({}, False)
    assert [question["answer"] for question in shown["inquiry"]["questions"]][:1] == ["B"]


def test_the_computed_ruling_is_built_on_the_server_from_the_answers(
    ruth: Judge, jo: Judge, journal: MemoryJournal, story: Any
) -> None:
    """The wrong-dealer matter is answered to its end with what the log says; nobody posts a ruling."""
    story.begin("sanctioned").phase("play")
    opened(ruth, jo, "wrong-dealer", "none")
    for _ in range(8):
        shown = jo.sees()
        if shown["proposal"]:
            break
        given = {
            q["key"]: q["answer"] if q["answer"] is not None else _likely(q)
            for q in shown["inquiry"]["questions"]
        }
        jo.step("answers", answers=given)
    assert shown["proposal"]["rule"].startswith("4.1")
    assert jo.step("vote", agrees=True).status_code == 200
    ruth.step("vote", agrees=True)
    ruth.step("accept", proposal={"rule": "mine", "moves": [{"player": "A", "points": 99}]})
    (ruling,) = rulings(journal)
    assert ruling.rule.startswith("4.1")
    assert all(move.get("points") != 99 for move in ruling.moves)


def _likely(question: dict[str, Any]) -> Any:
    for known in (question["answer"], question["found"]):
        if known is not None:
            return known
    first = (question["options"] or [["A"]])[0][0]
    return {"yes-no": False, "number": question["low"], "choice": first}[question["kind"]]


def test_what_was_signed_is_what_is_followed_whatever_the_pegs_do_meanwhile(
    ruth: Judge, jo: Judge, journal: MemoryJournal, story: Any
) -> None:
    story.begin("sanctioned").phase("play").peg("A", 5).peg("A", 3).peg("B", 4)
    opened(ruth, jo, "front-peg", "pegs")
    for _ in range(12):
        shown = jo.sees()
        if shown["proposal"]:
            break
        jo.step("answers", answers={q["key"]: _likely(q) for q in shown["inquiry"]["questions"]})
    signed = jo.sees()["proposal"]
    assert signed["moves"]
    ruth.step("vote", agrees=True)
    jo.step("vote", agrees=True)
    story.peg("A", 30).peg("B", 30)
    assert jo.sees()["proposal"] == signed
    jo.step("accept")
    (item,) = [i for i in journal.pending() if "ruling" in i.body]
    assert item.body["ruling"]["moves"] == signed["moves"]


def test_the_second_signature_freezes_what_was_proposed() -> None:
    call = Call(1, 1, "overpeg", "none", ("Ruth", "Jo"), OPEN, by_hand={"rule": "mine", "moves": []})
    signed = call.vote("Ruth", True, {"rule": "8.4", "moves": []}).vote(
        "Jo", True, {"rule": "8.4.c", "moves": []}
    )
    assert (signed.state, signed.ruling) == (DECIDED, {"rule": "8.4.c", "moves": []})
    assert proposal(Scoreboard.empty(), signed) == {"rule": "8.4.c", "moves": []}
    assert read_back(kept(signed)) == signed
    assert signed.appeal().ruling is None


def test_nothing_is_signed_before_there_is_a_ruling(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    assert ruth.step("vote", agrees=True).get_json()["error"] == "desk.nothing"


# --- the log of it, and its end


def test_every_step_of_a_call_goes_into_the_journal_and_is_judged_by_nobody(
    ruth: Judge, jo: Judge, journal: MemoryJournal, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    ruth.step("close")
    noted = [dict(item.body["call"]) for item in journal.pending()]
    assert [note["what"] for note in noted] == ["called", "joined", "closed"]
    assert (noted[1]["unlocked"], noted[1]["shown"], noted[1]["judges"]) == (True, "hand-B", ["Ruth", "Jo"])
    recorder = Recorder(journal)
    recorder.take(0.0)
    kinds = [stored.event.kind for stored in journal.events(game=1)]
    assert kinds.count("call") == 3
    assert "refused" not in kinds
    assert journal.pending() == []


def test_a_closed_call_shows_nothing_any_more_and_the_next_may_be_opened(
    ruth: Judge, jo: Judge, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    assert ruth.step("open", matter="renege", about="none").get_json()["error"] == "desk.busy"
    jo.step("close")
    assert "evidence" not in ruth.sees()
    assert ruth.sees()["call"] is None
    assert ruth.step("open", matter="renege", about="none").status_code == 200


def test_the_next_game_closes_a_call_that_was_left(ruth: Judge, jo: Judge, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    opened(ruth, jo)
    story.begin("sanctioned")
    assert ruth.sees()["call"] is None


def test_a_call_outlives_a_restart_of_the_page(tmp_path: Path, journal: MemoryJournal, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    first = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32, tmp_path)
    opened(Judge(first, "Ruth"), Judge(first, "Jo", "192.168.7.51"))
    second = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32, tmp_path)
    assert Judge(second, "Ruth").sees()["evidence"]["item"]["earned"] == 6
    site_of(second).hub.close()
    close_app(first)


@pytest.mark.parametrize("body", [None, [], {}, {"number": "x"}, {"number": 1, "judges": 3}])
def test_a_damaged_call_is_no_call(body: Any) -> None:
    assert read_back(body) is None
    call = Call(1, 2, "overpeg", "hand-B", ("Ruth",), votes={"Ruth": True})
    assert read_back(kept(call)) == call
    assert kept(None) is None


@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        ("", []), (" ", []), (7, []), ("x" * 61, []), ("8.4\n", []), ("8.4", {}), ("8.4", [{}] * 5),
        ("8.4", [{"player": "C", "front": 3}]), ("8.4", [{"player": "A", "front": 122}]),
        ("8.4", [{"player": "A", "front": True}]), ("8.4", [{"player": "A"}]), ("8.4", ["A"]),
        ("8.4", [{"player": "A", "points": -122}]), ("8.4", [{"player": "A", "front": "3"}]),
    ],
)  # fmt: skip
def test_a_ruling_in_ones_own_words_is_checked(rule: Any, moves: Any) -> None:
    with pytest.raises(PostError):
        ruling_by_hand(rule, moves)


@pytest.mark.parametrize(
    ("step", "body"),
    [
        ("open", {"matter": "chess", "about": "none"}), ("open", {"matter": "overpeg", "about": "sleeve"}),
        ("open", {"matter": ["overpeg"], "about": "none"}), ("answers", {"answers": []}),
        ("answers", {"answers": {"k" * 99: 1}}), ("answers", {"answers": {"k": {"deep": 1}}}),
        ("answers", {"answers": {"k": "x" * 99}}), ("vote", {"agrees": "yes"}), ("join", {"judge": "Nobody"}),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_a_sentence(
    step: str, body: dict[str, Any], ruth: Judge, jo: Judge, story: Any
) -> None:
    story.begin("sanctioned").overpeg()
    if step != "open":
        opened(ruth, jo)
    answer = ruth.post(f"judge/{step}", body)
    assert answer.status_code == 400
    assert not answer.get_json()["say"].startswith("error.")


def test_before_a_game_there_is_nothing_to_judge(ruth: Judge) -> None:
    assert ruth.step("open", matter="overpeg", about="none").get_json()["error"] == "desk.game"
    assert ruth.step("join").get_json()["error"] == "desk.none"
