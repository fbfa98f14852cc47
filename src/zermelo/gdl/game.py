"""A game made of a description: the network of its rules as a record, run at every speed like any other game.

A move is the number of a role's move in the description. Roles with one legal move make it by themselves, so that games
in which players take turns look like it; where several have a choice at once, they choose one after the other and do
not see each other's choice. The role `random` is chance.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from zermelo.errors import BadPosition, BadText, IllegalMove
from zermelo.game import (
    CHANCE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    has,
    i16,
    put,
    python_only,
    table,
    u64,
)
from zermelo.gdl.picture import Board, scene_of
from zermelo.gdl.terms import Term, compact, parse_compact

NOBODY = -1
EMPTY = table([0])


class GdlGame(Game):
    """Base of all games made of descriptions; the constants below are filled by `build.py`."""

    cap = 10_000  # a described game ends by itself, but nothing in the description says when

    # ------------------------------------------------------------------ what a description fills in
    base_count: int = 1  # what a position is made of
    hold_count: int = 1  # words of it
    size: int = 1  # how much there is to compute
    PLACES = EMPTY  # [base] its bit in these words
    role_count: int = 1  # roles, `random` included, which is the last one then
    FIRST_MOVE = EMPTY  # [role + 1] where its moves begin
    IDLE = EMPTY  # [move of all roles] 1: called noop, nobody's turn
    base_names: list[Term] = []
    move_names: list[list[Term]] = []
    role_names: list[str] = []
    beginning: list[int] = []
    board: Board | None = None

    # ------------------------------------------------------------------ state
    holds: Cells = array(u64, lambda game: game.hold_count)  # what holds in this position
    chosen: Cells = array(i16, lambda game: game.role_count)  # moves of roles that have chosen, or NOBODY

    @python_only
    def start(self) -> None:
        """The position that `init` describes."""
        self.set_up(self.beginning)

    # ------------------------------------------------------------------ what an engine does
    @python_only
    def set_up(self, holding: list[int]) -> None:
        """A position by what holds in it."""
        self.holds[:] = 0
        for number in holding:
            at = int(self.PLACES[number])
            self.holds[at >> 6] |= bit(at & 63)

    def is_legal(self, place: int) -> bool:
        """Whether a move, numbered through all roles, is legal."""
        return False

    def step(self) -> None:
        """The position after what the roles have chosen."""

    # ------------------------------------------------------------------ turns
    def ask(self) -> None:
        """Who is to choose: the first role with several moves; where none has, the first that is not idle."""
        choosing, acting = NOBODY, NOBODY
        for role in range(self.role_count):
            count, only = 0, NOBODY
            for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
                if self.is_legal(place):
                    count += 1
                    only = place
            self.chosen[role] = only - self.FIRST_MOVE[role] if count == 1 else NOBODY
            if count > 1 and choosing == NOBODY:
                choosing = role
            if count == 1 and acting == NOBODY and self.IDLE[only] == 0:
                acting = role
        if choosing == NOBODY:
            choosing = max(acting, 0)
            self.chosen[choosing] = NOBODY
        self.hand_to(choosing)

    def hand_to(self, role: int) -> None:
        """A role is to choose."""
        self.turn = CHANCE if role >= self.players else role

    def role_to_move(self) -> int:
        """The role that is to choose."""
        return self.role_count - 1 if self.turn == CHANCE else int(self.turn)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The legal moves of the role that is to choose."""
        role = self.role_to_move()
        first = self.FIRST_MOVE[role]
        n = 0
        for place in range(first, self.FIRST_MOVE[role + 1]):
            if self.is_legal(place):
                n = put(out, n, place - first)
        return n

    def play(self, move: int) -> None:
        """A role chooses; when all have, the game goes on."""
        role, waiting = self.role_to_move(), NOBODY
        for one in range(self.role_count):  # each by its own number: the compiler keeps such arrays in registers
            if one == role:
                self.chosen[one] = move
            elif one > role and waiting == NOBODY and self.chosen[one] == NOBODY:
                waiting = one
        if waiting != NOBODY:
            self.hand_to(waiting)
            return
        self.step()
        self.ask()

    # ------------------------------------------------------------------ notation and picture
    @python_only
    def play_all(self, moves: list[Term]) -> None:
        """The moves of all roles at once, in their order; what a role could not choose is not looked at."""
        if len(moves) != self.role_count:
            raise IllegalMove(f"a round has {self.role_count} moves, not {len(moves)}: one of each role")
        if self.over():
            raise IllegalMove("the game is over")
        choosing = [role for role in range(self.role_count) if self.chosen[role] == NOBODY]
        for role in choosing:
            if moves[role] not in [self.move_names[role][move] for move in self.legal()]:
                raise IllegalMove(f"{compact(moves[role])} is no legal move of {self.all_roles()[role]}")
            self.play(self.move_names[role].index(moves[role]))

    @python_only
    def legal_of(self, role: int) -> list[Term]:
        """The legal moves of any role."""
        first = self.FIRST_MOVE[role]
        places = range(first, self.FIRST_MOVE[role + 1])
        return [self.move_names[role][place - first] for place in places if self.is_legal(place)]

    @python_only
    def told_to(self, role: int) -> list[Term]:
        """What a role was told in the last round, which only `sees` of GDL-II does."""
        return []

    @python_only
    def all_roles(self) -> list[str]:
        """The roles in their order, chance included."""
        return [*self.role_names, *(["random"] if self.chance else [])]

    @python_only
    def holding(self) -> list[Term]:
        """What holds in this position."""
        places = enumerate(self.PLACES)
        return [self.base_names[number] for number, at in places if has(self.holds[at >> 6], at & 63)]

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """What holds, and behind a bar what roles have chosen in this round: `cell(1,1,b) control(x)`."""
        text = " ".join(compact(part) for part in self.holding())
        turn = self.role_to_move()
        chosen = [self.move_names[role][self.chosen[role]] for role in range(turn) if self.several(role)]
        return f"{text} | {' '.join(compact(move) for move in chosen)}" if chosen else text

    @python_only
    def several(self, role: int) -> bool:
        """Whether a role has a choice in this position."""
        places = range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1])
        return sum(self.is_legal(place) for place in places) > 1

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position that `to_text` wrote."""
        state: Self = cls.blank()
        numbers = {name: number for number, name in enumerate(cls.base_names)}
        before, _, after = text.partition("|")
        try:
            parts = [parse_compact(part) for part in before.split()]
            chosen = [parse_compact(part) for part in after.split()]
        except BadText as problem:
            raise BadPosition(str(problem)) from None
        if not parts:
            raise BadPosition("a position is what holds in it, such as cell(1,1,b) control(x)")
        if unknown := [part for part in parts if part not in numbers]:
            raise BadPosition(f"{compact(unknown[0])} is nothing that can hold in this game")
        if len(set(parts)) < len(parts):
            raise BadPosition("something is said to hold twice")
        state.set_up(sorted(numbers[part] for part in parts))
        for move in chosen:
            role = state.role_to_move()
            if role >= cls.players or not state.several(role) or move not in cls.move_names[role]:
                raise BadPosition(f"{compact(move)} cannot have been chosen here")
            number = cls.move_names[role].index(move)
            if number not in state.legal() or role == cls.role_count - 1:
                raise BadPosition(f"{compact(move)} cannot have been chosen here")
            state.play(number)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The move as the description names it: `mark(1,1)`."""
        return compact(self.move_names[self.role_to_move()][move])

    @python_only
    def parse_move(self, text: str) -> int:
        """`mark(1,1)`, or as GDL writes it, `(mark 1 1)`."""
        word = text.strip().lower()
        if word.startswith("("):
            inside = word.strip("()").split()
            word = f"{inside[0]}({','.join(inside[1:])})" if len(inside) > 1 else "".join(inside)
        for move in self.legal():
            if self.move_text(move) == word:
                return move
        raise IllegalMove(f"{text!r} is not possible here: {self.why_not(text)}")

    @python_only
    def ending(self) -> str:
        """The goals of all roles."""
        worth = (f"{name} {50 + 50 * self.utility(player):.0f}" for player, name in enumerate(self.role_names))
        return f"goals: {', '.join(worth)}"

    @python_only
    def scene(self) -> Scene:
        """A board where the description has cells, else what holds."""
        moves: dict[int, Any] = {move: self.move_names[self.role_to_move()][move] for move in self.legal()}
        return scene_of(self.board, self.holding(), self.role_names, moves)


class WithChance(GdlGame):
    """A described game in which the role `random` plays."""

    def odds(self, move: int) -> float:
        """Chance takes each of its legal moves with the same probability."""
        role, count = self.role_count - 1, 0
        for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
            count += self.is_legal(place)
        return 1.0 / max(count, 1)


class AtOnce(GdlGame):
    """A described game in which several roles choose at the same time."""

    def observe(self, player: int, out: Row) -> int:
        """The position, and one's own choice; what others have chosen in this round is not seen."""
        n = 0
        for part in range(self.hold_count):
            for quarter in range(4):
                out[n] = int(self.holds[part] >> np.uint64(16 * quarter) & np.uint64(0xFFFF))
                n += 1
        out[n] = int(self.turn)
        out[n + 1] = self.chosen[player]
        return n + 2

    def redeal(self, player: int, random: Random) -> None:
        """Others who have chosen in this round may have chosen anything legal."""
        for role in range(self.role_to_move()):
            count = 0
            for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
                count += self.is_legal(place)
            if role != player and count > 1:
                drawn = random.below(count)
                for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
                    if self.is_legal(place):
                        if drawn == 0:
                            self.chosen[role] = place - self.FIRST_MOVE[role]
                        drawn -= 1

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The same: choices of this round are not drawn."""
        return self.scene()
