"""The settings as declared shapes, section by section: what each key means, its default and what it may be.

A new setting is one field here; decoding, what is said of a wrong one, the override by the environment and the sample
file follow from it (`firmware.box.shapes`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from msgspec import Meta

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

LONGEST: Final = 500
"""Characters of a text."""


def about(means: str, *, low: float | None = None, high: float | None = None) -> Meta:
    """What a number or a choice means, and between what it lies."""
    return Meta(description=means, ge=low, le=high)


def text(means: str, *, why_not: Callable[[str], str] | None = None, choices: tuple[str, ...] = ()) -> Meta:
    """What a text means; it may be one of `choices`, and `why_not` says what is wrong with it ("": nothing)."""
    return Meta(description=means, max_length=LONGEST, extra={"why_not": why_not, "choices": choices})


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table and its games."""

    name: Annotated[str, text("What the table is called on its page.")] = "Table 1"
    mode: Annotated[
        Literal["sanctioned", "club", "teaching"], about("Mode offered first for a new game.")
    ] = "club"
    profile: Annotated[str, text("Rule set offered first for a new game.", choices=tuple(PROFILES))] = (
        "acc-2025"
    )
    player_a: Annotated[str, text("Name offered for the first player of a new game.")] = ""
    player_b: Annotated[str, text("Name offered for the second player of a new game.")] = ""
    alerts: Annotated[
        Literal["at-once", "after-window"],
        about(
            "When club mode says that too much was pegged: as the peg is let go, or when its window closes."
        ),
    ] = "at-once"
    board: Annotated[str, text("Name or file of the board's hole map.")] = "longboard-hall"


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The page."""

    host: Annotated[
        str, text("Address the page listens on; 127.0.0.1 is this machine only.", why_not=why_no_host)
    ] = "0.0.0.0"
    port: Annotated[int, about("Port of the page.", low=1, high=65535)] = 8080
    language: Annotated[
        Literal["auto", "en", "fr"], about("Language of the page; auto follows each browser.")
    ] = "auto"
    hosts: Annotated[
        str, text("Further names the page may be called by, with commas between.", why_not=why_no_hosts)
    ] = ""
    address: Annotated[
        str,
        text(
            "Address that guests are told where a proxy stands in front: https://table.club.example, for example.",
            why_not=why_no_web_address,
        ),
    ] = ""
    proxies: Annotated[
        str,
        text(
            "Addresses of the proxies whose word is taken for who their guests are, with commas between: 127.0.0.1.",
            why_not=why_no_proxies,
        ),
    ] = ""
    screen: Annotated[
        bool,
        about("A browser on this machine is the table's own screen; never where address or proxies are set."),
    ] = True
    readers: Annotated[
        str,
        text(
            "Origins whose pages may read the table's public view, with commas between; * is any.",
            why_not=why_no_origins,
        ),
    ] = ""

    @property
    def has_own_screen(self) -> bool:
        """Whether a browser on this machine may be the table's own screen: not where guests come from here too."""
        return self.screen and not self.address and not self.proxies


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """The camera and the reader."""

    cards: Annotated[
        Literal["camera", "none"],
        about("What reads the cards: the camera, or nobody; then only the pegs are followed."),
    ] = "camera"
    camera: Annotated[
        int, about("Number of the camera, as rpicam-hello --list-cameras counts.", low=0, high=3)
    ] = 0
    mains: Annotated[
        Literal["50", "60", "off"],
        about("Hz of the mains: the exposure keeps in step with its lamps; off: with none."),
    ] = "60"
    threads: Annotated[
        int, about("Threads of the reader: of a Pi's four cores the board needs one.", low=1, high=4)
    ] = 2
    engine: Annotated[
        Literal["auto", "onnxruntime", "opencv"],
        about(
            "What computes the reader's networks: auto takes onnxruntime where it is there, which is faster."
        ),
    ] = "auto"
    layout: Annotated[
        str,
        text(
            "File with the places of the cards and the board's markers, in mm; empty: as on the long board."
        ),
    ] = ""
    recording: Annotated[
        str, text("File recorded by pegwatch camera, played instead of the camera; empty: the camera.")
    ] = ""
    pictures_mb: Annotated[
        int, about("MB of disk for the pictures kept of readings; 0 keeps none.", low=0, high=100_000)
    ] = DEFAULT_BUDGET_MB


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board and its pegs."""

    pegs: Annotated[
        Literal["sensors", "camera", "both", "none"],
        about(
            "What reads the pegs: contacts in the holes, the camera, both, or nobody; then scores are tapped."
        ),
    ] = "sensors"
    holes: Annotated[
        str,
        text(
            "Where the camera reads them: the board's file, made by pegwatch board learn, its picture beside it."
        ),
    ] = ""
    sanctioned: Annotated[
        bool, about("Sanctioned games may be played although the camera reads the pegs.")
    ] = False


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """Copies of the journal."""

    folder: Annotated[
        str, text("Folder of the backups, on a stick for example; empty: backups in the data folder.")
    ] = ""
    keep: Annotated[int, about("How many copies to keep.", low=1, high=1000)] = 5
    every_h: Annotated[
        float, about("Hours from one backup to the next while a table runs; 0 makes none.", low=0, high=720)
    ] = 6.0


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """The club's hub, where the table has one."""

    broker: Annotated[
        str,
        text(
            "The club's broker, mqtts://host or mqtt://host; empty: the table stands alone.",
            why_not=why_no_broker,
        ),
    ] = ""
    table: Annotated[
        str, text("Number or name of the table in the club: letters, digits, - and _.", why_not=why_no_table)
    ] = "1"
    user: Annotated[str, text("The table's user name at the broker; empty: the same as its number.")] = ""
    password_file: Annotated[str, text("The file with that user's password.")] = ""
    ca: Annotated[
        str, text("The certificate the broker's own is signed with; empty: those the system trusts.")
    ] = ""


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What the processes write down about themselves."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], about("The lowest severity that is logged.")
    ] = "info"
    kb: Annotated[int, about("The size in kB at which a new log file is begun.", low=16, high=100_000)] = 512
    keep: Annotated[int, about("How many older log files of each process to keep.", low=0, high=100)] = 3
