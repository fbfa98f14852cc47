"""PUCT as the lecture has it, and that the compiled tree does the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo.game.bits import mix64
from zermelo.game.plain import view
from zermelo.game.playouts import one
from zermelo.games import catalogue
from zermelo.learn.alphazero.forest import EXPANDED, ROOT, clear_tree, make_forest
from zermelo.learn.alphazero.games import absorb
from zermelo.learn.alphazero.selfplay import Settings, make_rules, nodes_for
from zermelo.learn.alphazero.sites import sites_of
from zermelo.learn.alphazero.walking import AT_LEAF, walk
from zermelo.textbook import run
from zermelo.textbook.events import traced
from zermelo.textbook.puct import Node, puct, visits


def number(state: Any, which: int) -> float:
    """A number from 0 to 1 that depends on the position."""
    return int(mix64(state.key() + np.uint64(7 * which + 1))) / 2**64


def judge(game: Any) -> tuple[dict[int, float], float]:
    """Priors and a value made of the position's key."""
    state = game.playthrough.state
    weights = {move: np.exp(3 * number(state, move)) for move in game.moves()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}, 1.6 * number(state, 99) - 0.8


@pytest.mark.parametrize(("name", "played"), [("tic_tac_toe", 3), ("connect_four", 4), ("kalah", 2)])
def test_the_compiled_tree_does_what_the_textbook_says(name: str, played: int) -> None:
    playthrough = catalogue.begin(name)
    for _ in range(played):
        playthrough.play(playthrough.moves()[-1])
    state, cls = playthrough.state, type(playthrough.state)
    root = Node(view(state))
    answer = run(puct(state, judge, simulations=60, root=root))
    sites, scale = sites_of(cls()), float(max(abs(cls.lowest), abs(cls.highest)))
    tables = sites.placed(cls)
    rules = make_rules(Settings(60, gumbel=False), scale)
    forest = make_forest(cls, sites, 1, nodes_for(cls, 60), rules)
    forest.roots[0] = one(state)[0]
    clear_tree(forest, 0)
    while forest.lanes[0].simulations < 60:
        judged = forest.nodes[0, ROOT].status == EXPANDED
        if walk(forest, rules, 0, 0, tables[0], tables[1]) == AT_LEAF:
            priors, value = judge(view(forest.states[0].copy()))
            logits = np.zeros(sites.slots, np.float32)
            for move, prior in priors.items():
                logits[sites.moves.index(move)] = np.log(prior)
            absorb(forest, rules, 0, 0, logits, value, tables[2])
        forest.lanes[0].simulations += int(judged)
    first, count = forest.nodes[0, ROOT].first_child, forest.nodes[0, ROOT].child_count
    children = forest.nodes[0, first : first + count]
    found = dict(zip(children["move"].tolist(), children["visits"].tolist(), strict=True))
    if scale == 1.0:  # the textbook knows no other unit
        assert found == visits(root)
        assert answer.move == max(found, key=lambda move: found[move])
    assert sum(found.values()) == 60


def test_every_step_is_told() -> None:
    state = catalogue.begin("tic_tac_toe").state
    answer, events = traced(puct(state, judge, simulations=5))
    assert [event.kind for event in events] == ["simulate", "backup"] * 5
    assert len(events[0].path) == 1
    assert answer.move in state.legal()
