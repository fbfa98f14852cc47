"""The worst day of a server: processes killed, a full disk, damaged files, a second server. Nothing told is lost.

    python -m bench.chaos [--minutes 10] [--seed 24]

Moves are made at tables of Hex, and one that was answered without a warning was acknowledged. Then something breaks:
the server or one of its processes is killed (SIGKILL), the disk fills up, the store is damaged, a match is killed. Each
time the server must come up again and say in a sentence what it found, every acknowledged move must be there, and no
answer may be a mistake of the server's (5xx). A seed repeats the run
but for the moments at which the system does things.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

CELLS = [f"{column}{row}" for column in "abcdefghijk" for row in range(1, 12)]
SENTENCE = re.compile(r"^(?!.*Traceback).{9,1200}$")


@dataclass
class Server:
    """`zermelo serve` on a store, and what it has said."""

    store: Path
    process: subprocess.Popen[str] = field(init=False)
    client: httpx.Client = field(init=False)

    def start(self) -> None:
        """Come up; a server that does not is a failure of the run."""
        command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0", "--store", str(self.store)]
        said = self.store.parent / "said.txt" if self.store.parent.is_dir() else Path(os.devnull)
        with open(os.devnull if said.parent.is_mount() else said, "a") as complaints:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, f"the server did not come up: {line!r}"
        self.client = httpx.Client(base_url=found[0], timeout=60)

    def kill(self) -> None:
        """As the power goes."""
        self.client.close()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def workers(self) -> list[int]:
        """Its processes."""
        rows = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(row) for row in rows.stdout.split()]


@dataclass
class Chaos:
    """Tables, what was acknowledged at each, and what happened."""

    folder: Path
    seed: int = 24
    acknowledged: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)  # by table: keys, moves
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.server = Server(self.folder / "tables.sqlite")

    # ------------------------------------------------------------------ playing

    def post(self, place: str, **data: Any) -> httpx.Response:
        """A request; whatever happens, it is answered by a sentence or by nobody, never by a mistake."""
        answer = self.server.client.post(f"/api/{place}", json=data)
        assert answer.status_code < 500, f"{place}: {answer.status_code} {answer.text[:300]}"
        if answer.status_code != 200:
            assert SENTENCE.match(answer.json()["error"]), answer.text[:300]
            assert "mistake" not in answer.text, answer.text[:300]
        self.seen[f"answers {answer.status_code}"] += 1
        return answer

    def open(self, tables: int) -> None:
        """New tables for two people."""
        for _ in range(tables):
            opened = self.post("tables", game="hex")
            if opened.status_code == 200 and "warning" not in opened.headers:
                self.acknowledged[opened.json()["table"]["id"]] = opened.json()["keys"], []

    def play(self, moves: int, meanwhile: Callable[[], None] = lambda: None) -> int:
        """Moves at all tables in turn; how many were acknowledged."""
        before = self.seen["acknowledged"]
        for number in range(moves):
            table = self.luck.choice(list(self.acknowledged))
            keys, made = self.acknowledged[table]
            left = [cell for cell in CELLS if cell not in made]
            move = self.luck.choice(left)
            if number == moves // 2:
                meanwhile()
            answer = self.post(f"tables/{table}/moves", keys=keys, move=move)
            if answer.status_code == 200:
                if "warning" in answer.headers:
                    assert "make room" in answer.headers["warning"]
                    self.seen["warned"] += 1
                    return self.seen["acknowledged"] - before
                made.append(move)
                self.seen["acknowledged"] += 1
        return self.seen["acknowledged"] - before

    def check(self) -> None:
        """Every acknowledged move is there; one more may be, that was made and not answered."""
        for table, (keys, made) in self.acknowledged.items():
            answer = self.server.client.get(f"/api/tables/{table}", params={"key": keys})
            assert answer.status_code == 200, f"{table}: {answer.text[:300]}"
            there = moves_of(answer.json())
            assert there[: len(made)] == made, f"{table}: {made} was acknowledged, {there} is there"
            self.seen["checked"] += len(made)
            made[:] = there

    def restart(self) -> None:
        """Come up and look."""
        self.server.start()
        self.seen["restarts"] += 1
        self.check()

    # ------------------------------------------------------------------ what breaks

    def server_is_killed(self) -> None:
        """In the midst of moves."""
        self.server.start()
        self.open(3)
        self.play(self.luck.randrange(10, 40))
        self.server.kill()
        self.seen["servers killed"] += 1
        self.restart()
        self.server.kill()

    def workers_are_killed(self) -> None:
        """One after the other, while moves are made; what was asked then may be refused, with a sentence."""
        self.server.start()
        self.open(2)

        def kill_one() -> None:
            if workers := self.server.workers():
                os.kill(self.luck.choice(workers), signal.SIGKILL)
                self.seen["workers killed"] += 1

        for _ in range(3):
            assert self.play(12, kill_one) > 0
        self.check()
        self.server.kill()

    def second_server_comes(self) -> None:
        """It is told that the store is another's, and the first goes on."""
        self.server.start()
        self.open(1)
        command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--store", str(self.server.store)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 2, done.stderr
        assert "another server keeps its games" in done.stderr
        assert "Traceback" not in done.stderr
        assert self.play(5) == 5
        self.server.kill()
        self.seen["second servers"] += 1
        self.restart()
        self.server.kill()

    def disk_fills_up(self) -> None:
        """On a small mount; when there is room again, all that was acknowledged without a warning is there."""
        mount = self.folder / "small"
        mount.mkdir(exist_ok=True)
        tmpfs = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(mount)]
        if subprocess.run(tmpfs, capture_output=True, check=False).returncode != 0:
            self.seen["no small disk could be mounted (that needs root)"] += 1
            return
        small = Chaos(mount, self.luck.randrange(10**6))
        try:
            small.server.start()
            small.open(2)
            for number in range(60):
                if number > 3 and has_room(mount):
                    (mount / f"filler {number}").write_bytes(b"x" * 4096)
                small.play(8)
                if small.seen["warned"]:
                    break
            assert small.seen["warned"], "the disk never filled up"
            small.server.kill()
            for filler in mount.glob("filler *"):
                filler.unlink()
            subprocess.run(["mount", "-o", "remount,size=16m", str(mount)], check=True)
            small.restart()
            assert small.play(4) == 4
            small.server.kill()
        finally:
            if small.server.process.poll() is None:
                small.server.kill()
            subprocess.run(["umount", "-l", str(mount)], check=False)
        self.seen["full disks"] += 1
        self.seen["checked"] += small.seen["checked"]

    def store_is_damaged(self) -> None:
        """Some bytes of it are altered, or its end is gone: the server comes up and answers in sentences."""
        folder = self.folder / f"damaged {self.seen['damaged stores']}"
        folder.mkdir()
        other = Chaos(folder, self.luck.randrange(10**6))
        other.server.start()
        other.open(3)
        other.play(20)
        other.server.kill()
        for path in sorted(folder.glob("tables.sqlite*")):
            content = bytearray(path.read_bytes())
            for _ in range(self.luck.randrange(1, 40)):
                if content:
                    content[self.luck.randrange(len(content))] = self.luck.randrange(256)
            path.write_bytes(content[: self.luck.choice((len(content), len(content) * 2 // 3, 10))])
        other.server.start()
        for table, (keys, made) in other.acknowledged.items():
            answer = other.server.client.get(f"/api/tables/{table}", params={"key": keys})
            assert answer.status_code in (200, 400, 404), answer.text[:300]
            if answer.status_code == 200:
                there = moves_of(answer.json())
                assert there == made[: len(there)] or made == there[: len(made)], "a table became another"
        assert other.post("tables", game="nim").status_code == 200
        other.server.kill()
        self.seen["damaged stores"] += 1

    def match_is_killed(self) -> None:
        """Again and again; in the end every game of it was played once."""
        kept = self.folder / f"match {self.seen['matches killed']}.sqlite"
        command = [sys.executable, "-m", "zermelo", "match", "nim", "random", "random", "--games", "400", "--json",
                   "--out", str(kept)]  # fmt: skip
        for _ in range(3):
            going_on = ["--resume"] if kept.exists() else []
            one = subprocess.Popen([*command, *going_on], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while one.poll() is None and not kept.exists():
                time.sleep(0.02)
            time.sleep(self.luck.random() * 1.5)
            one.kill()
            one.wait()
        done = subprocess.run([*command, "--resume"], capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["players"][0]["games"] == 400, "games are missing, or were played twice"
        self.seen["matches killed"] += 1


EVENTS = (
    Chaos.server_is_killed, Chaos.workers_are_killed, Chaos.disk_fills_up, Chaos.store_is_damaged,
    Chaos.second_server_comes, Chaos.match_is_killed,
)  # fmt: skip


def has_room(folder: Path) -> bool:
    """Whether a small file would still fit, with a little left over."""
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize > 12 * 1024


def moves_of(table: dict[str, Any]) -> list[str]:
    """The moves of a table's main line: its tree is rows of a parent, a move, a player and a comment."""
    found: list[str] = []
    here = 0
    for number, (parent, move, *_) in enumerate(table["tree"]):
        if number and parent == here:
            found.append(move)
            here = number
    return found


def main() -> None:
    """Event after event until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=24)
    wanted = parser.parse_args()
    end = time.monotonic() + 60 * wanted.minutes
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(Path(folder), wanted.seed)
        while time.monotonic() < end:
            event = chaos.luck.choice(EVENTS)
            event(chaos)
            print(f"{event.__name__}: {dict(chaos.seen)}", flush=True)
    print(f"seed {wanted.seed}: nothing that was acknowledged is lost; {dict(chaos.seen)}")


if __name__ == "__main__":
    main()
