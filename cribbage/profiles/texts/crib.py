"""The crib and the starter (ACC rules 5 and 6)."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

CRIB: Final[tuple[Article, ...]] = (
    article(
        "5.1.a",
        "Where the crib lies",
        words="crib side",
        text="Face down on the dealer's side of the board.",
        acc="5.1.a",
        alberta=("6.a", "Face down, set aside."),
        corporate="1",
        hoyle="deal",
    ),
    article(
        "5.1.b",
        "Thrown to the wrong side",
        words="discard side",
        text="Found before the starter is turned: it may be taken back and chosen again.",
        acc="5.1.b",
        acc20=("5.1.c", "Found before the starter is turned: it may be taken back and chosen again."),
    ),
    article(
        "5.1.c",
        "The crib on the pone's side",
        words="crib wrong-side",
        text=(
            "Moved over unseen, unless the starter was turned and each has played a card: "
            "then it belongs to the side where "
            "it lies, and the other is pone now and deals next."
        ),
        acc="5.1.c",
        acc20=(
            "5.1.d",
            "Moved over unseen, unless the starter was turned and each has played a card: "
            "then it belongs to the side where "
            "it lies, and the other is pone now and deals next.",
        ),
    ),
    article(
        "5.2.a",
        "Looking into the crib",
        words="crib peek examine",
        text="Before its time: two points to the other, who may see its cards too.",
        acc="5.2.a",
    ),
    article(
        "5.2.b",
        "Looking into the crib before throwing",
        words="crib peek blind",
        text=(
            "Two points, and the other draws two cards blind from the offender's hand: they are the discard."
        ),
        acc="5.2.b",
    ),
    article(
        "5.2.c",
        "Hand and crib exchanged",
        words="swap",
        fields="swap_both_counted",
        by={
            True: (
                "Found before play: the right hand is played. Later the dealer plays on with "
                "the crib and the dealer's points of the play "
                "are taken back. Two points either way; hand and crib are both counted."
            ),
            False: (
                "Found before play: the right hand is played. Later the dealer plays on with "
                "the crib and the dealer's points of the play "
                "are taken back. Two points either way."
            ),
        },
        acc="5.2.c",
        alberta=house("No rule."),
        corporate=house("No rule."),
        hoyle=house("No rule."),
    ),
    article(
        "5.3",
        "Taking back what was thrown",
        words="discard retrieve",
        fields="retrieve_points retrieve_option",
        text="Without penalty until the opponent has thrown; after that not at all.",
        acc="5.3",
        acc20=(
            "5.3 (5.1.b is struck out)",
            "Without penalty until the opponent has thrown; after that not at all. The two "
            "points of 5.1.b are struck out in the "
            "copy we have, so they are not in force unless they are chosen for a game (option "
            "rule_5_1_b): then cards thrown and let go of may not be taken back and looked at.",
        ),
    ),
    article(
        "6.1.a",
        "The starter turned too soon",
        words="starter early",
        fields="starter_returned",
        by={
            "either": (
                "Before one or both have thrown: it goes back; when both have, shuffle and cut "
                "again. No penalty, and not 4.4."
            ),
            "dealer": (
                "Before the dealer has thrown: it goes back; then shuffle and cut again. No "
                "penalty, and not 4.4."
            ),
            "": "No rule.",
        },
        acc="6.1.a",
        corporate=("1", "The pack stays untouched until all have thrown."),
    ),
    article(
        "6.1.b",
        "Looking when cutting for the starter",
        words="flash peek cut",
        fields="flash_back",
        acc=(
            "6.1.b",
            "The pone who looks at the bottom card of the cut: two points, and the dealer sees it too.",
        ),
        alberta=("7.a", "The bottom card is not shown. No penalty is stated."),
        corporate=(
            "2",
            "The opponents may have it dealt again, and the side that cut goes back {flash_back}.",
        ),
        hoyle=("starter", "Looking is not allowed. No penalty is stated."),
    ),
    article(
        "6.1.c",
        "Where the starter goes",
        words="starter place",
        text=(
            "Face up on the pack. Put into the dealer's hand unseen: two points, and the "
            "pone draws two blind from that hand "
            "and chooses the starter."
        ),
        acc="6.1.c",
        alberta=("7.a", "Face up on the pack."),
        corporate=("2", "Face up on the pack."),
        hoyle=("starter", "Face up on the pack."),
    ),
    article(
        "6.1.d",
        "A card face up at the cut",
        words="face-up starter",
        fields="face_up_card",
        by={
            "any": (
                "Any card found face up: turned over, the forty are shuffled and cut again. Not a new deal."
            ),
            "cut card": (
                "Only the card that was cut: turned over, the forty are shuffled and cut again. "
                "Not a new deal."
            ),
            "": "No rule.",
        },
        acc="6.1.d",
        alberta=("12.a", "The same dealer deals again."),
        corporate=("6", "The dealer deals again, without penalty."),
    ),
    article(
        "6.2",
        "More than one card turned",
        words="starter several",
        text="The right one is the starter; both may see the others before they go back.",
        acc="6.2",
    ),
    article(
        "6.3",
        "Heels: a Jack as starter",
        words="heels his-heels jack nibs two forfeit late 115 6.3.a 6.3.b 6.3.c",
        fields="heels heels_max_before heels_lapse",
        acc=(
            "6.3",
            "{heels} to the dealer, and they may win the game. They are lost when the dealer "
            "plays a card before pegging them.",
        ),
        alberta=(
            "7.b, 7.c",
            "{heels} to the dealer at once, unless the dealer's peg is past hole {heels_max_before}: "
            "so they never win. When they lapse is "
            "not said (house default: they are missed like any other score).",
            "heels_lapse",
        ),
        corporate=(
            "4",
            "{heels} to the dealer at all times, and they may win. When they lapse is not "
            "said (house default: they are missed "
            "like any other score).",
            "heels_lapse",
        ),
        hoyle=(
            "starter",
            "{heels} to the dealer, and they may win. When they lapse is not said (house "
            "default: they are missed like any "
            "other score).",
            "heels_lapse",
        ),
    ),
    article(
        "6.3.doubles",
        "Heels in doubles",
        words="team teammate",
        acc=("App. B", "The dealing team may take them until the dealer's partner plays a first card."),
        acc20=None,
    ),
    article(
        "6.4",
        "Where the pack lies",
        words="deck side",
        text="On the dealer's side after the turn.",
        acc="6.4",
    ),
)
