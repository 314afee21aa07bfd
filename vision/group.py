"""Groups indices into cards, and works out how sure each card is by everything the picture shows. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.calibration import (
    MAYBE_CLUBS,
    SURELY_SPADES,
    Calibration,
    Odds,
    may_be_clubs,
    says_clubs,
    sigmoid,
    spades_not_clubs,
)
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

UNLIKELY = -2.0  # log odds below which a reading is ignored, also as evidence against others
CONTRADICTION = 2.0  # a face that reduces the log odds by more than this contradicts the reading
IN_DOUBT = 2.0  # log odds, at most, of a reading that its face has not confirmed
FOREIGN = frozenset("25678TJQK")  # ranks as which foreign letters are read: a jack's B as an 8
FOREIGN_EVEN_IF_PLAIN = frozenset("568JQK")  # ... even where the first look is plain, which is rare
# Log odds of a picture or an ace against any number of pips, from which a face is not that of a number; the second
# value is for cards that lie open, where the faces of numbers leave no doubt.
NO_NUMBER = (0.3, -1.0)
# The lead (log odds) that a face must give the rank that was read over the most likely other one: in any case; for a
# number on an open card; for a court on an open card whose letter has a small lead; for a letter that another face in
# the picture contradicts.
CONTRADICTED, OPEN_NUMBER, OPEN_COURT, SAME_LETTER = -6.0, -1.5, 1.0, 2.0
# Leads between the two best ranks, on the mean of all looks at both corners.
SMALL_LEAD, TINY_LEAD = 6.2, 3.0
# Known letters have a larger lead where print is fine (from `FINE`, px of height times sharpness), foreign ones do
# not. So there a court with a tiny lead needs a face that shows it plainly (lead `PLAIN_COURT`); where print is
# coarse any face will do that is not plainly another court's (`COARSE_COURT`).
FINE, PLAIN_COURT, COARSE_COURT = 8.0, 4.0, -3.0
# Log odds that a letter, or a number, is known: from the first value it is believed even if its face contradicts it,
# below the second it is in doubt whatever its face. Faces rarely contradict numbers, and are mostly right.
KNOWN, FOREIGN_LETTER = 0.25, -1.0
KNOWN_FOR_CERTAIN, FOREIGN_NUMBER = 2.5, -1.5
KING, KING_LEADS = "K", 4.0  # one whose letter leads by less has to be known as surely as a number
EIGHT = "8"  # as which a B is read, with small or large leads
OUTWEIGHS = 1.0  # the face, which may be another card's, must outweigh the letter's lead by this much
ORNATE, COURTS = "AS", "JQK"  # the ace of spades has an ornament, which looks like a picture
SECOND_CORNER = 0.2  # probability from which an index joins another of the same reading


@dataclass(slots=True, eq=False)
class Group:
    """Indices that are taken to be of one card, the surest first.

    Attributes:
        odds: of the reading, by its indices.
        score: log odds of the reading, by all evidence.
        taken: cards that certainly lie elsewhere in the picture.
        first_read_as: the one of these as which it was read at first.
        face: the reading of its face, once that was read.
        face_check: after `check_letters`: whether it lies open, whether its face contradicts it, and the log odds of
            its letter being known.
        doubts: reasons why it is not certain, whatever its score.
    """

    indices: list[Index]
    odds: Odds
    score: float
    taken: frozenset[str] = frozenset()
    first_read_as: str | None = None
    face: Face | None = None
    face_check: tuple[bool, bool, float] | None = None
    doubts: list[str] = field(default_factory=list)

    @property
    def card(self) -> str:
        """The card that it is read as."""
        return self.indices[0].card

    @property
    def spots(self) -> list[Spot]:
        """Where its indices are, at most two, the surest first."""
        return [index.spot for index in self.indices[:2]]

    @property
    def confidence(self) -> float:
        """The probability that it is that card, 0 to 1."""
        return sigmoid(self.score)


def gather(indices: list[Index], calibration: Calibration) -> list[Group]:
    """Group indices of the same reading that can be on one card; each other index is a card of its own."""
    odds: dict[int, Odds] = {id(i): calibration.index_odds(i) for i in indices}
    score = {id(i): calibration.card_odds(odds[id(i)]) for i in indices}
    left = sorted(indices, key=lambda i: -score[id(i)])
    groups = []
    while left:
        first = left.pop(0)
        alike = [i for i in left if i.card == first.card and sigmoid(score[id(i)]) >= SECOND_CORNER]
        mates = [i for i in alike if on_one_card(first.spot, i.spot)]
        # One of four indices on a card may be found badly turned, so that it fits another but not the first.
        mates += [i for i in alike if i not in mates and any(on_one_card(m.spot, i.spot) for m in mates)]
        mates.sort(key=lambda i: not two_corners(first.spot, i.spot))
        left = [i for i in left if i not in mates]
        groups.append(_surest([first, *mates], [odds[id(i)] for i in (first, *mates[:1])], calibration, ()))
    return groups


def _surest(
    indices: list[Index], odds: list[Odds], calibration: Calibration, taken: Collection[str]
) -> Group:
    """A group whose odds are those of its first index alone or of two together, whichever is better; `taken`: cards
    that certainly lie elsewhere."""
    ways = [odds[0], *([calibration.pair_odds(odds[0], odds[1])] if len(odds) > 1 else [])]
    best = max(ways, key=calibration.card_odds)
    if any(says_clubs(index, taken) for index in indices[:2]):
        best = replace(best, suit=min(best.suit, MAYBE_CLUBS))
    return Group(indices, best, calibration.card_odds(best))


def rule_out(groups: list[Group], calibration: Calibration, threshold: float) -> None:
    """Rule out, for cards that are not certain, the certain ones elsewhere in the picture: each card exists once.

    So a card can become certain, and rule out others in turn. A certain card on which an index of the group may be
    does not count: the group may be that very card, badly read.
    """
    before: list[Group] = []
    while len(before) < len(sure := [group for group in groups if group.confidence >= threshold]):
        before = sure
        for group in groups:
            if group.confidence >= threshold or group.first_read_as is not None or group.doubts:
                continue
            elsewhere = [one.card for one in sure if not _may_be_one_card(one, group)]
            taken = frozenset(card for card in elsewhere if elsewhere.count(card) == 1)
            if group.card in taken and group.score > UNLIKELY:
                _read_as_next_likeliest(group, taken, calibration)
                continue
            group.taken = taken - {group.card}
            if group.taken:
                odds = [calibration.index_odds(index, group.taken) for index in group.indices[:2]]
                better = _surest(group.indices, odds, calibration, group.taken)
                if better.score > group.score:
                    group.score, group.odds = better.score, better.odds


def _read_as_next_likeliest(group: Group, taken: frozenset[str], calibration: Calibration) -> None:
    """Read a group that was read as a card which certainly lies elsewhere as the most likely other card.

    It may be that very card after all, its other corner or a reflection: so it stays in doubt unless its face shows
    the card that it is read as now.
    """
    was = group.card
    indices = [replace(index, card=likeliest(index.found, index.checked, taken)) for index in group.indices]
    group.indices = [index for index in indices if index.card == indices[0].card]
    group.odds, group.taken, group.first_read_as = calibration.index_odds(group.indices[0], taken), taken, was
    group.score = min(calibration.card_odds(group.odds), IN_DOUBT)


def check_letters(
    groups: list[Group],
    look: Callable[[list[Spot]], Face],
    threshold: float,
    calibration: Calibration | None = None,
) -> None:
    """Put certain cards in doubt whose letter may be foreign and whose face shows another card.

    The networks do not know B, D, V or R. The face is read, once, where the first look at the index left a doubt,
    as it does for nearly all such letters, and for the ranks as which they are read without doubt; for aces, which
    makers draw as they like, only where the letter leads by little in fine print. Letters and numbers are weighed by
    everything corners and face show (`vision.letters`): a known one is believed even if the face contradicts it, a
    clearly unknown one is in doubt whatever the face. All cards of a deck have the same kind of letters: if an open
    card has a foreign one no letter is believed against its face, and others like it must be plain and confirmed by
    their face.

    Args:
        groups: cards, whose score and doubts are changed.
        look: reads the face of the card with these indices.
        threshold: probability from which a card is certain.
        calibration: with models of letters; if None, every face is believed.
    """
    foreign, known = set(), []
    for group in groups:
        if group.confidence < threshold or not _may_be_foreign(group):
            continue
        if group.face is None:
            group.face = look(group.spots[:1])
        is_open = _lies_open(group, groups)
        if group.face_check is None or group.face_check[0] != is_open:
            group.face_check = _check_face(group, group.face, calibration, is_open=is_open)
        _, is_contradicted, letter = group.face_check
        is_court = group.card[0] in COURTS
        if is_contradicted and _is_known(group, letter):
            known.append((group, group.face))
        elif is_contradicted or letter < (FOREIGN_LETTER if is_court else FOREIGN_NUMBER):
            _doubt(group, group.face)
            if is_open:
                foreign.add(group.card[0])
    for group in groups:
        is_alike = group.confidence >= threshold and group.card[0] in foreign
        if is_alike and group.face is not None and not _face_confirms(group, group.face):
            _doubt(group, group.face)
    for group, face in known:
        if foreign and not group.doubts:
            _doubt(group, face)


def check_suits(groups: list[Group], threshold: float) -> None:
    """Put certain spades in doubt where closer looks, finder and face together speak too little against clubs.

    Each of them alone takes blurred clubs for spades, or spades for clubs; that they all do is rare. Only of numbers,
    as pictures hardly show their suit, and only where the face has been read: where the first look left a doubt.
    """
    for group in groups:
        has_pips = group.card[0] not in RANKS[0] + COURTS
        if group.confidence < threshold or group.face is None or not has_pips or _is_plain(group):
            continue
        if spades_not_clubs(group.card, group.indices[:2], group.face, group.taken) < SURELY_SPADES:
            _doubt(group, group.face)


def _check_face(
    group: Group, face: Face, calibration: Calibration | None, *, is_open: bool
) -> tuple[bool, bool, float]:
    """Whether a certain card lies open, whether its face contradicts it, the log odds of its letter being known."""
    is_contradicted = _is_another_cards_face(group.card, face, is_open, _letter(group))
    if calibration is None or group.card[0] == RANKS[0]:
        return is_open, is_contradicted, 0.0
    return (
        is_open,
        is_contradicted,
        calibration.letter_odds(group.card, group.indices[:2], face, is_open=is_open),
    )


def _is_known(group: Group, letter: float) -> bool:
    """Whether a rank is believed before its face, by the log odds of its letter, or number, being known.

    A Polish W, read as a king, looks next like what a K does; but it leads by less than nearly all K do.
    """
    is_plain_court = group.card[0] in COURTS and (group.card[0] != KING or _letter(group).lead >= KING_LEADS)
    return letter >= (KNOWN if is_plain_court else KNOWN_FOR_CERTAIN)


def face_contradicts(group: Group, groups: list[Group], face: Face) -> tuple[bool, bool, bool]:
    """For a certain card: whether its face would be read, whether it lies open, whether its face contradicts it."""
    is_open = _lies_open(group, groups)
    return _may_be_foreign(group), is_open, _is_another_cards_face(group.card, face, is_open, _letter(group))


def _face_confirms(group: Group, face: Face) -> bool:
    """Whether letter and face leave no doubt, although another letter like it in the picture was foreign."""
    return _is_plain(group) and _lead(group.card, face) >= SAME_LETTER


def _doubt(group: Group, face: Face) -> None:
    group.score = min(group.score, 0.0)
    group.doubts.append(FAINT if face.card[0] == group.card[0] else face_disagrees(face.card, group.card))


def _may_be_foreign(group: Group) -> bool:
    if _is_plain(group):
        return group.card[0] in FOREIGN_EVEN_IF_PLAIN
    letter = _letter(group)
    return group.card[0] != RANKS[0] or (letter.is_fine and letter.lead < SMALL_LEAD)


def _is_plain(group: Group) -> bool:
    """Whether one look at each corner was enough."""
    return all(len(index.checked.looks) == 1 for index in group.indices[:2])


@dataclass(frozen=True, slots=True)
class Letter:
    """How a card's rank was read at its corners, two at most.

    Attributes:
        lead: of the best rank over the next, mean of all looks; infinite where the first look was enough.
        is_fine: whether the print is so large and sharp that a known letter would lead plainly.
    """

    lead: float
    is_fine: bool

    @property
    def hardly_leads(self) -> bool:
        """Whether it leads by as little as a known letter in fine print nearly never does."""
        return self.is_fine and self.lead < TINY_LEAD


def _letter(group: Group) -> Letter:
    corners = group.indices[:2]
    is_fine = float(np.mean([index.spot.height * index.checked.sharp for index in corners])) >= FINE
    if _is_plain(group):
        return Letter(np.inf, is_fine)
    ranks = np.sort(np.concatenate([index.checked.looks[:, :13] for index in corners]), axis=1)
    return Letter(float((ranks[:, -1] - ranks[:, -2]).mean()), is_fine)


def _is_another_cards_face(card: str, face: Face, is_open: bool, letter: Letter) -> bool:
    lead, first_court = _lead(card, face), RANKS.index(COURTS[0])
    if lead < CONTRADICTED:
        may_be_believed = not is_open and card[0] != EIGHT and np.isfinite(letter.lead)
        if not may_be_believed or lead < -letter.lead - OUTWEIGHS:
            return True
    if card[0] == RANKS[0]:
        return False  # makers draw aces as they like
    if card[0] in COURTS:  # if it does not lie open its face may be another card's, and bears nothing out
        return lead < _court_needs(letter) if is_open else letter.hardly_leads
    number = float(np.logaddexp.reduce(face.ranks[1:first_court]))
    other = max(float(np.logaddexp.reduce(face.ranks[first_court:])), float(face.ranks[0]))
    no_number = card[0] in FOREIGN and other - number > NO_NUMBER[is_open]
    return no_number or (is_open and lead < OPEN_NUMBER)


def _court_needs(letter: Letter) -> float:
    """The lead that the face of an open court card must have for its rank."""
    if letter.lead >= SMALL_LEAD:
        return CONTRADICTED
    if not letter.is_fine:
        return COARSE_COURT
    return PLAIN_COURT if letter.hardly_leads else OPEN_COURT


def _lead(card: str, face: Face) -> float:
    """The lead of a card's rank over the most likely other one in its face, log odds."""
    own = RANKS.index(card[0])
    return float(face.ranks[own] - np.delete(face.ranks, own).max())


def _lies_open(group: Group, groups: list[Group]) -> bool:
    """Whether both corners of a card are visible, with no other card's index between them.

    The other corner may be read too faintly to count, as foreign letters sometimes are.
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


def weigh_faces(
    groups: list[Group], look: Callable[[list[Spot]], Face], calibration: Calibration, threshold: float
) -> None:
    """Read the face of each card that is in doubt: that makes the reading more or less sure.

    Args:
        groups: cards, whose score and doubts are changed.
        look: reads the face of the card with these indices.
        calibration: with the weights of faces.
        threshold: probability from which a card is certain, and needs no face.
    """
    for group in groups:
        if group.score > UNLIKELY and group.confidence < threshold and not group.doubts:
            group.face = look(group.spots)
            if group.card == ORNATE and group.face.card[0] in COURTS:
                continue
            corners = group.indices[:2]
            clubs = all(may_be_clubs(index, group.taken) for index in corners)
            clubs = clubs or any(says_clubs(index, group.taken) for index in corners)
            odds = calibration.face_odds(
                group.card, group.odds, group.face, group.taken - {group.first_read_as}, clubs
            )
            before, group.score = group.score, calibration.card_odds(odds)
            if group.face.card == group.card:
                continue
            if group.first_read_as is not None:
                group.score = min(group.score, IN_DOUBT)
            elif group.score < before - CONTRADICTION:
                small = group.spots[0].height < SMALLEST_HEIGHT
                group.doubts.append(TOO_SMALL if small else face_disagrees(group.face.card, group.card))


def _may_be_one_card(a: Group, b: Group) -> bool:
    """Whether an index of each may be on the same card."""
    return any(on_one_card(i.spot, j.spot) for i in a.indices for j in b.indices)


def contradict(a: Group, b: Group) -> bool:
    """Whether two groups of one index each are placed exactly like the two corners of one card."""
    return len(a.indices) == 1 == len(b.indices) and surely_two_corners(a.indices[0].spot, b.indices[0].spot)
