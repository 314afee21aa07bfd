"""Each format in which people have photographs is decoded, by a process that has decoded nothing before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

_DECODE = "import sys; from vision.cameras.decode import decode; print(decode(open(sys.argv[1], 'rb').read()).shape)"


@pytest.mark.parametrize("kind", ["JPEG", "MPO", "PNG", "BMP", "WEBP", "TIFF"])
def test_a_photograph_of_each_format_is_decoded(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "photograph"
    Image.new("RGB", (64, 48), "green").save(path, kind)
    done = subprocess.run(
        [sys.executable, "-c", _DECODE, str(path)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout == "(48, 64, 3)\n", done.stderr
