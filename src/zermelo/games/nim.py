"""Nim: take any number of matches from one heap; who takes the last match wins, or loses in the misère form.

Heaps are numbered from 0 and called a, b, c and so on: with heaps 1-3-5-7 the move `c2` takes two of the five matches.
Four heaps share a word, sixteen bits for each from the lowest on, so that a multiplication adds them up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from zermelo.errors import BadParameter, BadPosition
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
    array,
    count,
    derived,
    i16,
    minus,
    number,
    parameter,
    put,
    python_only,
    table,
    times,
    u64,
    word,
)

HEAPS = 16  # most heaps
MATCHES = 1023  # most matches in all heaps together: it bounds a row of moves
TAKE = 1024  # a move is heap * TAKE + matches taken
LETTERS = "abcdefghijklmnop"
EACH = word(0x0001000100010001)  # a one in each heap of a word
TOPS = word(0x8000800080008000)  # a bit that no number of matches has


class Nim(Game):
    """Take matches from heaps."""

    # ------------------------------------------------------------------ facts
    misere: bool = parameter(False, help="who takes the last match loses")
    limit: int = parameter(0, low=0, high=MATCHES, help="most matches taken at once; 0: as many as the heap has")
    most_moves: int = derived(lambda game: min(MATCHES, HEAPS * game.limit) if game.limit else MATCHES)
    longest: int = MATCHES

    # ------------------------------------------------------------------ state
    quads: Cells = array(u64, HEAPS // 4)  # matches of each heap, see above
    left: i16  # matches of all

    @python_only
    def start(self, heaps: Sequence[int] = (1, 3, 5, 7)) -> None:
        """Lay out the heaps."""
        if problem := heaps_problem(heaps):
            raise BadParameter(f"Nim: {problem}")
        if sum(heaps) == 0:
            raise BadParameter("Nim: some heap needs a match to begin with")
        self.lay(heaps)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """One to all matches of a heap, or to the limit."""
        n = 0
        for heap in range(HEAPS):
            for taken in range(1, self.most(heap) + 1):
                n = put(out, n, heap * TAKE + taken)
        return n

    def play(self, move: int) -> None:
        """Take matches from a heap."""
        heap, taken = move // TAKE, move % TAKE
        less = word(taken) << word(16 * (heap % 4))
        for quad in range(HEAPS // 4):
            self.quads[quad] = minus(self.quads[quad], less if quad == heap // 4 else NONE)
        self.left -= taken
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """No match is left."""
        return self.left == 0

    def utility(self, player: int) -> float:
        """The player who is to move did not take the last match."""
        if self.left > 0:
            return 0.0
        took_last = self.turn != player
        return 1.0 if took_last != self.misere else -1.0

    # ------------------------------------------------------------------ helpers
    def size(self, heap: int) -> int:
        """The matches of a heap."""
        return number(self.quads[heap // 4] >> word(16 * (heap % 4))) & MATCHES

    def most(self, heap: int) -> int:
        """How many matches may be taken from a heap."""
        return min(self.limit, self.size(heap)) if self.limit > 0 else self.size(heap)

    @python_only
    def lay(self, heaps: Sequence[int]) -> None:
        """Lay heaps on an empty table."""
        for heap, size in enumerate(heaps):
            self.quads[heap // 4] |= word(size << 16 * (heap % 4))
        self.left = sum(heaps)

    @property
    def heaps(self) -> Cells:
        """The matches of each heap."""
        return table([self.size(heap) for heap in range(HEAPS)])

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random number of matches, counted through the heaps: all sums of a word at once, without a branch."""
        if self.left == 0:
            return NO_MOVE
        if self.limit > 0:
            return self.sample_limited(random)
        index = random.below(self.left)
        for quad in range(HEAPS // 4):
            sums = times(self.quads[quad], EACH)  # in each place, the matches of the heaps up to this
            if index < number(sums >> word(48)):
                beyond = minus(sums | TOPS, times(word(index + 1), EACH)) & TOPS  # the heaps that reach the index
                passed = 4 - count(beyond)
                before = number(sums << word(16) >> word(16 * passed)) & MATCHES
                return (4 * quad + passed) * TAKE + index - before + 1
            index -= number(sums >> word(48))
        return NO_MOVE

    def sample_limited(self, random: Random) -> int:
        """A random number of matches up to the limit, counted heap by heap."""
        choices = 0
        for heap in range(HEAPS):
            choices += self.most(heap)
        taken = random.below(choices) + 1
        heap = 0
        while taken > self.most(heap):
            taken -= self.most(heap)
            heap += 1
        return heap * TAKE + taken

    def evaluate(self) -> float:
        """Bouton's theorem (1901) says who wins; given as an estimate, it leaves the proof to the search."""
        nim_sum, largest = self.nim_sum()
        wins = nim_sum != 0
        if self.misere and largest <= 1:
            wins = nim_sum == 0
        return 0.9 if wins else -0.9

    def nim_sum(self) -> tuple[int, int]:
        """The nim-sum of the heaps, and the largest heap; by remainders where a limit says how many may be taken."""
        total = 0
        largest = 0
        for heap in range(HEAPS):
            size = self.size(heap)
            if self.limit > 0:
                size = size % (self.limit + 1)
            total = total ^ size
            largest = max(largest, size)
        return total, largest

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return dict(zip(("nim-sum", "largest heap"), self.nim_sum(), strict=True))

    def order(self, move: int) -> int:
        """Moves that leave heaps which cancel each other."""
        nim_sum = 0
        for heap in range(HEAPS):
            size = self.size(heap) - (move % TAKE if heap == move // TAKE else 0)
            nim_sum = nim_sum ^ (size % (self.limit + 1) if self.limit > 0 else size)
        return 1 if nim_sum == 0 else 0

    def irreversible(self, move: int) -> bool:
        """Matches never come back."""
        return True

    def same(self, move: int) -> int:
        """The same number from the first heap of that size."""
        heap = 0
        while self.size(heap) != self.size(move // TAKE):
            heap += 1
        return heap * TAKE + move % TAKE

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The heaps up to the last that is not empty, then the number of the player to move: `1-3-5-7 1`."""
        shown = re.sub(r"(-0)+$", "", "-".join(str(size) for size in self.heaps.tolist()))
        return f"{shown} {self.turn + 1}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"([0-9]{1,4}(?:-[0-9]{1,4})*) ([12])", text.strip())
        if not found:
            raise BadPosition(f"a position is heaps and the player to move, like '1-3-5-7 1', not {text!r}")
        heaps = [int(size) for size in found[1].split("-")]
        if problem := heaps_problem(heaps):
            raise BadPosition(problem)
        state: Self = cls.blank()
        state.lay(heaps)
        state.turn = int(found[2]) - 1
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The heap's letter and the number taken."""
        return f"{LETTERS[move // TAKE]}{move % TAKE}"

    @python_only
    def why_not(self, move: int | str) -> str:
        """An empty heap, too many matches, or none."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < HEAPS * TAKE else str(move)
        found = re.fullmatch(r"([a-p])([0-9]+)", move.strip().lower())
        if not found:
            return "a move is a heap and a number of matches, like a1"
        size, taken = self.heaps[LETTERS.index(found[1])], int(found[2])
        if taken == 0:
            return "at least one match must be taken"
        if taken > size:
            return f"heap {found[1]} has {size or 'no'} match{'' if size == 1 else 'es'}"
        return f"at most {self.limit} matches may be taken at once"

    @python_only
    def ending(self) -> str:
        """Who took the last match."""
        if not self.over():
            return ""
        result = "loses" if self.misere else "wins"
        return f"player {2 - self.turn} took the last match and {result}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Heaps side by side; a click on a match takes it and all above it, so matches are numbered from the top."""
        sizes = self.heaps.tolist()
        matches = [
            Cell(f"{LETTERS[heap]}{place}", heap, size - place + 1)
            for heap, size in enumerate(sizes)
            for place in range(1, size + 1)
        ]
        last = max((heap for heap, size in enumerate(sizes) if size), default=0)
        trays = [Cell(LETTERS[heap], heap, 0, shade="dark", label=LETTERS[heap]) for heap in range(last + 1)]
        cells = [*matches, *trays]  # a heap that is gone leaves its tray
        pieces = [Piece(cell.name, "match", -1, "|") for cell in matches]
        clicks: dict[int, tuple[str, ...]] = {move: (self.move_text(move),) for move in self.legal()}
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks, notes=(f"heaps {self.to_text()[:-2]}",))


def heaps_problem(heaps: Sequence[int]) -> str | None:
    """What is wrong with these heaps, or None."""
    if not 1 <= len(heaps) <= HEAPS or any(isinstance(size, bool) or not isinstance(size, int) for size in heaps):
        return f"heaps are one to {HEAPS} whole numbers"
    if min(heaps) < 0 or sum(heaps) > MATCHES:
        return f"heaps have no fewer than 0 matches each and no more than {MATCHES} together"
    return None
