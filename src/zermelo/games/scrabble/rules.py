"""Scrabble for two: lay words crosswise, all of them in the word list; letters and squares score, more points win.

Letters lie open and the order of the bag is known, so that everything can be searched. With `known=False` racks are
hidden and tiles are drawn by chance.

Squares are numbered row by row from the top left, A1 = 0, B1 = 1; direction 0 is across, 1 down. A turn is made of
steps: direction * 225 + square of the first new tile; then 450 + letter, or 476 + letter for a blank, each on the next
empty square of the line; 502 ends the word. Or tiles to exchange, 503 + kind in the order of the alphabet, then 530;
or 531, the pass. A step is offered only if the turn can be ended after it. A single new tile is written across if it
makes a word across, else down: thus no play has two names.
"""

from __future__ import annotations

import random as dice
import re
from typing import Self

import numpy as np

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game import CHANCE, Random, Row, Scene, put, python_only
from zermelo.games.scrabble.board import ROW, VALUES
from zermelo.games.scrabble.plays import (
    AS_BLANK,
    END,
    END_EXCHANGE,
    EXCHANGE,
    LETTER,
    PASS,
    laid_word,
    picture_of,
    place_of,
    refusal,
    step_of,
    steps_of,
    whole_word,
)
from zermelo.games.scrabble.words import (
    BLANK,
    COUNTS,
    board_text,
    kinds_of,
    read_list,
    read_position,
    square_name,
    tiles_text,
)
from zermelo.games.scrabble.worth import WordWorth

HALF_WORD = 6.0  # half of what a turn brings on average: who is to move is ahead by so much
TRIES = 300  # racks tried for a player who is in the middle of a word


class Scrabble(WordWorth):
    """Words for points."""

    @python_only
    def start(self, bag: str = "", seed: int = 0) -> None:
        """Known draws: the tiles that come first as letters (`?` blank), the others in an order of the seed."""
        if not self.known and (bag or seed):
            raise BadParameter("where draws are hidden nature draws: neither seed nor bag is for that")
        rest = [kind for kind, count in enumerate(COUNTS) for _ in range(count)]
        if not re.fullmatch("[A-Z?]*", bag.upper()):
            raise BadParameter(f"a bag is written as letters, ? for a blank: {bag!r}")
        first = kinds_of(bag.upper() or "-")
        for kind in first:
            if kind not in rest:
                raise BadParameter(f"there are only {COUNTS[kind]} tiles {tiles_text([kind])}")
            rest.remove(kind)
        dice.Random(seed).shuffle(rest)
        self.fill_bag([*first, *rest])
        if self.known:
            self.refill(0)
            self.refill(1)
        else:
            self.turn, self.drawer = CHANCE, 1

    @python_only
    def fill_bag(self, order: list[int]) -> None:
        """Tiles in the order in which they are drawn."""
        self.held = len(order)
        for place, kind in enumerate(reversed(order)):
            if self.known:
                self.bag[place] = kind + 1
            else:
                self.bag[kind] += 1

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Tiles to draw; or how a turn begins; or how it goes on."""
        n = 0
        if self.turn == CHANCE:
            for kind in range(27):
                if self.bag[kind] > 0:
                    n = put(out, n, kind)
            return n
        if self.begun > 0:
            return self.word_moves(out)
        last = -1
        for kind in range(27):
            if self.swapped[kind] > 0:
                last = kind
        if last < 0:
            size = self.tiles(self.turn)
            for down in range(2):
                for square in range(self.cells):
                    if self.begins(out, square, down, size):
                        n = put(out, n, down * 225 + square)
        return self.other_moves(out, n, last)

    def begins(self, row: Row, square: int, down: int, size: int) -> bool:
        """Whether a word can be laid, with a rack of this size, whose first new tile lies on a square."""
        need = self.near(square, down, size) if self.board[square] == 0 else 0
        edge = self.prefix(square, down) if need > 0 else -1
        return edge >= 0 and self.search(row, ROW, size, down, square, edge, 0, square, 0 if edge > 0 else need, 0)

    def other_moves(self, out: Row, n: int, last: int) -> int:
        """Tiles to exchange, none before the last one in the alphabet; then the end of that, or the pass."""
        if last >= 0 or self.held >= 7:
            for kind in range(max(last, 0), 27):
                if self.racks[self.turn, kind] > 0:
                    n = put(out, n, EXCHANGE + kind)
        return put(out, n, END_EXCHANGE if last >= 0 else PASS)

    def word_moves(self, out: Row) -> int:
        """Inside a word: the letters that can follow, and the end."""
        n = 0
        if self.at > 0:
            for letter in range(26):
                if self.goes_on(out, ROW, letter, letter):
                    n = put(out, n, LETTER + letter)
                if self.goes_on(out, ROW, letter, BLANK):
                    n = put(out, n, AS_BLANK + letter)
        return put(out, n, END) if self.ends() else n

    def play(self, move: int) -> None:
        """One step, or a tile drawn."""
        if self.turn == CHANCE:
            self.give(move)
        elif move < LETTER:
            self.begun = move + 1
            self.at = move % 225 + 1
            self.edge = self.prefix(move % 225, move // 225)
        elif move < END:
            self.lay(move - LETTER if move < AS_BLANK else move - AS_BLANK, move >= AS_BLANK)
        elif move == END:
            self.score[self.turn] = self.score[self.turn] + self.points()
            self.scoreless = 0
            self.settle()
            self.begun, self.at, self.edge, self.laid = 0, 0, 0, 0
            for place in range(7):
                self.spots[place] = 0
            self.draw()
        elif move < END_EXCHANGE:
            self.racks[self.turn, move - EXCHANGE] = self.racks[self.turn, move - EXCHANGE] - 1
            self.swapped[move - EXCHANGE] = self.swapped[move - EXCHANGE] + 1
        else:
            self.scoreless = self.scoreless + 1
            self.draw()

    def midturn(self) -> bool:
        """A word or an exchange is not finished."""
        if self.begun > 0:
            return True
        total = 0
        for kind in range(27):
            total += self.swapped[kind]
        return total > 0

    def over(self) -> bool:
        """Six scoreless turns in a row, or a rack and the bag are empty."""
        if self.turn == CHANCE or self.begun > 0:
            return False
        return self.scoreless >= 6 or (self.held == 0 and (self.tiles(0) == 0 or self.tiles(1) == 0))

    def utility(self, player: int) -> float:
        """The difference in points."""
        return float(self.score[player] - self.score[1 - player])

    def reward(self, player: int) -> float:
        """Points."""
        return float(self.score[player])

    def odds(self, kind: int) -> float:
        """Every tile in the bag is equally likely."""
        return self.bag[kind] / self.held

    # ------------------------------------------------------------------ turn
    def draw(self) -> None:
        """Fill the rack, or let chance do it."""
        if self.known:
            self.refill(self.turn)
            self.end_turn()
        elif self.held > 0 and self.tiles(self.turn) < 7:
            self.drawer, self.turn = self.turn + 1, CHANCE
        else:
            self.end_turn()

    def give(self, kind: int) -> None:
        """Chance has drawn a tile; at the beginning both racks are filled."""
        player = self.drawer - 1
        self.bag[kind] = self.bag[kind] - 1
        self.held = self.held - 1
        self.racks[player, kind] = self.racks[player, kind] + 1
        if self.held == 0 or self.tiles(player) == 7:
            if self.held > 0 and self.tiles(1 - player) == 0:
                self.drawer = 2 - player
            else:
                self.turn, self.drawer = player, 0
                self.end_turn()

    def end_turn(self) -> None:
        """What was exchanged goes to the bottom of the bag, A first; at the end racks are counted."""
        for kind in range(27):
            for _ in range(self.swapped[kind]):
                if self.known:
                    for place in range(self.held, 0, -1):
                        self.bag[place] = self.bag[place - 1]
                    self.bag[0] = kind + 1
                else:
                    self.bag[kind] = self.bag[kind] + 1
                self.held = self.held + 1
            self.swapped[kind] = 0
        if self.held == 0 and self.tiles(self.turn) == 0:
            rest = self.rack_value(1 - self.turn)
            self.score[self.turn] = self.score[self.turn] + rest
            self.score[1 - self.turn] = self.score[1 - self.turn] - rest
        elif self.scoreless == 6:
            for player in range(2):
                self.score[player] = self.score[player] - self.rack_value(player)
        self.turn = 1 - self.turn

    # ------------------------------------------------------------------ hidden racks
    def observe(self, player: int, out: Row) -> int:
        """The board, the own rack, and numbers: points, tiles of the other and aside, the step of the turn."""
        n = put(out, 0, self.turn + 1)
        n = put(out, n, self.drawer)
        n = put(out, n, self.held)
        n = put(out, n, self.scoreless)
        n = put(out, n, self.score[0])
        n = put(out, n, self.score[1])
        n = put(out, n, self.begun)
        n = put(out, n, self.at)
        n = put(out, n, self.tiles(1 - player))
        mine = player == max(self.turn, self.drawer - 1)
        aside = 0
        for kind in range(27):
            n = put(out, n, self.racks[player, kind])
            n = put(out, n, self.swapped[kind] if mine else 0)
            aside += self.swapped[kind]
        n = put(out, n, aside)
        for place in range(7):
            n = put(out, n, self.spots[place])
        for square in range(self.cells):
            n = put(out, n, self.board[square])
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The other's tiles are any of those that this player does not see.

        Who has begun a word can end it: racks are dealt until that is so. If it is so rarely that many deals fail, the
        true rack stays, which this player cannot tell from others either.
        """
        other = 1 - player
        aside = 0
        if other == max(self.turn, self.drawer - 1):
            for kind in range(27):
                aside += self.swapped[kind]
        size = self.tiles(other)
        if self.begun == 0 or self.turn == player:
            self.deal(other, size, aside, random)
            return
        for kind in range(27):
            self.swapped[kind] = self.racks[other, kind]  # the true rack, kept for a while: nothing is put aside here
        for _ in range(TRIES):
            self.deal(other, size, 0, random)
            if self.can_end():
                break
        if not self.can_end():
            for kind in range(27):
                self.bag[kind] = self.bag[kind] + self.racks[other, kind] - self.swapped[kind]
                self.racks[other, kind] = self.swapped[kind]
        for kind in range(27):
            self.swapped[kind] = 0
        for place in range(32):
            self.stack[place] = 0

    # ------------------------------------------------------------------ hooks
    def roll(self, random: Random, row: Row) -> int:
        """A random tile of the bag."""
        skip = random.below(self.held)
        kind = 0
        while skip >= self.bag[kind]:
            skip -= self.bag[kind]
            kind += 1
        return kind

    def evaluate(self) -> float:
        """Points, racks, the best word that a begun one can become, and the turn.

        Inside a turn the other one's is next; so a position just before and just after the end of a word weighs alike.
        """
        me = max(int(self.turn), 0)
        value = float(self.score[me] - self.score[1 - me]) + self.rack_worth(me) - self.rack_worth(1 - me)
        if self.begun > 0:
            value += self.best_end()
        return max(-4999.0, min(4999.0, value + HALF_WORD / 7 * self.tiles_next()))

    def tiles_next(self) -> int:
        """The tiles of who begins the next word, less than nothing if that is the opponent."""
        if self.turn == CHANCE:
            return 0
        return -self.tiles(1 - self.turn) if self.midturn() else self.tiles(self.turn)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = max(int(self.turn), 0)
        return {
            "points": float(self.score[me] - self.score[1 - me]),
            "rack": self.rack_worth(me) - self.rack_worth(1 - me),
            "best end of the word": self.best_end() if self.begun > 0 else 0.0,
            "tiles for the next word": self.tiles_next(),
        }

    def order(self, move: int) -> int:
        """Words before exchanges and the pass; dear letters first."""
        if self.turn == CHANCE:
            return 0
        if move < LETTER:
            return 1
        if move < AS_BLANK:
            return int(VALUES[move - LETTER]) * int(self.LETTERS[self.at - 1]) + 2
        return 20 if move == END else -1 if move >= EXCHANGE else 0

    # ------------------------------------------------------------------ notation
    @python_only
    def kinds(self, counts: list[int]) -> list[int]:
        """A list of tiles from the number of each."""
        return [kind for kind, count in enumerate(counts) for _ in range(count)]

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Board and racks as they were before this turn, points, scoreless turns, bag, who moves, the steps so far."""
        board, racks = [int(tile) for tile in self.board], [[int(n) for n in self.racks[p]] for p in range(2)]
        steps = [square_name(self.size, (self.begun - 1) % 225, self.begun // 226)] if self.begun else []
        for place in range(self.laid):
            tile = board[self.spots[place] - 1]
            board[self.spots[place] - 1] = 0
            racks[self.turn][BLANK if tile & 32 else (tile & 31) - 1] += 1
            steps.append(chr((96 if tile & 32 else 64) + (tile & 31)))
        aside = self.kinds([int(n) for n in self.swapped])
        if self.turn != CHANCE:
            steps += ["-" + tiles_text([kind]) for kind in aside]
            for kind in aside:
                racks[self.turn][kind] += 1
        bag = tiles_text([int(kind) - 1 for kind in self.bag[: self.held]][::-1]) if self.known else "hidden"
        mover = f"?{self.drawer}" if self.turn == CHANCE else str(self.turn + 1)
        done = tiles_text(aside) if self.turn == CHANCE else ",".join(steps) or "-"
        hands = "/".join(tiles_text(self.kinds(rack)) for rack in racks)
        points = f"{self.score[0]}/{self.score[1]}"
        return f"{board_text(self.size, board)} {hands} {points} {self.scoreless} {bag} {mover} {done}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        read_position(state, text, set(read_list(cls.lexicon)))
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """8H across or H8 down; a letter, small for a blank; end; -A to exchange, then swap; pass."""
        if self.turn == CHANCE:
            return tiles_text([move])
        if move < LETTER:
            return square_name(self.size, move % 225, move // 225)
        if move < END:
            return chr(65 + move - LETTER) if move < AS_BLANK else chr(97 + move - AS_BLANK)
        if EXCHANGE <= move < END_EXCHANGE:
            return "-" + tiles_text([move - EXCHANGE])
        return {END: "end", END_EXCHANGE: "swap", PASS: "pass"}[move]

    @python_only
    def parse_move(self, text: str) -> int:
        """One step; only this step is tried, since listing all of them takes long in plain Python."""
        for shown in (text.strip(), text.strip().upper(), text.strip().lower()) if self.turn != CHANCE else ():
            move = step_of(self, shown)
            if move >= 0 and not self.over() and self.allows(move):
                return move
        return super().parse_move(text)

    @python_only
    def allows(self, move: int) -> bool:
        """Whether one step is legal."""
        row = np.zeros(self.most_moves, np.int32)
        if self.begun:
            return move in row[: self.word_moves(row)]
        square, down = move % 225, move // 225
        if move >= LETTER or self.midturn():
            last = max((kind for kind in range(27) if self.swapped[kind]), default=-1)
            return move in row[: self.other_moves(row, 0, last)]
        return self.begins(row, square, down, self.tiles(self.turn))

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """A whole play as players write it: where the word begins, and the word: `8H QUIZ`."""
        if self.begun or not moves or moves[-1] != END or moves[0] >= LETTER:
            return super().turn_text(moves)
        state = self.copy()
        for move in moves[:-1]:
            state.play(move)
        return whole_word(state)

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """A whole play, `8H QUIZ`, `-AEE` or tiles as they were laid, `8H:Q 8I:U`, or its steps one by one."""
        parts = text.split()
        if not self.midturn() and self.turn != CHANCE and len(parts) == 1 and re.fullmatch("-[A-Za-z?]{2,7}", parts[0]):
            parts = ["-" + tile for tile in sorted(parts[0][1:].upper(), key=lambda t: (t == "?", t))] + ["swap"]
        if (
            not self.midturn()
            and len(parts) == 2
            and re.fullmatch("[A-Za-z]{2,}", parts[1])
            and place_of(self, parts[0])
        ):
            moves = steps_of(self, parts[0], parts[1])
            if isinstance(moves, str):
                raise IllegalMove(f"{text!r} is not possible here: {moves}")
            return moves
        if not self.midturn() and parts and all(re.fullmatch(r"\w{2,3}:[A-Za-z]", part) for part in parts):
            laid = laid_word(self, text)
            if isinstance(laid, str):
                raise IllegalMove(f"this is no play: {laid}")
            return laid
        return super().parse_turn(" ".join(parts))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a step or a whole play breaks."""
        return "the game is over" if self.over() else refusal(self, move if isinstance(move, str) else str(move))

    @python_only
    def ending(self) -> str:
        """How it ended, and the points."""
        if not self.over():
            return ""
        first, second = int(self.score[0]), int(self.score[1])
        how = "six turns without points" if self.scoreless >= 6 else f"player {1 + (self.tiles(1) == 0)} is out"
        result = "draw" if first == second else f"player {1 + (second > first)} wins"
        return f"{how}: {first} to {second}, {result}"

    @python_only
    def scene(self) -> Scene:
        """The board with its premium squares, both racks below, and what can be pressed."""
        return picture_of(self, (0, 1), True)

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The other's rack face down."""
        return picture_of(self, (player,), False) if self.hidden else self.scene()
