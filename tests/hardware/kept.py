"""What the hardware tests read from the kept files, without KiCad."""

from __future__ import annotations

import math

from hardware.electronics.make import HERE
from hardware.electronics.sexpr import children, parse, text


def kept_parts(name):
    """Reference -> (footprint, value, maker's number) of every part of the board that is kept."""
    tree = parse((HERE / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    found = {}
    for footprint in children(tree, "footprint"):
        fields = {text(p[1]): text(p[2]) for p in children(footprint, "property")}
        found[fields["Reference"]] = (text(footprint[1]), fields["Value"], fields.get("MPN", "-"))
    return found


def kept_lands(name, ref):
    """Pad -> x, y, width, height (mm) in the footprint's own frame, y down, of one part of the board that is kept."""
    tree = parse((HERE / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    for footprint in children(tree, "footprint"):
        fields = {text(p[1]): text(p[2]) for p in children(footprint, "property")}
        if fields["Reference"] == ref:
            return {
                text(pad[1]): tuple(
                    float(str(v)) for key in ("at", "size") for v in next(children(pad, key))[1:3]
                )
                for pad in children(footprint, "pad")
            }
    raise KeyError(ref)


def kept_board(name):
    """(reference, pad) -> (net, x, y) of the board that is kept, read without KiCad; x, y of the pad's middle."""
    tree = parse((HERE / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    found = {}
    for footprint in children(tree, "footprint"):
        ref = next(text(p[2]) for p in children(footprint, "property") if text(p[1]) == "Reference")
        x, y, *turn = (float(str(v)) for v in next(children(footprint, "at"))[1:])
        angle = math.radians(turn[0] if turn else 0.0)
        for pad in children(footprint, "pad"):
            px, py = (float(str(v)) for v in next(children(pad, "at"))[1:3])
            net = next((text(n[2]) for n in children(pad, "net")), "")
            spot = (
                x + px * math.cos(angle) + py * math.sin(angle),
                y - px * math.sin(angle) + py * math.cos(angle),
            )
            found.setdefault((ref, text(pad[1])), (net, *spot))
    return found
