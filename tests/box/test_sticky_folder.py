"""The data folder as the appliance has it: what one of its users may not do to what another has there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from as_others import APPEND, BOARD, EYE, PAGE, PUT, begun_as, done_as

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several users")


_TAKE = """
for file in sorted(folder.glob('*')):
    mine = folder / 'mine'
    for act in (file.unlink, lambda: os.replace(file, folder / 'gone'), lambda: os.replace(mine, file)):
        mine.write_text('forged')
        try: act()
        except (PermissionError, IsADirectoryError, OSError): continue
        print('took', file.name)
mine.unlink()
for file in (folder / 'backups').glob('*'):
    try: file.unlink()
    except PermissionError: print('refused')
"""


def test_nobody_of_the_group_takes_the_boards_files_away_or_puts_others_in_their_place(
    data_of_the_board: Path,
) -> None:
    backs_up = (
        "with closing(J(path)) as j: j.append(1, [Event('game', 0.0, {})])\n"
        "make_key(folder / 'journal.key', 'x', 0)\n"
        "print(back_up(path, folder / 'backups', 3).name)"
    )
    assert "journal-" in done_as(BOARD, data_of_the_board, backs_up)
    assert {"journal.sqlite", "journal.sqlite-wal", "inbox.sqlite", "inbox.sqlite-shm", "journal.key"} <= {
        file.name for file in data_of_the_board.iterdir()
    }
    assert done_as(PAGE, data_of_the_board, _TAKE) == "refused"
    assert done_as(BOARD, data_of_the_board, APPEND) == "2"


def test_the_inbox_and_its_log_stay_the_boards_no_matter_who_is_the_last_to_close_it(
    data_of_the_board: Path,
) -> None:
    """Else Linux (fs.protected_regular = 2, as Debian sets it) would let neither board nor eye open it again."""
    folder = data_of_the_board

    def owners() -> set[int]:
        inbox = list(folder.glob("inbox.sqlite*"))
        assert len(inbox) == 3
        return {file.stat().st_uid for file in inbox}

    assert done_as(BOARD, folder, APPEND) == "1"
    assert owners() == {BOARD}, "left there by a board that ended"
    for number in range(1, 4):
        for user in (PAGE, EYE):
            done_as(user, folder, PUT)
            assert owners() == {BOARD}, "SQLite would take the log away with the last one"
        board = begun_as(BOARD, folder, f"j = J(path); assert len(j.pending()) == {2 * number}\n"
            "j.put('board', 1.0, {}); print('fine', flush=True); sys.stdin.readline()")  # fmt: skip
        board.kill()
        board.communicate()
        assert owners() == {BOARD}
        take = (
            "with closing(J(path)) as j: j.append(1, [], [i.id for i in j.pending() if i.source == 'board'])"
        )
        done_as(BOARD, folder, take)


def test_an_inbox_whose_log_an_older_version_let_the_page_make_is_taken_back_with_all_that_waits(
    data_of_the_board: Path,
) -> None:
    folder = data_of_the_board
    assert done_as(BOARD, folder, APPEND) == "1"
    page = begun_as(PAGE, folder, "j = J(path, puts_only=True); j.put('page', 5.0, {})\n"
        "print('fine', flush=True); sys.stdin.readline()")  # fmt: skip
    page.kill()
    page.communicate()
    for end in ("-wal", "-shm"):
        os.chown(folder / f"inbox.sqlite{end}", PAGE, 61000)
    assert (folder / "inbox.sqlite-wal").stat().st_size > 0
    look = "with closing(J(path)) as j: print(len(j.pending()))"
    assert done_as(BOARD, folder, look) == "1"
    assert {file.stat().st_uid for file in folder.glob("inbox.sqlite*")} == {BOARD}
    assert done_as(EYE, folder, PUT) == "2 1 2"


_HOT = """
own = Path(tempfile.mkdtemp()) / 'copy.sqlite'
shutil.copyfile(path, own)
db = sqlite3.connect(own, isolation_level=None)
db.execute('PRAGMA journal_mode = DELETE')
for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
    db.execute(f'DROP TRIGGER {name}')
db.execute('DELETE FROM event')
db.execute('PRAGMA cache_size = 1')
db.execute('BEGIN')
for i in range(300):
    db.execute("INSERT INTO event (game, t, at, kind, version, body) VALUES (1, 0, 0, 'x', 1, ?)", ('y' * 500,))
shutil.copyfile(f'{own}-journal', f'{path}-journal')
os.chmod(f'{path}-journal', 0o666)
"""


def test_a_rollback_journal_that_another_lays_beside_the_record_is_not_rolled_into_it(
    data_of_the_board: Path,
) -> None:
    """SQLite takes it for what a crash left, and writes the pages in it over those of the file."""
    folder = data_of_the_board
    for number in (1, 2, 3):
        assert done_as(BOARD, folder, APPEND) == str(number)
    assert done_as(PAGE, folder, _HOT) == ""
    assert (folder / "journal.sqlite-journal").stat().st_size > 4096
    assert done_as(BOARD, folder, "with closing(J(path)) as j: print(j.last(), j.check())") == "3 []"
    assert not (folder / "journal.sqlite-journal").exists()
    assert (folder / "journal-not-ours-journal").stat().st_uid == PAGE, "kept, to be looked at"


def test_a_log_that_another_lays_beside_the_record_is_not_read_into_it(data_of_the_board: Path) -> None:
    folder = data_of_the_board
    assert done_as(BOARD, folder, APPEND) == "1"
    for end in ("-wal", "-shm"):  # as after a restore, until the board starts
        (folder / f"journal.sqlite{end}").unlink()
    done_as(PAGE, folder, "for end in ('-wal', '-shm'): Path(f'{path}{end}').write_bytes(b'forged' * 9000)")
    assert done_as(BOARD, folder, "with closing(J(path)) as j: print(j.last(), j.check())") == "1 []"
    assert {file.stat().st_uid for file in folder.glob("journal.sqlite*")} == {BOARD}
    assert (folder / "journal-not-ours-wal").stat().st_uid == PAGE


def test_the_page_sees_the_eyes_pictures_and_makes_and_changes_nothing_there(data_of_the_board: Path) -> None:
    folder = data_of_the_board
    keeps = "store = PictureStore(folder / 'pictures.sqlite', 10**8, 0)\nkey = store.put('A', 1.0, b'jpeg')\n"
    sees = "print(read_picture(folder / 'pictures.sqlite', 'KEY') is not None)"
    ended = done_as(EYE, folder, f"{keeps}store.close(); print(key)")
    for _ in "twice":
        assert done_as(PAGE, folder, sees.replace("KEY", ended)) == "True"
        eye = begun_as(EYE, folder, f"{keeps}print('fine', flush=True); sys.stdin.readline(); store.close()")
        assert done_as(PAGE, folder, sees.replace("KEY", ended)) == "True", "while the eye writes"
        eye.kill()
        eye.communicate()
        assert done_as(PAGE, folder, sees.replace("KEY", ended)) == "True"
    assert {(file.stat().st_uid, file.stat().st_mode & 0o777) for file in folder.glob("pictures*")} == {
        (EYE, 0o640)
    }


def test_what_the_keeper_gave_to_the_page_is_taken_in_by_the_board(data_of_the_board: Path) -> None:
    folder = data_of_the_board
    assert done_as(BOARD, folder, APPEND) == "1"
    gives = (
        "incoming = Incoming(folder); incoming.take(0, b''.join(packed(path))); print(incoming.finish().last)"
    )
    assert done_as(PAGE, folder, gives) == "1"
    assert done_as(BOARD, folder, APPEND) == "2"
    takes = (
        "with write_lock(path): done = take_in(path, folder / 'backups')\n"
        "with closing(J(path)) as j: print(done.last, j.last())"
    )
    assert done_as(BOARD, folder, takes) == "2 2"
    assert not (folder / "restore-wanted.sqlite").exists()
    assert done_as(PAGE, folder, PUT) == "1 2 1"


_MOUNT = "import numpy as np; from vision.mount import FILE, Mount, forget_mount, load_mount\n"


def test_the_eye_keeps_and_forgets_the_position_that_a_command_kept(data_of_the_board: Path) -> None:
    keep = (
        "Mount(np.eye(3), (640, 480), {'by': int(sys.argv[2])}).save(folder / FILE)\n"
        "print(load_mount(folder / FILE).settings['by'])"
    )
    for user in (BOARD, EYE, BOARD):
        assert done_as(user, data_of_the_board, keep, _MOUNT) == str(user)
    forgets = "forget_mount(folder / FILE); print(load_mount(folder / FILE))"
    assert done_as(EYE, data_of_the_board, forgets, _MOUNT) == "None"
