"""The policy itself: whose eyes there are, and what they may be told of a table at this moment.

Everything here is a question with a plain answer about one scoreboard; `cribbage.shown.reveal` asks them and builds
the views. Row numbers are those of the table of the reveal policy, P1 to P10 its principles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from cribbage.log.observations import Player
from cribbage.shown.scoreboard import Item, Play, Scoreboard, Verdict


class When(Enum):
    """When a verdict may be told in club mode."""

    AT_ONCE = "at once"
    ALERT = "at once, or after its window where the club prefers that"
    HINT = "at once that something is to be settled, the arithmetic only after the deal"
    WINDOW = "after the window of what it is about"
    NEXT_CUT = "after the next starter is turned"
    DEAL = "after the deal"


CLUB: Final[Mapping[str, When]] = {
    "scored": When.WINDOW,  # rows 2, 19-22
    "underpeg": When.WINDOW,  # rows 13, 19
    "overpeg": When.ALERT,  # rows 14, 19
    "overpeg-stands": When.WINDOW,
    "corrected": When.ALERT,
    "false-claim": When.AT_ONCE,  # row 26: it has no window, it only gets worse
    "game": When.AT_ONCE,  # row 31
    "heels-forfeit": When.AT_ONCE,  # row 6: certain only when the dealer has played
    "out-of-order": When.WINDOW,  # row 23
    "wrong-track": When.AT_ONCE,  # row 5
    "opponent-peg": When.AT_ONCE,  # row 5
    "front-peg-removed": When.HINT,  # row 3
    "both-pegs-removed": When.HINT,  # row 3
    "back-peg-moved": When.NEXT_CUT,  # row 4
    "backward": When.AT_ONCE,
    "renege": When.DEAL,  # row 12
    "wrong-count": When.AT_ONCE,  # row 8
    "imperfect-pack": When.AT_ONCE,  # row 7
    "muggins": When.AT_ONCE,  # row 28: this is the ruling
    "muggins-refused": When.AT_ONCE,
    "unverified": When.WINDOW,
    "withdrawn": When.AT_ONCE,  # as what is withdrawn, which it names under `of`
}


@dataclass(frozen=True, slots=True)
class Call:
    """A question put to judges: two of them, and what it is about (an item's id, ``pegs`` or ``starter``)."""

    judges: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the public, a player (`seat`), or judges with an open `call`."""

    kind: str = "public"
    seat: Player | None = None
    call: Call | None = None

    @classmethod
    def public(cls) -> Viewer:
        """Anybody in the room."""
        return cls()

    @classmethod
    def player(cls, seat: Player) -> Viewer:
        """One of the two players."""
        return cls("player", seat)

    @classmethod
    def judge(cls, call: Call) -> Viewer:
        """The judges of an open call."""
        return cls("judge", None, call)


@dataclass(frozen=True, slots=True)
class House:
    """What a club may choose: ``at-once`` or ``after-window`` for overpegs in club mode."""

    alerts: str = "at-once"


@dataclass(frozen=True, slots=True)
class Health:
    """How one part is; `note` says why in words, `fix` what to do; `code` and `detail` are for other languages.

    `state` is ``ok``, ``info`` (worth knowing), ``degraded``, ``fault``, ``stale`` (no news), ``off``, or
    ``doubt``: about pegs on a sound board. Doubts could betray a mistake, so no lamp may depend on them (3.6).
    """

    part: str
    state: str
    note: str = ""
    fix: str = ""
    code: str = ""
    detail: str = ""

    @property
    def is_trouble(self) -> bool:
        """Whether something is wrong with the part itself."""
        return self.state not in ("ok", "info", "doubt")


DEFAULT_HOUSE: Final = House()


def is_settled(board: Scoreboard, followed: bool = False) -> bool:
    """Whether the result may be shown (row 31): the game is over, and in sanctioned play nobody can object.

    There a peg in the game hole must have been accepted by the opponent, or another game has `followed`.
    """
    if board.mode != "sanctioned":
        return board.is_over
    if board.claim is None:
        return board.is_over
    return board.claim.accepted or followed


def may_be_graded(board: Scoreboard, followed: bool = False) -> bool:
    """Row 35: whether it may be said how well cards were discarded and played: at once to learn by, else after the
    game.

    Who may have the deals themselves is another question (`cribbage.shown.reveal.review`).
    """
    return board.mode == "teaching" or followed or is_settled(board, followed)


@dataclass(frozen=True)
class Eyes:
    """The questions of the policy, asked of one board: what many of them look up is looked up once."""

    board: Scoreboard
    house: House

    @cached_property
    def teaching(self) -> bool:
        return self.board.mode == "teaching"

    def deal_done(self, deal: int) -> bool:
        """Row 30; in teaching mode the present deal is as open as a closed one."""
        return self.teaching or self.board.deal_is_closed(deal)

    def item(self, item: Item) -> bool:
        """P1: what an item is worth, and what was pegged for it, only after its window."""
        if self.teaching:
            return True
        return item.is_closed and (not self.muggins or self._muggins_is_over(item))

    @cached_property
    def muggins(self) -> bool:
        return bool(self.board.header.get("muggins"))

    def _muggins_is_over(self, item: Item) -> bool:
        """Rule: ACC 10.4.b and c; the last two windows end when pone mixes, so with the deal."""
        if self.board.deal_is_closed(item.deal):
            return True
        later = [i for i in self.board.items.values() if i.deal == item.deal and i.pegged is not None]
        if item.what == "play":
            return any(i.what == "hand" or (i.player == item.player and i.born > item.born) for i in later)
        if item.what == "hand" and item.player != self.board.dealer:
            return any(i.what == "hand" and i.player == self.board.dealer for i in later)
        return item.what not in ("hand", "crib")

    def verdict(self, verdict: Verdict) -> bool:
        """Whether a verdict may be told yet."""
        if self.teaching:
            return True
        when = CLUB.get(str(verdict.more.get("of", verdict.code)), When.DEAL)
        if when in (When.AT_ONCE, When.HINT):
            return True
        if when is When.NEXT_CUT:
            return self.board.cut_t > verdict.t or self.board.is_over
        if when is When.DEAL or self._is_early_go(verdict):
            return self.board.deal_is_closed(verdict.deal)
        if when is When.ALERT and self._alerts_at_once:
            return True
        return self._window_shut(verdict)

    def proof(self, verdict: Verdict) -> bool:
        """Whether its proof may be told: after the window of what it is about; in teaching mode at once.

        Where only a hint was given, after the deal (row 3).
        """
        if self.teaching:
            return True
        hint = CLUB.get(verdict.code) is When.HINT
        shut = self.deal_done(verdict.deal) if hint else self._window_shut(verdict)
        return shut and self.verdict(verdict)

    def _is_early_go(self, verdict: Verdict) -> bool:
        """Row 15: that a go was pegged early is told after the deal: the cards that show it are the opponent's."""
        return verdict.item is not None and verdict.item in self._early_goes

    @cached_property
    def _early_goes(self) -> frozenset[str | None]:
        """The items of which a verdict says that a go was pegged early."""
        return frozenset(v.item for v in self.board.verdicts if v.more.get("go") == "early")

    @property
    def _alerts_at_once(self) -> bool:
        """Muggins by house rules keeps even an overpeg until the opponent has had their chance (section 2)."""
        profile = self.board.header.get("profile")
        return self.house.alerts == "at-once" and not (profile == "hoyle" and self.muggins)

    def _window_shut(self, verdict: Verdict) -> bool:
        item = self.board.items.get(verdict.item or "")
        if item is not None:
            return self.item(item)
        about = (
            [i for i in self.board.items.values() if i.player == verdict.player and i.born <= verdict.t]
            if verdict.player is not None
            else []
        )
        return all(self.item(i) for i in about) or self.board.deal_is_closed(verdict.deal)

    def play_points(self, plays: Sequence[Play], index: int) -> bool:
        """Row 9: points of a card after the next card, and never while its item could still be pegged."""
        if self.teaching:
            return True
        play = plays[index]
        passed = index + 1 < len(plays) or self.board.phase not in ("play", "starter")
        held = [i.born for i in self._play_items(play.player) if not self.item(i)]
        return passed and all(play.t < born for born in held)

    def _play_items(self, player: Player) -> list[Item]:
        return [
            i
            for i in self.board.items.values()
            if i.what == "play" and i.player == player and i.deal == self.board.deal
        ]
