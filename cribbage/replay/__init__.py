"""A game judged again from its record.

`transcript` a whole log as text, judged; `audit` a log judged again and held against the verdicts recorded with it;
`explanation` why a verdict came; `resuming` how a game goes on that another version of the referee began.
"""
