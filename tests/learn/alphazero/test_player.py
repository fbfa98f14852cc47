"""The player `mcts:net=FILE`: it finds what search can find, keeps the rules of history, and refuses in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.arena.match import Match
from zermelo.errors import BadLimit, BadPlayer, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.learn.alphazero.network import PolicyNetwork
from zermelo.learn.alphazero.player import PolicyOptions, PolicySearch
from zermelo.players import player
from zermelo.search.common.limits import Limits

NETWORK = PolicyNetwork.fresh(ConnectFour(), 1, 8)


def test_it_wins_at_once_and_sees_what_threatens() -> None:
    search = PolicySearch(NETWORK)
    wins = search.think(ConnectFour.from_text("7/7/7/7/ooo4/xxx4 x"), Limits(simulations=400))
    assert wins.move_text == "d"
    assert wins.value > 0.8
    assert wins.nodes == 400
    assert wins.stopped_by == "simulations"
    assert sum(visits for _, visits in wins.moves.values()) == 400
    blocked = search.think(ConnectFour.from_text("7/7/7/7/oo5/xxx4 o"), Limits(simulations=800), lines=2)
    assert blocked.move_text == "d"
    assert blocked.lines[0].move == blocked.move
    assert blocked.lines[0].value > blocked.lines[1].value


@pytest.mark.parametrize("batch", [1, 8, 64])
def test_leaves_judged_together_are_all_counted(batch: int) -> None:
    found = PolicySearch(NETWORK, PolicyOptions(batch=batch)).think(ConnectFour(), Limits(simulations=333))
    assert sum(visits for _, visits in found.moves.values()) == 333
    assert all(abs(value) <= 1.0 for value, _ in found.moves.values())


def test_one_seed_one_answer_and_full_memory() -> None:
    state = ConnectFour.from_text("7/7/7/3x3/3o3/3x3 o")
    first, second = (PolicySearch(NETWORK).think(state, Limits(simulations=300)) for _ in range(2))
    assert first.moves == second.moves
    small = PolicySearch(NETWORK, PolicyOptions(memory=0.01)).think(state, Limits(simulations=5000))
    assert small.nodes == 5000
    assert small.move in state.legal()


def test_superko_and_chance_are_kept() -> None:
    go = catalogue.begin("go", {"size": "3"})
    network = PolicyNetwork.fresh(go.state, 1, 8)
    search = PolicySearch(network)
    for _ in range(30):
        if go.over():
            break
        go.play(search.think(go, Limits(simulations=60)).move)
    assert len(go.played) > 4
    pig = Playthrough(catalogue.begin("pig").state)
    found = PolicySearch(PolicyNetwork.fresh(pig.state, 1, 8)).think(pig, Limits(simulations=200))
    assert found.move in pig.moves()


def test_it_is_a_player_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    NETWORK.save(path)
    result = Match("connect_four", (f"mcts:net={path},sims=32", "random"), seed=1).run(2)
    assert len(result.records) == 2
    with pytest.raises(BadPlayer, match=r"guides mcts alone: mcts:net="):
        player(f"alphabeta:net={path}")
    with pytest.raises(BadPlayer, match="has no rave"):
        player(f"mcts:net={path},rave")
    with pytest.raises(Unsupported, match="other rules"):
        player(f"mcts:net={path},sims=5").think(catalogue.begin("othello").state)
    with pytest.raises(BadLimit, match="no depth"):
        PolicySearch(NETWORK).think(ConnectFour(), Limits(depth=3))
