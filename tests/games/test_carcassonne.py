"""Carcassonne: tiles, corner cases of the rules, notation, and a second program that paints its tiles."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games import painted_land
from tests.games.painted_land import NUMBERS, PICTURES, WITH_SHIELD, PaintedLand
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import CHANCE
from zermelo.game.playouts import playouts
from zermelo.game.playthrough import Playthrough
from zermelo.games.carcassonne import Carcassonne
from zermelo.games.carcassonne import tiles as landscape
from zermelo.games.carcassonne.notation import part_name

START = "0,0Dn"


def at(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Carcassonne.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


# ---------------------------------------------------------------------- tiles


def test_tiles_of_the_box() -> None:
    assert {letter: kind.many for letter, kind in landscape.KINDS.items()} == NUMBERS
    assert sum(NUMBERS.values()) == 72
    assert "".join(letter for letter, kind in landscape.KINDS.items() if kind.shield) == WITH_SHIELD


@pytest.mark.parametrize("letter", landscape.KINDS)
def test_parts_are_those_of_the_painted_tile(letter: str) -> None:
    """Cities, roads, monastery and fields in all rotations, and which city each field touches."""
    kind = landscape.LETTERS.index(letter)
    for rotation, top in enumerate("nesw"):
        game = PaintedLand("")
        game.tiles, game.men, game.laid = {(0, 0): (letter, top)}, [], (0, 0)
        painted, spots = game.places(), game.spots()
        code = kind * 4 + rotation
        names = [part_name(code, part) for part in range(landscape.PARTS[kind])]
        assert set(names) == set(painted)
        for part, name in enumerate(names):
            area = game.flood(spots, painted[name])
            beside = {
                spot
                for column, row in area
                for spot in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
            }
            cities = {n for n in names if n.startswith("city") and game.flood(spots, painted[n]) & beside}
            touched = {names[n] for n in range(8) if landscape.TOUCH[kind, part] >> n & 1}
            assert touched == (cities if name.startswith("field") else set())


def test_no_tile_fits_a_cell_in_four_ways() -> None:
    """This bounds the number of moves: every cell beside tiles asks for something at one side at least."""
    for letter, kind in ((letter, landscape.LETTERS.index(letter)) for letter in landscape.KINDS):
        for what in (landscape.FIELD, landscape.ROAD, landscape.CITY):
            ways = [r for r in range(landscape.TURNS[kind]) if landscape.EDGES[kind * 4 + r] & 3 == what]
            assert len(ways) <= 3, letter
    assert Carcassonne.most_moves == 3 * (2 * 71 + 2)


# ---------------------------------------------------------------------- a second program


def shuffled(seed: int) -> str:
    """An order of the tiles."""
    tiles = [letter for letter, number in NUMBERS.items() for _ in range(number - (letter == "D"))]
    random.Random(seed).shuffle(tiles)
    return "".join(tiles)


def compare(seed: int, tiles: int = 72, **settings: Any) -> int:
    """A random game by both programs: positions, moves, points. Every other game is played close together."""
    order, dice = shuffled(seed), random.Random(seed)
    state = Carcassonne.variant(tiles=tiles, **settings)(order=order)
    game = PaintedLand(order[: tiles - 1], **settings)
    positions = 0
    while True:
        assert state.to_text() == game.text()
        found = {state.move_text(move): move for move in state.legal()}
        assert set(found) == game.moves()
        assert state.over() == game.ended == (not found)
        positions += 1
        if not found:
            break
        names = sorted(found)
        if seed % 2 and not state.placed and dice.random() < 0.8:
            names = [max(names, key=lambda name: state.order(found[name]) + dice.random())]
        move = dice.choice(names)
        state.play(found[move])
        game.play(move)
    assert [state.utility(0), -state.utility(1)] == [game.points[0] - game.points[1]] * 2
    return positions


SETTINGS: list[dict[str, Any]] = [{}, {"farmers": False}, {"small_city": 2}, {"table": 7}, {}, {}, {}, {}]


def test_the_painted_land_agrees(long_run: bool) -> None:
    assert sum(compare(seed, **SETTINGS[seed % 8]) for seed in range(300 if long_run else 3)) > 250
    assert compare(3, tiles=12) < 25


def test_painted_perft() -> None:
    assert painted_land.perft(PaintedLand("VUX"), 4) == 426


# ---------------------------------------------------------------------- laying


def test_a_curve_beside_the_start_tile() -> None:
    assert texts(Carcassonne(order="V")) == {"1,0n", "1,0e", "0,-1n", "0,-1w", "-1,0s", "-1,0w"}


def test_rotations_that_look_the_same_are_one() -> None:
    assert texts(Carcassonne(order="B")) == {"0,-1n"}
    assert texts(Carcassonne(order="H")) == {"0,1e", "0,-1n"}
    assert texts(Carcassonne(order="U")) == {"1,0e", "-1,0e", "0,-1e"}


def test_a_tile_must_match_all_neighbours() -> None:
    state = at(f"{START};-1,-1Bn;-1,0Ue 0:0 V - 1")  # below the start tile are fields to the north and west
    assert texts(state) >= {"0,-1w"}
    assert "0,-1n" not in texts(state)
    assert state.why_not("0,-1n") == "the neighbour in the west has a field there, the tile a road"


def test_a_tile_that_fits_nowhere_is_set_aside() -> None:
    state = Carcassonne(order="ECV")
    for move in ("0,1s", "none"):
        state.play(state.parse_move(move))
    assert state.hand - 1 == landscape.LETTERS.index("V")  # C needs an open city
    assert state.left == 71 - 3


def test_chance_draws_again_after_a_tile_that_fits_nowhere() -> None:
    come = "".join(letter * (number - (letter in "DE")) for letter, number in NUMBERS.items())
    state = at(f"{START};0,1Es 0:0 ? {come} 2", known=False)
    assert sum(state.odds(move) for move in state.legal()) == pytest.approx(1.0)
    assert state.odds(state.parse_move("V")) == pytest.approx(9 / 70)
    assert state.why_not(24) == state.why_not("Z") == "the tiles to draw are ABCDEFGHIJKLMNOPQRSTUVWX"
    state.play(state.parse_move("C"))
    assert (state.turn, state.mover, state.hand, state.left) == (CHANCE, 1, 0, 69)
    state.play(state.parse_move("V"))
    assert (state.turn, state.left) == (1, 68)


def test_the_game_ends_if_no_tile_that_is_left_fits() -> None:
    state = at(f"{START} 0:0 E C 1", "0,1s", "none")
    assert state.over()
    assert state.ending() == "0 to 0 points: draw"
    state = at(f"{START};0,1Es 0:0 ? C 2", known=False, tiles=72)
    state.play(state.parse_move("C"))
    assert state.over()
    assert state.legal() == []


def test_the_table_has_an_edge() -> None:
    """Nothing lies beyond it, and what runs over it stays open."""
    assert texts(at(f"{START};1,0Ue;2,0Ue 0:0 U - 1", table=5)) == {"-1,0e", "0,-1e", "1,1e", "1,-1e", "2,1e", "2,-1e"}
    state = at(f"{START};1,0Ue;2,0Ue;-1,0Aw*1road:e 0:0 B - 1", "-1,-1n", "none", table=5)
    assert state.over()
    assert list(state.score) == [4, 0]


def test_a_table_of_143_cells_has_room_for_all_tiles_in_a_row() -> None:
    """71 tiles from the middle to one side end on the last cell; here eleven of them."""
    order = "U" * 8 + "D" * 3
    state = Carcassonne.variant(table=143, tiles=12)(order=order)
    for place in range(1, 12):
        state.play(state.parse_move(f"{place},0{'e' if place < 9 else 'n'}"))
        if state.placed:
            state.play(state.nobody)
    assert state.over()
    assert (143 - 1) // 2 == 71


# ---------------------------------------------------------------------- points


def test_two_facing_caps_score_four() -> None:
    state = at(f"{START} 0:0 E V 1", "0,1s", "city:s")
    assert (list(state.score), state.in_hand(0)) == ([4, 0], 7)
    assert list(at(f"{START} 0:0 E V 1", "0,1s", "city:s", small_city=2).score) == [2, 0]


RING = "-1,-2Bn;0,-2Un;1,-2Bn;-1,-1Bn;1,-1Bn;-1,0Ue;0,0Dn"  # round 0,-1 but for 1,0


def test_monastery_of_nine() -> None:
    """The eighth neighbour completes it; the monk returns."""
    state = at(f"{RING};0,-1An*1monastery 0:0 U V 2", "1,0e", "none")
    assert (list(state.score), state.in_hand(0)) == ([9, 0], 7)


def test_a_monastery_laid_into_a_hole_is_complete_at_once() -> None:
    state = at(f"{RING};1,0Ue 0:0 A V 2", "0,-1n", "monastery")
    assert (list(state.score), state.in_hand(1)) == ([0, 9], 7)


def test_an_incomplete_monastery_counts_its_neighbours_at_the_end() -> None:
    assert list(at(f"{START};0,-1Bn*2monastery 0:0 U - 1", "1,0e", "none").score) == [0, 3]


SHARED = "0,0Dn;0,1Cn;-1,1Ee*1city:e;0,2Es*2city:s"  # one side of the city is open


def test_a_tie_gives_both_all_points() -> None:
    state = at(f"{SHARED} 0:0 E V 1", "1,1w", "none")
    assert list(state.score) == [2 * (5 + 1)] * 2
    assert (state.in_hand(0), state.in_hand(1)) == (7, 7)


def test_the_majority_takes_all_points() -> None:
    land = "0,0Dn;0,1Cn;-1,1Ee*1city:e;0,2Rs*2city:esw;-1,2Ee*2city:e;1,2Ew"
    state = at(f"{land} 0:0 E V 1", "1,1w", "none")
    assert list(state.score) == [0, 2 * (7 + 1)]
    assert (state.in_hand(0), state.in_hand(1)) == (7, 7)


def test_an_incomplete_city_scores_half_at_the_end() -> None:
    state = at(f"{SHARED} 0:0 B - 1", "0,-1n", "none")
    assert list(state.score) == [4 + 1] * 2
    assert state.ending() == "5 to 5 points: draw"


def test_a_follower_may_not_join_what_is_taken() -> None:
    state = at(f"{START};1,0Ue*1road:ew 0:0 U - 2", "2,0e")
    assert texts(state) == {"field:nnw", "field:ese", "none"}
    with pytest.raises(IllegalMove, match="a follower stands on that road already"):
        Playthrough(state).play("road:ew")


def test_a_follower_may_return_at_once() -> None:
    """The road between two monasteries is complete when it gets its follower."""
    state = at(f"{START};1,0Ae 0:0 A V 1", "-1,0w", "road:e")
    assert (list(state.score), state.in_hand(0)) == ([3, 0], 7)


def test_who_has_no_follower_in_hand_puts_none() -> None:
    """After the tile his turn is over without a choice; a follower that would return now is too late."""
    land = ";".join([START, *(f"{x},0Ue*1field:{'nnw' if x % 2 else 'ese'}" for x in range(1, 8))])
    state = at(f"{land} 0:0 U V 1", "8,0e")
    assert (state.turn, state.placed, state.in_hand(0)) == (1, 0, 0)
    assert not state.midturn()


def test_a_road_that_comes_back_to_its_crossing_counts_it_once() -> None:
    state = at("0,0Dn;1,0Xn*1road:n;1,1Vw;2,1Vn 0:0 V - 2", "2,0e", "none")
    assert list(state.score) == [4, 0]


def test_a_tile_with_two_caps_of_one_city_counts_once() -> None:
    """A city of D, R and two N bends round to both caps of I."""
    state = at("0,0Dn;0,1Re*1city:nes;1,1Nn;0,2Ns 0:0 I - 2", "1,2s", "none")
    assert list(state.score) == [2 * 5, 0]


def test_fields_are_fed_by_complete_cities() -> None:
    """Three points a city; the farmer of the other side of the road gets nothing, and none returns before the end."""
    land = "0,0Dn;0,1Es;1,0Ue*1field:nnw;-1,0Ue*2field:ese"
    state = at(f"{land} 0:0 B U 1", "0,-1n", "none")
    assert (list(state.score), state.in_hand(0), state.in_hand(1)) == ([0, 0], 6, 6)
    state.play(state.parse_move("2,0e"))
    state.play(state.nobody)
    assert list(state.score) == [3, 0]


def test_a_city_feeds_every_field_beside_it() -> None:
    """The fields on both sides of a corridor, each for its farmer."""
    land = "0,0Dn;0,1Ge*1field:ene;0,2Es*2field:nnw"
    state = at(f"{land} 0:0 B - 1", "0,-1n", "none")
    assert list(state.score) == [3, 3]


def test_an_open_city_feeds_nobody() -> None:
    assert list(at(f"{START};1,0Ue*1field:nnw 0:0 B - 1", "0,-1n", "none").score) == [0, 0]


def test_a_field_beside_two_sides_of_one_city_is_fed_once() -> None:
    """The field of tile E lies on both ends of the city of two caps."""
    land = "0,0Dn;0,1Es;1,0Ue*1field:nnw;-1,0Ue;1,1Bn;-1,1Bn"
    assert list(at(f"{land} 0:0 B - 1", "0,2n", "none").score) == [3, 0]


# ---------------------------------------------------------------------- words and parameters


def test_a_turn_in_words() -> None:
    state = Carcassonne(order="VE")
    assert state.turn_text(state.parse_turn("1,0n road:sw")) == "1,0n road:sw"
    line = Playthrough(state)
    line.play("1,0n")
    assert line.to_text().startswith("0,0Dn;1,0Vn 0:0 - E")
    assert line.to_text().endswith(" 1@1,0")
    assert line.state.midturn()
    line.play("road:sw")
    assert line.to_text().startswith("0,0Dn;1,0Vn*1road:sw 0:0 E ")


@pytest.mark.parametrize(
    ("move", "answer"),
    [
        ("", "write a cell of the table"),
        ("99,0n", "write a cell of the table"),
        ("1,0", "write a cell of the table"),
        ("0,0n", "a tile lies on 0,0"),
        ("3,3n", "3,3 is not beside a tile"),
        ("1,0n", "the neighbour in the west has a road there, the tile a field"),
        ("1,0s", "tile U turned to s looks as turned to n"),
        ("0,1n", "the neighbour in the south has a city there, the tile a road"),
        ("road:ns", "lay the tile first"),
    ],
)
def test_why_not(move: str, answer: str) -> None:
    state = Carcassonne(order="U")
    assert state.why_not(move).startswith(answer)


def test_why_no_follower() -> None:
    state = at(f"{START} 0:0 U - 1", "1,0e")
    assert state.why_not("city:n") == "the parts of this tile are road:ew, field:nnw, field:ese; or none"
    no_farmers = at(f"{START} 0:0 U - 1", "1,0e", farmers=False)
    assert texts(no_farmers) == {"road:ew", "none"}
    assert no_farmers.why_not("field:nnw") == "fields are left out in this form of the game"
    assert at(f"{START} 0:0 end - 1").why_not("1,0n") == "the game is over"


@pytest.mark.parametrize(
    "text",
    [
        "",
        START,
        f"{START} 0:0 V - 3",
        f"{START} 0:0 Z - 1",
        f"{START} 0:0 C C 1",  # one C in the box
        f"{START} 5:0 V - 1",  # points from nowhere
        f"{START} 0:0 ? V 1",  # the order is known
        f"{START} 0:0 - V 1",
        f"{START} 0:0 end V 1",
        f"{START} 0:0 V - 1@1,0",
        f"{START};0,0Vn 0:0 V - 1",
        f"{START};0,1Vn 0:0 V - 1",  # city beside road
        f"{START};5,5Vn 0:0 V - 1",  # far away
        f"{START};99,0Vn 0:0 V - 1",
        f"{START};1,0Us 0:0 V - 1",  # a rotation that looks like another
        "0,0Vn 0:0 V - 1",
        f"{START};1,0Ue*1city:n 0:0 V - 1",
        f"{START};1,0Ue*3road:ew 0:0 V - 1",
        f"{START};0,1Es*1city:s 0:0 V - 1",  # complete: the follower has returned
        f"{START};0,1Es 0:0 C - 1",  # fits nowhere
        ";".join([START, *(f"{x},0Ue*1field:nnw" for x in range(1, 9))]) + " 0:0 V - 1",  # eight followers
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Carcassonne.from_text(text)


def test_bad_parameters() -> None:
    for setup in ({"order": "Z"}, {"order": "CC"}, {"order": "DDDD"}):
        with pytest.raises(BadParameter):
            Carcassonne(**setup)
    with pytest.raises(BadParameter, match="odd"):
        Carcassonne.variant(table=30)
    with pytest.raises(BadParameter, match="nature draws"):
        Carcassonne.variant(known=False)(seed=3)


def test_random_games_are_as_long_as_they_can_be() -> None:
    report = playouts(Carcassonne(), 200)
    assert report.unfinished == 0
    assert 71 <= report.shortest <= report.longest <= Carcassonne.longest == 142
    assert Carcassonne.highest == -Carcassonne.lowest == landscape.MOST_POINTS == 396


def test_painted_corners_are_left_out() -> None:
    assert all(art[row][column] == "#" for art in PICTURES.values() for row in (0, 6) for column in (0, 6))
