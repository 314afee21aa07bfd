"""The doctor's checks one by one on machines that tests make up; the bundle, and what must never be in it."""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote, quote_plus

import pytest

from cribbage.log.events import Event
from firmware.box.backup import FOLDER, back_up
from firmware.box.sections import BackupSettings
from firmware.box.sqlite_journal import SqliteJournal
from firmware.doctor import Finding
from pegwatch import bundle, checks
from pegwatch.commands import doctor
from pegwatch.housekeeping import Housekeeping
from pegwatch.places import Places
from vision.networkreader import NetworkReader
from vision.readresult import Reading


def graves(findings: Iterator[Finding]) -> list[str]:
    """Severities; whatever is not well must say how to fix it."""
    found = list(findings)
    assert all(finding.fix for finding in found if finding.severity != "ok"), found
    return [str(finding.severity) for finding in found]


def test_a_32_bit_system_is_named_and_a_pi_by_its_model(tmp_path: Path) -> None:
    assert graves(checks.check_system("armv7l")) == ["alarm"]
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (finding,) = checks.check_system("aarch64", tmp_path)
    assert "Raspberry Pi 5 Model B Rev 1.0" in finding.what


PI_MOUNTS = """\
20 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
21 20 0:19 / /run rw,nosuid - tmpfs tmpfs rw,size=1G
22 20 8:1 / /mnt/my\\040stick rw - vfat /dev/sda1 rw
"""
OVER = "30 1 0:26 / / rw,relatime - overlay overlay rw,lowerdir=/media/root-ro,upperdir={},workdir=/w\n"


@pytest.mark.parametrize(
    ("folder", "mounts", "kernel", "lost"),
    [
        ("/home/pi/table", PI_MOUNTS, "root=PARTUUID=1-02", False),
        ("/mnt/my stick/table", PI_MOUNTS, "", False),
        ("/run/table", PI_MOUNTS, "", True),
        ("/home/pi/table", OVER.format("/upper/upper"), "console=tty1 boot=overlay root=1", True),
        ("/home/pi/table", OVER.format("/media/root-rw/overlay"), "overlayroot=tmpfs root=1", True),
        ("/home/pi/table", OVER.format("/run/upper") + PI_MOUNTS.split("\n")[1] + "\n", "", True),
        ("/root/table", OVER.format("/var/lib/docker/overlay2/1/diff"), "root=1", False),
        ("/home/pi/table", PI_MOUNTS + OVER.format("/upper/upper"), "boot=overlay", True),
        ("/home/pi/table", "", "", False),
        ("/home/pi/table", "20 1 -\nx - \n", "", False),
    ],
)
def test_a_data_folder_in_memory_is_an_alarm(folder: str, mounts: str, kernel: str, lost: bool) -> None:
    """Every verified game would be lost in silence."""
    assert graves(checks.check_lasting(Path(folder), mounts, kernel)) == ["alarm"] * lost


def test_this_machines_own_memory_disk_is_known_for_one() -> None:
    memory = Path("/dev/shm")
    if not memory.is_dir() or os.statvfs(memory).f_fsid == os.statvfs("/").f_fsid:
        pytest.skip("this machine has no /dev/shm")
    assert graves(checks.check_lasting(memory)) == ["alarm"]


@pytest.mark.parametrize(
    ("controllers", "watchdog", "severities"),
    [
        ("cpuset cpu io memory pids\n", "RuntimeWatchdogUSec=15s\n", []),
        ("cpuset cpu io pids\n", "RuntimeWatchdogUSec=15s\n", ["warning"]),
        ("cpuset cpu io pids\n", "RuntimeWatchdogUSec=0\n", ["warning", "warning"]),
        ("cpuset cpu io memory pids\n", "RuntimeWatchdogUSec=infinity\n", ["warning"]),
        (None, None, []),
    ],
)
def test_what_guards_a_pi_is_named_where_it_is_off(
    tmp_path: Path, controllers: str | None, watchdog: str | None, severities: list[str]
) -> None:
    assert list(checks.check_guards(tmp_path, lambda _words: watchdog)) == [], "no Pi"
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    if controllers is not None:
        (tmp_path / "sys" / "fs" / "cgroup").mkdir(parents=True)
        (tmp_path / "sys" / "fs" / "cgroup" / "cgroup.controllers").write_text(controllers)
    assert graves(checks.check_guards(tmp_path, lambda _words: watchdog)) == severities


def test_a_clock_that_was_never_set_is_a_note_only() -> None:
    assert graves(checks.check_clock(86_400.0)) == ["info"]
    assert graves(checks.check_clock()) == []


def test_wrong_settings_are_an_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.toml"
    monkeypatch.setenv("PEGWATCH_CONFIG", str(file))
    file.write_text("[page]\nport = 81\n")
    assert graves(checks.check_settings()) == ["ok"]
    file.write_text("[page]\nprot = 81\n")
    (finding,) = checks.check_settings()
    assert finding.severity == "alarm"
    assert "line 2" in finding.what


def test_a_layout_of_the_table_that_cannot_be_used_is_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGWATCH_EYE_LAYOUT", str(tmp_path / "none.toml"))
    finding = doctor._eye()
    assert finding.severity == "alarm"
    assert str(tmp_path / "none.toml") in finding.what
    monkeypatch.setenv("PEGWATCH_EYE_LAYOUT", "")
    assert doctor._eye().severity == "ok"


def test_a_card_reader_that_loads_and_reads_nothing_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NetworkReader, "read", lambda *_given, **_more: Reading((), (), 1.0))
    finding = doctor._eye()
    assert (finding.severity, finding.fix) == ("alarm", "Install Pegwatch again.")
    assert finding.what.startswith(
        "The card reader does not work on this machine: it reads nothing of the drawn"
    )


@pytest.mark.parametrize(
    ("address", "proxies", "severities"),
    [
        ("", "", ["ok"]),
        ("https://table.club.example", "", ["ok", "warning", "info"]),
        ("https://table.club.example", "127.0.0.1", ["ok", "info"]),
        ("http://192.168.7.9:8080", "", ["ok", "info"]),
    ],
)
def test_the_doctor_says_how_guests_come_to_the_page(
    address: str, proxies: str, severities: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGWATCH_PAGE_ADDRESS", address)
    monkeypatch.setenv("PEGWATCH_PAGE_PROXIES", proxies)
    assert graves(checks.check_settings()) == severities


@pytest.mark.parametrize(
    ("said", "severities"),
    [
        ("LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=0\n", ["ok"] * 3),
        ("LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=4\n", ["warning"] * 3),
        ("LoadState=loaded\nActiveState=failed\nResult=watchdog\nNRestarts=5\n", ["alarm"] * 3),
        ("LoadState=loaded\nActiveState=inactive\nResult=success\nNRestarts=0\n", ["warning"] * 3),
        ("LoadState=not-found\nActiveState=inactive\n", []),
        ("", []),
    ],
)
def test_the_services_as_systemd_tells_of_them(said: str, severities: list[str]) -> None:
    assert graves(checks.check_units(lambda _words: said)) == severities
    assert graves(checks.check_units(lambda _words: None)) == []


def journal_of(folder: Path, events: int) -> SqliteJournal:
    journal = SqliteJournal(folder / "journal.sqlite")
    header = {
        "log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Zaphod", "B": "Bob"},
        "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]},
    }  # fmt: skip
    journal.append(1, [Event("game", 0.0, header)])
    journal.append(
        1, [Event("seen", float(i), {"t": float(i), "note": "Zaphod waits"}) for i in range(events)]
    )
    return journal


def test_a_journal_without_a_fresh_backup_is_told_of(tmp_path: Path) -> None:
    with closing(journal_of(tmp_path, 600)) as journal:
        settings = BackupSettings()
        assert graves(checks.check_backups(journal, tmp_path, journal.name, settings)) == ["warning"]
        back_up(tmp_path / "journal.sqlite", tmp_path / FOLDER, 3)
        assert graves(checks.check_backups(journal, tmp_path, journal.name, settings)) == ["ok"]
        elsewhere = BackupSettings(folder=str(tmp_path / "stick"))
        assert graves(checks.check_backups(journal, tmp_path, journal.name, elsewhere)) == ["warning"]


class _Page(BaseHTTPRequestHandler):
    status, body = 200, b'{"page": "ok"}'

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_words: object) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "body", "severity"), [(200, b'{"page": "ok"}', "ok"), (500, b"<html>", "alarm")]
)
def test_a_page_is_asked_whether_it_answers(status: int, body: bytes, severity: str) -> None:
    handler = type("Page", (_Page,), {"status": status, "body": body})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.handle_request, daemon=True).start()
        assert graves(checks.check_page("0.0.0.0", server.server_port)) == [severity]
        port = server.server_port
    assert graves(checks.check_page("127.0.0.1", port)) == ["alarm"], "and one that has gone does not"


def pegwatch(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pegwatch", *words],
        capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **env},
    )  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with everything in it that is nobody's business."""
    folder = tmp_path / "data"
    (folder / "run" / "evidence").mkdir(parents=True)
    journal_of(folder, 3).close()
    for name in ("page.key", "accounts.json", "table-code.json", "visitors.json"):
        (folder / name).write_text("SECRET-THING")
    (folder / "run" / "eye.jpg").write_bytes(b"PICTURE")
    (folder / "run" / "evidence" / "A.jpg").write_bytes(b"PICTURE")
    (folder / "run" / "board.log").write_text('say="Zaphod and Zaphodia"\n')
    return folder


def contents(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_bundle_has_what_helps_and_no_secrets_pictures_or_names(data: Path, tmp_path: Path) -> None:
    done = pegwatch("support-bundle", "--data", str(data), "-o", str(tmp_path / "b.zip"))
    assert done.returncode == 0, done.stderr
    inside = contents(tmp_path / "b.zip")
    assert {"doctor.jsonl", "system.json", "settings.toml", "logs/board.log", "journal/game-1.jsonl"} <= set(
        inside
    )
    for name, content in inside.items():
        assert b"SECRET" not in content, name
        assert b"PICTURE" not in content, name
        assert b"Zaphod " not in content, name
    assert b"Player A and Zaphodia" in inside["logs/board.log"]
    assert json.loads(inside["journal/about.json"])["events"] == 4
    assert all(json.loads(line)["what"] for line in inside["doctor.jsonl"].splitlines())


ODD = {"A": 'Zoë "Q" O’Hara', "B": "back\\slash"}


def test_what_the_services_told_systemd_comes_along_without_names(data: Path, tmp_path: Path) -> None:
    """Of an installed table nothing lies in the run folder."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "journalctl").write_text(
        "#!/bin/sh\n"
        'for word; do case $word in *=pegwatch-eye.service) echo "Zaphod held the camera";; esac; done\n'
    )
    (bin_ / "journalctl").chmod(0o755)
    done = pegwatch(
        "support-bundle",
        "--data",
        str(data),
        "-o",
        str(tmp_path / "b.zip"),
        PATH=f"{bin_}:{os.environ['PATH']}",
    )
    assert done.returncode == 0, done.stderr
    inside = contents(tmp_path / "b.zip")
    assert inside["logs/pegwatch-eye.service.log"] == b"Player A held the camera\n"
    assert "logs/pegwatch-board.service.log" not in inside, "it said nothing"


@pytest.mark.parametrize("seat", ODD)
def test_no_form_of_a_name_comes_along(seat: str, tmp_path: Path) -> None:
    """In the game, and in a log as text, JSON, JSON in JSON, of Python, on a page and in an address."""
    name, places = ODD[seat], Places(tmp_path, tmp_path / "run")
    places.make()
    header = {
        "log": "table/1", "profile": "acc-2025", "mode": "club", "players": ODD, "dealer": "A",
        "pegs": {"A": [0, -1], "B": [0, -1]},
    }  # fmt: skip
    with closing(SqliteJournal(places.journal)) as journal:
        journal.append(1, [Event("game", 0.0, header)])
    forms = [name, json.dumps(name), json.dumps(name, ensure_ascii=False), repr(name), html.escape(name)]
    forms += [json.dumps(form, ensure_ascii=ascii_) for form in forms for ascii_ in (True, False)]
    forms += [json.dumps(form, ensure_ascii=False) for form in forms]
    forms += [f"/players?name={quote(name)}&x", f"/?n={quote_plus(name)}%20{quote(name, safe='')}"]
    forms += [f"said\\n{name}", json.dumps(f"said\n{name}\u2028{name}")]
    lines = "".join(f"say={form}\n" for form in forms)
    (places.run / "board.log").write_text(lines, encoding="utf-8")
    last = "\nthe last line\n"  # and what is cut off lies within a name
    filler = "x" * (bundle._TAIL - len("slash ") - len(last))
    (places.run / "web.log").write_text(f"{ODD['B']} {filler}{last}", encoding="utf-8")
    file = tmp_path / "b.zip"
    with file.open("wb") as out:
        bundle.write_bundle(out, places, [], pictures=False, names=False)
    inside = {of: content.decode() for of, content in contents(file).items()}
    said = inside["logs/board.log"]
    assert said.count(f"Player {seat}") == lines.count("say=") + 2
    for part in ("Zo", "Hara", "back", "slash"):
        assert all(
            part not in inside[of] for of in ("logs/board.log", "logs/web.log", "journal/game-1.jsonl")
        )
    assert json.loads(inside["journal/game-1.jsonl"])["players"] == {"A": "Player A", "B": "Player B"}


def test_a_name_within_a_word_and_what_stands_for_one_stay() -> None:
    without = bundle._finder({"Ann": "Player A", "Player": "Player B"})
    assert without("Ann, Anne and Player") == "Player A, Anne and Player B"


def test_pictures_and_names_come_along_when_asked_for_and_secrets_never(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    assert (
        pegwatch("support-bundle", "--data", str(data), "-o", str(file), "--pictures", "--names").returncode
        == 0
    )
    inside = contents(file)
    assert inside["pictures/eye.jpg"] == b"PICTURE"
    assert b"Zaphod and Zaphodia" in inside["logs/board.log"]
    assert not any(b"SECRET" in content for content in inside.values())


def test_a_bundle_can_be_made_of_a_table_that_never_came_up(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    done = pegwatch("support-bundle", "--data", str(tmp_path / "none"), "-o", str(tmp_path / "b.zip"))
    assert done.returncode == 0, done.stderr
    assert "journal/error.txt" in contents(tmp_path / "b.zip")


def test_the_doctor_answers_under_wrong_settings_and_a_damaged_journal(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("[page]\nprot = 81\n")
    raw = bytearray((data / "journal.sqlite").read_bytes())
    raw[4096 * 2 : 4096 * 4] = os.urandom(8192)
    (data / "journal.sqlite").write_bytes(raw)
    done = pegwatch("doctor", "--data", str(data), "--simulated", "--json", PEGWATCH_CONFIG=str(file))
    said = [json.loads(line) for line in done.stdout.splitlines()]
    alarms = [one for one in said if one["severity"] == "alarm"]
    assert done.returncode == 2, done.stderr
    assert any("line 2" in one["what"] for one in alarms)
    assert any("pegwatch journal restore" in one["what"] + one["mend"] for one in alarms)


def test_a_running_table_is_backed_up_every_so_often(tmp_path: Path) -> None:
    with closing(journal_of(tmp_path, 3)) as journal:
        clock, said = [0.0], list[str]()
        places = Places(tmp_path, tmp_path / "run")
        care = Housekeeping(places, BackupSettings(every_h=1), said.append, lambda: clock[0])
        for hour in (0, 0.5, 1.2, 1.7, 2.4):
            clock[0] = hour * 3600
            care.step()
            care.end()
            journal.append(1, [Event("seen", 9.0, {"t": 9.0})])
        assert len(list((tmp_path / FOLDER).iterdir())) == 2
        assert said == []


def test_a_backup_that_cannot_be_made_is_said_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PEGWATCH_BACKUP_FOLDER", str(tmp_path / "file" / "sub"))
    journal_of(tmp_path, 3).close()
    clock, said = [100.0], list[str]()
    care = Housekeeping(
        Places(tmp_path, tmp_path / "run"), BackupSettings(every_h=1), said.append, lambda: clock[0]
    )
    clock[0] = 200.0
    care.step()
    assert care._running is not None
    care._running.wait(60)
    care.step()
    (line,) = said
    assert line.startswith("no backup was made: cannot use the backup folder")
