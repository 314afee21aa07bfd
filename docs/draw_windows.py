"""Draws docs/pictures/windows.svg from the table of windows: `python docs/draw_windows.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from cribbage.book.claimtable import CLAIMS, Moment, Window

PICTURE: Final = Path(__file__).parent / "pictures" / "windows.svg"
LEFT, COLUMN, ROW, HEAD = 262, 62, 24, 104
COLOURS: Final = {True: "#2f6f4f", False: "#8a8f98"}


def drawing() -> str:
    """The picture: moments of a deal from left to right, one bar for each claim; green ones the referee closes."""
    shown = [window for window in CLAIMS if window.span != (Moment.LATER, Moment.LATER)]
    width, height = LEFT + COLUMN * len(Moment) + 12, HEAD + ROW * len(shown) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        "<title>Windows of a deal: who may claim or correct what, from when until when</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for moment in Moment:
        x = _x(moment)
        parts.append(f'<line x1="{x}" y1="{HEAD}" x2="{x}" y2="{height - 34}" stroke="#e2e5ea"/>')
        parts.append(
            f'<text x="{x}" y="{HEAD - 8}" transform="rotate(-40 {x} {HEAD - 8})" fill="#333">{moment.label}</text>'
        )
    for row, window in enumerate(shown):
        parts += _bar(window, HEAD + ROW * row)
    foot = height - 12
    parts.append(f'<rect x="{LEFT}" y="{foot - 10}" width="22" height="10" fill="{COLOURS[True]}"/>')
    parts.append(f'<text x="{LEFT + 28}" y="{foot}" fill="#333">closed by the referee</text>')
    parts.append(f'<rect x="{LEFT + 190}" y="{foot - 10}" width="22" height="10" fill="{COLOURS[False]}"/>')
    parts.append(f'<text x="{LEFT + 218}" y="{foot}" fill="#333">for players and judges</text>')
    return "\n".join([*parts, "</svg>", ""])


def _x(moment: Moment) -> int:
    return LEFT + 14 + COLUMN * moment


def _bar(window: Window, y: int) -> list[str]:
    start, end = (_x(moment) for moment in window.span)
    if start == end:
        end += 6
    title = escape(
        f"{window.claim}: {window.who}; opens: {window.opens}; closes: {window.closes} ({window.rule})"
    )
    return [
        f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end" fill="#111">{escape(window.claim)}</text>',
        f'<rect x="{start}" y="{y + 6}" width="{end - start}" height="13" rx="3" fill="{COLOURS[bool(window.kind)]}">'
        f"<title>{title}</title></rect>",
        f'<text x="{end + 5}" y="{y + 16}" font-size="10" fill="#555">{escape(window.rule)}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
