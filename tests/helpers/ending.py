"""The end of a server that runs in a thread of the test."""

from __future__ import annotations

from typing import Any


def end(server: Any) -> None:
    """Hang up on everyone and close a Waitress server.

    Its own loop closes: closed from here, a socket may go between the loop's list and its `select`. Its workers end
    before it does, so none wakes a loop that is gone.
    """

    def hang_up() -> None:
        for channel in list(server.active_channels.values()):
            channel.handle_close()

    def close() -> None:
        hang_up()
        server.close()

    server.trigger.pull_trigger(hang_up)
    server.task_dispatcher.shutdown(timeout=60)
    server.trigger.pull_trigger(close)
