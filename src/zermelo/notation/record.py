"""The record of a game: where it began, who played, and a tree of moves whose first branch is what was played.

Moves are kept in the game's own notation, one for each move of the contract, so that a record outlives the encoding.
A place in the tree is a path: which child to take at each step, `()` for the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from zermelo.errors import BadMove, BadText
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue

Path = tuple[int, ...]


@dataclass
class Node:
    """A move, a remark on it, and what may follow; the first child is the main line."""

    move: str = ""  # empty at the root
    comment: str = ""
    children: list[Node] = field(default_factory=list)

    def child(self, move: str) -> int:
        """Which child a move leads to, added where it is new."""
        for place, node in enumerate(self.children):
            if node.move == move:
                return place
        self.children.append(Node(move))
        return len(self.children) - 1


@dataclass
class GameRecord:
    """A game as it is written down."""

    game: str
    settings: dict[str, str] = field(default_factory=dict)
    position: str = ""  # where it began, in the game's notation; empty for the usual start
    seats: list[str] = field(default_factory=list)  # a player's text for each seat
    tags: dict[str, str] = field(default_factory=dict)  # names, event, date, result ...
    root: Node = field(default_factory=Node)

    @classmethod
    def of(
        cls, playthrough: Playthrough, game: str, settings: dict[str, str] | None = None, position: str = ""
    ) -> GameRecord:
        """What was played so far in a playthrough."""
        record = cls(game, dict(settings or {}), position)
        node, state = record.root, playthrough.start.copy()
        for move in playthrough.played:
            node = node.children[node.child(str(state.move_text(move)))]
            state.play(move)
        return record

    def begin(self) -> Playthrough:
        """The playthrough before the first move."""
        return catalogue.begin(self.game, self.settings, self.position)

    def node(self, path: Sequence[int]) -> Node:
        """The node at a path."""
        node = self.root
        for place in path:
            if not 0 <= place < len(node.children):
                raise BadText(
                    f"the record has no variation {list(path)}; its main line has {len(self.main_line())} moves"
                )
            node = node.children[place]
        return node

    def moves_to(self, path: Sequence[int]) -> list[str]:
        """The moves that lead to a path, in the game's notation."""
        self.node(path)  # says so where there is no such place
        node, moves = self.root, []
        for place in path:
            node = node.children[place]
            moves.append(node.move)
        return moves

    def line(self, path: Sequence[int]) -> Playthrough:
        """The playthrough that leads to a path, every move checked."""
        play = self.begin()
        node = self.root
        for place in path:
            node = node.children[place]
            play_one(play, node.move)
        return play

    def main_line(self, path: Path = ()) -> Path:
        """The path to the end of the main line, from a place on."""
        node = self.node(path)
        while node.children:
            path, node = (*path, 0), node.children[0]
        return path

    def walk(self) -> Iterator[tuple[Path, Node]]:
        """Every node with its path, the root first, each main line before its variations."""
        waiting: list[tuple[Path, Node]] = [((), self.root)]
        while waiting:
            path, node = waiting.pop()
            yield path, node
            waiting.extend(((*path, place), child) for place, child in reversed(list(enumerate(node.children))))

    def place_of(self, wanted: Node) -> Path:
        """Where a node is now."""
        return next(path for path, node in self.walk() if node is wanted)

    def promote(self, path: Path) -> None:
        """Make the line to a place the main line."""
        self.node(path)  # says so where there is no such place
        node = self.root
        for place in path:
            node.children.insert(0, node.children.pop(place))
            node = node.children[0]

    def remove(self, path: Path) -> None:
        """Take a move out, and all that follows it."""
        if not path:
            raise BadText("the start of a record cannot be taken out")
        self.node(path)
        del self.node(path[:-1]).children[path[-1]]

    def verify(self) -> None:
        """Play every variation, and write each move as the game does; the first that cannot be played is named."""
        self.verify_from(self.begin(), self.root, "")

    def verify_from(self, playthrough: Playthrough, root: Node, shown: str) -> None:
        """Play all that follows a node, without recursion: records may be thousands of moves long."""
        waiting: list[tuple[int, Node]] = [(len(playthrough.played), child) for child in reversed(root.children)]
        while waiting:
            depth, node = waiting.pop()
            while len(playthrough.played) > depth:
                playthrough.undo()
            try:
                move = playthrough.parse_move(node.move)
                node.move = str(playthrough.state.move_text(move))
                playthrough.play(move)
            except BadMove as problem:
                raise BadText(f"move {depth + 1} of the record{shown} cannot be played: {problem}") from None
            waiting.extend((depth + 1, child) for child in reversed(node.children))


def play_one(playthrough: Playthrough, text: str) -> None:
    """Play one move of the contract given as text."""
    playthrough.play(playthrough.parse_move(text))
