"""What depends on the course of a game: repetition, lack of progress, the cap, undoing."""

from __future__ import annotations

from inspect import signature

import pytest

from tests.game.small_games import Circle, ForbiddenCircle, PerpetualCircle, TwoSteps
from zermelo.errors import BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.catalogue import find
from zermelo.games.connect_four import ConnectFour


def play(line: Playthrough, *moves: int) -> Playthrough:
    for move in moves:
        line.play(move)
    return line


def test_third_occurrence_draws() -> None:
    line = play(Playthrough(Circle()), 1, 0, 1)
    assert line.outcome() is None
    play(line, 0)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "the position has occurred 3 times"
    with pytest.raises(IllegalMove, match="the game is over: the position has occurred 3 times"):
        line.play(1)


def test_an_irreversible_move_forgets_earlier_positions() -> None:
    line = play(Playthrough(Circle()), 1, 0, 2, 1, 0, 1, 0)
    assert line.outcome() is not None, "the position after the irreversible move counts"
    line = play(Playthrough(Circle()), 1, 0, 2, 1, 0)
    assert line.outcome() is None


def test_no_progress_draws() -> None:
    line = play(Playthrough(Circle()), *[1] * 8)
    assert line.times_seen() == 3, "a ring of four is round twice before the clock runs out"
    slow = Playthrough(Circle(), progress=11)
    slow.play(1)
    outcome = slow.outcome()
    assert outcome is not None
    assert outcome.reason == "12 plies without progress"


def test_the_cap_ends_a_game() -> None:
    line = play(Playthrough(Circle(), ply=39), 2)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "40 plies were played"


def test_a_forbidding_rule_takes_moves_away() -> None:
    """Places 0 to 3 on a ring, and whose turn it is: two steps there and back would be the start again."""
    line = Playthrough(ForbiddenCircle())
    assert line.moves() == [0, 1, 2]
    play(line, 1)
    assert line.moves() == [1, 2], "a step back leads to the start, with the same player to move"
    assert line.forbidden(0)
    with pytest.raises(IllegalMove, match="would repeat an earlier position"):
        line.play(0)
    play(line, 2)
    assert line.moves() == [0, 1, 2], "nothing of the outer lap has been seen"


def test_perpetual_check_loses() -> None:
    """Player 0's moves lead to positions where player 1 is to move, which give check in this game."""
    line = Playthrough(PerpetualCircle())
    while line.outcome() is None:
        line.play(1)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)


def test_undo_restores_everything() -> None:
    line = Playthrough(Circle())
    history = []
    for move in (1, 0, 2, 1, 0):
        history.append((line.state.copy(), line.progress, line.ply, line.keys()))
        line.play(move)
    for state, progress, ply, keys in reversed(history):
        line.undo()
        assert (line.state, line.progress, line.ply, line.keys()) == (state, progress, ply, keys)
    with pytest.raises(IllegalMove, match="no move to take back"):
        line.undo()


def test_a_copy_goes_its_own_way() -> None:
    line = play(Playthrough(ConnectFour()), 3)
    branch = line.copy()
    branch.play("d")
    assert line.played == [3]
    assert branch.played == [3, 3]
    assert line.line_text() == "d"
    assert branch.line_text() == "d d"


def test_turns_of_several_moves() -> None:
    line = Playthrough(TwoSteps())
    line.play_text("1 2")
    assert line.turn == 1
    assert line.played == [1, 2]


def test_a_state_plays_words_with_a_check() -> None:
    state = find("connect_four")()
    assert state.legal_moves() == list("abcdefg")
    state.play("d")
    state.play(3)
    assert state.legal() == list(range(7))
    for _ in range(4):
        state.play("d")
    with pytest.raises(IllegalMove, match="column d is full"):
        state.play("d")
    with pytest.raises(MalformedMove, match="no move given"):
        state.play("")
    assert type(state).rules()["play"] is not type(state).play  # kernels keep the form without words
    assert signature(type(state).play) == signature(type(state).rules()["play"])


def test_illegal_moves_name_the_rule() -> None:
    line = play(Playthrough(ConnectFour()), *[3] * 6)
    with pytest.raises(IllegalMove, match="column d is full"):
        line.play("d")
    with pytest.raises(IllegalMove, match="column d is full"):
        line.play(3)
    with pytest.raises(IllegalMove, match="the columns are a to g"):
        line.play("z")


def test_a_copy_that_goes_back_leaves_the_original_alone() -> None:
    line = play(Playthrough(ConnectFour()), 3, 3)
    before = Playthrough(ConnectFour())
    before.play(3)
    branch = line.copy()
    branch.undo()
    branch.play(0)
    line.undo()
    assert line.to_text() == before.to_text()
    assert [state.to_text() for state in line.states()] == [ConnectFour().to_text()]


@pytest.mark.parametrize(
    ("game", "text"), [("ataxx", "nonsense"), ("quixo", "...../. .... x"), ("connect_four", "7/7/7/7/7①/7 x")]
)
def test_a_text_that_is_no_position_is_refused_before_its_clocks_are_read(game: str, text: str) -> None:
    with pytest.raises(BadPosition):
        Playthrough.from_text(find(game), text)


def test_digits_of_other_scripts_name_no_square() -> None:
    with pytest.raises(IllegalMove):
        Playthrough(find("lines_of_action")()).play_text("c8xa³")
