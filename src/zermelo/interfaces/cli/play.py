"""`zermelo play`: a game in the terminal, against the machine or each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.errors import BadParameter, ZermeloError
from zermelo.games import catalogue
from zermelo.interfaces.cli.options import Position, Settings, compiling, read_pairs, remind

if TYPE_CHECKING:
    from zermelo.interfaces.terminal.local import LocalGame

Game = Annotated[str, typer.Argument(metavar="[GAME]", help="a game's name, alias, or Python file")]
Seats = Annotated[
    list[str] | None,
    typer.Option(metavar="SPEC", help="one for each seat in order (`zermelo players`); default: you, then best"),
]


def play(
    game: Game = "",
    player: Seats = None,
    settings: Settings = None,
    position: Position = "",
    load: Annotated[str, typer.Option(metavar="FILE", help="go on with a game from a file, in any format")] = "",
    save: Annotated[str, typer.Option(metavar="FILE", help="write the game to a file at the end")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="go on with the last unfinished game")] = False,
    roll: Annotated[
        str, typer.Option(metavar="auto|by-hand", help="dice and cards are drawn, or you enter them")
    ] = "auto",
    full: Annotated[bool, typer.Option("--full", help="the whole screen, with mouse and keyboard")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, max=10**18 - 1, help="of chance and of random choices; default: a new one")
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from zermelo.interfaces.terminal.local import LocalGame, Wish

    if roll not in ("auto", "by-hand"):
        raise BadParameter(f"--roll is auto or by-hand, not {roll!r}")
    if (resume or load) and (settings or position):
        raise BadParameter("a game that goes on has its settings and position already: leave --set and --position out")
    if not (game or load or resume):
        choose_and_play(full=full)
        return
    by_hand = roll == "by-hand"
    wish = Wish(game, player or (), read_pairs(settings), position, seed, load, save, resume, by_hand)
    local = LocalGame.begin(wish)
    remind(type(local.playthrough.state), local.record.game)
    begin(local, full)


def begin(game: LocalGame, full: bool) -> None:
    """Sit down at a game."""
    from zermelo.interfaces.terminal.lines import Lines

    if full:
        from zermelo.interfaces.terminal.screen import run_screen

        run_screen(game)
        return
    with compiling(type(game.playthrough.state)):
        Lines(game).run()


def choose_and_play(*, full: bool = False) -> None:
    """Ask for a game and play it."""
    names = list(catalogue.entries())
    print("Zermelo. Games:")
    for number, name in enumerate(names, 1):
        print(f"  {number:2} {name}")
    while True:
        answer = ask("game (name or number, empty to leave): ")
        if not answer:
            return
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            play(answer, full=full)
        except ZermeloError as problem:
            print(problem)


def ask(prompt: str) -> str:
    """A line from the person; the end of the input means an empty line."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return ""
