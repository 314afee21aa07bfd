"""The tools that the makers' files need, and one way to run them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""The Python that has KiCad's `pcbnew`."""
KICAD_SHARE: Final = Path("/usr/share/kicad")


class ToolFailed(RuntimeError):
    """A tool was there and did not do its work; the message ends with what it said."""


def kicad_missing() -> str | None:
    """Why the circuit boards cannot be made or checked here; None when they can."""
    if shutil.which("kicad-cli") is None:
        return (
            "KiCad 9 is not installed (Debian: kicad, kicad-symbols, kicad-footprints of bookworm-backports)"
        )
    version = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True).stdout.strip()
    if not version.startswith("9."):
        return f"KiCad 9 is needed, this is {version or 'unknown'}"
    for folder in ("symbols", "footprints", "template"):
        if not (KICAD_SHARE / folder).is_dir():
            return f"KiCad's {folder} are not installed (apt: kicad-symbols, kicad-footprints)"
    if subprocess.run([SYSTEM_PYTHON, "-c", "import pcbnew"], capture_output=True).returncode:
        return f"{SYSTEM_PYTHON} has no pcbnew"
    return None


def cad_missing() -> str | None:
    """Why the models cannot be made here."""
    return (
        None if importlib.util.find_spec("build123d") else "build123d is not installed: make hardware-tools"
    )


def harness_missing() -> str | None:
    """Why the harness cannot be drawn here."""
    if importlib.util.find_spec("wireviz") is None:
        return "wireviz is not installed: make hardware-tools"
    return None if shutil.which("dot") else "graphviz is not installed (apt install graphviz)"


def spice_missing() -> str | None:
    """Why the circuit cannot be simulated here."""
    return None if shutil.which("ngspice") else "ngspice is not installed (apt install ngspice)"


def run(
    command: Sequence[str | Path], folder: Path, *, env: dict[str, str] | None = None, limit_s: int = 600
) -> str:
    """Run a tool; `ToolFailed` with the end of what it said when it does not end well."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **(env or {})}, capture_output=True, text=True, timeout=limit_s
    )
    if done.returncode:
        raise ToolFailed(f"{' '.join(words[:4])}: {(done.stdout + done.stderr).strip()[-1500:]}")
    return done.stdout


@contextmanager
def kicad_settings() -> Iterator[dict[str, str]]:
    """The environment for KiCad's tools: library tables as KiCad ships them, nothing of the user's."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-kicad-") as folder:
        settings = Path(folder) / "9.0"
        settings.mkdir()
        for table in ("sym-lib-table", "fp-lib-table"):
            shutil.copy(KICAD_SHARE / "template" / table, settings)
        # KiCad's Python reads the board file by the project's own code, which needs a package or two of its own
        yield {"KICAD_CONFIG_HOME": folder, "PYTHONPATH": f"{ROOT}:{sysconfig.get_path('platlib')}"}
