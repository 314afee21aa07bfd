"""What the referee knows of a game: deal, items, pegs, and what is still being weighed.

This module only keeps the state and tells of it; the rules that change it are in `playpegs`, `show`, `pegfaults`,
`rulings` and `windows`. A `Game` prints as one line: ``A 45/38 B 61/53 deal 4 dealer B play 22``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from cribbage.book.deal import OF_HAND, Announced, Deal, Doubt, Hold, Order, Phase, Remedy, TakenBack, Won
from cribbage.book.items import Item, Reason, State, What
from cribbage.book.playline import Laid, PlayLine
from cribbage.book.seating import Seating
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import CRIB, STARTER, Player, Zone
from cribbage.log.verdicts import Code, Verdict
from cribbage.profiles.explain import cite
from cribbage.profiles.results import result_of
from cribbage.score.cards import Card, show_cards
from cribbage.score.track import PegPair
from cribbage.sight.contract import READ_S, UNSEEN_S
from cribbage.sight.pegmoves import RELEASE_S, Move, Watch

__all__ = [
    "OF_HAND",
    "Announced",
    "Deal",
    "Doubt",
    "Game",
    "Hold",
    "Order",
    "Phase",
    "Remedy",
    "TakenBack",
    "needed",
    "reaches_game",
    "remark_of",
]


class Game(Seating):
    """The state of one game and the events told of it so far (`out`, drained by the referee)."""

    def __init__(self, header: Header) -> None:
        super().__init__(header.players)
        self.header = header
        self.profile = header.rules
        self.watches = {player: Watch(player, PegPair(*header.start_of(player))) for player in self.players}
        self.phase = Phase.STARTER
        self.deal = self._new_deal(1, header.dealer)
        self.deal.dealer_told = True
        self.items: list[Item] = []
        self.holds: list[Hold] = []
        self.remedies: dict[Player, Remedy] = {}
        self.orders: list[Order] = []
        self.orders_told: dict[str, Any] | None = None
        self.waiting_card: tuple[Player, Card | None, float] | None = None
        self.between_deals = False
        self.gap: set[Zone] = set()
        self.hidden: dict[Player, tuple[int, int]] = {}
        self.blind_since: dict[Zone, float] = {}  # the places that nobody can see
        self.unread_in_show: set[Zone] = set()  # what lies there may be the next deal's
        self.unsure: set[Player] = set()
        self.sees_since = 0.0
        self.may_have_missed_a_deal = False
        self.moved_over: dict[Player, int] = {}
        self.lost_pegs: set[Player] = set()
        # when a track was found again that had been lost, by a move that nobody saw, and where its pegs stood before
        self.found_at: dict[Player, tuple[float, PegPair]] = {}
        self.lost_alone: set[Player] = set()
        self.lost_at: dict[Player, tuple[int, int]] = {}  # in which deal, after how many cards of its play
        self.unseen_pegs: dict[Player, PegPair] = {}  # where a player's latest unverified move left them
        self.judged: dict[Player, Any] = {}  # the latest move of each player, see `blame.Judged`
        self.astray: Any = None  # a peg that stands in the wrong track, see `wrongtrack.Astray`
        self.judged_astray: Any = None  # see `blame.JudgedAstray`
        self.lifted_over: set[Player] = set()
        self.acted_over: set[Player] = set()  # somebody did something while one peg of theirs was not seen
        self.pegged_astray: Player | None = None  # who has to peg again what they pegged with another's peg
        self.unseen_tracks: set[Player] = set()
        self.not_believed: dict[Player, frozenset[int]] = {}
        self.rear_home: dict[Player, int] = {}
        # The score on the board before each player's latest forward move:
        self.scored_from: dict[Player, int] = {}
        self.late: list[tuple[Item, Reason, float]] = []
        self.went_past: list[Move] = []  # what was too many went back, and more with it: taken by who asks
        self.faults: dict[str, str] = {}
        self.clock: Enum | None = None
        self.cribs = dict.fromkeys(self.players, 0)
        self.saw_cards = False
        self.over = False
        self.won_by: Won | None = None  # the move that has won it, and what was before
        self.now = 0.0
        self.lies_since = 0.0  # from when on what is told now may have lain there
        self.out: list[Event] = []
        self.is_shown = True  # else it is another history than the one as told, and tells only what is judged
        self.names: dict[str, int] = {}
        self._told_turn: tuple[Player | None, str | None] = None, None

    # --- asking --------------------------------------------------------------------------------------------

    @property
    def in_order(self) -> tuple[Player, ...]:
        """The seats in the order of counting: from the dealer's left, the dealer last."""
        return (*self.others(self.dealer), self.dealer)

    def place_of(self, item: Item) -> int:
        """Which place a hand has in the order of counting, from 0; the crib comes after all of them."""
        return len(self.seats) if item.what is What.CRIB else self.in_order.index(item.seat)

    @property
    def to_count(self) -> Item | None:
        """The hand or crib that is counted next: worth something or not seen, and none after it has been pegged."""
        due = [item for item in self.items if item.what in (What.HAND, What.CRIB) and item.is_open]
        short = [item for hold in self.holds if hold.doubt in OF_HAND for item in hold.items]
        pegged = [item for item in due if item.pegged is not None or item in short]
        counted = max(map(self.place_of, pegged), default=-1)
        none = [item for item in due if item.what is What.HAND and item.seat in self.deal.none_by]
        waiting = [item for item in due if item not in pegged and item.earned != 0 and item not in none]
        return next((item for item in waiting if self.place_of(item) > counted), next(iter(waiting), None))

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
        items = [item for item in self.items if item.player == side and item.is_open]
        return [item for item in items if item.what in whats] if whats else items

    def hold_of(self, player: Player, *doubts: Doubt) -> Hold | None:
        """The move of a player that waits for a verdict, if any."""
        for hold in self.holds:
            if hold.move.player == player and (not doubts or hold.doubt in doubts):
                return hold
        return None

    def take_holds(self, *doubts: Doubt, player: Player | None = None) -> list[Hold]:
        """Take the waiting moves with these doubts off the list, oldest first."""
        if not self.holds:
            return []
        taken = [hold for hold in self.holds if hold.doubt in doubts and player in (None, hold.move.player)]
        self.holds = [hold for hold in self.holds if hold not in taken]
        return taken

    @property
    def blind(self) -> bool:
        """Whether cards may lie on the table that nobody has seen."""
        reads = self.reads_again and self.now < self.sees_since + READ_S
        return not self.saw_cards or "camera" in self.faults or self.deal.mixed or reads

    @property
    def nothing_lies(self) -> bool:
        """Whether no cards are known to lie before a player or in the crib's place."""
        return not any(self.deal.zones.get(zone) for zone in (*self.seats, CRIB))

    @property
    def next_deal_may_be_on(self) -> bool:
        """Whether all cards of the show, or the crib, had been taken up when the camera went blind: the next deal may
        be on."""
        is_crib_gone = self.deal.crib_shown and not self.deal.zones.get(CRIB)
        return "camera" in self.faults and bool(self.deal.taken_up) and (is_crib_gone or self.nothing_lies)

    @property
    def starter_unread(self) -> bool:
        """Whether a starter may have been turned that nobody has read."""
        return self.deal.starter_unread or (self.deal.starter is None and STARTER in self.blind_since)

    @property
    def reads_again(self) -> bool:
        """Whether the camera sees again, and has not told of every hand yet what was laid while it did not."""
        return not self.gap.isdisjoint(self.seats)

    def __str__(self) -> str:
        pegs = " ".join(f"{player} {self.pegs(player)}" for player in self.players)
        count = self.deal.line.count if self.phase is Phase.PLAY else None
        where = self.phase.value + ("" if count is None else f" {count}")
        return f"{pegs} deal {self.deal.number} dealer {self.dealer} {where}"

    def follows(self, player: Player) -> bool:
        """Whether it is known just now what a player's pegs show: both stand, their track is seen, and no peg is in
        the wrong track, for then what others peg is not told apart from it either."""
        side = self.side(player)
        return side not in self.lost_pegs and self.astray is None and not self.watches[side].in_air

    def may_have_pegged_unseen(self, player: Player) -> bool:
        """Whether a side's pegs are not followed (`follows`), and not only because one was lifted a moment ago."""
        side, watch = self.side(player), self.watches[self.side(player)]
        is_just_up = watch.lifted_t is not None and self.now - watch.lifted_t < RELEASE_S
        is_lost = side in self.lost_pegs or self.astray is not None
        return is_lost or (watch.in_air and not is_just_up)

    def is_pegging(self, player: Player) -> bool:
        """Whether a side has put a peg down that counts as let go of only in a moment, and took it up a while ago: it
        is pegged at the same time as whatever else was let go of just now."""
        watch = self.watches[self.side(player)]
        began = watch.lifted_t
        return watch.deadline is not None and began is not None and self.now - began >= RELEASE_S

    def lie_open(self, zones: Iterable[Zone]) -> bool:
        """Whether cards are known to lie in any of these places that can be seen."""
        return any(self.deal.zones.get(zone) for zone in zones if zone not in self.blind_since)

    @property
    def plays_muggins(self) -> bool:
        """Whether this game is played with muggins, and its book has it (Rule: ACC 10.1)."""
        return bool(self.header.muggins) and self.profile.muggins

    def may_be_award(self, player: Player, points: int) -> bool:
        """Whether so many may be right: for an error of an opponent that nobody saw (Rule: ACC 8.4.c(1))."""
        unseen = self.deal.credit | self.deal.awarded
        is_unseen = player in unseen or any(map(self.may_take_back_unseen, set(self.players) - {player}))
        return is_unseen or self.may_be_due(player, points) or self.may_be_called_aloud(player, points)

    def may_be_due(self, player: Player, points: int) -> bool:
        """Whether so many are for what may have been a fault of another side with its pegs, or a wrong call, alone or
        with one score of their own (Rule: ACC 8.5.c, 8.7, 10.4.a)."""
        own = {0, *(item.owed for item in self.open_items(player))}
        return any(points - perhaps in own for perhaps in self.deal.perhaps_due.get(player, ()))

    def may_take_back_unseen(self, player: Player) -> bool:
        """Whether what a side pegged too much may go back where nobody sees it: its pegs are out of sight, or the
        front one is up, and not only since a moment ago."""
        is_up = self.watches[player].front_is_up and self.may_have_pegged_unseen(player)
        return is_up or self.is_out_of_sight(player)

    def is_out_of_sight(self, player: Player) -> bool:
        """Whether nobody knows where a side's pegs stand, or one has been up so long that it may stand in a dead
        hole."""
        up_since = self.watches[player].lifted_t
        return player in self.lost_pegs or (up_since is not None and self.now - up_since >= UNSEEN_S)

    def may_be_called_aloud(self, player: Player, points: int) -> bool:
        """Whether these may have been called for aloud: an opponent's peg just went back by what a book gives so many
        for, and they are no part of what is due; or it has pegged too many and is up, and may stand back where nobody
        sees it (Rule: ACC 8.4.c(1); Alberta 13)."""
        others = [one for one in self.players if one != player]
        up = [one for one in others if self.may_have_pegged_unseen(one)]
        errors = [item.excess for one in up for item in self.open_items(one) if item.excess]
        due = self.open_items(player)
        is_part = any(item.owed > points for item in due)
        is_award = any(item.owed == points for item in due if item.what is What.PENALTY)
        may_be_back = not (is_part or is_award) and self.is_for_what_went_back(player, points)
        return may_be_back or points in map(self.profile.award_for, errors)

    def is_for_what_went_back(self, player: Player, points: int) -> bool:
        """Whether a book gives so many for what an opponent has just put back (Rule: ACC 8.4.c(1); Alberta 13)."""
        went = [back for one, back in self.deal.went_back.items() if one != player]
        return points in map(self.profile.award_for, went)

    def cited(self, rule: str, ruled: bool = False) -> str:
        """A rule, by the ACC's number, as the book of this game has it; where it is `ruled`, as judges named it."""
        return rule if ruled else cite(self.profile.name, rule)[0]

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

    def remark(self, about: str, case: str, rule: str, player: Player | None, why: str) -> None:
        """Tell something for which there is no verdict, with the book's rule (the ACC's number is given).

        `case` is one word for what is the matter, `why` says it.
        """
        self.tell("remark", remark_of(self.profile.name, about, case, rule, player, why))

    def tell_item(self, item: Item) -> None:
        """Tell the state of an item."""
        if self.is_shown:
            self.tell("item", item.body())

    def tell_card(self, laid: Laid) -> None:
        """Tell a card that was laid, and what it earned."""
        if not self.is_shown:
            return
        body = {
            "player": laid.player,
            "card": None if laid.card is None else str(laid.card),
            "count": laid.count,
        }
        parts = [list(part) for part in laid.parts]
        self.tell("played", body | {"points": laid.points, "parts": parts}, laid.t)

    def tell_pegs(self) -> None:
        """Tell where the pegs stand."""
        if not self.is_shown:
            return
        certain = not (self.holds or self.remedies or self.lost_pegs)
        body: dict[str, Any] = {
            player: [self.pegs(player).front, self.pegs(player).rear] for player in self.players
        }
        self.tell("pegs", body | {"certain": certain})

    def enter(self, phase: Phase) -> None:
        """Go on to another phase and tell it."""
        self.phase = phase
        self.tell_phase()

    def tell_turn(self) -> None:
        """In the show: tell who is to act if that has changed."""
        if self.is_shown and self.phase is Phase.SHOW and self._told_turn != self._to_act():
            self.tell_phase()

    def tell_phase(self, **more: Any) -> None:
        """Tell the phase, and who is to act."""
        if not self.is_shown:
            return
        self._told_turn = turn, to = self._to_act()
        told = {"phase": self.phase.value, "deal": self.deal.number, "turn": turn, "to": to}
        self.tell("phase", told | more)

    def _to_act(self) -> tuple[Player | None, str | None]:
        if self.phase is Phase.OVER:
            return None, None
        if self.remedies:
            return None, "rule"
        if self.phase is Phase.STARTER:
            return self.pone, "cut"
        if self.phase is Phase.PLAY:
            return self.next_to_play(), "play"
        item = self.to_count
        if item is not None:
            return item.seat, f"count-{item.what.value}"
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
        unsure = self.deal.mixed and not self.deal.crib_shown  # perhaps it is still the same deal
        uncallable, called, counted = self.deal.uncallable, self.deal.called, self.deal.perhaps_counted
        before = self.deal.starter if self.deal.zones.get(STARTER) else None
        laid = (one.card for one in self.deal.line.laid if one.card is not None)
        cards = frozenset(laid).union(self.deal.crib or (), *self.deal.hands.values())
        self.deal = self._new_deal(self.deal.number + 1, dealer)
        self.deal.starter_before = before
        self.deal.cards_before = cards
        self.deal.uncallable, self.deal.called, self.deal.perhaps_counted = uncallable, called, counted
        self.deal.mixed = unsure
        self.deal.sure_dealer = sure and not self.may_have_missed_a_deal
        covered = (self.blind_since.keys() | self.unread_in_show) & set(self.seats)
        self.unread_in_show.clear()
        self.hidden |= dict.fromkeys(covered, (0, 0))  # nobody sees yet what is laid there in this deal
        self.deal.patchy = bool(self.gap or covered) or "camera" in self.faults
        if not self.gap and "camera" not in self.faults:
            self.unsure.clear()
            self.may_have_missed_a_deal = False
        self.items = [item for item in self.items if item.is_open]
        self.names = {}  # the number of the deal is part of each
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
        side = self.side(player)
        shown = show_cards(cards)
        name = self._name(what, player, shown or "-".join(part.replace(" ", "-") for part, _ in parts))
        item = Item(name, what, side, self.deal.number, points, seat=player)
        item.cards, item.parts, item.text = shown, parts, text
        item.pone = player != self.dealer
        item.doubtful = side in self.unsure and what is not What.PENALTY
        self.items.append(item)
        self.tell_item(item)
        return item

    def _name(self, what: What, seat: Player, of: str) -> str:
        """The name of a new item: by what it is for, so that it is the same in every history that has it."""
        name = "-".join(
            part for part in (str(self.deal.number), what.value, seat, of.replace(" ", "-")) if part
        )
        self.names[name] = number = self.names.get(name, 0) + 1
        return name if number == 1 else f"{name}.{number}"

    def peg(self, item: Item, points: int, done: bool = True) -> None:
        """Points were pegged for an item; `done`: nothing more can be."""
        item.pegged = (item.pegged or 0) + points
        item.settled = item.settled or done
        item.state = State.PEGGED
        self.tell_item(item)

    def pegged_at(self, side: Player) -> float:
        """When a side last moved a peg, as far as that has been judged (log time in s); before it has, -1."""
        judged = self.judged.get(side)
        moves = [hold.move for hold in self.holds if hold.move.player == side]
        return max((move.t for move in (*moves, *([judged.move] if judged else []))), default=-1.0)

    def allow_back(self, side: Player, points: int) -> None:
        """Expect that these points are taken back: they are to be retracted, and that is no fault."""
        self.deal.back_ok[side] = self.deal.back_ok.get(side, 0) + points

    def close(self, item: Item, reason: Reason) -> None:
        """An item's window has closed."""
        item.state, item.reason, item.excess = State.CLOSED, reason, 0
        self.tell_item(item)

    def credit_others(self, player: Player) -> None:
        """What others of this deal peg may be the error in a move of this player that was not verified."""
        self.deal.credit |= set(self.players) - {player}

    def win(self, player: Player, t: float, retracted: Mapping[Player, int] = MappingProxyType({})) -> None:
        """The game hole was reached with enough points (Rule: ACC 1.6, 8.10); `retracted`: what does not count of
        the others' points."""
        loser = max((one for one in self.players if one != player), key=self.score)
        remedy = self.remedies.get(loser)
        score = remedy.target if remedy else self.score(loser) - retracted.get(loser, 0)
        self.won(player, self.profile.target, score, t)

    def won(self, player: Player, score: int, loser_score: int, t: float, **more: Any) -> None:
        """The game is decided, however that came about: the verdict, with what it counts in this book."""
        if self.won_by is not None:
            self.won_by.loser_score = loser_score
        result = result_of(self.profile, score, loser_score)
        self.say(Code.GAME, player, loser_score, t, **result.body(), **more)
        self.end()

    def wins_by(self, move: Move, points: int) -> None:
        """A move is about to win: how the game stands before it is kept."""
        items = [(item, replace(item)) for item in self.items]
        self.won_by = Won(move, points, self.phase, items, dict(self.remedies))

    def reopen(self, won: Won) -> None:
        """It is not over after all, say judges: it stands as before the move that seemed to win it."""
        self.over, self.won_by, self.phase, self.remedies = False, None, won.phase, won.remedies
        for item, before in won.items:
            item.be_as(before)
            self.tell_item(item)
        self.items = [item for item, _ in won.items]
        self.tell_phase(was=Phase.OVER)

    def end(self) -> None:
        """The game is over: every window closes."""
        self.over = True
        self.remedies.clear()
        for item in self.items:
            if item.is_open:
                self.close(item, Reason.GAME_OVER)
        self.items.clear()
        self.enter(Phase.OVER)


def remark_of(
    profile: str, about: str, case: str, rule: str, player: Player | None, why: str
) -> dict[str, Any]:
    """A remark as the body of an event, as `Game.remark` tells it; `profile`: whose rule is cited."""
    cited, silent = cite(profile, rule)
    body: dict[str, Any] = {"about": about, "case": case, "rule": cited, "player": player, "why": why}
    return body | ({"house_default": list(silent)} if silent else {})


def reaches_game(game: Game, move: Move) -> bool:
    """Whether a move ends in the game hole, or past it where the board goes on (a game to 61)."""
    return move.after.front >= game.profile.target


def needed(game: Game, move: Move) -> int:
    """The points that a move has to be worth: no more than it takes to the game hole."""
    return min(move.points, game.profile.target - move.before.score)
