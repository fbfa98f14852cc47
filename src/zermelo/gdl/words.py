"""A described game run by words of bits: what `planes.py` found, written as the methods of a game.

Each method computes only what it asks for: `over` the end, `utility` the goals, `find_options` the legal moves, `step`
what holds next.
"""

from __future__ import annotations

import linecache
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import zermelo.game as offered
from zermelo.game import NO_MOVE, NONE, Cells, Random, Row, array, count, has, lowest, nth, put, python_only, rest, u64
from zermelo.gdl.game import EMPTY, NOBODY, GdlGame
from zermelo.gdl.grounding import Ground
from zermelo.gdl.planes import WORD, Expression, Planes
from zermelo.gdl.terms import compact

METHODS = ("find_options", "step", "over", "utility")  # those that a description fills in


class WordGame(GdlGame):
    """Base of games that are computed by words; the methods that a description fills in stand below."""

    option_count: int = 1
    OPTIONS = EMPTY  # [role + 1] where its words of legal moves begin
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

    def ask(self) -> None:
        """Who is to choose: the first role with several moves; where none has, the first that is not idle."""
        self.find_options()
        choosing, acting = NOBODY, NOBODY
        for role in range(self.role_count):
            legal, only = 0, NOBODY
            for part in range(self.OPTIONS[role], self.OPTIONS[role + 1]):
                if self.options[part] != NONE:
                    legal += count(self.options[part])
                    only = self.MOVE_AT[part * 64 + lowest(self.options[part])]
            self.chosen[role] = only if legal == 1 else NOBODY
            if legal > 1 and choosing == NOBODY:
                choosing = role
            if legal == 1 and acting == NOBODY and self.IDLE[self.FIRST_MOVE[role] + only] == 0:
                acting = role
        if choosing == NOBODY:
            choosing = max(acting, 0)
            self.chosen[choosing] = NOBODY
        self.hand_to(choosing)

    def moves(self, out: Row) -> int:
        """The legal moves of the role that is to choose."""
        role = self.role_to_move()
        n = 0
        for part in range(self.OPTIONS[role], self.OPTIONS[role + 1]):
            left = self.options[part]
            while left != NONE:
                n = put(out, n, self.MOVE_AT[part * 64 + lowest(left)])
                left = rest(left)
        return n

    def sample(self, random: Random, row: Row) -> int:
        """A random one of them."""
        role, legal = self.role_to_move(), 0
        for part in range(self.OPTIONS[role], self.OPTIONS[role + 1]):
            legal += count(self.options[part])
        if legal == 0:
            return NO_MOVE
        number = random.below(legal)
        for part in range(self.OPTIONS[role], self.OPTIONS[role + 1]):
            inside = count(self.options[part])
            if number < inside:
                return int(self.MOVE_AT[part * 64 + nth(self.options[part], number)])
            number -= inside
        return NO_MOVE

    # ------------------------------------------------------------------ what a description fills in
    def find_options(self) -> None:
        """The legal moves of all roles."""


# ---------------------------------------------------------------------- tables


def word_tables(planes: Planes, found: Ground) -> dict[str, Any]:
    """The constants that the methods use."""
    first = planes.of("legal")[0]
    options, move_at = [0], [NOBODY] * WORD * len(planes.of("legal"))
    where = []
    for role in found.roles:
        options.append(options[-1] + len(planes.of("legal", compact(role))))
        for number, move in enumerate(found.moves[role]):
            plane, bit = planes.spots["legal", role, move]
            where.append((plane - first) * WORD + bit)
            move_at[where[-1]] = number
    places = [planes.spots["true", part] for part in found.base]
    return {
        "hold_count": len(planes.of("true")),
        "size": sum(map(len, planes.expressions.values())),
        "PLACES": offered.table([plane * WORD + bit for plane, bit in places], "i4"),
        "option_count": options[-1],
        "OPTIONS": offered.table(options, "i4"),
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
        legal, coming = self.planes.of("legal"), self.planes.of("next")
        ends, goals = self.planes.of("terminal"), self.goals()
        parts = [
            ("find_options(self)", "None", "The legal moves of all roles.", legal,
             [f"self.options[{number}] = p{plane}" for number, plane in enumerate(legal)]),
            ("step(self)", "None", "What holds after the moves of all roles.", coming,
             [f"self.holds[{number}] = p{coming[number]}" for number in range(holds)]),
            ("over(self)", "bool", "Whether the description says so.", ends, [f"return bool(p{ends[0]} != NONE)"]),
            ("utility(self, player: int)", "float", "The goal of a role, 0 to 100, as -1 to 1.",
             [plane for plane, _, _ in goals],
             [*(line for plane, role, worth in goals
                for line in (f"if player == {role} and p{plane} != NONE:", f"    return {(worth - 50) / 50.0!r}")),
              "return -1.0"]),
        ]  # fmt: skip
        lines = []
        for name, kind, doc, wanted, end in parts:
            lines += ["", f"def {name} -> {kind}:", f'    """{doc}"""']
            lines += [f"    {line}" for line in (*self.computed(wanted), *end)]
        return "\n".join(f"    {line}" if line else "" for line in lines) + "\n"

    def goals(self) -> list[tuple[int, int, int]]:
        """Plane, role and worth of each goal of a player, the highest first."""
        found = []
        for role, name in enumerate(self.found.roles):
            for plane in self.planes.of("goal", compact(name)):
                found.append((plane, role, int(self.planes.shapes[plane][0][2])))
        return sorted(found, key=lambda goal: -goal[2])

    def computed(self, wanted: Iterable[int]) -> list[str]:
        """The lines that compute planes and all that they are made of."""
        needed, waiting = set(wanted), list(wanted)
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
    scope: dict[str, Any] = {"__name__": __name__, "NONE": NONE, "word": offered.word}
    exec(compile(whole, name, "exec"), scope)  # numbers and names of ours alone: no word of the description is in it
    return {key: value for key, value in vars(scope["Methods"]).items() if not key.startswith("__")}
