"""Stratego with both armies in sight: whoever takes the enemy's flag wins.

A piece steps to a neighbouring square along a row or column; the scout goes straight on over empty squares; bombs and
the flag never move. Who enters an enemy's square strikes: the higher rank stays, equals both go, and the winner stands
where the loser stood. A bomb destroys whoever strikes it, but a miner clears it away; the spy beats the marshal when it
is the one who strikes. Nobody enters the lakes.

    10  f b f b ...  Blue     90 91 92 ... 99        Red's pieces are written with capital letters:
     9                        80 81 82 ... 89        Y spy 1 · S scout 2 · N miner 3 · T sergeant 4 · L lieutenant 5
     8                        ...                    P captain 6 · J major 7 · C colonel 8 · G general 9 · M marshal 10
     7                                               B bomb · F flag
     6  . . ~ ~ . . ~ ~ . .                          ~ lake
     5  . . ~ ~ . . ~ ~ . .
     4                        30 31 32 ... 39
     3                        20 21 22 ... 29
     2                        10 11 12 ... 19
     1  Red                    0  1  2 ...  9
        a b c d e f g h i j

The small army has 6 × 6 squares, two home rows and the lakes b3-b4 and e3-e4.
`hidden.py` is the same game as it is sold, each player seeing only their own pieces.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    compared,
    derived,
    i8,
    i16,
    parameter,
    put,
    python_only,
    table,
)
from zermelo.games.stratego.notation import (
    ARMIES,
    BLANK,
    BOMB,
    FLAG,
    KINDS,
    LAKE,
    LAKES,
    LETTERS,
    MARSHAL,
    MINER,
    SCOUT,
    SIDES,
    SIGNS,
    SPY,
    STEPS,
    piece_text,
    read_position,
    reason,
    set_up,
)

WORTH = table([0, 60, 20, 60, 40, 60, 100, 140, 200, 300, 400, 50, 0], i16)  # [kind]


def neighbours(side: int) -> Cells:
    """[4 * square + way]: the next square up, down, left or right, -1 where there is none that can be entered."""
    found = []
    for square in range(side * side):
        for dx, dy in ((0, 1), (0, -1), (-1, 0), (1, 0)):
            x, y = square % side + dx, square // side + dy
            dry = 0 <= x < side and 0 <= y < side and square_name(x, y) not in LAKES[side]
            found.append(y * side + x if dry else -1)
    return table(found, i8)


class Stratego(Game):
    """Take the flag."""

    # ------------------------------------------------------------------ facts
    army: str = parameter(
        "full", choices=("full", "barrage", "small"), help="40 pieces, 8 pieces, or 12 pieces on 6 x 6"
    )
    two_squares: int = parameter(3, low=0, high=100, help="most moves of a piece to and fro without a break; 0: any")
    side: int = derived(lambda game: 6 if game.army == "small" else 10)
    cells: int = derived(lambda game: game.side**2)
    homes: int = derived(lambda game: 12 if game.army == "small" else 40)  # home squares of a player
    ARMY: Cells = derived(lambda game: table([0, *ARMIES[game.army][0], game.homes - sum(ARMIES[game.army][0])], i8))
    NEXT: Cells = derived(lambda game: neighbours(game.side))
    most_moves: int = derived(  # scouts see along a row and a column, the others have four neighbours
        lambda game: (
            game.ARMY[SCOUT] * 2 * (game.side - 1) + 4 * sum(int(game.ARMY[kind]) for kind in (1, *range(3, 11)))
        )
    )
    no_progress = 200
    cap = 2000

    # ------------------------------------------------------------------ state
    board: Cells = array(i8, lambda game: game.cells)  # the kind of a piece, negative for Blue's; 0: nobody
    placed: i8  # home squares that were dealt with: Red's, then Blue's; all of them when the battle begins
    lost: i8  # 1 or 2: Red's or Blue's flag was taken
    shuttle: Cells = array(i8, 6)  # of each player: the last move, both squares + 1, and how often to and fro

    @python_only
    def start(self, red: str = "usual", blue: str = "usual") -> None:
        """Both armies stand: `usual`, or rows of letters, front row first; `place`: the players set up in play."""
        for player, text in enumerate((red, blue)):
            if text != "place":
                set_up(self, player, ARMIES[self.army][1] if text == "usual" else text)
        if (red == "place") != (blue == "place"):
            raise BadPosition("either both armies are placed in play, or neither is")
        self.placed = 0 if red == "place" else 2 * self.homes

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """While setting up: a kind for the next home square; then 13 + from * cells + to."""
        if self.placed < 2 * self.homes:
            return self.placings(out)
        n = 0
        own = 1 - 2 * self.turn
        for square in range(self.cells):
            kind = self.board[square] * own
            if kind <= 0 or kind >= BOMB:
                continue
            for way in range(4):
                to = self.NEXT[4 * square + way]
                while to >= 0:
                    other = self.board[to] * own
                    if other > 0:
                        break
                    if not self.shuttles(square, to):
                        n = put(out, n, STEPS + square * self.cells + to)
                    if other < 0 or kind != SCOUT:
                        break
                    to = self.NEXT[4 * to + way]
        return n

    def play(self, move: int) -> None:
        """A piece is placed, or goes to a square and strikes who stands there."""
        self.make(move)

    def midturn(self) -> bool:
        """An army is set up in one turn."""
        return self.placed < 2 * self.homes and self.placed % self.homes > 0

    def over(self) -> bool:
        """A flag was taken."""
        return self.lost > 0

    def utility(self, player: int) -> float:
        """Who lost the flag or cannot move loses; if nobody has a piece that can move, nobody wins."""
        loser = self.lost - 1
        if loser < 0:
            loser = self.turn
            if not self.movable(1 - loser):
                return 0.0
        return -1.0 if player == loser else 1.0

    # ------------------------------------------------------------------ helpers
    def placings(self, out: Row) -> int:
        """The kinds that are left, and an empty square where the army does not fill its home."""
        n = 0
        for kind in range(1, FLAG + 2):
            if self.left_to_place(kind) > 0:
                n = put(out, n, kind - 1)
        return n

    def left_to_place(self, kind: int) -> int:
        """How many pieces of a kind (FLAG + 1: empty squares) the player to move has still to place."""
        own = 1 - 2 * self.turn
        left = int(self.ARMY[kind])
        done = self.placed - self.homes * self.turn
        for index in range(done):
            piece = self.board[self.home(self.turn, index)]
            left -= piece == (kind * own if kind <= FLAG else 0)
        return left

    def home(self, player: int, index: int) -> int:
        """The home squares in the order of setting up: from the back row to the front, each player from their left."""
        return index if player == 0 else self.cells - 1 - index

    def make(self, move: int) -> None:
        """Change the position."""
        own = 1 - 2 * self.turn
        if move < STEPS:
            if move != BLANK:
                self.board[self.home(self.turn, self.placed % self.homes)] = (move + 1) * own
            self.placed = self.placed + 1
            if self.placed % self.homes == 0:
                self.turn = 1 - self.turn
            return
        start, to = (move - STEPS) // self.cells, (move - STEPS) % self.cells
        piece, enemy = self.board[start], self.board[to]
        self.board[start] = 0
        if enemy * own == -FLAG:
            self.lost = 2 - self.turn
        outcome = strike(abs(piece), abs(enemy)) if enemy != 0 else 1
        if outcome >= 0:
            self.board[to] = piece if outcome > 0 else 0
        self.remember(start, to)
        self.turn = 1 - self.turn

    def remember(self, start: int, to: int) -> None:
        """Note the last move, and whether it took back the one before."""
        at = 3 * self.turn
        if self.two_squares == 0:
            return
        back = self.shuttle[at] == to + 1 and self.shuttle[at + 1] == start + 1
        self.shuttle[at + 2] = self.shuttle[at + 2] + 1 if back else 1
        self.shuttle[at] = start + 1
        self.shuttle[at + 1] = to + 1

    def shuttles(self, start: int, to: int) -> bool:
        """Whether a move goes to and fro once too often."""
        at = 3 * self.turn
        full = self.two_squares > 0 and self.shuttle[at + 2] >= self.two_squares
        return bool(full and self.shuttle[at] == to + 1 and self.shuttle[at + 1] == start + 1)

    def movable(self, player: int) -> bool:
        """Whether a player has anybody but bombs and the flag."""
        found = 0
        for square in range(self.cells):
            found += 0 < self.board[square] * (1 - 2 * player) < BOMB
        return found > 0

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Pieces by rank, the strongest piece, a spy for the marshal, miners for bombs, and the way to the flag."""
        score = self.worth(self.turn) - self.worth(1 - self.turn)
        return max(-0.99, min(0.99, score / (1500.0 if self.side == 6 else 4000.0)))

    def worth(self, player: int) -> int:
        """The army of one side."""
        pieces, far, nearest, spy, no_miner, strongest = self.parts(player)
        return pieces - far - 6 * nearest + 120 * spy - 80 * no_miner + 100 * strongest

    def parts(self, player: int) -> tuple[int, int, int, int, int, int]:
        """Pieces by rank, steps to the flag, those of the nearest, a spy for the marshal, no miner, the strongest."""
        own = 1 - 2 * player
        flag = -1
        for square in range(self.cells):
            if self.board[square] * own == -FLAG:
                flag = square
        closed = flag >= 0 and self.bombed_in(flag)
        pieces = way = best = best_other = spies = miners = bombs = 0
        nearest = 2 * self.side  # of those who can take the flag
        for square in range(self.cells):
            kind = self.board[square] * own
            if kind == 0:
                continue
            if kind < 0:
                best_other = max(best_other, -kind if kind > -BOMB else 0)
                bombs += kind == -BOMB
                continue
            pieces += WORTH[kind]
            if kind < BOMB:
                best = max(best, kind)
                spies += kind == SPY
                miners += kind == MINER
                if flag >= 0:
                    far = abs(square % self.side - flag % self.side) + abs(square // self.side - flag // self.side)
                    way += far
                    if kind == MINER if closed else kind != SPY:
                        nearest = min(nearest, far)
        spy = 1 if spies > 0 and best_other == MARSHAL else 0
        no_miner = 1 if miners == 0 and bombs > 0 else 0
        return pieces, way, nearest, spy, no_miner, 1 if best > best_other else 0

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        steps = "steps to the flag", "steps of the nearest piece"
        names = "pieces", *steps, "spy for the marshal", "no miner for the bombs", "strongest piece"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def bombed_in(self, flag: int) -> bool:
        """Whether bombs stand all round a flag, so that only a miner opens the way."""
        for way in range(4):
            to = self.NEXT[4 * flag + way]
            if to >= 0 and abs(self.board[to]) != BOMB:
                return False
        return True

    def order(self, move: int) -> int:
        """The flag, strikes that win a piece, then steps forward; strikes that lose one come last."""
        if move < STEPS:
            return 0
        start, to = (move - STEPS) // self.cells, (move - STEPS) % self.cells
        piece, enemy = abs(self.board[start]), abs(self.board[to])
        if enemy == 0:
            return (to // self.side - start // self.side) * (1 - 2 * self.turn)
        if enemy == FLAG:
            return 10000
        outcome = strike(piece, enemy)
        gain = WORTH[enemy] if outcome >= 0 else 0
        return 100 + gain - (WORTH[piece] if outcome <= 0 else 0)

    def noisy(self, move: int) -> bool:
        """A strike."""
        return bool(move >= STEPS and self.board[(move - STEPS) % self.cells] != 0)

    def losing(self, move: int) -> bool:
        """A strike that only loses a piece."""
        start, to = (move - STEPS) // self.cells, (move - STEPS) % self.cells
        return bool(self.noisy(move) and strike(abs(self.board[start]), abs(self.board[to])) < 0)

    def irreversible(self, move: int) -> bool:
        """A strike, or a piece placed."""
        return move < STEPS or self.noisy(move)

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """The letter of a piece, a lake, or a dot."""
        piece = int(self.board[square])
        if piece:
            return LETTERS[piece - 1] if piece > 0 else LETTERS[-piece - 1].lower()
        return LAKE if self.name_of(square) in LAKES[self.side] else "."

    @python_only
    def name_of(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.side, square // self.side)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, the last move of each with how often to and fro, home squares set up."""
        side = self.side
        rows = ["".join(self.sign(side * y + x) for x in range(side)) for y in reversed(range(side))]
        parts = ["/".join(map(pack_row, rows)), SIGNS[self.turn]]
        for at in (0, 3):
            start, to, times = (int(number) for number in self.shuttle[at : at + 3])
            parts.append(f"{self.name_of(start - 1)}{self.name_of(to - 1)}:{times}" if times else "-")
        return " ".join(parts + ([f"+{self.placed}"] if self.placed < 2 * self.homes else []))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; the last moves may be left out."""
        return read_position(cls, text)

    @python_only
    def move_text(self, move: int) -> str:
        """`a4a5`, with `x` between the squares for a strike; while setting up a letter, or `-` for an empty square."""
        if move < STEPS:
            return "-" if move == BLANK else LETTERS[move]
        start, to = divmod(move - STEPS, self.cells)
        return f"{self.name_of(start)}{'x' if self.board[to] else ''}{self.name_of(to)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """Two squares with or without `-` or `x` between them, or a letter while setting up."""
        ends = self.read_ends(text)
        if ends is not None and (move := STEPS + ends[0] * self.cells + ends[1]) in self.legal():
            return move
        return super().parse_move(text)

    @python_only
    def read_ends(self, text: str) -> tuple[int, int] | None:
        """The two squares of a move, or nothing."""
        found = re.fullmatch(r"([a-j]\d+)[-x:]?([a-j]\d+)", text.strip().lower())
        ends = [square_index(name, self.side, self.side) for name in found.groups()] if found else [-1]
        return None if min(ends) < 0 else (ends[0], ends[1])

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        return reason(self, move)

    @python_only
    def next_home(self) -> int:
        """The home square that is set up next."""
        return int(self.home(self.turn, self.placed % self.homes))

    @python_only
    def ending(self) -> str:
        """Whose flag was taken, or who cannot move."""
        if self.over():
            return f"{SIDES[2 - self.lost]} has taken the flag"
        if self.legal():
            return ""
        if not self.movable(1 - self.turn):
            return "nobody has a piece that can move: draw"
        return f"{SIDES[self.turn]} cannot move: {SIDES[1 - self.turn]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All pieces in sight; while an army is set up, its pieces are buttons."""
        return self.drawn([self.picture(square) for square in range(self.cells)], True)

    @python_only
    def picture(self, square: int) -> Piece | None:
        """The piece on a square."""
        piece = int(self.board[square])
        if piece == 0:
            return None
        return Piece(self.name_of(square), KINDS[abs(piece) - 1], int(piece < 0), piece_text(abs(piece)))

    @python_only
    def drawn(self, pieces: list[Piece | None], asked: bool) -> Scene:
        """The board with some pictures, and the choices of the player to move if that is who looks."""
        lakes = LAKES[self.side]
        cells = tuple(
            Cell(name, s % self.side, s // self.side, shade="water" if name in lakes else "plain")
            for s in range(self.cells)
            if (name := self.name_of(s))
        )
        moves = self.legal() if asked else []
        buttons, notes = [], []
        clicks: dict[int, tuple[str, ...]] = {}
        for move in moves:
            if move >= STEPS:
                start, to = divmod(move - STEPS, self.cells)
                clicks[move] = (self.name_of(start), self.name_of(to))
                continue
            name = "nobody" if move == BLANK else KINDS[move]
            buttons.append(Button(name, name, self.turn, "" if move == BLANK else name, self.left_to_place(move + 1)))
            clicks[move] = (name,)
        if buttons:
            notes.append(f"{SIDES[self.turn]} sets up {self.name_of(self.next_home())}")
        there = tuple(piece for piece in pieces if piece)
        return Scene(cells, there, tuple(buttons), (), clicks, tuple(notes), ("red", "blue"))


def strike(piece: int, enemy: int) -> int:
    """Who stays when a piece strikes another: 1 the striker, -1 the other, 0 neither."""
    if enemy == FLAG:
        return 1
    if enemy == BOMB:
        return 1 if piece == MINER else -1
    if piece == SPY and enemy == MARSHAL:
        return 1
    return (piece > enemy) - (piece < enemy)
