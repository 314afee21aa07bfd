"""The circuits are what the firmware reads by: every hole, every known bit, every pin of the Pi."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import shutil
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from firmware.boardfile import BOARDS, load_board, parse_board
from firmware.boardmap import CHIP_BITS
from firmware.wiring import BUILT, CHIP_PIN, HEADER_PIN, wiring
from hardware.electronics.bom import assembly_list, bom, lines
from hardware.electronics.circuits import (
    CHAIN_PLUG,
    GROUND,
    HEAD,
    HEAD_END,
    MODULE,
    SUPPLY,
    module,
    pi_ways,
    same_module,
)
from hardware.electronics.make import HERE, differences, headed, undated
from hardware.electronics.parts import PARTS
from hardware.electronics.prints import REVISION
from hardware.paper.assembly import MARKED, pin_1
from hardware.sums import hall_values
from hardware.tools import ROOT, ToolFailed

sys.path.insert(0, str(Path(__file__).parent))
from kept import kept_board, kept_lands, kept_parts


def chain_bits(boards, longboard):
    """The bits of the whole chain as the copper has them, followed from chip to chip; None where a bridge decides."""
    bits = []
    for number, part in enumerate(longboard.parts):
        circuit = boards["head" if part.kind == "inputs" else "module"]
        chips = [c for c in circuit.components if c.part == "chip"]
        by_output = {c.nets["9"]: c for c in chips}
        chip = by_output["Q1"]
        seen = 0
        while chip is not None:
            for k in range(CHIP_BITS):
                bits.append(_level(circuit, chip.nets[str(CHIP_PIN[7 - k])], number, longboard))
            seen += 1
            chip = by_output.get(chip.nets["10"])
        assert seen == part.chips
    return bits


def _level(circuit, net, number, longboard):
    if net in (SUPPLY, GROUND):
        return int(net == SUPPLY)
    if net.startswith("ID"):
        return None
    switch = next(c for c in circuit.components if c.part == "hall" and c.nets["2"] == net)
    if circuit.name == HEAD:
        return circuit.switches[switch.ref]
    x, y = switch.at
    first = (number - 1) * 10 + 1
    place = (
        x + circuit.origin_mm[0] + longboard.geometry.x_mm(first) - longboard.geometry.x_mm(1),
        circuit.origin_mm[1] - y,
    )
    return min(longboard.positions_mm, key=lambda hole: _far(longboard.positions_mm[hole], place))


def _far(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def test_every_bit_of_the_chain_is_the_hole_that_the_firmware_reads(boards, longboard):
    """Followed on the copper from the Pi outward: chip, input, switch, the place it lies at."""
    bits = chain_bits(boards, longboard)
    assert len(bits) == len(longboard.bits) == 296
    wrong = [i for i, bit in enumerate(bits) if bit is not None and bit != longboard.bits[i]]
    assert not wrong
    bridged = [i for i, bit in enumerate(bits) if bit is None]
    assert len(bridged) == 24
    assert all(isinstance(longboard.bits[i], int) for i in bridged)


def test_switches_lie_under_their_holes_to_a_hundredth(boards, longboard):
    for circuit in boards.values():
        for ref, hole in circuit.switches.items():
            x, y = circuit.component(ref).at
            wanted = longboard.positions_mm[hole]
            assert _far((x + circuit.origin_mm[0], circuit.origin_mm[1] - y), wanted) < 0.01**2


def test_a_bridge_closed_is_the_level_0_of_the_wiring_table(boards, longboard):
    circuit = boards["module"]
    for k in range(1, 5):
        bridge = circuit.component(f"JP{k}")
        assert bridge.nets["2"] == GROUND
        pull_up = next(
            c for c in circuit.components if c.part == "100k" and bridge.nets["1"] in c.nets.values()
        )
        assert SUPPLY in pull_up.nets.values()
    assert "JP1" in wiring(longboard)


@pytest.mark.parametrize("name", ["module", "head"])
def test_every_switch_has_its_own_pull_up_and_capacitor_beside_it(boards, name):
    circuit = boards[name]
    nets = circuit.nets()
    switches = [c for c in circuit.components if c.part == "hall"]
    assert len(switches) == len(circuit.switches)
    for switch in switches:
        number = int(switch.ref[1:])
        pull_up, capacitor = circuit.component(f"R{200 + number}"), circuit.component(f"C{100 + number}")
        assert switch.nets.keys() == {"1", "2", "3"}
        assert (switch.nets["1"], switch.nets["3"]) == (SUPPLY, GROUND)
        assert pull_up.nets == {"1": switch.nets["2"], "2": SUPPLY}
        assert capacitor.nets == {"1": SUPPLY, "2": GROUND}
        assert max(abs(a - b) for a, b in zip(capacitor.at, switch.at, strict=True)) < 4.5
        assert len(nets[switch.nets["2"]]) == 3, "switch, pull-up, one input"


def test_the_switch_is_the_one_of_the_sums():
    hall = PARTS["hall"]
    assert hall.number == hall_values.DESIGN.switch.number
    assert hall.height_mm == hall_values.CHIP_HEIGHT[1]
    text = (ROOT / "hardware/hall.md").read_text(encoding="utf-8")
    assert f"{hall.number}, LCSC {hall.lcsc}" in text


def test_a_head_alone_can_be_made_the_end_of_the_chain(boards):
    """DS is the serial input of its last chip: closed, what MOSI sends comes back through every chip there is."""
    head = boards["head"]
    assert head.component(HEAD_END.ref).nets == {"1": "DS", "2": "MOSI"}
    assert [c.nets["10"] for c in head.components if c.part == "chip"] == ["DS"]


def test_the_print_names_the_board_for_what_it_is(boards):
    for circuit in boards.values():
        words = [label.text for label in circuit.labels]
        assert [text for text in words if text.startswith("Pegwatch")] == [f"Pegwatch Hall {REVISION}"]


def test_the_plugs_of_the_chain_are_alike_on_every_board(boards):
    """DATA is the only way whose net has another name: it ends at each board."""
    for name, ref in (("module", "J1"), ("module", "J2"), ("head", "J2")):
        plug = boards[name].component(ref)
        ways = [plug.nets[str(i)] for i in range(1, 9)]
        data = ways.index("DATA_OUT") if "DATA_OUT" in ways else ways.index("DS")
        assert CHAIN_PLUG[data] == "DATA"
        ways[data] = "DATA"
        assert tuple(ways) == CHAIN_PLUG


def test_every_signal_of_the_pi_passes_a_tvs_and_has_its_pin(boards, longboard):
    ways = pi_ways(longboard)
    guarded = {
        net
        for c in boards["head"].components
        if c.part == "tvs"
        for pin, net in c.nets.items()
        if pin not in "25"
    }
    bcm = {at: net for _, net, at in ways if isinstance(at, int)}
    pins, panel = longboard.pins, longboard.panel
    assert set(bcm) == {
        *dataclasses.astuple(pins),
        panel.status_led,
        *panel.buttons.values(),
    }
    assert set(bcm.values()) <= guarded
    assert len({HEADER_PIN[number] for number in bcm}) == len(bcm)
    plug = boards["head"].component("J1")
    assert [plug.nets[str(i)] for i in range(1, len(ways) + 1)] == [net for _, net, _ in ways]


def test_modules_that_differ_are_refused():
    text = (BOARDS / "longboard.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert data["chain"][3]["first_column"] == 21
    board = parse_board(text)
    bits = list(board.bits)
    a, b = board.bit_of["A1"], board.bit_of["A2"]
    bits[a], bits[b] = bits[b], bits[a]
    with pytest.raises(ValueError, match="modules differ at bit"):
        same_module(dataclasses.replace(board, bits=tuple(bits)))


def test_no_reference_and_no_place_is_used_twice(boards):
    for circuit in boards.values():
        refs = [c.ref for c in circuit.components]
        assert len(set(refs)) == len(refs)
        places = [c.at for c in circuit.components]
        assert len(set(places)) == len(places)


def test_a_module_fits_the_cheapest_size_and_leaves_a_gap(boards, longboard):
    width, height = boards["module"].size_mm
    assert max(width, height) <= 100
    pitch = longboard.geometry.x_mm(11) - longboard.geometry.x_mm(1)
    assert 0.2 <= pitch - width <= 1.0


def test_the_parts_list_counts_what_is_on_the_boards(longboard):
    counted = {line.part.key: line.count for line in lines(longboard)}
    assert counted["hall"] == 247
    assert counted["chip"] == 37
    assert counted["1k"] == len(longboard.panel.buttons) + 1  # MOSI
    assert counted["100n"] == 247 + 37 + 7
    assert counted["10k"] == 247 + 7  # one for the TVS arrays of each board
    for line in lines(longboard):
        assert line.part.number != "-"
        assert line.part.second


def test_the_kept_parts_list_is_the_one_that_is_made(longboard):
    assert (HERE / "bom.csv").read_text(encoding="utf-8") == bom(longboard)


def test_the_wiring_counts_the_same_parts(longboard):
    """The table in wiring.md is made by the firmware's own code; it must not tell another number."""
    table = wiring(load_board(BUILT)).split("## Parts")[1]
    counts = {}
    for row in csv.reader(io.StringIO(table), delimiter="|"):
        if len(row) > 3 and row[1].strip().isdigit():
            counts[row[2].strip()] = int(row[1])
    made = {line.part.key: line.count for line in lines(longboard)}
    assert counts["74HC165, 3.3 V"] == made["chip"]
    assert counts["Hall switch DRV5032AJ"] == made["hall"]
    assert counts["10 kOhm"] == made["10k"]
    assert counts["1 kOhm"] == made["1k"]
    assert counts["33 Ohm"] == made["33R"]
    assert counts["100 kOhm"] == made["100k"]
    assert counts["100 nF"] == made["100n"]
    assert counts["10 uF"] == made["10u"]
    assert counts["TVS array, four lines (SRV05-4)"] == made["tvs"]
    assert counts["Schmitt buffer, three lines (74LVC3G17)"] == made["buffer"]


def test_the_kept_boards_carry_every_part_at_its_place(boards):
    """Read from the file that the placing machine gets."""
    for circuit in boards.values():
        name = circuit.name
        rows = csv.DictReader(io.StringIO((HERE / name / f"fab/{name}-positions.csv").read_text("utf-8")))
        placed = {row["Designator"]: (float(row["Mid X"]), -float(row["Mid Y"])) for row in rows}
        for component in circuit.components:
            if PARTS[component.part].bought:
                # a package's middle may lie beside the point it is placed by; a switch's may not
                most = 0.01 if component.part == "hall" else 0.6
                assert _far(placed[component.ref], component.at) < most**2, component.ref


def test_the_assembly_list_names_every_part_once_with_its_number(boards):
    for circuit in boards.values():
        name = circuit.name
        text = (HERE / name / f"fab/{name}-bom.csv").read_text(encoding="utf-8")
        assert text == assembly_list(circuit)
        listed = []
        for row in csv.DictReader(io.StringIO(text)):
            refs = row["Designator"].split(",")
            assert int(row["Quantity"]) == len(refs)
            assert len(row["MPN"]) > 3
            listed += refs
        assert sorted(listed) == sorted(c.ref for c in circuit.components if PARTS[c.part].bought)


def test_the_two_assembly_lists_make_one_parts_list(boards, longboard):
    """Six modules and a head, added up, are what the parts list says to buy, for its price."""
    counts = Counter()
    for name, times in (("module", 6), ("head", 1)):
        for row in csv.DictReader(io.StringIO(assembly_list(boards[name]))):
            counts[row["MPN"]] += times * int(row["Quantity"])
    rows = list(csv.DictReader(io.StringIO(bom(longboard))))
    assert {row["number"]: int(row["count"]) for row in rows} == counts
    assert all(float(r["sum USD"]) == pytest.approx(int(r["count"]) * float(r["each USD"])) for r in rows)


def test_every_part_has_a_second_source_with_a_number():
    for part in PARTS.values():
        if part.bought:
            assert re.search(r"[A-Z0-9]{2,}[-A-Z0-9.]*\d", part.second), part.key
            assert part.number not in part.second.split()


def test_columns_that_are_not_expected_are_refused():
    assert headed("Ref,Val,Package,PosX,PosY,Rot,Side\nR1,1k,0603,1,2,90,top\n").startswith("Designator,")
    with pytest.raises(ToolFailed, match="other columns"):
        headed("Ref,X,Y\nR1,1,2\n")


@pytest.mark.parametrize("name", ["module", "head"])
def test_the_kept_board_joins_what_the_circuit_joins(boards, name):
    """Every pad's net, read from the file itself: a board made before the last change of the circuit is noticed."""
    pads = kept_board(boards[name].name)
    for component in boards[name].components:
        for pin, net in component.nets.items():
            assert pads[component.ref, pin][0] == net, (component.ref, pin)
    wanted = {(c.ref, pin) for c in boards[name].components for pin in c.nets}
    assert all(
        not net or net.startswith("unconnected-") for key, (net, _, _) in pads.items() if key not in wanted
    )


@pytest.mark.parametrize("name", ["module", "head"])
def test_the_kept_board_has_the_parts_that_are_ordered(boards, name):
    """Land, value and maker's number, which KiCad compares with nothing."""
    wanted = {
        c.ref: (PARTS[c.part].footprint, c.value or PARTS[c.part].value, PARTS[c.part].number)
        for c in boards[name].components
    }
    assert kept_parts(boards[name].name) == wanted


DBZ0003A = {"1": (-1.05, 0.95), "2": (-1.05, -0.95), "3": (1.05, 0.0)}
"""Middles of the lands in the drawing of the switch's maker, 1.3 x 0.6 mm each, by two public transcriptions."""


def test_the_switch_s_land_is_that_of_its_maker_s_drawing():
    """KiCad's SOT-23, read from the kept board: each land of the drawing is covered to 95 in a hundred."""
    lands = kept_lands(HEAD, "H1")
    assert lands.keys() == DBZ0003A.keys()
    for pin, (x, y) in DBZ0003A.items():
        a, b, wide, high = lands[pin]
        covered = [
            max(0.0, min(m + n / 2, o + p / 2) - max(m - n / 2, o - p / 2))
            for m, n, o, p in ((x, 1.3, a, wide), (-y, 0.6, b, high))
        ]
        assert covered[0] * covered[1] >= 0.95 * 1.3 * 0.6, pin


@pytest.mark.parametrize("name", ["module", "head"])
def test_the_drawing_s_black_corner_is_the_pad_1_of_the_board(boards, name):
    pads = kept_board(boards[name].name)
    for component in boards[name].components:
        if component.part in MARKED:
            own = {pin: (x, y) for (ref, pin), (_, x, y) in pads.items() if ref == component.ref}
            mark = pin_1(component)
            assert min(own, key=lambda pin: _far(own[pin], mark)) == "1", component.ref


def test_a_switch_on_another_net_in_the_kept_board_is_noticed(boards, tmp_path):
    head = boards["head"]
    kept, fresh = HERE / head.name, tmp_path / head.name
    shutil.copytree(kept, fresh)
    assert differences(head, fresh, kept) == []
    path = fresh / f"{head.name}.kicad_pcb"
    path.write_text(path.read_text(encoding="utf-8").replace('"A-2_IN"', '"A-1_IN"', 1), encoding="utf-8")
    assert differences(head, fresh, kept) == [f"{path.name}: not what the scripts make"]


def test_the_gerber_zips_hold_every_layer():
    for name in (MODULE, HEAD):
        files = undated(HERE / name / f"fab/{name}-gerbers.zip")
        for layer in (
            "F_Cu",
            "In1_Cu",
            "In2_Cu",
            "B_Cu",
            "F_Mask",
            "B_Mask",
            "F_Silkscreen",
            "F_Paste",
            "Edge_Cuts",
        ):
            assert any(layer in file for file in files), layer
        assert any(file.endswith(".drl") for file in files)


def test_a_module_is_made_from_any_board_file_of_that_shape(longboard):
    other = dataclasses.replace(
        longboard, positions_mm={h: (x, y * 1.01) for h, (x, y) in longboard.positions_mm.items()}
    )
    rows = tuple(dataclasses.replace(r, y_mm=r.y_mm * 1.01) for r in longboard.rows)
    circuit = module(dataclasses.replace(other, rows=rows))
    assert circuit.component("H1").at != module(longboard).component("H1").at
