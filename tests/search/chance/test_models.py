"""Expectimax against models: compiled mixtures and the same models in Python give the same values and moves."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import zermelo.players  # noqa: F401  # registers every search: refusals name those that serve the game
from tests.search.wild import Wild
from zermelo.errors import BadParameter, IllegalMove, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.game.sides import sides_of
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.search.chance.expectimax import Expectimax
from zermelo.search.chance.expectimax_kernel import expectimax as search
from zermelo.search.chance.kernel import expectiminimax
from zermelo.search.chance.models import Part, mixture
from zermelo.search.common.limits import Limits
from zermelo.search.common.plain_door import PlyView, opinion_of, plies_limit
from zermelo.textbook import run
from zermelo.textbook.expectiminimax import expectimax, uniform

pytestmark = pytest.mark.xdist_group("chance")  # one process compiles the kernels, once

MIXED: list[Any] = [(0.5, "minimax", 2), (0.2, "random"), (0.3, "greedy")]


def judged(state: Any, depth: int, me: int) -> float:
    """Minimax for one side with chance, in a few lines."""
    sides = sides_of(state)
    mover = max(int(state.turn), 0)
    if state.over() or not state.legal():
        return float(state.utility(me))
    if depth == 0:
        return float(state.evaluate() if sides[mover] == sides[me] else -state.evaluate())
    values = []
    for move in state.legal():
        child = state.copy()
        child.play(move)
        values.append(judged(child, depth - (state.turn != CHANCE), me))
    if state.turn == CHANCE:
        return sum(state.odds(move) * value for move, value in zip(state.legal(), values, strict=True))
    return max(values) if sides[mover] == sides[me] else min(values)


def habit(state: Any, depth: int) -> int:
    """The first of the best moves."""
    values = {}
    for move in state.legal():
        child = state.copy()
        child.play(move)
        values[move] = judged(child, depth - 1, int(state.turn))
    return max(values, key=lambda move: values[move])


def in_python(parts: Any) -> Any:
    """A mixture as a Python function for the textbook."""

    def model(node: Any) -> dict[int, float]:
        odds = dict.fromkeys(node.moves(), 0.0)
        for part in mixture(parts):
            if part.kind == "random":
                for move in odds:
                    odds[move] += part.weight / len(odds)
            else:
                odds[habit(node.playthrough.state, part.depth)] += part.weight
        return {move: chance for move, chance in odds.items() if chance}

    return model


def textbook(playthrough: Playthrough, depth: int, parts: Any) -> Any:
    me = playthrough.turn
    node = PlyView(playthrough)
    steps = expectimax(node, model=in_python(parts), player=me, cutoff=plies_limit(depth), estimate=opinion_of(me))
    return run(steps)


def played(name: str, settings: dict[str, str], number: int, plies: int) -> Playthrough:
    """A position of a random game."""
    playthrough = Playthrough(catalogue.make(name, settings))
    for move in random_game(playthrough.state, 11, number)[:plies]:
        playthrough.play(move)
    return playthrough


@pytest.mark.parametrize("parts", ["random", "greedy", MIXED], ids=["random", "greedy", "mixed"])
def test_equals_the_textbook(parts: Any) -> None:
    """Connect Four, Pacman with two ghosts (Pacman's and a ghost's view), and random trees with chance."""
    maze = {"layout": "trappedClassic", "ghosts": "2"}
    questions = [(played("connect_four", {}, number, 14 + number), 3) for number in range(4)]
    questions += [(played("pacman", maze, number, number), 4) for number in range(4)]
    questions += [
        (playthrough, 3) for seed in range(25) if (playthrough := Playthrough(Wild(seed=seed))).turn != CHANCE
    ]
    searcher = Expectimax(parts)
    for playthrough, depth in questions:
        if playthrough.over():
            continue
        answer = textbook(playthrough, depth, parts)
        result = searcher.think(playthrough, Limits(depth=depth))
        assert result.value == pytest.approx(answer.value, rel=1e-9, abs=1e-9)
        assert result.move == answer.move


def test_the_trapped_pacman() -> None:
    """The lectures' example: against the worst ghosts Pacman ends it quickly, against random ones he takes the risk."""
    playthrough = Playthrough(catalogue.make("pacman", {"layout": "trappedClassic", "ghosts": "2"}))
    rational = Expectimax([(1.0, "minimax", 4)], rounds=True).think(playthrough, Limits(depth=2))
    hopeful = Expectimax("random", rounds=True).think(playthrough, Limits(depth=2))
    assert hopeful.value > rational.value
    assert hopeful.notes == ("opponents: random 100 %",)


def test_a_model_in_python() -> None:
    """The same value through the plain door, which the result says; a chooser of one move is a model too."""
    playthrough = played("connect_four", {}, 2, 16)
    compiled = Expectimax("random").think(playthrough, Limits(depth=3))
    plain = Expectimax(uniform).think(playthrough, Limits(depth=3), lines=2)
    assert (plain.value, plain.move) == (pytest.approx(compiled.value, abs=1e-9), compiled.move)
    assert "Python function" in plain.notes[0]
    assert plain.lines[0].value >= plain.lines[1].value
    chooser = Expectimax(lambda node: node.moves()[-1]).think(playthrough, Limits(depth=3))
    sure: dict[str, Any] = {
        "model": lambda node: {node.moves()[-1]: 1.0},
        "cutoff": plies_limit(3),
        "estimate": opinion_of(playthrough.turn),
    }
    assert chooser.value == run(expectimax(PlyView(playthrough), player=playthrough.turn, **sure)).value
    with pytest.raises(IllegalMove, match="the model plays 99"):
        Expectimax(lambda node: 99).think(playthrough, Limits(depth=2))


def test_limits_stop_the_search() -> None:
    for model in (MIXED, uniform):
        searcher = Expectimax(model)
        stopped = searcher.think(ConnectFour(), Limits(nodes=400))
        assert stopped.stopped_by == "nodes"
        assert stopped.nodes < 450
        assert searcher.think(ConnectFour(), Limits(seconds=0.1)).stopped_by == "seconds"
        stop_event = threading.Event()
        threading.Timer(0.1, stop_event.set).start()
        assert searcher.think(ConnectFour(), Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"


def test_the_same_question_has_the_same_answer() -> None:
    results = [Expectimax(MIXED, tt=1).think(ConnectFour(), Limits(depth=5)) for _ in range(2)]
    assert len({(r.move, r.value, r.nodes) for r in results}) == 1
    assert "minimax of depth 2 50 %, random 20 %, greedy 30 %" in results[0].notes[0]


def test_mixtures() -> None:
    assert mixture([(4, "minimax", 2), (1, "random")]) == (Part(0.8, "minimax", 2), Part(0.2, "random"))
    cases: tuple[tuple[Any, str], ...] = (
        ("cunning", "cannot be modelled as 'cunning'"),
        ([(0.0, "random")], "more than 0"),
        ([(1.0, "minimax", 40)], "between 1 and 16"),
        ([], "1 to 8 parts"),
    )
    for model, sentence in cases:
        with pytest.raises(BadParameter, match=sentence):
            Expectimax(model)
    with pytest.raises(Unsupported, match="hidden"):
        Expectimax().think(catalogue.make("kuhn_poker"))


def test_one_signature_a_game() -> None:
    """A recursive kernel with two signatures for one game crashes when it is read from the disk cache."""
    Expectimax(MIXED).think(ConnectFour(), Limits(depth=2))
    for kernel in (search, expectiminimax):
        games = [signature[0] for signature in getattr(kernel, "signatures", [])]
        assert len(set(games)) == len(games)
