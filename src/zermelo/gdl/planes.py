"""Ground rules as words: many atoms at once by shifts and masks, as a hand-written game of bits does it.

The atoms of one shape, such as cell(1,1,x) to cell(8,8,x), are the bits of a word: a plane. Instances of a rule that
differ only by where they lie on the planes become one expression; `cell(c,r,x)` four times in a line is
`x & x >> 6 & x >> 12 & x >> 18`. What depends on a move is a table of masks, one for each move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from math import prod

from zermelo.gdl.grounding import Ground
from zermelo.gdl.picture import in_order
from zermelo.gdl.terms import Literal, Term, compact, name_of

WORD = 64
MOST_EXPRESSIONS = 1500  # the compiler's time grows with them; a description that needs more gets a network
MOST_ANCHORS = 4  # parts of a body by which instances are laid on each other

Shape = tuple[str, ...]  # what the atoms of a plane have in common
Spot = tuple[int, int]  # plane and bit


@dataclass(frozen=True)
class Instance:
    """One ground rule: where its head and its parts lie, and which moves of which roles it allows."""

    head: Spot
    parts: tuple[tuple[int, bool, int], ...]  # plane, positive, bit; in this order
    moves: tuple[tuple[int, frozenset[int]], ...]  # role and the moves with which it holds


@dataclass
class Expression:
    """Instances that are computed together; bit a of the result tells about the instance that lies at a."""

    head: int  # plane
    target: int | None  # the bit that is on if any bit of the result is; None: the result is part of the plane
    shifted: list[tuple[int, bool, int]]  # plane, positive, how much further than a its bit is
    fixed: list[tuple[int, bool, int]]  # plane, positive, bit: the same for all
    mask: int
    moves: dict[int, dict[int, int]] = field(default_factory=dict)  # role -> move -> mask


@dataclass
class Planes:
    """Where every atom lies, and how the planes are computed."""

    spots: dict[Term, Spot] = field(default_factory=dict)
    shapes: list[tuple[Shape, int]] = field(default_factory=list)  # of each plane; which of the shape's planes it is
    order: list[int] = field(default_factory=list)  # planes that follow from others, each behind those it is made of
    expressions: dict[int, list[Expression]] = field(default_factory=dict)  # plane -> what makes it

    def filled(self) -> dict[int, int]:
        """The bits of each plane that mean anything."""
        found: dict[int, int] = defaultdict(int)
        for plane, bit in self.spots.values():
            found[plane] |= 1 << bit
        return found

    def of(self, *begins: str) -> list[int]:
        """The planes whose shape begins so."""
        return [number for number, (shape, _) in enumerate(self.shapes) if shape[: len(begins)] == begins]


def shape_of(atom: Term) -> tuple[Shape, tuple[str, ...]]:
    """What an atom has in common with others of its plane, and by what it differs from them."""
    if isinstance(atom, str):
        return (atom,), ()
    if atom[0] == "goal":
        return tuple(map(compact, atom)), ()
    begins = (atom[0], compact(atom[1])) if atom[0] in ("legal", "does") else (atom[0],)
    inner = atom[2] if len(begins) == 2 else atom[1] if atom[0] in ("true", "next") else atom
    if isinstance(inner, str):
        return (*begins, inner), ()
    named = begins if inner is atom else (*begins, inner[0])
    return (*named, str(len(inner) - 1)), tuple(compact(part) for part in inner[1:])


def laid_out(arguments: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[int, int]]:
    """A word and a bit for each atom of a shape, neighbours at equal distances, in as few words as can be.

    Some arguments choose the word, the others count the bits.
    """
    width = len(arguments[0])
    values = [in_order({one[place] for one in arguments}) for place in range(width)]
    sizes = [len(found) for found in values]
    best: tuple[int, ...] = ()
    if prod(sizes) > WORD:
        choices = [
            split
            for size in range(1, width + 1)
            for split in combinations(range(width), size)
            if prod(sizes[place] for place in range(width) if place not in split) <= WORD
        ]
        best = min(choices, key=lambda split: (prod(sizes[place] for place in split), -split[-1]))
    numbers = [{value: number for number, value in enumerate(found)} for found in values]
    found: dict[tuple[str, ...], tuple[int, int]] = {}
    words: dict[tuple[str, ...], int] = {}
    for one in sorted(arguments, key=lambda one: [numbers[place][one[place]] for place in range(width)]):
        word = words.setdefault(tuple(one[place] for place in best), len(words))
        bit = 0
        for place in range(width):
            if place not in best:
                bit = bit * sizes[place] + numbers[place][one[place]]
        found[one] = word, bit
    if best and len(best) == width == 1:  # a long row of numbers: 64 to the word
        return {one: divmod(numbers[0][one[0]], WORD) for one in arguments}
    return found


class Builder:
    """Planes being made of a ground description."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.planes = Planes()
        self.move_numbers = {
            role: {move: number for number, move in enumerate(ground.moves[role])} for role in ground.roles
        }

    def build(self) -> Planes | None:
        """The planes; none where atoms of one plane depend on each other, or too many expressions are needed."""
        self.place(self.atoms())
        instances = self.instances()
        below: dict[int, set[int]] = defaultdict(set)
        families: dict[tuple[object, ...], list[Instance]] = defaultdict(list)
        for one in instances:
            inside = {plane for plane, _, _ in one.parts}
            below[one.head[0]] |= {plane for plane in inside if self.planes.shapes[plane][0][0] != "true"}
            form = (one.head[0], tuple(part[:2] for part in one.parts), tuple(role for role, _ in one.moves))
            families[form].append(one)
        try:
            self.planes.order = list(TopologicalSorter(below).static_order())
        except CycleError:
            return None
        count = 0
        for family in families.values():
            for expression in together(family):
                self.planes.expressions.setdefault(expression.head, []).append(expression)
                count += 1
                if count > MOST_EXPRESSIONS:
                    return None
        return self.planes

    def atoms(self) -> list[Term]:
        """All atoms that have a place; what does not follow from any rule never holds."""
        base: list[Term] = [("true", part) for part in self.ground.base]
        coming: list[Term] = [("next", part) for part in self.ground.base]
        legal: list[Term] = [("legal", r, move) for r in self.ground.roles for move in self.ground.moves[r]]
        others = [atom for atom in self.ground.rules if name_of(atom) not in ("next", "legal")]
        return [*base, *coming, *legal, *others]

    def place(self, atoms: Iterable[Term]) -> None:
        """Give every atom its spot."""
        shapes: dict[Shape, list[tuple[tuple[str, ...], Term]]] = defaultdict(list)
        for atom in atoms:
            shape, arguments = shape_of(atom)
            shapes[shape].append((arguments, atom))
        for shape, members in shapes.items():
            spots = laid_out([arguments for arguments, _ in members])
            if shape[0] == "legal" and (better := self.beside_bodies([atom for _, atom in members])):
                spots = {arguments: (0, better[atom]) for arguments, atom in members}
            first = len(self.planes.shapes)
            for arguments, atom in members:
                word, bit = spots[arguments]
                self.planes.spots[atom] = first + word, bit
            words = 1 + max(word for word, _ in spots.values())
            self.planes.shapes += [(shape, word) for word in range(words)]

    def beside_bodies(self, heads: list[Term]) -> dict[Term, int] | None:
        """Bits of heads that are those of a part of their bodies: then no shift is needed."""
        for number in range(min(len(body) for head in heads for body in self.ground.rules.get(head, [()]))):
            found: dict[Term, int] = {}
            for head in heads:
                spots = {self.planes.spots.get(body[number].atom, (-1, -1)) for body in self.ground.rules.get(head, [])}
                if len(spots) != 1 or (bit := next(iter(spots))[1]) < 0 or bit in found.values():
                    break
                found[head] = bit
            else:
                return found
        return None

    def instances(self) -> Iterator[Instance]:
        """All ground rules that anything asks for, as places."""
        for head in self.asked_for():
            for body in self.ground.rules[head]:
                if (made := self.instance(head, body)) is not None:
                    yield made

    def asked_for(self) -> list[Term]:
        """The atoms that next, legal, goal and terminal lead to, in the order of the rules."""
        waiting = [atom for atom in self.ground.rules if name_of(atom) in ("next", "legal", "goal", "terminal")]
        found = set(waiting)
        while waiting:
            for body in self.ground.rules[waiting.pop()]:
                more = {part.atom for part in body if part.atom in self.ground.rules} - found
                found |= more
                waiting += more
        return [atom for atom in self.ground.rules if atom in found]

    def instance(self, head: Term, body: tuple[Literal, ...]) -> Instance | None:
        """One ground rule; none where it can never hold."""
        parts: set[tuple[int, bool, int]] = set()
        allowed: dict[int, set[int]] = {}
        for part in body:
            if name_of(part.atom) == "does":
                role = self.ground.roles.index(part.atom[1])
                every = self.move_numbers[part.atom[1]]
                number = every.get(part.atom[2], -1)
                fits = {number} if part.positive else set(every.values()) - {number}
                allowed[role] = allowed.get(role, fits) & fits
            elif part.atom in self.planes.spots:
                plane, bit = self.planes.spots[part.atom]
                parts.add((plane, part.positive, bit))
            elif part.positive:
                return None
        if any(not moves for moves in allowed.values()):
            return None
        moves = tuple((role, frozenset(found)) for role, found in sorted(allowed.items()))
        return Instance(self.planes.spots[head], tuple(sorted(parts)), moves)


def together(family: list[Instance]) -> list[Expression]:
    """Instances of one form as few expressions: laid on each other by their heads or by one of their parts."""
    best = grouped(family, None)
    for anchor in range(min(len(family[0].parts), MOST_ANCHORS)):
        found = grouped(family, anchor)
        best = found if len(found) < len(best) else best
    return best


def grouped(family: list[Instance], anchor: int | None) -> list[Expression]:
    """The expressions with one way to lay instances on each other; a part where all are the same is fixed."""

    def lies(one: Instance) -> int:
        return one.head[1] if anchor is None else one.parts[anchor][2]

    slots = range(len(family[0].parts))
    fixed = [
        slot
        for slot in slots
        if slot != anchor
        and len({one.parts[slot][2] for one in family}) < len({one.parts[slot][2] - lies(one) for one in family})
    ]
    groups: dict[tuple[object, ...], Expression] = {}
    for one in family:
        at = lies(one)
        target = None if anchor is None else one.head[1]
        shifted = [(*one.parts[slot][:2], one.parts[slot][2] - at) for slot in slots if slot not in fixed]
        still = [one.parts[slot] for slot in fixed]
        key: tuple[object, ...] = (target, tuple(shifted), tuple(still))
        if len(one.moves) > 1:  # masks of several roles hold together, not each by itself
            key = (*key, sum(1 for other in groups if other[:3] == key and groups[other].mask >> at & 1))
        found = groups.setdefault(key, Expression(one.head[0], target, shifted, still, 0))
        found.mask |= 1 << at
        for role, moves in one.moves:
            masks = found.moves.setdefault(role, {})
            for move in moves:
                masks[move] = masks.get(move, 0) | 1 << at
    return list(groups.values())


def planes_of(ground: Ground) -> Planes | None:
    """The planes of a description, if it has the form for them."""
    return Builder(ground).build()
