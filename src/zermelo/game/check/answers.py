"""The law that methods answer as the contract says: asked in CPython, before anything is made of the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.game.check.ask import GUARD
from zermelo.game.check.laws import ANSWERS, Complaint
from zermelo.game.game import CHANCE, Game
from zermelo.game.scene import Scene

WHOLE, NUMBER, YES_OR_NO, WORDS, PICTURE = "a whole number", "a number", "True or False", "a str", "a Scene"
NOBODYS = -77_777  # stands in a row that nobody has written to
KINDS: dict[str, tuple[type, ...]] = {
    WHOLE: (int, np.integer),
    NUMBER: (int, float, np.integer, np.floating),
    YES_OR_NO: (bool, int, np.bool_, np.integer),
    WORDS: (str,),
    PICTURE: (Scene,),
}
ADVICE = {
    "moves": "write each move with `n = put(out, n, move)` and end with `return n`",
    "over": "end it with `return` and a condition, such as `return self.counter == 21`",
    "utility": "return what the end is worth to that player on every way through",
    "scene": "end it with `return Scene(...)`",
    "play": "it changes `self` and returns nothing",
}


def wrong_answers(state: Any) -> Iterator[Complaint]:
    """The first method that answers with something of the wrong kind."""
    game = type(state)
    for name, arguments, kind in questions(game, state):
        if getattr(game, name) is getattr(Game, name):
            continue
        trial = state.copy()
        answer = getattr(trial, name)(*arguments)
        if not isinstance(answer, KINDS[kind]) or name == "moves" and isinstance(answer, bool):
            yield Complaint(ANSWERS, sentence(name, arguments, answer, kind))
            return
        if name == "moves" and (gap := left_out(state, arguments[0], cast("int", answer))) is not None:
            yield Complaint(ANSWERS, f"moves(out) returns {answer}, but writes nothing to out[{gap}]: {ADVICE[name]}")
            return


def left_out(state: Any, row: NDArray[np.int32], count: int) -> int | None:
    """The first place among the counted ones to which `moves` writes nothing."""
    again = np.full_like(row, NOBODYS)
    if state.copy().moves(again) != count:
        return None  # moves that depend on what stood in the row are another law's matter
    wrong = np.flatnonzero((row != again)[: max(count, 0)])
    return int(wrong[0]) if len(wrong) and again[wrong[0]] == NOBODYS else None


def questions(game: Any, state: Any) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    """What is asked, with what, and which kind of answer is expected; each needs the ones before it."""
    yield "over", (), YES_OR_NO
    over = state.over()
    row = np.zeros(game.most_moves + GUARD, np.int32)
    if not over:
        yield "moves", (row,), WHOLE
    yield "midturn", (), YES_OR_NO
    count = 0 if over else int(state.moves(row))
    for player in range(game.players):
        if count == 0:
            yield "utility", (player,), NUMBER
        yield "reward", (player,), NUMBER
    yield "scene", (), PICTURE
    if count < 1:
        return
    move = int(row[0])
    yield "move_text", (move,), WORDS
    if state.turn == CHANCE:
        yield "odds", (move,), NUMBER
        return
    yield "evaluate", (), NUMBER
    yield "order", (move,), WHOLE
    for name in ("noisy", "irreversible", "judged", "losing"):
        yield name, (move,), YES_OR_NO
    yield "same", (move,), WHOLE
    if game.hidden:
        yield "observe", (0, np.zeros(game.observation + GUARD, np.int32)), WHOLE


def wrong_play(state: Any, move: int) -> Iterator[Complaint]:
    """A `play` that returns another state, as the plain door has it, and leaves this one as it was."""
    trial = state.copy()
    answer = trial.play(move)
    if answer is not None:
        yield Complaint(ANSWERS, sentence("play", (move,), answer, ""))


def sentence(name: str, arguments: tuple[Any, ...], answer: Any, kind: str) -> str:
    """What was answered, and what to write instead."""
    asked = ", ".join("out" if isinstance(part, np.ndarray) else str(part) for part in arguments)
    word = type(answer).__name__
    shown = "nothing" if answer is None else f"{'an' if word[0] in 'aeio' else 'a'} {word}"
    if isinstance(answer, int | float):
        shown = f"{answer!r}, {shown}"
    instead = ADVICE.get(name, f"it must return {kind}")
    return f"{name}({asked}) returns {shown}: {instead}"
