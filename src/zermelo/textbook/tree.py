"""Game trees written by hand, in one line: the figures of the lectures as games for every textbook algorithm.

    [[3 12 8] [2 4 6] [14 5 2]]           max moves first, then min, then max: brackets are choices, numbers are ends
    min[4 7]   max[2 max[0 8]]            who moves, where it is not the next in turn
    chance[1/2: 8  1/3: 24  1/6: -12]     chance, each outcome with its odds, which add up to one
    [[(1, 2, 6) (4, 3, 3)] (0, 5, 5)]     the utilities of each player at the ends; p1[…] p2[…] p3[…] say who moves
    S=[A=[D=100 E=3] B=5]                 names, written before what they name
    A=[B=~5[2 7] C=1]                     ~5: the static value of an inner node, what an evaluation would say of it
    A=[B=~7[!-4 9] C=4]                   !: a noisy move leads here (a capture, say); the other moves are quiet

Spaces and commas separate branches. Numbers, and static values, are worth that much to max, who is player 0; min is
player 1 and gets the negative. A branch without a player's name belongs to the next player in turn, chance left out.
The move to a branch is its name, or else its number, counted from 1. A flat list becomes a full tree with
`Tree.of_leaves([8, 6, 3, …], 3)` or `Tree.from_text("[8 6 3 …]", branching=3)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.game import CHANCE
from zermelo.pictures import picture

Utilities = tuple[float, ...]


@dataclass(frozen=True)
class Tree:
    """A node with all that hangs below it; an object for the plain door. Names do not matter to equality."""

    turn: int  # the player to move, or CHANCE; at an end the player whose turn it would be
    children: tuple[Tree, ...] = ()
    worth: Utilities | None = None  # what an end is worth to each player; the static value of an inner node
    noisy_entry: bool = False  # whether the move that leads here is noisy
    name: str = field(default="", compare=False)
    chances: tuple[Fraction, ...] = ()  # the odds of each child, where chance moves
    zero_sum: bool = True  # written with one number: the second player's utility is the negative of the first's
    players: int = 2

    # ------------------------------------------------------------------ the plain door

    def moves(self) -> list[Any]:
        """The names of the branches, or their numbers from 1."""
        return [child.name or place for place, child in enumerate(self.children, 1)]

    def play(self, move: Any) -> Tree:
        """The branch of that name or number."""
        return self.children[self.place_of(move)]

    def over(self) -> bool:
        """Whether this is an end."""
        return not self.children

    def utility(self, player: int) -> float:
        """What an end is worth to a player."""
        if self.worth is None:
            raise BadPosition(f"{self.called()} has no static value: write one before its bracket, as in ~5[2 7]")
        return self.worth[player]

    def odds(self, move: Any) -> float:
        """The probability of a branch of chance."""
        return float(self.chances[self.place_of(move)])

    def evaluate(self) -> float:
        """The static value for the player to move; for player 0 where chance moves, as in every game."""
        return self.utility(max(self.turn, 0))

    def estimates(self) -> Utilities:
        """The static values of all players."""
        return tuple(self.utility(player) for player in range(self.players))

    def noisy(self, move: Any) -> bool:
        """Whether a move is marked as noisy."""
        return self.play(move).noisy_entry

    def same(self, move: Any) -> Any:
        """The first move that leads to an equal sub-tree: equivalent moves are those."""
        return self.moves()[self.children.index(self.play(move))]

    def move_text(self, move: Any) -> str:
        """A move as text."""
        return str(move)

    # ------------------------------------------------------------------ making and looking

    @classmethod
    def from_text(cls, text: str, *, branching: int | None = None) -> Tree:
        """Read a tree in the notation above; with `branching` a flat list becomes a full tree."""
        tree = Reader(text).read()
        if branching is None:
            return tree
        if any(child.children for child in tree.children):
            raise BadPosition("a branching factor is for a flat list of ends, and this text has brackets inside")
        if tree.turn == CHANCE:
            raise BadPosition("a flat list of ends with a branching factor is for players in turn, not for chance")
        leaves = [child.worth or () for child in tree.children]
        return cls.of_leaves([leaf[0] for leaf in leaves] if tree.zero_sum else leaves, branching, first=tree.turn)

    @classmethod
    def of_leaves(cls, leaves: Sequence[float | Utilities], branching: int, *, first: int = 0) -> Tree:
        """A full tree over a list of ends, every inner node with the same number of branches."""
        if branching < 2:
            raise BadPosition(f"the branching factor must be at least 2, not {branching}")
        depth = 0
        while branching**depth < len(leaves):
            depth += 1
        if not leaves or branching**depth != len(leaves):
            fitting = ", ".join(str(branching**power) for power in range(1, 5))
            raise BadPosition(f"{len(leaves)} ends do not fill a tree of branching {branching}: it has {fitting}, …")
        if len({len(leaf) if isinstance(leaf, tuple) else 0 for leaf in leaves}) > 1:
            raise BadPosition("the ends of a tree are all numbers, or all utilities of the same number of players")
        zero_sum = not isinstance(leaves[0], tuple)
        players = 2 if zero_sum else len(leaves[0])  # type: ignore[arg-type]  # a tuple, as was just asked
        last = (first + depth) % players
        level = [
            Tree(
                last, worth=leaf if isinstance(leaf, tuple) else mirror(float(leaf)), zero_sum=zero_sum, players=players
            )
            for leaf in leaves
        ]
        for height in range(depth - 1, -1, -1):
            turn = (first + height) % players
            groups = [tuple(level[place : place + branching]) for place in range(0, len(level), branching)]
            level = [Tree(turn, group, zero_sum=zero_sum, players=players) for group in groups]
        return level[0]

    def nodes(self, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Tree]]:
        """Every node with the moves that lead to it, parents first."""
        yield path, self
        for move, child in zip(self.moves(), self.children, strict=True):
            yield from child.nodes((*path, move))

    def at(self, path: Sequence[Any]) -> Tree:
        """The node that some moves lead to."""
        node: Tree = self
        for move in path:
            node = node.play(move)
        return node

    def place_of(self, move: Any) -> int:
        """Which branch a move means."""
        if move not in (moves := self.moves()):
            raise IllegalMove(f"{self.called()} has no branch {move!r}, only {', '.join(map(str, moves)) or 'an end'}")
        return moves.index(move)

    def called(self) -> str:
        """How to speak of this node."""
        return f"node {self.name}" if self.name else "a node without a name" if self.children else "an end"

    def mapped(self, change: Any) -> Self:
        """The same tree with every number changed by a function (utilities as seen by player 0 where they mirror)."""
        worth = self.worth
        if worth is not None:
            worth = mirror(change(worth[0])) if self.zero_sum else tuple(change(part) for part in worth)
        return replace(self, worth=worth, children=tuple(child.mapped(change) for child in self.children))

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture("tree", self)

    def __str__(self) -> str:
        return to_text(self)


def mirror(value: float) -> Utilities:
    """A number as the utilities of two opponents."""
    return value, 0.0 - value  # never -0


# ---------------------------------------------------------------------- writing


def number_text(value: float) -> str:
    """A number without needless digits."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def to_text(tree: Tree, last: int = -1) -> str:
    """The tree in its notation; `last` is the player who moved before (none: -1). Who moves in turn is not written."""
    worth = ""
    if tree.worth is not None:
        parts = [number_text(value) for value in tree.worth]
        worth = parts[0] if tree.zero_sum else f"({', '.join(parts)})"
    begin = (f"{tree.name}=" if tree.name else "") + ("!" if tree.noisy_entry else "")
    if not tree.children:
        return begin + worth
    kind = ""
    if tree.turn == CHANCE:
        kind = "chance"
    elif tree.turn != (last + 1) % tree.players:
        kind = ("max", "min")[tree.turn] if tree.zero_sum else f"p{tree.turn + 1}"
    below = [to_text(child, last if tree.turn == CHANCE else tree.turn) for child in tree.children]
    if tree.chances:
        below = [f"{odds}: {text}" for odds, text in zip(tree.chances, below, strict=True)]
    gap = "  " if tree.chances or any(child.children for child in tree.children) else " "
    return f"{begin}{kind}{'~' + worth if worth else ''}[{gap.join(below)}]"


# ---------------------------------------------------------------------- reading

TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>[-+\u2212]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?(?:/\d+)?)
    |(?P<word>[^\W\d][\w']*)
    |(?P<sign>[\[\]():=!~,])
    )""",
    re.VERBOSE,
)
KIND = re.compile(r"max|min|chance|p[1-9]\d*")
DEEPEST = 200  # brackets inside brackets: as deep as recursive algorithms go without trouble

MOST_SIGNS = 20_000  # of a written tree: brackets, numbers, names
LARGEST = 1e300  # no number is larger


@dataclass
class Branch:
    """What stands in the text, before it is known how many play."""

    place: int  # where it begins in the text
    name: str = ""
    kind: str = ""
    noisy: bool = False
    odds: Fraction | None = None
    worth: Utilities | float | None = None  # a tuple, or one number
    children: list[Branch] | None = None


class Reader:
    """Reads one text; every complaint names the place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []  # kind, text, place
        end = len(text.rstrip())
        place = 0
        while place < end:
            found = TOKEN.match(text, place)
            if not found:
                place += len(text[place:]) - len(text[place:].lstrip())
                raise self.error(f"{text[place]!r} has no meaning in a tree", place)
            kind = found.lastgroup or ""
            self.tokens.append((kind, found[kind], found.start(kind)))
            place = found.end()
            if len(self.tokens) > MOST_SIGNS:
                raise self.error(f"a written tree has at most {MOST_SIGNS:,} signs and numbers", place)
        self.next = 0
        self.names: set[str] = set()

    def error(self, problem: str, place: int) -> BadPosition:
        """A complaint that points at the place."""
        before = self.text[max(0, place - 15) : place]
        after = self.text[place : place + 15]
        shown = f"{'…' if place > 15 else ''}{before} >>> {after}{'…' if place + 15 < len(self.text) else ''}"
        return BadPosition(f"{problem} (character {place + 1}: {shown.strip()})")

    def peek(self, ahead: int = 0) -> str:
        """The text of a coming token, or nothing at the end."""
        return self.tokens[self.next + ahead][1] if self.next + ahead < len(self.tokens) else ""

    def place(self) -> int:
        """Where the coming token stands."""
        return self.tokens[self.next][2] if self.next < len(self.tokens) else len(self.text)

    def take(self, wanted: str) -> bool:
        """Go past a sign if it comes next."""
        if self.peek() != wanted:
            return False
        self.next += 1
        return True

    def kind(self) -> str:
        """The kind of the coming token."""
        return self.tokens[self.next][0] if self.next < len(self.tokens) else "end"

    # ------------------------------------------------------------------ the grammar

    def read(self) -> Tree:
        """The whole text as one tree."""
        if not self.tokens:
            raise BadPosition("no tree given: write one such as [[3 12 8] [2 4 6]]")
        root = self.branch(0)
        if self.next < len(self.tokens):
            raise self.error("the tree ends before this; one pair of brackets holds it all", self.place())
        if root.odds is not None:
            raise self.error("odds stand before the outcomes inside chance[…]", root.place)
        sizes = {len(b.worth) if isinstance(b.worth, tuple) else 0 for b in walk(root) if b.worth is not None}
        if len(sizes) > 1:
            first = next(b for b in walk(root) if b.worth is not None)
            other = next(b for b in walk(root) if b.worth is not None and size_of(b) != size_of(first))
            raise self.error("utilities of different lengths: each end needs one for every player", other.place)
        return self.grow(root, -1, max(sizes, default=0) or 2, 0 in sizes)

    def branch(self, depth: int) -> Branch:
        """[odds:] [name=] [!] [player] [~static] and a bracket, or a value in place of the last three."""
        made = Branch(self.place())
        if depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} brackets inside each other", made.place)
        if self.kind() == "number" and self.peek(1) == ":":
            made.odds = self.fraction()
            self.next += 1
        if self.kind() == "word" and self.peek(1) == "=":
            made.name = self.peek()
            if made.name in self.names:
                raise self.error(f"two nodes are named {made.name}", self.place())
            self.names.add(made.name)
            self.next += 2
        made.noisy = self.take("!")
        if self.kind() == "word":
            made.kind = self.peek()
            if not KIND.fullmatch(made.kind):
                raise self.error(
                    f"{made.kind!r} is neither max, min, chance nor p1, p2, …; a name is followed by =", self.place()
                )
            self.next += 1
        if self.take("~") or (self.kind() == "number" or self.peek() == "(") and not made.kind:
            inner = self.peek(-1) == "~"
            made.worth = self.worth()
            if not inner:
                return made
        if self.peek() != "[":
            if self.peek() == "]" or self.kind() == "end":
                raise self.error("something is missing here: a value or a bracket with branches", self.place())
            raise self.error(f"a value or a bracket is expected, not {self.peek()!r}", self.place())
        self.bracket(made, depth)
        return made

    def bracket(self, made: Branch, depth: int) -> None:
        """The branches of a node."""
        opened = self.place()
        self.next += 1
        made.children = []
        while not self.take("]"):
            if self.kind() == "end":
                raise self.error("this bracket is never closed", opened)
            made.children.append(self.branch(depth + 1))
            self.take(",")
        if not made.children:
            raise self.error("a bracket without branches: an end is a number", opened)
        for child in made.children:
            if made.kind == "chance" and child.odds is None:
                raise self.error("an outcome of chance without its odds: write 1/6: before it", child.place)
            if made.kind != "chance" and child.odds is not None:
                raise self.error("odds before a choice that is not chance: write chance[…]", child.place)
        total = sum(child.odds for child in made.children if child.odds is not None)
        if made.kind == "chance" and total != 1:
            raise self.error(f"the odds of this chance add up to {total} and not to 1", opened)

    def fraction(self) -> Fraction:
        """A number, exactly."""
        if self.kind() != "number":
            raise self.error("a number is expected", self.place())
        above, _, below = self.peek().replace("\u2212", "-").partition("/")
        if below and int(below) == 0:
            raise self.error("a division by zero", self.place())
        value = Fraction(above) / (int(below) if below else 1)
        if abs(value) > LARGEST:
            raise self.error(f"a number larger than {LARGEST:g}", self.place())
        if self.peek(1) == ":" and value < 0:
            raise self.error("odds cannot be negative", self.place())
        self.next += 1
        return value

    def worth(self) -> Utilities | float:
        """A number, or the utilities of all players in round brackets."""
        if self.peek() != "(":
            return float(self.fraction())
        opened = self.place()
        self.next += 1
        values = []
        while not self.take(")"):
            if self.kind() == "end":
                raise self.error("this bracket is never closed", opened)
            values.append(float(self.fraction()))
            self.take(",")
        if not values:
            raise self.error("no utilities between the brackets", opened)
        return tuple(values)

    # ------------------------------------------------------------------ from the text to the tree

    def grow(self, branch: Branch, last: int, players: int, zero_sum: bool) -> Tree:
        """The tree below a branch; `last` is the player who moved before."""
        turn = (last + 1) % players
        if branch.kind == "chance":
            turn = CHANCE
        elif branch.kind in ("max", "min"):
            if not zero_sum:
                raise self.error("max and min are for trees of numbers; with utilities write p1, p2, …", branch.place)
            turn = ("max", "min").index(branch.kind)
        elif branch.kind:
            turn = int(branch.kind[1:]) - 1
            if turn >= players:
                raise self.error(f"{branch.kind} does not play: there are {players} utilities", branch.place)
        worth = branch.worth if isinstance(branch.worth, tuple) else None
        if isinstance(branch.worth, float):
            worth = mirror(branch.worth)
        mover = last if turn == CHANCE else turn
        children = tuple(self.grow(child, mover, players, zero_sum) for child in branch.children or [])
        chances = tuple(child.odds or Fraction(0) for child in branch.children or []) if turn == CHANCE else ()
        return Tree(turn, children, worth, branch.noisy, branch.name, chances, zero_sum, players)


def walk(branch: Branch) -> Iterator[Branch]:
    """A branch and all below it."""
    yield branch
    for child in branch.children or []:
        yield from walk(child)


def size_of(branch: Branch) -> int:
    """How many utilities a value has; 0 for a number."""
    return len(branch.worth) if isinstance(branch.worth, tuple) else 0
