"""The hole map is data: what is shipped, another board without a line of code, and wrong maps refused by the row."""

from __future__ import annotations

import re

import pytest

from firmware.boardfile import BOARDS, load_board, parse_board
from firmware.boardmap import BoardMapError
from firmware.drivers.sim import open_simulated
from firmware.holes import Holes
from firmware.reader import BoardReader

LONG = (BOARDS / "longboard.toml").read_text(encoding="utf-8")

# Nobody sells this one: 30 holes in one line for each of  the part with the game hole at the far end.
POCKET = """
name = "pocket"
title = "A pocket board for three"
chips = 17
game_hole = 31
[pins]
clock = 21
data_in = 19
data_out = 20
select = 18
load = 5
[spi]
mode = 2
rate_hz = 500000
tail_bytes = 1
[geometry]
pitch_mm = 5.0
group_size = 3
group_gap_mm = 7.5
hole_diameter_mm = 2.4
[game]
column = 31
y_mm = 0.0
[modules.strip]
chips = ["..0....p", ".b..a..."]
rows = ["C", "A", "B"]
columns = 4
""" + "".join(
    f'[[rows]]\nid = "{p}"\nplayer = "{p}"\nfirst = -1\nlast = 30\ncolumn = -1\nstep = 1\ny_mm = {y}\n'
    for p, y in (("A", 10), ("B", 0), ("C", -10))
)


POCKET += "".join(
    f'[[chain]]\npart = "strip {k}"\nmodule = "strip"\nnumber = {k}\nfirst_column = {4 * k - 1}\n'
    for k in range(8)
)
POCKET += '[[chain]]\npart = "far end"\ninputs = ["=1 =0 game =0 =1 =0 =1 =1"]\n'


class TestLongboard:
    def test_every_hole_once_and_every_chip_checked(self, longboard):
        holes = [bit for bit in longboard.bits if isinstance(bit, str)]
        assert len(longboard.bits) == 296
        assert longboard.stages == 37
        assert len(holes) == len(set(holes)) == 247
        assert set(holes) == {"game"} | {f"{p}{n}" for p in "AB" for n in range(-2, 121)}
        for chip in range(37):
            assert any(isinstance(bit, int) for bit in longboard.bits[8 * chip : 8 * chip + 8])

    def test_every_module_tells_its_number(self, longboard):
        patterns = set()
        for part in longboard.parts[1:]:
            start = 8 * (part.first_chip - 1)
            bits = longboard.bits[start : start + 48]
            patterns.add(tuple(bit for bit in bits if isinstance(bit, int)))
        assert len(patterns) == 6

    def test_measures(self, longboard):
        place = longboard.positions_mm
        assert place["A1"] == (0.0, 19.05)
        assert place["A5"][0] - place["A4"][0] == pytest.approx(6.35)
        assert place["A6"][0] - place["A5"][0] == pytest.approx(9.53)
        assert place["A60"][0] == pytest.approx(410, abs=1)
        assert place["A61"][0] == place["A60"][0]
        assert place["B120"][0] == 0.0
        assert place["A1"][0] - place["A0"][0] == pytest.approx(9.53)
        assert place["game"][1] == 0.0

    def test_neighbours_are_the_holes_that_a_bridge_could_join(self, longboard):
        assert longboard.neighbours["A22"] == {"A21", "A23", "A99"}
        assert longboard.neighbours["A5"] == {"A4", "A6", "A116"}
        assert longboard.neighbours["game"] == frozenset()

    def test_pins_are_those_of_the_hardware_spi(self, longboard):
        pins = longboard.pins
        assert (pins.clock, pins.data_in, pins.data_out, pins.select, pins.load) == (11, 9, 10, 8, 25)

    def test_the_panel_has_pins_of_its_own(self, longboard):
        assert longboard.panel.status_led == 17
        assert longboard.panel.buttons["B", "judge"] == 23
        assert len(set(longboard.panel.buttons.values())) == 4

    def test_bits_and_masks_agree(self, longboard):
        for hole, bit in longboard.bit_of.items():
            assert list(longboard.holes_in(longboard.mask_of([hole]))) == [hole]
            assert longboard.mask_of_bit(bit) == longboard.hole_masks[hole]
        assert longboard.holes_mask ^ longboard.known_mask == (1 << 296) - 1


class TestAnotherBoard:
    @pytest.fixture
    def board(self):
        return parse_board(POCKET, "pocket.toml")

    def test_loads_without_a_line_of_code(self, board):
        assert board.players == ("A", "B", "C")
        assert board.stages == 17
        assert board.panel.status_led is None
        assert len(board.bit_of) == 3 * 32 + 1
        assert board.geometry.x_mm(4) == pytest.approx(17.5)

    def test_is_read_by_the_same_program(self, board):
        pegs = {"A1", "A2", "B3", "B-1", "C30"}
        with open_simulated(board, lambda: frozenset(pegs)) as driver:
            reader = BoardReader(driver, board)
            items = [item for k in range(60) for item in reader.poll(k / 100)]
            pegs.add("game")
            items += [item for k in range(60, 120) for item in reader.poll(k / 100)]
        seen = [item.holes for item in items if isinstance(item, Holes)]
        assert seen == [
            {"A": {1, 2}, "B": {3, -1}, "C": {30}},
            {"A": {1, 2}, "B": {3, -1}, "C": {30, 31}},
        ]


WRONG = [
    ("chips = 37", "chips = 36", r"chain: has 296 bits; 36 chips make 288"),
    ('title = "', 'colour = "', r"file: unknown key 'colour'"),
    ("mode = 2", "mode = 5", r"\[spi\]: 'mode' is 5, not between 0 and 3"),
    ("mode = 2", 'mode = "two"', r"\[spi\]: 'mode' must be a whole number, not \"two\""),
    ("load = 25", "", r"\[pins\]: 'load' is missing"),
    ("load = 25", "load = 8", r"\[pins\]: .* both on GPIO 8"),
    ("judge = 5", "judge = 25", r"\[panel.buttons.A\]: judge and load are both on GPIO 25"),
    ("status_led = 17", "status_led = 40", r"\[panel\]: 'status_led' is 40"),
    ("status_led = 17", "lamp = 17", r"\[panel\]: unknown key 'lamp'"),
    ("accept = 24", "accept = 6", r"\[panel.buttons.B\]: accept and accept are both on GPIO 6"),
    ("[panel.buttons.B]", "[panel.buttons.Z]", r"\[panel.buttons\]: unknown key 'Z'"),
    ("judge = 5", "shout = 5", r"\[panel.buttons.A\]: unknown key 'shout'"),
    ("pitch_mm = 6.35", "pitch_mm = -1", r"\[geometry\]: 'pitch_mm'"),
    ("group_size = 5", "groupsize = 5", r"\[geometry\]: unknown key 'groupsize'; did you mean group_size\?"),
    ("judge = 5", "judge = 50", r"\[panel.buttons.A\]: 'judge' is 50, not between 0 and 27"),
    ("columns = 10", "columns = 0", r"\[modules.forty\]: 'columns' is 0, not between 1 and 100"),
    ("inputs = [", "inputs = [7, ", r"chain 1 \(head\): 'inputs 1' must be text in quotes, not 7"),
    ('player = "A"', 'player = "a"', r"rows 1 \(A-start\): 'player' must be one capital letter, not \"a\""),
    ("[game]\n", "[[game]]\n", r"file: 'game' must be written as \[game\]"),
    ("B-2 B-1 B0 game =0", "B-2 B-1 B0 A0 =0", r"chain 1 \(head\), chip 1: hole A0 is already at chain 1"),
    ("B-2 B-1 B0 game =0", "B-2 B-1 B0 =1 =0", r"chain: hole game is on no chip"),
    ("B-2 B-1 B0 game =0", "B-2 B-1 B0 game B1", r"chain 1 \(head\), chip 1: has no known bit"),
    ("B-2 B-1 B0 game =0", "B-2 B-1 B0 game", r"chain 1 \(head\), chip 1: has 7 inputs, not 8"),
    ("B-2 B-1 B0 game =0", "B-2 B-1 B500 game =0", r"chain 1 \(head\), chip 1: there is no hole 'B500'"),
    ('"a......."', '"a......?"', r"\[modules.forty\]: chip 'a......\?': '\?' is none of"),
    ('"a......."', '"a......1"', r"\[modules.forty\]: has 1 holes more than dots"),
    ('"1......0"', '".......0"', r"\[modules.forty\]: has more dots than holes"),
    (
        "first_column = 21",
        "first_column = 11",
        r"chain 4 \(module 3\), chip 1: hole A11 is already at chain 3",
    ),
    ("first_column = 51", "first_column = 52", r"chain 7 \(module 6\): row A-out has no hole in column 61"),
    ('module = "forty"\nnumber = 3', 'module = "fifty"\nnumber = 3', r"chain 5 .*no \[modules.fifty\]"),
    ("number = 5", "number = 8", r"chain 7 \(module 6\): 'number' is 8"),
    ("number = 5", "nummer = 5", r"chain 7 \(module 6\): unknown key 'nummer'"),
    ("first = 61\nlast = 120", "first = 62\nlast = 120", r"rows: track A has no hole 61"),
    (
        'id = "A-back"\nplayer = "A"',
        'id = "A-back"\nplayer = "B"',
        r"rows \(B-back\): hole B61 is there twice",
    ),
    ('id = "A-back"', 'id = "A-out"', r"rows 3 \(A-out\): this id is used twice"),
    ("y_mm = 9.53", "y_mm = 19.05", r"rows: holes A60 and A61 lie on one spot"),
    ("y_mm = 9.53", 'y_mm = "far"', r"rows 3 \(A-back\): 'y_mm' must be a number"),
    ("step = -1", "step = 0", r"rows 3 \(A-back\): step must be 1 or -1"),
    ('rows = ["A-out",', 'rows = ["A-side",', r"\[modules.forty\]: there is no row 'A-side'"),
    ("[game]", "[game", r"file: this is not TOML"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), WRONG, ids=[f"{n or 'without ' + o}" for o, n, _ in WRONG]
)
def test_a_wrong_map_is_refused_by_the_row_that_is_wrong(old, new, message):
    assert old in LONG
    with pytest.raises(BoardMapError, match=message) as caught:
        parse_board(LONG.replace(old, new, 1), "longboard.toml")
    assert str(caught.value).startswith("longboard.toml: ")
    assert caught.value.row


def test_an_unknown_board_names_those_there_are():
    with pytest.raises(BoardMapError, match="there are: hall-trial, longboard, longboard-hall"):
        load_board("shortboard")


def test_a_board_from_a_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"pitch_mm = 6.35", "pitch_mm = 7.0", LONG))
    assert load_board(path).geometry.pitch_mm == 7.0


def test_a_file_that_cannot_be_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardMapError, match="cannot be read"):
        load_board(path)
