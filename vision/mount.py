"""Where the camera was when it was set up: saved in a file, and compared with where it is now.

The markers are found in every picture anyway, so a camera that was moved still reads correctly; but it may no longer
see all of every zone, and the person who set it up wants to know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.arrays import Matrix, as_f64
from vision.layout import TableLayout
from vision.zones import TableFix

FILE: Final = "camera.json"
MOVED_MM: Final = 8.0  # a corner of the zones that has moved by less is not reported
_FORMAT: Final = "pegwatch-camera/1"


@dataclass(frozen=True, slots=True, eq=False)
class Mount:
    """Where the table was in the picture at set-up, and the camera `settings` that were held."""

    to_px: Matrix
    size_px: tuple[int, int]
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, fix: TableFix, settings: Mapping[str, Any] | None = None) -> Mount:
        """The mount as of now."""
        return cls(fix.to_px, fix.size_px, dict(settings or {}))

    def moved_mm(self, fix: TableFix, layout: TableLayout) -> float:
        """How far the corners of the zones have moved in the picture since then, at most, in mm of the table."""
        then = TableFix(self.to_px, as_f64(np.linalg.inv(self.to_px)), self.size_px, 0.0, 0)
        now = fix if fix.size_px == then.size_px else fix.scaled(then.size_px)
        x0, y0, x1, y1 = layout.bounds_mm()
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        return float(np.linalg.norm(now.mm(then.px(corners)) - corners, axis=1).max())

    def save(self, path: Path) -> None:
        """Write it to a file; raises `OSError`."""
        body = {
            "format": _FORMAT,
            "to_px": [[float(v) for v in row] for row in self.to_px],
            "size_px": list(self.size_px),
            "settings": dict(self.settings),
        }
        text = json.dumps(body, indent=1) + "\n"
        fresh = path.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        try:
            os.replace(fresh, path)
        except PermissionError:  # another user's file in a sticky folder: overwrite it, not atomically
            fresh.unlink()
            path.write_text(text, encoding="utf-8")


def forget_mount(path: Path) -> None:
    """Remove the file; raises `OSError`."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:  # another user's, in a sticky folder
        path.write_text("", encoding="utf-8")


def load_mount(path: Path) -> Mount | None:
    """The mount in a file; None where it cannot be read: the camera can be set up again."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        to_px = as_f64(body["to_px"])
        wide, high = (int(v) for v in body["size_px"])
        settings = dict(body["settings"])
        if body["format"] != _FORMAT or to_px.shape != (3, 3) or abs(np.linalg.det(to_px)) < 1e-12:
            return None
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None
    return Mount(to_px, (wide, high), settings)
