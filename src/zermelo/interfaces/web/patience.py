"""How long a client may take to say what it wants: a connection on which a request does not arrive is closed.

Whoever sends a byte a second would otherwise hold a connection for ever, and a thousand of them all that there are. How
large a request's head may be is bounded by h11 itself (64 KiB), whatever other parsers are installed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVAL = 20.0  # seconds in which a request has to arrive, its body included


class PatientProtocol(H11Protocol):
    """HTTP with a limit on the time in which a request arrives."""

    arrival: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody has come: the time for their first request begins."""
        super().connection_made(transport)
        self.await_request()

    def on_response_complete(self) -> None:
        """A request was answered: the time for the next begins."""
        super().on_response_complete()
        self.await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have left."""
        if self.arrival is not None:
            self.arrival.cancel()
        super().connection_lost(exc)

    def await_request(self) -> None:
        """Look again when the time is over."""
        if self.arrival is not None:
            self.arrival.cancel()
        self.arrival = self.loop.call_later(ARRIVAL, self.close_unless_arrived)

    def close_unless_arrived(self) -> None:
        """Close a connection whose request is not there; one that became a live connection has another protocol."""
        waiting = self.cycle is None or self.cycle.response_complete or self.cycle.more_body
        if waiting and self.transport.get_protocol() is self:
            self.transport.close()
