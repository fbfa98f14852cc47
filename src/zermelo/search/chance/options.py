"""The refinements of expectiminimax; only `bounds` can change a value (for the better), the others save nodes."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from zermelo.search.common.options import bits_of, option

PRUNING, STAR1, STAR2, TABLE, ORDER, COUNTERMOVES, BOUNDS, EVALUATION = (1 << n for n in range(8))


@dataclass(frozen=True)
class ExpectiminimaxOptions:
    """What the search may use; `ExpectiminimaxOptions.none()` visits every node."""

    pruning: bool = option(True, "alpha-beta between nodes of the players", bit=PRUNING)
    star1: bool = option(True, "Star1: windows through chance nodes", bit=STAR1, needs="chance")
    star2: bool = option(True, "Star2: one move of each outcome first", bit=STAR2, needs="chance")
    table: bool = option(True, "transposition table", bit=TABLE)
    order: bool = option(True, "the game's own move ordering", bit=ORDER, needs="order")
    countermoves: bool = option(
        True, "what was best after the same roll or move in a sibling comes first", bit=COUNTERMOVES
    )
    bounds: bool = option(
        False, "estimates are brought inside what the game can prove, and windows use it", bit=BOUNDS, needs="bounds"
    )
    evaluation: bool = option(True, "the game's evaluation at the horizon; off: 0", bit=EVALUATION, needs="evaluate")

    @classmethod
    def none(cls) -> ExpectiminimaxOptions:
        """The plain algorithm, which visits every node."""
        return cls(**{item.name: item.name == "evaluation" for item in fields(cls)})

    def without_table(self) -> ExpectiminimaxOptions:
        """The same without a table."""
        return replace(self, table=False)

    def bits(self) -> int:
        """All options as one number for the kernel."""
        return bits_of(self)
