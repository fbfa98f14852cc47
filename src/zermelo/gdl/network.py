"""A propositional network: the ground rules as gates that know when their inputs change.

A gate counts how many of its inputs are on, minus how many it needs: it is on where that is not negative. An AND of n
inputs needs n, an OR one; an inverted input counts where its source is off. Gates are numbered so that inputs come
before what they lead to, and only what changes is looked at again (forward dead reckoning; Draper and Rose 2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.errors import Unsupported
from zermelo.gdl.grounding import Ground
from zermelo.gdl.terms import Literal, Term, name_of, shown

Input = tuple[int, bool]  # a node, and whether it counts where it is off
MOST_UNROLLED = 2_000_000  # bodies of a strongly connected component times its atoms


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
    components: dict[Term, list[Term]] = field(default_factory=dict)  # atoms that depend on each other

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
            if self.is_told(atom):  # as one of a component
                del path[atom]
                continue
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
            if missing in self.components:
                component = self.components[missing]
                outside = next((atom for atom in self.outside(component) if not self.is_told(atom)), None)
                if outside is None:
                    self.unroll(component)
                    continue
                missing = outside
            path[missing] = []
        return self.told(wanted)

    def outside(self, component: list[Term]) -> Iterator[Term]:
        """What the atoms of a component are made of besides each other."""
        inside = set(component)
        for atom in component:
            for body in self.ground.rules[atom]:
                yield from (part.atom for part in body if part.atom not in inside)

    def unroll(self, component: list[Term]) -> None:
        """Gates for atoms that depend on each other within one position, as connected groups do.

        What follows without the component comes first, then what follows from that, and so on: after as many rounds as
        there are atoms nothing new can follow, as a shortest proof uses none of them twice.
        """
        bodies = {
            atom: [body for body in self.ground.rules[atom] if atom not in [part.atom for part in body]]
            for atom in component
        }
        if len(component) * sum(map(len, bodies.values())) > MOST_UNROLLED:
            raise Unsupported(
                f"line {self.ground.lines.get(component[0], 0)}: {shown(component[0])} depends on itself within one"
                f" position, in a cycle of {len(component):,} atoms: too large to be unrolled"
            )
        inside = set(component)
        known: dict[Term, Input] = {}
        for _ in component:
            new: dict[Term, Input] = {}
            for atom in component:
                ways = []
                for body in bodies[atom]:
                    if all(part.atom not in inside or part.atom in known for part in body):
                        parts = (known[p.atom] if p.atom in inside else self.input_of(p) for p in body)
                        ways.append(self.all_of(tuple(parts)))
                if ways:
                    new[atom] = self.any_of(tuple(ways))
            if new == known:
                break
            known = new
        for atom in component:
            self.known[atom] = known[atom] if atom in known else self.any_of(())

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
    network = Network(ground, sources, components=components_of(ground))
    wanted = [atom for atom in ground.rules if name_of(atom) in ("next", "legal", "goal", "terminal", "sees")]
    for atom in wanted:
        network.known[atom] = plain(network, network.node_of(atom))
    if "terminal" not in network.known:
        raise Unsupported("the game never ends: no rule for terminal can ever hold")
    return network


def components_of(ground: Ground) -> dict[Term, list[Term]]:
    """The atoms that depend on each other within one position, each with its strongly connected component.

    Tarjan's algorithm, without recursion.
    """
    found: dict[Term, list[Term]] = {}
    number: dict[Term, int] = {}
    low: dict[Term, int] = {}
    stack: list[Term] = []
    waiting: set[Term] = set()

    def below(atom: Term) -> Iterator[Term]:
        return (part.atom for body in ground.rules[atom] for part in body if part.atom in ground.rules)

    for root in ground.rules:
        if root in number:
            continue
        path = [(root, below(root))]
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while path:
            atom, left = path[-1]
            following = next(left, None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[atom])
                if low[atom] == number[atom]:
                    place = stack.index(atom)
                    component, stack[place:] = stack[place:], []
                    waiting.difference_update(component)
                    if len(component) > 1 or atom in below(atom):
                        found |= dict.fromkeys(component, component)
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                waiting.add(following)
                path.append((following, below(following)))
            elif following in waiting:
                low[atom] = min(low[atom], number[following])
    return found


def plain(network: Network, found: Input) -> Input:
    """A node that is on where the input counts: an inverted one gets a gate of its own."""
    if not found[1] and found[0] >= network.first_gate:
        return found  # a source itself would change while the next position is being written
    number = network.first_gate + len(network.gates)
    network.gates.append(Gate((found,), 1))
    return number, False
