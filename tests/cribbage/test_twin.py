"""A copy of a game goes its own way, and is otherwise what `copy.deepcopy` would have made."""

from __future__ import annotations

import json
from copy import deepcopy

from tables import CRIB, CUT, PLAY, Table

from cribbage.book.story import Story
from cribbage.log.codec import header_from
from cribbage.log.logreader import LogReader
from cribbage.worlds.likeness import likeness
from cribbage.worlds.twin import twin


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
        assert likeness(twin(story).game) == likeness(deep.game) == likeness(story.game)


def test_what_happens_to_a_copy_does_not_happen_to_the_game() -> None:
    story = story_of(f"{CUT} {PLAY} B+9 A+2")
    before, other = likeness(story.game), twin(story, (story.game.header, story.game.profile))
    assert other.game.header is story.game.header
    for seen in LogReader().read(Table(profile="hoyle").do(f"{CUT} {PLAY} B+9 A+2 A+3 {CRIB} A+4 clear").log):
        if seen.t > story.game.now:
            other.receive(seen)
    assert likeness(story.game) == before != likeness(other.game)


def test_what_is_one_thing_in_the_game_is_one_thing_in_the_copy() -> None:
    story = twin(story_of(f"{CUT} {PLAY} B+9 A+2"))
    (hold,) = story.game.holds
    assert any(hold.items[0] is item for item in story.game.items)
