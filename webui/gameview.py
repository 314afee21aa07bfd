"""One game as its page shows it: the course of the score as a drawing, averages against the known means, turning
points, and the counts as a table. All of it is made of the deals of a review that the policy has let through.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cribbage.shown.averages import KINDS, KNOWN, SEATS, Figures, Step, course, figures, turning_points

Json: TypeAlias = dict[str, Any]
COLUMNS: Final = (
    "game", "deal", "dealer", "player", "name", "what", "cards", "earned", "pegged", "starter",
)  # fmt: skip
_WIDTH: Final = 600.0
_HEIGHT: Final = 240.0


@dataclass(frozen=True, slots=True)
class Graph:
    """The course of the score as numbers for the template: a polyline a player, and a label for each deal."""

    lines: Mapping[str, str]
    dots: Mapping[str, tuple[tuple[float, float, int, int], ...]]
    deals: tuple[tuple[float, int], ...]
    width: float = _WIDTH
    height: float = _HEIGHT
    rules: tuple[tuple[float, int], ...] = ()


def graph(steps: Sequence[Step], target: int) -> Graph | None:
    """The drawing of a course up to the game hole; None where there is not even one deal."""
    if len(steps) < 2:
        return None
    last = steps[-1].deal
    dots = {
        seat: tuple(
            (round(step.deal / last * _WIDTH, 1), _y(step.scores[seat], target), step.deal, step.scores[seat])
            for step in steps
        )
        for seat in steps[0].scores
    }
    return Graph(
        lines={seat: " ".join(f"{x:g},{y:g}" for x, y, _, _ in found) for seat, found in dots.items()},
        dots=dots,
        deals=tuple((round(step.deal / last * _WIDTH, 1), step.deal) for step in steps),
        rules=tuple((_y(score, target), score) for score in (*range(0, target - 1, 30), target)),
    )


def _y(score: int, target: int) -> float:
    return round(_HEIGHT - min(score, target) / target * _HEIGHT, 1)


def summary(deals: Sequence[Json], start: Mapping[str, int], winner: str | None, players: int = 2) -> Json:
    """Course, averages and turning points of a game's deals, as JSON-able data; of two players only, for nobody
    knows the means of other games."""
    told = [{"deal": step.deal, "scores": dict(step.scores)} for step in course(deals, start)]
    if players != len(SEATS):
        return {"course": told, "averages": {}, "turning_points": []}
    return {
        "course": told,
        "averages": {seat: figures_data(figures(deals, seat)) for seat in SEATS},
        "turning_points": [
            {"kind": turn.kind, "deal": turn.deal, "player": turn.player, "points": turn.points}
            for turn in turning_points(deals, winner, start)
        ],
    }


def figures_data(found: Figures) -> Json:
    """A player's figures as JSON-able data, each mean beside the known one."""
    means = {
        kind: {
            "mean": None if found.tallies[kind].mean is None else round(found.tallies[kind].mean or 0, 2),
            "times": found.tallies[kind].times,
            "known": KNOWN[kind],
        }
        for kind in KINDS
    }
    return {
        "means": means,
        "deals": found.deals,
        "best_hand": found.best_hand,
        "missed": found.missed,
        "too_many": found.too_many,
    }


def sheet_row(deal: Json, sides: Iterable[str] = SEATS) -> Json:
    """One line of the game sheet: what each player pegged for play, hand and crib, and the score after the deal."""
    row: Json = {"deal": deal["deal"], "dealer": deal["dealer"]}
    for seat in sides:
        pegged = {"play": 0, "hand": None, "crib": None}
        for item in deal["items"]:
            if item["player"] == seat and item["pegged"] is not None:
                key = item["what"] if item["what"] in ("hand", "crib") else "play"
                pegged[key] = (pegged[key] or 0) + item["pegged"]
        row[seat] = pegged | {"score": (deal.get("scores") or {}).get(seat)}
    return row


def as_csv(game: int, names: Mapping[str, str], deals: Iterable[Json]) -> str:
    """Every count of these deals as a line of CSV; text that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *(f"score_{side}" for side in names)])
    for deal in deals:
        scores = deal.get("scores") or {}
        for item in deal["items"]:
            row = [
                game, deal["deal"], deal["dealer"], item["player"], as_text(names.get(item["player"], "")),
                item["what"], " ".join(item["cards"]), item["earned"], item["pegged"],
                deal["starter"], *(scores.get(side) for side in names),
            ]  # fmt: skip
            writer.writerow(["" if value is None else value for value in row])
    return out.getvalue()


def as_text(text: str) -> str:
    """A name that begins like a formula gets a quote before it (OWASP: CSV injection)."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
