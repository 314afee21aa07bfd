"""How the reading network was made: card art, rendered scenes, training, export, calibration, measuring.

Nothing here is needed at run time.  `python -m vision.train` goes the whole way with one command.
"""
