"""Spreadsheets as clubs have them (.xlsx), turned into the text of a list row for row, so that whatever is said of a
line names the row of the sheet. The reader is openpyxl: pure Python, and it reads through Python's own `zipfile`,
which gives out no more than a file says that it holds."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime
from typing import Any, Final

from club.errors import ClubError

_ZIP: Final = b"PK\x03\x04"
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
_MOST_BYTES: Final = 40_000_000
"""What a spreadsheet may hold once it is unpacked."""
_MOST_ROWS: Final = 5000
_MOST_COLUMNS: Final = 60


def is_spreadsheet(data: bytes) -> bool:
    """Whether these bytes are a spreadsheet and no text."""
    return data.startswith((_ZIP, _OLD_EXCEL))


def text_of(data: bytes) -> str:
    """The first sheet with anything on it, as CSV; one line for each row. `ClubError` says what is wrong."""
    if data.startswith(_OLD_EXCEL):
        raise ClubError("club.error.xls", "this is an old Excel file: save it as .xlsx or .csv")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise ClubError("club.error.big", "this list is too long")
        return _read(data)
    except ClubError:
        raise
    except Exception as error:  # whatever a broken file makes of a reader of many formats inside each other
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise ClubError(
            "club.error.xlsx",
            f"this .xlsx cannot be read ({reason}): save it again, or as .csv",
            value=reason,
        ) from error


def _read(data: bytes) -> str:
    # It takes a quarter of a second and 20 MB of memory: not before somebody reads a spreadsheet.
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            found = io.StringIO(newline="")
            writer = csv.writer(found)
            holds = False
            for number, row in enumerate(sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True), 1):
                cells = [_cell(value) for value in row]
                holds = holds or any(cells)
                if number > _MOST_ROWS and any(cells):
                    raise ClubError("club.error.big", "this list is too long")
                writer.writerow(cells)
            if holds:
                return found.getvalue()
    finally:
        book.close()
    return ""


def _cell(value: Any) -> str:
    """A cell as people see it: whole numbers without a point, dates as they are written here."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return (
            value.date().isoformat() if not (value.hour or value.minute) else value.isoformat(" ", "minutes")
        )
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())
