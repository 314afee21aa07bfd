"""What all tests of the eye share."""

from __future__ import annotations

from drawnonce import draw_once

draw_once()
