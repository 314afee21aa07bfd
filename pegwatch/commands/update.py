"""`pegwatch update`: another version on a table that was installed as an appliance, and the way back."""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from firmware.box.errors import BoxError
from firmware.box.pulse import Pulse
from firmware.box.settings import load
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.updatedoor import FOLDERS, OPT, is_game_on
from pegwatch.checks import UNITS
from pegwatch.failure import PegwatchError
from pegwatch.outfile import put_durably
from pegwatch.pagecheck import answers
from pegwatch.releases import is_older, order_of
from pegwatch.switching import LIMIT_S, Switcher

DATA: Final = Path("/var/lib/pegwatch")
RUN: Final = Path("/run/pegwatch")
_UNITS_OF_THE_SYSTEM: Final = Path("/etc/systemd/system")
_WRAPPER: Final = "/usr/local/bin/pegwatch"
_TABLE: Final = "pegwatch.target"
_GAME_ON: Final = 3
_HUB: Final = "pegwatch-hub.service"
_UPLINK: Final = "pegwatch-uplink.service"
_VERSION_LINE: Final = re.compile(r'^version = "([^"\n]*)"$', re.MULTILINE)
_ARCHIVE_NAME: Final = re.compile(r"pegwatch-([0-9].*)\.tar\.gz")


@click.command("update")
@click.argument("archive", metavar="[ARCHIVE]", required=False)
@click.option(
    "--sha256", metavar="SUM", help="The archive's sum, where no file ARCHIVE.sha256 lies beside it."
)
@click.option("--back", is_flag=True, help="Go back to the version before this one.")
@click.option("--recover", is_flag=True, hidden=True, help="Run before the table starts.")
@click.option("--prove", is_flag=True, hidden=True, help="Run by the installer from the new version.")
@click.option(
    "--within", type=float, envvar="PROOF_S", hidden=True, help="How long it may take to be well, s."
)
@click.option("--turn", metavar="DIR", hidden=True, help="Run by the installer.")
@click.option("--take", is_flag=True, hidden=True, help="Run where the page has asked for an update.")
@click.option("--between-games", is_flag=True, hidden=True, help="Switch only where no game is on.")
@click.option("--game-on", is_flag=True, hidden=True, help="End with 3 where a game is on.")
@click.option("--start/--no-start", default=True, hidden=True)
def command(
    archive: str | None,
    sha256: str | None,
    back: bool,
    recover: bool,
    prove: bool,
    within: float | None,
    turn: str | None,
    take: bool,
    between_games: bool,
    game_on: bool,
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
        from pegwatch.selftest import ANSWERS_WITHIN_S
        from pegwatch.selftest import prove as show

        show(DATA / "journal.sqlite", within or ANSWERS_WITHIN_S)
        return
    if game_on:
        sys.exit(_GAME_ON if _is_game_on(DATA / "journal.sqlite", RUN) else 0)
    if os.geteuid() != 0:
        raise PegwatchError("this needs root: run sudo pegwatch update")
    switcher = Switcher(
        OPT, DATA / "journal.sqlite", _runs(start), lambda line: click.echo(line, err=True), within or LIMIT_S
    )
    if take:
        _take()
        return
    if recover or turn is not None or back:
        if between_games and _asked_whether_on():
            raise PegwatchError("a game has begun meanwhile: the old version runs on; ask again after it")
        with writable():
            _turn(switcher, recover, turn)
    elif archive is not None:
        with writable():
            code = _install(Path(archive), sha256)
        sys.exit(code)
    else:
        raise PegwatchError(
            "name the archive of a release (pegwatch update pegwatch-1.2.3.tar.gz), or say --back"
        )


def _turn(switcher: Switcher, recover: bool, turn: str | None) -> None:
    if recover:
        switcher.recover()
    elif turn is not None:
        switcher.switch(Path(turn))
    else:
        before = switcher.previous()
        switcher.back()
        click.echo(f"{before.name if before else 'The version before'} runs again.")


@contextlib.contextmanager
def writable(root: Path = Path("/"), mount: str = "mount") -> Iterator[None]:
    """Let the system be written to where it is mounted read only (the card's image), and shut it again. One that
    cannot be shut again is said: it is so from the next start on."""
    if not os.statvfs(root).f_flag & os.ST_RDONLY:
        yield
        return
    if subprocess.run([mount, "-o", "remount,rw", str(root)], check=False).returncode:
        raise PegwatchError(f"{root} is read-only and cannot be made writable: nothing was changed")
    try:
        yield
    finally:
        os.sync()
        shut = [mount, "-o", "remount,ro", str(root)]
        if subprocess.run(shut, check=False, stderr=subprocess.DEVNULL).returncode:
            click.echo(f"{root} stays writable until the next start: something of it is still open", err=True)


def _take() -> None:
    """Take what a page has put there. Each step is the same command as by hand, in a process of its own."""
    from pegwatch.rootupdate import RootUpdate

    def run(*words: str) -> str:
        done = subprocess.run(
            [str(OPT / "current/bin/pegwatch"), "update", *words],
            env=os.environ | {"PEGWATCH_BETWEEN_GAMES": "yes"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        click.echo(done.stdout + done.stderr, err=True)
        if done.returncode == 0:
            return ""
        said = [line.removeprefix("Error: ") for line in done.stderr.splitlines() if line.strip()]
        return said[-1] if said else f"it ended with {done.returncode}"

    for folder in FOLDERS:
        RootUpdate(
            folder,
            is_game_on=_asked_whether_on,
            install=lambda archive, wanted: run(str(archive), "--sha256", wanted),
            back=lambda: run("--back", "--between-games"),
            has=lambda: (version_there("current"), version_there("previous")),
        ).take()


def _is_game_on(path: Path, run: Path) -> bool:
    """A journal that cannot be read has none: the update may be just what makes it readable."""
    if not path.exists():
        return False
    quiet_s = math.inf
    if run.is_dir():
        with contextlib.suppress(BoxError), Pulse.open(run) as pulse:
            quiet_s = pulse.quiet_s()
    try:
        with closing(SqliteJournal(path, read_only=True)) as journal:
            return is_game_on(journal, quiet_s=quiet_s)
    except BoxError:
        return False


def _asked_whether_on() -> bool:
    """Asked as the board's user: root reads no database that others write where it need not."""
    board = ["setpriv", "--reuid", "pegwatch-board", "--regid", "pegwatch", "--init-groups", "--reset-env"]
    words = [*board, str(OPT / "current/bin/pegwatch"), "update", "--game-on"]
    return subprocess.run(words, check=False).returncode != 0


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


def version_there(link: str, opt: Path = OPT) -> str:
    """The version that `current` or `previous` names; "" where there is none."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (opt / link / "VERSION").read_text(encoding="utf-8").strip()
    return ""


def check_version(archive: Path, sources: Path, runs: str) -> None:
    """Refuse what is not the version that the archive's name says, and what is older than the one that runs: before
    anything of it is run, its own installer too."""
    project = sources / "pyproject.toml"
    found = _VERSION_LINE.search(project.read_text("utf-8", "replace") if project.is_file() else "")
    version = found[1] if found else ""
    named = _ARCHIVE_NAME.fullmatch(archive.name)
    if not order_of(version) or (named and named[1] != version):
        raise PegwatchError(f"{archive.name} holds version {version or 'unknown'}: fetch it again")
    if runs and is_older(version, runs):
        raise PegwatchError(
            f"version {runs} runs, this is {version}: an older program may not read what a newer one wrote. "
            "The version before is one step away (pegwatch update --back); for another, export with "
            "'pegwatch journal export', uninstall, move the data folder aside, install that one, and import"
        )


def _install(archive: Path, sha256: str | None) -> int:
    with tempfile.TemporaryDirectory(prefix="pegwatch-update-") as folder:
        sources = unpacked(archive, sha256, Path(folder))
        check_version(archive, sources, version_there("current"))
        return subprocess.run(["bash", str(sources / "install/pegwatch-install")], check=False).returncode


def _runs(start: bool) -> Systemd | Nothing:
    return Systemd(start) if Path("/run/systemd/system").is_dir() else Nothing()


class Nothing:
    """A system that is not running (an image being made): nothing to stop, to start or to ask."""

    def lay(self, version: Path) -> None:
        """The units of a version, for when the system starts. Each is there whole whatever happens: systemd takes an
        empty one for a unit that must never run, and then nothing would be left that could go back."""
        for unit in (version / "share/systemd").glob("pegwatch*"):
            if unit.suffix in (".service", ".socket", ".target", ".timer", ".slice", ".path"):
                there, text = _UNITS_OF_THE_SYSTEM / unit.name, unit.read_text(encoding="utf-8")
                if not there.exists() or there.read_text(encoding="utf-8", errors="replace") != text:
                    put_durably(there, text)

    def stop(self) -> None:
        """Nothing runs."""

    def start(self) -> None:
        """Nothing can be started."""

    def what_is_wrong(self) -> str:
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
            self._ran = tuple(unit for unit in (*UNITS, _UPLINK, _HUB) if _is_active(unit))
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

    def what_is_wrong(self) -> str:
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
