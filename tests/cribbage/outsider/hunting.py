"""Games drawn from a number, seen by weak sensors: is anybody blamed for what they have not done?

``python -m outsider.hunting FIRST LAST SECONDS`` (from the repository, with it and tests/cribbage in PYTHONPATH)
judges the games of these numbers, for so many seconds at most, and prints those in which somebody was.

The players, their counting and their sensors share nothing with `pegwatch.simulated`. Somebody else wrote them, so
they find what ours do not: `play_game` in `players` says what really happened (`truth`), `log_of` in `sensors` what
is told of it, with the defects of `defects`, and the referee has the log only.

What the referee cannot know, and `drawn_game` leaves out (`knowable`):

* a dead hole together with a bridged one or a sticking contact of the same track: two contacts that lie at once make
  a peg seem to stand elsewhere;
* a dead hole of a peg that is put right after a challenge that nobody tapped: it went back for nothing that is known.

Nor are there sensors that promise less than ours: pegs told late, and cards that lie under others unseen (7.1.d).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import click
from outsider.defects import (
    BridgedHole,
    DeadHole,
    Defect,
    NobodyTaps,
    SilentWord,
    StickingContact,
    drawn,
    of_kind,
)
from outsider.players import play_game
from outsider.sensors import log_of
from outsider.table import Form
from outsider.truth import Miscount, Truth

from cribbage.log.events import Event
from cribbage.log.verdicts import Code, not_withdrawn
from cribbage.replay.transcript import replay

FORMS: Final = (
    *(("AB", "acc-2025"),) * 4,
    *(("AB", "acc-2020"),) * 2,
    *(("AB", "hoyle"),) * 2,
    ("AB", "corporate-challenge"),
    *(("AB", "alberta-55plus"),) * 2,
    ("ABCD", "acc-2025"),
    ("ABCD", "alberta-55plus"),
    ("ABC", "hoyle"),
    ("ABCD", "corporate-challenge"),
)
"""Seats and book, in turn from number to number."""
WITH_MUGGINS: Final = ("acc-2025", "acc-2020", "hoyle")
ALONE: Final = (
    "late card",
    "slow camera",
    "unread place",
    "hidden place",
    "covered camera",
    "stopped board",
    "dead hole",
    "bridged hole",
    "sticking contact",
    "late word",
    "late words",
    "nobody taps",
)
TOGETHER: Final = (*ALONE, "late card", "unread place", "hidden place", "silent word", "lost order")
"""Kinds that are drawn in twos and threes; what stands here twice is drawn more often, and with its own kind too."""
NO_BLAME: Final = frozenset({Code.SCORED, Code.GAME, Code.UNVERIFIED})
TOO_MANY: Final = frozenset({Code.OVERPEG, Code.OVERPEG_STANDS, Code.CORRECTED})


@dataclass(frozen=True)
class Game:
    """A game and what weak sensors told of it. `says_since`: the camera says when a place was last read before."""

    number: int
    truth: Truth
    defects: tuple[Defect, ...]
    says_since: bool
    log: list[str]

    @property
    def name(self) -> str:
        """The game in one line."""
        header = self.truth.header
        muggins = ", muggins" if header["muggins"] else ""
        since = ", says since" if self.says_since else ""
        what = "; ".join(dict.fromkeys(map(_short, self.defects))) or "all seen well"
        return f"{self.number}: {header['profile']}, {len(header['players'])} players{muggins}{since}: {what}"


@dataclass(frozen=True)
class Blame:
    """Something that was held against somebody (`player`), or asked of them: at log time `t` (s)."""

    t: float
    what: str
    player: str | None
    points: int | None = None

    def __str__(self) -> str:
        parts = (self.what, self.player, self.points)
        return " ".join([f"t {self.t:g}:", *(str(part) for part in parts if part is not None)])


def drawn_game(number: int) -> Game:
    """The game of a number, with one to three kinds of defects; always the same game."""
    rng = random.Random(f"defects {number}")
    truth = play_game(form_of(number), number)
    share = rng.random()
    kinds = [rng.choice(ALONE)] if share < 0.25 else rng.sample(TOGETHER, 2 if share < 0.8 else 3)
    defects = knowable(truth, [defect for kind in kinds for defect in drawn(kind, truth, rng)])
    says_since = rng.random() < 0.25
    return Game(number, truth, defects, says_since, log_of(truth, defects, number, says_since))


def well_seen(number: int) -> Game:
    """The same players' game, without any defect."""
    truth = play_game(form_of(number), number)
    return Game(number, truth, (), False, log_of(truth, (), number))


def form_of(number: int) -> Form:
    """What the players of a number play."""
    seats, profile = FORMS[number % len(FORMS)]
    muggins = profile in WITH_MUGGINS and number // len(FORMS) % 3 == 0
    rng = random.Random(f"form {number}")
    deals, habits = rng.choice([1, 2, 2]), rng.choice([0, 0.5, 1])
    return Form(seats, profile, rng.choice(["sanctioned", "club"]), muggins, deals, habits)


def wrongly_held(game: Game) -> list[Blame]:
    """What the referee holds against somebody, or says of who won, that is not so."""
    judged = replay(game.log)
    verdicts = not_withdrawn(judged.verdicts)
    found = [
        Blame(verdict["t"], verdict["code"], verdict["player"], verdict["points"])
        for verdict in verdicts
        if verdict["code"] not in NO_BLAME and not excused(verdict, game.truth)
    ]
    found += [blame for event in judged.events for blame in _asked(event, game.truth)]
    won = [verdict for verdict in verdicts if verdict["code"] == Code.GAME]
    if won and won[-1]["player"] != game.truth.winner:
        winner = game.truth.winner or "nobody yet"
        found.append(Blame(won[-1]["t"], f"game, but won by {winner}:", won[-1]["player"]))
    return found


def excused(verdict: Mapping[str, Any], truth: Truth) -> bool:
    """Whether a verdict is about a hand that was pegged wrongly, and holds no more against its side than that."""
    return any(_is_about(miscount, verdict) for miscount in truth.miscounts)


def _is_about(miscount: Miscount, verdict: Mapping[str, Any]) -> bool:
    code, points = verdict["code"], verdict["points"] or 0
    if verdict["t"] < miscount.at:
        return False
    if verdict["player"] != miscount.side:
        return code == Code.MUGGINS and miscount.by < 0
    if miscount.by < 0:
        return code == Code.UNDERPEG and points <= -miscount.by
    return code in TOO_MANY and points <= miscount.by


def _asked(event: Event, truth: Truth) -> Iterator[Blame]:
    """A remark, or what somebody was told to do. That judges decide a call of muggins blames nobody, nor that the
    starter was taken up early; and a card over thirty-one may be remarked where one was laid."""
    about = event.body.get("about")
    if (
        event.kind == "remark"
        and about not in ("mixed", "muggins")
        and not (about == "over" and truth.went_over)
    ):
        yield Blame(event.t, f"remark on {about}: {event.body['why']}", event.body["player"])
    for order in event.body.get("orders", ()) if event.kind == "orders" else ():
        yield Blame(event.t, f"order: {order}", None)


def knowable(truth: Truth, defects: list[Defect]) -> tuple[Defect, ...]:
    """The defects without dead holes of which the referee cannot know what they hide."""
    return tuple(one for one in defects if not (isinstance(one, DeadHole) and _hides(one, truth, defects)))


def _hides(dead: DeadHole, truth: Truth, defects: list[Defect]) -> bool:
    """Whether a dead hole makes something of this game unknowable."""
    lying = {one.side for one in defects if isinstance(one, BridgedHole | StickingContact)}
    silent = {one.word for one in of_kind(defects, SilentWord)}
    if of_kind(defects, NobodyTaps):
        silent.update(range(len(truth.words)))
    return dead.side in lying or any(
        miscount.side == dead.side and miscount.challenge in silent and dead.hole in miscount.put_right
        for miscount in truth.miscounts
    )


def _short(defect: Defect) -> str:
    values = (getattr(defect, name) for name in defect.__dataclass_fields__)
    shown = (f"{value:.2f}" if isinstance(value, float) else str(value) for value in values)
    return " ".join([type(defect).__name__, *shown])


@click.command(
    help="Judge the games FIRST to LAST, for SECONDS at most; print those in which somebody was wronged."
)
@click.argument("first", type=click.IntRange(min=0))
@click.argument("last", type=click.IntRange(min=0))
@click.argument("seconds", type=click.FloatRange(min=0))
def main(first: int, last: int, seconds: float) -> None:
    """Ends with 1 if anybody was wronged."""
    if last < first:
        raise click.BadParameter(f"LAST is before FIRST ({first}): give the same number or a later one.")
    began, games, wrong = time.monotonic(), 0, 0
    for number in range(first, last + 1):
        if time.monotonic() - began >= seconds:
            break
        game = drawn_game(number)
        held = wrongly_held(game)
        games, wrong = games + 1, wrong + bool(held)
        for line in [game.name, *(f"  {blame}" for blame in held)] if held else ():
            click.echo(line)
    pace = games / max(time.monotonic() - began, 0.001)
    click.echo(f"{games} games from number {first} on, {pace:.1f} a second; wrong: {wrong}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
