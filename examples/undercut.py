"""Undercut (Hofstadter 1982): both say a number from 1 to 5 at the same time, and each gets that many points.

But who said exactly one less than the other gets the points of both. Numbers are shown when both are said; after three
rounds the player with more points wins.
"""

from zermelo import Game
from zermelo.game import Button, Cells, Random, Row, Scene, array, i8, put, python_only

HIGHEST, ROUNDS = 5, 3


class Undercut(Game):
    """A move is a number to say."""

    hidden = True
    most_moves, longest, observation = HIGHEST, 2 * ROUNDS, 2 + 2 * ROUNDS

    said: Cells = array(i8, 2 * ROUNDS)  # by player and round; 0 before it is said
    done: i8  # rounds that are shown

    def number(self, player: int, round: int) -> int:
        return int(self.said[player * ROUNDS + round])

    def moves(self, out: Row) -> int:
        n = 0
        for number in range(1, HIGHEST + 1):
            n = put(out, n, number)
        return n

    def play(self, move: int) -> None:
        self.said[self.turn * ROUNDS + self.done] = move
        if self.turn == 1:
            self.done += 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.done == ROUNDS

    def points(self, player: int) -> int:
        total = 0
        for round in range(self.done):
            mine, theirs = self.number(player, round), self.number(1 - player, round)
            if mine == theirs - 1:
                total += mine + theirs
            elif theirs != mine - 1:
                total += mine
        return total

    def utility(self, player: int) -> float:
        lead = self.points(player) - self.points(1 - player)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def observe(self, player: int, out: Row) -> int:
        out[0] = self.done
        out[1] = int(self.done < ROUNDS and self.number(1 - player, self.done % ROUNDS) > 0)
        for round in range(ROUNDS):
            out[2 + round] = self.number(player, round)
            out[2 + ROUNDS + round] = self.number(1 - player, round) if round < self.done else 0
        return 2 + 2 * ROUNDS

    def redeal(self, player: int, random: Random) -> None:
        other = 1 - player
        if self.done < ROUNDS and self.number(other, self.done) > 0:
            self.said[other * ROUNDS + self.done] = 1 + random.below(HIGHEST)

    def scene(self) -> Scene:
        return self.picture(-2)

    def scene_for(self, player: int) -> Scene:
        return self.picture(player)

    @python_only
    def picture(self, seer: int) -> Scene:
        rows = []
        for player in range(2):
            said = [self.number(player, round) for round in range(ROUNDS)]
            shown = [str(n) if r < self.done or seer in (player, -2) else "?" for r, n in enumerate(said) if n]
            rows.append(f"player {player + 1}: {self.points(player)} points, said {' '.join(shown) or 'nothing'}")
        moves = self.legal() if seer in (self.turn, -2) else []
        buttons = tuple(Button(f"s{move}", f"say {move}") for move in moves)
        return Scene(buttons=buttons, clicks={move: (f"s{move}",) for move in moves}, notes=tuple(rows))
