"""`zermelo ggp`: general game playing matches, as player and as manager."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadParameter

ggp = typer.Typer(help="General game playing over the protocol of the Stanford competition.", no_args_is_help=True)


@ggp.command()
def player(
    port: Annotated[int, typer.Option(min=0, max=65535, help="where to listen; 0: any free port")] = 9147,
    thinker: Annotated[str, typer.Option("--player", metavar="SPEC", help="who thinks")] = "best",
) -> None:
    """Answer a game manager on this machine until Ctrl-C."""
    from zermelo.interfaces.ggp.player import GgpPlayer, server

    try:
        serving = server(GgpPlayer(thinker), port)
    except OSError as problem:
        raise BadParameter(f"port {port} cannot be had ({problem.strerror}): choose another --port") from None
    print(f"{thinker} listens at http://127.0.0.1:{serving.server_port}")
    with serving:
        serving.serve_forever()


@ggp.command()
def match(
    file: Annotated[Path, typer.Argument(metavar="FILE.kif", help="a description in GDL")],
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="for each role an address or a player")],
    start_clock: Annotated[int, typer.Option(min=1, max=3600, help="seconds to learn the rules")] = 10,
    play_clock: Annotated[int, typer.Option(min=1, max=3600, help="seconds for a move")] = 5,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="of chance, and of moves drawn for who gives none")] = 0,
) -> None:
    """Host a match: `zermelo ggp match ./tic_tac_toe.kif http://127.0.0.1:9147 mcts:sims=1000`."""
    from zermelo.folders import read_whole
    from zermelo.gdl.files import LARGEST
    from zermelo.interfaces.ggp.manager import Manager

    try:
        text = read_whole(file, LARGEST).decode()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadParameter(f"{file} cannot be read: {getattr(problem, 'strerror', None) or 'it is no text'}") from None
    record = Manager(text, players, start_clock, play_clock, seed).run(print)
    for fault in record.faults:
        print(f"fault        {fault}")
    print(f"goals        {', '.join(f'{role} {worth}' for role, worth in record.goals.items())}")
