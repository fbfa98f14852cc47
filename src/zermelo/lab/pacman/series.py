"""Many games of one pairing: where they start, how they are played, and what they came to, with intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from zermelo.arena.statistics import intervals
from zermelo.arena.statistics.intervals import Interval
from zermelo.errors import BadLimit, BadParameter
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.rules import BACK, STOP
from zermelo.lab.pacman.agents import agent
from zermelo.lab.pacman.supervised import SECONDS, Supervised
from zermelo.lab.recording import Recording
from zermelo.players.base import Player

DISTANCE = 3  # cells that a drawn ghost keeps from Pacman at the start, along rows and columns


@dataclass(frozen=True)
class Pairing:
    """A pairing: maze, who plays, how far a game goes, and whether the ghosts' places are drawn."""

    label: str
    layout: str
    pacman: str
    ghosts: tuple[str, ...]  # one text for each ghost
    drawn: bool = False  # ghosts start where the seed puts them; else where the layout has them
    most_moves: int = 0  # moves of Pacman after which a game ends undecided; 0: the game's own end

    def start(self, seed: int, number: int) -> Any:
        """The first position of one game; the same for every pairing with this maze."""
        state = Pacman(ghosts=len(self.ghosts), layout=self.layout)
        if self.drawn:
            place_ghosts(state, Random(seed, number))
        return state


def place_ghosts(state: Any, random: Random) -> None:
    """Put each ghost on a free cell without food, not too near to Pacman and on no other ghost."""
    free = [
        (column, row)
        for row in range(1, state.rows() - 1)
        for column in range(1, state.columns() - 1)
        if not (state.walls[row] | state.food[row] | state.capsules[row]) >> column & 1
        and abs(2 * column - state.x[0]) + abs(2 * row - state.y[0]) >= 2 * DISTANCE
    ]
    if len(free) < state.ghosts:
        raise BadParameter("the maze has too few free cells away from Pacman to draw the ghosts' places")
    for ghost in range(1, state.players):
        column, row = free.pop(random.below(len(free)))
        state.set_agent(ghost, 2 * column, 2 * row, STOP, 0, (column, row))


@dataclass(frozen=True)
class Played:
    """One game and what can be counted in it."""

    recording: Recording
    won: bool
    lost: bool
    score: float
    moves: int  # of Pacman
    back: int  # moves of Pacman that undid the one before, or that stood still
    seconds: float  # that Pacman thought


@dataclass
class Result:
    """What a pairing came to."""

    pairing: Pairing
    seed: int
    games: list[Played] = field(default_factory=list)

    @property
    def wins(self) -> Interval:
        """The share of games in which all food was eaten."""
        return intervals.share(sum(game.won for game in self.games), len(self.games))

    @property
    def losses(self) -> Interval:
        """The share of games in which Pacman was caught."""
        return intervals.share(sum(game.lost for game in self.games), len(self.games))

    @property
    def score(self) -> Interval:
        """The mean score."""
        return intervals.mean([game.score for game in self.games])

    @property
    def moves(self) -> float:
        """Pacman's moves in a game, on average."""
        return sum(game.moves for game in self.games) / len(self.games)

    @property
    def dithering(self) -> float:
        """The share of Pacman's moves that went straight back or stood still."""
        return sum(game.back for game in self.games) / max(1, sum(game.moves for game in self.games))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "label": self.pairing.label, "pacman": self.pairing.pacman, "ghosts": list(self.pairing.ghosts),
            "layout": self.pairing.layout, "seed": self.seed, "games": len(self.games),
            "wins": sum(game.won for game in self.games), "caught": sum(game.lost for game in self.games),
            "win_share": self.wins.to_json(), "score": self.score.to_json(), "moves": self.moves,
            "dithering": self.dithering,
        }  # fmt: skip


def run(
    pairing: Pairing,
    games: int,
    seed: int = 0,
    *,
    seconds: float = SECONDS,
    on_game: Callable[[Result], None] | None = None,
) -> Result:
    """Play a pairing; the same seed gives the same games."""
    if games < 1:
        raise BadLimit(f"an experiment needs at least one game, not {games}")
    seats = [agent(text, seconds) for text in (pairing.pacman, *pairing.ghosts)]
    result = Result(pairing, seed)
    try:
        for number in range(games):
            result.games.append(play(pairing, seats, seed, number))
            if on_game is not None:
                on_game(result)
    finally:
        for seat in seats:
            if isinstance(seat, Supervised):
                seat.office.close()
    return result


def play(pairing: Pairing, seats: Sequence[Player], seed: int, number: int) -> Played:
    """One game."""
    playthrough = Playthrough(pairing.start(seed, number))
    for place, seat in enumerate(seats):
        seat.new_game(1000 * (seed * 100_000 + number) + place)  # ghosts who draw lots must not draw the same
    mine: list[int] = []
    spent = 0.0
    while playthrough.moves() and not (
        pairing.most_moves and playthrough.turn == 0 and len(mine) == pairing.most_moves
    ):
        mover = playthrough.turn
        begin = time.perf_counter()
        playthrough.play(seats[mover].choose(playthrough))
        if mover == 0:
            spent += time.perf_counter() - begin
            mine.append(playthrough.played[-1])
    state = playthrough.state
    settings = {"ghosts": str(len(pairing.ghosts))}
    texts = [pairing.pacman, *pairing.ghosts]
    recording = Recording.of(
        playthrough, "pacman", settings, texts, seed=seed, title=pairing.label, notes={"number": number}
    )
    back = sum(move in (STOP, int(BACK[before])) for before, move in pairwise([STOP, *mine]))
    return Played(recording, int(state.left) == 0, bool(state.caught), float(state.score), len(mine), back, spent)
