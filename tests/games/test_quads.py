"""Quads: corner cases of the rules, notation, and a second generator of moves in another style."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.plain import PlainView
from zermelo.game.playthrough import Playthrough
from zermelo.games.quads import Quads
from zermelo.games.quads.notation import KINDS, NAMES
from zermelo.textbook import run
from zermelo.textbook.minimax import minimax

EMPTY = "6/6/6/6/6/6"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Quads.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


class Naive:
    """Tiles as strings on a dictionary of places; solid sides carry the number of their owner."""

    def __init__(self, size: int, border: bool, apart: bool) -> None:
        self.size, self.border, self.apart = size, border, apart
        self.board: dict[tuple[int, int], str] = {}
        self.hands = [list(KINDS), list(KINDS)]
        self.mover = 0

    def fits(self, x: int, y: int, tile: str) -> bool:
        touching = 0
        for side, (right, up) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            place = (x + right, y + up)
            if place in self.board:
                touching += 1
                if self.board[place][(side + 2) % 4] != tile[side]:
                    return False
            elif self.border and not (0 <= place[0] < self.size and 0 <= place[1] < self.size) and tile[side] != "P":
                return False
        first = len(self.hands[self.mover]) == len(KINDS) if self.apart else not self.board
        return touching > 0 or first

    def moves(self) -> set[str]:
        found = set()
        for kind in self.hands[self.mover]:
            for tile in {kind[turn:] + kind[:turn] for turn in range(4)}:
                own = tile.replace("S", str(self.mover))
                for x in range(self.size):
                    for y in range(self.size):
                        if (x, y) not in self.board and self.fits(x, y, own):
                            found.add(f"{'abcdef'[x]}{y + 1}-{tile}")
        return found

    def play(self, text: str) -> None:
        place, tile = text.split("-")
        self.board["abcdef".index(place[0]), int(place[1]) - 1] = tile.replace("S", str(self.mover))
        self.hands[self.mover].remove(min(tile[turn:] + tile[:turn] for turn in range(4)))
        self.mover = 1 - self.mover


@pytest.mark.parametrize("size", [6, 4, 2])
@pytest.mark.parametrize("border", [False, True])
@pytest.mark.parametrize("apart", [True, False])
def test_the_same_games_by_another_program(size: int, border: bool, apart: bool, long_run: bool) -> None:
    for seed in range(200 if long_run else 2):
        dice = random.Random(seed)
        state, other = Quads(size=size, border=border, apart=apart), Naive(size, border, apart)
        while True:
            moves = texts(state)
            assert moves == other.moves()
            if not moves:
                break
            move = dice.choice(sorted(moves))
            state.play(state.parse_move(move))
            other.play(move)
        assert state.utility(other.mover) == -1.0
        assert state.utility(1 - other.mover) == 1.0


# ---------------------------------------------------------------------- rules


def test_tiles() -> None:
    assert len(NAMES) == 65
    assert len(KINDS) == 18
    assert all("S" in kind for kind in KINDS)


def test_start() -> None:
    state = Quads()
    assert state.to_text() == f"{EMPTY} 1"
    assert len(state.legal()) == Quads.most_moves == 2340


def test_each_player_begins_anywhere_and_then_touches_a_tile() -> None:
    state = after(f"{EMPTY} 1", "a1-SPPP")
    assert "f6-SSSS" in texts(state)
    state = after(f"{EMPTY} 1", "a1-SPPP", "f6-SSSS")
    assert {move[:2] for move in texts(state)} == {"a2", "b1"}  # e6 and f5 lie beside the other colour
    assert state.why_not("c3-SPPR") == "a tile on c3 would not touch another one"
    assert {move[:2] for move in texts(after(f"{EMPTY} 1", "a1-SPPP", apart=False))} == {"b1"}


def test_touching_sides_match() -> None:
    state = after(f"{EMPTY} 1", "c3-SPRS", "f6-SPPP")
    assert {move for move in texts(state) if move.startswith("d3")} == {
        f"d3-{name}" for name in NAMES if name[3] == "P" and name not in ("SPRS", "PRSS", "RSSP", "SSPR")
    }
    assert all(move[5] == "S" for move in texts(state) if move.startswith("c4"))  # the lower side of c4
    assert state.why_not("d3-SSSS") == "the left side on d3 must be P"


def test_solid_sides_of_two_colours_never_match() -> None:
    state = after(f"{EMPTY} 1", "c3-SPPP")
    assert not any(move.startswith("c4") for move in texts(state))
    assert state.why_not("c4-RRSR") == "c4 lies beside a solid side of the other colour"


def test_a_tile_is_laid_once_in_any_turning() -> None:
    state = after(f"{EMPTY} 1", "c3-SPPP", "f6-SPPP")
    assert state.why_not("d3-PPSP") == "the tile PPPS is no longer in hand"
    assert not any(move.endswith(("-SPPP", "-PSPP", "-PPSP", "-PPPS")) for move in texts(state))


def test_the_border_matches_where_it_is_asked_for() -> None:
    state = Quads(border=True)
    assert {name for name in NAMES if f"a1-{name}" in texts(state)} == {name for name in NAMES if name[2:] == "PP"}
    assert {move for move in texts(state) if move.startswith("c1")} == {f"c1-{n}" for n in NAMES if n[2] == "P"}
    assert Quads.symmetries == 16
    assert Quads.variant(border=True).symmetries == 8


def test_who_cannot_lay_loses() -> None:
    state = after("2/2 1", "a1-SSPP", size=2)
    assert {move[:2] for move in texts(state)} == {"b2"}
    state = after("2/2 1", "a1-SSPP", "b2-SSSS", size=2)
    assert not state.legal()
    assert [state.utility(0), state.utility(1)] == [-1.0, 1.0]
    assert state.ending() == "player 1 has no tile that fits: player 2 wins"
    assert state.why_not("a2-SSSS") == "the game is over"


@pytest.mark.parametrize(("apart", "value"), [(True, -1.0), (False, 1.0)])
def test_two_by_two_with_a_border(apart: bool, value: float) -> None:
    """Small enough for the textbook: who may begin anywhere as the second player wins, otherwise the first one."""
    start = Playthrough(Quads(size=2, border=True, apart=apart))
    assert run(minimax(PlainView(start))).value == value


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = after(f"{EMPTY} 1", "c3-SPRS", "d3SSSP")
    assert state.to_text() == "6/6/6/2,SPRS,sssp,2/6/6 1"
    assert Quads.from_text(state.to_text()) == state
    assert state.move_text(state.parse_move("c4-sssS")) == "c4-SSSS"
    with pytest.raises(IllegalMove, match="there is a tile on c3"):
        Playthrough(state).play("c3-SSSS")
    assert state.why_not("c9-SSSS").startswith("a move is a cell and a tile's sides")
    assert state.why_not("c4-PPPP").startswith("a move is a cell and a tile's sides")
    assert state.why_not(99999).startswith("a move is a cell and a tile's sides")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6/6/6/6/6/6",
        "6/6/6/6/6/6 3",
        "6/6/6/6/6/6 2",
        "6/6/6/6/6 1",
        "6/6/6/6/6/7 1",
        "6/6/6/6/6/5 1",
        "6/6/6/6/6/5,1,1 1",
        "6/6/6/6/6/5,x 1",
        "6/6/6/6/6/5,PPPP 2",
        "6/6/6/6/6/5,SpPP 2",
        "6/6/6/6/6/5,SPPP 1",
        "6/6/6/6/6/SPPP,SPPP,ssss,spss,2 1",
        "6/6/6/6/6/SPPP,sspr,4 1",
        "6/6/6/6/6/SSPP,ssps,4 1",
        "6/6/6/6/SSSP,1,SSSS,3/1,sspp,1,sspp,2 1",
        "SSSP,5/6/6/6/6/SSSS,4,spss 2",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Quads.from_text(text)
