"""The web process: serves the page from the journal. It can fall over without losing a peg."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from cribbage.profiles import PROFILES
from firmware.boardmap import load_board
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from pegwatch.answering import ASK_EVERY_S, answers
from pegwatch.mdns import announced, local_name
from pegwatch.plan import Plan
from pegwatch.processes import Told
from pegwatch.table import lan_address
from webui.app import create_app, site_of
from webui.config import WebConfig
from webui.posted import MODES
from webui.serve import serve

POLL_S: Final = 0.05  # one indexed query; a fifth of a millisecond
_BEAT_S: Final = 0.5


def first(chosen: str, names: Iterable[str]) -> tuple[str, ...]:
    """All names, the chosen one in front: that is what the page offers."""
    return tuple(sorted(names, key=lambda name: name != chosen))


def run_web(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Serve until told to end; raise what the server failed with."""
    address, settings = lan_address(), plan.settings
    board_map = load_board(plan.board)
    config = WebConfig(
        table_name="Simulated table" if plan.simulated else settings.table.name,
        url=settings.page.address or (f"http://{address}:{plan.port}" if address else None),
        hosts=(
            *(() if plan.simulated else (local_name(settings.table.name),)),
            *(name.strip() for name in settings.page.hosts.split(",") if name.strip()),
        ),
        profiles=first(plan.profile, PROFILES),
        modes=first(plan.mode if plan.simulated else settings.table.mode, MODES),
        names={"A": settings.table.player_a, "B": settings.table.player_b},
        language=None if settings.page.language == "auto" else settings.page.language,
        alerts=settings.table.alerts,
        holes=board_map.positions_mm,
        poll_s=POLL_S,
    )
    app = create_app(Path(plan.data) / "journal.sqlite", Path(plan.run), config)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            serve(app, plan.host, plan.port)
        except BaseException as error:
            failed.append(error)

    # waitress has its own loop; this thread looks after the pulse and the end.
    server = threading.Thread(target=work, name="server", daemon=True)
    server.start()
    time.sleep(_BEAT_S / 2)  # a port that is taken shows at once
    notify("READY=1")
    name = site_of(app).name
    with nullcontext() if plan.simulated else announced(name, address, plan.port):
        _keep_alive(plan, pulse, told, failed)


def _keep_alive(plan: Plan, pulse: Pulse, told: Told, failed: list[BaseException]) -> None:
    """Give signs of life while the page answers, until told to end; raise what the server failed with."""
    asked_at = time.monotonic()
    while not told:
        if failed:
            raise failed[0]
        if time.monotonic() - asked_at >= ASK_EVERY_S:
            asked_at = time.monotonic()
            if not answers(plan.host, plan.port):  # neither supervisor nor watchdog is told that all is well
                continue
        pulse.beat("web", done=0.0, until=0.0)
        notify("WATCHDOG=1")
        time.sleep(_BEAT_S)
