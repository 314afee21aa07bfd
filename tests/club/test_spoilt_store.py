"""A hub's file in which something else stands than was written, and a backup that somebody wrote by hand."""

from __future__ import annotations

import gc
import gzip
import hashlib
import io
import json
import sqlite3
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsers import Browser
from hostile import is_one_line

from club.backup import FORMAT, read_backup
from club.errors import StoreError
from club.store import Store, open_store


def spoil(path: Path, statement: str, value: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(statement, (value,)).rowcount > 0


def filled(path: Path) -> Store:
    store = open_store(str(path))
    event = store.append(0, "Dora", "event", {"name": "Monday"})
    store.append(event, "Dora", "entry", {"id": "1"})
    store.tell("7", "s", 1, {"x": 1})
    store.set_aside("pegwatch/7/game", "no JSON", b"{")
    return store


@pytest.mark.parametrize("value", [b"\xff", "{", "[]", "[" * 5000, "9" * 5000, 5])
@pytest.mark.parametrize("table", ["record", "told"])
def test_a_body_that_is_not_what_was_written_is_said_in_one_line(
    tmp_path: Path, table: str, value: object
) -> None:
    with closing(filled(tmp_path / "hub.sqlite")) as store:
        spoil(tmp_path / "hub.sqlite", f"UPDATE {table} SET body = ?", value)
        asks: dict[str, list[Callable[[], object]]] = {
            "record": [store.everything, store.events, lambda: store.records(1)],
            "told": [store.everything, store.told, lambda: store.told_game("7", "s", 1)],
        }
        for ask in asks[table]:
            with pytest.raises(StoreError, match=r"is damaged: .* 1 is not what was written") as caught:
                ask()
            assert is_one_line(str(caught.value))


@pytest.mark.parametrize("value", [b"\xff", "soon", float("inf")])
def test_a_time_that_is_none_is_said_too(tmp_path: Path, value: object) -> None:
    with closing(filled(tmp_path / "hub.sqlite")) as store:
        spoil(tmp_path / "hub.sqlite", "UPDATE record SET at = ?", value)
        with pytest.raises(StoreError, match="is damaged: record"):
            store.events()


@pytest.mark.parametrize("value", [b"\xff", "7", "xy", 5])
def test_what_was_set_aside_and_cannot_be_read_is_left_out(tmp_path: Path, value: object) -> None:
    with closing(filled(tmp_path / "hub.sqlite")) as store:
        assert len(store.aside()) == 1
        spoil(tmp_path / "hub.sqlite", "UPDATE aside SET payload = ?", value)
        assert store.aside() == []


ROWS: list[list[Any]] = [
    ["record", 2**70, 0, 1.0, "Dora", "event", "{}"],
    ["record", "1", 0, 1.0, "Dora", "event", "{}"],
    ["record", 1, 0, 1.0, "\ud800", "event", "{}"],
    ["record", 1, 0, 1.0, "Dora", "event", "[]"],
    ["record", 1, 0, 1.0, "Dora", "event", "["],
    ["told", 1, "7", "s", 2**64, 1.0, "{}"],
    ["told", 1, {}, "s", 1, 1.0, "{}"],
    ["told", 1, "7", "s", 1, 1e300, "{}"],
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_backup_with_a_right_sum_and_wrong_rows_is_refused(store: Store, row: list[Any]) -> None:
    lines = [json.dumps(value).encode() + b"\n" for value in (FORMAT, row)]
    end = {"lines": 2, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    file = gzip.compress(b"".join(lines) + json.dumps(end).encode())
    with pytest.raises(StoreError, match="this backup") as caught:
        read_backup(store, io.BytesIO(file))
    assert is_one_line(str(caught.value))
    assert store.is_empty()


def test_an_upload_that_breaks_off_leaves_no_file_open(dora: Browser) -> None:
    dora.get("/")
    head = '--x\r\nContent-Disposition: form-data; name="list"; filename="a.csv"\r\n\r\nname\nEve'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        dora.client.post(
            "/do/create", data=head.encode(), headers={"Content-Type": "multipart/form-data; boundary=x"}
        )
        gc.collect()
    assert [str(one.message) for one in caught if one.category is ResourceWarning] == []
