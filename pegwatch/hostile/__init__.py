"""The hostile table: deals under everything that disturbs a camera, and one table of what came of them.

`make hostile` plays them: the eye's and the referee's real code over the simulated table, in table time.
"""
