"""Who may see which of the pictures kept of a game's readings, and when. Pure.

A picture says no more than the cards on it, so it follows the reveal policy's rows on cards: 6 and 24 (starter),
9 (cards of the play), 17 to 21 (hands and crib), 25 (what was mixed), 30 and 31 (closed deals, game over).

* **teaching**: all of them at once.
* **club**: what lies on the table now, the play while it goes on, and every closed deal. What has been taken up
  in a deal that is not closed is kept back until it is (rows 24 and 25: then both players must ask).
* **sanctioned**: none until the game is settled, then anyone who looks as a player (for the page: who holds a seat at
  the table, even one taken after the game); the public never.
* **judges**: the pictures of what they were called about and of nothing else: of the crib only where the call is
  about the crib.
"""

from __future__ import annotations

from cribbage.log.observations import CRIB, STARTER
from cribbage.shown.evidence import refusal
from cribbage.shown.jsondata import Json
from cribbage.shown.policy import DEFAULT_HOUSE, Call, Eyes, House, Viewer, is_settled
from cribbage.shown.scoreboard import Item, Scoreboard
from cribbage.shown.state import Shot


def shots_for(
    board: Scoreboard, viewer: Viewer, house: House = DEFAULT_HOUSE, followed: bool = False
) -> list[Json]:
    """The pictures these eyes may see now, in order of time; `followed`: another game has begun since.

    Each is ``{"key", "zone", "deal", "t", "cards", "new", "unread"}``: `new` are the cards that had not lain there
    before, `unread` says that they could not be read.
    """
    return [_plain(shot) for shot in _allowed(board, viewer, house, followed)]


def _allowed(board: Scoreboard, viewer: Viewer, house: House, followed: bool) -> list[Shot]:
    if viewer.kind == "judge":
        return _for_judges(board, viewer.call or Call((), ""))
    if board.mode == "sanctioned":
        is_open = is_settled(board, followed) and viewer.kind == "player"
        return list(board.shots) if is_open else []
    eyes = Eyes(board, house)
    return [shot for shot in board.shots if _is_open(eyes, shot)]


def _is_open(eyes: Eyes, shot: Shot) -> bool:
    board = eyes.board
    if eyes.deal_done(shot.deal):
        return True
    if shot.phase in ("starter", "play") and board.phase in ("starter", "play"):
        return shot.deal == board.deal
    lying = board.zones.get(shot.zone)
    return lying is not None and lying.t == shot.t and bool(lying.cards or lying.unread)


def _for_judges(board: Scoreboard, call: Call) -> list[Shot]:
    if refusal(board, call.judges):
        return []
    if call.about == STARTER:
        return [shot for shot in board.shots if shot.zone == STARTER and shot.deal == board.deal]
    item = board.items.get(call.about)
    return [] if item is None else [shot for shot in board.shots if _is_about(shot, item)]


def _is_about(shot: Shot, item: Item) -> bool:
    """Whether a picture shows what an item was earned with.

    Of the play only the picture of the card that scored. The cards of a hand lie there since they were played, so
    it is any picture of that place with all of them, and, until they have been read, those that could not be.
    """
    if shot.deal != item.deal:
        return False
    if item.what == "heels":
        return shot.zone == STARTER
    if item.what == "play":
        return shot.zone == item.player and any(card in item.cards for card in shot.new)
    if item.what in ("hand", "crib"):
        in_place = shot.zone == (CRIB if item.what == "crib" else item.player)
        return in_place and (set(shot.cards) >= set(item.cards) if item.cards else shot.unread)
    return False


def _plain(shot: Shot) -> Json:
    return {
        "key": shot.key,
        "zone": shot.zone,
        "deal": shot.deal,
        "t": shot.t,
        "cards": list(shot.cards),
        "new": list(shot.new),
        "unread": shot.unread,
    }
