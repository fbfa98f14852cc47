"""Goofspiel with four cards: both bid a card for the prize at the same time; the higher bid takes it.

Prizes 1 to 4 come in that order. Bids are shown when both are made; equal bids leave the prize.
"""

from zermelo import Game
from zermelo.game import Button, Cells, Random, Row, Scene, array, i8, put, python_only

CARDS = 4


class Goofspiel(Game):
    """A move is a card to bid."""

    hidden = True
    most_moves, longest, observation = CARDS, 2 * CARDS, 2 + 2 * CARDS

    bids: Cells = array(i8, 2 * CARDS)  # by player and round; 0 before they are made
    done: i8  # rounds that are shown

    def bid(self, player: int, turn: int) -> int:
        return int(self.bids[player * CARDS + turn])

    def holds(self, player: int, card: int) -> bool:
        for turn in range(CARDS):  # noqa: SIM110  # rules make no generators
            if self.bid(player, turn) == card:
                return False
        return True

    def moves(self, out: Row) -> int:
        n = 0
        for card in range(1, CARDS + 1):
            if self.holds(self.turn, card):
                n = put(out, n, card)
        return n

    def play(self, move: int) -> None:
        self.bids[self.turn * CARDS + self.done] = move
        if self.turn == 1:
            self.done += 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.done == CARDS

    def points(self, player: int) -> int:
        total = 0
        for turn in range(self.done):
            if self.bid(player, turn) > self.bid(1 - player, turn):
                total += turn + 1
        return total

    def utility(self, player: int) -> float:
        lead = self.points(player) - self.points(1 - player)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def observe(self, player: int, out: Row) -> int:
        out[0] = self.done
        out[1] = int(self.done < CARDS and self.bid(1 - player, self.done % CARDS) > 0)
        for turn in range(CARDS):
            out[2 + turn] = self.bid(player, turn)
            out[2 + CARDS + turn] = self.bid(1 - player, turn) if turn < self.done else 0
        return 2 + 2 * CARDS

    def redeal(self, player: int, random: Random) -> None:
        other = 1 - player
        if self.done < CARDS and self.bid(other, self.done) > 0:
            self.bids[other * CARDS + self.done] = 0
            place = random.below(CARDS - self.done)  # which of the cards that the other still holds
            for card in range(1, CARDS + 1):
                if self.holds(other, card):
                    if place == 0:
                        self.bids[other * CARDS + self.done] = card
                        return
                    place -= 1

    def scene(self) -> Scene:
        return self.picture(-2)

    def scene_for(self, player: int) -> Scene:
        return self.picture(player)

    @python_only
    def picture(self, seer: int) -> Scene:
        rows = []
        for player in range(2):
            bids = [self.bid(player, turn) for turn in range(CARDS)]
            shown = [str(b) if t < self.done or seer in (player, -2) else "?" for t, b in enumerate(bids) if b]
            rows.append(f"player {player + 1}: {self.points(player)} points, bids {' '.join(shown) or 'none'}")
        moves = self.legal() if seer in (self.turn, -2) else []
        buttons = tuple(Button(f"b{move}", f"bid {move}") for move in moves)
        return Scene(buttons=buttons, clicks={move: (f"b{move}",) for move in moves}, notes=tuple(rows))
