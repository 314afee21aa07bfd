"""Ends tapped the wrong way round are noticed where the board shows it, and never where it was tapped right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from vision.pegs.board import PegBoard, track_of
from vision.pegs.direction import backwards
from vision.scene.kitboards import SHAPES


def turned(board: PegBoard, players: Iterable[str]) -> PegBoard:
    """The board as it is numbered when the ends of these tracks are tapped the wrong way round."""
    tracks = {
        who: track_of([holes[n] for n in sorted(holes, reverse=who in set(players))], min(holes))
        for who, holes in board.tracks.items()
    }
    return replace(board, tracks=tracks)


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_board_tapped_right_is_not_doubted(shape: str) -> None:
    assert backwards(SHAPES[shape]()) == ()


@pytest.mark.parametrize("shape", list(SHAPES))
@pytest.mark.parametrize("players", ["A", "B", "AB"])
def test_every_drawn_board_shows_which_track_was_tapped_the_wrong_way_round(shape: str, players: str) -> None:
    assert backwards(turned(SHAPES[shape](), players)) == tuple(players)


def plain(board: PegBoard) -> PegBoard:
    """The same with all holes evenly apart: no groups tell anything."""
    tracks = {
        who: track_of([(6.0 * i, 60.0 if who == "A" else 70.0) for i in range(len(holes))], min(holes))
        for who, holes in board.tracks.items()
    }
    return replace(board, tracks=tracks, game_mm=(6.0 * 124, 65.0))


def test_without_groups_the_game_hole_tells_and_tracks_side_by_side_agree() -> None:
    board = plain(SHAPES["loop"]())
    assert backwards(board) == ()
    assert backwards(turned(board, "AB")) == ("A", "B")
    assert "B" in backwards(turned(board, "B"))
    middle = replace(board, game_mm=(6.0 * 61, 90.0))
    assert backwards(middle) == backwards(turned(middle, "AB")) == (), "nothing shows it: a person is asked"
    assert backwards(turned(middle, "B")) == ("A", "B"), "one of the two"
