"""Quoridor: steps and jumps, walls, the last way, notation, and two other programs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.quoridor import Quoridor

WALLED = ("a5h", "c5h", "e5h", "g5h")  # the fifth row is closed from a to h


def steps(state: Any) -> set[str]:
    """Where the pawn can go."""
    return {state.move_text(move) for move in state.legal() if move < state.cells}


def at(one: str, other: str, *built: str, turn: int = 1, **settings: Any) -> Any:
    """A position with these pawns and walls."""
    left = 20 - len(built)
    hands = f"{min(10, left)} {left - min(10, left)}"
    return Quoridor.variant(**settings).from_text(f"{one} {other} {hands} {','.join(built) or '-'} {turn}")


# ---------------------------------------------------------------------- pawns


def test_start() -> None:
    state = Quoridor()
    assert state.to_text() == "e1 e9 10 10 - 1"
    assert steps(state) == {"d1", "f1", "e2"}
    assert len(state.legal()) == 131
    assert state.evaluate() > 0  # the move is worth something


def test_a_wall_stops_a_pawn() -> None:
    assert steps(at("e5", "a2", "e5h", "d4v")) == {"e4", "f5"}
    assert steps(at("e5", "a2", "d5h")) == {"d5", "f5", "e4"}
    assert steps(at("e5", "a2", "c5h", "e6v")) == {"d5", "f5", "e4", "e6"}


def test_jumps() -> None:
    assert steps(at("e5", "e6")) == {"d5", "f5", "e4", "e7"}
    assert steps(at("e5", "d5")) == {"f5", "e6", "e4", "c5"}
    # a wall behind the other pawn: beside it, where no wall is
    assert steps(at("e5", "e6", "e6h")) == {"d5", "f5", "e4", "d6", "f6"}
    assert steps(at("e5", "e6", "e6h", "d6v")) == {"d5", "f5", "e4", "f6"}
    assert steps(at("e5", "e6", "e6h", "d6v", "e5v")) == {"d5", "e4"}
    # a wall between the pawns: no jump
    assert steps(at("e5", "e6", "e5h")) == {"d5", "f5", "e4"}


def test_the_edge_behind_the_other_pawn() -> None:
    assert steps(at("b5", "a5")) == {"c5", "b6", "b4", "a6", "a4"}
    assert steps(at("b5", "a5", edge_jumps=False)) == {"c5", "b6", "b4"}


def test_arriving_wins() -> None:
    state = at("e8", "a2")
    state.play(state.parse_move("e9"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "player 1 has reached the goal row"
    assert state.why_not("a1") == "the game is over"


def test_a_pawn_that_cannot_move_passes() -> None:
    # the only way out of b3 is over a3, where the other pawn stands before the edge
    cls = Quoridor.variant(size=5, walls=2, edge_jumps=False)
    state = cls.from_text("b3 a3 0 1 a3h,b2h,b3v 1")
    assert [state.move_text(move) for move in state.legal()] == ["pass"]
    state.play(state.parse_move("pass"))
    assert state.turn == 1
    assert state.why_not("pass") == "who can move must move"
    assert steps(Quoridor.variant(size=5, walls=2).from_text("b3 a3 0 1 a3h,b2h,b3v 1")) == {"a2"}


# ---------------------------------------------------------------------- walls


def test_walls_neither_overlap_nor_cross() -> None:
    state = at("e1", "e9", "d4h", turn=1)
    for wall in ("d4h", "d4v", "c4h", "e4h"):
        with pytest.raises(IllegalMove, match=f"the wall {wall} would cross or overlap another one"):
            state.parse_move(wall)
    for wall in ("b4h", "f4h", "d3v", "d5v", "c4v", "e4v"):
        state.parse_move(wall)


def test_the_last_way_stays_open() -> None:
    state = at("e1", "e9", *WALLED, "h6h")
    with pytest.raises(IllegalMove, match="the wall h5v would close the last way of a player to the goal row"):
        state.parse_move("h5v")
    assert sorted(state.move_text(move) for move in state.legal() if move >= 81) == sorted(open_walls(state))
    at("e1", "e9", *WALLED).parse_move("h5v")


def test_pawns_do_not_bar_the_way() -> None:
    # the other pawn stands in the only gap: still a way
    state = at("e1", "i5", *WALLED, turn=1)
    assert "e2" in steps(state)


def test_no_walls_left() -> None:
    state = Quoridor.variant(walls=0).from_text("e1 e9 0 0 - 1")
    assert len(state.legal()) == 3
    assert state.why_not("e3h") == "no wall is left"


# ---------------------------------------------------------------------- history


def test_repetition_and_cap() -> None:
    line = Playthrough(Quoridor())
    for move in ("d1", "d9", "e1", "e9") * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    line = Playthrough.from_text(Quoridor, "e1 e9 10 10 - 1 199")
    line.play("e2")
    assert line.outcome() is not None


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Quoridor()
    assert state.parse_move("E3H") == 81 + 2 * 8 + 4
    assert state.parse_move("e3v") == 81 + 64 + 2 * 8 + 4
    assert state.why_not("e3") == "the pawn on e1 can go to f1, d1, e2"
    assert "there is no wall i9h" in state.why_not("i9h")
    for nonsense in ("", "zz", 999, -1):
        assert "a move is a square such as e2" in state.why_not(nonsense)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "both pawns, walls in hand"),
        ("e1 e9 10 10 -", "both pawns"),
        ("e1 e9 x 10 - 1", "both pawns"),
        ("z1 e9 10 10 - 1", "two squares of the board"),
        ("e1 e9 11 9 - 1", "10 walls for each"),
        ("e1 e9 10 10 - 3", "both pawns"),
        ("e1 e1 10 10 - 1", "two squares of the board"),
        ("e1 e9 10 9 - 1", "10 walls for each"),
        ("e1 e9 10 9 z9h 1", "no place for a wall"),
        ("e1 e9 10 8 e3h,e3v 1", "no place for a wall"),
        ("e1 e9 10 8 e3h,f3h 1", "no place for a wall"),
        ("e1 e9 7 7 a5h,c5h,e5h,g5h,h6h,h5v 1", "no way to the goal row"),
        ("e9 e8 10 10 - 1", "cannot be to move"),
        ("e9 e1 10 10 - 1", "cannot be to move"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Quoridor.from_text(text)


def test_sizes() -> None:
    for settings in ({"size": 2}, {"size": 10}, {"walls": -1}):
        with pytest.raises(BadParameter):
            Quoridor(**settings)
    kids = Quoridor(size=7, walls=8)
    assert kids.to_text() == "d1 d7 8 8 - 1"


# ---------------------------------------------------------------------- rules written a second time

Square = tuple[int, int]
Side = frozenset[Square]


def closed_sides(state: Any) -> set[Side]:
    """The pairs of squares between which a wall stands."""
    closed = set()
    for name in state.to_text().split()[4].split(","):
        if name != "-":
            closed |= sides_of(name)
    return closed


def sides_of(name: str) -> set[Side]:
    """The two sides that a wall covers."""
    x, y = "abcdefghi".index(name[0]), int(name[1]) - 1
    if name[2] == "h":
        return {frozenset({(x + k, y), (x + k, y + 1)}) for k in (0, 1)}
    return {frozenset({(x, y + k), (x + 1, y + k)}) for k in (0, 1)}


def can_arrive(start: Square, goal: int, closed: set[Side], size: int) -> bool:
    """A search for any way to the goal row."""
    seen, stack = {start}, [start]
    while stack:
        x, y = stack.pop()
        if y == goal:
            return True
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= near[0] < size and 0 <= near[1] < size
            if inside and near not in seen and frozenset({(x, y), near}) not in closed:
                seen.add(near)
                stack.append(near)
    return False


def pawn_squares(state: Any) -> list[Square]:
    """Column and row of both pawns."""
    return [(square % state.size, square // state.size) for square in state.pawns.tolist()]


def has_way(state: Any, wall: str) -> bool:
    """Whether both still arrive past a wall."""
    closed = closed_sides(state) | sides_of(wall)
    goals = (state.size - 1, 0)
    return all(
        can_arrive(pawn, goal, closed, state.size) for pawn, goal in zip(pawn_squares(state), goals, strict=True)
    )


def open_walls(state: Any) -> set[str]:
    """Every wall that may be built."""
    built = state.to_text().split()[4].split(",")
    closed = closed_sides(state)
    found = set()
    for x in range(state.size - 1):
        for y in range(1, state.size):
            for kind in "hv":
                name = f"{'abcdefghi'[x]}{y}{kind}"
                crossed = {f"{name[:2]}h", f"{name[:2]}v"} & set(built)
                if not crossed and not sides_of(name) & closed and has_way(state, name):
                    found.add(name)
    return found


def walked(state: Any) -> set[str]:
    """Every square the pawn may go to."""
    closed, size = closed_sides(state), state.size
    pawns = pawn_squares(state)
    here, other = pawns[state.turn], pawns[1 - state.turn]

    def free(one: Square, two: Square) -> bool:
        return 0 <= two[0] < size and 0 <= two[1] < size and frozenset({one, two}) not in closed

    found = set()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near = (here[0] + dx, here[1] + dy)
        if not free(here, near):
            continue
        behind = (near[0] + dx, near[1] + dy)
        if near != other:
            found.add(near)
        elif free(near, behind):
            found.add(behind)
        else:
            found |= {side for side in ((near[0] + dy, near[1] + dx), (near[0] - dy, near[1] - dx)) if free(near, side)}
    return {f"{'abcdefghi'[x]}{y + 1}" for x, y in found}


def test_rules_written_a_second_time(long_run: bool) -> None:
    compared = 0
    chooser = random.Random(4)
    for number in range(200 if long_run else 4):
        state = Quoridor(size=(5, 9, 7, 4)[number % 4], walls=(5, 10, 8, 4)[number % 4])
        while not state.over() and compared < 40 * (number + 1):
            moves = state.legal()
            legal = {state.move_text(other) for other in moves}
            walls = open_walls(state) if state.left[state.turn] > 0 else set()
            expected = walked(state) | walls
            assert legal == (expected or {"pass"})
            compared += 1
            state.play(chooser.choice(moves))
    print(f"{compared} positions compared")


def test_against_openspiel(long_run: bool) -> None:
    """Rows are counted from the top there, and a wall is named after the square above its middle."""
    spiel = pytest.importorskip("pyspiel")
    chooser = random.Random(8)
    positions = games = 0
    for size, walls, total in ((9, 10, 200), (7, 8, 200), (5, 3, 400)):
        theirs = spiel.load_game("quoridor", {"board_size": size, "wall_count": walls})
        for _ in range(total if long_run else total // 50):
            ours, other = Quoridor(size=size, walls=walls), theirs.new_initial_state()
            while not ours.over() and not other.is_terminal() and positions < 1_000_000:
                named = {}
                for action in other.legal_actions():
                    text = other.action_to_string(action)
                    row = int(text[1])
                    named[f"{text[0]}{size - row if len(text) == 3 else size + 1 - row}{text[2:]}"] = action
                legal = {ours.move_text(move): move for move in ours.legal()}
                assert set(legal) == set(named), (ours.to_text(), set(legal) ^ set(named))
                walking = [name for name in legal if len(name) == 2]
                chosen = chooser.choice(walking if chooser.random() < 0.6 and walking else sorted(legal))
                ours.play(legal[chosen])
                other.apply_action(named[chosen])
                positions += 1
            if ours.over() and other.move_number() < 4 * size * size:  # where OpenSpiel calls it a draw
                assert other.is_terminal()
                assert [ours.utility(0), ours.utility(1)] == list(other.returns())
            games += 1
    print(f"{games} games, {positions} positions compared")
