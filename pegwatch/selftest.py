"""A version that is installed beside the one that runs shows that it works, before anything is stopped for it.

It opens a copy of the table's journal (in whatever form it is), looks at all of it, counts a hand, reads five drawn
cards, and serves a page over that copy which must answer. Nothing of the table's own is written. `PegwatchError`, one
line, says what did not.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from cribbage.score.cards import Card
from cribbage.score.counting import show_points
from firmware.box.backup import copy_whole
from firmware.box.errors import BoxError
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.pagecheck import answers
from pegwatch.places import Places
from pegwatch.plan import Plan
from pegwatch.ports import free_port

ANSWERS_WITHIN_S: Final = 60.0
_LOOK_S: Final = 0.2
_HAND: Final = ("5H", "5S", "5D", "JC")
_STARTER: Final = "5C"


def prove(journal: Path, within_s: float = ANSWERS_WITHIN_S) -> None:
    """Show that this version works on a copy of this journal, or on a new one where there is none yet."""
    if show_points([Card.parse(card) for card in _HAND], Card.parse(_STARTER)).points != 29:
        raise PegwatchError("it does not count")
    _reads()
    with tempfile.TemporaryDirectory(prefix="pegwatch-prove-") as folder:
        places = Places(Path(folder), Path(folder) / "run")
        places.make()
        try:
            if journal.exists():
                copy_whole(journal, places.journal)
            with closing(SqliteJournal(places.journal, keep_old=False)) as copy:
                wrong = copy.check()
        except BoxError as error:
            raise PegwatchError(f"it does not open the journal ({error})") from error
        if wrong:
            raise PegwatchError(f"the journal is not sound in its eyes ({wrong[0]})")
        _serves(places, within_s)


def _reads() -> None:
    from vision.drawnhand import misread
    from vision.engine import ReaderError
    from vision.networkreader import NetworkReader

    try:
        wrong = misread(NetworkReader())
    except (ReaderError, OSError) as error:
        raise PegwatchError(f"its card reader does not work ({error})") from error
    if wrong:
        raise PegwatchError(f"its card reader does not work here ({wrong})")


def _serves(places: Places, within_s: float) -> None:
    port = free_port()
    Plan(kind="table", data=str(places.data), run=str(places.run), host="127.0.0.1", port=port).write(
        places.plan
    )
    Pulse.open(places.run).close()
    page = subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "process", "web", "--run", str(places.run), "--alone"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        end = time.monotonic() + within_s
        while not answers("127.0.0.1", port):
            if page.poll() is not None:
                said = (page.communicate()[1] or "").strip().splitlines()
                raise PegwatchError(f"its page ended ({said[-1] if said else page.returncode})")
            if time.monotonic() >= end:
                raise PegwatchError(f"its page did not answer within {within_s:.0f} s")
            time.sleep(_LOOK_S)
    finally:
        page.kill()
        page.communicate()
