"""What may be seen of a table, by whom and when: a fold over events (`scoreboard`) and the one door to it (`reveal`).

`state` the parts of the scoreboard · `policy` whose eyes there are · `jsondata` as data · `evidence` for
judges · `broadcast` for streams · `shots` pictures · `sayings` what may be said · `averages` how a game went ·
`finished`, `grades` a deal as one thing, and how well it was played.
"""
