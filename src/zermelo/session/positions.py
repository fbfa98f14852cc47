"""The positions of a record, so that they need not be replayed from the start whenever somebody looks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from zermelo.game.information import sees_move
from zermelo.game.playthrough import Playthrough
from zermelo.notation.record import GameRecord, Path

REMEMBERED = 48  # playthroughs that are kept; of the others only whose turn it is


class Positions:
    """Playthroughs by their place in a record; those asked for lately are kept."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.known: OrderedDict[Path, Playthrough] = OrderedDict()
        self.turns: dict[Path, int] = {}
        self.seen: dict[tuple[Path, int], bool] = {}

    def at(self, path: Sequence[int]) -> Playthrough:
        """The playthrough at a place of the record. It belongs to the record: copy it to play on."""
        path = tuple(path)
        if path in self.known:
            self.known.move_to_end(path)
            return self.known[path]
        self.record.node(path)  # says so where there is no such place
        back = len(path)
        while back and path[:back] not in self.known:
            back -= 1
        begun = self.known[path[:back]].copy() if path[:back] in self.known else self.record.begin()
        node = self.record.node(path[:back])
        for place in path[back:]:
            node = node.children[place]
            begun.play(begun.parse_move(node.move))
        self.keep(path, begun)
        return begun

    def keep(self, path: Path, playthrough: Playthrough) -> None:
        """Remember a position; the one that was not asked for the longest gives way."""
        self.known[path] = playthrough
        self.turns[path] = playthrough.turn
        while len(self.known) > REMEMBERED:
            self.known.popitem(last=False)

    def know_turns(self) -> None:
        """Whose turn it is at every place, found by playing the record once: far quicker than place by place."""
        if len(self.turns) > 1 and all(path in self.turns for path, node in self.record.walk() if node.children):
            return
        line = self.record.begin()
        for path, node in self.record.walk():
            while len(line.played) >= max(len(path), 1):
                line.undo()
            if path:
                line.play(line.parse_move(node.move))
            self.turns[path] = line.turn

    def turn(self, path: Path) -> int:
        """Who is to move at a place."""
        if path not in self.turns:
            self.at(path)
        return self.turns[path]

    def sees(self, path: Path, seat: int) -> bool:
        """Whether a seat can know the move that led to a place, in a game in which something is hidden."""
        if (path, seat) not in self.seen:
            before = self.at(path[:-1])
            self.seen[path, seat] = sees_move(before.state, before.parse_move(self.record.node(path).move), seat)
        return self.seen[path, seat]

    def clear(self) -> None:
        """The record was rearranged: places are no longer where they were."""
        self.known.clear()
        self.turns.clear()
        self.seen.clear()
