"""Random games: against C on ten games, and against OpenSpiel's compiled rollouts on every game it has."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from bench.limits import limit, program
from bench.measure import Result, Run, close, side_by_side
from zermelo.game.playouts import playouts
from zermelo.games import catalogue

# our game, games a run, the wanted ratio (the last six only show how far the other tables could go)
AGAINST_C = (
    ("connect_four", 400_000, 0.85),
    ("othello", 40_000, 1.0),
    ("hex", 20_000, 1.0),
    ("go", 8_000, 0.9),
    ("tic_tac_toe", 1_000_000, None),
    ("nim", 1_000_000, None),
    ("kuhn_poker", 4_000_000, None),
    ("leduc_poker", 2_000_000, None),
    ("pig", 100_000, None),
    ("kalah", 100_000, None),
)

# our game, its settings, OpenSpiel's game, games a run of ours; their policy is uniform over all legal moves
OPEN_SPIEL: tuple[tuple[str, dict[str, str], str, int], ...] = (
    ("tic_tac_toe", {}, "tic_tac_toe", 400_000),
    ("connect_four", {}, "connect_four", 200_000),
    ("othello", {}, "othello", 20_000),
    ("checkers", {}, "checkers", 5_000),
    ("chess", {}, "chess", 2_000),
    ("go", {}, "go(board_size=9)", 5_000),
    ("hex", {}, "hex(board_size=11)", 10_000),
    ("amazons", {}, "amazons", 2_000),
    ("kalah", {}, "mancala", 100_000),
    ("backgammon", {}, "backgammon", 2_000),
    ("chinese_checkers", {}, "chinese_checkers", 500),
    ("pig", {}, "pig", 20_000),
    ("twenty_forty_eight", {}, "2048", 2_000),
    ("shogi", {}, "shogi", 500),
    ("link_five", {}, "gomoku", 5_000),
    ("lines_of_action", {}, "lines_of_action", 2_000),
    ("nine_mens_morris", {}, "nine_mens_morris", 5_000),
    ("quoridor", {}, "quoridor", 1_000),
    ("dots_and_boxes", {}, "dots_and_boxes(num_rows=5,num_cols=5)", 20_000),
    ("nim", {}, "nim", 400_000),
    ("kuhn_poker", {}, "kuhn_poker", 400_000),
    ("leduc_poker", {}, "leduc_poker", 400_000),
)


def ours(name: str, games: int, settings: dict[str, str] | None = None) -> Run:
    """Random games of ours through the public call."""
    state = catalogue.make(name, settings)
    while state.turn < 0:  # begin where the peer's search can begin, at a player's node
        state.play(state.legal()[0])
    seeds = iter(range(1000))

    def run() -> tuple[float, float, object]:
        report = playouts(state, games, seed=next(seeds))
        wins, _, losses = report.results[0]
        return games, report.seconds, (report.mean_length, (wins - losses) / games)

    return run


def against_c() -> list[Result]:
    """The games with a limit in C."""
    if program() is None:
        print("no C compiler: apt-get install gcc; the C limits are left out")
        return []
    results = []
    for name, games, target in AGAINST_C:

        def peer(name: str = name, games: int = games) -> tuple[float, float, object]:
            moves, total, spent = limit(name, games)
            return games, spent, (moves / games, total / games)

        same = close(0.05)  # Othello's passes are moves of ours and none of the C program's
        row = side_by_side(
            f"playouts {name}", ours(name, games), peer, unit="games/s", against="C", target=target, same=same
        )
        results.append(row)
    return results


def rollouts(name: str) -> Callable[[], tuple[float, float, object]]:
    """OpenSpiel's C++ rollouts: a search with one simulation runs n rollouts from the root."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():  # the search needs a player's node at its root
        state.apply_action(state.legal_actions()[0])
    count = [8]

    def run() -> tuple[float, float, object]:
        while True:
            evaluator = pyspiel.RandomRolloutEvaluator(count[0], 1)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 7, False, pyspiel.ChildSelectionPolicy.UCT)
            begin = time.process_time()
            bot.mcts_search(state)
            spent = time.process_time() - begin
            if spent > 0.15:
                return count[0], spent, None
            count[0] *= 2

    return run


def against_open_spiel() -> list[Result]:
    """Every game that OpenSpiel has: at least ten times its rate, chess twenty, the geometric mean thirty."""
    try:
        import pyspiel  # noqa: F401  # only to see whether it is there
    except ImportError:
        print("OpenSpiel is not installed: pip install 'zermelo[oracles]'")
        return []
    results = []
    for name, settings, theirs, games in OPEN_SPIEL:
        try:
            peer = rollouts(theirs)
            peer()
        except Exception as problem:  # a game that this version of OpenSpiel lacks or cannot search
            print(f"playouts {name:<25} OpenSpiel cannot: {str(problem).splitlines()[0][:80]}")
            continue
        row = side_by_side(
            f"playouts {name}",
            ours(name, games, settings),
            peer,
            unit="games/s",
            against="OpenSpiel C++",
            target=20 if name == "chess" else 10,
            same=None,  # a rollout tells neither its length nor its result
            rounds=3,
        )
        results.append(row)
    if results:
        mean = math.exp(sum(math.log(row.ratio) for row in results) / len(results))
        print(f"geometric mean against OpenSpiel {mean:.1f} (wanted 30)")
    return results


def threads() -> None:
    """Two threads against one, by the clock on the wall."""
    state = catalogue.make("connect_four")
    playouts(state, 1000)
    ratios = []
    for _ in range(5):
        times = []
        for count in (1, 2):
            begin = time.perf_counter()
            playouts(state, 3_000_000, threads=count)
            times.append(time.perf_counter() - begin)
        ratios.append(times[0] / times[1])
    print(f"playouts, two threads against one: {sorted(ratios)[2]:.2f} (wanted 1.9; needs two idle cores)")
