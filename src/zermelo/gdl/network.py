"""A propositional network: the ground rules as gates that know when their inputs change.

A gate counts how many of its inputs are on, minus how many it needs: it is on where that is not negative. An AND of n
inputs needs n, an OR one; an inverted input counts where its source is off. Gates are numbered so that inputs come
before what they lead to, and only what changes is looked at again (forward dead reckoning; Draper and Rose 2014).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.errors import Unsupported
from zermelo.gdl.grounding import Ground
from zermelo.gdl.terms import Literal, Term, name_of, shown

Input = tuple[int, bool]  # a node, and whether it counts where it is off


@dataclass
class Gate:
    """A gate: its inputs, and how many must be on."""

    inputs: tuple[Input, ...]
    needed: int


@dataclass
class Network:
    """Nodes: first what a position is made of, then the moves of each role, then the gates."""

    ground: Ground
    sources: dict[Term, int]  # true(...) and does(...) -> node
    gates: list[Gate] = field(default_factory=list)
    known: dict[Term, Input] = field(default_factory=dict)  # atom -> the node that tells it
    shared: dict[tuple[tuple[Input, ...], int], int] = field(default_factory=dict)

    @property
    def first_gate(self) -> int:
        """The number of the first gate."""
        return len(self.sources)

    def gate(self, inputs: tuple[Input, ...], needed: int) -> Input:
        """A gate; equal ones exist once."""
        inputs = tuple(sorted(set(inputs)))
        if len(inputs) == 1 and needed == 1:
            return inputs[0]
        key = inputs, needed
        if key not in self.shared:
            self.shared[key] = self.first_gate + len(self.gates)
            self.gates.append(Gate(inputs, needed))
        return self.shared[key], False

    def all_of(self, inputs: tuple[Input, ...]) -> Input:
        """On where all inputs are; of none, always."""
        return self.gate(inputs, len(set(inputs)))

    def any_of(self, inputs: tuple[Input, ...]) -> Input:
        """On where an input is; of none, never."""
        return self.gate(inputs, 1)

    def node_of(self, wanted: Term) -> Input:
        """The node that tells whether an atom holds: what it is made of comes first, however long the chain is."""
        path: dict[Term, list[Input]] = {} if self.is_told(wanted) else {wanted: []}  # with what their bodies gave
        while path:
            atom, done = next(reversed(path.items()))
            bodies = self.ground.rules.get(atom, [])
            while len(done) < len(bodies):
                body = bodies[len(done)]
                missing = next((part.atom for part in body if not self.is_told(part.atom)), None)
                if missing is not None:
                    break
                done.append(self.all_of(tuple(map(self.input_of, body))))
            else:
                self.known[atom] = self.any_of(tuple(done))
                del path[atom]
                continue
            if missing in path:
                raise Unsupported(
                    f"line {self.ground.lines.get(missing, 0)}: {shown(missing)} depends on itself within one position:"
                    " recursion over positions is not supported"
                )
            path[missing] = []
        return self.told(wanted)

    def is_told(self, atom: Term) -> bool:
        """Whether an atom has a node."""
        return atom in self.sources or atom in self.known

    def told(self, atom: Term) -> Input:
        """The node of an atom that has one."""
        return (self.sources[atom], False) if atom in self.sources else self.known[atom]

    def input_of(self, literal: Literal) -> Input:
        """A literal as an input."""
        node, inverted = self.told(literal.atom)
        return node, inverted if literal.positive else not inverted


def build(ground: Ground) -> Network:
    """The network of a description."""
    sources: dict[Term, int] = {}
    for part in ground.base:
        sources["true", part] = len(sources)
    for role in ground.roles:
        for move in ground.moves[role]:
            sources["does", role, move] = len(sources)
    network = Network(ground, sources)
    wanted = [atom for atom in ground.rules if name_of(atom) in ("next", "legal", "goal", "terminal")]
    for atom in wanted:
        network.known[atom] = plain(network, network.node_of(atom))
    if "terminal" not in network.known:
        raise Unsupported("the game never ends: no rule for terminal can ever hold")
    return network


def plain(network: Network, found: Input) -> Input:
    """A node that is on where the input counts: an inverted one gets a gate of its own."""
    if not found[1]:
        return found
    number = network.first_gate + len(network.gates)
    network.gates.append(Gate((found,), 1))
    return number, False
