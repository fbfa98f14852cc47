"""Which rules a kept thing belongs to: a digest of the rules of play, for tables, strategies and weights on disk.

Unlike the digest of compiled kernels it looks at the source as it is read, not at the bytes of one Python version, and
only at what decides how a game goes on: a better evaluation, a comment or another compiler leaves a table valid.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from types import FunctionType
from typing import Any

from zermelo.game.digest import feed, functions_reached, names_used, values_reached
from zermelo.game.weights import VALUES

RULES = ("moves", "play", "over", "utility", "odds", "midturn", "observe", "key", "slice_of", "index", "from_index")


_known: dict[str, str] = {}  # by the name of the compiled rules


def rules_of_play(cls: Any) -> str:
    """Sixteen hexadecimal digits that change whenever a rule, a helper, a table or a fact of the game changes."""
    if cls.rules_name not in _known:
        _known[cls.rules_name] = digest_of_play(cls)
    return _known[cls.rules_name]


def digest_of_play(cls: Any) -> str:
    """The digest itself."""
    known: dict[str, FunctionType] = cls.rules()
    reached: list[str] = []
    waiting = [name for name in RULES if name in known]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.append(name)
            waiting += [used for used in names_used(known[name].__code__) if used in known]
    hasher = hashlib.blake2b(digest_size=8)
    for function in functions_reached(known[name] for name in sorted(reached)):
        hasher.update(written(function).encode())
        for name, value in values_reached(function):
            hasher.update(name.encode())
            feed(hasher, value)
    facts = {name: value for name, value in cls.constants().items() if name != VALUES}  # they only estimate
    for name, value in [*sorted(facts.items()), *((n, repr(f)) for n, f in cls._shaped())]:
        hasher.update(name.encode())
        feed(hasher, value)
    return hasher.hexdigest()


def written(function: FunctionType) -> str:
    """The source of a function without its comments, docstring and annotations; its code where there is no source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):  # typed at a prompt, or run from a text
        tree = None
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__name__:
        code = function.__code__
        return repr((code.co_code, code.co_names, code.co_varnames))
    tree.decorator_list, tree.returns = [], None
    for argument in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs):
        argument.annotation = None
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
