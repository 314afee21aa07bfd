"""`pegwatch board learn`: any board from pictures of it when empty, and what is said where it cannot be learnt."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from samples import sample

from pegwatch import boardlearn, pegssetup
from pegwatch.boardlearn import PICTURES, find, learn, pictures_from, steady_top
from pegwatch.cli import group
from pegwatch.failure import PegwatchError
from pegwatch.pegssetup import drawn_empty, learnt_reader
from vision.frames import Frame
from vision.layout import TableLayout
from vision.pegs.board import load_pegboard
from vision.pegs.learn import number_tracks
from vision.scene.kit import Kit
from vision.scene.kitboards import APART, BUILDING, KIT_LAYOUT, SHAPES, Finish
from vision.scene.model import Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer

KINDS = [
    *zip(
        SHAPES,
        (BUILDING.finishes[name] for name in ("maple", "black", "walnut", "cherry", "maple")),
        strict=True,
    ),
    ("loop", APART.finishes["zebrano"]),
    ("s-shape", APART.finishes["grey"]),
]
SOME = [KINDS[4], *KINDS[5:]]
"""A board walked twice, a loop and an s; straight ones are learnt by the tests below."""


pytestmark = pytest.mark.usefixtures("found_once")


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures of a simulated board, always the same, are drawn once."""
    monkeypatch.setattr(pegssetup, "drawn_empty", drawn_once)


drawn_once = cache(drawn_empty)


def drawn(shape: str, finish: Finish, pictures: int = 3) -> list[Frame]:
    kit = Kit(SHAPES[shape](), finish, BUILDING.pegs["plastic"])
    pinhole = over_table((2304, 1296), KIT_LAYOUT.bounds_mm(), tilt_deg=-6.0, roll_deg=2.0)
    renderer = Renderer((2304, 1296), "warm", layout=KIT_LAYOUT, pinhole=pinhole, kit=kit)
    return [Frame(renderer.draw(Scene(), number), float(number)) for number in range(pictures)]


def ends_of(shape: str, frames: list[Frame], layout: TableLayout) -> tuple[list[str], int]:
    """What a person would say who looks at the picture with the numbers."""
    holes = boardlearn.find_holes(boardlearn.steady_top(frames, layout)[0], layout)
    board = SHAPES[shape]()

    def number(at: tuple[float, float]) -> int:
        return int(np.argmin(np.linalg.norm(holes - np.array(at), axis=1))) + 1

    ends = [
        f"{who}={number(track[min(track)])},{number(track[max(track)])}"
        for who, track in board.tracks.items()
    ]
    return ends, number(board.game_mm)


@pytest.mark.parametrize(
    ("shape", "finish"), sample(SOME, KINDS), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_kind_of_board_is_learnt_from_its_ends(shape: str, finish: Finish, tmp_path: Path) -> None:
    frames = drawn(shape, finish)
    ends, game = ends_of(shape, frames, KIT_LAYOUT)
    files = learn(frames, KIT_LAYOUT, "mine", ends, game, tmp_path)
    found, true = load_pegboard(files.board), SHAPES[shape]()
    assert (found.names, found.laps) == (true.names, true.laps)
    assert float(np.linalg.norm(found.points - true.points, axis=1).max()) < 0.6
    assert files.drawn.stat().st_size > 10_000
    assert learnt_reader(files.board, KIT_LAYOUT).is_ready


def test_tracks_nearer_to_each_other_than_their_holes_are_not_taken_for_one() -> None:
    """The first step has no way to go on in: the nearest hole is the start of the other track."""
    along = np.arange(122) * 8.0
    rows = [np.stack([along, np.full(122, y)], axis=1) for y in (0.0, 7.0)]
    points = np.concatenate([*rows, [(985.0, 3.5)]])
    board = number_tracks("mine", "Mine", points, {"A": (1, 122), "B": (123, 244)}, 245)
    for player, y in (("A", 0.0), ("B", 7.0)):
        assert list(board.tracks[player].values()) == [(x, y) for x in along]


def test_the_command_shows_the_numbers_first_and_then_learns(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        args = ["board", "learn", "oak-1", "--simulated", "long-2", "--out", str(tmp_path), *words]
        done = CliRunner().invoke(group, args)
        return done.exit_code, done.output

    code, says = run()
    assert (code, "247 holes" in says) == (0, True)
    assert (tmp_path / "oak-1-holes.jpg").exists()
    frames, layout = drawn_once("long-2", PICTURES)
    (a, b), game = ends_of("long-2", frames, layout)
    code, says = run("--track", a, "--track", b, "--game", str(game))
    assert code == 0, says
    assert f'holes = "{tmp_path / "oak-1.toml"}"' in says
    before = (tmp_path / "oak-1.toml").read_bytes()
    code, says = run("--track", "A=1,2", "--track", b, "--game", str(game))
    assert code != 0
    assert (tmp_path / "oak-1.toml").read_bytes() == before  # a wrong try loses nothing


def test_a_track_named_from_its_last_hole_is_refused_unless_the_person_insists(tmp_path: Path) -> None:
    frames = drawn("long-2", BUILDING.finishes["maple"])
    (a, b), game = ends_of("long-2", frames, KIT_LAYOUT)
    first, last = b.removeprefix("B=").split(",")
    with pytest.raises(PegwatchError, match="track B looks named from the wrong end"):
        learn(frames, KIT_LAYOUT, "mine", [a, f"B={last},{first}"], game, tmp_path)
    assert not list(tmp_path.iterdir())
    files = learn(frames, KIT_LAYOUT, "mine", [a, f"B={last},{first}"], game, tmp_path, as_named=True)
    right = learn(frames, KIT_LAYOUT, "right", [a, b], game, tmp_path)
    turned, kept = (load_pegboard(f.board).tracks["B"] for f in (files, right))
    assert [turned[n] for n in sorted(turned)] == [kept[n] for n in sorted(kept, reverse=True)]


def test_a_third_track_needs_only_its_start_six_taps_in_all(tmp_path: Path) -> None:
    frames = drawn("long-3", BUILDING.finishes["maple"])
    (a, b, c), game = ends_of("long-3", frames, KIT_LAYOUT)
    files = learn(frames, KIT_LAYOUT, "mine", [c.partition(",")[0] + ",0", a, b], game, tmp_path)
    assert load_pegboard(files.board).names == SHAPES["long-3"]().names
    with pytest.raises(PegwatchError, match="two tracks at least"):
        learn(frames, KIT_LAYOUT, "mine", [a, b.partition(",")[0] + ",0"], game, tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["Oak", "--simulated", "loop"], "small letters"),
        (["oak", "--simulated", "loop", "--game", "3"], "together, or neither"),
        (["oak", "--simulated", "loop", "--game", "3", "--track", "A=x"], "like A=3,118"),
        (
            ["oak", "--simulated", "loop", "--game", "3", "--track", "A=1,2", "--track", "A=4,5"],
            "given twice",
        ),
        (["oak", "--simulated", "loop", "--game", "3", "--track", "A=1,2"], "two tracks at least"),
        (
            ["oak", "--simulated", "loop", "--game", "3", "--track", "A=1,2", "--track", "B=2,5"],
            "named twice",
        ),
        (
            ["oak", "--simulated", "loop", "--game", "999", "--track", "A=1,2", "--track", "B=4,5"],
            "no hole 999",
        ),
        (["oak", "no-such-picture.jpg"], "cannot read"),
    ],
)
def test_a_wrong_word_is_one_line(words: list[str], says: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["board", "learn", *words, "--out", str(tmp_path)])
    text = done.output + (str(done.exception) if isinstance(done.exception, PegwatchError) else "")
    assert done.exit_code != 0
    assert says in text
    assert "Traceback" not in text


def test_pictures_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no picture", encoding="utf-8")
    with pytest.raises(PegwatchError, match="is no picture"):
        pictures_from([tmp_path / "a.txt"])
    for name, size in (("a.png", 40), ("b.png", 50)):
        cv2.imwrite(str(tmp_path / name), np.zeros((size, size, 3), np.uint8))
    with pytest.raises(PegwatchError, match="another size"):
        pictures_from([tmp_path / "a.png", tmp_path / "b.png"])
    with pytest.raises(PegwatchError, match="not found in the picture: marker"):
        steady_top(pictures_from([tmp_path / "a.png"]), KIT_LAYOUT)


def test_a_board_that_moved_between_the_pictures_is_not_learnt(tmp_path: Path) -> None:
    one = drawn("loop", BUILDING.finishes["maple"], 1)[0]
    h, w = one.bgr.shape[:2]
    moved = cv2.warpAffine(one.bgr, np.array([(1, 0, 14.0), (0, 1, 0)]), (w, h))
    with pytest.raises(PegwatchError, match=r"moved by \d+ mm"):
        find([one, Frame(moved.astype(np.uint8), 1.0)], KIT_LAYOUT, tmp_path / "holes.jpg")


def test_too_few_holes_are_said_with_the_picture_to_look_at(tmp_path: Path) -> None:
    plain = Finish((140, 184, 214), 0.06, hole=(139, 183, 213), rim=None)
    with pytest.raises(PegwatchError, match=r"only \d+ holes were found.*holes\.jpg"):
        find(drawn("loop", plain), KIT_LAYOUT, tmp_path / "holes.jpg")
    assert (tmp_path / "holes.jpg").exists()
