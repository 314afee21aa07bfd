"""What stands before the page: proxies, doors, watchdogs. The tests here import the helpers beside them."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "club"))  # a Mosquitto of our own: `brokers`
