"""The referee: every history that the sensors leave open is judged, and blame is what all of them hold.

`referee` is the door; `history` one of them with its recent past, `twin` its copy, `likeness` when two are one;
`acquittal` whether one acquits, `proof` what each of them says of a matter.
"""
