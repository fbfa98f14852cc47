"""The referee: clocks, forfeits, resigning, draws by agreement, and games that are decided early.

A referee follows one game and plays none. Whoever runs the game asks what the player to move is allowed, tells what
they did and how long it took, and hears whether the game has ended by that. Compiling and starting up are nobody's
time: players are warmed before the first clock runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.playthrough import Outcome
from zermelo.game.sides import count_sides
from zermelo.players.process.lines import CRASH, HANG, MEMORY
from zermelo.search.common.limits import Limits
from zermelo.session.clock import Clock
from zermelo.session.ending import drawn_by, lost_by
from zermelo.session.time_control import TimeControl

# why a game ended, other than by its rules
TIME, ILLEGAL, RESIGNED, AGREED, ADJUDICATED = "time", "illegal move", "resigned", "agreed", "adjudicated"
RULES = "rules"
FORFEITS = (TIME, ILLEGAL, CRASH, HANG, MEMORY)


@dataclass(frozen=True)
class Conduct:
    """What a referee looks after; everything that decides a game early is off unless it is asked for."""

    control: TimeControl = field(default_factory=TimeControl)
    margin: float = 0.05  # seconds that a busy machine may take before a move is late
    win_score: float = 0.0  # both sides' values agree that one is so far ahead (share of the highest utility) ...
    win_moves: int = 4  # ... for so many moves of each
    draw_score: float = -1.0  # both sides' values are at most so far from 0 ...
    draw_moves: int = 8  # ... for so many moves of each ...
    draw_after: int = 0  # ... and so many plies were played
    proven: bool = False  # a search proved the result
    longest: int = 0  # plies after which a game is a draw; 0: as long as it takes

    def __post_init__(self) -> None:
        if not 0 <= self.margin < 60:
            raise BadLimit(f"a margin lies between 0 and 60 seconds, not {self.margin:g}")
        if self.win_moves < 1 or self.draw_moves < 1 or self.longest < 0:
            raise BadLimit("a game is decided early after at least one move of each side")


@dataclass(frozen=True)
class Verdict:
    """The end of a game that the rules did not bring about."""

    kind: str
    outcome: Outcome
    loser: int = -1  # the seat; -1 in a draw


class Referee:
    """Follows one game of some seats."""

    def __init__(self, state: Any, conduct: Conduct) -> None:
        self.state, self.conduct = state, conduct
        control = conduct.control
        self.clock = Clock([control.seconds] * state.players, control.increment, period=control.moves)
        self.values: list[list[float]] = [[] for _ in range(state.players)]  # what each seat thought of its game
        self.early = conduct.proven or conduct.win_score > 0 or conduct.draw_score >= 0 or conduct.longest > 0
        self.two = count_sides(state) == 2

    # ------------------------------------------------------------------ before a move

    def allowed(self, seat: int) -> Limits | None:
        """What the player at a seat may use for the next move; None where nothing is limited."""
        control = self.conduct.control
        if control.seconds:
            left = max(self.clock.left[seat], 0.001)
            return Limits(clock=left, increment=control.increment, moves_to_go=self.clock.moves_to_go(seat))
        if control.per_move:
            return Limits(seconds=control.per_move)
        return Limits(nodes=control.nodes) if control.nodes else None

    def patience(self, seat: int) -> float | None:
        """Seconds after which a player who says nothing has lost; None: no end."""
        control = self.conduct.control
        if control.seconds:
            return max(self.clock.left[seat], 0.0) + self.conduct.margin
        return control.per_move + self.conduct.margin if control.per_move else None

    # ------------------------------------------------------------------ after a move

    def moved(self, seat: int, spent: float, ply: int, value: float | None = None, proven: str = "") -> Verdict | None:
        """A seat has chosen a move after some seconds and says what it thinks; whether that ends the game."""
        if self.conduct.control.timed and spent > (self.patience(seat) or 0.0):
            return self.late(seat)
        if self.conduct.control.seconds:
            self.clock.charge(seat, min(spent, self.clock.left[seat]))  # what the margin forgave is not owed
        if not self.early:
            return None
        if value is not None:
            self.values[seat].append(value)
        return self.decided(seat, ply, proven)

    def late(self, seat: int) -> Verdict:
        """A seat has lost on time."""
        return self.forfeit(seat, TIME, f"player {seat + 1} has no time left")

    def forfeit(self, seat: int, kind: str, why: str) -> Verdict:
        """A seat has lost by what it did, or did not do."""
        return Verdict(kind, lost_by(self.state, seat, why), seat)

    def resigned(self, seat: int) -> Verdict:
        """A seat gives the game up."""
        return self.forfeit(seat, RESIGNED, f"player {seat + 1} resigns")

    def agreed(self) -> Verdict:
        """Everybody agrees to a draw."""
        return Verdict(AGREED, drawn_by(self.state, "a draw was agreed"))

    # ------------------------------------------------------------------ deciding early

    def decided(self, seat: int, ply: int, proven: str) -> Verdict | None:
        """Whether a game is over in all but name."""
        terms = self.conduct
        if terms.proven and proven in ("win", "draw", "loss") and self.two and not self.state.hidden:
            if proven == "draw":
                return Verdict(ADJUDICATED, drawn_by(self.state, "a draw was proven"))
            loser = seat if proven == "loss" else self.opponent(seat)
            outcome = lost_by(self.state, loser, f"a loss of player {loser + 1} was proven")
            return Verdict(ADJUDICATED, outcome, loser)
        if terms.win_score > 0 and self.two and (loser := self.far_behind()) >= 0:
            return Verdict(ADJUDICATED, lost_by(self.state, loser, f"both sides see player {loser + 1} lose"), loser)
        if terms.draw_score >= 0 and self.two and ply >= terms.draw_after and self.level():
            return Verdict(ADJUDICATED, drawn_by(self.state, "both sides see a draw"))
        if terms.longest and ply >= terms.longest:
            return Verdict(ADJUDICATED, drawn_by(self.state, f"{ply} plies were played"))
        return None

    def opponent(self, seat: int) -> int:
        """A seat of the other side."""
        sides = self.state.sides or tuple(range(self.state.players))
        return next(other for other, side in enumerate(sides) if side != sides[seat])

    def last(self, seat: int, many: int) -> list[float]:
        """The last values of a seat, as shares of the highest utility; none before there are enough."""
        highest = max(abs(float(self.state.highest)), abs(float(self.state.lowest))) or 1.0
        return [value / highest for value in self.values[seat][-many:]] if len(self.values[seat]) >= many else []

    def far_behind(self) -> int:
        """The seat that both sides agree is losing, or -1."""
        terms = self.conduct
        for loser in range(self.state.players):
            low, high = self.last(loser, terms.win_moves), self.last(self.opponent(loser), terms.win_moves)
            if low and high and max(low) <= -terms.win_score and min(high) >= terms.win_score:
                return loser
        return -1

    def level(self) -> bool:
        """Whether all agree that nobody is ahead."""
        found = [self.last(seat, self.conduct.draw_moves) for seat in range(self.state.players)]
        return all(values and max(map(abs, values)) <= self.conduct.draw_score for values in found)
