"""Is a known weakness in anything that is locked? `make audit` ends with 1 if so, with 0 if nobody can be asked.

pip-audit ends well too when the index it asked knows nothing of a package: here that is said, and never called clean.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LOCKS = ("requirements.txt", "bookworm-pi.txt", "dev.txt")


def judge(file: str, code: int, out: str, err: str) -> tuple[bool, str]:
    """Whether something is wrong with a lock, and a line or more on it; from what pip-audit answered."""
    try:
        packages: list[dict[str, Any]] = json.loads(out)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = err.strip().splitlines()[-1:] or [f"exit status {code}"]
        return False, f"lock/{file}: NOT LOOKED AT, nobody could be asked (no network?): {last[0][:160]}"
    weak = [
        f"  {one['name']} {one['version']}: {weakness['id']}, fixed in {_versions(weakness)}"
        for one in packages
        for weakness in one.get("vulns", ())
    ]
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    lines = [f"lock/{file}: {len(weak)} known weaknesses in {len(packages) - len(unknown)} packages", *weak]
    if unknown:
        lines.append(f"  NOT LOOKED AT, unknown to the index that was asked: {', '.join(sorted(unknown))}")
    return bool(weak), "\n".join(lines)


def _versions(weakness: dict[str, Any]) -> str:
    return ", ".join(weakness["fix_versions"]) or "no version yet"


def main(audit: str) -> int:
    """Ask about each lock."""
    found = False
    for file in LOCKS:
        words = [audit, "--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
        done = subprocess.run([*words, "-r", str(HERE / file)], capture_output=True, text=True, check=False)
        weak, said = judge(file, done.returncode, done.stdout, done.stderr)
        print(said)
        found |= weak
    return int(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "pip-audit"))
