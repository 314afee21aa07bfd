"""What cards and holes are worth: cards, the show, the play, and a player's track. Nothing is judged here.

`cards` a card · `counting` the show · `pegging` the play · `exhaustive` every play there can be ·
`cribs` mean cribs · `advice` what a learner may discard · `requests` questions to the scorer as
lines · `track` holes, pegs and scores.
"""
