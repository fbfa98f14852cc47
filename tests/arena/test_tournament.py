"""Tournaments: formats, processes, openings, tests, and players who break down."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from zermelo.arena.crew import Crew
from zermelo.arena.formats import FORMATS, fixtures
from zermelo.arena.league import bots_of
from zermelo.arena.match import Match
from zermelo.arena.played import Fixture, Played
from zermelo.arena.plots import rating_plot
from zermelo.arena.report import Report
from zermelo.arena.setup import Setup
from zermelo.arena.statistics.sprt import Sprt
from zermelo.arena.tournament import Tournament
from zermelo.errors import BadLimit, BadParameter, BadPlayer, BadText
from zermelo.games.connect_four import ConnectFour
from zermelo.players import Player, player
from zermelo.session.referee import Conduct
from zermelo.session.time_control import TimeControl


def decided(pairings: Sequence[tuple[int, ...]], number: int) -> list[Played]:
    """A round in which the player with the higher number wins both games."""
    games = fixtures(pairings, number, 2)
    return [Played(one, (), tuple(float(seat == max(one.seats)) for seat in one.seats), "") for one in games]


def rounds_of(name: str, entrants: int) -> list[list[tuple[int, ...]]]:
    found: list[list[tuple[int, ...]]] = []
    before: list[list[Played]] = []
    while pairings := FORMATS[name](entrants, 2, before):
        found.append(pairings)
        before.append(decided(pairings, len(before)))
        assert len(found) < 50
    return found


def test_everybody_meets_everybody_or_the_first() -> None:
    assert rounds_of("roundrobin", 4) == [[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]]
    assert rounds_of("gauntlet", 4) == [[(0, 1), (0, 2), (0, 3)]]
    assert FORMATS["roundrobin"](5, 4, [])[0] == (0, 1, 2, 3)


def test_a_knockout_has_a_winner() -> None:
    assert rounds_of("knockout", 8) == [[(0, 7), (3, 4), (1, 6), (2, 5)], [(7, 4), (6, 5)], [(7, 6)]]
    six = rounds_of("knockout", 6)
    assert [len(one) for one in six] == [2, 2, 1], "two have no opponent in the first round"
    assert 5 in six[-1][0]


@pytest.mark.parametrize("entrants", [4, 7, 8, 13])
def test_swiss_pairs_nobody_twice(entrants: int) -> None:
    found = rounds_of("swiss", entrants)
    met = [frozenset(pair) for games in found for pair in games]
    assert len(set(met)) == len(met)
    assert all(len(games) == entrants // 2 for games in found)
    rested = [set(range(entrants)) - {one for pair in games for one in pair} for games in found]
    assert entrants % 2 == 0 or len(set.union(*rested)) == len(found), "nobody sits out twice"


def test_a_ladder_sorts_itself() -> None:
    found = rounds_of("ladder", 5)
    assert len(found) == 5
    assert found[-1] == [(3, 4), (1, 2)], "the strongest were named last; the last changes put them on top"


def test_seats_are_turned_and_seeds_belong_to_fixtures() -> None:
    one = Fixture(0, (3, 5, 8), 2, 1)
    assert one.seats == (5, 8, 3)
    seeds = {Fixture(r, (a, b), block, turn).seed(7) for r in range(3) for a in range(3) for b in range(3)
             for block in range(4) for turn in range(2)}  # fmt: skip
    assert len(seeds) == 3 * 3 * 3 * 4 * 2


SETUP = Setup("connect_four", ("greedy", "random", "mcts:sims=20", "random:seed=7"), seed=11)


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    one = Tournament(SETUP).run(2)
    two = Tournament(SETUP, processes=2, out=tmp_path / "two.db").run(2)
    assert [(played.fixture, played.moves, played.utilities) for played in one.records] == [
        (played.fixture, played.moves, played.utilities) for played in two.records
    ]
    assert len(one.records) == 12
    assert one.to_json()["ratings"]["model"] == "Bradley–Terry–Davidson"
    assert "<svg" in rating_plot(one).svg()
    assert sum(one.between(0, 1)) == 2
    assert sum(sum(standing.points) for standing in one.standings) == 12


@pytest.mark.skipif(sys.platform == "win32", reason="kills")
def test_games_of_a_worker_that_dies_are_played_again() -> None:
    whole = Tournament(SETUP).run(4)
    crew = Crew(SETUP, 2)
    found: dict[Fixture, Played] = {}
    try:
        for number, played in enumerate(crew.play([played.fixture for played in whole.records])):
            assert played.fixture not in found, "counted twice"
            found[played.fixture] = played
            if number in (3, 8):
                os.kill(next(iter(crew.workers)).process.pid, signal.SIGKILL)
    finally:
        crew.close()
    assert crew.deaths in (1, 2)  # the second may fall when nothing is left to be played
    assert {key: one.moves for key, one in found.items()} == {one.fixture: one.moves for one in whole.records}


def test_what_cannot_be_played_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="no format 'cup'"):
        Tournament(SETUP, format="cup")
    with pytest.raises(BadParameter, match="2 players, 1 were given"):
        Tournament(Setup("connect_four", ("random",)))
    with pytest.raises(BadPlayer, match="no player called 'nosuch'"):
        Tournament(Setup("connect_four", ("random", "nosuch")))
    with pytest.raises(BadPlayer, match="there is no file"):
        Tournament(Setup("connect_four", ("random", str(tmp_path / "nobody.py"))))
    with pytest.raises(BadParameter, match="two players of a game for two"):
        Tournament(SETUP, sprt=Sprt(0, 10))
    with pytest.raises(BadParameter, match="for games of two players"):
        Tournament(Setup("chinese_checkers", ("random",) * 3, {"players": "3"}), format="swiss").run(1)
    with pytest.raises(BadLimit, match="at least one game"):
        Tournament(SETUP).run(0)
    with pytest.raises(BadParameter, match="players and a game that have names"):
        Tournament(Match(ConnectFour(), ["random", "random"]).table, ["random", "random"], processes=2)


def test_a_sequential_test_stops_early_and_at_the_same_pair(tmp_path: Path) -> None:
    setup = Setup("connect_four", ("mcts:sims=60", "random"))
    one = Tournament(setup, sprt=Sprt(0, 200)).run(400)
    assert len(one.records) < 100
    verdict = one.verdict()
    assert verdict is not None
    assert verdict.decision == "accepted"
    assert "accepted" in str(one)
    two = Tournament(setup, sprt=Sprt(0, 200), processes=2, out=tmp_path / "sprt.db").run(400)
    assert [played.moves for played in two.records] == [played.moves for played in one.records]
    again = Tournament(setup, sprt=Sprt(0, 200), out=tmp_path / "sprt.db", resume=True).run(400)
    assert len(again.records) == len(one.records)


# ---------------------------------------------------------------------- openings


def opened(path: Path, text: str, name: str = "openings.txt") -> Report:
    (path / name).write_text(text)
    return Tournament(Setup("connect_four", ("random", "greedy"), openings=str(path / name))).run(4)


def test_openings_from_a_file(tmp_path: Path) -> None:
    report = opened(tmp_path, "# two openings\nd d d\n\na g\n")
    starts = {played.moves[: played.opening] for played in report.records}
    assert starts == {(3, 3, 3), (0, 6)}
    assert all(games == 2 for games, _ in report.by_opening().values())
    state = ConnectFour()
    state.play(2)
    report = opened(tmp_path, state.to_text() + "\n")
    assert report.records[0].start == state.to_text()
    assert report.records[0].seats != report.records[1].seats


def test_bad_openings_are_told_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="line 2: neither moves"):
        opened(tmp_path, "d d\nd z\n")
    with pytest.raises(BadText, match="opening 1 ends the game"):
        opened(tmp_path, "a b a b a b a\n")
    with pytest.raises(BadText, match="holds no openings"):
        opened(tmp_path, "# nothing\n")
    with pytest.raises(BadParameter, match="holds no openings"):
        Tournament(Setup("connect_four", ("random", "greedy"), openings=str(tmp_path / "nowhere.pgn")))
    with pytest.raises(BadParameter, match="random:x is no opening"):
        Tournament(Setup("connect_four", ("random", "greedy"), openings="random:x"))


# ---------------------------------------------------------------------- conduct


class Offering(Player):
    """Offers a draw with the fourth move; accepts every one."""

    text = "offering"

    def choose(self, game: object) -> int:
        return int(player("random").choose(game))

    def offers_draw(self, game: object) -> bool:
        return len(game.played) > 5  # type: ignore[attr-defined]

    def accepts_draw(self, game: object) -> bool:
        return True


class Failing(Player):
    """Makes a move that is none."""

    text = "failing"

    def choose(self, game: object) -> int:
        return 99


class Giving(Offering):
    """Resigns at once."""

    text = "giving"

    def choose(self, game: object) -> str:  # type: ignore[override]
        return "resign"


def test_draws_are_agreed_and_games_resigned() -> None:
    report = Match(ConnectFour(), [Offering, Offering]).run(2)
    assert {played.ending for played in report.records} == {"agreed"}
    assert all(played.utilities == (0.0, 0.0) for played in report.records)
    report = Match(ConnectFour(), [Offering, Giving]).run(2)
    assert [played.ending for played in report.records] == ["resigned"] * 2
    assert report.standings[0].wins == 2
    assert not report.forfeits(), "who resigns has not failed"


def test_illegal_moves_lose_with_a_reason() -> None:
    report = Match(ConnectFour(), [Failing, "random"]).run(2)
    assert report.standings[1].wins == 2
    assert report.standings[0].forfeits == {"illegal move": 2}
    assert "failing lost 2 of 2 games by illegal move: player 1: failing chose 99, which is no legal move" in str(
        report
    )


def test_nodes_and_clocks_reach_the_players() -> None:
    terms = Conduct(control=TimeControl.read("nodes=200"))
    report = Tournament(Setup("connect_four", ("alphabeta", "mcts"), conduct=terms)).run(2)
    nodes = [thought.nodes for played in report.records for thought in played.thoughts]
    assert 0 < max(nodes) < 2000
    terms = Conduct(control=TimeControl.read("3+0.02"), margin=2.0)
    report = Tournament(Setup("connect_four", ("alphabeta", "random"), conduct=terms)).run(2)
    assert not report.forfeits()
    left = [thought.left for played in report.records for thought in played.thoughts if thought.seat == 0]
    assert all(value is not None and 0 <= value <= 3.0 + 0.02 * 42 for value in left)


BOTS = {
    "good.py": "def choose(game):\n    return game.moves()[0]\n",
    "slow.py": "import time\ndef choose(game):\n    time.sleep(3)\n    return game.moves()[0]\n",
    "wrong.py": "def choose(game):\n    return 'x9'\n",
    "dies.py": "import os\ndef choose(game):\n    os._exit(1)\n",
}


def test_a_league_ranks_everybody_with_reasons(tmp_path: Path) -> None:
    for name, text in BOTS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "_helper.py").write_text("")
    texts = bots_of(tmp_path)
    assert [Path(text).name for text in texts] == sorted(BOTS)
    conduct = Conduct(control=TimeControl.read("move=0.5"), margin=0.5)
    report = Tournament(Setup("connect_four", texts, conduct=conduct, memory=1024)).run(2)
    names = [Path(standing.name).name for standing in report.standings]
    failed = {name: dict(one.forfeits) for name, one in zip(names, report.standings, strict=True)}
    assert failed["good.py"] == {}
    assert set(failed["slow.py"]) == {"time"}
    assert set(failed["wrong.py"]) == {"illegal move"}
    assert set(failed["dies.py"]) == {"crash"}
    assert Path(report.players[report.order()[0]]).name == "good.py"
    reasons = " ".join(reason for _, reason, _ in report.forfeits())
    assert "no time left" in reasons
    assert "ended with status 1" in reasons
    json.dumps(report.to_json(), allow_nan=False)


def test_folders_without_bots_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="there is no folder"):
        bots_of(tmp_path / "nowhere")
    with pytest.raises(BadParameter, match="holds no bots"):
        bots_of(tmp_path)
