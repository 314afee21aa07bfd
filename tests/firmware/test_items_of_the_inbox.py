"""What other processes leave in the inbox: one item of the wrong form must not stop the table."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.box.journal import MemoryJournal
from firmware.recorder import Recorder


@pytest.mark.parametrize("body", [{"call": 5}, {"call": "ab"}, {"workshop": [1]}, {"new_game": "ab"}])
def test_an_item_of_the_wrong_form_is_refused_and_does_not_stop_the_table_for_ever(
    body: dict[str, Any],
) -> None:
    """It waits in the journal: a process that dies of it dies again at each start."""
    journal = MemoryJournal()
    recorder = Recorder(journal)
    journal.put("page", 0.0, body)
    journal.put("page", 0.0, {"call": {"call": 1, "what": "opened"}})
    recorder.take(1.0)
    assert journal.pending() == []
    assert [stored.event.kind for stored in journal.events()] == ["refused", "call"]
