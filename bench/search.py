"""Plain alpha-beta on Connect Four: the same tree as C and OpenSpiel, and the rate of other Python programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bench.limits import limit, program
from bench.measure import Run, side_by_side
from zermelo.games.connect_four import ConnectFour
from zermelo.search.alphabeta.fixed_depth import fixed_depth

CALLS = 2000


def ours(depth: int) -> Run:
    """Our search through the public call; the horizon counts 0."""
    state = ConnectFour()
    fixed_depth(state, 4, estimate=False)

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        value, _, nodes = fixed_depth(state, depth, estimate=False)
        return nodes, time.process_time() - begin, (value, nodes)

    return run


def alphabeta() -> None:
    """The figures of plain alpha-beta."""
    overhead()
    if program() is not None:
        for depth in (8, 10, 12):

            def peer(depth: int = depth) -> tuple[float, float, object]:
                value, nodes, spent = limit("alphabeta_connect_four", depth)
                return nodes, spent, (value, int(nodes))

            target = None if depth == 8 else 0.55  # eight plies are over before the clock has moved
            side_by_side(f"alpha-beta {depth}", ours(depth), peer, unit="nodes/s", against="C", target=target)
    for name, depth, make in (("OpenSpiel", 10, open_spiel), ("easyAI", 5, easy_ai), ("aima-python", 5, aima)):
        try:
            theirs = make(depth)
        except ImportError:
            print(f"alpha-beta {depth}: {name} is not installed (pip install open_spiel easyAI aima3)")
            continue
        same: Any = (lambda a, b: a == b) if name == "OpenSpiel" else None  # the others visit trees of their own
        side_by_side(
            f"alpha-beta 10, the peer's {depth}",
            ours(10),
            theirs,
            unit="nodes/s",
            against=name,
            target=100,
            same=same,
            rounds=3,
        )


def overhead() -> None:
    """What one call costs beside the search itself."""
    state = ConnectFour()
    fixed_depth(state, 1, estimate=False)
    rounds = []
    for _ in range(5):
        begin = time.process_time()
        for _ in range(CALLS):
            fixed_depth(state, 1, estimate=False)
        rounds.append((time.process_time() - begin) / CALLS)
    print(f"one call of fixed_depth: {sorted(rounds)[2] * 1e6:.0f} µs (wanted at most 50)")


def counted(owner: Any, name: str, search: Callable[[], object]) -> int:
    """How often a search calls a function, in a run that is not timed."""
    calls = [0]
    real = getattr(owner, name)

    def counting(*arguments: Any, **keywords: Any) -> Any:
        calls[0] += 1
        return real(*arguments, **keywords)

    setattr(owner, name, counting)
    try:
        search()
    finally:
        setattr(owner, name, real)
    return calls[0]


def timed(search: Callable[[], Any], nodes: int, value: Callable[[Any], object]) -> Run:
    """A run of a peer whose nodes were counted before."""

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        answer = search()
        return nodes, time.process_time() - begin, value(answer)

    return run


def open_spiel(depth: int) -> Run:
    """OpenSpiel's alpha-beta in Python over its rules in C++."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")

    def search() -> Any:
        return minimax.alpha_beta_search(game, maximum_depth=depth, value_function=lambda state: 0.0)

    nodes = counted(minimax, "_alpha_beta", search)
    return timed(search, nodes, lambda answer: (answer[0], nodes))


def easy_ai(depth: int) -> Run:
    """easyAI's Negamax on its own Connect Four."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour as Theirs

    def search() -> Any:
        machine = Negamax(depth)
        return machine(Theirs([AI_Player(machine), AI_Player(machine)]))

    return timed(search, counted(Theirs, "make_move", search), lambda answer: None)


def aima(depth: int) -> Run:
    """The textbook's Python program."""
    from aima3 import games

    board = games.ConnectFour()

    def search() -> Any:
        return games.alphabeta_cutoff_search(board.initial, board, d=depth, eval_fn=lambda state: 0)

    return timed(search, counted(type(board), "result", search), lambda answer: None)
