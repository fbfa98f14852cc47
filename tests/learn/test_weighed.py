"""Weights with names: data that judge like the constants, refused where they do not belong, fitted to results."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zermelo.errors import BadLimit, BadParameter, BadPlayer, BadRules, BadText, Unsupported
from zermelo.game import Game
from zermelo.game.identity import rules_of_play
from zermelo.game.weights import weights_of
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.games.kalah import Kalah
from zermelo.learn.inputs import positions_of
from zermelo.learn.tuning import Tuning, clustered, expected, fitted_steepness
from zermelo.learn.weighed import Weighed, Weights, find_tuned, keep, load_weights
from zermelo.players import player
from zermelo.players.best import pick_for

NAMED = ("chess", "othello", "checkers", "connect_four", "kalah", "lines_of_action", "nine_mens_morris")


@pytest.mark.parametrize("game", NAMED)
def test_the_same_weights_as_data_judge_alike(game: str) -> None:
    line = catalogue.begin(game)
    cls = type(line.state)
    same, others = Weighed(cls, Weights.of(cls)), Weighed(cls, Weights.of(cls))
    others.set([7] * len(weights_of(cls)))
    changed = 0
    for ply in range(16):
        line.play(line.moves()[5 * ply % len(line.moves())])
        assert same.state(line.state).evaluate() == line.state.evaluate()
        changed += others.state(line.state).evaluate() != line.state.evaluate()
    assert changed


def test_compiled_search_is_the_same_and_other_weights_need_no_compiling(tmp_path: Path) -> None:
    line = catalogue.begin("connect_four")
    path = tmp_path / "w.json"
    Weights.of(ConnectFour).save(path)
    plain, same = (player(f"alphabeta:depth=5{given}").think(line) for given in ("", f",weights={path}"))
    assert (plain.value, plain.nodes, plain.line) == (same.value, same.nodes, same.line)
    Weights.of(ConnectFour, {"nearness to the middle": -50}).save(path)
    assert player(f"alphabeta:depth=1,weights={path}").think(line).move_text != plain.move_text


def test_weights_are_no_rules() -> None:
    class Other(ConnectFour):
        weights = ("nearness to the middle", 2), ("open lines of two", 4), ("open lines of three", 20)

    assert rules_of_play(Other) == rules_of_play(ConnectFour)
    assert Other.rules_name != ConnectFour.rules_name


def test_what_does_not_belong_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    path = tmp_path / "w.json"
    for text in ("", "[]", "[" * 100_000, '{"magic": "zermelo weights", "format": 1, "weights": {"a": NaN}}'):
        path.write_text(text)
        with pytest.raises(BadText):
            load_weights(path)
    Weights.of(Kalah).save(path)
    with pytest.raises(Unsupported, match="other rules"):
        load_weights(path).for_game(ConnectFour)
    with pytest.raises(BadParameter, match="no weight 'pawns'"):
        Weights.of(Kalah, {"pawns": 1.0})
    with pytest.raises(BadParameter, match="must be a number"):
        Weights.of(Kalah, {"threats": float("nan")})
    with pytest.raises(Unsupported, match="names no weights"):
        Weights.of(type(catalogue.begin("hex").state))
    with pytest.raises(BadPlayer, match="leave one out"):
        player(f"alphabeta:net,weights={path}").think(catalogue.begin("kalah"))
    with pytest.raises(BadRules, match="mixes whole numbers"):

        class Mixed(Game):
            weights = ("men", 1), ("kings", 1.5)

    with pytest.raises(BadRules, match="pairs of different names"):

        class Twice(Game):
            weights = ("men", 1), ("men", 2)


def test_weights_that_won_are_played_by_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    tuned = Weights.of(ConnectFour, {"open lines of two": 7})
    keep(tuned, ConnectFour)
    assert find_tuned(ConnectFour) == tuned
    assert "weights" not in dict(pick_for(ConnectFour).settings)
    tuned.history["match"] = {"better": True, "player": "alphabeta", "rival": "alphabeta", "score": 0.6}
    keep(tuned, ConnectFour)
    assert dict(pick_for(ConnectFour).settings) == {"weights": "yes"}


def test_tuning_finds_weights_that_made_the_results() -> None:
    tuning = Tuning(catalogue.begin("connect_four").state, seed=1)
    plain = positions_of(tuning.start, 3, 4000)
    tuning.states = np.zeros(len(plain), tuning.weighed.cls.layout)
    for name in ConnectFour._fields:
        tuning.states[name] = plain[name]
    tuning.states["net"] = tuning.weighed.state(tuning.start).net
    hidden = np.array([3.0, 9.0, 25.0])
    points = expected(tuning.judged(hidden), 8.0)
    random = np.random.default_rng(0)
    games = np.arange(len(points)) // 20
    tuning.marks = np.stack([games, np.zeros_like(games), 2 * (random.random(len(points)) < points)], axis=1)
    found = tuning.fit()
    # The logistic curve has no scale of its own, so what is found is the ratio of the weights.
    after = np.array([change.after for change in found.changes])
    assert found.after < found.before
    assert found.gain > found.gain_error
    assert after[1] / after[2] == pytest.approx(9 / 25, rel=0.35)
    assert after[0] / after[2] == pytest.approx(3 / 25, rel=0.6)


def test_too_few_games_and_only_draws_are_told() -> None:
    tuning = Tuning(catalogue.begin("connect_four").state)
    tuning.states, tuning.marks = np.zeros(9, tuning.weighed.cls.layout), np.zeros((9, 3), np.int64)
    with pytest.raises(BadLimit, match="say too little"):
        tuning.fit()
    tuning.states, tuning.marks = np.zeros(900, tuning.weighed.cls.layout), np.ones((900, 3), np.int64)
    with pytest.raises(BadLimit, match="drawn"):
        tuning.fit()


def test_steepness_and_errors_are_those_of_the_curve() -> None:
    random = np.random.default_rng(1)
    estimates = random.normal(0, 0.3, 20_000)
    points = (random.random(20_000) < expected(estimates, 4.0)).astype(float)
    assert fitted_steepness(estimates, points) == pytest.approx(4.0, rel=0.05)
    alone = clustered(np.ones((20_000, 1)), estimates, points, np.arange(20_000), 4.0)
    crowded = clustered(
        np.ones((20_000, 1)), np.repeat(estimates[::10], 10), np.repeat(points[::10], 10), np.arange(20_000) // 10, 4.0
    )  # fmt: skip
    assert crowded[0] == pytest.approx(alone[0] * 10**0.5, rel=0.15)  # ten copies are no news
