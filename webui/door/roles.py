"""Who a visitor is, and what they may do. Every right of the page is one question here, answered on the server.

==========  ==================================================================================================
guest       looks, as the reveal policy allows the public
player      knows the table's code; speaks for one seat; in a game without sanction corrects cards and begins games
screen      the table's own screen (a browser on the machine itself, unless guests come from there too, or a tablet
            that came in as both players): a player of both seats; sees the code
judge       came in with name and PIN; sits at the judge desk and nowhere else
keeper      came in with the keeper's PIN: sets the table up; where no keeper has a PIN, the screen is the keeper
==========  ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask import Request

from firmware.box.addresses import is_loopback
from webui.crossorigin import is_foreign
from webui.door.accounts import KEEPER, Accounts
from webui.door.forwarded import is_forwarded
from webui.door.guesslimit import Guesses
from webui.door.sessions import BOTH, Sessions
from webui.door.tablecode import TableCode
from webui.guard import COOKIE, name_of

ACCOUNTS_FILE: Final = "accounts.json"
CODE_FILE: Final = "table-code.json"
VISITORS_FILE: Final = "visitors.json"


@dataclass(frozen=True, slots=True)
class Who:
    """What a visitor is at this moment."""

    seats: tuple[str, ...] = ()
    screen: bool = False
    judges: tuple[str, ...] = ()
    keeper: bool = False

    @property
    def plays(self) -> bool:
        """Whether the visitor speaks for a seat."""
        return bool(self.seats)

    @property
    def label(self) -> str:
        """How a correction names the one who made it: a seat, ``both`` (the table's own screen) or ``keeper``."""
        return (
            "both" if self.screen else self.seats[0] if self.seats else "keeper" if self.keeper else "guest"
        )

    def may_speak(self, side: object) -> bool:
        """Say something in the name of a side: in doubles either partner may (ACC App. B, table talk)."""
        return side in self.seats

    def may_correct(self, sanctioned: bool) -> bool:
        """Enter what the device did not see. In a sanctioned game this is the judges' business, by a call."""
        return (self.plays or self.keeper) and not sanctioned

    def may_begin(self, ends_sanctioned: bool) -> bool:
        """Begin a game; a sanctioned game in progress is ended by the keeper or the table's own screen only."""
        return self.keeper or self.screen or (self.plays and not ends_sanctioned)

    @property
    def may_set_up(self) -> bool:
        """Use the workshop and change the table's settings."""
        return self.keeper

    @property
    def may_see_code(self) -> bool:
        """See the table's code: those who sit there."""
        return self.screen or self.plays or self.keeper


class Door:
    """Everything that decides who somebody is: one for each page."""

    def __init__(
        self, accounts: Accounts, code: TableCode, sessions: Sessions, trust_loopback: bool = True
    ) -> None:
        self.accounts = accounts
        self.code = code
        self.sessions = sessions
        self.guesses = Guesses()
        self._trust_loopback = trust_loopback

    def who(self, request: Request) -> Who:
        """The visitor behind a request; a page of another origin is a guest in any browser."""
        if is_foreign(request):
            return Who()
        grant = self.sessions.of(request.cookies.get(COOKIE, ""), self.code.read())
        local = self._trust_loopback and is_local(request)
        screen = local or grant.seat == BOTH
        seats = ("A", "B", "C") if screen else (grant.seat,) if grant.seat else ()
        judges = tuple(name for name in grant.judges if self.accounts.find("judge", name) is not None)
        has_keeper = bool(self.accounts.names(KEEPER))
        keeper = (
            self.accounts.find(KEEPER, grant.keeper) is not None
            if grant.keeper
            else screen and not has_keeper
        )
        return Who(seats, screen, judges, keeper)


def open_door(data: Path | None, trust_loopback: bool = True) -> Door:
    """The door of the table with this data folder; in memory only where there is none."""

    def file(name: str) -> Path | None:
        return None if data is None else data / name

    accounts, code, sessions = file(ACCOUNTS_FILE), file(CODE_FILE), file(VISITORS_FILE)
    return Door(Accounts(accounts), TableCode(code), Sessions(sessions), trust_loopback)


def is_local(request: Request) -> bool:
    """Whether a request comes from a browser on this very machine, and from no proxy that speaks for others.

    A proxy may pass on nothing but the name its guests call the table by, so only ``localhost`` counts.
    """
    if is_forwarded(request) or not is_loopback(request.remote_addr or ""):
        return False
    name = name_of(request.host)
    return name == "localhost" or is_loopback(name)
