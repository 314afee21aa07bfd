"""A simulated table: two people who play real cribbage on a real board, now and then not quite honestly.

`SimulatedTable` is a pure function of (seed, table time). The sensors look at it as they would look at a
table: which holes are occupied, what lies where. It does no input or output and reads no clock.
"""

from pegwatch.simulated.plants import HONEST, Plants
from pegwatch.simulated.table import SimulatedTable

__all__ = ["HONEST", "Plants", "SimulatedTable"]
