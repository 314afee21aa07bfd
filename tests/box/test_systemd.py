"""The units of the appliance: understood by systemd, closed to everything they do not need."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from as_others import APPEND, BOARD, EYE, PAGE, PUT, begun_as, done_as

from firmware.box.clock import RealClock
from firmware.box.network.door import SOCKET
from firmware.box.pulse import Pulse
from firmware.box.sqlite_files import BOARDS_PATIENCE_S, BUSY_S
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.updatedoor import FOLDERS
from pegwatch.board_process import _waits
from pegwatch.loop import Told, run_steps
from pegwatch.ports import free_port

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(
    path.name
    for path in SYSTEMD.iterdir()
    if path.suffix in (".service", ".timer", ".target", ".slice", ".socket", ".path")
)
INSTALLS = "pegwatch-update.service"
"""It is root and installs: closed is the door before it (`test_root_update.py`)."""
SERVICES = [unit for unit in UNITS if unit.endswith(".service") and unit != INSTALLS]
PROCESSES = ("board", "eye", "web")
OPTIONAL = ("uplink", "hub")
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing: sudo apt install systemd"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with our units and programs of the names that they start."""
    units = tmp_path / "etc" / "systemd" / "system"
    shutil.copytree(SYSTEMD, units)
    system = Path("/usr/lib/systemd/system")
    (tmp_path / "usr" / "lib" / "systemd" / "system").mkdir(parents=True)
    for known in [*system.glob("*.target"), *system.glob("*.slice"), *system.glob("systemd-udevd*")]:
        shutil.copy(known, tmp_path / "usr" / "lib" / "systemd" / "system", follow_symlinks=True)
    for program in ("opt/pegwatch/current/bin/pegwatch", "usr/lib/systemd/systemd-udevd"):
        (tmp_path / program).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    return tmp_path


def complaints(root: Path, unit: str) -> str:
    """What systemd says of one of our units. It ends with 0 for keys it does not know, so only silence is good."""
    done = subprocess.run(
        ["systemd-analyze", f"--root={root}", "verify", unit],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = (done.stdout + done.stderr).splitlines()
    return "\n".join(line for line in said if "pegwatch" in line or done.returncode)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line(root: Path, unit: str) -> None:
    assert complaints(root, unit) == ""


@needs_systemd
@pytest.mark.parametrize(
    "line", ["ProtectSytem=strict", "WatchdogSec=soon", "ExecStart=/opt/pegwatch/current/bin/nothing"]
)
def test_the_check_of_the_units_can_fail(root: Path, line: str) -> None:
    unit = root / "etc" / "systemd" / "system" / "pegwatch-web.service"
    unit.write_text(unit.read_text().replace("[Service]\n", f"[Service]\n{line}\n"))
    assert complaints(root, "pegwatch-web.service") != ""


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES)
def test_each_service_is_closed_to_what_it_does_not_need(unit: str) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(SYSTEMD / unit)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-400:]


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is missing: sudo apt install systemd"
)
def test_systemd_can_make_the_users(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(SYSTEMD / "pegwatch.sysusers.conf")],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    users = (tmp_path / "etc" / "passwd").read_text()
    assert all(f"pegwatch-{name}:" in users for name in (*PROCESSES, *OPTIONAL))
    group = next(
        line for line in (tmp_path / "etc" / "group").read_text().splitlines() if line.startswith("pegwatch:")
    )
    assert "pegwatch-uplink" in group
    assert "pegwatch-hub" not in group, "the hub has nothing to do with a table's journal"
    assert "not a valid" not in done.stderr


def keys(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (SYSTEMD / unit).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_each_process_is_a_user_of_its_own_and_is_watched() -> None:
    of = {name: keys(f"pegwatch-{name}.service") for name in PROCESSES}
    assert len({unit["User"][0] for unit in of.values()}) == 3
    sysusers = (SYSTEMD / "pegwatch.sysusers.conf").read_text()
    for name, unit in of.items():
        assert unit["User"] == [f"pegwatch-{name}"]
        assert f"\nu pegwatch-{name} " in sysusers
        assert unit["Type"] == ["notify"]
        assert "WatchdogSec" in unit
        assert unit["Restart"] == ["always"]
        assert unit["UMask"] == ["0007"], "what they share the group may write, and nobody else may read"
        assert f"process {name} " in unit["ExecStart"][0]


@pytest.mark.parametrize("name", OPTIONAL)
def test_the_line_to_the_club_and_the_hub_are_users_of_their_own_and_are_watched(name: str) -> None:
    unit = keys(f"pegwatch-{name}.service")
    assert unit["User"] == [f"pegwatch-{name}"]
    assert (unit["Type"], unit["Restart"], unit["RestartPreventExitStatus"]) == (
        ["notify"],
        ["always"],
        ["2"],
    )
    assert "WatchdogSec" in unit
    assert unit["DevicePolicy"] == ["closed"]
    assert "DeviceAllow" not in unit
    assert int(unit["CPUWeight"][0]) < int(keys("pegwatch-web.service")["CPUWeight"][0])
    shared = unit.get("ReadWritePaths", [])
    assert shared == (["/var/lib/pegwatch /run/pegwatch"] if name == "uplink" else [])


def test_they_are_optional() -> None:
    """The installer lays the units down, and enables them only where it is asked to."""
    wants = " ".join(keys("pegwatch.target")["Wants"])
    assert not any(f"pegwatch-{name}" in wants for name in OPTIONAL)
    installer = (SYSTEMD.parent / "install" / "pegwatch-install").read_text()
    ours = next(line for line in installer.splitlines() if line.startswith("OURS="))
    for name in OPTIONAL:
        assert f"pegwatch-{name}.service" in ours
        assert f'--{name}) OPTIONAL="$OPTIONAL pegwatch-{name}.service"' in installer


def test_only_the_page_opens_the_door_to_the_wireless_network_and_has_no_rights_over_it_itself() -> None:
    door, answers = keys("pegwatch-wifi.socket"), keys("pegwatch-wifi@.service")
    assert door["SocketUser"] == keys("pegwatch-web.service")["User"]
    assert (door["SocketMode"], door["Accept"], door["ListenStream"]) == (["0600"], ["yes"], [str(SOCKET)])
    assert (answers["User"], answers["Group"]) == (["pegwatch-wifi"], ["pegwatch-wifi"]), (
        "no group of the table's"
    )
    assert answers["ExecStart"][0].endswith("/bin/pegwatch wifi answer")
    assert "ReadWritePaths" not in answers
    assert (answers["PrivateNetwork"], answers["RestrictAddressFamilies"]) == (["yes"], ["AF_UNIX"])
    assert "m pegwatch-wifi" not in (SYSTEMD / "pegwatch.sysusers.conf").read_text()


def test_the_page_may_start_no_update_and_only_root_takes_one() -> None:
    unit, path = keys(INSTALLS), keys("pegwatch-update.path")
    assert "User" not in unit
    assert unit["ExecStart"][0].endswith("/bin/pegwatch update --take"), (
        "nothing the page says is in its words"
    )
    assert "PartOf" not in unit, "it stops the table and starts it again"
    assert path["PathExists"] == [str(folder / "request") for folder in FOLDERS]
    laid = (SYSTEMD / "pegwatch.tmpfiles.conf").read_text()
    assert "\nd /var/lib/pegwatch/update 0700 pegwatch-web " in laid
    assert "\nd /run/pegwatch-update 0755 root root " in laid, (
        "root's word lies where the page cannot lay a link"
    )
    written = " ".join(keys("pegwatch-web.service")["ReadWritePaths"])
    assert "pegwatch-update" not in written
    assert "/etc" not in written
    others = set(UNITS) - {INSTALLS, "pegwatch-update.path"}
    assert not any("update --" in (SYSTEMD / name).read_text() for name in others)


def test_network_manager_lets_nobody_else_do_anything_more() -> None:
    rules = (SYSTEMD / "pegwatch.polkit.rules").read_text()
    assert set(re.findall(r"pegwatch-\w+", rules)) == {"pegwatch-wifi"}
    assert set(re.findall(r"org\.freedesktop\.[\w.-]+", rules)) == {
        f"org.freedesktop.NetworkManager.{what}"
        for what in ("wifi.scan", "network-control", "settings.modify.system")
    }
    assert re.findall(r"Result\.\w+", rules) == ["Result.YES"]
    assert 'subject.user === "pegwatch-wifi" && may.indexOf(action.id) >= 0' in rules


def test_the_service_answers_the_question_on_its_socket_in_one_line(tmp_path: Path) -> None:
    """By the very command that its unit starts; here it finds no NetworkManager, whatever this machine has."""
    ours, theirs = socket.socketpair()
    with ours, theirs, subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "wifi", "answer"], stdin=theirs, stdout=theirs,
        env=os.environ | {"PATH": str(tmp_path)},
    ) as running:  # fmt: skip
        theirs.close()
        ours.sendall(b'{"do": "networks"}\n')
        with ours.makefile("rb") as told:
            assert told.readline() == b'{"error": "none"}\n'
        assert running.wait(60) == 0


def test_the_board_comes_before_the_page_for_the_processor() -> None:
    weights = [int(keys(f"pegwatch-{name}.service")["CPUWeight"][0]) for name in PROCESSES]
    assert weights == sorted(weights, reverse=True)
    assert all(keys(f"pegwatch-{name}.service")["Slice"] == ["pegwatch.slice"] for name in PROCESSES)


def test_only_the_board_has_the_pins_and_only_the_eye_has_the_camera() -> None:
    devices = {name: " ".join(keys(f"pegwatch-{name}.service").get("DeviceAllow", [])) for name in PROCESSES}
    assert {"char-gpiochip", "char-spi"} <= set(re.findall(r"[\w-]+", devices["board"]))
    assert {"char-video4linux", "char-media", "char-dma_heap"} <= set(re.findall(r"[\w-]+", devices["eye"]))
    assert "char-video4linux" not in devices["board"]
    assert "char-gpiochip" not in devices["eye"]
    assert devices["web"] == ""


# --- what the units rely on --------------------------------------------------------------------------------


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket on which systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(tmp_path / "notify"))
        channel.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield channel


def heard(channel: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(channel.recv(100).decode())
        except BlockingIOError:
            return found


def test_the_watchdog_is_fed_by_steps_that_were_done_and_by_nothing_else(
    tmp_path: Path, systemd: socket.socket
) -> None:
    """While a step hangs (a camera's driver, say) nothing is sent: that is how a watchdog learns of it."""
    with Pulse.open(tmp_path) as pulse:
        clock, told, fed = RealClock.start(pulse, 1.0), Told(pulse, supervised=False), list[int]()

        def step(now: float) -> float:
            fed.append(heard(systemd).count("WATCHDOG=1"))
            told.by_signal = len(fed) == 4
            return now

        run_steps(step, clock, told, pulse, "eye", lambda: 0.001)
        assert fed == [0, 1, 1, 1], "one for each step that ended"


def test_a_board_that_waits_for_a_lock_is_not_ended_by_its_watchdog_but_who_holds_it_is(
    tmp_path: Path, systemd: socket.socket
) -> None:
    """SQLite waited as long as the watchdog. Now the board outlives a process that hangs while it holds the inbox."""
    watchdog = {
        name: float(keys(f"pegwatch-{name}.service")["WatchdogSec"][0]) for name in (*PROCESSES, "uplink")
    }
    assert min(watchdog.values()) > 2 * BUSY_S, "a read and a write in one step"
    for name in ("eye", "web", "uplink"):
        ended_after_s = watchdog[name] + float(keys(f"pegwatch-{name}.service")["TimeoutStopSec"][0])
        assert ended_after_s < BOARDS_PATIENCE_S
    with Pulse.open(tmp_path) as pulse:
        _waits(pulse)
        assert pulse.of("board").at > 0.0
    assert heard(systemd) == ["WATCHDOG=1"]


def test_the_page_is_asked_before_the_watchdog_is_told(systemd: socket.socket) -> None:
    from pegwatch.web_process import answers

    with socket.socket() as deaf:  # takes connections and never answers
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        assert answers("0.0.0.0", deaf.getsockname()[1]) is False
    assert heard(systemd) == []


def test_the_hubs_watchdog_is_fed_only_while_its_page_answers(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pegwatch import pagecheck

    monkeypatch.setattr(pagecheck, "ASK_EVERY_S", 0.0)
    answer = [True, False, True]
    monkeypatch.setattr(pagecheck, "answers", lambda _host, _port: answer.pop(0))
    watched, fed = pagecheck.Watched("127.0.0.1", 1), []
    for _ in range(3):
        watched()
        fed.append(heard(systemd))
    assert fed == [["WATCHDOG=1"], [], ["WATCHDOG=1"]]


def test_the_hub_takes_its_options_from_the_environment_and_says_when_it_is_ready(
    tmp_path: Path, systemd: socket.socket
) -> None:
    port = free_port()
    told = {
        "PEGWATCH_HUB_PORT": str(port),
        "PEGWATCH_HUB_HOST": "127.0.0.1",
        "PEGWATCH_HUB_NAME": "Riverside Club",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "hub", "--data", str(tmp_path / "hub")],
        env=os.environ | told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as hub:  # fmt: skip
        try:
            systemd.setblocking(True)
            systemd.settimeout(60)
            assert systemd.recv(100) == b"READY=1"
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30).read().decode()
            assert "Riverside Club" in page
        finally:
            hub.terminate()
        hub.communicate()


def test_a_line_to_no_club_waits_until_the_table_joins_one_and_shows_that_it_lives(tmp_path: Path) -> None:
    from pegwatch.plan import Plan
    from pegwatch.uplink_process import run_uplink

    class Thrice:
        """Told to end after a few looks."""

        looks = 0

        def __bool__(self) -> bool:
            self.looks += 1
            return self.looks > 2

    with Pulse.open(tmp_path) as pulse:
        run_uplink(Plan("table", str(tmp_path), str(tmp_path)), pulse, Thrice())  # type: ignore[arg-type]
        assert pulse.of("uplink").at > 0.0
    assert not (tmp_path / "journal.sqlite").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be three users")
def test_three_users_of_one_group_share_one_journal(data_of_the_board: Path) -> None:
    folder = data_of_the_board
    code = (
        "j = J(path, puts_only=int(sys.argv[2]) != 61001)\n"
        "for i in range(3): j.put(sys.argv[2], float(i), {})\n"
        "with Pulse.open(folder) as p: p.beat('board', done=0.0, until=0.0)\n"
        "print('fine', flush=True); sys.stdin.readline()\n"
    )
    # each comes while those before it are still there
    running = [begun_as(user, folder, code) for user in (BOARD, PAGE, EYE)]
    rights = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert {right for name, right in rights.items() if name.startswith("journal.")} == {0o640}
    assert {right for name, right in rights.items() if not name.startswith("journal.")} == {0o660}
    for process in running:
        process.communicate("\n")
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        assert len(journal.pending()) == 9


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_the_page_may_not_write_the_record_whatever_it_tries(data_of_the_board: Path) -> None:
    assert done_as(BOARD, data_of_the_board, APPEND) == "1"
    tries = (
        "import sqlite3\n"
        "for end in ('', '-wal', '-shm'):\n"
        "    try: open(f'{path}{end}', 'r+b')\n"
        "    except PermissionError: print('refused')\n"
        "try: sqlite3.connect(path).execute('DROP TABLE event')\n"
        "except sqlite3.OperationalError as error: print(error)\n"
        "try: J(path).append(1, [Event('seen', 1.0, {})])\n"
        "except JournalError as error: print('cannot')\n"
    )
    said = done_as(PAGE, data_of_the_board, tries).splitlines()
    assert said == ["refused"] * 3 + ["attempt to write a readonly database", "cannot"]
    assert done_as(BOARD, data_of_the_board, APPEND) == "2"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
@pytest.mark.parametrize("end", ["ended", "killed"])
def test_the_page_reads_and_puts_while_no_board_runs_and_follows_it_when_it_comes(
    data_of_the_board: Path, end: str
) -> None:
    """A reader that made the log in its own name would keep the board from writing ever after."""
    folder = data_of_the_board
    stays = (
        "j = J(path); j.append(1, [Event('game', 0.0, {})])\n"
        "print('fine', flush=True); sys.stdin.readline(); j.close()"
    )
    board = begun_as(BOARD, folder, stays)
    assert done_as(PAGE, folder, PUT) == "1 1 1"
    if end == "killed":
        board.kill()
    board.communicate("\n" if end == "ended" else None)
    assert done_as(PAGE, folder, PUT) == "2 1 2", "no board runs"
    page = begun_as(PAGE, folder, "j = J(path, puts_only=True); j.last(); j.put('page', 9.0, {})\n"
        "print('fine', flush=True); sys.stdin.readline(); print(j.last(), len(j.pending()))")  # fmt: skip
    assert done_as(BOARD, folder, APPEND) == "2", "the board writes as before"
    assert page.communicate("\n")[0] == "2 0\n", "and who was there sees it"
    assert {p.stat().st_uid for p in folder.glob("journal.sqlite*")} == {BOARD}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_the_page_makes_no_journal_and_no_log_of_the_boards(data_of_the_board: Path) -> None:
    code = "try: J(path, puts_only=True)\nexcept JournalError as error: print(error)"
    assert "the board process has not made the journal" in done_as(PAGE, data_of_the_board, code)
    assert list(data_of_the_board.iterdir()) == []
    assert done_as(BOARD, data_of_the_board, APPEND) == "1"
    for end in ("-wal", "-shm"):
        (data_of_the_board / f"journal.sqlite{end}").unlink()
    assert "the board process has not made" in done_as(PAGE, data_of_the_board, code)
    reads = "with closing(J(path, read_only=True)) as j: print(j.last())"
    assert done_as(PAGE, data_of_the_board, reads) == "1", "a copy is read"
    assert {p.name for p in data_of_the_board.glob("journal*")} == {"journal.sqlite"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_what_an_older_version_gave_away_is_taken_back(data_of_the_board: Path) -> None:
    path = data_of_the_board / "journal.sqlite"
    assert done_as(BOARD, data_of_the_board, APPEND) == "1"
    for file in data_of_the_board.glob("journal.sqlite*"):
        file.chmod(0o660)
        if file != path:
            os.chown(file, PAGE, 61000)
    assert done_as(BOARD, data_of_the_board, APPEND) == "2"
    assert {
        (p.stat().st_uid, p.stat().st_mode & 0o777) for p in data_of_the_board.glob("journal.sqlite*")
    } == {(BOARD, 0o640)}


def test_the_data_folder_is_sticky_and_its_backups_are_the_boards() -> None:
    lines = (SYSTEMD / "pegwatch.tmpfiles.conf").read_text().splitlines()
    assert "d /var/lib/pegwatch 3770 pegwatch-board pegwatch -" in lines
    assert "d /var/lib/pegwatch/backups 2750 pegwatch-board pegwatch -" in lines


@pytest.mark.parametrize("before", [None, 0o644])
def test_what_the_hub_is_told_is_read_by_root_alone(before: int | None, tmp_path: Path) -> None:
    """It may hold the password of a database."""
    script = (SYSTEMD.parent / "install" / "pegwatch-install").read_text()
    (function,) = re.findall(r"^private_settings\(\) \{\n.*?^\}\n", script, re.S | re.M)
    if before is not None:
        (tmp_path / "hub.env").write_text("PEGWATCH_HUB_NAME=ours\n")
        (tmp_path / "hub.env").chmod(before)
    words = f"OPTIONAL=' pegwatch-hub.service'\n{function}private_settings {tmp_path}\n"
    subprocess.run(["bash", "-eu", "-c", words], check=True, timeout=300)
    assert (tmp_path / "hub.env").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "hub.env").read_text() == ("" if before is None else "PEGWATCH_HUB_NAME=ours\n")
