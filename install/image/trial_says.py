"""Only in a trial image: tells how far the journal is, again and again, as another process reads it.

To the console of a virtual machine, or to what a container has bound to /mnt.
"""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path

from firmware.box.errors import BoxError
from firmware.box.sqlite_journal import SqliteJournal

JOURNAL = Path("/var/lib/pegwatch/journal.sqlite")
TO = Path("/mnt/said") if os.access("/mnt", os.W_OK) else Path("/dev/console")

while True:
    try:
        with (
            closing(SqliteJournal(JOURNAL, read_only=True)) as journal,
            TO.open("a") as out,
        ):
            while True:
                out.write(f"journal {journal.last()}\n")
                out.flush()
                time.sleep(0.1)
    except (BoxError, OSError):
        time.sleep(0.5)
