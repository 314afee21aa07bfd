"""Games of people who do everything that the rules forbid, with every verdict that has to come of it.

A fault is done only where nobody could take it for something honest: what the referee may not blame cannot test what
it must blame. The bookkeeping here knows nothing of the referee; only hands are counted by the tested scorer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cribbage.log.observations import CRIB, STARTER, Player
from cribbage.profiles import PROFILES
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, show_points
from cribbage.score.track import GAME_HOLE
from pegwatch.simulated.crookedpegs import (
    LIMIT,
    NEAR,
    NO_GO_UP_TO,
    TRACK,
    CrookedPegs,
    Truth,
    other,
)

__all__ = ["Crooked", "Truth", "faults_of"]


class Crooked(CrookedPegs):
    """One game under one book; `play` writes its log and the truth about it."""

    def play(self) -> tuple[list[str], Truth]:
        """The lines of the log, and what is true of it."""
        for _ in range(60):
            self._deal()
            if self.over:
                break
            self.paper.clear()
            if not self.again:
                self.dealer = self.pone
        return self.paper.lines, self.truth

    def _deal(self) -> None:
        self.deal += 1
        self.again = self.fine_open = False
        self.until_cut.clear()
        cards = self.rng.sample(DECK, 13)
        self.hands = {self.pone: cards[:4], self.dealer: cards[4:8]}
        self.crib, self.starter = cards[8:12], cards[12]
        self.fault = ""
        if max(self.score.values()) <= NEAR and self.rng.random() < self.chance:
            self.fault = self.rng.choice(faults_of(self.book.name, muggins=self.muggins))
        if self.fault == "back peg moved up":
            self._back_peg()
        if self.fault == "starter not read":
            self.paper.see(unread={"zone": STARTER, "count": 1})
            self.paper.zones[STARTER] = ["?"]
        else:
            self.paper.show(STARTER, [self.starter])
            self._heels()
        self._play()
        if not (self.over or self.again):
            self._show()

    def _heels(self) -> None:
        if self.starter.rank != JACK or self.score[self.dealer] > (self.book.heels_max_before or GAME_HOLE):
            return
        if (
            self.fault == ""
            and self.book.heels_lapse
            and self.score[self.dealer] <= NEAR
            and self.rng.random() < self.chance / 2
        ):
            self.fault = "heels not pegged"
        if self.planting("heels not pegged"):
            self.due("heels-forfeit", self.dealer, 2)
        else:
            self.peg(self.dealer, 2)

    def _back_peg(self) -> None:
        """Rule: ACC 8.5.c."""
        player = self.rng.choice("AB")
        front, rear = self.paper.pegs[player]
        if front - rear > 3 and rear > 0 and self.planting("back peg moved up"):
            self.paper.stand(player, front, front - 1)
            self.paper.stand(player, front, rear)
            self.due("back-peg-moved", player, 2)
            self.fine_open = True

    # --- the play ------------------------------------------------------------------------------------------

    def _play(self) -> None:
        held = {player: list(cards) for player, cards in self.hands.items()}
        pile: list[Card] = []
        turn, last = self.pone, ""
        self.refused: set[Player] = set()
        while any(held.values()) and not self.over:
            count = sum(card.value for card in pile)
            fitting = [card for card in held[turn] if count + card.value <= LIMIT]
            if fitting and not self._reneges(turn, held, fitting, count):
                card = self.rng.choice(fitting)
                if self._twice(turn, held):
                    return
                held[turn].remove(card)
                pile.append(card)
                self.paper.lay(turn, card)
                last = turn
                self._score_card(turn, pile, held)
                turn = other(turn)
                if sum(card.value for card in pile) == LIMIT:
                    pile = []
                    self.refused = set()
                    self._turn_over()
            elif any(count + c.value <= LIMIT for c in held[other(turn)]) and other(turn) not in self.refused:
                if self._fifth(turn, held, count):
                    return
                if not fitting:
                    self._over_31(turn, held[turn])
                turn = other(turn)
            else:
                self.peg(last, 1)
                pile, turn = [], other(last)
                self.refused = set()
                self._turn_over()
        if pile and not self.over:
            self.peg(last, 1)
        self._turn_up()

    def _score_card(self, player: Player, pile: list[Card], held: Mapping[Player, list[Card]]) -> None:
        points, count = earned(pile), sum(card.value for card in pile)
        safe = count <= NO_GO_UP_TO - 4 and min(len(cards) for cards in held.values()) > 1
        if safe and points and self._peg_faults(player, points):
            return
        if safe and self.planting("too many pegged in the play"):
            self._overpeg(player, points, self.rng.randint(2, 4), "stands")
            return
        if safe and points and self.planting("points of a card missed"):
            self.due("underpeg", player, points)
            return
        self.peg(player, points)

    def _turn_over(self) -> None:
        if self.book.turns_cards and not self.over:
            for player in "AB":
                if self.paper.zones[player]:
                    self.paper.show(player, [])

    def _turn_up(self) -> None:
        if self.book.turns_cards and not self.over:
            for player in "AB":
                self.paper.show(player, self.hands[player])

    def _reneges(
        self, turn: Player, held: Mapping[Player, list[Card]], fitting: list[Card], count: int
    ) -> bool:
        """Rule: ACC 7.3: a card that fits is not played, and the other player, who cannot go on, takes the go."""
        if turn in self.refused:
            return True
        stuck = not any(count + card.value <= LIMIT for card in held[other(turn)])
        possible = count > NO_GO_UP_TO and stuck and len(held[turn]) > 1 and held[other(turn)]
        last_was_theirs = self.paper.zones[turn] != [] or self.paper.zones[other(turn)] != []
        if not (possible and last_was_theirs and self._last_player() == other(turn)):
            return False
        if self.book.renege_points is None or not self.planting("renege"):
            return False
        each = self.book.renege_points * (len(fitting) if self.book.renege_per_card else 1)
        self.refused.add(turn)
        self.due("renege", turn, each)
        self.fine_open = True
        return True

    def _last_player(self) -> Player:
        for line in reversed(self.paper.lines):
            for player in "AB":
                if f'"zone": "{player}"' in line:
                    return player
        return ""

    def _twice(self, player: Player, held: Mapping[Player, list[Card]]) -> bool:
        """Rule: ACC 4.5.b: a card that lies already. Judges rule, and the same player deals."""
        laid = [card for card in self.hands[other(player)] if card not in held[other(player)]]
        if not laid or not self.planting("the same card twice"):
            return False
        self.paper.lay(player, laid[0])
        self.due("imperfect-pack", None, None)
        self.paper.rule("4.5.b", [], again=self.dealer)
        self.again = True
        return True

    def _fifth(self, player: Player, held: Mapping[Player, list[Card]], count: int) -> bool:
        """Rule: ACC 4.4: all four have been played, and there is another one."""
        if held[player] or self.book.turns_cards:
            return False
        spare = next((c for c in DECK if c not in self._all_cards() and count + c.value <= LIMIT), None)
        if spare is None or not self.planting("a fifth card"):
            return False
        self.paper.lay(player, spare)
        self.due("wrong-count", None, None)
        self.paper.rule("4.4.c, action 9", [], again=self.dealer)
        self.again = True
        return True

    def _over_31(self, player: Player, held: list[Card]) -> None:
        """Rule: ACC 7.1.e: a card that does not fit is taken back at once; nothing is said of it."""
        if held and self.planting("a card over thirty-one"):
            before = self.paper.zones[player]
            self.paper.lay(player, held[0])
            self.paper.show(player, before)

    def _all_cards(self) -> set[Card]:
        return {self.starter, *self.crib, *self.hands["A"], *self.hands["B"]}

    # --- the show ------------------------------------------------------------------------------------------

    def _show(self) -> None:
        worth = {p: show_points(self.hands[p], self.starter).points for p in "AB"}
        crib = show_points(self.crib, self.starter, crib=True).points
        if self.paper.zones[STARTER] == ["?"]:
            self._show_unseen(worth, crib)
            return
        if (
            worth[self.pone]
            and worth[self.dealer]
            and self._early(self.dealer, worth[self.dealer], "dealer first")
        ):
            self.due("out-of-order", self.dealer, worth[self.dealer])
        for player in (self.pone, self.dealer):
            self._count_hand(player, worth[player])
            if self.over:
                return
            if player == self.pone and self.fault == "crib first" and worth[self.dealer] and crib:
                self.paper.show(CRIB, self.crib)
                as_hand = crib in (worth[self.dealer], worth[self.dealer] + crib)
                if not as_hand and self._early(self.dealer, crib, "crib first"):
                    self.due("out-of-order", self.dealer, crib)
        if not self.paper.zones[CRIB]:
            self.paper.show(CRIB, self.crib)
        if self.planting("a crib of five"):
            spare = next(card for card in DECK if card not in self._all_cards())
            self.paper.show(CRIB, [*self.crib, spare])
            self.due("wrong-count", None, None)
            self.paper.rule("4.4.c, action 2", [], hands={"A": 4, "B": 4})
            self.paper.show(CRIB, self.crib)
        self._count_hand(self.dealer, crib, crib=True)
        if not self.over and self.planting("a peg goes back"):
            self._goes_back()

    def _show_unseen(self, worth: Mapping[Player, int], crib: int) -> None:
        self.truth.faults["starter not read"] += 1
        for player in (self.pone, self.dealer):
            self._peg_unseen(player, worth[player])
        if not self.over:
            self.paper.show(CRIB, self.crib)
            self._peg_unseen(self.dealer, crib)

    def _peg_unseen(self, player: Player, points: int) -> None:
        if points and not self.over and self.score[player] + points < GAME_HOLE:
            self.paper.leap(player, points)
            self.moved(player, points, points)
            self.score[player] += points
            self.due("unverified", player, points)

    def _early(self, player: Player, points: int, fault: str) -> bool:
        """Pegged out of turn, and taken back (Rule: ACC 9.2.c, 9.2.e)."""
        if (
            not self.book.order_is_judged
            or self.score[player] + points >= GAME_HOLE
            or not self.planting(fault)
        ):
            return False
        _, rear = self.paper.pegs[player]
        self.paper.leap(player, points)
        self.moved(player, points, None, "penalty")
        self.paper.back(player, points, rear)
        self.moved(player, -points, None, "back")
        return True


EVERYWHERE: Final = (
    "too many pegged in the play", "points of a card missed", "too many pegged, stands", "too many pegged, corrected",
    "too many pegged, challenged", "too few pegged", "nothing pegged", TRACK, TRACK, "renege", "the same card twice",
    "a fifth card", "a crib of five", "a card over thirty-one", "starter not read",
)  # fmt: skip
ACC_ONLY: Final = (
    "dealer first", "crib first", "the opponent's peg", "the opponent's peg", "the front peg", "both pegs",
    "back peg moved up", "a peg goes back", "renege",
)  # fmt: skip


def faults_of(profile: str, *, muggins: bool) -> list[str]:
    """The faults that mean something under a book."""
    book = PROFILES[profile]
    faults = [*EVERYWHERE, *(ACC_ONLY if profile.startswith("acc-") else ())]
    if book.underpeg_open:  # the next peg would pass for the rest of it
        faults.remove("points of a card missed")
    return [*faults, *(("muggins", "muggins", "wrong muggins") if muggins else ())]


def earned(pile: list[Card]) -> int:
    """What the last card of a series earns, counted the slow way (no go, no last card)."""
    points = 2 * (sum(card.value for card in pile) in (15, LIMIT))
    ranks = [card.rank for card in pile]
    same = 1
    while same < len(ranks) and ranks[-same - 1] == ranks[-1]:
        same += 1
    points += same * (same - 1)
    for size in range(len(ranks), 2, -1):
        if sorted(ranks[-size:]) == list(range(min(ranks[-size:]), min(ranks[-size:]) + size)):
            return points + size
    return points
