"""A pool of rendered scenes on disk, in shards. Each shard has its own seed, so every run renders the same."""

from __future__ import annotations

import multiprocessing as mp
import os
import pickle
import time
from dataclasses import dataclass
from multiprocessing.context import SpawnProcess
from pathlib import Path

import cv2
import numpy as np

from vision.train.decks import Press, load_decks
from vision.train.scenes import Renderer, Scene

SHARD = 500  # scenes
JPEG_QUALITY = 96
WAIT_S = 0.5
PROCESSES = mp.get_context("spawn")
"""Processes of the training are spawned: OpenCV's threads do not survive a fork, and it would hang."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to render, in the folder `work`: `shards` of scenes from one `seed`, of training decks or `held_out` ones.

    `views`: scenes in a batch; None: the number with which each network trains best.
    """

    work: Path
    seed: int
    shards: int
    held_out: bool = False
    views: int | None = None

    def path(self, shard: int) -> Path:
        """The file of a shard."""
        kind = "held" if self.held_out else "train"
        return self.work / "pool" / f"{kind}-{self.seed}-{shard:04d}.pkl"


def render_shards(plan: Plan, first: int, step: int) -> None:
    """Render every `step`-th shard of the plan from `first` on, except those that exist."""
    cv2.setNumThreads(1)
    os.nice(2)
    press_decks = load_decks(plan.work, held_out=False)
    press = Press(plan.work, press_decks)
    decks = load_decks(plan.work, held_out=True) if plan.held_out else press_decks
    renderer = Renderer(decks, press, reprinted_share=0.0 if plan.held_out else 0.55)
    for shard in range(first, plan.shards, step):
        path = plan.path(shard)
        if path.exists():
            continue
        rng = np.random.default_rng([plan.seed, shard, int(plan.held_out)])
        rows = []
        for _ in range(SHARD):
            scene = renderer.scene(rng)
            _, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            rows.append((data, scene.labels, scene.owners))
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".part")
        temporary.write_bytes(pickle.dumps(rows))
        temporary.rename(path)


def start_rendering(plan: Plan, processes: int) -> list[SpawnProcess]:
    """Render the plan in the background; the caller joins or terminates the processes."""
    workers = [
        PROCESSES.Process(target=render_shards, args=(plan, k, processes), daemon=True)
        for k in range(processes)
    ]
    for worker in workers:
        worker.start()
    return workers


class Pool:
    """The scenes of a plan. It waits for a shard that is not rendered yet, so the order never depends on speed."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._loaded: dict[int, list[tuple[np.ndarray, np.ndarray, np.ndarray]]] = {}

    def scene(self, number: int) -> Scene:
        """The scene of that number, 0 to shards * SHARD - 1."""
        shard, row = divmod(number, SHARD)
        if shard not in self._loaded:
            path = self._plan.path(shard)
            while not path.exists():
                time.sleep(WAIT_S)
            self._loaded[shard] = pickle.loads(path.read_bytes())
        data, labels, owners = self._loaded[shard][row]
        return Scene(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), labels, owners)
