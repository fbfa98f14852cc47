"""`zermelo play`: a game in the terminal, against the machine or each other."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from zermelo.errors import BadMove, BadParameter
from zermelo.games import catalogue
from zermelo.interfaces.cli.options import GameName, Position, Settings, playthrough

SEATS = ("human", "random")
HELP = "a move in the game's notation, or: moves, undo, text, help, quit"


def play(
    game: GameName,
    player: Annotated[
        list[str] | None, typer.Option(help="human or random, one for each seat in order; default: you begin")
    ] = None,
    settings: Settings = None,
    position: Position = "",
    seed: Annotated[int, typer.Option(min=0, help="of the random player and of chance")] = 0,
) -> None:
    """Play a game in the terminal."""
    line = playthrough(game, settings, position)
    seats = list(player or ["human"])
    for seat in seats:
        if seat not in SEATS:
            raise BadParameter(f"a player is one of {', '.join(SEATS)}, not {seat!r}")
    if len(seats) > line.state.players:
        raise BadParameter(f"{game} has {line.state.players} players, {len(seats)} were given")
    seats += ["random"] * (line.state.players - len(seats))
    run(line, seats, seed)


def choose_and_play() -> None:
    """Ask for a game and play it."""
    names = list(catalogue.entries())
    print("Zermelo. Games:")
    for number, name in enumerate(names, 1):
        print(f"  {number:2} {name}")
    while True:
        answer = ask("game (name or number, empty to leave): ")
        if not answer:
            return
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            play(answer)
        except Exception as problem:
            print(problem)


def ask(prompt: str) -> str:
    """A line from the person; the end of the input means an empty line."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return ""


def run(line: Any, seats: list[str], seed: int) -> None:
    """Play until the game is over or the person leaves."""
    from zermelo.game.random import Random

    random = Random(seed)
    while True:
        mover = line.turn
        outcome = line.outcome()
        if outcome or mover < 0 or seats[mover] == "human":
            print(f"\n{line.state}\n")
        if outcome:
            print(f"{outcome.reason}. Result: {' '.join(f'{value:g}' for value in outcome.utilities)}")
            return
        if mover < 0 or seats[mover] == "random":
            move = pick(line, random)
            print(f"{'chance' if mover < 0 else f'player {mover + 1}'}: {line.state.move_text(move)}")
            line.play(move)
        elif not person_moves(line, seats):
            return


def pick(line: Any, random: Any) -> int:
    """A random legal move, or an outcome of chance by its odds."""
    moves = line.moves()
    if line.turn >= 0:
        return int(moves[random.below(len(moves))])
    left = random.unit()
    for move in moves:
        left -= line.state.odds(move)
        if left < 0:
            return int(move)
    return int(moves[-1])


def person_moves(line: Any, seats: list[str]) -> bool:
    """Ask for one move; False when the person leaves."""
    while True:
        answer = ask(f"player {line.turn + 1} ({HELP if not line.played else 'help for help'}): ")
        if answer in ("quit", "exit", "q") or (not answer and not sys.stdin.isatty()):
            return False
        if answer == "help" or not answer:
            print(HELP)
        elif answer == "moves":
            print(" ".join(line.state.move_text(move) for move in line.moves()))
        elif answer == "text":
            print(line.to_text())
        elif answer == "undo":
            take_back(line, seats)
            return True
        else:
            try:
                line.play_text(answer)
            except BadMove as problem:
                print(problem)
                continue
            return True


def take_back(line: Any, seats: list[str]) -> None:
    """Go back to the person's last choice."""
    while line.played:
        line.undo()
        if line.turn >= 0 and seats[line.turn] == "human":
            return
