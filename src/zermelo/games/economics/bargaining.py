"""Bargaining by alternating offers: one offers a part of a pie, the other takes it or offers next (Ståhl, Rubinstein).

Each round of waiting leaves only part of the pie to each. After the last refusal nobody has anything; with a single
round this is the ultimatum game.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Game, Piece, Row, Scene, derived, i16, parameter, put, python_only

ACCEPT, REFUSE = 0, 1
ANSWERS = ("accept", "refuse")
NAMES = ("first", "second")
OPEN, AGREED, FAILED = 0, 1, 2


class Bargaining(Game):
    """Offer, and accept or refuse."""

    # ------------------------------------------------------------------ facts
    pie: int = parameter(10, low=1, high=100, help="parts that can be shared")
    rounds: int = parameter(3, low=1, high=100, help="offers before nobody has anything; 1 is the ultimatum game")
    first_patience: int = parameter(90, low=0, high=100, help="per cent that a round of waiting leaves the first")
    second_patience: int = parameter(90, low=0, high=100, help="per cent that a round of waiting leaves the second")
    most_moves: int = derived(lambda game: max(2, game.pie + 1))
    longest: int = derived(lambda game: 2 * game.rounds)
    zero_sum = False
    lowest = 0.0
    highest = 1.0

    # ------------------------------------------------------------------ state
    made: i16  # offers that were refused
    offer: i16  # parts for the other + 1; 0 while there is no offer
    stage: i16  # OPEN, AGREED or FAILED

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """An offer is the parts for the other; the answer is to accept or to refuse."""
        count = 2 if self.offer > 0 else self.pie + 1
        for move in range(count):
            put(out, move, move)
        return count

    def play(self, move: int) -> None:
        """Offer or answer; who refuses offers next."""
        if self.offer == 0:
            self.offer = move + 1
            self.turn = 1 - self.turn
        elif move == ACCEPT:
            self.stage = AGREED
        else:
            self.offer = 0
            self.made = self.made + 1
            if self.made == self.rounds:
                self.stage = FAILED

    def over(self) -> bool:
        """They agreed, or nobody may offer any more."""
        return bool(self.stage != OPEN)

    def utility(self, player: int) -> float:
        """One's share of the pie, shrunk by waiting."""
        if self.stage != AGREED:
            return 0.0
        offered = int(self.offer) - 1
        share = offered if player != self.made % 2 else self.pie - offered
        patience = self.first_patience if player == 0 else self.second_patience
        return share / self.pie * (patience / 100.0) ** int(self.made)

    def evaluate(self) -> float:
        """The estimate of whoever speaks."""
        return self.evaluate_for(int(self.turn))

    def evaluate_for(self, player: int) -> float:
        """Half the pie, shrunk by waiting so far; the offer on the table counts as much."""
        patience = self.first_patience if player == 0 else self.second_patience
        share = 0.5
        if self.offer > 0:
            offered = (int(self.offer) - 1) / self.pie
            share = (share + (offered if player != self.made % 2 else 1.0 - offered)) / 2
        return max(0.001, share * (patience / 100.0) ** int(self.made))

    @python_only
    def features(self) -> dict[str, float]:
        """What waiting has left of the pie, and what the offer on the table gives of that."""
        offered = (int(self.offer) - 1) / self.pie if self.offer > 0 else 0.5
        return {"rounds waited": float(self.made), "share offered": offered}

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rounds passed, then the offer and the answer: `round 1`, `round 2 offer 5`, `round 2 offer 5 accept`."""
        if self.stage == FAILED:
            return f"round {self.rounds} refused"
        text = f"round {int(self.made) + 1}"
        text += f" offer {int(self.offer) - 1}" if self.offer else ""
        return text + (" accept" if self.stage == AGREED else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"round (\d{1,3})(?: offer (\d{1,3})( accept)?|( refused))?", " ".join(text.split()))
        if not found:
            raise BadPosition(f"a position is written round 2 offer 5, with accept behind it, not {text[:60]!r}")
        number, offer = int(found[1]), int(found[2]) if found[2] else -1
        if not 1 <= number <= cls.rounds or offer > cls.pie or (found[4] and number != cls.rounds):
            raise BadPosition(f"{text[:60]!r}: there are {cls.rounds} rounds, and the pie has {cls.pie} parts")
        state: Self = cls()
        state.made, state.offer = number - 1, offer + 1
        state.turn = (number - 1) % 2 if offer < 0 else number % 2
        if found[3]:
            state.stage = AGREED
        if found[4]:
            state.made, state.stage, state.turn = number, FAILED, number % 2
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The parts that are offered, or the answer."""
        return ANSWERS[move] if self.offer else str(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """What can be said."""
        if self.over():
            return "the game is over"
        return "an offer is answered with accept or refuse" if self.offer else f"an offer is 0 to {self.pie} parts"

    @python_only
    def ending(self) -> str:
        """Who has what."""
        if self.stage == FAILED:
            return "no agreement: nobody has anything"
        return f"agreed: {NAMES[0]} has {self.utility(0):.4g} of the pie, {NAMES[1]} {self.utility(1):.4g}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """What is on the table for each."""
        cells = tuple(Cell(name, 1.6 * place, 0.0, label=name) for place, name in enumerate(NAMES))
        notes = [f"round {min(int(self.made) + 1, self.rounds)} of {self.rounds}, a pie of {self.pie}"]
        pieces: tuple[Piece, ...] = ()
        if self.offer and self.stage != FAILED:
            offered, other = int(self.offer) - 1, 1 - int(self.made) % 2
            shares = [offered if place == other else self.pie - offered for place in range(2)]
            pieces = tuple(Piece(name, "number", place, str(shares[place])) for place, name in enumerate(NAMES))
        if self.over():
            return Scene(cells, pieces, notes=(*notes, self.ending()))
        names = {move: self.move_text(move) for move in self.legal()}
        buttons = tuple(Button(name, name if self.offer else f"offer {name}", self.turn) for name in names.values())
        return Scene(cells, pieces, buttons, (), {move: (name,) for move, name in names.items()}, tuple(notes))
