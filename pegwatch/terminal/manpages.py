"""Manual pages, one for each command, written from the commands themselves: they say what `--help` says.

They are made when Pegwatch is installed and are in no repository, so they cannot fall out of date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from pegwatch.version import VERSION

_ALWAYS: Final = (
    ("EXIT STATUS", "0 when all is well, 1 when a check failed, 2 for bad input or something that is missing."),
    ("ENVIRONMENT", "PEGWATCH_DATA is the data folder where no --data is given. NO_COLOR, set to anything, takes the "
     "colours away; there are none in files and pipes in any case."),
)  # fmt: skip


def write_pages(command: click.Command, folder: Path) -> list[Path]:
    """Write the pages of a command and of all in it, hidden ones left out, into `folder`; the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for context in _contexts(command, None, command.name or ""):
        path = folder / f"{_page_of(context)}.1"
        path.write_text(page(context), encoding="utf-8")
        written.append(path)
    return written


def _contexts(command: click.Command, parent: click.Context | None, name: str) -> Iterator[click.Context]:
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    yield context
    for inner, found in _inner(context):
        yield from _contexts(found, context, inner)


def _inner(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            found = context.command.get_command(context, name)
            if found is not None and not found.hidden:
                yield name, found


def _page_of(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def page(context: click.Context) -> str:
    """The page of one command, in roff with the `man` macros."""
    command, name = context.command, _page_of(context)
    short = command.get_short_help_str(limit=300).rstrip(".")
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH "{name.upper()}" "1" "" "pegwatch {VERSION}" "Pegwatch"',
        ".SH NAME",
        f"{_text(name)} \\- {_text(short)}",
        ".SH SYNOPSIS",
        f"\\fB{_text(context.command_path)}\\fR {_text(usage)}",
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        ".SH OPTIONS",
        *_defined(record for one in command.get_params(context) if (record := one.get_help_record(context))),
    ]
    inside = list(_inner(context))
    if inside:
        lines += [".SH COMMANDS", *_defined((n, c.get_short_help_str(limit=300)) for n, c in inside)]
    for title, text in _ALWAYS:
        lines += [f".SH {title}", _text(text)]
    others = [f"{name}-{inner}" for inner, _ in inside] or [_page_of(context.parent or context)]
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{_text(other)}\\fR(1)" for other in others)]
    return "\n".join(lines) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    """The help of a command: paragraphs, and blocks behind a ``\\b``, which keep their lines."""
    for number, part in enumerate(inspect.cleandoc(text).split("\n\n")):
        kept = part.startswith("\b\n")
        if number:
            yield ".PP"
        if kept:
            yield from (".nf", *map(_text, part.removeprefix("\b\n").splitlines()), ".fi")
        else:
            yield _text(" ".join(part.split()))


def _defined(records: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Words with what they mean."""
    for word, meaning in records:
        yield from (".TP", f"\\fB{_text(word)}\\fR", _text(" ".join(meaning.split())))


def _text(text: str) -> str:
    """Text that roff takes as it is written: no escape, no request, and a hyphen that can be copied."""
    plain = (
        text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("^", "\\(ha")
        .replace("~", "\\(ti")
        .replace("`", "\\(ga")
    )
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
