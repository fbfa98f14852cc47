"""Matrix games: all choose at once, and a table says what each gets.

    # TCP/IP backoff               a remark
    players: you, other            names, if wanted
          C      D                 actions of the second player, if they have names
    C  -1,-1   -4,0                an action of the first, then one cell for each of the second's
    D   0,-4   -3,-3

A cell has the payoff of each player, exactly: -1, 0.25, 1/3. One number a cell is a zero-sum game. Semicolons end
rows as well: "-1,-1 -4,0; 0,-4 -3,-3". A third player chooses the table: a line `[A]` stands before each of them, and
`[A X]` where a fourth chooses too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from zermelo.errors import BadLimit, BadParameter, BadText
from zermelo.theory.reading import MINUS, exact, is_number, number, shown

Profile = tuple[int, ...]  # an action of each player, counted from 0
Payoffs = tuple[Fraction, ...]  # what each player gets
Mix = tuple[Fraction, ...]  # a probability for each action of a player


MOST_CELLS = 400  # of a game: twenty actions for each of two players


@dataclass(frozen=True)
class MatrixGame:
    """Players, their actions, and what every profile of actions is worth to each of them."""

    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]  # [player][action]
    payoffs: Mapping[Profile, Payoffs]

    def __post_init__(self) -> None:
        """Refuse what would take minutes: dominance and equilibria are found exactly."""
        if len(self.payoffs) > MOST_CELLS:
            raise BadLimit(f"a matrix has at most {MOST_CELLS} cells, and this one has {len(self.payoffs)}")

    @classmethod
    def from_text(cls, text: str) -> MatrixGame:
        """Read the format above."""
        return Reader(text).read()

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]], actions: Sequence[Sequence[str]] | None = None) -> MatrixGame:
        """Two players: a row of cells for each action of the first; a cell is a pair, or a number if zero-sum."""
        if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise BadParameter("a matrix has rows of the same length, at least one cell each")
        cells: dict[Profile, Payoffs] = {
            (i, j): (exact(cell), -exact(cell)) if not isinstance(cell, tuple | list) else tuple(map(exact, cell))
            for i, row in enumerate(rows)
            for j, cell in enumerate(row)
        }
        if any(len(cell) != 2 for cell in cells.values()):
            raise BadParameter("a cell of a game for two has two payoffs")
        labels = actions or [default_names(len(rows), "r"), default_names(len(rows[0]), "c")]
        if [len(names) for names in labels] != [len(rows), len(rows[0])]:
            raise BadParameter("each row and each column has one name")
        return cls(("row", "column"), tuple(tuple(names) for names in labels), cells)

    # ------------------------------------------------------------------ looking

    @property
    def shape(self) -> tuple[int, ...]:
        """How many actions each player has."""
        return tuple(len(names) for names in self.actions)

    @property
    def zero_sum(self) -> bool:
        """Whether the payoffs of every profile add up to the same (which is as good as zero)."""
        return len(self.players) == 2 and len({sum(cell) for cell in self.payoffs.values()}) == 1

    @property
    def symmetric(self) -> bool:
        """Whether two players are in the same situation."""
        if len(self.players) != 2 or self.shape[0] != self.shape[1]:
            return False
        return all(self.payoffs[i, j] == self.payoffs[j, i][::-1] for i, j in self.profiles())

    def profiles(self) -> Iterator[Profile]:
        """All combinations of actions."""
        return product(*(range(count) for count in self.shape))

    def called(self, profile: Profile) -> str:
        """A profile by the names of its actions."""
        return f"({', '.join(names[action] for names, action in zip(self.actions, profile, strict=True))})"

    def expected(self, mixes: Sequence[Mix]) -> Payoffs:
        """What each player gets on average when each mixes independently."""
        totals = [Fraction(0)] * len(self.players)
        for profile in self.profiles():
            chance = Fraction(1)
            for mix, action in zip(mixes, profile, strict=True):
                chance *= mix[action]
            if chance:
                totals = [total + chance * part for total, part in zip(totals, self.payoffs[profile], strict=True)]
        return tuple(totals)

    def worth(self, player: int, mixes: Sequence[Mix]) -> list[Fraction]:
        """What each action of a player is worth against the mixes of the others."""
        return [
            self.expected([*mixes[:player], pure(action, self.shape[player]), *mixes[player + 1 :]])[player]
            for action in range(self.shape[player])
        ]

    def without(self, player: int, action: int) -> MatrixGame:
        """The game after an action is struck out."""
        kept = [[a for a in range(count) if (p, a) != (player, action)] for p, count in enumerate(self.shape)]
        names = tuple(tuple(self.actions[p][a] for a in row) for p, row in enumerate(kept))
        cells = {
            profile: self.payoffs[tuple(row[a] for row, a in zip(kept, profile, strict=True))]
            for profile in product(*(range(len(row)) for row in kept))
        }
        return MatrixGame(self.players, names, cells)

    # ------------------------------------------------------------------ writing

    def __str__(self) -> str:
        lines = [f"players: {', '.join(self.players)}"]
        for table in product(*(range(count) for count in self.shape[2:])):
            if table:
                names = (row[action] for row, action in zip(self.actions[2:], table, strict=True))
                lines.append(f"[{' '.join(names)}]")
            lines += self.table(table)
        return "\n".join(lines)

    def table(self, chosen: Profile) -> list[str]:
        """The rows of one table, in columns."""
        rows = [["", *self.actions[1]]]
        for i, name in enumerate(self.actions[0]):
            cells = [self.payoffs[(i, j, *chosen)] for j in range(self.shape[1])]
            rows.append([name, *(",".join(shown(part) for part in cell) for cell in cells)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def pure(action: int, count: int) -> Mix:
    """An action with certainty, as a mix."""
    return tuple(Fraction(other == action) for other in range(count))


def uniform(count: int) -> Mix:
    """All actions with the same chance."""
    return (Fraction(1, count),) * count


def default_names(count: int, letter: str) -> list[str]:
    """r1, r2, …."""
    return [f"{letter}{place}" for place in range(1, count + 1)]


# ---------------------------------------------------------------------- reading


def is_cell(text: str) -> bool:
    """Whether a text is payoffs, right or wrong, and not a name: it begins with a number."""
    return bool(re.match(r"[-+.\d]", text)) or "," in text


class Reader:
    """Reads one text; every complaint names the line and the place in it."""

    def __init__(self, text: str) -> None:
        self.lines: list[tuple[str, list[str]]] = []  # where it stands, in words; its parts
        self.players: tuple[str, ...] = ()
        for count, line in enumerate(text.translate(MINUS).splitlines(), 1):
            line = line.partition("#")[0]
            for part, row in enumerate(line.split(";"), 1):
                where = f"line {count}" if "\n" in text.strip() else f"row {part}"
                if row.strip().lower().startswith("players:"):
                    self.players = tuple(name.strip() for name in row.partition(":")[2].split(","))
                    continue
                # "0, -4" and "(0, -4)" are one cell
                packed = re.sub(r"\s*,\s*", ",", re.sub(r"[()|]", " ", row))
                if packed.strip():
                    self.lines.append((where, packed.split()))
        if not self.lines:
            raise BadText("no matrix given: write one such as -1,-1 -4,0; 0,-4 -3,-3")
        self.size = 0  # payoffs in a cell
        self.payoffs: dict[Profile, Payoffs] = {}

    def read(self) -> MatrixGame:
        """The whole text."""
        tables: list[tuple[list[str], list[tuple[str, list[str]]]]] = []
        for where, parts in self.lines:
            if parts[0].startswith("["):
                heading = " ".join(parts)
                if not heading.endswith("]") or not heading[1:-1].split():
                    raise BadText(f"{where}: a table is named by the action that chooses it, as in [A], not {heading}")
                tables.append((heading[1:-1].split(), []))
            else:
                if not tables:
                    tables.append(([], []))
                tables[-1][1].append((where, parts))
        chosen = [list(dict.fromkeys(names)) for names in zip(*(label for label, _ in tables), strict=False)]
        first: tuple[list[str], list[str]] | None = None
        for label, lines in tables:
            place = tuple(names.index(name) for names, name in zip(chosen, label, strict=False))
            labels = self.table(label, lines, place)
            if first is not None and labels != first:
                raise BadText(f"the table {' '.join(label)} has other rows or columns than the first")
            first = labels
        assert first is not None
        return self.game([*first, *chosen], [label for label, _ in tables])

    def table(
        self, label: list[str], lines: list[tuple[str, list[str]]], place: Profile
    ) -> tuple[list[str], list[str]]:
        """One table: the names of its rows and columns."""
        columns: list[str] = []
        if lines and not any(is_cell(part) for part in lines[0][1]):
            columns = lines.pop(0)[1]
        if not lines:
            raise BadText(f"the table {' '.join(label)} has no rows" if label else "the matrix has no rows")
        rows: list[str] = []
        width = len(columns)
        for count, (where, parts) in enumerate(lines):
            named = not is_cell(parts[0])
            cells = parts[1:] if named else parts
            rows.append(parts[0] if named else f"r{count + 1}")
            width = width or len(cells)
            if len(cells) != width:
                what = f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"
                raise BadText(f"{where}: {what} in the row {' '.join(parts)}, where {width} are expected")
            for column, cell in enumerate(cells):
                self.payoffs[(count, column, *place)] = self.cell(cell, f"{where}, cell {column + 1}")
        for names, what in ((rows, "rows"), (columns, "columns")):
            if len(set(names)) < len(names):
                raise BadText(f"two {what} have the same name: {' '.join(names)}")
        return rows, columns or default_names(width, "c")

    def cell(self, text: str, where: str) -> Payoffs:
        """The payoffs of one profile."""
        parts = text.split(",")
        for part in parts:
            if not is_number(part):
                raise BadText(f"{where}: {part!r} in {text} is not a number such as 3, -0.25 or 2/3")
        self.size = self.size or len(parts)
        if len(parts) != self.size:
            raise BadText(f"{where}: {text} has {len(parts)} payoffs, where the cells before have {self.size}")
        values = tuple(number(part) for part in parts)
        return (values[0], -values[0]) if len(values) == 1 else values

    def game(self, actions: list[list[str]], labels: list[list[str]]) -> MatrixGame:
        """All tables together."""
        count = max(self.size, 2)
        if count != len(actions) or any(len(label) != count - 2 for label in labels):
            raise BadText(
                f"cells of {count} payoffs are for {count} players: before each table stand the actions of the "
                f"{count - 2} who choose it, as in [A]"
                if count > 2
                else "tables with names are for three players or more, and these cells have two payoffs"
            )
        expected = 1
        for names in actions:
            expected *= len(names)
        if len(self.payoffs) != expected:
            raise BadText(f"{expected // len(actions[0]) // len(actions[1])} tables are needed, one for each choice")
        players = self.players or (("row", "column") if count == 2 else tuple(f"player {n + 1}" for n in range(count)))
        if len(players) != count:
            raise BadText(f"{len(players)} players are named, and the cells have {count} payoffs")
        return MatrixGame(players, tuple(tuple(names) for names in actions), self.payoffs)
