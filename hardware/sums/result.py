"""One figure of the sums, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One figure: its value, its unit, what it must not pass (`least` or `most`), and what it is."""

    value: float
    unit: str
    what: str
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it is within its limits."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )
