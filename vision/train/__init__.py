"""How the card reader's networks are made: card art, rendered scenes, training, export, calibration, measurement.

Nothing here is needed at run time. `python -m vision.train` does all of it with one command.
"""
