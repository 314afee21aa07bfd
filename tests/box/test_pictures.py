"""The pictures of readings: kept within a budget, never at the cost of anything else."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.box.pictures import (
    KEY_DIGITS,
    PictureKeeper,
    PictureStore,
    bytes_on_disk,
    picture_key,
    read_picture,
)

MB = 1024 * 1024


def jpeg(number: int, size: int = 20_000) -> bytes:
    """Bytes that no other number has."""
    return number.to_bytes(4, "big") * (size // 4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pictures.sqlite"


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def test_what_is_kept_is_found_by_the_digest_of_its_bytes(path: Path) -> None:
    store = PictureStore(path, 8 * MB)
    key = store.put("A", 12.5, jpeg(1))
    store.close()
    assert (len(key), key) == (KEY_DIGITS, picture_key(jpeg(1)))
    assert read_picture(path, key) == jpeg(1)
    assert read_picture(path, "0" * KEY_DIGITS) is None


def test_no_file_no_picture_and_none_is_made_by_asking(path: Path) -> None:
    assert read_picture(path, "0" * KEY_DIGITS) is None
    assert not path.exists()


def test_a_picture_that_is_not_what_its_key_says_is_none(path: Path) -> None:
    store = PictureStore(path, 8 * MB)
    key = store.put("A", 1.0, jpeg(1))
    store.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE picture SET jpeg = ?", (jpeg(2),))
    db.close()
    assert read_picture(path, key) is None


def test_the_file_stays_within_its_budget_and_the_oldest_go_first(path: Path) -> None:
    store = PictureStore(path, 4 * MB, keep_free_bytes=0)
    keys = []
    for number in range(400):  # 8 MB of pictures
        keys.append(store.put("A", float(number), jpeg(number)))
        assert bytes_on_disk(path) <= 4 * MB
    kept = [key for key in keys if read_picture(path, key) is not None]
    store.close()
    assert kept == keys[-len(kept) :], "those that are left are the newest, without a gap"
    assert len(kept) * 20_000 > 2 * MB, "and the budget is used"


def test_a_smaller_budget_shrinks_the_file(path: Path) -> None:
    large = PictureStore(path, 16 * MB, keep_free_bytes=0)
    for number in range(400):
        large.put("A", float(number), jpeg(number))
    large.close()
    assert path.stat().st_size > 6 * MB
    small = PictureStore(path, 4 * MB, keep_free_bytes=0)
    newest = small.put("A", 400.0, jpeg(400))
    small.close()
    assert bytes_on_disk(path) <= 4 * MB
    assert read_picture(path, newest) is not None


def test_on_a_disk_with_no_room_to_spare_new_pictures_take_the_room_of_old_ones(path: Path) -> None:
    plenty = PictureStore(path, 64 * MB, keep_free_bytes=0)
    first = plenty.put("A", 0.0, jpeg(0))
    for number in range(1, 40):
        plenty.put("A", float(number), jpeg(number))
    plenty.close()
    before = bytes_on_disk(path)
    tight = PictureStore(path, 64 * MB, keep_free_bytes=1 << 60)  # no disk has so much room left
    keys = [tight.put("A", float(number), jpeg(number)) for number in range(40, 80)]
    tight.close()
    assert bytes_on_disk(path) <= before + MB
    assert read_picture(path, first) is None
    assert read_picture(path, keys[-1]) is not None


@pytest.mark.parametrize("junk", [b"no database at all" * 500, b""])
def test_a_file_that_is_broken_is_begun_again(path: Path, junk: bytes) -> None:
    path.write_bytes(junk)
    store = PictureStore(path, 8 * MB)
    key = store.put("A", 1.0, jpeg(1))
    store.close()
    assert read_picture(path, key) == jpeg(1)


def test_a_file_that_breaks_while_it_is_used_is_begun_again(path: Path) -> None:
    store = PictureStore(path, 8 * MB)
    for number in range(50):
        store.put("A", float(number), jpeg(number))
    store.close()
    with path.open("r+b") as file:  # the pages after the first
        file.seek(4096)
        file.write(b"\xff" * 400_000)
    keeper = PictureKeeper(path, 8 * MB)
    numbers = iter(range(100, 10_000))

    def kept_again() -> bool:
        number = next(numbers)
        return read_picture(path, keeper.keep("A", float(number), jpeg(number))) is not None

    wait_until(kept_again)
    keeper.close()


class TestKeeper:
    def test_it_keeps_what_it_was_given_before_it_ends(self, path: Path) -> None:
        keeper = PictureKeeper(path, 8 * MB)
        keys = [keeper.keep("A", float(number), jpeg(number)) for number in range(10)]
        keeper.close()
        assert [read_picture(path, key) for key in keys] == [jpeg(number) for number in range(10)]
        assert keeper.trouble == ""

    def test_a_disk_that_refuses_is_a_warning_and_no_more(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        keeper = PictureKeeper(tmp_path / "file" / "pictures.sqlite", 8 * MB)
        assert keeper.keep("A", 1.0, jpeg(1)) == picture_key(jpeg(1))
        wait_until(lambda: keeper.trouble)
        keeper.close()

    def test_it_recovers_when_the_disk_does(self, tmp_path: Path) -> None:
        folder = tmp_path / "data"
        folder.write_text("in the way")
        path = folder / "pictures.sqlite"
        keeper = PictureKeeper(path, 8 * MB)
        keeper.keep("A", 1.0, jpeg(1))
        wait_until(lambda: keeper.trouble)
        folder.unlink()
        key = keeper.keep("A", 2.0, jpeg(2))
        wait_until(lambda: read_picture(path, key))
        keeper.close()
        assert keeper.trouble == ""

    def test_a_disk_that_hangs_holds_nobody_up(self, path: Path) -> None:
        """Somebody holds the file locked: more pictures come than can wait, and the one who gives them goes on."""
        PictureStore(path, 8 * MB).close()
        with sqlite3.connect(path, isolation_level=None) as db:
            db.execute("BEGIN IMMEDIATE")
            keeper = PictureKeeper(path, 8 * MB)
            for number in range(100):
                keeper.keep("A", float(number), jpeg(number))
            assert keeper.trouble != ""
            db.execute("ROLLBACK")
        db.close()
        keeper.close()


_WRITER = """
import sys
from pathlib import Path
from firmware.box.pictures import PictureStore
store = PictureStore(Path(sys.argv[1]), 64 * 1024 * 1024)
for number in range(1_000_000):
    print(store.put("A", float(number), number.to_bytes(4, "big") * 5000), flush=True)
"""


def test_what_was_kept_before_a_kill_is_there_after_it(path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True, env=environment
    ) as writer:
        assert writer.stdout is not None
        keys = [writer.stdout.readline().strip() for _ in range(60)]
        writer.send_signal(signal.SIGKILL)
    assert [read_picture(path, key) for key in keys] == [jpeg(number) for number in range(60)]
    store = PictureStore(path, 64 * MB)
    key = store.put("A", 1e9, jpeg(999_999_999))
    store.close()
    assert read_picture(path, key) is not None
