"""Why a verdict came: what was pegged, what the cards were worth, which observations say so, and the rule.

`explain_verdicts` judges a log up to its end and tells the verdicts nearest to a time, each in a few plain lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cribbage.errors import BadLog, CribbageError
from cribbage.log.codec import observation_body
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import STARTER
from cribbage.profiles import HOUSE, PROFILES
from cribbage.profiles.explain import find, tell
from cribbage.replay.transcript import steps
from cribbage.shown.scoreboard import Item, Scoreboard, Verdict
from cribbage.sight.contract import read_by
from cribbage.worlds.proof import sentences_of

CLOSED_BY: Final[Mapping[str, str]] = {
    "next-card": "the next card was laid",
    "pegged-next": "a hand or crib was pegged",
    "dealer-counted": "the dealer counted",
    "accepted": "it was accepted",
    "cleared": "the cards were taken up",
    "game-over": "the game was over",
    "go": "go had been said",
    "judged-again": "another version of the referee went on with the game",
}
"""What closed a window, in words."""

_SILENT: Final = f"{HOUSE} (ACC "


@dataclass(frozen=True, slots=True)
class Told:
    """One verdict and why it came."""

    verdict: Verdict
    lines: tuple[str, ...]


def explain_verdicts(lines: Iterable[str], t: float) -> list[Told]:
    """The verdicts of a log at `t`, or else those nearest to it; raise `BadLog` where there is none at all."""
    reader, board = LogReader(), Scoreboard.empty()
    near: list[tuple[Verdict, Scoreboard]] = []
    where: dict[float, int] = {}
    for step in steps(reader, lines):
        events = step.said
        if not board.has_game:
            board = board.apply(Event("game", 0.0, reader.header_of_game.to_dict()))
        if step.seen is not None:
            where.setdefault(step.seen.t, reader.line)
            body = {key: value for key, value in observation_body(step.seen).items() if key != "t"}
            events = [Event("seen", step.seen.t, body), *events]
        for event in events:
            board = board.apply(event)
            if event.kind == "verdict":
                near = _nearer(near, board, t)
    if not near:
        raise BadLog(1, "no verdict in the whole log")
    return [Told(verdict, tuple(why_of(verdict, at, where))) for verdict, at in near]


def _nearer(
    near: list[tuple[Verdict, Scoreboard]], board: Scoreboard, t: float
) -> list[tuple[Verdict, Scoreboard]]:
    """The verdicts nearest to `t`, with the board as it stood, after one more of them."""
    verdict = board.verdicts[-1]
    before = abs(near[0][0].t - t) if near else abs(verdict.t - t)
    if abs(verdict.t - t) < before:
        return [(verdict, board)]
    return [*near, (verdict, board)] if abs(verdict.t - t) == before else near


def why_of(verdict: Verdict, board: Scoreboard, where: Mapping[float, int]) -> list[str]:
    """One verdict in plain lines, on the scoreboard as it was then; `where` is the line of the log at each time."""
    who = "" if verdict.player is None else f" {board.name(verdict.player)}"
    at_least = "at least " if verdict.more.get("least") else ""
    ending = "" if verdict.points == 1 else "s"
    points = "" if verdict.points is None else f", {at_least}{verdict.points} point{ending}"
    said = [f"{verdict.t:.2f} s  {verdict.code}{who}{points}"]
    said += [f"  {line}" for line in (*_pegs(verdict), *_earned(verdict, board), *_window(verdict))]
    why = verdict.more.get("why")
    if why:
        said.append(f"  Why: {why}.")
    said += [f"  {line}" for line in _proof(verdict, board)]
    said += [f"  {line}" for line in _seen(verdict, board, where)]
    return said + [f"  {line}" for line in _rule(verdict, board)]


def _pegs(verdict: Verdict) -> list[str]:
    """``B 4/3>15/4``: where the pegs stood and where they stand."""
    move = verdict.more.get("move")
    if not isinstance(move, str) or ">" not in move:
        return []
    before, after = move.partition(" ")[2].split(">")
    return [f"Pegs: from {before.replace('/', ' and ')} to {after.replace('/', ' and ')}."]


def _earned(verdict: Verdict, board: Scoreboard) -> list[str]:
    more, item = verdict.more, board.items.get(verdict.item or "")
    what = str(more.get("what") or (item.what if item else "score"))
    of_item = None if item is None or more.get("least") else item.earned  # the least may be of several scores
    earned = more.get("earned", of_item)
    said = []
    if earned is not None:
        said.append(f"Earned for the {what}: {earned}{_made_of(item)}.")
    elif verdict.code == "unverified" and item is not None:
        said.append(f"What the {what} is worth was not seen.")
    pegged = more.get("pegged")
    if pegged is not None:
        said.append(f"Pegged: {pegged}.")
    remedy = more.get("remedy")
    if isinstance(remedy, Mapping):
        steps = [f"{_REMEDY[key]} {value}" for key, value in remedy.items() if key in _REMEDY]
        said += [f"Remedy: {', '.join(steps)}."] if steps else []
    return said


_REMEDY: Final[Mapping[str, str]] = {
    "front": "front peg to hole",
    "rear": "back peg to hole",
    "back": "points back:",
    "opponent": "points to the opponent:",
}


def _made_of(item: Item | None) -> str:
    if item is None:
        return ""
    parts = ", ".join(f"{name} {points}" for name, points in item.parts)
    cards = " ".join(item.cards)
    return f" ({'; '.join(text for text in (cards, parts) if text)})" if cards or parts else ""


def _window(verdict: Verdict) -> list[str]:
    window = verdict.more.get("window")
    return [f"The window closed: {CLOSED_BY.get(str(window), window)}."] if window else []


def _seen(verdict: Verdict, board: Scoreboard, where: Mapping[float, int]) -> list[str]:
    """The observations behind it: the cards of the series or of the hand, the starter, the pegs."""
    item = board.items.get(verdict.item or "")
    facts: list[tuple[float, str]] = []
    if item is None or item.what == "play":
        born = verdict.t if item is None else item.born
        facts += _series(board, born)
    elif item.what in ("hand", "crib"):
        zone = "crib" if item.what == "crib" else item.seat
        lying = board.zones.get(zone)
        if item.cards and lying is not None:
            facts.append((lying.t, f"the {item.what}: {' '.join(item.cards)}"))
    if board.starter is not None and (item is None or item.what in ("heels", "hand", "crib")):
        facts.append((board.cut_t, f"the starter: {board.starter}"))
    for part, fault in board.faults.items():
        facts.append((verdict.t, f"{part}: {fault}"))
    for zone, lying in board.zones.items():
        if (lying.unread or lying.blind) and verdict.code == "unverified":
            why = f" ({lying.why})" if lying.why else ""
            facts.append((lying.t, f"unread: {'the starter' if zone == STARTER else zone}{why}"))
    if "move" in verdict.more:
        by = _READ_BY.get(read_by(board.header, "pegs") or "", "")
        facts.append((verdict.t, f"the pegs as they then stood{by}"))
    return [_fact(t, text, where) for t, text in sorted(facts)]


def _proof(verdict: Verdict, board: Scoreboard) -> list[str]:
    """The other histories, and what each of them fails on; for what is not verified, the one that acquits."""
    body = {"code": verdict.code, "player": verdict.player, **verdict.more}
    said = [f"Proof: {line}" for line in sentences_of(body, board.name)]
    said_t = verdict.more.get("said_t")
    late = isinstance(said_t, int | float) and said_t > verdict.t
    return [*said, f"Said at {said_t:.2f} s."] if late else said


_READ_BY: Final[Mapping[str, str]] = {
    "sensors": ", read by contacts",
    "camera": ", read by the camera",
    "both": ", read by contacts and camera",
}
"""What read the pegs, where the header says so."""


def _series(board: Scoreboard, born: float) -> list[tuple[float, str]]:
    """The cards of the series in which a score was earned, up to its card."""
    series: list[tuple[float, str]] = []
    last = 0
    for play in board.plays:
        if play.deal != board.deal or play.t > born:
            continue
        if play.count is not None and play.count <= last:
            series = []
        last = play.count or 0
        count = "" if play.count is None else f", count {play.count}"
        points = f", {play.points} for it" if play.points else ""
        name = play.card or "a card that was not read"
        series.append((play.t, f"{board.name(play.player)} laid {name}{count}{points}"))
    return series


def _fact(t: float, text: str, where: Mapping[float, int]) -> str:
    line = where.get(t)
    return f"Seen at {t:.2f} s" + (f" (line {line})" if line is not None else "") + f": {text}."


def _rule(verdict: Verdict, board: Scoreboard) -> list[str]:
    rule = str(verdict.more.get("rule") or "")
    if not rule:
        return []
    profile = PROFILES[str(board.header.get("profile", "acc-2025"))]
    number, label, book = rule.split(",")[0].strip(), f"Rule {rule}", profile.name
    if number.startswith(_SILENT):
        number, book = number.removeprefix(_SILENT).removesuffix(")"), "acc-2025"
        label = f"The book is silent; house default, after ACC {number}"
    while number:
        try:
            found = find(number, book)
        except CribbageError:
            number = number.rpartition("(")[0] or number.rpartition(".")[0]
            continue
        code = str(verdict.code).partition("-")[0]  # one number of a book may be about several faults
        told = tell(next((article for article in found if code in article.words), found[0]), profile)
        return [f"{label}: {told.title}. {told.text}"]
    return [f"{label}."]
