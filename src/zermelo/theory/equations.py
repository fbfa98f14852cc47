"""Linear equations in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Linear equations by elimination, exactly; nothing where the solution is not one point."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    count = len(rows[0])
    for column in range(count):
        pivot = next((r for r in range(column, len(table)) if table[r][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        lead = table[column][column]
        table[column] = [value / lead for value in table[column]]
        for r, row in enumerate(table):
            if r != column and row[column]:
                factor = row[column]
                table[r] = [value - factor * base for value, base in zip(row, table[column], strict=True)]
    if any(row[-1] for row in table[count:]):
        return None
    return [row[-1] for row in table[:count]]
