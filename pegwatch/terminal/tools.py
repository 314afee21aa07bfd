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


def start(command: click.Command, name: str | None = None) -> NoReturn:
    """Run a command with the words of this process; whatever goes wrong becomes one line and an exit status.

    `name`: what the help calls it; None: as the process was started (``python -m ...``).
    """
    try:
        status = command.main(prog_name=name, standalone_mode=False, color=choice())
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone (`pegwatch replay ... | head`): no error, but nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PEGWATCH_DEBUG"):
            raise
        click.echo(f"{painted('Error:', 'alarm')} {explain(error)}", err=True, color=choice())
        sys.exit(2)


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


AT_LEAST_ONE: Final = click.IntRange(min=1)
SEED: Final = click.IntRange(min=0)
