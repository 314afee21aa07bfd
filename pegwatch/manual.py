"""The reference of the command line, written from the commands themselves, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pegwatch.cli import group

_HIDDEN = "process"  # the supervisor's own


def commands_page() -> str:
    """The page as Markdown: every command, what it is for and its options, as `--help` says it."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield (
        "Every command answers `--help`. Exit status: 0 all is well, 1 a check failed, "
        "2 bad input (`doctor`: the table cannot run)."
    )
    yield from _command(group, None, "pegwatch")


def _command(command: click.Command, parent: click.Context | None, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=92, max_content_width=92)
    depth = len(context.command_path.split())
    yield ""
    yield f"{'#' * (depth + 1)} {context.command_path}"
    yield ""
    yield "```text"
    yield command.get_help(context)
    yield "```"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None and inner != _HIDDEN:
                yield from _command(found, context, inner)
