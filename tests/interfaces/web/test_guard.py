"""The guard by itself."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from zermelo.interfaces.web.guard import Guard


def test_who_waits_when_the_server_ends_is_told_so() -> None:
    """It was a traceback of a hundred lines in the terminal of whoever pressed Ctrl-C."""
    told: list[MutableMapping[str, Any]] = []

    async def thinks_for_ever(*_: Any) -> None:
        await asyncio.sleep(3600)

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    async def ends() -> None:
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "GET", "path": "/api/analyse", "headers": headers, "query_string": b""}
        task = asyncio.create_task(Guard(thinks_for_ever)(scope, receive, send))
        await asyncio.sleep(0.01)
        task.cancel()
        await task

    asyncio.run(ends())
    assert told[0]["status"] == 503
    assert b"the server ends" in told[1]["body"]
