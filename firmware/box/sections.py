"""The keys of the settings, section by section: what each means, its default and what it may be.

A new setting is one field here, made with `key`; reading, checking, the override by the environment and the sample
file follow from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cribbage.profiles import PROFILES
from firmware.box.addresses import (
    why_no_broker,
    why_no_host,
    why_no_hosts,
    why_no_origins,
    why_no_proxies,
    why_no_table,
    why_no_web_address,
)
from firmware.box.pictures import DEFAULT_BUDGET_MB


def key(
    default: Any,
    about: str,
    *,
    choices: tuple[str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    why_not: Callable[[str], str] | None = None,
) -> Any:
    """A setting: its default, what it means, and what it may be: `choices`, a number from `low` to `high`, or a text
    of which `why_not` says what is wrong with it ("": nothing)."""
    limits = {"choices": choices, "low": low, "high": high, "why_not": why_not}
    return field(default=default, metadata={"about": about, **limits})


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table and its games."""

    name: str = key("Table 1", "What the table is called on its page.")
    mode: str = key("club", "Mode offered first for a new game.", choices=("sanctioned", "club", "teaching"))
    profile: str = key("acc-2025", "Rule set offered first for a new game.", choices=tuple(PROFILES))
    player_a: str = key("", "Name offered for the first player of a new game.")
    player_b: str = key("", "Name offered for the second player of a new game.")
    alerts: str = key(
        "at-once",
        "When club mode says that too much was pegged: as the peg is let go, or when its window closes.",
        choices=("at-once", "after-window"),
    )
    board: str = key("longboard", "Name or file of the board's hole map.")


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The page."""

    host: str = key(
        "0.0.0.0", "Address the page listens on; 127.0.0.1 is this machine only.", why_not=why_no_host
    )
    port: int = key(8080, "Port of the page.", low=1, high=65535)
    language: str = key(
        "auto", "Language of the page; auto follows each browser.", choices=("auto", "en", "fr")
    )
    hosts: str = key(
        "", "Further names the page may be called by, with commas between.", why_not=why_no_hosts
    )
    address: str = key(
        "",
        "Address that guests are told where a proxy stands in front: https://table.club.example, for example.",
        why_not=why_no_web_address,
    )
    proxies: str = key(
        "",
        "Addresses of the proxies whose word is taken for who their guests are, with commas between: 127.0.0.1.",
        why_not=why_no_proxies,
    )
    screen: bool = key(
        True,
        "A browser on this machine is the table's own screen; never where address or proxies are set.",
    )
    readers: str = key(
        "",
        "Origins whose pages may read the table's public view, with commas between: https://club.example; * is any.",
        why_not=why_no_origins,
    )

    @property
    def has_own_screen(self) -> bool:
        """Whether a browser on this machine may be the table's own screen: not where guests come from here too."""
        return self.screen and not self.address and not self.proxies


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """The camera and the reader."""

    cards: str = key(
        "camera",
        "By what cards are read: the camera, or by nobody; then only the pegs are followed.",
        choices=("camera", "none"),
    )
    camera: int = key(0, "Number of the camera, as rpicam-hello --list-cameras counts.", low=0, high=3)
    mains: str = key(
        "60", "Hz of the mains: the exposure keeps in step with its lamps; off: with none.",
        choices=("50", "60", "off"),
    )  # fmt: skip
    threads: int = key(2, "Threads of the reader: of a Pi's four cores the board needs one.", low=1, high=4)
    layout: str = key(
        "", "File with the places of the cards and the board's markers, in mm; empty: as on the long board."
    )
    recording: str = key(
        "", "File recorded by pegwatch camera, played instead of the camera; empty: the camera."
    )
    pictures_mb: int = key(
        DEFAULT_BUDGET_MB, "MB of disk for the pictures kept of readings; 0 keeps none.", low=0, high=100_000
    )


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board and its pegs."""

    pegs: str = key(
        "sensors",
        "By what pegs are read: contacts in the holes, or the camera.",
        choices=("sensors", "camera"),
    )
    holes: str = key(
        "",
        "Where the camera reads them: the board's file, made by pegwatch board learn, its picture beside it.",
    )


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """Copies of the journal."""

    folder: str = key("", "Folder of the backups, on a stick for example; empty: backups in the data folder.")
    keep: int = key(5, "Keep so many.", low=1, high=1000)
    every_h: float = key(
        6.0, "Hours from one backup to the next while a table runs; 0 makes none.", low=0, high=720
    )


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """The club's hub, where the table has one."""

    broker: str = key(
        "",
        "The club's broker, mqtts://host or mqtt://host; empty: the table stands alone.",
        why_not=why_no_broker,
    )
    table: str = key(
        "1", "Number or name of the table in the club: letters, digits, - and _.", why_not=why_no_table
    )
    user: str = key("", "Who the table is to the broker; empty: the same as its number.")
    password_file: str = key("", "The file with that user's password.")
    ca: str = key("", "The certificate the broker's own is signed with; empty: those the system trusts.")


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What the processes write down about themselves."""

    level: str = key("info", "From which gravity on.", choices=("debug", "info", "warning", "error"))
    kb: int = key(512, "A log file is begun again when it has grown to so many kB.", low=16, high=100_000)
    keep: int = key(3, "Keep so many older ones of each process.", low=0, high=100)
