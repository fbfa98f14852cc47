"""The process of one player: `python -m zermelo.players.process.child`, a line of JSON for each question and answer.

    -> {"do": "begin", "player": "./bot.py", "memory": 512, "game": "chess", "settings": {}, "position": ""}
    <- {}
    -> {"do": "think", "limits": {...} or null, "start": {...} with a new game, "back": 0, "moves": [12, 34]}
    <- {"move": 28, "value": 0.1, ...}   or {"resigns": true}   or {"problem": "a sentence", "kind": "crash"}
    -> {"do": "warm", ...}                              <- {}
    -> {"do": "accept", "back": 0, "moves": [...]}     a draw is offered
    <- {"accepts": false}

What the player prints goes nowhere near these lines. The process ends with the one that started it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from typing import Any

import numpy as np

from zermelo.errors import BadChoice, BadMove, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import Player
from zermelo.players import player as find_player
from zermelo.players.base import Resigns, legal
from zermelo.search.common.limits import Limits


class Desk:
    """Answers questions for one player."""

    player: Player
    line: Playthrough

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question; whatever goes wrong is an answer too."""
        try:
            return dict(getattr(self, "answer_" + question.pop("do"))(**question))
        except Resigns:
            return {"resigns": True}
        except MemoryError:
            return {"problem": "not enough memory", "kind": "memory"}
        except (BadChoice, BadMove) as problem:
            return {"problem": str(problem), "kind": "illegal"}
        except ZermeloError as problem:
            out_of_memory = isinstance(problem.__cause__, MemoryError)
            return {"problem": str(problem), "kind": "memory" if out_of_memory else "crash"}
        except Exception as problem:
            return {"problem": f"{self.player.text} stops with {type(problem).__name__}: {problem}", "kind": "crash"}

    def answer_begin(
        self, player: str, memory: int, game: str, settings: dict[str, str], position: str
    ) -> dict[str, Any]:
        """Find the game and make the player."""
        self.line = catalogue.begin(game, settings, position)
        self.player = find_player(player)
        limit_memory(memory)
        return {}

    def answer_think(self, limits: dict[str, Any] | None, **news: Any) -> dict[str, Any]:
        """A move, and what is known about it."""
        self.follow(**news)
        self.player.allow(None if limits is None else Limits(**limits))
        found = self.player.think(self.line)
        told = {name: getattr(found, name) for name in ("value", "proven", "depth", "nodes", "seconds")}
        move = legal(self.line, found.move, self.player.text)
        return {"move": move, "draw": self.player.offers_draw(self.line), **told}

    def answer_warm(self, **news: Any) -> dict[str, Any]:
        """Compile before a clock runs."""
        self.follow(**news)
        self.player.warm(self.line)
        return {}

    def answer_accept(self, **news: Any) -> dict[str, Any]:
        """Whether a draw is welcome."""
        self.follow(**news)
        return {"accepts": self.player.accepts_draw(self.line)}

    def follow(self, back: int, moves: list[int], start: dict[str, Any] | None = None) -> None:
        """Come to the position that is asked about."""
        if start is not None:
            layout = type(self.line.state).layout
            state = np.frombuffer(bytearray.fromhex(start["state"]), layout)[0]
            self.line = Playthrough(state, progress=start["progress"], ply=start["ply"])
            self.player.new_game(start["seed"])
        for _ in range(back):
            self.line.undo()
        for move in moves:
            self.line.play(move)


def limit_memory(megabytes: int) -> None:
    """From now on the process may take so much more than it has; nothing where the system cannot be asked."""
    if not megabytes or sys.platform == "win32":
        return
    import resource

    try:
        with open("/proc/self/statm") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:  # macOS does not say, and does not obey this limit either
        return
    most = taken + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def end_with(parent: int) -> None:
    """End when the process that asks has gone, whatever the player is doing."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


def main() -> None:
    """Answers go out by a descriptor of their own, so that nothing printed can disturb them."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())  # a player who asks for input gets none
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    desk = Desk()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in questions:
            answers.write(json.dumps(desk.answer(json.loads(line)), default=float) + "\n")
            answers.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
