"""The record of a table: what was seen, what came of it, and both as text.

`observations` what was seen or said · `events` what is kept of it · `verdicts` the codes · `codec`, `fields`,
`logreader` the table log · `wire` what a table and a club's hub say to each other.
"""
