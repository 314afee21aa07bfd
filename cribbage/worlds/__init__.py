"""The referee: every history that the sensors leave open is judged, and blame is what all of them hold.

`referee` is the door; `history` one of them with its recent past, `likeness` when two are one; `transcript` a whole
log judged, `audit` a log judged again and held against what was recorded.
"""
