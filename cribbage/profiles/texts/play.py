"""The play of the cards (ACC rule 7)."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

PLAY: Final[tuple[Article, ...]] = (
    article(
        "7.1.b",
        "A lead out of turn",
        words="lead order out-of-order dealer-led wrong-lead 7.1.a",
        fields="wrong_lead wrong_lead_after_go",
        acc=(
            "7.1.b",
            "The pone leads. If the dealer leads and the pone plays on it, both cards go "
            "back, points of them are taken back "
            "without penalty, and the pone leads. The same when the player who took a go "
            "leads the next series. Once a second "
            "card follows, the order stands and the points count.",
        ),
        acc20=(
            "7.1.b",
            "The pone leads. If the dealer leads and the pone plays on it, both cards go "
            "back, points of them are taken back "
            "without penalty, and the pone leads. Once a second card follows, the order "
            "stands and the points count. Nothing "
            "is said of a wrong lead after a go.",
        ),
        alberta=(
            "8.a, 8.d",
            "The pone leads, and after a go or thirty-one the opponent of the last player. "
            "Nothing is said of a wrong lead "
            "(house default: it is put right while only one card of each lies there).",
            "wrong_lead wrong_lead_after_go",
        ),
        corporate=(
            "3",
            "The player on the dealer's left leads. Nothing is said of a wrong lead (house "
            "default: it is put right while only "
            "one card of each lies there).",
            "wrong_lead wrong_lead_after_go",
        ),
        hoyle=(
            "play",
            "The pone leads, later the player who called go. Nothing is said of a wrong lead "
            "(house default: it is put right "
            "while only one card of each lies there).",
            "wrong_lead wrong_lead_after_go",
        ),
    ),
    article(
        "7.1.c",
        "One card at a time",
        words="count announce turn",
        text="Each in turn plays one card and announces the count.",
        acc="7.1.c",
        alberta="8.a, 8.b",
        corporate="3",
        hoyle="play",
    ),
    article(
        "7.1.d",
        "Played cards",
        words="turned-over face-up overlap visible",
        fields="turns_cards",
        by={
            True: "Each makes a pile of their own, and turns it over after each series.",
            False: (
                "They overlap so that all can be seen, and stay face up until all is played, "
                "counted and pegged."
            ),
        },
        acc="7.1.d",
        alberta="8.d",
        corporate="3",
        hoyle=house(),
    ),
    article(
        "7.1.e",
        "A card over thirty-one",
        words="over 31 released retrieve",
        fields="over_31",
        by={
            "announced": (
                "A card let go of is played, and goes back only if it takes the count over "
                "31. It is replaced without penalty "
                "only by a card that makes the count announced; otherwise what was pegged on "
                "it is an overpeg (8.4.c), and in "
                "the game hole a false claim as well (8.4.b)."
            ),
            "overpeg": (
                "A card let go of is played, and goes back only if it takes the count over "
                "31. What was pegged on it is an "
                "overpeg (8.4.c), and in the game hole a false claim as well (8.4.b)."
            ),
            "": "It goes back, and what was pegged on it is put right.",
        },
        acc="7.1.e",
        alberta=house(),
        corporate=house(),
        hoyle=house(),
    ),
    article(
        "7.1.f",
        "Two cards at once",
        words="together several",
        text=(
            "The one that makes the announced count is played, the others go back. If none "
            "was announced, or none fits it, "
            "the player chooses. No penalty."
        ),
        acc="7.1.f",
        hoyle=house("One is chosen, the others go back."),
        alberta=house("One is chosen, the others go back."),
        corporate=house("One is chosen, the others go back."),
    ),
    article(
        "7.2.a",
        "Points of the play",
        words="pair run fifteen go last points",
        text=(
            "Pair two, three of a kind six, four twelve; a run one for each card; fifteen "
            "two; the last card before a go one; "
            "thirty-one two; the final card one. One player's go does not break a "
            "combination, a new series does."
        ),
        acc="7.2.a",
        alberta="9",
        corporate="4",
        hoyle="play",
    ),
    article(
        "7.2.b",
        "When points of the play are pegged",
        words="window pause together late go",
        fields="points_end_with_go",
        by={
            True: (
                "In a polite pause, before a card, go, muggins or a hand total follows. Once "
                "go or thirty-one is called nothing is "
                "added after the hand has left the peg. While the opponent has no card to "
                "play all may be laid and pegged at once."
            ),
            False: (
                "In a polite pause, before a card, go, muggins or a hand total follows. "
                "While the opponent has no card to play all "
                "may be laid and pegged at once."
            ),
        },
        acc="7.2.b",
        alberta=("9, 13", "At once; see error in pegging (13) for how long a short peg may be put right."),
        corporate=("4", "Before the player has finished moving the peg; see 8.3."),
        hoyle=house("Until the next deal is cut."),
    ),
    article(
        "7.3",
        "Renege: a card held back at go",
        words="renege go withheld fits",
        fields="renege_points renege_per_card renege_back renege_by_gainer renege_min_count",
        acc=(
            "7.3, 7.3.b",
            "A card that could have been played before go or thirty-one was called; never "
            "below a count of {renege_min_count}. "
            "Judges take back the cards and points after it, and the opponent scores "
            "{renege_points} for each card that could "
            "have been played.",
        ),
        alberta=(
            "8.c",
            "Who can play must. No penalty is fixed (house default: the official decides).",
            "renege_points",
        ),
        corporate=(
            "5",
            "Who calls go, or takes a go and does not play on, though able: {renege_points}, "
            "once; the cards are dead when "
            "seen. The book does not say which way (house default: the offender goes back).",
            "renege_back",
        ),
        hoyle=(
            "play",
            "Who can play must. No penalty is fixed (house default: the players agree).",
            "renege_points",
        ),
    ),
    article(
        "7.3.a",
        "How long a renege may be claimed",
        words="renege window correct go",
        text=(
            "One's own go may be put right before a card is played or a point pegged. A "
            "renege may be claimed from the moment "
            "a reneged card is played until the opponent plays their next card or announces "
            "their hand; double and triple ones "
            "stay double and triple."
        ),
        acc="7.3.a",
        corporate=("5", "Not put right after the next card has been played."),
    ),
    article(
        "7.3.c",
        "What becomes of a reneged card",
        words="renege dead played seen",
        fields="reneged_card_seen",
        by={
            True: "The opponent says whether it is dead or played, and may see the first of them, no other.",
            False: "The opponent says whether it is dead or played, and sees none of them.",
        },
        acc="7.3.c",
        alberta=house("The official decides."),
        corporate=("5", "It is dead as soon as the opponents see it."),
        hoyle=house("The players agree."),
    ),
    article(
        "7.3.d",
        "Dead cards in the show",
        words="renege dead count",
        text="All cards count in the show, the dead ones too.",
        acc="7.3.d",
    ),
    article(
        "7.3.e",
        "The opponent pegs out after the go",
        words="renege game-over",
        text="Then the game is over, and there is no renege.",
        acc="7.3.e",
    ),
    article(
        "7.4",
        "A wrong count announced",
        words="count agreed arithmetic announce 7.4.a 7.4.b",
        fields="agreed_count",
        text=(
            "Its player may put it right until the opponent plays or calls go; a player who called go "
            "on it may withdraw until the "
            "opponent pegs or plays. Later it holds for the series, and what was pegged by "
            "it is earned. Challenged in time it is "
            "put right, and what only the wrong count earned is an overpeg."
        ),
        acc="7.4.a, 7.4.b",
        alberta=house(),
        corporate=(
            "4",
            "Irregularities are raised before play goes on (house default: after that the "
            "announced count holds for the series).",
            "agreed_count",
        ),
        hoyle=house(),
    ),
    article(
        "go",
        "Saying go",
        words="gesture spoken call",
        fields="go_spoken",
        by={
            True: "Go is spoken, not shown by a gesture.",
            False: "Go is said; nothing is said against gestures.",
        },
        acc="1.5.e(2)",
        alberta="8.c",
        corporate=house(),
        hoyle="play",
    ),
)
