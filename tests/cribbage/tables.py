"""A table in a few readable words: each word is one act, `log` is what a device would have written of it.

==================  ====================================================================================
word                act
==================  ====================================================================================
``cut:JD``          the starter is turned
``B:TC``            Bob lays a card (``B:TC,KD`` two at once); ``B<1`` takes the last one back
``B+3``             Bob's rear peg leaps three past the front one, and is let go of
``B-2``             Bob's front peg goes two back (into its old hole where that is where the other one stands)
``B=22,10``         Bob's pegs stand in these holes, let go of (``B~22,10``: still in the fingers)
``holes:22|61,53``  these holes are occupied on Ann's and on Bob's track
``B^``              Bob's rear peg is in the air (``B^f`` the front one, ``B^^`` both)
``crib:2C,2H,9D,JC``  the crib is turned up
``clear``           all zones are taken up; ``clear:A`` one of them
``A?3`` ``crib?4``  cards lie there and cannot be read (``A?`` nobody knows how many)
``A#`` ``starter#``  something hides the place; ``A0``: it is read, and empty
``A!go`` ``B!claim9``  something is said
``rule:A=103,B+3``  judges rule (``rule:A!`` Ann wins)
``camera!`` ``camera.``  a part fails, works again; ``wait`` ten seconds pass
==================  ====================================================================================

Ann is A and deals unless told otherwise, so Bob is pone.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cribbage.replay.transcript import ReplayResult, replay

GAP_S = 2.0


class Table:
    """Writes the log of what the words say."""

    def __init__(
        self, dealer: str = "A", a: tuple[int, int] = (0, -1), b: tuple[int, int] = (0, -1), **more: Any
    ) -> None:
        self.t = 0.0
        self.pegs = {"A": list(a), "B": list(b)}
        self.history: dict[str, list[list[int]]] = {"A": [], "B": []}
        self.leaps: list[tuple[float, str]] = []
        self.zones: dict[str, list[str]] = {"starter": [], "A": [], "B": [], "crib": []}
        pegs = {player: list(pair) for player, pair in self.pegs.items()}
        self.header = {"log": "table/1", "profile": "acc-2025", "dealer": dealer, "pegs": pegs} | more
        self.log: list[str] = [json.dumps(self.header)]

    def do(self, words: str) -> Table:
        """Do what the words say, one after another."""
        for word in words.split():
            self._word(word)
        return self

    def judge(self) -> ReplayResult:
        """Judge the log so far."""
        return replay(self.log)

    @property
    def verdicts(self) -> list[str]:
        """The verdicts so far: ``overpeg B 2``."""
        return [
            " ".join(str(v[key]) for key in ("code", "player", "points") if v[key] is not None)
            for v in self.judge().verdicts
        ]

    @property
    def remarks(self) -> list[str]:
        """What was remarked: about what, by which rule, of whom, and the first words of why."""
        return [
            f"{e.body['about']} {e.body['rule']} {e.body['player'] or '-'} {' '.join(e.body['why'].split()[:3])}"
            for e in self.judge().events
            if e.kind == "remark"
        ]

    def verdict(self, code: str) -> dict[str, Any]:
        """The last verdict of this code, whole."""
        return next(v for v in reversed(self.judge().verdicts) if v["code"] == code)

    @property
    def times(self) -> list[tuple[float, str]]:
        """Time and code of each verdict."""
        return [(v["t"], v["code"]) for v in self.judge().verdicts]

    # --- words ---------------------------------------------------------------------------------------------

    def _word(self, word: str) -> None:
        for pattern, act in _WORDS:
            match = re.fullmatch(pattern, word)
            if match:
                act(self, *match.groups())
                return
        raise ValueError(f"no such word: {word}")

    def see(self, after: float = GAP_S, **body: Any) -> None:
        """Write one observation."""
        self.t = round(self.t + after, 3)
        self.log.append(json.dumps({"t": self.t} | body))

    def zone(self, name: str, cards: list[str], after: float = GAP_S) -> None:
        self.zones[name] = cards
        self.see(after, cards={"zone": name, "seen": cards})

    def _show_holes(self, after: float, **instead: list[int]) -> None:
        holes = {player: instead.get(player, pegs) for player, pegs in self.pegs.items()}
        self.see(after, holes=holes)

    def _cut(self, card: str) -> None:
        self.zone("starter", [card])

    def _lay(self, player: str, cards: str) -> None:
        self.zone(player, self.zones[player] + cards.split(","))

    def _take_back(self, player: str, number: str) -> None:
        self.zone(player, self.zones[player][: -int(number)])

    def _leap(self, player: str, points: str) -> None:
        front, rear = self.pegs[player]
        landed = min(121, max(front, 0) + int(points))
        self._show_holes(GAP_S, **{player: [front]})
        self._put(player, [landed, front], 0.5)
        if front < 121:
            self.leaps.append((self.t, f"{player} {front}/{rear}>{landed}/{front}"))
        self.t += 1.5

    def _back(self, player: str, points: str) -> None:
        front, rear = self.pegs[player]
        target = front - int(points)
        old = self.history[player][-1] if self.history[player] else [rear, rear - 1]
        landed = old[1] if target == rear else max(target, -2)
        if landed == rear:  # no hole takes two pegs: at the start the next one is free
            landed = -1 if rear == -2 else -2
        self._show_holes(GAP_S, **{player: [rear]})
        self._put(player, sorted([landed, rear], reverse=True), 0.5)
        self.t += 1.5

    def _stand(self, player: str, how: str, holes: str) -> None:
        self._put(player, [int(hole) for hole in holes.split(",")], GAP_S if how == "=" else 0.3)
        self.t += 1.5 if how == "=" else 0.0

    def _put(self, player: str, pegs: list[int], after: float) -> None:
        self.history[player].append(self.pegs[player])
        self.pegs[player] = pegs
        self._show_holes(after)

    def _lift(self, player: str, which: str) -> None:
        front, rear = self.pegs[player]
        left = {"": [front], "f": [rear], "^": []}[which]
        self._show_holes(0.5, **{player: left})

    def _crib(self, cards: str) -> None:
        self.zone("crib", cards.split(","))

    def _clear(self, zone: str | None) -> None:
        for name in [zone] if zone else ["A", "B", "crib", "starter"]:
            if self.zones[name]:
                self.zone(name, [], 0.3)

    def _unread(self, zone: str, count: str) -> None:
        self.see(unread={"zone": zone, "count": int(count) if count else None})

    def _hide(self, zone: str) -> None:
        self.see(unread={"zone": zone, "count": None}, blind=True)

    def _empty(self, zone: str) -> None:
        self.zone(zone, [])

    def _say(self, player: str, what: str, n: str) -> None:
        self.see(1.0, said={"by": player, "what": what} | ({"n": int(n)} if n else {}))

    def _rule(self, moves: str) -> None:
        found = re.findall(r"([AB])(=|\+|-)(\d+)", moves)
        if moves.endswith("!"):
            wins = {"player": moves[0], "wins": True}
            self.see(ruling={"judges": ["J1", "J2"], "rule": "11.5", "moves": [wins]})
            return
        ruled = [
            {"player": player, "front": int(n)}
            if sign == "="
            else {"player": player, "points": int(sign + n)}
            for player, sign, n in found
        ]
        self.see(ruling={"judges": ["J1", "J2"], "rule": "8.4.b", "moves": ruled})

    def _part(self, part: str, sign: str) -> None:
        self.see(fault={"part": part, "what": "covered" if sign == "!" else "ok"})

    def _raw(self, a: str, b: str) -> None:
        holes = {
            player: [int(hole) for hole in text.split(",") if hole] for player, text in (("A", a), ("B", b))
        }
        for player, pegs in holes.items():
            if len(pegs) == 2:
                self.pegs[player] = pegs
        self.see(holes=holes)

    def _wait(self) -> None:
        self.t += 10.0


_WORDS: list[tuple[str, Any]] = [
    (r"cut:(\w\w)", Table._cut),
    (r"crib:([\w,]+)", Table._crib),
    (r"rule:(.+)", Table._rule),
    (r"clear(?::(\w+))?", Table._clear),
    (r"([AB]):([\w,]+)", Table._lay),
    (r"([AB])<(\d)", Table._take_back),
    (r"([AB])\+(\d+)", Table._leap),
    (r"([AB])-(\d+)", Table._back),
    (r"([AB])([=~])([-\d,]*)", Table._stand),
    (r"([AB])\^(f|\^|)", Table._lift),
    (r"(starter|A|B|crib)\?(\d*)", Table._unread),
    (r"(starter|A|B|crib)#", Table._hide),
    (r"(starter|A|B|crib)0", Table._empty),
    (r"([AB])!([a-z]+)(\d*)", Table._say),
    (r"(camera|board)([!.])", Table._part),
    (r"holes:([-\d,]*)\|([-\d,]*)", Table._raw),
    (r"wait", Table._wait),
]

# One deal to be used again: Bob's hand is worth 9, Ann's 5, the crib 4 (all with the four of diamonds).
CUT = "cut:4D"
PLAY = "B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1"
CRIB = "crib:2C,2H,9D,JC"
LOW_PLAY = "cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3"
"""With its starter; Bob's hand is worth two, Ann's seven, her crib (`LOW_CRIB`) six."""
LOW_CRIB = "crib:QC,5S,9H,KD"
PLAY_VERDICTS = ["scored B 1", "scored A 3", "scored B 4", "scored B 1", "scored A 1"]


def verdicts(words: str, **more: Any) -> list[str]:
    """The verdicts on a table where this was done."""
    return Table(**more).do(words).verdicts


def after_play(words: str, **more: Any) -> list[str]:
    """The verdicts on what follows the play of the usual deal."""
    found = verdicts(f"{CUT} {PLAY} {words}", **more)
    assert found[: len(PLAY_VERDICTS)] == PLAY_VERDICTS
    return found[len(PLAY_VERDICTS) :]
