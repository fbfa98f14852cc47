"""A described game run by words of bits: what `planes.py` found, written as the methods of a game.

Each method computes only what it asks for: `over` the end, `utility` the goals, `ask` the legal moves, `step` what
holds next.
"""

from __future__ import annotations

import linecache
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import zermelo.game as offered
from zermelo.game import NO_MOVE, Cells, Random, Row, array, has, python_only, u64
from zermelo.gdl.game import EMPTY, NOBODY, GdlGame
from zermelo.gdl.grounding import Ground
from zermelo.gdl.planes import WORD, Expression, Planes
from zermelo.gdl.terms import compact, name_of

NAMES = ("NONE", "NO_MOVE", "Random", "Row", "count", "lowest", "nth", "put", "rest", "word")  # that they use
METHODS = ("ask", "moves", "sample", "step", "over", "utility")  # those that a description fills in


class WordGame(GdlGame):
    """Base of games that are computed by words; the methods that a description fills in stand below."""

    option_count: int = 1
    MOVE_AT = EMPTY  # [bit of these words] the number of the move, for its role
    WHERE = EMPTY  # [move of all roles] its bit
    MASKS = EMPTY  # what each move of a role allows

    options: Cells = array(u64, lambda game: game.option_count, in_key=False)  # legal moves of all roles

    @python_only
    def set_up(self, holding: list[int]) -> None:
        """A position by what holds in it."""
        super().set_up(holding)
        self.ask()

    def is_legal(self, place: int) -> bool:
        """Whether a move, numbered through all roles, is legal."""
        at = self.WHERE[place]
        return has(self.options[at >> 6], at & 63)

    # ------------------------------------------------------------------ what a description fills in
    def ask(self) -> None:
        """Find the legal moves of all roles, and who is to choose."""

    def moves(self, out: Row) -> int:
        """The legal moves of the role that is to choose."""
        return 0

    def sample(self, random: Random, row: Row) -> int:
        """A random one of them."""
        return NO_MOVE


# ---------------------------------------------------------------------- tables


def word_tables(planes: Planes, found: Ground) -> dict[str, Any]:
    """The constants that the methods use."""
    first = planes.of("legal")[0]
    move_at = [NOBODY] * WORD * len(planes.of("legal"))
    where = []
    for role in found.roles:
        for number, move in enumerate(found.moves[role]):
            plane, bit = planes.spots["legal", role, move]
            where.append((plane - first) * WORD + bit)
            move_at[where[-1]] = number
    places = [planes.spots["true", part] for part in found.base]
    return {
        "hold_count": len(planes.of("true")),
        "size": sum(map(len, planes.expressions.values())),
        "PLACES": offered.table([plane * WORD + bit for plane, bit in places], "i4"),
        "option_count": len(planes.of("legal")),
        "MOVE_AT": offered.table(move_at, "i4"),
        "WHERE": offered.table(where, "i4"),
    }


# ---------------------------------------------------------------------- methods


class Writer:
    """Writes the methods of one description."""

    def __init__(self, planes: Planes, found: Ground) -> None:
        self.planes, self.found, self.filled = planes, found, planes.filled()
        self.masks: list[int] = []
        self.places: dict[tuple[int, ...], int] = {}  # masks of all moves of a role -> where they begin

    def methods(self) -> str:
        """The text of all of them, indented as in a class."""
        holds = len(self.planes.of("true"))
        coming = self.planes.of("next")
        ends, goals = self.planes.of("terminal"), self.goals()
        results = [
            line
            for plane, role, worth in goals
            for line in (f"if player == {role} and p{plane} != NONE:", f"    return {(worth - 50) / 50.0!r}")
        ]
        parts = [
            ("ask(self)", "None", "Find the legal moves of all roles, and who is to choose.", self.asking()),
            ("moves(self, out: Row)", "int", "The legal moves of the role that is to choose.", self.listing()),
            ("sample(self, random: Random, row: Row)", "int", "A random one of them.", self.drawing()),
            ("step(self)", "None", "What holds after the moves of all roles.",
             [*self.computed(coming), *(f"self.holds[{number}] = p{coming[number]}" for number in range(holds))]),
            ("over(self)", "bool", "Whether the description says so.",
             [*self.computed(ends), f"return bool(p{ends[0]} != NONE)"]),
            ("utility(self, player: int)", "float", "The goal of a role, 0 to 100, as -1 to 1.",
             [*self.computed(plane for plane, _, _ in goals), *results, "return -1.0"]),
        ]  # fmt: skip
        lines = []
        for name, kind, doc, body in parts:
            lines += ["", f"def {name} -> {kind}:", f'    """{doc}"""', *indented(body)]
        return "\n".join(f"    {line}" if line else "" for line in lines) + "\n"

    # ------------------------------------------------------------------ legal moves
    def options(self, role: int) -> list[tuple[int, int | None]]:
        """Where the legal moves of a role are kept, and the number of the move where it is a single one."""
        name = self.found.roles[role]
        first = self.planes.of("legal")[0]
        inside: dict[int, list[int]] = {plane: [] for plane in self.planes.of("legal", compact(name))}
        for number, move in enumerate(self.found.moves[name]):
            inside[self.planes.spots["legal", name, move][0]].append(number)
        return [(plane - first, moves[0] if len(moves) == 1 else None) for plane, moves in inside.items()]

    def counted(self, role: int) -> str:
        """How many legal moves a role has."""
        return " + ".join(f"count(self.options[{at}])" for at, _ in self.options(role))

    def asking(self) -> list[str]:
        """Who is to choose: the first role with several moves; where none has, the first that is not idle."""
        legal = self.planes.of("legal")
        lines = self.computed(legal)
        lines += [f"self.options[{number}] = p{plane}" for number, plane in enumerate(legal)]
        lines.append("choosing, acting = -1, -1")
        for role in reversed(range(len(self.found.roles))):  # the first role comes last and has the last word
            lines += [f"legal, only = {self.counted(role)}, -1", "if legal == 1:"]
            for number, (at, single) in enumerate(self.options(role)):
                test = "if" if number == 0 else "elif"
                move = str(single) if single is not None else self.move_at(at, f"lowest(self.options[{at}])")
                lines += [f"    {test} self.options[{at}] != NONE:", f"        only = {move}"]
                if single is None or name_of(self.found.moves[self.found.roles[role]][single]) != "noop":
                    lines.append(f"        acting = {role}")
            lines += [f"self.chosen[{role}] = only", "if legal > 1:", f"    choosing = {role}"]
        lines += ["if choosing < 0:", "    choosing = max(acting, 0)"]
        for role in range(len(self.found.roles)):
            lines += [f"    {'if' if role == 0 else 'elif'} choosing == {role}:", f"        self.chosen[{role}] = -1"]
        return [*lines, "self.hand_to(choosing)"]

    def listing(self) -> list[str]:
        """The moves, role by role."""
        lines = ["role, n = self.role_to_move(), 0"]
        for role in range(len(self.found.roles)):
            lines.append(f"{'if' if role == 0 else 'elif'} role == {role}:")
            for at, single in self.options(role):
                if single is not None:
                    lines += [f"    if self.options[{at}] != NONE:", f"        n = put(out, n, {single})"]
                else:
                    move = self.move_at(at, "lowest(left)")
                    lines += [f"    left = self.options[{at}]", "    while left != NONE:"]
                    lines += [f"        n = put(out, n, {move})", "        left = rest(left)"]
        return [*lines, "return n"]

    def drawing(self) -> list[str]:
        """A move by its place among them."""
        lines = ["role = self.role_to_move()"]
        for role in range(len(self.found.roles)):
            lines += [f"{'if' if role == 0 else 'elif'} role == {role}:", f"    legal = {self.counted(role)}"]
            lines += ["    if legal == 0:", "        return NO_MOVE", "    number = random.below(legal)"]
            for at, single in self.options(role):
                if single is not None:
                    lines += [f"    if self.options[{at}] != NONE:", "        if number == 0:"]
                    lines += [f"            return {single}", "        number -= 1"]
                else:
                    move = self.move_at(at, f"nth(self.options[{at}], number)")
                    lines += [f"    inside = count(self.options[{at}])", "    if number < inside:"]
                    lines += [f"        return int({move})", "    number -= inside"]
        return [*lines, "return NO_MOVE"]

    def move_at(self, at: int, bit: str) -> str:
        """The number of the move at a bit of the words of legal moves."""
        return f"self.MOVE_AT[{f'{WORD * at} + ' if at else ''}{bit}]"

    def goals(self) -> list[tuple[int, int, int]]:
        """Plane, role and worth of each goal of a player, the highest first."""
        found = []
        for role, name in enumerate(self.found.roles):
            for plane in self.planes.of("goal", compact(name)):
                found.append((plane, role, int(self.planes.shapes[plane][0][2])))
        return sorted(found, key=lambda goal: -goal[2])

    def computed(self, wanted: Iterable[int]) -> list[str]:
        """The lines that compute planes and all that they are made of."""
        waiting = list(wanted)
        needed = set(waiting)
        while waiting:
            for expression in self.planes.expressions.get(waiting.pop(), []):
                for plane, _, _ in (*expression.shifted, *expression.fixed):
                    if plane not in needed:
                        needed.add(plane)
                        waiting.append(plane)
        held = set(self.planes.of("true"))
        lines = [f"p{plane} = self.holds[{plane}]" for plane in sorted(needed & held)]
        order = [plane for plane in self.planes.order if plane in needed - held]
        for plane in [*sorted(needed - held - set(order)), *order]:
            lines += self.plane(plane)
        return lines

    def plane(self, plane: int) -> list[str]:
        """The lines of one plane, after a comment that says what it is."""
        groups: dict[tuple[int | None, tuple[tuple[int, bool, int], ...]], list[str]] = defaultdict(list)
        for expression in self.planes.expressions.get(plane, []):
            groups[expression.target, tuple(expression.fixed)].append(self.expression(expression))
        lines = [] if (None, ()) in groups else [f"p{plane} = NONE"]
        for (target, fixed), made in sorted(groups.items(), key=lambda item: item[0] != (None, ())):
            tests = [f"p{p} >> word({b}) & word(1) {'!=' if positive else '=='} NONE" for p, positive, b in fixed]
            if target is None and not tests:
                lines += summed(f"p{plane} = ", made, "")
            elif target is None:
                lines += [f"if {' and '.join(tests)}:", *indented(summed(f"p{plane} |= ", made, ""))]
            else:
                begin = f"if {' and '.join(tests)}{' and ' if tests else ''}("
                lines += [*summed(begin, made, ") != NONE:"), f"    p{plane} |= word({1 << target})"]
        return lines

    def expression(self, expression: Expression) -> str:
        """One expression, without what is fixed."""
        parts, inside = [], len(expression.moves) == 1
        for plane, positive, further in expression.shifted:
            text = f"p{plane}"
            if further:
                text = f"({text} {'>>' if further > 0 else '<<'} word({abs(further)}))"
            parts.append(text if positive else f"~{text}")
            inside = inside or (positive and further == 0 and not self.filled[plane] & ~expression.mask)
        for role, masks in expression.moves.items():
            begin = self.masks_at(role, masks)
            parts.append(f"self.MASKS[{f'{begin} + ' if begin else ''}self.chosen[{role}]]")
        if not inside:
            parts.append(f"word({expression.mask:#x})")
        return " & ".join(parts)

    def masks_at(self, role: int, masks: dict[int, int]) -> int:
        """Where the masks of a role's moves begin."""
        whole = tuple(masks.get(move, 0) for move in range(len(self.found.moves[self.found.roles[role]])))
        if whole not in self.places:
            self.places[whole] = len(self.masks)
            self.masks += whole
        return self.places[whole]


def summed(begin: str, parts: list[str], end: str) -> list[str]:
    """Expressions joined by `or`, each in its line where there are several."""
    if len(parts) == 1:
        return [f"{begin}{parts[0]}{end}"]
    inner = [f"    {'| ' if number else ''}{part}" for number, part in enumerate(parts)]
    return [f"{begin.removesuffix('(')}(", *inner, f"){end.removeprefix(')')}"]


def indented(lines: list[str]) -> list[str]:
    """Lines one step further in."""
    return [f"    {line}" for line in lines]


def word_methods(planes: Planes, found: Ground) -> tuple[str, dict[str, Any]]:
    """The methods as text, and the masks that they look up."""
    writer = Writer(planes, found)
    text = writer.methods()
    return text, {"MASKS": offered.table(writer.masks or [0], "u8")}


def functions_of(text: str) -> dict[str, Callable[..., Any]]:
    """The methods in a text; the text can be looked up, as that of a file could."""
    whole = f"class Methods:\n{text}"
    name = f"<described {zlib.crc32(whole.encode()):08x}>"
    linecache.cache[name] = (len(whole), None, whole.splitlines(keepends=True), name)
    scope: dict[str, Any] = {"__name__": __name__, **{name: getattr(offered, name) for name in NAMES}}
    exec(compile(whole, name, "exec"), scope)  # numbers and names of ours alone: no word of the description is in it
    return {key: value for key, value in vars(scope["Methods"]).items() if not key.startswith("__")}
