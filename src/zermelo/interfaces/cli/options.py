"""Options and habits that several verbs share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.games import catalogue

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game's name, alias, or Python file")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a parameter of the game; may be given again")
]
Position = Annotated[str, typer.Option(metavar="TEXT", help="begin at a position in the game's notation")]
Moves = Annotated[str, typer.Option(metavar="TEXT", help='moves to play first, "e4 e5 Nf3"')]
On = Annotated[str, typer.Option(help="cpu or gpu")]
Json = Annotated[bool, typer.Option("--json", help="print JSON for machines")]

LARGEST = 10**18  # kernels count with 64 bits
MOST_THREADS = 256


def read_pairs(settings: list[str] | None) -> dict[str, str]:
    """`["size=9"]` as a dictionary."""
    pairs = {}
    for item in settings or []:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise BadParameter(f"--set takes NAME=VALUE, not {item!r}")
        pairs[name.strip()] = value.strip()
    return pairs


def check_place(on: str) -> None:
    """Refuse a place that is none."""
    if on not in ("cpu", "gpu"):
        raise BadParameter(f"--on must be cpu or gpu, not {on!r}")


def begun(game: str, settings: list[str] | None, position: str = "", moves: str = "") -> Any:
    """The game at its start or at a position, after some moves."""
    playthrough = catalogue.begin(game, read_pairs(settings), position)
    remind(type(playthrough.state), game)
    for part in moves.split():
        playthrough.play_text(part)
    return playthrough


def remind(cls: Any, game: str) -> None:
    """Say once of rules that nobody has checked that they run with bounds checking."""
    from zermelo.game.trust import first_unchecked_use

    if first_unchecked_use(cls):
        print(
            f"{game} has not been checked: its rules run slower, with a look at every index, "
            f"until `zermelo check {game}` has passed",
            file=sys.stderr,
            flush=True,
        )


@contextmanager
def compiling(cls: Any) -> Iterator[None]:
    """Say so on the error stream while kernels are compiled, once; a cached kernel is silent."""
    from zermelo.game.compile import compile_listener

    told: list[str] = []

    def tell(kernel: str) -> None:
        if not told:
            told.append(kernel)
            print(f"compiling the rules of {cls.__name__} (once, then kept on disk) ...", file=sys.stderr, flush=True)

    with compile_listener(tell):
        yield


def write_text(path: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadParameter(f"{path} cannot be written: {problem.strerror}; choose another place") from None
