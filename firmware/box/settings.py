"""The settings of a table: one TOML file, every key with its meaning, its default and what it may be.

A new setting is one field in one of the sections of `firmware.box.sections`: reading, checking, the override by the
environment (``PEGWATCH_SECTION_KEY``), `pegwatch config show` and the sample ``docs/pegwatch.toml`` follow from it.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from firmware.box.errors import BoxError
from firmware.box.sections import (
    BackupSettings,
    BoardSettings,
    ClubSettings,
    EyeSettings,
    LogSettings,
    PageSettings,
    TableSettings,
)

SYSTEM_FILE: Final = Path("/etc/pegwatch/pegwatch.toml")
ENV: Final = "PEGWATCH_"
LONGEST: Final = 500
"""Characters of a text."""
_MOST_BYTES: Final = 100_000


class SettingsError(BoxError):
    """A setting that cannot be: the message names the file, the line, and the nearest right one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All of them, by section."""

    table: TableSettings = field(default_factory=TableSettings)
    page: PageSettings = field(default_factory=PageSettings)
    eye: EyeSettings = field(default_factory=EyeSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
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
    "board": BoardSettings,
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
            raise SettingsError(f"there is no settings file {path}: fix PEGWATCH_CONFIG, or write the file")
        return _combine({}, env)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MOST_BYTES + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read the settings {path}: {error}") from error
    if len(text) > _MOST_BYTES:
        raise SettingsError(
            f"{path}: longer than {_MOST_BYTES} characters: no settings are; fix PEGWATCH_CONFIG"
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
