"""Reads one place of the table from a full picture: its crop, its cards, and which known cards have gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cribbage.log.observations import CRIB, STARTER
from cribbage.score.cards import Card
from vision.armcover import ArmCover, CropCover
from vision.arrays import Field, as_f64
from vision.frames import Frame
from vision.geometry import two_corners
from vision.ground import PX_PER_MM, GroundMemory, soft_picture
from vision.interpretation import Known
from vision.layout import Place
from vision.piled import CardSize, bright_mm2
from vision.placelook import SAME_CARD_MM, Doubt, Look, Quad, Sighting, center, distance_mm
from vision.readresult import CardReader, Reading, SeenCard, Unsure
from vision.zones import CARD_PX, MARGIN_MM, Crop, TableFix, crop_matrix

VARIANTS: Final = (
    (-4.0, 1.05),
    (180.0, 1.0),
    (4.0, 0.95),
    (0.0, 0.9),
    (176.0, 1.04),
    (0.0, 1.01),
    (184.0, 0.96),
    (8.0, 0.99),
)
"""How a place is turned (degrees) and enlarged for the reader, look after look. Each zoom occurs once."""


class PlaceReader:
    """The reader of one place; it remembers the place's ground and the last crop."""

    def __init__(self, place: Place, reader: CardReader, size: CardSize | None = None) -> None:
        self.place = place
        self._size = CardSize() if size is None else size  # the same for all places of a table
        self.crop: Crop | None = None
        self.doubts: tuple[Quad, ...] = ()
        self.ms = 0.0
        self._reader = reader
        self._ground = GroundMemory()
        self._soft: Field | None = None
        self._alone_mm2: float | None = None  # how large the card is that lies alone in the last crop
        self._covered: CropCover | None = None  # in the last crop
        self._looks = 0
        # Only of cards that were seen then the remembered picture of the place tells anything.
        self._seen_when_settled: frozenset[Card] = frozenset()

    def use_reader(self, reader: CardReader) -> None:
        """Read with this reader from now on."""
        self._reader = reader

    def look(
        self,
        fix: TableFix,
        frame: Frame,
        known: Sequence[Known],
        t: float,
        awaited: Sequence[Sighting] = (),
        cover: ArmCover | None = None,
    ) -> Look:
        """Read the place; `known` are the cards known to lie in it, `awaited` those that were read there once.

        `cover`: what an arm covers.
        """
        crop = fix.crop(frame, self.place, to_read=False)
        soft = soft_picture(crop)
        self.crop, self._soft = crop, soft
        covered = self._covered = None if cover is None else _covered(cover, fix, self.place, soft)
        variant = self._looks % len(VARIANTS)
        self._looks += 1
        turn_deg, zoom = VARIANTS[variant]
        given = fix.crop(frame, self.place, turn_deg, zoom)
        reading = self._reader.read(given.bgr, card_height_px=CARD_PX * zoom)
        self.ms = reading.ms
        seen, doubts = self._in_this_place(given, reading, covered)
        hidden: frozenset[Card] = frozenset()
        if covered is not None:
            hidden = frozenset(k.card for k in known if k.corners_mm and covered.touches(k.corners_mm))
            awaited = [one for one in awaited if not covered.touches(one.corners_mm)]
        free = [one for one in known if one.card not in hidden]
        gone = self._gone(crop, soft, free, seen) | self._never_came(crop, soft, awaited)
        still = [(k.card, k.corners_mm) for k in known if k.corners_mm and k.card not in gone]
        shown = [(card, quad) for card, quad in still if card in self._seen_when_settled]
        unchanged = frozenset(card for card, quad in shown if self._ground.is_same(crop, soft, quad))
        index_unchanged = frozenset(
            card for card, quad in shown if self._ground.is_same_index(crop, soft, quad)
        )
        doubts += self._unread_cards(crop, soft, seen, doubts, known, gone)
        self.doubts = tuple(d.corners_mm for d in doubts if d.corners_mm is not None)
        beside = frozenset(s.card for s in seen if covered is not None and covered.touches(s.corners_mm))
        in_sight = [s for s in seen if s.card not in beside]
        piled, single, cut = self._outlines(
            crop, soft, in_sight, [*self.doubts, *(quad for _, quad in still)]
        )
        return Look(
            t, seen, doubts, gone, unchanged, index_unchanged, variant,
            hidden=hidden, beside=beside | cut, piled=piled, single=single,
        )  # fmt: skip

    def settle(self, known: Sequence[Known]) -> None:
        """The last look is explained by these cards: remember how the place looks now."""
        if self.crop is not None and self._soft is not None:
            quads = [k.corners_mm for k in known if k.corners_mm is not None]
            if len(quads) == len(known):
                self._seen_when_settled = frozenset(k.card for k in known if k.seen)
                covered = None if self._covered is None else self._covered.mask
                if len(known) == 1 and self._alone_mm2 is not None:
                    self._size.learn(self._alone_mm2)
                self._ground.settle(self.crop, self._soft, quads, covered)

    def read_again(self) -> None:
        """What was read here is wrong: forget how its cards looked."""
        self._ground.forget_cards()
        self._seen_when_settled = frozenset()
        self.doubts = ()

    def forget(self) -> None:
        """Forget everything: the board or the camera has moved."""
        self._ground.forget()
        self.crop = self._soft = self._covered = None
        self.doubts = ()

    def _in_this_place(
        self, crop: Crop, reading: Reading, covered: CropCover | None
    ) -> tuple[tuple[Sighting, ...], tuple[Doubt, ...]]:
        """Sightings and doubts in this place; the crop also shows a rim around it, which belongs to other places.

        What is read where an arm is may be held in its fingers, and is left out.
        """
        reading = reading if covered is None else _without_covered(crop, reading, covered)
        seen = []
        for card in reading.cards:
            quad = crop.quad_mm(card.corners)
            if self.place.holds(*center(quad)):
                seen.append(Sighting(Card.parse(card.card), quad, card.confidence, _has_both(card)))
        doubts = []
        for unsure in reading.unsure:
            quad_or_none = None if unsure.corners is None else crop.quad_mm(unsure.corners)
            if quad_or_none is None or self.place.holds(*center(quad_or_none)):
                guess = None if unsure.guess is None else Card.parse(unsure.guess)
                doubts.append(Doubt(unsure.reason, quad_or_none, guess, unsure.confidence))
        return tuple(seen), tuple(doubts)

    def _gone(
        self, crop: Crop, soft: Field, known: Sequence[Known], seen: Sequence[Sighting]
    ) -> frozenset[Card]:
        """The known cards that are not seen and have gone."""
        visible = {s.card for s in seen}
        here = [s.corners_mm for s in seen]
        missing = [(k.card, k.corners_mm) for k in known if k.card not in visible and k.corners_mm]
        gone: set[Card] = set()
        # A card under one that has gone can be judged only after that one: repeat until nothing changes.
        for _ in missing:
            left = [(card, quad) for card, quad in missing if card not in gone]
            found = {
                card
                for card, quad in left
                if self._ground.is_gone(crop, soft, quad, [*here, *(q for c, q in left if c != card)])
            } or self._all_gone(crop, soft, left, here)
            if not found:
                break
            gone |= found
        return frozenset(gone)

    def _never_came(self, crop: Crop, soft: Field, awaited: Sequence[Sighting]) -> frozenset[Card]:
        """The cards that were read here once and are not here: their spot is unchanged since before, or bare."""
        return frozenset(
            s.card
            for s in awaited
            if self._ground.is_as_before(crop, soft, s.corners_mm)
            or self._ground.is_gone(crop, soft, s.corners_mm, [])
        )

    def _outlines(
        self, crop: Crop, soft: Field, seen: Sequence[Sighting], others: Sequence[Quad]
    ) -> tuple[frozenset[Card], frozenset[Card], frozenset[Card]]:
        """The cards seen that seem to lie on another, those that do not, and those that something seems to lie on.

        `others`: what else lies here, and perhaps the same cards.
        """
        self._alone_mm2 = None
        piled, single, cut = set[Card](), set[Card](), set[Card]()
        # The starter lies on the pack, and the crib is shown as a whole.
        for one in seen if self.place.zone not in (CRIB, STARTER) else ():
            near = [*others, *(s.corners_mm for s in seen)]
            near = [quad for quad in near if distance_mm(quad, one.corners_mm) > SAME_CARD_MM]
            area = bright_mm2(crop, soft, one.corners_mm, near, both=one.both)
            if area is None:
                continue
            if self._size.is_more(area):
                piled.add(one.card)
            elif self._size.is_less(area, both=one.both):
                cut.add(one.card)
            else:
                single.add(one.card)
                self._alone_mm2 = area if len(seen) == 1 else None
        return frozenset(piled), frozenset(single), frozenset(cut)

    def _unread_cards(
        self,
        crop: Crop,
        soft: Field,
        seen: Sequence[Sighting],
        doubts: Sequence[Doubt],
        known: Sequence[Known],
        gone: frozenset[Card],
    ) -> tuple[Doubt, ...]:
        """Doubts for cards that lie here and of which the reader said nothing."""
        quads = [s.corners_mm for s in seen]
        quads += [d.corners_mm for d in doubts if d.corners_mm is not None]
        quads += [k.corners_mm for k in known if k.corners_mm is not None and k.card not in gone]
        return tuple(
            Doubt("a card lies here that shows no readable corner", quad)
            for quad in self._ground.unexplained_cards(
                crop, soft, quads, None if self._covered is None else self._covered.mask
            )
            if self.place.holds(*center(quad))
        )

    def _all_gone(
        self, crop: Crop, soft: Field, left: Sequence[tuple[Card, Quad]], here: Sequence[Quad]
    ) -> set[Card]:
        """The cards of `left` if all of them have gone; cards that covered one another are judged independently."""
        if left and all(self._ground.is_gone(crop, soft, quad, here) for _, quad in left):
            return {card for card, _ in left}
        return set()


def _covered(cover: ArmCover, fix: TableFix, place: Place, soft: Field) -> CropCover:
    to_px, _ = crop_matrix(place, PX_PER_MM, MARGIN_MM)
    return CropCover(cover.in_part(fix, to_px, (soft.shape[1], soft.shape[0])), to_px)


def _without_covered(crop: Crop, reading: Reading, covered: CropCover) -> Reading:
    """A reading without the cards that an arm covers: all their indices, or their middle where the indices are
    unknown."""

    def is_free(one: SeenCard | Unsure) -> bool:
        if one.corners is None:
            return True
        spots = [(spot.x, spot.y) for spot in one.spots] or [tuple(one.corners.mean(axis=0))]
        return not all(covered.holds(float(x), float(y)) for x, y in crop.mm(as_f64(spots)))

    return replace(
        reading,
        cards=tuple(card for card in reading.cards if is_free(card)),
        unsure=tuple(doubt for doubt in reading.unsure if is_free(doubt)),
    )


def _has_both(card: SeenCard) -> bool:
    return any(two_corners(card.spots[0], spot) for spot in card.spots[1:])
