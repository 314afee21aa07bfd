"""What the columns of clubs' lists are called, in English and French, and where the headings stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.errors import ClubError

_CALLED: Final[dict[str, tuple[str, ...]]] = {
    "name": ("name", "full name", "player", "player name", "members name", "member name", "team", "team name",
             "company", "nom", "nom complet", "joueur", "equipe", "compagnie"),
    "first": ("first name", "first", "given name", "prenom"),
    "last": ("last name", "last", "surname", "family name", "nom de famille"),
    "number": ("number", "acc", "acc #", "acc no", "acc number", "acc id", "member #", "member no", "member number",
               "member id", "membership #", "membership no", "membership number", "numero", "no acc", "numero acc",
               "no de membre", "numero de membre"),
    "id": ("id",),
    "club": ("club", "home club", "club name", "grass roots club", "gr club", "club d attache"),
}  # fmt: skip
_MEANS: Final = {called: meant for meant, names in _CALLED.items() for called in names}
_PLAYER: Final = re.compile(r"(?:player|joueur) [1-9]")
_ABOVE: Final = 10
"""In how many lines to look for headings: a title and a date may be above them."""
_ACCENTS: Final = str.maketrans("àâäéèêëîïôöùûüç", "aaaeeeeiioouuuc")


def meaning(heading: str) -> str:
    """What a column holds by its heading: ``name``, ``first``, ``last``, ``number``, ``id``, ``club``, ``player 1``
    and so on; "" where that is not known."""
    plain = heading.casefold().translate(_ACCENTS).replace("#", " # ")
    plain = " ".join(re.sub(r"[^a-z0-9#]+", " ", plain).split())
    if _PLAYER.fullmatch(plain):
        return plain.replace("joueur", "player")
    return _MEANS.get(plain, "")


@dataclass(frozen=True, slots=True)
class Headings:
    """The columns of a list: which line they stand in (0: none does), what each means ("" for one that is not kept),
    and what it is called."""

    line: int
    means: tuple[str, ...]
    called: tuple[str, ...] = ()

    @property
    def unread(self) -> list[str]:
        """Columns that are not kept."""
        return [name for name, means in zip(self.called, self.means, strict=True) if name and not means]


def _are_headings(means: Sequence[str]) -> bool:
    return "name" in means or {"first", "last"} <= set(means)


def refuse_headings(cells: Sequence[str]) -> None:
    """Raise `ClubError` where a line below the headings is one of headings again."""
    if _are_headings([meaning(cell) for cell in cells]):
        error = ClubError("club.error.headings-twice", f"headings again: {', '.join(cells)}", value=cells[0])
        error.column = cells[0]
        raise error


def find_headings(rows: Sequence[tuple[int, Sequence[str]]]) -> Headings:
    """The headings of a list of people; none where it is names alone, one a line. `ClubError` where nobody can tell
    its columns."""
    for line, cells in rows[:_ABOVE]:
        means = tuple(meaning(cell) for cell in cells)
        if not _are_headings(means):
            continue
        for column, meant in enumerate(means):
            if meant and means.index(meant) != column:
                raise ClubError(
                    "club.error.column-twice",
                    f"line {line}: the columns {cells[means.index(meant)]!r} and {cells[column]!r} mean the same",
                    n=line, one=cells[means.index(meant)], other=cells[column],
                )  # fmt: skip
        return Headings(line, means, tuple(cells))
    if any(sum(bool(cell) for cell in cells) > 1 for _, cells in rows):
        raise ClubError(
            "club.error.no-headings",
            "line 1: no column is called Name, or First Name and Last Name: put headings above the columns",
        )
    return Headings(0, ("name",), ("",))
