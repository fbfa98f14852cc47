"""`python -m bench.rule_sheets FOLDER...`: other people's rule sheets, one line each: imported, and as the prover says?

Sheets are read, not kept. Each is tried in a process of its own with bounds on time and memory; a sheet that stands in
several folders counts once. `--out` writes the answers as lines of JSON.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import time
from collections import Counter
from pathlib import Path
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.gdl import Prover, game_of
from zermelo.gdl.prover import difference

SECONDS, MEMORY = 60, 3 << 30  # of a sheet
PROVING = 10.0  # processor seconds after which no further game is compared


def tried(text: str, name: str) -> dict[str, Any]:
    """What becomes of a sheet."""
    begin = time.process_time()
    try:
        game = game_of(text, name)
    except ZermeloError as problem:
        return {"refused": str(problem)}
    found = {
        "engine": game.__bases__[0].__name__,
        "roles": len(game().all_roles()),
        "size": game.size,
        "seconds": round(time.process_time() - begin, 2),
    }
    prover, games, begin = Prover(text), 0, time.process_time()
    try:
        while games < 20 and time.process_time() - begin < PROVING:
            if wrong := difference(game, prover, random.Random(games), 1, rounds=60):
                return found | {"differs": wrong[:200]}
            games += 1
    except ZermeloError as problem:
        found["prover"] = str(problem)
    return found | {"games": games}


def in_a_process(text: str, name: str) -> dict[str, Any]:
    """The same in a process of its own."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            answer = tried(text, name)
        except Exception as problem:
            answer = {"crashed": repr(problem)[:200]}
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    answered = b""
    while part := os.read(reading, 65536):
        answered += part
    os.close(reading)
    os.waitpid(child, 0)
    return json.loads(answered) if answered else {"too long": f"more than {SECONDS} seconds or {MEMORY >> 30} GiB"}


def outcome(answer: dict[str, Any]) -> str:
    """In one word."""
    words = ("refused", "differs", "crashed", "too long")
    return next((word for word in words if word in answer), "agrees" if answer.get("games") else "not compared")


def main() -> None:
    """Try all sheets, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    seen: set[str] = set()
    counts: Counter[str] = Counter()
    for folder in asked.folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".kif", ".gdl")):
            text = path.read_text(encoding="utf-8", errors="replace")
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            if digest in seen:
                continue
            seen.add(digest)
            answer = in_a_process(text, path.stem)
            counts[outcome(answer)] += 1
            print(f"{path.name:<50} {outcome(answer):<12} {answer}", flush=True)
            if asked.out:
                with asked.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"sheet": path.name, "digest": digest, **answer}) + "\n")
    print(dict(counts))


if __name__ == "__main__":
    main()
