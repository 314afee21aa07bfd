"""The proof: whole simulated games with known truth through every process, and one table of what came of them.

`make truth` plays them. A case is a game in a setting; cases are spread evenly over rule books, kinds of
players, lights, grounds, decks and ways of laying cards.
"""
