"""Which of two releases is the newer: versions in the order of PEP 440, as far as releases of Pegwatch have them.

`1.2.0.dev1 < 1.2.0a1 < 1.2.0b1 < 1.2.0rc1 < 1.2.0 < 1.2.0.post1 < 1.2.1`, and `1.2` is `1.2.0`. Nothing but the
standard library, and no clock: the installer asks this very file with the system's own Python, before anything is
installed:

    python3 -I pegwatch/releases.py INSTALLED FRESH      ends with 3 where FRESH is older, 2 where one is no version
"""

from __future__ import annotations

import re
import sys
from typing import Final, TypeAlias

Order: TypeAlias = tuple[tuple[int, ...], tuple[int, int], int, tuple[int, int]]
OLDER: Final = 3
NO_VERSION: Final = 2
_LONGEST: Final = 40
_FORM: Final = re.compile(
    r"(?P<release>[0-9]+(?:\.[0-9]+)*)(?:(?P<kind>a|b|rc)(?P<pre>[0-9]+))?"
    r"(?:\.post(?P<post>[0-9]+))?(?:\.dev(?P<dev>[0-9]+))?"
)
_KINDS: Final = {"dev": -1, "a": 0, "b": 1, "rc": 2, "": 3}


def order_of(version: str) -> Order | None:
    """What versions are compared by; None where this is no version of a release."""
    found = _FORM.fullmatch(version) if len(version) <= _LONGEST and version.isascii() else None
    if found is None:
        return None
    numbers = [int(part) for part in found["release"].split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    kind = found["kind"] or ("dev" if found["dev"] and not found["post"] else "")
    post = -1 if found["post"] is None else int(found["post"])
    # What is still being made comes before what it becomes.
    dev = (1, 0) if found["dev"] is None else (0, int(found["dev"]))
    return tuple(numbers), (_KINDS[kind], int(found["pre"] or 0)), post, dev


def is_older(version: str, than: str) -> bool | None:
    """Whether one is older than another; None where one of them is no version."""
    one, other = order_of(version), order_of(than)
    return None if one is None or other is None else one < other


def main(words: list[str]) -> int:
    """As the installer asks: the version that is there, and the one that comes."""
    older = is_older(words[1], words[0]) if len(words) == 2 else None
    return NO_VERSION if older is None else OLDER if older else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
