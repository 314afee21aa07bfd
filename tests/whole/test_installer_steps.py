"""Single steps of the installer, in a folder: what an update lays beside what is there, and what a cut leaves."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from pegwatch.commands import update
from pegwatch.failure import PegwatchError
from pegwatch.switching import LIMIT_S, Switcher

ROOT = Path(__file__).parents[2]


class Steps:
    """The installer's functions, with an /opt and a /usr/local of their own."""

    def __init__(self, folder: Path) -> None:
        self.opt, self.man, self.local = folder / "opt", folder / "man1", folder / "local"
        self.local.mkdir()
        self._script = folder / "steps"
        text, _ = (ROOT / "install/pegwatch-install").read_text().split('if [ "$TASK" = uninstall ]')
        for old, new in (
            ("OPT=/opt/pegwatch\n", f"OPT={self.opt}\n"),
            ("MAN=/usr/local/share/man/man1 COMPLETIONS=/usr/local/share/bash-completion/completions\n",
             f"MAN={self.man} COMPLETIONS={folder}/completions\n"),
            ("/usr/local/bin/pegwatch", f"{self.local}/pegwatch"),
        ):  # fmt: skip
            assert old in text
            text = text.replace(old, new)
        self._script.write_text(text.replace('[ "$(id -u)" = 0 ] ||', "true ||", 1))

    def do(self, step: str) -> subprocess.CompletedProcess[str]:
        words = ["bash", "-c", f'set -- && . "{self._script}" && {step}']
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def version(self, name: str, *links: str) -> Path:
        made = self.opt / name
        made.mkdir(parents=True)
        for link in links:
            (self.opt / link).symlink_to(made)
        return made


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    return Steps(tmp_path)


def test_a_manual_page_of_a_package_does_not_stand_in_the_way_of_the_next_version(steps: Steps) -> None:
    for name in ("1.0", "1.1"):
        pages = steps.version(name) / "share/man/man1"
        pages.mkdir(parents=True)
        for page in ("pegwatch.1", "pegwatch-journal.1", "segno.1"):
            (pages / page).touch()
        done = steps.do(f'fresh="$OPT/{name}" && command_line')
        assert done.returncode == 0, done.stderr
        if name == "1.0":  # as it was left by the versions that linked it
            (steps.man / "segno.1").symlink_to(steps.opt / "current/share/man/man1/segno.1")
    (steps.man / "other.1").symlink_to("/usr/share/man/man1/other.1")
    assert steps.do('fresh="$OPT/1.1" && command_line').returncode == 0
    assert sorted(page.name for page in steps.man.iterdir()) == [
        "other.1",
        "pegwatch-journal.1",
        "pegwatch.1",
    ]
    assert os.access(steps.local / "pegwatch", os.X_OK)
    assert [path.name for path in steps.local.iterdir()] == ["pegwatch"]


def test_half_a_version_that_a_cut_left_goes_before_the_next_one_needs_its_room(steps: Steps) -> None:
    for name, links in (("1.0", ["previous"]), ("1.1", ["current"]), ("1.2", []), ("1.2-2", [])):
        (steps.version(name, *links) / "VERSION").touch()
    assert steps.do("tidy").returncode == 0
    assert sorted(path.name for path in steps.opt.iterdir() if path.is_dir() and not path.is_symlink()) == [
        "1.0",
        "1.1",
    ]
    assert steps.do("tidy").returncode == 0, "nothing is left to go"


def test_nothing_goes_while_another_installation_or_a_switch_is_under_way(steps: Steps) -> None:
    steps.version("1.0", "current")
    half = steps.version("1.1")
    with (steps.opt / "installing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = steps.do("tidy")
        assert (done.returncode, done.stderr) == (
            2,
            "Error: another installation is under way: wait for it to end\n",
        )
    assert half.exists()
    (steps.opt / "turning").touch()
    assert steps.do("tidy").returncode == 0
    assert half.exists(), "the switch names it"


def test_what_a_cut_broke_off_of_debians_packages_is_ended_before_the_next_ones(
    steps: Steps, tmp_path: Path
) -> None:
    """apt refuses everything until then, and so each later update would break off (real apt: try-install)."""
    cut = tmp_path / "cut"
    stand_ins = (
        f'dpkg() {{ [ "$*" = "--force-confold --configure -a" ] && rm -f {cut}; }}; apt-cache() {{ true; }}; '
        f'apt-get() {{ [ "$1" != install ] || [ ! -e {cut} ]; }}'
    )
    assert steps.do(f"{stand_ins}; touch {cut}; apt-get install tree").returncode
    done = steps.do(f"{stand_ins}; touch {cut}; packages")
    assert (done.returncode, done.stdout) == (0, "- packages: python3-venv python3-lgpio python3-picamera2\n")


def test_on_an_empty_machine_there_is_nothing_to_tidy(steps: Steps) -> None:
    done = steps.do("tidy")
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_installer_lays_outside_its_folder_is_whole_at_every_moment(
    steps: Steps, tmp_path: Path
) -> None:
    there, next_one = tmp_path / "etc/tmpfiles.d/pegwatch.conf", tmp_path / "next"
    for text in ("one\n", "two\n"):
        next_one.write_text(text)
        with there.open() if there.exists() else next_one.open() as held:
            assert steps.do(f"put {next_one} {there}").returncode == 0
            held.seek(0)
            assert held.read() in ("one\n", text), "nobody writes into what is there"
        assert there.read_text() == text
    before = there.stat().st_ino
    assert steps.do(f"put {next_one} {there}").returncode == 0
    assert there.stat().st_ino == before, "what is the same is left alone"
    assert [path.name for path in there.parent.iterdir()] == ["pegwatch.conf"]


def test_until_the_switch_the_version_that_runs_has_its_own_units() -> None:
    text = (ROOT / "install/pegwatch-install").read_text()
    steps = text[text.index('if [ "$TASK" = uninstall ]') :]
    assert steps.index("\nturn_round\n") < steps.index("\nenable\n")
    services = text[text.index("services() {") : text.index("command_line() {")]
    assert "$UNITS" not in services


def test_packages_are_kept_nowhere_but_in_the_version_that_uses_them() -> None:
    text = (ROOT / "install/pegwatch-install").read_text()
    asked = [line for line in text.splitlines() if "bin/pip" in line and " install " in line]
    assert len(asked) == 2
    assert all("--no-cache-dir" in line for line in asked)


# --- the switch itself


def test_a_unit_is_replaced_whole_or_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    units, version = tmp_path / "units", tmp_path / "1.1"
    (version / "share/systemd").mkdir(parents=True)
    units.mkdir()
    monkeypatch.setattr(update, "_UNITS_OF_THE_SYSTEM", units)
    unit = version / "share/systemd/pegwatch-board.service"
    unit.write_text("[Service]\n")
    update.Nothing().lay(version)
    assert (units / unit.name).read_text() == "[Service]\n"
    unit.write_text("[Service]\nNice=-5\n")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as short:
        short.setattr(os, "fsync", full)
        with pytest.raises(PegwatchError, match="cannot be written: No space left"):
            update.Nothing().lay(version)
        assert (units / unit.name).read_text() == "[Service]\n"
    update.Nothing().lay(version)
    assert (units / unit.name).read_text() == "[Service]\nNice=-5\n"


class Waiting:
    """A table that is never started."""

    def lay(self, version: Path) -> None: ...

    def stop(self) -> None: ...

    def start(self) -> None: ...

    def what_is_wrong(self) -> str:
        return ""


def test_a_version_lies_on_the_disk_before_anything_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[list[str], bool, bool]] = []
    opt = tmp_path / "opt"
    for name in ("1.0", "1.1"):
        (opt / name).mkdir(parents=True)
    (opt / "current").symlink_to(opt / "1.0")

    def run(words: list[str], **_: object) -> None:
        asked.append((words, (opt / "turning").exists(), (opt / "current").resolve() == opt / "1.0"))

    monkeypatch.setattr("pegwatch.switching.subprocess.run", run)
    Switcher(opt, tmp_path / "none.sqlite", Waiting(), print, look_s=0.0).switch(opt / "1.1")
    assert asked == [(["sync", "-f", str(opt)], False, True)]
    assert (opt / "current").resolve() == opt / "1.1"


@pytest.mark.parametrize(("told", "limit_s"), [("7", 7.0), (None, LIMIT_S), ("", LIMIT_S)])
def test_an_emulated_machine_is_given_its_time_from_outside(
    told: str | None, limit_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What switches is a process of the installer's, or of the way back by the page: both inherit it."""
    found: list[float] = []

    class Noted(Switcher):
        def back(self) -> None:
            found.append(self.limit_s)

        def previous(self) -> None:
            return None

    monkeypatch.setattr(update, "Switcher", Noted)
    monkeypatch.setattr(update, "_runs", lambda _start: Waiting())
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    done = CliRunner(env={"PROOF_S": told}).invoke(update.command, ["--back"])
    assert (done.exit_code, found) == (0, [limit_s])
