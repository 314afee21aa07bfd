"""What orders share: the fields of a form, and what an order has to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from club.desk import Desk
from club.errors import ClubError

Form: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Told:
    """What an order has to say beyond that it is done: the path of its sentence, what is filled in, and tables of
    which something is wrong."""

    text: str
    fill: Mapping[str, Any]
    tables: tuple[tuple[int, ClubError], ...] = ()


Order: TypeAlias = Callable[[Desk, int, str, Form], "int | Told | None"]
"""(desk, event, who, form) -> how many, where the answer counts something, or what is to be told."""


def number(form: Form, name: str) -> int:
    """A whole number; 0 where the field is empty."""
    text = form.get(name, "").strip() or "0"
    try:
        return int(text[:9])
    except ValueError:
        raise ClubError("club.error.number", f"{name}: a whole number is needed, not {text!r}") from None


def need_sure(form: Form) -> None:
    """Refuse what takes something away from somebody who has not said that they know it."""
    if form.get("sure") != "1":
        raise ClubError("club.error.sure", "say that you know what is lost")


def known(form: Form) -> dict[str, Any]:
    """What a director knew who draws again or takes back: the stamp of what the page showed, and whether they have
    said that they are sure. Nobody is sure of what no page showed."""
    stamp = number(form, "stamp") if "stamp" in form else -1 if form.get("sure") else None
    return {"stamp": stamp, "sure": form.get("sure") == "1"}
