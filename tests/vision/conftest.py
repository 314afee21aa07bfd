"""What the tests of the eye share."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest


@pytest.fixture
def benchmark_ms() -> Callable[..., float]:
    """The median time of a call, in milliseconds, over twenty."""

    def measure(call: Callable[[], object], times: int = 20) -> float:
        taken = []
        for _ in range(times):
            began = time.perf_counter()
            call()
            taken.append(time.perf_counter() - began)
        return sorted(taken)[times // 2] * 1000

    return measure
