"""Whatever comes in at any door: used, or refused in one line; quickly, and without taking the memory.

`make test` tries the same few thousand inputs every time; `make torture` PEGWATCH_TORTURE times as many. One that was
found can be made again by its number: `door.make(door.seeds(), number)`.
"""

from __future__ import annotations

import logging
import resource
import time
from pathlib import Path

import pytest
from doors import DOORS, Door
from hostile import is_one_line
from samples import TIMES, sample

EACH = 1200
"""Inputs for the quickest door; a slower one gets fewer."""
LONGEST_S = 1.0


class Faults(logging.Handler):
    """Errors that were caught at an edge, and so are faults of ours all the same."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


def enter(door: Door, sent: bytes, folder: Path) -> str:
    """What is wrong with how an input was taken; "" for nothing."""
    faults = Faults()
    logging.getLogger().addHandler(faults)
    began = time.process_time()
    try:
        door.enter(sent, folder)
    except door.refuses as error:
        if not is_one_line(str(error)):
            return f"no line for a person: {error!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        logging.getLogger().removeHandler(faults)
    took = time.process_time() - began
    if took > LONGEST_S:
        return f"it took {took:.1f} s"
    return faults.found[0] if faults.found else ""


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_what_was_once_found_to_do_harm_is_taken_or_refused(door: Door, tmp_path: Path) -> None:
    for seed in door.seeds():
        assert enter(door, seed, tmp_path) == "", seed[:300]


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_nothing_that_comes_in_is_a_fault_or_takes_time_or_memory(door: Door, tmp_path: Path) -> None:
    seeds = door.seeds()
    for seed in seeds:
        enter(door, seed, tmp_path)
    before = peak_mb()
    for number in range(sample(EACH // 2, EACH * TIMES) // door.cost):
        sent = door.make(seeds, number)
        wrong = enter(door, sent, tmp_path)
        assert wrong == "", (number, sent[:300])
        assert peak_mb() - before < door.most_mb, (number, sent[:300])
