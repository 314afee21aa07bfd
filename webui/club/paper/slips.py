"""Small paper: cards for the seats, everybody's own rotation, slips for results, and the sheet that those who are
paid signs. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import segno

from webui.club.paper.sheet import LINE, MARGIN, SOFT, Head, Sheet

Json: TypeAlias = Mapping[str, Any]
_TOP: Final = 9.0
"""What the head of a sheet takes."""
_GAP: Final = 5.0
_ROW: Final = 5.0
_SEAT_HIGH: Final = 44.0
_SLIP_HIGH: Final = 56.0
_QR: Final = 26.0
_LEAST_ROW: Final = 3.4
_PAID_ROW: Final = 11.0


def _places(sheet: Sheet, count: int, columns: int, high: float) -> Iterator[tuple[float, float, float]]:
    """The places (left, top, width) of so many equal pieces, row by row, on as many sheets as it takes."""
    width = (sheet.epw - (columns - 1) * _GAP) / columns
    above = max(1, int((sheet.bottom - MARGIN - _TOP + _GAP) / (high + _GAP)))
    for index in range(count):
        row, column = divmod(index % (columns * above), columns)
        if index % (columns * above) == 0:
            sheet.add_page()
        yield MARGIN + column * (width + _GAP), MARGIN + _TOP + row * (high + _GAP), width


def _frame(sheet: Sheet, x: float, y: float, width: float, high: float) -> None:
    """Where to cut."""
    with sheet.ink(LINE):
        sheet.rect(x, y, width, high)


def seat_cards_pdf(head: Head, cards: Sequence[Json]) -> bytes:
    """A card to be stood at each seat of game 1: `name`, `table` and `seat`, the number of the entry `id`."""
    w = head.words
    sheet = Sheet(head, w("club.paper.seats"), [str(card["name"]) for card in cards])
    for card, (x, y, width) in zip(cards, _places(sheet, len(cards), 2, _SEAT_HIGH), strict=True):
        _frame(sheet, x, y, width, _SEAT_HIGH)
        sheet.pen(8, colour=SOFT)
        sheet.place(f"{head.event} {head.date}".strip(), x + 3, y + 2, width - 6, 5)
        sheet.pen(19, bold=True)
        sheet.place(str(card["name"]), x + 3, y + 11, width - 6, 11, "C")
        sheet.pen(13)
        said = w("club.table", name=card["table"]) if card["table"] else w("club.sit-out")
        sheet.place(said, x + 3, y + 25, width - 6, 7, "C")
        sheet.pen(10, colour=SOFT)
        sheet.place(w("club.seat", n=card["seat"]) if card["seat"] else "", x + 3, y + 33, width - 6, 6, "C")
    if not cards:
        sheet.add_page()
    return sheet.bytes()


def rotation_pdf(head: Head, slips: Sequence[Json]) -> bytes:
    """Everybody's own way through the games: `name`, `rows` of ``game``, ``table``, ``against`` ("" where they sit
    out) and ``deals``, and the `link` to their own page, "" where there is none."""
    w = head.words
    text = [str(slip["name"]) for slip in slips] + [str(r["against"]) for s in slips for r in s["rows"]]
    sheet = Sheet(head, w("club.paper.rotation"), text)
    lines = max((len(slip["rows"]) for slip in slips), default=0)
    foot = _QR + 3 if any(slip["link"] for slip in slips) else 2
    room = sheet.bottom - MARGIN - _TOP
    row = min(_ROW, max(_LEAST_ROW, (room - 10 - foot) / max(1, lines)))
    high = 10 + lines * row + foot
    for slip, (x, y, width) in zip(slips, _places(sheet, len(slips), 2, high), strict=True):
        _frame(sheet, x, y, width, high)
        sheet.pen(12, bold=True)
        sheet.place(str(slip["name"]), x + 2, y + 1.5, width - 4, 6)
        for number, each in enumerate(slip["rows"]):
            _own_game(sheet, each, x + 2, y + 9 + number * row, width - 4, row)
        if slip["link"]:
            _qr(sheet, slip["link"], x + width - _QR - 2, y + high - _QR - 1.5)
            sheet.pen(8, colour=SOFT)
            sheet.place(w("club.paper.link"), x + 2, y + high - 8, width - _QR - 6, 5)
    if not slips:
        sheet.add_page()
    return sheet.bytes()


def _own_game(sheet: Sheet, each: Json, x: float, y: float, width: float, row: float) -> None:
    w = sheet.head.words
    size = min(9.5, row * 2.1)
    sheet.pen(size, colour=SOFT)
    sheet.place(str(each["game"]), x, y, 7, row, "R")
    if not each["against"]:
        sheet.place(w("club.sit-out"), x + 9, y, width - 9, row)
        return
    sheet.pen(size, bold=True)
    sheet.place(str(each["table"] or ""), x + 9, y, 22, row)
    sheet.pen(size)
    sheet.place(f"{each['against']}{' ●' if each['deals'] else ''}", x + 32, y, width - 32, row)


def _qr(sheet: Sheet, link: str, x: float, y: float) -> None:
    """A QR code of the same size, whatever it holds."""
    rows = [bytes(row) for row in segno.make(link, micro=False).matrix]
    each = _QR / len(rows)
    sheet.set_fill_color(0, 0, 0)
    for down, row in enumerate(rows):
        across = 0
        while across < len(row):
            long = 1
            while across + long < len(row) and row[across + long] == row[across]:
                long += 1
            if row[across]:
                sheet.rect(x + across * each, y + down * each, long * each, each, "F")
            across += long


def result_slips_pdf(head: Head, slips: Sequence[Json]) -> bytes:
    """Slips for the results: `game`, `table`, `one`, `other`; `scores`: both scores, not a spread."""
    w = head.words
    sheet = Sheet(head, w("club.paper.slips"), [str(s[side]) for s in slips for side in ("one", "other")])
    for slip, (x, y, width) in zip(slips, _places(sheet, len(slips), 2, _SLIP_HIGH), strict=True):
        _frame(sheet, x, y, width, _SLIP_HIGH)
        sheet.pen(12, bold=True)
        sheet.place(w("club.game", n=slip["game"]), x + 3, y + 2, width / 2, 7)
        sheet.place(w("club.table", name=slip["table"]), x + width / 2, y + 2, width / 2 - 3, 7, "R")
        for index, side in enumerate(("one", "other")):
            top = y + 12 + index * 16
            sheet.pen(11)
            sheet.rect(x + 3, top + 1, 4.5, 4.5)
            sheet.place(str(slip[side]), x + 10, top, width - 36, 7)
            sheet.rect(x + width - 23, top - 0.5, 20, 8)
            sheet.line(x + 10, top + 13.5, x + width - 3, top + 13.5)
            sheet.pen(6.5, colour=SOFT)
            sheet.place(w("club.card.sign"), x + 10, top + 13.7, width - 13, 3)
        sheet.pen(7, colour=SOFT)
        how = "club.paper.slip.scores" if slip["scores"] else "club.paper.slip.spread"
        sheet.place(w(how), x + 3, y + _SLIP_HIGH - 8, width - 6, 4)
    if not slips:
        sheet.add_page()
    return sheet.bytes()


def payouts_pdf(head: Head, rows: Sequence[Json], sums: Sequence[tuple[str, str]]) -> bytes:
    """Those who are paid: `id`, `name`, `what`, `sum`, and a line to sign; below each pool and what it comes to."""
    w = head.words
    text = [str(row[key]) for row in rows for key in ("name", "what", "sum")] + [
        part for one in sums for part in one
    ]
    sheet = Sheet(head, w("club.payouts"), text)
    columns = [
        (w("club.no"), 12.0, "R"), (w("club.entry.name"), 50.0, "L"), (w("club.payouts.of"), 0.0, "L"),
        (w("club.payouts.sum"), 26.0, "R"), (w("club.payouts.sign"), 44.0, "L"),
    ]  # fmt: skip
    columns[2] = (columns[2][0], sheet.epw - sum(width for _, width, _ in columns), "L")
    y = sheet.bottom
    for row in rows:
        if y + _PAID_ROW > sheet.bottom:
            sheet.add_page()
            sheet.table_head(columns, sheet.get_y(), 8)
            y = sheet.get_y() + 8
        x = MARGIN
        for (_, width, align), cell in zip(
            columns, (row["id"], row["name"], row["what"], row["sum"], ""), strict=True
        ):
            sheet.pen(8 if cell == row["what"] else 10.5, bold=cell == row["sum"])
            sheet.place(str(cell), x + 1, y, width - 2, _PAID_ROW, align)
            x += width
        with sheet.ink(LINE):
            sheet.line(MARGIN, y + _PAID_ROW, MARGIN + sheet.epw, y + _PAID_ROW)
        y += _PAID_ROW
    if not rows:
        sheet.add_page()
        y = sheet.get_y()
    for name, said in sums:
        if y + 7 > sheet.bottom:
            sheet.add_page()
            y = sheet.get_y()
        sheet.pen(9, bold=True)
        sheet.place(name, MARGIN, y + 2, 50, 5)
        sheet.pen(9)
        sheet.place(said, MARGIN + 52, y + 2, sheet.epw - 52, 5)
        y += 6
    return sheet.bytes()
