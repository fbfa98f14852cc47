"""Start the server: find a port, print the address, open the browser."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from zermelo.arena.records import read_tournament
from zermelo.errors import BadParameter
from zermelo.folders import data_folder
from zermelo.game.files import named_engines, named_lists
from zermelo.games import catalogue
from zermelo.interfaces.web.app import PAGE, create_app
from zermelo.interfaces.web.collector import spare_collector
from zermelo.interfaces.web.guard import LOOPBACK, MESSAGE, PEOPLE
from zermelo.interfaces.web.patience import PatientProtocol
from zermelo.interfaces.web.store import Store, Unusable

PORT = 8000
TRIES = 50  # ports after the usual one


def serve(
    port: int | None = None,
    *,
    host: str = "127.0.0.1",
    browser: bool = True,
    store: Path | None = None,
    files: tuple[str, ...] = (),
    word_lists: tuple[str, ...] = (),
    engines: tuple[str, ...] = (),
    tournaments: tuple[Path, ...] = (),
    people: int = PEOPLE,
) -> None:
    """Serve until Ctrl-C."""
    for name in files:
        first = catalogue.begin(name)  # rules that stop at once should be told here and not on the page
        first.moves()
        first.state.scene().to_json()
    for path in tournaments:
        read_tournament(path)
    lists = read_lists(word_lists)
    others = read_engines(engines)
    listening = free_socket(host, port)
    number = listening.getsockname()[1]
    local = host in LOOPBACK
    token = "" if local else secrets.token_urlsafe(16)
    shown = outer_address(host) if host in ("0.0.0.0", "::") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/{f'?token={token}' if token else ''}"
    kept = open_store(store or data_folder() / "tables.sqlite")
    app = create_app(
        kept, files=files, word_lists=lists, engines=others, hosts=LOOPBACK if local else ("*",), token=token,
        tournaments=tuple(str(path) for path in tournaments), people=people,
    )  # fmt: skip
    print(f"Zermelo is at {address}  (Ctrl-C ends it; games under way are kept)", flush=True)
    if not local:
        print(
            "It is open to the network: whoever has the link with its token can play and use this machine's "
            "processor. The connection is not encrypted.",
            file=sys.stderr, flush=True,
        )  # fmt: skip
    if not (PAGE / "index.html").is_file():
        print("The page was not built when Zermelo was installed: run `make page`, or play with `zermelo play`.")
    if browser:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    allow_connections()
    spare_collector()
    uvicorn.Server(config_of(app)).run(sockets=[listening])


def config_of(app: FastAPI, **more: Any) -> uvicorn.Config:
    """How the application is served: what a connection may take, in bytes and seconds."""
    settings: dict[str, Any] = {
        "log_level": "warning", "ws_max_size": 2 * MESSAGE, "timeout_graceful_shutdown": 2, "server_header": False,
        "ws": "websockets-sansio", "http": PatientProtocol,
        "ws_per_message_deflate": False,  # each onlooker's messages would be packed apart, with a window of memory each
    }  # fmt: skip
    return uvicorn.Config(app, **(settings | more))


def allow_connections() -> None:
    """A descriptor for each connection: as many as the system lets a process have."""
    if os.name == "posix":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65536)), hard))


def read_lists(given: tuple[str, ...]) -> dict[str, str]:
    """`english=words.txt`: the lists that can be named on the page, by their names."""
    found = named_lists()
    for text in given:
        name, _, path = text.partition("=")
        if not name or not Path(path).expanduser().is_file():
            raise BadParameter(f"a list is given as NAME=FILE, with a file that exists, not as {text!r}")
        found[name] = str(Path(path).expanduser().resolve())
    return found


def read_engines(given: tuple[str, ...]) -> dict[str, str]:
    """`stockfish=uci:stockfish`: the engines that can be chosen on the page, by their names; each must start."""
    found = named_engines()
    if not (found or given):
        return {}
    from zermelo.players.catalogue import KINDS
    from zermelo.players.engines.making import make, read_named

    for text in given:
        name, equals, command = text.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,30}", name):
            raise BadParameter(f"an engine is given as NAME=TEXT, such as stockfish=uci:stockfish, not as {text!r}")
        if name in KINDS:
            raise BadParameter(f"{name} is a player of ours: give the engine another name")
        found[name] = command
    for name, command in found.items():
        engine = make(read_named(name, command))
        try:
            engine.started()
        finally:
            engine.close()
    return found


def open_store(path: Path) -> Store:
    """The store; where the file cannot be used the games are not kept, which is said."""
    try:
        return Store(path)
    except Unusable as problem:
        print(f"{problem}; until then, games do not survive the end of the server", file=sys.stderr, flush=True)
        return Store(":memory:")


def free_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens: at the port that was asked for, or at the first free one from the usual on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tries = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    for number in tries:
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let a second server take the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OverflowError:
            raise BadParameter(f"there is no port {number}: choose one between 1 and 65535") from None
        except OSError as problem:
            listening.close()
            if port is not None:
                raise BadParameter(
                    f"port {port} of {host} cannot be used ({problem.strerror}): leave --port out to take a free one"
                ) from None
            continue
        return listening
    raise BadParameter(f"no port of {host} could be used: name one with --port")


def outer_address(host: str) -> str:
    """The address by which others on the network reach this machine; connecting a datagram socket sends nothing."""
    family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:  # no network
            return "::1" if ":" in host else "127.0.0.1"


def open_browser(address: str) -> None:
    """Show the page; where there is no browser the address on the screen must do."""
    time.sleep(0.5)
    try:
        shown = webbrowser.open(address)
    except webbrowser.Error:
        shown = False
    if not shown:
        print("No browser was found: open the address above in yours.", flush=True)
