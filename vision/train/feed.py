"""Batches for training: scenes from the pool, turned and photographed, with the targets of each network."""

from __future__ import annotations

import math
import multiprocessing as mp
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.facereader import face_crop
from vision.network import upright_crop
from vision.train.camera import photograph
from vision.train.pool import PROCESSES, SHARD, Plan, Pool
from vision.train.scenes import TILE, Labels

VIEW = 224  # px, the side of the part of a scene that is trained on
GRID = VIEW // 4
FINDER_VIEWS = 44  # scenes in a batch
CHECKER_VIEWS = 36
FACE_SCENES = 24
FACES_A_SCENE = 5
INDEX_VIEWS = 0.85  # share of views that are centred near an index; the others are anywhere
CROPS_A_VIEW = 9
READ_FROM = 0.87  # visible part of an index; from here it must be read
FINDER_SILENT_BELOW = 0.45  # visible part; below, the finder must find nothing
CHECKER_REFUSES_BELOW = 0.72  # visible part; below, the checker must say "no index"
SMALLEST = 9.0  # px; indices smaller than this are not trained on
SHARDS_AT_START = 6  # at first; then one more every STEPS_A_SHARD steps
STEPS_A_SHARD = 10
NO_INDEX = -1.0
# Errors of the finder with which the checker is trained: index heights, radians, logarithm of the height.
PLACE_ERROR, ANGLE_ERROR, SIZE_ERROR = 0.055, 0.15, 0.15


@dataclass(frozen=True, slots=True)
class FinderBatch:
    """What one step of training the finder needs.

    Pictures (b, V, V, 3); heat and ignore maps (b, G, G); points (n, 10): b, row, column, rank, suit, offset
    x and y, up x and y, log size.
    """

    pictures: NDArray[np.uint8]
    heat: NDArray[np.float32]
    ignore: NDArray[np.bool_]
    points: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CheckerBatch:
    """What one step of training the checker needs: crops (m, 64, 48, 3) and truth (m, 3): rank, suit, real (0, 1)."""

    pictures: NDArray[np.uint8]
    truth: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FaceBatch:
    """What one step of training the face network needs: crops (m, 112, 80, 3) and truth (m, 2): rank, suit."""

    pictures: NDArray[np.uint8]
    truth: NDArray[np.float32]


def turn_and_zoom(
    picture: NDArray[np.uint8], labels: Labels, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], Labels]:
    """A part of a scene of VIEW x VIEW px, turned by quarters and zoomed, with the labels that are in it."""
    zoom = math.exp(rng.uniform(math.log(0.72), math.log(1.3))) if rng.random() < 0.6 else 1.0
    angle = int(rng.integers(4)) * math.pi / 2
    c, s = round(math.cos(angle)) * zoom, round(math.sin(angle)) * zoom
    reach = VIEW / 2 / zoom
    focus = rng.uniform(0, TILE, 2)
    if len(labels) and rng.random() < INDEX_VIEWS:
        focus = labels[int(rng.integers(len(labels))), :2] + rng.normal(0, 0.2 * VIEW, 2)
    x, y = np.clip(focus, reach, TILE - 1 - reach)
    matrix = np.array([[c, -s, VIEW / 2 - c * x + s * y], [s, c, VIEW / 2 - s * x - c * y]])
    flags = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    turned = cv2.warpAffine(picture, matrix, (VIEW, VIEW), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    moved = labels.copy()
    moved[:, :2] = labels[:, :2] @ matrix[:, :2].T + matrix[:, 2]
    moved[:, 4:6] = labels[:, 4:6] @ (matrix[:, :2].T / zoom)
    moved[:, 6] *= zoom
    edge = 3
    keep = ((moved[:, :2] > edge) & (moved[:, :2] < VIEW - edge)).all(1)
    return np.asarray(turned, np.uint8), moved[keep]


def finder_targets(
    labels: Labels,
) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[tuple[float, ...]]]:
    """Heat map, cells to ignore, and the points (row, column, rank, suit, ...) of one scene."""
    heat = np.zeros((GRID, GRID), np.float32)
    ignore = np.zeros((GRID, GRID), np.bool_)
    points: list[tuple[float, ...]] = []
    for x, y, rank, suit, up_x, up_y, height, visible in labels.tolist():
        if visible < FINDER_SILENT_BELOW:
            continue
        gx, gy = x / 4, y / 4
        reach = max(4, int(height / 4))
        x0, x1 = max(0, int(gx) - reach), min(GRID, int(gx) + reach + 1)
        y0, y1 = max(0, int(gy) - reach), min(GRID, int(gy) + reach + 1)
        away = (np.arange(x0, x1)[None] + 0.5 - gx) ** 2 + (np.arange(y0, y1)[:, None] + 0.5 - gy) ** 2
        if visible < READ_FROM or height < SMALLEST:
            ignore[y0:y1, x0:x1] |= away < (height / 8) ** 2
            continue
        spread = max(0.8, height / 4 * 0.11)
        heat[y0:y1, x0:x1] = np.maximum(heat[y0:y1, x0:x1], np.exp(-away / (2 * spread * spread)))
        column, row = min(GRID - 1, int(gx)), min(GRID - 1, int(gy))
        heat[row, column] = 1
        for i in range(max(0, column - 1), min(GRID, column + 2)):
            for j in range(max(0, row - 1), min(GRID, row + 2)):
                offset = (gx - i - 0.5, gy - j - 0.5)
                points.append((j, i, rank, suit, *offset, up_x, up_y, math.log(height / 20)))
    return heat, ignore, points


def checker_crops(
    picture: NDArray[np.uint8], labels: Labels, rng: np.random.Generator, count: int
) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float, float]]]:
    """Crops around true indices, slightly misplaced, and around places that only look like one."""
    crops: list[NDArray[np.uint8]] = []
    truth: list[tuple[float, float, float]] = []
    readable = labels[labels[:, 7] > READ_FROM]
    for _ in range(count):
        angle, height = rng.uniform(0, 2 * math.pi), math.exp(rng.uniform(math.log(12), math.log(60)))
        x, y = rng.uniform(0, VIEW, 2)
        answer = (NO_INDEX, NO_INDEX, 0.0)
        if len(labels) and rng.random() < 0.95:
            choice = readable if len(readable) and rng.random() < 0.75 else labels
            label = choice[int(rng.integers(len(choice)))]
            height, angle = float(label[6]), math.atan2(label[5], label[4])
            x, y = float(label[0]), float(label[1])
            kind = rng.random()
            if kind < 0.72:
                (x, y), angle, height = _misplaced(label, rng)
                if label[7] > READ_FROM:
                    answer = (float(label[2]), float(label[3]), 1.0)
                elif label[7] > CHECKER_REFUSES_BELOW:
                    continue
            elif kind < 0.8:
                angle += rng.choice([math.pi, math.pi / 2, -math.pi / 2]) + rng.normal(0, 0.2)
            elif kind < 0.9:
                lean, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.5, 3) * height
                x, y = x + far * math.cos(lean), y + far * math.sin(lean)
            else:
                height *= rng.choice([0.5, 2.0]) * rng.uniform(0.85, 1.15)
        if answer[2] == 0.0 and _meets_another(labels, (x, y), angle):
            continue
        crops.append(upright_crop(picture, (x, y), angle, height))
        truth.append(answer)
    return crops, truth


def _misplaced(
    label: NDArray[np.float32], rng: np.random.Generator
) -> tuple[tuple[float, float], float, float]:
    """Where the finder might put an index: its middle, the direction of its top, its height."""
    height = float(label[6])
    x, y = (float(v) + rng.normal(0, PLACE_ERROR) * height for v in label[:2])
    angle = math.atan2(label[5], label[4]) + rng.normal(0, ANGLE_ERROR)
    return (x, y), angle, height * math.exp(rng.normal(0, SIZE_ERROR))


def _meets_another(labels: Labels, at: tuple[float, float], angle: float) -> bool:
    """Whether a place meant to show no index happens to show a readable one, as in a tight fan."""
    away = np.hypot(labels[:, 0] - at[0], labels[:, 1] - at[1]) < 0.35 * labels[:, 6]
    same_way = labels[:, 4] * math.cos(angle) + labels[:, 5] * math.sin(angle) > 0.5
    return bool((away & same_way & (labels[:, 7] > CHECKER_REFUSES_BELOW)).any())


def _view(pool: Pool, rng: np.random.Generator, step: int, shards: int) -> tuple[NDArray[np.uint8], Labels]:
    """A photographed view of one of the scenes that are used by this step."""
    ready = min(shards, SHARDS_AT_START + step // STEPS_A_SHARD)
    scene = pool.scene(int(rng.integers(ready * SHARD)))
    picture, labels = turn_and_zoom(scene.picture, scene.labels, rng)
    return photograph(picture, rng), labels


def finder_batch(pool: Pool, seed: int, step: int, shards: int, views: int | None = None) -> FinderBatch:
    """The finder's batch of one step; it depends on nothing but its arguments."""
    rng, count = np.random.default_rng([seed, step, 1]), views or FINDER_VIEWS
    pictures = np.empty((count, VIEW, VIEW, 3), np.uint8)
    heat, ignore = np.empty((count, GRID, GRID), np.float32), np.empty((count, GRID, GRID), np.bool_)
    points: list[tuple[float, ...]] = []
    for b in range(count):
        pictures[b], labels = _view(pool, rng, step, shards)
        heat[b], ignore[b], found = finder_targets(labels)
        points += [(b, *p) for p in found]
    return FinderBatch(pictures, heat, ignore, np.array(points, np.float32).reshape(-1, 10))


def checker_batch(
    pool: Pool, seed: int, step: int, shards: int, views: int | None = None, stream: int = 2
) -> CheckerBatch:
    """The checker's batch of one step; it depends on nothing but its arguments. `stream`: of random numbers, 2 or an
    unused one."""
    rng = np.random.default_rng([seed, step, stream])
    crops: list[NDArray[np.uint8]] = []
    truth: list[tuple[float, float, float]] = []
    for _ in range(views or CHECKER_VIEWS):
        some, answers = checker_crops(*_view(pool, rng, step, shards), rng, CROPS_A_VIEW)
        crops += some
        truth += answers
    return CheckerBatch(np.stack(crops), np.array(truth, np.float32))


def face_batch(pool: Pool, seed: int, step: int, shards: int, views: int | None = None) -> FaceBatch:
    """The face network's batch of one step; it depends on nothing but its arguments."""
    rng = np.random.default_rng([seed, step, 3])
    crops: list[NDArray[np.uint8]] = []
    truth: list[tuple[float, float]] = []
    ready = min(shards, SHARDS_AT_START + step // STEPS_A_SHARD)
    while len(crops) < (views or FACE_SCENES) * FACES_A_SCENE:
        scene = pool.scene(int(rng.integers(ready * SHARD)))
        shown = scene.labels[scene.labels[:, 7] > FINDER_SILENT_BELOW]
        if not len(shown):
            continue
        picture = photograph(scene.picture, rng)
        for label in shown[rng.permutation(len(shown))[:FACES_A_SCENE]]:
            crops.append(face_crop(picture, *_misplaced(label, rng)))
            truth.append((float(label[2]), float(label[3])))
    return FaceBatch(np.stack(crops), np.array(truth, np.float32))


Batch: TypeAlias = FinderBatch | CheckerBatch | FaceBatch
Maker = Callable[[Pool, int, int, int, int | None], Batch]


def _serve(queue: mp.Queue[Batch], make: Maker, plan: Plan, first: int, stride: int) -> None:
    cv2.setNumThreads(1)
    os.nice(1)
    pool, step = Pool(plan), first
    while True:
        queue.put(make(pool, plan.seed, step, plan.shards, plan.views))
        step += stride


class Feed:
    """Batches in order, prepared by other processes while the training runs."""

    def __init__(self, make: Maker, plan: Plan, first_step: int, processes: int) -> None:
        self._queues: list[mp.Queue[Batch]] = [PROCESSES.Queue(3) for _ in range(processes)]
        self._step, self._first = first_step, first_step
        self._workers = [
            PROCESSES.Process(target=_serve, args=(queue, make, plan, first_step + k, processes), daemon=True)
            for k, queue in enumerate(self._queues)
        ]
        for worker in self._workers:
            worker.start()

    def next(self) -> Batch:
        """The batch of the next step."""
        queue = self._queues[(self._step - self._first) % len(self._queues)]
        self._step += 1
        return queue.get()

    def close(self) -> None:
        """Terminate the processes."""
        for worker in self._workers:
            worker.terminate()
            worker.join()
