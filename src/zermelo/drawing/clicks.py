"""Clicks become moves: every legal move has a sequence of names in its scene, and none is the beginning of another.

This is the meaning of a click. The terminal asks here; the page answers at once by the same few rules over the
sequences that the server sends (`web/src/lib/clicks.ts`), and both pass the cases of `tests/drawing/clicks.json`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from zermelo.errors import ZermeloError
from zermelo.game.playthrough import Playthrough

Sequences = Mapping[int, tuple[str, ...]]  # legal move -> names of cells and buttons, as in `Scene.clicks`


@dataclass(frozen=True)
class Answer:
    """What one more click means."""

    kind: Literal["play", "more", "nothing", "illegal"]
    move: int = -1  # to play
    picked: tuple[str, ...] = ()  # so far, or what was not legal


def matching(clicks: Sequences, picked: tuple[str, ...]) -> list[int]:
    """The moves whose clicks begin with those made so far."""
    return [move for move, names in clicks.items() if names[: len(picked)] == picked]


def next_names(clicks: Sequences, picked: tuple[str, ...]) -> set[str]:
    """The names that may be clicked next."""
    return {clicks[move][len(picked)] for move in matching(clicks, picked)}


def click(clicks: Sequences, picked: tuple[str, ...], name: str) -> Answer:
    """What one more click means. One that does not go on begins anew; the same again takes it back.

    Where every move is several clicks, a first one that leads nowhere is kept, so that the second can be answered with
    the reason.
    """
    longer = (*picked, name)
    fitting = matching(clicks, longer)
    for move in fitting:
        if clicks[move] == longer:
            return Answer("play", move)
    if fitting:
        return Answer("more", picked=longer)
    if picked and picked[-1] == name:
        return Answer("more", picked=picked[:-1])
    if picked:
        return click(clicks, (), name) if name in next_names(clicks, ()) else Answer("illegal", picked=longer)
    if not clicks:
        return Answer("nothing")
    several = all(len(names) > 1 for names in clicks.values())
    return Answer("more" if several else "illegal", picked=longer)


class Picking:
    """What has been clicked so far, against the clicks of all legal moves."""

    def __init__(self, clicks: Sequences) -> None:
        self.clicks = clicks
        self.picked: tuple[str, ...] = ()

    def click(self, name: str) -> Answer:
        """Take a click."""
        answer = click(self.clicks, self.picked, name)
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
