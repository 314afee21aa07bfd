"""What the settings say of the page is what the page does: names, mode, rule set and language come first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from firmware.box.journal import MemoryJournal
from pegwatch.web_process import first
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.posted import MODES
from webui.table import Table


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    config = WebConfig(
        modes=first("sanctioned", MODES),
        profiles=first("hoyle", ("acc-2025", "hoyle")),
        names={"A": 'Zoé "Z" <b>', "B": ""},
        language="fr",
    )
    app = build_app(Table(MemoryJournal(), tmp_path), config, b"k" * 32)
    yield app.test_client()
    close_app(app)


def test_what_is_set_is_chosen_beforehand(client: FlaskClient) -> None:
    html = client.get("/").get_data(as_text=True)
    (checked,) = re.findall(r'name="mode" value="([^"]+)" checked', html)
    assert checked == "sanctioned"
    assert re.findall(r'<option value="(acc-2025|hoyle)"', html) == ["hoyle", "acc-2025"]
    assert 'name="A" maxlength="24" value="Zoé &#34;Z&#34; &lt;b&gt;"' in html


def test_the_language_that_is_set_is_spoken_to_anyone_who_has_not_asked_for_another(
    client: FlaskClient,
) -> None:
    def language(address: str, **headers: str) -> str:
        return re.findall(r'<html lang="(\w+)"', client.get(address, headers=headers).get_data(as_text=True))[
            0
        ]

    assert language("/", **{"Accept-Language": "en"}) == "fr"
    assert language("/?lang=en") == "en"
