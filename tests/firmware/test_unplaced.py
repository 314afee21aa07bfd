"""A zone for which the table has no place is never read: the header says so, and nobody is judged by what it hid."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from samples import sample

from cribbage.log.events import Event
from cribbage.log.verdicts import NEUTRAL
from firmware.box.journal import MemoryJournal
from firmware.box.settings import Settings
from firmware.recorder import Recorder
from pegwatch.board_process import unplaced_zones
from pegwatch.plan import CAMERA, NONE, Plan
from pegwatch.simulated.manyhanded import FORMS, ManyHanded
from vision.layout import LONG_BOARD, BadLayout, load_layout

MORE = ("C", "D")
THREE, FOUR, TWO = FORMS["hoyle/3"], FORMS["acc-2025/4"], FORMS["acc-2025/2"]


def recorded(form: Any, seed: int, *, unplaced: tuple[str, ...] = MORE, by_hand: bool = False) -> list[Event]:
    """An honest game at a table that reads no cards in some zones; `by_hand`: a person enters these on the page."""
    game = ManyHanded(seed, form.seats, form.hand, form.target, profile=form.book, **form.options).play()
    header, *rest = (json.loads(line) for line in game.log)
    journal = MemoryJournal()
    recorder = Recorder(journal, {"pegs": CAMERA, "cards": CAMERA}, unplaced=unplaced)
    journal.put("page", 1.0, {"new_game": header})
    recorder.take(1.5)
    for line in rest:
        t = 2.0 + line.pop("t")
        hidden = line.get("cards", line.get("unread", {})).get("zone") in unplaced
        if hidden and not by_hand:
            continue
        source = (
            "page" if hidden or "said" in line or "ruling" in line else "pegs" if "holes" in line else "eye"
        )
        journal.put(source, t, line)
    recorder.take(1e6)
    assert journal.pending() == []
    return [stored.event for stored in journal.events(game=1)]


@pytest.mark.parametrize("by_hand", [False, True], ids=["nobody enters them", "entered by hand"])
@pytest.mark.parametrize("form", [THREE, FOUR], ids=["three", "four"])
def test_honest_players_at_a_table_without_places_for_all_are_accused_of_nothing(
    form: Any, by_hand: bool
) -> None:
    for seed in range(sample(2, 20)):
        events = recorded(form, seed, by_hand=by_hand)
        assert events[0].body["table"]["unplaced"] == [seat for seat in MORE if seat in form.seats]
        verdicts = [event.body for event in events if event.kind == "verdict"]
        assert len(verdicts) > 20
        assert [v for v in verdicts if v["code"] not in NEUTRAL] == [], seed


@pytest.mark.parametrize("form", [THREE, FOUR], ids=["three", "four"])
def test_with_places_for_all_every_point_is_verified_and_the_header_lists_nothing(form: Any) -> None:
    events = recorded(form, 1, unplaced=())
    assert events[0].body["table"] == {"pegs": CAMERA, "cards": CAMERA}
    verdicts = [event.body["code"] for event in events if event.kind == "verdict"]
    assert set(verdicts) == {"scored", "game"}


def test_two_players_need_no_places_for_others_and_are_judged_as_ever() -> None:
    events = recorded(TWO, 1)
    assert "unplaced" not in events[0].body["table"]
    assert {event.body["code"] for event in events if event.kind == "verdict"} == {"scored", "game"}


def test_what_has_no_place_follows_from_the_layout(tmp_path: Any) -> None:
    assert unplaced_zones(Plan("demo", "", "")) == {"C", "D"}
    assert unplaced_zones(Plan("demo", "", "", cards=NONE)) == frozenset()
    file = tmp_path / "four.toml"
    places = [
        *((p.key, p.zone, list(p.box_mm)) for p in LONG_BOARD.places),
        ("C", "C", [900, -230, 1100, -75]),
    ]
    file.write_text("".join(f'[[place]]\nkey = "{k}"\nzone = "{z}"\nbox_mm = {b}\n' for k, z, b in places))
    assert "C" in load_layout(str(file)).zones
    settings = Settings()
    settings = replace(settings, eye=replace(settings.eye, layout=str(file)))
    assert unplaced_zones(Plan("table", "", "", settings=settings)) == {"D"}
    file.write_text(file.read_text().replace('zone = "C"', 'zone = "E"'))
    with pytest.raises(BadLayout, match="there is no zone 'E'; there are"):
        load_layout(str(file))
    assert unplaced_zones(Plan("table", "", "", settings=settings)) == frozenset()
