"""The settings of a table: one TOML file, every key with its meaning, its default and what it may be.

A new setting is one field in one of the sections of `firmware.box.sections`: decoding, the override by the
environment (``PEGWATCH_SECTION_KEY``), `pegwatch config show` and the sample ``docs/pegwatch.toml`` follow from it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from firmware.box.errors import BoxError
from firmware.box.sections import (
    LONGEST,
    BackupSettings,
    BoardSettings,
    ClubSettings,
    EyeSettings,
    LogSettings,
    PageSettings,
    TableSettings,
)
from firmware.box.shapes import NotToml, Unfit, brief, fitted, from_toml, printable, shown, text_of

SYSTEM_FILE: Final = Path("/etc/pegwatch/pegwatch.toml")
ENV: Final = "PEGWATCH_"
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
    """Settings from their dictionaries, as `dataclasses.asdict` makes them; `Unfit` where they are none."""
    return fitted(body, Settings)


SECTIONS: Final[Mapping[str, type]] = {
    spec.name: type(getattr(Settings(), spec.name)) for spec in fields(Settings)
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and where each value that was given came from: ``section.key`` -> file and line, or variable."""

    settings: Settings
    sources: Mapping[str, str]


def settings_file(env: Mapping[str, str] = os.environ) -> Path:
    """The file that counts: PEGWATCH_CONFIG, else the user's own, else the system's. Where none is, the own."""
    named = env.get(f"{ENV}CONFIG")
    if named:
        return Path(named)
    own = Path(env.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "pegwatch" / "pegwatch.toml"
    return own if _is_there(own) or not _is_there(SYSTEM_FILE) else SYSTEM_FILE


def _is_there(path: Path) -> bool:
    """Whether there is a file that this user could read, or a folder in its place; one that is closed to it holds
    none."""
    try:
        return path.is_file() or path.is_dir()
    except OSError:
        return False


def load(env: Mapping[str, str] = os.environ) -> Loaded:
    """The settings that are in force; `SettingsError` names the first thing that is wrong."""
    path = settings_file(env)
    if not _is_there(path):
        if env.get(f"{ENV}CONFIG"):
            raise SettingsError(f"there is no settings file {path}: fix PEGWATCH_CONFIG, or write the file")
        return _combine({}, env)
    if path.is_dir():
        raise SettingsError(f"the settings {path} are a folder: move it away, and write a file of that name")
    try:
        text = text_of(path, _MOST_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read the settings {path}: {error}") from error
    if text is None:
        raise SettingsError(
            f"{path}: longer than {_MOST_BYTES} characters: no settings are; is this another file?"
        )
    return _combine(_from_text(text, path), env)


Values = dict[tuple[str, str], tuple[Any, str]]
"""(section, key) -> value, and where it came from."""


def _combine(found: Values, env: Mapping[str, str]) -> Loaded:
    found = found | dict(_from_env(env))
    body: dict[str, dict[str, Any]] = {}
    for (section, name), (value, _) in found.items():
        body.setdefault(section, {})[name] = value
    return Loaded(
        fitted(body, Settings), {f"{of}.{name}": source for (of, name), (_, source) in found.items()}
    )


def _from_text(text: str, path: Path) -> Values:
    try:
        body = from_toml(text)
    except NotToml as error:
        raise SettingsError(f"{path}: {error}") from error
    try:
        fitted(body, Settings)
    except Unfit as error:
        where = f"{path}, line {_line_of(text, *map(str, (*error.at, error.key)[:2]))}"
        raise SettingsError(f"{where}: {_said(error)}") from error
    return {
        (section, name): (value, f"{path}, line {_line_of(text, section, name)}")
        for section, values in body.items()
        for name, value in values.items()
    }


def _from_env(env: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], tuple[Any, str]]]:
    for variable, text in sorted(env.items()):
        section, _, name = variable.removeprefix(ENV).lower().partition("_")
        if not variable.startswith(ENV) or not name:
            continue
        if section not in SECTIONS and not get_close_matches(section, SECTIONS, n=1, cutoff=0.7):
            continue  # PEGWATCH_DATA and the like are no settings
        try:
            told = fitted({section: {name: _TRUTH.get(text.lower(), text)}}, Settings, as_text=True)
        except Unfit as error:
            raise SettingsError(f"""{variable}: {_said(error, "'{}'")}""") from error
        yield (section, name), (getattr(getattr(told, section), name), variable)


_TRUTH: Final = {"yes": "true", "no": "false"}


def _said(wrong: Unfit, section_form: str = "[{}]") -> str:
    """What is wrong with a setting, and what is right."""
    if not wrong.at and wrong.fault == "unknown":
        section = section_form.format(printable(wrong.key))
        return f"there is no section {section}; {wrong.hint(form='[{}]')}"
    if not wrong.at:
        return wrong.line()
    section, name, value = str(wrong.at[0]), str(wrong.key), brief(wrong.value)
    match wrong.fault:
        case "unknown":
            hint = wrong.hint()
            hint += "" if hint.startswith("did") else f" in [{section}]"
            return f"[{section}] has no key {name!r:.40}; {hint}"
        case "choice":
            return f"{name} = {value}; {wrong.hint('it may be')}"
        case "range":
            return f"{name} = {value}: it must lie {wrong.right}"
        case "text":
            return f"{name} = {value}: a text of one line is expected, at most {LONGEST} characters"
        case "kind":
            default = getattr(getattr(Settings(), section), name)
            return f"{name} = {value}: {wrong.right} is expected, like {shown(default)}"
        case _:
            return f"{name} = {value}: {wrong.right}"


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
