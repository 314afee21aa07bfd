"""The router joins what belongs together and keeps its distance from everything else."""

from __future__ import annotations

import itertools
import math

import pytest

from hardware.electronics.route import Pad, Rules, route


def pad(net, x, y, half=0.4, through=False):
    return Pad(net, (x - half, y - half, x + half, y + half), through)


def length(a, b, p):
    """Distance of a point from a track's middle line."""
    (ax, ay), (bx, by), (px, py) = a, b, p
    span = (bx - ax) ** 2 + (by - ay) ** 2
    t = 0.0 if span == 0 else max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / span))
    return math.dist(p, (ax + t * (bx - ax), ay + t * (by - ay)))


def joined(routes, pads, net):
    """Whether tracks and vias join all pads of a net, found by growing from the first."""
    spots = {(layer, point) for n, layer, a, b in routes.tracks if n == net for point in (a, b)}
    links = [((layer, a), (layer, b)) for n, layer, a, b in routes.tracks if n == net]
    for n, at in routes.vias:
        if n == net:
            links.append(((0, at), (1, at)))
    mine = [p for p in pads if p.net == net]
    for p in mine:
        x0, y0, x1, y1 = p.box
        for layer, (x, y) in spots | {(layer, at) for n, at in routes.vias for layer in (0, 1) if n == net}:
            if x0 <= x <= x1 and y0 <= y <= y1 and (layer == 0 or p.through):
                links.append((p, (layer, (x, y))))
    reached = {mine[0]}
    while True:
        more = {b for a, b in links if a in reached} | {a for a, b in links if b in reached}
        if more <= reached:
            return all(p in reached for p in mine)
        reached |= more


def crowded():
    """Twelve nets whose pads stand in opposite order on two sides: every pair has to cross."""
    return [pad(f"n{i}", 2 + 1.6 * i, 2) for i in range(12)] + [
        pad(f"n{i}", 2 + 1.6 * (11 - i), 14) for i in range(12)
    ]


@pytest.fixture(scope="module")
def crossed():
    """The crowded board, routed once for all who look at it."""
    return route((22, 16), crowded())


def test_nets_that_all_cross_are_all_joined(crossed):
    pads, routes = crowded(), crossed
    assert routes.failed == []
    assert all(joined(routes, pads, f"n{i}") for i in range(12))


def test_copper_of_two_nets_keeps_its_distance(crossed):
    rules, routes = Rules(), crossed
    least = rules.track + rules.clearance - 1e-6
    for (n, layer, a, b), (other, layer2, c, d) in itertools.combinations(routes.tracks, 2):
        if n != other and layer == layer2:
            for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)):
                assert length(p, q, r) >= least
    for n, via in routes.vias:
        for other, _, a, b in routes.tracks:
            if n != other:
                assert length(a, b, via) >= rules.via / 2 + rules.track / 2 + rules.clearance - 1e-6


def test_tracks_keep_clear_of_bores_and_the_edge():
    pads = [pad("a", 3, 10), pad("a", 17, 10)]
    routes = route((20, 20), pads, bores=[(10, 10, 2.6)])
    assert joined(routes, pads, "a")
    for _, _, a, b in routes.tracks:
        assert length(a, b, (10, 10)) >= 2.6
        assert min(*a, *b) >= 0.5
        assert max(*a, *b) <= 19.5


def test_a_pad_of_a_plane_gets_a_via_and_no_way_to_its_fellows():
    routes = route((20, 20), [pad("GND", 3, 10), pad("GND", 17, 10)], planes=("GND",))
    assert len(routes.vias) == 2
    assert all(math.dist(a, b) < 4 for _, _, a, b in routes.tracks)


def test_what_cannot_be_joined_is_said():
    walled = [pad("a", 3, 10, through=True), pad("a", 17, 10, through=True)]
    walls = [(10, y, 0.6) for y in range(21)]
    assert route((20, 20), walled, bores=walls).failed == ["a"]


def test_the_same_pads_give_the_same_copper(crossed):
    assert route((22, 16), crowded()) == crossed
