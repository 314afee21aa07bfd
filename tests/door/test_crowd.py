"""A small company of the kind that `make bench-web` measures a large one of: real processes, nothing lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pegwatch.bench.web import Setting, measure

pytestmark = pytest.mark.slow
MOST_MB = 150


@pytest.mark.parametrize("mode", ["teaching", "sanctioned"])
def test_beside_hostile_company_every_viewer_sees_the_last_event(mode: str) -> None:
    with ThreadPoolExecutor(1) as own:  # a browser of an earlier test has its event loop in this thread
        found = own.submit(measure, Setting(mode, viewers=20, seconds=3, half=100, deaf=20)).result()
    assert found.opened >= 120, "the company was there"
    assert found.events
    assert found.late == 0
    assert found.again == 0, "nobody was cut off"
    assert found.asked, "pages were answered"
    assert 0 < found.memory_mb < MOST_MB
    assert found.scans > 0
