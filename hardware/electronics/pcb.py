"""A circuit as a KiCad circuit board: placed, routed, printed. Runs under the Python that has KiCad's `pcbnew`:

    /usr/bin/python3 -m hardware.electronics.pcb CIRCUIT NETLIST OUT.kicad_pcb

NETLIST is what ``kicad-cli sch export netlist`` says of the schematic: nets and identities are taken from there, so
that board and schematic agree because they are one, not because they were both made with care.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pcbnew

from firmware.boardfile import load_board
from hardware.electronics.circuits import GROUND, SUPPLY, Circuit, Component, circuits
from hardware.electronics.parts import PARTS
from hardware.electronics.prints import REVISION, Label
from hardware.electronics.route import Pad, Routes, Rules, route
from hardware.electronics.schematic import fields, value_of
from hardware.electronics.sexpr import children, parse, text

FOOTPRINTS = Path("/usr/share/kicad/footprints")
RULES = Rules()
VIA_DRILL_MM = 0.3
SCREW_CLEAR_MM = 2.6
MM = pcbnew.FromMM
_PLANES = ((pcbnew.F_Cu, GROUND), (pcbnew.In1_Cu, GROUND), (pcbnew.In2_Cu, SUPPLY), (pcbnew.B_Cu, GROUND))


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(MM(x), MM(y))


def netlist(path: Path) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """(reference, pin) -> net, and reference -> identity of its symbol."""
    tree = parse(path.read_text(encoding="utf-8"))
    nets = {
        (text(next(children(node, "ref"))[1]), text(next(children(node, "pin"))[1])): text(
            next(children(net, "name"))[1]
        )
        for net in children(next(children(tree, "nets")), "net")
        for node in children(net, "node")
    }
    identities = {
        text(next(children(comp, "ref"))[1]): min(
            map(text, next(children(comp, "tstamps"))[1:])
        )  # a part drawn in pieces has several
        for comp in children(next(children(tree, "components")), "comp")
    }
    return nets, identities


class Maker:
    """One circuit board in the making."""

    def __init__(
        self, circuit: Circuit, nets: dict[tuple[str, str], str], identities: dict[str, str], out: Path
    ) -> None:
        pcbnew.KIID.SeedGenerator(2165)  # the same board gets the same identifiers
        self._circuit, self._pin_nets, self._identities, self._out = circuit, nets, identities, out
        self._board = pcbnew.NewBoard(str(out))
        self._board.SetCopperLayerCount(4)
        self._nets: dict[str, pcbnew.NETINFO_ITEM] = {}

    def make(self) -> Routes:
        self._rules()
        self._outline()
        for component in self._circuit.components:
            self._place(component)
        for label in self._circuit.labels:
            self._print(label)
        self._number_box()
        routes = route(self._circuit.size_mm, self._pads(), self._bores(), (GROUND, SUPPLY), RULES)
        for net, layer, a, b in routes.tracks:
            self._track(net, layer, a, b)
        for net, at in routes.vias:
            self._via(net, at)
        self._planes()
        pcbnew.SaveBoard(str(self._out), self._board)
        return routes

    def _rules(self) -> None:
        settings = self._board.GetDesignSettings()
        settings.m_CopperEdgeClearance = MM(0.3)
        settings.m_MinClearance = MM(0.15)
        settings.m_TrackMinWidth = MM(0.15)
        settings.m_ViasMinSize = MM(0.5)
        settings.m_MinThroughDrill = MM(0.3)
        settings.m_SolderMaskMinWidth = 0
        title = self._board.GetTitleBlock()
        title.SetTitle(self._circuit.title)
        title.SetRevision(REVISION)
        title.SetCompany("Pegwatch")
        title.SetComment(0, "CERN-OHL-P-2.0")

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        if name not in self._nets:
            self._nets[name] = pcbnew.NETINFO_ITEM(self._board, name)
            self._board.Add(self._nets[name])
        return self._nets[name]

    def _outline(self) -> None:
        (w, h), r = self._circuit.size_mm, 1.0
        for a, b in (((r, 0), (w - r, 0)), ((w, r), (w, h - r)), ((w - r, h), (r, h)), ((0, h - r), (0, r))):
            line = self._shape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(point(*a))
            line.SetEnd(point(*b))
        k = r * (1 - 0.5**0.5)
        for a, m, b in (
            ((0, r), (k, k), (r, 0)), ((w - r, 0), (w - k, k), (w, r)),
            ((w, h - r), (w - k, h - k), (w - r, h)), ((r, h), (k, h - k), (0, h - r)),
        ):  # fmt: skip
            self._shape(pcbnew.SHAPE_T_ARC).SetArcGeometry(point(*a), point(*m), point(*b))

    def _shape(self, kind: int) -> pcbnew.PCB_SHAPE:
        shape = pcbnew.PCB_SHAPE(self._board, kind)
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(MM(0.1))
        self._board.Add(shape)
        return shape

    def _place(self, component: Component) -> None:
        part = PARTS[component.part]
        library, name = part.footprint.split(":")
        footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        if footprint is None:
            raise SystemExit(f"KiCad has no footprint {part.footprint}; install its footprints")
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.SetReference(component.ref)
        footprint.SetValue(value_of(component))
        footprint.SetPosition(point(*component.at))
        footprint.SetOrientationDegrees(component.turn_deg)
        footprint.SetPath(pcbnew.KIID_PATH(f"/{self._identities[component.ref]}"))
        for key, value in fields(component).items():
            footprint.SetField(key, value)
            footprint.GetFieldByName(key).SetVisible(False)
        if not part.bought:
            footprint.SetExcludedFromBOM(True)
            footprint.SetExcludedFromPosFiles(component.part != "fiducial")
        self._board.Add(footprint)
        reference = footprint.Reference()
        reference.SetVisible(
            False
        )  # a drawing has them all; on the board there is no room beside the holes' numbers
        reference.SetTextSize(pcbnew.VECTOR2I(MM(0.8), MM(0.8)))
        reference.SetTextThickness(MM(0.12))
        footprint.Value().SetVisible(False)
        for pad in footprint.Pads():
            net = self._pin_nets.get((component.ref, pad.GetNumber()))
            if net is not None:
                pad.SetNet(self._net(net))

    def _print(self, label: Label) -> None:
        words = pcbnew.PCB_TEXT(self._board)
        words.SetText(label.text)
        words.SetPosition(point(*label.at))
        words.SetLayer(pcbnew.B_SilkS if label.below else pcbnew.F_SilkS)
        words.SetMirrored(label.below)
        words.SetTextSize(pcbnew.VECTOR2I(MM(label.size_mm), MM(label.size_mm)))
        words.SetTextThickness(MM(max(0.15, label.size_mm * 0.15)))
        words.SetTextAngleDegrees(label.turn_deg)
        self._board.Add(words)

    def _number_box(self) -> None:
        """A white field on which the module's number is written."""
        if not self._circuit.name.endswith("module"):
            return
        x, y = self._circuit.size_mm[0] - 9.0, 8.4
        box = pcbnew.PCB_SHAPE(self._board, pcbnew.SHAPE_T_RECT)
        box.SetStart(point(x - 2.5, y - 1.6))
        box.SetEnd(point(x + 2.5, y + 1.6))
        box.SetLayer(pcbnew.F_SilkS)
        box.SetWidth(MM(0.15))
        self._board.Add(box)

    def _pads(self) -> list[Pad]:
        pads = []
        for footprint in self._board.GetFootprints():
            for pad in footprint.Pads():
                box = pad.GetBoundingBox()
                corners = tuple(
                    pcbnew.ToMM(v) for v in (box.GetLeft(), box.GetTop(), box.GetRight(), box.GetBottom())
                )
                name = pad.GetNetname() or f"nothing-{footprint.GetReference()}-{pad.GetNumber()}"
                if pad.GetAttribute() != pcbnew.PAD_ATTRIB_NPTH:
                    pads.append(Pad(name, corners, pad.GetAttribute() == pcbnew.PAD_ATTRIB_PTH))
        return pads

    def _bores(self) -> list[tuple[float, float, float]]:
        return [(*c.at, SCREW_CLEAR_MM) for c in self._circuit.components if c.part == "screw"] + [
            (*c.at, 1.0) for c in self._circuit.components if c.part == "fiducial"
        ]

    def _track(self, net: str, layer: int, a: tuple[float, float], b: tuple[float, float]) -> None:
        track = pcbnew.PCB_TRACK(self._board)
        track.SetStart(point(*a))
        track.SetEnd(point(*b))
        track.SetWidth(MM(RULES.track))
        track.SetLayer(pcbnew.B_Cu if layer else pcbnew.F_Cu)
        track.SetNet(self._net(net))
        self._board.Add(track)

    def _via(self, net: str, at: tuple[float, float]) -> None:
        via = pcbnew.PCB_VIA(self._board)
        via.SetPosition(point(*at))
        via.SetDrill(MM(VIA_DRILL_MM))
        via.SetWidth(MM(RULES.via))
        via.SetNet(self._net(net))
        self._board.Add(via)

    def _planes(self) -> None:
        w, h = self._circuit.size_mm
        for layer, net in _PLANES:
            zone = pcbnew.ZONE(self._board)
            zone.SetLayer(layer)
            zone.SetNet(self._net(net))
            zone.SetMinThickness(MM(0.2))
            zone.SetLocalClearance(MM(0.2))
            zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THT_THERMAL)
            zone.SetThermalReliefGap(MM(0.25))
            zone.SetThermalReliefSpokeWidth(MM(0.3))
            outline = zone.Outline()
            outline.NewOutline()
            for x, y in ((0.5, 0.5), (w - 0.5, 0.5), (w - 0.5, h - 0.5), (0.5, h - 0.5)):
                outline.Append(MM(x), MM(y))
            self._board.Add(zone)
        for x, y, radius in self._bores():
            self._keep_clear(x, y, radius)
        pcbnew.ZONE_FILLER(self._board).Fill(self._board.Zones())

    def _keep_clear(self, x: float, y: float, radius: float) -> None:
        """No plane under a screw's head."""
        area = pcbnew.ZONE(self._board)
        area.SetIsRuleArea(True)
        area.SetLayerSet(pcbnew.LSET.AllCuMask())
        area.SetDoNotAllowCopperPour(True)
        for allowed in (area.SetDoNotAllowTracks, area.SetDoNotAllowVias, area.SetDoNotAllowPads):
            allowed(False)
        area.SetDoNotAllowFootprints(False)
        outline = area.Outline()
        outline.NewOutline()
        for i in range(24):
            turn = math.tau * i / 24
            outline.Append(MM(x + radius * math.cos(turn)), MM(y + radius * math.sin(turn)))
        self._board.Add(area)


def main() -> int:
    name, nets, out = sys.argv[1:4]
    circuit = next(c for c in circuits(load_board()) if c.name == name)
    routes = Maker(circuit, *netlist(Path(nets)), Path(out)).make()
    if routes.failed:
        sys.stderr.write(f"{name}: no way found for {', '.join(sorted(set(routes.failed)))}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
