"""What repeated games share: in each round all choose at once, then the choices are shown.

Choosing at once is choosing one after the other without being seen. A round is written as the choices of its players,
`C/D`; the round being played shows who has chosen already, `C/`.
"""

from __future__ import annotations

from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Cells, Game, Piece, Random, Row, Scene, array, i16, put, python_only

SHOWN = 12  # rounds in the picture, the last ones


class Rounds(Game):
    """Base of games in which all choose at once, round after round."""

    # ------------------------------------------------------------------ facts, which the games fill in
    rounds: int = 1
    actions: int = 1  # of the player with most of them
    hidden = True

    # ------------------------------------------------------------------ state
    made: i16  # rounds that are complete
    chosen: Cells = array(i16, lambda game: (game.players, game.rounds))  # [player, round] an action + 1, or 0

    # ------------------------------------------------------------------ rules
    def choices(self, player: int) -> int:
        """How many actions a player has."""
        return self.actions

    def moves(self, out: Row) -> int:
        """Every action of the player whose turn it is."""
        count = self.choices(int(self.turn))
        for action in range(count):
            put(out, action, action)
        return count

    def play(self, move: int) -> None:
        """Choose; after the last player the round is complete."""
        self.chosen[int(self.turn), int(self.made)] = move + 1
        self.turn = self.turn + 1
        if self.turn == self.players:
            self.turn = 0
            self.made = self.made + 1

    def over(self) -> bool:
        """All rounds are played."""
        return bool(self.made == self.rounds)

    def evaluate(self) -> float:
        """The estimate of whoever chooses."""
        return self.evaluate_for(int(self.turn))

    def evaluate_for(self, player: int) -> float:
        """What has been won so far, and the middle of what can be won in each round to come."""
        middle = (self.lowest + self.highest) / 2
        made = int(self.made)
        return (self.utility(player) * made + middle * (self.rounds - made)) / self.rounds

    @python_only
    def features(self) -> dict[str, float]:
        """What each round has brought in the mean, and how many are to come."""
        return {"won a round": self.utility(int(self.turn)), "rounds to come": float(self.rounds - int(self.made))}

    def observe(self, player: int, out: Row) -> int:
        """Whose turn it is, the choices of all complete rounds, and one's own of this round."""
        n = put(out, 0, int(self.turn))
        for place in range(int(self.made)):
            for each in range(self.players):
                n = put(out, n, int(self.chosen[each, place]))
        if self.made < self.rounds:
            n = put(out, n, int(self.chosen[player, int(self.made)]))
        return n

    def redeal(self, player: int, random: Random) -> None:
        """Others who have chosen in this round may have chosen anything."""
        for each in range(int(self.turn)):
            if each != player:
                self.chosen[each, int(self.made)] = 1 + random.below(self.choices(each))

    # ------------------------------------------------------------------ notation
    @python_only
    def choice_name(self, action: int) -> str:
        """An action as a button says it."""
        return self.move_text(action)

    @python_only
    def action_name(self, player: int, action: int) -> str:
        """An action in words."""
        raise NotImplementedError

    @python_only
    def player_name(self, player: int) -> str:
        """A player in words."""
        return f"player {player + 1}"

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The rounds one after the other, `C/D D/D C/`, or `-`."""
        written = []
        for place in range(min(int(self.made) + 1, self.rounds)):
            row = [int(action) for action in self.chosen[:, place]]
            if any(row):
                written.append("/".join(self.action_name(p, a - 1) if a else "" for p, a in enumerate(row)))
        return " ".join(written) or "-"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: play the rounds again."""
        state: Self = cls()
        for part in [] if text.strip() == "-" else text.split():
            names = part.split("/")
            if len(names) != cls.players:
                raise BadPosition(
                    f"{part!r} is no round: it has the choices of {cls.players} players, as in {'C/' * 2}"
                )
            for name in names:
                if not name:
                    break
                known = {state.move_text(move): move for move in state.legal()}
                if name not in known:
                    raise BadPosition(f"{name!r} in {part!r} is not possible: {state.why_not(name)}")
                state.play(known[name])
        if text.split() != state.to_text().split():
            raise BadPosition(f"{text[:60]!r} is no position: those rounds lead to {state.to_text()[:60]!r}")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The action."""
        return self.action_name(int(self.turn), move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which actions there are."""
        if self.over():
            return "the game is over"
        names = ", ".join(self.move_text(each) for each in self.legal())
        return f"the choices of {self.player_name(int(self.turn))} are {names}"

    @python_only
    def result_text(self, player: int) -> str:
        """What a player has so far, in words."""
        return f"{self.utility(player):.4g}"

    @python_only
    def ending(self) -> str:
        """What everybody got."""
        if not self.over():
            return ""
        return ", ".join(f"{self.player_name(p)} {self.result_text(p)}" for p in range(self.players))

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All choices open."""
        return self.drawn(tuple(range(self.players)), "all choices are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """Choices of the others in this round face down."""
        return self.drawn((player,), "")

    @python_only
    def drawn(self, seen: tuple[int, ...], note: str) -> Scene:
        """A row for each player, a column for each of the last rounds."""
        cells, pieces = [], []
        first = max(0, min(int(self.made) + 1, self.rounds) - SHOWN)
        for place in range(first, min(first + SHOWN, self.rounds)):
            for player in range(self.players):
                cell = f"{self.player_name(player)} in round {place + 1}"
                cells.append(Cell(cell, 1.2 * (place - first), 1.45 * player, label=self.player_name(player)))
                if action := int(self.chosen[player, place]):
                    open_ = player in seen or place < self.made
                    text = self.action_name(player, action - 1) if open_ else "?"
                    pieces.append(Piece(cell, "number" if open_ else "card_back", player, text[:8]))
        totals = ", ".join(f"{self.player_name(p)} {self.result_text(p)}" for p in range(self.players))
        notes = (f"round {min(int(self.made) + 1, self.rounds)} of {self.rounds}", totals, *([note] if note else []))
        if self.over() or (not note and self.turn not in seen):
            return Scene(tuple(cells), tuple(pieces), notes=notes)
        names = {move: self.move_text(move) for move in self.legal()}
        buttons = tuple(Button(name, self.choice_name(move), self.turn) for move, name in names.items())
        return Scene(tuple(cells), tuple(pieces), buttons, (), {move: (name,) for move, name in names.items()}, notes)
