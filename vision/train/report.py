"""The report of a measurement, for people: one page with tables, curves and pictures of every failure."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import RANKS, SUITS
from vision.readresult import Reading
from vision.train.judge import HEADINGS, NOTHING, UNKNOWN, Judge

GREEN, RED, ORANGE = (60, 200, 0), (40, 40, 230), (0, 160, 255)
LEAST_SIDE = 900  # px; smaller pictures are enlarged before the reading is drawn
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff; }
h2 { margin-top: 2.5rem; } table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid #ccc; padding: .2rem .55rem; text-align: right; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
td.same { background: #dff3dc; } td.other { background: #f9d4d0; }
figure { display: inline-block; margin: .5rem; vertical-align: top; max-width: 30rem; }
figure img { max-width: 100%; } figcaption { font-size: .85rem; }
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """A picture in which not every card was read right, with the reading drawn into it."""

    file: str
    text: str
    is_wrong: bool


@dataclass(slots=True)
class Section:
    """One set of pictures: its judge, its failures, and tables of its own."""

    title: str
    note: str
    judge: Judge | None = None
    failures: list[Failure] = field(default_factory=list)
    tables: list[tuple[tuple[str, ...], list[tuple[str, ...]]]] = field(default_factory=list)

    def text(self) -> str:
        """The section as text, for a terminal."""
        lines = [f"\n{self.title}: {self.note}" if self.note else f"\n{self.title}"]
        for headings, rows in self.tables:
            wide = [max(len(row[n]) for row in (headings, *rows)) for n in range(len(headings))]
            for first, *others in (headings, *rows):
                cells = [cell.rjust(w) for cell, w in zip(others, wide[1:], strict=True)]
                lines.append("  ".join((first.ljust(wide[0]), *cells)))
        if self.judge is not None:
            lines.append(self.judge.report())
        return "\n".join(lines)


def draw(picture: NDArray[np.uint8], reading: Reading, wrong: Sequence[str]) -> NDArray[np.uint8]:
    """The picture with the reading drawn into it: green certain, red wrong, orange unsure."""
    zoom = max(1.0, LEAST_SIDE / max(picture.shape[:2]))
    image = cv2.resize(picture, None, fx=zoom, fy=zoom)
    marks = [(c.card, c.confidence, c.corners, RED if c.card in wrong else GREEN) for c in reading.cards]
    marks += [
        (f"{u.guess}? {u.reason}", u.confidence, u.corners, ORANGE)
        for u in reading.unsure
        if u.corners is not None
    ]
    for text, confidence, corners, colour in marks:
        quad = np.round(corners * zoom).astype(np.int32)
        cv2.polylines(image, [quad], True, colour, 2, cv2.LINE_AA)
        at = (int(quad[0][0]), int(quad[0][1]))
        label = f"{text} {confidence:.3f}"
        cv2.putText(image, label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
    return np.asarray(image, np.uint8)


def write_page(out: Path, sections: Sequence[Section]) -> Path:
    """Write `index.html` beside the pictures of the failures; returns its path."""
    out.mkdir(parents=True, exist_ok=True)
    body = "\n".join(_section(section) for section in sections)
    page = out / "index.html"
    page.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Card reader: what was measured</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style><h1>Card reader: what was measured</h1>\n{body}</html>\n"
    )
    return page


def _section(section: Section) -> str:
    parts = [f"<h2>{html.escape(section.title)}</h2><p>{html.escape(section.note)}</p>"]
    parts += [_table(headings, rows) for headings, rows in section.tables]
    judge = section.judge
    if judge is not None:
        parts.append(_table(("", *HEADINGS), [(kind, *tally.row()) for kind, tally in judge.kinds()]))
        if judge.readings:
            parts += ["<h3>Is it as sure as it should be?</h3>", _curve(judge)]
            parts += ["<h3>Taken for one another</h3>", *_confusions(judge)]
    if section.failures:
        parts.append(
            "<h3>Failures</h3><p>Green: certain and right. Red: certain and wrong. Orange: unsure.</p>"
        )
        parts += [
            f"<figure><a href='{f.file}'><img loading='lazy' src='{f.file}' alt=''></a>"
            f"<figcaption>{html.escape(f.text)}</figcaption></figure>"
            for f in sorted(section.failures, key=lambda f: (not f.is_wrong, f.file))
        ]
    return "\n".join(parts)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + line("th", headings) + "".join(line("td", row) for row in rows) + "</table>"


def _curve(judge: Judge) -> str:
    """The calibration curve as a picture, and in figures."""
    side, points = 240, judge.curve()
    ends = [*(low for low, _, _ in points[1:]), 1.0]
    dots = " ".join(
        f"{side * (low + high) / 2:.1f},{side * (1 - share):.1f}"
        for (low, _, share), high in zip(points, ends, strict=True)
    )
    drawn = (
        f"<svg viewBox='-6 -6 {side + 12} {side + 12}' width='{side}' role='img' "
        "aria-label='share right over confidence'>"
        f"<rect width='{side}' height='{side}' fill='none' stroke='#aaa'/>"
        f"<path d='M0 {side}L{side} 0' stroke='#bbb' stroke-dasharray='4'/>"
        f"<polyline points='{dots}' fill='none' stroke='#06c' stroke-width='2'/></svg>"
    )
    rows = [(f"{low:.3f}", str(count), f"{share:.4f}") for low, count, share in points]
    return f"<p>Across: confidence, up: share right; dashed: as it should be.</p>{drawn}" + _table(
        ("confidence from", "readings", "share right"), rows
    )


def _confusions(judge: Judge) -> list[str]:
    """Matrices of ranks and suits, of certain readings and of all guesses, and a list of all pairs of cards."""
    parts = []
    for title, keep in (("Certain", (True,)), ("Certain and unsure together", (True, False))):
        parts.append(f"<h4>{title}</h4><p>Down: what it was; across: what was read.</p>")
        parts += [_matrix(judge, keep, names, key) for names, key in ((RANKS, _rank), (SUITS, _suit))]
    pairs: dict[tuple[str, str], list[int]] = {}
    for (was, read, certain), count in judge.confusions.items():
        if was != read:
            pairs.setdefault((was, read), [0, 0])[0 if certain else 1] += count
    rows = [
        (f"{was} as {read}", str(certain), str(unsure))
        for (was, read), (certain, unsure) in sorted(pairs.items(), key=lambda i: (-i[1][0], -i[1][1], i[0]))
    ]
    parts.append(f"<details><summary>{len(rows)} pairs of cards</summary>")
    parts.append(_table(("pair", "certain", "unsure"), rows) + "</details>")
    return parts


def _rank(card: str) -> str:
    return card if card in (NOTHING, UNKNOWN) else card[0]


def _suit(card: str) -> str:
    return card if card in (NOTHING, UNKNOWN) else card[1]


def _matrix(judge: Judge, keep: tuple[bool, ...], names: str, key: Callable[[str], str]) -> str:
    counts: dict[tuple[str, str], int] = {}
    for (was, read, certain), count in judge.confusions.items():
        if certain in keep:
            cell = (key(was), key(read))
            counts[cell] = counts.get(cell, 0) + count
    lines = ["<tr><th></th>" + "".join(f"<th>{name}</th>" for name in names) + "</tr>"]
    for was in (*names, NOTHING, UNKNOWN):
        cells = []
        for read in names:
            count = counts.get((was, read), 0)
            look = "" if not count else " class='same'" if was == read else " class='other'"
            cells.append(f"<td{look}>{count or ''}</td>")
        lines.append(f"<tr><th>{was}</th>" + "".join(cells) + "</tr>")
    return "<table>" + "".join(lines) + "</table>"
