"""The signature of all searches: fixed work, and one number for what came out (after Stockfish's `bench`).

Every algorithm searches fixed positions on one thread within fixed nodes or simulations. A change that is meant to keep
behaviour keeps the number; one that is meant to change it stores a new number and says so.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players.catalogue import player


class Case(NamedTuple):
    """One search: a game with its parameters, the random plies before it, and the player that searches."""

    game: str
    plies: int
    player: str

    def position(self) -> Playthrough:
        """The position to search; after a random opening, at the next decision of a player."""
        name, _, settings = self.game.partition(":")
        given = dict(item.split("=") for item in settings.split(",") if item)
        playthrough = catalogue.begin(name, given)
        random = Random(1913, self.plies)
        while not playthrough.over() and (playthrough.ply < self.plies or playthrough.turn < 0):
            if playthrough.turn < 0:
                playthrough.play(playthrough.draw(random))
            else:
                moves = playthrough.moves()
                playthrough.play(moves[random.below(len(moves))])
        return playthrough


@dataclass(frozen=True)
class Signed:
    """What a case came to: nodes, value, move and principal variation, and the number that stands for them."""

    case: Case
    nodes: int
    value: float
    move: str
    line: str

    @property
    def number(self) -> int:
        """The checksum of everything that the search found."""
        found = f"{self.nodes} {self.value:.6f} {self.move} {self.line}"
        return zlib.crc32(found.encode())

    def __str__(self) -> str:
        case = f"{self.case.game}+{self.case.plies} {self.case.player}"
        return f"{self.number:>10}  {case}  nodes {self.nodes} value {self.value:.6f} move {self.move}"


CASES = (
    Case("tic_tac_toe", 1, "minimax:depth=8"),
    Case("tic_tac_toe", 0, "alphabeta:depth=9,plain"),
    Case("tic_tac_toe", 1, "best:nodes=2000"),
    Case("connect_four", 6, "alphabeta:nodes=200000"),
    Case("connect_four", 6, "alphabeta:depth=8,plain"),
    Case("connect_four", 15, "alphabeta:exact,nodes=200000"),
    Case("connect_four", 12, "dfpn:nodes=50000"),
    Case("connect_four", 8, "mcts:sims=5000"),
    Case("connect_four", 15, "mcts:sims=20000,solver"),
    Case("connect_four", 8, "mcts:sims=3000,tuned"),
    Case("othello", 12, "alphabeta:nodes=100000"),
    Case("othello", 12, "mcts:sims=2000,bias=0.5,cutoff=10"),
    Case("chess", 10, "alphabeta:nodes=100000"),
    Case("chess", 10, "alphabeta:depth=5,secondary"),
    Case("checkers", 10, "alphabeta:nodes=100000"),
    Case("kalah", 4, "alphabeta:nodes=100000"),
    Case("nine_mens_morris", 20, "alphabeta:nodes=50000"),
    Case("lines_of_action", 8, "alphabeta:nodes=50000"),
    Case("minishogi", 6, "alphabeta:nodes=50000"),
    Case("jungle", 10, "alphabeta:nodes=50000"),
    Case("arimaa", 20, "alphabeta:nodes=20000"),
    Case("amazons", 10, "alphabeta:nodes=20000"),
    Case("dots_and_boxes", 10, "alphabeta:nodes=100000"),
    Case("quixo", 6, "alphabeta:nodes=50000"),
    Case("nim", 0, "dfpn:nodes=50000"),
    Case("hex:size=7", 4, "mcts:sims=2000,rave"),
    Case("go:size=9", 10, "mcts:sims=1000,rave"),
    Case("abalone", 6, "alphabeta:nodes=20000"),
    Case("backgammon", 6, "expectiminimax:depth=2"),
    Case("backgammon", 6, "mcts:sims=1000"),
    Case("pig", 10, "expectiminimax:depth=6"),
    Case("twenty_forty_eight", 20, "expectiminimax:depth=2"),
    Case("twenty_forty_eight", 20, "mcts:sims=500"),
    Case("pacman", 12, "maxn:depth=7"),
    Case("pacman", 12, "paranoid:depth=9"),
    Case("pacman", 12, "best_reply:depth=9"),
    Case("pacman", 12, "expectimax:depth=7,model=mix(minimax:depth=1@0.8,random@0.2)"),
    Case("blokus_classic", 8, "paranoid:depth=3,nodes=20000"),
    Case("kuhn_poker", 2, "determinised:samples=8"),
    Case("leduc_poker", 3, "determinised:samples=8,search=(mcts:sims=800)"),
    Case("hidden_dominoes", 16, "best:sims=800"),
    Case("leduc_poker", 3, "equilibrium:method=cfr+,until=0.001"),
    Case("liars_dice:players=3", 3, "ismcts:sims=2000"),
    Case("bridge", 76, "bridge:samples=8"),
)


def signed(cases: tuple[Case, ...] = CASES) -> Iterator[Signed]:
    """Search one case after another."""
    for case in cases:
        result = player(case.player).think(case.position())
        yield Signed(case, result.nodes, result.value, result.move_text, result.line_text)


def in_all(lines: list[Signed]) -> int:
    """One number for all cases."""
    return zlib.crc32(" ".join(str(line.number) for line in lines).encode())
