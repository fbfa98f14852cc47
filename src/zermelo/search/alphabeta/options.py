"""The refinements of alpha-beta: each can be switched off, so that its worth can be measured."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from zermelo.search.common.options import bits_of, option, selective

TABLE, ORDER, KILLERS, HISTORY, COUNTERMOVES, QUIESCENCE, SINGULAR, NMP = (1 << n for n in range(8))
LMR, FUTILITY, SYMMETRY, CHECK_EXTENSION, PVS, BOUNDS, TWOFOLD, EVALUATION = (1 << n for n in range(8, 16))
RFP, RAZORING, LMP, SEE, IIR, DEEPER, SECONDARY, ETC, PRUNING = (1 << n for n in range(16, 25))


@dataclass(frozen=True)
class AlphaBetaOptions:
    """What the search may use; `AlphaBetaOptions.none()` is the plain algorithm."""

    table: bool = option(True, "transposition table", bit=TABLE)
    order: bool = option(True, "the game's own move ordering", bit=ORDER, needs="order")
    killers: bool = option(True, "killer moves: what refuted a sibling comes first", bit=KILLERS)
    history: bool = option(True, "history heuristic: what refuted often comes first", bit=HISTORY)
    countermoves: bool = option(True, "countermove heuristic: what refuted the last move before", bit=COUNTERMOVES)
    quiescence: bool = option(
        True, "quiescence search: noisy moves beyond the horizon", bit=QUIESCENCE, needs="noisy", selective=True
    )
    singular: bool = option(
        True, "singular extension: a deeper look at a move without alternative", bit=SINGULAR, selective=True
    )
    nmp: bool = option(
        True, "null-move pruning: if passing is too good, so is a move", bit=NMP, needs="can_pass", selective=True
    )
    lmr: bool = option(True, "late-move reductions: late quiet moves less deep", bit=LMR, selective=True)
    futility: bool = option(
        True, "futility pruning: hopeless quiet moves near the horizon are left out", bit=FUTILITY, selective=True
    )
    symmetry: bool = option(True, "one of several equivalent moves is enough", bit=SYMMETRY, needs="same")
    check_extension: bool = option(
        True, "a position in check is no place to stop", bit=CHECK_EXTENSION, needs="checking", selective=True
    )
    pvs: bool = option(True, "principal variation search: later moves get a null window", bit=PVS)
    bounds: bool = option(True, "what the game can prove without searching", bit=BOUNDS)
    twofold: bool = option(
        True, "one repetition inside the tree counts; the table ignores history", bit=TWOFOLD, needs="repetition",
        selective=True,
    )  # fmt: skip
    evaluation: bool = option(True, "the game's evaluation at the horizon; off: 0", bit=EVALUATION, needs="evaluate")
    rfp: bool = option(
        True, "reverse futility pruning: an evaluation far above the window is believed", bit=RFP, selective=True
    )
    razoring: bool = option(
        True, "razoring: an evaluation far below the window leaves only noisy moves", bit=RAZORING, selective=True
    )
    lmp: bool = option(
        True, "late-move pruning: near the horizon only so many quiet moves are tried", bit=LMP, selective=True
    )
    see: bool = option(
        True, "quiescence leaves out captures that lose the exchange", bit=SEE, needs="losing", selective=True
    )
    iir: bool = option(
        True, "internal iterative reduction: a node without a table move is searched a ply less", bit=IIR,
        selective=True,
    )  # fmt: skip
    deeper: bool = option(True, "a table value from a deeper search answers a shallower one", bit=DEEPER)
    secondary: bool = option(
        False, "secondary search: the chosen move is searched past the horizon, the second may replace it",
        bit=SECONDARY, selective=True,
    )  # fmt: skip
    etc: bool = option(False, "enhanced transposition cutoffs: all moves are looked up in the table first", bit=ETC)
    distance: bool = option(True, "a sooner win and a later loss are better")
    bisection: bool = option(False, "no deepening: the whole tree, its value found by bisection (C*, MTD-bi)")
    pruning: bool = option(True, "alpha-beta pruning itself; off: minimax, which looks at every node", bit=PRUNING)

    @classmethod
    def none(cls) -> AlphaBetaOptions:
        """The plain algorithm: nothing but alpha, beta and the evaluation."""
        return cls(**{item.name: item.name in ("evaluation", "distance", "pruning") for item in fields(cls)})

    @classmethod
    def exact(cls) -> AlphaBetaOptions:
        """Only what cannot change the value of a tree of fixed depth: nothing selective, no proofs past the horizon."""
        return cls(**dict.fromkeys((*selective(cls), "bounds"), False))

    @classmethod
    def solver(cls, *, distance: bool = True) -> AlphaBetaOptions:
        """The exact value of a position by searching its whole tree; without distances where only the result counts."""
        learned = dict.fromkeys(("killers", "history", "countermoves"), False)  # the game's own order knows better
        return replace(cls.exact(), bounds=True, etc=True, bisection=True, distance=distance, **learned)

    def bits(self) -> int:
        """All options as one number for the kernel; without a table no node has a table move."""
        number = bits_of(self)
        return number if self.table else number & ~IIR
