"""`zermelo play`: a game in the terminal, against the machine or each other."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from zermelo.errors import BadMove, BadParameter
from zermelo.games import catalogue
from zermelo.interfaces.cli.options import GameName, Position, Settings, compiling, playthrough

HELP = "a move in the game's notation, or: moves, hint, undo, text, help, quit"


def play(
    game: GameName,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="one for each seat in order (`zermelo players`); default: you, then best"),
    ] = None,
    settings: Settings = None,
    position: Position = "",
    seed: Annotated[int, typer.Option(min=0, help="of chance and of random choices")] = 0,
) -> None:
    """Play a game in the terminal."""
    from zermelo.players import player as find_player

    line = playthrough(game, settings, position)
    texts = list(player or ["human"])
    if len(texts) > line.state.players:
        raise BadParameter(f"{game} has {line.state.players} players, {len(texts)} were given")
    texts += ["best"] * (line.state.players - len(texts))
    seats = [find_player(text) for text in texts]
    for number, seat in enumerate(seats):
        seat.new_game(seed + number)
    with compiling(type(line.state)):
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


def run(line: Any, seats: list[Any], seed: int) -> None:
    """Play until the game is over or the person leaves."""
    from zermelo.game.random import Random
    from zermelo.players.simple import Human

    random = Random(seed)
    while True:
        mover = line.turn
        outcome = line.outcome()
        person = mover >= 0 and isinstance(seats[mover], Human)
        if outcome or mover < 0 or person:
            print(f"\n{line.state}\n")
        if outcome:
            print(f"{outcome.reason}. Result: {' '.join(f'{value:g}' for value in outcome.utilities)}")
            return
        if mover < 0:
            move = line.draw(random)
            print(f"chance: {line.state.move_text(move)}")
            line.play(move)
        elif not person:
            move = seats[mover].choose(line)
            shown = move if isinstance(move, str) else line.state.move_text(move)
            print(f"player {mover + 1} ({seats[mover].text}): {shown}")
            line.play(move)
        elif not person_moves(line, seats):
            return


def person_moves(line: Any, seats: list[Any]) -> bool:
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
        elif answer == "hint":
            hint(line)
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


def hint(line: Any) -> None:
    """What the machine would do here, and why."""
    from zermelo.players import player as find_player

    found = find_player("best").think(line)
    print(f"{found.move_text} ({found.value:+.2f}; {found.line_text})")


def take_back(line: Any, seats: list[Any]) -> None:
    """Go back to the person's last choice."""
    from zermelo.players.simple import Human

    while line.played:
        line.undo()
        if line.turn >= 0 and isinstance(seats[line.turn], Human):
            return
