"""The board of Scrabble: lines of squares, which tiles can follow there, and what they score.

Squares are numbered row by row from the top left, A1 = 0, B1 = 1; direction 0 is across, 1 down. `scrabble_words`
explains the graph of the words.
"""

from __future__ import annotations

from zermelo.errors import BadParameter
from zermelo.game import Cells, Game, Random, Row, array, derived, i8, i16, i32, parameter, table, u8, u32
from zermelo.games.scrabble.words import BLANK, longest_ends, premium, read_list, word_graph

ROW = 478  # no row of moves is longer; what lies behind is the stack of the search for an end
VALUES = table([1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10, 0], i8)
TOUCHES = 31  # the bit of `barred` that says so


class WordBoard(Game):
    """Facts, state and lines; the rules of a turn are in `rules.py`."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(15, low=7, high=15, help="squares on a side, an odd number")
    lexicon: str = parameter(
        "small", help="`small`, `system` (/usr/share/dict/words) or the path of a file of words", file=True
    )
    known: bool = parameter(True, help="racks lie open and the bag's order is known; otherwise both are hidden")
    chance: bool = derived(lambda game: not game.known)
    hidden: bool = derived(lambda game: not game.known)
    cells: int = derived(lambda game: game.size**2)
    most_moves: int = ROW + 32
    lowest: float = -5000.0
    highest: float = 5000.0
    longest: int = 9000  # a hundred words at most, five scoreless turns after each, eight steps and seven draws a turn
    observation: int = derived(lambda game: game.cells + 80)
    LETTERS: Cells = derived(lambda game: table([premium(game.size, s)[0] for s in range(game.cells)], i8))
    WORDS: Cells = derived(lambda game: table([premium(game.size, s)[1] for s in range(game.cells)], i8))
    GRAPH: Cells = derived(lambda game: table(word_graph(read_list(game.lexicon)), i32))
    LONGEST: Cells = derived(lambda game: table(longest_ends(game.GRAPH.tolist()), i8))

    # ------------------------------------------------------------------ state
    board: Cells = array(u8, lambda game: game.cells)  # letter + 1, + 32 for a blank
    racks: Cells = array(i8, (2, 27))
    bag: Cells = array(i8, lambda game: 100 if game.known else 27)  # kinds + 1, the next last; hidden: how many of each
    held: i8  # tiles in the bag
    score: Cells = array(i16, 2)
    scoreless: i8  # turns in a row
    begun: i16  # inside a word: direction * 225 + first square + 1
    at: i16  # the next empty square + 1; 0 at the end of the line
    edge: i32  # of the graph, for the letter before that square; 0: none yet
    laid: i8
    spots: Cells = array(i16, 7)  # the squares of the new tiles + 1
    swapped: Cells = array(i8, 27)  # put aside for an exchange
    drawer: i8  # at chance: the player who gets the tile + 1
    stack: Cells = array(i32, 32, in_key=False)  # for `redeal` and `best_end` alone, empty otherwise
    # [direction, square] of an empty square: the letters that make no word across the line, as bits, and whether a tile
    # lies next to it across the line; as it was before the turn, whose tiles lie in one line and change nothing there
    barred: Cells = array(u32, lambda game: (2, game.cells), in_key=False)

    @classmethod
    def unfit(cls) -> str | None:
        """The board needs a middle, and the list must be readable."""
        if cls.size % 2 == 0:
            return f"the board needs a middle square, so its side must be odd, not {cls.size}"
        try:
            read_list(cls.lexicon)
        except BadParameter as problem:
            return str(problem)
        return None

    # ------------------------------------------------------------------ racks
    def tiles(self, player: int) -> int:
        """How many tiles a rack holds."""
        total = 0
        for kind in range(27):
            total += self.racks[player, kind]
        return total

    def rack_value(self, player: int) -> int:
        """The points of a rack."""
        total = 0
        for kind in range(27):
            total += self.racks[player, kind] * VALUES[kind]
        return total

    def refill(self, player: int) -> None:
        """Take the next tiles of a known bag."""
        for _ in range(7 - self.tiles(player)):
            if self.held > 0:
                self.held = self.held - 1
                kind = self.bag[self.held] - 1
                self.bag[self.held] = 0
                self.racks[player, kind] = self.racks[player, kind] + 1

    def deal(self, other: int, size: int, aside: int, random: Random) -> None:
        """Shuffle a player's tiles, and those put aside, with the bag, and give as many again."""
        for kind in range(27):
            self.bag[kind] = self.bag[kind] + self.racks[other, kind]
            self.racks[other, kind] = 0
            if aside > 0:
                self.bag[kind] = self.bag[kind] + self.swapped[kind]
                self.swapped[kind] = 0
        left = self.held + size + aside
        for place in range(size + aside):
            skip = random.below(left)
            left -= 1
            kind = 0
            while skip >= self.bag[kind]:
                skip -= self.bag[kind]
                kind += 1
            self.bag[kind] = self.bag[kind] - 1
            if place < size:
                self.racks[other, kind] = self.racks[other, kind] + 1
            else:
                self.swapped[kind] = self.swapped[kind] + 1

    def lay(self, letter: int, blank: bool) -> None:
        """Put a tile onto the next empty square and go on behind the tiles that follow."""
        down = self.begun // 226
        square = self.at - 1
        kind = BLANK if blank else letter
        self.racks[self.turn, kind] = self.racks[self.turn, kind] - 1
        self.board[square] = letter + 1 + (32 if blank else 0)
        self.spots[self.laid] = square + 1
        self.laid = self.laid + 1
        edge = self.follow(self.edge, letter)
        square = self.ahead(square, down)
        while square >= 0 and self.board[square] > 0:
            edge = self.follow(edge, (self.board[square] & 31) - 1)
            square = self.ahead(square, down)
        self.edge = edge
        self.at = square + 1

    # ------------------------------------------------------------------ lines and words
    def ahead(self, square: int, down: int) -> int:
        """The next square of a line, or -1."""
        if down == 1:
            return square + self.size if square < self.cells - self.size else -1
        return square + 1 if square % self.size < self.size - 1 else -1

    def behind(self, square: int, down: int) -> int:
        """The square before in a line, or -1."""
        if down == 1:
            return square - self.size if square >= self.size else -1
        return square - 1 if square % self.size > 0 else -1

    def neighbour(self, square: int, down: int) -> bool:
        """Whether a tile lies before or behind a square in a line."""
        before = self.behind(square, down)
        after = self.ahead(square, down)
        return (before >= 0 and self.board[before] > 0) or (after >= 0 and self.board[after] > 0)

    def near(self, square: int, down: int, size: int) -> int:
        """How many tiles from here on touch something or cover the middle; 0 if the rack, of this size, has fewer."""
        opening = self.board[self.cells // 2] == 0
        for used in range(1, size + 1):
            if square < 0:
                return 0
            if opening:
                if square == self.cells // 2:
                    return used
            elif (self.barred[0, square] | self.barred[1, square]) >> TOUCHES > 0:
                return used
            square = self.ahead(square, down)
        return 0

    def follow(self, edge: int, letter: int) -> int:
        """The edge of a letter behind another edge (0: at the beginning of a word), or -1."""
        at = self.GRAPH[edge] >> 8 if edge > 0 else self.GRAPH[0]
        while at > 0:
            here = self.GRAPH[at]
            if here & 31 == letter:
                return int(at)
            at = at + 1 if here & 32 == 0 else 0
        return -1

    def prefix(self, square: int, down: int) -> int:
        """The edge of the tiles before a square: 0 if there are none, -1 if no word begins with them."""
        first = square
        while self.behind(first, down) >= 0 and self.board[self.behind(first, down)] > 0:
            first = self.behind(first, down)
        edge = 0
        while first != square and edge >= 0:
            edge = self.follow(edge, (self.board[first] & 31) - 1)
            first = self.ahead(first, down)
        return edge

    def crosses(self, square: int, down: int, letter: int) -> bool:
        """Whether a letter makes a word of the list across the line, or none at all."""
        return self.barred[down, square] >> letter & 1 == 0

    def touching(self, square: int, down: int) -> bool:
        """Whether an older tile lies next to a square across the line."""
        return self.barred[down, square] >> TOUCHES > 0

    def settle(self) -> None:
        """The new tiles stay: find anew what fits at both ends of every word that they are part of."""
        down = self.begun // 226
        self.settle_word(self.spots[0] - 1, down)
        for place in range(self.laid):
            self.settle_word(self.spots[place] - 1, 1 - down)

    def survey(self) -> None:
        """Find anew what fits everywhere."""
        for down in range(2):
            for square in range(self.cells):
                if self.board[square] == 0 and self.neighbour(square, down):
                    self.barred[1 - down, square] = self.unfit_letters(square, down)

    def settle_word(self, square: int, down: int) -> None:
        """Find anew what fits before and behind the word through a square."""
        before, after = square, square
        while before >= 0 and self.board[before] > 0:
            before = self.behind(before, down)
        while after >= 0 and self.board[after] > 0:
            after = self.ahead(after, down)
        if before >= 0:
            self.barred[1 - down, before] = self.unfit_letters(before, down)
        if after >= 0:
            self.barred[1 - down, after] = self.unfit_letters(after, down)

    def unfit_letters(self, square: int, down: int) -> int:
        """The letters that make no word with the tiles before and behind an empty square, and that there are some."""
        fits = 0
        edge = self.prefix(square, down)
        at = 0 if edge < 0 else int(self.GRAPH[edge]) >> 8 if edge > 0 else int(self.GRAPH[0])
        while at > 0:
            last = at
            there = self.ahead(square, down)
            while last > 0 and there >= 0 and self.board[there] > 0:
                last = self.follow(last, (self.board[there] & 31) - 1)
                there = self.ahead(there, down)
            if last > 0 and self.GRAPH[last] & 64 > 0:
                fits |= 1 << (self.GRAPH[at] & 31)
            at = 0 if self.GRAPH[at] & 32 else at + 1
        return (1 << 26) - 1 - fits | 1 << TOUCHES

    def touches(self) -> bool:
        """Whether one of the new tiles touches an older one, or covers the middle."""
        down = self.begun // 226
        first = self.spots[0] - 1
        if self.behind(first, down) >= 0 and self.board[self.behind(first, down)] > 0:
            return True
        new = 0
        square = first
        while square >= 0 and self.board[square] > 0:
            mine = new < self.laid and self.spots[new] == square + 1
            if not mine or square == self.cells // 2 or self.neighbour(square, 1 - down):
                return True
            new += 1
            square = self.ahead(square, down)
        return False

    def may_end(self, down: int, laid: int, edge: int, first: int, touched: bool) -> bool:
        """Whether a play is complete: a word of the list that touches; a single tile in the right direction."""
        if not touched or self.GRAPH[edge] & 64 == 0:
            return False
        if laid == 1:
            return self.neighbour(first, down) and not (down == 1 and self.neighbour(first, 0))
        return True

    def ends(self) -> bool:
        """Whether the word may end now."""
        return self.laid > 0 and self.may_end(
            self.begun // 226, self.laid, self.edge, self.spots[0] - 1, self.touches()
        )

    # ------------------------------------------------------------------ can the turn be ended?
    def goes_on(self, row: Row, base: int, letter: int, kind: int) -> bool:
        """Whether the player has this tile for that letter, it fits, and the word can be ended behind it."""
        if self.racks[self.turn, kind] == 0:
            return False
        down = self.begun // 226
        square = self.at - 1
        edge = self.follow(self.edge, letter)
        if edge < 0 or not self.crosses(square, down, letter):
            return False
        touched = square == self.cells // 2 or self.touching(square, down) or (self.edge > 0 and self.laid == 0)
        if self.laid > 0:
            touched = touched or self.touches()
        first = self.spots[0] - 1 if self.laid > 0 else square
        square = self.ahead(square, down)
        while square >= 0 and self.board[square] > 0:
            touched = True
            edge = self.follow(edge, (self.board[square] & 31) - 1)
            if edge < 0:
                return False
            square = self.ahead(square, down)
        if self.may_end(down, self.laid + 1, edge, first, touched):
            return True
        size = self.tiles(self.turn)
        need = 0 if touched or square < 0 else self.near(square, down, size)
        if square < 0 or (need == 0 and not touched):
            return False
        row[base] = kind  # it has left the rack
        return self.search(row, base, size, down, square, edge, self.laid, first, need, 1)

    def search(
        self,
        row: Row,
        base: int,
        size: int,
        down: int,
        square: int,
        edge: int,
        laid: int,
        first: int,
        need: int,
        used: int,
    ) -> bool:
        """Depth first through the graph, whether some word can be ended from a square on with a rack of this size.

        `need` tiles must follow until they touch something. The stack lies in a row: from `base` on the tiles used,
        then, each 8 behind, edges, squares and touched before.
        """
        bottom = used
        touched = need == 0
        at = int(self.GRAPH[edge]) >> 8 if edge > 0 else int(self.GRAPH[0])
        while True:
            kind = -1
            while at > 0 and square >= 0 and used < size:
                letter = self.GRAPH[at] & 31
                long_enough = touched or self.LONGEST[at] >= need - (used - bottom)
                if long_enough and self.crosses(square, down, letter):
                    kind = self.available(row, base, letter, used)
                    if kind >= 0:
                        break
                at = 0 if self.GRAPH[at] & 32 else at + 1
            if kind < 0:
                if used == bottom:
                    return False
                used -= 1
                at = int(row[base + 8 + used])
                square = int(row[base + 16 + used])
                touched = row[base + 24 + used] != 0
                at = 0 if self.GRAPH[at] & 32 else at + 1
                continue
            row[base + used] = kind
            row[base + 8 + used] = at
            row[base + 16 + used] = square
            row[base + 24 + used] = 1 if touched else 0
            used += 1
            touched = touched or square == self.cells // 2 or self.touching(square, down)
            square = self.ahead(square, down)
            while at > 0 and square >= 0 and self.board[square] > 0:
                touched = True
                at = self.follow(at, (self.board[square] & 31) - 1)
                square = self.ahead(square, down)
            if at > 0 and self.may_end(down, laid + used, at, first, touched):
                return True
            at = int(self.GRAPH[at]) >> 8 if at > 0 else 0

    def available(self, row: Row, base: int, letter: int, used: int) -> int:
        """The tile that can stand for a letter after some were used: the letter itself, else a blank, else -1."""
        letters = int(self.racks[self.turn, letter])
        blanks = int(self.racks[self.turn, BLANK])
        if letters + blanks == 0:
            return -1
        for place in range(used):
            if row[base + place] == letter:
                letters -= 1
            elif row[base + place] == BLANK:
                blanks -= 1
        if letters > 0:
            return letter
        return BLANK if blanks > 0 else -1

    def can_end(self) -> bool:
        """Whether the word that is begun can be ended with the rack."""
        if self.ends():
            return True
        if self.at > 0:
            for letter in range(26):
                if self.goes_on(self.stack, 0, letter, letter) or self.goes_on(self.stack, 0, letter, BLANK):
                    return True
        return False

    # ------------------------------------------------------------------ points
    def points(self) -> int:
        """What the new tiles score: their word, the words across, fifty for seven tiles."""
        down = self.begun // 226
        total = self.word_points(self.spots[0] - 1, down)
        for place in range(self.laid):
            if self.neighbour(self.spots[place] - 1, 1 - down):
                total += self.word_points(self.spots[place] - 1, 1 - down)
        return total + (50 if self.laid == 7 else 0)

    def word_points(self, square: int, down: int) -> int:
        """The points of the word through a square; squares count only under new tiles."""
        while self.behind(square, down) >= 0 and self.board[self.behind(square, down)] > 0:
            square = self.behind(square, down)
        total, factor = 0, 1
        while square >= 0 and self.board[square] > 0:
            worth = 0 if self.board[square] & 32 else int(VALUES[(self.board[square] & 31) - 1])
            for place in range(self.laid):
                if self.spots[place] == square + 1:
                    worth *= self.LETTERS[square]
                    factor *= self.WORDS[square]
            total += worth
            square = self.ahead(square, down)
        return total * factor
