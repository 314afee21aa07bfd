"""The referee: every history that the sensors leave open is judged, and blame is what all of them hold.

`referee` is the door; `history` one of them with its recent past, `twin` its copy, `likeness` when two are one;
`acquittal` whether one acquits, `balance` what is left of blame where points and holes are summed up, `held` pegs
that were perhaps not let go of, `givenup` hands given up aloud, `proof` what each of them says of a matter.
"""
