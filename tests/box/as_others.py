"""Processes of other users of the table's group, as the appliance has them: board, page and eye."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

AS_ANOTHER = (
    "import os, sys\nfrom contextlib import closing\nfrom pathlib import Path\n"
    "from cribbage.log.events import Event\nfrom firmware.box.sqlite_journal import SqliteJournal as J\n"
    "from firmware.box.errors import JournalError\nfrom firmware.box.pulse import Pulse\n"
    "from firmware.box.backup import back_up, write_lock\nfrom firmware.box.chain import make_key\n"
    "from firmware.box.handover import Incoming, packed, take_in\n"
    "from firmware.box.pictures import PictureStore, read_picture\n"
    "import contextlib, encodings.ascii, shutil, sqlite3, tempfile\n"
    "os.setgroups([]); os.setgid(61000); os.setuid(int(sys.argv[2])); os.umask(0o007)\n"
    "folder = Path(sys.argv[1]); path = folder / 'journal.sqlite'\n"
)
BOARD, PAGE, EYE = 61001, 61002, 61003


def begun_as(user: int, folder: Path, code: str) -> subprocess.Popen[str]:
    """A process of another user, once it has printed its first line."""
    process = subprocess.Popen(
        [sys.executable, "-c", AS_ANOTHER + code, str(folder), str(user)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "fine\n"
    return process


def done_as(user: int, folder: Path, code: str, imports: str = "") -> str:
    """What a process of another user prints; what it imports has to come before it may read only what is its own."""
    command = [sys.executable, "-c", imports + AS_ANOTHER + code, str(folder), str(user)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


PUT = "with closing(J(path, puts_only=True)) as j: print(j.put('page', 5.0, {}), j.last(), len(j.pending()))"
APPEND = (
    "with closing(J(path)) as j: print(j.append(1, [Event('seen', 1.0, {})], [i.id for i in j.pending()]))"
)
