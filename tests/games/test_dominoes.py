"""Dominoes: corner cases, notation, hidden hands, and a second program written with lists and dictionaries."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import count
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.games.dominoes import Dominoes, HiddenDominoes
from zermelo.games.dominoes.notation import tiles_of

Block = Dominoes.variant(drawing=False)
Hidden = HiddenDominoes
Tiny = Dominoes.variant(pips=2, hand=2)


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


def laid(state: Any, *moves: str) -> Any:
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- counts


def test_the_tiles() -> None:
    """28 tiles, 168 pips, every number on seven tiles and eight times; double nine has 55 tiles."""
    assert (Dominoes.tiles, Dominoes.total) == (28, 168)
    assert sum(a + b for a, b in tiles_of(6)) == 168
    halves = Counter(half for tile in tiles_of(6) for half in tile)
    assert set(halves.values()) == {8}
    assert all(sum(n in tile for tile in tiles_of(6)) == 7 for n in range(7))
    assert Dominoes.variant(pips=9).tiles == 55
    assert math.comb(28, 7) * math.comb(21, 7) == 137_680_171_200


def test_a_line_of_all_tiles_has_equal_ends() -> None:
    """Every number occurs an even number of times, so that both ends are the same."""
    every = ",".join(f"{b}-{a}" for a, b in tiles_of(6))
    for low in range(7):
        for high in range(low, 7):
            text = f"none none {every} {low}:{high} none 0 1"
            if low == high:
                assert Dominoes.from_text(text).over()
            else:
                with pytest.raises(BadPosition, match="open ends"):
                    Dominoes.from_text(text)


# ---------------------------------------------------------------------- rules


def test_any_tile_leads() -> None:
    state = Dominoes()
    assert len(state.legal()) == 7
    assert Dominoes(seed=1) != state
    with pytest.raises(BadParameter, match="do not suffice"):
        Dominoes(pips=2, hand=4)


def test_a_tile_goes_to_either_end() -> None:
    state = Tiny.from_text("2-1,0-0 2-2,1-1 1-0 0:1 2-0 0 1")
    assert names(state) == ["0-0", "2-1"]
    both = Tiny.from_text("2-0,0-0 2-2,1-1 1-0,2-1 0:2 none 0 1")
    assert names(both) == ["0-0", "2-0@0", "2-0@2"]
    assert laid(both.copy(), "2-0@0").to_text().split()[3] == "2:2"
    assert laid(both.copy(), "2-0@2").to_text().split()[3] == "0:0"
    assert sorted(both.scene().clicks.values()) == [("0-0", "end 0"), ("2-0", "end 0"), ("2-0", "end 2")]


def test_equal_ends_are_one_choice() -> None:
    state = Tiny.from_text("1-0,2-1 2-2,2-0 1-1 1:1 0-0 0 1")
    assert names(state) == ["1-0", "2-1"]


def test_drawing_is_no_choice() -> None:
    """Player 2 holds nothing with 0 or 2: he draws 1-1, which does not fit, then 0-0, and must lay that."""
    game = Dominoes.variant(pips=3, hand=2)
    state = game.from_text("2-0,3-2 3-1,3-3 none start 1-1,0-0,1-0,2-1,2-2,3-0 0 1")
    laid(state, "2-0")
    assert names(state) == ["0-0"]
    assert state.to_text() == "3-2 0-0,1-1,3-1,3-3 2-0 0:2 1-0,2-1,2-2,3-0 0 2"
    block = Dominoes.variant(pips=3, hand=2, drawing=False)
    state = block.from_text("2-0,3-2 3-1,3-3 none start 1-1,0-0,1-0,2-1,2-2,3-0 0 1")
    assert names(laid(state, "2-0")) == ["pass"]


def test_who_is_out_wins_what_the_other_holds() -> None:
    state = laid(Tiny.from_text("2-1 2-2,1-1 1-0 0:1 2-0,0-0 0 1"), "2-1")
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (6.0, -6.0)
    assert state.ending() == "player 1 is out and wins 6 pips"


def test_two_passes_block() -> None:
    block = Dominoes.variant(pips=2, hand=2, drawing=False)
    state = block.from_text("2-2 2-1,1-1 0-0 0:0 1-0,2-0 0 1")
    laid(state, "pass")
    assert not state.over()
    laid(state, "pass")
    assert state.over()
    assert state.utility(0) == 1.0
    assert state.ending() == "both have passed with 4 and 5 pips: player 1 wins 1"


def test_a_pass_is_forgotten_by_the_next_tile() -> None:
    block = Dominoes.variant(pips=2, hand=2, drawing=False)
    state = block.from_text("2-2,2-1 1-0,2-0 0-0 0:0 1-1 0 1")
    assert laid(state, "pass", "2-0").passes == 0


def test_deals_are_read() -> None:
    deal = " ".join(f"{b}-{a}" for a, b in tiles_of(2))
    state = Tiny(deal=deal)
    assert state.to_text() == "0-0,1-0 2-0,1-1 none start 2-1,2-2 0 1"
    for bad in ("0-0", deal + " 2-2", deal.replace("2-2", "3-3"), "x"):
        with pytest.raises(BadParameter, match="names each"):
            Tiny(deal=bad)
    with pytest.raises(BadParameter):
        Hidden(seed=3)


# ---------------------------------------------------------------------- hidden hands


def hidden_line(seed: int, game: Any = Hidden, plies: int = 200) -> Playthrough:
    rng, line = random.Random(seed), Playthrough(game())
    while line.moves() and line.ply < plies:
        line.play(rng.choice(line.moves()))
    return line


def test_nature_deals_in_turn() -> None:
    state = Hidden()
    for number in range(14):
        assert (state.turn, state.drawer) == (CHANCE, 1 + number % 2)
        assert state.odds(state.legal()[0]) == pytest.approx(1 / (28 - number))
        state.play(state.legal()[0])
    assert state.turn == 0
    assert [bin(int(hand)).count("1") for hand in state.hands] == [7, 7]


def test_drawing_shows_what_is_lacking() -> None:
    game = Hidden.variant(pips=3, hand=2)
    state = laid(game.from_text("2-0,3-2 3-1,3-3 none start hidden 0 1"), "2-0")
    assert (state.turn, state.drawer) == (CHANCE, 2)
    assert state.to_text() == "3-2 3-1!02,3-3!02 2-0 0:2 hidden 0 ?2"
    laid(state, "1-1")
    assert state.turn == CHANCE, "1-1 does not fit: chance deals on"
    laid(state, "0-0")
    assert state.turn == 1
    assert state.to_text() == "3-2 0-0,1-1!02,3-1!02,3-3!02 2-0 0:2 hidden 0 2"


def test_a_new_deal_is_one_that_the_player_cannot_tell() -> None:
    for seed in range(40):
        line = hidden_line(seed, plies=14 + seed)
        state = line.state
        if state.over():
            continue
        for player in range(2):
            row, again = np.zeros(state.observation, np.int32), np.zeros(state.observation, np.int32)
            seen = row[: state.observe(player, row)].tolist()
            for number in range(5):
                other = state.copy()
                other.redeal(player, Random(seed, number))
                assert again[: other.observe(player, again)].tolist() == seen
                assert other.hands[player] == state.hands[player]
                assert int(other.hands[0] & other.hands[1]) == 0
                assert (other.fitting(1 - player) != 0) == (state.fitting(1 - player) != 0) or state.turn != 1 - player
                for tile, (a, b) in enumerate(tiles_of(6)):
                    if int(other.hands[1 - player]) >> tile & 1:
                        assert not other.lacks[tile] >> a & 1
                        assert not other.lacks[tile] >> b & 1


def test_new_deals_are_equally_likely(long_run: bool) -> None:
    """Player 2 drew 1-1 and then a tile that fits: all hands that agree with it come equally often."""
    game = Hidden.variant(pips=3, hand=2)
    state = game.from_text("3-2 0-0,1-1!02,3-1!02,3-3!02 2-0 0:2 hidden 0 2")
    tiles = tiles_of(3)
    unseen = [tile for tile in range(10) if tiles[tile] not in ((2, 3), (0, 2))]
    lacking = [tile for tile in unseen if not {0, 2} & set(tiles[tile])]
    fits = [tile for tile in unseen if {0, 2} & set(tiles[tile])]
    expected = {frozenset((*three, one)) for three in combinations(lacking, 3) for one in fits}
    trials = 6000 if long_run else 1500
    found: Counter[frozenset[int]] = Counter()
    for number in range(trials):
        other = state.copy()
        other.redeal(0, Random(number, 5))
        found[frozenset(tile for tile in range(10) if int(other.hands[1]) >> tile & 1)] += 1
    assert set(found) == expected
    share = trials / len(expected)
    assert sum((n - share) ** 2 / share for n in found.values()) < 3 * len(expected)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2-1,0-0 2-2,1-1 none start 1-0,2-0 0",
        "2-1,0-0 2-2,1-1 none start 1-0,2-0 3 1",
        "2-1,0-0 2-2,1-1 none start 1-0,2-0 0 3",
        "2-1,0-0 2-2,1-1 none start 1-0,2-0 0 ?1",
        "2-1,0-0 2-2,1-1 none start 1-0 0 1",
        "2-1,0-0 2-2,1-1 none start hidden 0 1",
        "2-1,0-0 2-2,2-1 none start 1-0,2-0,1-1 0 1",
        "3-1,0-0 2-2,1-1 none start 1-0,2-0 0 1",
        "2-1,2-1 2-2,1-1 none start 1-0,2-0 0 1",
        "2-1,0-0 2-2,1-1 none 0:1 1-0,2-0 0 1",
        "2-1,0-0 2-2,1-1 1-0 start 2-0 0 1",
        "2-1,0-0 2-2,1-1 1-0 0:2 2-0 0 1",
        "2-1,0-0 2-2,1-1 1-0 1:0 2-0 0 1",
        "2-1!2,0-0 2-2,1-1 none start 1-0,2-0 0 1",
        "2-1!x,0-0 2-2,1-1 none start 1-0,2-0 0 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Tiny.from_text(text)


def test_why_not() -> None:
    state = Tiny.from_text("2-0,1-1 2-2,2-1 1-0,0-0 0:1 none 0 1")
    assert state.why_not("9-9") == "tiles are called 0-0 to 2-2"
    assert state.why_not("2-2") == "player 1 does not hold 2-2"
    assert state.why_not("pass") == "only who can neither lay nor draw passes"
    other = Tiny.from_text("2-2,1-1 2-0,2-1 1-0,0-0 0:1 none 0 1")
    assert other.why_not("2-2") == "2-2 fits neither 0 nor 1"
    both = Tiny.from_text("2-0,0-0 2-2,1-1 1-0,2-1 0:2 none 0 1")
    assert both.why_not("2-0") == "say the end where 2-0 goes to, such as 2-0@0"
    with pytest.raises(IllegalMove, match="fits neither"):
        Playthrough(other).play("2-2")
    assert Hidden().why_not("x") == "tiles are called 0-0 to 6-6"


# ---------------------------------------------------------------------- a second program


class Table:
    """The same game with a real line of tiles, turned as they lie."""

    def __init__(self, order: list[tuple[int, int]], hand: int, drawing: bool) -> None:
        self.hands = [order[:hand], order[hand : 2 * hand]]
        self.yard, self.drawing = order[2 * hand :], drawing
        self.line: list[tuple[int, int]] = []
        self.passes = self.turn = 0

    def ends(self) -> tuple[int, int]:
        return self.line[0][0], self.line[-1][1]

    def moves(self) -> set[Any]:
        """Pairs of a tile and the number it is laid to."""
        if not self.line:
            return {(tile, None) for tile in self.hands[self.turn]}
        return {(tile, end) for tile in self.hands[self.turn] for end in self.ends() if end in tile}

    def over(self) -> bool:
        return self.passes == 2 or not all(self.hands)

    def play(self, move: Any) -> None:
        if move is None:
            self.passes += 1
        else:
            tile, end = move
            self.passes = 0
            self.hands[self.turn] = [other for other in self.hands[self.turn] if other != tile]
            a, b = tile
            if end is None:
                self.line = [tile]
            elif end == self.line[-1][1]:
                self.line.append((a, b) if a == end else (b, a))
            else:
                self.line.insert(0, (b, a) if a == end else (a, b))
        self.turn = 1 - self.turn
        while self.drawing and self.yard and not self.over() and not self.moves():
            self.hands[self.turn] = [*self.hands[self.turn], self.yard.pop(0)]


def test_against_a_table(long_run: bool) -> None:
    """Random games of both forms with several sets of tiles."""
    plies = 0
    for settings in ({}, {"drawing": False}, {"pips": 4, "hand": 4}, {"pips": 9, "hand": 10}, {"pips": 2, "hand": 2}):
        game = Dominoes.variant(**settings)
        for seed in range(400 if long_run else 12):
            rng, state = random.Random(seed), game(seed=seed)
            tiles = tiles_of(game.pips)
            theirs = Table([tiles[tile] for tile in state.draws], game.hand, game.drawing)
            while not state.over():
                mine = {}
                for move in state.legal():
                    end = None if not theirs.line else (state.high if move & 1 else state.low)
                    mine[(tiles[move >> 1], end) if move != state.no_tile else None] = move
                assert set(mine) == (theirs.moves() or {None})
                chosen = rng.choice(sorted(mine, key=str))
                theirs.play(chosen)
                state.play(mine[chosen])
                plies += 1
                assert state.over() == theirs.over()
                for player in range(2):
                    held = {tiles[tile] for tile in range(game.tiles) if int(state.hands[player]) >> tile & 1}
                    assert held == set(theirs.hands[player])
                if not state.over():
                    assert state.turn == theirs.turn
            pips = [sum(a + b for a, b in hand) for hand in theirs.hands]
            assert state.utility(0) == pips[1] - pips[0]
    assert plies > (15000 if long_run else 500)


# ---------------------------------------------------------------------- OpenSpiel


def test_against_openspiel(long_run: bool) -> None:
    """The block game. It passes by itself, and if both are blocked the loser pays all his pips, not the difference."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pytest.importorskip("open_spiel.python.games.block_dominoes")
    game = pyspiel.load_game("python_block_dominoes")
    tiles, plies = tiles_of(6), 0
    for seed in range(1000 if long_run else 15):
        rng, ours, theirs = random.Random(seed), Block(seed=seed), game.new_initial_state()
        for place in range(14):
            theirs.apply_action(theirs_game._DECK.index(tiles[ours.draws[place]]))
        while not theirs.is_terminal():
            while ours.legal() == [ours.no_tile]:
                ours.play(ours.no_tile)
            assert theirs.current_player() == ours.turn
            mine = {}
            for move in ours.legal():
                end = None if not ours.laid else ours.high if move & 1 else ours.low
                mine[tiles[move >> 1], end] = move
            listed = {}
            for action in theirs.legal_actions():
                meant = theirs_game._ACTIONS[action]
                listed[meant.tile, meant.edge] = action
            assert set(mine) == set(listed)
            chosen = rng.choice(sorted(mine, key=str))
            ours.play(mine[chosen])
            theirs.apply_action(listed[chosen])
            plies += 1
        while not ours.over():
            ours.play(ours.no_tile)
        out = not ours.hands[0] or not ours.hands[1]
        if out:
            assert theirs.returns() == [ours.utility(0), ours.utility(1)]
        else:
            assert np.sign(theirs.returns()).tolist() == np.sign([ours.utility(0), ours.utility(1)]).tolist()
    assert plies > (8000 if long_run else 100)


@pytest.mark.parametrize("game", ["dominoes", "hidden_dominoes"])
@pytest.mark.parametrize("seed", range(4))
def test_the_line_is_a_chain_of_tiles_that_do_not_overlap(game: str, seed: int) -> None:
    """Halves that touch are equal, from end to end; a position that is read has such a line too."""
    line, luck = catalogue.begin(game), Random(seed)
    while not line.over():
        line.play(line.draw(luck))
        for state in (line.state, type(line.state).from_text(line.state.to_text())):
            if not state.laid:
                continue
            scene = state.scene()
            tiles = scene.notes[1].split()
            assert len(tiles) == count(state.laid)
            assert all(one[-1] == other[0] for one, other in pairwise(tiles))
            assert sorted((int(tiles[0][0]), int(tiles[-1][-1]))) == [state.low, state.high]
            places = [(p.dx, p.dy, p.turned % 2) for p in scene.pieces if p.cell == "line"]
            assert len(places) == len(tiles)
            for (x, y, one), (u, v, other) in combinations(places, 2):
                assert abs(x - u) >= 1 - 0.25 * (one + other) or abs(y - v) >= 0.5 + 0.25 * (one + other)
