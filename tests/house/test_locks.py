"""What is locked is what is asked for and what was tested, each with its hashes; its licences are listed."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "bookworm-pi.txt", "dev.txt")
OLDER_ON_BOOKWORM = {"numpy", "opencv-python-headless"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(file: str) -> dict[str, tuple[str, int]]:
    """Name -> version and number of hashes."""
    found: dict[str, tuple[str, int]] = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / "lock" / file).read_text(encoding="utf-8")):
        match = re.match(r"([\w.-]+)==([^\s;\\]+)", entry)
        if match:
            found[plain(match[1])] = (match[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)))
    return found


@pytest.mark.parametrize("file", LOCKS)
def test_everything_that_is_asked_for_is_locked_with_hashes(file: str) -> None:
    """Fix it with: make lock"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = list(project["dependencies"])
    if file == "dev.txt":
        asked += project["optional-dependencies"]["dev"]
    names = {plain(re.match(r"[\w.-]+", line)[0]) for line in asked}  # type: ignore[index]
    assert names <= set(locked(file))
    assert all(hashes for _, hashes in locked(file).values())


@pytest.mark.parametrize("file", LOCKS)
def test_what_is_locked_is_what_was_tested(file: str) -> None:
    """Fix it with: make lock"""
    pins = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(), re.M)
    tested = {plain(name): version for name, version in pins}
    other = {
        name for name, (version, _) in locked(file).items() if name in tested and version != tested[name]
    }
    assert other == (OLDER_ON_BOOKWORM if file == "bookworm-pi.txt" else set())


def test_the_licences_of_all_that_is_locked_are_listed() -> None:
    """Fix it with: make sbom"""
    listed = re.findall(
        r"^\| ([\w.-]+) \| (\S+) \| (.+) \|$", (ROOT / "lock" / "LICENCES.md").read_text(), re.M
    )
    versions = {plain(name): version for name, version, _ in listed if name != "package"}
    assert versions == {name: version for name, (version, _) in locked("requirements.txt").items()}
    assert all(licence.strip() for _, _, licence in listed)


def _audit():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("audit", ROOT / "lock" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("packages", "weak", "says"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], False, "0 known weaknesses in 1 packages"),
        (
            [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}],
            True,
            "CVE-1, fixed in 2",
        ),
        (
            [{"name": "a", "skip_reason": "not found"}],
            False,
            "NOT LOOKED AT, unknown to the index that was asked: a",
        ),
        (None, False, "NOT LOOKED AT, nobody could be asked (no network?): ConnectionError"),
    ],
)
def test_an_audit_that_could_not_ask_never_says_that_all_is_well(packages, weak, says) -> None:  # type: ignore[no-untyped-def]
    out = json.dumps({"dependencies": packages}) if packages is not None else ""
    assert _audit().judge("x.txt", 1, out, "trace\nConnectionError")[0] is weak
    assert says in _audit().judge("x.txt", 1, out, "trace\nConnectionError")[1]
