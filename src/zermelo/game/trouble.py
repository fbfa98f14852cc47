"""A compiler's complaint as one sentence: the line of the game's file, what is wrong there and what to write instead.

with friendly(ConnectFour):
    some_kernel(state)
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.errors import NumbaError

from zermelo.errors import BadRules
from zermelo.game import machine
from zermelo.game.rows import too_many
from zermelo.game.source import functions_of, habits, line_of, tree_of

PLACE = re.compile(r'(?:at |Raised from |File ")([^\s"]+\.py)"?(?:, line |\s\()(\d+)')
NOISE = re.compile(r"\x1b\[[0-9;]*m")

# What Numba says -> what is wrong; what to write instead
CAUSES = (
    (r"Cannot bind|missing a required argument|too many positional", "a function is called with the wrong arguments",
     "compare the call with the `def` line"),
    (r"OptionalType|unify (?:none|\w+) and none|unify none|\(none\)|none to ", "one way through gives None",
     "every `return` must give a number of the same kind, and the last line too"),
    (r"Unsupported array index type float|getitem\(.*float\d+\)|setitem\(.*float\d+, ", "a float is used as an index",
     "divide with `//` so that the index is an int"),
    (r"list\(|reflected list|ListType", "a list is used",
     "write moves with `put(out, n, move)` and return their number; keep other numbers in an array field"),
    (r"unicode_type|Literal\[str\]|f-string", "a string is used",
     "rules know numbers only; words belong into a method marked @python_only"),
    (r"DictType|dict\(|BUILD_MAP|BUILD_CONST_KEY_MAP", "a dictionary is used", "use a module-level `table([...], u8)`"),
    (r"exception_match|SETUP_FINALLY|BEFORE_WITH", "`try` or `with` is used", "test the condition with `if` before"),
    (r"IMPORT_NAME", "an import inside a rule", "import at the top of the file"),
    (r"yield|generator", "a generator is used", "write a `for` loop"),
    (r"uint64.*int64|int64.*uint64|bitwise|lshift|rshift|ufunc_db", "a board (u64) meets an int or a float",
     "wrap the number in `word(...)`, or the board in `number(...)`"),
    (r"[Cc]annot unify", "a variable has two kinds of value",
     "give each variable one kind: always int, always word, always float"),
    (r"Cannot cast|No conversion", "a value of the wrong kind is stored", "store a number of the field's kind"),
)  # fmt: skip


def explain(error: BaseException, cls: Any) -> BadRules:
    """The sentence for a compiler's complaint about a game."""
    text = NOISE.sub("", str(error))
    functions = functions_of(cls)
    if isinstance(error, KeyError):
        return BadRules(unknown_attribute(str(error.args[0]), cls, functions))
    if missing := re.search(r"NameError: name '(\w+)'|Untyped global name '(\w+)'", text):
        return BadRules(unknown_name(missing[1] or missing[2], cls, functions))
    if missing := re.search(r"Unknown attribute '(\w+)'", text):
        return BadRules(unknown_attribute(missing[1], cls, functions))
    return BadRules(with_line(text, cls, functions))


@contextmanager
def friendly(cls: Any) -> Iterator[None]:
    """Turn what the compiler says of a game into BadRules."""
    try:
        yield
    except NumbaError as error:
        raise explain(error, cls) from None
    except IndexError as error:  # rules that nobody has checked look at their indices
        file = last_file(error)  # of another installation, if that one compiled the kernel that is kept on disk
        if file is not None and file.parts[-3:] == Path(machine.__file__).parts[-3:]:  # `put`: the row of moves is full
            raise too_many(cls) from None
        raise
    except Exception as error:  # unsupported bytecode, a field that a record does not have: not of Numba's family
        if not comes_from_numba(error):
            raise
        raise explain(error, cls) from None


def last_file(error: BaseException) -> Path | None:
    """The file in which an error was raised."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return Path(last.tb_frame.f_code.co_filename) if last is not None else None


def comes_from_numba(error: BaseException) -> bool:
    """Whether an error was raised inside the compiler."""
    file = last_file(error)
    return file is not None and "numba" in file.parts


def with_line(text: str, cls: Any, functions: list[FunctionType]) -> str:
    """The first line of the game's own that the complaint names; else the first habit that no compiler takes."""
    what, instead = cause(text)
    found = place_in(text, functions)
    if found is None and "None" in what:
        found = next(filter(None, map(gives_none, functions)), None)
    written = [habit for function in functions for habit in habits(function)]
    if found is not None:
        function, line = found
        for habit in written:
            if habit.line == line and habit.path == function.__code__.co_filename:
                return sentence(cls, function, line, habit.what, habit.instead)
        return sentence(cls, function, line, what, instead)
    if written:
        return f"{cls.__name__} cannot be compiled: {written[0]}"
    return f"{cls.__name__} cannot be compiled: {what}; {instead}"


def cause(text: str) -> tuple[str, str]:
    """What is wrong and what to write instead, by the words of the complaint."""
    for pattern, what, instead in CAUSES:
        if re.search(pattern, core(text)):
            return what, instead
    return first_sentence(text), "write it with numbers, fixed arrays and the words of zermelo.game"


def core(text: str) -> str:
    """The complaint without the chain of calls and the types of records, which mention everything."""
    lines = [re.sub(r"Record\(.*", "Record", line) for line in text.splitlines()]
    chaff = ("During:", "File ", "raised from", ">>>", "With argument", "There are", "- Of which", "Overload in")
    kept = [line for line in lines if not line.strip().startswith(chaff)]
    calls = [line for line in lines if line.strip().startswith(">>>") and "Record" not in line]
    return "\n".join(kept + calls)


def first_sentence(text: str) -> str:
    """The innermost plain sentence of a complaint."""
    for line in core(text).splitlines():
        shown = line.strip()
        if shown and not shown.startswith(("Failed in", "No implementation", "Rejected", "-", "TypingError: Failed")):
            return shown[:160]
    return "the compiler does not know how"


def place_in(text: str, functions: list[FunctionType]) -> tuple[FunctionType, int] | None:
    """The first place in the complaint that lies in a function of the game's."""
    for path, number in PLACE.findall(text):
        line = int(number)
        for function in functions:
            tree = tree_of(function)
            if tree is None or not same_file(path, function.__code__.co_filename):
                continue
            if tree.lineno <= line <= (tree.end_lineno or tree.lineno):
                return function, line
    return None


def same_file(shown: str, path: str) -> bool:
    """Whether a path as Numba shows it (perhaps relative) is that file."""
    return Path(shown).resolve() == Path(path).resolve()


def gives_none(function: FunctionType) -> tuple[FunctionType, int] | None:
    """The line where a function that returns numbers elsewhere returns nothing."""
    tree = tree_of(function)
    if tree is None:
        return None
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    empty = [node for node in returns if node.value is None or is_none(node.value)]
    if len(empty) == len(returns):
        return None
    if empty:
        return function, empty[0].lineno
    return None if isinstance(tree.body[-1], ast.Return) else (function, tree.body[-1].lineno)


def is_none(node: ast.expr) -> bool:
    """Whether an expression is the word None."""
    return isinstance(node, ast.Constant) and node.value is None


def unknown_attribute(name: str, cls: Any, functions: list[FunctionType]) -> str:
    """A field, fact or method that the game does not have, or one that compiled code cannot read."""
    known = sorted({*cls._fields, *cls.constants(), *cls.rules()})
    near = get_close_matches(name, known, 1)
    if hasattr(cls, name):
        kind = type(getattr(cls, name)).__name__
        what, instead = f"`{name}` is a {kind}, which rules cannot read", "write tables as `table([...], u8)`"
        if callable(getattr(cls, name)):
            what, instead = f"`{name}` is Python only", "rules may call other rules only, no method marked @python_only"
    else:
        what = f"there is no field, fact or method `{name}`"
        instead = f"did you mean `{near[0]}`?" if near else f"declare it in the class, for example `{name}: i16`"
    return named_in(name, cls, functions, ast.Attribute, what, instead)


def unknown_name(name: str, cls: Any, functions: list[FunctionType]) -> str:
    """A variable that nobody set."""
    if hasattr(builtins, name):
        what, instead = f"`{name}` is a word that the compiler does not know", "write a `for` loop"
        return named_in(name, cls, functions, ast.Name, what, instead)
    what = f"there is no variable `{name}`"
    return named_in(name, cls, functions, ast.Name, what, "set it before, or import it at the top of the file")


def named_in(name: str, cls: Any, functions: list[FunctionType], kind: Any, what: str, instead: str) -> str:
    """A sentence with the line where a name is used."""
    for function in functions:
        for node in ast.walk(tree_of(function) or ast.Module([], [])):
            if isinstance(node, kind) and name == getattr(node, "attr", getattr(node, "id", None)):
                return sentence(cls, function, node.lineno, what, instead)
    return f"{cls.__name__} cannot be compiled: {what}; {instead}"


def sentence(cls: Any, function: FunctionType, line: int, what: str, instead: str) -> str:
    """The whole message."""
    file = Path(function.__code__.co_filename).name
    return (
        f"{cls.__name__} cannot be compiled: {file}, line {line}, in {function.__qualname__}: "
        f"`{line_of(function, line)}`: {what}; {instead}"
    )
