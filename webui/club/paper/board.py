"""For the notice board: the field in order, the bracket, who sits where. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from webui.club.paper.sheet import LINE, MARGIN, RED, SHADE, SOFT, Head, Sheet

Json: TypeAlias = Mapping[str, Any]
_ROW: Final = 6.2
_SMALL: Final = 4.4


def standings_pdf(
    head: Head,
    rows: Sequence[Json],
    absent: Sequence[Json],
    scores: bool,
    companies: bool,
    numbers: Mapping[str, str] | None = None,
) -> bytes:
    """The field in order as `webui.club.view` has it: those who go on shaded, what put each below the one above, or
    with `numbers` everybody's membership number instead."""
    w = head.words
    by = [w(f"club.by.{row['by']}") if row["by"] else "" for row in rows]
    last = w("club.by" if numbers is None else "club.entry.number")
    if numbers is not None:
        by = [numbers[row["who"]] for row in rows]
    sheet = Sheet(
        head, w("club.standings"), [*(row["name"] for row in rows), *(one["name"] for one in absent)]
    )
    columns = [
        (w("club.place"), 12.0, "R"), (w("club.entry.name"), 0.0, "L"), (w("club.card.points"), 19.0, "R"),
        (w("club.won.n"), 17.0, "R"), (w("club.points-for" if scores else "club.card.plus"), 17.0, "R"),
        (w("club.points-against" if scores else "club.card.minus"), 17.0, "R"), (w("club.card.net"), 15.0, "R"),
        *([(w("club.challenge"), 18.0, "R")] if companies else []), (last, 38.0, "L"),
    ]  # fmt: skip
    name = sheet.epw - sum(width for _, width, _ in columns)
    columns[1] = (columns[1][0], name, "L")
    y = sheet.bottom
    for row, why in zip(rows, by, strict=True):
        if y + _ROW > sheet.bottom:
            y = _new_page(sheet, columns)
        if row["qualifies"]:
            sheet.set_fill_color(*SHADE)
            sheet.rect(MARGIN, y, sheet.epw, _ROW, "F")
        marks = [w(f"club.{key}") for key in ("high", "tied") if row[key]]
        marks += [w(f"club.medal.{row['medal']}")] if row.get("medal") else []
        cells = [
            str(row["rank"]), row["name"], row["game_points"], row["games_won"], row["plus"], row["minus"],
            f"{row['net']:+d}", *([row["challenge"]] if companies else []),
            why if numbers is not None else " · ".join((*marks, *filter(None, [why]))),
        ]  # fmt: skip
        _row(sheet, columns, cells, y)
        y += _ROW
    for one in absent:
        if y + _ROW > sheet.bottom:
            y = _new_page(sheet, columns)
        cells = ["", one["name"], "", "", "", "", "", one["points"], w(f"club.absent.{one['why']}")]
        _row(sheet, columns, cells, y)
        y += _ROW
    if not rows and not absent:
        sheet.add_page()
    return sheet.bytes()


def _new_page(sheet: Sheet, columns: Sequence[tuple[str, float, str]]) -> float:
    sheet.add_page()
    y = sheet.get_y()
    sheet.table_head(columns, y, 8)
    return y + 8


def _row(sheet: Sheet, columns: Sequence[tuple[str, float, str]], cells: Sequence[object], y: float) -> None:
    x = MARGIN
    for index, ((_, width, align), cell) in enumerate(zip(columns, cells, strict=True)):
        last = index == len(columns) - 1
        sheet.pen(8 if last else 10.5, bold=index == 1, colour=SOFT if last else (0, 0, 0))
        sheet.place(str(cell), x + (2 if last else 0), y, width - (2 if last else 0), _ROW, align)
        x += width
    with sheet.ink(LINE):
        sheet.line(MARGIN, y + _ROW, MARGIN + sheet.epw, y + _ROW)


def chart_pdf(head: Head, seats: Sequence[str], games: Sequence[Sequence[Json]], note: str = "") -> bytes:
    """Who sits where: the seats in order, then for every game who meets whom at which table. A game has `table`,
    `one`, `other` (empty for one who sits out) and `dealer` (1, 2 or 0); `note` stands at the end."""
    w = head.words
    names = [name for game in games for m in game for name in (m["one"], m["other"])]
    sheet = Sheet(head, w("club.chart"), [*seats, *names, note])
    sheet.add_page()
    y = sheet.get_y()
    if seats:
        y = _seats(sheet, w("club.seats"), seats, y) + 3
    _games(sheet, games, y)
    if note:
        sheet.pen(8, colour=SOFT)
        sheet.place(note, MARGIN, sheet.bottom, sheet.epw, 4)
    return sheet.bytes()


def _seats(sheet: Sheet, title: str, seats: Sequence[str], y: float) -> float:
    sheet.pen(11, bold=True)
    sheet.place(title, MARGIN, y, sheet.epw, 6)
    y += 6.5
    width = sheet.epw / 4
    done = 0
    while done < len(seats):
        fits = max(1, int((sheet.bottom - y) / _SMALL))
        here = seats[done : done + 4 * fits]
        high = -(-len(here) // 4)
        for index, name in enumerate(here):
            column, row = divmod(index, high)
            x = MARGIN + column * width
            sheet.pen(9, colour=SOFT)
            sheet.place(str(done + index + 1), x, y + row * _SMALL, 8, _SMALL, "R")
            sheet.pen(9)
            sheet.place(name, x + 8.5, y + row * _SMALL, width - 9.5, _SMALL)
        done += len(here)
        y += high * _SMALL
        if done < len(seats):
            sheet.add_page()
            y = sheet.get_y()
    return y


def _games(sheet: Sheet, games: Sequence[Sequence[Json]], y: float) -> None:
    """Game after game down three columns, each whole where it fits on a page."""
    width, gap = (sheet.epw - 8) / 3, 4.0
    top, column = y, 0

    def further() -> float:
        nonlocal top, column
        column += 1
        if column == 3:
            sheet.add_page()
            top, column = sheet.get_y(), 0
        return top

    for number, game in enumerate(games, 1):
        whole = 5.5 + len(game) * _SMALL
        if y + whole > sheet.bottom and y > top and (whole <= sheet.bottom - top or y + 16 > sheet.bottom):
            y = further()
        y = _game_title(sheet, number, column, width, gap, y)
        for m in game:
            if y + _SMALL > sheet.bottom:
                y = _game_title(sheet, number, column, width, gap, further())
            _meeting(sheet, m, MARGIN + column * (width + gap), y, width)
            y += _SMALL
        y += 3


def _game_title(sheet: Sheet, number: int, column: int, width: float, gap: float, y: float) -> float:
    sheet.pen(10, bold=True)
    x = MARGIN + column * (width + gap)
    sheet.place(sheet.head.words("club.game", n=number), x, y, width, 5)
    sheet.line(x, y + 5, x + width, y + 5)
    return y + 5.5


def _meeting(sheet: Sheet, m: Json, x: float, y: float, width: float) -> None:
    sheet.pen(8.5, colour=SOFT)
    if not m["other"]:
        sheet.place(sheet.head.words("club.sits", name=m["one"]), x + 7, y, width - 7, _SMALL)
        return
    sheet.place(str(m["table"] or ""), x, y, 6, _SMALL, "R")
    half = (width - 8) / 2
    for index, name in enumerate((m["one"], m["other"])):
        deals = m["dealer"] == index + 1
        sheet.pen(8.5, bold=deals)
        sheet.place(f"{name} ●" if deals else name, x + 7 + index * (half + 1), y, half, _SMALL)


def bracket_pdf(head: Head, rounds: Sequence[Sequence[Json]], champion: str, subtitle: str) -> bytes:
    """The bracket on one sheet: every pair of lines runs into the one they play for. A match has `sides` (None or
    ``seed``, ``name``, ``won``), `bye` and `rule`."""
    w = head.words
    names = [side["name"] for each in rounds for m in each for side in m["sides"] if side]
    sheet = Sheet(head, w("club.bracket"), [*names, champion, subtitle], landscape=len(rounds) <= 5)
    sheet.add_page()
    sheet.pen(9, colour=SOFT)
    top = sheet.get_y()
    sheet.place(subtitle, MARGIN, top, sheet.epw, 5)
    top += 6
    width = sheet.epw / (len(rounds) + 0.9)
    for index in range(len(rounds)):
        sheet.pen(8.5, bold=True, colour=SOFT)
        title = w("club.final") if index == len(rounds) - 1 else w("club.round", n=index + 1)
        sheet.place(title, MARGIN + index * width, top, width, 5)
    top += 6
    high = (sheet.bottom - top) / (2 * len(rounds[0]))
    for index, each in enumerate(rounds):
        slot = high * 2**index
        x = MARGIN + index * width
        for number, match in enumerate(each):
            middle = [top + (2 * number + side + 0.5) * slot for side in (0, 1)]
            _match(sheet, match, x, middle, width, high)
    sheet.pen(12, bold=True)
    y = top + high * len(rounds[0])
    x = MARGIN + len(rounds) * width
    sheet.line(x, y, MARGIN + sheet.epw, y)
    sheet.place(champion, x, y - 6, MARGIN + sheet.epw - x, 5.5)
    return sheet.bytes()


def _match(sheet: Sheet, match: Json, x: float, middle: Sequence[float], width: float, high: float) -> None:
    """Two lines, joined at their end; the name stands on its line, and a winner in bold."""
    size = min(10.0, high * 2.1)
    for y, side in zip(middle, match["sides"], strict=True):
        sheet.line(x, y, x + width - 3, y)
        tall = min(high, 5.0)
        if side:
            won = side["won"] and not match["bye"]
            sheet.pen(size, bold=won)
            sheet.place(f"{side['seed']}  {side['name']}".rstrip(), x, y - tall, width - 4, tall)
        elif match["bye"]:
            sheet.pen(size, colour=SOFT)
            sheet.place(sheet.head.words("club.bye"), x, y - tall, width - 4, tall)
    sheet.line(x + width - 3, middle[0], x + width - 3, middle[1])
    between = sum(middle) / 2
    sheet.line(x + width - 3, between, x + width, between)
    if match["rule"]:
        sheet.pen(min(7.0, size), colour=RED)
        sheet.place(
            sheet.head.words("club.match.rule", rule=match["rule"]), x, middle[1], width - 4, 3.2, "R"
        )
