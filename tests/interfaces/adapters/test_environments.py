"""Games as environments: PettingZoo's and Gymnasium's own tests, and what agents may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, IllegalMove, Unsupported
from zermelo.games import catalogue

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'zermelo[adapters]'")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'zermelo[adapters]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # those tests give advice as warnings

ALL = list(catalogue.entries())
DIFFERENT = ("tic_tac_toe", "kuhn_poker", "goofspiel", "pig", "pacman", "twenty_forty_eight", "hidden_stratego")


def chosen(name: str, long_run: bool) -> None:
    if name not in DIFFERENT and not long_run:
        pytest.skip("all games are tried with --long")


@pytest.mark.parametrize("name", ALL)
def test_pettingzoo(name: str, long_run: bool) -> None:
    chosen(name, long_run)
    from pettingzoo.test import api_test, seed_test

    from zermelo.interfaces.adapters.pettingzoo_env import env

    api_test(env(name), num_cycles=60)
    seed_test(lambda: env(name), num_cycles=10)


@pytest.mark.parametrize("name", ALL)
def test_gymnasium(name: str, long_run: bool) -> None:
    chosen(name, long_run)
    from gymnasium.utils.env_checker import check_env

    from zermelo.interfaces.adapters.gymnasium_env import GameEnv

    check_env(GameEnv(name, illegal="lose"), skip_render_check=True)


def played(name: str, seed: int, **more: Any) -> Any:
    """An environment at the end of a game, with what everybody saw on the way."""
    from zermelo.interfaces.adapters.pettingzoo_env import env

    game = env(name, **more)
    game.reset(seed=seed)
    luck = np.random.default_rng(seed)
    totals = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, cut, _ = game.last()
        totals[agent] += reward
        game.step(None if over or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return game, totals


@pytest.mark.parametrize("name", ["tic_tac_toe", "pacman", "leduc_poker", "twenty_forty_eight"])
def test_rewards_are_the_utilities(name: str) -> None:
    game, totals = played(name, 4)
    assert tuple(totals.values()) == game.line.outcome().utilities


def test_an_observation_tells_nothing_that_is_hidden() -> None:
    from zermelo.game.random import Random
    from zermelo.game.veil import deals
    from zermelo.interfaces.adapters.numbers import Sight, begin, roll_on

    line = begin("hidden_dominoes", {})
    sight = Sight(line)
    roll_on(line, Random(1))
    seen = sight.of(line, 0)
    others = {other.tobytes() for other in deals(line.state, 0, 8)}
    assert len(others) > 1
    for other in deals(line.state, 0, 8):
        line.state = other
        now = sight.of(line, 0)
        assert (now[: sight.moment] == seen[: sight.moment]).all()
    assert (sight.of(line, 1)[: sight.moment] != seen[: sight.moment]).any()


def test_an_information_state_holds_own_moves_and_all_that_was_seen() -> None:
    from zermelo.interfaces.adapters.numbers import Sight, begin

    line = begin("kuhn_poker", {})
    for text in [line.legal_moves()[0]]:
        line.play(text)
    line.play(line.moves()[0])
    sight = Sight(line)
    assert sight.whole
    rows = sight.of(line, 0).reshape(sight.recall, sight.moment)
    expected = line.information(0).percepts
    assert [tuple(row[3 : 3 + int(row[2])].astype(int)) for row in rows[: len(expected)]] == [
        percept.observation for percept in reversed(expected)
    ]


def test_boards_of_bits_are_zeros_and_ones() -> None:
    from zermelo.interfaces.adapters.numbers import Sight, begin

    line = begin("connect_four", {})
    sight = Sight(line)
    before = sight.of(line, 0)
    line.play(line.moves()[3])
    assert 0 < (before != sight.of(line, 0)).sum() < 8
    assert len(before) == len(sight.low)


def test_gymnasium_seat_and_others() -> None:
    from zermelo.interfaces.adapters.gymnasium_env import GameEnv, register

    assert "zermelo/connect_four-v0" in register()
    game = gymnasium.make("zermelo/connect_four-v0", others="random", seat=1).unwrapped
    game.reset(seed=1)
    assert len(game.line.played) == 1
    assert game.line.turn == 1
    with pytest.raises(IllegalMove, match="action 99 is none here"):
        game.step(99)
    with pytest.raises(BadParameter, match="seats 0 to 1"):
        GameEnv("connect_four", seat=2)
    with pytest.raises(BadParameter, match="1 others sit at the table, 2"):
        GameEnv("connect_four", others=["random", "random"])
    with pytest.raises(Unsupported, match="plain class"):
        GameEnv(Plain)


class Plain:
    """One move, and the game is over."""

    turn, done = 0, False

    def moves(self) -> list[int]:
        return [] if self.done else [1]

    def play(self, move: int) -> None:
        self.done = True

    def over(self) -> bool:
        return self.done

    def utility(self, player: int) -> float:
        return 1.0 - 2 * player


def test_a_missing_library_is_named() -> None:
    from zermelo.interfaces.adapters.numbers import needs

    assert str(needs("PettingZoo")) == "this needs PettingZoo: pip install 'zermelo[adapters]'"
