"""`zermelo subgame`: two ranges of hold'em hands on a board, solved."""

from __future__ import annotations

import json as json_module
import time
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.interfaces.cli.options import LARGEST, Json
from zermelo.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from zermelo.hidden.holdem.subgame import Subgame


def subgame(
    board: Annotated[str, typer.Option(help='three to five open cards, as "Td 9d 6h Qc 2s"')],
    first: Annotated[
        str, typer.Option(help="range of the player who speaks first: AA,KQs,A5s-A2s,77+,AhKd:0.5 or random")
    ],
    second: Annotated[str, typer.Option(help="range of the other player")],
    pot: Annotated[int, typer.Option(min=1, help="chips in the pot")] = 100,
    stack: Annotated[int, typer.Option(min=1, help="chips that each player has left")] = 400,
    bets: Annotated[str, typer.Option(help="sizes of bets: hundredths of the pot, all-in")] = "50%, all-in",
    raises: Annotated[str, typer.Option(help="sizes of raises: hundredths of the pot after a call, all-in")] = "all-in",
    path: Annotated[str, typer.Option(help='look behind what has happened: "check, bet 50"')] = "",
    method: Annotated[str, typer.Option(help="dcfr, cfr+, linear or cfr")] = "dcfr",
    until: Annotated[
        float, typer.Option(min=0, help="stop when a perfect opponent gains less, in hundredths of the pot")
    ] = 0.3,
    iterations: Annotated[int, typer.Option(min=1, max=LARGEST, help="at most so many")] = 10_000,
    seconds: Annotated[float, typer.Option(min=0.1, help="at most so long")] = 600.0,
    memory: Annotated[float, typer.Option(min=1, help="megabytes that may be used")] = 2000.0,
    json: Json = False,
) -> None:
    """Solve a hold'em subgame from a board on: who bets with what, and how exploitable the answer is."""
    from zermelo.hidden.holdem.report import equity, grid_text, look
    from zermelo.hidden.holdem.subgame import solve_subgame, spot

    asked = spot(board, first, second, pot=pot, stack=stack, bets=bets, raises=raises)
    begin = time.perf_counter()
    found = solve_subgame(
        asked, method, until=until, iterations=iterations, seconds=seconds, most_memory=memory,
        on_update=None if json else tell,
    )  # fmt: skip
    progress()
    steps = [part.strip() for part in path.split(",") if part.strip()]
    seen, gap, share = look(found, steps), found.exploitability(), found.share()
    if json:
        more = {"share": share, "exploitability": gap, "equity": equity(found), "iterations": found.iterations}
        print(json_module.dumps(seen | more))
        return
    hands = " against ".join(str(len(each)) for each in found.hands)
    print(f"{hands} hands, {len(found.tree.kinds):,} public nodes, {found.iterations:,} iterations of {method}, "
          f"{time.perf_counter() - begin:.1f} s")  # fmt: skip
    print(f"the first player gets {share:.2f} of the pot of {pot}; exploitable by {gap:.3g} % of the pot")
    if steps:
        print(f"after {', '.join(steps)}:")
    if seen["player"] is None:
        print(seen["end"] or f"a card is dealt: {' '.join(seen['actions'])}")
        return
    chosen = "  ".join(f"{word} {share:.1%}" for word, share in zip(seen["actions"], seen["shares"], strict=True))
    print(f"player {seen['player'] + 1}: {chosen}")
    print("how often each hand bets or raises, in hundredths (suited hands above the diagonal):")
    print(grid_text(seen))


def tell(game: Subgame, gap: float) -> None:
    """How far the solver is."""
    progress(f"{game.iterations:>7,} iterations   exploitable by {gap:.3g} % of the pot")
