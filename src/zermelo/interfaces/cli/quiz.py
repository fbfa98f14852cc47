"""`zermelo quiz`: a fresh tree, a question, and the first mistake explained."""

from __future__ import annotations

import json as json_module
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.interfaces.cli.options import Json, write_text

SEEDS = 10_000  # of quizzes without a seed: short enough to be said aloud


def quiz(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="alphabeta, minimax, expectimax or mcts")],
    seed: Annotated[int | None, typer.Option(help="which quiz; another each time unless told")] = None,
    answer: Annotated[str | None, typer.Option(metavar="TEXT", help='the answer, such as "5; K O"')] = None,
    solve: Annotated[bool, typer.Option("--solve", help="tell the solution")] = False,
    sheet: Annotated[Path | None, typer.Option(metavar="FILE", help="a printable class sheet with solutions")] = None,
    count: Annotated[int, typer.Option(help="with --sheet: how many quizzes")] = 6,
    json: Json = False,
) -> None:
    """Ask for the value of a tree and what is pruned; mark the answer and explain the first mistake."""
    from zermelo.explain.terminal import draw
    from zermelo.lab.quiz import make

    seed = secrets.randbelow(SEEDS) if seed is None else seed
    made = make(kind, seed)
    if sheet is not None:
        from zermelo.lab.sheet import sheet as class_sheet

        write_text(sheet, class_sheet(kind, seed, count))
        print(f"{count} quizzes with solutions, seeds {seed} to {seed + count - 1}: {sheet}")
        return
    if json:
        report = {"kind": kind, "seed": seed, "question": made.question}
        if solve:
            report |= {"solution": made.solution, "explanation": made.explanation}
        if answer is not None:
            mark = made.mark(answer)
            report |= {"right": mark.right, "words": mark.words}
        print(json_module.dumps(report, indent=2))
        return
    if answer is None or solve:
        print(f"{kind}, seed {seed}\n")
        print(draw(made.asked, head=False, colour=sys.stdout.isatty()))
        print(f"\n{made.question}")
    if solve:
        print(f"\n{made.solution}\n{made.explanation}")
        return
    if answer is None and sys.stdin.isatty():
        answer = asked(f"Your answer, such as {made.example}: ")
    if answer is None:
        print(f'\nAnswer with: zermelo quiz {kind} --seed {seed} --answer "{made.example}"')
        return
    mark = made.mark(answer)
    print(mark.words)
    if not mark.right:
        raise typer.Exit(1)


def asked(prompt: str) -> str | None:
    """What somebody types, or nothing if they go away."""
    try:
        return input(prompt)
    except EOFError:
        return None
