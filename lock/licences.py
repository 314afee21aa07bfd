"""The licences of what runs the table, from the packages themselves: `python lock/licences.py > lock/LICENCES.md`.

Run it in an environment that has the locked packages (`make sbom` makes one). Ends with 1 if a package has no licence
that is known to go with ours.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

LOCKED = Path(__file__).parent / "requirements.txt"
# LGPL: a library that is used unchanged and lies beside ours, so that anybody may exchange it.
GOES_WITH_OURS = re.compile(
    r"MIT|LGPL|BSD|Apache|ISC|PSF|Python Software|MPL|Mozilla|EPL|Eclipse|ZPL|Zope|0BSD|Zlib|CC0", re.I
)


def locked(text: str) -> list[tuple[str, str]]:
    """Names and versions of the locked packages, in the file's order."""
    return re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", text, re.M)


def licence(name: str) -> str:
    """What a package says of its licence; an empty text if it says nothing."""
    about = metadata(name)
    classes = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::")
    ]
    said = about.get("License-Expression") or ", ".join(classes) or (about.get("License") or "").strip()
    return said.splitlines()[0][:60] if said else ""


def main() -> int:
    """Print the list; 1 if something in it must be looked at."""
    print("# Licences of what runs the table\n\nMade by `make sbom` from the packages' own words.\n")
    print("| package | version | licence |\n|---|---|---|")
    wrong = []
    for name, version in locked(LOCKED.read_text(encoding="utf-8")):
        try:
            said = licence(name)
        except PackageNotFoundError:
            wrong.append(f"{name} is locked and not installed here")
            continue
        print(f"| {name} | {version} | {said} |")
        if not GOES_WITH_OURS.search(said):
            wrong.append(f"{name}: licence {said or 'unknown'}: look whether it goes with MIT")
    print(
        "\nFrom the system (apt) on a Raspberry Pi: python3-picamera2 and libcamera (BSD 2-Clause, LGPL 2.1),"
    )
    print("python3-lgpio (Unlicense). SQLite (public domain) comes with Python.")
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
