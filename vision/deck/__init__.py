"""A club's own deck: shown once and stored as small flattened pictures, then used to confirm what is read.

`enrol` makes a deck from pictures; `store` keeps decks in files; `likeness` compares a corner or a face with the
stored ones; `deckreader` is the card reader that uses a deck; `sheet` shows a deck to people.
"""
