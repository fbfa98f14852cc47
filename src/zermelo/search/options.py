"""The refinements of alpha-beta by name: each can be switched off, so that the worth of each can be measured."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

TABLE, ORDER, KILLERS, HISTORY, COUNTERS, QUIESCENCE, SINGULAR, NULL_MOVE = (1 << n for n in range(8))
REDUCTIONS, FUTILITY, SAME, CHECKS, WINDOWS, BOUNDS, CYCLES, ESTIMATE = (1 << n for n in range(8, 16))
REVERSE, RAZOR, LATE, LOSING, UNKNOWN, DEEPER, SECONDARY, SISTERS = (1 << n for n in range(16, 24))
CUTS = 1 << 26  # after `distance` and `whole`, which the kernel does not ask for


@dataclass(frozen=True)
class Options:
    """What the search may use; `Options.none()` is the plain algorithm."""

    table: bool = True  # a transposition table
    order: bool = True  # the game's own order of moves
    killers: bool = True  # moves that refuted a sister position
    history: bool = True  # moves that refuted often
    counters: bool = True  # the move that refuted the last move before
    quiescence: bool = True  # noisy moves beyond the horizon
    singular: bool = True  # a deeper look at a move without alternative
    null_move: bool = True  # if passing is too good, so is a move (where `can_pass`)
    reductions: bool = True  # late quiet moves less deep
    futility: bool = True  # hopeless quiet moves near the horizon are left out
    same: bool = True  # one of several equivalent moves is enough
    checks: bool = True  # a check is no place to stop
    windows: bool = True  # later moves are only shown not to be better
    bounds: bool = True  # what the game can prove without searching
    cycles: bool = True  # a repetition inside the tree counts at once, and the table forgets how a position came about
    estimate: bool = True  # the game's evaluation at the horizon; off: 0
    reverse: bool = True  # near the horizon an estimate far above the window is believed
    razor: bool = True  # near the horizon an estimate far below the window leaves only noisy moves
    late: bool = True  # near the horizon only so many quiet moves are tried
    losing: bool = True  # quiescence leaves out noisy moves that the game calls losing
    unknown: bool = True  # a position of which the table knows no move is searched a ply less
    deeper: bool = True  # a value from a deeper search, or a proven one, answers a shallower question
    secondary: bool = False  # the chosen move is searched past the horizon, and the second best may replace it
    sisters: bool = False  # all moves are looked up in the table before one is searched
    distance: bool = True  # a sooner win and a later loss are better
    whole: bool = False  # no deepening: the whole tree at once, its value found by halving
    cuts: bool = True  # alpha-beta itself; off: minimax, which looks at every node

    @classmethod
    def none(cls) -> Options:
        """The plain algorithm: nothing but alpha, beta and the evaluation."""
        return cls(**{field.name: field.name in ("estimate", "distance", "cuts") for field in fields(cls)})

    @classmethod
    def exact(cls) -> Options:
        """Only what cannot change the value of a tree of fixed depth: nothing selective, no proofs past the horizon."""
        return cls(**dict.fromkeys((*GUESSES, "bounds"), False))

    @classmethod
    def solver(cls, *, distance: bool = True) -> Options:
        """The exact value of a position by searching its whole tree; without distances where only the result counts."""
        hurries = dict.fromkeys(("killers", "history", "counters"), False)  # the game's own order knows better
        return replace(cls.exact(), bounds=True, sisters=True, whole=True, distance=distance, **hurries)

    def bits(self) -> int:
        """All options as one number for the kernel; without a table every position would be unknown."""
        number = sum(1 << place for place, field in enumerate(fields(self)) if getattr(self, field.name))
        return number if self.table else number & ~UNKNOWN


GUESSES = (
    "quiescence",
    "singular",
    "null_move",
    "reductions",
    "futility",
    "checks",
    "cycles",
    "reverse",
    "razor",
    "late",
    "losing",
    "unknown",
    "secondary",
)
