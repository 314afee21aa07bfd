"""The settings as text: the file that would give them, each key with what it means and what it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from firmware.box.settings import SECTIONS, Loaded, shown


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
        for spec in fields(kind):
            yield Known(
                section,
                spec.name,
                getattr(getattr(loaded.settings, section), spec.name),
                spec.default,
                str(spec.metadata["about"]),
                _limits(spec.metadata, spec.default),
                loaded.sources.get(f"{section}.{spec.name}", ""),
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


def _limits(metadata: Mapping[str, Any], default: Any) -> str:
    if metadata["choices"]:
        return f" One of {', '.join(metadata['choices'])}; default {shown(default)}."
    if metadata["low"] is not None:
        return f" From {metadata['low']:g} to {metadata['high']:g}; default {shown(default)}."
    return f" Default {shown(default)}."
