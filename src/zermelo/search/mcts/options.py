"""The options of Monte Carlo tree search, and the form in which the kernel is given them.

An option that changes the code of a simulation is a constant to the compiler: plain UCT pays nothing for the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.errors import BadLimit
from zermelo.game.fields import f64, i64, parameter
from zermelo.game.record import Record
from zermelo.search.common.options import check_ranges, option

EXPLORATION = math.sqrt(2)
MAX_CHILDREN = 65_535  # of one node
MAX_PLAYOUT_PLIES = 20_000  # a playout of a game without bound is scored as a draw there


@dataclass(frozen=True)
class MctsOptions:
    """What the search may use; as it stands, UCT as in the lecture."""

    exploration: float | None = option(
        None, "C, in units of half the range of results; unset: sqrt(2), tuned 1, rave 0.3", low=0.0
    )
    tuned: bool = option(False, "UCB1-tuned: explore by the variance seen (Auer and others 2002)")
    rave: bool = option(False, "moves that came later in a simulation count as well (Gelly and Silver 2007)")
    grave: int = option(
        50, "GRAVE: a node with fewer visits asks an ancestor with as many; 0: RAVE (Cazenave 2015)", low=0
    )
    solver: bool = option(
        False, "proven results are backed up (Winands 2008, with bounds: Cazenave and Saffidine 2010)"
    )
    bias: float = option(
        0.0, "progressive bias: weight of the evaluation, divided by visits + 1 (Chaslot 2008)", low=0.0,
        needs="evaluate",
    )  # fmt: skip
    cutoff: int | None = option(
        None, "plies of a playout before an evaluation ends it; 0: at once; unset: play to the end", low=0,
        needs="evaluate",
    )  # fmt: skip
    threads: int = option(1, "processor threads in one tree, with virtual loss", low=1, high=256)
    on: str = option("cpu", "cpu, or gpu: trees on a graphics card, one in each of its threads")
    trees: int = option(1024, "on a gpu: trees of a position, whose visits are added up", low=1, high=1 << 20)
    memory: float = option(512.0, "megabytes; a full tree drops what is visited least and goes on")
    reuse: bool = option(True, "keep what is known of a position when the next question follows from the last")
    seed: int = option(0, "of its random choices", low=0)

    def checked(self) -> MctsOptions:
        """The same options if they make sense."""
        check_ranges(self)
        if self.tuned and self.rave:
            raise BadLimit("tuned and rave are two ways to choose: give one of them")
        if self.on not in ("cpu", "gpu"):
            raise BadLimit(f"on must be cpu or gpu, not {self.on!r}")
        if self.on == "gpu" and self.threads > 1:
            raise BadLimit("threads are of the processor, trees of a GPU: give threads with on=cpu, trees with on=gpu")
        return self

    def constant(self) -> float:
        """The exploration in use."""
        if self.exploration is not None:
            return self.exploration
        return 1.0 if self.tuned else 0.3 if self.rave else EXPLORATION

    def notes(self) -> list[str]:
        """The options in use, in words."""
        found = [f"exploration {self.constant():.3g}"]
        found += ["UCB1-tuned"] * self.tuned
        found += [f"GRAVE from {self.grave} visits" if self.grave else "RAVE"] * self.rave
        found += ["solver"] * self.solver
        found += [f"bias {self.bias:g}"] * (self.bias > 0)
        if self.cutoff is not None:
            found.append(f"playouts cut off after {self.cutoff} plies" if self.cutoff else "estimates without playouts")
        found += [f"{self.threads} threads"] * (self.threads > 1)
        found += [f"{self.trees} trees on the GPU"] * (self.on == "gpu")
        return found


class KernelOptions(Record):
    """The options as the kernel reads them: parameters are constants in its code, fields are numbers."""

    tuned: bool = parameter(False)
    rave: bool = parameter(False)
    solver: bool = parameter(False)
    bias: bool = parameter(False)
    cutoff: bool = parameter(False)
    parallel: bool = parameter(False)  # several threads in one tree

    exploration: f64  # C
    bias_weight: f64
    playout_plies: i64  # at most so many
    grave_visits: i64  # a node with fewer asks an ancestor


def kernel_options(options: MctsOptions) -> KernelOptions:
    """The kernel's form of the options."""
    made: KernelOptions = KernelOptions(
        tuned=options.tuned,
        rave=options.rave,
        solver=options.solver,
        bias=options.bias > 0,
        cutoff=options.cutoff is not None,
        parallel=options.threads > 1,
    )
    made.exploration = options.constant()
    made.bias_weight = options.bias
    made.playout_plies = MAX_PLAYOUT_PLIES if options.cutoff is None else options.cutoff
    made.grave_visits = options.grave
    return made
