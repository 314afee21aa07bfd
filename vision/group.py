"""Indices put together to cards, and how sure of each card all that the picture shows makes us. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.calibration import Calibration, Odds, may_be_clubs, sigmoid
from vision.facereader import Face
from vision.geometry import (
    Spot,
    card_from_two,
    on_one_card,
    surely_two_corners,
    two_corners,
)
from vision.locate import RANKS, Index, likeliest
from vision.reasons import FAINT, SMALLEST_HEIGHT, TOO_SMALL, face_disagrees

UNLIKELY = -2.0  # log odds below which a reading is not worth asking about, nor speaks against another
AGAINST = 2.0  # log odds that a face takes away from a reading which it contradicts
IN_DOUBT = 2.0  # log odds, of a reading that waits for its face
FOREIGN = frozenset("25678TJQK")  # as which the letters of other nations are read: a jack's B as an 8
PLAINLY_FOREIGN = frozenset("8JQ")  # ... and that at first look, which is rare
# Log odds of a picture or an ace against any number of pips, from which a face is no number's; the second where the
# card lies open: then faces of numbers leave no doubt.
NO_NUMBER = (0.3, -1.0)
# By how much a face has to show the rank read before the likeliest other one, in log odds: anywhere; where the card
# lies open, a number; a court whose letter is read with little lead; any like one that a face in the picture belies.
BELIED, OPEN_NUMBER, OPEN_COURT, SAME_LETTER = -6.0, -1.5, 1.0, 2.0
# Between the two best ranks, on the mean of all looks at both corners: a little lead, and hardly one.
LITTLE_LEAD, HARDLY_A_LEAD = 6.2, 3.0
# Letters that the networks know lead by more where print is fine, from so many px of height times sharpness; foreign
# ones do not. So there a court that hardly leads needs a face that shows it plainly; where print is coarse any face
# will do that is not plainly another's.
FINE, PLAIN_COURT, COARSE_COURT = 8.0, 4.0, -3.0
# Log odds of a letter or a number being one that the networks know: from the first it is believed though its face
# belies it, below the second it is doubted whatever its face. Faces seldom belie numbers, and mostly rightly.
KNOWN, FOREIGN_LETTER = 0.25, -1.0
KNOWN_NUMBER, FOREIGN_NUMBER = 2.5, -2.0
EIGHT = "8"  # as which a B is read with any lead
OUTWEIGHS = 1.0  # a letter is believed before a face that may be another card's, but for so much
ORNATE, COURTS = "AS", "JQK"  # makers sign the ace of spades with an ornament, which is as good as a picture
SECOND_CORNER = 0.2  # probability from which an index supports another of the same reading


@dataclass(slots=True, eq=False)
class Group:
    """Indices taken to be of one card, the surest first.

    Attributes:
        odds: of the reading, by the indices.
        score: log odds of the reading, by all that is known.
        taken: cards that lie elsewhere in the picture for certain.
        anew: which of these it was first read as.
        face: what its face says, once it was asked.
        heard: once it was heard by `hear_faces`: whether it lay open, whether its face belied it, what its letter is.
        doubts: reasons why it is not certain, whatever its score.
    """

    indices: list[Index]
    odds: Odds
    score: float
    taken: frozenset[str] = frozenset()
    anew: str | None = None
    face: Face | None = None
    heard: tuple[bool, bool, float] | None = None
    doubts: list[str] = field(default_factory=list)

    @property
    def card(self) -> str:
        """What it is read as."""
        return self.indices[0].card

    @property
    def spots(self) -> list[Spot]:
        """Where two of its indices stand at most, the surest first."""
        return [index.spot for index in self.indices[:2]]

    @property
    def confidence(self) -> float:
        """The probability that it is that card."""
        return sigmoid(self.score)


def gather(indices: list[Index], calibration: Calibration) -> list[Group]:
    """Put indices of the same reading together that can be on one card; the others are cards of their own."""
    odds: dict[int, Odds] = {id(i): calibration.one(i) for i in indices}
    score = {id(i): calibration.card(odds[id(i)]) for i in indices}
    left = sorted(indices, key=lambda i: -score[id(i)])
    groups = []
    while left:
        first = left.pop(0)
        alike = [i for i in left if i.card == first.card and sigmoid(score[id(i)]) >= SECOND_CORNER]
        mates = [i for i in alike if on_one_card(first.spot, i.spot)]
        # Of four indices on a card one may be badly turned, so that it fits to another but not to the first.
        mates += [i for i in alike if i not in mates and any(on_one_card(m.spot, i.spot) for m in mates)]
        mates.sort(key=lambda i: not two_corners(first.spot, i.spot))
        left = [i for i in left if i not in mates]
        groups.append(_surest([first, *mates], [odds[id(i)] for i in (first, *mates[:1])], calibration))
    return groups


def _surest(indices: list[Index], odds: list[Odds], calibration: Calibration) -> Group:
    """A card by the first of its indices alone, or by two together, whichever is surer."""
    ways = [odds[0], *([calibration.pair(odds[0], odds[1])] if len(odds) > 1 else [])]
    best = max(ways, key=calibration.card)
    return Group(indices, best, calibration.card(best))


def rule_out(groups: list[Group], calibration: Calibration, threshold: float) -> None:
    """A card that is not certain is none of those that are and lie elsewhere in the picture: no card lies twice.

    So it can become certain, and rule out others in turn. Where an index of it may be on the certain card, it may be
    that very card, badly read: that one rules out nothing.
    """
    before: list[Group] = []
    while len(before) < len(sure := [group for group in groups if group.confidence >= threshold]):
        before = sure
        for group in groups:
            if group.confidence >= threshold or group.anew is not None or group.doubts:
                continue
            elsewhere = [one.card for one in sure if not _may_be_one(one, group)]
            taken = frozenset(card for card in elsewhere if elsewhere.count(card) == 1)
            if group.card in taken and group.score > UNLIKELY:
                _read_anew(group, taken, calibration)
                continue
            group.taken = taken - {group.card}
            if group.taken:
                odds = [calibration.one(index, group.taken) for index in group.indices[:2]]
                better = _surest(group.indices, odds, calibration)
                if better.score > group.score:
                    group.score, group.odds = better.score, better.odds


def _read_anew(group: Group, taken: frozenset[str], calibration: Calibration) -> None:
    """Of a card that was read as one which lies elsewhere for certain: the likeliest that it can be.

    It may be that very card after all, its other corner or a reflection of it: so it is left in doubt unless its face
    shows the card that it is read as now.
    """
    was = group.card
    indices = [replace(index, card=likeliest(index.found, index.checked, taken)) for index in group.indices]
    group.indices = [index for index in indices if index.card == indices[0].card]
    group.odds, group.taken, group.anew = calibration.one(group.indices[0], taken), taken, was
    group.score = min(calibration.card(group.odds), IN_DOUBT)


def hear_faces(
    groups: list[Group],
    look: Callable[[list[Spot]], Face],
    threshold: float,
    calibration: Calibration | None = None,
) -> None:
    """Doubt what is certain by an index that may be a foreign letter, where the card's face is not that card's.

    The networks know no B, D, V or R. Asked is what the first look left a doubt of, as it does of nearly all such
    letters, and the ranks that it saw in them all the same; once each, and no ace, which makers draw as they please.
    Letters and numbers are weighed by all that corners and face show (`vision.letters`): one that is known is
    believed though the face is not its own, one that is plainly not is doubted whatever the face. Letters are a
    deck's: where an open card bears a foreign one none is believed against its face, and others like it have to be
    plain, and borne out by their face.

    Args:
        groups: cards, whose score and doubts are changed.
        look: what the face says of the card with these indices.
        threshold: probability from which a card is certain.
        calibration: knows letters; where there is none, every face is believed.
    """
    foreign, known = set(), []
    for group in groups:
        if group.confidence < threshold or not _may_be_foreign(group):
            continue
        if group.face is None:
            group.face = look(group.spots[:1])
        is_open = _lies_open(group, groups)
        if group.heard is None or group.heard[0] != is_open:
            group.heard = _hear(group, group.face, calibration, is_open=is_open)
        _, is_belied, letter = group.heard
        is_court = group.card[0] in COURTS
        if is_belied and letter >= (KNOWN if is_court else KNOWN_NUMBER):
            known.append((group, group.face))
        elif is_belied or letter < (FOREIGN_LETTER if is_court else FOREIGN_NUMBER):
            _doubt(group, group.face)
            if is_open:
                foreign.add(group.card[0])
    for group in groups:
        is_alike = group.confidence >= threshold and group.card[0] in foreign
        if is_alike and group.face is not None and not _is_borne_out(group, group.face):
            _doubt(group, group.face)
    for group, face in known:
        if foreign and not group.doubts:
            _doubt(group, face)


def _hear(
    group: Group, face: Face, calibration: Calibration | None, *, is_open: bool
) -> tuple[bool, bool, float]:
    """Whether a certain card lies open, whether its face belies it, the log odds of its letter being known."""
    is_belied = _is_of_another(group.card, face, is_open, _letter(group))
    if calibration is None or group.card[0] == RANKS[0]:
        return is_open, is_belied, 0.0
    return is_open, is_belied, calibration.letter(group.card, group.indices[:2], face, is_open=is_open)


def belied(group: Group, groups: list[Group], face: Face) -> tuple[bool, bool, bool]:
    """Of a certain card: whether its face would be asked, whether it lies open, whether its face belies it."""
    is_open = _lies_open(group, groups)
    return _may_be_foreign(group), is_open, _is_of_another(group.card, face, is_open, _letter(group))


def _is_borne_out(group: Group, face: Face) -> bool:
    """Whether letter and face leave no doubt, though another letter like it in the picture was a foreign one."""
    return _is_plain(group) and _lead(group.card, face) >= SAME_LETTER


def _doubt(group: Group, face: Face) -> None:
    group.score = min(group.score, 0.0)
    group.doubts.append(FAINT if face.card[0] == group.card[0] else face_disagrees(face.card, group.card))


def _may_be_foreign(group: Group) -> bool:
    if _is_plain(group):
        return group.card[0] in PLAINLY_FOREIGN
    return group.card[0] != RANKS[0]


def _is_plain(group: Group) -> bool:
    """Whether one look at each corner was enough."""
    return all(len(index.checked.looks) == 1 for index in group.indices[:2])


@dataclass(frozen=True, slots=True)
class Letter:
    """How a card's rank was read at its corners, two at most.

    Attributes:
        lead: of the best rank before the next on the mean of all looks; without end where the first look was enough.
        is_fine: whether it stands there so large and sharp that a letter which is known leads plainly.
    """

    lead: float
    is_fine: bool


def _letter(group: Group) -> Letter:
    corners = group.indices[:2]
    is_fine = float(np.mean([index.spot.height * index.checked.sharp for index in corners])) >= FINE
    if _is_plain(group):
        return Letter(np.inf, is_fine)
    ranks = np.sort(np.concatenate([index.checked.looks[:, :13] for index in corners]), axis=1)
    return Letter(float((ranks[:, -1] - ranks[:, -2]).mean()), is_fine)


def _is_of_another(card: str, face: Face, is_open: bool, letter: Letter) -> bool:
    lead, first_court = _lead(card, face), RANKS.index(COURTS[0])
    if lead < BELIED:
        may_be_believed = not is_open and card[0] != EIGHT and np.isfinite(letter.lead)
        if not may_be_believed or lead < -letter.lead - OUTWEIGHS:
            return True
    if card[0] in COURTS:
        return is_open and lead < _court_needs(letter)
    number = float(np.logaddexp.reduce(face.ranks[1:first_court]))
    other = max(float(np.logaddexp.reduce(face.ranks[first_court:])), float(face.ranks[0]))
    no_number = card[0] in FOREIGN and other - number > NO_NUMBER[is_open]
    return no_number or (is_open and lead < OPEN_NUMBER)


def _court_needs(letter: Letter) -> float:
    """The lead that the picture of an open card needs."""
    if letter.lead >= LITTLE_LEAD:
        return BELIED
    if not letter.is_fine:
        return COARSE_COURT
    return PLAIN_COURT if letter.lead < HARDLY_A_LEAD else OPEN_COURT


def _lead(card: str, face: Face) -> float:
    """By how much a face shows the rank of a card before the likeliest other one, in log odds."""
    own = RANKS.index(card[0])
    return float(face.ranks[own] - np.delete(face.ranks, own).max())


def _lies_open(group: Group, groups: list[Group]) -> bool:
    """Whether both corners of a card are in sight, and no other card's index stands between them.

    The other corner may be read too faintly to count: so are foreign letters now and then.
    """
    first = group.indices[0].spot
    others = [one for one in groups if one is not group]
    faint = [i for one in others if one.score <= UNLIKELY and one.card == group.card for i in one.indices]
    mate = next((i.spot for i in (*group.indices[1:], *faint) if two_corners(first, i.spot)), None)
    if mate is None:
        return False
    quad = card_from_two(first, mate)
    between = (i.spot for one in others if one.score > UNLIKELY for i in one.indices)
    return not any(cv2.pointPolygonTest(quad, (spot.x, spot.y), measureDist=False) > 0 for spot in between)


def ask_faces(
    groups: list[Group], look: Callable[[list[Spot]], Face], calibration: Calibration, threshold: float
) -> None:
    """Ask the face of each card that is in doubt: it makes the reading surer, or less sure.

    Args:
        groups: cards, whose score, and perhaps doubts, are changed.
        look: what the face says of the card with these indices.
        calibration: how much that weighs.
        threshold: probability from which a card is certain, so that nothing need be asked.
    """
    for group in groups:
        if group.score > UNLIKELY and group.confidence < threshold and not group.doubts:
            group.face = look(group.spots)
            if group.card == ORNATE and group.face.card[0] in COURTS:
                continue
            clubs = all(may_be_clubs(index, group.taken) for index in group.indices[:2])
            odds = calibration.with_face(
                group.card, group.odds, group.face, group.taken - {group.anew}, clubs
            )
            before, group.score = group.score, calibration.card(odds)
            if group.face.card == group.card:
                continue
            if group.anew is not None:
                group.score = min(group.score, IN_DOUBT)
            elif group.score < before - AGAINST:
                small = group.spots[0].height < SMALLEST_HEIGHT
                group.doubts.append(TOO_SMALL if small else face_disagrees(group.face.card, group.card))


def _may_be_one(a: Group, b: Group) -> bool:
    """Whether an index of each may be two of one card."""
    return any(on_one_card(i.spot, j.spot) for i in a.indices for j in b.indices)


def contradict(a: Group, b: Group) -> bool:
    """Whether two cards of one index each stand like the two corners of one."""
    return len(a.indices) == 1 == len(b.indices) and surely_two_corners(a.indices[0].spot, b.indices[0].spot)
