"""What is wrong with the board, as the page shows it: sentences with the way to fix them, the gravest first. Pure.

Each is a plain dictionary: ``code``, ``severity``, ``sentence``, ``mend``, ``part`` (board or machine), and where
they apply ``since`` (table time, s), ``holes``, ``stale`` (what is shown of the board is old) and ``doubt`` (about
pegs on a sound board: no trouble of the device, so no lamp may depend on it in sanctioned play).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from firmware.debounce import ChainFault
from firmware.faults import fault_text
from firmware.holes import Inspect
from firmware.machine import Trouble

Note = dict[str, Any]
_RANK: Final = {"alarm": 0, "warning": 1, "info": 2}


def notes(
    chain: ChainFault | None,
    inspections: Iterable[Inspect],
    masked: Iterable[str],
    machine: Iterable[Trouble],
) -> list[Note]:
    """All there is to say; nothing when all is well."""
    found: list[Note] = []
    if chain is not None:
        found.append(_note(chain.code, chain.detail) | {"since": chain.t, "stale": True})
    for inspect in inspections:
        found.append(
            _note(inspect.code)
            | {"since": inspect.t, "sentence": inspect.why, "holes": list(inspect.holes), "doubt": True}
        )
    ignored = sorted(masked)
    if ignored:
        names = f"{'Hole' if len(ignored) == 1 else 'Holes'} {', '.join(ignored)}"
        sentence = f"{names} {'is' if len(ignored) == 1 else 'are'} ignored: a peg there is not seen."
        found.append(_note("hole-masked") | {"sentence": sentence, "holes": ignored})
    for trouble in machine:
        part = "board" if trouble.code.startswith("panel") else "machine"
        found.append(_note(trouble.code, trouble.detail) | {"part": part})
    return sorted(found, key=lambda note: _RANK[note["severity"]])


def stopped(code: str) -> list[Note]:
    """What there is to say of a board that is not followed at all, for this reason."""
    return [_note(code) | {"stale": True}]


def _note(code: str, detail: str = "") -> Note:
    text = fault_text(code)
    return {
        "code": code,
        "severity": text.severity,
        "part": "board",
        "sentence": text.sentence(detail),
        "mend": text.fix,
        "detail": detail,
    }
