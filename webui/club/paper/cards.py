"""Score cards, two beside each other and as many above each other as fit: as the paper looks, filled as far as games
are in, corrections in red (Rule: ACC 12.1, App. A). Lengths are in mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from webui.club.paper.sheet import INK, MARGIN, RED, SOFT, Head, Sheet
from webui.words import Words

Json: TypeAlias = Mapping[str, Any]
_TOP: Final = 9.0
_BOXES: Final = 9.5
_HEAD: Final = 6.5
_FOOT: Final = 10.0
_GAP: Final = 6.0
_ROW: Final = 6.4
_SEAT: Final = 8.0
_LEAST_ROW: Final = 3.6
Column: TypeAlias = tuple[str, float, str, Callable[[Json, Words], str]]
"""(name, share of the width, alignment, what stands in it)."""


def cards_pdf(head: Head, cards: Sequence[Json], scores: bool, companies: bool) -> bytes:
    """Cards as `webui.club.view` has them; `scores`: of an event that records both scores."""
    w = head.words
    text = [str(row["against"]) for card in cards for row in card["rows"]]
    text += [str(card["name"]) for card in cards] + [
        str(row.get("who", "")) for card in cards for row in card["rows"]
    ]
    sheet = Sheet(head, w("club.cards"), text)
    lines = max((len(card["rows"]) for card in cards), default=0) + (1 if scores else 2)
    fixed = _TOP + (0 if scores else _BOXES) + _HEAD + _FOOT + _GAP
    room = sheet.bottom - (MARGIN + 9)
    above = max(1, int(room / (fixed + lines * 4.3)))
    row = min(_ROW, max(_LEAST_ROW, (room / above - fixed) / max(1, lines)))
    width = (sheet.epw - _GAP) / 2
    for index, card in enumerate(cards):
        at = index % (2 * above)
        if at == 0:
            sheet.add_page()
        x = MARGIN + (at % 2) * (width + _GAP)
        y = MARGIN + 9 + (at // 2) * (fixed + lines * row)
        _card(sheet, card, x, y, width, row, _score_columns(w) if scores else _columns(w), companies)
    if not cards:
        sheet.add_page()
    return sheet.bytes()


def _columns(w: Words) -> tuple[Column, ...]:
    return (
        (w("club.card.game"), 0.11, "C", lambda row, _: f"{row['game']}{' ●' if row['dealer'] else ''}"),
        (w("club.card.opponent"), 0.37, "L", _against),
        (w("club.card.initials"), 0.13, "C", lambda _row, _w: ""),
        (w("club.card.points"), 0.13, "C", lambda row, _: str(row["points"])),
        (w("club.card.plus"), 0.13, "C", lambda row, _: str(row["plus"])),
        (w("club.card.minus"), 0.13, "C", lambda row, _: str(row["minus"])),
    )


def _score_columns(w: Words) -> tuple[Column, ...]:
    return (
        (w("club.card.game"), 0.11, "C", lambda row, _: str(row["game"])),
        (w("club.card.opponent"), 0.41, "L", _against),
        (w("club.card.win"), 0.16, "C", lambda row, _: str(row["points"])),
        (w("club.points-for"), 0.16, "C", lambda row, _: str(row["own"])),
        (w("club.points-against"), 0.16, "C", lambda row, _: str(row["theirs"])),
    )


def _against(row: Json, w: Words) -> str:
    if row["sits"]:
        return w("club.sit-out")
    return f"{row['against']}" + (f" ({w('club.default')})" if row.get("default") else "")


def _card(
    sheet: Sheet,
    card: Json,
    x: float,
    y: float,
    width: float,
    row: float,
    columns: Sequence[Column],
    companies: bool,
) -> None:
    w, head = sheet.head.words, sheet.head
    scores = "boxes" not in card
    sheet.pen(13, bold=True)
    sheet.place(card["name"], x, y, width * 0.56, _TOP - 2)
    sheet.pen(8, colour=SOFT)
    said = " · ".join(filter(None, (f"{w('club.no')} {card['owner']}", head.event, head.date)))
    sheet.place(said, x + width * 0.57, y, width * 0.43, _TOP - 2, "R")
    y += _TOP - 1
    if not scores:
        y = _boxes(sheet, card, x, y, width)
    y = _names(sheet, columns, x, y, width)
    for each in card["rows"]:
        _line(sheet, columns, each, x, y, width, row)
        y += row
    _totals(sheet, card, scores, x, y, width, row)
    y += row * (1 if scores else 2) + _FOOT - 4
    sheet.pen(7, colour=SOFT)
    for index, key in enumerate(("sign", "sign.other" if companies else "checked")):
        left = x + index * width * 0.52
        sheet.line(left, y, left + width * 0.48, y)
        sheet.place(w(f"club.card.{key}"), left, y, width * 0.48, 3.5)


def _boxes(sheet: Sheet, card: Json, x: float, y: float, width: float) -> float:
    """The boxes at the top: empty until cross-checking is over (Rule: ACC 2025 App. A.9, A.18)."""
    each = width / 3
    for index, (key, value) in enumerate(
        (("points", card["game_points"]), ("won", card["games_won"]), ("net", f"{card['net']:+d}"))
    ):
        left = x + index * each
        sheet.rect(left, y, each - 1.5, _BOXES - 1.5)
        sheet.pen(6.5, colour=SOFT)
        sheet.place(sheet.head.words(f"club.card.top.{key}"), left, y, each - 1.5, 3)
        if card["boxes"] and not card["blank"]:
            sheet.pen(11, bold=True)
            sheet.place(str(value), left, y + 2.6, each - 1.5, 5, "C")
    return y + _BOXES


def _names(sheet: Sheet, columns: Sequence[Column], x: float, y: float, width: float) -> float:
    for name, share, align, _ in columns:
        sheet.pen(6.5, bold=True)
        sheet.rect(x, y, width * share, _HEAD)
        sheet.place_title(name, x, y, width * share, _HEAD, align)
        x += width * share
    return y + _HEAD


def _line(
    sheet: Sheet, columns: Sequence[Column], each: Json, x: float, y: float, width: float, row: float
) -> None:
    """One game; what was corrected stands in red, with what stood there struck out beside the name."""
    red = each.get("source") == "corrected"
    for index, (_, share, align, what) in enumerate(columns):
        here = width * share
        sheet.rect(x, y, here, row)
        if index == 1 and each.get("struck"):
            _struck(
                sheet, " ".join(each["struck"]), f"{each['why']} {_initials(each['who'])}", x, y, here, row
            )
            here *= 0.5
        if index >= 2:
            sheet.pen(min(10.5, row * 2.2), bold=True, colour=RED if red else INK)
        else:
            sheet.pen(min(9.0, row * 2))
        seat = _SEAT if index == 1 and each["seat"] and not each["sits"] else 0.0
        if seat:
            sheet.place(str(each["seat"]), x, y, seat, row)
        sheet.place(what(each, sheet.head.words), x + seat, y, here - seat, row, align)
        x += width * share


def _struck(sheet: Sheet, was: str, why: str, x: float, y: float, width: float, row: float) -> None:
    """What stood there, struck out, and above it by which rule and whose hand (Rule: ACC 2020 App. 1.e)."""
    sheet.pen(6.5, colour=RED)
    left, half = x + width * 0.5, width * 0.5
    sheet.place(why, left, y, half, row / 2, "R")
    sheet.place(was, left, y + row / 2, half, row / 2, "R")
    long = min(half, sheet.get_string_width(was)) + 0.5
    with sheet.ink(RED):
        sheet.line(x + width - long, y + row * 0.75, x + width, y + row * 0.75)


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split())


def _totals(sheet: Sheet, card: Json, scores: bool, x: float, y: float, width: float, row: float) -> None:
    w = sheet.head.words
    empty = card["blank"]
    won = "" if empty else w("club.card.won", n=card["games_won"])
    if scores:
        rows = [
            [("", 0.11), (won, 0.41), *((str(card[key]), 0.16) for key in ("game_points", "own", "theirs"))]
        ]
    else:
        rows = [
            [
                ("", 0.11),
                (won, 0.37),
                ("", 0.13),
                *((str(card[key]), 0.13) for key in ("game_points", "plus", "minus")),
            ],
            [("", 0.11), (w("club.card.net"), 0.63), (f"{card['net']:+d}", 0.26)],
        ]
    for cells in rows:
        left = x
        for index, (text, share) in enumerate(cells):
            sheet.rect(left, y, width * share, row)
            sheet.pen(min(9.0, row * 2) if index < 2 else min(10.5, row * 2.2), bold=index >= 2)
            shown = "" if empty and index >= 2 else text
            sheet.place(shown, left, y, width * share, row, "L" if index < 2 else "C")
            left += width * share
        y += row
