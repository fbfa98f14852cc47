"""Pig: roll one die as often as you dare and hold to bank the sum; a 1 loses the turn and all that was not banked.

A move of a player is HOLD or ROLL; chance then gives one of the faces 1 to 6. The first to bank the goal wins.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    i8,
    i16,
    parameter,
    put,
    python_only,
)

HOLD, ROLL = 0, 1
NAMES = ("hold", "roll")
PLAYERS = "AB"


class Pig(Game):
    """Roll or hold."""

    # ------------------------------------------------------------------ facts
    goal: int = parameter(100, low=2, high=10_000, help="points that win")
    most_moves = 6
    chance = True

    # ------------------------------------------------------------------ state
    score: Cells = array(i16, 2)  # points in the bank
    pot: i16  # points of this turn
    mover: i8  # whose turn it is, also while the die rolls

    @python_only
    def start(self) -> None:
        """Nothing banked, player 0 begins."""

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """An empty pot must be rolled for; a pot that wins must be held, so that there are finitely many positions."""
        if self.turn == CHANCE:
            for face in range(1, 7):
                put(out, face - 1, face)
            return 6
        n = 0
        if self.pot > 0:
            n = put(out, n, HOLD)
        if not self.enough():
            n = put(out, n, ROLL)
        return n

    def play(self, move: int) -> None:
        """Roll, take what the die shows, or hold."""
        if self.turn == CHANCE:
            self.turn = self.mover
            self.pot = self.pot + move
            if move == 1:
                self.pot = 0
                self.pass_on()
        elif move == ROLL:
            self.turn = CHANCE
        else:
            self.score[0] += 0 if self.turn else self.pot  # indices that the compiler knows stay in registers
            self.score[1] += self.pot if self.turn else 0
            self.pot = 0
            self.pass_on()

    def over(self) -> bool:
        """Somebody has reached the goal."""
        return bool(self.score[0] >= self.goal or self.score[1] >= self.goal)

    def utility(self, player: int) -> float:
        """Win or loss."""
        if not self.over():
            return 0.0
        return 1.0 if self.banked(player) >= self.goal else -1.0

    def odds(self, face: int) -> float:
        """A fair die."""
        return 1.0 / 6.0

    # ------------------------------------------------------------------ helpers
    def pass_on(self) -> None:
        """It is the other player's turn."""
        self.mover = 1 - self.mover
        self.turn = self.mover

    def enough(self) -> bool:
        """Whether the pot would win."""
        return bool(self.banked(self.mover) + self.pot >= self.goal)

    def banked(self, player: int) -> int:
        """The points of a player."""
        return int(self.score[1] if player else self.score[0])

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """Hold or roll without listing them."""
        if self.pot == 0:
            return ROLL
        return HOLD if self.enough() or random.below(2) == 0 else ROLL

    def roll(self, random: Random, row: Row) -> int:
        """One die."""
        return 1 + random.below(6)

    def evaluate(self) -> float:
        """The lead in the bank, the pot as far as it is safe, and the roll; for player 0 while the die rolls."""
        mine: float = self.score[self.mover] + (0.8 if self.turn == CHANCE else 1.0) * self.pot
        theirs: float = self.score[1 - self.mover]
        lead = (mine - theirs + min(4.0, 0.04 * self.goal)) / self.goal
        near = 1.0 + max(mine, theirs) / self.goal  # a lead counts for more near the goal
        value = max(-0.99, min(0.99, 0.7 * lead * near))
        return -value if self.turn == CHANCE and self.mover == 1 else value

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = max(int(self.turn), 0)
        sign = 1 if self.mover == me else -1
        points, other = int(self.score[me]), int(self.score[1 - me])
        return {"own bank": points, "the opponent's bank": other, "pot": sign * self.pot, "roll": sign}

    def order(self, move: int) -> int:
        """Hold from twenty on, as the rule of thumb says."""
        if self.turn == CHANCE:
            return 0
        return 1 if (move == HOLD) == (self.pot >= 20 or self.enough()) else 0

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Points of both, the pot, whose turn it is, and whether the die is rolling: `37 52 pot 12 A rolls`."""
        rolling = " rolls" if self.turn == CHANCE else ""
        return f"{self.score[0]} {self.score[1]} pot {self.pot} {PLAYERS[self.mover]}{rolling}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\d{1,5}) (\d{1,5}) pot (\d{1,5}) ([AB])( rolls)?", text.strip())
        if not found:
            raise BadPosition(f"a position is written `37 52 pot 12 A` or `37 52 pot 12 A rolls`, not {text!r}")
        banked, pot = (int(found[1]), int(found[2])), int(found[3])
        mover = PLAYERS.index(found[4])
        mine, theirs = banked[mover], banked[1 - mover]
        if mine >= cls.goal or theirs >= cls.goal and (pot > 0 or found[5]):
            raise BadPosition(f"who has {cls.goal} has won, and it would be the other's turn")
        if max(theirs, mine + pot) > cls.goal + 5 or 1 in (mine, theirs, pot):
            raise BadPosition(f"points come from faces 2 to 6 and cannot pass {cls.goal + 5}")
        if found[5] and mine + pot >= cls.goal:
            raise BadPosition("a pot that wins is held, not rolled for")
        state: Self = cls.blank()
        state.score[0], state.score[1], state.pot, state.mover = *banked, pot, mover
        state.turn = CHANCE if found[5] else mover
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`roll`, `hold`, or the face of the die."""
        return str(move) if self.turn == CHANCE else NAMES[move]

    @python_only
    def why_not(self, move: int | str) -> str:
        """The die, the empty pot or the full one."""
        if self.over():
            return "the game is over"
        if self.turn == CHANCE:
            return "the die shows 1 to 6"
        if str(move) in ("0", "hold"):
            return "there is nothing in the pot to hold"
        if str(move) in ("1", "roll"):
            return "the pot wins: hold"
        return "a player may roll or hold"

    @python_only
    def ending(self) -> str:
        """Who has reached the goal."""
        winner = 0 if self.score[0] >= self.goal else 1
        return f"{PLAYERS[winner]} has {self.score[winner]} points and wins" if self.over() else ""

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Both banks and the pot as numbers; buttons to roll, to hold and for the faces."""
        cells = tuple(Cell(name, 2.0 * place, 0.0, label=name) for place, name in enumerate(("A", "pot", "B")))
        shown = (self.score[0], self.pot, self.score[1])
        owners = (0, self.mover, 1)
        pieces = tuple(
            Piece(cell.name, "number", owner, str(points))
            for cell, owner, points in zip(cells, owners, shown, strict=True)
        )
        names = {move: self.move_text(move) for move in self.legal()}
        faces = self.turn == CHANCE
        buttons = tuple(
            Button(name, f"a {name}" if faces else name, self.turn, "die" if faces else "", text=name if faces else "")
            for name in names.values()
        )
        clicks: dict[int, tuple[str, ...]] = {move: (name,) for move, name in names.items()}
        return Scene(cells, pieces, buttons, (), clicks, () if self.over() else (f"{PLAYERS[self.mover]} to move",))
