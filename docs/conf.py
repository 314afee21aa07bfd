"""How the documentation is built: `make docs` (Sphinx, Markdown by MyST)."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from rule_map import rule_page  # noqa: E402

from pegwatch.manual import commands_page  # noqa: E402

project = "Pegwatch"
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "A scoring companion for real cribbage boards", "fixed_sidebar": True}
html_copy_source = False
myst_heading_anchors = 3
# Pages link to files of the repository outside docs/; that these exist is a test of its own.
suppress_warnings = ["myst.xref_missing"]

# The references of commands and of rules are written again at each build.
(HERE / "commands.md").write_text(commands_page(), encoding="utf-8")
(HERE / "rules.md").write_text(rule_page(), encoding="utf-8")
