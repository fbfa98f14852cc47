"""`python -m bench.strength CONTEST [--games N] [--folder PLACE]`: a match by name; a file of games is gone on with."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.strength.engines import EasyAI, Spiel
from zermelo.arena.match import Match
from zermelo.games import catalogue
from zermelo.players import Player, player

Contest = tuple[str, dict[str, str], Callable[[], list[Player]]]  # game, its settings, the players


def stockfish(elo: int) -> Contest:
    return "chess", {}, lambda: [player("best:time=0.2"), player(f"uci:stockfish,elo={elo},time=0.2,hash=64")]


CONTESTS: dict[str, Contest] = {
    **{f"chess-{elo}": stockfish(elo) for elo in (1350, 1500, 1700, 1900, 2000, 2200)},
    "go9": (
        "go",
        {"size": "9"},
        lambda: [player("best:time=1"), player("gtp:gnugo --level 10 --chinese-rules --positional-superko")],
    ),
    "othello-spiel": ("othello", {}, lambda: [player("best:time=0.2"), Spiel("othello", 0.2)]),
    "checkers-spiel": ("checkers", {}, lambda: [player("best:time=0.2"), Spiel("checkers", 0.2)]),
    "connect_four-spiel": ("connect_four", {}, lambda: [player("best:time=0.2"), Spiel("connect_four", 0.2)]),
    "othello-easyai": ("othello", {}, lambda: [player("best:time=0.2"), EasyAI(0.2)]),
    "checkers-easyai": ("checkers", {}, lambda: [player("best:time=0.2"), EasyAI(0.2)]),
    "connect_four-easyai": ("connect_four", {}, lambda: [player("best:time=0.2"), EasyAI(0.2)]),
    "backgammon": ("backgammon", {}, lambda: [player("best:time=0.2"), player("gnubg:plies=0")]),
    "chinese_checkers": (
        "chinese_checkers",
        {"players": "3"},
        lambda: [player("best:time=0.2"), player("mcts:time=0.2"), player("mcts:time=0.2,seed=1")],
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("contest", choices=sorted(CONTESTS))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where games are kept")
    given = parser.parse_args()
    name, settings, players = CONTESTS[given.contest]
    kept = given.folder / f"{given.contest}.db" if given.folder else None
    start = catalogue.make(name, settings)
    meeting = Match(start, players(), seed=given.seed, out=kept, resume=bool(kept), name=given.contest)
    meeting.players[0].choose(
        meeting.playthrough if meeting.playthrough.turn >= 0 else opened(meeting)
    )  # compiles before the clock
    try:
        print(meeting.run(given.games, lambda match, _: print(len(match.played), flush=True)))
    finally:
        for one in meeting.players:
            one.close()


def opened(meeting: Any) -> Any:
    """The first position where a player moves."""
    from zermelo.game.random import Random

    line = meeting.playthrough.copy()
    while line.turn < 0:
        line.play(line.draw(Random(0)))
    return line


if __name__ == "__main__":
    main()
