"""What root takes of an update that lies in the page's folder: only what the owner's key has signed, and nothing that
it did not copy first."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from cribbage.log.events import Event
from firmware.box.journal import MemoryJournal
from firmware.box.pieces import TooLarge
from firmware.box.updatedoor import (
    ARCHIVE,
    LARGEST,
    QUIET_S,
    REQUEST,
    SIGNED,
    Going,
    UpdateDoor,
    is_game_on,
    tell,
)
from pegwatch.rootupdate import HEAD, Refused, RootUpdate

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is missing: sudo apt install openssl"
)
pytestmark = needs_openssl
WHAT = b"a release"
SUM = hashlib.sha256(WHAT).hexdigest()
NAME = "pegwatch-1.2.3.tar.gz"


class Place:
    """A page's folder, root's word, a key, and an installer that only writes down what it is handed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told, self.key = folder / "update", folder / "told.json", folder / "release.pub"
        self.folder.mkdir()
        self.opt = folder / "opt"
        (self.opt / "1.0").mkdir(parents=True)
        (self.opt / "current").symlink_to("1.0")
        (self.opt / "1.0/VERSION").write_text("1.0\n")
        self.door = UpdateDoor(self.folder, self.told, self.key, self.opt)
        self.secret = self.new_key("release")
        self.installed: list[tuple[str, bytes, str]] = []
        self.went_back = 0
        self.on = False
        self.fails = ""
        self.taker = RootUpdate(
            self.folder,
            lambda: self.on,
            self.install,
            self.back,
            self.has,
            self.told,
            self.key,
            os.getuid(),
        )

    def new_key(self, name: str) -> Path:
        secret = self.key.with_name(f"{name}.key")
        subprocess.run(
            ["openssl", "genpkey", "-algorithm", "ed25519", "-out", secret], check=True, capture_output=True
        )
        subprocess.run(
            ["openssl", "pkey", "-in", secret, "-pubout", "-out", self.key.with_name(f"{name}.pub")],
            check=True,
        )
        return secret

    def sign(self, said: str, secret: Path | None = None) -> str:
        text = self.folder.parent / "said"
        text.write_text(said)
        words = [
            "openssl",
            "pkeyutl",
            "-sign",
            "-rawin",
            "-inkey",
            str(secret or self.secret),
            "-in",
            str(text),
        ]
        mark = subprocess.run(words, check=True, capture_output=True).stdout
        return said + base64.b64encode(mark).decode() + "\n"

    def install(self, archive: Path, wanted: str) -> str:
        assert archive.parent != self.folder, "the copy is handed on, not what the page can still change"
        self.installed.append((archive.name, archive.read_bytes(), wanted))
        assert self.door.going().state == "trying"
        return self.fails

    def has(self) -> tuple[str, str]:
        return self.door.version(), self.door.previous()

    def runs(self, version: str, before: str = "") -> None:
        """Lay two versions there."""
        for link, name in (("current", version), ("previous", before)):
            (self.opt / link).unlink(missing_ok=True)
            if name:
                (self.opt / name).mkdir(exist_ok=True)
                (self.opt / name / "VERSION").write_text(f"{name}\n")
                (self.opt / link).symlink_to(name)

    def put_release(self, version: str) -> None:
        """A release of the owner's, signed, of any age."""
        self.put(signed=self.sign(f"{HEAD}\n{SUM}  pegwatch-{version}.tar.gz\n"))

    def back(self) -> str:
        self.went_back += 1
        return self.fails

    def put(self, what: bytes = WHAT, signed: str | None = None, want: str = "install") -> None:
        (self.folder / ARCHIVE).write_bytes(what)
        (self.folder / SIGNED).write_text(self.sign(f"{HEAD}\n{SUM}  {NAME}\n") if signed is None else signed)
        (self.folder / REQUEST).write_text(f"{want}\n")

    def refused(self) -> tuple[str, str]:
        assert not self.taker.take()
        going = self.door.going()
        assert going.state == "refused"
        assert not self.installed or self.fails
        assert sorted(path.name for path in self.folder.iterdir()) == [], (
            "what was refused does not lie there for ever"
        )
        return going.why, going.line


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_release_that_the_key_signed_is_handed_to_the_installer_with_its_sum(place: Place) -> None:
    assert not place.taker.take(), "nobody has asked"
    place.put()
    assert place.door.going() == Going("asked")
    assert place.taker.take()
    assert place.installed == [(NAME, WHAT, SUM)]
    assert place.door.going().state == "done"
    assert place.door.going().version == "1.0"
    assert list(place.folder.iterdir()) == []


def test_what_the_script_signs_is_taken_and_a_key_is_never_written_over(place: Place) -> None:
    script, key, archive = (
        Path(__file__).parents[2] / "install/sign-release",
        place.key.with_name("own"),
        NAME,
    )
    words = [str(script), "--new-key", str(key)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    assert key.stat().st_mode & 0o777 == 0o600
    again = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    key.with_name("own.pub").replace(place.key)
    (place.opt / archive).write_bytes(WHAT)
    assert subprocess.run([str(script), str(key), str(place.opt / archive)], check=False).returncode == 0
    place.put(signed=(place.opt / f"{archive}.signed").read_text())
    assert place.taker.take()
    assert place.installed == [(NAME, WHAT, SUM)]


def test_what_is_not_signed_by_the_owners_key_is_not_taken(place: Place) -> None:
    said = f"{HEAD}\n{SUM}  {NAME}\n"
    other = place.new_key("other")
    good = place.sign(said)
    for signed in (
        place.sign(said, other), said, "", "junk", said + "%%%\n", good.replace(SUM, "0" * 64),
        good.replace(NAME, "pegwatch-9.9.9.tar.gz"), place.sign(f"{SUM}  {NAME}\n"),
        place.sign(f"{HEAD}\n{SUM}  ../../etc/passwd\n"), place.sign(f"{HEAD}\n{SUM}  {NAME}\nand more\n"),
    ):  # fmt: skip
        place.put(signed=signed)
        assert place.refused() == ("signed", "")


def test_another_archive_than_the_one_that_was_signed_is_not_taken(place: Place) -> None:
    place.put(b"something else")
    assert place.refused() == ("archive", "")


@pytest.mark.parametrize(
    ("runs", "before", "comes", "why"),
    [
        ("1.1", "", "1.0", "older"), ("1.1", "1.0", "1.0", "older"), ("1.1", "1.0", "0.9", "older"),
        ("1.10", "1.9", "1.9.1", "older"), ("1.1", "", "1.1rc2", "older"), ("1.1", "", "1.1.dev1", "older"),
        ("1.1", "1.0", "1.1", "same"), ("1.1", "", "1.1.0", "same"), ("1.2rc1", "", "1.2rc1", "same"),
        # gone back from 1.1 to 1.0: what lies between is as old as it was
        ("1.0", "1.1", "1.0.5", "older"), ("1.0", "1.1", "1.0", "older"), ("1.0", "1.1", "1.1rc1", "older"),
        ("1.1", "", "next", "version"), ("1.1", "", "1.2-1", "version"),
    ],
)  # fmt: skip
def test_an_old_release_sent_again_is_refused_though_its_signature_holds(
    place: Place, runs: str, before: str, comes: str, why: str
) -> None:
    place.runs(runs, before)
    place.put_release(comes)
    assert place.refused() == (why, "")
    assert place.door.going().version == runs


@pytest.mark.parametrize(
    ("runs", "before", "comes"),
    [("1.1", "1.0", "1.2"), ("1.9", "", "1.10"), ("1.2rc1", "1.1", "1.2"), ("1.2.dev1", "1.1", "1.2rc1"),
     ("1.0", "1.1", "1.1"), ("1.0", "1.1", "1.1.1"), ("1.1", "", "1.1.post1")],
)  # fmt: skip
def test_a_newer_release_is_taken_and_so_is_the_newest_after_the_way_back(
    place: Place, runs: str, before: str, comes: str
) -> None:
    place.runs(runs, before)
    place.put_release(comes)
    assert place.taker.take()
    assert [name for name, _what, _sum in place.installed] == [f"pegwatch-{comes}.tar.gz"]


@given(
    st.lists(
        st.sampled_from(["back", "1.0", "1.0.5", "1.1rc1", "1.1", "1.2", "1.2.post1", "2.0"]), max_size=12
    )
)
def test_whatever_the_page_asks_for_the_newest_version_on_the_machine_never_gets_older(
    asked: list[str],
) -> None:
    """Every signed release that ever was, in any order, and the way back in between."""
    runs, before = "1.1", "1.0"

    def back() -> str:
        nonlocal runs, before
        runs, before = before, runs
        return ""

    taker = RootUpdate(Path(), lambda: False, lambda _archive, _sum: "", back, lambda: (runs, before))
    newest = Version("1.1")
    for want in asked:
        if want == "back":
            back()
        else:
            with suppress(Refused):
                taker._check_version(want)
                runs, before = want, runs
        assert max(Version(runs), Version(before)) >= newest
        newest = max(Version(runs), Version(before))


def test_a_key_that_others_than_its_owner_could_have_put_there_says_nothing(place: Place) -> None:
    place.key.chmod(0o664)
    place.put()
    assert place.refused() == ("key", "")
    place.key.chmod(0o644)
    kept = place.key.rename(place.key.with_name("elsewhere"))
    place.key.symlink_to(kept)
    place.put()
    assert place.refused() == ("key", "")
    place.key.unlink()
    place.put()
    assert place.refused() == ("key", "")
    foreign = RootUpdate(
        place.folder,
        lambda: False,
        place.install,
        place.back,
        place.has,
        place.told,
        kept,
        os.getuid() + 1,
    )
    place.put()
    assert not foreign.take()
    assert place.door.going().why == "key"


def test_no_link_no_pipe_and_nothing_endless_is_read_for_the_page(place: Place, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(WHAT)
    for part, why in ((ARCHIVE, "archive"), (SIGNED, "signed")):
        for lay in (
            lambda path: path.symlink_to(secret),
            os.mkfifo,
            lambda path: path.mkdir(),
            lambda path, most=LARGEST[part]: os.truncate(_made(path), most + 1),
        ):
            place.put()
            (place.folder / part).unlink()
            lay(place.folder / part)
            assert not place.taker.take()
            assert place.door.going().why == why
            assert not place.installed
            for path in place.folder.iterdir():  # a folder cannot be unlinked; it is in nobody's way
                path.rmdir()
    assert secret.read_bytes() == WHAT
    place.put()
    real = place.folder.rename(tmp_path / "real")
    place.folder.symlink_to(real)
    assert not place.taker.take()
    assert not place.installed


def _made(path: Path) -> Path:
    path.touch()
    return path


def test_while_a_game_is_on_nothing_is_taken_whatever_the_page_says(place: Place) -> None:
    place.on = True
    for want in ("install", "back"):
        place.put(want=want)
        assert place.refused() == ("game", "")
    assert place.went_back == 0


def test_the_installers_own_line_is_told_where_it_did_not_prove_itself(place: Place) -> None:
    place.fails = (
        "version 1.2.3 did not prove itself (the page does not answer): 1.0 runs again, nothing is lost"
    )
    place.put()
    assert place.refused() == ("failed", place.fails)


def test_the_way_back_needs_no_archive_and_a_word_that_is_none_is_refused(place: Place) -> None:
    (place.folder / REQUEST).write_text("back\n")
    assert place.taker.take()
    assert place.went_back == 1
    assert (place.door.going().state, place.door.going().want) == ("done", "back")
    place.fails = "there is no version to go back to"
    (place.folder / REQUEST).write_text("back\n")
    assert place.refused() == ("back", place.fails)
    place.put(want="rm -rf /")
    assert not place.taker.take()
    assert place.door.going().state == "refused"


def test_an_installer_that_falls_over_leaves_no_update_that_goes_on_for_ever(place: Place) -> None:
    def breaks(_archive: Path, _wanted: str) -> str:
        raise RuntimeError("unforeseen")

    place.put()
    broken = RootUpdate(
        place.folder,
        lambda: False,
        breaks,
        place.back,
        place.has,
        place.told,
        place.key,
        os.getuid(),
    )
    with pytest.raises(RuntimeError):
        broken.take()
    assert place.door.going().why == "failed"
    tell(place.told, Going("trying", at=time.time() - 86_400))
    assert place.door.going() == Going("refused", "install", "failed"), "the power went"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"state": "dancing"}', '{"why": "no"}', '{"more": 1}', '{"state": "done", "why": 3}'],
)
def test_what_is_not_roots_word_is_no_word(place: Place, text: str) -> None:
    place.told.write_text(text)
    assert place.door.going() == Going()


def test_the_door_is_open_only_where_the_owner_has_put_a_key_on_an_installed_table(place: Place) -> None:
    assert place.door.is_open()
    assert place.door.version() == "1.0"
    assert place.door.previous() == ""
    place.key.unlink()
    assert not place.door.is_open()
    place.key.touch()
    (place.opt / "current").unlink()
    assert not place.door.is_open()


def test_pieces_follow_one_another_and_end_somewhere(place: Place) -> None:
    assert place.door.take("archive", 0, b"abc") == 3
    assert place.door.take("archive", 7, b"xyz") == 3, "one is missing"
    assert place.door.take("archive", 3, b"def") == 6
    assert (place.folder / ARCHIVE).read_bytes() == b"abcdef"
    with pytest.raises(TooLarge):
        place.door.take("signed", 0, b"x" * (LARGEST[SIGNED] + 1))
    place.door.ask("back")
    place.door.forget()
    assert list(place.folder.iterdir()) == []


HEADER = {"log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A",
          "players": {"A": "Ann", "B": "Bob"}}  # fmt: skip


def test_a_sanctioned_game_is_on_until_it_is_settled_and_another_until_it_was_left() -> None:
    with closing(MemoryJournal()) as journal:
        assert not is_game_on(journal)
        for number, mode in ((1, "club"), (2, "sanctioned")):
            journal.append(number, [Event("game", 0.0, HEADER | {"mode": mode})])
            at = journal.events(game=number).__next__().at
            assert is_game_on(journal, at + 1)
            assert is_game_on(journal, at + QUIET_S + 1) == (mode == "sanctioned")
            assert is_game_on(journal, at - 100), "a clock that was put back hides no game"
            assert is_game_on(journal, at + 3 * 86400, quiet_s=QUIET_S - 1), (
                "nor one that was put on by the network"
            )
            journal.append(
                number, [Event("phase", 1.0, {"phase": "over", "deal": 1, "turn": None, "to": None})]
            )
            assert not is_game_on(journal, at + 1)
