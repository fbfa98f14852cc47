"""The lectures' Pacman demos as experiments: a question, the pairings that answer it, and what to look at.

Mazes are ours. That of `assumptions` was looked for: of some 450 random mazes, tried with 12 games a cell from seed 7,
it is one of four in which all of the lecture's four cells came out alike; its table is made with another seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from zermelo.errors import BadParameter
from zermelo.lab.pacman.series import Pairing, Result, run
from zermelo.lab.pacman.supervised import SECONDS

CORRIDOR = "%%%%%%%%%%%%%% %_.P_______._% %%%%%%%%%%%%%%"
HALL = "%%%%%%%%%%%%%%% %.____%.%____.% %_%%%___%%%_%_% %______P____%_% %_%%%%_%_%%%__% %.__G___.____.% %%%%%%%%%%%%%%%"
WORLD = "%%%%%%%%% %P%_____% %_%_%_%.% %___%___% %_%G%_%_% %.____%.% %%%%%%%%%"

MINIMAX, EXPECTIMAX = "paranoid:rounds=4", "expectimax:rounds=4,model=random"
ADVERSARY, HALF_HEARTED = "paranoid:rounds=2", "mix(paranoid:rounds=2@0.8,random@0.2)"
INFORMED = "expectimax:rounds=4,model=mix(minimax:depth=4@0.8,random@0.2)"


@dataclass(frozen=True)
class Experiment:
    """One demo: its question, its pairings, and how many games answer it."""

    name: str
    slide: str
    question: str
    rows: tuple[Pairing, ...]
    games: int
    lesson: str

    def with_pacman(self, text: str) -> Experiment:
        """The same with somebody else as Pacman, against each of the ghosts once."""
        kept: dict[tuple[object, ...], Pairing] = {}
        for row in self.rows:
            kept.setdefault((row.layout, row.ghosts), replace(row, label=f"{text} / {against(row)}", pacman=text))
        return replace(self, rows=tuple(kept.values()))

    def with_ghosts(self, text: str) -> Experiment:
        """The same with somebody else as every ghost."""
        kept: dict[tuple[object, ...], Pairing] = {}
        for row in self.rows:
            ghosts = (text,) * len(row.ghosts)
            kept.setdefault((row.layout, row.pacman), replace(row, label=f"{row.pacman} / {text}", ghosts=ghosts))
        return replace(self, rows=tuple(kept.values()))

    def run(
        self,
        games: int | None = None,
        seed: int = 0,
        *,
        seconds: float = SECONDS,
        on_game: Callable[[Result], None] | None = None,
    ) -> list[Result]:
        """All pairings, each from the same starts."""
        count = self.games if games is None else games
        return [run(row, count, seed, seconds=seconds, on_game=on_game) for row in self.rows]


def against(row: Pairing) -> str:
    """The ghosts in words."""
    return " + ".join(dict.fromkeys(row.ghosts)) or "nobody"


ALL = (
    Experiment(
        "starvation",
        "Why Pacman Starves",
        "A dot lies next to Pacman, the other one far behind. It can be eaten now or later. Does Pacman wait?",
        (
            Pairing("score, first of equals", CORRIDOR, "replan:rounds=3", (), most_moves=60),
            Pairing("score, equals by lot", CORRIDOR, "replan:rounds=3,ties=drawn", (), most_moves=60),
            Pairing("nearness of food counts", CORRIDOR, "replan:rounds=3,judge=hunger", (), most_moves=60),
        ),
        20,
        "Waiting is worth exactly as much as eating, so who plans anew each time may put it off for ever.",
    ),
    Experiment(
        "thrashing",
        "Thrashing (d=2), and fixed (d=2)",
        "Food lies further away than two rounds. What does a search that counts only points do?",
        (
            Pairing(
                "score at the horizon", HALL, "replan:rounds=2,ties=drawn", ("random",), drawn=True, most_moves=150
            ),
            Pairing(
                "nearness of food counts",
                HALL,
                "replan:rounds=2,judge=hunger,ties=drawn",
                ("random",),
                drawn=True,
                most_moves=150,
            ),
        ),
        30,
        "Where all moves seem equally good Pacman goes to and fro; an evaluation that sees past the horizon cures it.",
    ),
    Experiment(
        "depth",
        "Limited Depth (2) and (10)",
        "The same evaluation, two rounds deep and ten. How much is depth worth against a ghost that hunts?",
        tuple(
            Pairing(f"{rounds} rounds", "corridor", f"paranoid:rounds={rounds}", (ADVERSARY,), drawn=True)
            for rounds in (2, 4, 6, 10)
        ),
        40,
        "The deeper the evaluation is buried, the less its faults matter.",
    ),
    Experiment(
        "coordination",
        "Smart Ghosts (Coordination)",
        "Two ghosts of equal skill: each hunting alone, or both searching one common game?",
        (
            Pairing(
                "each alone",
                "open",
                "paranoid:rounds=2",
                ("alone:search=(paranoid:rounds=3)",) * 2,
                drawn=True,
                most_moves=150,
            ),
            Pairing("together", "open", "paranoid:rounds=2", ("paranoid:rounds=3",) * 2, drawn=True, most_moves=150),
        ),
        40,
        "Nobody told the ghosts to encircle Pacman: it comes out of a search for the common good.",
    ),
    Experiment(
        "trapped",
        "Minimax vs Expectimax",
        "Two ghosts close in. Is there hope, and who sees it?",
        tuple(
            Pairing(f"{name} / {kind} ghosts", "trappedClassic", pacman, (ghost, ghost))
            for name, pacman in (("minimax", "paranoid:rounds=3"), ("expectimax", "expectimax:rounds=3,model=random"))
            for kind, ghost in (("adversarial", ADVERSARY), ("random", "random"))
        ),
        100,
        "Minimax is sure to die and hurries; expectimax tries, and gets away as often as the ghosts' luck allows.",
    ),
    Experiment(
        "assumptions",
        "Assumptions vs. Reality",
        "Pacman looks four rounds ahead and takes the ghost for an enemy, or for a fool. What if that is wrong?",
        tuple(
            Pairing(f"{name} / {kind} ghost", WORLD, pacman, (ghost,), drawn=True)
            for name, pacman in (("minimax", MINIMAX), ("expectimax", EXPECTIMAX))
            for kind, ghost in (("adversarial", ADVERSARY), ("random", "random"))
        ),
        100,
        "Optimism is dangerous where the world is adversarial, pessimism costs something where it is not.",
    ),
    Experiment(
        "informed",
        "Quiz: Informed Probabilities",
        "The ghost plays minimax of two rounds 80 % of the time and else at random. Which search should Pacman use?",
        tuple(
            Pairing(name, WORLD, pacman, (HALF_HEARTED,), drawn=True)
            for name, pacman in (
                ("minimax", MINIMAX),
                ("expectimax, random ghost", EXPECTIMAX),
                ("expectimax, informed", INFORMED),
            )
        ),
        100,
        "Expectimax, with the probabilities that come out of simulating the opponent.",
    ),
)
EXPERIMENTS = {experiment.name: experiment for experiment in ALL}
LECTURE = {"minimax / adversarial ghost": (5, 483), "minimax / random ghost": (5, 493),
           "expectimax / adversarial ghost": (1, -303), "expectimax / random ghost": (5, 503)}  # fmt: skip


def experiment(name: str) -> Experiment:
    """An experiment by its name."""
    if name not in EXPERIMENTS:
        near = get_close_matches(name, EXPERIMENTS, 1, 0.4)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(EXPERIMENTS)}"
        raise BadParameter(f"there is no Pacman experiment {name!r}: {hint}")
    return EXPERIMENTS[name]


def table(found: list[Result]) -> str:
    """The results as lines of text, the lecture's own numbers beside ours where it has some."""
    width = max(len(result.pairing.label) for result in found)
    head = f"{'':{width}}  {'won':>20}  {'caught':>6}  {'mean score':>22}  {'moves':>5}  {'to and fro':>10}"
    lines = [head + ("  lecture, 5 games" if any(r.pairing.label in LECTURE for r in found) else "")]
    for result in found:
        wins, score = result.wins, result.score
        won = f"{100 * wins.middle:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f})"
        points = f"{score.middle:.0f} ({score.low:.0f} to {score.high:.0f})" if len(result.games) > 1 \
            else f"{score.middle:.0f}"  # fmt: skip
        line = f"{result.pairing.label:{width}}  {won:>20}  {100 * result.losses.middle:>4.0f} %  {points:>22}"
        line += f"  {result.moves:>5.0f}  {100 * result.dithering:>8.0f} %"
        if result.pairing.label in LECTURE:
            line += "  {}/5, {}".format(*LECTURE[result.pairing.label])
        lines.append(line)
    return "\n".join(lines)
