"""Orders that correct an event: its name and format, make-up games, pairs of cards, slips for the wrong game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from club.desk import Desk
from club.lists import Faults, read_line
from club.seating import read_tables
from webui.club import view
from webui.club.forms import Form, Order, Told, number


def _edit(desk: Desk, event: int, who: str, form: Form) -> None:
    desk.edit(
        event, who, form.get("name", ""), form.get("date", ""), form.get("format", ""), number(form, "games"),
        form.get("edition", ""),
    )  # fmt: skip


def _card(desk: Desk, event: int, who: str, form: Form) -> int | Told:
    """A whole card as it stands on the paper; totals that do not follow from its lines are said."""
    faults, lines = Faults(), {}
    for key, text in form.items():
        name, _, game = key.partition("-")
        if name == "line" and game.isdecimal() and len(game) < 5 and text.strip():
            with faults.line(int(game)):
                lines[int(game)] = read_line(text)
    faults.end()
    owner = form.get("owner", "")
    count = desk.write_card(event, who, owner, lines, form.get("why", ""))
    totals = {name: form.get(f"total-{name}", "") for name in view.TOTALS}
    evening = desk.evening(event)
    slips = view.slips_view(evening, owner, totals)
    if not slips:
        return count
    said = ", ".join(f"{slip.written} → {slip.right}" for slip in slips)
    return Told("club.said.card.slips", {"n": count, "name": evening.name_of(owner), "what": said})


EDITS: Final[Mapping[str, Order]] = {
    "edit": _edit,
    "away": lambda desk, event, who, form: desk.put_away(event, who, form.get("where", "")),
    "linked": lambda desk, event, who, form: desk.create_linked(
        event,
        who,
        form.get("kind", ""),
        form.get("takes", ""),
        form.get("name", ""),
        form.get("format", ""),
        form.get("date", ""),
        number(form, "games"),
        form.get("edition", ""),
    ),
    "make-up": lambda desk, event, who, form: desk.make_up(
        event, who, form.get("one", ""), form.get("other", "")
    ),
    "settle": lambda desk, event, who, form: desk.settle(
        event, who, number(form, "game"), form.get("one", "")
    ),
    "unsettle": lambda desk, event, who, form: desk.unsettle(
        event, who, number(form, "game"), form.get("one", "")
    ),
    "seat": lambda desk, event, who, form: desk.seat(
        event, who, read_tables(form.get("tables", "")), form.get("mode", "")
    ),
    "card": _card,
    "slip": lambda desk, event, who, form: desk.take_off(
        event, who, number(form, "game"), form.get("one", ""), form.get("why", "")
    ),
}
