"""The pegs (ACC rule 8), penalties and muggins (rules 10 and 11)."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

PEGS: Final[tuple[Article, ...]] = (
    article(
        "8.1",
        "Recording a score",
        words="leapfrog track outside",
        text="Outside track first; the rear peg leaps over the front peg by the score.",
        acc="8.1",
        alberta="4.a, 4.b",
        corporate=house("The rear peg leaps over the front peg by the score."),
        hoyle="board",
    ),
    article(
        "8.2",
        "A hand worth nothing",
        words="zero nineteen",
        text="The pegs are not touched. No penalty is stated.",
        acc="8.2",
    ),
    article(
        "8.3",
        "Pegged too few",
        words="underpeg short missed",
        fields="underpeg_open missed_final",
        acc=(
            "8.3",
            "Final once the fingers have left the peg, for everybody; in muggins the opponent may call it.",
        ),
        alberta=("13", "May be put right until one's own next card or the cut for the next deal."),
        corporate=(
            "4",
            "Combinations overlooked are lost once the peg has been moved; a peg set short "
            "of what was announced may be put "
            "right until one's own next card or the next cut (house default: which of the "
            "two sentences is meant for which).",
            "missed_final",
        ),
        hoyle=house("May be put right until the next deal is cut."),
    ),
    article(
        "windows",
        "When a score is final",
        words="window closes claim late correction 10.2",
        fields="windows",
        by={
            "acc": (
                "Points of the play at the next card, hand or crib; the pone's hand when the "
                "dealer counts the dealer's own; the dealer's "
                "hand and crib when the pone accepts or mixes them. Then an overpeg stands."
            ),
            "until-cut": "Short pegs at one's own next card; everything else at the cut for the next deal.",
            "free": "Everything at the cut for the next deal.",
        },
        acc="7.2.b, 8.4.c, 8.4.d, 9.2",
        alberta="13",
        corporate=(
            "4",
            "Short pegs at one's own next card or the next cut (house default for overpegs: the next cut).",
            "windows",
        ),
        hoyle=house(),
    ),
    article(
        "8.4.a",
        "False claim of game",
        words="false-claim game-hole pegged-out fifteen 8.4.b",
        fields="false_claim_back",
        acc=(
            "8.4.a, 8.4.b",
            "A peg let go of in the game hole without enough points. It may not be put "
            "right; judges are called. The peg goes to "
            "the hole of what was scored, the opponent scores what was claimed too much, and "
            "the offender goes "
            "{false_claim_back} back, even if the opponent is out by then.",
        ),
        alberta=(
            "13",
            "No penalty of its own (house default): as a peg of more than was announced it is put right on demand, "
            "and the opponent pegs 2.",
            "false_claim_back",
        ),
        corporate=house("No penalty: the coordinator decides."),
        hoyle=house("No penalty: it is put right."),
    ),
    article(
        "8.4.c",
        "Overpegged",
        words="overpeg challenge error correct",
        fields="overpeg_award overpeg_of_announced",
        acc=(
            "8.4.c",
            "Found by the opponent: back to the right hole, and the opponent scores the error. Found "
            "by oneself: one says so and goes back, "
            "no penalty. Until the window closes.",
        ),
        alberta=(
            "13",
            "More than was announced: put right on demand until the cut for the next deal, "
            "and the opponent pegs "
            "{overpeg_award}. A miscount pegged as it was announced is only put right (house default).",
            "overpeg_of_announced",
        ),
        corporate=house("Put right until the next cut, no points."),
        hoyle=house("Put right until the next cut, no points."),
    ),
    article(
        "8.4.d",
        "An overpeg nobody claims",
        words="overpeg-stands stands",
        text=(
            "Stands as pegged once another card is played, a hand or crib is pegged, or the cards are mixed."
        ),
        acc="8.4.d",
        alberta=("13", "Stands after the cut for the next deal."),
        corporate=house("Stands after the cut for the next deal."),
        hoyle=house("Stands after the cut for the next deal."),
    ),
    article(
        "8.5.a",
        "The front peg taken",
        words="front-peg wrong-peg",
        fields="peg_faults",
        acc=(
            "8.5.a",
            "Noticed before it is let go: it becomes the rear peg and only the new score "
            "counts. Pegged the wrong way: that score "
            "and the one before are lost. Pegged on: it goes behind the other peg, from "
            "which the new score counts.",
        ),
        alberta=house("No rule: the official decides."),
        corporate=house("No rule: the coordinator decides."),
        hoyle=house("No rule: it is put right."),
    ),
    article(
        "8.5.b",
        "Both pegs taken",
        words="both-pegs",
        text=(
            "The players agree where the front peg stood, else judges; then the score is pegged. No penalty."
        ),
        acc="8.5.b",
    ),
    article(
        "8.5.c",
        "The back peg moved up",
        words="back-peg between-deals",
        fields="peg_fault_points",
        text=(
            "After a deal is pegged the back pegs stay. Moved up so as not to peg backward: "
            "{peg_fault_points}, and the peg goes back."
        ),
        acc="8.5.c",
        alberta=house("No penalty."),
        corporate=house("No penalty."),
        hoyle=house("No penalty."),
    ),
    article(
        "8.6",
        "Touching pegs",
        words="tighten accident",
        text=(
            "After saying so one may tighten a peg or put an overpeg right; touching by accident is nothing."
        ),
        acc="8.6",
    ),
    article(
        "8.7",
        "The opponent's peg",
        words="opponent-peg",
        text="It goes back, two points to the opponent, then the score is pegged with one's own back peg.",
        acc="8.7",
    ),
    article(
        "8.8",
        "The wrong track",
        words="wrong-track lane",
        text="The right score on the wrong track is moved over. No penalty.",
        acc="8.8",
    ),
    article(
        "8.9",
        "A go pegged before it was called",
        words="early-go go",
        text="Fine if it was clearly due; otherwise the opponent's cards show whether it was, or an overpeg.",
        acc="8.9",
    ),
    article(
        "8.10",
        "Failing to peg out",
        words="peg-out concede remind match 8.10.a 8.10.b",
        fields="must_peg_out",
        text=(
            "Except in match play one must peg out, and the opponent has to remind (not in "
            "muggins). Who refuses loses that "
            "score and play goes on. To concede counts as pegging out in match play only."
        ),
        acc="8.10",
        alberta=house("A game conceded is over."),
        corporate=house("A game conceded is over."),
        hoyle=house("A game conceded is over."),
    ),
    article(
        "10.1",
        "Muggins",
        words="muggins optional announced 10.1.d",
        fields="muggins muggins_all",
        acc=(
            "10.1",
            "Only if announced in the flyer and before play; then pegging out is compulsory "
            "and everybody plays it.",
        ),
        acc20=("10.1", "Only if announced in the flyer and before play; then pegging out is compulsory."),
        alberta=("10", "Not allowed."),
        corporate=("4", "Not permitted."),
        hoyle=("muggins", "As the players choose; among experts always."),
    ),
    article(
        "10.2",
        "What muggins applies to",
        words="muggins 10.3",
        text=(
            "Points of the play, hands and cribs. Not penalties, muggins itself, heels, or "
            "points lost by pegging backward."
        ),
        acc="10.2, 10.3",
        alberta=("10", "Not allowed."),
        corporate=("4", "Not permitted."),
        hoyle=("muggins", "Whatever was overlooked."),
    ),
    article(
        "10.4.a",
        "What a call brings",
        words="muggins wrong-call lesser",
        text=(
            "The lesser of what was called and what was missed, never more than the holes "
            "that were left. A call with nothing "
            "missed brings the opponent as much as was called."
        ),
        acc="10.4.a",
        alberta=("10", "Not allowed."),
        corporate=("4", "Not permitted."),
        fields="muggins_wrong_call",
        hoyle=(
            "muggins",
            "What was overlooked, never more than was called. A wrong call costs nothing "
            "(house default: no penalty is stated).",
            "muggins_wrong_call",
        ),
    ),
    article(
        "10.4.b",
        "When muggins may be called",
        words="muggins window 10.4.c 10.4.d",
        text=(
            "In the play, until its player pegs again or the pone's hand is pegged. The "
            "pone's hand, until it is mixed or the "
            "dealer announces the dealer's own. The dealer's hand and the crib, until the pone mixes "
            "them. Nothing may be added after the word."
        ),
        acc="10.4.b-d",
        alberta=("10", "Not allowed."),
        corporate=("4", "Not permitted."),
        hoyle=("muggins", "Not said (house default: the ACC's windows)."),
    ),
    article(
        "11.1",
        "Penalties",
        words="penalty correction backward",
        text=(
            "The opponent scores them, unless they are pegged backward. Taking points back and "
            "correcting overpegs are no penalties."
        ),
        acc="11.1",
    ),
    article(
        "11.2",
        "A penalty pegged wrongly",
        words="penalty mispegged 11.3",
        text=(
            "Like any other score; and there is never a penalty for an error in calling or pegging a penalty."
        ),
        acc="11.2, 11.3",
    ),
)
