"""Drawings: a page of lines, circles, filled boxes and words, as a PDF of true size to print or as an SVG to look at.

Lengths in mm, y up. The same page gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

POINTS_PER_MM: Final = 72 / 25.4
_ARC: Final = 0.5522847498  # Bezier handle of a quarter circle


@dataclass
class Page:
    """One sheet of paper; what is drawn later lies on top."""

    width: float
    height: float
    operations: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    """The same once more, as SVG."""

    def line(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.15) -> None:
        """A straight line."""
        self.operations.append(f"{_n(width)} w {_n(x0)} {_n(y0)} m {_n(x1)} {_n(y1)} l S")
        way = f"M{_n(x0)} {_n(self.height - y0)}L{_n(x1)} {_n(self.height - y1)}"
        self.shapes.append(f'<path d="{way}" stroke="#000" stroke-width="{_n(width)}"/>')

    def circle(self, x: float, y: float, radius: float, width: float = 0.12) -> None:
        """A circle's edge."""
        r, k = radius, radius * _ARC
        points = (
            (x + r, y + k, x + k, y + r, x, y + r), (x - k, y + r, x - r, y + k, x - r, y),
            (x - r, y - k, x - k, y - r, x, y - r), (x + k, y - r, x + r, y - k, x + r, y),
        )  # fmt: skip
        curves = " ".join(" ".join(map(_n, p)) + " c" for p in points)
        self.operations.append(f"{_n(width)} w {_n(x + r)} {_n(y)} m {curves} S")
        at = f'cx="{_n(x)}" cy="{_n(self.height - y)}" r="{_n(r)}"'
        self.shapes.append(f'<circle {at} fill="none" stroke="#000" stroke-width="{_n(width)}"/>')

    def box(self, x: float, y: float, width: float, height: float, black: bool = True) -> None:
        """A filled box by its lower left corner."""
        self.shade(x, y, width, height, 0.0 if black else 1.0)

    def shade(self, x: float, y: float, width: float, height: float, level: float) -> None:
        """A filled box from 0, black, to 1, white."""
        self.operations.append(f"{_n(level)} g {_n(x)} {_n(y)} {_n(width)} {_n(height)} re f")
        size = f'width="{_n(width)}" height="{_n(height)}"'
        grey = round(255 * level)
        at = f'x="{_n(x)}" y="{_n(self.height - y - height)}"'
        self.shapes.append(f'<rect {at} {size} fill="rgb({grey},{grey},{grey})"/>')

    def frame(self, x: float, y: float, width: float, height: float, line: float = 0.15) -> None:
        """The edge of a box by its lower left corner."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
            self.line(x0, y0, x1, y1, line)

    def words(self, x: float, y: float, text: str, size: float = 3.0, upright: bool = False) -> None:
        """A line of text from its lower left corner, or running upward; `size` is its height in mm."""
        safe = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        place = f"0 1 -1 0 {_n(x)} {_n(y)} Tm" if upright else f"{_n(x)} {_n(y)} Td"
        self.operations.append(f"0 g BT /F {_n(size)} Tf {place} ({safe}) Tj ET")
        at = f"{_n(x)} {_n(self.height - y)}"
        turn = f' transform="rotate(-90 {at})"' if upright else ""
        spot = f'x="{at.split()[0]}" y="{at.split()[1]}"'
        self.shapes.append(f'<text {spot} font-size="{_n(size)}"{turn}>{escape(text)}</text>')

    def ruler(self, x: float, y: float, length: int = 100) -> None:
        """A line of known length, to be measured after printing."""
        self.line(x, y, x + length, y, 0.25)
        for k in range(0, length + 1, 10):
            self.line(x + k, y, x + k, y + (3.0 if k % 50 == 0 else 1.8), 0.25)
        self.words(
            x,
            y - 4.0,
            f'This line is {length} mm long. If yours is not: print at 100 %, not "fit to page".',
            2.8,
        )


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def svg(page: Page, title: str) -> bytes:
    """A page as SVG on white, four pixels a millimetre large where nobody asks otherwise."""
    w, h = _n(page.width), _n(page.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{_n(4 * page.width)}"'
        f' height="{_n(4 * page.height)}" font-family="Helvetica, Arial, sans-serif">\n'
        f'<title>{escape(title)}</title>\n<rect width="{w}" height="{h}" fill="#fff"/>\n'
        + "\n".join(page.shapes)
        + "\n</svg>\n"
    ).encode()


def document(pages: Sequence[Page], title: str) -> bytes:
    """The pages as one PDF file; the same pages give the same bytes."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (len(pages), b" ".join(b"%d 0 R" % (5 + 2 * i) for i in range(len(pages)))),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (%s) /Producer (Pegwatch) >>" % title.encode("ascii"),
    ]
    for i, page in enumerate(pages):
        box = f"[0 0 {_n(page.width * POINTS_PER_MM)} {_n(page.height * POINTS_PER_MM)}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources << /Font << /F 3 0 R >> >>"
            f" /Contents {6 + 2 * i} 0 R >>".encode()
        )
        stream = (
            f"{POINTS_PER_MM:.8f} 0 0 {POINTS_PER_MM:.8f} 0 0 cm\n" + "\n".join(page.operations)
        ).encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)
