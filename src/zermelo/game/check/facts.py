"""Laws of the class as it stands: fields, facts, source, and the first position."""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.check.ask import GUARD
from zermelo.game.check.laws import COMPILES, FACTS, FIELDS, NUMBERS, START, Complaint
from zermelo.game.game import BY_UTILITY, CHECKER_LOSES, DRAW, FIRST_LOSES, FORBIDDEN, Game
from zermelo.game.source import functions_of, habits

WHOLE = ("players", "most_moves", "longest", "repetition", "no_progress", "cap", "symmetries", "observation")
FLAGS = ("zero_sum", "chance", "hidden", "can_pass", "policy", "rough")


def check_class(game: Any) -> Iterator[Complaint]:
    """All that can be said without playing."""
    yield from check_fields(game)
    yield from (Complaint(FACTS, message) for message in check_facts(game))
    yield from check_source(game)


def check_fields(game: Any) -> Iterator[Complaint]:
    """Fields have a width; a value given in the class would be lost."""
    try:
        game.layout  # noqa: B018  # makes it
    except BadRules as problem:
        yield Complaint(FIELDS, str(problem))
    for name, kind in vars(game._family).get("__annotations__", {}).items():
        if name not in game._fields and not hasattr(game, name) and "ClassVar" not in str(kind):
            yield Complaint(FIELDS, f"{name}: {kind} is no field: write a type of fixed width (i8, u64, flag, f32 …)")
    for name in given_values(game._family):
        if name in game._fields:
            yield Complaint(FIELDS, f"field {name} has a value in the class, which is lost: set it in start()")


def given_values(game: Any) -> Iterator[str]:
    """Names that the source of a class annotates and sets to a plain constant."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(game)))
    except (OSError, TypeError, SyntaxError):
        return
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if isinstance(node.value, ast.Constant | ast.UnaryOp):
                yield node.target.id


def check_facts(game: Any) -> Iterator[str]:
    """Facts of the wrong type first: nothing else can be said of those."""
    wrong = [*wrong_types(game)]
    yield from wrong
    if wrong:
        return
    yield from wrong_numbers(game)
    yield from wrong_history(game)
    yield from wrong_information(game)


def wrong_types(game: Any) -> Iterator[str]:
    """Whole numbers that are none, flags that are none."""
    for name in WHOLE:
        value = getattr(game, name)
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            yield f"{name} = {value!r} must be a whole number"
        elif value < 0:
            yield f"{name} = {value} must not be negative"
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
        yield "most_moves is missing: say how long a row of moves can be"
    if not 1 <= game.players <= 127:
        yield f"players = {game.players} must lie between 1 and 127"
    if game.sides and len(game.sides) != game.players:
        yield f"sides has {len(game.sides)} entries for {game.players} players"
    if game.lowest > game.highest:
        yield f"lowest = {game.lowest} is above highest = {game.highest}"
    if game.players == 1 and game.zero_sum:
        yield "a game of one player cannot be zero_sum: write zero_sum = False"
    if game.symmetries < 1:
        yield "symmetries counts the identity, so it is at least 1"
    if game.symmetries > 1 and game.transform is Game.transform:
        yield f"symmetries = {game.symmetries}, but there is no transform()"


def wrong_history(game: Any) -> Iterator[str]:
    """Repetition, progress, cap: consequences that exist, and games that end."""
    if game.repeated not in (DRAW, FORBIDDEN, CHECKER_LOSES, FIRST_LOSES):
        yield f"repeated = {game.repeated!r} must be DRAW, FORBIDDEN, CHECKER_LOSES or FIRST_LOSES"
    for name in ("stalled", "capped"):
        if getattr(game, name) not in (DRAW, BY_UTILITY):
            yield f"{name} = {getattr(game, name)!r} must be DRAW or BY_UTILITY"
    if game.repetition == 1:
        yield "repetition = 1 would end every game at once: the second occurrence is 2"
    if game.repetition and game.repeated == CHECKER_LOSES and game.checking is Game.checking:
        yield "repeated = CHECKER_LOSES needs a method checking()"
    if game.no_progress and game.irreversible is Game.irreversible:
        yield "no_progress needs a method irreversible(); for a bound on all plies write cap"
    draws = (game.repetition and game.repeated == DRAW, game.no_progress and game.stalled == DRAW,
             game.cap and game.capped == DRAW)  # fmt: skip
    if any(draws) and not game.lowest <= 0 <= game.highest:
        yield f"a draw is worth 0, which is not between lowest = {game.lowest} and highest = {game.highest}"
    if not (game.longest or game.cap or game.repetition or game.no_progress or game.chance):
        yield "nothing bounds the length of a game: say longest, cap, repetition or no_progress"


def wrong_information(game: Any) -> Iterator[str]:
    """Chance and hidden games need their methods, others must not have them."""
    if game.hidden:
        for name in ("observe", "redeal"):
            if getattr(game, name) is getattr(Game, name):
                yield f"hidden = True needs a method {name}()"
        if game.scene is not Game.scene and game.scene_for is Game.scene_for:
            yield "hidden = True needs a method scene_for(): scene() shows everything"
        if game.observation < 1:
            yield "hidden = True needs observation: how many numbers observe() writes at most"
    elif "hidden" not in game._derived and (game.observe is not Game.observe or game.redeal is not Game.redeal):
        yield "observe() and redeal() belong to a game that says hidden = True"
    if game.chance and game.odds is Game.odds:
        yield "chance = True needs a method odds()"
    if not game.chance and "chance" not in game._derived and game.odds is not Game.odds:
        yield "odds() belongs to a game that says chance = True"


def check_source(game: Any) -> Iterator[Complaint]:
    """Lines that a compiler for numbers, or a GPU, cannot take."""
    for function in functions_of(game):
        for habit in habits(function):
            yield Complaint(NUMBERS, str(habit))


def check_start(start: Any) -> Iterator[Complaint]:
    """The first position has moves, and start() makes it again."""
    if start.over():
        yield Complaint(START, "the first position is over already")
    elif not start.moves(np.zeros(start.most_moves + GUARD, np.int32)):
        yield Complaint(START, "the first position has no moves")
    game = type(start)
    needed = [p for p in game.setup_parameters().values() if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    if not needed:
        first, second = game.blank(), game.blank()
        first.start()
        second.start()
        if first.tobytes() != second.tobytes():
            yield Complaint(START, "start() fills two different positions when called twice")


def uncompiled(problem: BadRules) -> Complaint:
    """What the compiler refused."""
    return Complaint(COMPILES, str(problem))
