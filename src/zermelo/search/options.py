"""The refinements of alpha-beta, each with a name and a bit, so that the worth of each can be measured."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

TABLE, ORDER, KILLERS, HISTORY, COUNTERS, QUIESCENCE, SINGULAR, NULL_MOVE = (1 << n for n in range(8))
REDUCTIONS, FUTILITY, SAME, CHECKS, WINDOWS, BOUNDS, CYCLES, ESTIMATE = (1 << n for n in range(8, 16))
SISTERS = 1 << 16


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
    null_move: bool = True  # if passing is too good, so is a move (where `can_pass`: no game here yet)
    reductions: bool = True  # late quiet moves less deep
    futility: bool = True  # hopeless quiet moves near the horizon are left out
    same: bool = True  # one of several equivalent moves is enough
    checks: bool = True  # a check is no place to stop
    windows: bool = True  # later moves are only shown not to be better
    bounds: bool = True  # what the game can prove without searching
    cycles: bool = True  # a repetition inside the tree counts as a draw at once
    estimate: bool = True  # the game's evaluation at the horizon; off: 0
    sisters: bool = False  # all moves are looked up in the table before one is searched
    distance: bool = True  # a sooner win and a later loss are better
    whole: bool = False  # no deepening: the whole tree at once, its value found by halving

    @classmethod
    def none(cls) -> Options:
        """The plain algorithm: nothing but alpha, beta and the evaluation."""
        return cls(**{field.name: field.name in ("estimate", "distance") for field in fields(cls)})

    @classmethod
    def exact(cls) -> Options:
        """Only what cannot change the value of a tree of fixed depth: nothing selective, no proofs past the horizon."""
        guesses = ("quiescence", "singular", "null_move", "reductions", "futility", "checks", "cycles", "bounds")
        return cls(**dict.fromkeys(guesses, False))

    @classmethod
    def solver(cls, *, distance: bool = True) -> Options:
        """The exact value of a position by searching its whole tree; without distances where only the result counts."""
        hurries = dict.fromkeys(("killers", "history", "counters"), False)  # the game's own order knows better
        return replace(cls.exact(), bounds=True, sisters=True, whole=True, distance=distance, **hurries)

    def bits(self) -> int:
        """All options as one number for the kernel."""
        return sum(1 << place for place, field in enumerate(fields(self)) if getattr(self, field.name))
