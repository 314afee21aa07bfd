"""`pegwatch process`: one process of a table, as the supervisor and systemd start it."""

from __future__ import annotations

from pathlib import Path

import click

from pegwatch.processes import run_process
from pegwatch.terminal.guessing import OneOf


@click.command("process")
@click.argument("name", type=OneOf(["board", "eye", "web", "uplink"]))
@click.option("--run", "run_dir", required=True, metavar="DIR", help="The run folder with plan.json.")
@click.option("--alone", is_flag=True, help="Not started by a supervisor: go on when the parent ends.")
def command(name: str, run_dir: str, alone: bool) -> None:
    """Run one process of a table: board (the only writer), eye, web or uplink."""
    run_process(name, Path(run_dir), supervised=not alone)
