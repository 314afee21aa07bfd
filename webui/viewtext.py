"""A view put into words: whose act is next, what a verdict means and what to do now.

`add_text` adds sentences to a view that `cribbage.shown.reveal` has already cut to what may be told; it looks at
nothing else, so it can say nothing that is not in there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from cribbage.shown.reveal import NO_SUCH_PART
from cribbage.shown.scoreboard import Scoreboard
from webui.healthtext import health_text
from webui.proofs import proof_says
from webui.words import DEFAULT, Words, words

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of those who peg (`sides`; a pair by both names) and of those who hold cards (`seats`); the game
    hole."""

    sides: Mapping[str, str]
    seats: Mapping[str, str]
    side_of: Mapping[str, str]
    target: int = 121

    @classmethod
    def of(cls, view: Json) -> Names:
        """The names in a view."""
        sides = view.get("players", ())
        seats = view.get("seats") or {one["seat"]: one | {"side": one["seat"]} for one in sides}
        return cls(
            {side["seat"]: side["name"] for side in sides},
            {seat: one["name"] for seat, one in seats.items()},
            {seat: one["side"] for seat, one in seats.items()},
            view.get("target", 121),
        )

    @classmethod
    def at(cls, board: Scoreboard) -> Names:
        """The names at a table."""
        seating = board.seating
        return cls(
            {side: board.side_name(side) for side in board.sides},
            {seat: board.name(seat) for seat in seating.seats},
            {seat: seating.side(seat) for seat in seating.seats},
            board.rules.target,
        )


def add_text(view: Json, lang: str) -> Json:
    """The view with its sentences, in a language."""
    teller = _Teller(words(lang), Names.of(view))
    view["line"] = teller.line(view)
    if "lamp" in view:
        view["lamp_says"] = teller.words(f"health.{view['lamp']}")
    for health in view.get("health", ()):
        health["say"] = teller.health(health)
    for accepts in view.get("may", {}).get("accept", {}).values():
        accepts["say"] = teller.accepts(accepts)
    if "verdicts" in view:
        _add_open_text(teller, view)
    return view


def add_review_text(deals: list[Json], names: Names, lang: str) -> list[Json]:
    """The deals of a review with their sentences."""
    return list(map(_Teller(words(lang), names).deal, deals))


def add_verdict_text(verdicts: list[Json], names: Names, lang: str) -> list[Json]:
    """Verdicts with their sentences."""
    return list(map(_Teller(words(lang), names).verdict, verdicts))


def add_remark_text(remarks: list[Json], names: Names, lang: str) -> list[Json]:
    """Remarks with their sentences."""
    return list(map(_Teller(words(lang), names).remark, remarks))


def add_ask_text(asks: list[Json], names: Names, lang: str) -> list[Json]:
    """Questions of the device with their sentences."""
    return list(map(_Teller(words(lang), names).ask, asks))


def add_order_text(orders: Json | None, names: Names, lang: str) -> Json | None:
    """What a ruling still orders, each step with its sentence."""
    if orders is None:
        return None
    teller = _Teller(words(lang), names)
    return orders | {"steps": [step | {"say": teller.step(step)} for step in orders["steps"]]}


def _add_open_text(teller: _Teller, view: Json) -> None:
    told = [teller.verdict(verdict) for verdict in view["verdicts"]]
    view["verdicts"] = [v | {"live": _is_live(view, told[i:])} for i, v in enumerate(told)]
    view["hands"] = [teller.hand(hand) for hand in view["hands"]]
    view["notices"] = teller.notices(view)
    for player in view["players"]:
        if player["gain"] is not None:
            player["gain"]["say"] = teller.gain(player["gain"])
    if view["last_deal"] is not None:
        view["last_deal"] = teller.deal(view["last_deal"])


def _is_live(view: Json, since: list[Json]) -> bool:
    """Whether a verdict still asks for something to be done: it, and nothing of that player since, in this deal."""
    verdict, *later = since
    settled = any(v["player"] == verdict["player"] for v in later)
    here = verdict["deal"] == view["deal"] and view["state"] != "over"
    return bool(verdict["tone"] == "alert" and here and not settled)


class _Teller:
    """Sentences about one table in one language."""

    def __init__(self, texts: Words, names: Names) -> None:
        self.words = texts
        self._names = names

    def name(self, side: Any) -> str:
        """The player who pegs on a track."""
        return self._names.sides.get(side, "") if isinstance(side, str) else ""

    def seat(self, seat: Any) -> str:
        """The player who holds the cards of a seat."""
        return self._names.seats.get(seat, "") if isinstance(seat, str) else ""

    def other(self, side: Any) -> str:
        """The opponents; of three players the next one."""
        sides = list(self._names.sides)
        return self.name(sides[(sides.index(side) + 1) % len(sides)]) if side in sides else ""

    def next(self, seat: Any) -> str | None:
        """The seat to the left of another."""
        seats = list(self._names.seats)
        return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else None

    # --- whose act is next -----------------------------------------------------------------------------

    def line(self, view: Json) -> Json:
        """One line that says what the table is waiting for; `who` is the player whose act it is."""
        state, dealer, turn = view["state"], view.get("dealer"), view.get("turn")
        if state == "over":
            return self._over(view.get("over"))
        pone = self.next(dealer)
        key = self._line_key(state, view.get("to"), turn)
        who = pone if key == "cut" else turn
        names = {"turn": self.seat(turn), "dealer": self.seat(dealer), "pone": self.seat(pone)}
        text = self.words(f"line.{key}", next=self.seat(pone), **names)
        return {
            "text": text,
            "who": self._names.side_of.get(who or ""),
            "about": self.words(f"line.{key}.about") if key == "none" else "",
        }

    def _line_key(self, state: str, to: str | None, turn: str | None) -> str:
        if to in ("cut", "clear", "rule"):
            return to
        if to in ("play", "count-hand", "count-crib"):
            return to if turn is not None else {"play": "play.any"}.get(to, "show")
        return {"play": "play.any"}.get(state, state)

    def _over(self, over: Json | None) -> Json:
        if over is None:
            return {"text": self.words("line.ended.plain"), "who": None, "about": ""}
        about = "line.skunk" if over["skunk"] else "line.over.about"
        return {
            "text": self.words("line.over", winner=self.name(over["winner"])),
            "who": over["winner"],
            "about": self.words(
                about, loser_score=over["loser_score"], spread=over["spread"], target=self._names.target
            ),
        }

    # --- what may be said ------------------------------------------------------------------------------

    def accepts(self, accepts: Json) -> str:
        """What a tap on *I agree* agrees to: ``I agree: Bob's hand (hole 53)``."""
        path, hole = f"act.agree.{accepts['what']}", accepts.get("hole")
        what = self.words(path, name=self.name(accepts.get("player")))
        told = what if hole is None else self.words("act.agree.hole", what=what, hole=hole)
        return self.words("act.agree", what=told)

    # --- verdicts ----------------------------------------------------------------------------------------

    def verdict(self, verdict: Json) -> Json:
        """The verdict with what it says, what to do, its rule and its tone."""
        code = verdict["code"] if self.words.has(f"verdict.{verdict['code']}") else "novel"
        table = self.words.find(f"verdict.{code}")
        fill = self._fill(verdict)
        rule = verdict.get("rule") or table.get("rule")
        return verdict | {
            "tone": table["tone"],
            "say": self._say(table, verdict, fill),
            "do": "" if verdict.get("hint") else self._do(table, verdict, fill),
            "rule_says": self.words("rule", rule=rule) if rule else "",
            "proof_says": proof_says(self.words, verdict, self.seat),
        }

    def _fill(self, verdict: Json) -> Json:
        seat, remedy = verdict.get("player"), verdict.get("remedy") or {}
        return {
            "code": verdict["code"],
            "target": self._names.target,
            "name": self.name(seat),
            "other": self.other(seat),
            "points": verdict.get("points"),
            "earned": verdict.get("earned"),
            "pegged": verdict.get("pegged"),
            "what": self.words(f"what.{verdict.get('what') or 'play'}"),
            "hole": remedy.get("front"),
            "back": remedy.get("back"),
        }

    def _say(self, table: Mapping[str, Any], verdict: Json, fill: Json) -> str:
        if verdict.get("hint") and "hint" in table:
            return self.words.fill(table["hint"], **fill)
        if verdict.get("least") and "least" in table:
            return self.words.fill(table["least"], **fill)
        if "ruled" in table and str(verdict.get("why")).startswith("ruled"):
            return self.words.fill(table["ruled"], **fill)
        if "deal" in table and verdict.get("player") is None:
            return self.words.fill(table["deal"], **fill)
        unknown = fill["earned"] is None or fill["pegged"] is None
        if unknown and "plain" in table:
            return self.words.fill(table["plain"], **fill)
        if fill["points"] == 0 and "none" in table:
            return self.words.fill(table["none"], **fill)
        if fill["earned"] == 0 and "nothing" in table:
            return self.words.fill(table["nothing"], **fill)
        return self.words.fill(table["say"], **fill)

    def _do(self, table: Mapping[str, Any], verdict: Json, fill: Json) -> str:
        """What to do, with the hole where it is known, and without numbers where only the least is."""
        if verdict.get("least") and "do.least" in table:
            return self.words.fill(table["do.least"], **fill)
        if "do.deal" in table and verdict.get("player") is None:
            return self.words.fill(table["do.deal"], **fill)
        known = "do.hole" in table and fill["hole"] is not None
        return self.words.fill(table["do.hole"] if known else table.get("do"), **fill)

    # --- hands, scores, deals --------------------------------------------------------------------------

    def hand(self, hand: Json) -> Json:
        """A hand with its title, its value in words and the breakdown as it is spoken."""
        spoken = {"text": self.words.spoken(hand["parts"], hand["text"])} if "earned" in hand else {}
        return (
            hand
            | spoken
            | {
                "title": self.words(f"title.{hand['what']}", name=self.seat(hand["player"])),
                "value_says": self._value(hand),
                "says": self._unread(hand.get("lying")),
            }
        )

    def _value(self, hand: Json) -> str:
        if "earned" not in hand:
            return self.words("hand.pegged" if hand.get("state") == "pegged" else "hand.open")
        earned, pegged = hand["earned"], hand["pegged"]
        if earned is None:
            return self.words("hand.unseen")
        if pegged is not None and pegged != earned:
            return self.words("hand.value.pegged", earned=earned, pegged=pegged)
        return self.words("hand.value", points=earned) if earned else self.words("hand.zero")

    def _unread(self, lying: Json | None) -> str:
        if lying is not None and lying["blind"]:
            return self.words("hand.again" if lying["again"] else "hand.hidden")
        if lying is None or not lying["unread"]:
            return self.words("hand.by.page") if lying is not None and lying["by"] == "page" else ""
        count = lying["count"]
        return self.words("hand.unread", n=count) if count else self.words("hand.unread.any")

    def gain(self, gain: Json) -> str:
        """What was last added to a score: ``+9 hand``."""
        return self.words("gain", points=gain["points"], what=self.words(f"short.{gain['what']}"))

    def deal(self, deal: Json) -> Json:
        """One closed deal: its items with titles, its verdicts as sentences."""
        return deal | {
            "title": self.words("games.deal", n=deal["deal"]),
            "dealt": self.words("games.dealt", name=self.seat(deal["dealer"])) if deal["dealer"] else "",
            "items": [self._counted(item) for item in deal["items"] if item["what"] != "play"],
            "played": self._played(deal["items"]),
            "verdicts": [self.verdict(verdict) for verdict in deal["verdicts"]],
            "remarks": [self.remark(remark) for remark in deal["remarks"]],
        }

    def _played(self, items: list[Json]) -> list[str]:
        """What each player pegged in the play, in a line each."""
        pegged: dict[str, int] = {}
        for item in items:
            if item["what"] == "play":
                pegged[item["player"]] = pegged.get(item["player"], 0) + (item["pegged"] or 0)
        return [
            self.words("games.played", name=self.name(seat), points=n) for seat, n in sorted(pegged.items())
        ]

    def _counted(self, item: Json) -> Json:
        what = item["what"]
        title = (
            self.words(f"title.{what}", name=self.seat(item["seat"]))
            if what in ("hand", "crib")
            else self.words("title.other", name=self.name(item["player"]), what=self.words(f"what.{what}"))
        )
        spoken = self.words.spoken(item["parts"], item["text"])
        return item | {"title": title, "value_says": self._value(item), "text": spoken}

    # --- notices -----------------------------------------------------------------------------------------

    def notices(self, view: Json) -> list[Json]:
        """What needs attention now and is no verdict: questions, faults, a called judge, pegging out."""
        said = [self.ask(ask) for ask in view["asks"]]
        if view["judge_called_by"]:
            name = self.seat(view["judge_called_by"])
            text, back = (self.words(f"judge.{key}", name=name) for key in ("called", "back"))
            said.append({"kind": "judge", "say": text, "do": back})
        if view["peg_out"]:
            text = self.words("pegout", name=self.name(view["peg_out"]))
            said.append({"kind": "pegout", "say": text, "do": self.words("pegout.do")})
        said += self._orders(view.get("orders"))
        said += [self.remark(remark) | {"kind": "ask"} for remark in view.get("remarks", ())]
        said += [self._due(item) for item in view.get("due", ()) if item["what"] not in ("hand", "crib")]
        return said + self._troubles(view)

    def remark(self, remark: Json) -> Json:
        """A remark with its rule; in the referee's own words where the language has none for it."""
        path = f"remark.{remark['about']}.{remark['case']}"
        name = self.seat(remark["player"])
        say = self.words(path, name=name) if self.words.has(path) else remark["why"]
        return remark | {"say": say, "do": self.words("rule", rule=remark["rule"])}

    def _troubles(self, view: Json) -> list[Json]:
        """Parts that see nothing or doubt it; where a part speaks for itself, its fault is not told twice."""
        urgent = [
            health
            for health in view["health"]
            if health["state"] == "stale" or (health["note"] and health["state"] in ("doubt", "fault"))
        ]
        told = {"camera" if health["part"] == "eye" else health["part"] for health in urgent}
        faults = [self._fault(part, what) for part, what in view["faults"].items() if part not in told]
        return [self._noted(health) for health in urgent] + faults

    def _noted(self, health: Json) -> Json:
        """What a part says of itself, or that it says nothing."""
        part = self.words(f"health.{health['part']}")
        silent = self.words(
            "title.other",
            name=part,
            what=f"{self.words('health.stale')} — {self.words('health.stale.about')}.",
        )
        note, fix = health_text(self.words, health)
        return {"kind": "ask" if health["state"] == "doubt" else "fault", "say": note or silent, "do": fix}

    def ask(self, ask: Json) -> Json:
        """What the device is unsure of, as a question."""
        about = ask["about"]
        is_zone = self.words.has(f"zone.{about}")
        zone = self.words(f"zone.{about}", A=self.seat("A"), B=self.seat("B"))
        text = self.words("ask.zone", zone=zone) if is_zone else ask["question"]
        if about.startswith("pegs "):
            text = self.words("ask.pegs", name=self.name(about.removeprefix("pegs ")))
        return {
            "kind": "ask",
            "say": text or self.words("ask.general", about=about),
            "do": self._because(ask["why"]),
            "zone": about if is_zone else None,
        }

    def _because(self, why: str) -> str:
        """Why the device asks; in another language than its own only where that has words for it."""
        said = self.words.phrase(why)
        told = said if said != why or self.words.lang == DEFAULT else ""
        return self.words("ask.why", why=told) if told else ""

    def _orders(self, orders: Json | None) -> list[Json]:
        """What a ruling or a remedy still orders, step by step."""
        steps = (
            [] if orders is None or orders["done"] else [one for one in orders["steps"] if not one["done"]]
        )
        rule = "" if orders is None else self.words("rule", rule=orders["rule"])
        return [{"kind": "due", "say": self.step(step), "do": rule} for step in steps]

    def step(self, step: Json) -> str:
        """One step of a ruling in words; in the referee's own where there are none for it."""
        number = step.get("to", step.get("points", step.get("cards")))
        who = step.get("player")
        fill = {"name": self.name(who) or self.seat(who), "n": number, "at": step.get("now")}
        return (
            self.words(f"orders.{step['do']}", **fill)
            if self.words.has(f"orders.{step['do']}")
            else step["text"]
        )

    def _due(self, item: Json) -> Json:
        what = self.words(f"what.{item['what']}")
        text = self.words("due", name=self.name(item["player"]), points=item["earned"], what=what)
        return {"kind": "due", "say": text, "do": ""}

    def _fault(self, part: str, what: str) -> Json:
        known = self.words.find(f"fault.what.{what}") or what
        key = next(key for key in (f"{part}-{what}", part, "other") if self.words.has(f"fault.{key}"))
        kind = "calm" if what == NO_SUCH_PART else "fault"
        return {"kind": kind, "say": self.words(f"fault.{key}", part=part, what=known), "do": ""}

    def health(self, health: Json) -> str:
        """What a part's state means, or the note of the part itself."""
        if health["note"]:
            return " ".join(health_text(self.words, health)).strip()
        about = f"health.{health['state']}.about"
        return self.words(about) if self.words.has(about) else ""
