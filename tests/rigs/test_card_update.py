"""Rig E: the card is updated from its page, goes back, turns away what does not work, and is cut in between.

In a container by default; `PEGWATCH_CARD=machine` takes a virtual machine, and so does a card that was made with
`ARCH=arm64` (see test_card.py). `UPDATE_CUTS=12` cuts it so often in the middle of an update.
"""

from __future__ import annotations

import hashlib
import os
import random
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from card_machine import Machine
from card_page import FIRST, Keeper
from card_release import BRINGS, DOES_NOT_RUN, PROVES_NOTHING, ROOT, Packages, Release, Releases, packages
from card_rig import NEEDS, RIGS, Booted, Card, Looked, Moment, can, card, in_a_container, in_a_machine

pytestmark = NEEDS
CUTS: Final = int(os.environ.get("UPDATE_CUTS", "4"))
_MOMENTS: Final[tuple[Moment, ...]] = ("turning", "turned", "proving", "packages")
_PORT: Final = 8099
_ENDED: Final = ("done", "refused")
_IN_PLAY: Final = 12  # events after which the players are at it


_UNITS: Final = "/etc/systemd/system"
_PREPARES: Final = f"{_UNITS}/pegwatch-prepare.service.d/trial.conf"
_PLAYERS: Final = f"{_UNITS}/pegwatch-players.service"
_PLAYED: Final = {
    "/opt/trial/players.py": (ROOT / "install/trial/players.py").read_text(),
    _PLAYERS: (ROOT / "install/image/trial-players.service").read_text(),
    _PREPARES: (
        "[Service]\nEnvironment=GAMES=1 BEGIN_AT=100\n"
        "ExecStartPost=/opt/pegwatch/current/bin/python /opt/trial/players.py prepare\n"
    ),
}
"""One short game of the simulated players."""
_TAPPED: Final = {
    _PREPARES: "[Service]\n",
    _PLAYERS: "[Unit]\nConditionPathExists=/nowhere\n[Service]\nExecStart=/bin/true\n",
}
"""A table like any other, without simulated players: only such a one takes an update from its page."""
SETTINGS: Final = '[board]\npegs = "none"\n'
"""Nobody reads its pegs, so there is no hardware to miss: scores are tapped."""


def pip_conf(host: str) -> dict[str, str]:
    """Where the card fetches its packages."""
    told = f"[global]\nno-index = true\nfind-links = http://{host}:{_PORT}/\ntrusted-host = {host}\n"
    return {"/etc/pip.conf": told}


class Table:
    """A card that is sent releases, and what it is known to hold."""

    def __init__(self, rig: Card, releases: Releases) -> None:
        self.rig, self.releases = rig, releases
        self.chance = random.Random(7)
        self.runs = releases.first
        self.before = Looked([], 0)
        self._keeper: Keeper | None = None

    @property
    def keeper(self) -> Keeper:
        if self._keeper is None:
            self._keeper = Keeper(self.rig.connect)
        return self._keeper

    def sign_in(self) -> None:
        """The phone is let in again as soon as it is needed."""
        self._keeper = None

    def start(self) -> None:
        self.sign_in()
        self.rig.begin()
        took_s = self.rig.wait(self.rig.answers, "the page answers")
        print(f"started: the page of {self.keeper.version()} answered after {took_s:.0f} s", flush=True)
        self.is_well()

    def go_on(self, known: Looked) -> None:
        """From where the rig was kept, when this was known of the journal; the phone is let in again."""
        assert isinstance(self.rig, Machine)
        self.rig.kill()  # the one that runs has its port
        self.rig.boot(resumed=True)
        self.before = known
        self.sign_in()

    def is_well(self) -> None:
        """The version that is to run runs, and nobody can write to the system."""
        assert self.keeper.version() == self.runs
        assert not self.rig.is_open(), "the system is still writable"

    def how_it_ended(self) -> dict[str, Any]:
        """Follow the update on the phone, which the table lets in again when it is another one."""
        told: dict[str, Any] = {}

        def ended() -> bool:
            nonlocal told
            told = self.keeper.told() if self.rig.answers() else {}
            if told and "state" not in told:
                self._keeper = None
            time.sleep(1.0)
            return told.get("state") in _ENDED

        took_s = self.rig.wait(ended, "the update ends")
        print(f"{told['state']} after {took_s:.0f} s: {told['say']} {told['line']}".rstrip(), flush=True)
        return told

    def send(self, changes: Mapping[str, tuple[str, str]] | None = None) -> Release:
        release = self.releases.make(changes)
        began = time.monotonic()
        self.keeper.send(release)
        print(f"sent {release.version} in {time.monotonic() - began:.0f} s", flush=True)
        self.keeper.begin()
        return release

    def cut_at(self, moment: Moment, release: Release) -> None:
        """Cut the update to a release that has begun."""
        began = time.monotonic()
        self.rig.come_to(moment, release.version, self.chance)
        print(f"{moment}, {time.monotonic() - began:.0f} s after it was asked for: ", end="", flush=True)
        self.cut()

    def cut(self) -> None:
        """The power goes; everything that was seen of the journal is there, and all that was there before."""
        was_open = self.rig.is_open()
        came = self.rig.pull(self.chance)
        promised, found = self.rig.promised(), self.rig.looked_at()
        wrong = self.rig.system_looked_at()
        print(
            f"cut ({'writable' if was_open else 'read only'}; {came}): {promised} events were seen, "
            f"{found.last} are there",
            flush=True,
        )
        assert not found.wrong
        assert not wrong
        assert found.last >= promised
        assert found.told[: len(self.before.told)] == self.before.told
        self.before = found


def _taken_and_back(table: Table, release: Release) -> None:
    told = table.how_it_ended()
    assert (told["state"], told["version"]) == ("done", release.version), told
    before, table.runs = table.runs, release.version
    table.is_well()
    table.keeper.back()
    told = table.how_it_ended()
    assert (told["state"], told["version"]) == ("done", before), told
    table.runs = before
    table.is_well()


def _turned_away(table: Table, changes: Mapping[str, tuple[str, str]], said: str) -> None:
    table.send(changes)
    told = table.how_it_ended()
    assert told["state"] == "refused", told
    assert said in told["line"], told
    table.is_well()


def _cut_in_between(table: Table) -> None:
    for cut in range(CUTS):
        table.cut_at(_MOMENTS[cut % len(_MOMENTS)], table.send())
        table.start()


def _taken_after_all(table: Table) -> None:
    release = table.send()
    assert table.how_it_ended()["state"] == "done"
    table.runs = release.version
    table.is_well()
    table.cut()
    table.start()


def _a_game(table: Table) -> None:
    """Two play, and somebody taps where their pegs stand. Nothing is updated under their hands."""
    keeper, seen = table.keeper, table.rig.promised()
    keeper.play()
    table.rig.wait(keeper.is_game_on, "a game begins")
    assert keeper.refused("update.game"), "an update while a game is on"
    keeper.tap()
    table.rig.wait(lambda: not keeper.is_game_on(), "the game ends")
    table.rig.wait(lambda: table.rig.promised() > seen, "it is in the journal")


def _from_the_page(table: Table) -> None:
    """Everything that the keeper's phone can bring about."""
    _a_game(table)
    _taken_and_back(table, table.send())
    _turned_away(table, PROVES_NOTHING, "does not prove itself")
    _turned_away(table, DOES_NOT_RUN, "did not prove itself (pegwatch-web.service does not run)")
    _cut_in_between(table)
    _taken_after_all(table)


@pytest.mark.no_cover
def test_e_card_is_updated_and_goes_back(tmp_path: Path) -> None:
    """By hand while simulated players are at it; then from the page: taken, gone back from, turned away for two
    reasons, cut while it is under way, and taken after all. The system is shut each time, no event is ever gone."""
    in_a_container()
    releases = Releases(tmp_path)
    rig = Booted(
        card(), tmp_path, system=_PLAYED | pip_conf("127.0.0.1"), data={"/etc/release.pub": releases.key}
    )
    served = packages(RIGS, rig.python(), "amd64")
    rig.on_boot = lambda: Packages(served, rig.listen(_PORT))
    table = Table(rig, releases)
    try:
        (rig.boot_files / "pegwatch.toml").write_text(FIRST)
        rig.boot()
        rig.wait(rig.answers, "the page answers")
        rig.wait(lambda: rig.promised() >= _IN_PLAY, "the game goes on")
        table.runs = _by_hand(rig, releases)
        table.cut()
        rig.put(system=_TAPPED)
        (rig.boot_files / "pegwatch.toml").write_text(SETTINGS)
        table.start()
        _from_the_page(table)
    finally:
        rig.close()


@pytest.mark.no_cover
def test_e_emulated_card_is_updated_and_goes_back(tmp_path: Path) -> None:
    """The same from the page, a whole machine from its own kernel on: its own mounts and network, and a disk that
    forgets what was not flushed. The packages are put there once, and all that follows goes on from there."""
    in_a_machine()
    releases, at = Releases(tmp_path), card()
    release = releases.make(BRINGS)
    # Sent already: it would take minutes, piece by piece, and is tried in the container.
    sent = {"/pegwatch/update/archive": release.archive, "/pegwatch/update/signed": release.signed}
    rig = Machine(
        at, tmp_path, system=_TAPPED | pip_conf("10.0.2.2"), data={"/etc/release.pub": releases.key, **sent},
        boot={"pegwatch.toml": FIRST + SETTINGS},
    )  # fmt: skip
    if not can(rig.needs):
        pytest.skip(f"rig card: {rig.needs} is missing")
    (image,) = at.glob("pegwatch-*.img")
    folder = packages(RIGS, rig.python(), image.stem.removeprefix("pegwatch-"))
    served = Packages(folder, socket.create_server(("127.0.0.1", _PORT)))
    table = Table(rig, releases)
    try:
        table.start()
        _a_game(table)
        table.keeper.begin()
        moments = _MOMENTS[:CUTS]
        if "packages" in moments:
            table.cut_at("packages", release)
            table.start()
            table.keeper.begin()  # what was sent is still there
        rig.keep_turning()
        known = table.before
        table.go_on(known)
        _taken_and_back(table, release)
        table.cut()
        assert rig.holds("/usr/bin/tree"), "what the update brought of Debian's is gone"
        assert not rig.holds("/usr/bin/no-tree")
        table.start()
        for moment in moments:
            if moment != "packages":
                table.go_on(known)
                table.cut_at(moment, release)
                table.start()
    finally:
        rig.kill()
        served.close()


def _by_hand(rig: Booted, releases: Releases) -> str:
    """As the owner does it over ssh, in the middle of a game; the version that runs then."""
    release, seen = releases.make(), rig.promised()
    archive = rig.heard.with_name(f"pegwatch-{release.version}.tar.gz")
    archive.write_bytes(release.archive)
    total = hashlib.sha256(release.archive).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{total}  {archive.name}\n")
    began = time.monotonic()
    done = rig.do("pegwatch", "update", f"/mnt/{archive.name}")
    print(f"by hand in {time.monotonic() - began:.0f} s:\n{done.stdout}{done.stderr}", flush=True)
    assert done.returncode == 0, done
    assert rig.do("pegwatch", "--version").stdout.split() == ["pegwatch", release.version]
    assert not rig.is_open(), "the system is still writable"
    rig.wait(lambda: rig.promised() > seen, "the game goes on under the new version")
    return release.version
