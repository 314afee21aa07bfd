"""From the markers on the board to table millimetres, and from there to the zones."""

from __future__ import annotations

from vision.layout import LONG_BOARD, MARKERS, TABLE_ZONES

__all__ = ["LONG_BOARD", "MARKERS", "TABLE_ZONES"]
