"""Stratego, open and hidden: strikes, lakes, the two-square rule, set-ups, and what players see."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games.stratego import HiddenStratego, Stratego
from zermelo.games.stratego.notation import ARMIES, LETTERS

LAKES = {(x, y) for x in (2, 3, 6, 7) for y in (4, 5)}
Square = tuple[int, int]
Board = dict[Square, str]


def position(mover: str, **men: str) -> str:
    """A position text from men and their squares: `M="a1 b2", f="j10"`."""
    board = {(ord(name[0]) - 97, int(name[1:]) - 1): sign for sign, names in men.items() for name in names.split()}
    rows = ["".join("~" if (x, y) in LAKES else board.get((x, y), ".") for x in range(10)) for y in range(9, -1, -1)]
    return "/".join(map(pack_row, rows)) + " " + mover


def struck(man: str, enemy: str) -> str:
    """What stands on a2 after the man on a1 has struck it."""
    if enemy == "f":
        state = Stratego.from_text(position("r", F="j1", **{man: "a7", "f": "a8"}))
        state.play(state.parse_move("a7xa8"))
        return str(state.sign(70))
    home = enemy == "b"
    start, to = ("a7", "a8") if home else ("a1", "a2")
    state = Stratego.from_text(position("r", F="j1", f="j10", **{man: start, enemy: to}))
    state.play(state.parse_move(start + to))
    return str(state.sign(70 if home else 10))


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Stratego()
    assert len(state.legal()) == 10  # six files are open; the scout of a4 and that of f4 go one to three squares
    assert state.evaluate() == 0.0
    assert {state.move_text(move)[:2] for move in state.legal()} == {"a4", "b4", "e4", "f4", "i4", "j4"}


def test_strikes() -> None:
    ranks = "YSNTLPJCGM"
    for strong, man in enumerate(ranks):
        for other, letter in enumerate(ranks.lower()):
            expected = man if strong > other else letter if strong < other else "."
            if man == "Y" and letter == "m":
                expected = "Y"
            assert struck(man, letter) == expected, (man, letter)
        assert struck(man, "b") == ("N" if man == "N" else "b")
        assert struck(man, "f") == man
    assert struck("M", "y") == "M"  # the spy wins only when he strikes


def test_lakes_bar_the_way() -> None:
    state = Stratego.from_text(position("r", F="a1", f="j10", S="c4 a5", M="d4", C="g4 h7"))
    moves = {state.move_text(move) for move in state.legal()}
    assert not {"c4c5", "d4d5", "g4g5", "h7h6"} & moves
    assert {move for move in moves if move.startswith("a5")} == {
        "a5b5",
        *(f"a5a{y}" for y in (2, 3, 4, 6, 7, 8, 9, 10)),
    }
    assert state.why_not("d4d5") == "d5 is a lake"


def test_the_scout_goes_far_and_strikes_at_the_end() -> None:
    state = Stratego.from_text(position("r", F="j1", S="a1", f="j10", t="a6", M="c1"))
    scout = {state.move_text(move)[2:] for move in state.legal() if state.move_text(move).startswith("a1")}
    assert scout == {"a2", "a3", "a4", "a5", "xa6", "b1"}
    assert state.why_not("a1a7") == "the scout does not reach a7"
    assert state.why_not("c1c3") == "the marshal does not reach c3"


def test_bombs_and_flags_never_move() -> None:
    state = Stratego.from_text(position("r", F="a1", B="b2", M="e5", f="j10"))
    assert all(state.move_text(move).startswith("e5") for move in state.legal())
    assert state.why_not("b2b3") == state.why_not("a1a2") == "bombs and flags never move"
    assert state.why_not("e5d5") == "d5 is a lake"


def test_the_flag_ends_the_game() -> None:
    state = Stratego.from_text(position("b", F="a1", f="j10", y="a2", G="e5"))
    assert state.ending() == ""
    state.play(state.parse_move("a2a1"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)
    assert state.ending() == "Blue has taken the flag"
    assert state.why_not("e5e6") == "the game is over"


def test_who_cannot_move_loses() -> None:
    outcome = Playthrough(Stratego.from_text(position("r", F="a1", B="b1", f="j10", m="e5"))).outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "Red cannot move: Blue wins"
    shut_in = Playthrough(Stratego.from_text(position("r", F="b1", B="a2 b2", M="a1", f="j10", m="e5"))).outcome()
    assert shut_in is not None
    assert shut_in.utilities == (-1.0, 1.0)


def test_nobody_can_move() -> None:
    line = Playthrough(Stratego.from_text(position("r", F="a1", f="j10", M="e5", m="e6")))
    line.play("e5xe6")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "nobody has a piece that can move: draw"


def test_two_squares() -> None:
    line = Playthrough(Stratego.from_text(position("r", F="a1", f="j10", M="e5", G="a5", m="j5")))
    for move in ("e5e6", "j5j6", "e6e5", "j6j7", "e5e6", "j7j8"):
        line.play(move)
    with pytest.raises(IllegalMove, match="more than 3 times to and fro"):
        line.play("e6e5")
    assert " e5e6:3 j7j8:1" in line.to_text()
    line.play("a5a6")  # another man breaks the row
    line.play("j8j7")
    line.play("e6e5")
    free = Stratego.variant(two_squares=0)
    line = Playthrough(free.from_text(position("r", F="a1", f="j10", M="e5", m="j5")))
    for move in ("e5e6", "j5j6", "e6e5", "j6j5") * 3:
        line.play(move)
    assert line.to_text().endswith("r - -")


def test_clocks() -> None:
    text = position("r", F="a1", f="j10", M="e5", m="j5")
    line = Playthrough(Stratego.from_text(text), progress=199)
    line.play("e5e6")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "200 plies without progress"
    state = Stratego.from_text(position("r", F="a1", f="j10", M="e5", m="e6"))
    assert {state.move_text(m) for m in state.legal() if state.irreversible(m)} == {"e5xe6"}


# ---------------------------------------------------------------------- set-ups


def test_number_of_set_ups() -> None:
    """40!/(8! 6! 5! 4! 4! 4! 3! 2!), about 1.4e33, as the literature has it."""
    ways = math.factorial(40)
    for many in ARMIES["full"][0]:
        ways //= math.factorial(many)
    assert ways == 1411873643675199617616832128000000


@pytest.mark.parametrize(
    ("red", "reason"),
    [
        ("SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS", "4 rows of 10 squares"),
        ("SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS/BNTBFBNBN", "4 rows of 10 squares"),
        ("SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS/BNTBFBNBNX", "4 rows of 10 squares"),
        ("SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS/BNTBFBNBNM", "5 of the miner, not 4"),
        ("SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS/BNTB1BNBNN", "1 of the flag, not 0"),
        ("place", "either both"),
    ],
)
def test_bad_set_ups(red: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Stratego(red=red)


def test_own_set_ups() -> None:
    state = Stratego(red="SPLSJSCSPG/JLSMYPSLTC/NTLPBSBJTS/BNTBFBNBNN")
    assert (state.sign(39), state.sign(23), state.sign(60)) == ("G", "M", "m")
    with pytest.raises(BadParameter):
        Stratego(army="huge")


@pytest.mark.parametrize("army", list(ARMIES))
@pytest.mark.parametrize("game", [Stratego, HiddenStratego])
def test_setting_up_in_play(game: Any, army: str) -> None:
    state = game(army=army, red="place", blue="place")
    usual = game(army=army)
    homes = int(state.homes)
    assert sorted(state.move_text(move) for move in state.legal()) == sorted(
        {LETTERS[kind] for kind, many in enumerate(ARMIES[army][0]) if many} | ({"-"} if army == "barrage" else set())
    )
    for turn in (0, 1):
        for index in range(homes):
            assert state.turn == turn
            assert bool(state.midturn()) == (index > 0)
            sign = usual.sign(usual.home(turn, index)).upper().replace(".", "-")
            assert type(state).from_text(state.to_text()) == state
            assert state.scene().problem(state.legal()) is None
            state.play(state.parse_move(sign))
    assert state == usual
    with pytest.raises(IllegalMove, match="two squares"):
        state.parse_move("B")


def test_set_up_is_explained() -> None:
    state = Stratego(red="place", blue="place")
    state.play(state.parse_move("F"))
    with pytest.raises(IllegalMove, match="sets up the army; left for b1: Y, S"):
        state.parse_move("F")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "10 rows"),
        (position("r", F="a1", f="j10").replace("2~~2~~2", "10"), "lakes are"),
        (position("x", F="a1", f="j10"), "r or b"),
        (position("r", F="a1 b1", f="j10"), "Red's flag: 2 are more"),
        (position("r", F="a5", f="j10"), "nobody was set up"),
        (position("r", F="a1", f="j10", b="j5"), "nobody was set up"),
        (position("r", F="a1", M="a5"), "was over before"),
        (position("r", F="a1", f="j10", M="a5 b5"), "more than the 1"),
        (position("r", F="a1", f="j10", Q="a5"), "is not 10 squares"),
        (position("r", F="a1", f="j10") + " a1a2 -", "no last move"),
        (position("r", F="a1", f="j10") + " a1a2:9 -", "no last move"),
        (position("r", F="a1", f="j10") + " - - +99", "home squares"),
        (position("b", F="a1") + " - - +1", "Red sets up first"),
        (position("r", F="b1") + " - - +1", "nobody was set up"),
        (position("r", F="b1") + " - - +2", "too many home squares"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Stratego.from_text(text)


def test_bad_hidden_positions() -> None:
    text = position("r", F="a1", f="j10", M="a5")
    for marks in ("moved=a1", "shown=b1", "moved=z9", "moved="):
        with pytest.raises(BadPosition, match="nobody on"):
            HiddenStratego.from_text(f"{text} {marks}")
    state = HiddenStratego.from_text(f"{text} moved=a5 shown=a5,j10")
    assert state.to_text().endswith("moved=a5 shown=a5,j10")


# ---------------------------------------------------------------------- what players see


def test_strikes_and_long_moves_show_a_man() -> None:
    state = HiddenStratego.from_text(position("r", F="a1", f="j10", S="b4", T="a4", p="a6", n="i7"))
    for move in ("a4a5", "a6xa5", "b4b6", "i7i6"):
        state.play(state.parse_move(move))
    assert state.to_text().endswith("moved=a5,b6,i6 shown=a5,b6")
    seen = {piece.cell: piece.text for piece in state.scene_for(0).pieces}
    assert seen == {"a1": "F", "j10": "?", "a5": "6", "b6": "2", "i6": "!"}
    onlooker = {piece.cell: piece.text for piece in state.scene_for(-1).pieces}
    assert onlooker == {"a1": "?", "j10": "?", "a5": "6", "b6": "2", "i6": "!"}
    assert state.scene_for(0).clicks
    assert not state.scene_for(1).clicks
    assert not state.scene_for(-1).clicks


def test_the_other_does_not_see_what_is_left_to_place() -> None:
    state = HiddenStratego(army="small", red="place", blue="place")
    state.play(state.parse_move("F"))
    assert state.scene_for(0).buttons
    assert not state.scene_for(1).buttons
    kinds: Counter[str] = Counter()
    for number in range(600):
        twin = state.copy()
        twin.redeal(1, Random(number, 0))
        kinds[twin.sign(0)] += 1
        assert len(twin.legal()) > 0
    army = dict(zip(LETTERS, ARMIES["small"][0], strict=True))
    assert set(kinds) == {letter for letter, many in army.items() if many}
    for letter, many in kinds.items():
        assert abs(many - 50 * army[letter]) < 5 * (50 * army[letter]) ** 0.5


def test_redeal_follows_the_odds() -> None:
    """Three hidden men, one of whom has moved: the bomb is one of the other two, then two men for two places."""
    text = position("r", F="a1", f="j10", b="a10", p="b7", t="c7", M="e5") + " - - moved=c7 shown=j10"
    found: Counter[str] = Counter()
    for number in range(3000):
        state = HiddenStratego.from_text(text)
        state.redeal(0, Random(number, 3))
        found["".join(state.sign(square) for square in (90, 61, 62))] += 1
    assert set(found) == {"bpt", "btp", "pbt", "tbp"}
    assert all(abs(many - 750) < 130 for many in found.values())


def test_redeal_leaves_a_move() -> None:
    """Blue is to move, so the man in the corner behind his own bombs is not the only one who could."""
    text = position("b", F="a1", f="b10", b="a9 b9", t="a10", M="e5", s="c10")
    for number in range(50):
        state = HiddenStratego.from_text(text)
        state.redeal(0, Random(number, 1))
        assert state.legal()
    mended = HiddenStratego.from_text(position("b", F="a1", f="a10", b="b10 b9", t="a9", M="e5"))
    stuck = HiddenStratego.from_text(position("b", F="a1", f="a9", b="b10 b9", t="a10", M="e5"))
    assert mended.legal()
    assert not stuck.legal()
    stuck.mend(0)
    assert stuck.legal()


def test_observations_of_random_games() -> None:
    """A new deal keeps the observation, the number of men of each kind, and never lets a bomb have moved."""
    for army in ("full", "small"):
        state = HiddenStratego(army=army)
        row, other = np.zeros(state.observation, np.int32), np.zeros(state.observation, np.int32)
        for ply, move in enumerate(random_game(state, 4, 0, 300)):
            state.play(move)
            if state.over() or ply % 20:
                continue
            for player in (0, 1):
                twin = state.copy()
                twin.redeal(player, Random(ply, player))
                assert Counter(twin.board.tolist()) == Counter(state.board.tolist())
                assert row[: state.observe(player, row)].tolist() == other[: twin.observe(player, other)].tolist()
                assert all(abs(man) < 11 for man, what in zip(twin.board, twin.known, strict=True) if what & 1)
                assert twin.scene_for(player) == state.scene_for(player)


# ---------------------------------------------------------------------- a naive program


def naive_board(state: Any) -> Board:
    """The men by column and row, read from the text."""
    rows = state.to_text().split()[0].split("/")
    size = len(rows)
    board = {}
    for y, row in enumerate(rows):
        x = 0
        for part in row.replace("10", "X"):
            if part.isdigit() or part == "X":
                x += 10 if part == "X" else int(part)
                continue
            if part != "~":
                board[(x, size - 1 - y)] = part
            x += 1
    return board


def naive_moves(board: Board, lakes: set[Square], size: int, red: bool) -> set[tuple[Square, Square]]:
    """All moves of a side, by the words of the rules."""
    found = set()
    for (x, y), man in board.items():
        if man.isupper() != red or man in "BFbf":
            continue
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            for far in range(1, size if man in "Ss" else 2):
                to = (x + far * dx, y + far * dy)
                if not (0 <= to[0] < size and 0 <= to[1] < size) or to in lakes:
                    break
                if to in board and board[to].isupper() == red:
                    break
                found.add(((x, y), to))
                if to in board:
                    break
    return found


def naive_strike(board: Board, start: Square, to: Square) -> None:
    """Play a move on the board."""
    order = ["y", "s", "n", "t", "l", "p", "j", "c", "g", "m"]
    man = board.pop(start)
    enemy = board.pop(to, None)
    if enemy is None or enemy in "Ff":
        board[to] = man
        return
    a, b = man.lower(), enemy.lower()
    if b == "b":
        board[to] = man if a == "n" else enemy
    elif (a, b) == ("y", "m") or order.index(a) > order.index(b):
        board[to] = man
    elif order.index(a) < order.index(b):
        board[to] = enemy


@pytest.mark.parametrize("army", list(ARMIES))
def test_random_games_against_the_naive_program(army: str, long_run: bool) -> None:
    rng = random.Random(army)
    lakes = LAKES if army != "small" else {(x, y) for x in (1, 4) for y in (2, 3)}
    positions = flags = stuck = drawn = barred = 0
    for _ in range((15 if army == "full" else 60) if long_run else 2):
        state = Stratego(army=army)
        size, cells = int(state.side), int(state.cells)
        board = naive_board(state)
        played: list[list[Any]] = [[], []]
        for _ in range(2000):
            positions += 1
            moves = state.legal()
            pairs = {divmod(move - 13, cells) for move in moves}
            got = {((a % size, a // size), (b % size, b // size)) for a, b in pairs}
            lost = not any(man == ("F" if state.turn == 0 else "f") for man in board.values())
            expected = set() if lost else naive_moves(board, lakes, size, state.turn == 0)
            last = played[state.turn][-3:]
            if len(last) == 3 and last[0] == last[2] == last[1][::-1]:
                barred += last[1] in expected
                expected.discard(last[1])
            assert got == expected
            assert len(moves) == len(expected)
            assert bool(state.over()) == lost
            if not moves:
                other = any(m.islower() == (state.turn == 0) and m not in "BFbf" for m in board.values())
                result = 0.0 if not lost and not other else -1.0
                assert (state.utility(state.turn), state.utility(1 - state.turn)) == (result, -result)
                flags, stuck, drawn = flags + lost, stuck + (not lost and other), drawn + (not lost and not other)
                break
            backs = [m for m in moves if m - 13 in [b * cells + a for a, b in [pair_of(played[state.turn], size)]]]
            move = backs[0] if backs and rng.random() < 0.4 else rng.choice(moves)
            a, b = divmod(move - 13, cells)
            ends = ((a % size, a // size), (b % size, b // size))
            played[state.turn].append(ends)
            naive_strike(board, *ends)
            state.play(move)
            assert naive_board(state) == board
    print(f"{army}: {positions} positions; {flags} flags, {stuck} stuck, {drawn} drawn; {barred} moves barred")


def pair_of(played: list[tuple[Square, Square]], size: int) -> tuple[int, int]:
    """The squares of a player's last move, as numbers."""
    if not played:
        return -1, -1
    (ax, ay), (bx, by) = played[-1]
    return ay * size + ax, by * size + bx
