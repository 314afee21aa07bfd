"""The command `pegwatch`. Commands are loaded when they are asked for, so `--help` and `score` stay quick.

Exit status: 0 all is well; 1 a check failed (a demo with a false accusation, a doctor's finding); 2 bad input
or something missing, with one line that says what and how to fix it.
"""

from __future__ import annotations

import importlib
from typing import Any, Final, NoReturn

import click
from click.shell_completion import CompletionItem

from pegwatch.terminal.tools import start

COMMANDS: Final = {
    "demo": "A whole table on this machine: simulated players, board and camera, real everything else.",
    "run": "The table on a Raspberry Pi: real board, real camera, and the page.",
    "score": "Score a hand, a crib or a file of them, with the breakdown players speak.",
    "camera": "What the eye sees: zones, cards, doubts, and how the camera stands.",
    "deck": "The club's own decks: enrol one, list, show, choose, remove.",
    "see": "Read the cards in photographs.",
    "rules": "Explain a rule of any book, or what two books have different.",
    "replay": "Judge a table log and print the verdicts.",
    "journal": "Games and their codes; check, back up, restore, export or import the record of a table.",
    "config": "Show the settings, what they mean and where they come from.",
    "export": "Write a game of the journal as a table log.",
    "code": "The table's code, with which a phone becomes a player's phone.",
    "judge": "The people who may log in at the judge desk.",
    "keeper": "The PIN of the one who sets the table up.",
    "wifi": "The wireless network: which are in reach; join one.",
    "hub": "The club's desk: events, scorecards, cross-checking, standings, playoffs, the room.",
    "director": "The people who may log in at the club's desk.",
    "board": "Record what the board's wires say, and look at such a record on any machine.",
    "bench": "Measure this machine and say if it is enough for a table.",
    "doctor": "Check everything from pins to page and say how to fix what is wrong.",
    "update": "Another version on an installed table, proved before the old one goes; and the way back.",
    "support-bundle": "Write what a helper needs into one file, without secrets.",
    "man": "Write the manual pages (run by the installer).",
    "prepare": "Write the plan of the table for its processes (run by systemd before them).",
    "process": "One process of a table (started by run, demo or systemd).",
}
_HIDDEN: Final = {"process", "prepare", "man"}
_SETTABLE: Final = {"run", "demo", "doctor"}


class Loader(click.Group):
    """A group whose commands live in modules of their own, imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands but the internal ones."""
        return [name for name in COMMANDS if name not in _HIDDEN]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import `pegwatch.commands.NAME` and hand out its `command`."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pegwatch.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        if cmd_name in _SETTABLE:  # what the settings say is the default of the options of the same meaning
            ctx.default_map = {cmd_name: _defaults(cmd_name)}
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; one that is mistyped is answered with the nearest there is."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:  # click looks among commands that are loaded, and none is
            known = self.list_commands(ctx)
            raise click.NoSuchCommand(error.command_name, possibilities=known, ctx=ctx) from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so. No command is imported for it: that is what makes Tab quick."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        return [CompletionItem(name, help=COMMANDS[name]) for name in names]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _defaults(cmd_name: str) -> dict[str, Any]:
    """The options that the settings give a value, by name."""
    from firmware.box.settings import Settings, SettingsError, load

    try:
        settings = load().settings
    except SettingsError:
        if cmd_name != "doctor":  # a part that is asked what is wrong must be able to answer
            raise
        settings = Settings()
    table, page, eye = settings.table, settings.page, settings.eye
    chosen = {"profile": table.profile, "board": table.board, "host": page.host, "port": page.port}
    chosen |= {"threads": eye.threads, "pictures": eye.pictures_mb}
    return chosen | ({"mode": table.mode} if cmd_name == "demo" else {})


@click.group("pegwatch", cls=Loader, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pegwatch", message="pegwatch %(version)s")
def group() -> None:
    """Pegwatch watches a cribbage table: the cards that are shown, the pegs that are moved.

    Try `pegwatch demo` first; it needs no hardware. Each command has a --help of its own, and `man pegwatch-demo`
    tells the same.

    \b
      pegwatch demo
      pegwatch score 5H 5S JD KC --starter 5D
      pegwatch replay game.jsonl
    """


def main() -> NoReturn:
    """Run the command line; whatever goes wrong becomes one line and an exit status."""
    start(group, "pegwatch")


if __name__ == "__main__":
    main()
