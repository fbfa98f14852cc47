"""Who may talk to the server, and how much: pages of other sites may not, nor anybody too often or too long.

A page on the internet can make a browser send requests to this machine. So the name that the browser asked for must be
one of ours (else a name server could point anywhere), and a page that sends something must have come from us.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from typing import Any
from urllib.parse import parse_qs, urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
FILE = 2**20  # bytes of one request with a file of a game
BODY = 2**18  # bytes of any other
MESSAGE = 64 * 2**10  # bytes of one message on a live connection
RATE, BURST = 20.0, 120.0  # messages a second, and how many at once
PEOPLE = 25  # that may share one address: what an address may do is this many times what a person may
REQUESTS, AT_ONCE = 4.0, 40.0  # requests of a person in a second, and how many at once
WAITING = 4  # requests of a person that wait to be served
SOCKETS = 80  # live connections of a person
CLIENTS = 10_000  # addresses that are remembered
HEADERS = [
    (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"), (b"x-frame-options", b"DENY"),
]  # fmt: skip


def policy(*scripts: str) -> str:
    """The content security policy: nothing from elsewhere, and no script in the page but those with these digests."""
    allowed = " ".join(("'self'", *(f"'sha256-{digest}'" for digest in scripts)))
    return (
        f"default-src 'self'; script-src {allowed}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Bucket:
    """Lets so many messages through in a second."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """Stands before the application and turns away what has no business here."""

    def __init__(
        self,
        app: Any,
        hosts: tuple[str, ...] = LOOPBACK,
        token: str = "",
        scripts: str = "",
        people: int = PEOPLE,
    ) -> None:
        self.app, self.hosts, self.token, self.people = app, hosts, token, people
        self.policy = policy(*scripts.split()).encode()
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.sockets: Counter[str] = Counter()  # live connections of each address

    def bucket(self, scope: Scope) -> Bucket:
        """What somebody, by their address, may still ask for."""
        client = client_of(scope)
        found = self.buckets.setdefault(client, Bucket(self.people * REQUESTS, self.people * AT_ONCE))
        self.buckets.move_to_end(client)
        if len(self.buckets) > CLIENTS:
            self.buckets.popitem(last=False)
        return found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        status, problem = self.problem(scope, headers)
        if problem:
            await refuse(scope, receive, send, status, problem)
            return
        if not self.bucket(scope).take():
            await refuse(scope, receive, send, 429, "too many requests at once: slow down")
            return
        if scope["type"] == "http":
            length, most = headers.get("content-length", "0"), FILE if scope["path"] == "/api/load" else BODY
            if not (length.isascii() and length.isdecimal() and len(length) < 12) or int(length) > most:
                await refuse(scope, receive, send, 413, f"a request may have at most {most} bytes here")
                return
            await self.answer(scope, bounded(receive, most), self.marked(scope, send))
            return
        client, most = client_of(scope), self.people * SOCKETS
        if self.sockets[client] >= most:
            await refuse(scope, receive, send, 429, f"{most} connections of your address are open already: close some")
            return
        self.sockets[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[client] -= 1
            self.sockets += Counter()  # forget those who have none

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One answer; who still waits when the server ends is told so."""
        begun = False

        async def sending(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if begun:
                raise
            await refuse(scope, receive, send, 503, "the server ends: ask again when it has been started anew")

    def problem(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str]:
        """Why a request is turned away, or nothing."""
        host = host_name(headers.get("host", ""))
        if "*" not in self.hosts and host not in self.hosts:
            return 400, f"this server answers as {' or '.join(self.hosts[:2])}, not as {host[:80]!r}"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and origin.partition("://")[2] != headers.get("host", ""):
            return 403, "pages of other sites may not use this server"
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api"):
            return 403, "pages of other sites may not use this server"
        if self.token and not hmac.compare_digest(token_of(scope, headers).encode(), self.token.encode()):
            return 401, "the link to this server needs its token: use the one that was printed when it started"
        return 200, ""

    def marked(self, scope: Scope, send: Send) -> Send:
        """Answers tell the browser to be careful; the token of a link becomes a cookie, so that the page may go on."""
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                extra = [*HEADERS, (b"content-security-policy", self.policy)]
                if self.token and given:
                    extra.append((b"set-cookie", f"zermelo={given}; HttpOnly; SameSite=Strict; Path=/".encode()))
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        return sending


def client_of(scope: Scope) -> str:
    """Who asks, by their address; of IPv6 by their network, since anybody has as many addresses there as they like."""
    client = str((scope.get("client") or ("",))[0])
    if ":" not in client:
        return client
    try:
        address = IPv6Address(client.partition("%")[0])
    except ValueError:
        return client
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


def host_name(header: str) -> str:
    """The name of a host, without its port; nothing where it is none."""
    try:
        return urlsplit("//" + header).hostname or ""
    except ValueError:
        return ""


def token_of(scope: Scope, headers: dict[str, str]) -> str:
    """The token that came with a request: in its address, its cookie, or as a bearer."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
    if given:
        return given[0]
    with contextlib.suppress(CookieError):
        cookie = SimpleCookie(headers.get("cookie", "")).get("zermelo")
        if cookie is not None:
            return cookie.value
    return headers.get("authorization", "").removeprefix("Bearer ")


def bounded(receive: Receive, most: int) -> Receive:
    """A body without a stated length is cut off as well."""
    seen = 0

    async def receiving() -> MutableMapping[str, Any]:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            return {"type": "http.disconnect"}
        return message

    return receiving


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, problem: str) -> None:
    """Answer in a sentence."""
    import json

    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status % 1000, "reason": problem[:120]})
        return
    body = json.dumps({"error": problem}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
