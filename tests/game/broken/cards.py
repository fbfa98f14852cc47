"""Cards: each player has one of four cards, says yes or no, and the higher card wins. Broken by `corpus.py`."""

from zermelo import Game
from zermelo.game import CHANCE, Button, Cells, Random, Row, Scene, array, i8, put, python_only


class Cards(Game):
    chance = True
    hidden = True
    most_moves, longest, observation = 4, 4, 3
    lowest, highest = -2.0, 2.0

    held: Cells = array(i8, 2)
    dealt: i8
    said: Cells = array(i8, 2)
    spoken: i8

    def start(self) -> None:
        self.turn = CHANCE

    def moves(self, out: Row) -> int:
        n = 0
        if self.turn == CHANCE:
            for card in range(1, 5):
                if self.dealt == 0 or self.held[0] != card:
                    n = put(out, n, card)
            return n
        n = put(out, n, 0)
        return put(out, n, 1)

    def play(self, move: int) -> None:
        if self.turn == CHANCE:
            self.held[self.dealt] = move
            self.dealt += 1
            self.turn = CHANCE if self.dealt < 2 else 0
        else:
            self.said[self.turn] = move
            self.spoken += 1
            self.turn = 1 - self.turn

    def odds(self, move: int) -> float:
        return 0.25 if self.dealt == 0 else 1.0 / 3.0

    def over(self) -> bool:
        return self.spoken == 2

    def utility(self, player: int) -> float:
        stake = 1.0 + 0.5 * (self.said[0] + self.said[1])
        return stake if self.held[player] > self.held[1 - player] else -stake

    def observe(self, player: int, out: Row) -> int:
        out[0] = self.held[player]
        out[1] = self.said[0] + 2 * self.said[1]
        out[2] = self.spoken
        return 3

    def redeal(self, player: int, random: Random) -> None:
        if self.dealt == 2:
            card = 1 + random.below(3)
            self.held[1 - player] = card if card < self.held[player] else card + 1

    def scene(self) -> Scene:
        return self.picture(f"cards {self.held[0]} and {self.held[1]}")

    def scene_for(self, player: int) -> Scene:
        return self.picture(f"your card is {self.held[player]}" if player >= 0 else "two cards")

    @python_only
    def picture(self, note: str) -> Scene:
        buttons = tuple(Button(f"b{move}", str(move)) for move in self.legal())
        clicks = {move: (f"b{move}",) for move in self.legal()}
        return Scene(buttons=buttons, clicks=clicks, notes=(note, f"{self.spoken} spoken"))
