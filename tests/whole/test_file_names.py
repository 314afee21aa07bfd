"""Files whose names are no UTF-8, or not of the encoding that is spoken: read, printed and named as they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from samples import sample

from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
from vision.cameras.folder import FolderCamera
from vision.scene.art import FolderDeck

NO_UTF8 = os.fsdecode(b"b\xff")
SPOKEN = {
    "utf-8": {"PYTHONIOENCODING": "utf-8:strict"},
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
NAMES = [b"b\xff", "ü".encode()]
LOG = Path(__file__).parents[1] / "games/last-card-pegs-out.jsonl"


def asked(spoken: str, *words: object) -> subprocess.CompletedProcess[bytes]:
    """What a process of its own answers: what was wrong here killed it."""
    command = [sys.executable, "-m", "pegwatch", *map(str, words)]
    done = subprocess.run(command, capture_output=True, timeout=300, env=os.environ | SPOKEN[spoken])
    assert b"Traceback" not in done.stderr
    assert b"a fault in Pegwatch" not in done.stderr
    return done


def picture() -> bytes:
    return cv2.imencode(".png", np.full((480, 640, 3), (60, 110, 60), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("name", "spoken"),
    sample(list(zip(NAMES, SPOKEN, strict=True)), [(name, spoken) for name in NAMES for spoken in SPOKEN]),
    ids=str,
)
def test_a_picture_is_read_whatever_its_name(name: bytes, spoken: str, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name + b".png")
    path.write_bytes(picture())
    done = asked(spoken, "see", path)
    assert (done.returncode, done.stderr) == (0, b"")
    if spoken == "utf-8":
        assert done.stdout.startswith(os.fsencode(path) + b": no card")
    done = asked(spoken, "see", tmp_path, "--json")
    said = json.loads(done.stdout)["file"]
    assert os.fsencode(said) == os.fsencode(path) or spoken == "ascii"
    out = tmp_path / os.fsdecode(b"o" + name + b".jpg")
    done = asked(spoken, "camera", path, "--no-cards", "--out", out)
    assert (done.returncode, done.stderr) == (1, b""), "no board in it"
    assert out.is_file()
    path.write_bytes(b"not a picture at all")
    done = asked(spoken, "see", path)
    assert (done.returncode, b"is not a picture, or it is broken" in done.stderr) == (2, True)


def test_a_video_is_read_whatever_its_name(tmp_path: Path) -> None:
    plain, odd = tmp_path / "plain.avi", tmp_path / f"{NO_UTF8}.avi"
    video = cv2.VideoWriter(str(plain), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    if not video.isOpened():
        pytest.skip("OpenCV cannot write a video here")
    video.write(np.full((48, 64, 3), 90, np.uint8))
    video.release()
    plain.rename(odd)
    with FolderCamera([odd]) as camera:
        assert camera.grab().source == f"{odd}#1"


def test_a_deck_is_read_whatever_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / NO_UTF8
    folder.mkdir()
    for card in (rank + suit for suit in "CDHS" for rank in "A23456789TJQK"):
        (folder / f"{card}.png").write_bytes(picture())
    assert FolderDeck(folder).face("5H").shape[2] == 4


@pytest.mark.parametrize("spoken", SPOKEN)
def test_a_log_is_named_whatever_its_name(spoken: str, tmp_path: Path) -> None:
    log = tmp_path / f"{NO_UTF8}.jsonl"
    log.write_bytes(LOG.read_bytes())
    done = asked(spoken, "replay", "--json", log)
    assert done.stderr == b""
    said = json.loads(done.stdout.splitlines()[0])
    assert os.fsencode(said["file"]) == os.fsencode(log)
    header, *seen = map(json.loads, LOG.read_text().splitlines())
    log.write_text(
        "".join(json.dumps(line) + "\n" for line in (header, *(one | {"verdicts": []} for one in seen)))
    )
    audits = [asked(spoken, "replay", "--audit", *words, log) for words in ([], ["--json"])]
    assert [audit.stderr for audit in audits] == [b"", b""]
    assert audits[0].stdout.startswith(os.fsencode(tmp_path))
    assert os.fsencode(json.loads(audits[1].stdout)["file"]) == os.fsencode(log)


def test_a_table_is_looked_after_whatever_the_name_of_its_folder(tmp_path: Path) -> None:
    data = tmp_path / NO_UTF8
    data.mkdir()
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        journal.append(1, [Event("game", 0.0, json.loads(LOG.read_text().splitlines()[0]))])
    found = json.loads(asked("utf-8", "journal", "check", "--json", "--data", data).stdout)
    assert os.fsencode(found["path"]) == os.fsencode(data / "journal.sqlite")
    assert os.fsencode(data) in asked("utf-8", "journal", "check", "--data", data).stdout
    assert os.fsencode(data) in asked("utf-8", "journal", "backup", "--data", data).stdout
    bundle = data / "b.zip"
    assert asked("utf-8", "support-bundle", "--data", data, "-o", bundle).returncode == 0
    with zipfile.ZipFile(bundle) as archive:
        assert all(json.loads(line)["what"] for line in archive.read("doctor.jsonl").splitlines())
