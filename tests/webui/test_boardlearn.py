"""Learning a board on the page: who may, what is asked of the eye, and a whole board learnt in a browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browsing import WAIT_MS, is_trouble
from chromium import needs_chromium
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from screens import keep
from werkzeug.serving import make_server

from firmware.box.files import put_json, read_json
from pegwatch.boarddesk import BoardDesk
from pegwatch.pegssetup import drawn_empty, learnt_reader
from vision.frames import Frame
from vision.scene.kitboards import KIT_LAYOUT, SHAPES
from webui.boardlearn import order_of
from webui.errors import PostError

TRUE = SHAPES["long-2"]()
_PUMP_S = 0.05


def token_of(client: Any) -> dict[str, str]:
    return {"X-CSRF-Token": client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]}


def test_only_a_table_whose_pegs_the_camera_reads_learns_a_board(make_app: Callable[..., Flask]) -> None:
    for pegs, status in (("sensors", 404), ("none", 404), ("both", 200), ("camera", 200)):
        client = make_app(pegs=pegs).test_client()
        assert client.get("/board").status_code == status
        assert client.get("/api/v1/board").status_code == status
        assert ("/board" in client.get("/setup").get_data(as_text=True)) == (pegs in ("camera", "both"))


def test_steps_and_offers_follow_the_kind_of_table(make_app: Callable[..., Flask]) -> None:
    def steps(**kind: str) -> list[str]:
        client = make_app(**kind).test_client()
        return [
            step
            for step in ("network", "name", "camera", "board", "holes", "deck", "rules", "mode", "players")
            if client.get(f"/setup/steps/{step}").status_code == 200
        ]

    after = ["rules", "mode", "players"]
    assert steps() == ["network", "name", "camera", "holes", "deck", *after]
    assert steps(pegs="camera") == ["network", "name", "camera", "board", "deck", *after]
    assert steps(pegs="both") == ["network", "name", "camera", "board", "holes", "deck", *after]
    assert steps(pegs="none") == ["network", "name", "camera", "deck", *after]
    assert steps(cards="none") == ["network", "name", "holes", *after]
    assert steps(pegs="camera", cards="none") == ["network", "name", "camera", "board", *after]
    full, nobody = (
        make_app(pegs=pegs).test_client().get("/").get_data(as_text=True) for pegs in ("sensors", "none")
    )
    assert 'href="/workshop"' in full
    assert 'id="taps"' not in full
    assert 'href="/workshop"' not in nobody
    assert 'id="taps"' in nobody


def test_what_this_table_can_know_is_said_where_it_is_set_up(make_app: Callable[..., Flask]) -> None:
    for pegs, cards, words in (
        ("sensors", "camera", "Contacts in the holes follow the pegs. The camera reads the cards."),
        ("camera", "camera", "nobody is judged by it. The camera reads the cards."),
        ("none", "camera", "pegging is not judged. The camera reads the cards."),
        ("sensors", "none", "follow the pegs. Cards are not read: hands may be entered by hand."),
    ):
        text = make_app(pegs=pegs, cards=cards).test_client().get("/setup").get_data(as_text=True)
        assert words in text


def test_orders_are_for_the_keeper_and_wait_for_the_end_of_a_game(
    make_app: Callable[..., Flask], story: Any, tmp_path: Path
) -> None:
    app = make_app(pegs="camera")
    client = app.test_client()
    token = token_of(client)
    answer = client.post("/api/v1/board", json={"do": "look"}, headers=token)
    assert answer.status_code == 202
    assert read_json(tmp_path / "setup.order.json") == {"do": "board-look", "n": 1}
    guest = {"REMOTE_ADDR": "192.168.7.30"}
    assert client.get("/board", environ_overrides=guest).get_data(as_text=True).count("data-do") == 0
    told = app.test_client().post(
        "/api/v1/board", json={"do": "look"}, headers=token, environ_overrides=guest
    )
    assert told.status_code == 403
    story.begin()
    lap = client.post("/api/v1/board", json={"do": "lap", "track": "A", "front": 90}, headers=token)
    assert lap.status_code == 202, "a lap that is not clear is asked while a game is on"
    assert read_json(tmp_path / "setup.order.json") == {"do": "board-lap", "track": "A", "front": 90, "n": 2}
    assert client.post("/api/v1/board", json={"do": "look"}, headers=token).status_code == 409
    story.begin(mode="sanctioned")
    assert client.post("/api/v1/board", json={"do": "look"}, headers=token).status_code == 403
    assert client.get("/api/v1/board").status_code == 403
    (tmp_path / "learn.jpg").write_bytes(b"picture")
    assert client.get("/api/v1/board.jpg").status_code == 404


def test_what_the_eye_says_is_handed_out_without_the_rest(
    make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    client = make_app(pegs="camera").test_client()
    assert client.get("/api/v1/board").json == {"state": None}
    said = {"n": 3, "ok": False, "code": "board-not-seen", "why": "no markers"}
    put_json(tmp_path / "setup.json", {"camera": "ok", "board": {"stage": "none"}, "said": said, "decks": []})
    assert client.get("/api/v1/board").json == {
        "state": {"camera": "ok", "board": {"stage": "none"}, "said": said}
    }
    (tmp_path / "learn.jpg").write_bytes(b"picture")
    assert client.get("/api/v1/board.jpg").data == b"picture"


@pytest.mark.parametrize(
    "body",
    [
        {}, {"do": "ends"}, {"do": "walk"}, {"do": "ends", "tracks": {"A": [1, 2]}, "game": 3},
        {"do": "ends", "tracks": {"A": [1, 2], "E": [3, 4]}, "game": 5},
        {"do": "ends", "tracks": {"A": [1, 2], "B": [0, 4]}, "game": 5},
        {"do": "ends", "tracks": {"A": [1, 2], "B": [3, 4]}, "game": "5"},
        {"do": "turn"}, {"do": "turn", "track": "E"}, {"do": "lap", "track": "A"}, {"do": "lap", "front": 90},
    ],
    ids=str,
)  # fmt: skip
def test_an_order_that_is_none_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(PostError):
        order_of(body)


# --- in a browser


class Learning:
    """The page of a kit and its eye's desk, each in a thread; `shows` is what the camera sees."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.empty = drawn_empty("long-2", 2)[0]
        self.shows: list[Frame] = self.empty
        self.file = folder / "boards" / "table.toml"
        self._run, self._looks = folder, 0
        self._desk = BoardDesk(self._grab, KIT_LAYOUT, self.file, folder)
        self._server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._over = threading.Event()
        self._threads = [threading.Thread(target=one) for one in (self._server.serve_forever, self._pump)]
        for thread in self._threads:
            thread.start()

    def _grab(self) -> Frame:
        self._looks += 1
        return self.shows[self._looks % len(self.shows)]

    def _pump(self) -> None:
        number, said = 0, {}
        while not self._over.wait(_PUMP_S):
            order = read_json(self._run / "setup.order.json")
            if isinstance(order, dict) and order["n"] != number:
                number = order["n"]
                said = self._desk.order(order) | {"n": number}
            put_json(self._run / "setup.json", {"camera": "ok", "board": self._desk.state(), "said": said})

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        for thread in self._threads:
            thread.join()
        self._server.server_close()


@pytest.fixture
def learning(make_app: Callable[..., Flask], tmp_path: Path) -> Iterator[Learning]:
    made = Learning(make_app(pegs="camera", posts_each_minute=6000), tmp_path)
    yield made
    made.close()


def tap(page: Page, at: tuple[float, float]) -> None:
    """Tap a place of the board, in mm."""
    box = page.locator("#top").bounding_box()
    assert box is not None
    width, height = KIT_LAYOUT.board_mm
    x = box["width"] * (at[0] + width / 2) / width
    y = box["height"] * (height / 2 - at[1]) / height
    page.locator("#top").click(position={"x": x, "y": y})


def tap_ends(page: Page) -> None:
    for who, holes in TRUE.tracks.items():
        expect(page.locator("#ask")).to_contain_text(f"first start hole of track {who}")
        tap(page, holes[min(holes)])
        expect(page.locator("#ask")).to_contain_text(f"last hole of track {who}")
        tap(page, holes[120])
    expect(page.locator("#ask")).to_contain_text("game hole")


@pytest.mark.browser
@needs_chromium
def test_a_board_is_learnt_by_tapping_its_ends(browser: Browser, learning: Learning) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(WAIT_MS)
    try:
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console", lambda told: troubles.append(told.text) if is_trouble(told.text, told.type) else None
        )
        page.goto(f"{learning.url}/board")
        page.get_by_role("button", name="Look at the empty board").click()
        expect(page.locator("#said")).to_contain_text(f"{len(TRUE.points)} holes were found")
        expect(page.locator("#holes circle")).to_have_count(len(TRUE.points))
        keep(page, "learn-found")
        tap(page, (0.0, KIT_LAYOUT.board_mm[1] / 2 - 1))  # beside every hole
        expect(page.locator("#said")).to_contain_text("no hole near")
        tap_ends(page)
        page.get_by_role("button", name="Take the last tap back").click()
        expect(page.locator("#ask")).to_contain_text("last hole of track B")
        tap(page, TRUE.tracks["B"][60])
        tap(page, TRUE.game_mm)
        expect(page.locator("#said")).to_contain_text("Track B has")  # a wrong tap: one clear line
        keep(page, "learn-wrong")
        for who, holes in TRUE.tracks.items():
            ends = (holes[min(holes)], holes[120])
            for end in ends if who == "A" else ends[::-1]:
                tap(page, end)
        tap(page, TRUE.game_mm)
        expect(page.locator("#said")).to_contain_text("Track B looks numbered from the wrong end")
        expect(page.locator("#sides .bad")).to_contain_text("Track B: is the green ring hole number 1")
        page.get_by_role("button", name="No, turn track B round").click()
        expect(page.locator("#said")).to_contain_text("Look at the numbering")
        expect(page.locator("#sides .bad")).to_have_count(0)
        expect(page.locator("#ends .start")).to_have_count(2)
        expect(page.get_by_text("Is this numbering right?")).to_be_visible()
        keep(page, "learn-numbered")
        assert not learning.file.exists()
        learning.shows = [Frame(np.roll(learning.empty[0].bgr, 40, axis=1), 9.0)]
        page.get_by_role("button", name="Yes, hole 1 is right: keep this board").click()
        expect(page.locator("#said")).to_contain_text("moved meanwhile")
        learning.shows = learning.empty
        page.get_by_role("button", name="Yes, hole 1 is right: keep this board").click()
        expect(page.locator("#said")).to_contain_text("The board is learnt")
        expect(page.get_by_text("This table’s board is learnt.")).to_be_visible()
        assert learnt_reader(learning.file, KIT_LAYOUT).board.names == TRUE.names
        page.set_viewport_size({"width": 320, "height": 640})
        page.get_by_role("button", name="Look at the empty board").click()
        expect(page.locator("#holes circle")).to_have_count(len(TRUE.points))
        page.get_by_role("button", name="4 ×").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.locator("#top").focus()
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#taps circle")).to_have_count(1)
        keep(page, "learn-phone")
        assert troubles == []
    finally:
        context.close()


def test_words_of_the_page_have_an_answer_for_all_that_the_desk_says() -> None:
    codes = {f"board-{code}" for code in ("few", "way", "long", "twice", "no-hole", "ends")}
    codes |= {"board-found", "board-numbered", "board-kept", "board-dropped", "board-moved", "board-not-seen"}
    codes |= {"board-none", "no-picture", "board-backwards", "lap-said", "lap-not-asked"}
    for lang in ("en", "fr"):
        texts = json.loads((Path(__file__).parents[2] / "webui" / "static" / f"{lang}.json").read_text())
        assert codes <= texts["learnboard"]["said"].keys()
