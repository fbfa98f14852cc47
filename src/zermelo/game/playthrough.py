"""A game being played: the start, the moves, and what the rules remember of them.

A state is a position; a playthrough knows its history. It leaves out moves that a repetition rule forbids, ends games
by repetition, lack of progress or the cap, and can go back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from zermelo.errors import BadLimit, BadRules, IllegalMove, Unsupported
from zermelo.game.contract import sound
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import (
    clock_after,
    counts_utility,
    decided,
    history_key,
    occurrences,
    out_of_time,
    repetition_loser,
)
from zermelo.game.information import InformationState, Past, Percept, joined, key_of, look_of, percepts_of, words_of
from zermelo.game.plain_game import as_game
from zermelo.game.random import Random
from zermelo.game.record import RecordType
from zermelo.game.rows import row_of
from zermelo.game.veil import observed
from zermelo.pictures import picture


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the players' utilities, and why in words."""

    utilities: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the best result; all of them in a draw."""
        best = max(self.utilities)
        return tuple(player for player, value in enumerate(self.utilities) if value == best)


@dataclass(frozen=True)
class Moment:
    """What is remembered of one point of the game."""

    state: Any
    progress: int  # plies since the last irreversible move
    ply: int
    first: int  # the oldest of the keys that can return
    keys: int  # how many keys there were


class Playthrough:
    """A game in progress: `Playthrough(Chess())`, then `play("e4")`, `moves()`, `outcome()`, `undo()`.

    It is given a state, a class, or an object of a plain class.
    """

    def __init__(self, game: Any, *, progress: int = 0, ply: int = 0) -> None:
        game = as_game(game)
        sound(game if isinstance(game, RecordType) else type(game))
        self.state: Any = (game() if isinstance(game, RecordType) else game).copy()
        self.start = self.state.copy()
        self.progress, self.ply = progress, ply
        self.played: list[int] = []
        self._keys: list[np.uint64] = [history_key(self.state)]
        self._first = 0
        self._past: list[Moment] = []
        self._asked: tuple[Any, list[int]] = (None, [])  # a place in the game, and its moves
        self._before: Past | None = None  # what one player knew when this veiled game began

    @classmethod
    def from_text(cls, game: RecordType, text: str) -> Self:
        """A playthrough that begins at a position text, with its clocks where the notation has them."""
        state = game.from_text(text)  # type: ignore[attr-defined]  # every game class has it
        progress, ply = game.clocks(text)  # type: ignore[attr-defined]  # asked of texts that are positions only
        return cls(state, progress=progress, ply=ply)

    def to_text(self) -> str:
        """The position with its clocks, in the game's notation."""
        return str(self.state.to_text(self.progress, self.ply))

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE."""
        return int(self.state.turn)

    def keys(self) -> list[np.uint64]:
        """The keys of the positions that can still return, the present one last (see `history.py`)."""
        return self._keys[self._first :]

    # ------------------------------------------------------------------ moving

    def moves(self) -> list[int]:
        """The legal moves, those left out that a repetition rule forbids."""
        here = self._here()
        if here != self._asked[0]:
            self._asked = here, self._find_moves()  # a search asks several times, and a superko takes its time
        return list(self._asked[1])

    def _here(self) -> tuple[bytes, int, int, int]:
        """All that decides which moves are legal."""
        return self.state.tobytes(), self.progress, self.ply, len(self._keys)

    def _find_moves(self) -> list[int]:
        """The legal moves of the present position."""
        state = self.state
        if state.over() or self._ended_by_history():
            return []
        moves = [int(move) for move in row_of(state)]
        if state.repetition and state.repeated == FORBIDDEN:
            moves = [move for move in moves if not self.forbidden(move)]
        return moves

    def possible(self, move: int) -> bool:
        """Whether a move is legal; where repetitions are forbidden, far quicker than to list all that are."""
        state = self.state
        if self._asked[0] == self._here():
            return move in self._asked[1]
        if state.over() or self._ended_by_history():
            return False
        if move not in row_of(state):
            return False
        return not (state.repetition and state.repeated == FORBIDDEN and self.forbidden(move))

    def forbidden(self, move: int) -> bool:
        """Whether a move would repeat a position that may not return."""
        if not self.state.judged(move):
            return False
        after = self.state.copy()
        after.play(move)
        if after.midturn() and not after.over():
            return False
        seen = np.array(self._keys, np.uint64)
        return occurrences(seen, 0, len(seen), history_key(after)) >= self.state.repetition - 1

    def play(self, move: int | str) -> None:
        """Play one move, given as a number or in the game's notation."""
        number = self.parse_move(move) if isinstance(move, str) else int(move)
        if not self.possible(number):
            raise IllegalMove(f"{self._name(move)} is not possible here: {self.why_not(move)}")
        state = self.state
        forgets = bool(state.irreversible(number))
        self._past.append(Moment(state.copy(), self.progress, self.ply, self._first, len(self._keys)))
        self.progress = clock_after(state, number, self.progress)
        self.ply += 1
        state.play(number)
        self.played.append(number)
        if not state.midturn() or state.over():
            if forgets and state.repeated != FORBIDDEN:
                self._first = len(self._keys)
            self._keys.append(history_key(state))

    def draw(self, random: Random) -> int:
        """A random legal move, or an outcome of chance by its odds."""
        moves = self.moves()
        if self.turn >= 0:
            return moves[random.below(len(moves))]
        left = random.unit()
        for move in moves:
            left -= float(self.state.odds(move))
            if left < 0:
                return move
        return moves[-1]

    def play_text(self, text: str) -> None:
        """Play a move or a whole turn given in the game's notation: all of it, or nothing."""
        moves = self.state.parse_turn(text)
        for place, move in enumerate(moves):
            try:
                self.play(move)
            except IllegalMove:
                for _ in range(place):
                    self.undo()
                raise

    def undo(self) -> int:
        """Take the last move back and return it."""
        if not self._past:
            raise IllegalMove("there is no move to take back")
        moment = self._past.pop()
        self.state = moment.state.copy()  # a copy of this playthrough may remember the same moment
        self.progress, self.ply, self._first = moment.progress, moment.ply, moment.first
        del self._keys[moment.keys :]
        return self.played.pop()

    def states(self) -> list[Any]:
        """The position before each move played, the first one first."""
        return [moment.state for moment in self._past]

    def first_clocks(self) -> tuple[int, int]:
        """Plies since progress and plies played where the playthrough began."""
        first = self._past[0] if self._past else self
        return first.progress, first.ply

    def copy(self) -> Self:
        """A branch that goes its own way."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.played, twin._keys, twin._past = list(self.played), list(self._keys), list(self._past)
        return twin

    # ------------------------------------------------------------------ what players know

    def observation(self, player: int) -> tuple[int, ...]:
        """What a player sees now, as the game's `observe` writes it."""
        self._refuse_open(player)
        return observed(self.state, player)

    def information(self, player: int) -> InformationState:
        """All that a player has seen and done since the start, and nothing that is hidden from them."""
        self._refuse_open(player)
        legal = self.moves() if self.turn == player else []
        return InformationState(
            player,
            self._percepts(player),
            tuple(legal),
            joined(self._known_to(player), words_of([*self.states(), self.state], self.played, player)),
            tuple(str(self.state.move_text(move)) for move in legal),
        )

    def information_key(self, player: int) -> int:
        """The key of `information(player)` alone: quick, for those who look something up by it."""
        self._refuse_open(player)
        low, high = key_of(self._percepts(player), player)
        return int(high) << 64 | int(low)

    def seen_as(self, player: int, state: Any) -> Self:
        """A game that goes on from a state, in which a player still knows what they know of this one."""
        seen = type(self)(state, progress=self.progress, ply=self.ply)
        seen._before = Past(player, [*self.states(), self.state.copy()], list(self.played), self._before)
        return seen

    def _known_to(self, player: int) -> Past | None:
        return self._before if self._before is not None and self._before.player == player else None

    def _percepts(self, player: int) -> tuple[Percept, ...]:
        before, found = self._known_to(player), percepts_of([*self.states(), self.state], self.played, player)
        return tuple(found) if before is None else (*before.percepts, *list(found)[1:])

    def look_key(self, player: int) -> int:
        """The key of what a player sees now, without what they saw before."""
        self._refuse_open(player)
        low, high = look_of(self.state, player)
        return int(high) << 64 | int(low)

    def _refuse_open(self, player: int) -> None:
        if not self.state.hidden:
            raise Unsupported(f"nothing is hidden in {type(self.state).__name__}: every player sees the position")
        if not 0 <= player < self.state.players:
            raise BadLimit(f"{type(self.state).__name__} has the players 0 to {self.state.players - 1}, not {player}")

    # ------------------------------------------------------------------ ending

    def over(self) -> bool:
        """Whether the game has ended, by the position or by its history."""
        state = self.state
        if state.over() or self._ended_by_history():
            return True
        moves = row_of(state)
        if state.repetition and state.repeated == FORBIDDEN:
            return all(self.forbidden(int(move)) for move in reversed(moves))  # Go's pass, always possible, is the last
        return len(moves) == 0

    def outcome(self) -> Outcome | None:
        """The result and its reason, or None while the game goes on."""
        state = self.state
        if not self.over():
            return None
        players = range(state.players)
        if not state.over() and (reason := self._ended_by_history()):
            return Outcome(self._history_result(), reason)
        stuck = not state.over() and len(row_of(state)) > 0
        reason = "every move is forbidden by repetition" if stuck else state.ending()
        worths = tuple(float(state.utility(player)) for player in players)
        if not all(map(math.isfinite, worths)):
            raise BadRules(f"utility() of {type(state).__name__} gives {worths} at the end: it must be a finite number")
        return Outcome(worths, reason)

    def times_seen(self) -> int:
        """How often the present position has occurred, this time included."""
        keys = np.array(self.keys(), np.uint64)
        return occurrences(keys, 0, len(keys), keys[-1])

    def _ended_by_history(self) -> str:
        """Why the history ends the game here, or nothing; a position without moves is judged by itself first."""
        state = self.state
        if state.midturn():
            return ""
        if state.repetition and state.repeated != FORBIDDEN and self.times_seen() >= state.repetition:
            reason = f"the position has occurred {state.repetition} times"
        elif out_of_time(state, self.progress, self.ply):
            stalled = state.no_progress and self.progress >= state.no_progress
            reason = f"{self.progress} plies without progress" if stalled else f"{self.ply} plies were played"
        else:
            return ""
        return reason if len(row_of(state)) else ""

    def _history_result(self) -> tuple[float, ...]:
        state = self.state
        players = range(state.players)
        if state.repetition and state.repeated != FORBIDDEN and self.times_seen() >= state.repetition:
            keys = np.array(self.keys(), np.uint64)
            loser = repetition_loser(state, keys, 0, len(keys) - 1)
            return tuple(decided(state, 1, loser, player) for player in players)
        if counts_utility(state, self.progress, self.ply):
            return tuple(float(state.utility(player)) for player in players)
        return tuple(0.0 for _ in players)

    # ------------------------------------------------------------------ notation

    def parse_move(self, text: str) -> int:
        """The move meant by a text."""
        return int(self.state.parse_move(text))

    def why_not(self, move: int | str) -> str:
        """Which rule forbids a move, in words."""
        if reason := self._ended_by_history():
            return f"the game is over: {reason}"
        number = -1
        if isinstance(move, int):
            number = move
        else:
            try:
                number = self.parse_move(move)
            except Exception:  # the text fits no move of the position: the position says why
                return str(self.state.why_not(move))
        if number in row_of(self.state) and self.state.repeated == FORBIDDEN:
            return "it would repeat an earlier position"
        return str(self.state.why_not(move))

    def line_text(self, since: int = 0) -> str:
        """The moves played, in the game's notation."""
        replay = type(self)(self.start, progress=0)
        shown = []
        for place, move in enumerate(self.played):
            if place >= since:
                shown.append(str(replay.state.move_text(move)))
            replay.state.play(move)
        return " ".join(shown)

    def legal_moves(self) -> list[str]:
        """The legal moves in the game's notation; `moves()` gives their numbers, `play` takes either."""
        return [str(self.state.move_text(move)) for move in self.moves()]

    def __repr__(self) -> str:
        outcome = self.outcome()
        mover = "chance" if self.turn < 0 else f"player {self.turn + 1}"
        stands = f"over: {outcome.reason}" if outcome else f"{mover} to move"
        return f"<{type(self.state).__name__} after {self.line_text() or 'no move'}, {stands}>"

    def _repr_svg_(self) -> str:
        """What a notebook shows: the position."""
        return picture("state", self.state)

    def _name(self, move: int | str) -> str:
        return repr(move) if isinstance(move, str) else f"move {move}"
