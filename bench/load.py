"""Many people at once: games open in the server, a move in each at a person's pace, onlookers, and a flood.

    python -m bench.load [--minutes 60] [--games 100] [--onlookers 1000] [--flood 50] [--pace 15]

Every person plays a random legal move, waits for the machine's answer, and thinks for the pace. Onlookers have a live
connection to somebody's table each and hear every move. The flood comes from an address of its own and asks without
pause: tables, files, analyses, nonsense. Reported, as a row for docs/log/server.md: how long answers took beside the
thinking time, errors, and the memory of the server and its workers over time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import websockets


class Report:
    """What was seen."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.queued = 0
        self.errors: list[str] = []
        self.memory: list[float] = []
        self.tables: list[str] = []  # whose addresses onlookers know
        self.heard = 0  # messages to onlookers
        self.flood: Counter[int] = Counter()  # answers to the flood, by status
        self.stalls: list[dict[str, Any]] = []  # each longer than all before


async def person(address: str, number: int, wanted: argparse.Namespace, end: float, report: Report) -> None:
    """One game after another until the time is over."""
    luck = random.Random(number)
    await asyncio.sleep(luck.random() * wanted.pace)
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        while time.monotonic() < end:
            asked = {"game": wanted.game, "seats": ["human", wanted.player], "options": {"delay": 0}}
            opened = (await client.post("/api/tables", json=asked)).json()
            if "keys" not in opened:
                report.errors.append(str(opened.get("error")))
                await asyncio.sleep(1)
                continue
            report.tables.append(opened["table"]["id"])
            keys = "&".join(f"key={key}" for key in opened["keys"])
            live = f"{address.replace('http', 'ws')}api/tables/{opened['table']['id']}/live?{keys}"
            try:
                async with websockets.connect(live, max_size=2**24) as socket:
                    await play(socket, wanted, end, luck, report)
            except (OSError, websockets.WebSocketException) as problem:
                report.errors.append(f"{type(problem).__name__}: {problem}")


async def play(socket: Any, wanted: argparse.Namespace, end: float, luck: random.Random, report: Report) -> None:
    """One game."""
    status = (await event(socket, "table", report))["table"]
    await socket.send(json.dumps({"do": "position", "n": 1}))
    position = (await event(socket, "answer", report))["answer"]
    while not status["outcome"] and time.monotonic() < end:
        move = luck.choice(position["moves"])["move"]
        begin, length = time.monotonic(), len(status["tip"]) + 2
        await socket.send(json.dumps({"do": "play", "n": 2, "move": move}))
        change = (await event(socket, "answer", report))["answer"]
        while len(change["status"]["tip"]) < length and not change["status"]["outcome"]:
            change = (await event(socket, "change", report))["change"]
        status, position = change["status"], change["position"]
        if len(status["tip"]) >= length:
            report.waits.append(time.monotonic() - begin)
        await asyncio.sleep(wanted.pace * luck.uniform(0.7, 1.3))


async def event(socket: Any, kind: str, report: Report) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 120))
        if message["kind"] == kind:
            return message
        if message["kind"] in ("error", "refused"):
            report.errors.append(message["message"])
        if message["kind"] == "thinking" and message["event"]["kind"] == "waiting":
            report.queued += 1


async def onlooker(address: str, number: int, end: float, report: Report) -> None:
    """Looks on at one table after another, and does nothing."""
    luck = random.Random(-number)
    await asyncio.sleep(5 + luck.random() * 20)
    while time.monotonic() < end:
        live = f"{address.replace('http', 'ws')}api/tables/{luck.choice(report.tables[-100:] or ['none'])}/live"
        try:
            async with websockets.connect(live, max_size=2**24, open_timeout=60, ping_interval=None) as socket:
                until = min(end, time.monotonic() + luck.uniform(100, 300))
                while (left := until - time.monotonic()) > 0:
                    await asyncio.wait_for(socket.recv(), left)
                    report.heard += 1
        except TimeoutError:
            continue
        except (OSError, websockets.WebSocketException) as problem:
            if getattr(getattr(problem, "rcvd", None), "code", 0) != 4404:  # not a table that was there a moment ago
                report.errors.append(f"onlooker: {type(problem).__name__}: {problem}")
            await asyncio.sleep(1)


FLOOD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tables", {"game": "chess"}),
    ("tables", {"game": "nonsense"}),
    ("tables", {"game": "connect_four", "seats": ["best", "best"]}),
    ("load", {"text": "1. e4 e5 " * 40}),
    ("load", {"text": "(" * 5000}),
    ("analyse", {"game": "connect_four", "player": "alphabeta:time=0.2"}),
    ("tables/none/moves", {"move": "e4"}),
    ("matches", {"game": "go", "players": ["random"]}),
)


async def flood(address: str, number: int, end: float, report: Report) -> None:
    """Asks and asks, from another address of this machine, so that it is another client."""
    luck = random.Random(10_000 + number)
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(base_url=address, timeout=120, transport=transport) as client:
        while time.monotonic() < end:
            place, data = luck.choice(FLOOD)
            try:
                report.flood[(await client.post(f"/api/{place}", json=data)).status_code] += 1
            except httpx.HTTPError:
                report.flood[0] += 1
            await asyncio.sleep(0.2)


def megabytes(pid: int) -> float:
    """Memory of a process and its children."""
    rows = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid), "--ppid", str(pid)], capture_output=True, text=True
    ).stdout
    return sum(int(row) for row in rows.split()) / 1024


async def run(address: str, pid: int, wanted: argparse.Namespace) -> Report:
    """Everybody at once."""
    report = Report()
    end = time.monotonic() + 60 * wanted.minutes
    people = [asyncio.create_task(person(address, n, wanted, end, report)) for n in range(wanted.games)]
    people += [asyncio.create_task(onlooker(address, n, end, report)) for n in range(wanted.onlookers)]
    people += [asyncio.create_task(flood(address, n, end, report)) for n in range(wanted.flood)]
    told = 0
    while time.monotonic() < end:
        await asyncio.sleep(min(30, max(1, end - time.monotonic())))
        report.memory.append(megabytes(pid))
        recent = sorted(report.waits[told:])
        told = len(report.waits)
        late = recent[int(0.95 * len(recent))] / wanted.thinking if recent else 0.0
        said = f"{told} answers, the last of them {late:.2f} at the 95th centile, {len(report.errors)} errors"
        print(f"{said}, {report.memory[-1]:.0f} MB", flush=True)
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return report


def main() -> None:
    """Start a server, load it, tell what was seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--onlookers", type=int, default=1000)
    parser.add_argument("--flood", type=int, default=20, help="connections that ask without pause")
    parser.add_argument("--pace", type=float, default=15)
    parser.add_argument("--player", default="alphabeta:time=0.2")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--thinking", type=float, default=0.2, help="seconds that the player thinks")
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a descriptor for each connection, here and in the server
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "bench.stalls",
            f"{folder}/stalls",
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--store",
            f"{folder}/x.sqlite",
            "--people",
            str(wanted.games),  # all of them, and all onlookers, come from one address
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found is not None
        print(f"idle: {megabytes(server.pid):.0f} MB", flush=True)
        report = asyncio.run(run(found[0], server.pid, wanted))
        server.terminate()
        server.wait(20)
        report.stalls = [json.loads(line) for line in Path(f"{folder}/stalls").read_text().splitlines()]
    tell(report, wanted)


def tell(report: Report, wanted: argparse.Namespace) -> None:
    """What was seen, as a row of the table in docs/log/server.md, and the errors."""
    waits = sorted(report.waits)
    if len(waits) < 2:
        print("too few answers to say anything")
        return
    middle, late = (waits[int(share * len(waits))] / wanted.thinking for share in (0.5, 0.95))
    half = report.memory[len(report.memory) // 4 :]  # without the start, when processes begin
    print(
        "| minutes | games | onlookers | heard | flood | answers | median | 95th centile | longest | errors | memory |"
    )
    cells = (
        f"{wanted.minutes:g}", wanted.games, wanted.onlookers, f"{report.heard:,}", f"{sum(report.flood.values()):,}",
        f"{len(waits):,}", f"{middle:.2f}", f"{late:.2f}", f"{waits[-1]:.2f} s", len(report.errors),
        f"{min(half):.0f} to {max(half):.0f} MB, {half[-1]:.0f} at the end",
    )  # fmt: skip
    print(f"| {' | '.join(map(str, cells))} |")
    print(f"flood, answers by status: {dict(sorted(report.flood.items()))}; told to wait {report.queued} times")
    busy, clock = (max(stall[kind] for stall in report.stalls) for kind in ("busy", "clock"))
    print(f"the event loop's longest stall: {1000 * busy:.0f} ms of processor time, {1000 * clock:.0f} ms by the clock")
    for stall in report.stalls[-5:]:
        busy, garbage, clock = (round(1000 * stall[kind]) for kind in ("busy", "garbage", "clock"))
        print(f"  {busy} ms, {garbage} of them collecting garbage, {clock} ms by the clock: {stall['at']}")
    for problem, count in Counter(report.errors).most_common(5):
        print(f"{count} × {problem}")


if __name__ == "__main__":
    main()
