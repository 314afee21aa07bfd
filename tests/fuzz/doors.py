"""Every door through which something comes in, as a function of bytes. It returns, or raises the door's own error."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from garbled import garbled
from mutate import mutant, pages_spoilt
from pictures import photos, recordings, spoilt, spoilt_recording
from released import archive, archives, piece, pieces, posted_body, said, taken, taken_requests, word
from wires import entered, hub_requests, hub_wire, page_requests, page_wire

from club.errors import ClubError
from club.lists import read_bytes, read_entries, read_results, read_schedule
from cribbage.errors import BadLog
from cribbage.log import wire
from cribbage.log.logreader import LogReader
from cribbage.replay.transcript import steps
from firmware.boardfile import load_board
from firmware.boardmap import BoardMapError
from firmware.box.dump import load as load_dump
from firmware.box.errors import BoxError, JournalError
from firmware.box.journal import MemoryJournal
from firmware.box.pieces import TooLarge
from firmware.box.settings import SettingsError
from firmware.box.settings import load as load_settings
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import Recorder
from pegwatch.boardlearn import pictures_from
from pegwatch.failure import PegwatchError
from pegwatch.pegssetup import learnt_reader
from vision.cameras.base import CameraError
from vision.cameras.folder import load_reduced
from vision.cameras.recording import RecordedCamera
from vision.layout import LONG_BOARD, BadLayout, load_layout
from vision.scene.kitboards import SHAPES
from webui import posted
from webui.door.sessions import Sessions
from webui.errors import PostError

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
SEEDS: Final = HERE / "seeds"
KINDS: Final = (wire.STATE, wire.LIVE, wire.HEALTH, wire.GAME, wire.HAVE, wire.SEAT)


@dataclass(frozen=True)
class Door:
    """`refuses`: the one kind of error that it may raise, whose message is one line for a person."""

    name: str
    enter: Callable[[bytes, Path], object]
    refuses: type[Exception] | tuple[type[Exception], ...]
    cost: int = 1
    """So many times longer an input takes than one of the quickest door."""
    make: Callable[[Sequence[bytes], int], bytes] = mutant
    """The input of a number, out of the seeds."""
    most_mb: float = 50.0
    """So much memory an input may take."""

    def seeds(self) -> list[bytes]:
        """What people meant, and what was once found to do harm."""
        found = [path.read_bytes() for path in sorted((SEEDS / self.name).glob("*"))]
        found += MORE.get(self.name, list)()
        assert found
        return found


def from_broker(sent: bytes, _: Path) -> None:
    """One payload as every kind of message, and the beginning of it as a topic."""
    refused = None
    for kind in KINDS:
        try:
            _as_kind(kind, wire.read(sent))
        except wire.BadMessage as error:
            refused = error
    try:
        wire.read_topic(sent[:60].decode("utf-8", "replace"))
    except wire.BadMessage as error:
        refused = error
    if refused is not None:
        raise refused


def _as_kind(kind: str, body: dict[str, Any]) -> None:
    if kind == wire.GAME:
        wire.write(wire.read_game(body).body())
    elif kind == wire.SEAT:
        wire.read_seats(body)
    elif kind == wire.HAVE:
        wire.read_have(body, "s1")
    else:
        wire.write(wire.read_kept(kind, body))


def table_log(sent: bytes, _: Path) -> None:
    for step in steps(LogReader(many=True), sent.decode("utf-8", "replace").split("\n")):
        json.dumps([event.body for event in step.said]).encode()


def settings(sent: bytes, folder: Path) -> None:
    file = folder / "pegwatch.toml"
    file.write_bytes(sent)
    load_settings({"PEGWATCH_CONFIG": str(file)})


def board(sent: bytes, folder: Path) -> None:
    file = folder / "board.toml"
    file.write_bytes(sent)
    load_board(str(file))


def layout(sent: bytes, folder: Path) -> None:
    file = folder / "layout.toml"
    file.write_bytes(sent)
    load_layout(file)


HEADER: Final = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A",
    "players": {"A": "Ann", "B": "Bob"},
}  # fmt: skip


def inbox(sent: bytes, _: Path) -> None:
    """What any process may leave for the referee, item by item; none of them may stop it or be half taken."""
    journal = MemoryJournal()
    journal.put("page", 0.0, {"new_game": HEADER})
    recorder = Recorder(journal)
    count = 1
    for line in sent.split(b"\n")[:12]:
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(body, dict):
            try:
                journal.put("eye", float(count), body)
            except JournalError:
                continue  # what is not finite is refused where it is put
            count += 1
    recorder.take(100.0)
    assert not journal.pending(), "something was left behind"


def dump(sent: bytes, _: Path) -> None:
    journal = SqliteJournal(Path(":memory:"))
    try:
        load_dump(sent.decode("utf-8", "replace").split("\n"), journal)
        assert journal.check() == []
    finally:
        journal.close()


def visitors(sent: bytes, folder: Path) -> None:
    file = folder / "visitors.json"
    file.write_bytes(sent)
    sessions = Sessions(file)
    assert sessions.of("x", "1").judges == ()
    sessions.give("x", "1", seat="A")


def posts(sent: bytes, _: Path) -> None:
    body = posted_body(sent)
    refused = None
    standing = {"A": (5, 0), "B": (0, -1)}
    for take in (
        posted.said, posted.cards, posted.dealer, lambda one: posted.pegs(one, standing),
        lambda one: posted.new_game(one, ("acc-2025",), modes=("club",)),
    ):  # fmt: skip
        try:
            json.dumps(take(body))
        except PostError as error:
            refused = error
    if refused is not None:
        raise refused


def lists(sent: bytes, _: Path) -> None:
    refused = None
    for read in (read_entries, read_results, read_schedule):
        try:
            read(read_bytes(sent))
        except ClubError as error:
            refused = error
    if refused is not None:
        raise refused


def photo(sent: bytes, folder: Path) -> None:
    """As `pegwatch see` and a camera of files take it."""
    file = folder / "photo.jpg"
    file.write_bytes(sent)
    picture, shrink = load_reduced(file)
    assert picture.shape[2] == 3
    assert shrink >= 1


def empty_board(sent: bytes, folder: Path) -> None:
    """As `pegwatch board learn` takes its pictures."""
    file = folder / "empty.png"
    file.write_bytes(sent)
    (frame,) = pictures_from([file])
    assert frame.bgr.shape[2] == 3


def board_picture(sent: bytes, folder: Path) -> None:
    """As the eye takes the picture of the empty board beside its file."""
    board = folder / "board.toml"
    if not board.exists():
        board.write_text(SHAPES["long-2"]().to_toml(), encoding="utf-8")
    board.with_suffix(".png").write_bytes(sent)
    learnt_reader(board, LONG_BOARD)


def recording(sent: bytes, folder: Path) -> None:
    """As a recording of a camera is played."""
    file = folder / "camera.rec"
    file.write_bytes(sent)
    with RecordedCamera(file) as camera:
        for _ in range(4):
            camera.lores()
            camera.grab()


def page_on_a_wire(sent: bytes, _: Path) -> None:
    entered(page_wire(), sent)


def hub_on_a_wire(sent: bytes, _: Path) -> None:
    entered(hub_wire(), sent)


def journal(sent: bytes, folder: Path) -> None:
    """A journal's file as a worn card gives it back, read from end to end."""
    for old in folder.glob("journal.sqlite*"):
        old.unlink()
    file = folder / "journal.sqlite"
    file.write_bytes(sent)
    with closing(SqliteJournal(file)) as opened:
        list(opened.events())
        for game in opened.games():
            json.dumps(dict(game.header))
        opened.pending()
        opened.check()


def _journals() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journal.sqlite"
        with closing(SqliteJournal(file)) as opened:
            opened.put("page", 0.0, {"new_game": HEADER})
            recorder = Recorder(opened)
            recorder.take(1.0)
            for n in range(12):
                opened.put("page", float(n + 2), {"said": {"by": "AB"[n % 2], "what": "accept"}})
            recorder.take(100.0)
            opened.put("eye", 101.0, {"cards": {"zone": "A", "seen": ["5H"]}})
        return [file.read_bytes()]


def _games() -> list[bytes]:
    found = sorted((ROOT / "tests" / "games").glob("*.jsonl"), key=lambda path: path.stat().st_size)[:8]
    return [b"\n".join(path.read_bytes().split(b"\n")[:18]) for path in found]


def _lines_of_games() -> list[bytes]:
    return [b"\n".join(game.split(b"\n")[1:13]) for game in _games()]


def _boards() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "firmware" / "boards").glob("*.toml"))]


def _sample() -> list[bytes]:
    return [(ROOT / "docs" / "pegwatch.toml").read_bytes()]


MORE: Final[dict[str, Callable[[], list[bytes]]]] = {
    "log": _games, "inbox": _lines_of_games, "board": _boards, "settings": _sample,
    "photo": lambda: list(photos()), "empty-board": lambda: list(photos()),
    "board-picture": lambda: list(photos()), "recording": lambda: list(recordings()),
    "update": taken_requests, "update-piece": pieces, "update-said": said, "release": archives,
    "journal": _journals, "page-on-a-wire": page_requests, "hub-on-a-wire": hub_requests,
}  # fmt: skip
DOORS: Final = (
    Door("wire", from_broker, wire.BadMessage),
    Door("log", table_log, BadLog, 8),
    Door("settings", settings, SettingsError, 6),
    Door("inbox", inbox, (), 12),
    Door("board", board, BoardMapError, 40),
    Door("layout", layout, BadLayout, 3),
    Door("dump", dump, JournalError, 12),
    Door("visitors", visitors, BoxError, 12),
    Door("post", posts, PostError),
    Door("lists", lists, ClubError, 2),
    Door("photo", photo, CameraError, 4, spoilt, 250.0),
    Door("empty-board", empty_board, PegwatchError, 4, spoilt, 250.0),
    Door("board-picture", board_picture, PegwatchError, 20, spoilt, 250.0),
    Door("journal", journal, BoxError, 12, pages_spoilt),
    Door("page-on-a-wire", page_on_a_wire, (), 6, garbled),
    Door("hub-on-a-wire", hub_on_a_wire, (), 6, garbled),
    Door("update", taken, (), 12),
    Door("update-piece", piece, (PostError, TooLarge)),
    Door("update-said", word, (), 2),
    Door("release", archive, PegwatchError, 20),
    Door("recording", recording, CameraError, 8, spoilt_recording, 250.0),
)
