"""Writes one game: deals, plays and counts it, and plants the faults."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from cribbage.log.observations import Player
from cribbage.profiles import PROFILES, Profile
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, show_points
from cribbage.score.pegging import LIMIT, Play
from pegwatch.simulated.acts import (
    Act,
    Collect,
    Count,
    Deal,
    Judged,
    Lay,
    Move,
    Planted,
    Tap,
    Touch,
    Turn,
)
from pegwatch.simulated.plants import (
    CHALLENGED,
    CORRECTED,
    FALSE_CLAIM,
    HEELS,
    STANDS,
    TOUCH,
    UNDERPEG,
    Plants,
)
from pegwatch.simulated.players import card_to_play, discards

GAME_HOLE: Final = 121
SEATS: Final = ("A", "B")
_HEELS: Final = 2  # Rule: ACC 6.3
_NEAR: Final = 6  # a false claim is planted only this near to the game hole: nobody errs by more
_NO_GO_UP_TO: Final = 21  # up to this count anyone who holds a card can play it (Rule: ACC 7.3)


@dataclass(frozen=True, slots=True)
class Script:
    """One game as written: what was done, what was planted, how it ended."""

    dealer: Player
    acts: tuple[Act, ...]
    planted: tuple[Planted, ...]
    winner: Player
    pegs: dict[Player, tuple[int, int]]
    deals: int


def other(player: Player) -> Player:
    """The opponent."""
    return "B" if player == "A" else "A"


def write_game(
    chance: random.Random, dealer: Player, plants: Plants, profile: str = "acc-2025", start: int = 0
) -> Script:
    """Play one game of two players to its end; the same chance and rule book give the same game.

    `start`: the score that both begin with.
    """
    return _Game(chance, dealer, plants, PROFILES[profile], start).write()


def pegs_at(start: int) -> tuple[int, int]:
    """Front and rear peg of a player who begins with this score."""
    return start, start - 1


class _Game:
    """A game being written. `pegs` are [front, rear] as they stand, faults included."""

    def __init__(
        self, chance: random.Random, dealer: Player, plants: Plants, book: Profile, start: int
    ) -> None:
        self.chance = chance
        self.book = book
        self.dealer = self.first_dealer = dealer
        self.plants = plants
        self.acts: list[Act] = []
        self.planted: list[Planted] = []
        self.pegs: dict[Player, tuple[int, int]] = dict.fromkeys(SEATS, pegs_at(start))
        self.deal = 0
        self.winner: Player | None = None
        self.due: dict[Player, int] = {"A": 0, "B": 0}  # play points earned and not yet pegged
        self.worth: dict[Player, int] = {}  # what the hands of this deal are worth at the show
        # What was due in this deal and not pegged at all, heels or a hand.
        self.unpegged: dict[Player, int] = {}
        self.set_short: set[Player] = set()  # players who set a score short in this deal
        self.unlike: tuple[int, ...] = ()  # pegging so many now would look like the hand pegged too early

    def write(self) -> Script:
        while self.winner is None:
            self._write_deal()
        self._do(Collect())
        return Script(
            self.first_dealer, tuple(self.acts), tuple(self.planted), self.winner, self.pegs, self.deal
        )

    def _write_deal(self) -> None:
        self.deal += 1
        pack = self.chance.sample(DECK, len(DECK))
        sixes = {other(self.dealer): pack[0:12:2], self.dealer: pack[1:12:2]}
        thrown = {p: discards(six, own_crib=p == self.dealer, chance=self.chance) for p, six in sixes.items()}
        hands = {p: [card for card in six if card not in thrown[p]] for p, six in sixes.items()}
        crib = [card for pair in thrown.values() for card in pair]
        self.chance.shuffle(crib)
        self.unpegged, self.set_short = {}, set()
        self.worth = {p: show_points(hand, pack[12]).points for p, hand in hands.items()}
        self._do(Deal(self.deal, self.dealer), Turn(pack[12]))
        for _ in self._steps(hands, crib, pack[12]):
            if self.winner is not None:
                return
            if self.chance.random() < self.plants.touch:
                self._touch()
        self._do(Collect())
        self.dealer = other(self.dealer)

    def _steps(self, hands: dict[Player, list[Card]], crib: list[Card], starter: Card) -> Iterator[None]:
        """The deal in the order of play; after each step the caller looks whether the game is over."""
        lost_heels = (
            starter.rank == JACK and self.chance.random() < self.plants.heels_lost and self.book.heels_lapse
        )
        if lost_heels:
            self.unpegged[self.dealer] = _HEELS
        elif starter.rank == JACK and not self._barred(self.dealer):
            self._peg(self.dealer, _HEELS, "heels")
        yield
        laid: dict[Player, list[Card]] = {"A": [], "B": []}
        for _ in self._play(hands, laid, lost_heels):
            yield
        pone = other(self.dealer)
        for player, what, cards in (
            (pone, "hand", laid[pone]),
            (self.dealer, "hand", laid[self.dealer]),
            (self.dealer, "crib", crib),
        ):
            points = show_points(cards, starter, crib=what == "crib").points
            self._do(Count(player, what, tuple(cards), points))
            before = self.pegs[player]
            if what == "crib" and player in self.unpegged:
                self._peg(player, points, what)  # a fault here would look like hand and crib pegged together
            else:
                self._score(player, points, what)
            if points and self.pegs[player] == before:
                self.unpegged[player] = points
            yield
            if what == "hand" and player == self.dealer and self.chance.random() < self.plants.tidy:
                self._do(Collect((pone, self.dealer)))

    def _barred(self, dealer: Player) -> bool:
        """Whether the end is so near that heels are not pegged (Rule: Alberta 9)."""
        last = self.book.heels_max_before
        return last is not None and self.pegs[dealer][0] > last

    # ---- the play ------------------------------------------------------------------------------------

    def _play(
        self, hands: dict[Player, list[Card]], laid: dict[Player, list[Card]], lost_heels: bool
    ) -> Iterator[None]:
        play = Play(2, SEATS.index(other(self.dealer)), [hands[seat] for seat in SEATS])
        while play.turn is not None:
            turn = play.turn
            player = SEATS[turn]
            card = card_to_play(play, turn, self.chance)
            count = play.count + card.value
            self._do(Lay(player, card))
            laid[player].append(card)
            awards = play.play(card)
            if lost_heels and player == self.dealer:
                lost_heels = False
                del self.unpegged[player]
                self._forfeit_heels()
            ended = not play.pile
            end_points = sum(award.points for award in awards if award.name in ("go", "last card"))
            earned = sum(award.points for award in awards) - end_points
            self._peg_play(player, play, count, earned, end_points, ended)
            yield

    def _peg_play(
        self, player: Player, play: Play, count: int, earned: int, end_points: int, ended: bool
    ) -> None:
        """Peg what the last card earned: now, together with the go, or later where that is allowed."""
        opponent_holds = bool(play.hands[SEATS.index(other(player))])
        goes_on = play.turn == SEATS.index(player) and (not ended or not opponent_holds)
        self.due[player] += earned
        if goes_on and not end_points and self.chance.random() < self.plants.merge:
            return  # the opponent cannot play: lay on and peg it all together (Rule: ACC 7.2.b)
        if end_points and play.turn is not None and self.chance.random() < self.plants.tap_go:
            self._do(Tap(other(player), "go"))
        if end_points and self.due[player] and self.chance.random() >= self.plants.merge:
            self._peg(player, self._take_due(player), "play")
            if self.winner is not None:
                return
        self.due[player] += end_points
        all_out = play.turn is None
        certain = (ended and (count == LIMIT or all_out)) or (count <= _NO_GO_UP_TO and opponent_holds)
        points = self._take_due(player)
        self.unlike = (self.worth[player], self.worth[player] + points) if all_out else ()
        if certain:
            self._score(player, points, "play")
        else:
            self._peg(player, points, "play")

    def _take_due(self, player: Player) -> int:
        due, self.due[player] = self.due[player], 0
        return due

    def _forfeit_heels(self) -> None:
        """The dealer has laid their first card and not pegged his heels: they are lost (Rule: ACC 6.3.c)."""
        self._plant(HEELS, self.dealer, _HEELS, ("heels-forfeit",), at=len(self.acts) - 1)

    # ---- pegging -------------------------------------------------------------------------------------

    def _score(self, player: Player, earned: int, what: str) -> None:
        """Peg what was earned, or plant a fault on it."""
        chance, plants = self.chance, self.plants
        front = self.pegs[player][0]
        show = what != "play"
        short = GAME_HOLE - front - earned
        if show and self._tempted_to_claim(player, short):
            self._claim_falsely(player, earned, what)
            return
        if chance.random() < (plants.overpeg_show if show else plants.overpeg_play):
            excess = chance.randint(1 if show else 2, 4)
            ambiguous = not earned and self._may_set(player)  # it would be what was set short before
            if excess < short and not ambiguous and (show or earned + excess not in self.unlike):
                self._overpeg(player, earned, excess, what)
                return
        if show and earned and short > 0 and chance.random() < plants.underpeg and not self._may_set(player):
            self._underpeg(player, earned, what)
            return
        self._peg(player, earned, what)

    def _peg(self, player: Player, points: int, what: str, *, earned: int | None = None) -> None:
        """Leapfrog the rear peg over the front peg; beyond the game hole nothing counts (Rule: ACC 8.1)."""
        front, rear = self.pegs[player]
        due = points if earned is None else earned
        points = min(points, GAME_HOLE - front)
        if points == 0:
            return
        first = None
        if self.chance.random() < self.plants.second_thought and front + points < GAME_HOLE - 1:
            first = front + points + 1
        self._do(Move(player, rear, front + points, what, points, min(due, GAME_HOLE - front), first))
        self.pegs[player] = (front + points, front)
        if front + points == GAME_HOLE and due >= points:
            self._win(player)

    def _win(self, player: Player) -> None:
        """The game is over; what this deal left open may or may not be settled by that."""
        self.winner = player
        self._leave_open(("overpeg-stands",), ("underpeg",))

    def _leave_open(self, *last: tuple[str]) -> None:
        """What happens next may settle these faults of this deal or leave them open for ever."""
        for i, plant in enumerate(self.planted):
            if plant.deal == self.deal and plant.codes[-1:] in last:
                self.planted[i] = replace(plant, codes=plant.codes[:-1], may=plant.codes[-1:])

    def _overpeg(self, player: Player, earned: int, excess: int, what: str) -> None:
        before = self.pegs[player]
        fate = self.chance.random()
        kind = STANDS if fate < self.plants.stands else CORRECTED
        if fate >= self.plants.stands + self.plants.corrected:
            kind = CHALLENGED if self._can_gain(other(player), excess) else CORRECTED
        if kind == STANDS and self._may_set(player):
            kind = CORRECTED  # left to stand it would be what was set short before (Rule: Alberta 13)
        codes = {STANDS: ("overpeg", "overpeg-stands"), CORRECTED: ("overpeg", "corrected")}
        self._plant(kind, player, excess, codes.get(kind, ("overpeg",)))
        self._peg(player, earned + excess, what, earned=earned)
        if kind == STANDS:
            return
        if kind == CHALLENGED:
            self._do(Tap(other(player), "overpeg"))
        # Back to the right hole: with nothing earned that is where this peg came from.
        front, rear = (before[0] + earned, before[0]) if earned else before
        self._do(Move(player, self.pegs[player][0], front if earned else rear, "back", -excess, None))
        self.pegs[player] = (front, rear)
        if kind == CHALLENGED:
            award = self.book.overpeg_award
            self._peg(other(player), excess if award is None else award, "penalty")

    def _may_set(self, player: Player) -> bool:
        """Whether the player set a score short in this deal and may still put that right (Rule: Alberta 13)."""
        return self.book.underpeg_open and player in self.set_short

    def _underpeg(self, player: Player, earned: int, what: str) -> None:
        missed = min(earned, self.chance.choice((1, 2, 2, 2, 3)))
        self._plant(UNDERPEG, player, missed, ("underpeg",))
        self.set_short.add(player)
        self._peg(player, earned - missed, what, earned=earned)

    def _tempted_to_claim(self, player: Player, short: int) -> bool:
        """A little short of the game hole, and the remedy would not end the game for the opponent."""
        possible = 0 < short <= _NEAR and self._can_gain(other(player), short) and not self._may_set(player)
        return possible and self.chance.random() < self.plants.false_claim

    def _can_gain(self, player: Player, points: int) -> bool:
        """A penalty of so many neither ends the game nor looks like something that was not pegged before."""
        return self.pegs[player][0] + points < GAME_HOLE and self.unpegged.get(player) != points

    def _claim_falsely(self, player: Player, earned: int, what: str) -> None:
        """Into the game hole with too few points; judges come and the remedy is carried out.

        By ACC 8.4.b back to the right hole, the rest to the opponent, and so many back; where the book fixes
        nothing the peg goes to the right hole and that is all.
        """
        front, _ = self.pegs[player]
        right = front + earned
        overclaim = GAME_HOLE - right
        gain = 0 if self.book.false_claim_back is None else overclaim
        back = max(0, right - (self.book.false_claim_back or 0))
        self._leave_open(("overpeg-stands",))  # the judges put the pegs where they think they belong
        self._plant(FALSE_CLAIM, player, overclaim, ("false-claim",))
        self._peg(player, GAME_HOLE - front, what, earned=earned)
        remedy = [{"player": player, "front": back}]
        if gain:
            remedy.append({"player": other(player), "points": gain})
        self._do(Judged("8.4.b" if gain else "", tuple(remedy)))
        # One peg goes to the hole that is left, the other one behind it; one of them may stand there already.
        claimed = back - 1 if front == back else back
        self._do(Move(player, GAME_HOLE, claimed, "ruling", back - GAME_HOLE, None))
        if front not in (back, back - 1):
            self._do(Move(player, front, back - 1, "ruling", 0, None))
        self.pegs[player] = (back, back - 1)
        self._peg(other(player), gain, "penalty")

    def _touch(self) -> None:
        player = self.chance.choice(SEATS)
        self._plant(TOUCH, player, 0, ())
        self._do(Touch(player, self.chance.choice(self.pegs[player])))

    def _plant(
        self, kind: str, player: Player, points: int, codes: tuple[str, ...], *, at: int | None = None
    ) -> None:
        """Write a fault down; `at` is the act that it is, the next one by default."""
        act = len(self.acts) if at is None else at
        self.planted.append(Planted(kind, self.deal, player, points, codes, act))

    def _do(self, *acts: Act) -> None:
        self.acts.extend(acts)
