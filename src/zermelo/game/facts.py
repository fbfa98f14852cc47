"""What is wrong with the facts of a game's class, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.game import BY_UTILITY, CHECKER_LOSES, DRAW, FIRST_LOSES, FORBIDDEN, Game
from zermelo.game.plain_game import is_plain

WHOLE = ("players", "most_moves", "longest", "repetition", "no_progress", "cap", "symmetries", "observation")
MOST_PLIES = (1 << 31) - 1
MOST = {"most_moves": 1_000_000, "observation": 1_000_000, "symmetries": 1000}
FLAGS = ("zero_sum", "chance", "hidden", "can_pass", "policy", "rough")


def wrong_facts(game: Any) -> list[str]:
    """Facts with which no game can be played; those of the wrong type first, nothing else can be said of them."""
    return [*wrong_types(game)] or [*wrong_numbers(game), *wrong_information(game)]


def wrong_types(game: Any) -> Iterator[str]:
    """Whole numbers that are none, flags that are none."""
    for name in WHOLE:
        value = getattr(game, name)
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            yield f"{name} = {value!r} must be a whole number"
        elif value < 0:
            yield f"{name} = {value} must not be negative"
        elif value > MOST.get(name, MOST_PLIES):
            yield f"{name} = {value} is more than {MOST.get(name, MOST_PLIES):,}, the most that can be handled"
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            yield f"{name} = {getattr(game, name)!r} must be True or False"
    for name in ("lowest", "highest"):
        value = getattr(game, name)
        if not isinstance(value, int | float) or not math.isfinite(value):
            yield f"{name} = {value!r} must be a finite number"
    if not isinstance(game.sides, tuple):
        yield f"sides = {game.sides!r} must be a tuple with the side of each player"


def wrong_numbers(game: Any) -> Iterator[str]:
    """Players, sides, moves and utilities."""
    if game.most_moves < 1:
        yield f"most_moves = {game.most_moves}: say how long a row of moves can be"
    if not 1 <= game.players <= 127:
        yield f"players = {game.players} must lie between 1 and 127"
    if game.sides and len(game.sides) != game.players:
        yield f"sides has {len(game.sides)} entries for {game.players} players"
    if game.lowest > game.highest:
        yield f"lowest = {game.lowest} is above highest = {game.highest}"
    if game.repetition == 1:
        yield "repetition = 1 would end every game at once: the second occurrence is 2"
    if game.players == 1 and game.zero_sum:
        yield "a game of one player cannot be zero_sum: write zero_sum = False"
    if game.symmetries < 1:
        yield "symmetries counts the identity, so it is at least 1"
    if game.symmetries > 1 and game.transform is Game.transform:
        yield f"symmetries = {game.symmetries}, but there is no transform()"


def doubtful_facts(game: Any) -> Iterator[str]:
    """Facts with which a game can be played, though not as its author thinks."""
    yield from wrong_history(game)
    if game.hidden and game.scene is not Game.scene and game.scene_for is Game.scene_for:
        yield "hidden = True needs a method scene_for(): scene() shows everything"


def wrong_history(game: Any) -> Iterator[str]:
    """Repetition, progress, cap: consequences that exist, and games that end."""
    if game.repeated not in (DRAW, FORBIDDEN, CHECKER_LOSES, FIRST_LOSES):
        yield f"repeated = {game.repeated!r} must be DRAW, FORBIDDEN, CHECKER_LOSES or FIRST_LOSES"
    for name in ("stalled", "capped"):
        if getattr(game, name) not in (DRAW, BY_UTILITY):
            yield f"{name} = {getattr(game, name)!r} must be DRAW or BY_UTILITY"
    if game.repetition and game.repeated == CHECKER_LOSES and game.checking is Game.checking:
        yield "repeated = CHECKER_LOSES needs a method checking()"
    if game.no_progress and game.irreversible is Game.irreversible:
        yield "no_progress needs a method irreversible(); for a bound on all plies write cap"
    draws = (game.repetition and game.repeated == DRAW, game.no_progress and game.stalled == DRAW,
             game.cap and game.capped == DRAW)  # fmt: skip
    if any(draws) and not game.lowest <= 0 <= game.highest:
        yield f"a draw is worth 0, which is not between lowest = {game.lowest} and highest = {game.highest}"
    if not (is_plain(game) or game.longest or game.cap or game.repetition or game.no_progress or game.chance):
        yield "nothing bounds the length of a game: say longest, cap, repetition or no_progress"


def wrong_information(game: Any) -> Iterator[str]:
    """Chance and hidden games need their methods, others must not have them."""
    if game.hidden:
        for name in ("observe", "redeal"):
            if getattr(game, name) is getattr(Game, name):
                yield f"hidden = True needs a method {name}()"
        if game.observation < 1:
            yield "hidden = True needs observation: how many numbers observe() writes at most"
    elif "hidden" not in game._derived and (game.observe is not Game.observe or game.redeal is not Game.redeal):
        yield "observe() and redeal() belong to a game that says hidden = True"
    if game.chance and game.odds is Game.odds:
        yield "chance = True needs a method odds()"
    if not game.chance and not is_plain(game) and "chance" not in game._derived and game.odds is not Game.odds:
        yield "odds() belongs to a game that says chance = True"
