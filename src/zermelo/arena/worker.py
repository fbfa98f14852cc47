"""A process that plays games of a tournament: `python -m zermelo.arena.worker`, one line of JSON each way.

-> {"setup": {...}}                          <- {"ready": true}
-> {"round": 0, "pairing": [0, 1], ...}      <- {"played": {...}}    or    {"problem": "a sentence"}
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading

from zermelo.arena.played import Fixture
from zermelo.arena.setup import Setup
from zermelo.arena.table import Table
from zermelo.errors import ZermeloError
from zermelo.players.process.child import end_with


def main() -> None:
    """Play what is asked for until the pipe is closed."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    table: Table | None = None
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            question = json.loads(line)
            try:
                if table is None:
                    table = Setup.from_json(question["setup"]).table()
                    answer: dict[str, object] = {"ready": True}
                else:
                    answer = {
                        "played": table.play(Fixture(**question | {"pairing": tuple(question["pairing"])})).to_json()
                    }
            except ZermeloError as problem:
                answer = {"problem": str(problem)}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
    if table is not None:
        table.close()
    os._exit(0)


if __name__ == "__main__":
    main()
