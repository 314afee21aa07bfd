"""Recordings of real cameras, each with what lay there beside it; and how one becomes a test."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from cribbage.log.observations import Cards
from pegwatch import sight
from pegwatch.cli import group as pegwatch
from pegwatch.failure import PegwatchError
from pegwatch.sight import SUFFIX, in_words, make_case, play, record, said
from vision.cameras.sim import SimCamera
from vision.networkreader import NetworkReader
from vision.scene.model import ArmOver, LaidCard, Scene

SIGHTS = Path(__file__).parents[1] / "sights"
CARD = LaidCard("5H", -60, -150, 2, order=1)
KEPT = [pytest.param(file, id=file.stem) for file in sorted(SIGHTS.glob(f"*{SUFFIX}"))]
NONE_YET = pytest.param(
    SIGHTS, id="none", marks=pytest.mark.skip(reason="no recording of a real camera is kept in tests/sights")
)


@pytest.mark.parametrize("file", KEPT or [NONE_YET])
def test_a_recording(file: Path) -> None:
    first, *lines = file.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    found = [said(seen) for seen in play(file, NetworkReader())]
    assert found == [json.loads(line) for line in lines], json.loads(first)["why"]


def scene_at(t: float) -> Scene:
    """A hand comes, lays a card, and goes."""
    scene = Scene((CARD,) if t > 3.0 else ())
    return replace(scene, arms=(ArmOver(-60, -150, 90),)) if 2.5 < t < 3.5 else scene


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file, now = tmp_path_factory.mktemp("sight") / "a-card.sight", [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    camera = SimCamera(scene_at, lambda: now[0], (1280, 720))
    seen = list(record(camera, file, NetworkReader(), 6.0, 50, clock=lambda: now[0], sleep=sleep))
    assert [str(card) for card in seen[-1].seen if isinstance(seen[-1], Cards)] == ["5H"]
    return file


@pytest.mark.slow
def test_a_recording_says_what_its_camera_said_and_becomes_a_test(recorded: Path, tmp_path: Path) -> None:
    (seen,) = play(recorded, NetworkReader())
    assert isinstance(seen, Cards)
    assert [str(card) for card in seen.seen] == ["5H"]
    assert 3.0 < seen.t < 4.5
    assert "5H" in in_words(seen)
    made = make_case(recorded, "a-card", "a hand lays a card", tmp_path / "sights")
    test_a_recording(made)
    with pytest.raises(ValueError, match="already"):
        make_case(recorded, "a-card", "again", tmp_path / "sights")


@pytest.mark.slow
def test_the_commands_say_what_the_eye_makes_of_it(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(pegwatch, ["camera", "--play", str(recorded)])
    assert (done.exit_code, "5H" in done.output) == (0, True), done.output
    monkeypatch.setattr(sight, "SIGHTS", recorded.parent)
    bad = CliRunner().invoke(sight.main, [str(recorded), "--name", "No Name", "--why", "?"])
    assert bad.exit_code == 2
    assert "cannot be a name" in bad.output


def test_recording_a_drawn_table(tmp_path: Path) -> None:
    file = tmp_path / "drawn.sight"
    done = CliRunner().invoke(
        pegwatch, ["camera", "--simulated", "--record", str(file), "--seconds", "1", "--data", str(tmp_path)]
    )
    assert done.exit_code == 0, done.output
    assert "look at it before you give it away" in done.output
    assert file.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--record", "{there}", "--simulated"], "is there already"),
        (["--record", "{new}", "--simulated", "--seconds", "0"], "--seconds must be"),
        (["--record", "{new}/no/such", "--simulated"], "cannot write"),
        (["--play", "{new}"], "No such file"),
        (["--play", "{there}"], "not a recording"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(tmp_path: Path, given: list[str], told: str) -> None:
    there = tmp_path / "there"
    there.write_bytes(b"no recording")
    words = [word.format(there=there, new=tmp_path / "new") for word in given]
    done = CliRunner().invoke(pegwatch, ["camera", *words, "--data", str(tmp_path)])
    assert done.exit_code != 0
    assert told in f"{done.output} {done.exception}"
    assert isinstance(done.exception, PegwatchError), "one line by `pegwatch.cli.main`"
