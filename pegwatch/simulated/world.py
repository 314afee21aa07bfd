"""The simulated table that a plan asks for: made alike in every process, so all of them see the same one."""

from __future__ import annotations

from pegwatch.plan import Plan
from pegwatch.simulated.maker import MakersTable, makers_table
from pegwatch.simulated.table import SimulatedTable


def simulated_world(plan: Plan) -> SimulatedTable | MakersTable:
    """Whatever goes on at the table of a plan: a maker walks its holes, or two play."""
    return makers_table(plan.board) if plan.walks else simulated_table(plan)


def simulated_table(plan: Plan) -> SimulatedTable:
    """The table of a plan's seed, games, profile and mode (with its scenes: their timing is part of it)."""
    return SimulatedTable(
        plan.seed, plan.games or None, plan.setting.plants, plan.profile, mode=plan.mode, players=plan.names,
        laying=plan.setting.pitches, start=plan.start,
    )  # fmt: skip
