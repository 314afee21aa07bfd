"""What all tests of the whole table share: many look at the same few empty tables."""

from __future__ import annotations

from vision.scene import drawn

drawn.keep(12)
