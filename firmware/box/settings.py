"""The settings of a table: one TOML file, every key with its meaning, its default and what it may be.

A new setting is one field in one of the sections below, made with `key`: reading, checking, the override by the
environment (``PEGWATCH_SECTION_KEY``), `pegwatch config show` and the sample ``docs/pegwatch.toml`` follow from it.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from cribbage.profiles import PROFILES
from firmware.box.addresses import (
    why_no_broker,
    why_no_host,
    why_no_hosts,
    why_no_proxies,
    why_no_table,
    why_no_web_address,
)
from firmware.box.errors import BoxError
from firmware.box.pictures import DEFAULT_BUDGET_MB

SYSTEM_FILE: Final = Path("/etc/pegwatch/pegwatch.toml")
ENV: Final = "PEGWATCH_"
LONGEST: Final = 500
"""Characters of a text."""
_MOST_BYTES: Final = 100_000


class SettingsError(BoxError):
    """A setting that cannot be: the message names the file, the line, and the nearest right one."""


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

    @property
    def has_own_screen(self) -> bool:
        """Whether a browser on this machine may be the table's own screen: not where guests come from here too."""
        return self.screen and not self.address and not self.proxies


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """The camera and the reader."""

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
    kb: int = key(512, "A log file is begun anew when it has grown to so many kB.", low=16, high=100_000)
    keep: int = key(3, "Keep so many older ones of each process.", low=0, high=100)


@dataclass(frozen=True, slots=True)
class Settings:
    """All of them, by section."""

    table: TableSettings = field(default_factory=TableSettings)
    page: PageSettings = field(default_factory=PageSettings)
    eye: EyeSettings = field(default_factory=EyeSettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    club: ClubSettings = field(default_factory=ClubSettings)
    log: LogSettings = field(default_factory=LogSettings)


def settings_from(body: Mapping[str, Mapping[str, Any]]) -> Settings:
    """Settings from their dictionaries, as `dataclasses.asdict` makes them."""
    return Settings(**{section: SECTIONS[section](**values) for section, values in body.items()})


SECTIONS: Final[Mapping[str, type]] = {
    "table": TableSettings,
    "page": PageSettings,
    "eye": EyeSettings,
    "backup": BackupSettings,
    "club": ClubSettings,
    "log": LogSettings,
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and where each value that was given came from: ``section.key`` -> file and line, or variable."""

    settings: Settings
    sources: Mapping[str, str]


def settings_file(env: Mapping[str, str] = os.environ) -> Path:
    """The file that counts: PEGWATCH_CONFIG, else the system's, else the user's own (which need not exist)."""
    named = env.get(f"{ENV}CONFIG")
    if named:
        return Path(named)
    own = Path(env.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "pegwatch" / "pegwatch.toml"
    return own if _is_there(own) or not _is_there(SYSTEM_FILE) else SYSTEM_FILE


def _is_there(path: Path) -> bool:
    """Whether there is a file that this user could read; a folder that is closed to it holds none."""
    try:
        return path.is_file()
    except OSError:
        return False


def load(env: Mapping[str, str] = os.environ) -> Loaded:
    """The settings that are in force; `SettingsError` names the first thing that is wrong."""
    path = settings_file(env)
    if not _is_there(path):
        if env.get(f"{ENV}CONFIG"):
            raise SettingsError(f"there is no settings file {path}: mend PEGWATCH_CONFIG, or write the file")
        return _combine({}, env)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MOST_BYTES + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read the settings {path}: {error}") from error
    if len(text) > _MOST_BYTES:
        raise SettingsError(
            f"{path}: longer than {_MOST_BYTES} characters: no settings are; mend PEGWATCH_CONFIG"
        )
    return _combine(_from_text(text, path), env)


Values = dict[tuple[str, str], tuple[Any, str]]
"""(section, key) -> value, and where it came from."""


def _combine(found: Values, env: Mapping[str, str]) -> Loaded:
    found = found | dict(_from_env(env))
    made = {
        section: kind(**{name: value for (of, name), (value, _) in found.items() if of == section})
        for section, kind in SECTIONS.items()
    }
    return Loaded(Settings(**made), {f"{of}.{name}": source for (of, name), (_, source) in found.items()})


def _from_text(text: str, path: Path) -> Values:
    try:
        body = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: this is not TOML: {_printable(error)}; text goes in quotes") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: a number or a list in it is larger than any setting") from error
    found: Values = {}
    for section, values in body.items():
        if section not in SECTIONS or not isinstance(values, dict):
            where = f"{path}, line {_line_of(text, section)}"
            raise SettingsError(
                f"{where}: there is no section [{_printable(section)}]; {_nearest(section, SECTIONS, _sections)}"
            )
        for name, value in values.items():
            where = f"{path}, line {_line_of(text, section, name)}"
            found[section, name] = (_checked(section, name, value, where), where)
    return found


def _from_env(env: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], tuple[Any, str]]]:
    for variable, text in sorted(env.items()):
        section, _, name = variable.removeprefix(ENV).lower().partition("_")
        if variable.startswith(ENV) and section in SECTIONS and name:
            value = _checked(section, name, _typed(section, name, text), variable)
            yield (section, name), (value, variable)
        elif variable.startswith(ENV) and name and get_close_matches(section, SECTIONS, n=1, cutoff=0.7):
            raise SettingsError(
                f"{variable}: there is no section {section!r}; {_nearest(section, SECTIONS, _sections)}"
            )


def _typed(section: str, name: str, text: str) -> Any:
    """The text of a variable as what its key wants, or as it is where that cannot be."""
    default = {spec.name: spec.default for spec in fields(SECTIONS[section])}.get(name)
    if isinstance(default, bool):
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
            text.lower(), text
        )
    for kind in (int, float):
        if isinstance(default, int | float):
            try:
                return kind(text)
            except ValueError:
                continue
    return text


def _checked(section: str, name: str, value: Any, where: str) -> Any:
    """The value if it may stand there; else `SettingsError`."""
    known = {spec.name: spec for spec in fields(SECTIONS[section])}
    if name not in known:
        raise SettingsError(
            f"{where}: [{section}] has no key {name!r:.40}; {_nearest(name, known, _keys_of(section))}"
        )
    spec = known[name]
    kind = type(spec.default)
    if kind is float and type(value) is int and abs(value) < _HUGE:
        value = float(value)
    if type(value) is not kind:
        raise SettingsError(
            f"{where}: {name} = {_brief(value)}: {_WANTED[kind]} is expected, like {shown(spec.default)}"
        )
    if isinstance(value, str) and (len(value) > LONGEST or not value.isprintable()):
        raise SettingsError(
            f"{where}: {name} = {_brief(value)}: a text of one line is expected, at most {LONGEST} characters"
        )
    choices = spec.metadata["choices"]
    if choices and str(value) not in choices:
        raise SettingsError(f"{where}: {name} = {_brief(value)}; {_nearest(str(value), choices, _choices)}")
    low, high = spec.metadata["low"], spec.metadata["high"]
    if low is not None and not low <= value <= high:
        raise SettingsError(f"{where}: {name} = {_brief(value)}: it must lie between {low:g} and {high:g}")
    why_not = spec.metadata["why_not"]
    wrong = why_not(value) if why_not else ""
    if wrong:
        raise SettingsError(f"{where}: {name} = {_brief(value)}: {wrong}")
    return value


_HUGE: Final = 10**40
_SHOWN: Final = 60


def _brief(value: Any) -> str:
    """A value for a message: printable, and no longer than a line bears."""
    if type(value) is int and abs(value) >= _HUGE:
        return "a number without end"
    text = _printable(shown(value))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."


def _printable(value: object) -> str:
    text = str(value)
    return text if text.isprintable() else ascii(text)[1:-1]


_WANTED: Final = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}


def _sections(names: Any) -> str:
    return "there are " + ", ".join(f"[{name}]" for name in names)


def _choices(names: Any) -> str:
    return "it may be " + ", ".join(map(str, names))


def _keys_of(section: str) -> Any:
    return lambda names: f"there are {', '.join(names)} in [{section}]"


def _nearest(wrong: str, right: Any, otherwise: Any) -> str:
    close = get_close_matches(str(wrong), list(right), n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else str(otherwise(right))


def _line_of(text: str, section: str, name: str | None = None) -> int:
    """The line of a section, or of a key in it, counted from 1."""
    inside, found = False, 1
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[\s*\"?([^\]\"]+?)\"?\s*\]", line)
        if head:
            inside = head[1] == section
            found = number if inside else found
        elif re.match(rf"\s*\"?{re.escape(section)}\"?\s*[.=]", line) and not inside and name is None:
            return number
        if inside and name is not None and re.match(rf"\s*\"?{re.escape(name)}\"?\s*=", line):
            return number
        if name is not None and re.match(rf"\s*{re.escape(section)}\s*\.\s*{re.escape(name)}\s*=", line):
            return number
    return found


def shown(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return str(value)
