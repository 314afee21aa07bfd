"""How a command line starts and ends: `pegwatch`, and every tool that is started with `python -m`.

A tool's module ends with ``if __name__ == "__main__": start(main)``, where `main` is a click command.
Exit status: 0 all is well; 1 what was measured or checked is not as it should be; 2 bad input or something missing.
"""

from __future__ import annotations

import math
import os
import sys
from typing import Any, Final, NoReturn

import click

from pegwatch.failure import explain
from pegwatch.terminal.colour import choice, painted
from pegwatch.terminal.output import OutputFailed, let_go_of_output, told_output


def start(command: click.Command, name: str | None = None) -> NoReturn:
    """Run a command with the words of this process; whatever goes wrong becomes one line and an exit status.

    `name`: what the help calls it; None: as the process was started (``python -m ...``).
    """
    try:
        with told_output():
            status = _run(command, name)
        sys.exit(status)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone (`pegwatch replay ... | head`): no error, but nothing left to flush.
        let_go_of_output()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PEGWATCH_DEBUG"):
            raise
        if isinstance(error, OutputFailed):
            let_go_of_output()
        click.echo(f"{painted('Error:', 'alarm')} {explain(error)}", err=True, color=choice())
        sys.exit(2)


def _run(command: click.Command, name: str | None) -> Any:
    """The exit status of a command that came to its end."""
    try:
        status = command.main(prog_name=name, standalone_mode=False, color=choice())
    except click.exceptions.Exit as done:
        return done.exit_code
    except SystemExit as end:
        return end.code
    return status if isinstance(status, int) else 0


_LAST_PORT: Final = 65_535


class Refused(click.ClickException):
    """Bad input, or something that is missing; the message is the one line that says what and how."""

    exit_code = 2


class Amount(click.FloatRange):
    """A number in a range; neither "nan" nor infinite, which compare with no bound."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or click's error."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number that can be used.", param, ctx)
        return float(number)


class _Port(click.IntRange):
    """A port of a machine; what is wrong is said as the settings say it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The port, or click's error."""
        port = int(click.INT.convert(value, param, ctx))
        if not 1 <= port <= _LAST_PORT:
            self.fail(f"{port}: it must lie between 1 and {_LAST_PORT}.", param, ctx)
        return port

    def _describe_range(self) -> str:
        return ""


PORT: Final = _Port(1, _LAST_PORT)
AT_LEAST_ONE: Final = click.IntRange(min=1)
SEED: Final = click.IntRange(min=0)
