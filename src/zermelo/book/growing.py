"""A book grown by best-first expansion: the positions that good play is likeliest to reach are searched first.

Drop-out expansion (Lincke, Strategies for the automatic construction of opening books, 2000; after Buro): a position
costs its plies from the start, and more for every move on the way that is worse than the best one there. The cheapest
position that nobody has searched is searched next; its best moves enter the book, and their values are brought back to
the start, which may make other lines the cheapest. So a line that turns bad is left, and no line is left for ever.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.book.book import Book, BookMove, Spot, half_range, value_of
from zermelo.errors import BadLimit
from zermelo.game.game import CHANCE
from zermelo.game.sides import same_side
from zermelo.search.common.result import SearchResult

PLY = 1.0  # what a move of the best line costs
LOSS = 40.0  # what a move costs that is half the range of results worse than the best one


@dataclass(frozen=True)
class Question:
    """A position to be searched, as anybody can set it up: the first one and the moves from there."""

    start: str
    moves: tuple[int, ...]


Answers = Callable[[Sequence[Question]], Iterable[tuple[Question, SearchResult]]]


@dataclass
class Link:
    """A move of a position in the book, and where it leads."""

    known: BookMove
    move: int
    child: int  # the key of the position behind it
    end: float | None  # its result, where it ends the game
    same: bool  # whether the same side moves there
    chance: bool  # whether chance moves there, over which no value is brought back


@dataclass
class Node:
    """A position of the book."""

    state: Any
    moves: tuple[int, ...]  # from the first position
    links: list[Link] = field(default_factory=list)
    searched: bool = False
    value: float = math.nan


class Growth:
    """A book under construction."""

    def __init__(self, book: Book, *, plies: int = 0) -> None:
        if plies < 0:
            raise BadLimit(f"a book has 1 ply or more, not {plies}; 0 sets no bound")
        self.book, self.plies = book, plies
        self.scale = half_range(book.cls)
        self.nodes: dict[int, Node] = {}
        self.first = Spot.of(book.start).key
        self.enter(self.first, book.start, ())

    def enter(self, key: int, state: Any, moves: tuple[int, ...]) -> None:
        """Take in a position, and all that the book holds behind it."""
        waiting = [(key, state, moves)]
        for key, state, moves in waiting:
            if key in self.nodes:
                continue
            node = self.nodes[key] = Node(state.copy(), moves)
            links = self.outcomes(state) if state.turn == CHANCE else self.links(state)
            node.links = links
            node.searched = any(link.known.searched for link in links)
            waiting += [
                (link.child, self.after(state, link.move), (*moves, link.move)) for link in links if link.end is None
            ]

    def links(self, state: Any) -> list[Link]:
        """The moves that the book holds of a position."""
        return [self.link(state, move, known) for move, known in self.book.known(state).items()]

    def outcomes(self, state: Any) -> list[Link]:
        """The outcomes of chance."""
        return [self.link(state, move, BookMove()) for move in state.legal()]

    def link(self, state: Any, move: int, known: BookMove) -> Link:
        """Where a move leads."""
        child = self.after(state, move)
        end = float(child.utility(max(int(state.turn), 0))) if not child.legal() else None
        if end is not None and known.searched:
            known.value = end
        return Link(known, move, Spot.of(child).key, end, same_side(child, state), child.turn == CHANCE)

    def after(self, state: Any, move: int) -> Any:
        """The position behind a move."""
        child = state.copy()
        child.play(move)
        return child

    # ------------------------------------------------------------------ which position comes next

    def next(self, count: int) -> list[int]:
        """The cheapest positions that nobody has searched; none where the book is complete."""
        waiting, done, found = [(0.0, 0, self.first)], set[int](), list[int]()
        number = 0
        while waiting and len(found) < count:
            cost, _, key = heapq.heappop(waiting)
            if key in done:
                continue
            done.add(key)
            node = self.nodes[key]
            if node.state.turn != CHANCE and not node.searched:
                found.append(key)
            if self.plies and len(node.moves) + 1 >= self.plies:
                continue
            for link in node.links:
                if link.end is None and link.child not in done:
                    number += 1
                    heapq.heappush(waiting, (cost + self.price(node, link), number, link.child))
        return found

    def price(self, node: Node, link: Link) -> float:
        """What a move adds to the cost of a line."""
        if node.state.turn == CHANCE:
            return PLY - math.log2(max(float(node.state.odds(link.move)), 1e-9))
        value = value_of(link.known)
        if math.isnan(value) or math.isnan(node.value):
            return PLY
        return PLY + LOSS * max(node.value - value, 0.0) / self.scale

    # ------------------------------------------------------------------ one position more

    def grow(self, keys: Sequence[int], answers: Answers) -> Iterator[int]:
        """Search positions and take in what was found; yields after each."""
        questions = {Question(self.book.start.to_text(), self.nodes[key].moves): key for key in keys}
        for question, result in answers(list(questions)):
            key = questions[question]
            self.take(key, result)
            self.back_up()
            yield key

    def take(self, key: int, result: SearchResult) -> None:
        """Enter the moves that a search has ranked."""
        node = self.nodes[key]
        ranked = {line.move: line.value for line in result.lines} or {result.move: result.value}
        for move, value in ranked.items():
            known = BookMove(score=float(value), value=float(value), depth=result.depth, source=result.algorithm)
            self.book.add(node.state, move, known)
        node.links, node.searched = self.links(node.state), True
        for link in node.links:
            if link.end is None:
                self.enter(link.child, self.after(node.state, link.move), (*node.moves, link.move))

    def back_up(self) -> None:
        """Bring values back until nothing changes; positions that can return are left after some rounds."""
        order = list(self.nodes.values())[::-1]  # later ones stand behind earlier ones, mostly
        for _ in range(20):
            changed = False
            for node in order:
                values = [self.worth(link) for link in node.links if link.known.searched]
                best = max(values, default=math.nan)
                if best != node.value and not (math.isnan(best) and math.isnan(node.value)):
                    node.value, changed = best, True
            if not changed:
                return

    def worth(self, link: Link) -> float:
        """What a move is worth now, kept in the book."""
        if link.end is not None:
            link.known.value = link.end
        elif not link.chance:
            child = self.nodes[link.child]
            value = child.value if link.same else -child.value
            link.known.value = link.known.score if math.isnan(value) else value
        return value_of(link.known)
