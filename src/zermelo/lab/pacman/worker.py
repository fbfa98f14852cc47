"""The process in which a student's code runs: it may raise, print or never return without harm to the laboratory.

Started as `python -m zermelo.lab.pacman.worker TEXT`. A line of JSON comes in for each question and one goes out for
each answer; what the student's code prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from zermelo.errors import BadPlayer, ZermeloError
from zermelo.game.compile import compile_listener
from zermelo.game.playthrough import Playthrough
from zermelo.games.pacman import Pacman
from zermelo.lab.pacman.learning_tasks import answer
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.student import SEARCHES, TASKS, functions_of, module_of, student
from zermelo.players.base import Player
from zermelo.players.own import OwnPlayer


class Desk:
    """Answers questions about one file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.player: Player | None = None
        self.playthrough: Playthrough | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question; mistakes of the student's are answers too."""
        begin = time.perf_counter()
        try:
            found = getattr(self, "answer_" + question["ask"])(question)
        except ZermeloError as problem:
            return {"problem": str(problem)}
        except Exception as problem:
            return {"problem": f"{self.text} stops with {type(problem).__name__}: {problem}"}
        return {**found, "seconds": time.perf_counter() - begin}

    def answer_offers(self, question: dict[str, Any]) -> dict[str, Any]:
        """Which of the functions of a project the file has."""
        names = question.get("names", TASKS)
        return {"offers": list(functions_of(module_of(self.text)[1], names))}

    def answer_learning(self, question: dict[str, Any]) -> dict[str, Any]:
        """What one of the functions on planning and learning says."""
        name = question["name"]
        return answer(name, functions_of(module_of(self.text)[1], (name,))[name], question)

    def answer_game(self, question: dict[str, Any]) -> dict[str, Any]:
        """A new game begins."""
        self.player = self.player or student(self.text)
        self.player.new_game(question["seed"])
        self.playthrough = Playthrough.from_text(Pacman.variant(ghosts=question["ghosts"]), question["position"])
        return {}

    def answer_move(self, question: dict[str, Any]) -> dict[str, Any]:
        """A move, after those that were played meanwhile."""
        assert self.player is not None
        assert self.playthrough is not None
        for move in question["played"][len(self.playthrough.played) :]:
            self.playthrough.play(move)
        return {"move": self.player.think(self.playthrough).move}

    def answer_call(self, question: dict[str, Any]) -> dict[str, Any]:
        """What one of the searches chooses in a position, and how many positions it made."""
        path, module = module_of(self.text)
        name, counter = question["name"], [0]
        state = Pacman.variant(ghosts=question["ghosts"]).from_text(question["position"])
        function = functions_of(module)[name]
        depth = (question["depth"],) if name in SEARCHES else ()
        asking = OwnPlayer(
            f"{name} of {path}", path, lambda playthrough: function(Node(playthrough.state.copy(), counter), *depth)
        )
        return {"move": asking.think(Playthrough(state)).move, "made": counter[0]}


def main(text: str) -> None:
    """Answer until nobody asks any more."""
    channel = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # a student who prints must not disturb the answers

    def say(answer: dict[str, Any]) -> None:
        channel.write(json.dumps(answer) + "\n")

    say({"begun": True})
    desk = Desk(text)
    try:
        module_of(text)
    except ZermeloError as problem:
        say({"problem": str(problem)})
        return
    except SystemExit:
        say({"problem": str(BadPlayer(f"{text} ends the program when it is read: take the call of exit away"))})
        return
    say({"ready": True})
    with compile_listener(lambda kernel: say({"compiling": kernel})):
        for question in sys.stdin:
            try:
                say(desk.answer(json.loads(question)))
            except SystemExit:
                say({"problem": f"{text} ends the program: take the call of exit away"})


if __name__ == "__main__":
    main(sys.argv[1])
