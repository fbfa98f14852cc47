"""Tablut, Brandubh and Hnefatafl: taking men and the king, closed squares, notation, the rules written twice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.catalogue import find
from zermelo.games.tablut import SET_UPS, Tablut


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Tablut.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def targets(state: Any, square: str) -> set[str]:
    """Where the man of a square can go."""
    names = [state.move_text(move) for move in state.legal()]
    return {name.split("-")[1].split("x")[0] for name in names if name.startswith(square + "-")}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    assert find("tafl") is Tablut
    for board, first in (("tablut", 80), ("brandubh", 40), ("hnefatafl", 116)):
        state = Tablut(board=board)
        assert len(state.legal()) == first
        assert state.to_text() == SET_UPS[board] + " a"
        assert state.sign(state.castle) == "k"


def test_men_move_like_rooks_and_the_castle_is_closed() -> None:
    state = after("9/9/4k4/9/a8/9/9/9/9 a")
    assert targets(state, "a5") == {"a1", "a2", "a3", "a4", "a6", "a7", "a8", "a9", "b5", "c5", "d5"}
    assert "f5" in targets(after(state.to_text(), pass_castle=True), "a5")
    assert "e5" not in targets(after(state.to_text(), pass_castle=True), "a5")
    away = after("9/9/9/4k4/9/9/9/9/a8 d")
    assert "e5" not in targets(away, "e6")  # nobody enters the castle again
    assert "e4" not in targets(away, "e6")
    with pytest.raises(IllegalMove, match="only the king may stand on e5"):
        state.parse_move("a5-e5")


def test_the_king_goes_home_where_corners_are_his_goal() -> None:
    home = after("7/7/3k3/7/7/7/1a5 d", board="brandubh")
    assert {"d4", "d3", "d1"} <= targets(home, "d5")
    corner = after("1k5/7/7/7/7/7/1a5 a", board="brandubh")
    assert not corner.over()
    assert targets(after("1k5/7/7/7/7/7/2a4 d", board="brandubh"), "b7") >= {"a7", "g7"}
    assert "a1" not in targets(after("1k5/7/7/7/7/7/2a4 a", board="brandubh"), "c1")


def test_between_two_enemies() -> None:
    state = after("9/9/9/9/4k4/9/1a7/2da5/9 a")
    state.play(state.parse_move("b3-b2"))
    assert state.sign(10) == "a"
    assert state.sign(11) == "."
    # to step between two enemies is safe
    safe = after("9/9/9/9/4k4/9/2d6/1a1a5/9 d", "c3-c2")
    assert safe.sign(11) == "d"
    assert Tablut.from_text("9/9/9/9/4k4/9/1a7/2da5/9 a").move_text(19 * 81 + 10) == "b3-b2xc2"


def test_the_empty_castle_takes_part() -> None:
    # the attacker on e6 stands between the castle and e7
    state = after("9/9/d8/4a4/9/9/4k4/9/9 d", "a7-e7")
    assert state.sign(5 * 9 + 4) == "."
    with_king = after("9/9/d8/4a4/4k4/9/9/9/9 d", "a7-e7", armed=False)
    assert with_king.sign(5 * 9 + 4) == "a"
    assert after("9/9/d8/4a4/4k4/9/9/9/9 d", "a7-e7").sign(5 * 9 + 4) == "."


def test_corners_take_part() -> None:
    state = after("7/7/7/3k3/7/2a4/1d5 a", "c2-c1", board="brandubh")
    assert state.sign(1) == "."


def test_the_king_in_the_open() -> None:
    position = "9/9/9/9/9/9/1a7/2ka5/9 a"
    taken = after(position, "b3-b2")
    assert taken.over()
    assert (taken.utility(0), taken.utility(1)) == (1.0, -1.0)
    assert taken.ending() == "the king is taken"
    assert not after(position, "b3-b2", king_taken="four").over()
    assert after("9/9/9/9/2a6/9/1aka5/2a6/9 a", "c5-c4", king_taken="four").over()


def test_the_king_at_home_needs_four_and_beside_it_three() -> None:
    assert not after("9/9/9/4a4/3ak4/9/5a3/9/9 a", "f3-f5").over()
    assert after("9/9/9/4a4/3aka3/9/4a4/9/9 a", "e3-e4").over()
    assert not after("9/9/9/3ak4/9/9/5a3/9/9 a", "f3-f6").over()
    assert after("9/9/4a4/3ak4/9/9/5a3/9/9 a", "f3-f6").over()


def test_the_king_steps_between_two_attackers() -> None:
    assert not after("9/9/9/9/9/2k6/9/1a1a5/9 d", "c4-c2").over()


def test_escape() -> None:
    state = after("9/9/4k4/9/9/9/9/9/a8 d", "e7-i7")
    assert state.ending() == "the king has reached i7"
    assert state.utility(1) == 1.0
    assert state.why_not("a1-a2") == "the game is over"
    assert not after("7/2k4/7/7/7/7/1a5 d", "c6-c7", board="brandubh").over()
    assert after("2k4/7/7/7/7/7/1a5 d", "c7-a7", board="brandubh").over()


def test_who_cannot_move_loses() -> None:
    state = after("9/9/9/9/4k4/9/9/d8/ad7 a")
    assert state.legal() == []
    assert state.utility(1) == 1.0
    assert state.ending() == "the attackers cannot move"


# ---------------------------------------------------------------------- history


def test_no_progress_and_repetition() -> None:
    line = Playthrough.from_text(Tablut, SET_UPS["tablut"] + " a 99")
    assert line.progress == 99
    line.play("d1-d2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    line = Playthrough(Tablut())
    for move in ("d1-d2", "e3-d3", "d2-d1", "d3-e3") * 2:
        assert line.outcome() is None
        line.play(move)
    assert line.outcome() is not None


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Tablut()
    assert state.parse_move("d1-d3") == state.parse_move("D1d3") == 3 * 81 + 21
    assert state.why_not("e3-e4") == "there is no piece of the attackers on e3"
    assert state.why_not("d1-e2") == "a rook's move from d1 to e2 is not possible"
    for nonsense in ("", "d1", "z1-d1", 99999, -1):
        assert "a move is a piece's square" in state.why_not(nonsense)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "9 rows of 9 squares"),
        (SET_UPS["tablut"], "9 rows of 9 squares"),
        (SET_UPS["brandubh"] + " a", "9 rows of 9 squares"),
        (SET_UPS["tablut"].replace("k", "x") + " a", "9 rows of 9 squares"),
        (SET_UPS["tablut"].replace("3aaa3", "4aaaaa", 1) + " a", "never more than 16 of a"),
        (SET_UPS["tablut"].replace("d", "k", 1) + " a", "never more than 1 of k"),
        ("9/9/9/9/4a4/9/9/k8/9 a", "only the king may stand on e5"),
        ("k8/9/9/9/9/9/9/9/a8 d", "have won and cannot be to move"),
        ("9/9/9/9/9/9/9/9/a8 a", "have won and cannot be to move"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Tablut.from_text(text)


def test_parameters() -> None:
    for settings in ({"board": "chess"}, {"king_taken": "three"}):
        with pytest.raises(BadParameter):
            Tablut(**settings)


# ---------------------------------------------------------------------- rules written a second time

Board = dict[tuple[int, int], str]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Plain:
    """The three games with a dictionary of men."""

    def __init__(self, board: str, king_taken: str, armed: bool, pass_castle: bool) -> None:
        rows = SET_UPS[board].split("/")
        self.size, self.men, self.side = len(rows), {}, "a"
        self.corner_game, self.armed = board != "tablut", armed
        self.four = {"two": False, "four": True, "usual": board == "hnefatafl"}[king_taken]
        self.over_castle = pass_castle or board == "hnefatafl"
        for y, row in enumerate(reversed(rows)):
            x = 0
            for part in row.replace("11", "A"):
                if part in "adk":
                    self.men[x, y] = part
                x += 1 if part in "adk" else int(part, 16) + (part == "A")
        middle = self.size // 2
        last = self.size - 1
        self.castle = (middle, middle)
        self.corners = {(0, 0), (0, last), (last, 0), (last, last)} if self.corner_game else set()

    def inside(self, place: tuple[int, int]) -> bool:
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def moves(self) -> set[tuple[tuple[int, int], tuple[int, int]]]:
        found = set()
        for place, man in self.men.items():
            if (man == "a") != (self.side == "a"):
                continue
            for dx, dy in WAYS:
                to = (place[0] + dx, place[1] + dy)
                while self.inside(to) and to not in self.men:
                    kingly = man == "k" and self.corner_game
                    if to in self.corners and not kingly:
                        break
                    if to == self.castle and not kingly:
                        if not self.over_castle:
                            break
                    else:
                        found.add((place, to))
                    to = (to[0] + dx, to[1] + dy)
        if not self.corner_game:
            found = {(a, b) for a, b in found if b != self.castle}
        return found

    def play(self, start: tuple[int, int], to: tuple[int, int]) -> None:
        man = self.men.pop(start)
        self.men[to] = man
        own = {"a"} if man == "a" else {"d", "k"} if self.armed else {"d"}
        if man in own:
            for dx, dy in WAYS:
                near, far = (to[0] + dx, to[1] + dy), (to[0] + 2 * dx, to[1] + 2 * dy)
                if self.men.get(near) == ("d" if man == "a" else "a") and (
                    self.men.get(far) in own or far in self.corners or (far == self.castle and far not in self.men)
                ):
                    del self.men[near]
        king = next(place for place, man in self.men.items() if man == "k")
        if man == "a" and abs(king[0] - to[0]) + abs(king[1] - to[1]) == 1:
            around = [(king[0] + dx, king[1] + dy) for dx, dy in WAYS]
            if self.four or king == self.castle or self.castle in around:
                fallen = all(self.men.get(place) == "a" or place == self.castle for place in around)
            else:
                other = (2 * king[0] - to[0], 2 * king[1] - to[1])
                fallen = self.men.get(other) == "a" or other in self.corners
            if fallen:
                del self.men[king]
        self.side = "d" if self.side == "a" else "a"

    def winner(self) -> str:
        kings = [place for place, man in self.men.items() if man == "k"]
        if not kings:
            return "a"
        at_goal = kings[0] in self.corners if self.corner_game else {0, self.size - 1} & set(kings[0])
        return "d" if at_goal else ""


def test_rules_written_a_second_time(long_run: bool) -> None:
    chooser = random.Random(6)
    compared = won = lost = 0
    games = 600 if long_run else 18
    for _ in range(games):
        settings: dict[str, Any] = {
            "board": chooser.choice(("tablut", "brandubh", "brandubh", "hnefatafl")),
            "king_taken": chooser.choice(("usual", "two", "four")),
            "armed": chooser.random() < 0.7,
            "pass_castle": chooser.random() < 0.3,
        }
        state, plain = Tablut(**settings), Plain(**settings)
        for _ in range(100 if long_run else 40):
            winner = plain.winner()
            assert state.over() == bool(winner)
            if winner:
                assert state.utility("ad".index(winner)) == 1.0
                won, lost = won + (winner == "a"), lost + (winner == "d")
                break
            size = plain.size
            expected = {(b[1] * size + b[0]) + (a[1] * size + a[0]) * size**2: (a, b) for a, b in plain.moves()}
            legal = state.legal()
            assert set(legal) == set(expected)
            if not legal:
                break
            assert {plain.men.get((s % size, s // size), ".") + state.sign(s) for s in range(size * size)} <= {
                "aa", "dd", "kk", "..",
            }  # fmt: skip
            compared += 1
            taking = [move for move in legal if state.captures(move)]
            move = chooser.choice(taking if taking and chooser.random() < 0.5 else legal)
            state.play(move)
            plain.play(*expected[move])
    print(f"{games} games, {compared} positions compared; attackers won {won}, defenders {lost}")
