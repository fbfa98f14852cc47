"""Tori shogi: how the birds move, compulsory promotion, two swallows a file, and Fairy-Stockfish beside."""

from __future__ import annotations

import random

import pytest

from tests.games import fairy
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.shogi import ToriShogi

START = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"


def shown(text: str, start: str = "") -> set[str]:
    """The legal moves of a position, or the targets of the bird on one square."""
    state = ToriShogi.from_text(text)
    names = {state.move_text(move) for move in state.legal()}
    return {name[2:] for name in names if name.startswith(start)} if start else names


def with_bird(bird: str) -> str:
    """A bird on 4d, the middle of the board, and both phoenixes out of its way."""
    return f"1k5/7/7/3{bird}3/7/7/1K5 b - 1"


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = ToriShogi()
    assert state.to_text() == START
    assert len(state.legal()) == 17
    assert state.evaluate() == 0.0


@pytest.mark.parametrize(
    ("bird", "targets"),
    [
        ("S", {"4c"}),
        ("C", {"5c", "4c", "3c", "5e", "4e", "3e"}),
        ("F", {"5c", "4c", "3c", "5d", "3d", "5e", "3e"}),
        ("P", {"4b", "5e", "3e"}),
        ("L", {"4c", "4b", "4a", "5e", "3e", "2f", "1g"}),
        ("R", {"4c", "4b", "4a", "3e", "5e", "6f", "7g"}),
        ("+S", {"6b", "2b", "4f"}),
        ("+F", {"5c", "6b", "7a", "3c", "2b", "1a", "4c", "5d", "3d", "4e", "4f", "4g", "5e", "6f", "3e", "2f"}),
    ],
)
def test_birds(bird: str, targets: set[str]) -> None:
    assert shown(with_bird(bird), "4d") == targets


def test_jumps_and_short_slides() -> None:
    assert "4d4b" in shown("k6/7/3S3/3P3/7/7/K6 b - 1")  # the pheasant jumps
    assert {"6b", "2b"} <= shown("k6/7/2S1S2/3+S3/7/7/K6 b - 1", "4d")  # so does the goose
    targets = shown("2k4/7/7/3+F3/2S1S2/7/K6 b - 1", "4d")  # the eagle does not
    assert not {"6f", "2f"} & targets


def test_promotion_is_compulsory() -> None:
    assert shown("k6/7/4S2/7/7/7/K6 b - 1", "3c") == {"3b+"}
    assert "3d3c" in shown("k6/7/7/4S2/7/7/K6 b - 1")
    falcon = shown("k6/4F2/7/7/7/7/K6 b - 1", "3b")  # a falcon dropped there is promoted by its next move
    assert falcon == {"2a+", "3a+", "4a+", "2b+", "4b+", "2c+", "4c+"}
    assert "3b4c" in shown("k6/4C2/7/7/7/7/K6 b - 1")  # a crane never
    state = ToriShogi.from_text("k6/7/4S2/7/7/7/K6 b - 1")
    assert state.parse_move("3c3b") == state.parse_move("3c3b+")
    state.play(state.parse_move("3c3b+"))
    assert state.to_text() == "k6/4+S2/7/7/7/7/K6 w - 1"
    with pytest.raises(IllegalMove, match="must be promoted"):
        ToriShogi.from_text("k6/7/4S2/7/7/7/K6 b - 1").parse_move("3c3b=")


def test_captured_birds_change_sides_unpromoted() -> None:
    line = Playthrough.from_text(ToriShogi, "k6/7/7/3+s3/3C3/7/K6 b - 1")
    line.play("4e4d")
    assert line.to_text() == "k6/7/7/3C3/7/7/K6 w S 2"


def test_two_swallows_on_a_file() -> None:
    assert "S*3b" in shown("k6/7/7/4S2/7/7/K6 b S 1")
    text = "k6/7/7/4S2/4S2/7/K6 b S 1"
    assert "S*3b" not in shown(text)
    assert "no more than 2 unpromoted swallow" in ToriShogi.from_text(text).why_not("S*3b")
    with pytest.raises(BadPosition, match="too many"):
        ToriShogi.from_text("k6/7/4S2/4S2/4S2/7/K6 b S 1")


def test_drops() -> None:
    moves = shown("k6/7/7/7/7/7/3K3 b SPFCLR 1")
    assert not {move for move in moves if move.startswith("S*") and move.endswith("a")}
    assert "P*1a" in moves  # it can still go back
    assert {"F*1a", "C*1a", "L*1a", "R*1a"} <= moves
    assert "F*1a+" not in moves


def test_mate_by_a_dropped_swallow() -> None:
    text = "6k/4C2/6C/7/7/7/K6 b S 1"  # 1b is covered by the crane, 2a and 2b by both
    assert "S*1b" not in shown(text)
    assert "a swallow may not be dropped to give mate" in ToriShogi.from_text(text).why_not("S*1b")
    assert "S*1b" in shown("6k/7/6C/7/7/7/K6 b S 1")  # the phoenix flies to 2a


def test_no_move_loses() -> None:
    outcome = Playthrough.from_text(ToriShogi, "k6/2C4/1F5/7/7/7/3K3 w - 1").outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "White cannot move: Black wins"


def test_the_mirror_exchanges_the_quails() -> None:
    rng = random.Random(5)
    state = ToriShogi()
    for _ in range(60):
        twin = state.copy()
        twin.transform(1)
        assert sorted(state.transform_move(1, move) for move in state.legal()) == sorted(twin.legal())
        assert twin.evaluate() == pytest.approx(state.evaluate())
        assert ToriShogi.from_text(twin.to_text()) == twin
        if not state.legal():
            break
        state.play(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "rows from the top"),
        (START.replace("3f3", "4f3"), "squares"),
        (START.replace("F", "G"), "squares of pieces"),
        (START.replace("K", "1"), "one king"),
        (START.replace("b -", "b S"), "only 16"),
        ("S5k/7/7/7/7/7/K6 b - 1", "could never move"),
        ("k6/S6/7/7/7/7/K6 b - 1", "White is in check"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        ToriShogi.from_text(text)


# ---------------------------------------------------------------------- another program


def test_random_games_against_fairy_stockfish(long_run: bool) -> None:
    print(fairy.random_games("torishogi", ToriShogi(), 40 if long_run else 3, 3))


def test_random_positions_against_fairy_stockfish(long_run: bool) -> None:
    print(fairy.random_positions("torishogi", ToriShogi, 1500 if long_run else 200, 4))
