"""Pegwatch's command line and composition roots: the one place where the rooms are put together."""
