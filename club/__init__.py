"""The club's hub without its pages: what is kept, what follows from it, and what the tables send."""
