"""Nine men's morris: corner cases of the rules, notation, clocks, and OpenSpiel position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.bits import count
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.nine_mens_morris import NineMensMorris
from zermelo.games.nine_mens_morris.board import mills, morris_symmetries, neighbours, point_names, point_rows

# White: a1 d1 of a mill, g4 that can complete it; Black: three men apart and a mill
SLIDING = "w../.../bbb/...b.w/.../.../ww. w 0,0 -"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = NineMensMorris.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- the board


@pytest.mark.parametrize(
    ("rings", "diagonals", "lines", "steps"), [(2, False, 8, 20), (3, False, 16, 32), (3, True, 20, 40)]
)
def test_boards(rings: int, diagonals: bool, lines: int, steps: int) -> None:
    near, found = neighbours(rings, diagonals), mills(rings, diagonals)
    assert len(found) == lines
    assert sum(bits.bit_count() for bits in near) == 2 * steps
    assert len({tuple(images) for images in morris_symmetries(rings)}) == 16
    for images in morris_symmetries(rings):
        assert {frozenset(images[point] for point in mill) for mill in found} == {frozenset(mill) for mill in found}
        for point, bits in enumerate(near):
            image = sum(1 << images[other] for other in range(8 * rings) if bits >> other & 1)
            assert image == near[images[point]]


def test_mills_by_name() -> None:
    names = point_names(3)
    found = {tuple(sorted(names[point] for point in mill)) for mill in mills(3, False)}
    assert {("a1", "d1", "g1"), ("d1", "d2", "d3"), ("a4", "b4", "c4"), ("c3", "c4", "c5")} <= found
    assert ("a1", "b2", "c3") not in found
    assert ("d3", "d4", "d5") not in found
    diagonal = {tuple(sorted(names[point] for point in mill)) for mill in mills(3, True)}
    assert diagonal - found == {("a1", "b2", "c3"), ("a7", "b6", "c5"), ("e3", "f2", "g1"), ("e5", "f6", "g7")}


# ---------------------------------------------------------------------- rules


def test_a_mill_takes_a_man_in_the_same_turn() -> None:
    state = NineMensMorris()
    for move in ("a1", "g7", "d1", "d7", "g1"):
        assert not state.midturn()
        state.play(state.parse_move(move))
    assert state.turn == 0
    assert state.midturn()
    assert texts(state) == {"xg7", "xd7"}
    state.play(state.parse_move("xg7"))
    assert state.to_text() == ".b./.../.../....../.../.../www b 6,7 -"


def test_a_man_in_a_mill_is_safe() -> None:
    state = after(SLIDING, "g4-g1")
    assert texts(state) == {"xe4"}
    assert state.why_not("xd5") == "a man in a mill is safe while others stand free"
    assert state.why_not("xa4") == "there is no man to take on a4"
    assert state.why_not("a1-a4") == "a mill was closed: take a man, as in xd2"


def test_if_all_are_in_mills_any_may_be_taken() -> None:
    state = after("w../.../bbb/.....w/.../.../ww. w 0,0 -", "g4-g1")
    assert texts(state) == {"xc5", "xd5", "xe5"}
    state.play(state.parse_move("xd5"))
    assert state.over()
    assert state.ending() == "Black has fewer than three men: White wins"
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)


def test_two_mills_at_once_take_one_man() -> None:
    state = after("w../.../b../w..b../b../.../.ww w 3,3 -", "a1")
    assert texts(state) == {"xc5", "xe4", "xc3"}
    state.play(state.parse_move("xe4"))
    assert state.turn == 1
    assert not state.taking


def test_a_mill_that_stands_takes_nothing() -> None:
    state = after("w../.../b../...b.w/b../.../www w 0,0 -", "a7-d7")
    assert state.turn == 1
    assert not state.taking


def test_three_men_fly() -> None:
    position = "w../.../bbb/...b../.../.../ww. w 0,0 -"
    assert len(texts(after(position))) == 3 * 17
    assert texts(after(position, flying=False)) == {"a7-d7", "a7-a4", "a1-a4", "d1-d2", "d1-g1"}
    assert len(texts(after("w../.../bbb/...b.w/.../.../ww. w 0,0 -"))) < 10  # four men slide
    assert "a7-e3" in texts(after(position))


def test_most_moves_is_reached() -> None:
    state = NineMensMorris.from_text("w../.../bb./...b../.../.../ww. w 0,0 -")
    assert len(state.legal()) == NineMensMorris.most_moves == 54


def test_who_cannot_move_loses() -> None:
    line = Playthrough.from_text(NineMensMorris, "w.w/.../.../b....b/.../b.b/wbw w 0,0 -")
    assert line.outcome() is None  # a7-d7 is left
    line = Playthrough.from_text(NineMensMorris, "wbw/.../.../b....b/.../.../wbw w 0,0 -")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "White cannot move: Black wins"
    assert line.state.why_not("a1-d1") == "the game is over"


def test_a_full_board_is_a_draw() -> None:
    cls = NineMensMorris.variant(men=12)
    line = Playthrough.from_text(cls, "wbw/bwb/wbw/wbw.wb/bwb/wbw/bwb b 0,1 -")
    assert line.outcome() is None
    line.play("e4")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "the board is full: draw"


def test_diagonals_of_twelve_mens_morris() -> None:
    state = NineMensMorris(men=12)
    for move in ("a1", "g7", "b2", "d7", "c3"):
        state.play(state.parse_move(move))
    assert state.taking
    sliding = after("w../.../.../b....w/.../.../wbb w 0,0 -", men=12, flying=False)
    assert texts(sliding) == {"a1-b2", "a7-b6", "a7-d7", "g4-f4", "g4-g7"}


def test_six_mens_morris_has_no_mills_across() -> None:
    state = NineMensMorris(men=6)
    for move in ("c1", "a5", "c2", "e5"):
        state.play(state.parse_move(move))
    assert texts(state) == {name for name in point_names(2) if name not in ("c1", "a5", "c2", "e5")}
    state.play(state.parse_move("b2"))
    state.play(state.parse_move("b4"))
    state.play(state.parse_move("d2"))  # b2 c2 d2
    assert state.taking


# ---------------------------------------------------------------------- history


def test_progress() -> None:
    line = Playthrough.from_text(NineMensMorris, SLIDING + " 98 130")
    assert (line.progress, line.ply) == (98, 130)
    other = line.copy()
    line.play("g4-f4")
    line.play("e4-e3")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "100 plies without progress"
    other.play("g4-g1")  # a mill
    assert other.progress == 0
    other.play("xe4")
    assert other.outcome() is None


def test_third_occurrence_is_a_draw() -> None:
    line = Playthrough.from_text(NineMensMorris, SLIDING)
    for move in ("a7-d7", "e4-e3", "d7-a7", "e3-e4") * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "the position has occurred 3 times"


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = NineMensMorris.from_text(SLIDING)
    assert state.to_text() == SLIDING
    assert state.parse_move("g4g1") == state.parse_move("G4-G1")
    assert state.parse_turn("g4-g1xe4") == state.parse_turn("g4-g1 xe4")
    assert state.turn_text(state.parse_turn("g4-g1 xe4")) == "g4-g1xe4"
    with pytest.raises(IllegalMove, match="no line leads from g4 straight to a4"):
        state.parse_move("g4-a4")
    assert state.why_not("e4-e3") == "White has no man on e4"
    assert state.why_not("a1-d1") == "d1 is taken"
    assert state.why_not("xe4") == "only a mill takes a man"
    assert state.why_not("d2") == "all men are placed: slide one, as in d2-d3"
    assert NineMensMorris().why_not("d2-d3") == "the men in hand are placed first"
    for nonsense in ("", "z9", "a1-b", 99999, -3):
        assert "a move is d2" in state.why_not(nonsense)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is rows"),
        ("w../... w 0,0 -", "rows of 3, 3, 3, 6"),
        (SLIDING.replace("bbb", "bxb"), "each w, b or a dot"),
        (SLIDING.replace("0,0", "9,9"), "more than 9 men"),
        (SLIDING.replace("0,0", "2,3"), "by turns, White first"),
        ("w../.../b../...b../.../.../ww. w 0,0 -", "ended before"),
        (SLIDING.replace("-", "x"), "only by a player who has a mill"),
        (".../.../.../....../.../.../www w 6,7 x", "no man to take"),
        (SLIDING.replace(" w ", " white "), "a position is rows"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        NineMensMorris.from_text(text)


def test_other_numbers_of_men_are_refused() -> None:
    with pytest.raises(BadParameter):
        NineMensMorris(men=7)


def test_evaluate_and_order() -> None:
    assert NineMensMorris().evaluate() == 0.0
    state = NineMensMorris.from_text(SLIDING)
    best = max(state.legal(), key=state.order)
    assert state.move_text(best) == "g4-g1"
    assert state.noisy(best)
    taking = after(SLIDING, "g4-g1")
    assert taking.evaluate() > state.evaluate()


# ---------------------------------------------------------------------- OpenSpiel


def test_open_spiel(long_run: bool) -> None:
    """OpenSpiel numbers the points row by row from the top and stops games that are too long; no other difference."""
    pyspiel = pytest.importorskip("pyspiel")
    rows = [point_names(3)[point] for row in point_rows(3) for point in row]
    assert rows[:4] == ["a7", "d7", "g7", "b6"]
    game = pyspiel.load_game("nine_mens_morris")
    chooser = random.Random(5)
    compared = 0

    def action(text: str) -> int:
        points = [rows.index(name) for name in text.lstrip("x").split("-")]
        return points[0] if len(points) == 1 else 24 + 24 * points[0] + points[1]

    for number in range(3000 if long_run else 40):
        theirs, ours = game.new_initial_state(), NineMensMorris()
        for ply in range(game.max_game_length()):
            legal = ours.legal()
            if theirs.is_terminal():
                if not legal:
                    assert theirs.returns() == [ours.utility(0), ours.utility(1)]
                else:
                    assert ply >= 200
                    assert theirs.returns() == [0.0, 0.0]
                break
            known = {action(ours.move_text(move)): move for move in legal}
            assert sorted(known) == theirs.legal_actions(), ours.to_text()
            assert theirs.current_player() == ours.turn
            compared += 1
            if number % 2:  # more mills, and so shorter games with more ends
                loud = [code for code, move in known.items() if ours.noisy(move)]
                chosen = chooser.choice(loud or list(known))
            else:
                chosen = chooser.choice(list(known))
            theirs.apply_action(chosen)
            ours.play(known[chosen])
    print(f"{compared} positions compared")
    assert compared > 2000


def test_random_games_keep_the_number_of_men() -> None:
    for seed in range(20):
        state = NineMensMorris()
        for move in random_game(state, seed, 0, longest=300):
            before = [count(men) + hand for men, hand in zip(state.placed(), state.hands(), strict=True)]
            state.play(move)
            now = [count(men) + hand for men, hand in zip(state.placed(), state.hands(), strict=True)]
            assert sum(before) - sum(now) == (1 if move >= state.takes else 0)
