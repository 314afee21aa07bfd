"""Which release is the newer, pre-releases among them; the installer asks the same file."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from pegwatch.releases import is_older, order_of

FILE = Path(__file__).parents[2] / "pegwatch/releases.py"
IN_ORDER = (
    "0.9", "1.0.dev1", "1.0a1.dev2", "1.0a1", "1.0a2", "1.0b1", "1.0rc1", "1.0rc2", "1.0", "1.0.post1.dev3",
    "1.0.post1", "1.0.1", "1.2", "1.10", "2.0rc1", "2.0", "10.0",
)  # fmt: skip
VERSIONS = st.builds(
    "{}{}{}{}".format,
    st.lists(st.integers(0, 12).map(str), min_size=1, max_size=4).map(".".join),
    st.sampled_from(["", "a0", "a2", "b1", "rc1", "rc11"]),
    st.sampled_from(["", ".post0", ".post2"]),
    st.sampled_from(["", ".dev0", ".dev4"]),
)


def test_a_release_candidate_is_older_than_its_release_and_ten_is_more_than_two() -> None:
    for older, newer in pairwise(IN_ORDER):
        assert is_older(older, newer) is True, (older, newer)
        assert is_older(newer, older) is False, (older, newer)
    assert is_older("1.2", "1.2.0") is is_older("1.2.0", "1.2") is False, "the same version"


@given(VERSIONS, VERSIONS)
def test_the_order_is_pythons_own(one: str, other: str) -> None:
    assert is_older(one, other) == (Version(one) < Version(other))


@pytest.mark.parametrize(
    "text", ["", "x", "1.", "v1.0", "1.0-1", "1.0+local", "1..0", "1.0rc", "١.0", " 1.0", "1.0\n", "9" * 41]
)
def test_what_is_no_version_is_neither_older_nor_newer(text: str) -> None:
    assert order_of(text) is None
    assert is_older(text, "1.0") is is_older("1.0", text) is None


@pytest.mark.parametrize(
    ("words", "ends"),
    [(("1.0", "1.1"), 0), (("1.2.0rc1", "1.2.0"), 0), (("1.1", "1.1"), 0), (("1.2.0", "1.2.0rc1"), 3),
     (("1.1", "1.0"), 3), (("1.1", "junk"), 2), (("1.1",), 2)],
)  # fmt: skip
def test_the_installer_asks_this_file_with_the_systems_python(words: tuple[str, ...], ends: int) -> None:
    done = subprocess.run([sys.executable, "-I", str(FILE), *words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (ends, b"")
    installer = (FILE.parents[1] / "install/pegwatch-install").read_text()
    assert 'python3 -I "$FROM/pegwatch/releases.py" "$installed" "$VERSION"' in installer
