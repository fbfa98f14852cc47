"""`zermelo push-fold`: hold'em before the flop, all-in or fold."""

from __future__ import annotations

import json as json_module
from typing import Annotated, Any

import typer

from zermelo.interfaces.cli.options import Json
from zermelo.interfaces.cli.progress import progress


def push_fold(
    stack: Annotated[list[float], typer.Argument(help="stacks in big blinds")],
    json: Json = False,
) -> None:
    """Who goes all-in and who calls in hold'em for two, exactly; the first time all boards are counted, a while."""
    from zermelo.hidden.holdem.preflop import preflop
    from zermelo.hidden.holdem.push_fold import solve_push_fold
    from zermelo.hidden.holdem.ranges import CLASSES, class_text

    table = preflop(None if json else tell)
    answers = [solve_push_fold(each, table=table) for each in stack]
    if json:
        names = [class_text(cell) for cell in range(CLASSES)]
        told: list[dict[str, Any]] = [
            {
                "stack": one.stack,
                "value": one.value,
                "exploitability": one.exploitability,
                "pushes": dict(zip(names, one.pushes.round(6).tolist(), strict=True)),
                "calls": dict(zip(names, one.calls.round(6).tolist(), strict=True)),
            }
            for one in answers
        ]
        print(json_module.dumps(told))
        return
    for one in answers:
        worth = f"worth {one.value:+.6f} to the small blind (exploitable by {one.exploitability:.1g})"
        shares = f"who pushes {one.push_share:.2%}; the big blind calls {one.call_share:.2%}"
        print(f"{one.stack:g} big blinds: {worth}, {shares}")
    if len(answers) == 1:
        print(f"\nthe small blind pushes:\n{grid(answers[0].pushes)}\n\nthe big blind calls:\n{grid(answers[0].calls)}")


def grid(shares: Any) -> str:
    """169 hands with how often they go all-in, in hundredths; a dot for never."""
    from zermelo.hidden.holdem.ranges import SIDE, class_text

    cells = [
        f"{class_text(cell):<3}{100 * share:4.0f}" if share > 0.005 else f"{class_text(cell):<3}   ·"
        for cell, share in enumerate(shares.tolist())
    ]
    return "\n".join(" ".join(cells[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def tell(part: float) -> None:
    """How many of all boards are counted."""
    progress(f"counting all boards, once: {part:4.0%}" if part < 1 else "")
