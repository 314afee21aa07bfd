"""Train the networks on the pool of rendered scenes and keep a running average of their weights."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from vision.train.feed import (
    CheckerBatch,
    FaceBatch,
    Feed,
    FinderBatch,
    Maker,
    checker_batch,
    face_batch,
    finder_batch,
)
from vision.train.nets import HEAT, OFFSET, RANK, SIZE, SUIT, UP, Checker, Closer, FaceReader, Finder
from vision.train.pool import PROCESSES, Plan

PEAK_RATE = 2.5e-3
FINAL_RATE = 1e-5
WARM_UP = 150  # steps
KEEP_EVERY = 250  # steps between checkpoints
AVERAGE_KEEPS = 0.998  # share of the running mean of the weights that a step keeps
SMOOTHING = 0.02
SECOND_SHARE = 0.7  # of the steps, for the networks that start from another's weights
REPORT_EVERY = 100  # steps; a short training reports ten times in all


@dataclass(slots=True)
class Learner:
    """A network, the running average of its weights, and its optimiser."""

    net: torch.nn.Module
    mean: torch.nn.Module
    optimiser: torch.optim.Optimizer

    @staticmethod
    def of(kind: type[torch.nn.Module]) -> Learner:
        """A learner with new weights."""
        net, mean = kind().to(memory_format=torch.channels_last), kind()
        mean.load_state_dict(net.state_dict())
        return Learner(net, mean, torch.optim.AdamW(net.parameters(), PEAK_RATE, weight_decay=1e-4))

    def take(self, weights: dict[str, torch.Tensor]) -> None:
        """Copy the weights of another network into the layers of the same name."""
        for one in (self.net, self.mean):
            own = one.state_dict()
            one.load_state_dict({**own, **{name: value for name, value in weights.items() if name in own}})

    def step(self, loss: torch.Tensor, rate: float, number: int) -> None:
        """One step of the optimiser at this learning rate."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        keep = min(AVERAGE_KEEPS, (1 + number) / (10 + number))
        with torch.no_grad():
            for old, new in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                if old.dtype.is_floating_point:
                    old.mul_(keep).add_(new, alpha=1 - keep)
                else:
                    old.copy_(new)


def _pictures(stack: np.ndarray) -> torch.Tensor:
    batch = torch.from_numpy(stack).permute(0, 3, 1, 2).float().div_(255)
    return batch.contiguous(memory_format=torch.channels_last)


def finder_loss(y: torch.Tensor, batch: FinderBatch) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat, cross entropy of rank and suit, distances of the rest; and figures to report."""
    heat, ignore = torch.from_numpy(batch.heat), torch.from_numpy(batch.ignore)
    p = torch.sigmoid(y[:, HEAT][:, 0]).clamp(1e-5, 1 - 1e-5)
    hit = heat >= 0.999
    quiet = ~hit & ~ignore
    miss = -((1 - p) ** 2 * torch.log(p))[hit].sum()
    noise = -((1 - heat) ** 4 * p**2 * torch.log(1 - p))[quiet].sum()
    loss = (miss + noise) / max(1, int(hit.sum()))
    figures = [float(loss.detach()), 0.0, 0.0]
    if len(batch.points):
        at = torch.from_numpy(batch.points)
        b, row, column = at[:, 0].long(), at[:, 1].long(), at[:, 2].long()
        v = y[b, :, row, column]
        loss = loss + functional.cross_entropy(v[:, RANK], at[:, 3].long(), label_smoothing=SMOOTHING)
        loss = loss + functional.cross_entropy(v[:, SUIT], at[:, 4].long(), label_smoothing=SMOOTHING)
        loss = loss + 0.5 * functional.l1_loss(v[:, OFFSET], at[:, 5:7])
        loss = loss + functional.mse_loss(v[:, UP], at[:, 7:9])
        loss = loss + 0.5 * functional.smooth_l1_loss(v[:, SIZE], at[:, 9])
        figures[1] = float((v[:, RANK].argmax(1) == at[:, 3]).float().mean())
        figures[2] = float((v[:, SUIT].argmax(1) == at[:, 4]).float().mean())
    return loss, figures


def checker_loss(
    y: torch.Tensor, batch: CheckerBatch, smoothing: float = SMOOTHING
) -> tuple[torch.Tensor, list[float]]:
    """Cross entropy of being an index and, where it is one, of rank and suit; and figures to report."""
    truth = torch.from_numpy(batch.truth)
    real = truth[:, 2] > 0.5
    loss = functional.binary_cross_entropy_with_logits(y[:, 17], truth[:, 2])
    figures = [float(((y[:, 17] > 0) == real).float().mean()), 0.0, 0.0]
    if bool(real.any()):
        ranks, suits = y[real, :13], y[real, 13:17]
        loss = loss + functional.cross_entropy(ranks, truth[real, 0].long(), label_smoothing=smoothing)
        loss = loss + functional.cross_entropy(suits, truth[real, 1].long(), label_smoothing=smoothing)
        figures[1] = float((ranks.argmax(1) == truth[real, 0]).float().mean())
        figures[2] = float((suits.argmax(1) == truth[real, 1]).float().mean())
    return loss, figures


def face_loss(y: torch.Tensor, batch: FaceBatch) -> tuple[torch.Tensor, list[float]]:
    """Cross entropy of rank and suit, not smoothed: where nothing is visible it has to learn to be unsure."""
    truth = torch.from_numpy(batch.truth).long()
    ranks, suits = y[:, :13], y[:, 13:17]
    loss = functional.cross_entropy(ranks, truth[:, 0]) + functional.cross_entropy(suits, truth[:, 1])
    right = [float((part.argmax(1) == truth[:, k]).float().mean()) for k, part in enumerate((ranks, suits))]
    return loss, [float(loss.detach()), *right]


def rate_at(done: float, number: int) -> float:
    """The learning rate: a warm-up, then half a cosine. `done`: 0 to 1 of the whole training."""
    shape = 0.5 + 0.5 * math.cos(math.pi * min(1.0, done))
    return max(FINAL_RATE, PEAK_RATE * min(1.0, (number + 1) / WARM_UP) * shape)


@dataclass(frozen=True, slots=True)
class Task:
    """The training of one network: its name, its class, its batches, its loss and the names of the loss's figures.

    `starts_from`: the task with whose trained weights it starts.
    """

    name: str
    net: type[torch.nn.Module]
    make: Maker
    loss: Callable[[torch.Tensor, Any], tuple[torch.Tensor, list[float]]]
    figures: tuple[str, str, str]
    starts_from: Task | None = None


FINDER = Task("finder", Finder, finder_batch, finder_loss, ("heat loss", "rank", "suit"))
CHECKER = Task("checker", Checker, checker_batch, checker_loss, ("index", "rank", "suit"))
CLOSER = Task(
    "closer",
    Closer,
    partial(checker_batch, stream=4),  # other crops than the checker's
    partial(checker_loss, smoothing=0.0),  # its scores have to tell sure from very sure
    CHECKER.figures,
    starts_from=CHECKER,
)
FACES = Task("pips", FaceReader, face_batch, face_loss, ("loss", "rank", "suit"), starts_from=CHECKER)


def checkpoint_path(plan: Plan, task: Task) -> Path:
    """The file of a task's checkpoint."""
    return plan.work / f"{task.name}-{plan.seed}.pt"


def save(path: Path, learner: Learner, number: int) -> None:
    """Write a checkpoint: the averaged weights, and everything needed to continue."""
    state = {
        "step": number,
        "mean": learner.mean.state_dict(),
        "net": learner.net.state_dict(),
        "optimiser": learner.optimiser.state_dict(),
    }
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def load(path: Path, learner: Learner) -> int:
    """Continue from a checkpoint; returns the steps done so far."""
    state = torch.load(path, weights_only=True)
    learner.mean.load_state_dict(state["mean"])
    learner.net.load_state_dict(state["net"])
    learner.optimiser.load_state_dict(state["optimiser"])
    return int(state["step"])


def train(task: Task, plan: Plan, steps: int, threads: int, minutes: float | None = None) -> None:
    """Train one network for a number of steps, with a rate that falls to almost nothing at the end.

    Args:
        task: which network.
        plan: the pool to draw from.
        steps: how many in all; a checkpoint is written every KEEP_EVERY steps, and continued from if there is one.
        threads: of the training itself; one process beside it prepares the batches.
        minutes: ends the training after this time, whatever the steps; the rate then follows the time.
    """
    torch.manual_seed(plan.seed)
    torch.set_num_threads(threads)
    learner, checkpoint = Learner.of(task.net), checkpoint_path(plan, task)
    if task.starts_from is not None:
        learner.take(torch.load(checkpoint_path(plan, task.starts_from), weights_only=True)["mean"])
    number = load(checkpoint, learner) if checkpoint.exists() else 0
    feed, begun = Feed(task.make, plan, number, 1), time.monotonic()
    first, mean = number, np.zeros(3)
    while True:
        spent = (time.monotonic() - begun) / 60
        done = number / steps if minutes is None else max(number / steps, spent / minutes)
        if done >= 1:
            break
        batch, rate = feed.next(), rate_at(done, number)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = learner.net(_pictures(batch.pictures))
        loss, seen = task.loss(y.float(), batch)
        learner.step(loss, rate, number)
        number += 1
        keep = min(0.98, (number - first - 1) / (number - first))
        mean = keep * mean + (1 - keep) * np.array(seen)
        if number % max(1, min(REPORT_EVERY, steps // 10)) == 0:
            figures = " ".join(f"{name} {value:.4f}" for name, value in zip(task.figures, mean, strict=True))
            print(f"{task.name}: step {number} {spent:.1f} min rate {rate:.5f} {figures}", flush=True)
        if number % KEEP_EVERY == 0:
            save(checkpoint, learner, number)
    feed.close()
    save(checkpoint, learner, number)


def train_all(plan: Plan, steps: int, threads: int, minutes: float | None = None) -> None:
    """Train two networks side by side, each in its own process with half of the threads; then the other two.

    First finder and checker; then, from the checker's weights, the closer checker and the face network, which get a
    SECOND_SHARE of the steps and of the minutes.
    """
    each = max(1, threads // 2)

    def run(task: Task, share: float = 1.0) -> SpawnProcess:
        fewer, shorter = max(1, round(share * steps)), None if minutes is None else share * minutes
        return PROCESSES.Process(target=train, args=(task, plan, fewer, each, shorter))

    _run([run(FINDER), run(CHECKER)])
    _run([run(CLOSER, SECOND_SHARE), run(FACES, SECOND_SHARE)])


def _run(runs: list[SpawnProcess]) -> None:
    for run in runs:
        run.start()
    for run in runs:
        run.join()
        if run.exitcode:
            raise RuntimeError(f"training ended with {run.exitcode}")
