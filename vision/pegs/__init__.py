"""Pegs read by the camera, on any board whose holes are known: see `vision.pegs.reader`."""
