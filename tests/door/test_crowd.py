"""A small company of the kind that `make bench-web` measures a large one of: real processes, nothing lost."""

from __future__ import annotations

import pytest

from pegwatch.bench.web import Setting, measure

pytestmark = pytest.mark.slow
MOST_MB = 150


@pytest.mark.parametrize("mode", ["teaching", "sanctioned"])
def test_beside_hostile_company_every_viewer_sees_the_last_event(mode: str) -> None:
    found = measure(Setting(mode, viewers=20, seconds=3, half=100, deaf=20))
    assert found.opened >= 120, "the company was there"
    assert found.events
    assert found.late == 0
    assert found.again == 0, "nobody was cut off"
    assert found.asked, "pages were answered"
    assert 0 < found.memory_mb < MOST_MB
    assert found.scans > 0
