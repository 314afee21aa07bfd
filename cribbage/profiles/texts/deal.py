"""Shuffle, cut and deal (ACC rules 2 to 4)."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

DEAL: Final[tuple[Article, ...]] = (
    article(
        "2.1",
        "Shuffling",
        words="mix bottom-card peek",
        fields="peek_points",
        text=(
            "At least three times, faces hidden from both. A player who sees the bottom card after "
            "the last shuffle shuffles again, "
            "and the other scores {peek_points}."
        ),
        acc="2.1",
        alberta=house("No penalty is known."),
        corporate=house("No penalty is known."),
        hoyle=house("No penalty is known."),
    ),
    article(
        "2.2",
        "Who may shuffle",
        words="shuffle last",
        text="The pone may shuffle once each deal; the dealer may shuffle last.",
        acc="2.2, 2.3",
        alberta=("5.b", "The new dealer shuffles."),
        corporate=("1", "The dealer shuffles."),
        hoyle=("outline", "The dealer shuffles last."),
    ),
    article(
        "3.1.a",
        "Before the cut for the deal",
        text="Each should shuffle; who shuffled last lets the other cut first.",
        acc="3.1.a",
    ),
    article(
        "3.1.b",
        "How many cards to cut for the deal",
        words="cut four half",
        text=(
            "The first lifts at least four and not more than half; the second at least four and "
            "leaves at least four."
        ),
        acc="3.1.b",
        hoyle=("cut", "At least four are left at either end."),
    ),
    article(
        "3.1.c",
        "How many cards to cut",
        words="cut four",
        text="Before the deal and for the starter: at least four from the top, and at least four stay.",
        acc="3.1.c",
    ),
    article(
        "3.2",
        "The cut for the deal",
        words="low-card expose again",
        text=(
            "The bottom card of what was lifted counts, the lower one deals; who shows more than "
            "one card cuts again."
        ),
        acc="3.2.a, 3.2.c",
        alberta=("5.a", "The lower card deals; equal cards are cut again, and a cut is completed."),
        corporate=(
            "1",
            "One of each pair cuts; the lower card deals, ace lowest; equal cards are cut again.",
        ),
        hoyle=("outline", "The lower card deals."),
    ),
    article(
        "3.3.a",
        "The cut before each deal",
        words="bottom top-packet",
        text=(
            "Compulsory, lifted in one piece. A player who looks at the bottom card of the top "
            "packet: two points to the other, "
            "shuffle and cut again."
        ),
        acc="3.3.a",
    ),
    article(
        "3.3.b",
        "Putting the packets together",
        words="middle bottom",
        text=(
            "The top packet goes under. The dealer who looks at the bottom card then: two to the "
            "pone, shuffle and cut again."
        ),
        acc="3.3.b",
    ),
    article(
        "3.3.c",
        "A forgotten cut",
        words="uncut",
        text=(
            "The pone may claim it until one of the pone's cards has been picked up: shuffle, cut and "
            "deal again. Later nothing."
        ),
        acc="3.3.c",
    ),
    article(
        "4.1.a",
        "Dealer of the first game",
        words="match playoff",
        text="The cut decides who deals the first game of a match.",
        acc="4.1.a",
        alberta=("5.a, tournament play", "The cut; at Provincials before each match of two games."),
        corporate="1",
        hoyle="outline",
    ),
    article(
        "4.1.b",
        "Dealt out of turn",
        words="wrong-dealer",
        text=(
            "Found before both players have played a card: the deal is void and the right "
            "player deals. Later it stands, "
            "and the nondealer deals next."
        ),
        acc="4.1.b",
    ),
    article(
        "4.1.c",
        "Was the cut for the deal made?",
        text="Once the pack was cut and dealing began it is taken to have been made.",
        acc="4.1.c",
    ),
    article(
        "4.2.a",
        "Dealing",
        words="one-at-a-time",
        text="One card at a time from the top, the pone first.",
        acc="4.2.a",
        alberta="5.b",
        corporate=(
            "1",
            "One at a time from the dealer's left; then nobody touches the pack until all have thrown.",
        ),
        hoyle="outline",
    ),
    article(
        "4.2.b",
        "While cards are being dealt",
        words="touch watch courtesy",
        text=(
            "The pone watches and does not touch the cards before the deal ends; an arm may keep "
            "them on the table."
        ),
        acc="4.2.b, 4.2.c",
        alberta=("courtesies 3", "Cards are not picked up as they are dealt."),
    ),
    article(
        "4.2.d",
        "Another pack",
        words="deck change inspect",
        fields="deck_inspection",
        by={
            True: (
                "In qualifying only for a damaged card, and half way at each anchor seat. In "
                "playoffs both may look at the "
                "pack before the match and ask for another; after any game once for each player and match."
            ),
            False: (
                "In qualifying only for a damaged card, and half way at each anchor seat. In "
                "playoffs after any game, once for each "
                "player and match."
            ),
        },
        acc="4.2.d",
        alberta=house("No rule."),
        corporate=house("No rule."),
        hoyle=house("No rule."),
    ),
    article(
        "4.3",
        "A card exposed in dealing",
        words="misdeal face-up expose redeal",
        text=(
            "Shown by the dealer, or face up in the pack: shuffle and deal again. Seen or "
            "shown through the pone: no new deal."
        ),
        acc="4.3.a-c",
        alberta=("12.a", "The same dealer deals again."),
        corporate=("6", "The dealer deals again, without penalty."),
    ),
    article(
        "4.4.a",
        "Wrong number of cards before both have thrown",
        words="too-many too-few misdeal hidden",
        fields="hidden_count_back wrong_hand_points wrong_crib_points",
        acc=(
            "4.4.a",
            "One threw wrongly and the other has not thrown: put right. Both short alike, or "
            "only the dealer by one: dealt on. "
            "Anything else: the same player deals again; a player who does not let the count be verified goes back "
            "{hidden_count_back}, as far as there are points, and the opponent scores the rest of them.",
        ),
        alberta=(
            "12.b",
            "One hand wrong, all else right: the opponent asks for a new deal or pegs "
            "{wrong_hand_points} and the hand is put "
            "right. Only the crib wrong: the nondealer pegs {wrong_crib_points} and it is "
            "put right. Nothing is said of other cases.",
        ),
        corporate=("6", "The dealer deals again, without penalty."),
    ),
    article(
        "4.4",
        "Wrong number of cards after both have thrown",
        words="27 table judges actions",
        acc=(
            "4.4.b-d",
            "Judges are called and nobody moves a peg or a card. One of 27 situations "
            "(pone's hand, dealer's hand, crib; before "
            "or after the starter) leads to one of thirteen actions. Dealer's hand and crib "
            "both too many: 1 before, 9 after.",
        ),
        acc20=(
            "4.4.b-d",
            "Judges are called and nobody moves a peg or a card. One of 27 situations "
            "(pone's hand, dealer's hand, crib; before "
            "or after the starter) leads to one of thirteen actions. Dealer's hand and crib "
            "both too many: 1 before, 4 after.",
        ),
        alberta=("12.b", "See 4.4.a: a fixed award where one hand or the crib alone is wrong."),
        corporate=("6", "The dealer deals again, without penalty."),
    ),
    article(
        "4.5.a",
        "Imperfect pack",
        words="defect missing joker",
        text=(
            "Found before anybody picks up a card: another pack, the same dealer. Later the hand "
            "is played out first."
        ),
        acc="4.5.a",
        alberta=("12.a", "The same dealer deals again."),
        corporate=("6", "The dealer deals again, without penalty."),
    ),
    article(
        "4.5.b",
        "The same card twice",
        words="duplicate twin imperfect-pack",
        text=(
            "Play stops where it is found, every point of the deal is taken back, hands and "
            "crib are dead, and the same "
            "player deals again from another pack."
        ),
        acc="4.5.b",
        alberta=("12.a", "The pack is imperfect: the same dealer deals again."),
        corporate=("6", "The pack is imperfect: the dealer deals again, without penalty."),
    ),
    article(
        "4.5.c",
        "Stray and missing cards",
        words="deck lost",
        text="A stray card goes back, and an incomplete pack is replaced, between deals.",
        acc="4.5.c, 4.5.d",
    ),
)
