"""From sensors to acts: what they promise (`contract`), and hole changes as moves of pegs (`pegmoves`)."""
