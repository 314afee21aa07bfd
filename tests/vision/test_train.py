"""What the training is fed with, and how the calibration is fitted: all that runs without PyTorch."""

from __future__ import annotations

import hashlib
import math
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from vision.calibration import LENGTHS, sigmoid
from vision.facereader import FACE_HEIGHT, FACE_WIDTH, Face
from vision.geometry import Spot
from vision.locate import Index
from vision.network import Checked, Found, write_sums
from vision.networkreader import EIGHT_BIT_FILES, MODEL_FILES, MODELS, NetworkReader
from vision.train import art, calibrate, feed, pool
from vision.train.__main__ import main
from vision.train.decks import Press, load_decks
from vision.train.drawntable import drawn_table
from vision.train.eightbits import write_eight_bits
from vision.train.measure import PRESENT, scene_truth
from vision.train.scenes import LABEL_COLUMNS, TILE, Renderer, Scene

SEED = 11


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a training run with the one deck that needs no card art: the project's own."""
    folder = tmp_path_factory.mktemp("train")
    assert list(art.render_own(folder)) == ["p_pegwatch"]
    return folder


@pytest.fixture(scope="module")
def renderer(work: Path) -> Renderer:
    decks = load_decks(work, held_out=False)
    return Renderer(decks, Press(work, decks))


@pytest.fixture
def small_pool(work: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pool.Plan]:
    """Two shards of five scenes."""
    for module in (pool, feed):
        monkeypatch.setattr(module, "SHARD", 5)
    monkeypatch.setattr(os, "nice", lambda _by: 0)
    plan = pool.Plan(work, SEED, 2)
    pool.render_shards(plan, 0, 1)
    yield plan
    for shard in range(plan.shards):
        plan.path(shard).unlink()


def test_the_same_seed_draws_the_same_scene(renderer: Renderer) -> None:
    first, again, other = (renderer.scene(np.random.default_rng([SEED, n])) for n in (1, 1, 2))
    assert np.array_equal(first.picture, again.picture)
    assert np.array_equal(first.labels, again.labels)
    assert not np.array_equal(first.picture, other.picture)


def test_labels_are_of_indices_in_the_picture(renderer: Renderer) -> None:
    scenes = [renderer.scene(np.random.default_rng([SEED, n])) for n in range(40)]
    labels = np.concatenate([s.labels for s in scenes])
    assert len(labels) > 40
    assert labels.shape[1] == len(LABEL_COLUMNS)
    assert ((labels[:, :2] > 0) & (labels[:, :2] < TILE)).all()
    assert np.hypot(labels[:, 4], labels[:, 5]) == pytest.approx(np.ones(len(labels)), abs=1e-5)
    assert ((labels[:, 7] >= 0) & (labels[:, 7] <= 1)).all()
    assert any(len(s.labels) == 0 for s in scenes), "some scenes have nothing to read"


def test_a_card_whose_index_the_edge_of_the_picture_cuts_is_there(renderer: Renderer) -> None:
    """Who reads it is not wrong, and who does not has missed nothing."""
    scenes = [renderer.scene(np.random.default_rng([SEED, n])) for n in range(40)]
    cut = [(scene, card) for scene in scenes for card, seen in scene.at_edge if seen > PRESENT]
    assert cut
    assert all(0 <= seen <= 1 for scene in scenes for _, seen in scene.at_edge)
    truths = [(scene_truth(scene, "scene"), scene, card) for scene, card in cut]
    assert all(card in truth.present for truth, _, card in truths)
    assert any(card not in truth.cards for truth, _, card in truths)


def test_a_shard_is_rendered_again_from_its_seed_alone(small_pool: pool.Plan) -> None:
    path = small_pool.path(1)
    before = path.read_bytes()
    path.unlink()
    pool.render_shards(small_pool, 1, 2)
    assert path.read_bytes() == before
    assert pool.Pool(small_pool).scene(7).picture.shape == (TILE, TILE, 3)


def test_a_batch_depends_on_seed_and_step_alone(
    small_pool: pool.Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "FINDER_VIEWS", 3)
    monkeypatch.setattr(feed, "CHECKER_VIEWS", 3)
    scenes = pool.Pool(small_pool)
    first, again, later = (feed.finder_batch(scenes, SEED, step, 2) for step in (4, 4, 5))
    assert np.array_equal(first.pictures, again.pictures)
    assert np.array_equal(first.points, again.points)
    assert not np.array_equal(first.pictures, later.pictures)
    crops, same = (feed.checker_batch(scenes, SEED, 4, 2) for _ in range(2))
    assert np.array_equal(crops.pictures, same.pictures)
    assert np.array_equal(crops.truth, same.truth)
    faces, likewise = (feed.face_batch(scenes, SEED, 4, 2, 3) for _ in range(2))
    assert faces.pictures.shape[1:] == (FACE_HEIGHT, FACE_WIDTH, 3)
    assert np.array_equal(faces.pictures, likewise.pictures)
    assert np.array_equal(faces.truth, likewise.truth)


def label(x: float, y: float, card: str = "5H", height: float = 20.0, visible: float = 1.0) -> list[float]:
    rank, suit = art.RANKS.index(card[0]), art.SUITS.index(card[1])
    return [x, y, rank, suit, 0.0, -1.0, height, visible]


def test_the_finder_is_asked_for_what_shows_and_for_nothing_hidden() -> None:
    rows = [
        label(40, 40),
        label(120, 40, visible=0.6),
        label(40, 120, visible=0.1),
        label(120, 120, height=6),
    ]
    heat, ignore, points = feed.finder_targets(np.array(rows, np.float32))
    assert heat[10, 10] == 1
    assert not ignore[10, 10]
    assert ignore[10, 30], "half hidden: neither right nor wrong to find it"
    assert heat[30, 10] == 0, "hidden: must not be found"
    assert not ignore[30, 10]
    assert ignore[30, 30], "too small to be asked for"
    assert {(row, column) for row, column, *_ in points} == {(r, c) for r in (9, 10, 11) for c in (9, 10, 11)}
    assert all((rank, suit) == (4, 2) for _, _, rank, suit, *_ in points)


def test_the_checker_is_shown_indices_and_places_that_are_none() -> None:
    picture = np.random.default_rng(2).integers(0, 255, (feed.VIEW, feed.VIEW, 3), np.uint8)
    labels = np.array([label(110, 110, "QS", 24)], np.float32)
    crops, truth = feed.checker_crops(picture, labels, np.random.default_rng(3), 200)
    assert len(crops) == len(truth)
    of_index = [t for t in truth if t[2] == 1.0]
    assert set(of_index) == {(11.0, 3.0, 1.0)}
    assert 0.5 < len(of_index) / len(truth) < 0.9
    hidden = np.array([label(110, 110, "QS", 24, visible=0.2)], np.float32)
    assert all(t[2] == 0.0 for t in feed.checker_crops(picture, hidden, np.random.default_rng(3), 200)[1])


def index_at(x: float, y: float, card: str, lead: float = 5.0) -> Index:
    looks = np.zeros((2, 18), np.float32)
    rank, suit = art.RANKS.index(card[0]), art.SUITS.index(card[1])
    looks[:, rank] = looks[:, 13 + suit] = looks[:, 17] = lead
    ranks, suits = np.full(13, 0.02, np.float32), np.full(4, 0.05, np.float32)
    ranks[rank], suits[suit] = 0.76, 0.85
    spot = Spot(x, y, 20.0, -math.pi / 2)
    return Index(spot, card, Found(spot, float(sigmoid(lead - 3)), ranks, suits), Checked(looks, 0.4), 1, 0.0)


def face(card: str, lead: float = 2.0) -> Face:
    ranks, suits = np.full(13, -lead), np.full(4, -lead)
    ranks[art.RANKS.index(card[0])] = suits[art.SUITS.index(card[1])] = 0.0
    return Face(ranks, suits)


def scene_of(*rows: list[float]) -> Scene:
    return Scene(
        np.zeros((TILE, TILE, 3), np.uint8), np.array(rows, np.float32).reshape(-1, 8), np.zeros(0, np.int16)
    )


def test_an_index_covered_by_another_card_is_not_taken_for_the_truth() -> None:
    heap = scene_of(label(100, 100, "5S", visible=0.0), label(103, 100, "AD"))
    assert calibrate.true_card(heap, index_at(100, 100, "AD")) == "AD"
    assert calibrate.true_card(heap, index_at(160, 100, "AD")) is None
    assert calibrate.true_card(scene_of(label(100, 100, "5S", visible=0.0)), index_at(100, 100, "5S")) is None


def test_a_logistic_model_finds_the_odds_that_made_its_data() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(0, 1.5, (6000, 2))
    y = rng.random(6000) < 1 / (1 + np.exp(-(1.2 * x[:, 0] - 0.7 * x[:, 1] + 0.4)))
    weights = calibrate.fit_logistic(list(zip(x, y.tolist(), strict=True)))
    assert weights == pytest.approx([1.2, -0.7, 0.4], abs=0.15)


def test_a_calibration_fitted_on_scenes_is_surer_of_what_was_oftener_right() -> None:
    rng = np.random.default_rng(8)
    seen = []
    for _ in range(400):
        lead = float(rng.uniform(0, 6))
        truth = "AD" if rng.random() < sigmoid(lead - 1) else "4D"
        seen.append((scene_of(label(60, 60, truth)), [index_at(60, 60, "AD", lead)]))
    made = calibrate.fit(seen, lambda _scene, group: face(group.card))
    assert all(len(getattr(made, name)) == length for name, length in LENGTHS.items())
    odds = [made.card_odds(made.index_odds(index_at(60, 60, "AD", lead))) for lead in (0.5, 2.0, 3.5, 5.5)]
    assert odds == sorted(odds)
    assert sigmoid(odds[-1]) > 0.95 > 0.7 > sigmoid(odds[0])


def test_a_face_weighs_as_much_as_it_was_oftener_right_than_the_index() -> None:
    rng = np.random.default_rng(9)
    seen, shown = [], {}
    for number in range(600):
        truth = "AD" if rng.random() < 0.7 else "4H"
        seen.append((scene_of(label(60, 60, truth)), [index_at(60, 60, "AD", 1.5)]))
        shown[id(seen[-1][0])] = face(truth if number % 20 else "8C")  # wrong once in twenty
    made = calibrate.fit(seen, lambda scene, _group: shown[id(scene)])
    assert made.face_rank[1] > 0.3 < made.face_suit[1]
    odds = made.index_odds(index_at(60, 60, "AD", 1.5))
    for shows, low, high in (("AD", 0.85, 1.0), ("4H", 0.0, 0.4)):
        known = made.face_odds("AD", odds, face(shows))
        assert low < sigmoid(known.rank) < high, shows


def test_a_calibration_without_any_index_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="trained for longer"):
        calibrate.fit([(scene_of(), [])], lambda _scene, group: face(group.card))


def test_the_threshold_is_the_lowest_with_few_enough_wrong_cards() -> None:
    sure = [(8.0, True)] * 2000
    doubtful = [(3.2, True)] * 300 + [(3.2, False)] * 3
    assert calibrate._threshold(sure) == calibrate.THRESHOLDS[0]
    assert calibrate._threshold(sure + doubtful) == next(t for t in calibrate.THRESHOLDS if t > sigmoid(3.2))
    assert calibrate._threshold(sure[:400]) == calibrate.THRESHOLDS[-1], "too few to tell: the highest"


def test_without_the_packages_of_card_art_it_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(art, "GNOME", tmp_path / "none")
    monkeypatch.setattr(art, "KDE", tmp_path / "none")
    done = CliRunner().invoke(main, ["--only-art", "--work", str(tmp_path / "work")])
    assert done.exit_code == 2
    assert "apt install gnome-cards-data kdegames-card-data-kf5" in done.stderr
    assert not (tmp_path / "work").exists()


def test_the_small_way_needs_no_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody without them can tell whether the training still works."""
    monkeypatch.setattr(art, "GNOME", tmp_path / "none")
    monkeypatch.setattr(art, "KDE", tmp_path / "none")
    monkeypatch.setattr(art.subprocess, "run", lambda *_a, **_k: pytest.fail("a program was called"))
    assert (
        CliRunner().invoke(main, ["--small", "--only-art", "--work", str(tmp_path / "work")]).exit_code == 0
    )
    assert [deck.name for deck in load_decks(tmp_path / "work", held_out=False)] == ["p_pegwatch"]


def test_a_smaller_batch_holds_so_many_views(small_pool: pool.Plan) -> None:
    assert len(feed.finder_batch(pool.Pool(small_pool), SEED, 1, 2, 3).pictures) == 3


def test_networks_are_written_with_eight_bits_and_again_the_same(work: Path, tmp_path: Path) -> None:
    """Only what has been written here is loaded by ONNX Runtime, and of the same networks come the same files."""
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    models = Path(shutil.copytree(MODELS, tmp_path / "models"))
    sums = []
    for _ in range(2):
        for file in EIGHT_BIT_FILES:
            (models / file).unlink()
        write_eight_bits(work, models, seed=1, scenes=4)
        sums.append([hashlib.sha256((models / file).read_bytes()).hexdigest() for file in EIGHT_BIT_FILES])
        write_sums(models, MODEL_FILES)
        assert NetworkReader(models, engine="onnxruntime").read(drawn_table((1600, 1200))).cards
    assert sums[0] == sums[1]


def test_no_networks_to_write_with_eight_bits_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"finder\.onnx is missing; train first"):
        write_eight_bits(tmp_path, tmp_path, seed=1)


def test_without_pytorch_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.train.__main__.find_spec", lambda _name: None)
    done = CliRunner().invoke(main, ["--work", str(tmp_path)])
    assert done.exit_code == 2
    assert "needs torch and onnx and onnxruntime and sympy: pip install" in done.stderr
    done = CliRunner().invoke(main, ["--only-eight-bits", "--work", str(tmp_path)])
    assert done.exit_code == 2
    assert "needs onnx and onnxruntime and sympy: pip install" in done.stderr


def test_what_begins_with_another_networks_weights_takes_all_that_it_shares() -> None:
    pytest.importorskip("torch")
    from vision.train.nets import Checker, Closer, FaceReader
    from vision.train.training import Learner

    checker = Checker().state_dict()
    for kind, parts in ((Closer, ("body.", "head.")), (FaceReader, ("body.",))):
        learner = Learner.of(kind)
        learner.take(checker)
        for net in (learner.net, learner.mean):
            weights = net.state_dict()
            for name, value in checker.items():
                assert not name.startswith(parts) or weights[name].equal(value), (kind, name)


def test_the_finder_written_out_says_what_was_trained() -> None:
    torch = pytest.importorskip("torch")
    from vision.train.export import Lean
    from vision.train.nets import Finder

    torch.manual_seed(3)
    finder = Finder()
    for module in finder.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2)
    finder.eval()
    picture = torch.rand(1, 3, 64, 96)
    with torch.no_grad():
        assert torch.allclose(Lean(finder)(picture), finder(picture), atol=1e-3)
