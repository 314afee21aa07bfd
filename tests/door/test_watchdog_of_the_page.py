"""What feeds the page's watchdog: an answer that it has just given, over its own socket. By the real process."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import hangs
import pytest
from proxies import until
from running import ASKED, BEAT, FEW, Running, early, page

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.pagecheck import answers, ask_page
from pegwatch.places import Places
from pegwatch.plan import Plan
from pegwatch.ports import free_port
from pegwatch.supervisor import Supervisor

pytestmark = pytest.mark.slow


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    extra = hangs.code(tmp_path / "hangs", hangs.OF_THE_TABLE, patience_s=1.0)
    with page(tmp_path, extra=extra) as running:
        running.systemd.comes(BEAT)
        yield running


def crowd(port: int) -> list[socket.socket]:
    """More requests that hang than there are workers."""
    sent = []
    for _ in range(8):
        wire = socket.create_connection(("127.0.0.1", port), 30)
        wire.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        sent.append(wire)
    return sent


def hang(running: Running, tmp_path: Path, how: str) -> Callable[[], None]:
    """Make the page hang; what is returned lets it go on."""
    (tmp_path / "hangs" / how).touch()
    wires = crowd(running.port) if how == "workers" else []

    def let_go() -> None:
        (tmp_path / "hangs" / how).unlink()
        for wire in wires:
            wire.close()

    return let_go


@pytest.mark.parametrize("how", ["workers", "loop", "journal", "follower", "error"])
def test_the_beats_stop_while_the_page_does_not_answer_and_come_back_when_it_does(
    how: str, running: Running, tmp_path: Path
) -> None:
    with Pulse.open(running.places.run) as pulse:
        let_go = hang(running, tmp_path, how)
        try:
            running.systemd.misses()
            last = pulse.of("web").at
            running.systemd.comes(ASKED, FEW)
            assert pulse.of("web").at == last, "the supervisor hears beats of a page that does not answer"
        finally:
            let_go()
        running.systemd.comes(BEAT)
        until(lambda: pulse.of("web").at > last, "the same for the supervisor")


def test_a_stopped_page_gives_no_beats_and_goes_on_when_it_may(running: Running) -> None:
    with Pulse.open(running.places.run) as pulse:
        running.process.send_signal(signal.SIGSTOP)
        try:
            state = Path(f"/proc/{running.process.pid}/stat")
            until(lambda: state.read_text().rpartition(")")[2].split()[0] == "T", "it has stopped")
            age = pulse.of("web").age_s()
            until(lambda: pulse.of("web").age_s() > age + 1.0, "the supervisor sees it grow silent")
        finally:
            running.process.send_signal(signal.SIGCONT)
        running.systemd.comes(BEAT)


def test_a_page_whose_view_of_the_journal_has_died_is_not_alive(running: Running, tmp_path: Path) -> None:
    """It would answer everything, and show the same for ever."""
    (tmp_path / "hangs" / "dead").touch()
    until(lambda: not answers("127.0.0.1", running.port), "the page says that it does not work")
    assert ask_page("127.0.0.1", running.port)[0] == 503
    running.systemd.misses()


@pytest.mark.parametrize("how", ["audience", "audience-dead"])
def test_a_page_that_tells_its_viewers_nothing_is_not_alive(
    how: str, running: Running, tmp_path: Path
) -> None:
    """Every page opens and every live view stands still: the thread that tells them hangs, or has died."""
    with closing(socket.create_connection(("127.0.0.1", running.port), 30)) as viewer:
        viewer.sendall(b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with viewer.makefile("rb") as told:
            assert any(line.startswith(b"event: view") for line in told)
        (tmp_path / "hangs" / how).touch()
        running.systemd.misses()
        assert ask_page("127.0.0.1", running.port)[0] == 503
        if how == "audience":
            (tmp_path / "hangs" / how).unlink()
            running.systemd.comes(BEAT)


def test_the_supervisor_starts_a_page_that_hangs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places(tmp_path / "data", tmp_path / "run")
    places.make()
    SqliteJournal(places.journal).close()
    port = free_port()
    Plan("table", str(places.data), str(places.run), host="127.0.0.1", port=port).write(places.plan)
    extra = hangs.code(tmp_path / "hangs", hangs.OF_THE_TABLE, patience_s=1.0)
    monkeypatch.setenv("PYTHONPATH", early(tmp_path, extra))
    monkeypatch.setattr("pegwatch.supervisor._SILENT_S", 8.0)
    said: list[str] = []
    with Pulse.open(places.run) as pulse:
        house = Supervisor(places, pulse, ["web"], said.append)

        def watched(true: Callable[[], bool]) -> Callable[[], bool]:
            def look() -> bool:
                house.watch()
                return true()

            return look

        house.start()
        try:
            until(watched(lambda: pulse.of("web").at > 0.0), "the page gives signs of life")
            first = house.pid("web")
            (tmp_path / "hangs" / "loop").touch()
            until(watched(lambda: house.pid("web") != first), "another page", 120.0)
            until(watched(lambda: pulse.of("web").at > 0.0), "which gives signs of life")
            assert set(said) == {"web: did not respond for 8 s; started again"}
        finally:
            house.end()


# --- what counts as an answer ------------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Callable[[Callable[[socket.socket], None]], int]]:
    """A server that takes one connection and does with it what it is told; its port."""
    ended = []

    def serve(act: Callable[[socket.socket], None]) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        ended.append(listener)

        def work() -> None:
            try:
                wire, _ = listener.accept()
            except OSError:  # on a busy machine the test may be over before this thread has begun
                return
            with wire:
                wire.recv(4096)
                act(wire)

        threading.Thread(target=work, daemon=True).start()
        return int(listener.getsockname()[1])

    yield serve
    for listener in ended:
        listener.close()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n"
WELL = b'{"alive":true}      '


def drip(wire: socket.socket) -> None:
    """An answer that comes by the drop: no single wait is long, and it never ends."""
    try:
        wire.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while True:
            wire.sendall(b"x")
            time.sleep(0.05)
    except OSError:
        return


@pytest.mark.parametrize(
    ("act", "alive"),
    [
        (lambda wire: wire.sendall(HEAD + WELL), True),
        (lambda wire: wire.sendall(HEAD.replace(b"200 OK", b"503 No") + WELL), True),
        (lambda wire: wire.sendall(HEAD.replace(b"20\r", b"30\r") + WELL), False),
        (lambda wire: wire.sendall(HEAD + b'{"alive":false}     '), False),
        (lambda wire: wire.sendall(HEAD + b"<h1>It works!</h1>  "), False),
        (lambda wire: wire.sendall(HEAD[:20]), False),
        (lambda wire: wire.sendall(b"SSH-2.0-OpenSSH_9.2\r\n"), False),
        (lambda wire: wire.close(), False),
        (lambda wire: wire.recv(4096), False),
        (drip, False),
    ],
    ids=[
        "whole",
        "alive beside a damaged journal",
        "cut",
        "not alive",
        "another program",
        "half a head",
        "another protocol",
        "hung up",
        "silent",
        "drops",
    ],
)
def test_only_a_whole_answer_in_time_counts(
    act: Callable[[socket.socket], None],
    alive: bool,
    server: Callable[[Callable[[socket.socket], None]], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ask_page, "__defaults__", (60.0 if alive else 0.5,))
    assert answers("0.0.0.0", server(act)) is alive


def test_a_proxy_of_the_environment_does_not_answer_in_the_pages_place(
    server: Callable[[Callable[[socket.socket], None]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ask_page, "__defaults__", (1.0,))
    proxy = server(lambda wire: wire.sendall(HEAD + WELL))
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy}")
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        assert answers("127.0.0.1", deaf.getsockname()[1]) is False


def test_the_page_is_ready_when_it_has_answered(tmp_path: Path) -> None:
    extra = hangs.code(tmp_path / "hangs", hangs.OF_THE_TABLE + OPEN_LATE, patience_s=1.0)
    with page(tmp_path, extra=extra) as running:
        assert (tmp_path / "hangs" / "loop").exists()
        running.systemd.misses()
        assert set(running.systemd.heard) == {ASKED}
        (tmp_path / "hangs" / "loop").unlink()
        running.systemd.comes("READY=1")
        assert [said for said in running.systemd.heard if said != ASKED][:2] == ["READY=1", BEAT]


OPEN_LATE = '(HANGS / "loop").touch()\n'
