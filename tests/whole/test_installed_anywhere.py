"""What was installed with `--anywhere` stays so: `pegwatch update` runs the next installer without options."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What the installer asks the system for, on an amd64 Debian; `python3 -m venv DIR` leaves programs that do nothing
# but count the one hand that they are asked for, to `COUNTS`.
SYSTEM = {
    "id": "echo 0",
    "dpkg": "echo amd64",
    "python3": """
for folder; do :; done
if [ "$2" = venv ]; then
  mkdir -p "$folder/bin"
  for made in pip pegwatch; do
    printf '#!/bin/sh\\n[ "$1" != score ] || echo "${COUNTS:-21}: so many"\\n' > "$folder/bin/$made"
    chmod +x "$folder/bin/$made"
  done
elif [ "$1" = -c ]; then echo true; fi""",
}


class Anywhere:
    """The installer up to where it has put the program beside the one that runs, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.opt, self._programs = folder / "opt", folder / "programs"
        self._programs.mkdir()
        for name, does in SYSTEM.items():
            (self._programs / name).write_text(f"#!/bin/sh\n{does}\n")
            (self._programs / name).chmod(0o755)
        text = (ROOT / "install/pegwatch-install").read_text(encoding="utf-8")
        text = text.replace(
            "OPT=/opt/pegwatch\nDATA=/var/lib/pegwatch\n", f"OPT={self.opt}\nDATA={folder}/data\n"
        )
        until, _ = text.split('if [ "$TASK" = uninstall ]')
        steps = re.findall(r"^(check_system|refuse_downgrade|program)$", text, re.M)
        assert steps == ["check_system", "refuse_downgrade", "program"]
        self._script = folder / "install"
        turn = 'ln -sfn "$fresh" "$OPT/current"'
        self._script.write_text("\n".join([until, *steps, turn]), encoding="utf-8")

    def install(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", str(self._script), "--from", str(ROOT), *words], capture_output=True, text=True, check=False,
            env=os.environ | {"PATH": f"{self._programs}:{os.environ['PATH']}"} | env, timeout=300,
        )  # fmt: skip


@pytest.fixture
def anywhere(tmp_path: Path) -> Anywhere:
    return Anywhere(tmp_path)


def test_an_update_of_a_table_that_was_installed_anywhere_is_not_refused(anywhere: Anywhere) -> None:
    first = anywhere.install("--anywhere")
    assert first.returncode == 0, first.stderr
    for _ in range(2):  # the version after the next one knows it too
        before = (anywhere.opt / "current").resolve()
        again = anywhere.install()
        assert again.returncode == 0, again.stderr
        assert (anywhere.opt / "current").resolve() != before


def test_elsewhere_than_on_a_pi_it_is_refused_until_it_is_asked_for(anywhere: Anywhere) -> None:
    refused = anywhere.install()
    assert refused.returncode == 2
    assert "this is a amd64 system" in refused.stderr
    assert not anywhere.opt.exists()


def test_a_program_that_counts_otherwise_does_not_take_over(anywhere: Anywhere) -> None:
    assert anywhere.install("--anywhere").returncode == 0
    before = (anywhere.opt / "current").resolve()
    wrong = anywhere.install(COUNTS="20")
    assert wrong.returncode == 2
    assert wrong.stderr == "Error: the program does not count: the version that runs was not changed\n"
    assert (anywhere.opt / "current").resolve() == before
