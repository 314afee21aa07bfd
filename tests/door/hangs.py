"""Ways for a page to hang, in its own process: each is there while a file of its name lies in the folder of hangs.

The code runs before anything else in the process under test (`sitecustomize`); what hangs is the real program.
"""

from __future__ import annotations

from pathlib import Path

CODE = """
import os, time
from pathlib import Path

HANGS = Path({folder!r})
for old in HANGS.glob("*"):
    old.unlink()  # a process that is started again is a sound one

def wait(name):
    while (HANGS / name).exists():
        time.sleep(0.02)

def before(owner, method, act):
    plain = getattr(owner, method)
    def both(*given, **more):
        act(*given)
        return plain(*given, **more)
    setattr(owner, method, both)

def after(owner, method, act):
    plain = getattr(owner, method)
    def both(*given, **more):
        result = plain(*given, **more)
        act(*given)
        return result
    setattr(owner, method, both)

def fail(name):
    if (HANGS / name).exists():
        raise RuntimeError(name)

# Whenever it was asked for a sign of life, systemd's ear is told so, before the beat that may follow: so feeds that
# are missed are counted, not timed. It is asked far more often than in life.
import pegwatch.pagecheck
from firmware.box.notify import notify
pegwatch.pagecheck.ASK_EVERY_S = 0.2
pegwatch.pagecheck.ask_page.__defaults__ = ({patience_s},)
after(pegwatch.pagecheck, "answers", lambda *_: notify("ASKED=1"))

import firmware.broker
def at_once(line, *_):
    line.patience_s = min({line_patience_s}, line.patience_s)
after(firmware.broker.Line, "__init__", at_once)

import waitress.server
before(waitress.server.BaseWSGIServer, "handle_accept", lambda *_: wait("loop"))

{more}
"""
OF_THE_TABLE = """
import webui.app, webui.audience, webui.live, webui.serve, webui.table
webui.serve.OPTIONS["threads"] = 4
webui.live.STUCK_S = 1.0
plain = webui.app.build_app
def build_app(*given, **more):
    from flask import request
    app = plain(*given, **more)
    app.before_request(lambda: wait("workers") if request.path == "/api/v1/openapi.json" else None)
    return app
webui.app.build_app = build_app
before(webui.table.Table, "games", lambda *_: wait("journal"))
before(webui.table.Table, "games", lambda *_: fail("error"))
before(webui.live.Hub, "refresh", lambda *_: wait("follower"))
before(webui.live.Hub, "refresh", lambda *_: fail("dead"))
webui.audience.STUCK_S = 4.0
before(webui.live.Hub, "wait_for_news", lambda *_: wait("audience"))
before(webui.live.Hub, "wait_for_news", lambda *_: fail("audience-dead"))
"""
OF_THE_HUB = """
import club.receive, pegwatch.hublink, webui.club.serve
webui.club.serve.OPTIONS["threads"] = 2
import club.desk, paho.mqtt.client, pegwatch.echo
pegwatch.hublink._KEEPALIVE_S = 2
pegwatch.echo.ASK_EVERY_S = 0.5
before(club.desk.Desk, "events", lambda *_: wait("store"))
def of(payload, word, act):
    if word in payload:
        act(word.decode())

before(club.receive.Receiver, "take", lambda _self, _topic, payload: of(payload, b"line", wait))
before(club.receive.Receiver, "take", lambda _self, _topic, payload: of(payload, b"poison", fail))
client = paho.mqtt.client.Client
before(client, "_handle_on_message", lambda _self, message: of(message.payload, b"thread", fail))
before(pegwatch.echo.Echo, "heard", lambda self, payload: payload == self._word and notify("ECHO=1"))
"""
OF_THE_UPLINK = """
import firmware.uplink, paho.mqtt.client
before(firmware.uplink.Uplink, "_heard", lambda *_: wait("line"))
before(firmware.uplink.Uplink, "_heard", lambda *_: fail("poison"))
before(paho.mqtt.client.Client, "_handle_on_message", lambda *_: fail("thread"))
after(firmware.uplink.Uplink, "step", lambda *_: notify("ASKED=1"))
"""
OF_THE_BOARD = """
import firmware.drivers.spi_chain, firmware.reader, firmware.table, pegwatch.board_process
pegwatch.board_process.BOARDS_PATIENCE_S = 6.0  # longer than SQLite itself waits once
from firmware.drivers.sim import open_simulated
def holes():
    return {"A22", "A10", "B0", "B-1"} - ({"A10"} if (HANGS / "moved").exists() else set())
firmware.drivers.spi_chain.open_board = lambda board_map, *_: open_simulated(board_map, holes)
before(firmware.reader.BoardReader, "look", lambda *_: wait("bus"))
before(firmware.reader.BoardReader, "look", lambda *_: fail("scanner"))
before(firmware.table, "report", lambda *_: wait("disk"))
"""
OF_THE_EYE = """
import pegwatch.eye_process
from vision.cameras.sim import SimCamera
from vision.scene.model import Scene
pegwatch.eye_process.real_camera = lambda now, _settings: SimCamera(lambda _t: Scene(), now, (1152, 648))
before(SimCamera, "lores", lambda *_: wait("camera"))
before(SimCamera, "lores", lambda *_: fail("thread"))
before(pegwatch.eye_process, "report", lambda *_: wait("disk"))
"""
FOREVER_S = 60.0


def code(folder: Path, more: str, patience_s: float = FOREVER_S, line_patience_s: float = FOREVER_S) -> str:
    """What the process runs first; its hangs are files in this folder. An answer may take `patience_s`, and
    what is waited for on the line to the broker at most `line_patience_s`: short where something hangs, and so long
    that no load of the machine matters where nothing may be missed."""
    folder.mkdir()
    return CODE.format(folder=str(folder), more=more, patience_s=patience_s, line_patience_s=line_patience_s)
