"""The settings as text: the file that would give them, each key with what it means and what it may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from firmware.box.settings import SECTIONS, Loaded
from firmware.box.shapes import Described, described, shown


@dataclass(frozen=True, slots=True)
class Known:
    """One key with its value: where it stands, and where the value came from (empty: it is the default)."""

    section: str
    name: str
    value: Any
    default: Any
    about: str
    limits: str
    source: str


def keys(loaded: Loaded) -> Iterator[Known]:
    """Every key, in the order in which they are documented."""
    for section, kind in SECTIONS.items():
        for name, said in described(kind).items():
            yield Known(
                section,
                name,
                getattr(getattr(loaded.settings, section), name),
                said.default,
                said.about,
                _limits(said),
                loaded.sources.get(f"{section}.{name}", ""),
            )


def show(loaded: Loaded, *, changed: bool = False, sample: bool = False) -> str:
    """The settings as a TOML file that says what each key means; `changed` shows only what is not the default.

    `sample` puts every key behind a ``#``: a file to begin with, that changes nothing.
    """
    lines: list[str] = []
    section = ""
    for known in keys(loaded):
        if changed and known.value == known.default:
            continue
        if known.section != section:
            section = known.section
            title = (SECTIONS[section].__doc__ or "").splitlines()[0]
            lines += ["", f"# {title}", f"[{section}]"]
        lines += ["", f"# {known.about}{known.limits}"]
        lines.append(f"{'# ' if sample else ''}{known.name} = {shown(known.value)}")
        if known.source:
            lines[-1] += f"  # from {known.source}"
    return "\n".join(lines).strip() + "\n" if lines else ""


def _limits(said: Described) -> str:
    if said.choices:
        return f" One of {', '.join(said.choices)}; default {shown(said.default)}."
    if said.low is not None and said.high is not None:
        return f" From {said.low:g} to {said.high:g}; default {shown(said.default)}."
    return f" Default {shown(said.default)}."
