"""OpenSpiel: its own tests on our games, its games and bots here, our players there."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest

from zermelo import Match
from zermelo.errors import BadPlayer, BadRules, Unsupported
from zermelo.games import catalogue

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'zermelo[adapters]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # OpenSpiel's own, of its bindings

ALL = list(catalogue.entries())
DIFFERENT = ("tic_tac_toe", "kuhn_poker", "goofspiel", "pig", "connect_four")


@pytest.mark.parametrize("name", ALL)
def test_games_pass_the_simulations_of_openspiel(name: str, long_run: bool) -> None:
    if name not in DIFFERENT and not long_run:
        pytest.skip("all games are tried with --long")
    if name == "scrabble":
        pytest.skip("OpenSpiel copies a state after every action, which takes Scrabble more than ten minutes")
    from open_spiel.python.tests import games_sim_test

    from zermelo.interfaces.adapters import spiel_games

    (ours,) = spiel_games.register(name)
    game = pyspiel.load_game(ours)
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(game)
        if game.max_game_length() <= 300:
            pyspiel.random_sim_test(game, 1, False, False)


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel(cards=3)", "tic_tac_toe"])
def test_games_pass_the_api_test_of_openspiel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    import unittest

    from zermelo.interfaces.adapters import spiel_games

    spiel_games.register(name.partition("(")[0])
    text = spiel_games.PREFIX + name
    bases = [api_test.EnforceAPIOnPartialTreeBase]
    if not name.startswith("tic"):
        bases.append(api_test.EnforceAPIOnFullTreeBase)
    for base in bases:
        case = type("Case", (base,), {"game_name": text, "game": pyspiel.load_game(text)})
        names = [one for one in unittest.defaultTestLoader.getTestCaseNames(case) if one != "test_number_of_nodes"]
        if name in api_test.PERFECT_RECALL_NUM_STATES:  # as many information sets as in OpenSpiel's own game
            monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, text, api_test.PERFECT_RECALL_NUM_STATES[name])
        elif "test_game_is_perfect_recall" in names:
            names.remove("test_game_is_perfect_recall")  # nobody has counted them
        result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.TestSuite(map(case, names)))
        assert result.wasSuccessful(), (result.errors + result.failures)[0][1]


def test_our_players_are_bots_there() -> None:
    from open_spiel.python.algorithms import evaluate_bots
    from open_spiel.python.bots import uniform_random

    from zermelo.interfaces.adapters import spiel_games
    from zermelo.interfaces.adapters.spiel_bots import SpielBot

    spiel_games.register("tic_tac_toe")
    luck = np.random.RandomState(1)
    for text in ("zermelo_tic_tac_toe", "tic_tac_toe"):
        game = pyspiel.load_game(text)
        results = []
        for _ in range(4):
            bots = [SpielBot("alphabeta:depth=9"), uniform_random.UniformRandomBot(1, luck)]
            results.append(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, luck)[0])
        assert min(results) >= 0
        assert sum(results) >= 2


def test_their_bots_and_games_are_here() -> None:
    from open_spiel.python.algorithms import mcts

    from zermelo.interfaces.adapters.spiel_bots import SpielPlayer
    from zermelo.interfaces.adapters.spiel_door import SpielGame

    class Breakthrough(SpielGame):
        game = "breakthrough(rows=4,columns=4)"

    class Pig(SpielGame):
        game = "pig(winscore=10)"

    class Mcts(SpielPlayer):
        def bot(self, game: Any, player: int) -> Any:
            luck = np.random.RandomState(3)
            return mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(random_state=luck), random_state=luck)

    for game in ("tic_tac_toe", Breakthrough, "kuhn_poker"):
        report = Match(game, [Mcts(), "random"], seed=1).run(2)
        assert len(report.records) == 2
        assert not any(one.forfeited for one in report.records)
    assert len(Match(Pig, ["expectiminimax:depth=1", "random"], seed=1).run(2).records) == 2
    with pytest.raises(BadPlayer, match="makes no bot"):
        SpielPlayer().bot(None, 0)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("kuhn_poker", Unsupported, "hides something"),
        ("goofspiel", Unsupported, "at the same time"),
        ("brakthrough", BadRules, "no game 'brakthrough'; did you mean breakthrough"),
        ("breakthrough(rows=x)", BadRules, "does not take"),
    ],
)
def test_games_that_cannot_be_played_here(text: str, error: type[Exception], message: str) -> None:
    from zermelo.interfaces.adapters.spiel_door import SpielGame

    with pytest.raises(error, match=message):
        type("Theirs", (SpielGame,), {"game": text})
