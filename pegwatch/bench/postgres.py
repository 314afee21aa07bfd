"""A PostgreSQL server of our own in a temporary folder, for tests and benches; it ends with the `with`."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

from pegwatch.failure import PegwatchError


def program(name: str) -> str | None:
    """A server program, where it lies beside the others or in Debian's own place."""
    places = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    return shutil.which(name) or shutil.which(name, path="/usr/sbin") or (places[0] if places else None)


@contextmanager
def own_postgres(*options: str) -> Iterator[str]:
    """Its address, with ``{name}`` where the database's name goes; `options` are settings like ``fsync=on``.

    It listens on a socket in its folder only. `PegwatchError` where PostgreSQL is not installed.
    """
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if initdb is None or pg_ctl is None:
        raise PegwatchError("PostgreSQL is not installed: sudo apt install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="pegwatch-pg-", dir="/tmp"))
    folder.chmod(0o777)
    data = folder / "data"
    settings = " ".join(f"-c {option}" for option in ("listen_addresses=", *options))
    try:
        _run([initdb, "-D", data, "-U", "hub", "-A", "trust", "-N"], folder)
        _run(
            [pg_ctl, "-D", data, "-l", folder / "log", "-w", "-o", f"-k {folder} {settings}", "start"], folder
        )
        try:
            yield f"postgresql://hub@/{{name}}?host={folder}"
        finally:
            _run([pg_ctl, "-D", data, "-m", "fast", "-w", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str | Path], folder: Path) -> None:
    # It refuses to run as root, as programs in a container do.
    user = "nobody" if os.getuid() == 0 else None
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, user=user
    )


def fresh_database(address: str, name: str) -> str:
    """An empty database on that server; its address."""
    import psycopg

    with psycopg.connect(address.format(name="postgres"), autocommit=True) as db:
        db.execute(f'DROP DATABASE IF EXISTS "{name}"'.encode())
        db.execute(f'CREATE DATABASE "{name}"'.encode())
    return address.format(name=name)
