"""What a rule set decides: the fields of a `Profile`. Where each comes from stands in `cribbage.profiles.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

HOUSE: Final = "house default"
"""Source of a choice that the rule book does not make: it is shown as such wherever it acts."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One rule book as the referee sees it, in the form in which it is played; `rules` gives each field's source.

    The game
        `players` how many may play, `seats` how many do; `pairs` the ways in which four may play as two pairs,
        `style` the one in use; `targets` and `target`, the game hole; `dealt`, `thrown`, `hand` cards of each
        player, `from_pack` cards added to the crib; `five_card` whether that game is in the book; `board`
        whether the long board is compulsory; `next_dealer` who deals after a game; `time_limit_min` minutes
        for a game, `time_ends_game` whether the rules say what then.
    Scores
        `heels` for a Jack as starter, `heels_max_before` not from beyond this hole, `heels_lapse` lost when the
        dealer plays a card first; `nobs`; `win_points`, `skunk_points`, `skunk_margin`; `lurch_games`: so many
        games when the loser is not half way round, `skunk_games` when they are not three quarters round,
        `skunk_option` whether that may be chosen.
    Before the play
        `peek_points` for looking at a card one must not see, `flash_back` holes back for showing the cut,
        `face_up_card` which card found face up spoils the cut for the starter, `starter_returned` who must have
        discarded, `swap_both_counted` hand and crib that were exchanged are both counted,
        `retrieve_points` for taking discards back, `retrieve_option` whether they may be chosen,
        `hidden_count_back` for hiding a wrong number of cards, `wrong_hand_points` and `wrong_crib_points` where
        a fixed award settles a wrong number.
    The play
        `go_spoken`; `wrong_lead` a lead out of turn is taken back, `wrong_lead_after_go` that of the player who
        took the go too; `over_31` whether a card over thirty-one may be replaced; `agreed_count` an announced
        count that nobody corrects holds; `points_end_with_go` nothing is added once go was called; `turns_cards`
        played cards are turned over after each series; `renege_points` for each card that could have been
        played (None: no penalty is fixed), `renege_per_card` False: once for all cards, `renege_back` the
        offender goes back instead, `renege_by_gainer` who takes a go must have played on, `renege_min_count` no
        go below it, `reneged_card_seen` the opponent sees the first.
    Pegs
        `windows` which table of windows holds (`cribbage.book.windows.TABLES`); `underpeg_open` a peg set short may
        be put right while its window is open, `missed_final` combinations overlooked are lost with the move;
        `overpeg_award` what a claimed overpeg brings the opponent (None: the error), `overpeg_of_announced` only
        if more than announced was pegged; `false_claim_back` holes back for a false claim of game;
        `peg_faults` the wrong peg and the back peg are penalised, by `peg_fault_points`; `must_peg_out`.
    The show, muggins, the event
        `order_is_judged` pegging out of the order of counting is retracted, `early_out_excused` also into the
        game hole; `starter_apart` until when; `mixed_points`; `helped` partners may help each other count;
        `muggins` whether it may be played, `muggins_all` by everybody or nobody, `muggins_wrong_call` a call with
        nothing missed brings the opponent what was called; `lunch_grace_min`,
        `forfeit_spread`, `forfeit_score`, `discretionary_points`, `deck_inspection`, `own_card_barred`.
    """

    name: str
    title: str
    edition: str = ""
    # the game
    players: tuple[int, ...] = (2,)
    seats: int = 2
    pairs: tuple[str, ...] = ()
    style: str = ""
    targets: tuple[int, ...] = (121,)
    target: int = 121
    dealt: int = 6
    thrown: int = 2
    hand: int = 4
    from_pack: int = 0
    five_card: bool = False
    board: bool = False
    next_dealer: str = "cut"
    time_limit_min: int | None = None
    time_ends_game: bool = False
    # scores
    heels: int = 2
    heels_max_before: int | None = None
    heels_lapse: bool = True
    nobs: int = 1
    win_points: int | None = 2
    skunk_points: int | None = None
    skunk_margin: int | None = None
    lurch_games: int | None = None
    skunk_games: int | None = None
    skunk_option: bool = False
    # before the play
    peek_points: int | None = None
    flash_back: int | None = None
    face_up_card: str = ""
    starter_returned: str = ""
    swap_both_counted: bool = False
    retrieve_points: int = 0
    retrieve_option: bool = False
    hidden_count_back: int | None = None
    wrong_hand_points: int | None = None
    wrong_crib_points: int | None = None
    # the play
    go_spoken: bool = False
    wrong_lead: bool = True
    wrong_lead_after_go: bool = False
    over_31: str = ""
    agreed_count: bool = True
    points_end_with_go: bool = False
    turns_cards: bool = False
    renege_points: int | None = 2
    renege_per_card: bool = True
    renege_back: bool = False
    renege_by_gainer: bool = False
    renege_min_count: int = 22
    reneged_card_seen: bool = False
    # pegs
    windows: str = "acc"
    underpeg_open: bool = False
    missed_final: bool = False
    overpeg_award: int | None = None
    overpeg_of_announced: bool = False
    false_claim_back: int | None = 15
    peg_faults: bool = True
    peg_fault_points: int = 2
    must_peg_out: bool = True
    # the show, muggins, the event
    order_is_judged: bool = True
    early_out_excused: bool = True
    starter_apart: str = ""
    mixed_points: int | None = None
    helped: bool = False
    muggins: bool = True
    muggins_all: bool = False
    muggins_wrong_call: bool = False
    lunch_grace_min: int | None = None
    forfeit_spread: int | None = None
    forfeit_score: tuple[int, int] | None = None
    discretionary_points: int = 0
    deck_inspection: bool = False
    own_card_barred: bool = False
    rules: Mapping[str, str] = field(default_factory=dict, compare=False)

    def award_for(self, error: int) -> int:
        """What the opponents score who called so many points too many (Rule: ACC 8.4.c(1); Alberta 13)."""
        return error if self.overpeg_award is None else self.overpeg_award

    def source(self, name: str) -> str:
        """The rule behind a field; for a house default it begins with `HOUSE`."""
        return self.rules[name]

    def is_house(self, name: str) -> bool:
        """Whether the rule book is silent on a field."""
        return self.rules[name].startswith(HOUSE)

    def differences(self, other: Profile) -> dict[str, tuple[Any, Any]]:
        """Fields in which two rule books differ, with both values."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in FIELDS}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


FIELDS: Final = tuple(name for name in Profile.__slots__ if name not in ("name", "title", "edition", "rules"))
"""The fields that rule books decide."""
