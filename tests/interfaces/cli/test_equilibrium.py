"""`zermelo equilibrium` and the player it makes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from zermelo.arena.match import Match
from zermelo.errors import BadParameter, BadPlayer, Unsupported, ZermeloError
from zermelo.game import files
from zermelo.game.playthrough import Playthrough
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.hidden.equilibrium.solver import Equilibrium, Walker
from zermelo.hidden.tree import game_tree
from zermelo.interfaces.cli import app
from zermelo.players import player

RUN = CliRunner()


def run(*arguments: str) -> Any:
    return RUN.invoke(app, ["equilibrium", *arguments])


def test_kuhn_in_words_and_as_a_file(tmp_path: Path) -> None:
    out, svg = str(tmp_path / "kuhn.npz"), tmp_path / "kuhn.svg"
    found = run("kuhn_poker", "--until", "0.001", "--out", out, "--svg", str(svg))
    assert found.exit_code == 0
    assert "value to the players: -0.05" in found.stdout
    row = next(line for line in found.stdout.splitlines() if " J ? " in f"{line} " and "pass bet" not in line)
    assert "bet" in row
    assert svg.read_text().startswith("<svg")
    more = run("kuhn_poker", "--out", out, "--resume", "--until", "0.0001", "--json")
    told = json.loads(more.stdout)
    assert told["exploitability"] < 1e-4
    assert told["information_sets"] == 12
    assert Match(KuhnPoker(), [f"equilibrium:{out}", "random"], seed=2).run(20).records
    with pytest.raises(Unsupported, match="other rules"):
        player(f"equilibrium:{out}").think(dealt(LeducPoker))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("chess",), "nothing is hidden"),
        (("kuhn_poker", "--method", "magic"), "no method"),
        (("kuhn_poker", "--resume"), "--out FILE"),
        (("hidden_dominoes",), "nodes"),
    ],
)
def test_bad_questions_have_one_sentence(arguments: tuple[str, ...], problem: str) -> None:
    found = run(*arguments)
    assert isinstance(found.exception, ZermeloError | BadParameter)
    assert problem in str(found.exception)


def dealt(game: Any) -> Playthrough:
    line = Playthrough(game())
    line.play(line.moves()[0])
    line.play(line.moves()[0])
    return line


def test_a_server_reads_no_files_of_its_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_programs", frozenset())
    with pytest.raises(BadPlayer, match="cannot be named here"):
        player("equilibrium:secret.npz")


@pytest.mark.parametrize("game", [KuhnPoker, LeducPoker])
def test_best_can_hardly_be_exploited(game: Any) -> None:
    """The probabilities that `best` draws from, at every information set, against a perfect opponent."""
    best: Any = player("best")
    inner, pick = best.player_for(game)
    assert pick.name == "equilibrium"
    strategy = inner.strategy_for(Playthrough(game()))
    solver = Equilibrium(game_tree(game), "cfr")
    plan = solver.average()
    plan[solver.form.places] = strategy.probabilities
    assert Walker(solver.form).nash_conv(plan) / 2 < 0.001
    assert "drawn from" in " ".join(best.think(dealt(game)).notes)
