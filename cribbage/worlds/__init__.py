"""The referee: it judges every history that the sensors leave open, and blames a player where all of them do.

Start at `referee`, which the other rooms call. A history with its latest seconds is a `history.History`; `gamecopy`
copies its game, and `comparable` shows when two histories have become one. `acquittal` asks a history about a
verdict, `proof` keeps its answer as data and says it in words. `balance` compares points with holes, `heldpegs`
knows pegs that may still have been held, and `handsgivenup` hands that may have been given up by a word.
"""
