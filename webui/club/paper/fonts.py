"""Letters for the paper: our own font has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic ones; for any
other alphabet the fonts of this machine are asked. What nobody has is replaced by a box, and the sheet says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final
from unicodedata import combining

from fontTools.ttLib import TTFont, TTLibError

OURS: Final = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
FOLDERS: Final = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
BOX: Final = "□"
_KNOWN: Final = (
    "NotoSansCJK-Regular.*",
    "NotoSans*-Regular.*",
    "DroidSansFallback*.ttf",
    "wqy-*.tt?",
    "FreeS*.ttf",
    "unifont.?tf",
)
"""Font files that are looked into, the better ones first; Debian's packages are fonts-noto-cjk, fonts-noto-core,
fonts-droid-fallback, fonts-wqy-zenhei, fonts-freefont-ttf, fonts-unifont."""


class BadFont(Exception):
    """Our own font files are not there: the program is not whole."""


@cache
def font_file(name: str) -> Path:
    """One of our own font files."""
    path = Path(str(resources.files("webui"))) / "fonts" / name
    if not path.is_file():
        raise BadFont(f"{path} is missing: install Pegwatch again")
    return path


@cache
def letters_of(path: Path, number: int = 0) -> frozenset[int]:
    """The characters a font has; none where it cannot be read."""
    try:
        with path.open("rb") as file, TTFont(file, fontNumber=number, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except (TTLibError, OSError, KeyError):
        return frozenset()


@cache
def _on_this_machine(folders: Sequence[Path]) -> tuple[Path, ...]:
    found: list[Path] = []
    for pattern in _KNOWN:
        for folder in folders:
            found += sorted(folder.rglob(pattern))
    return tuple(dict.fromkeys(found))


def needs_shaping(text: str) -> bool:
    """Whether letters change with their neighbours or run from the right: Hebrew, Arabic, the scripts of India and
    South East Asia, and marks that stand on other letters. It takes three times as long, so only for these."""
    return any("\u0590" <= char < "\u1100" or "\u1780" <= char < "\u1800" or combining(char) for char in text)


def fonts_for(
    text: Iterable[str], folders: Sequence[Path] = FOLDERS
) -> tuple[tuple[Path, ...], frozenset[str]]:
    """Further fonts that these texts need, and the characters that no font here has."""
    wanted = {ord(char) for one in text for char in one if char.isprintable() and not char.isspace()}
    wanted -= letters_of(font_file(OURS[0]))
    chosen: list[Path] = []
    for path in _on_this_machine(tuple(folders)) if wanted else ():
        has = letters_of(path) & wanted
        if has:
            chosen.append(path)
            wanted -= has
        if not wanted:
            break
    return tuple(chosen), frozenset(map(chr, wanted))
