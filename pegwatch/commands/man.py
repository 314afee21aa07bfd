"""`pegwatch man`: the manual pages, written into a folder."""

from __future__ import annotations

from pathlib import Path

import click

from pegwatch.terminal.manpages import write_pages


@click.command("man")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """Write the manual pages of all commands into FOLDER, one file each. The installer does it.

    \b
      pegwatch man ~/.local/share/man/man1
    """
    from pegwatch.cli import group

    written = write_pages(group, folder)
    click.echo(f"{len(written)} pages in {folder}")
