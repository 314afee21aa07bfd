"""`pegwatch judge`: the people who may log in at the judge desk."""

from __future__ import annotations

import click

from pegwatch.commands.people import add_list_remove
from webui.door.accounts import JUDGE


@click.group("judge")
def command() -> None:
    """The judges who may log in at this table's judge desk.

    Two of them together open a call; neither may be a player of the game. A page that is running sees the change at
    once.

    \b
      pegwatch judge add "Ruth Lee"
      pegwatch judge list
    """


add_list_remove(command, JUDGE, "table", "The table's", "add two with pegwatch judge add NAME")
