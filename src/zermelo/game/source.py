"""What the source of a game's rules shows without running it: functions reached, and habits that no compiler takes.

`check` reports the habits as a broken law; `trouble` uses them to say which line a compiler's complaint means.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from zermelo.game.digest import functions_reached, is_ours, names_used, plain, values_reached

# What algorithms call; every other method of a game counts as a rule only if one of these reaches it
CONTRACT = (
    "moves", "play", "over", "midturn", "utility", "odds", "observe", "redeal", "sample", "evaluate", "evaluate_for",
    "bounds", "static_result", "plies_left", "order", "noisy", "noisy_moves", "losing", "irreversible",
    "repetition_key", "judged", "checking", "same", "transform", "transform_move", "reward", "key", "pass_turn",
    "pass_is_safe",
)  # fmt: skip
FRAMEWORK = Path(__file__).parent
MAKERS = (
    "array",
    "zeros",
    "empty",
    "ones",
    "full",
    "arange",
    "copy",
    "zeros_like",
    "empty_like",
    "where",
    "concatenate",
)
CONTAINERS = (list, dict, set)
CHANCE_WORDS = ("random", "randrange", "randint", "choice", "shuffle", "uniform", "sample")
LIST_WORDS = ("append", "extend", "insert", "items", "values", "keys", "format", "join", "split")


@dataclass(frozen=True)
class Habit:
    """A line of the rules that cannot stay, and what to write instead."""

    path: str
    line: int
    source: str
    where: str  # the function's name
    what: str
    instead: str

    def __str__(self) -> str:
        return (
            f"{Path(self.path).name}, line {self.line}, in {self.where}: `{self.source}`: {self.what}; {self.instead}"
        )


def is_framework(function: FunctionType) -> bool:
    """Whether a function belongs to the framework and not to a game."""
    return FRAMEWORK in Path(function.__code__.co_filename).parents


def rules_reached(cls: Any) -> dict[str, FunctionType]:
    """The methods of a game that algorithms reach, by name."""
    rules = cls.rules()
    found: dict[str, FunctionType] = {}
    waiting = [name for name in CONTRACT if name in rules]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = rules[name]
        called = [rules[name], *functions_reached([rules[name]])]
        waiting += [used for function in called for used in names_used(function.__code__) if used in rules]
    return found


def functions_of(cls: Any) -> list[FunctionType]:
    """Every function that a game's author wrote and a compiler will see."""
    return [function for function in functions_reached(rules_reached(cls).values()) if not is_framework(function)]


def tree_of(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax of a function with the line numbers of its file."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    ast.increment_lineno(tree, first - 1)
    return next((node for node in tree.body if isinstance(node, ast.FunctionDef)), None)


def line_of(function: FunctionType, line: int) -> str:
    """One line of the file that a function stands in."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return ""
    return lines[line - first].strip() if 0 <= line - first < len(lines) else ""


def habits(function: FunctionType) -> Iterator[Habit]:
    """The lines of one function that a compiler for numbers (and a GPU) cannot take."""
    tree = tree_of(function)
    if tree is None:
        return
    kept = {name: type(value).__name__ for name, value in values_reached(function) if isinstance(value, CONTAINERS)}
    for node in nodes(tree):
        found = habit_of(node)
        if isinstance(node, ast.Name) and node.id in kept:
            found = f"`{node.id}` is a {kept[node.id]} of Python's", f"write it as `{node.id} = table([...], i16)`"
        if found:
            line = getattr(node, "lineno", tree.lineno)
            path = function.__code__.co_filename
            yield Habit(path, line, line_of(function, line), function.__qualname__, *found)


def nodes(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in a function's body but docstrings, annotations and the words of errors."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Raise | ast.Assert) or is_docstring(node):
            continue
        yield node
        inside = [node.target, node.value] if isinstance(node, ast.AnnAssign) else ast.iter_child_nodes(node)
        waiting += [child for child in inside if child is not None]


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is a string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def habit_of(node: ast.AST) -> tuple[str, str] | None:
    """What is wrong with a piece of syntax and what to write instead, or None."""
    instead_of_list = "keep numbers in a field (`cells: Cells = array(u8, 10)`) or loop and `put` into the row"
    match node:
        case ast.List() | ast.ListComp():
            return "a list is made", instead_of_list
        case ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp():
            return "a dictionary or set is made", "use a module-level `table([...], u8)` or `if` and `elif`"
        case ast.GeneratorExp():
            return "a generator is made", "write a `for` loop"
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(word))]):
            return f"`float({word!r})` reads a text", "import math at the top, and write math.inf or math.nan"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=ast.Constant(value=None)):
            return "None is stored", "a field keeps a number: -1 or 0 can stand for nothing"
        case ast.JoinedStr() | ast.Constant(value=str()):
            return "a string is used", "rules know numbers only; words belong into a method marked @python_only"
        case ast.Try():
            return "`try` is used", "test the condition with `if` before"
        case ast.With() | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
            return "this statement cannot be compiled", "import at the top of the file and pass values as arguments"
        case ast.Yield() | ast.YieldFrom():
            return "`yield` is used", "fill a row by `put`, or loop over `squares(board)`"
        case ast.Lambda() | ast.FunctionDef():
            return "a function is made inside a rule", "write it as a method or a function of the module"
        case ast.Call(
            func=ast.Name(id="print" | "open" | "input" | "list" | "dict" | "set" | "str" | "sorted" as name)
        ):
            return (
                f"`{name}` is called",
                "rules know numbers and fixed arrays only; text belongs in @python_only methods",
            )
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name)) if name in MAKERS:
            return f"`np.{name}` allocates", "declare an array field, `in_key=False` if it is scratch space"
        case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="np"), attr="random"))):
            return "numbers from np.random", "nature's choices are moves at CHANCE; `sample` is given a Random"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr=name)) if name in CHANCE_WORDS:
            return "numbers from Python's random", "nature's choices are moves at CHANCE; `sample` is given a Random"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"))):
            return None  # a method of the game may be called `join`
        case ast.Call(func=ast.Attribute(attr=name)) if name in LIST_WORDS:
            return f"`.{name}` belongs to lists, dictionaries or strings", instead_of_list
    return None


def recursions(cls: Any) -> Iterator[str]:
    """Rules, and functions that they call, which come back to themselves, each circle once."""
    rules = {name: rule for name, rule in rules_reached(cls).items() if not is_framework(rule)}
    calls = {one: own_calls(one, rules) for one in functions_reached(rules.values()) if not is_framework(one)}
    told: set[frozenset[FunctionType]] = set()
    for first in calls:
        circle = way_back(first, calls)
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            way = " calls ".join(f"{one.__name__}()" for one in [*circle, first])
            code = first.__code__
            yield (
                f"{way} ({Path(code.co_filename).name}, line {code.co_firstlineno}): rules may not call themselves; "
                "write a loop, with its stack in the tail of `out` or in an array field"
            )


def own_calls(function: FunctionType, rules: dict[str, FunctionType]) -> list[FunctionType]:
    """The rules and functions that a function calls: `self.name(...)`, `state.name(...)` or `name(...)`."""
    tree = tree_of(function)
    seen = dict(values_reached(function))
    found: list[FunctionType] = []
    for node in ast.walk(tree) if tree is not None else ():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=thing), attr=name)):
                called = getattr(seen[thing], name, None) if thing in seen else rules.get(name)
            case ast.Call(func=ast.Name(id=name)):
                called = seen.get(name)
            case _:
                continue
        if is_ours(plain(called)) and plain(called) not in found:
            found.append(plain(called))
    return found


def way_back(first: FunctionType, calls: dict[FunctionType, list[FunctionType]]) -> list[FunctionType]:
    """The shortest way from a function by calls back to itself; empty where there is none."""
    waiting = [[first]]
    seen: set[FunctionType] = set()
    while waiting:
        way = waiting.pop(0)
        for called in calls.get(way[-1], ()):
            if called is first:
                return way
            if called not in seen:
                seen.add(called)
                waiting.append([*way, called])
    return []
