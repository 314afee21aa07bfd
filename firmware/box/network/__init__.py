"""The wireless network that a table is in: looked at and chosen through one small door.

`base` says what an adapter does, `nmcli` asks NetworkManager, `dry` is the simulator's, and `door` lets a page that
may do nothing itself ask a service that may do just this.
"""
