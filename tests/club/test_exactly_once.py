"""Whatever lies between them does, every finished game stands on the hub's cards exactly once: tables with their real
outboxes and journals, the real receiver and desk, and a line between them that loses, doubles, reorders, forgets."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from browsers import seat_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from club.charts import Meeting
from club.desk import Desk
from club.lists import EntryRow
from club.receive import Receiver
from club.store import SqliteDatabase, Store
from cribbage.log import wire
from cribbage.log.events import Event
from cribbage.shown.policy import House
from cribbage.tournament.scorecards import cards_of
from firmware.box.journal import MemoryJournal
from firmware.uplink import RESEND_S, Outbox, Sender

PLAYERS, GAMES = 6, 10  # everybody meets everybody twice: a game that came twice would find a place
BOARDS = PLAYERS // 2
ACTS = (*("play", "send", "up", "down") * 4, "twice", "twice", "lose", "broker", "reboot", "hub")


class Table:
    """One table: its journal outlives it, everything else is made again when it is started again."""

    def __init__(self, board: int, meetings: list[Meeting]) -> None:
        self.name = str(board)
        self.left = meetings
        self.journal = MemoryJournal()
        self.played = 0
        self.start()

    def start(self) -> None:
        self.outbox = Outbox(self.journal, f"stream-{self.name}", House())
        self.sender = Sender()

    def play(self, names: tuple[str, str], net: int, seat: str) -> None:
        self.played += 1
        winner, loser = ("A", "B") if net > 0 else ("B", "A")
        score = 121 - abs(net)
        header = {
            "log": "table/1",
            "profile": "acc-2025",
            "mode": "club",
            "muggins": False,
            "dealer": "A",
        }
        more = {"players": dict(zip("AB", names, strict=True)), "table_t0": 0.0, "seat": seat}
        for kind, body in (
            ("game", header | more),
            ("pegs", {winner: [121, 120], loser: [score, 0], "certain": True}),
            ("verdict", {"code": "game", "player": winner, "points": score}),
            ("phase", {"phase": "over", "deal": 1, "turn": None, "to": None}),
        ):
            self.journal.append(self.played, [Event(kind, 1.0, body)])


class World:
    """Tables, hub, and what is on its way between them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 0.0
        self.up: list[tuple[str, bytes]] = []
        self.down: list[tuple[str, bytes]] = []
        desk = Desk(store, lambda _order: None)
        self.event = desk.create("Dora", "Monday", "acc-cut", games=GAMES)
        desk.enter(self.event, "Dora", [EntryRow(f"Player {n}") for n in range(PLAYERS)])
        desk.draw(self.event, "Dora")
        evening = desk.evening(self.event)
        self.names = {owner: evening.name_of(owner) for owner in evening.owners}
        here = {board: [m for m in evening.meetings if m.board == board] for board in range(1, BOARDS + 1)}
        self.tables = [Table(board, meetings) for board, meetings in here.items()]
        self.truth: list[tuple[int, str, str, int]] = []
        self.start_hub()

    def start_hub(self) -> None:
        self.desk = Desk(self.store, lambda _order: None)
        self.receiver = Receiver(
            self.desk, lambda topic, body: self.down.append((topic, body)), lambda _said: None
        )
        self.receiver.confirm_all()

    def act(self, what: str, which: int) -> None:
        table = self.tables[which % BOARDS]
        self.now += 7.0
        if what == "play" and table.left:
            meeting = table.left.pop(0)
            net = (which % 120 + 1) * (1 if which % 3 else -1)
            self.truth.append((meeting.game, meeting.one, str(meeting.other), net))
            seat = seat_of(self.desk, self.event, meeting.game, meeting.one, str(meeting.other))
            table.play((self.names[meeting.one], self.names[str(meeting.other)]), net, seat)
        elif what == "send":
            for one in self.tables:
                self.send(one)
        elif what == "up":
            for _ in range(min(3, len(self.up))):
                self.receiver.take(*self.up.pop(which % len(self.up)))
        elif what == "down":
            for _ in range(min(3, len(self.down))):
                self.hear(self.down.pop(which % len(self.down)))
        elif what == "twice":
            self.up += self.up[:2]
            self.down += self.down[-2:]
        elif what == "lose":
            del self.up[which % 3 :: 3], self.down[which % 2 :: 2]
        elif what == "broker":
            self.up.clear()
            self.down.clear()
            for one in self.tables:
                one.sender.line_up()
        elif what == "reboot":
            table.start()
        elif what == "hub":
            self.start_hub()

    def send(self, table: Table) -> None:
        table.outbox.look()
        self.up += [
            (wire.topic(table.name, wire.GAME), wire.write(game.body()))
            for game in table.sender.due(table.outbox.games, self.now)
        ]

    def hear(self, message: tuple[str, bytes]) -> None:
        name, _ = wire.read_topic(message[0])
        table = self.tables[int(name) - 1]
        table.sender.confirm(wire.read_have(wire.read(message[1]), f"stream-{name}"))

    def calm(self) -> None:
        """The line holds: everything that is sent arrives."""
        for _ in range(3 * GAMES):
            self.now += RESEND_S + 1
            for table in self.tables:
                self.send(table)
            while self.up:
                self.receiver.take(*self.up.pop(0))
            while self.down:
                self.hear(self.down.pop(0))


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 400)), min_size=20, max_size=120))
def test_every_game_stands_on_the_cards_once_whatever_the_line_does(acts: list[tuple[str, int]]) -> None:
    with closing(Store(SqliteDatabase(Path(":memory:")))) as store:
        world = World(store)
        for what, which in acts:
            world.act(what, which)
        world.calm()
        assert len(store.told()) == len(world.truth)
        for table in range(BOARDS * GAMES):
            world.act("play", table)
        world.calm()
        told = store.told()
        assert len(told) == len({(one.table, one.stream, one.n) for one in told}) == len(world.truth)
        evening = Desk(store).evening(world.event)
        played = {owner: card.lines for owner, card in cards_of(world.truth).items()}
        assert {owner: card.lines for owner, card in evening.cards.items()} == played
        assert evening.checked.disagreements == ()
        assert evening.missing == ()
        assert (
            len([w for _, _, w in evening.history if w.was is None])
            == 2 * len(world.truth)
            == 2 * BOARDS * GAMES
        )
        assert [table.sender.waiting(table.outbox.games) for table in world.tables] == [0] * BOARDS
