"""The board before everything that can wait.

A scan takes a third of a millisecond, a hundred times a second. Among many busy processes its turn still comes late
under the ordinary scheduler, whatever its niceness; under the real-time one it comes at once.
"""

from __future__ import annotations

import os
from typing import Final

PRIORITY: Final = 10
"""Of 1 to 99: above every ordinary process, below the kernel's own threads for interrupts (50)."""


def take_precedence() -> bool:
    """Have the calling thread, and nothing it starts, scheduled before all ordinary processes.

    False where the system does not allow it (`LimitRTPRIO` of the service does); then it runs as anything else. Only
    for a loop that sleeps: one that does not would leave the others a twentieth of a core.
    """
    try:
        policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(PRIORITY))
    except (AttributeError, OSError):  # not Linux, or not allowed
        return False
    return True
