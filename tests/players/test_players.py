"""Players by their text: what they choose, what they say, what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import BadLimit, BadPlayer, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import KINDS, Player, player

BOTS = Path(__file__).parents[2] / "examples" / "mybot.py"
pytestmark = pytest.mark.xdist_group("alphabeta")


def test_the_same_seed_draws_the_same_moves() -> None:
    def game(seed: int) -> list[int]:
        line, someone = Playthrough(ConnectFour()), player("random")
        someone.new_game(seed)
        while line.moves():
            line.play(someone.choose(line))
        return line.played

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_greedy_takes_what_it_sees() -> None:
    line = Playthrough(ConnectFour())
    for column in (3, 0, 3, 0, 3, 0):
        line.play(column)
    result = player("greedy").think(line, lines=3)
    assert (result.move, result.value, len(result.lines)) == (3, 1.0, 3)


def test_a_search_obeys_its_limits_and_says_when_it_had_none() -> None:
    assert player("alphabeta:depth=5").think(ConnectFour()).depth == 5
    assert player("alphabeta:nodes=3000").think(ConnectFour()).stopped_by == "nodes"
    result = player("alphabeta").think(TicTacToe())
    assert result.proven == "draw"
    assert any("no limit" in note for note in result.notes)


def test_a_clock_runs_down_over_a_game_and_is_wound_up_for_the_next() -> None:
    someone = player("alphabeta:clock=0.5,increment=0.001")
    line = Playthrough(ConnectFour())
    for _ in range(4):
        line.play(someone.choose(line))
    assert someone.left < 0.5  # type: ignore[attr-defined]  # of a searching player
    someone.new_game()
    assert someone.left == 0.5  # type: ignore[attr-defined]


def test_minimax_and_plain_alphabeta_agree() -> None:
    line = Playthrough(ConnectFour())
    for column in (3, 3, 2, 4):
        line.play(column)
    slow, quick = player("minimax:depth=4").think(line), player("alphabeta:plain,depth=4").think(line)
    assert (slow.move, slow.value) == (quick.move, quick.value)
    assert slow.nodes > 2 * quick.nodes


def test_a_mixture_draws_by_weight() -> None:
    someone = player("mix(random@0.25,greedy@0.75)")
    drawn = [someone.think(ConnectFour()).algorithm for _ in range(400)]
    assert 60 <= drawn.count("random") <= 140
    assert "drawn from the mixture" in someone.think(ConnectFour()).notes[0]


def test_levels_play_worse_but_not_wildly() -> None:
    line = Playthrough(ConnectFour())
    for column in (3, 0, 3, 0, 3):
        line.play(column)  # four in a column must be stopped: even a weak level sees one move ahead
    for level in (1, 3, 5):
        for seed in range(5):
            someone = player(f"best:level={level}")
            someone.new_game(seed)
            assert someone.choose(line) == 3


def test_levels_vary() -> None:
    someone = player("best:level=2")
    chosen = set()
    for seed in range(12):
        someone.new_game(seed)
        chosen.add(someone.choose(ConnectFour()))
    assert len(chosen) > 1


def test_best_says_what_it_chose() -> None:
    result = player("best:depth=4").think(ConnectFour())
    assert "best chose alphabeta:depth=4" in result.notes[0]


def test_the_example_file(tmp_path: Path) -> None:
    won = Playthrough(ConnectFour())
    for column in (0, 6, 0, 6, 0, 6):
        won.play(column)
    assert player(f"{BOTS}:Centre").choose(won) == 0
    assert player(f"{BOTS}:Centre,win=no").choose(won) == 3
    plain, own = player("alphabeta:depth=1"), player(f"{BOTS}:evaluate,depth=1")
    assert own.think(ConnectFour()).value == pytest.approx(0.1, abs=0.001)  # one stone in the middle
    assert own.think(ConnectFour()).value != plain.think(ConnectFour()).value


@pytest.mark.parametrize(
    ("body", "suffix", "reason"),
    [
        ("def choose(game):\n    return 99\n", "", "no legal move"),
        ("def choose(game):\n    return 'zzz'\n", "", "zzz"),
        ("def choose(game):\n    return 1 / 0\n", "", r"ZeroDivisionError.*line 2"),
        ("def choose(game):\n    return 0\n", ":depth=3", "takes no settings"),
        ("x = 1\n", "", "holds no player"),
        ("class A:\n    def choose(self, game): return 0\n", ":B", "offers no player 'B'"),
        ("class A:\n    def choose(self, game): return 0\nclass B(A): pass\n", "", "choose one as"),
        ("class A:\n    def choose(self, game): return 0\n", ":speed=3", "no setting 'speed'"),
        ("this is no Python\n", "", "line 1"),
    ],
)
def test_faults_of_a_file_are_named(tmp_path: Path, body: str, suffix: str, reason: str) -> None:
    path = tmp_path / "bot.py"
    path.write_text(body)
    with pytest.raises(Exception, match=reason) as caught:
        player(f"{path}{suffix}").choose(ConnectFour())
    assert type(caught.value).__module__ == "zermelo.errors"


def test_nearest_names_are_offered() -> None:
    with pytest.raises(BadPlayer, match="did you mean alphabeta"):
        player("alfabeta")
    with pytest.raises(BadPlayer, match="did you mean depth"):
        player("alphabeta:dept=3")
    with pytest.raises(BadPlayer, match="yes or no"):
        player("alphabeta:table=perhaps")
    with pytest.raises(BadPlayer, match="whole number"):
        player("alphabeta:depth=2.5")
    with pytest.raises(BadPlayer, match="between 1 and 10"):
        player("best:level=11")
    with pytest.raises(BadLimit, match="not both"):
        player("alphabeta:time=1,clock=9")
    with pytest.raises(Unsupported, match="asked for a move"):
        player("human").choose(ConnectFour())


def test_every_example_in_the_list_can_be_made() -> None:
    for kind in KINDS.values():
        assert player(kind.example or kind.name).text == (kind.example or kind.name)
        assert all(setting.help for setting in kind.settings), kind.name


def test_who_only_chooses_can_be_asked_what_he_thinks() -> None:
    class First(Player):
        text = "first"

        def choose(self, game: Playthrough) -> str:
            return str(game.state.move_text(game.moves()[0]))

    result = First().think(ConnectFour())
    assert (result.move, result.move_text, result.algorithm) == (0, "a", "first")
    with pytest.raises(Unsupported, match="no player yet"):
        Player().think(ConnectFour())
