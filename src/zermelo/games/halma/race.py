"""What races over the board share: who has the shorter way left to the goal is ahead."""

from __future__ import annotations

from zermelo.game import Cells, Game, python_only, table, u8


class Race(Game):
    """Bring all pieces home first; a game says what each place costs (`COST`) and how far a player has to go."""

    # ------------------------------------------------------------------ facts
    half_won: int = 200  # a lead of so much is worth half of a win
    places: int = 0  # of the board; a move is from · places + to
    no_move: int = 0  # the move of who has none
    COST: Cells = table([[0]], u8)  # [player, place]: what a piece there has still to go

    def way_to_go(self, player: int) -> int:
        """The sum of a player's costs."""
        raise NotImplementedError  # abstract: each game keeps its pieces in fields of its own

    def evaluate(self) -> float:
        """The way that the best opponent has still to go, less the mover's own."""
        return self.evaluate_for(self.turn)

    def evaluate_for(self, player: int) -> float:
        """The same for any player."""
        lead = self.best_other(player) - self.way_to_go(player)
        return lead / (lead + self.half_won) if lead > 0 else self.lowest * lead / (lead - self.half_won)

    def best_other(self, player: int) -> int:
        """The way of the opponent who has least to go."""
        best = self.way_to_go(player + 1 if player + 1 < self.players else 0)
        for other in range(self.players):
            if other != player:
                best = min(best, self.way_to_go(other))
        return best

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return {"way to go": self.way_to_go(self.turn), "way of the best opponent": self.best_other(self.turn)}

    def order(self, move: int) -> int:
        """The largest advance first."""
        if move == self.no_move:
            return 0
        return int(self.COST[self.turn, move // self.places]) - int(self.COST[self.turn, move % self.places])
