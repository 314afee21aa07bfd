"""The club's pages: the director's desk, cards, cross-checking, standings, brackets, and the room on the wall."""
