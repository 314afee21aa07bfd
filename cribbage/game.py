"""What the referee knows of a game: deal, items, pegs, and what is still being weighed.

Only state and the telling of it live here; the rules that change it are in `playing`, `showing`, `pegfaults`,
`rulings` and `windows`. A `Game` prints as one line: ``A 45/38 B 61/53 deal 4 dealer B play 22``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

from cribbage.cards import Card, show_cards
from cribbage.codec import Header
from cribbage.events import Event
from cribbage.items import Item, Reason, State, What
from cribbage.moves import Move, Watch
from cribbage.observations import Player, Zone
from cribbage.play import Go, PlayLine
from cribbage.profiles.explain import cite
from cribbage.results import result_of
from cribbage.seating import Seating
from cribbage.track import PegPair
from cribbage.verdicts import Code, Verdict


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
    ORDER = "the dealer pegged first: out of order, or the pone gave up the hand"
    CRIB = "the crib that it may be for has not been seen"
    CRIB_FIRST = "the crib was pegged first: out of order, or the hand was given up"
    STARTER = "the starter that it may be for has not been seen"
    COUNT = "the announced count is wrong and may yet be accepted"
    OVER = "pegged on a card over thirty-one, which may still be replaced"


@dataclass(slots=True)
class Hold:
    """A released move that waits for what settles its doubt."""

    doubt: Doubt
    move: Move
    items: list[Item] = field(default_factory=list)
    base: int = 0


@dataclass(frozen=True, slots=True)
class Dispute:
    """A card that had fitted was laid after a go was pegged: what it earns if the go was not due."""

    player: Player
    points: int


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
class Announced:
    """A wrong count that a player announced, and what the last card would earn by it."""

    player: Player
    count: int
    points: int


@dataclass(slots=True)
class Remedy:
    """A player's pegs have to go back to `target`; moves on the way there are no new faults."""

    player: Player
    target: int
    rule: str
    met: bool = False
    ruled: bool = False


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
    starter: Card | None = None
    starter_unread: bool = False
    zones: dict[Zone, tuple[Card | None, ...]] = field(default_factory=dict)
    hands: dict[Player, tuple[Card, ...]] = field(default_factory=dict)
    crib: tuple[Card, ...] | None = None
    crib_shown: bool = False
    crib_lay: bool = False
    goes: list[Go] = field(default_factory=list)
    go_after: set[int] = field(default_factory=set)
    turned: dict[Player, int] = field(default_factory=dict)
    said_go: dict[Player, Go] = field(default_factory=dict)
    gone: set[Player] = field(default_factory=set)
    claimed: tuple[Card, ...] | None = None
    dispute: Dispute | None = None
    announced: Announced | None = None
    over: tuple[Player, int] | None = None
    over_admitted: bool = False  # the card over thirty-one that lies there goes back, as both know
    led: int | None = None
    taken_back: TakenBack | None = None
    scored_by: set[Player] = field(default_factory=set)
    none_by: set[Player] = field(default_factory=set)
    void: bool = False
    credit: set[Player] = field(default_factory=set)
    patchy: bool = False
    next_begun: bool = False
    moves: int = 0
    unverified_by: set[Player] = field(default_factory=set)
    unsure_pegs: bool = False
    unsure_go: set[Player] = field(default_factory=set)
    told: set[Code] = field(default_factory=set)
    back_ok: dict[Player, int] = field(default_factory=dict)
    again: Player | None = None  # by a ruling: who deals this deal once more
    next_dealer: Player | None = None
    dead: set[Zone] = field(default_factory=set)
    no_points: set[Player] = field(default_factory=set)
    dead_cards: dict[Player, tuple[Card, ...]] = field(default_factory=dict)
    mixed: bool = False  # cards may have been laid and turned over again that nobody saw


class Game(Seating):
    """The state of one game and the events told of it so far (`out`, drained by the referee)."""

    def __init__(self, header: Header) -> None:
        super().__init__(header.players)
        self.header = header
        self.profile = header.rules
        self.watches = {player: Watch(player, PegPair(*header.start_of(player))) for player in self.players}
        self.phase = Phase.STARTER
        self.deal = self._new_deal(1, header.dealer)
        self.items: list[Item] = []
        self.holds: list[Hold] = []
        self.remedies: dict[Player, Remedy] = {}
        self.orders: list[Order] = []
        self.orders_told: dict[str, Any] | None = None
        self.waiting_card: tuple[Player, Card | None, float] | None = None
        self.between_deals = False
        self.gap: set[Zone] = set()
        self.hidden: dict[Player, tuple[int, int]] = {}
        self.unsure: set[Player] = set()
        self.sees_since = 0.0
        self.may_have_missed_a_deal = False
        self.moved_over: dict[Player, int] = {}
        self.lost_pegs: set[Player] = set()
        self.rear_home: dict[Player, int] = {}
        self.late: list[tuple[Item, Reason, float]] = []
        self.faults: dict[str, str] = {}
        self.clock: Enum | None = None
        self.cribs = dict.fromkeys(self.players, 0)
        self.saw_cards = False
        self.over = False
        self.now = 0.0
        self.out: list[Event] = []
        self._serial = 0

    # --- asking --------------------------------------------------------------------------------------------

    @property
    def in_order(self) -> tuple[Player, ...]:
        """The seats in the order of counting: from the dealer's left, the dealer last."""
        return (*self.others(self.dealer), self.dealer)

    @property
    def order_is_judged(self) -> bool:
        """Whether pegging out of the order of counting is: between two players only."""
        return self.profile.order_is_judged and len(self.seats) == 2

    @property
    def dealer(self) -> Player:
        """Who deals this deal."""
        return self.deal.dealer

    @property
    def pone(self) -> Player:
        """The nondealer."""
        return self.after(self.deal.dealer)

    def pegs(self, player: Player) -> PegPair:
        """Where a player's pegs stood at the last release."""
        return self.watches[self.side(player)].rest

    def score(self, player: Player) -> int:
        """A player's score on the board."""
        return self.pegs(player).score

    def open_items(self, player: Player, *whats: What) -> list[Item]:
        """A player's items whose windows are open, oldest first."""
        side = self.side(player)
        return [
            item
            for item in self.items
            if item.player == side and item.is_open and item.what in (whats or What)
        ]

    def hold_of(self, player: Player, *doubts: Doubt) -> Hold | None:
        """The move of a player that waits for a verdict, if any."""
        for hold in self.holds:
            if hold.move.player == player and (not doubts or hold.doubt in doubts):
                return hold
        return None

    def take_holds(self, *doubts: Doubt, player: Player | None = None) -> list[Hold]:
        """Take the waiting moves with these doubts off the list, oldest first."""
        taken = [hold for hold in self.holds if hold.doubt in doubts and player in (None, hold.move.player)]
        self.holds = [hold for hold in self.holds if hold not in taken]
        return taken

    @property
    def blind(self) -> bool:
        """Whether cards may lie on the table that nobody has seen."""
        return not self.saw_cards or "camera" in self.faults or self.deal.mixed

    def __str__(self) -> str:
        pegs = " ".join(f"{player} {self.pegs(player)}" for player in self.players)
        count = self.deal.line.count if self.phase is Phase.PLAY else None
        where = self.phase.value + ("" if count is None else f" {count}")
        return f"{pegs} deal {self.deal.number} dealer {self.dealer} {where}"

    # --- telling -------------------------------------------------------------------------------------------

    def tell(self, kind: str, body: dict[str, Any], t: float | None = None) -> None:
        """Add an event."""
        self.out.append(Event(kind, self.now if t is None else t, body))

    def say(self, code: Code, player: Player | None, points: int | None, t: float, **more: Any) -> None:
        """Add a verdict; keys of `more` that are None are left out.

        `rule` is the ACC's number: it becomes the book's own, and what the book leaves open is marked as a house
        default.
        """
        extra = {key: value for key, value in more.items() if value is not None}
        if player is not None and player not in self.players:
            player, extra["seat"] = self.side(player), player
        if "rule" in extra:
            extra["rule"], silent = cite(self.profile.name, extra["rule"])
            if silent:
                extra["house_default"] = list(silent)
        self.tell("verdict", Verdict(t, code, player, points, extra).body(), t)

    def remark(self, about: str, rule: str, player: Player | None, why: str) -> None:
        """Tell something that no verdict is for, with the book's rule (the ACC's number is given)."""
        cited, silent = cite(self.profile.name, rule)
        body: dict[str, Any] = {"about": about, "rule": cited, "player": player, "why": why}
        self.tell("remark", body | ({"house_default": list(silent)} if silent else {}))

    def tell_item(self, item: Item) -> None:
        """Tell the state of an item."""
        self.tell("item", item.body())

    def tell_pegs(self) -> None:
        """Tell where the pegs stand."""
        certain = not self.holds and not self.remedies and "board" not in self.faults
        body: dict[str, Any] = {
            player: [self.pegs(player).front, self.pegs(player).rear] for player in self.players
        }
        self.tell("pegs", body | {"certain": certain})

    def enter(self, phase: Phase) -> None:
        """Go on to another phase and tell it."""
        self.phase = phase
        self.tell_phase()

    def tell_phase(self) -> None:
        """Tell the phase, and whose act is awaited."""
        turn, to = self._awaited()
        self.tell("phase", {"phase": self.phase.value, "deal": self.deal.number, "turn": turn, "to": to})

    def _awaited(self) -> tuple[Player | None, str | None]:
        if self.phase is Phase.OVER:
            return None, None
        if self.remedies:
            return None, "rule"
        if self.phase is Phase.STARTER:
            return self.pone, "cut"
        if self.phase is Phase.PLAY:
            return self.next_to_play(), "play"
        for item in self.items:
            if (
                item.what in (What.HAND, What.CRIB)
                and item.is_open
                and item.pegged is None
                and item.earned != 0
            ):
                return item.seat or item.player, f"count-{item.what.value}"
        return (None, "clear") if self.deal.crib_shown else (self.dealer, "count-crib")

    def next_to_play(self) -> Player:
        """Whose turn it is to lay a card, as far as the cards tell."""
        last = self.deal.line.last
        if last is None:
            return self.pone
        others = self.others(last.player)
        return next((seat for seat in others if self.deal.line.held(seat)), last.player)

    # --- changing ------------------------------------------------------------------------------------------

    def _new_deal(self, number: int, dealer: Player) -> Deal:
        return Deal(number, dealer, PlayLine(self.seats, self.profile.hand))

    def begin_deal(self, dealer: Player, sure: bool) -> None:
        """Start the next deal; windows of the last one must have been closed before."""
        self.deal = self._new_deal(self.deal.number + 1, dealer)
        self.deal.sure_dealer = sure and not self.may_have_missed_a_deal
        self.deal.patchy = bool(self.gap) or "camera" in self.faults
        if not self.gap and "camera" not in self.faults:
            self.unsure.clear()
            self.may_have_missed_a_deal = False
        self.items = [item for item in self.items if item.is_open]
        self.tell("deal", {"deal": self.deal.number, "dealer": dealer})
        self.enter(Phase.STARTER)

    def earn(
        self,
        what: What,
        player: Player,
        points: int | None,
        cards: Iterable[Card] = (),
        parts: tuple[tuple[str, int], ...] = (),
        text: str = "",
    ) -> Item:
        """A new item."""
        if what is What.PLAY and player in self.deal.no_points:
            points, parts = 0, ()  # by a ruling
        self._serial += 1
        side = self.side(player)
        item = Item(f"{self.deal.number}-{self._serial}", what, side, self.deal.number, points, seat=player)
        item.cards, item.parts, item.text = show_cards(cards), parts, text
        item.pone = player == self.pone
        item.doubtful = side in self.unsure and what is not What.PENALTY
        self.items.append(item)
        self.tell_item(item)
        return item

    def peg(self, item: Item, points: int, done: bool = True) -> None:
        """Points were pegged for an item; `done`: nothing more can be."""
        item.pegged = (item.pegged or 0) + points
        item.settled = item.settled or done
        item.state = State.PEGGED
        self.tell_item(item)

    def allow_back(self, side: Player, points: int) -> None:
        """So many points may go back without a word: they are to be retracted."""
        self.deal.back_ok[side] = self.deal.back_ok.get(side, 0) + points

    def close(self, item: Item, reason: Reason) -> None:
        """An item's window has closed."""
        item.state, item.reason, item.excess = State.CLOSED, reason, 0
        self.tell_item(item)

    def win(self, player: Player, t: float) -> None:
        """The game hole was reached with enough points (Rule: ACC 1.6, 8.10)."""
        loser = max((one for one in self.players if one != player), key=self.score)
        remedy = self.remedies.get(loser)
        self.won(player, self.profile.target, remedy.target if remedy else self.score(loser), t)

    def won(self, player: Player, score: int, loser_score: int, t: float, **more: Any) -> None:
        """The game is decided, however that came about: the verdict, with what it counts in this book."""
        result = result_of(self.profile, score, loser_score)
        self.say(Code.GAME, player, loser_score, t, **result.body(), **more)
        self.end()

    def end(self) -> None:
        """The game is over: every window closes."""
        self.over = True
        self.remedies.clear()
        for item in self.items:
            if item.is_open:
                self.close(item, Reason.GAME_OVER)
        self.items.clear()
        self.enter(Phase.OVER)


def reaches_game(game: Game, move: Move) -> bool:
    """Whether a move ends in the game hole, or past it where the board goes on (a game to 61)."""
    return move.after.front >= game.profile.target


def needed(game: Game, move: Move) -> int:
    """The points that a move has to be worth: no more than it takes to the game hole."""
    return min(move.points, game.profile.target - move.before.score)
