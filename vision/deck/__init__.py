"""A club's own deck: shown once, remembered as small flattened pictures, and a second opinion from then on.

`likeness` compares a corner or a face with what is remembered; `store` keeps decks in files; `enrol` takes a deck
in; `opinion` is the reader that asks it.
"""
