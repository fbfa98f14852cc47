"""Halma: corner cases, notation, and a second program written with sets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.halma import Halma
from zermelo.games.halma.halma import camp

Small = Halma.variant(size=8)


def position(men: dict[str, str], turn: str = "A", plies: int = 0, **settings: Any) -> Any:
    """A small board with men by their squares; those that are not named stand far from what is tested."""
    game = Halma.variant(size=8, **settings)
    board = {square: sign for sign, listed in men.items() for square in listed.split()}
    rows = []
    for y in reversed(range(8)):
        rows.append("".join(board.get(f"{'abcdefgh'[x]}{y + 1}", ".") for x in range(8)))
    text = "/".join(rows)
    for dots in range(8, 0, -1):
        text = text.replace("." * dots, str(dots))
    return game.from_text(f"{text} {turn} {plies}")


def reached(state: Any, start: str) -> set[str]:
    return {name.split("-")[1] for name in map(state.move_text, state.legal()) if name.startswith(start + "-")}


HOME_A, HOME_B = "a8 b8 c8 d8 a7 b7 c7 a6 b6 a5", "h1 g1 f1 e1 h2 g2 f2 h3 g3 h4"


# ---------------------------------------------------------------------- rules


def test_camps() -> None:
    assert [len(camp(16, 2, player)) for player in range(2)] == [19, 19]
    assert [len(camp(16, 4, player)) for player in range(4)] == [13, 13, 13, 13]
    assert (len(camp(10, 2, 0)), len(camp(8, 2, 0))) == (15, 10)
    for size, players in ((16, 2), (16, 4), (10, 2), (8, 2)):
        turned = {size * size - 1 - square for square in camp(size, players, 0)}
        assert turned == camp(size, players, players // 2), "opposite camps are each other turned by half"
    assert Small().to_text() == "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 0"
    with pytest.raises(BadParameter, match="four players"):
        Halma(size=8, players=4)


def test_steps_and_jumps_are_never_mixed() -> None:
    men = {"A": "d4 d5 a8 b8 c8 d8 a7 b7 a6 c7", "B": HOME_B}
    state = position(men)
    assert reached(state, "d4") == {"c3", "d3", "e3", "c4", "e4", "c5", "e5", "d6"}


def test_a_chain_of_jumps_stops_anywhere() -> None:
    men = {"A": "a4 a8 b8 c8 d8 a7 b7 c7 a6 b6", "B": "b4 d4 f5 h1 g1 f1 e1 h2 g2 f2"}
    state = position(men)
    assert {"c4", "e4", "g6"} <= reached(state, "a4")
    assert "b4" not in reached(state, "a4")
    assert "d4" not in reached(state, "a4")


def test_a_jump_goes_over_one_adjacent_man_only() -> None:
    men = {"A": "a4 a8 b8 c8 d8 a7 b7 c7 a6 b6", "B": "c4 b3 c2 h1 g1 f1 e1 h2 g2 f2"}
    state = position(men)
    assert "e4" not in reached(state, "a4"), "the piece is two squares away"
    assert "d1" not in reached(state, "a4"), "two pieces in a row"


def test_a_man_in_the_opposite_camp_stays() -> None:
    men = {"A": "h2 a8 b8 c8 d8 a7 b7 c7 a6 b6", "B": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"}
    assert reached(position(men), "h2") == {"h1", "g1", "g2", "g3", "h3"}
    men["A"] = men["A"].replace("h2", "h4")
    assert reached(position(men), "h4") == {"h3", "g3"}
    assert "g5" in reached(position(men, stay=False), "h4")
    assert position(men).why_not("h4-g5") == "a piece that has entered the opposite camp may not leave it"


def test_a_man_may_not_return_as_a_choice() -> None:
    men = {"A": "c6 a8 b8 c8 d8 a7 b7 c7 a6 a5", "B": HOME_B}
    assert "b6" in reached(position(men), "c6")
    assert "b6" not in reached(position(men, no_return=True), "c6")
    assert position(men, no_return=True).why_not("c6-b6") == "a piece that has left its own camp may not come back"


def test_all_men_home_win() -> None:
    state = position({"A": HOME_B.replace("h4", "g4"), "B": HOME_A.replace("a5", "b5")})
    state.play(state.parse_move("g4-h4"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "the camp opposite A is full: A wins"


def test_a_blocker_cannot_prevent_the_end() -> None:
    """B leaves a man in his camp; from ply 100 on A wins when it is full after his move."""
    men = {"A": HOME_B.replace("h4", "g4").replace("h1 ", "") + " d4", "B": HOME_A.replace("a5", "h1")}
    early = position(men, plies=50)
    early.play(early.parse_move("g4-h4"))
    assert not early.over()
    late = position(men, plies=99)
    late.play(late.parse_move("g4-h4"))
    assert late.over()
    assert late.utility(0) == 1.0
    never = position(men, plies=100, unblock=False)
    never.play(never.parse_move("g4-h4"))
    assert not never.over()


def test_four_players() -> None:
    state = Halma(players=4)
    assert [state.sign(square) for square in (15 * 16, 255, 15, 0)] == list("ABCD")
    for _ in range(8):
        state.play(state.legal()[0])
    assert state.turn == 0
    assert state.lowest == pytest.approx(-1 / 3)


def test_repetition_does_not_look_at_the_plies() -> None:
    line = Playthrough(Small())
    for move in ("a5-a4", "h4-h5", "a4-a5", "h5-h4") * 2:
        line.play(move)
    assert line.over()
    outcome = line.outcome()
    assert outcome
    assert "occurred 3 times" in outcome.reason


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AAAA4/AAA5 A 0",
        "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB",
        "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB C 0",
        "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A x",
        "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBB1 A 0",
        "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBB A 0",
        "AAAA4/AAA5/AA6/A7/7C/6BB/5BBB/4BBBB A 0",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Small.from_text(text)


def test_why_not() -> None:
    state = Small()
    assert state.why_not("a9").startswith("write the square a piece leaves")
    assert state.why_not("h1-h2") == "A has no piece on h1"
    assert state.why_not("a8-a7") == "a7 is taken"
    assert state.why_not("a5-a2") == "neither a step nor a chain of jumps leads from a5 to a2"
    with pytest.raises(IllegalMove, match="is taken"):
        Playthrough(state).play("a8-a7")
    assert state.parse_move("a5a4") == state.parse_move("A5-A4")


# ---------------------------------------------------------------------- a second program


def naive(men: dict[tuple[int, int], int], player: int, size: int, there: set[tuple[int, int]]) -> set[Any]:
    """All pairs of squares: steps, and jumps by a search from square to square."""
    found = set()
    near = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    for start in [square for square, owner in men.items() if owner == player]:
        ends = {(start[0] + a, start[1] + b) for a, b in near}
        seen, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for a, b in near:
                over, to = (x + a, y + b), (x + 2 * a, y + 2 * b)
                if over in men and over != start and to not in men and to not in seen:
                    if 0 <= to[0] < size and 0 <= to[1] < size:
                        seen.add(to)
                        todo.append(to)
        for to in ends | seen - {start}:
            if to not in men and 0 <= to[0] < size and 0 <= to[1] < size and (start not in there or to in there):
                found.add((start, to))
    return found


def test_against_a_naive_program(long_run: bool) -> None:
    """Moves that lead forward are preferred, so that games come to the other camp."""
    positions = 0
    for size, players in ((8, 2), (10, 2), (16, 2), (16, 4)):
        for seed in range(40 if long_run else 1):
            rng, state = random.Random(seed), Halma(size=size, players=players)
            for _ in range(150):
                men = {
                    (s % size, s // size): "ABCD".index(state.sign(s)) for s in range(size**2) if state.sign(s) != "."
                }
                goal = (state.turn + players // 2) % players
                there = {(s % size, s // size) for s in camp(size, players, goal)}
                legal = state.legal()
                if not legal:
                    break
                pairs = {
                    ((m // size**2 % size, m // size**2 // size), (m % size**2 % size, m % size**2 // size))
                    for m in legal
                }
                assert len(pairs) == len(legal)
                assert pairs == naive(men, state.turn, size, there) or legal == [state.no_move]
                positions += 1
                state.play(max(rng.sample(legal, min(4, len(legal))), key=state.order))
    assert positions > (10000 if long_run else 300)
