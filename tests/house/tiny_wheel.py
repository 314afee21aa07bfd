"""A wheel of a few lines, written without any tool: what stands for a package where nothing may be downloaded."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path


def wheel(
    folder: str | Path, name: str, version: str, files: dict[str, str], more: str = "", scripts: str = ""
) -> Path:
    """A wheel with these files."""
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    files = files | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if scripts:
        files[f"{info}/entry_points.txt"] = scripts
    record = "".join(f"{path},{_digest(text)},{len(text.encode())}\n" for path, text in files.items())
    path = Path(folder) / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in (files | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            archive.writestr(inside, text)
    return path


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
