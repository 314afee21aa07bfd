"""Shows of one deal as two people play them who make mistakes and speak aloud, on a board whose contacts lie.

``python -m stories FIRST LAST`` (from the repository, with it and tests/cribbage in PYTHONPATH) tells
the stories of these numbers and prints those in which somebody is blamed for what they have not done.

The play of a deal is followed as ever. In the show of it each hand and the crib is counted right, too low, too high
or not at all; the other may call that, put right or not, with words that are tapped late, or by nobody; up to two
pegs land in a dead hole or come from one whose contact sticks. The other two simulators play whole games and meet
such a show once in some hundred; here there is nothing else.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click
from tables import CUT, LOW_PLAY, PLAY, Table

from cribbage.log.verdicts import Code, not_withdrawn
from cribbage.replay.transcript import replay

NEXT_STARTER_S: Final = 6.0


@dataclass(frozen=True)
class Deal:
    """The play of a deal in words (`tables`), and what is counted after it: Bob's hand, Ann's, and her crib."""

    play: str
    bob: int
    ann: int
    crib: int
    crib_cards: tuple[str, ...]
    next_starter: str


DEALS: Final = (
    Deal(f"{CUT} {PLAY}", 9, 5, 6, ("2C", "2H", "9D", "JC"), "4C"),
    Deal(LOW_PLAY, 2, 7, 6, ("QC", "5S", "9H", "KD"), "9H"),
    Deal(LOW_PLAY, 2, 7, 0, ("4H", "QS", "7C", "3D"), "9H"),
)
BOOKS: Final = (
    ("acc-2025", True),
    ("acc-2025", False),
    ("acc-2020", True),
    ("alberta-55plus", False),
    ("hoyle", True),
    ("corporate-challenge", False),
)
"""Books, with muggins or without."""
AWARDS: Final[dict[str, int | None]] = {"acc-2025": None, "acc-2020": None, "alberta-55plus": 2}
"""What a book gives for an overpeg that is called; None: the error. Others give nothing."""
NOTHING: Final = -99
"""Of a count: nothing is counted, and perhaps said to be nothing."""
BLAME: Final = frozenset(Code) - {
    Code.SCORED,
    Code.UNVERIFIED,
    Code.GAME,
    Code.WITHDRAWN,
}


@dataclass(frozen=True)
class Plot:
    """What happens in a story.

    `errors`: by how much Bob's hand, Ann's and her crib are counted wrong. `calls`: whether the other calls that: 1,
    or 2 for a point too few. `lies`: a contact that lies ("dead", "stick") and which of the moves it meets.
    `tapped_s`: how long after it was said a word is tapped; None: by nobody. `scores`: of Ann and Bob when the deal
    begins, with their rear pegs.
    """

    deal: Deal
    book: str
    muggins: bool
    errors: tuple[int, ...]
    calls: tuple[int, ...]
    lies: tuple[tuple[str, int], ...]
    tapped_s: float | None
    scores: tuple[tuple[int, int], tuple[int, int]]
    crib: str
    taken_up: tuple[str, ...]


def drawn(rng: random.Random) -> Plot:
    """A plot by chance."""
    deal = rng.choice(DEALS)
    book, muggins = rng.choice(BOOKS)
    errors, calls = [0, 0, 0], [0, 0, 0]
    for index in rng.sample(range(3), rng.choice([0, 1, 1, 1, 2, 2])):
        errors[index] = rng.choice([-2, 2, NOTHING, 3, -1, 1])
        if rng.random() < 0.75 and (errors[index] > 0 or muggins):
            calls[index] = rng.choice([1, 1, 2]) if errors[index] < -1 else 1
    lies = [(rng.choice(["dead", "stick"]), rng.randrange(7)) for _ in range(rng.choice([0, 1, 1, 1, 2]))]
    if len({move for _, move in lies}) < len(lies):
        lies = lies[:1]  # one move from a sticking contact into a dead one shows nothing at all
    tapped_s = rng.choice([None, None, 0.5, 2.5, 4.5, 5.8])
    if rng.random() < 0.6:
        scores = ((30, 25), (40, 35))
    else:
        ann, bob = rng.randrange(95, 111), rng.randrange(95, 111)
        scores = ((ann, ann - 3), (bob, bob - 4))
    crib = rng.choice(["turned", "turned", "late", "early", "unread"])
    taken_up = rng.choice(
        [("crib", "A", "B", "starter"), ("crib", "B", "A", "starter"), ("A", "B", "crib", "starter")]
    )
    return Plot(
        deal, book, muggins, tuple(errors), tuple(calls), tuple(lies), tapped_s, scores, crib, taken_up
    )


class Story:
    """One show told: `log` is what a table with these contacts writes of it, `missed` and `excess` what each player
    really pegged too little and too much, `winner` who reached the game hole."""

    def __init__(self, plot: Plot, rng: random.Random) -> None:
        (ann, bob), self.plot, self._rng = plot.scores, plot, rng
        table = Table(a=ann, b=bob, profile=plot.book, muggins=plot.muggins).do(plot.deal.play)
        self._before, self._t = list(table.log), table.t
        self.began_t: float = json.loads(table.log[-1])["t"]
        self._pegs: dict[str, list[int | None]] = {side: [*pegs] for side, pegs in table.pegs.items()}
        self._left: dict[str, int | None] = {}  # the hole that a peg came from: it goes back there
        self._dead, self._stuck = set[tuple[str, int]](), set[tuple[str, int]]()
        self._told: list[tuple[float, dict[str, Any]]] = []
        self._moves = 0
        self.missed, self.excess = Counter[str](), Counter[str]()
        self.winner: str | None = None
        self._tell()

    @property
    def log(self) -> list[str]:
        """The table log, each line no earlier than the one before."""
        lines, t = list(self._before), self.began_t
        for told_t, body in sorted(self._told, key=lambda one: one[0]):
            t = max(t, told_t)
            lines.append(json.dumps({"t": round(t, 3), **body}))
        return lines

    def _tell(self) -> None:
        plot, deal = self.plot, self.plot.deal
        self._wait(2)
        self._count("B", deal.bob, 0)
        if plot.crib == "early":
            self._turn_crib()
        self._count("A", deal.ann, 1)
        if self.winner is None and plot.crib != "early":
            self._turn_crib()
        if self.winner is None:
            self._count("A", deal.crib, 2)
        self._wait(1.0)
        for zone in plot.taken_up:
            self._cards(zone, [])
            self._wait(0.5)
        if self.winner is not None:
            self._wait(12)
            self._cards("starter", [])
            return
        self._wait(NEXT_STARTER_S)
        self._cards("starter", [deal.next_starter])
        for zone, cards, after in (("B", ["KS"], 3), ("A", ["3S"], 2), ("B", ["KS", "9D"], 12)):
            self._wait(after)
            self._cards(zone, cards)

    def _turn_crib(self) -> None:
        cards = [*self.plot.deal.crib_cards]
        if self.plot.crib == "unread":
            self._put({"unread": {"zone": "crib", "count": 4}})
        else:
            self._cards("crib", cards, 2.2 if self.plot.crib == "late" else 0)
        self._wait(1.0 if self.plot.crib == "late" else 1.5)

    def _count(self, who: str, worth: int, index: int) -> None:
        """A hand or the crib is counted and pegged, and perhaps called."""
        error, call = self.plot.errors[index], self.plot.calls[index]
        if self.winner is not None:
            return
        counted, needed = max(worth + error, 0), self._needed(who)
        if worth < needed <= counted:
            raise ValueError("that would be a false claim of game: another story")
        if not counted:
            self._say(who, "none")
        else:
            self._peg(who, counted)
        self.excess[who] += max(counted - worth, 0) if needed > worth else 0
        if self.winner is None:
            self.missed[who] += max(worth - counted, 0)
            self._wait(1.0)
            self._call("AB"[who == "A"], who, counted - worth, call)

    def _call(self, by: str, who: str, over: int, call: int) -> None:
        if call and over < 0:
            could_be_pegged = min(-over, self._needed(who))  # no more can be called than that (10.4.a)
            points = max(could_be_pegged - (call - 1), 1)
            self._say(by, "muggins", points)
            self._peg(by, points)
        elif call and over > 0:
            self._say(by, "overpeg")
            self._wait(3.0)
            self._take_back(who, over)
            award = AWARDS.get(self.plot.book, 0)
            if points := over if award is None else award:
                self._peg(by, points)

    # --- pegs --------------------------------------------------------------------------------------------------

    def _needed(self, side: str) -> int:
        front = self._pegs[side][0]
        assert front is not None
        return 121 - front

    def _peg(self, side: str, points: int) -> None:
        if self.winner is not None:
            return
        front, rear = self._pegs[side]
        assert front is not None
        points = min(points, 121 - front)
        self._left[side] = rear
        self._lie(side, front + points, rear)
        self._move(side, [front, None], [front + points, front])
        if front + points == 121:
            self.winner = side

    def _take_back(self, side: str, points: int) -> None:
        """The front peg goes back; where the other one stands, to the hole that it came from."""
        front, rear = self._pegs[side]
        assert front is not None
        self._lie(side, front - points, front)
        back = front - points if front - points != rear else self._left[side]
        pegs = sorted((hole for hole in (back, rear) if hole is not None), reverse=True)
        self._move(side, [None, rear], [*pegs])

    def _move(self, side: str, lifted: list[int | None], down: list[int | None]) -> None:
        self._pegs[side] = lifted
        self._see()
        self._wait(0.8)
        self._pegs[side] = down
        self._see()
        self._wait(1.8)

    def _lie(self, side: str, to: int, since: int | None) -> None:
        """Whether a contact lies about the next move."""
        for lie, move in self.plot.lies:
            if move == self._moves and lie == "dead":
                self._dead.add((side, to))
            elif move == self._moves and since is not None:
                self._stuck.add((side, since))
        self._moves += 1

    def _see(self) -> None:
        shown = {}
        for side, pegs in self._pegs.items():
            closed = {hole for hole in pegs if hole is not None and (side, hole) not in self._dead}
            closed |= {hole for track, hole in self._stuck if track == side}
            shown[side] = sorted(closed, reverse=True)
        self._put({"holes": shown})

    # --- what is told ------------------------------------------------------------------------------------------

    def _wait(self, seconds: float) -> None:
        self._t += seconds * self._rng.uniform(0.9, 1.1)

    def _put(self, body: dict[str, Any], late_s: float = 0) -> None:
        self._told.append((round(self._t + late_s, 3), body))

    def _cards(self, zone: str, cards: Sequence[str], late_s: float = 0) -> None:
        self._put({"cards": {"zone": zone, "seen": [*cards]}}, late_s)

    def _say(self, by: str, what: str, points: int | None = None) -> None:
        self._wait(0.8)
        if self.plot.tapped_s is not None:
            said = {"by": by, "what": what} | ({} if points is None else {"n": points})
            self._put({"said": said}, self.plot.tapped_s)


def story(number: int) -> Story | None:
    """The story of a number, always the same; None where it would be about something else."""
    plot = drawn(random.Random(number))
    try:
        return Story(plot, random.Random(number))
    except ValueError:
        return None


def wrongly_held(told: Story) -> list[str]:
    """What is held against somebody, or said of who won, that is not so."""
    return [
        f"{code} {player} {points}"
        for code, player, points in _held(told)
        if not _is_so(told, code, player, points)
    ]


def blamed(told: Story) -> list[str]:
    """What is held against somebody."""
    return [f"{code} {player} {points}" for code, player, points in _held(told) if code in BLAME]


def _held(told: Story) -> Iterator[tuple[str, str, int]]:
    for verdict in not_withdrawn(replay(told.log).verdicts):
        if verdict["t"] >= told.began_t and (verdict["code"] in BLAME or verdict["code"] == Code.GAME):
            yield verdict["code"], verdict["player"], verdict["points"] or 0


def _is_so(told: Story, code: str, player: str, points: int) -> bool:
    if code == Code.GAME:
        return player == told.winner
    if code == Code.UNDERPEG:
        return points <= told.missed[player]
    if code in (Code.OVERPEG, Code.OVERPEG_STANDS, Code.CORRECTED):
        return points <= told.excess[player]
    if code == Code.MUGGINS:
        return points <= told.missed["AB"[player == "A"]]
    return code == Code.MUGGINS_REFUSED and not points  # tapped too late, and nothing follows


@click.command()
@click.argument("first", type=int)
@click.argument("last", type=int)
def main(first: int, last: int) -> None:
    """Tell the stories of these numbers, and print what is wrong."""
    count = wrong = 0
    for number in range(first, last):
        told = story(number)
        count += told is not None
        if told is not None and (held := wrongly_held(told)):
            wrong += 1
            click.echo(f"{number}: {', '.join(held)} ({told.plot})")
    click.echo(f"{count} stories, {wrong} wrong")


if __name__ == "__main__":
    main()
