"""What is known of one place of the table, and how sure a change must be before it is reported. Pure.

At any time a place is in one of three states: *read* (it was still, and everything in it is reported), *pending*
(something changes, or is not certain yet) or *blind* (it was reported that nobody can see what lies there). `sure_t`
is the latest time at which it was read or blind; consumers may not go past it. Nothing is pending for long: what
cannot be seen or read in time is reported as unread, whether cards were known to lie there or not.

A place is *settled* when the known cards explain what is seen. A look that does not fit makes a candidate, which
counts once enough looks agree on it. A known card stays known while it is merely not seen: another card or an arm may
be over it. It is dropped only when its place shows bare ground, or when its place has not changed at all and is read
as another card again and again (then the first reading was wrong). Where an arm came in between and nothing else is
new, the other reading may be a card that was thrown squarely on it: then the place is reported as unread.

A card that came while nobody could see may lie on another that nobody saw. That shows by a rim, or in that fewer
cards lie here than elsewhere, though players lay in turn; from then on the place is unread, until it has gone or lies
apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cribbage.log.observations import CRIB, STARTER
from cribbage.score.cards import Card
from vision.arrivals import NewCards, Step, is_about
from vision.besidearm import CardsBesideArm
from vision.interpretation import LOOKS_TO_AGREE, Hints, Known, Meaning, interpret
from vision.layout import Place
from vision.placelook import SAME_CARD_MM, Doubt, Look, Sighting, distance_mm
from vision.stabiliser import BANDS, FLICKER, SHAKES

PATIENCE_S: Final = 2.5  # still and not sure for this long: reported as unread
GIVEN_UP_EVERY_S: Final = 1.0  # a place that was given up is read again this often
CANDIDATE_S: Final = 3.0  # a candidate is kept this long while an arm passes over it
GONE_S: Final = 0.35  # a card must be gone this long: an arm that looks like the ground moves on
UNSETTLED_S: Final = 4.5  # arms come and go and it stays unclear: report that within 5 s
STEADY_S: Final = 1.0  # a place that was hidden must be still and unchanged this long to count as seen
EARLIER: Final = "a card laid here before could not be read"
PILED: Final = "another card seems to lie under the {}: lay them apart"
BEHIND: Final = "too few cards lie here, and one may lie under the {}: lay them apart"
ARM: Final = "an arm hides what lies here"
UNSTEADY: Final = "something moves here all the time, or the light does"
WAVERING: Final = {
    FLICKER: "the light flickers",
    BANDS: "mains light makes bands in the picture",
    SHAKES: "the camera shakes",
}
BOARD_MOVES: Final = "the board or the camera keeps moving"
MOST_CARDS: Final = 4  # cards that can lie in one place by the rules; more is a miscount of ours
LOOKS_TO_AGREE_RESTLESS: Final = 3  # looks that must agree where the place is never still
_LIKELY_GUESS: Final = 0.5  # a doubt whose guess is less likely than this may be about no card at all


@dataclass(slots=True)
class Candidate:
    """A list of cards that may become known: since when they have lain there (`t`), and how many looks agreed on
    it."""

    cards: tuple[Card, ...]
    t: float
    needed: int
    steps: tuple[Step, ...] = ()
    count: int = 1
    last_t: float = 0.0
    begun_t: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """A change to report: the place's `cards` since `t`, or None where they cannot be read (`count` may be known).

    `steps`: the cards that lay there at earlier times, where several could only be read together. `is_blind`: nobody
    can see whether anything lies there. `since`: when the place was last read before.
    """

    t: float
    cards: tuple[Card, ...] | None
    count: int | None = None
    why: str = ""
    confidence: float = 1.0
    steps: tuple[Step, ...] = ()
    is_blind: bool = False
    since: float = float("-inf")


class PlaceMemory:
    """The memory of one place. Call one of `busy`, `quiet` and `look` for every picture, in order."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.known: tuple[Known, ...] = ()
        self.settled = False
        self.unread: int | None = None
        self.is_unread = False
        self.is_blind = False  # unread, and it is not even known whether anything lies here
        self.sure_t = float("-inf")  # when it was last read or blind
        self.read_t = float("-inf")  # when it was last read
        self._pending_since: float | None = None  # since the first picture after `sure_t`
        self._candidate: Candidate | None = None
        self._unexplained_since: float | None = None  # time of the first look that known cards do not explain
        self._still_since: float | None = None  # since when nothing has moved here
        self._was_touched = False  # whether anything moved here since the cards were known
        self._busy_since: float | None = None  # since when an arm has been here without a break
        self._last_doubts: tuple[Doubt, ...] = ()  # of the last look
        self._earlier_doubts: tuple[Doubt, ...] = ()  # of before the last arm came, and not explained yet
        self._new_cards = NewCards()  # what was seen of new cards since `_unexplained_since`
        self._given_up = False
        self._looked_t = float("-inf")
        self._hints = Hints()
        self._beside_arm = CardsBesideArm()
        self._told_beside_arm: set[Card] = set()  # ... since it was last read
        self._on_another: dict[Card, Sighting] = {}  # on one that was never seen, as it seems
        self._was_blind = False  # since it was last read
        self._came_unseen: set[Card] = set()  # known cards that were laid while nobody saw the whole place
        self._behind: dict[Card, Sighting] = {}  # ... of which one may lie on another, as more lie elsewhere
        self._looks_without_doubt = LOOKS_TO_AGREE  # looks without a doubt since the last doubtful one

    @property
    def cards(self) -> tuple[Card, ...]:
        """The known cards, in the order in which they were laid."""
        return tuple(known.card for known in self.known)

    @property
    def awaited(self) -> tuple[Sighting, ...]:
        """Cards that were read here, but are not yet certain to lie here: whether they have gone is looked for."""
        awaited = self._new_cards.awaited
        cards = {one.card for one in awaited}
        return (*awaited, *(one for card, one in self._on_another.items() if card not in cards))

    def wants_look(self, t: float, changed: bool) -> bool:
        """Whether to read a still picture of this time: less often once the place was given up."""
        if self.settled and not changed:
            return False
        return not self._given_up or self._candidate is not None or t - self._looked_t >= GIVEN_UP_EVERY_S

    def begin(self, t: float) -> None:
        """The first picture: nothing before this time will be reported."""
        self._mark_sure(t)

    def rested(self, t: float) -> None:
        """The table has not changed up to this time: a place that was settled counts as read until then."""
        if self.settled:
            self._mark_read(t)

    def _mark_sure(self, t: float) -> None:
        self.sure_t, self._pending_since = t, None

    def _mark_read(self, t: float) -> None:
        self._mark_sure(t)
        self.read_t = t

    def _mark_pending(self, t: float) -> None:
        if self._pending_since is None:
            self._pending_since = t

    def busy(self, t: float, why: str = ARM) -> Change | None:
        """It cannot be looked at: something moves here, or an arm is in the way; `why` says what.

        What was seen before and is not explained yet keeps its own time: a card that is read only after an arm has
        passed over it again was laid when it was first seen. If the arm stays too long the place is blind since it
        came: a card can be laid under an arm, even the first of all, and pegged for.
        """
        self._mark_pending(t)
        if self._busy_since is None:
            self._busy_since = t
        change = None
        if not self._is_reported_unread and self._has_lasted(t):
            self._unexplained_since = (
                self._busy_since if self._unexplained_since is None else self._unexplained_since
            )
            change = self._give_up(None, why, is_blind=True)
        self._be_disturbed(t)
        if self._is_reported_unread:
            self._mark_sure(t)
        return change

    @property
    def reads_beside_arm(self) -> bool:
        """Whether it was reported that an arm rests here: then new cards beside it are reported."""
        return self._is_reported_unread and self.is_blind and self.place.zone not in (CRIB, STARTER)

    @property
    def _known_while_read(self) -> set[Card]:
        """The known cards that did not come while nobody could see the whole place."""
        return set(self.cards) - self._told_beside_arm

    def waits_for_arm(self, look: Look) -> bool:
        """Whether an arm reaches over a card that came while the place was blind: whether it lies on another, which
        came as unseen, shows once the arm has gone. So it is told as a card beside an arm is."""
        return self.reads_beside_arm and bool(look.beside - self._known_while_read)

    def look_beside_arm(self, look: Look, conflicts: Mapping[Card, str]) -> Change | None:
        """Take a look beside a resting arm; call it after `busy`. The place stays blind.

        Everything up to now counts as reported already, so a change has the time of this look.
        """
        new = self._beside_arm.take(look, self.known, conflicts)
        if not new or len(self.known) + len(new) > MOST_CARDS:
            return None
        self._told_beside_arm.update(s.card for s in new)
        self.known += tuple(Known(s.card, s.corners_mm, True, s.confidence) for s in new)
        self._hints.earlier.update(s.card for s in new)
        self._new_cards.forget(s.card for s in new)
        sure = min(s.confidence for s in new)
        return Change(look.t, self.cards, confidence=sure, since=self.read_t)

    @property
    def _is_reported_unread(self) -> bool:
        """Whether it was reported that the place cannot be read, and nothing was seen since."""
        return (
            self.is_unread
            and self.unread is None
            and self._unexplained_since is None
            and self._candidate is None
        )

    def fall_behind(self, t: float) -> Change | None:
        """More cards lie elsewhere than players who lay in turn can be ahead: report that one may be hidden here.

        Only a card that was laid while nobody saw the place can lie on one that nobody knows of. Where every card was
        seen to come its player could not play, and nothing is reported.
        """
        if self.is_unread or not self._came_unseen:
            return None
        self._behind = {
            one.card: Sighting(one.card, one.corners_mm, one.confidence)
            for one in self.known
            if one.card in self._came_unseen and one.corners_mm is not None
        }
        if not self._behind:
            return None
        self._mark_pending(t)
        self.settled, self._unexplained_since = False, t
        return self._give_up(None, _behind_doubts(self._behind)[-1].reason)

    def _has_lasted(self, t: float) -> bool:
        assert self._busy_since is not None
        assert self._pending_since is not None
        return t - self._busy_since > CANDIDATE_S or t - self._pending_since > UNSETTLED_S

    def _be_disturbed(self, t: float) -> None:
        """Something moved: what is seen next may differ from what was seen before."""
        self.settled = False
        self._was_touched = True
        if self._given_up:
            self._given_up = False
            self._forget_dates()
        self._still_since = None
        if self._last_doubts:
            self._earlier_doubts, self._last_doubts = self._last_doubts, ()
        self._hints.forget_looks()
        if self._candidate is not None and t - self._candidate.last_t > CANDIDATE_S:
            self._candidate = None

    def quiet(self, t: float) -> None:
        """It is still, and looks as when it was settled; or it was given up, and is not read every time."""
        self._busy_since = None
        if self.settled:
            self._candidate = None
            self._forget_pending()
        if self.settled:
            self._mark_read(t)
        elif self._given_up and self._candidate is None:
            self._mark_sure(t)

    def no_picture(self, t: float) -> None:
        """There is no good picture: what was pending has to be seen again, or is reported as a fault elsewhere."""
        self._be_disturbed(t)
        self._candidate = None
        self._forget_pending()

    def camera_blind(self, t: float) -> None:
        """It was reported that the whole camera is blind."""
        self._busy_since = None
        self._mark_sure(t)

    def _forget_pending(self) -> None:
        self._forget_dates()
        self._new_cards.clear()

    def _forget_dates(self) -> None:
        """Drop the times of what was seen so far: it was reported, or no longer dates anything."""
        self._unexplained_since, self._still_since = None, None
        self._new_cards.forget_times()
        self._earlier_doubts = self._last_doubts = ()

    def look(self, look: Look, conflicts: Mapping[Card, str]) -> Change | None:
        """Take a look at the place; `conflicts`: why some cards cannot be here."""
        self._beside_arm.clear()
        if self._unexplained_since is None:
            self._unexplained_since = look.t
        self._busy_since = None
        self._mark_pending(look.t)
        if self._still_since is None:
            self._still_since = look.t
        self._looked_t = look.t
        if look.restless:
            self._hints.keep_only({sighting.card for sighting in look.seen})
        meaning = interpret(self.place, self.known, look, conflicts, self._hints, self._was_touched)
        meaning = self._with_piled(self._with_missing(self._with_earlier_doubts(meaning), look), look)
        self._new_cards.add_look(look.t, meaning, self.known)
        meaning = self._in_order(meaning)
        change = (
            self._take_doubtful(look, meaning)
            if meaning.doubts or meaning.needs_witnesses or len(meaning.cards) > MOST_CARDS
            else self._take_clear(look, meaning)
        )
        if (
            self._candidate is None
            and not self.is_unread
            and (self.settled or self._unexplained_since is None)
        ):
            self._mark_read(look.t)
        elif self._candidate is None and (self._given_up or self._unexplained_since is None):
            self._mark_sure(look.t)
        return change

    def _with_earlier_doubts(self, meaning: Meaning) -> Meaning:
        """Add a doubt where something unread lay here before an arm came and laid more.

        Without it a card that is read late would be reported after one that was laid later.
        """
        seen = meaning.seen.values()
        self._earlier_doubts = tuple(
            doubt for doubt in self._earlier_doubts if not any(is_about(doubt, s) for s in seen)
        )
        if not self._earlier_doubts or set(meaning.cards) <= set(self.cards):
            return meaning
        doubt = Doubt(EARLIER, self._earlier_doubts[0].corners_mm)
        count = None if meaning.count is None else meaning.count + 1
        return replace(meaning, doubts=(*meaning.doubts, doubt), count=count)

    def _with_missing(self, meaning: Meaning, look: Look) -> Meaning:
        """Add doubts for cards that were read and are not seen now.

        Without them a card that an arm hides again at once would be reported only when it is seen next.
        """
        assert self._still_since is not None
        missing = self._new_cards.missing(look, meaning, self._still_since)
        if not missing or (self.place.zone == CRIB and not meaning.cards):
            return meaning  # the crib lies face down until it is shown
        count = None if meaning.count is None else meaning.count + len(missing)
        return replace(meaning, doubts=(*meaning.doubts, *missing), count=count)

    def _with_piled(self, meaning: Meaning, look: Look) -> Meaning:
        """Add doubts where a card that came while nobody could see seems to lie on another: that one was never seen,
        and would not be missed. They last, whatever is laid on both, until the card has gone or lies elsewhere; one
        that came of their number, until all that a player has lies here."""
        seen = meaning.seen
        self._on_another = {
            card: one
            for card, one in self._on_another.items()
            if card not in look.single and _lies_there(one, look, seen)
        }
        if self.is_unread:
            new = (look.piled & seen.keys()) - self._known_while_read
            self._on_another |= {card: seen[card] for card in sorted(new, key=str)}
        is_full = len(meaning.cards) >= MOST_CARDS
        self._behind = {
            card: one for card, one in self._behind.items() if not is_full and _lies_there(one, look, seen)
        }
        doubts = [
            Doubt(PILED.format(card), one.corners_mm, about=card) for card, one in self._on_another.items()
        ]
        doubts += _behind_doubts(self._behind)
        if not doubts:
            return meaning
        return replace(meaning, doubts=(*meaning.doubts, *doubts), count=None)

    def read_again(self) -> None:
        """A person says that it was read wrong: it counts as never read. That is reported elsewhere."""
        self.known = ()
        self.settled = self._was_touched = False
        self.is_unread, self.unread, self.is_blind = True, None, True
        self.read_t = float("-inf")  # what lies here may have lain here while it was read as something else
        self._candidate, self._given_up = None, False
        self._hints = Hints()
        self._beside_arm.clear()
        self._on_another.clear()
        self._behind.clear()
        self._came_unseen.clear()
        self._forget_pending()

    def end_deal(self) -> None:
        """A new deal begins: the cards of the last one no longer make a reading more likely."""
        self._hints.earlier = set(self.cards)

    def restore(self, cards: tuple[Card, ...] | None, count: int | None = None) -> None:
        """After a restart: the cards that were reported last, or None (and perhaps a count) for Unread."""
        if cards is None:
            self.is_unread, self.unread = True, count
        else:
            self.known = tuple(Known(card, None, False, 0.0) for card in cards)

    # How sure it must be

    def _take_doubtful(self, look: Look, meaning: Meaning) -> Change | None:
        now = look.t
        self.settled = False
        self._looks_without_doubt = 0
        if self._candidate is not None and now - self._candidate.last_t > CANDIDATE_S:
            self._candidate = None
        self._last_doubts = tuple(
            d for d in meaning.doubts if d.guess is None or d.confidence >= _LIKELY_GUESS
        )
        assert self._pending_since is not None
        assert self._still_since is not None
        is_patient = now - self._still_since < PATIENCE_S and now - self._pending_since < UNSETTLED_S
        if self._given_up or is_patient:
            return None
        count = None if meaning.count is None or meaning.count > MOST_CARDS else meaning.count
        change = self._give_up(count, look.restless or meaning.why)
        self._unexplained_since, self._still_since = now, now
        return change

    def _give_up(self, count: int | None, why: str, is_blind: bool = False) -> Change | None:
        """Give up what is pending as unread; None if that was reported already."""
        assert self._unexplained_since is not None
        t, self._given_up = self._unexplained_since, True
        self._candidate = None
        self._forget_dates()
        if self.is_unread and self.unread == count and self.is_blind == is_blind:
            return None
        self.is_unread, self.unread, self.is_blind = True, count, is_blind
        self._was_blind = self._was_blind or is_blind
        return Change(t, None, count, why, is_blind=is_blind, since=self.read_t)

    def _take_clear(self, look: Look, meaning: Meaning) -> Change | None:
        now, cards = look.t, meaning.cards
        self._looks_without_doubt += 1
        if cards == self.cards and not self.is_unread:
            if self._looks_without_doubt >= LOOKS_TO_AGREE:
                self._accept(meaning)
            elif self._unexplained_since == now:  # everything is explained: it is only looked at once more
                self._unexplained_since = None
            return None
        if self._may_still_be_hidden(now, cards) or self._is_only_remembered(look, meaning):
            self._unexplained_since = None
            return None
        candidate = self._candidate
        if candidate is None or candidate.cards != cards or now - candidate.last_t > CANDIDATE_S:
            assert self._unexplained_since is not None
            steps: list[Step] = [(now, cards)] if self._given_up else self._steps(meaning)
            needed = (
                LOOKS_TO_AGREE_RESTLESS if look.restless else 1 if meaning.is_witnessed else LOOKS_TO_AGREE
            )
            candidate = Candidate(cards, steps[-1][0], needed, tuple(steps[:-1]), 0, begun_t=now)
            self._candidate = candidate
        candidate.count += 1
        candidate.last_t = now
        cards_leave = not meaning.is_witnessed and not set(self.cards) <= set(cards)
        too_soon = cards_leave and now - candidate.begun_t < GONE_S
        if candidate.count < candidate.needed or too_soon:
            self.settled = False
            return None
        if self._was_blind:
            self._came_unseen |= set(cards) - self._known_while_read
        self._accept(meaning)
        self.is_unread, self.unread, self.is_blind = False, None, False
        sure = min((s.confidence for s in meaning.seen.values()), default=1.0)
        return Change(candidate.t, cards, confidence=sure, steps=candidate.steps, since=self.read_t)

    def _may_still_be_hidden(self, now: float, cards: tuple[Card, ...]) -> bool:
        """Whether a blind place shows only briefly what lay there before: that happens often where light flickers."""
        assert self._still_since is not None
        return self.is_blind and cards == self.cards and now - self._still_since < STEADY_S

    def _is_only_remembered(self, look: Look, meaning: Meaning) -> bool:
        """Whether none of the cards of an unread place is seen, and something lies over some that seem to be left:
        they may be gone as others of the place are, and what nobody sees is not read."""
        return self.is_unread and not meaning.seen and not look.hidden.isdisjoint(meaning.cards)

    def _in_order(self, meaning: Meaning) -> Meaning:
        """Put the new cards in the order in which they came; where that is not known, in the order in which they
        lie."""
        new = [card for _, group in self._new_cards.groups(meaning) for card in group]
        kept = [card for card in meaning.cards if card not in new]
        return replace(meaning, cards=(*kept, *new))

    def _steps(self, meaning: Meaning) -> list[Step]:
        """Since when the cards have lain here, with a step for each card that was laid well after the one before."""
        assert self._unexplained_since is not None
        groups = self._new_cards.groups(meaning)
        if not groups:
            return [(self._unexplained_since, meaning.cards)]
        if not set(self.cards) <= set(meaning.cards) or self.place.zone == CRIB:
            return [(groups[-1][0], meaning.cards)]
        lying = len(meaning.cards) - sum(len(group) for _, group in groups)
        steps = []
        for t, group in groups:
            lying += len(group)
            steps.append((t, meaning.cards[:lying]))
        return steps

    def _accept(self, meaning: Meaning) -> None:
        places = {k.card: k.corners_mm for k in self.known}
        places |= {card: sighting.corners_mm for card, sighting in meaning.seen.items()}
        sure = {k.card: k.confidence for k in self.known}
        for card, sighting in meaning.seen.items():
            sure[card] = max(sighting.confidence, sure.get(card, 0.0))
        self.known = tuple(
            Known(c, places.get(c), c in meaning.seen, sure.get(c, 0.0)) for c in meaning.cards
        )
        self.settled = True
        self._was_touched = self._was_blind = False
        self._candidate, self._given_up = None, False
        self._told_beside_arm.clear()
        self._came_unseen &= set(meaning.cards)
        self._forget_pending()
        self._looks_without_doubt = LOOKS_TO_AGREE
        self._hints.forget_looks()
        self._hints.earlier.update(meaning.cards)


def _lies_there(one: Sighting, look: Look, seen: Mapping[Card, Sighting]) -> bool:
    """Whether a card that lay there may lie there still: it has not gone, and is not seen elsewhere."""
    now = seen.get(one.card)
    return one.card not in look.gone and (
        now is None or distance_mm(now.corners_mm, one.corners_mm) <= SAME_CARD_MM
    )


def _behind_doubts(behind: Mapping[Card, Sighting]) -> list[Doubt]:
    return [Doubt(BEHIND.format(card), one.corners_mm, about=card) for card, one in behind.items()]
