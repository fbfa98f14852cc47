"""The tree beside DeepMind's mctx: the same visits, the same choice, the same policy to learn from.

mctx is asked about Connect Four through callbacks into the plain Python rules, with a "network" made of hashes, so that
nothing but the two searches differs. Far from full columns every position has seven moves, as mctx wants it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import mctx
import numpy as np
import pytest

from zermelo.game.bits import mix64
from zermelo.game.playouts import one
from zermelo.games.connect_four import ConnectFour
from zermelo.learn.alphazero.choosing import best_child, root_policy
from zermelo.learn.alphazero.forest import EXPANDED, ROOT, Forest, Rules, clear_tree, make_forest
from zermelo.learn.alphazero.games import absorb
from zermelo.learn.alphazero.selfplay import Settings, make_rules, nodes_for
from zermelo.learn.alphazero.sites import sites_of
from zermelo.learn.alphazero.walking import AT_LEAF, walk

SIMULATIONS = 48
SITES = sites_of(ConnectFour())
KNOWN = SITES.placed(ConnectFour)


def hashed(state: Any, count: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Numbers from 0 to 1 that depend on the position alone."""
    return np.array([int(mix64(state.key() + np.uint64(7 * n + 1))) / 2**64 for n in range(count)], np.float32)


def judged(state: Any) -> tuple[Any, np.float32]:
    """Logits of the columns and a value, as a network would give them."""
    found = hashed(state, 8)
    return 4 * found[:7] - 2, np.float32(1.6 * found[7] - 0.8)


def after(line: str) -> ConnectFour:
    """The position after some columns."""
    state = ConnectFour()
    for column in line:
        state.play(int(column))
    return state


# ---------------------------------------------------------------------- mctx


def stepped(bytes_: Any, action: Any) -> tuple[Any, ...]:
    """One move in plain Python: the state after it, reward, discount, logits and value for mctx."""
    state = np.frombuffer(np.asarray(bytes_)[0].tobytes(), ConnectFour.layout)[0].copy()
    ended = state.over()
    reward = 0.0
    if not ended:
        mover = int(state.turn)
        state.play(int(action[0]))
        ended = state.over()
        reward = float(state.utility(mover)) if ended else 0.0
    logits, value = judged(state)
    data = np.frombuffer(state.tobytes(), np.uint8)[None]
    row = [reward, 0.0 if ended else -1.0, 0.0 if ended else value]
    return data, *(np.array([number], np.float32) for number in row), logits[None].astype(np.float32)


@partial(jax.jit, static_argnums=0)
def searched(gumbel: bool, key: Any, logits: Any, value: Any, data: Any) -> Any:
    """A search of mctx, compiled once for all positions."""
    example = data, value, value, value, logits
    kinds = jax.eval_shape(lambda: example)

    def recurrent(params: Any, key: Any, action: Any, embedding: Any) -> Any:
        data, reward, discount, value, logits = jax.pure_callback(stepped, kinds, embedding, action)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value), data

    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=data)
    if gumbel:
        return mctx.gumbel_muzero_policy(None, key, root, recurrent, SIMULATIONS, max_num_considered_actions=4)
    values = partial(mctx.qtransform_by_min_max, min_value=-1.0, max_value=1.0)
    return mctx.muzero_policy(
        None, key, root, recurrent, SIMULATIONS, dirichlet_fraction=0.0, qtransform=values, pb_c_init=1.25
    )


def theirs(state: Any, gumbel: bool, seed: int) -> Any:
    """What mctx finds."""
    logits, value = judged(state)
    data = np.frombuffer(state.tobytes(), np.uint8)[None]
    return searched(gumbel, jax.random.PRNGKey(seed), logits[None], np.array([value]), data)


# ---------------------------------------------------------------------- ours


def ours(state: Any, gumbel: bool, noise: Any) -> tuple[Forest, Rules]:
    """The searched tree; the kernels' functions run as plain Python."""
    rules = make_rules(Settings(SIMULATIONS, considered=4, gumbel=gumbel), 1.0)
    forest = make_forest(ConnectFour, SITES, 1, nodes_for(ConnectFour, SIMULATIONS), rules)
    forest.roots[0] = one(state)[0]
    clear_tree(forest, 0)
    while forest.lanes[0].simulations < SIMULATIONS:
        before = forest.nodes[0, ROOT].status
        if walk(forest, rules, 0, 0, KNOWN[0], KNOWN[1]) != AT_LEAF:
            forest.lanes[0].simulations += 1
            continue
        logits, value = judged(forest.states[0])
        slots = np.zeros(SITES.slots, np.float32)
        slots[:7] = logits
        absorb(forest, rules, 0, 0, slots, float(value), KNOWN[2])
        if before == EXPANDED:
            forest.lanes[0].simulations += 1
        else:
            forest.nodes["noise"][0, 1:8] = noise
    return forest, rules


def visits_of(forest: Forest) -> list[int]:
    """The visits of the root's children."""
    return [int(count) for count in forest.nodes["visits"][0, 1:8]]


@pytest.mark.parametrize("line", ["", "3", "3321", "123456", "33224466"])
def test_gumbel_is_that_of_mctx(line: str) -> None:
    found = theirs(after(line), True, len(line))
    noise = np.asarray(found.search_tree.extra_data.root_gumbel)[0]
    forest, rules = ours(after(line), True, noise)
    assert visits_of(forest) == np.asarray(found.search_tree.children_visits)[0, 0].tolist()
    assert forest.nodes["move"][0, best_child(forest, rules, 0)] == int(found.action[0])
    root_policy(forest, rules, 0)
    assert forest.scores[:7] == pytest.approx(np.asarray(found.action_weights)[0], abs=1e-4)


@pytest.mark.parametrize("line", ["", "3", "3321", "123456", "33224466"])
def test_puct_is_that_of_mctx(line: str) -> None:
    found = theirs(after(line), False, 1)
    forest, rules = ours(after(line), False, np.zeros(7))
    assert visits_of(forest) == np.asarray(found.search_tree.children_visits)[0, 0].tolist()
    root_policy(forest, rules, 0)
    assert forest.scores[:7] == pytest.approx(np.asarray(found.action_weights)[0], abs=1e-5)
