"""Many people at once: games open in the server, a move in each at a person's pace, for minutes.

    python -m bench.load [--games 100] [--minutes 10] [--pace 15] [--player alphabeta:time=0.2]

Every person plays a random legal move, waits for the machine's answer, and thinks for the pace. Reported: how long
answers took beside the thinking time, errors, and the memory of the server and its workers over time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
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


async def person(address: str, number: int, wanted: argparse.Namespace, end: float, report: Report) -> None:
    """One game after another until the time is over."""
    luck = random.Random(number)
    await asyncio.sleep(luck.random() * wanted.pace)
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        while time.monotonic() < end:
            asked = {"game": wanted.game, "seats": ["human", wanted.player], "options": {"delay": 0}}
            opened = (await client.post("/api/tables", json=asked)).json()
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
    while time.monotonic() < end:
        await asyncio.sleep(min(30, max(1, end - time.monotonic())))
        report.memory.append(megabytes(pid))
        print(f"{len(report.waits)} answers, {len(report.errors)} errors, {report.memory[-1]:.0f} MB", flush=True)
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return report


def main() -> None:
    """Start a server, load it, tell what was seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=float, default=15)
    parser.add_argument("--player", default="alphabeta:time=0.2")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--thinking", type=float, default=0.2, help="seconds that the player thinks")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "zermelo",
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--store",
            f"{folder}/x.sqlite",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found is not None
        print(f"idle: {megabytes(server.pid):.0f} MB", flush=True)
        report = asyncio.run(run(found[0], server.pid, wanted))
        server.terminate()
        server.wait(20)
    waits = sorted(report.waits)
    if len(waits) < 2:
        print("too few answers to say anything")
        return
    middle, late = statistics.median(waits), waits[int(0.95 * len(waits))]
    print(
        f"{len(waits)} answers, median {middle:.3f} s ({middle / wanted.thinking:.1f} of the thinking time), "
        f"95th centile {late:.3f} s ({late / wanted.thinking:.1f}), longest {waits[-1]:.2f} s; "
        f"told to wait {report.queued} times; {len(report.errors)} errors; memory {report.memory[0]:.0f} MB to "
        f"{report.memory[-1]:.0f} MB"
    )
    for problem in sorted(set(report.errors))[:5]:
        print(problem)


if __name__ == "__main__":
    main()
