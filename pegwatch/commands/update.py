"""`pegwatch update`: another version on a table that was installed as an appliance, and the way back."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import click

from firmware.box.settings import load
from pegwatch.answering import answers
from pegwatch.checks import UNITS
from pegwatch.failure import PegwatchError
from pegwatch.turning import Turner

OPT: Final = Path("/opt/pegwatch")
DATA: Final = Path("/var/lib/pegwatch")
_UNITS_OF_THE_SYSTEM: Final = Path("/etc/systemd/system")
_WRAPPER: Final = "/usr/local/bin/pegwatch"
_TABLE: Final = "pegwatch.target"
_HUB: Final = "pegwatch-hub.service"


@click.command("update")
@click.argument("archive", metavar="[ARCHIVE]", required=False)
@click.option(
    "--sha256", metavar="SUM", help="The archive's sum, where no file ARCHIVE.sha256 lies beside it."
)
@click.option("--back", is_flag=True, help="Go back to the version before this one.")
@click.option("--recover", is_flag=True, hidden=True, help="Run before the table starts.")
@click.option("--prove", is_flag=True, hidden=True, help="Run by the installer from the new version.")
@click.option("--turn", metavar="DIR", hidden=True, help="Run by the installer.")
@click.option("--start/--no-start", default=True, hidden=True)
def command(
    archive: str | None,
    sha256: str | None,
    back: bool,
    recover: bool,
    prove: bool,
    turn: str | None,
    start: bool,
) -> None:
    """Update this table from a release's archive (pegwatch-VERSION.tar.gz), or go back.

    The new version is installed beside the one that runs and tried on a copy of the journal; then it takes
    over, and has to run and answer for a while. If it does not, the old one runs again. Needs root.

    \b
      sudo pegwatch update pegwatch-1.2.3.tar.gz
      sudo pegwatch update --back
    """
    if prove:
        from pegwatch.proving import prove as show

        show(DATA / "journal.sqlite")
        return
    if os.geteuid() != 0:
        raise PegwatchError("this needs root: run sudo pegwatch update")
    turner = Turner(OPT, DATA / "journal.sqlite", _runs(start), lambda line: click.echo(line, err=True))
    if recover:
        turner.recover()
    elif turn is not None:
        turner.turn(Path(turn))
    elif back:
        before = turner.previous()
        turner.back()
        click.echo(f"{before.name if before else 'The version before'} runs again.")
    elif archive is not None:
        sys.exit(_install(Path(archive), sha256))
    else:
        raise PegwatchError(
            "name the archive of a release (pegwatch update pegwatch-1.2.3.tar.gz), or say --back"
        )


def unpacked(archive: Path, sha256: str | None, folder: Path) -> Path:
    """Unpack an archive whose sum is right into a folder; the sources in it. `PegwatchError` says what is
    wrong with it."""
    beside = archive.with_name(archive.name + ".sha256")
    try:
        wanted = sha256 or beside.read_text(encoding="ascii").split()[0]
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
    except (OSError, UnicodeDecodeError, IndexError) as error:
        name = getattr(error, "filename", None) or beside
        raise PegwatchError(
            f"cannot read {name}: give the archive and {beside.name} beside it, or --sha256 SUM"
        ) from error
    if found != wanted.lower():
        raise PegwatchError(f"{archive} is not what was released (its sum is {found}): fetch it again")
    folder.mkdir(exist_ok=True)
    # tar itself: it lets nothing out of the folder, and Python's own filter for that is not in every Python 3.11.
    done = subprocess.run(
        ["tar", "--no-same-owner", "-xzf", str(archive), "-C", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise PegwatchError(f"{archive} cannot be unpacked ({done.stderr.splitlines()[0]}): fetch it again")
    for installer in folder.glob("*/install/pegwatch-install"):
        return installer.parents[1]
    raise PegwatchError(f"{archive} holds no Pegwatch: give the archive of a release")


def _install(archive: Path, sha256: str | None) -> int:
    with tempfile.TemporaryDirectory(prefix="pegwatch-update-") as folder:
        sources = unpacked(archive, sha256, Path(folder))
        return subprocess.run(["bash", str(sources / "install/pegwatch-install")], check=False).returncode


def _runs(start: bool) -> Systemd | Nothing:
    return Systemd(start) if Path("/run/systemd/system").is_dir() else Nothing()


class Nothing:
    """A system that is not running (an image being made): nothing to stop, to start or to ask."""

    def lay(self, version: Path) -> None:
        """The units of a version, for when the system starts."""
        for unit in (version / "share/systemd").glob("pegwatch*"):
            if unit.suffix in (".service", ".socket", ".target", ".timer", ".slice"):
                shutil.copyfile(unit, _UNITS_OF_THE_SYSTEM / unit.name)

    def stop(self) -> None:
        """Nothing runs."""

    def start(self) -> None:
        """Nothing can be started."""

    def amiss(self) -> str:
        """Nothing can be asked."""
        return ""


class Systemd(Nothing):
    """The table's services. What ran before an update has to run after it, and nothing else: a Pi without a camera
    may be updated."""

    def __init__(self, start: bool) -> None:
        self._start = start
        self._port = load().settings.page.port
        self._ran: tuple[str, ...] | None = None
        self._answered = False

    def lay(self, version: Path) -> None:
        """The units of a version."""
        super().lay(version)
        _systemctl("daemon-reload")

    def stop(self) -> None:
        """Table and hub; what ran the first time it was asked is remembered."""
        if self._ran is None:
            self._ran = tuple(unit for unit in (*UNITS, _HUB) if _is_active(unit))
            self._answered = answers("127.0.0.1", self._port)
        _systemctl("stop", _TABLE, "pegwatch-prepare.service", _HUB)

    def start(self) -> None:
        """What is enabled."""
        if self._start:
            hub = (
                [_HUB]
                if subprocess.run(["systemctl", "is-enabled", "--quiet", _HUB], check=False).returncode == 0
                else []
            )
            _systemctl("start", "--no-block", _TABLE, *hub)

    def amiss(self) -> str:
        """The first thing that ran before and does not now."""
        if not self._start:
            return ""
        for unit in self._ran or ():
            if not _is_active(unit):
                return f"{unit} does not run"
        if self._answered and not answers("127.0.0.1", self._port):
            return "the page does not answer"
        if not (DATA / "journal.sqlite").exists():
            return ""
        checked = subprocess.run([_WRAPPER, "journal", "check"], capture_output=True, text=True, check=False)
        return (
            ""
            if checked.returncode == 0
            else (checked.stderr.strip().splitlines() or ["the journal is not sound"])[0]
        )


def _is_active(unit: str) -> bool:
    return subprocess.run(["systemctl", "is-active", "--quiet", unit], check=False).returncode == 0


def _systemctl(*words: str) -> None:
    subprocess.run(["systemctl", *words], check=False, stderr=subprocess.DEVNULL)
