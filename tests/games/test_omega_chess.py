"""Omega chess: corners, champions, wizards, pawns that step three squares, notation, and a naive program beside."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game.compile import kernel
from zermelo.game.playthrough import Playthrough
from zermelo.games.omega_chess import OmegaChess
from zermelo.games.omega_chess.notation import START


def position(mover: str = "w", rights: str = "-", passed: str = "-", **men: str) -> str:
    """A position text from men and squares: `position(K="f0", k="f9", W="w1 e4")`."""
    board = {square: letter for letter, places in men.items() for square in places.split()}
    rows = [[board.get(f"{file}{rank}", ".") for file in "abcdefghij"] for rank in reversed(range(10))]
    rows.append([board.get(f"w{corner}", ".") for corner in (1, 2, 3, 4)])
    return f"{'/'.join(pack_row(''.join(row)) for row in rows)} {mover} {rights} {passed} 0 1"


def shown(text: str) -> set[str]:
    """The legal moves of a position."""
    state = OmegaChess.from_text(text)
    return {state.move_text(move) for move in state.legal()}


def targets(start: str, **men: str) -> set[str]:
    """Where the man on a square can go."""
    state = OmegaChess.from_text(position(**men))
    names = [(move // 104 % 104, move % 104) for move in state.legal()]
    return {square_name(to) for origin, to in names if square_name(origin) == start}


def square_name(square: int) -> str:
    return f"w{square - 99}" if square > 99 else f"{'abcdefghij'[square % 10]}{square // 10}"


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = OmegaChess()
    assert state.to_text() == START
    names = shown(START)
    assert len(names) == 40
    assert {"e2", "e3", "e4", "Nb2", "Nd2", "Ca2", "Cc2", "Wa2", "Wj2"} <= names
    assert state.evaluate() == 0.0


def test_champion() -> None:
    assert targets("e4", K="j0", k="j9", C="e4") == {
        "e5", "e3", "d4", "f4", "e6", "e2", "c4", "g4", "g6", "g2", "c6", "c2",
    }  # fmt: skip
    assert "e6" in targets("e4", K="j0", k="j9", C="e4", P="e5")  # it leaps


def test_wizard() -> None:
    assert targets("e4", K="j0", k="j9", W="e4") == {
        "d3", "d5", "f3", "f5", "d1", "d7", "f1", "f7", "b3", "b5", "h3", "h5",
    }  # fmt: skip


def test_corners() -> None:
    assert targets("w1", K="f0", k="f9", W="w1") == {"a0", "a2", "c0"}
    assert targets("w1", K="f0", k="e9", N="w1") == {"a1", "b0"}
    assert targets("w1", K="f0", k="f9", C="w1") == {"b1"}
    assert targets("w1", K="j1", k="j7", R="w1") == set()
    assert targets("w1", K="w1", k="j7", p="j5") == {"a0"}
    assert targets("w1", K="f0", k="f9", B="w1") == {f"{file}{rank}" for rank, file in enumerate("abcdefghij")} | {"w3"}
    assert "w1" in targets("a0", K="a0", k="j7", p="j5")
    assert "w1" in targets("d3", K="f0", k="f9", B="d3")
    assert "w1" not in targets("a0", K="f1", k="f9", R="a0")
    assert "w4" in targets("e5", K="f0", k="g9", Q="e5")


def test_a_bishop_mates_a_king_in_the_corner() -> None:
    line = Playthrough.from_text(OmegaChess, position(K="f0", k="w1", B="d1"))
    line.play("Bc2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "White mates"


def test_lone_kings() -> None:
    line = Playthrough.from_text(OmegaChess, position(K="e0", k="e9", n="d1"))
    line.play("Kxd1")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "alone" in outcome.reason
    for man in "NBRQCWP":
        assert not OmegaChess.from_text(position(K="e0", k="e9", **{man: "b4"})).over()


def test_stalemate() -> None:
    outcome = Playthrough.from_text(OmegaChess, position("b", K="b1", k="w1", R="h7")).outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "stalemate" in outcome.reason


def test_pawn_steps() -> None:
    assert targets("e1", K="j0", k="j9", P="e1") == {"e2", "e3", "e4"}
    assert targets("e2", K="j0", k="j9", P="e2") == {"e3"}
    assert targets("e1", K="j0", k="j9", P="e1", p="e4") == {"e2", "e3"}
    assert targets("e1", K="j0", k="j9", P="e1", p="e2") == set()
    assert targets("e4", K="j0", k="j9", P="e4", p="d5 e5 f5") == {"d5", "f5"}


@pytest.mark.parametrize(("taker", "captures"), [("d3", {"dxe2"}), ("d4", {"dxe3"}), ("f4", {"fxe3"}), ("c4", set())])
def test_en_passant_on_any_skipped_square(taker: str, captures: set[str]) -> None:
    line = Playthrough.from_text(OmegaChess, position(K="a0", k="j9", P="e1", p=taker))
    line.play("e4")
    assert {line.state.move_text(move) for move in line.moves() if "x" in line.state.move_text(move)} == captures
    passed = line.to_text().split()[3]
    assert passed == ("e2e3" if captures else "-")
    assert OmegaChess.from_text(line.to_text()) == line.state
    if captures:
        line.play(captures.copy().pop())
        assert "P" not in line.to_text().split()[0]
        assert line.progress == 0


def test_en_passant_after_a_double_step() -> None:
    line = Playthrough.from_text(OmegaChess, position(K="a0", k="j9", P="e1", p="d3 f4"))
    line.play("e3")
    assert line.to_text().split()[3] == "e2"
    assert {line.state.move_text(move) for move in line.moves()} >= {"dxe2"}
    assert "fxe2" not in shown(line.to_text())
    line.play("Ki9")
    line.play("Kb0")
    with pytest.raises(IllegalMove):
        line.play("dxe2")


def test_en_passant_must_not_open_the_rank() -> None:
    line = Playthrough.from_text(OmegaChess, position(K="j0", k="a4", P="e1", p="d4", R="h4"))
    line.play("e4")
    assert line.to_text().split()[3] == "-"  # both pawns would leave the rank


def test_promotion() -> None:
    names = shown(position(K="j0", k="j7", P="e8", r="d9"))
    assert {name for name in names if name.startswith("e9")} == {f"e9={man}" for man in "NBRQCW"}
    assert {name for name in names if name.startswith("exd9")} == {f"exd9={man}" for man in "NBRQCW"}


def test_castling() -> None:
    home = {"K": "f0", "R": "b0 i0", "C": "a0 j0", "k": "f9"}
    text = position(rights="KQ", **home)
    assert {"O-O", "O-O-O"} <= shown(text)
    line = Playthrough.from_text(OmegaChess, text)
    line.play("O-O")
    assert line.to_text().split()[0].split("/")[9] == "CR4RK1C"
    line = Playthrough.from_text(OmegaChess, text)
    line.play("f0d0")
    assert line.to_text().split()[0].split("/")[9] == "C2KR3RC"
    assert "O-O" not in shown(position(rights="KQ", r="g5", **home))  # the king passes g0
    assert "O-O" not in shown(position(rights="KQ", r="h5", **home))
    assert "O-O" in shown(position(rights="KQ", r="i5", **home))  # the rook may be attacked
    assert "O-O-O" in shown(position(rights="KQ", r="c5", **home))  # only the rook passes c0
    assert "O-O-O" not in shown(position(rights="KQ", N="c0", **home))
    assert "O-O" not in shown(position(rights="KQ", r="f5", **home))  # in check
    state = OmegaChess.from_text(position(rights="KQ", r="g5", **home))
    assert "attacked" in state.why_not("O-O")
    assert "way" in OmegaChess.from_text(position(rights="KQ", N="c0", **home)).why_not("O-O-O")
    assert "in check" in OmegaChess.from_text(position(rights="KQ", r="f5", **home)).why_not("f0h0")
    assert "right to castle is lost" in OmegaChess.from_text(position(**home)).why_not("O-O")


def test_rights_are_lost() -> None:
    home = {"K": "f0", "R": "b0 i0", "k": "f9", "r": "b9 i9"}
    for move, left in (("Ke0", "kq"), ("Rb5", "Kkq"), ("Ri5", "Qkq"), ("Rxb9", "Kk"), ("Rxi9", "Qq")):
        line = Playthrough.from_text(OmegaChess, position(rights="KQkq", **home))
        line.play(move)
        assert line.to_text().split()[2] == left


def test_pins_and_checks() -> None:
    assert targets("e3", K="e0", k="j9", R="e3", r="e8") == {f"e{rank}" for rank in (1, 2, 4, 5, 6, 7, 8)}
    assert targets("a0", K="w1", k="j8", N="a0", b="d3") == set()
    assert "the king would be in check" in OmegaChess.from_text(position(K="e0", k="j9", N="e3", r="e8")).why_not("Nd5")
    names = shown(position(K="e0", k="j9", R="a3", r="e8"))
    assert "Re3" in names
    assert "Rb3" not in names
    state = OmegaChess.from_text(position(K="e0", k="j9", R="a3", r="e8"))
    assert "still be in check" in state.why_not("Rb3")
    assert "attacked" in state.why_not("Ke1")


def test_clocks() -> None:
    line = Playthrough.from_text(OmegaChess, position(K="e0", k="e9", R="a0").replace(" 0 1", " 99 70"))
    line.play("Ra1")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "100 plies without progress"


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = OmegaChess()
    assert state.parse_move("e4") == state.parse_move("e1e4") == state.parse_move("e1-e4") == 14 * 104 + 44
    assert state.parse_move("Wa2") == state.parse_move("w1a2")
    for text in ("", "xyz", "k4", "w5w6"):
        with pytest.raises(MalformedMove):
            state.parse_move(text)
    reasons = {"e5": "no pawn of White", "e9e8": "no piece on e9", "Ra5": "no rook", "d0d1": "own", "d0d5": "cannot go"}
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    two = OmegaChess.from_text(position(K="j0", k="j9", C="c4 g4"))
    assert {"Cce4", "Cge4"} <= {two.move_text(move) for move in two.legal()}
    with pytest.raises(AmbiguousMove):
        two.parse_move("Ce4")
    with pytest.raises(AmbiguousMove):
        OmegaChess.from_text(position(K="j0", k="j7", P="e8")).parse_move("e9")
    for number in (-1, 0, 10**6):
        assert state.why_not(number)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ten ranks"),
        (START.replace("/WWww", ""), "ten ranks"),
        (START.replace(" w ", " x "), "ten ranks"),
        (START.replace("0 1", "0"), "ten ranks"),
        (START.replace("0 1", "101 1"), "clock"),
        (START.replace("WWww", "WWwww"), "ten or four"),
        (START.replace("10/10", "10/9"), "ten or four"),
        (START.replace("CRNBQKB", "CRNBQQB"), "one king"),
        (START.replace("10/10", "10/Q9"), "more pieces"),
        (START.replace("WWww", "PWww").replace("PPPPPPPPPP", "PPPPPPPPP1"), "a pawn stands on w1"),
        (START.replace("KQkq", "KK"), "castling rights"),
        (position(K="f0", k="f9", rights="K"), "not at home"),
        (START.replace(" - ", " e2 "), "no pawn has just passed"),
        (START.replace(" - ", " e "), "one or two or a dash"),
        (position(K="e0", k="e9", R="e5"), "Black is in check"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        OmegaChess.from_text(text)


# ---------------------------------------------------------------------- a naive program

Place = tuple[int, int]
CORNERS = {(-1, -1): "w1", (10, -1): "w2", (10, 10): "w3", (-1, 10): "w4"}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]


def exists(place: Place) -> bool:
    return place in CORNERS or (0 <= place[0] <= 9 and 0 <= place[1] <= 9)


class Naive:
    """The rules in other words: a dictionary of men, and a move is legal if the king cannot be taken afterwards."""

    def __init__(self) -> None:
        self.men: dict[Place, str] = {}
        for x, sign in enumerate("crnbqkbnrc"):
            self.men[x, 0], self.men[x, 9] = sign.upper(), sign
            self.men[x, 1], self.men[x, 8] = "P", "p"
        self.men |= {(-1, -1): "W", (10, -1): "W", (10, 10): "w", (-1, 10): "w"}
        self.white = True
        self.moved: set[Place] = set()  # squares that a man has left or come to
        self.trail: list[Place] = []  # squares that a pawn has just skipped
        self.runner: Place | None = None

    def copy(self) -> Naive:
        other = Naive.__new__(Naive)
        other.men, other.white, other.moved = dict(self.men), self.white, set(self.moved)
        other.trail, other.runner = list(self.trail), self.runner
        return other

    def is_own(self, place: Place) -> bool:
        return place in self.men and self.men[place].isupper() == self.white

    def hits(self, place: Place, man: str) -> list[Place]:
        """What a man attacks."""
        x, y = place
        kind = man.upper()
        if kind == "P":
            up = 1 if man == "P" else -1
            return [p for p in ((x - 1, y + up), (x + 1, y + up)) if exists(p) and p not in CORNERS]
        found = []
        if kind in "RBQ":
            for dx, dy in {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}[kind]:
                at = (x + dx, y + dy)
                while exists(at):
                    found.append(at)
                    if at in self.men:
                        break
                    at = (at[0] + dx, at[1] + dy)
            return found
        for dx in range(-3, 4):
            for dy in range(-3, 4):
                size = tuple(sorted((abs(dx), abs(dy))))
                wanted = {
                    "N": [(1, 2)], "K": [(0, 1), (1, 1)], "C": [(0, 1), (0, 2), (2, 2)], "W": [(1, 1), (1, 3)],
                }[kind]  # fmt: skip
                if size in wanted and exists((x + dx, y + dy)):
                    found.append((x + dx, y + dy))
        return found

    def is_attacked(self, place: Place) -> bool:
        """By the player who is not to move."""
        return any(place in self.hits(at, man) for at, man in self.men.items() if man.isupper() != self.white)

    def rough_moves(self) -> list[tuple[Place, Place, str]]:
        """Moves without regard to the own king."""
        found = []
        for place, man in self.men.items():
            if not self.is_own(place):
                continue
            if man.upper() != "P":
                found += [(place, to, "") for to in self.hits(place, man) if not self.is_own(to)]
                continue
            up, home = (1, 1) if self.white else (-1, 8)
            goals = []
            for step in range(1, 4 if place[1] == home else 2):
                to = (place[0], place[1] + up * step)
                if to in self.men:
                    break
                goals.append(to)
            goals += [
                to for to in self.hits(place, man) if (to in self.men and not self.is_own(to)) or to in self.trail
            ]
            for to in goals:
                found += [(place, to, rise) for rise in ("NBRQCW" if to[1] in (0, 9) else [""])]
        rank = 0 if self.white else 9
        king = (5, rank)
        if self.men.get(king, "").upper() == "K" and self.is_own(king) and king not in self.moved:
            for rook, between, path, goal in (
                ((8, rank), (6, 7), (5, 6, 7), (7, rank)),
                ((1, rank), (2, 3, 4), (3, 4, 5), (3, rank)),
            ):
                at_home = self.is_own(rook) and self.men[rook].upper() == "R" and rook not in self.moved
                if at_home and not any((x, rank) in self.men for x in between):
                    if not any(self.is_attacked((x, rank)) for x in path):
                        found.append((king, goal, ""))
        return found

    def play(self, start: Place, to: Place, rise: str) -> None:
        man = self.men.pop(start)
        if man.upper() == "P" and to in self.trail and self.runner is not None and start[0] != to[0]:
            del self.men[self.runner]
        if man.upper() == "K" and abs(to[0] - start[0]) == 2:
            rook = (8 if to[0] > start[0] else 1, to[1])
            self.men[(start[0] + to[0]) // 2, to[1]] = self.men.pop(rook)
        self.men[to] = (rise if self.white else rise.lower()) if rise else man
        self.moved |= {start, to}
        distance = to[1] - start[1]
        self.trail, self.runner = [], None
        if man.upper() == "P" and abs(distance) > 1:
            up = 1 if distance > 0 else -1
            self.trail = [(start[0], start[1] + up * step) for step in range(1, abs(distance))]
            self.runner = to
        self.white = not self.white

    def moves(self) -> list[tuple[Place, Place, str]]:
        legal = []
        for move in self.rough_moves():
            after = self.copy()
            after.play(*move)
            after.white = self.white  # is the mover's king attacked?
            king = next(place for place, man in after.men.items() if man == ("K" if self.white else "k"))
            if not after.is_attacked(king):
                legal.append(move)
        return legal


def place_name(place: Place) -> str:
    return CORNERS.get(place) or f"{'abcdefghij'[place[0]]}{place[1]}"


def naive_name(move: tuple[Place, Place, str]) -> str:
    return place_name(move[0]) + place_name(move[1]) + move[2]


def long_name(move: int) -> str:
    return square_name(move // 104 % 104) + square_name(move % 104) + "-NBRQCW"[move // 104**2].replace("-", "")


@kernel
def list_moves(states: Any, row: Any) -> int:
    return states[0].moves(row)


def test_random_games_against_the_naive_program(long_run: bool) -> None:
    rng = random.Random(7)
    positions = mates = passing = castles = rises = 0
    games = 30 if long_run else 4
    for game in range(games):
        naive, states, row = Naive(), OmegaChess.array(1), np.zeros(568, np.int32)
        states[0] = OmegaChess()
        for _ in range(200 if long_run else 100):
            positions += 1
            moves = {long_name(int(move)): int(move) for move in row[: list_moves(states, row)]}
            theirs = {naive_name(move): move for move in naive.moves()}
            assert moves.keys() == theirs.keys()
            if not moves:
                mates += 1
                break
            special = [
                name for name, move in theirs.items() if move[2] or move[1] in naive.trail or move[1] in naive.men
            ]
            pawns = [name for name, move in theirs.items() if naive.men[move[0]].upper() == "P"]
            pool = sorted(special if special and rng.random() < 0.25 else pawns if pawns and game % 2 else theirs)
            name = rng.choice(pool)
            start, to, rise = theirs[name]
            passing += naive.men[start].upper() == "P" and to in naive.trail and to[0] != start[0]
            castles += naive.men[start].upper() == "K" and abs(to[0] - start[0]) == 2
            rises += rise != ""
            naive.play(start, to, rise)
            states[0].play(moves[name])
        board = {place_name(place): man for place, man in naive.men.items()}
        assert board == {
            square_name(square): "PNBRQKCWpnbrqkcw"[man - 1]
            for square, man in enumerate(states[0].board.tolist())
            if man
        }
    print(
        f"{games} games, {positions} positions, {mates} ends, {passing} en passant, {castles} castled, {rises} promoted"
    )


def test_counts_of_the_naive_program(long_run: bool) -> None:
    def perft(naive: Naive, depth: int) -> int:
        moves = naive.moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = naive.copy()
            after.play(*move)
            total += perft(after, depth - 1)
        return total

    for depth, expected in enumerate((40, 1600, 67202) if long_run else (40,), 1):
        assert perft(Naive(), depth) == expected


def test_scenes() -> None:
    rng = random.Random(4)
    state = OmegaChess()
    for _ in range(60):
        moves = state.legal()
        assert state.scene().problem(moves) is None
        if not moves:
            break
        state.play(rng.choice(moves))
    rising = OmegaChess.from_text(position(K="j0", k="j7", P="e8"))
    assert rising.scene().problem(rising.legal()) is None
