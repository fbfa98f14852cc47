"""The autograder: five tasks as in the course's second project, marked with reasons.

1 reflex agent (4 points), 2 minimax (5), 3 alpha-beta (5), 4 expectimax (5), 5 evaluation (6). The student's code runs
in a worker process; what raises, answers nonsense or never returns costs its task and is named in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.games.pacman.notation import NAMES
from zermelo.lab.pacman.exam import ExamQuestion, questions
from zermelo.lab.pacman.experiments import HALL
from zermelo.lab.pacman.series import Pairing, run
from zermelo.lab.pacman.student import TASKS
from zermelo.lab.pacman.supervised import SECONDS, Office

POINTS = {"reflex": 4, "minimax": 5, "alphabeta": 5, "expectimax": 5, "better": 6}
GAMES = 10
FIELD = "%%%%%%%%%%% %.........% %.%%.%.%%.% %....P....% %.%%.%.%%.% %........G% %%%%%%%%%%%"
SLOW = 0.25  # seconds for a decision by `better`, on average


@dataclass(frozen=True)
class Mark:
    """One task marked: points, of how many, and why."""

    task: str
    points: int
    of: int
    why: str


@dataclass(frozen=True)
class Report:
    """All tasks of a file."""

    file: str
    marks: tuple[Mark, ...]

    @property
    def points(self) -> int:
        """The sum."""
        return sum(mark.points for mark in self.marks)

    @property
    def of(self) -> int:
        """What could be had."""
        return sum(mark.of for mark in self.marks)

    def to_text(self) -> str:
        """A table for people."""
        wide = max(10, *(len(mark.task) for mark in self.marks))
        lines = [f"{mark.task:{wide}}  {mark.points}/{mark.of}  {mark.why}" for mark in self.marks]
        return "\n".join([*lines, f"{'all':{wide}}  {self.points}/{self.of}"])

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        marks = [{"task": m.task, "points": m.points, "of": m.of, "why": m.why} for m in self.marks]
        return {"file": self.file, "points": self.points, "of": self.of, "tasks": marks}


def grade(path: Path, *, games: int = GAMES, seconds: float = SECONDS, tasks: tuple[str, ...] = TASKS) -> Report:
    """Mark a file; one that cannot be read at all is refused with its reason."""
    text = str(path) if path.suffix == ".py" else f"{path}.py"
    with Office(text, seconds) as office:
        offers = office.ask(ask="offers")["offers"]
        marks = []
        for task in tasks:
            if task not in offers:
                marks.append(Mark(task, 0, POINTS[task], f"there is no function {task} in the file"))
                continue
            try:
                if task in ("reflex", "better"):
                    marks.append(by_games(text, task, games, seconds))
                else:
                    marks.append(by_questions(office, task))
            except BadPlayer as problem:
                marks.append(Mark(task, 0, POINTS[task], str(problem)))
        return Report(str(path), tuple(marks))


# ---------------------------------------------------------------------- searches, by questions


def by_questions(office: Office, task: str) -> Mark:
    """Four points for choosing right in all positions, one for looking at no more of them than needed."""
    asked = questions(task)
    right, made, most, first = 0, 0, 0, ""
    for question in asked:
        answer = office.ask(
            ask="call", name=task, position=question.position, ghosts=question.ghosts, depth=question.depth
        )
        made, most = made + answer["made"], most + question.most
        if answer["move"] in question.right:
            right += 1
        elif not first:
            first = mistake(question, answer["move"])
    of = POINTS[task]
    points = (of - 1) * right // len(asked)
    if first:
        return Mark(task, points, of, f"{right} of {len(asked)} positions right; {first}")
    if made > most:
        need = "alpha-beta needs at most" if task == "alphabeta" else "the whole tree has"
        hint = ": is anything pruned?" if task == "alphabeta" else ""
        return Mark(task, points, of, f"all moves right, but {made:,} positions were made, where {need} {most:,}{hint}")
    if made < most and task == "expectimax":
        return Mark(task, points, of, f"all moves right, but only {made:,} of {most:,} positions were made: "
                    "without bounds on utilities expectimax cannot prune")  # fmt: skip
    return Mark(task, of, of, f"all {len(asked)} positions right, {made:,} positions made")


def mistake(question: ExamQuestion, move: int) -> str:
    """Why an answer is wrong."""
    best = question.right[0]
    rounds = "1 round" if question.depth == 1 else f"{question.depth} rounds"
    return (
        f"{rounds} ahead {NAMES[move]} is worth {question.worth[move]:g} and {NAMES[best]} {question.worth[best]:g} in "
        f"{question.position}"
    )


# ---------------------------------------------------------------------- opinions, by games


def by_games(text: str, task: str, games: int, seconds: float) -> Mark:
    """Points for games won, for the mean score, and for `better` one for speed."""
    layout, good, fine = (FIELD, 300, 650) if task == "reflex" else (HALL, 300, 500)
    settings = "" if task == "reflex" else ",depth=2"
    pairing = Pairing(task, layout, f"{text}:{task}{settings}", ("random",), drawn=True, most_moves=250)
    found = run(pairing, games, 188, seconds=seconds)
    wins, score = sum(game.won for game in found.games), found.score.middle
    pace = sum(game.seconds for game in found.games) / max(1, sum(game.moves for game in found.games))
    if task == "reflex":
        points = (2 * wins >= games) + (wins == games) + (score >= good) + (score >= fine)
    else:
        points = (wins > 0) + (2 * wins >= games) + (wins == games) + (score >= good) + (score >= fine)
        points += wins > 0 and pace <= SLOW
    why = f"{wins} of {games} games won, mean score {score:.0f}"
    lost = sum(game.lost for game in found.games)
    undecided = games - wins - lost
    if points < POINTS[task]:
        parts = [f"caught {lost} times"] if lost else []
        parts += [f"not finished {undecided} times within 250 moves"] if undecided else []
        parts += [f"{pace:.2f} s a move, where {SLOW:g} are allowed"] if task == "better" and pace > SLOW else []
        parts += [f"for all points every game must be won with {fine} on average"]
        why += "; " + "; ".join(parts)
    return Mark(task, int(points), POINTS[task], why)
