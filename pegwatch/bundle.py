"""The support bundle: one archive with what a helper needs to know, and nothing that is nobody's business.

Never in it: keys, codes, PINs, accounts. Only when asked for: pictures of the table, and players' names (else every
name that the journal knows is written as *Player A* or *Player B*).
"""

from __future__ import annotations

import html
import json
import platform
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from importlib.metadata import distributions
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import quote, quote_plus

from firmware.box.errors import BoxError, DamagedRecord
from firmware.box.gamelog import game_log
from firmware.box.settings import SettingsError, load
from firmware.box.settings_text import show
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.places import Places
from pegwatch.version import VERSION

_TAIL: Final = 200_000  # bytes of a log
_LINES: Final = 5000
_ASKED_S: Final = 30.0
_SERVICES: Final = ("prepare", "board", "eye", "web", "uplink", "backup", "update", "hub")
_STATE: Final = ("plan.json", "board.json", "workshop.json")
_GAMES: Final = 3
_PICTURES: Final = "*.jpg"
_ESCAPES: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: repr(text)[1:-1],
    lambda text: html.escape(text),
    lambda text: quote(text, errors="replace"),
    lambda text: quote(text, safe="", errors="replace"),
    lambda text: quote_plus(text, errors="replace"),
)
"""How text is written within other text: in JSON, by Python, on pages and in addresses."""
_ESCAPED_TIMES: Final = 3

Part = tuple[str, str | bytes]
"""A file of the bundle: its name and what is in it."""


def write_bundle(
    target: IO[bytes], places: Places, findings: Iterable[Mapping[str, Any]], *, pictures: bool, names: bool
) -> list[str]:
    """Write the archive; the names of the files in it. `findings` are the doctor's."""
    parts = list(_parts(places, findings))
    without = _finder({} if names else _names(places))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            if isinstance(content, str):  # backslashes where a folder's name is no UTF-8
                content = without(content).encode("utf-8", "backslashreplace")
            archive.writestr(name, content)
        if pictures:
            for picture in sorted(places.run.rglob(_PICTURES)):
                archive.write(picture, f"pictures/{picture.relative_to(places.run)}")
        return archive.namelist()


def _parts(places: Places, findings: Iterable[Mapping[str, Any]]) -> Iterator[Part]:
    yield "doctor.jsonl", "".join(json.dumps(finding, ensure_ascii=False) + "\n" for finding in findings)
    yield "system.json", json.dumps(_system(), indent=1)
    yield "settings.toml", _settings()
    for name in _STATE:
        path = places.run / name
        if path.is_file():
            yield f"run/{name}", path.read_text(encoding="utf-8", errors="replace")
    for path in sorted(places.run.glob("*.log*")):
        yield f"logs/{path.name}", _tail(path.read_bytes()).decode("utf-8", "replace")
    yield from _told_to_systemd()
    yield from _journal(places)


def _told_to_systemd() -> Iterator[Part]:
    """What the services of an installed table said: systemd keeps it, and lets those see it who may."""
    program = shutil.which("journalctl")
    for name in _SERVICES if program is not None else ():
        words = [program or "", "--quiet", "--no-pager", "--output=short-iso", f"--lines={_LINES}"]
        try:
            done = subprocess.run(
                [*words, f"--unit=pegwatch-{name}.service"],
                capture_output=True,
                check=False,
                timeout=_ASKED_S,
            )
        except (OSError, subprocess.TimeoutExpired):
            return
        if done.stdout.strip():
            yield f"logs/pegwatch-{name}.service.log", _tail(done.stdout).decode("utf-8", "replace")


def _tail(log: bytes) -> bytes:
    """The end of a log, from the beginning of a line: half a name would be found by nobody."""
    return log if len(log) <= _TAIL else log[-_TAIL:].partition(b"\n")[2]


def _system() -> dict[str, Any]:
    release = Path("/etc/os-release")
    model = Path("/proc/device-tree/model")
    return {
        "pegwatch": VERSION,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "kernel": platform.release(),
        "system": release.read_text(encoding="utf-8").splitlines() if release.is_file() else [],
        "model": model.read_text(encoding="utf-8").strip("\0") if model.is_file() else "",
        "packages": sorted(f"{one.name} {one.version}" for one in distributions()),
    }


def _settings() -> str:
    try:
        return show(load(), changed=True)
    except SettingsError as error:
        return f"# {error}\n"


def _journal(places: Places) -> Iterator[Part]:
    """What is wrong with the journal, and its last games as table logs."""
    try:
        with closing(SqliteJournal(places.journal, read_only=True)) as journal:
            games = [info.game for info in journal.games()]
            about = {"events": journal.last(), "games": len(games), "wrong": journal.check()}
            yield "journal/about.json", json.dumps(about)
            for game in games[-_GAMES:]:
                try:
                    text = "".join(line + "\n" for line in game_log(journal.events(game=game)))
                except DamagedRecord as error:
                    text = f"{error}\n"
                yield f"journal/game-{game}.jsonl", text
    except BoxError as error:
        yield "journal/error.txt", f"{error}\n"


def _names(places: Places) -> dict[str, str]:
    """Every player's name that the journal knows, with what stands for it."""
    found: dict[str, str] = {}
    try:
        with closing(SqliteJournal(places.journal, read_only=True)) as journal:
            for info in journal.games():
                for seat, name in info.header.get("players", {}).items():
                    if name:
                        found[str(name)] = f"Player {seat}"
    except BoxError:
        pass
    return found


def _finder(names: Mapping[str, str]) -> Callable[[str], str]:
    """What replaces every name in a text, in whatever form it stands there, where it is a word of its own."""
    stands_for = {form: names[name] for name in names for form in _forms(name)}
    if not stands_for:
        return lambda text: text
    longest_first = sorted(stands_for, key=len, reverse=True)
    finds = re.compile("|".join(_as_word(form) for form in longest_first))
    return lambda text: finds.sub(lambda found: stands_for[found[0]], text)


def _forms(name: str) -> set[str]:
    """How a name may be written: as it is, and escaped as often as a log of JSON in JSON does it."""
    forms = {name}
    for _ in range(_ESCAPED_TIMES):
        forms |= {escaped(form) for form in forms for escaped in _ESCAPES}
    return forms


def _as_word(form: str) -> str:
    """A pattern of the form that does not begin or end within a word; an escape before it is no letter of one."""
    begin = r"(?:(?<!\w)|(?<=\\[bfnrt])|(?<=\\u[\da-fA-F]{4})|(?<=\\x[\da-fA-F]{2})|(?<=%[\da-fA-F]{2}))"
    end = r"(?!\w)"
    is_word = re.compile(r"\w").match
    return (begin if is_word(form[0]) else "") + re.escape(form) + (end if is_word(form[-1]) else "")
