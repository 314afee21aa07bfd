"""The parts of a game that are kept while it is judged: what is known of one deal, moves that wait, remedies.

Only data; `cribbage.book.game` holds them, and `laying`, `show` and their like change them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final

from cribbage.book.items import Item
from cribbage.book.playline import Go, PlayLine
from cribbage.log.events import Event
from cribbage.log.observations import Player, Zone
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.sight.pegmoves import Move


class Phase(StrEnum):
    """Where a deal is. OVER: the game has ended."""

    STARTER = "starter"
    PLAY = "play"
    SHOW = "show"
    OVER = "over"


class Doubt(Enum):
    """Why a released move has no verdict yet."""

    GO = "whether the go was due is shown by the next card"
    SHORT = "a hand may have been dealt short, and this may be for what it is worth"
    PART = "part of what was earned: the rest may still follow"
    LAST = "too much for the play, or too little for the hand: the next peg shows it"
    WENT_BACK = "all of it went back: the hand before its turn, or too many for the last card"
    ORDER = "pegged before another's turn to count: out of order, or that hand was given up"
    CRIB = "the crib that it may be for has not been seen"
    CRIB_FIRST = "the crib was pegged first: out of order, or the hand was given up"
    STARTER = "the starter that it may be for has not been seen"
    COUNT = "the announced count is wrong and may yet be accepted"
    AWARD = "too few or too many for an award, and for the hand: the next peg shows which it was for"
    PARTNER = "too much for a hand, or too little for the partner's: the next peg shows it"
    REST = "too much for the crib, or with it the rest of a hand that was pegged short"
    NOTHING = (
        "too little for the hand that is counted next, or for nothing: the next peg of its side shows it"
    )
    BOTH = "too many for the dealer's hand, or hand and crib in one, and wrong: the next peg of its side shows it"
    CALLED = (
        "too many, or with its player's own score what was called for aloud: unless challenged nobody knows"
    )
    OVER = "pegged on a card over thirty-one, which may still be replaced"
    HIDDEN = "cards lie where nothing could be read: whether there are more is shown when they are read again"
    DEALER = "heels were pegged by the player whose turn to deal it was not: the lead shows who dealt"
    CUT_AGAIN = "his heels went back: whether the starter goes back too is shown by what comes next"
    AHEAD = "its player may have laid a card under an arm, and pegged for that"


OF_HAND: Final = (Doubt.NOTHING, Doubt.BOTH)
"""Of the hand that is counted next, as it seems: another peg shows that it was for something else."""


@dataclass(slots=True)
class Hold:
    """A released move that waits for what settles its doubt."""

    doubt: Doubt
    move: Move
    items: list[Item] = field(default_factory=list)
    base: int = 0
    challenged: bool = False
    waits: list[Item] = field(default_factory=list)  # the hands that come before it (Doubt.ORDER)
    in_turn: bool = False  # the hand had been stated as none before (Doubt.CRIB_FIRST)
    crib_since: bool = False  # the crib was turned up after it (Doubt.AWARD)
    is_too_soon: bool = False  # it came before its turn, if it was for what it seems (Doubt.ORDER)

    @property
    def is_honest(self) -> bool:
        """Whether, left as it is, nothing is held against the move."""
        return self.doubt in (Doubt.PART, Doubt.REST)


@dataclass(frozen=True, slots=True)
class TooSoon:
    """A move out of the order of counting, to be retracted: what each score got of it, those in time first.

    `in_time`: points of scores that might have been pegged then; they may go back with the others or stay.
    `start`: the score on the board before it; `t`: when it was made (log time in s); `said`: how many points were
    said to be out of order.
    """

    points: int
    in_time: int
    shares: tuple[tuple[Item, int], ...]
    start: int
    t: float
    said: int

    @property
    def side(self) -> Player:
        """Whose move it was."""
        return self.shares[0][0].player


@dataclass(frozen=True, slots=True)
class Aloud:
    """Points that may have been claimed aloud (muggins): of whom, how many of those missed, and for which scores.

    `own`: the score of the caller's own that they seemed to be for, pegged at `t`.
    """

    scorer: Player
    points: int
    missed: int
    items: tuple[Item, ...]
    own: Item | None = None
    t: float = 0.0


@dataclass(slots=True)
class PlayedOn:
    """A series that may go on though a go was pegged: the side that laid its last card, what that earns in it, and
    what the side has pegged since. `go_t`: when the go was pegged; None where it was said: then it stays a proof."""

    player: Player
    pile: tuple[Card, ...]
    points: int
    go_t: float | None
    pegged: int = 0


@dataclass(frozen=True, slots=True)
class Led:
    """A series that a card laid after its player's own go may have begun; what its last card earns a side."""

    player: Player
    pile: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A player who held cards was passed over at a count, at `t`: they could not play, or their card was not seen."""

    seat: Player
    count: int
    t: float


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A hand or the crib that is not seen any more in the show since `t`: its cards as far as they were read, and how
    many lay there."""

    cards: frozenset[Card]
    number: int
    t: float


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A card that went back to the hand, the score it had earned, and whether a go had ended the series on it."""

    player: Player
    card: Card
    item: Item | None
    settled: bool
    excess: int
    go: bool


@dataclass(frozen=True, slots=True)
class GivenIn:
    """Points that went back as too many after so many cards, what was `said` of them, and the award for it: a go may
    have been one of them."""

    said: Event
    laid: int
    award: tuple[Item, ...]


@dataclass(slots=True)
class SeemedLead:
    """A card that did not fit and was taken for a lead at `t`: it may go back as long as no other card is laid.

    `kept`: what it changed of its deal, as it was before; `items` that were open, with copies of what they were;
    `goes` that seemed to have been due; `holds` that waited; `odd`: what it made odd; `closed`: what was said as
    windows closed.
    """

    player: Player
    card: Card | None
    t: float
    kept: dict[str, Any]
    items: list[tuple[Item, Item]]
    goes: list[Item]
    holds: list[Hold]
    odd: set[tuple[str, Player, Card | None]]
    closed: list[Event]


@dataclass(frozen=True, slots=True)
class Announced:
    """A wrong count that a player announced, and what the last card would earn by it."""

    player: Player
    count: int
    points: int


RULES_OF_NO_PENALTY: Final = ("7", "8.4.c", "9.2")
"""Rules by which judges send back points that were too many, or pegged too early: no others (ACC 8.4.c, 9.2)."""


@dataclass(slots=True)
class Remedy:
    """A player's pegs have to go back to `target`; moves on the way there are no new faults.

    `item`: what was pegged too much that goes back; `penalty`: how many of the last holes are a backward penalty;
    `step`: the last move on the way, where the peg has not come far enough yet; `past`: by how much it has come too
    far, where that is not said yet; `called`: that a penalty was pegged short has been challenged; `credited`: who
    may have more to score by it than is said, as not all of that is known; `last`: of several scores by which the
    game was claimed in one move the last, which may have been none of them; `taken`: the award of which just what had
    gone back by then was pegged.
    """

    player: Player
    target: int
    rule: str
    met: bool = False
    ruled: bool = False
    item: Item | None = None
    penalty: int = 0
    step: Move | None = None
    past: int = 0
    called: bool = False
    credited: frozenset[Player] = frozenset()
    last: Item | None = None
    taken: Item | None = None

    @property
    def may_be_penalty(self) -> bool:
        """Whether judges sent the peg back, and by no rule of points too many, or too early."""
        return self.ruled and not self.rule.startswith(RULES_OF_NO_PENALTY)


@dataclass(slots=True)
class Won:
    """The move that won a game, for how many points, what the loser had by then, and how the game stood before it:
    the phase, each score as it was, the remedies. Judges may say that it is not over."""

    move: Move
    points: int
    phase: Phase
    items: list[tuple[Item, Item]]
    remedies: dict[Player, Remedy]
    loser_score: int = 0


@dataclass(slots=True)
class Order:
    """One thing that has to be done before play goes on: `do` is peg, score, take-back, clear or starter.

    `number` is the hole, the points, or how many cards of the play the player may keep.
    """

    do: str
    rule: str
    player: Player | None = None
    number: int = 0
    remedy: Remedy | None = None
    item: Item | None = None
    deal: int = 0
    ruled: bool = False
    done: bool = False


@dataclass(slots=True)
class Deal:
    """One deal: its cards as seen, its play, and what is owed for it."""

    number: int
    dealer: Player
    line: PlayLine
    sure_dealer: bool = True
    dealer_by_lead: bool = False  # nothing else tells who deals
    dealer_told: bool = False  # by the head of the log, a word or judges
    dealer_by_heels: bool = False  # by heels pegged out of turn, and the lead after them (4.1.b)
    other_dealer: Player | None = None  # who dealt if the lead was not out of turn (4.1.b)
    dealer_shown: bool = False  # by who counted first
    starter: Card | None = None
    starter_unread: bool = False
    starter_gone: bool = False  # it was taken up in the show
    heels_forfeit: Event | None = None  # the verdict that his heels are lost (6.3.c)
    starter_before: Card | None = None  # of the deal before: it lies there until its place is seen without it
    zones: dict[Zone, tuple[Card | None, ...]] = field(default_factory=dict)
    hands: dict[Player, tuple[Card, ...]] = field(default_factory=dict)
    void_since: dict[Code, float] = field(default_factory=dict)  # when it was said why it is void
    # by the cards that the eye reads, what a person says they are
    put_right: dict[Zone, dict[Card, Card]] = field(default_factory=dict)
    reread: set[Zone] = field(default_factory=set)  # whose known cards a person has taken back at the show
    taken_up: dict[Zone, TakenUp] = field(
        default_factory=dict
    )  # perhaps only to be laid elsewhere (9.2.b, 9.2.d)
    carried: dict[Zone, Zone] = field(default_factory=dict)  # where a hand or the crib was laid since
    cards_before: frozenset[Card] = frozenset()  # those of the hands and crib of the deal before
    crib: tuple[Card, ...] | None = None
    crib_shown: bool = False
    crib_lay: bool = False
    goes: list[Go] = field(default_factory=list)
    renege_said: dict[Player, float] = field(
        default_factory=dict
    )  # by which side, and when it was tapped first
    undone_goes: list[Go] = field(
        default_factory=list
    )  # after which their player reneged, as judges have ruled
    go_after: set[int] = field(default_factory=set)
    turned: dict[Player, int] = field(default_factory=dict)
    said_go: dict[Player, Go] = field(default_factory=dict)
    gone: set[Player] = field(default_factory=set)
    passes: list[Pass] = field(default_factory=list)
    claimed: tuple[Card, ...] | None = None
    played_on: PlayedOn | None = None
    played_before: PlayedOn | None = None  # the same before the last card was laid
    led_after_go: Led | None = None
    go_challenged: bool = False  # an opponent says of the go that was pegged just now that they can play
    given_in: GivenIn | None = None  # what went back of what was pegged for the last card
    announced: Announced | None = None
    # The count of the last card, or of an earlier one, said before and tapped late:
    perhaps_announced: int | None = None
    accepted: tuple[Player, int] | None = None  # who has just said go to a wrong count, and what it should be
    over: tuple[Player, int] | None = None
    seemed_lead: SeemedLead | None = None
    # what its player had pegged on it, with what is held against them by that, and the count that they had announced
    pegged_on_lead: list[tuple[Hold, tuple[Event, ...]]] = field(default_factory=list)
    announced_on_lead: tuple[Player, int] | None = None
    # what was pegged on a card over thirty-one that seemed to lead and has gone back, and was held against its player
    pegged_over: list[tuple[Hold, tuple[Event, ...]]] = field(default_factory=list)
    over_admitted: bool = False  # the card over thirty-one that lies there goes back, as both know
    led: int | None = None
    taken_back: TakenBack | None = None
    scored_by: set[Player] = field(default_factory=set)
    earned_by: set[Player] = field(default_factory=set)  # sides that pegged more than a called penalty
    none_by: set[Player] = field(default_factory=set)
    uncallable: set[Player] = field(default_factory=set)  # players who missed points too late to be called
    # where a side stood after a peg that was taken for a card told after it, and what that card had earned it
    pegged_ahead: dict[Player, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    void: bool = False
    credit: set[Player] = field(default_factory=set)
    perhaps_award: set[str] = field(default_factory=set)  # items whose pegs may be for an error of others
    # awards that nobody called for, and the hands or crib that were due when they were pegged
    perhaps_counted: dict[str, list[str]] = field(default_factory=dict)
    perhaps_due: dict[Player, list[int]] = field(default_factory=dict)
    """Points of each side for what another may have done with its pegs: of that nobody knows if it was a fault."""
    awarded: set[Player] = field(default_factory=set)  # whose next peg may be for an error that nobody saw
    called_in_vain: set[Player] = field(
        default_factory=set
    )  # a call brought nothing, and nothing is pegged since
    latest_call: dict[Player, tuple[int | None, Item | None, float]] = field(default_factory=dict)
    """The latest call of muggins of each side: how many were claimed, the points that it brought, and when (log time
    in s) it was tapped if these had been pegged before."""
    called: dict[Player, tuple[int, int, int]] = field(default_factory=dict)
    """Points called for aloud: in which deal, how many, and how many had been missed."""
    aloud: set[Player] = field(default_factory=set)  # whose peg was taken for muggins that nobody heard
    either: dict[Player, Aloud] = field(
        default_factory=dict
    )  # pegs of the show that may have been for muggins
    with_own: dict[Player, tuple[Move, Aloud]] = field(default_factory=dict)
    """What each side may have called for aloud and pegged together with their own score, by their latest move."""
    patchy: bool = False
    next_begun: bool = False
    moves: int = 0
    unverified_by: set[Player] = field(default_factory=set)
    unsure_pegs: bool = False
    unsure_go: set[Player] = field(default_factory=set)
    unseen_pegs: bool = False  # a go may have been pegged in this series that nobody saw
    # A card led for all that is known: a go may have been pegged that nobody saw.
    is_lead_unsure: bool = False
    told: set[Code] = field(default_factory=set)
    remarked: set[tuple[str, Player | None]] = field(default_factory=set)
    back_ok: dict[Player, int] = field(default_factory=dict)
    too_soon: list[TooSoon] = field(default_factory=list)
    # of these only what was before its turn went back
    partly_back: list[TooSoon] = field(default_factory=list)
    # by how many points a side's peg went back last, until it pegs on: they may have been called for aloud
    went_back: dict[Player, int] = field(default_factory=dict)
    disputed: dict[Player, int] = field(
        default_factory=dict
    )  # at which score a peg was challenged that was right
    ruled_on: dict[Player, int] = field(
        default_factory=dict
    )  # the hole further on to which judges have sent a front peg
    # what a side pegged for a hand or crib, and too little, as far as was shown
    seemed_short: dict[Player, Hold] = field(default_factory=dict)
    short_since: dict[str, float] = field(
        default_factory=dict
    )  # when a score was pegged short (log time in s)
    again: Player | None = None  # by a ruling: who deals this deal once more
    next_dealer: Player | None = None
    dead: set[Zone] = field(default_factory=set)
    no_points: set[Player] = field(default_factory=set)
    dead_cards: dict[Player, tuple[Card, ...]] = field(default_factory=dict)
    odd: set[tuple[str, Player, Card | None]] = field(default_factory=set)  # laid as nobody should have
    mixed: bool = False  # cards may have been laid and turned over again that nobody saw
    perhaps_over: bool = False  # cards of the play were taken up unseen: later ones may be the next deal's

    def pegged(self, side: Player, award: bool = False) -> None:
        """A side has pegged in this deal; `award`: nothing but a penalty that was called for."""
        self.scored_by.add(side)
        if not award:
            self.earned_by.add(side)
