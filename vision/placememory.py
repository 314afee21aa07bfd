"""What is known of one place of the table, and how sure a change must be before it counts. Pure.

At every instant a place is one of three: *read* (seen still, and all in it told), *pending* (something changes, or
is being made sure of) or *blind* (it was said that nobody can see what lies here). `sure_t` is the last time at
which it was read or blind; whoever follows the table may not go past it. Nothing is pending for long: what cannot be
seen or read in time is said to be so, whether cards were known to lie there or not.

A place is *settled* when what is known explains what is seen. A look that does not fit makes a candidate,
and a candidate counts once enough looks agree on it. A known card stays known when it is merely not seen:
another card or a hand may lie over it. It goes only when its place shows bare ground, or when its place has
not changed at all and is now read otherwise, time after time (then the first reading was wrong). Where a hand came
meanwhile and nothing else is new, the other reading may be a card thrown squarely on it: that is said to be unread.
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
from vision.placelook import Doubt, Look, Sighting
from vision.stabiliser import BANDS, FLICKER, SHAKES

PATIENCE_S: Final = 2.5  # still and yet unsure for so long: say so
GIVEN_UP_EVERY_S: Final = 1.0  # when given up, read again so often
CANDIDATE_S: Final = 3.0  # a candidate outlives a hand passing over it for so long
GONE_S: Final = 0.35  # a card must be away for so long: a hand that looks like the ground moves on
UNSETTLED_S: Final = (
    4.5  # hands come and go, and still it is not clear: nothing is silent for longer than 5 s
)
STEADY_S: Final = 1.0  # so long still and as it was before it was hidden: it is seen again
EARLIER: Final = "a card laid here before could not be read"
ARM: Final = "an arm hides what lies here"
UNSTEADY: Final = "something moves here all the time, or the light does"
WAVERING: Final = {
    FLICKER: "the light flickers",
    BANDS: "mains light makes bands in the picture",
    SHAKES: "the camera shakes",
}
BOARD_MOVES: Final = "the board or the camera keeps moving"
MOST_CARDS: Final = 4  # cards that can rightly lie in one place; more than that is a miscount of ours
LOOKS_TO_AGREE_RESTLESS: Final = 3  # looks that must agree where it is never still
_LIKELY_GUESS: Final = 0.5  # a doubt with a guess less likely than this may be about nothing at all


@dataclass(slots=True)
class Candidate:
    """A list of cards on its way to being known: since when, and how many looks have agreed on it."""

    cards: tuple[Card, ...]
    t: float
    needed: int
    steps: tuple[Step, ...] = ()
    count: int = 1
    last_t: float = 0.0
    begun_t: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """The place's cards are known anew (`cards`), or cannot be read (`cards` is None; `count` may be).

    `steps`: what lay there before `t` without being readable, where several cards could be read only together.
    `is_blind`: nobody can see whether anything lies there. `since`: when the place was read before.
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
    """The memory of one place. Feed it one of `busy`, `quiet` and `look` for every picture, in order."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.known: tuple[Known, ...] = ()
        self.settled = False
        self.unread: int | None = None
        self.is_unread = False
        self.is_blind = False  # unread, and not even whether anything lies here is known
        self.sure_t = float("-inf")  # when it was last read, or blind,
        self.read_t = float("-inf")  # ... and when it was read
        self._pending_since: float | None = None  # the first picture after that
        self._candidate: Candidate | None = None
        self._unexplained_since: float | None = None  # the first look that was not explained by what is known
        self._still_since: float | None = None  # since when nothing has moved here
        self._was_touched = False  # since the cards were known
        self._busy_since: float | None = None  # since when a hand has been here without a break
        self._last_doubts: tuple[Doubt, ...] = ()  # at the last look
        self._earlier_doubts: tuple[Doubt, ...] = ()  # before the last hand came, and not explained yet
        self._new_cards = NewCards()  # what was seen of new cards since `_unexplained_since`
        self._given_up = False
        self._looked_t = float("-inf")
        self._hints = Hints()
        self._beside_arm = CardsBesideArm()
        self._looks_without_doubt = LOOKS_TO_AGREE  # looks without a doubt since the last doubtful one

    @property
    def cards(self) -> tuple[Card, ...]:
        """The known cards in laying order."""
        return tuple(known.card for known in self.known)

    @property
    def awaited(self) -> tuple[Sighting, ...]:
        """The cards that were read here, and of which it is not certain yet that they lie here."""
        return self._new_cards.awaited

    def wants_look(self, t: float, changed: bool) -> bool:
        """Whether a still picture of this time is worth reading: less often once it was given up."""
        if self.settled and not changed:
            return False
        return not self._given_up or self._candidate is not None or t - self._looked_t >= GIVEN_UP_EVERY_S

    def begin(self, t: float) -> None:
        """Nothing before this time will be reported."""
        self._mark_sure(t)

    def rested(self, t: float) -> None:
        """Nothing has changed on the table up to this time: a place that was settled was so until then."""
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
        """It cannot be looked at: something moves here, or a hand is in the way; `why` says what.

        What was seen before and is not explained yet stays pending under its own time: a card that is read only
        after a hand has passed over it once more was still laid when it was first seen. What stays too long leaves
        the place blind since it came: a card may be laid under a hand, the first of all too, and pegged.
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
        """Whether it was said that a hand rests here: what can be seen beside it is then told."""
        return self._is_reported_unread and self.is_blind and self.place.zone not in (CRIB, STARTER)

    def look_beside_arm(self, look: Look, conflicts: Mapping[Card, str]) -> Change | None:
        """What is seen beside an arm that rests here; call it after `busy`. The place stays blind.

        It was said already that all is told up to now, so what is told carries the time of this look.
        """
        new = self._beside_arm.take(look, self.known, conflicts)
        if not new or len(self.known) + len(new) > MOST_CARDS:
            return None
        self.known += tuple(Known(s.card, s.corners_mm, True, s.confidence) for s in new)
        self._hints.earlier.update(s.card for s in new)
        self._new_cards.forget(s.card for s in new)
        sure = min(s.confidence for s in new)
        return Change(look.t, self.cards, confidence=sure, since=self.read_t)

    @property
    def _is_reported_unread(self) -> bool:
        """Whether it was said that it is not known what lies here, and nothing has been seen since then."""
        return (
            self.is_unread
            and self.unread is None
            and self._unexplained_since is None
            and self._candidate is None
        )

    def _has_lasted(self, t: float) -> bool:
        assert self._busy_since is not None
        assert self._pending_since is not None
        return t - self._busy_since > CANDIDATE_S or t - self._pending_since > UNSETTLED_S

    def _be_disturbed(self, t: float) -> None:
        """What is seen next is another picture of the place."""
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
        """Still, and it looks as when it was settled; or it was given up, and is not looked at every time."""
        self._busy_since = None
        if self.settled:
            self._candidate = None
            self._forget_pending()
        if self.settled:
            self._mark_read(t)
        elif self._given_up and self._candidate is None:
            self._mark_sure(t)

    def no_picture(self, t: float) -> None:
        """There is no picture to go by: whatever was pending is to be seen anew, or reported as a fault elsewhere."""
        self._be_disturbed(t)
        self._candidate = None
        self._forget_pending()

    def camera_blind(self, t: float) -> None:
        """It was said that the whole camera is blind."""
        self._busy_since = None
        self._mark_sure(t)

    def _forget_pending(self) -> None:
        self._forget_dates()
        self._new_cards.clear()

    def _forget_dates(self) -> None:
        """What was seen so far has been said, or dates nothing any more."""
        self._unexplained_since, self._still_since = None, None
        self._new_cards.forget_times()
        self._earlier_doubts = self._last_doubts = ()

    def look(self, look: Look, conflicts: Mapping[Card, str]) -> Change | None:
        """Take a reading into account; `conflicts` says of cards why they cannot be here."""
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
        meaning = self._with_missing(self._with_earlier_doubts(meaning), look)
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
        """Something lay here unread before a hand came and laid more: what has joined is not the next card.

        Without this a card that is read late would come after one that was laid later.
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
        """Without this a card that a hand hides again at once would be told only when it is seen next."""
        assert self._still_since is not None
        missing = self._new_cards.missing(look, meaning, self._still_since)
        if not missing or (self.place.zone == CRIB and not meaning.cards):
            return meaning  # the crib lies face down until it is shown
        count = None if meaning.count is None else meaning.count + len(missing)
        return replace(meaning, doubts=(*meaning.doubts, *missing), count=count)

    def read_again(self) -> None:
        """A person says that it was read wrongly: it counts as never read, and that is told elsewhere."""
        self.known = ()
        self.settled = self._was_touched = False
        self.is_unread, self.unread, self.is_blind = True, None, True
        self.read_t = float("-inf")  # what lies here may have lain here while it was read otherwise
        self._candidate, self._given_up = None, False
        self._hints = Hints()
        self._beside_arm.clear()
        self._forget_pending()

    def end_deal(self) -> None:
        """A new deal begins: what lay here in the last one makes nothing more likely any more."""
        self._hints.earlier = set(self.cards)

    def restore(self, cards: tuple[Card, ...] | None, count: int | None = None) -> None:
        """What was reported last, before a restart: the cards, or None for Unread."""
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
        """What is pending cannot be read: None if that has been said already."""
        assert self._unexplained_since is not None
        t, self._given_up = self._unexplained_since, True
        self._candidate = None
        self._forget_dates()
        if self.is_unread and self.unread == count:
            return None
        self.is_unread, self.unread, self.is_blind = True, count, is_blind
        return Change(t, None, count, why, is_blind=is_blind, since=self.read_t)

    def _take_clear(self, look: Look, meaning: Meaning) -> Change | None:
        now, cards = look.t, meaning.cards
        self._looks_without_doubt += 1
        if cards == self.cards and not self.is_unread:
            if self._looks_without_doubt >= LOOKS_TO_AGREE:
                self._accept(meaning)
            elif self._unexplained_since == now:  # nothing is unexplained: it is only looked at once more
                self._unexplained_since = None
            return None
        if self._may_still_be_hidden(now, cards):
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
        self._accept(meaning)
        self.is_unread, self.unread, self.is_blind = False, None, False
        sure = min((s.confidence for s in meaning.seen.values()), default=1.0)
        return Change(candidate.t, cards, confidence=sure, steps=candidate.steps, since=self.read_t)

    def _may_still_be_hidden(self, now: float, cards: tuple[Card, ...]) -> bool:
        """A glance at a blind place shows what lay there before: where the light flickers there are many of them."""
        assert self._still_since is not None
        return self.is_blind and cards == self.cards and now - self._still_since < STEADY_S

    def _in_order(self, meaning: Meaning) -> Meaning:
        """Of the new cards those first that lay there before the others; as they lie where that is not known."""
        new = [card for _, group in self._new_cards.groups(meaning) for card in group]
        kept = [card for card in meaning.cards if card not in new]
        return replace(meaning, cards=(*kept, *new))

    def _steps(self, meaning: Meaning) -> list[Step]:
        """Since when the cards have lain here: more than one step where one was laid well after another."""
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
        self._was_touched = False
        self._candidate, self._given_up = None, False
        self._forget_pending()
        self._looks_without_doubt = LOOKS_TO_AGREE
        self._hints.forget_looks()
        self._hints.earlier.update(meaning.cards)
