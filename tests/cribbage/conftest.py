"""Lets the tests here import `tables`, the readable way to write a table log."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
