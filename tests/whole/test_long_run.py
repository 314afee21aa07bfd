"""The measure of a long run: what it calls growing, and that it sees a real table's memory, files and writes.

Eight hours themselves are `make long-run`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pegwatch.bench.longrun import Run, Sample, play


def run_of(memory_mb: list[float]) -> Run:
    """A sample every two minutes."""
    return Run([Sample(120.0 * i, {"eye": mb}, {}, 0.0) for i, mb in enumerate(memory_mb)])


def test_memory_that_fills_caches_first_and_is_flat_then_does_not_grow() -> None:
    assert run_of([100 + min(i, 25) for i in range(240)]).growth_mb_per_h("eye") == pytest.approx(
        0.0, abs=0.01
    )


def test_memory_that_leaks_is_told_by_the_hour() -> None:
    assert run_of([100 + 0.1 * i for i in range(240)]).growth_mb_per_h("eye") == pytest.approx(3.0)


def test_a_process_that_was_never_there_is_flat() -> None:
    assert run_of([100.0] * 240).growth_mb_per_h("web") == 0.0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_real_table_is_looked_at(tmp_path: Path) -> None:
    run = play(0.05, tmp_path)
    assert run.hours > 0
    assert {"board", "eye", "supervisor"} <= set(run.samples[-1].memory_mb)
    assert run.samples[-1].files_mb["journal.sqlite"] > 0
    assert "Traceback" not in run.report
