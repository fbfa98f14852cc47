"""Nine men's morris: place nine men each, then slide them along the lines; three in a line take a man of the opponent.

A man in a mill (three of one player in a line) is safe as long as another can be taken. A player with three men left
may fly to any point. Who has fewer than three men, or cannot move, loses. Six men's morris is played on two rings,
twelve men's on three whose corners are joined; `board.py` draws the points. With 24 of them a move is

    point                            a man from the hand
    points + points * from + to      a slide or flight
    points + points ** 2 + point     an opponent's man is taken: the second move of a turn that closed a mill
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    compared,
    count,
    derived,
    flag,
    has,
    i8,
    mix64,
    nth,
    parameter,
    put,
    put_all,
    python_only,
    squares,
    table,
    times,
    u8,
    u64,
    word,
)
from zermelo.games.nine_mens_morris.board import (
    back,
    mill_bits,
    mills_of_points,
    morris_points,
    morris_symmetries,
    neighbours,
    onward,
    point_names,
    point_rows,
    starts,
)

COLOURS, NAMES = "wb", ("White", "Black")
MIDDLES = word(0xAAAAAA)  # of the sides


class NineMensMorris(Game):
    """Close mills and take men."""

    # ------------------------------------------------------------------ facts
    men: int = parameter(9, choices=(6, 9, 12), help="men of each player: six, nine or twelve men's morris")
    flying: bool = parameter(True, help="a player with three men left may go to any empty point")
    rings: int = derived(lambda game: 2 if game.men == 6 else 3)
    diagonals: bool = derived(lambda game: game.men == 12)
    points: int = derived(lambda game: 8 * game.rings)
    takes: int = derived(lambda game: game.points + game.points**2)  # the first of the moves that take a man
    most_moves: int = derived(lambda game: 3 * (game.points - 6))  # three flying men, three of the opponent in the way
    repetition = 3
    no_progress = 100
    symmetries = 16

    board: np.uint64 = derived(lambda game: word((1 << game.points) - 1))
    joints: np.uint64 = derived(  # the points that lead to other rings
        lambda game: game.board if game.diagonals else MIDDLES & game.board
    )
    NEAR: Cells = derived(lambda game: table(neighbours(game.rings, game.diagonals), u64))
    MILLS: Cells = derived(lambda game: table(mill_bits(game.rings, game.diagonals), u64))
    THROUGH: Cells = derived(lambda game: table(mills_of_points(game.rings, game.diagonals), u64))  # [3 * point + k]
    START: Cells = derived(lambda game: table(starts(game.points), u8))  # where the man of a move comes from
    LANDING: Cells = derived(lambda game: table([move % game.points for move in range(game.takes)], u8))
    IMAGE: Cells = derived(lambda game: table(np.array(morris_symmetries(game.rings)), u8))  # [which, point]

    # ------------------------------------------------------------------ state
    mine: u64  # the men of the player to move, as bits
    theirs: u64  # those of the opponent
    hand: i8  # men that the player to move has still to place
    their_hand: i8  # those that the opponent has
    taking: flag  # a mill was closed: the same player now takes a man

    @python_only
    def start(self) -> None:
        """All men in hand."""
        self.hand = self.their_hand = self.men

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Take a man where a mill was closed; else place, slide or fly."""
        if self.taking:
            n = 0
            for point in squares(self.prey()):
                n = put(out, n, self.takes + point)
            return n
        free = self.free()
        if self.hand > 0:
            return put_all(out, 0, free)
        mine = self.mine
        anywhere = self.flies(mine)
        n = 0
        for man in squares(mine):
            reach = free if anywhere else free & self.NEAR[man]
            for to in squares(reach):
                n = put(out, n, self.points + self.points * man + to)
        return n

    def play(self, move: int) -> None:
        """A mill keeps the turn for one more move."""
        if move >= self.takes:
            self.theirs = self.theirs & ~bit(move - self.takes)
            self.taking = False
            self.pass_on()
            return
        self.hand -= move < self.points
        self.mine = self.moved(move)
        if self.closed(self.mine, self.LANDING[move]):
            self.taking = True
        else:
            self.pass_on()

    def over(self) -> bool:
        """The player to move has fewer than three men, those in hand included."""
        return count(self.mine) + self.hand < 3

    def midturn(self) -> bool:
        """Closing a mill and taking a man are one turn."""
        return self.taking

    def utility(self, player: int) -> float:
        """The player to move has too few men or cannot move; a full board (twelve men's) is a draw."""
        if self.free() == NONE:
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def pass_on(self) -> None:
        """It is the opponent's turn."""
        self.mine, self.theirs = self.theirs, self.mine
        self.hand, self.their_hand = self.their_hand, self.hand
        self.turn = 1 - self.turn

    def free(self) -> np.uint64:
        """The empty points."""
        return ~(self.mine | self.theirs) & self.board

    def flies(self, men: np.uint64) -> bool:
        """Whether a player with these men (and none in hand) may go anywhere."""
        return self.flying and count(men) == 3

    def moved(self, move: int) -> np.uint64:
        """The mover's men after a placing, slide or flight."""
        return self.mine & ~bit(self.START[move]) | bit(self.LANDING[move])

    def closed(self, men: np.uint64, point: int) -> bool:
        """Whether one of the mills through a point is full of these men."""
        left = ~men
        return (
            left & self.THROUGH[3 * point] == NONE
            or left & self.THROUGH[3 * point + 1] == NONE
            or (self.diagonals and left & self.THROUGH[3 * point + 2] == NONE)
        )

    def closing(self, move: int) -> bool:
        """Whether a placing or slide closes a mill."""
        return move < self.takes and self.closed(self.moved(move), self.LANDING[move])

    def prey(self) -> np.uint64:
        """The men that may be taken: those in no mill, or any if all are in mills."""
        theirs = self.theirs
        sides = theirs & onward(theirs) & back(theirs) & MIDDLES
        safe = sides | onward(sides) | back(sides)
        if self.rings == 3:
            across = theirs & theirs >> word(8) & theirs >> word(16) & self.joints
            safe = safe | across | across << word(8) | across << word(16)
        return theirs & ~safe if theirs & ~safe else theirs

    def sliders(self, across: bool) -> np.uint64:
        """The men that can slide on along their ring, or outwards across; 32 bits higher, those that can back or in."""
        free = self.free()
        if across:
            return self.mine & self.joints & free << word(8) | (self.mine & self.joints & free >> word(8)) << word(32)
        return self.mine & back(free) | (self.mine & onward(free)) << word(32)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random point or slide without listing them."""
        if self.taking:
            prey = self.prey()
            return self.takes + nth(prey, random.below(count(prey)))
        free = self.free()
        if self.hand > 0:
            return nth(free, random.below(count(free))) if free else NO_MOVE
        if self.flies(self.mine):
            man = nth(self.mine, random.below(3))
            return self.points + self.points * man + nth(free, random.below(count(free)))
        rings, across = self.sliders(False), self.sliders(True)
        slides = count(rings)
        if slides + count(across) == 0:
            return NO_MOVE
        index = random.below(slides + count(across))
        crosses = index >= slides
        place = nth(across if crosses else rings, index - slides if crosses else index)
        man, turned = place & 31, place >> 5
        step = 16 * turned - 8 if crosses else (man + 1 - 2 * turned & 7) - (man & 7)
        return self.points + self.points * man + man + step

    def irreversible(self, move: int) -> bool:
        """A placing, a mill, a man taken."""
        return move < self.points or move >= self.takes or self.closing(move)

    weights = ("men", 100), ("open pairs", 14), ("mills", 20), ("steps", 6)

    def evaluate(self) -> float:
        """Men, the man that is about to be taken, mills, mills that want one man, and freedom."""
        score = self.weight(0) * self.men_ahead()
        score += self.standing(self.mine, self.theirs) - self.standing(self.theirs, self.mine)
        return max(-0.99, min(0.99, score / 1200.0))

    def men_ahead(self) -> int:
        """Men on the board and in hand, less the opponent's, the man that is about to be taken left out."""
        men: int = count(self.mine) + self.hand - count(self.theirs) - self.their_hand
        return men + (1 if self.taking else 0)

    def standing(self, men: np.uint64, others: np.uint64) -> int:
        """Mills and open pairs of one player, and the steps that their men have."""
        pairs, mills, steps = self.parts(men, others)
        return int(self.weight(1) * pairs + self.weight(2) * mills + self.weight(3) * steps)

    def parts(self, men: np.uint64, others: np.uint64) -> tuple[int, int, int]:
        """The same, one by one: open pairs, mills and steps."""
        pairs = mills = steps = 0
        for mill in self.MILLS:
            if others & mill == NONE:
                here = count(men & mill)
                pairs += here == 2
                mills += here == 3
        free = ~(men | others)
        for man in squares(men):
            steps += count(self.NEAR[man] & free)
        return pairs, mills, steps

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = self.parts(self.mine, self.theirs), self.parts(self.theirs, self.mine)
        return {"men": self.men_ahead(), **compared(("mills that want one man", "mills", "freedom"), own, other)}

    def order(self, move: int) -> int:
        """Mills first, then what stops one, then points with many lines; of men to take, those in open pairs."""
        if move >= self.takes:
            total = 0
            for k in range(3):
                mill = self.THROUGH[3 * (move - self.takes) + k]
                if self.mine & mill == NONE:
                    total += count(self.theirs & mill)
            return total
        if self.closing(move):
            return 100
        to = self.LANDING[move]
        return (50 if self.closed(self.theirs | bit(to), to) else 0) + count(self.NEAR[to])

    def noisy(self, move: int) -> bool:
        """A mill, or a man taken."""
        return move >= self.takes or self.closing(move)

    def key(self) -> np.uint64:
        """The whole state fits into one word, which is stirred: no two positions have the same key."""
        return mix64(self.packed())

    def repetition_key(self) -> np.uint64:
        """The word stirred once, by an odd number: quick, and still no two positions have the same."""
        return times(self.packed(), word(0x9E3779B97F4A7C15))

    def packed(self) -> np.uint64:
        """The whole state."""
        rest = self.hand | self.their_hand << 4 | (256 if self.taking else 0) | self.turn << 9
        return self.mine | self.theirs << word(24) | word(rest) << word(48)

    def transform(self, which: int) -> None:
        """Turn and mirror the board, or turn its rings inside out."""
        self.mine, self.theirs = image(self.IMAGE, which, self.mine), image(self.IMAGE, which, self.theirs)

    def transform_move(self, which: int, move: int) -> int:
        """The points go where the board takes them."""
        if move < self.points:
            return int(self.IMAGE[which, move])
        if move >= self.takes:
            return int(self.takes + self.IMAGE[which, move - self.takes])
        man, to = (move - self.points) // self.points, (move - self.points) % self.points
        return int(self.points + self.points * self.IMAGE[which, man] + self.IMAGE[which, to])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, men in hand, `x` where a man is to be taken; clocks once the game has begun."""
        rows = ["".join(self.sign(point) for point in row) for row in point_rows(self.rings)]
        begun = f" {progress} {ply}" if progress > 0 or ply > 0 else ""
        hands = ",".join(str(hand) for hand in self.hands())
        return f"{'/'.join(rows)} {COLOURS[self.turn]} {hands} {'x' if self.taking else '-'}{begun}"

    @python_only
    def sign(self, point: int) -> str:
        """w, b or a dot."""
        for sign, men in zip(COLOURS, self.placed(), strict=True):
            if has(men, point):
                return sign
        return "."

    @python_only
    def placed(self) -> tuple[np.uint64, np.uint64]:
        """White's men and Black's."""
        return (self.mine, self.theirs) if self.turn == 0 else (self.theirs, self.mine)

    @python_only
    def hands(self) -> tuple[int, int]:
        """How many men White has still to place, and Black."""
        return (self.hand, self.their_hand) if self.turn == 0 else (self.their_hand, self.hand)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        parts = text.split()
        if len(parts) not in (4, 6) or not re.fullmatch(r"[wb] \d+,\d+ [x-]( \d+ \d+)?", " ".join(parts[1:])):
            raise BadPosition(f"a position is rows from the top, w or b to move, men in hand, - or x: {text!r}")
        rows = parts[0].split("/")
        places = point_rows(cls.rings)
        if [len(row) for row in rows] != [len(row) for row in places] or set("".join(rows)) - set("wb."):
            shown = ", ".join(str(len(row)) for row in places)
            raise BadPosition(f"the board is rows of {shown} points from the top, each w, b or a dot: {parts[0]!r}")
        state: Self = cls.blank()
        order = [point for row in places for point in row]
        placed = [word(sum(1 << order[k] for k, sign in enumerate("".join(rows)) if sign == own)) for own in COLOURS]
        hands = [int(hand) for hand in parts[2].split(",")]
        for name, hand, men in zip(NAMES, hands, placed, strict=True):
            if hand + count(men) > cls.men:
                raise BadPosition(f"{name} has more than {cls.men} men")
        state.turn = COLOURS.index(parts[1])
        state.taking = parts[3] == "x"
        state.mine, state.theirs = placed[state.turn], placed[1 - state.turn]
        state.hand, state.their_hand = hands[state.turn], hands[1 - state.turn]
        equal = state.turn == (1 if state.taking else 0)  # White places first
        if hands[1] - hands[0] != (0 if equal or hands == [0, 0] else 1):
            raise BadPosition("men are placed by turns, White first: the men in hand do not fit the player to move")
        if count(state.theirs) + state.their_hand < 3:
            raise BadPosition("the player who is not to move has fewer than three men: the game ended before")
        if state.taking and not any(~state.mine & mill == NONE for mill in cls.MILLS):
            raise BadPosition("a man is taken only by a player who has a mill")
        if state.taking and state.theirs == NONE:
            raise BadPosition("there is no man to take")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The two numbers at the end."""
        parts = text.split()
        return (int(parts[4]), int(parts[5])) if len(parts) == 6 else (0, 0)

    @python_only
    def move_text(self, move: int) -> str:
        """`d2` places a man, `d2-d3` slides one, `xf4` takes one."""
        names = point_names(self.rings)
        if move < self.points:
            return names[move]
        if move >= self.takes:
            return f"x{names[move - self.takes]}"
        return f"{names[(move - self.points) // self.points]}-{names[(move - self.points) % self.points]}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(re.sub(r"^\s*(\w\d)(\w\d)\s*$", r"\1-\2", text))

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """A whole turn as one word: `d2-d3xf4`."""
        return super().turn_text(moves).replace(" x", "x")

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """A turn as one word or two."""
        return super().parse_turn(text.replace("x", " x"))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < self.takes + self.points else str(move)
        names = point_names(self.rings)
        points = [names.index(name) if name in names else -1 for name in re.findall(r"[a-z]\d", move.lower())]
        if not re.fullmatch(r"x?[a-z]\d|[a-z]\d-?[a-z]\d", move.lower()) or -1 in points:
            return "a move is d2 to place a man, d2-d3 to slide one or xd2 to take one, with the names of points"
        takes = move.lower().startswith("x")
        if self.taking != takes:
            return "a mill was closed: take a man, as in xd2" if self.taking else "only a mill takes a man"
        if takes:
            safe = has(self.theirs, points[0])
            return (
                "a man in a mill is safe while others stand free" if safe else f"there is no man to take on {move[1:]}"
            )
        if (self.hand > 0) == (len(points) == 2):
            return (
                "the men in hand are placed first" if len(points) == 2 else "all men are placed: slide one, as in d2-d3"
            )
        if len(points) == 2 and not has(self.mine, points[0]):
            return f"{NAMES[self.turn]} has no man on {names[points[0]]}"
        if not has(self.free(), points[-1]):
            return f"{names[points[-1]]} is taken"
        return f"no line leads from {names[points[0]]} straight to {names[points[-1]]}"

    @python_only
    def ending(self) -> str:
        """Who has too few men or no move."""
        loser, winner = NAMES[self.turn], NAMES[1 - self.turn]
        if self.over():
            return f"{loser} has fewer than three men: {winner} wins"
        if self.legal():
            return ""
        return f"{loser} cannot move: {winner} wins" if self.free() else "the board is full: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Points on lines; click where a man is placed, from and to, or on the man to take."""
        points = morris_points(self.rings)
        cells = tuple(Cell(n, x, y, "point") for n, (x, y) in zip(point_names(self.rings), points, strict=True))
        pieces = tuple(
            Piece(cells[point].name, "stone", player, COLOURS[player])
            for player, men in enumerate(self.placed())
            for point in squares(men)
        )
        lines = tuple(
            (float(x), float(y), float(points[other][0]), float(points[other][1]))
            for point, (x, y) in enumerate(points)
            for other in squares(self.NEAR[point])
            if point < other
        )
        clicks = {move: tuple(self.move_text(move).lstrip("x").split("-")) for move in self.legal()}
        white, black = self.hands()
        notes = [f"in hand: White {white}, Black {black}"] if white + black else []
        notes += [f"{NAMES[self.turn]} takes a man"] if self.taking else []
        decides = tuple(cells[point].name for point in squares(self.deciding()))
        return Scene(cells=cells, pieces=pieces, lines=lines, clicks=clicks, notes=tuple(notes), highlights=decides)

    @python_only
    def deciding(self) -> np.uint64:
        """At the end, the winner's mills where the loser has too few men, or the men that cannot move."""
        if self.over():
            mills = [mill for mill in self.MILLS if self.theirs & mill == mill]
            return np.bitwise_or.reduce(mills) if mills else NONE
        return NONE if self.legal() or self.free() == NONE else self.mine
