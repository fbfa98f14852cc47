"""Worked examples that are no trees: a policy as a table, the vacuum world, Porto's chess positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from zermelo.interfaces.cli.options import write_text


def policy(
    table: Annotated[Path | None, typer.Option(metavar="FILE", help="write all lines here")] = None,
) -> None:
    """Perfect tic-tac-toe as a policy S → A: a table, and what a player who only looks things up achieves."""
    from zermelo.arena.match import Match
    from zermelo.games.tic_tac_toe import TicTacToe
    from zermelo.lab.policy import LookupTable, policy_table, to_text
    from zermelo.players import player

    made = policy_table()
    text = to_text(made)
    if table is not None:
        write_text(table, text)
    print("\n".join(text.splitlines()[-5:]))
    print(f"… {len(made):,} lines, one for each state in which there is a choice")
    for other in ("random", "minimax:depth=9"):
        report = Match(TicTacToe(), [LookupTable(made), player(other)], opening=0).run(40)
        one = report.standings[0]
        print(f"the table against {other}: won {one.wins}, drawn {one.draws}, lost {one.losses}")


def vacuum(steps: Annotated[int, typer.Option(min=1, max=100, help="to watch")] = 8) -> None:
    """The reflex vacuum world: four lines that earn as much as any search could."""
    from zermelo.lab.vacuum import report

    print(report(steps))


def chess() -> None:
    """Porto's chess slides: a rook that swaps the verdict, and pawn checks that push a loss over the horizon."""
    from zermelo.lab.chess_positions import report

    print(report())


COMMANDS: tuple[Callable[..., None], ...] = (policy, vacuum, chess)
