"""The Pacman laboratory on the command line: `zermelo lab pacman`, `mystery`, `levels`, `grade` and `watch`."""

from __future__ import annotations

import json as json_module
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import BadLimit, BadParameter
from zermelo.interfaces.cli.options import LARGEST, Json, write_text
from zermelo.interfaces.cli.progress import progress

Seed = Annotated[int, typer.Option(min=0, help="of starts and of everything that is drawn")]
Seconds = Annotated[float, typer.Option("--limit", metavar="SECONDS", help="for each move of a student's file")]
RecordFile = Annotated[Path | None, typer.Option(metavar="FILE", help="keep one game, to be watched")]


def pacman(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="which; without a name they are listed")] = "",
    games: Annotated[int | None, typer.Option(min=1, help="for each row; as many as the experiment says")] = None,
    seed: Seed = 0,
    pacman: Annotated[str | None, typer.Option(metavar="SPEC", help="somebody else as Pacman, or ./agent.py")] = None,
    ghosts: Annotated[str | None, typer.Option(metavar="SPEC", help="somebody else as every ghost")] = None,
    record: RecordFile = None,
    row: Annotated[int, typer.Option(min=1, help="with --record: from which row of the table")] = 1,
    limit: Seconds = 10.0,
    json: Json = False,
) -> None:
    """Run one of the lectures' Pacman demos: a table with 95 % intervals, and a recording to watch."""
    from zermelo.lab.pacman.experiments import ALL, experiment, table

    if not name:
        for one in ALL:
            print(f"{one.name:13} {one.slide}: {one.question}")
        return
    chosen = experiment(name)
    if pacman is not None:
        chosen = chosen.with_pacman(pacman)
    if ghosts is not None:
        chosen = chosen.with_ghosts(ghosts)
    if row > len(chosen.rows):
        raise BadLimit(f"the table of {name} has {len(chosen.rows)} rows, so there is no row {row}")
    found = chosen.run(games, seed, seconds=limit, on_game=None if json else heard)
    progress()
    if record is not None:
        write_text(record, found[row - 1].games[0].recording.to_text())
    if json:
        rows = [result.to_json() for result in found]
        print(json_module.dumps({"experiment": name, "seed": seed, "rows": rows}, indent=2))
        return
    print(f"{chosen.slide}. {chosen.question}\n\n{table(found)}\n\n{chosen.lesson}")
    print(f"{len(found[0].games)} games a row, seed {seed}; in brackets 95 % intervals")
    if record is not None:
        print(f"watch it: zermelo lab watch {record}")


def heard(result: Any) -> None:
    """A game has ended."""
    progress(f"{result.pairing.label}: {len(result.games)} games")


def mystery(
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="which mystery")] = 0,
    guess: Annotated[str | None, typer.Option(metavar="NAME", help="who you think it is")] = None,
    record: RecordFile = None,
    json: Json = False,
) -> None:
    """Watch a Pacman and guess its algorithm; a guess is marked by the evidence of all moves."""
    from zermelo.lab.pacman.mystery import SUSPECTS, marked, play

    if guess is not None:
        right, words = marked(seed, guess)
        print(json_module.dumps({"seed": seed, "right": right, "words": words}) if json else words)
        raise typer.Exit(0 if right else 1)
    made = play(seed)
    if record is not None:
        write_text(record, made.to_text())
    if json:
        print(made.to_text(), end="")
        return
    show(list(made.frames())[:: len(made.seats)], 0.25)
    print("\nWho was it?")
    for suspect in SUSPECTS:
        print(f"  {suspect.name:11} {suspect.about}")
    print(f"Say it with: zermelo lab mystery --seed {seed} --guess NAME")


def levels(
    rounds: Annotated[int, typer.Option(min=1, max=3, help="rounds that everybody looks ahead")] = 2,
    highest: Annotated[int, typer.Option(min=1, max=4, help="the highest level")] = 3,
    layout: Annotated[str, typer.Option(help="a maze of pacman, with one ghost")] = "minimaxClassic",
    json: Json = False,
) -> None:
    """What it costs to simulate an opponent who simulates you: positions made for one decision."""
    from zermelo.games.pacman import Pacman
    from zermelo.lab.pacman.levels import costs
    from zermelo.lab.pacman.node import Node

    rows = costs(Node(Pacman(ghosts=1, layout=layout)), rounds, highest)
    if json:
        print(json_module.dumps([vars(row) for row in rows], indent=2))
        return
    print("level k believes that the others are of level k - 1; level 0 plays at random\n")
    for row in rows:
        print(f"{row.label:8}  {row.looked_at:>9,} positions  {row.move}, worth {row.value:.2f}")
    print("\nMinimax needs no tower of minds: it all collapses into one game tree.")


def grade(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a Python file with reflex, minimax, alphabeta, …")],
    games: Annotated[int, typer.Option(min=1, max=LARGEST, help="for the tasks that are judged by play")] = 10,
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", help="for one answer; 10, and 60 for learning")
    ] = None,
    project: Annotated[str, typer.Option(help="search: the second project; learning: the third")] = "search",
    json: Json = False,
) -> None:
    """Mark a student's file: the tasks of the course's second or third project, 25 points, each with the reason."""
    from zermelo.lab.pacman.grading import grade as mark
    from zermelo.lab.pacman.learning_grading import grade_learning

    projects: dict[str, Callable[..., Any]] = {"search": mark, "learning": grade_learning}
    if project not in projects:
        raise BadParameter(f"there is no project {project!r}: there are {' and '.join(projects)}")
    report = projects[project](file, games=games, **({} if limit is None else {"seconds": limit}))
    print(json_module.dumps(report.to_json(), indent=2) if json else report.to_text())
    if report.points < report.of:
        raise typer.Exit(1)


def watch(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a recording")],
    pace: Annotated[float, typer.Option(min=0, help="seconds a move, where somebody looks")] = 0.15,
    first: Annotated[int, typer.Option("--from", min=0, help="begin after so many moves")] = 0,
) -> None:
    """Watch a recorded game in the terminal."""
    from zermelo.lab.recording import load

    made = load(file)
    if first > len(made.moves):
        raise BadLimit(f"{file} has {len(made.moves)} moves, so it cannot begin after {first}")
    show(list(made.frames())[first:], pace)
    print(made.reason or "the game was not finished")


def qlearn(
    lessons: Annotated[int, typer.Option(min=1, max=LARGEST, help="games with exploring")] = 50,
    games: Annotated[int, typer.Option(min=1, max=LARGEST, help="games without, after them")] = 20,
    layout: Annotated[str, typer.Option(help="a maze of pacman, by name or as it is written")] = "",
    ghosts: Annotated[int, typer.Option(min=1, max=4, help="that move at random")] = 1,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Approximate Q-learning: Pacman learns the weights of four features from playing."""
    from zermelo.lab.pacman.learning import MAZE, PacmanWorld, train

    done = train(world=PacmanWorld(layout or MAZE, ghosts), lessons=lessons, games=games, seed=seed)
    print(json_module.dumps(vars(done), indent=2) if json else done.to_text())


COMMANDS: tuple[Callable[..., None], ...] = (pacman, mystery, levels, grade, watch, qlearn)


def show(frames: list[str], pace: float) -> None:
    """Frames one over the other in a terminal, one after the other elsewhere."""
    if not sys.stdout.isatty():
        print("\n\n".join(frames))
        return
    for frame in frames:
        print("\x1b[H\x1b[J" + frame, flush=True)
        time.sleep(pace)
