"""`pegwatch rules`: any rule in our own words, with its number; what two books have different."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from cribbage.profiles import PROFILES, Profile
from cribbage.profiles import profile as find_profile
from cribbage.profiles.explain import Told, changes, find, tell
from cribbage.profiles.texts import ARTICLES
from pegwatch.terminal.listing import json_option

_WIDTH = 96


@click.command("rules")
@click.argument("topic", required=False)
@click.option("--profile", default="acc-2025", show_default=True, help="Which rule book.")
@click.option("--diff", nargs=2, metavar="BOOK BOOK", help="Where the second book differs from the first.")
@json_option(
    "each rule (with --diff one for each topic: topic, title, before, after)",
    "profile", "topic", "title", "rule", "text", "house",
)  # fmt: skip
def command(topic: str | None, profile: str, diff: tuple[str, str] | None, as_json: bool) -> None:
    """Explain a rule: by its number, a word, or part of its title. Without one, list all topics.

    \b
      pegwatch rules
      pegwatch rules 7.3
      pegwatch rules heels --profile alberta-55plus
      pegwatch rules --diff acc-2020 acc-2025
    """
    if diff is not None:
        if topic is not None:
            raise click.UsageError("give a topic or --diff, not both")
        _show_changes(find_profile(diff[0]), find_profile(diff[1]), as_json)
        return
    book = find_profile(profile)
    if topic is None and not as_json:
        _list_topics(book)
        return
    for told in [tell(article, book) for article in (ARTICLES if topic is None else find(topic, book.name))]:
        if as_json:
            click.echo(json.dumps({"profile": book.name, **asdict(told)}, ensure_ascii=False))
        else:
            _show(told, book)


def _list_topics(book: Profile) -> None:
    click.echo(f"{book.title}. Profiles: {', '.join(PROFILES)}.\n")
    for article in ARTICLES:
        rule = article.says(book).source
        click.echo(
            f"  {article.topic:<13} {article.title}" + ("" if rule == article.topic else f"  ({rule})")
        )


def _show(told: Told, book: Profile) -> None:
    where = f"rule {told.rule}" if told.rule[0].isdigit() else told.rule  # some books have no numbers
    click.echo(f"{told.title}  ({book.name}: {where})")
    click.echo(click.wrap_text(told.text, _WIDTH, "  ", "  ") + "\n")


def _show_changes(before: Profile, after: Profile, as_json: bool) -> None:
    found = changes(before, after)
    for change in found:
        if as_json:
            click.echo(json.dumps(asdict(change), ensure_ascii=False))
            continue
        click.echo(f"{change.topic}  {change.title}")
        for book, told in ((before, change.before), (after, change.after)):
            click.echo(f"  {book.name} ({told.rule}):")
            click.echo(click.wrap_text(told.text, _WIDTH, "    ", "    "))
        click.echo()
    if not found and not as_json:
        click.echo(f"{before.name} and {after.name} have nothing different.")
