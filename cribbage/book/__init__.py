"""One history of a game, judged by the rules: `story` takes observations and says what came of them.

State: `game` all that is known, `deal` and `items` its parts, `seating` who sits where.
Cards: `zones` from readings to acts, `playline` the play as it came, `laying` what a card does when it is laid,
`wronglead`, `overplay`, `takeback`, `unsaidgo`, `announced` counts, `show`, `countorder` whose hand before whose,
`misplaced`, `nextdeal`, `endings`.
Pegs: `claims` pegged against earned, `playpegs`, `pegfaults`, `wrongtrack`, `muggins`, `saidaloud`, `calledbefore`.
Windows and remedies: `windows`, `claimtable`, `orders`, `rulings`, `remedies`, `rule44` wrong numbers of cards.
What one history cannot know: `doubtfulorder`, `readagain`, `correctedcard`, `pegbeforecard`, `pendingshow`,
`fornothing`, `hiddenplaces`, `unseenpegs`, `blame`.
"""
