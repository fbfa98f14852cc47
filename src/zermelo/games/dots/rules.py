"""What dots and boxes and dots and hexagons share: edges are drawn, and who closes a cell owns it and draws again.

Nobody has to close a cell. The game ends when all edges are drawn; most cells win. A game gives the numbers of its
edges and cells and which lie side by side; everything else is here.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Cells,
    Game,
    Random,
    Row,
    array,
    bit,
    count,
    derived,
    flag,
    has,
    i16,
    not_in_key,
    nth,
    number,
    put,
    put_all,
    python_only,
    rest,
    table,
    u8,
    u16,
    u64,
    word,
)
from zermelo.game.bits import hash_words
from zermelo.game.compile import copied
from zermelo.games.dots.fences import Edge, Mirror, Point, all_edges, around, beside, mirrored, pairs_of_mirrors

AT_HAND = 0.8  # the worth of a cell that lacks one edge: who moves takes most of them
OPENINGS = 12  # chains that an evaluation opens: five bits each of a word
OUTSIDE = 200  # edges that what lies outside the board seems to lack: never closed, never nearly closed
SIGNS = "12"
NAMES = ("the first player", "the second player")


def same_place(point: Point) -> Point:
    """The mirror that changes nothing."""
    return point


class DotsGame(Game):
    """Draw edges, close cells."""

    # ------------------------------------------------------------------ facts
    misere: bool = False  # fewest cells win
    forced: bool = False  # who can close a cell must
    corners: int = 4  # of a cell
    CELLS: list[list[Point]] = derived(lambda game: [])  # the corners of each cell
    EDGES: list[Edge] = derived(lambda game: all_edges(game.CELLS))
    MIRRORS: list[Mirror] = derived(lambda game: [same_place])  # those of the board, after one that changes nothing
    cells: int = derived(lambda game: len(game.CELLS))
    edges: int = derived(lambda game: len(game.EDGES))
    length: int = derived(lambda game: -(-game.edges // 64))  # words of a board of edges
    most_moves: int = derived(lambda game: game.edges)
    longest: int = derived(lambda game: game.edges)
    lowest: float = derived(lambda game: -float(game.cells))
    highest: float = derived(lambda game: float(game.cells))
    BOARD: Cells = derived(
        lambda game: table([(1 << min(64, game.edges - first)) - 1 for first in range(0, game.edges, 64)], u64)
    )
    BESIDE: Cells = derived(lambda game: table(beside(game.EDGES, game.CELLS), u16))  # two cells for each edge
    AROUND: Cells = derived(lambda game: table(around(game.EDGES, game.CELLS), u16))  # the edges of each cell
    EDGE_IN: Cells = derived(
        lambda game: table([mirrored(game.EDGES, game.CELLS, one)[0] for one in game.MIRRORS], u16)
    )
    CELL_IN: Cells = derived(
        lambda game: table([mirrored(game.EDGES, game.CELLS, one)[1] for one in game.MIRRORS], u16)
    )
    PAIRS: Cells = derived(lambda game: table(pairs_of_mirrors(game.EDGES, game.CELLS, game.MIRRORS), u8))
    symmetries: int = derived(lambda game: len(game.PAIRS) // 2)

    # ------------------------------------------------------------------ state
    drawn: Cells = array(u64, lambda game: game.length)  # edges
    lead: i16  # cells of the first player less those of the second
    left: i16 = not_in_key()  # edges not drawn yet
    again: flag = not_in_key()  # the last edge closed a cell; it changes nothing that can follow
    missing: Cells = array(u8, lambda game: game.cells + 1, in_key=False)  # edges that each cell lacks
    owner: Cells = array(u8, lambda game: game.cells, in_key=False)  # 0 nobody yet, 1 the first player, 2 the second

    @python_only
    def clear(self) -> None:
        """An empty board."""
        self.left = self.edges
        self.missing[:] = self.corners
        self.missing[self.cells] = OUTSIDE

    @python_only
    def draw(self, edge: int) -> None:
        """An edge of the set-up, which is nobody's move."""
        self.drawn[edge >> 6] |= bit(edge & 63)
        self.left -= 1
        for side in range(2):
            self.missing[self.BESIDE[2 * edge + side]] -= 1

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every edge that is not drawn."""
        if self.forced and self.first_closing() >= 0:
            found = 0
            for cell in range(self.cells):
                if self.missing[cell] == 1:
                    edge = self.open_edge(cell, -1)
                    if cell == self.first_closed(edge):  # an edge that closes two cells is one move
                        found = put(out, found, edge)
            return found
        if self.length == 1:
            return put_all(out, 0, self.BOARD[0] & ~self.drawn[0])
        found = 0
        for part in range(self.length):
            free = self.BOARD[part] & ~self.drawn[part]
            while free:
                found = put(out, found, 64 * part + nth(free, 0))
                free = rest(free)
        return found

    def play(self, edge: int) -> None:
        """Draw it; who closes a cell, or two, owns them and draws again."""
        self.drawn[edge >> 6] = self.drawn[edge >> 6] | bit(edge & 63)
        self.left = self.left - 1
        closed = 0
        for side in range(2):
            cell = self.BESIDE[2 * edge + side]
            lacks = self.missing[cell] - 1
            self.missing[cell] = lacks
            if lacks == 0:
                self.owner[cell] = self.turn + 1
                closed += 1
        self.lead = self.lead + (closed if self.turn == 0 else -closed)
        self.again = closed > 0
        self.turn = self.turn if closed > 0 else 1 - self.turn

    def over(self) -> bool:
        """All edges are drawn."""
        return self.left == 0

    def midturn(self) -> bool:
        """A cell has been closed: the same player draws again."""
        return self.again and self.left > 0

    def utility(self, player: int) -> float:
        """The margin in cells."""
        margin = float(-self.lead if self.misere else self.lead)
        return margin if player == 0 else -margin

    # ------------------------------------------------------------------ helpers
    def open_edge(self, cell: int, but: int) -> int:
        """An edge of a cell that is not drawn, and is not a certain one; -1 if there is none."""
        for place in range(self.corners):
            edge = self.AROUND[self.corners * cell + place]
            if edge != but and not has(self.drawn[edge >> 6], edge & 63):
                return int(edge)
        return -1

    def across(self, edge: int, cell: int) -> int:
        """What lies on the other side of an edge."""
        return int(self.BESIDE[2 * edge]) + int(self.BESIDE[2 * edge + 1]) - cell

    def lacking(self, edge: int, number: int) -> int:
        """How many of the two cells beside an edge lack so many edges."""
        one, other = self.missing[self.BESIDE[2 * edge]], self.missing[self.BESIDE[2 * edge + 1]]
        return int(one == number) + int(other == number)

    def first_closed(self, edge: int) -> int:
        """The first of the cells that an edge closes; -1 if it closes none."""
        for side in range(2):
            cell = int(self.BESIDE[2 * edge + side])
            if self.missing[cell] == 1:
                return cell
        return -1

    def first_closing(self) -> int:
        """The edge that closes the first cell that lacks one edge; -1 if there is none."""
        for cell in range(self.cells):
            if self.missing[cell] == 1:
                return self.open_edge(cell, -1)
        return -1

    # ------------------------------------------------------------------ hooks
    def key(self) -> np.uint64:
        """Edges, lead and turn: whose cells are whose is told in the text, but changes nothing that can follow."""
        return hash_words(self)

    def sample(self, random: Random, row: Row) -> int:
        """A random edge without listing them."""
        if self.forced:
            return int(row[random.below(self.moves(row))])
        if self.length == 1:
            return nth(self.BOARD[0] & ~self.drawn[0], random.below(self.left))
        index = random.below(self.left)
        for part in range(self.length):
            free = self.BOARD[part] & ~self.drawn[part]
            here = count(free)
            if index < here:
                return 64 * part + nth(free, index)
            index -= here
        return -1

    def evaluate(self) -> float:
        """The lead, the cells at hand, and once every edge gives cells away, the chains and rings that will be opened.

        Who then has to open the next chain is what the game is about. As long as there are edges that give nothing
        away, their number says little: it changes with every chain that grows; drawing them first in sixteen orders
        and then opening the chains was worse than leaving both out.
        """
        lead = float(self.lead if self.turn == 0 else -self.lead)
        value = lead + AT_HAND * self.at_hand()
        if self.only_chains():
            value = lead + self.played_out()
        bound = self.highest - 0.01
        value = max(-bound, min(bound, value))
        return -value if self.misere else value

    def at_hand(self) -> int:
        """The cells that lack one edge."""
        total = 0
        for cell in range(self.cells):
            total += self.missing[cell] == 1
        return total

    def only_chains(self) -> bool:
        """Whether only chains are left to be opened, and `played_out` knows how that goes."""
        return not self.misere and not self.forced and not self.quiet()

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation: cells, and what is at hand or what the chains will bring."""
        lead = {"cells": float(self.lead if self.turn == 0 else -self.lead)}
        if self.only_chains():
            return lead | {"cells to come from the chains": self.played_out()}
        return lead | {"cells at hand": self.at_hand()}

    def quiet(self) -> bool:
        """Whether some edge gives nothing away."""
        for part in range(self.length):
            free = self.BOARD[part] & ~self.drawn[part]
            while free:
                edge = 64 * part + nth(free, 0)
                free = rest(free)
                if self.missing[self.BESIDE[2 * edge]] > 2 and self.missing[self.BESIDE[2 * edge + 1]] > 2:
                    return True
        return False

    def played_out(self) -> float:
        """What the mover gains from here on if chains are opened one by one, the shortest first.

        A copy of the board is played to its end; how it went is told by a word, five bits for each opening, and summed
        up from the last one: who takes a chain then opens the next, or leaves the last two cells (four of a
        ring), and the other has to open it.
        """
        board = copied(self)
        at_hand = board.take_all()
        told, opened = NONE, 0
        while board.left > 0 and opened < OPENINGS:
            edge, ring = board.opening()
            if edge < 0:
                break
            board.play(edge)
            told = told << word(5) | word(min(board.take_all(), 15) + (16 if ring else 0))
            opened += 1
        value = 0.0  # of what is left, for who has to open it
        for _ in range(opened):
            size, left_over = number(told & word(15)), 8.0 if told & word(16) else 4.0
            told = told >> word(5)
            value = -size - (max(value, -value - left_over) if size > 2 else value)
        return at_hand + (max(value, -value - 4.0) if at_hand > 2 else value)

    def take_all(self) -> int:
        """Close every cell that lacks one edge, and those that lack one thereafter; how many they are."""
        before = self.lead
        for first in range(self.cells):
            cell = first
            while self.missing[cell] == 1:  # on along the chain
                edge = self.open_edge(cell, -1)
                beyond = self.across(edge, cell)
                self.play(edge)
                cell = beyond
        return abs(int(self.lead - before))

    def opening(self) -> tuple[int, bool]:
        """An edge that opens the shortest chain, or ring, and whether it is a ring; -1 if there is none."""
        best, shortest, ring = -1, OUTSIDE, False
        for cell in range(self.cells):
            if self.missing[cell] == 2:
                one = self.open_edge(cell, -1)
                other = self.open_edge(cell, one)
                inside = self.missing[self.across(one, cell)] == 2 and self.missing[self.across(other, cell)] == 2
                edge = other if self.missing[self.across(one, cell)] == 2 else one
                size = self.follow(cell, edge)
                if inside:  # of a chain, whose ends are met too, or of a ring
                    size = -size if size < 0 else OUTSIDE
                if size < shortest:
                    best, shortest, ring = edge, size, inside
        return best, ring

    def follow(self, start: int, edge: int) -> int:
        """The cells of a chain from a cell on, away from an edge of it; with a minus, those of a ring."""
        size, cell = 0, start
        while self.missing[cell] == 2:
            size += 1
            edge = self.open_edge(cell, edge)
            cell = self.across(edge, cell)
            if cell == start:
                return -size
        return size

    def bounds(self, player: int) -> tuple[float, float]:
        """A closed cell never changes hands."""
        rest_of = 0
        for cell in range(self.cells):
            rest_of += self.missing[cell] > 0
        margin = -self.lead if self.misere == (player == 0) else self.lead
        return float(margin - rest_of), float(margin + rest_of)

    def static_result(self, out: Row) -> tuple[int, int]:
        """Take what costs nothing; in a chain of cells take on, or leave the last two; never play elsewhere meanwhile.

        A closing edge costs nothing if the cell beyond it does not lack exactly one other edge then. Proof, by the
        number of edges left: let e be such an edge and m another move. If m closes nothing, the opponent may answer
        it with e; instead the player plays e and then m, which leads to the same position with that cell taken. If m
        closes cells, e costs nothing after m either, and the order of the two does not matter; or e and m lead from
        two cells into a third that lacks one more, and then the positions after e and after m have the same form.

        In the same way every move that closes nothing is worse than closing with an edge e, unless it is the one edge
        f that the cell beyond e would then lack: drawing f leaves two cells to the opponent, who must move on.
        """
        if self.misere or self.forced:
            return self.moves(out), 0
        found = 0
        leave = -1  # the edge f of all closing edges so far; -2 if they differ
        for cell in range(self.cells):
            if self.missing[cell] == 1:
                edge = self.open_edge(cell, -1)
                beyond = self.across(edge, cell)
                if self.missing[beyond] != 2:
                    return put(out, 0, edge), 0
                other = self.open_edge(beyond, edge)
                leave = other if leave == -1 or leave == other else -2
                found = put(out, found, edge)
        if found == 0:
            return self.moves(out), 0
        if leave >= 0 and self.lacking(leave, 1) == 0:
            found = put(out, found, leave)
        return found, 0

    def plies_left(self) -> int:
        """The edges that are left."""
        return self.left

    def order(self, edge: int) -> int:
        """Closing edges first, edges that give a cell away last."""
        return 100 * self.lacking(edge, 1) - 10 * self.lacking(edge, 2)

    def noisy(self, edge: int) -> bool:
        """The first edge that closes a cell, and no other: beyond the horizon one order of closing them is enough.

        Two ends of an opened chain can be closed in very many orders; a search that tried them all saw nothing else.
        """
        return self.lacking(edge, 1) > 0 and edge == self.first_closing()

    def noisy_moves(self, out: Row) -> int:
        """That edge, without looking at the others."""
        edge = self.first_closing()
        return put(out, 0, edge) if edge >= 0 else 0

    def transform(self, which: int) -> None:
        """Two mirrors, one after the other; each exchanges edges and cells in pairs."""
        for place in range(2):
            mirror = self.PAIRS[2 * which + place]
            for edge in range(self.edges):
                other = self.EDGE_IN[mirror, edge]
                if other > edge and has(self.drawn[edge >> 6], edge & 63) != has(self.drawn[other >> 6], other & 63):
                    self.drawn[edge >> 6] = self.drawn[edge >> 6] ^ bit(edge & 63)
                    self.drawn[other >> 6] = self.drawn[other >> 6] ^ bit(other & 63)
            for cell in range(self.cells):
                twin = self.CELL_IN[mirror, cell]
                if twin > cell:
                    lacks, owner = self.missing[cell], self.owner[cell]
                    self.missing[cell], self.owner[cell] = self.missing[twin], self.owner[twin]
                    self.missing[twin], self.owner[twin] = lacks, owner

    def transform_move(self, which: int, edge: int) -> int:
        """Where both mirrors send an edge."""
        return int(self.EDGE_IN[self.PAIRS[2 * which + 1], self.EDGE_IN[self.PAIRS[2 * which], edge]])

    # ------------------------------------------------------------------ notation
    @python_only
    def settled(self, mover: str) -> Self:
        """This position, read from a text, with its lead and mover; refused if cells and owners do not fit."""
        self.turn, self.again = SIGNS.index(mover[0]), mover.endswith("+")
        for cell in range(self.cells):
            if (self.missing[cell] == 0) != (self.owner[cell] > 0):
                raise BadPosition("a cell has an owner, 1 or 2, exactly if all its edges are drawn")
        self.lead = self.owned(0) - self.owned(1)
        if self.again and not self.owned(self.turn):
            raise BadPosition("who moves again (+) has closed a cell, but owns none here")
        return self

    @python_only
    def is_drawn(self, edge: int) -> bool:
        """Whether an edge is drawn."""
        return has(self.drawn[edge >> 6], edge & 63)

    @python_only
    def owned(self, player: int) -> int:
        """How many cells a player has closed."""
        return int(np.sum(np.asarray(self.owner) == player + 1))

    @python_only
    def ending(self) -> str:
        """The count."""
        if not self.over():
            return ""
        first, second = self.owned(0), self.owned(1)
        result = "draw" if self.lead == 0 else f"{NAMES[self.utility(1) > 0]} wins"
        return f"all edges are drawn: {first} to {second}, {result}"
