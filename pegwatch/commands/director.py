"""`pegwatch director`: the people who may log in at the club's desk."""

from __future__ import annotations

import click

from pegwatch.commands.people import add_list_remove
from webui.door.accounts import DIRECTOR


@click.group("director")
def command() -> None:
    """The directors who may log in at the club's hub.

    Directors enter results and correct cards, never their own. Have two of them: what one may not touch, the other
    can.

    \b
      pegwatch director add "Dora Lee"
      pegwatch director list
    """


add_list_remove(command, DIRECTOR, "hub", "The hub's", "add one with pegwatch director add NAME")
