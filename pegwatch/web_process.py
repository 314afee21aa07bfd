"""The web process: serves the page from the journal. It can fall over without losing a peg."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cribbage.profiles import PROFILES
from firmware.box.addresses import addresses, origins
from firmware.box.network.door import find_wifi
from firmware.box.network.dry import DryWifi
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from firmware.box.updatedoor import FOLDER as UPDATES
from firmware.box.updatedoor import UpdateDoor
from pegwatch.drawnboard import DrawnBoard
from pegwatch.loop import Told
from pegwatch.mdns import announced, local_name
from pegwatch.pagecheck import ASK_EVERY_S, answers
from pegwatch.plan import Plan
from pegwatch.table import lan_address
from webui.app import create_app, site_of
from webui.config import WebConfig
from webui.posted import MODES
from webui.serve import serve

POLL_S: Final = 0.05  # one indexed query; a fifth of a millisecond
_LOOK_S: Final = 0.1
_HERE_EVERY_S: Final = 3.0  # a table that changes its network or its name is found there soon after


def first(chosen: str, names: Iterable[str]) -> tuple[str, ...]:
    """All names, the chosen one in front, as the page offers them."""
    return tuple(sorted(names, key=lambda name: name != chosen))


def modes_of(plan: Plan) -> tuple[str, ...]:
    """The modes that this table can play."""
    return MODES if plan.plays_sanctioned else tuple(mode for mode in MODES if mode != "sanctioned")


def run_web(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Serve until told to end; raise what the server failed with."""
    settings = plan.settings
    board = DrawnBoard(plan)
    config = WebConfig(
        table_name="Simulated table" if plan.simulated else settings.table.name,
        profiles=first(plan.profile, PROFILES),
        modes=first(plan.mode if plan.simulated else settings.table.mode, modes_of(plan)),
        names={"A": settings.table.player_a, "B": settings.table.player_b},
        language=None if settings.page.language == "auto" else settings.page.language,
        alerts=settings.table.alerts,
        holes=board.holes(),
        poll_s=POLL_S,
        trust_loopback=settings.page.has_own_screen,
        proxies=addresses(settings.page.proxies),
        readers=origins(settings.page.readers),
        pegs=plan.pegs,
        cards=plan.cards,
    )
    wifi = DryWifi() if plan.simulated else find_wifi()
    updated = None if plan.simulated else UpdateDoor(Path(plan.data) / UPDATES)
    app = create_app(Path(plan.data) / "journal.sqlite", Path(plan.run), config, wifi, updated)
    site = site_of(app)
    here = Here.now(plan, site.name)
    site.config = here.told(config)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            serve(app, plan.host, plan.port)
        except BaseException as error:
            failed.append(error)

    # waitress has its own loop; this thread looks after the pulse and the end.
    server = threading.Thread(target=work, name="server", daemon=True)
    server.start()
    alive = Alive(plan, pulse, failed)
    while not told:
        site.config = here.told(replace(config, holes=board.holes()))
        with nullcontext() if plan.simulated else announced(here.name, here.address, plan.port):
            asked_at = time.monotonic()
            while not told:
                alive.step()
                if time.monotonic() - asked_at >= _HERE_EVERY_S:
                    asked_at, now = time.monotonic(), Here.now(plan, site.name)
                    if board.holes() is not site.config.holes:
                        site.config = replace(site.config, holes=board.holes())
                    if now != here:
                        here = now
                        break


@dataclass(frozen=True, slots=True)
class Here:
    """Where the table is in its network, and what it is called there; both may change while it runs."""

    address: str | None
    port: int
    name: str
    settled: str = ""
    hosts: tuple[str, ...] = ()

    @classmethod
    def now(cls, plan: Plan, name: str) -> Here:
        """As it is at this moment."""
        page = plan.settings.page
        own = () if plan.simulated else (local_name(name),)
        settled = page.address.rstrip("/")
        return cls(lan_address(), plan.port, name, settled, (*own, *addresses(page.hosts)))

    def told(self, config: WebConfig) -> WebConfig:
        """The page's settings with the address for phones: the one in the settings, else this machine's own."""
        found = f"http://{self.address}:{self.port}" if self.address else None
        return replace(config, url=self.settled or found, hosts=self.hosts)


class Alive:
    """The page's signs of life, to supervisor and watchdog: one for each request that it has just answered, and READY
    with the first."""

    def __init__(self, plan: Plan, pulse: Pulse, failed: list[BaseException]) -> None:
        self._plan = plan
        self._pulse = pulse
        self._failed = failed
        self._asked_at = float("-inf")
        self._was_ready = False

    def step(self) -> None:
        """Ask the page where it is time to, and wait a moment; raise what the server failed with."""
        if self._failed:
            raise self._failed[0]
        if time.monotonic() - self._asked_at >= (ASK_EVERY_S if self._was_ready else _LOOK_S):
            self._asked_at = time.monotonic()
            if answers(self._plan.host, self._plan.port):
                self._beat()
        time.sleep(_LOOK_S)

    def _beat(self) -> None:
        if not self._was_ready:
            notify("READY=1")
            self._was_ready = True
        self._pulse.beat("web", done=0.0, until=0.0)
        notify("WATCHDOG=1")
