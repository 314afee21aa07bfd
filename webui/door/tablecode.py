"""The table's code: six digits that make a phone a player's phone. Anyone who sits at the table can read it there."""

from __future__ import annotations

import hmac
import secrets
import threading
from pathlib import Path
from typing import Final

from webui.door.secretfile import SecretFile

DIGITS: Final = 6


class TableCode:
    """The code in its file, so that the terminal, the page and a restarted page show the same."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = SecretFile(path)
        self._lock = threading.Lock()

    def read(self) -> str:
        """The code; made on first use."""
        kept = self._kept()
        if kept:
            return kept
        with self._lock:  # the first visitors come at once, and all must hear the same code
            return self._kept() or self.renew()

    def _kept(self) -> str:
        kept = self._file.read()
        return kept if isinstance(kept, str) and len(kept) == DIGITS and kept.isdigit() else ""

    def renew(self) -> str:
        """A new code: phones that came in with the old one are players no longer."""
        code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
        self._file.write(code)
        return code

    def is_code(self, said: str) -> bool:
        """Whether this is the code; spaces do not matter."""
        plain = "".join(said.split())
        return plain.isascii() and hmac.compare_digest(plain, self.read())
