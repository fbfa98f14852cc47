"""What can be seen of a game's fields without playing: what has no layout, values that are lost, names not declared."""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.fields import ArrayField
from zermelo.game.game import Game
from zermelo.game.record import as_written
from zermelo.game.source import functions_of, line_of, tree_of
from zermelo.game.trust import is_ours

NEAR = 0.82  # how alike two names are that mean the same
MOST_BYTES = 1 << 20  # of a state: 150 times the largest of ours


def own_names(cls: Any) -> dict[str, Any]:
    """What the author of a class wrote in it and in its bases, the class's own word last."""
    found: dict[str, Any] = {}
    for base in reversed(cls._family.__mro__):
        if issubclass(base, Game) and base is not Game:
            found.update({name: as_written(value) for name, value in vars(base).items()})
    return found


def alike(name: str, wanted: str) -> bool:
    """Whether a name is another, misspelled."""
    if name.lower().replace("_", "") == wanted.replace("_", ""):
        return True
    return len(wanted) > 3 and SequenceMatcher(None, name.lower(), wanted).ratio() >= NEAR


def wrong_fields(cls: Any) -> Iterator[str]:
    """Values that would be lost, and names that rules set although nobody declared them."""
    for name, field in cls._fields.items():
        dtype = kind_of_field(field)
        if dtype.kind not in "biuf":
            yield f"field {name} is of {dtype.name}, no width that rules can use: write i8, i16, u64, flag, f32 …"
            return
    with suppress(Exception):  # a shape that is no number: the layout below says so
        size = sum(dtype.itemsize * math.prod(map(int, shape)) for _, (dtype, shape, _) in cls._shaped())
        if size > MOST_BYTES:
            yield f"a state has {size:,} bytes, at most {MOST_BYTES:,} make sense: it is copied at every move"
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
    yield from constant_rows(cls)
    for name, kind in given_values(cls._family):
        if name in cls._fields:
            yield f"field {name} has a value in the class, which is lost: write `{name}: {kind}`, and set it in start()"
    yield from undeclared(cls)
    yield from fractions(cls)


def constant_rows(cls: Any) -> Iterator[str]:
    """Lists and arrays of the class that stand where a field was meant: annotated as cells, or written by rules."""
    written = {name for name, _, _ in stored(cls, inside=True)}
    annotated = vars(cls._family).get("__annotations__", {})
    for name, value in own_names(cls).items():
        if name in cls._fields or not isinstance(value, list | dict | set | np.ndarray):
            continue
        meant = shown(annotated.get(name, "")).endswith("Cells") and not isinstance(value, np.ndarray)
        if name in written or meant:
            some = len(value) if isinstance(value, list | np.ndarray) else 10
            kind = "an array" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"
            yield f"{name} is {kind} of the class, not a field: write `{name}: Cells = array(i16, {some})`"


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


def stored(cls: Any, *, inside: bool = False) -> Iterator[tuple[str, FunctionType, ast.AST]]:
    """The attributes of `self` that rules or `start` set, or set places of (`inside`), with function and line."""
    start = inspect.getattr_static(cls, "start")
    functions = [*functions_of(cls), *([start] if isinstance(start, FunctionType) and not is_ours(start) else [])]
    for function in functions:
        tree = tree_of(function)
        if tree is None or not tree.args.args or tree.args.args[0].arg != "self":
            continue
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()) if not inside:
                    yield name, function, node
                case ast.Subscript(value=ast.Attribute(value=ast.Name(id="self"), attr=name), ctx=ast.Store()) if (
                    inside
                ):
                    yield name, function, node


def undeclared(cls: Any) -> Iterator[str]:
    """Attributes that rules or `start` set and that are no fields."""
    told: set[str] = set()
    for name, function, node in stored(cls):
        if name not in cls._fields and name not in told:
            told.add(name)
            yield undeclared_sentence(cls, function, node, name)


def fractions(cls: Any) -> Iterator[str]:
    """Lines that store a fraction where whole numbers are kept: at every speed what is behind the point is lost."""
    whole = {name for name, field in cls._fields.items() if kind_of_field(field).kind in "iu"}
    for function in functions_of(cls):
        for node in ast.walk(tree_of(function) or ast.Module([], [])):
            name = field_set(node)
            if name in whole and isinstance(node, ast.Assign | ast.AugAssign):
                divides = isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)
                if divides or is_fraction(node.value):
                    yield (
                        f"{Path(function.__code__.co_filename).name}, line {node.lineno}: "
                        f"`{line_of(function, node.lineno)}` stores a fraction in {name}, which keeps whole numbers: "
                        "divide with `//`, or declare it with f32"
                    )


def field_set(node: ast.AST) -> str:
    """The attribute of `self` that a statement sets, or sets a place of; nothing where it sets none."""
    match node:
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            inner = target.value if isinstance(target, ast.Subscript) else target
            match inner:
                case ast.Attribute(value=ast.Name(id="self"), attr=name):
                    return name
    return ""


def kind_of_field(field: Any) -> Any:
    """The NumPy type of a field."""
    return field.dtype if isinstance(field, ArrayField) else field[0]


def is_fraction(value: ast.expr) -> bool:
    """Whether the source shows that a number need not be whole."""
    match value:
        case ast.Constant(value=float(number)):
            return not number.is_integer()
        case ast.BinOp(op=ast.Div()):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return is_fraction(left) or is_fraction(right)
        case ast.UnaryOp(operand=inner):
            return is_fraction(inner)
        case ast.IfExp(body=one, orelse=other):
            return is_fraction(one) or is_fraction(other)
    return False


def undeclared_sentence(cls: Any, function: FunctionType, node: Any, name: str) -> str:
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
