"""A finished deal told step by step: what a review goes through with its arrows, in the words of a language.

Made of deals that `cribbage.shown.reveal` has let through and of grades that it allows; nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from webui.viewtext import Names, add_review_text
from webui.words import Words, with_signs, words

Json: TypeAlias = dict[str, Any]
SHOWN: Final = 0.05
"""In points: a smaller loss is not worth a word; it reads 0.0."""
SHOWN_PLAY: Final = 0.25
"""In points: the same for the play, where the number is an estimate and a tenth says nothing."""
BIG: Final = 1.0
"""In points: from here on a loss is marked."""


def deal_steps(deals: Sequence[Json], names: Names, lang: str) -> list[Json]:
    """The deals with their text (`add_review_text`), each with its ``steps`` and, where it is graded, ``says``."""
    teller = _DealSteps(words(lang), names)
    return [teller.deal(deal) for deal in add_review_text(list(deals), names, lang)]


class _DealSteps:
    def __init__(self, texts: Words, names: Names) -> None:
        self._words = texts
        self._names = names

    def deal(self, deal: Json) -> Json:
        steps = [step for moment in deal["moments"] if (step := self._step(deal, moment)) is not None]
        told = deal | {"steps": self._with_cards(deal, steps)}
        return told | ({"grades": self._graded(deal)} if deal.get("grades") else {})

    # --- steps ------------------------------------------------------------------------------------------

    def _with_cards(self, deal: Json, steps: list[Json]) -> list[Json]:
        """Each step with how many cards of the play lie there by then."""
        laid, found = 0, []
        for step in steps:
            laid = step.get("play", laid - 1) + 1
            found.append(step | {"laid": laid})
        if not found and deal["items"]:  # of an older game: what was counted, without the order
            found = [{"say": item["title"], "item": item["id"], "laid": 0} for item in deal["items"]]
        return found

    def _step(self, deal: Json, moment: Json) -> Json | None:
        tell: Mapping[str, Callable[[Json, Json], Json | None]] = {
            "starter": self._starter,
            "card": self._card,
            "verdict": self._verdict,
            "said": self._said,
            "ruling": self._ruling,
        }
        step = tell[moment["kind"]](deal, moment)
        return None if step is None else {"kind": moment["kind"], "pegs": moment["pegs"]} | step

    def _starter(self, _deal: Json, moment: Json) -> Json:
        return {"say": self._words("review.starter", cards=with_signs(moment["card"]))}

    def _card(self, deal: Json, moment: Json) -> Json:
        play = deal["play"][moment["play"]]
        name, card = self._names.seats.get(play["player"], ""), with_signs(play["card"] or "")
        if play["card"] is None:
            say = self._words("review.card.unread", name=name)
        elif play["count"] is None:
            say = self._words("review.card.plain", name=name, cards=card)
        else:
            points = "scores" if play["points"] else "card"
            fill = {"name": name, "cards": card, "at": play["count"], "points": play["points"]}
            say = self._words(f"review.{points}", **fill)
        return {"say": say, "play": moment["play"]} | self._play_grade(deal, moment["play"])

    def _play_grade(self, deal: Json, play: int) -> Json:
        found = next((one for one in (deal.get("grades") or {}).get("play", ()) if one["play"] == play), None)
        if found is None or found["lost"] < SHOWN_PLAY:
            return {}
        number = self._words.number(found["lost"])
        say = self._words("review.play.lost", cards=with_signs(found["best"]), lost=number)
        return {"grade": {"say": say, "big": found["lost"] >= BIG}}

    def _verdict(self, deal: Json, moment: Json) -> Json:
        verdict = deal["verdicts"][moment["verdict"]]
        item = next((one for one in deal["items"] if one["id"] == verdict.get("item")), None)
        counted = item is not None and item["what"] in ("hand", "crib")
        step = {"say": verdict["say"], "tone": verdict["tone"], "rule": verdict["rule_says"]}
        return step | ({"item": verdict["item"]} if counted else {})

    def _said(self, _deal: Json, moment: Json) -> Json | None:
        said = moment["said"]
        path, name = f"review.said.{said.get('what')}", self._names.seats.get(said.get("by"), "")
        if not self._words.has(path):
            return None
        return {"say": self._words(path, name=name, n=said.get("n"))}

    def _ruling(self, _deal: Json, _moment: Json) -> Json:
        return {"say": self._words("review.ruling")}

    # --- grades -----------------------------------------------------------------------------------------

    def _graded(self, deal: Json) -> Json:
        grades: Json = deal["grades"]
        found = grades["discards"]
        if found is None:
            return grades | {"ungraded": self._words("review.ungraded")}
        ways = [{seat: one | self._discard(seat, one) for seat, one in way.items()} for way in found["ways"]]
        return grades | {"discards": found | {"ways": ways}}

    def _discard(self, seat: str, one: Mapping[str, Any]) -> Json:
        """What is said of one discard."""
        fill = {
            "name": self._names.seats.get(seat, ""),
            "cards": self._two(one["thrown"]),
            "best": self._two(one["best"]),
            "lost": self._words.number(one["lost"]),
        }
        key = "best" if one["lost"] < SHOWN else "lost"
        return {"say": self._words(f"review.discard.{key}", **fill), "big": one["lost"] >= BIG}

    def _two(self, cards: Sequence[str]) -> str:
        return with_signs(" ".join(cards))


def tally(deals: Sequence[Json], seats: Sequence[str]) -> Json | None:
    """Luck and skill of a game, points for each seat: None where no deal is graded.

    ``luck`` = cards dealt and how starter and crib fell, against the average of all deals; ``discards`` and ``play``
    = what was given away, exact and estimated; ``missed`` = points earned and not pegged; ``deals`` = graded ones.
    Where it is not known which two of the crib were whose, the way that costs both least is taken.
    """
    ways = [
        found["ways"][found["taken"]]
        for deal in deals
        if deal.get("grades") and (found := deal["grades"]["discards"]) is not None
    ]
    if not ways or tuple(seats) != ("A", "B"):
        return None
    plays = [one for deal in deals for one in (deal.get("grades") or {}).get("play", ())]
    return {"deals": len(ways)} | {
        seat: {
            "luck": round(sum(way[seat]["dealt"] + way[seat]["fell"] for way in ways), 1),
            "discards": round(sum(way[seat]["lost"] for way in ways), 1),
            "play": round(sum(one["lost"] for one in plays if one["player"] == seat), 1),
            "missed": sum(_missed(deal, seat) for deal in deals),
        }
        for seat in seats
    }


def _missed(deal: Json, seat: str) -> int:
    lost = ("underpeg", "heels-forfeit")
    return sum(v["points"] or 0 for v in deal["verdicts"] if v["player"] == seat and v["code"] in lost)
