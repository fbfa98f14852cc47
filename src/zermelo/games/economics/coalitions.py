"""Three negotiate: some of them together are worth something, and whoever agrees first shares it.

In turn each proposes a coalition and how to share its worth; the others whom it names answer one after the other. If
all accept, those outside have nothing; else the next player proposes. After the last refusal nobody has anything.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import (
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    derived,
    i8,
    i16,
    parameter,
    put,
    python_only,
)

ACCEPT, REFUSE = 0, 1
ANSWERS = ("accept", "refuse")
NAMES = "ABC"
OPEN, AGREED, FAILED = 0, 1, 2
WIDE = 32  # shares are digits of a proposal's number


class Coalitions(Game):
    """Propose, and accept or refuse."""

    # ------------------------------------------------------------------ facts
    players = 3
    whole: int = parameter(6, low=1, high=20, help="what all three are worth together")
    ab: int = parameter(5, low=0, high=20, help="what A and B are worth together")
    ac: int = parameter(4, low=0, high=20, help="what A and C are worth together")
    bc: int = parameter(3, low=0, high=20, help="what B and C are worth together")
    rounds: int = parameter(3, low=1, high=30, help="proposals before nobody has anything")
    patience: int = parameter(90, low=0, high=100, help="per cent that a refusal leaves of everything")
    most_moves: int = derived(
        lambda game: max(2, (game.whole + 1) * (game.whole + 2) // 2 + game.ab + game.ac + game.bc + 3)
    )
    longest: int = derived(lambda game: 3 * game.rounds)
    zero_sum = False
    lowest = 0.0
    highest: float = derived(lambda game: float(max(game.whole, game.ab, game.ac, game.bc)))

    # ------------------------------------------------------------------ state
    made: i16  # proposals that were refused
    share: Cells = array(i8, 3)  # proposed for each + 1; 0 for those outside, and for all while there is no proposal
    stage: i8  # OPEN, AGREED or FAILED

    # ------------------------------------------------------------------ rules
    def proposer(self) -> int:
        """Whose proposal it is."""
        return int(self.made) % 3

    def proposed(self) -> bool:
        """Whether a proposal lies on the table."""
        return bool(self.share[0] + self.share[1] + self.share[2] > 0)

    def pair_worth(self, one: int, two: int) -> int:
        """What two players are worth."""
        return self.bc if one + two == 3 else self.ac if one + two == 2 else self.ab

    def moves(self, out: Row) -> int:
        """A proposal is the shares of the other two + 1, 0 for one who is left out: first the next player's."""
        if self.proposed():
            put(out, 0, ACCEPT)
            return put(out, 1, REFUSE)
        one, two = (int(self.turn) + 1) % 3, (int(self.turn) + 2) % 3
        n = 0
        for given in range(self.pair_worth(int(self.turn), one) + 1):
            n = put(out, n, WIDE * (given + 1))
        for given in range(self.pair_worth(int(self.turn), two) + 1):
            n = put(out, n, given + 1)
        for given in range(self.whole + 1):
            for other in range(self.whole + 1 - given):
                n = put(out, n, WIDE * (given + 1) + other + 1)
        return n

    def play(self, move: int) -> None:
        """Propose or answer."""
        if not self.proposed():
            self.propose(move // WIDE, move % WIDE)
            self.ask_next(int(self.turn))
        elif move == REFUSE:
            for player in range(3):
                self.share[player] = 0
            self.made = self.made + 1
            self.turn = self.proposer()
            if self.made == self.rounds:
                self.stage = FAILED
        else:
            self.ask_next(int(self.turn))

    def propose(self, first: int, second: int) -> None:
        """Lay the shares on the table: the proposer keeps what is left of the coalition's worth."""
        mover = int(self.turn)
        one, two = (mover + 1) % 3, (mover + 2) % 3
        worth = self.whole if first > 0 and second > 0 else self.pair_worth(mover, one if first > 0 else two)
        self.share[one], self.share[two] = first, second
        self.share[mover] = worth - max(first - 1, 0) - max(second - 1, 0) + 1

    def ask_next(self, player: int) -> None:
        """The next of the coalition answers; where all have accepted, they agree."""
        following = (player + 1) % 3
        while following != self.proposer() and self.share[following] == 0:
            following = (following + 1) % 3
        self.turn = following
        if following == self.proposer():
            self.stage = AGREED

    def over(self) -> bool:
        """They agreed, or nobody may propose any more."""
        return bool(self.stage != OPEN)

    def utility(self, player: int) -> float:
        """One's share, shrunk by every refusal."""
        if self.stage != AGREED:
            return 0.0
        return max(int(self.share[player]) - 1, 0) * (self.patience / 100.0) ** int(self.made)

    def evaluate(self) -> float:
        """The estimate of whoever speaks."""
        return self.evaluate_for(int(self.turn))

    def evaluate_for(self, player: int) -> float:
        """A third of the whole, shrunk by refusals so far; the proposal on the table counts as much."""
        share = self.whole / 3
        if self.proposed():
            share = (share + max(int(self.share[player]) - 1, 0)) / 2
        return min(max(0.001, share * (self.patience / 100.0) ** int(self.made)), self.highest - 0.001)

    @python_only
    def features(self) -> dict[str, float]:
        """The refusals so far, and the own share of the proposal on the table."""
        proposed = max(int(self.share[int(self.turn)]) - 1, 0) if self.proposed() else self.whole / 3
        return {"refusals": float(self.made), "share proposed": float(proposed)}

    # ------------------------------------------------------------------ notation
    @python_only
    def proposal_text(self, shares: list[int]) -> str:
        """Shares + 1 in words: `A3+B2`."""
        return "+".join(f"{NAMES[p]}{part - 1}" for p, part in enumerate(shares) if part)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """`round 1`, `round 2 A3+B2 B answers`, `round 2 A3+B2 agreed`, `refused`."""
        if self.stage == FAILED:
            return "refused"
        text = f"round {int(self.made) + 1}"
        if not self.proposed():
            return text
        text += f" {self.proposal_text([int(part) for part in self.share])}"
        return text + (" agreed" if self.stage == AGREED else f" {NAMES[int(self.turn)]} answers")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: play the last round again."""
        state: Self = cls()
        words = text.split()
        if words == ["refused"]:
            state.made, state.stage = cls.rounds, FAILED
            state.turn = state.proposer()
            return state
        found = re.fullmatch(r"round (\d{1,3})(?: ([A-C0-9+]{1,20}) (?:agreed|[ABC] answers))?", " ".join(words))
        if not found or not 1 <= int(found[1]) <= cls.rounds:
            raise BadPosition(f"a position is written round 2, or round 2 A3+B2 B answers, not {text[:60]!r}")
        state.made = int(found[1]) - 1
        state.turn = state.proposer()
        if found[2]:
            known = {state.move_text(move): move for move in state.legal()}
            if found[2] not in known:
                raise BadPosition(f"{found[2]!r} cannot be proposed by {NAMES[int(state.turn)]}")
            state.play(known[found[2]])
            while state.to_text().split() != words and not state.over():
                state.play(ACCEPT)
            if state.to_text().split() != words:
                raise BadPosition(f"{text[:60]!r}: nobody is asked in that order")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The shares of all in the coalition, or the answer."""
        if self.proposed():
            return ANSWERS[move]
        after = self.copy()
        after.propose(move // WIDE, move % WIDE)
        return self.proposal_text([int(part) for part in after.share])

    @python_only
    def why_not(self, move: int | str) -> str:
        """What can be said."""
        if self.over():
            return "the game is over"
        if self.proposed():
            return "a proposal is answered with accept or refuse"
        worths = f"A+B {self.ab}, A+C {self.ac}, B+C {self.bc}, all {self.whole}"
        return f"{NAMES[int(self.turn)]} shares the worth of a coalition, as in A3+B2; worth are {worths}"

    @python_only
    def ending(self) -> str:
        """Who has what."""
        if self.stage == FAILED:
            return "no agreement: nobody has anything"
        return ", ".join(f"{name} {self.utility(player):.4g}" for player, name in enumerate(NAMES))

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The shares that are proposed; whoever proposes first chooses with whom, then the shares."""
        cells = tuple(Cell(name, 1.6 * place, 0.0, label=name) for place, name in enumerate(NAMES))
        shares = [int(part) for part in self.share]
        pieces = tuple(Piece(NAMES[p], "number", p, str(part - 1)) for p, part in enumerate(shares) if part)
        worths = f"A+B {self.ab}, A+C {self.ac}, B+C {self.bc}, all three {self.whole}"
        notes = [f"proposal {min(int(self.made) + 1, self.rounds)} of {self.rounds}", worths]
        if self.over():
            return Scene(cells, pieces, notes=(*notes, self.ending()))
        names = {move: self.move_text(move) for move in self.legal()}
        if self.proposed():
            buttons = tuple(Button(name, name, self.turn) for name in names.values())
            return Scene(cells, pieces, buttons, (), {move: (name,) for move, name in names.items()}, tuple(notes))
        partners = {name: "+".join(part[0] for part in name.split("+")) for name in names.values()}
        labels = list(dict.fromkeys([*partners.values(), *names.values()]))
        buttons = tuple(Button(label, label, self.turn) for label in labels)
        clicks = {move: (partners[name], name) for move, name in names.items()}
        return Scene(cells, pieces, buttons, (), clicks, tuple(notes))
