"""Monte Carlo tree search with one random game each: against C, against OpenSpiel's C++ search, and in two threads."""

from __future__ import annotations

import subprocess
import time
from functools import partial
from typing import Any

from bench.limits import program
from bench.measure import Result, Run, show, side_by_side
from bench.playouts import OPEN_SPIEL
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.search.common.limits import Limits
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.mcts.options import MctsOptions

# our game, its settings, simulations, the least ratio wanted; the C program plays for a win, not for discs
AGAINST_C: tuple[tuple[str, dict[str, str], int, float | None], ...] = (
    ("connect_four", {}, 10_000, 0.75),
    ("connect_four", {}, 100_000, 0.75),
    ("connect_four", {}, 300_000, 0.85),
    ("connect_four", {}, 1_000_000, 0.85),
    ("connect_four", {}, 10_000_000, 0.75),
    ("othello", {"margin": "false"}, 10_000, 0.75),
    ("othello", {"margin": "false"}, 300_000, 0.85),
    ("othello", {"margin": "false"}, 1_000_000, 0.85),
    ("tic_tac_toe", {}, 100_000, None),
    ("nim", {}, 200_000, None),
    ("pig", {}, 30_000, None),
)
IN_TREES = ("nim", "pig")  # these are in trees.c, the others in limits.c
PLAIN = MctsOptions(exploration=2.0, memory=1000.0, reuse=False)
HIDDEN = ("kuhn_poker", "leduc_poker")  # a search of the open game would be another one


def position(name: str, settings: dict[str, str] | None = None) -> Playthrough:
    """The start, or the first position in which a player has the choice."""
    line = Playthrough(catalogue.make(name, settings))
    while line.turn < 0:
        line.play(line.moves()[0])
    return line


def ours(searcher: Mcts, line: Playthrough, simulations: int) -> Run:
    """Simulations through the public call, from the question to the finished answer."""

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        found = searcher.think(line, Limits(simulations=simulations))
        spent = time.process_time() - begin
        visits = sum(visits for _, visits in found.moves.values())
        mean = sum(value * visits for value, visits in found.moves.values()) / max(visits, 1)
        return simulations, spent, (searcher.tree.used[0] / simulations, mean)

    run()
    return run


def alike(a: Any, b: Any) -> bool:
    """Two random searches: nearly the same nodes for each simulation, and means of the root that are not far apart."""
    (nodes, mean), (peer_nodes, peer_mean) = a, b
    return bool(abs(nodes / peer_nodes - 1) < 0.1 and abs(mean - peer_mean) < 0.15)


def tree_in_c(name: str, simulations: int) -> tuple[float, float, object]:
    """The same search in C."""
    words = (program("trees"), name) if name in IN_TREES else (program(), f"uct_{name}")
    done = subprocess.run([*map(str, words), str(simulations)], capture_output=True, text=True, check=True)
    nodes, mean, spent = map(float, done.stdout.split())
    return simulations, spent, (nodes / simulations, mean)


def against_c() -> list[Result]:
    """The games with a limit in C, from ten thousand simulations to ten million."""
    if program() is None:
        print("no C compiler: apt-get install gcc; the C limits are left out")
        return []
    searcher = Mcts(PLAIN)
    results = []
    for name, settings, simulations, target in AGAINST_C:
        results.append(
            side_by_side(
                f"uct {name} {simulations:.0e}",
                ours(searcher, position(name, settings), simulations),
                partial(tree_in_c, name, simulations),
                unit="sims/s",
                against="C",
                target=target,
                same=alike,
                rounds=15 if simulations <= 10_000 else 2 if simulations > 1_000_000 else 5,
            )
        )
    return results


def spiel(name: str) -> tuple[Run, int]:
    """OpenSpiel's search with one rollout a simulation, and how many simulations take a while."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def run(simulations: int) -> tuple[float, float, object]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 4000, False, 7, False)
        begin = time.process_time()
        bot.mcts_search(state)
        return simulations, time.process_time() - begin, None

    simulations = 16
    while run(simulations)[1] < 0.2:
        simulations *= 2
    return lambda: run(simulations), simulations


def against_open_spiel() -> list[Result]:
    """Every shared game, with as many simulations: at least twelve times its rate."""
    try:
        import pyspiel  # noqa: F401  # only to see whether it is there
    except ImportError:
        print("OpenSpiel is not installed: pip install 'zermelo[oracles]'")
        return []
    searcher = Mcts(PLAIN)
    results = []
    for name, settings, theirs, _ in OPEN_SPIEL:
        if name in HIDDEN:
            continue
        try:
            peer, simulations = spiel(theirs)
        except Exception as problem:  # a game that this version of OpenSpiel lacks or cannot search
            print(f"uct {name:<30} OpenSpiel cannot: {str(problem).splitlines()[0][:80]}")
            continue
        results.append(
            side_by_side(
                f"uct {name}",
                ours(searcher, position(name, settings), simulations),
                peer,
                unit="sims/s",
                against="OpenSpiel C++",
                target=12,
                same=None,  # its search tells a move, and no two searches need agree on one
                rounds=3,
            )
        )
    return results


def threads() -> None:
    """Two threads in one tree against one, by the clock on the wall: the better half of many short pairs of runs.

    Only pairs count in which every thread had nearly a core to itself; without two idle cores there may be none.
    """
    for name, simulations, wanted in (("connect_four", 200_000, 1.6), ("othello", 60_000, 1.8), ("go", 12_000, 1.8)):
        line = position(name)
        searchers = [Mcts(MctsOptions(exploration=2.0, reuse=False, threads=count)) for count in (1, 2)]
        for searcher in searchers:
            searcher.think(line, Limits(simulations=simulations))
        ratios = []
        for _ in range(40):
            rates, shares = [], []
            for searcher in searchers:
                begin, work = time.perf_counter(), time.process_time()
                searcher.think(line, Limits(simulations=simulations))
                spent = time.perf_counter() - begin
                rates.append(simulations / spent)
                shares.append((time.process_time() - work) / spent / searcher.options.threads)
            if min(shares) >= 0.9:
                ratios.append(rates[1] / rates[0])
        ratios.sort(reverse=True)
        found = f"{ratios[len(ratios) // 4]:.2f}" if ratios else "no cores to be had"
        print(f"uct {name}, two threads against one: {found} (wanted {wanted}; {len(ratios)} pairs count)", flush=True)


def go() -> None:
    """Go 9 x 9: twice the rate that Pachi's light playouts reach is wanted."""
    run = ours(Mcts(PLAIN), position("go"), 50_000)
    rates = sorted(amount / spent for amount, spent, _ in (run() for _ in range(5)))
    print(f"uct go 9 x 9: {show(rates[2])} sims/s (wanted 70 k)", flush=True)
