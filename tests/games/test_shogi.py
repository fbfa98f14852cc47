"""Shogi and minishogi: promotion, drops, mates by a pawn, repetition, impasse, notation, and two programs beside."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.games import fairy
from zermelo.errors import BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.shogi import Minishogi, Shogi

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def shown(text: str) -> set[str]:
    """The legal moves of a position."""
    state = Shogi.from_text(text)
    return {state.move_text(move) for move in state.legal()}


def why_not(text: str, move: str) -> str:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        Shogi.from_text(text).parse_move(move)
    return str(refused.value)


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Shogi()
    assert state.to_text() == START
    assert len(state.legal()) == 30
    assert state.evaluate() == 0.0
    assert not state.checking()
    assert state.to_text(ply=7).endswith(" 8")
    assert Shogi.clocks(START[:-1] + "8") == (0, 7)


def test_promotion() -> None:
    moves = shown("4k4/9/9/4S4/9/9/9/9/4K4 b - 1")
    assert {"5d5c", "5d5c+", "5d4e"} <= moves
    assert "5d4e+" not in moves  # neither begins nor ends in the zone
    assert {"5b4c", "5b4c+"} <= shown("9/4S4/9/9/9/9/4k4/9/4K4 b - 1")  # leaving it
    assert "the gold cannot be promoted" in why_not("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d5c+")
    assert "the silver cannot be promoted" in why_not("4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "5d4e+")


def test_compulsory_promotion() -> None:
    assert shown("4k4/P8/9/9/9/9/9/9/4K4 b - 1") & {"9b9a", "9b9a+"} == {"9b9a+"}
    assert shown("4k4/9/L8/9/9/9/9/9/4K4 b - 1") & {"9c9a", "9c9a+", "9c9b", "9c9b+"} == {"9c9a+", "9c9b", "9c9b+"}
    assert shown("4k4/9/9/N8/9/9/9/9/4K4 b - 1") & {"9d8b", "9d8b+"} == {"9d8b+"}
    assert shown("4k4/9/9/9/N8/9/9/9/4K4 b - 1") & {"9e8c", "9e8c+"} == {"9e8c", "9e8c+"}
    assert "must be promoted" in why_not("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a")


def test_promoted_men() -> None:
    targets = {move[2:4] for move in shown("4k4/9/9/9/2+B6/9/9/9/4K4 b - 1") if move.startswith("7e")}
    assert {"7d", "7f", "6e", "8e", "5c", "9g", "3i"} <= targets
    assert "5e" not in targets
    targets = {move[2:4] for move in shown("4k4/9/9/9/2+R6/9/9/9/4K4 b - 1") if move.startswith("7e")}
    assert {"7a", "1e", "6d", "8f"} <= targets
    assert "5c" not in targets
    for sign in ("+P", "+L", "+N", "+S", "G"):
        targets = {move[2:] for move in shown(f"4k4/9/9/9/2{sign}6/9/9/9/4K4 b - 1") if move.startswith("7e")}
        assert targets == {"6d", "7d", "8d", "6e", "8e", "7f"}


def test_captured_men_change_sides_unpromoted() -> None:
    line = Playthrough.from_text(Shogi, "4k4/9/9/4+p4/4R4/9/9/9/4K4 b - 1")
    line.play("5e5d")
    assert line.to_text() == "4k4/9/9/4R4/9/9/9/9/4K4 w P 2"


def test_drops_need_a_square_to_move_on() -> None:
    moves = shown("4k4/9/9/9/9/9/9/9/4K4 b PLNS 1")
    for man, rows in (("P", "a"), ("L", "a"), ("N", "ab"), ("S", "")):
        assert {move[3] for move in moves if move.startswith(man + "*1")} == set("abcdefghi") - set(rows)
    assert "could never move" in why_not("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b")
    assert "not empty" in why_not("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*5i")
    assert "no rook in hand" in why_not("4k4/9/9/9/9/9/9/9/4K4 b N 1", "R*5e")


def test_two_pawns_on_a_file() -> None:
    text = "4k4/9/9/9/9/9/2P6/6p2/4K4 b P 1"
    assert not [move for move in shown(text) if move.startswith("P*7")]
    assert "P*3e" in shown(text)  # the other side's pawn does not count
    assert "no more than 1 unpromoted pawn" in why_not(text, "P*7c")
    assert "P*7c" in shown("4k4/9/9/9/9/9/2+P6/9/4K4 b P 1")  # nor does a promoted one


def test_mate_by_a_dropped_pawn() -> None:
    text = "7nk/9/8G/9/9/9/9/9/4K4 b P 1"  # gold behind; 2b is covered, 2a is the knight's
    assert "P*1b" not in shown(text)
    assert "a pawn may not be dropped to give mate" in why_not(text, "P*1b")
    assert "P*1b" in shown("7nk/9/9/8G/9/9/9/9/4K4 b P 1")  # the pawn is not protected
    assert "P*1b" in shown("7sk/9/8G/9/9/9/9/9/4K4 b P 1")  # the silver takes it


def test_a_pinned_man_cannot_take_the_pawn() -> None:
    assert "P*1b" not in shown("4R2gk/9/8G/9/9/9/9/9/4K4 b P 1")  # the gold on 2a is pinned by the rook
    assert "P*1b" in shown("4R1ngk/9/8G/9/9/9/9/9/4K4 b P 1")


def test_a_pawn_may_move_to_mate() -> None:
    line = Playthrough.from_text(Shogi, "7nk/9/7GP/9/9/9/9/9/4K4 b - 1")
    line.play("1c1b")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "Black mates"


def test_pins_and_checks() -> None:
    moves = shown("4k4/4r4/9/9/9/9/4G4/9/4K4 b S 1")
    assert {move for move in moves if move.startswith("5g")} == {"5g5f", "5g5h"}
    moves = shown("4k4/4r4/9/9/9/9/9/9/4K3L b S 1")
    assert {move for move in moves if "*" in move} == {f"S*5{rank}" for rank in "cdefgh"}
    assert "the king would be in check" in why_not("4k4/4r4/9/9/9/9/4G4/9/4K4 b S 1", "5g4g")
    assert "still be in check" in why_not("4k4/4r4/9/9/9/9/9/9/4K3L b S 1", "1i1h")
    assert "still be in check" in why_not("4k4/4r4/9/9/9/9/9/9/4K3L b S 1", "S*1h")
    assert "5h is attacked" in why_not("4k4/4r4/9/9/9/9/9/9/4K3L b S 1", "5i5h")
    double = shown("4k4/4r4/9/9/9/9/3n5/9/4K4 b R 1")
    assert double
    assert all(move.startswith("5i") for move in double)


def test_without_a_move_one_loses() -> None:
    line = Playthrough.from_text(Shogi, "k8/9/1GN6/9/9/9/9/9/4K4 w - 1")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "White cannot move: Black wins"
    assert "the game is over" in line.state.why_not("9a9b")


# ---------------------------------------------------------------------- history


def test_fourth_occurrence_is_a_draw() -> None:
    line = Playthrough(Shogi())
    for move in ("2h3h", "8b7b", "3h2h", "7b8b") * 3:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "4 times" in outcome.reason


def test_nothing_is_irreversible() -> None:
    """A man who is taken can be taken back and dropped where he stood."""
    state = Shogi.from_text("4k4/4g4/4G4/9/9/9/9/9/4K4 b P 1")
    assert not any(state.irreversible(move) for move in state.legal())


def test_perpetual_check_loses() -> None:
    line = Playthrough.from_text(Shogi, "k8/9/9/9/9/9/9/R8/8K w - 1")
    cycle = ("9a8a", "9h8h", "8a9a", "8h9h")
    for move in cycle * 3:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)  # Black gave check with every move


def test_the_cap() -> None:
    line = Playthrough.from_text(Shogi, START[:-1] + "512")
    line.play("7g7f")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "512 plies" in outcome.reason


def test_minishogi_may_lose_by_repetition() -> None:
    for first_loses, expected in ((False, (0.0, 0.0)), (True, (-1.0, 1.0))):
        line = Playthrough(Minishogi(first_loses=first_loses))
        for move in ("1e1d", "5a5b", "1d1e", "5b5a") * 3:
            line.play(move)
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities == expected


# ---------------------------------------------------------------------- impasse

ENTERED = "1K+P+P+P+P+P+P1/+R+R+B+B+P4/9/9/9/9/9/9/7k1 b 4P 1"


def test_declaration() -> None:
    game = Shogi.variant(impasse=True)
    assert "win" not in shown(ENTERED)
    line = Playthrough.from_text(game, ENTERED)  # eleven men: 7 + 20, and four pawns in hand
    line.play("win")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert "impasse" in outcome.reason
    assert game.from_text(line.to_text()) == line.state
    poor = game.from_text(ENTERED.replace("4P", "-"))  # 27 points are enough for White only
    assert "points enough" in poor.why_not("win")
    assert "are not played" in Shogi().why_not("win")
    with pytest.raises(IllegalMove):
        poor.parse_move("win")


def test_declarations_as_cshogi_sees_them(long_run: bool) -> None:
    cshogi = pytest.importorskip("cshogi")
    rng, game = random.Random(9), Shogi.variant(impasse=True)
    declared = compared = 0
    while compared < (1000 if long_run else 60):
        me = rng.randrange(2)
        board = [""] * 81
        board[rng.randrange(27)] = "K"
        board[rng.randrange(54, 81)] = "k"
        held = {"P": 0, "R": 0, "B": 0}
        for man, number in (("P", 18), ("G", 4), ("S", 4), ("R", 2), ("B", 2)):
            for _ in range(number):
                square = rng.randrange(30)
                if board[square] or rng.random() < 0.3:
                    if man in held and rng.random() < 0.5:
                        held[man] += 1
                else:
                    board[square] = man if man == "G" else "+" + man
        rows = ["".join(sign or "1" for sign in board[9 * y : 9 * y + 9]) for y in range(9)]
        hand = "".join(f"{n}{man}" if n > 1 else man for man, n in held.items() if n) or "-"
        text = f"{'/'.join(rows)} b {hand} 1"
        if me == 1:
            text = f"{'/'.join(row_turned(board, y) for y in range(9))} w {hand.lower()} 1"
        try:
            state = game.from_text(text)
        except BadPosition:
            continue
        compared += 1
        expected = bool(cshogi.Board(text).is_nyugyoku())
        assert (state.declaration in state.legal()) == expected, text
        declared += expected
    print(f"{compared} positions, {declared} declarations")


def row_turned(board: list[str], y: int) -> str:
    """A row of the board seen from the other side."""
    return "".join(sign.swapcase() or "1" for sign in reversed(board[9 * (8 - y) : 9 * (8 - y) + 9]))


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = Shogi()
    assert state.parse_move("7g7f") == state.parse_move(" 7g7f= ") == (20 * 81 + 29) * 2
    for text in ("", "castle", "77g7f", "7g", "P*", "0a1a"):
        with pytest.raises(MalformedMove):
            state.parse_move(text)
    assert "Black has no piece on 5e" in state.why_not("5e5d")
    assert "holds a piece of Black's own" in state.why_not("2h2g")
    assert "the pawn on 7g cannot go to 7e" in state.why_not("7g7e")
    assert "no such move" in state.why_not(-1)
    assert "no such move" in state.why_not(10**6)
    assert "written like" in state.why_not("hello")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "rows from the top"),
        ("lnsgkgsnl/1r5b1 b - 1", "rows from the top"),
        (START.replace(" b ", " x "), "b or w"),
        (START.replace("9/9/9", "9/8/9"), "does not have 9 squares"),
        (START.replace("9/9/9", "9/54q/9"), "squares of pieces"),
        (START.replace("9/9/9", "9/4+K4/9"), "squares of pieces"),
        (START.replace("9/9/9", "9/4+G4/9"), "squares of pieces"),
        (START.replace("K", "1"), "one king"),
        (START.replace("b -", "b P"), "only 18"),
        (START.replace("b -", "b 200P"), "in hand"),
        (START.replace("b -", "b K"), "in hand"),
        (START.replace("b -", "b 2"), "in hand"),
        (START.replace(" 1", " one"), "number of the move"),
        (START.replace(" 1", " 0"), "number of the move"),
        (START + " win", "rows from the top"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "could never move"),
        ("4k4/4P4/4P4/9/9/9/9/9/4K4 w - 1", "too many"),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "White is in check but Black is to move"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Shogi.from_text(text)


def test_most_moves() -> None:
    state = Shogi.from_text("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1")
    assert len(state.legal()) == 593
    assert state.scene().problem(state.legal()) is None


def test_the_mirror_permutes_the_moves() -> None:
    rng = random.Random(5)
    state = Shogi()
    for _ in range(40):
        twin = state.copy()
        twin.transform(1)
        assert sorted(state.transform_move(1, move) for move in state.legal()) == sorted(twin.legal())
        assert twin.evaluate() == pytest.approx(state.evaluate())
        assert Shogi.from_text(twin.to_text()) == twin
        state.play(rng.choice(state.legal()))


# ---------------------------------------------------------------------- other programs


def test_random_games_against_cshogi(long_run: bool) -> None:
    cshogi = pytest.importorskip("cshogi")
    rng = random.Random(1)
    positions = mates = 0
    games = 1000 if long_run else 10
    for _ in range(games):
        board, states = cshogi.Board(), Shogi.array(1)
        states[0] = Shogi()
        state, row = states[0], np.zeros(600, np.int32)
        for _ in range(400):
            moves = [int(move) for move in row[: fairy.list_moves(states, row)]]
            names = {state.move_text(move): move for move in moves}
            assert names.keys() == {cshogi.move_to_usi(move) for move in board.legal_moves}
            positions += 1
            if positions % 16 == 0:
                assert state.to_text().split()[:3] == board.sfen().split()[:3]
                assert bool(fairy.in_check(states)) == bool(board.is_check())
            if not names:
                assert board.is_game_over()
                mates += 1
                break
            chosen = rng.choice(sorted(names))
            board.push_usi(chosen)
            fairy.play_on(states, names[chosen])
    print(f"{games} games, {positions} positions, {mates} mates")


def test_random_positions_against_cshogi(long_run: bool) -> None:
    """Full hands and open kings: many mates by a dropped pawn."""
    cshogi = pytest.importorskip("cshogi")
    rng = random.Random(2)
    compared = pawn_mates = 0
    while compared < (3000 if long_run else 200):
        state = fairy.random_position(Shogi, rng)
        if state is None:
            continue
        compared += 1
        states, row = Shogi.array(1), np.zeros(600, np.int32)
        states[0] = state
        names = {state.move_text(int(move)) for move in row[: fairy.list_moves(states, row)]}
        text = state.to_text()
        assert names == {cshogi.move_to_usi(move) for move in cshogi.Board(text).legal_moves}, text
        drop = fairy.pawn_check(state)
        pawn_mates += drop != "" and drop not in names and "give mate" in state.why_not(drop)
    print(f"{compared} positions, {pawn_mates} with a mate by a dropped pawn")


@pytest.mark.parametrize("game", [Shogi, Minishogi])
def test_random_games_against_fairy_stockfish(game: type[Shogi], long_run: bool) -> None:
    print(fairy.random_games(game.__name__.lower(), game(), 40 if long_run else 2, 3))


@pytest.mark.parametrize("game", [Shogi, Minishogi])
def test_random_positions_against_fairy_stockfish(game: type[Shogi], long_run: bool) -> None:
    print(fairy.random_positions(game.__name__.lower(), game, 1500 if long_run else 100, 4))
