"""What all tests of the eye share: hundreds look at one of the same few empty tables under the same noise,
and at the same cards."""

from __future__ import annotations

from vision.scene import drawn

drawn.keep(12)
drawn.FACES.keep(52)
