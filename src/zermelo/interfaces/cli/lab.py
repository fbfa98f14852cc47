"""`zermelo lab`: the experiments of the lectures, each one command."""

from __future__ import annotations

import typer

from zermelo.interfaces.cli import lab_examples, lab_numbers, lab_pacman

lab = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The experiments of the lectures: Pacman's demos, an autograder, and the numbers on the slides.",
)
for command in (*lab_pacman.COMMANDS, *lab_numbers.COMMANDS, *lab_examples.COMMANDS):
    lab.command()(command)
