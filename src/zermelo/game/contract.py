"""What can be seen of a game's class without playing: names that miss the contract, wrong signatures, lost values.

`check` reports all of it as broken laws. What would make every verb fail in its own way is refused when the class is
first used, in the same words: `sound(cls)`.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from types import FunctionType
from typing import Any

from zermelo.errors import BadRules
from zermelo.game.facts import wrong_facts
from zermelo.game.fields import ArrayField
from zermelo.game.game import Game
from zermelo.game.record import as_written
from zermelo.game.source import functions_of, line_of, recursions, tree_of
from zermelo.game.trust import author_of, is_ours

NEAR = 0.82  # how alike two names are that mean the same
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
    if isinstance(own.get("__init__"), FunctionType):
        yield Fault("__init__ is never called: fill the first position in `start(self)`, all fields are zero before")
    for name, what in REQUIRED.items():
        if getattr(cls, name) is getattr(Game, name) and name not in missed.values():
            yield Fault(f"there is no method {name}(): {what}")
    lacks = "most_moves" not in own
    if lacks and "most_moves" not in missed.values():
        yield Fault("most_moves is missing: say how long a row of moves can be", FACTS)
    yield from map(Fault, wrong_signatures(cls, own))
    yield from (Fault(message, FIELDS) for message in wrong_fields(cls))
    yield from (Fault(message, FACTS) for message in wrong_facts(cls) if not (lacks and "most_moves" in message))
    yield from (Fault(message, CIRCLES) for message in recursions(cls))


def own_names(cls: Any) -> dict[str, Any]:
    """What the author of a class wrote in it and in its bases, the class's own word last."""
    found: dict[str, Any] = {}
    for base in reversed(cls._family.__mro__):
        if issubclass(base, Game) and base is not Game:
            found.update({name: as_written(value) for name, value in vars(base).items()})
    return found


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


def alike(name: str, wanted: str) -> bool:
    """Whether a name is another, misspelled."""
    if name.lower().replace("_", "") == wanted.replace("_", ""):
        return True
    return len(wanted) > 3 and SequenceMatcher(None, name.lower(), wanted).ratio() >= NEAR


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
        if not isinstance(default, FunctionType) or method is None or name == "start":
            continue
        if isinstance(method, staticmethod | property) or not isinstance(method, FunctionType):
            if isinstance(method, staticmethod | property | classmethod):
                kind = type(method).__name__
                yield f"{name} is a {kind}: write it as a plain method, `def {name}{signature(default)}`"
            continue
        if not takes(method, len(inspect.signature(default).parameters)):
            yield f"{name}{signature(method)} must be `def {name}{signature(default)}`{place(method)}"
    start = own.get("start")
    if isinstance(start, FunctionType):
        items = list(inspect.signature(start).parameters.values())
        if not items:
            yield f"start() must be `def start(self)`{place(start)}"
        for item in items[1:]:
            if item.default is item.empty and item.kind is item.POSITIONAL_OR_KEYWORD:
                yield f"start{signature(start)} needs a default for {item.name}: every game must be able to begin"


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


# ---------------------------------------------------------------------- fields


def wrong_fields(cls: Any) -> Iterator[str]:
    """Values that would be lost, and names that rules set although nobody declared them."""
    for name, field in cls._fields.items():
        dtype = field.dtype if isinstance(field, ArrayField) else field[0]
        if dtype.kind not in "biuf":
            yield f"field {name} is of {dtype.name}, no width that rules can use: write i8, i16, u64, flag, f32 …"
            return
    try:
        cls.layout  # noqa: B018  # makes it
    except BadRules as problem:
        yield str(problem)
        return
    except Exception as problem:  # a shape that is no number
        yield f"the fields of {cls.__name__} have no layout ({type(problem).__name__}: {problem})"
        return
    for name, kind in vars(cls._family).get("__annotations__", {}).items():
        if name not in cls._fields and not hasattr(cls, name) and "ClassVar" not in str(kind):
            yield f"{name}: {shown(kind)} is no field: write a type of fixed width (i8, u64, flag, f32 …)"
    for name, kind in given_values(cls._family):
        if name in cls._fields:
            yield f"field {name} has a value in the class, which is lost: write `{name}: {kind}`, and set it in start()"
    yield from undeclared(cls)


def shown(kind: Any) -> str:
    """A type as its author wrote it."""
    return str(getattr(kind, "__name__", kind))


def given_values(cls: Any) -> Iterator[tuple[str, str]]:
    """Names that the source of a class annotates and sets to a plain constant, with the annotation."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if isinstance(node.value, ast.Constant | ast.UnaryOp):
                yield node.target.id, ast.unparse(node.annotation)


def undeclared(cls: Any) -> Iterator[str]:
    """Attributes that rules or `start` set and that are no fields."""
    told: set[str] = set()
    start = inspect.getattr_static(cls, "start")
    functions = [*functions_of(cls), *([start] if isinstance(start, FunctionType) and not is_ours(start) else [])]
    for function in functions:
        tree = tree_of(function)
        if tree is None or not tree.args.args:
            continue
        me = tree.args.args[0].arg
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                continue
            if not (isinstance(node.value, ast.Name) and node.value.id == me == "self"):
                continue
            name = node.attr
            if name not in cls._fields and name not in told:
                told.add(name)
                yield undeclared_sentence(cls, function, node, name)


def undeclared_sentence(cls: Any, function: FunctionType, node: ast.Attribute, name: str) -> str:
    """What is wrong with setting a name that is no field."""
    where = f"{Path(function.__code__.co_filename).name}, line {node.lineno}: `{line_of(function, node.lineno)}`"
    if name in cls._parameters or name in cls._derived or name in vars(Game):
        return f"{name} is a fact, which cannot change in a game ({where}): keep what changes in a field"
    if hasattr(cls, name):
        value = getattr(cls, name)
        return (
            f"{name} = {value!r} is a constant of the class, not a field ({where}): "
            f"write `{name}: i16` (or another width), and set it in start()"
        )
    near = next((field for field in cls._fields if alike(field, name) or alike(name, field)), None)
    instead = f"did you mean `{near}`?" if near else f"declare it in the class, for example `{name}: i16`"
    return f"there is no field `{name}` ({where}): {instead}"


# ---------------------------------------------------------------------- refusing


_sound: set[Any] = set()


def sound(cls: Any) -> None:
    """Refuse a class that cannot be a game, when it is first used, by its first fault."""
    cls = author_of(cls)
    if cls in _sound or all(map(is_ours, cls.rules().values())):
        return
    for fault in faults(cls):
        raise BadRules(f"{cls.__name__} is no game yet: {fault.message}")
    _sound.add(cls)
