"""Card art for rendering: pictures of every card of every deck, and the letters of many fonts.

The art itself is never part of the project. The Debian packages `gnome-cards-data`, `kdegames-card-data-kf5`
and `librsvg2-bin` must be installed; the npm packages are fetched with `npm pack`.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.deck import back, face

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARD_HEIGHT = 420  # px of every rendered card
SHEET_WIDTH = 3900  # px of a rendered 13 x 5 sheet

GNOME = Path("/usr/share/aisleriot/cards")
KDE = Path("/usr/share/carddecks")
NPM = {
    "cardsJS": "cardsJS@1.1.1",
    "svg-cards": "svg-cards@4.0.2",
    "heruka_urgyen-react-playing-cards": "@heruka_urgyen/react-playing-cards@0.5.0",
}

# Sheets with English indices; "!": with other letters, which are always printed over.
GNOME_DECKS = (
    "anglo",
    "anglo_bitmap",
    "anglo_modern",
    "anglo_modern_4_color",
    "anglo_poker",
    "atlasnye",
    "bellot",
    "dondorf",
    "gnomangelo",
    "neoclassical",
    "neoclassical_4_color",
    "orell",
    "ornamental",
    "paris",
    "plastic",
    "simplistic",
    "tango",
    "tigullio",
    "!ancient_french",
    "!berlin",
    "!lattmann",
    "!rheinland",
    "!tarocco",
    "!slavic_costumes",
    "!tango_nuevo",
)
KDE_DECKS = (
    "ancient-egyptians",
    "jolly-royal",
    "nicu-white",
    "standard",
    "tigullio-international",
)
# Designs never trained on, in any of their variants.
HELD_OUT = (
    "g_anglo_poker",
    "g_atlasnye",
    "g_simplistic",
    "g_tigullio",
    "k_jolly-royal",
    "k_tigullio-international",
)
SKIPPED_FONTS = (
    "mono",
    "math",
    "dingbat",
    "symbol",
    "chancery",
    "d050000",
    "keyboard",
    "initials",
    "z003",
    "outline",
    "abogado",
    "manners",
    "penguin",
    "winks",
    "script",
    "style",
)
LETTERS = "A23456789TJQK" + "BCDEFGHILMNOPRSUVWXYZ01abdeghnrt"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A 13 x 5 picture of a deck, and where it was found."""

    name: str
    picture: Path


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=300)


def _trim(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut off the transparent rim of a BGRA picture."""
    solid = image[:, :, 3] > 128
    ys, xs = np.where(solid.any(1))[0], np.where(solid.any(0))[0]
    return image[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]


def _save(image: NDArray[np.uint8], path: Path) -> None:
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    image = _trim(image)
    width = round(image.shape[1] * CARD_HEIGHT / image.shape[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.resize(image, (width, CARD_HEIGHT), interpolation=cv2.INTER_AREA))


def _read(path: Path) -> NDArray[np.uint8]:
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(path)
    return np.asarray(image, np.uint8)


def _render(svg: Path, out: Path, height: int, element: str | None = None) -> NDArray[np.uint8]:
    part = ["--export-id", element] if element else []
    _run("rsvg-convert", "-h", str(height), *part, str(svg), "-o", str(out))
    return _read(out)


def render_gnome(work: Path) -> Iterator[str]:
    """Cut the 13 x 5 sheets of the GNOME decks into cards, two jokers and a back."""
    big = work / "sheet.png"
    for entry in GNOME_DECKS:
        name = "g_" + entry.lstrip("!") + ("-reset" if entry[0] == "!" else "")
        deck = work / "decks" / name
        if (deck / "back.png").exists():
            continue
        svg = work / "sheet.svg"
        svg.write_bytes(gzip.decompress((GNOME / f"{entry.lstrip('!')}.svgz").read_bytes()))
        _run("rsvg-convert", "-w", str(SHEET_WIDTH), str(svg), "-o", str(big))
        sheet = _read(big)
        high, wide = sheet.shape[:2]
        names = [[r + s for r in RANKS] for s in SUITS] + [["joker1", "joker2", "back"]]
        for row, line in enumerate(names):
            for column, card in enumerate(line):
                top, bottom = round(row * high / 5), round((row + 1) * high / 5)
                left, right = round(column * wide / 13), round((column + 1) * wide / 13)
                _save(sheet[top:bottom, left:right], deck / f"{card}.png")
        yield name


def render_kde(work: Path) -> Iterator[str]:
    """Render the named elements of the KDE decks."""
    ranks = {r: str(n) for n, r in enumerate("A23456789T", 1)} | {"J": "jack", "Q": "queen", "K": "king"}
    suits = dict(zip(SUITS, ["club", "diamond", "heart", "spade"], strict=True))
    one = work / "card.png"
    for entry in KDE_DECKS:
        deck = work / "decks" / f"k_{entry}"
        if (deck / "back.png").exists():
            continue
        svg = work / "deck.svg"
        packed = next((KDE / f"svg-{entry}").glob("*.svgz"))
        svg.write_bytes(gzip.decompress(packed.read_bytes()))
        cards = {r + s: f"{ranks[r]}_{suits[s]}" for s in SUITS for r in RANKS} | {"back": "back"}
        for card, element in cards.items():
            image = _trim(_render(svg, one, CARD_HEIGHT, element))
            if image.shape[0] < 0.9 * CARD_HEIGHT:  # the canvas was far larger than the card
                image = _render(svg, one, min(20000, CARD_HEIGHT * CARD_HEIGHT // image.shape[0]), element)
            _save(image, deck / f"{card}.png")
        yield f"k_{entry}"


def fetch_npm(work: Path) -> dict[str, Path]:
    """Unpack the npm packages below `work`; returns the folder of each."""
    folders = {}
    for name, wanted in NPM.items():
        folder = work / "npm" / name
        if not folder.exists():
            folder.mkdir(parents=True)
            _run("npm", "pack", wanted, "--pack-destination", str(folder))
            with tarfile.open(next(folder.glob("*.tgz"))) as tar:
                tar.extractall(folder, filter="data")
        folders[name] = folder / "package"
    return folders


def render_npm(work: Path) -> Iterator[str]:
    """Render the decks of the npm packages."""
    packages = fetch_npm(work)
    one = work / "card.png"
    suits = dict(zip(SUITS, ["club", "diamond", "heart", "spade"], strict=True))
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    heruka = packages["heruka_urgyen-react-playing-cards"] / "src" / "images"
    for s in SUITS:
        for r in RANKS:
            aguilar = packages["cardsJS"] / "dist" / "cards" / f"{'10' if r == 'T' else r}{s}.svg"
            _save(_render(aguilar, one, CARD_HEIGHT + 20), work / "decks" / "n_aguilar" / f"{r}{s}.png")
            for variant in ("2color", "2color-bf", "4color", "4color-bf"):
                picture = _render(heruka / variant / f"{r}{s}.svg", one, CARD_HEIGHT + 20)
                _save(picture, work / "decks" / f"n_heruka_{variant}" / f"{r}{s}.png")
            bellot = packages["svg-cards"] / "png" / "2x" / f"{suits[s]}_{ranks.get(r, r)}.png"
            _save(_read(bellot), work / "decks" / "n_bellot" / f"{r}{s}.png")
    yield "npm"


def render_own(work: Path) -> Iterator[str]:
    """Render Pegwatch's own deck, which the simulated table uses."""
    for card in [r + s for s in SUITS for r in RANKS]:
        _save(face(card).copy(), work / "decks" / "p_pegwatch" / f"{card}.png")
    _save(back().copy(), work / "decks" / "p_pegwatch" / "back.png")
    yield "p_pegwatch"


def prepare_own(work: Path) -> Path:
    """Render Pegwatch's own deck and nothing else: it needs no package. Returns the folder, as `prepare` does."""
    if not (work / "decks" / "p_pegwatch" / "back.png").exists():
        for name in render_own(work):
            print("art:", name, flush=True)
    return work


def _families() -> list[str]:
    listing = subprocess.run(
        ["fc-list", ":lang=en", "family"], capture_output=True, text=True, check=True
    ).stdout
    names = sorted({line.split(",")[0].strip() for line in listing.splitlines() if line.strip()})
    return [n for n in names if not any(skip in n.lower() for skip in SKIPPED_FONTS)]


def render_letters(work: Path) -> None:
    """Render alpha masks of ranks and other letters, a PNG strip for each font and weight; of some fonts suit
    signs."""
    folder = work / "letters"
    folder.mkdir(parents=True, exist_ok=True)
    cell, svg = 160, work / "letters.svg"
    marks = ["10" if c == "T" and i < 13 else c for i, c in enumerate(LETTERS)] + list("♣♦♥♠")
    for family in _families():
        for weight in ("400", "700"):
            out = folder / f"{family.replace(' ', '_')}_{weight}.png"
            if out.exists():
                continue
            texts = "".join(
                f'<text x="{i * cell + cell // 2}" y="110" text-anchor="middle">{mark}</text>'
                for i, mark in enumerate(marks)
            )
            svg.write_text(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{cell * len(marks)}" height="{cell}" '
                f'font-family="{family}" font-weight="{weight}" font-size="100">{texts}</svg>'
            )
            _run("rsvg-convert", str(svg), "-o", str(out))
            cv2.imwrite(str(out), _read(out)[:, :, 3])


def _packages() -> list[tuple[str, bool]]:
    """The Debian packages that are needed, and whether each is installed."""
    return [
        ("gnome-cards-data", GNOME.exists()),
        ("kdegames-card-data-kf5", KDE.exists()),
        ("librsvg2-bin", shutil.which("rsvg-convert") is not None),
        ("npm", shutil.which("npm") is not None),
        ("fontconfig", shutil.which("fc-list") is not None),
    ]


def prepare(work: Path) -> Path:
    """Render everything that does not exist yet.

    Args:
        work: the folder of the training run.
    Returns:
        the folder with `decks/` (BGRA pictures of 420 px height) and `letters/` (alpha masks).
    Raises:
        FileNotFoundError: a package is not installed.
    """
    done = work / "art-done"
    if not done.exists():
        missing = [package for package, is_there in _packages() if not is_there]
        if missing:
            raise FileNotFoundError(f"needs {', '.join(missing)}: apt install {' '.join(missing)}")
        work.mkdir(parents=True, exist_ok=True)
        for step in (render_gnome(work), render_kde(work), render_npm(work), render_own(work)):
            for name in step:
                print("art:", name, flush=True)
        render_letters(work)
        done.touch()
    return work
