"""What the command line answers, asked in this process; and a disk that is full."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import pytest

from pegwatch.cli import main


def pegwatch(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """What a process would have answered: the program from its first line on, without a Python started for it."""
    given, out, err = io.TextIOWrapper(io.BytesIO(stdin.encode())), io.StringIO(), io.StringIO()
    code: object = 0
    with (
        mock.patch.multiple(sys, argv=["pegwatch", *words], stdin=given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return subprocess.CompletedProcess(words, int(str(code or 0)), out.getvalue(), err.getvalue())


def fails(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    """It failed with exactly one line of error that says all of this, and no traceback."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("Error: ")]
    assert len(errors) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in errors[0], errors[0]


@contextmanager
def full_disk(folder: Path) -> Iterator[Path]:
    """A file system without room for one byte, with names free; needs root."""
    folder.mkdir()
    how = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(how, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here: it needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill_up(disk: Path) -> None:
    """Take all the room there is."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
