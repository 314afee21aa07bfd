"""The JSON interface is what its description says: schemathesis sends what may be sent and checks every answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import given, settings
from samples import TIMES
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from firmware.box.errors import JournalError
from firmware.box.journal import MemoryJournal
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.table import Table

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
]  # fmt: skip

GAME = {
    "players": {"A": "Ann", "B": "Bob"}, "dealer": "B", "mode": "club", "profile": "acc-2025", "muggins": True,
    "end": False,
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path, make_story: Any) -> Iterator[Flask]:
    """A table with a finished game and one that is on."""
    journal = MemoryJournal()
    story = make_story(journal)
    story.begin().cards("B", "5H", "5S", "JD", "KC").hand("earned", key="h1").peg("B", 6)
    story.hand("closed", pegged=6, key="h1").next_deal(2).win()
    story.begin().overpeg()
    config = WebConfig(posts_each_minute=10**9, url="http://192.168.7.9:8080", streams=1)
    app = build_app(Table(journal, tmp_path), config, b"k" * 32)
    app.config["STORY"] = story
    yield app
    close_app(app)


@pytest.mark.slow
def test_every_answer_is_as_described(table: Flask) -> None:
    description = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", table)
    client = table.test_client()
    page = client.get("/").get_data(as_text=True)
    cookie = client.get_cookie("pegwatch")
    assert cookie is not None
    token = page.split('data-token="')[1].split('"')[0]
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) >= 12
    for operation in operations:
        assert operation is not None
        if operation.path == "/live":
            continue  # a stream has no end; tests/webui/test_live.py reads it frame by frame
        statuses = _answers(operation, {"X-CSRF-Token": token}, {"pegwatch": cookie.value})
        assert statuses & {200, 202, 403, 409}, (operation.label, statuses)


def _answers(operation: Any, headers: dict[str, str], cookies: dict[str, str]) -> set[int]:
    """Send what may be sent to one operation; every answer is checked. The statuses that came."""
    statuses: set[int] = set()

    @settings(max_examples=25 * TIMES, deadline=None, derandomize=True, database=None)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.headers.update(headers)
        case.cookies.update(cookies)
        statuses.add(case.call_and_validate(checks=CHECKS).status_code)

    check()
    # Which cases are drawn hangs on the modules that are loaded, so one that means something is sent for certain.
    sure: dict[str, Any] = {"path_parameters": {"game": 1}} if "{game}" in operation.path else {}
    if operation.label == "POST /games":
        sure = {"body": GAME, "media_type": "application/json"}
    if sure:
        case = operation.Case(**sure, headers=headers, cookies=cookies)
        statuses.add(case.call_and_validate(checks=CHECKS).status_code)
    return statuses


def test_every_operation_of_the_description_is_there_and_documented_as_version_1(table: Flask) -> None:
    client = table.test_client()
    told = client.get("/api/v1/openapi.json").get_json()
    assert told["servers"] == [{"url": "/api/v1"}]
    rules = {(rule.rule, method) for rule in table.url_map.iter_rules() for method in rule.methods or ()}
    for path, operations in told["paths"].items():
        for method in operations:
            assert (f"/api/v1{path}".replace("{game}", "<int:game>"), method.upper()) in rules


def test_healthz_says_whether_the_journal_can_be_read(table: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = table.test_client()
    assert client.get("/healthz").get_json()["journal"] == "ok"

    def broken(_: Any) -> Any:
        raise JournalError("no disk")

    monkeypatch.setattr(Table, "games", broken)
    assert client.get("/healthz").status_code == 503


def test_metrics_are_prometheus_text_and_do_not_move_with_what_is_judged(table: Flask) -> None:
    client, story = table.test_client(), table.config["STORY"]
    story.begin("sanctioned")

    def told() -> dict[str, str]:
        lines = client.get("/metrics").get_data(as_text=True).splitlines()
        pairs = [line.rsplit(" ", 1) for line in lines if line and not line.startswith("#")]
        return {name: value for name, value in pairs if not name.startswith(("process_", "pegwatch_http"))}

    before = told()
    assert before['pegwatch_part_up{part="board"}'] == "0.0"
    assert before["pegwatch_viewers"] == "0.0"
    story.overpeg()
    assert told() == before
    client.post("/api/v1/join", json={"code": "1", "seat": "A"})
    assert float(told()["pegwatch_refused_logins_total"]) == 1.0
