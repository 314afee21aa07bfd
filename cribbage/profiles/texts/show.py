"""Counting (ACC rule 9) and the event (ACC rules 11.4 to 14)."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.article import Article, article, house

SHOW: Final[tuple[Article, ...]] = (
    article(
        "9.1",
        "Cards while they are counted",
        words="full-view aloud",
        text="They stay on the table in full view.",
        acc="9.1",
        alberta=("courtesies 6", "The others have time enough to see the hand."),
        corporate=("4", "Face up, and counted aloud so that all can verify."),
        hoyle=("counting", "Counted aloud."),
    ),
    article(
        "9.2.a",
        "The pone's hand",
        words="hand accept",
        text="Counted, announced, pegged; it stays face up until the dealer accepts it by counting the dealer's own.",
        acc="9.2.a",
        alberta=("10", "Counted first."),
        corporate=("4", "Counted first, from the dealer's left."),
        hoyle=("counting", "Counted first; a player who goes out by it has won."),
    ),
    article(
        "9.2.b",
        "The dealer's hand",
        words="hand accept mixing",
        text="Counted, announced, pegged, laid on the pone's side; the pone accepts by word or by mixing it.",
        acc="9.2.b",
    ),
    article(
        "9.2.c",
        "The dealer counts first",
        words="out-of-order early 9.2.e",
        fields="order_is_judged early_out_excused",
        acc=(
            "9.2.c",
            "No penalty: the points are taken back, the pone pegs, then the dealer. If they "
            "led into the game hole, that "
            "is no false claim.",
        ),
        acc20=(
            "9.2.c",
            "No penalty: the points are taken back, the pone pegs, then the dealer. Pegging "
            "out so is not excused.",
        ),
        alberta=house("The official decides."),
        corporate=house("The coordinator decides."),
        hoyle=house("It is put right."),
    ),
    article(
        "9.2.d",
        "The crib",
        words="crib last correct",
        text="Last. The dealer may correct what was announced until the pone mixes the cards.",
        acc="9.2.d",
    ),
    article(
        "9.2.e",
        "The crib counted before the hand",
        words="crib out-of-order",
        text="Its points are taken back, the hand is counted, then the crib. No penalty, and no false claim.",
        acc="9.2.e",
    ),
    article(
        "9.3.a",
        "The starter mixed in",
        words="starter lost apart",
        fields="starter_apart",
        by={
            "all counted": (
                "It stays apart until all hands are counted and scored. Mixed in: judges, "
                "two points, and it is put back; if nobody "
                "is sure, from statements and pegs, else two are drawn blind and one chosen, "
                "else a new one is turned."
            ),
            "while counted": (
                "It stays apart while they are being counted. Mixed in: judges, two points, "
                "and it is put back; if nobody is sure, "
                "from statements and pegs, else two are drawn blind and one chosen, else a new one is turned."
            ),
            "": "No rule.",
        },
        acc="9.3.a",
    ),
    article(
        "9.3.b",
        "The pone takes the pack",
        words="starter pack",
        text="Between the two hands it may be done, leaving the starter where it is.",
        acc="9.3.b",
    ),
    article(
        "9.4",
        "Hand or crib mixed with the pack",
        words="mixed forfeit 9.4.a 9.4.b 9.4.c",
        fields="mixed_points",
        acc=(
            "9.4.a-c",
            "One's own hand before it is counted and confirmed, or the dealer the crib: its "
            "points are lost. The pone the crib: "
            "{mixed_points} to the dealer, who takes it out again and pegs.",
        ),
        alberta=house("No penalty is known."),
        corporate=house("No penalty is known."),
        hoyle=house("No penalty is known."),
    ),
    article(
        "9.5",
        "Help in counting",
        words="aid partner help device",
        fields="helped",
        acc=(
            "9.5",
            "None, by no person and no thing, while pegging or counting; in doubles partners "
            "may point out points.",
        ),
        acc20=("9.5", "None, by no person and no thing, while pegging or counting."),
        alberta=("courtesies 4", "No remarks or gestures about what to play."),
        corporate=("4", "Partners may help each other at any time."),
        hoyle=house("No rule."),
    ),
    article(
        "11.4",
        "Late from lunch",
        words="lunch forfeit grace",
        fields="lunch_grace_min forfeit_spread",
        acc=(
            "11.4",
            "After {lunch_grace_min} minutes the game is forfeited by {forfeit_spread} "
            "spread points; only once. A player who comes after "
            "the second game has begun may be replaced.",
        ),
        acc20=("11.4", "No rule on lunch; a forfeited game counts {forfeit_spread} spread points."),
        alberta=house("No rule."),
        corporate=house("No rule."),
        hoyle=house("No rule."),
    ),
    article(
        "11.5",
        "Disagreeing with judges",
        words="third-judge refusal forfeit 11.5.a 11.5.b",
        text=(
            "Either player may have a third judge; the three are final. Who refuses then loses "
            "the game by ten and is removed."
        ),
        acc="11.5",
        acc20=(
            "11.4",
            "Either player may have a third judge; the three are final. Who refuses then "
            "loses the game by ten and is removed.",
        ),
    ),
    article(
        "forfeit",
        "Games forfeited",
        words="default no-show knocked board",
        fields="forfeit_score",
        acc=("11.4, 11.5.b", "By spread points, see 11.4 and 11.5."),
        acc20=("11.4", "By spread points, see 11.5."),
        alberta=house("No rule."),
        corporate=(
            "set up, 4",
            "121 to 0: knocking or turning the board on purpose, pulling pegs, pair B at the "
            "wrong table, no opponent.",
        ),
        hoyle=house("No rule."),
    ),
    article(
        "14.1",
        "What no rule covers",
        words="discretion head-judge",
        fields="discretionary_points",
        acc=(
            "14.1",
            "The head judge is final. For conduct not covered up to {discretionary_points} "
            "points, sparingly.",
        ),
        acc20=("14.1", "The head judge is final. No points at discretion."),
        alberta=house("The event official decides."),
        corporate=("6", "The Cribbage Coordinator decides before play goes on."),
        hoyle=house("The players agree."),
    ),
    article(
        "14.2",
        "Changing the rules",
        words="amendment committee",
        text="Amendments go to the Rules Committee in writing, and from there to the board.",
        acc="14.2",
    ),
    article(
        "judges",
        "Judges and their own cards",
        words="scorecard protocol",
        fields="own_card_barred",
        by={
            True: (
                "Two judges hear both sides and look it up; none judges their own dispute or "
                "corrects their own scorecard."
            ),
            False: "Two judges hear both sides and look it up; none judges their own dispute.",
        },
        acc="judge protocols a-j",
        acc20="judge protocols a-i",
        alberta=house("The event official decides."),
        corporate=("6", "The Cribbage Coordinator decides."),
        hoyle=house("The players agree."),
    ),
    article(
        "ethics",
        "Fair play",
        words="code cheating backward communicate",
        acc=(
            "code of ethics",
            "No signs about somebody else's game, no altered scorecards, nobody leaves "
            "before all games are played. To let an "
            "opponent go on pegging backward is an offence at any time.",
        ),
        acc20=(
            "code of ethics",
            "No signs about somebody else's game, no altered scorecards, nobody leaves "
            "before all games are played. To let an "
            "opponent go on pegging backward is an offence after the first time.",
        ),
        alberta=("courtesies", "No remarks on the deal, no lead-directing talk or gestures."),
        corporate=(
            "4",
            "Knocking or turning the board, or pulling pegs, on purpose: the game is lost 121 to 0.",
        ),
    ),
    article(
        "12.1",
        "The scorecard",
        words="ink blue card spread",
        text=(
            "Players write in blue or black ink only. A win 2, a skunk 3, a loss 0, X or a dash; "
            "a spread below ten as 07."
        ),
        acc="12.1",
        alberta=("tournament play", "The points of both players are written down, not the spread."),
        corporate=(
            "end of game",
            "A results card with the pair's letter, signed by one of each side, brought by "
            "the winner; also for byes.",
        ),
    ),
    article(
        "12.2",
        "Scorecards that differ",
        words="discrepancy cross-check spread",
        text=(
            "Players are not asked. First who won, then a missing spread, then a differing "
            "one: each card of an apparent qualifier "
            "takes the value that is worse for it, and stays if it already has; then the totals."
        ),
        acc="12.2.a-i",
    ),
    article(
        "13.1",
        "Late for a playoff",
        words="no-show absent",
        text=(
            "After five minutes the first game is lost, and another every fifteen; the absent keep the "
            "prize of a loser of that round."
        ),
        acc="13.1",
    ),
    article(
        "13.2",
        "Who qualifies, and the bracket",
        words="playoff byes chart qualifiers",
        text=(
            "A quarter of the entrants, rounded up; the bracket is the next power of two, "
            "its byes go to the highest, and the "
            "pairings are those of the printed charts (12 to 256 entrants)."
        ),
        acc="13.2",
        alberta=("tournament play", "Round robins, no bracket."),
        corporate=("event format", "Twelve games for each company, no bracket."),
    ),
    article(
        "tie-breaks",
        "Ties in the standings",
        words="ranking standings",
        acc=("App. A.20", "Game points, games won, net spread, plus points, who beat whom, one game."),
        acc20=("App. 7", "Game points, games won, net spread, plus points, who beat whom, one game."),
        alberta=(
            "tournament play",
            "Win points, all points scored by the tied, who beat whom; at Provincials then one game.",
        ),
        corporate=(
            "tournament tie breaker",
            "Games won, points for through points against, then the widest win of the first "
            "win, the second, ..., defaults left out.",
        ),
    ),
    article(
        "checking",
        "Checking the cards",
        words="appendix ink checkers",
        acc=(
            "App. A",
            "In private, two checkers for up to 24 players, three for more, none at a table "
            "where they played; red ink. Spreads of "
            "probable qualifiers are read aloud and compared; the low qualifying score is "
            "announced before the bracket.",
        ),
        acc20=(
            "App.",
            "In private; corrections carry the checker's initials. Four piles from definite "
            "to definitely not; one more than needed is checked.",
        ),
    ),
)
