"""One history of a game, judged by the rules: `story` takes observations and says what came of them.

State: `game` all that is known, `deal` and `items` its parts, `seating` who sits where.
Cards: `zones` from readings to acts, `playline` the play as it came, `laying` what a card does when it is laid,
`wronglead`, `overplay`, `takeback` with `leadtakenback` and `renegeundone` what that undoes, `unsaidgo`, `announced`
counts, `show`, `countorder` whose hand before whose, `outoforder`, `misplaced`, `nextdeal`, `endings`.
Pegs: `claims` pegged against earned, `playpegs`, `pegfaults`, `wrongtrack`, `nextscore` what a wrong peg was for,
`muggins`, `saidaloud`, `challengedaloud`, `calledbefore`.
Windows and remedies: `windows`, `claimtable`, `orders`, `rulings`, `ruledmoves`, `remedies`, `rule44` wrong numbers
of cards.
What one history cannot know: `doubtfulorder`, `readagain`, `correctedcard`, `pegbeforecard`, `pendingshow`,
`fornothing`, `hiddenplaces`, `unseenpegs`, `blame`.
"""
