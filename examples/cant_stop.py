"""A small Can't Stop: throw two dice; advance on their sum's track, or stop and keep what you have climbed.

Tracks 2 to 12 have three steps each; who has finished two tracks wins. A sum whose track is full is a bust.
"""

from zermelo import Game
from zermelo.game import CHANCE, Button, Cells, Row, Scene, array, i8, put

TRACKS, STEPS, WINNING = 11, 3, 2
THROW, STOP = 20, 21  # a player's moves; 2 to 12 are what the dice show


class CantStop(Game):
    """Climb while you dare."""

    chance = True
    most_moves, cap = TRACKS, 400

    mover: i8
    climbed: Cells = array(i8, 2 * TRACKS)  # steps that are safe, by player and track
    risked: Cells = array(i8, TRACKS)  # steps of this turn

    def moves(self, out: Row) -> int:
        n = 0
        if self.turn == CHANCE:
            for total in range(2, 13):
                n = put(out, n, total)
            return n
        n = put(out, n, THROW)
        return put(out, n, STOP) if self.climbing() else n

    def climbing(self) -> bool:
        for track in range(TRACKS):  # noqa: SIM110  # rules make no generators
            if self.risked[track] > 0:
                return True
        return False

    def full(self, track: int) -> bool:
        top = self.climbed[self.mover * TRACKS + track] + self.risked[track]
        return top >= STEPS or self.climbed[(1 - self.mover) * TRACKS + track] >= STEPS

    def play(self, move: int) -> None:
        if move == THROW:
            self.turn = CHANCE
        elif move != STOP and not self.full(move - 2):
            self.risked[move - 2] += 1
            self.turn = self.mover
        else:  # stopped, or bust: only a stop is kept
            for track in range(TRACKS):
                if move == STOP:
                    self.climbed[self.mover * TRACKS + track] += self.risked[track]
                self.risked[track] = 0
            self.mover = 1 - self.mover
            self.turn = self.mover

    def odds(self, move: int) -> float:
        return (6 - abs(7 - move)) / 36.0

    def midturn(self) -> bool:
        return self.turn == CHANCE or self.climbing()

    def finished(self, player: int) -> int:
        total = 0
        for track in range(TRACKS):
            total += self.climbed[player * TRACKS + track] >= STEPS
        return total

    def over(self) -> bool:
        return self.finished(0) >= WINNING or self.finished(1) >= WINNING

    def utility(self, player: int) -> float:
        return 1.0 if self.finished(player) >= WINNING else -1.0

    def move_text(self, move: int) -> str:
        return {THROW: "throw", STOP: "stop"}.get(move, str(move))

    def ending(self) -> str:
        return f"player {1 if self.finished(0) >= WINNING else 2} has finished {WINNING} tracks"

    def scene(self) -> Scene:
        tracks = [" ".join(str(step) for step in self.climbed[TRACKS * p : TRACKS * (p + 1)]) for p in range(2)]
        risk = " ".join(str(step) for step in self.risked)
        buttons = tuple(Button(f"b{move}", self.move_text(move)) for move in self.legal())
        notes = (f"player 1: {tracks[0]}", f"player 2: {tracks[1]}", f"at risk: {risk} (player {self.mover + 1})")
        return Scene(buttons=buttons, clicks={move: (f"b{move}",) for move in self.legal()}, notes=notes)
