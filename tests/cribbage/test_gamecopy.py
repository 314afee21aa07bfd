"""A copy of a game goes its own way, and is otherwise what `copy.deepcopy` would have made."""

from __future__ import annotations

import json
from copy import deepcopy
from enum import Enum

import pytest
from tables import CRIB, CUT, PLAY, Table

from cribbage.book.items import Item
from cribbage.book.story import Story
from cribbage.log.codec import header_from
from cribbage.log.logreader import LogReader
from cribbage.worlds import comparable, gamecopy
from cribbage.worlds.comparable import Comparable, comparable_state
from cribbage.worlds.gamecopy import copy_of


def story_of(words: str) -> Story:
    table = Table(profile="hoyle").do(words)
    story = Story(header_from(json.loads(table.log[0])))
    for seen in LogReader().read(table.log):
        story.receive(seen)
    story.tick(story.game.now + 1.5)
    return story


def test_a_copy_is_like_a_deep_copy_at_every_word() -> None:
    words = f"{CUT} {PLAY} B+9 A+2 {CRIB} A+3 A-1 crib#".split()
    for end in range(1, len(words) + 1):
        story = story_of(" ".join(words[:end]))
        deep = deepcopy(story, {id(one): one for one in (story.game.header, story.game.profile)})
        assert (
            comparable_state(copy_of(story).game)
            == comparable_state(deep.game)
            == comparable_state(story.game)
        )


def test_games_compared_in_short_first_are_one_where_their_whole_states_are() -> None:
    words = f"{CUT} {PLAY} B+9 A+2 {CRIB} A+3 A-1 crib#".split()
    games = [story_of(" ".join(words[:end])).game for end in range(1, len(words) + 1)]
    games += [copy_of(game) for game in games]
    games.append(copy_of(games[0]))
    games[-1].faults["camera"] = "covered"  # they differ in nothing that is compared first
    states, ones = [comparable_state(game) for game in games], [Comparable(game) for game in games]
    found = [[one == other for other in ones] for one in ones]
    assert found == [[one == other for other in states] for one in states]
    assert found[0][-1] is False
    assert hash(ones[0]) == hash(ones[-1])
    assert len(set(ones)) == len(set(states))
    assert ones[0] != states[0]


def test_what_happens_to_a_copy_does_not_happen_to_the_game() -> None:
    story = story_of(f"{CUT} {PLAY} B+9 A+2")
    before, other = comparable_state(story.game), copy_of(story, (story.game.header, story.game.profile))
    assert other.game.header is story.game.header
    for seen in LogReader().read(Table(profile="hoyle").do(f"{CUT} {PLAY} B+9 A+2 A+3 {CRIB} A+4 clear").log):
        if seen.t > story.game.now:
            other.receive(seen)
    assert comparable_state(story.game) == before != comparable_state(other.game)


def test_what_is_one_thing_in_the_game_is_one_thing_in_the_copy() -> None:
    story = copy_of(story_of(f"{CUT} {PLAY} B+9 A+2"))
    (hold,) = story.game.holds
    assert any(hold.items[0] is item for item in story.game.items)


def test_how_a_kind_of_thing_is_copied_and_compared_is_found_out_when_it_is_first_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever other tests have met before this one."""
    story = story_of(f"{CUT} {PLAY} B+9 A+2")
    before = comparable_state(story.game)
    found_out = {
        gamecopy: ("_COPIERS", [list, dict, set, tuple], "_SHARED"),
        comparable: ("_CONVERTERS", [Item], "_ALREADY_VALUES"),
    }
    for module, (table, given, values) in found_out.items():
        monkeypatch.setattr(module, table, {kind: getattr(module, table)[kind] for kind in given})
        known = getattr(module, values)
        monkeypatch.setattr(module, values, {kind for kind in known if not issubclass(kind, Enum)})
    assert comparable_state(copy_of(story).game) == before
    assert Story in gamecopy._COPIERS
    assert {list, dict, set} < set(comparable._CONVERTERS)
