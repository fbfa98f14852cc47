"""Clicks become moves: every legal move has a sequence of names in its scene, and none is the beginning of another.

This is the meaning of a click. The terminal asks here; the page answers at once by the same few rules over the
sequences that the server sends (`web/src/lib/clicks.ts`), and both pass the cases of `tests/drawing/clicks.json`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zermelo.errors import ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.game.scene import Scene

Sequences = Sequence[tuple[int, tuple[str, ...]]]  # moves and names of cells and buttons: `Scene.sequences()`


@dataclass(frozen=True)
class Answer:
    """What one more click means."""

    kind: Literal["play", "more", "nothing", "illegal"]
    move: int = -1  # to play
    picked: tuple[str, ...] = ()  # so far, or what was not legal


def matching(clicks: Sequences, picked: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """The moves whose clicks begin with those made so far, with these clicks."""
    return [(move, names) for move, names in clicks if names[: len(picked)] == picked]


def next_names(clicks: Sequences, picked: tuple[str, ...]) -> set[str]:
    """The names that may be clicked next."""
    return {names[len(picked)] for _, names in matching(clicks, picked)}


def is_walk(names: tuple[str, ...], steps: str) -> bool:
    """Whether clicks take one piece on and on: in pairs, each step begins where the last one ended."""
    whole = len(names) % 2 == 0 and all(names[at] == names[at + 1] for at in range(1, len(names) - 1, 2))
    return steps == "chain" or steps == "pairs" and whole


def leap(clicks: Sequences, picked: tuple[str, ...], name: str, steps: str) -> Answer | None:
    """A click further on takes a piece all the way; where several ways lead there, as far as they have in common."""
    begun = len(picked) - 1 if steps == "pairs" else 0
    if not picked or not steps or begun % 2:
        return None
    ways = [
        (move, names[:length], length == len(names))
        for move, names in matching(clicks, picked)
        for length in range(len(picked) + 1, len(names) + 1)
        if names[length - 1] == name and is_walk(names[begun:length], steps)
    ]
    if not ways:
        return None
    if all(done for _, _, done in ways) and len({move for move, _, _ in ways}) == 1:
        return Answer("play", ways[0][0])
    shared = 0
    while all(len(way) > shared and way[shared] == ways[0][1][shared] for _, way, _ in ways):
        shared += 1
    return Answer("more", picked=ways[0][1][:shared]) if shared > len(picked) else None


def click(clicks: Sequences, picked: tuple[str, ...], name: str, steps: str = "") -> Answer:
    """What one more click means. One that does not go on begins anew; the same again takes it back.

    Where every move is several clicks, a first one that leads nowhere is kept, so that the second can be answered with
    the reason. `steps` is that of the scene.
    """
    longer = (*picked, name)
    fitting = matching(clicks, longer)
    for move, names in fitting:
        if names == longer:
            return Answer("play", move)
    if fitting:
        return Answer("more", picked=longer)
    if leaping := leap(clicks, picked, name, steps):
        return leaping
    if picked and picked[-1] == name:
        return Answer("more", picked=picked[:-1])
    if picked:
        return click(clicks, (), name) if name in next_names(clicks, ()) else Answer("illegal", picked=longer)
    if not clicks:
        return Answer("nothing")
    several = all(len(names) > 1 for _, names in clicks)
    return Answer("more" if several else "illegal", picked=longer)


class Picking:
    """What has been clicked so far, against the clicks of all legal moves."""

    def __init__(self, scene: Scene) -> None:
        self.clicks, self.steps = scene.sequences(), scene.steps
        self.picked: tuple[str, ...] = ()

    def click(self, name: str) -> Answer:
        """Take a click."""
        answer = click(self.clicks, self.picked, name, self.steps)
        self.picked = answer.picked if answer.kind == "more" else ()
        return answer

    def next_names(self) -> set[str]:
        """Where the next click may go."""
        return next_names(self.clicks, self.picked)


def why_illegal(playthrough: Playthrough, names: Sequence[str]) -> str:
    """Which rule forbids what was clicked; notations write two places together or with a hyphen."""
    for text in (" ".join(names), "".join(names), "-".join(names)):
        with contextlib.suppress(ZermeloError):
            playthrough.parse_move(text)
            return playthrough.why_not(text)
    return playthrough.why_not("".join(names))
