"""The game as a whole: who plays, to which hole, what wins how much."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

GAME: Final[tuple[Article, ...]] = (
    article(
        "players",
        "How many play",
        words="doubles pairs teams partners three four seats",
        fields="players seats pairs style",
        acc=("1.2, App. B", "{players} players; four play as two teams, by the {pairs} form of doubles."),
        acc20=(
            "1.2",
            "{players} players. The book calls the game for three or four much the same, "
            "without rules for it.",
        ),
        alberta=(
            "2, four-handed play",
            "{players} players; four play as two pairs, partners opposite each other.",
        ),
        corporate=("event format", "Always {players} players in two pairs, partners diagonally across."),
        hoyle=("deal", "{players} players; four play as two pairs."),
    ),
    article(
        "target",
        "The game hole",
        words="game-hole winning 121 61 board-length",
        fields="targets target",
        text=(
            "The first to reach hole {target} wins; more than that need not be landed on "
            "exactly. Games to {targets}."
        ),
        acc="1.6",
        alberta="3, 11",
        corporate="scoring",
        hoyle="game",
    ),
    article(
        "board",
        "The board",
        words="long-board track streets",
        fields="board",
        by={
            True: (
                "A long board with sixty holes up and sixty down; in sanctioned and satellite "
                "play it must be one."
            ),
            False: "No board is compulsory.",
        },
        acc="1.4",
        alberta=(
            "4.c",
            "Regulation boards where possible, no novelty boards; at Provincials only the host's pegs.",
        ),
        corporate=None,
        hoyle=("board", "Any board: once round is 61, twice round 121."),
    ),
    article(
        "cards",
        "Cards dealt, thrown and kept",
        words="deal discard crib hand five-card six",
        fields="dealt thrown hand from_pack",
        text="{dealt} cards each; {thrown} of them go to the crib and {hand} are kept.",
        acc="4.2.a, 5.1, App. B",
        acc20="4.2.a, 5.1",
        alberta="5.b, 6.a, four-handed play",
        corporate="1",
        hoyle=(
            "deal",
            "{dealt} cards each; {thrown} of them go to the crib and {hand} are kept; "
            "{from_pack} more come from the pack.",
        ),
    ),
    article(
        "five-card",
        "The game with five cards",
        words="variant short",
        fields="five_card",
        by={
            True: "May be played by two: five cards each, two thrown, three kept; the crib holds four.",
            False: "Not a game of this book.",
        },
        acc="4.2.a",
        alberta="5.b",
        corporate="1",
        hoyle="deal",
    ),
    article(
        "first-deal",
        "Who deals first",
        words="cut loser alternate dealer next-game",
        fields="next_dealer",
        by={
            "announced": (
                "By the cut, or alternating, as the director announced; in playoffs the first "
                "game of a match by the cut."
            ),
            "cut": "By the cut, low card; equal cards are cut again.",
            "loser": "By the cut, low card; after that the loser of the game before deals.",
        },
        acc="1.3, 4.1.a",
        alberta="5.a",
        corporate="1",
        hoyle="outline",
    ),
    article(
        "who-cuts",
        "Who cuts for the starter",
        words="starter cut pone",
        text="The pone; with four players the one on the dealer's left.",
        acc=(
            "1.3, App. B",
            "The pone; in doubles the player on the dealer's left, and before the deal the one on the right.",
        ),
        acc20=("1.3", "The pone."),
        alberta="7.a, four-handed play",
        corporate="2",
        hoyle=("outline", "The pone."),
    ),
    article(
        "nobs",
        "The Jack of the starter's suit",
        words="jack knob nibs",
        fields="nobs",
        text="{nobs} in hand or crib.",
        acc="1.7",
        alberta="10",
        corporate=(
            "4",
            "{nobs} in hand or crib (this book has the names of nobs and heels the other way round).",
        ),
        hoyle="counting",
    ),
    article(
        "flush",
        "Flush",
        words="suit colour",
        text="Four in a hand, five with the starter; a crib only with the starter, five. Never in the play.",
        acc="1.7",
        alberta="10",
        corporate="4",
        hoyle="counting",
    ),
    article(
        "thirty-one",
        "Thirty-one, go and last card",
        words="31 go last one-for-last",
        text="Thirty-one two, go one, last card one, and never two of these for one card.",
        acc="1.7, 7.2.a(6)-(8)",
        alberta="8.c, 8.d",
        corporate=(
            "3, 4",
            "Thirty-one two, last card one, never both; a fifteen by the last card makes three with it.",
        ),
        hoyle="play",
    ),
    article(
        "skunk",
        "A win by far",
        words="lurch double margin 31 90",
        fields="skunk_margin lurch_games skunk_games skunk_option",
        acc=("1.6", "A win by {skunk_margin} or more is a skunk. There is no double skunk."),
        alberta=("11", "No premium and no penalty."),
        corporate=("4", "No premium and no penalty."),
        hoyle=(
            "game",
            "A loser who is not half way round (61 of 121, 31 of 61) is lurched: "
            "{lurch_games} games for one. A variation (option skunks, to 121): two games against a loser who "
            "has not passed hole 90, four against one who has not passed hole 60.",
        ),
    ),
    article(
        "game-points",
        "Game points",
        words="win loss scorecard",
        fields="win_points skunk_points",
        acc=("1.6", "A win {win_points}, a skunk {skunk_points}, a loss nothing."),
        alberta=("tournament play", "A win {win_points}, a loss nothing."),
        corporate=("scoring", "Games won are counted."),
        hoyle=("game", "Games won are counted."),
    ),
    article(
        "stink-hole",
        "Hole 120",
        words="stinkhole dead-hole 120",
        text="From hole 120 any score pegs out.",
        acc=house(),
        acc20=house(),
        alberta="11",
        corporate="4",
        hoyle=house(),
    ),
    article(
        "time-limit",
        "Time for a game",
        words="minutes clock tie time",
        fields="time_limit_min time_ends_game",
        acc=("none stated", "There is none."),
        alberta=(
            "courtesies 1",
            "{time_limit_min} minutes. The book does not say what then (house default: the "
            "official decides).",
            "time_ends_game",
        ),
        corporate=(
            "time to play, ties",
            "{time_limit_min} minutes; a deal in which a card has been played is finished, "
            "then most points win. In a tie one "
            "more deal, only if that makes both sides' cribs equal in number; still a tie: "
            "the captains cut, the HIGH card "
            "wins by one point, king high.",
        ),
        hoyle=("none stated", "There is none."),
    ),
    article(
        "order",
        "The order of counting",
        words="counting show pone dealer crib",
        text="Pone, dealer, crib; with more players from the dealer's left, the dealer last, then the crib.",
        acc="9.2",
        alberta="10",
        corporate="4",
        hoyle="counting",
    ),
    article(
        "counting",
        "What cards count",
        words="fifteen pair run royal points",
        text=(
            "A fifteen two, a pair two, three of a kind six, four of a kind twelve, a run "
            "one for each card. In the play "
            "the cards of a run or of a kind must follow each other within one series; the ace is always low."
        ),
        acc="1.7",
        alberta="9, 10",
        corporate="4",
        hoyle="counting",
    ),
)
