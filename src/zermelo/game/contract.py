"""What can be seen of a game's class without playing: names that miss the contract, wrong signatures, lost values.

`check` reports all of it as broken laws. What would make every verb fail in its own way is refused when the class is
first used, in the same words: `sound(cls)`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.declared import alike, own_names, wrong_fields
from zermelo.game.facts import wrong_facts
from zermelo.game.game import Game
from zermelo.game.source import functions_of, recursions, tree_of
from zermelo.game.trust import author_of, is_ours

# What other programs and books call it
ELSEWHERE = {
    "moves": ("legal_moves", "get_moves", "legal_actions", "get_legal_actions", "actions", "possible_moves",
              "generate_moves", "valid_moves", "available_moves", "move_list"),
    "play": ("apply", "apply_action", "apply_move", "do_move", "make_move", "perform", "step", "move", "push",
             "play_move", "do_action"),
    "over": ("is_over", "game_over", "is_terminal", "terminal", "terminal_test", "done", "finished", "ended", "is_end",
             "is_finished", "has_ended", "is_game_over"),
    "utility": ("returns", "result", "results", "payoff", "score", "winner", "value", "outcome", "rewards",
                "get_result", "utilities"),
    "start": ("setup", "reset", "begin", "initial", "initial_state", "init", "new_game"),
    "evaluate": ("heuristic", "evaluation", "eval", "static_value"),
    "odds": ("probability", "chance_outcomes", "prob", "probabilities"),
    "move_text": ("action_to_string", "move_to_text", "move_name", "move_str"),
}  # fmt: skip
TAKEN = {"legal_moves"}  # words of ours for users, which an author takes for a name of the contract
REQUIRED = {
    "moves": "write each legal move into the row and return their number",
    "play": "change the state by one move",
    "utility": "say what the end is worth to a player, such as 1.0 for a win and -1.0 for a loss",
}


PLAIN = (bool, int, float, np.generic)  # values that rules can have by default
NAMES, FIELDS, FACTS, CIRCLES = "names", "fields", "facts", "circles"  # what a fault concerns


@dataclass(frozen=True)
class Fault:
    """Something wrong with a class, and what it concerns."""

    message: str
    kind: str = NAMES


def faults(cls: Any) -> Iterator[Fault]:
    """Everything in a class that keeps it from being a game, the likeliest cause first."""
    own = own_names(cls)
    missed = dict(near_misses(cls, own))
    for name, wanted in missed.items():
        yield Fault(f"{name} is no name of the contract: did you mean `{wanted}`?")
    if hasattr(cls, "__dataclass_fields__"):
        yield Fault("@dataclass makes an __init__, which is never called: take it away, a game's fields need none")
    elif isinstance(own.get("__init__"), FunctionType):
        yield Fault("__init__ is never called: fill the first position in `start(self)`, all fields are zero before")
    for name, what in REQUIRED.items():
        if getattr(cls, name) is getattr(Game, name) and name not in missed.values():
            yield Fault(f"there is no method {name}(): {what}")
    lacks = "most_moves" not in own
    if lacks and "most_moves" not in missed.values():
        yield Fault("most_moves is missing: say how long a row of moves can be", FACTS)
    yield from map(Fault, wrong_signatures(cls, own))
    yield from map(Fault, thrown_away(cls))
    yield from (Fault(message, FIELDS) for message in wrong_fields(cls))
    yield from (Fault(message, FACTS) for message in wrong_facts(cls) if not (lacks and "most_moves" in message))
    yield from (Fault(message, CIRCLES) for message in recursions(cls))


# ---------------------------------------------------------------------- names


def contract_names() -> dict[str, Any]:
    """Facts and methods of the contract."""
    return {name: value for name, value in vars(Game).items() if not name.startswith("_")} | {"start": Game.start}


def near_misses(cls: Any, own: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Names of the author's that nobody will ask for, beside the name of the contract that is meant."""
    contract = contract_names()
    for name, value in own.items():
        if name.startswith("_") or name in cls._parameters or name in contract and name not in TAKEN:
            continue
        for wanted, default in contract.items():
            if wanted in own and wanted != "turn" or not same_kind(value, default):
                continue
            if name in ELSEWHERE.get(wanted, ()) and is_default(cls, wanted) and not called(name, cls):
                yield name, wanted
                break
            if alike(name, wanted) and not called(name, cls):
                yield name, wanted
                break


def is_default(cls: Any, name: str) -> bool:
    """Whether a game has no method of its own of this name."""
    return getattr(cls, name) is getattr(Game, name, None)


def same_kind(value: Any, default: Any) -> bool:
    """Whether a value could stand where the contract has another: a method for a method, a fact for a fact."""
    if isinstance(default, FunctionType | classmethod):
        return isinstance(value, FunctionType | classmethod)
    if isinstance(default, bool):
        return isinstance(value, bool)
    if isinstance(default, int | float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, tuple) and isinstance(default, tuple)


def called(name: str, cls: Any) -> bool:
    """Whether the author's own methods use a name: then it is theirs."""
    for function in own_names(cls).values():
        if isinstance(function, FunctionType) and function.__name__ != name and name in function.__code__.co_names:
            return True
    return False


# ---------------------------------------------------------------------- signatures


def wrong_signatures(cls: Any, own: dict[str, Any]) -> Iterator[str]:
    """Methods of the contract that cannot be called as they will be."""
    for name, default in contract_names().items():
        method = own.get(name)
        if not isinstance(default, FunctionType) or method is None:
            continue
        if isinstance(method, staticmethod | property) or not isinstance(method, FunctionType):
            if isinstance(method, staticmethod | property | classmethod):
                kind = type(method).__name__
                yield f"{name} is a {kind}: write it as a plain method, `def {name}{signature(default)}`"
            continue
        if found := deferred(method):
            yield f"{name}() {found}{place(method)}: write a plain `def {name}{signature(default)}`"
        elif name != "start" and not takes(method, len(inspect.signature(default).parameters)):
            yield f"{name}{signature(method)} must be `def {name}{signature(default)}`{place(method)}"
        elif name in cls.rules() and (kept := [v for v in method.__defaults__ or () if not isinstance(v, PLAIN)]):
            yield f"{name}() has the default value {kept[0]!r}{place(method)}: what rules remember is kept in fields"
    start = own.get("start")
    if isinstance(start, FunctionType):
        items = list(inspect.signature(start).parameters.values())
        if not items:
            yield f"start() must be `def start(self)`{place(start)}"
        for item in items[1:]:
            if item.default is item.empty and item.kind is item.POSITIONAL_OR_KEYWORD:
                yield f"start{signature(start)} needs a default for {item.name}: every game must be able to begin"


def deferred(method: FunctionType) -> str:
    """Why calling a method would do nothing yet; empty where it does its work."""
    if inspect.iscoroutinefunction(method):
        return "is `async`, so that calling it does nothing"
    if inspect.isgeneratorfunction(method) and method.__name__ != "moves":  # of `moves` its answer says it better
        return "says `yield`, so that calling it does nothing"
    return ""


def thrown_away(cls: Any) -> Iterator[str]:
    """Lines that call `put` at a place that never moves on, and drop what it returns."""
    for function in functions_of(cls):
        tree = tree_of(function) or ast.Module([], [])
        set_to = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        begun = [
            node.targets[0].id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.targets[0], ast.Name)
        ]
        for node in ast.walk(tree):
            match node:
                case ast.Expr(value=ast.Call(func=ast.Name(id="put"), args=[_, ast.Name(id=place), _])):
                    if begun.count(place) and begun.count(place) == [name.id for name in set_to].count(place):
                        line = f"{Path(function.__code__.co_filename).name}, line {node.lineno}"
                        yield (
                            f"{line}: `{ast.unparse(node.value)}` throws away the number of moves so far, which put "
                            f"returns: write `{place} = {ast.unparse(node.value)}`"
                        )
                        return


def takes(method: FunctionType, count: int) -> bool:
    """Whether a method can be called with so many arguments."""
    try:
        inspect.signature(method).bind(*range(count))
    except TypeError:
        return False
    return True


def signature(method: FunctionType) -> str:
    """The arguments of a method, without their types."""
    return f"({', '.join(inspect.signature(method).parameters)})"


def place(function: FunctionType) -> str:
    """Where a function stands, in brackets."""
    code = function.__code__
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})"


# ---------------------------------------------------------------------- refusing


_sound: set[Any] = set()


def sound(cls: Any) -> None:
    """Refuse a class that cannot be a game, when it is first used, by its first fault."""
    cls = author_of(cls)
    if cls in _sound or all(map(is_ours, [cls, *cls.rules().values()])):
        return
    for fault in faults(cls):
        raise BadRules(f"{cls.__name__} is no game yet: {fault.message}")
    _sound.add(cls)
