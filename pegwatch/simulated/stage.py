"""What lies on the table, act by act: turns happenings into the scenes that a camera would see."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from cribbage.log.observations import Player
from cribbage.score.cards import Card
from pegwatch.simulated.layout import (
    PITCH_HEAP_MM,
    Spot,
    hand_on_its_way,
    hand_over,
    place_of,
    starter_on_pack,
)
from pegwatch.simulated.setting import LAYINGS, Laying
from vision.scene.model import ArmOver, LaidCard, Scene


class Stage:
    """The visible table. Every change appends (time, scene) to `scenes`.

    Not `watched`, it keeps no scenes; with `coarse` hands there is none for an arm on its way, only for one
    over its place.
    """

    def __init__(
        self,
        chance: random.Random,
        begin: float,
        pegs: dict[Player, frozenset[int]],
        laying: Laying = LAYINGS["spread"],
        *,
        watched: bool = True,
        coarse: bool = False,
    ) -> None:
        self.scenes: list[tuple[float, Scene]] = []
        self._chance = chance
        self._lying: dict[str, list[LaidCard]] = {}
        self._rows: dict[str, Spot] = {}
        self._hands: dict[Player, ArmOver] = {}
        self._pegs = dict(pegs)
        self._pack = True
        self._order = 0
        self._watched = watched
        self._coarse = coarse
        self._laying = laying
        self._show(begin)

    # ---- hands and pegs --------------------------------------------------------------------------------

    def hand(self, t: float, player: Player, at: tuple[float, float], *, coming: bool = False) -> None:
        """An arm is over a point of the table, or on its way there or back."""
        if coming and self._coarse:
            return
        self._hands[player] = hand_on_its_way(player, *at) if coming else hand_over(player, *at)
        self._show(t)

    def no_hand(self, t: float, player: Player) -> None:
        """The arm is gone."""
        self._hands.pop(player, None)
        self._show(t)

    def pegs(self, t: float, player: Player, holes: Iterable[int]) -> None:
        """The pegs of a track stand like this now."""
        self._pegs[player] = frozenset(holes)
        self._show(t)

    # ---- cards -----------------------------------------------------------------------------------------

    def dealt(self, t: float, zone: str, count: int, dealer: Player) -> None:
        """A heap of cards, face down, in front of a player."""
        self._row(zone, zone, dealer, PITCH_HEAP_MM)
        self._lying[zone] = [self._next(zone, None) for _ in range(count)]
        self._show(t)

    def crib_thrown(self, t: float, dealer: Player, count: int) -> None:
        """So many cards lie in the crib, face down."""
        self._row("crib", "crib", dealer, PITCH_HEAP_MM)
        self._lying["crib"] = [self._next("crib", None) for _ in range(count)]
        self._show(t)

    def turned(self, t: float, card: Card) -> None:
        """The starter is turned up on the pack."""
        self._order += 1
        self._lying["starter"] = [starter_on_pack(str(card), self._order, self._chance)]
        self._show(t)

    def where_next(self, zone: str, dealer: Player) -> tuple[float, float]:
        """About where the next card of a zone comes to lie."""
        lying = self._lying.get(zone)
        if lying:
            return lying[-1].x_mm, lying[-1].y_mm
        return place_of(zone, dealer).center_mm

    def laid(self, t: float, player: Player, card: Card, dealer: Player) -> None:
        """A card is laid in front of a player, partly on their last one."""
        if player not in self._rows:
            self._row(player, player, dealer, self._laying.played)
        self._lying.setdefault(player, []).append(self._next(player, card))
        self._show(t)

    def spread(self, t: float, zone: str, cards: Sequence[Card], dealer: Player) -> None:
        """A hand, or the crib turned up, is spread in the order of `cards`."""
        self._row(zone, zone, dealer, self._laying.crib if zone == "crib" else self._laying.hand)
        self._lying[zone] = [self._next(zone, card) for card in cards]
        self._show(t)

    def cleared(self, t: float, zone: str) -> None:
        """The cards of a zone are taken away; with the starter the whole pack is picked up."""
        self._lying.pop(zone, None)
        self._rows.pop(zone, None)
        if zone == "starter":
            self._pack = False
        self._show(t)

    def pack_down(self, t: float) -> None:
        """The rest of the pack lies in its place."""
        self._pack = True
        self._show(t)

    # ---- within ----------------------------------------------------------------------------------------

    def _row(self, key: str, zone: str, dealer: Player, pitch_mm: tuple[float, float]) -> None:
        self._rows[key] = Spot(place_of(zone, dealer), pitch_mm, self._chance)

    def _next(self, key: str, card: Card | None) -> LaidCard:
        self._order += 1
        face = None if card is None else str(card)
        return self._rows[key].next(face, self._order, face_up=face is not None)

    def _show(self, t: float) -> None:
        if not self._watched:
            return
        cards = tuple(card for lying in self._lying.values() for card in lying)
        scene = Scene(cards, tuple(self._hands.values()), self._pack, dict(self._pegs))
        if self.scenes and self.scenes[-1][0] == t:
            self.scenes[-1] = (t, scene)
        elif not self.scenes or self.scenes[-1][1] != scene:
            self.scenes.append((t, scene))
