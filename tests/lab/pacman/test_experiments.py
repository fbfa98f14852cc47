"""The Pacman demos: small versions that must show what the lectures say, and the same again for the same seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.test_documents import listings
from zermelo.arena.statistics.intervals import mean, share
from zermelo.errors import BadLimit, BadParameter, BadPlayer, BadText
from zermelo.games.pacman import Pacman
from zermelo.lab.pacman import mystery
from zermelo.lab.pacman.agents import agent
from zermelo.lab.pacman.alone import without_others
from zermelo.lab.pacman.experiments import ALL, CORRIDOR, HALL, experiment, table
from zermelo.lab.pacman.levels import costs
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import best_moves, values
from zermelo.lab.pacman.series import Pairing, run
from zermelo.lab.recording import Recording, load


def test_assumptions_against_reality() -> None:
    """The lecture's table in small: expectimax is best where its assumption holds, and collapses where it does not."""
    rows = [replace(row, most_moves=100) for row in experiment("assumptions").rows]  # not to the end of every chase
    pessimist_war, pessimist_peace, optimist_war, optimist_peace = (run(row, 18, 2026) for row in rows)
    for result in (pessimist_war, pessimist_peace):
        assert optimist_war.score.middle < result.score.middle < optimist_peace.score.middle
        assert optimist_war.wins.middle < 0.5 < result.wins.middle <= optimist_peace.wins.middle
    assert optimist_war.wins.apart_from(optimist_peace.wins)
    assert "1/5, -303" in table([pessimist_war, optimist_war])


def test_starvation_is_an_exact_tie() -> None:
    """Within three moves eating now and later are worth the same; within two only standing still is as good."""
    node = Node(Pacman(ghosts=0, layout=CORRIDOR))
    east, west, stop = 2, 3, 4
    worth = values(node, "minimax", 3)
    assert worth[east] == worth[west] == worth[stop] == 7
    assert best_moves(values(node, "minimax", 2)) == [west, stop], "(east, west) cannot eat the dot in two moves"
    hungry, lucky, cured = experiment("starvation").run(3)
    assert (hungry.wins.middle, hungry.score.middle, cured.wins.middle) == (0, -60, 1)
    assert cured.moves < lucky.moves


def test_thrashing_and_its_cure() -> None:
    thrashing, fixed = experiment("thrashing").run(3)
    assert thrashing.dithering > 0.3 > fixed.dithering
    assert fixed.wins.middle == 1 > thrashing.wins.middle


def test_trapped() -> None:
    """Minimax gives itself up; expectimax tries, and wins some games where the ghosts play at random."""
    rows = [run(row, 12, 3) for row in experiment("trapped").rows if "random" in row.ghosts]
    pessimist, optimist = rows
    assert {game.score for game in pessimist.games} == {-501}
    assert {game.score for game in optimist.games} == {-502, 532}


def test_a_ghost_alone_sees_only_himself() -> None:
    state = Pacman(ghosts=2, layout="open")
    state.play(4)
    twin = without_others(state)
    assert (twin.ghosts, twin.turn, twin.left) == (1, 1, state.left)
    assert (twin.x[1], twin.y[1]) == (state.x[1], state.y[1])


def test_long_experiments(long_run: bool) -> None:
    """Depth, coordination and informed probabilities, with enough games to tell rows apart."""
    if not long_run:
        pytest.skip("minutes of games")
    alone, together = experiment("coordination").run(20, seed=5)
    assert together.losses.middle > alone.losses.middle
    assert together.score.apart_from(alone.score)
    shallow, *_, deep = experiment("depth").run(20, seed=5)
    assert deep.score.low > shallow.score.middle
    minimax, naive, informed = experiment("informed").run(60, seed=5)
    assert informed.score.middle > max(minimax.score.middle, naive.score.middle)


def test_towers_of_minds() -> None:
    """Each level multiplies the cost; minimax collapses into one tree."""
    first, second, third, minimax = costs(Node(Pacman(ghosts=1, layout="minimaxClassic")), 2)
    assert first.looked_at == minimax.looked_at == 48
    assert second.looked_at > 4 * first.looked_at
    assert third.looked_at > 4 * second.looked_at


def test_mystery() -> None:
    """The evidence convicts the right suspect, and the recording does not name him."""
    for seed in (1, 3):
        made = mystery.play(seed)
        odds = mystery.evidence(made)
        assert max(odds, key=lambda name: odds[name]) == mystery.culprit(seed).name
        assert made.seats[0] == "who?"
    right, words = mystery.marked(1, "minimax")
    assert right
    assert words.startswith("Right: it was minimax")
    with pytest.raises(BadParameter, match="no suspect 'me'"):
        mystery.marked(1, "me")


# ---------------------------------------------------------------------- recordings


def test_a_recording_plays_again(tmp_path: Path) -> None:
    pairing = Pairing("hall", HALL, "reflex", ("random",), drawn=True, most_moves=20)
    first, again = (run(pairing, 2, 8).games[1].recording for _ in range(2))
    assert first == again, "the same seed, the same game"
    path = tmp_path / "game.json"
    path.write_text(first.to_text())
    read = load(path)
    assert (read.moves, read.seats, read.seed, read.title) == (first.moves, first.seats, first.seed, first.title)
    assert read.notes == {name: str(value) for name, value in first.notes.items()}
    *_, last = read.replay()
    assert list(last.played) == list(first.moves)
    frames = list(read.frames())
    assert len(frames) == len(first.moves) + 1
    assert frames[1].startswith("1. reflex: ")
    assert "P" in frames[-1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "no JSON"),
        ("[]", "no game of Zermelo"),
        ('{"format": "zermelo game", "version": 1}', "names no game"),
        ('{"format": "zermelo game", "version": 1, "game": "pacman", "moves": ["sideways"]}', "move 1"),
        ('{"format": "zermelo game", "version": 1, "game": "nim", "tags": {"seed": "x"}}', "seed"),
    ],
)  # fmt: skip
def test_bad_recordings(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadText, match=complaint):
        load(path)


def test_a_recording_with_an_impossible_move() -> None:
    start = Pacman(ghosts=0, layout=CORRIDOR).to_text()
    made = Recording("pacman", {"ghosts": "0"}, start, ("me",), (0,))
    with pytest.raises(BadText, match="move 1 of the recording does not fit its game"):
        list(made.replay())


# ---------------------------------------------------------------------- bad input, intervals


def test_bad_input() -> None:
    with pytest.raises(BadParameter, match="did you mean trapped"):
        experiment("traped")
    with pytest.raises(BadLimit, match="at least one game"):
        ALL[0].run(0)
    with pytest.raises(BadPlayer, match="judge of replan"):
        agent("replan:judge=greed")
    with pytest.raises(BadPlayer, match="no setting 'round'; did you mean rounds"):
        agent("replan:round=2")
    with pytest.raises(BadParameter, match="too few free cells"):
        run(Pairing("", "%%%%% %P.G% %%%%%", "random", ("random",), drawn=True), 1)


def test_intervals() -> None:
    """Wilson's interval: 0 of 10 is not nothing; known values (Brown, Cai, DasGupta 2001)."""
    none = share(0, 10)
    assert (none.low, none.high) == (0.0, pytest.approx(0.2775, abs=1e-4))
    half = share(5, 10)
    assert (half.low, half.high) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))
    four = mean([1.0, 2.0, 3.0, 4.0])
    assert four.middle == 2.5
    assert four.high - 2.5 == pytest.approx(1.959964 * (5 / 3) ** 0.5 / 2)


def test_the_page_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    """The listing of docs/lab/pacman.md runs, and the page names every experiment."""
    page = (Path(__file__).parents[3] / "docs" / "lab" / "pacman.md").read_text(encoding="utf-8")
    for listing in listings(page):
        exec(compile(listing, "docs/lab/pacman.md", "exec", dont_inherit=True), {"__name__": "page"})
    assert "1. reflex: " in capsys.readouterr().out
    assert all(f"`{one.name}`" in page or f"pacman {one.name}" in page for one in ALL)
