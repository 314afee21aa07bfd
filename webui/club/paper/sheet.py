"""A sheet of paper: our fonts, a head with club, event and page, texts that fit their place. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fpdf import FPDF

from webui.club.paper.fonts import BOX, FOLDERS, OURS, font_file, fonts_for, letters_of, needs_shaping
from webui.club.site import PAPERS
from webui.words import Words

MARGIN: Final = 12.0
INK: Final = (0, 0, 0)
SOFT: Final = (90, 90, 90)
LINE: Final = (120, 120, 120)
SHADE: Final = (232, 232, 232)
RED: Final = (170, 20, 10)
_FAMILY: Final = "pegwatch"
_LEAST_PT: Final = 5.0
_BESIDE: Final = 0.5
"""Room beside a text in its place."""
_PAGES: Final = "####"
"""Where the number of pages comes: as wide as any has."""


@dataclass(frozen=True, slots=True)
class Head:
    """What every sheet of an event says: club, event, date, in which language, and when its last record was made
    (wall time, s), which is the date of the file."""

    club: str
    event: str
    date: str
    words: Words
    at: float
    paper: str = PAPERS[0]


class Sheet(FPDF):
    """One PDF of an event; `text` is all that will be written, so that fonts are found for it."""

    def __init__(
        self,
        head: Head,
        title: str,
        text: Iterable[str],
        landscape: bool = False,
        folders: Sequence[Path] = FOLDERS,
    ) -> None:
        super().__init__(
            "landscape" if landscape else "portrait", "mm", head.paper if head.paper in PAPERS else PAPERS[0]
        )
        self.head, self.title_text = head, title
        self._lengths: dict[tuple[str, str], float] = {}
        everything = [*text, title, head.event, head.club, head.date]
        further, self.missing = fonts_for(everything, folders)
        for style, name in zip(("", "B"), OURS, strict=True):
            self.add_font(_FAMILY, style, font_file(name))
        names = [f"further{number}" for number in range(len(further))]
        for name, path in zip(names, further, strict=True):
            self.add_font(name, "", path)
        if names:
            self.set_fallback_fonts(names, exact_match=False)
        self.set_creation_date(datetime.fromtimestamp(head.at, UTC))
        self.set_title(f"{head.event}: {title}")
        self.set_lang(head.words.lang)
        self.set_producer("Pegwatch")
        self.set_margin(MARGIN)
        self.set_auto_page_break(False)
        self.alias_nb_pages(_PAGES)
        self.set_line_width(0.2)
        self.pen(10)

    @property
    def bottom(self) -> float:
        """Where the room for content ends."""
        return self.h - MARGIN - 4

    def pen(self, points: float, bold: bool = False, colour: tuple[int, int, int] = INK) -> None:
        """The size, weight and colour of all text from now on."""
        self.set_font(_FAMILY, "B" if bold else "", points)
        self.set_text_color(*colour)

    def header(self) -> None:
        """Title, event and club at the top of every page."""
        self.pen(15, bold=True)
        self.place(self.title_text, MARGIN, MARGIN, self.epw * 0.55, 7)
        self.pen(9, colour=SOFT)
        said = " · ".join(filter(None, (self.head.event, self.head.date, self.head.club)))
        self.place(said, MARGIN + self.epw * 0.56, MARGIN, self.epw * 0.44, 7, "R")
        self.set_y(MARGIN + 9)

    def footer(self) -> None:
        """The page's number, and what could not be written."""
        self.pen(8, colour=SOFT)
        w = self.head.words
        self.place(
            w("club.paper.page", n=self.page_no(), all=_PAGES),
            MARGIN,
            self.h - MARGIN - 3,
            self.epw,
            4,
            "R",
        )
        if self.missing:
            lost = " ".join(f"U+{ord(char):04X}" for char in sorted(self.missing)[:6])
            self.place(w("club.paper.letters", which=lost), MARGIN, self.h - MARGIN - 3, self.epw * 0.85, 4)

    def place(self, text: str, x: float, y: float, width: float, height: float, align: str = "L") -> None:
        """A text in its place: made smaller where it is too long, cut with an ellipsis where that is not enough."""
        if not text:
            return
        size = self.font_size_pt
        text = self.known(text)
        is_shaped = needs_shaping(text)
        if is_shaped:
            self.set_text_shaping(True)
        long = self._long(text)
        if long > width - 1:
            self.set_font_size(max(_LEAST_PT, 0.6 * size, size * (width - 1) / long - 0.05))
            if self.get_string_width(text) > width - 1:
                while text and self.get_string_width(text + "…") > width - 1:
                    text = text[:-1]
                text = text.rstrip() + "…"
        if is_shaped or _PAGES in text or not self._has_own_letters(text):
            self.set_xy(x, y)
            self.c_margin = _BESIDE
            self.cell(width, height, text, align=align)
        else:
            # Where `cell` would put it, but without its search for further fonts: three times as quick.
            free = {
                "L": _BESIDE,
                "C": (width - self._long(text)) / 2,
                "R": width - _BESIDE - self._long(text),
            }
            self.text(x + free[align], y + 0.5 * height + 0.3 * self.font_size, text)
        if self.font_size_pt != size:
            self.set_font_size(size)
        if is_shaped:
            self.set_text_shaping(False)

    def _has_own_letters(self, text: str) -> bool:
        """Whether our own font has every letter of a text."""
        has = letters_of(font_file(OURS[self.font_style == "B"]))
        return all(ord(char) in has for char in text)

    def _long(self, text: str) -> float:
        """How long a text is; measured once for each font, because hundreds of cards name the same players."""
        key = self.font_style, text
        if key not in self._lengths:
            self._lengths[key] = self.get_string_width(text) / self.font_size_pt
        return self._lengths[key] * self.font_size_pt

    def place_title(
        self, text: str, x: float, y: float, width: float, height: float, align: str = "L"
    ) -> None:
        """The name of a column, on two lines where it is too long for one."""
        first, _, rest = text.partition(" ")
        if not rest or self.get_string_width(text) <= width - 1:
            self.place(text, x, y, width, height, align)
            return
        self.place(first, x, y, width, height / 2, align)
        self.place(rest, x, y + height / 2, width, height / 2, align)

    def known(self, text: str) -> str:
        """A text with a box for every character that no font here has."""
        return "".join(BOX if char in self.missing else char for char in text) if self.missing else text

    @contextmanager
    def ink(self, colour: tuple[int, int, int]) -> Iterator[None]:
        """Lines of another colour."""
        self.set_draw_color(*colour)
        try:
            yield
        finally:
            self.set_draw_color(*INK)

    def table_head(self, columns: Collection[tuple[str, float, str]], y: float, height: float) -> None:
        """The names of the columns (name, width, alignment), with a line below."""
        self.pen(8.5, bold=True)
        x = MARGIN
        for name, width, align in columns:
            self.place_title(name, x, y, width, height, align)
            x += width
        self.line(MARGIN, y + height, x, y + height)

    def bytes(self) -> bytes:
        """The finished file."""
        return bytes(self.output())
