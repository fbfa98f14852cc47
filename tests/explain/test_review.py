"""Reviews: a verdict is given only where it holds."""

from __future__ import annotations

import threading

import pytest

from zermelo.explain.review import ERRORS, MoveReview, Review, review_game
from zermelo.explain.verdicts import UNCLEAR, Loss, listen, name_of, verdict
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import player
from zermelo.players.text import longer

pytestmark = pytest.mark.xdist_group("alphabeta")


def after(game: str, moves: str) -> Playthrough:
    line = catalogue.begin(game)
    for text in moves.split():
        line.play_text(text)
    return line


def reviewed(game: str, moves: str, nodes: int = 100_000) -> Review:
    return review_game(after(game, moves), [player(f"best:nodes={nodes * more}") for more in (1, 4)])


def by_move(review: Review) -> dict[str, MoveReview]:
    return {one.move: one for one in review.moves}


def test_the_blackburne_shilling_gambit() -> None:
    """1.e4 e5 2.Nf3 Nc6 3.Bc4 Nd4: taking the knight is good; taking the pawn runs into Qg5."""
    good = by_move(reviewed("chess", "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxd4"))["Nxd4"]
    assert good.mark in ("", "best", UNCLEAR)
    assert good.best != "Nxe5"
    bad = by_move(reviewed("chess", "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5"))["Nxe5"]
    assert bad.mark in ERRORS
    assert bad.best != "Nxe5"
    assert bad.best_steps[0] == bad.best
    assert bad.value < 0 < bad.best_value


def test_what_is_proven_is_said_without_doubt() -> None:
    marks = by_move(reviewed("tic_tac_toe", "b2 a2 a1 c3 c1"))
    assert marks["a2"].mark == "blunder"
    assert marks["a2"].proven
    assert (marks["a2"].value, marks["a2"].best_value) == (-1, 0)
    assert marks["b2"].mark == marks["a1"].mark == "best"
    mate = by_move(reviewed("chess", "f3 e5 g4 Qh4#"))
    assert mate["g4"].mark == "blunder"
    assert (mate["Qh4#"].mark, mate["Qh4#"].proven) == ("best", True)


def test_a_review_agrees_with_an_analysis() -> None:
    """The value before a move is that of the same player's search."""
    moves = ["d", "d", "d", "d", "d", "a"]
    line = after("connect_four", " ".join(moves))
    review = review_game(line, [player("best:nodes=200000")])
    for one in review.moves:
        before = after("connect_four", " ".join(moves[: one.ply]))
        found = player("best:nodes=200000").think(before)
        if one.mark == "best" and one.best == one.move:
            assert one.value == pytest.approx(found.value, abs=0.05)


def test_ranges_have_names() -> None:
    assert [name_of(share) for share in (-0.2, 0, 0.04, 0.08, 0.4)] == ["", "", "inaccuracy", "mistake", "blunder"]
    assert verdict(Loss(-0.1, 0.01, 0), 2) == ""
    assert verdict(Loss(0.01, 0.2, 0), 2) == UNCLEAR, "it may be no error at all"
    assert verdict(Loss(0.15, 0.5, 0), 2) == "mistake", "at least"
    assert verdict(Loss(0.4, 0.5, 0), 2) == "blunder"


def test_dice_samples_and_forced_moves() -> None:
    """Each by the way that suits it: one search that ranks all, independent samples, the next choice."""
    for game, settings, text, plies in (
        ("backgammon", None, "best:nodes=3000", 6),
        ("tic_tac_toe", None, "mcts:sims=400", 4),
        ("checkers", None, "best:nodes=3000", 12),
    ):
        line = catalogue.begin(game, settings)
        while len(line.played) < plies:
            line.play(line.moves()[0])
        review = review_game(line, [player(text)])
        assert review.moves
        assert all(one.loss >= 0 for one in review.moves)
        assert {one.mark for one in review.moves} <= {"", "best", "inaccuracy", "mistake", "blunder", UNCLEAR}


def test_a_review_is_stopped() -> None:
    stop = threading.Event()
    line = after("connect_four", "d d d d")
    review = review_game(line, [player("best:nodes=1000")], stop_event=stop, on_move=lambda one: stop.set())
    assert review.stopped
    assert len(review.moves) == 1
    assert review.summary(1)["words"] == "no mistakes"


def test_a_search_to_a_depth() -> None:
    found = listen(after("connect_four", "d"), player("alphabeta:nodes=1000000"), None, depth=4)
    assert 4 in found.steps
    assert found.result.nodes < 1_000_000


def test_the_same_player_with_more_time() -> None:
    assert longer("best:time=0.25", 4) == "best:time=1"
    assert longer("mcts:sims=50,rave", 2) == "mcts:sims=100,rave=yes"
    assert longer("alphabeta:depth=4", 4) == "alphabeta:depth=4"
    assert longer("random", 4) == "random"
    assert player(longer("mcts:sims=50,rave", 2)).text
