"""The maker's files as one zip with its sum: what is kept in `hardware/`, and the models made in build/hardware.

    python -m hardware.release        writes build/pegwatch-hardware-VERSION.zip and .sha256

The same files make the same zip. `SHA256SUMS` in it names every file.
"""

from __future__ import annotations

import hashlib
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Final

import click

from hardware.tools import ROOT
from pegwatch.terminal.tools import Refused, start

MADE: Final = ROOT / "build/hardware"
_STAMP: Final = (2026, 1, 1, 0, 0, 0)


def contents(root: Path = ROOT, made: Path = MADE) -> dict[str, Path]:
    """Name in the zip -> file: all of `hardware/` that git keeps but the scripts, and the models of `made` under
    ``models/``. `FileNotFoundError` when the models were not made."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "hardware"], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    kept = [name for name in listed.split("\0") if name and not name.endswith(".py")]
    models = sorted(path for path in made.glob("*") if path.is_file())
    if not models:
        raise FileNotFoundError(f"{made} is empty")
    return {name: root / name for name in kept} | {f"models/{path.name}": path for path in models}


def write(files: dict[str, Path], target: Path) -> str:
    """Write the zip and its sum beside it; the sum."""
    sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in sorted(files.items())}
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sums:
            archive.writestr(zipfile.ZipInfo(name, _STAMP), files[name].read_bytes(), zipfile.ZIP_DEFLATED)
        text = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
        archive.writestr(zipfile.ZipInfo("SHA256SUMS", _STAMP), text, zipfile.ZIP_DEFLATED)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_name(f"{target.name}.sha256").write_text(f"{digest}  {target.name}\n", encoding="utf-8")
    return digest


@click.command()
def main() -> None:
    """Write everything that a maker needs as one zip with its sum."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    target = ROOT / f"build/pegwatch-hardware-{version}.zip"
    try:
        files = contents()
    except FileNotFoundError as error:
        raise Refused("the models are not made yet: python -m hardware.make --only cad") from error
    digest = write(files, target)
    click.echo(f"{target.relative_to(ROOT)}: {len(files)} files, sha256 {digest}")


if __name__ == "__main__":
    start(main)
