"""Tantrix: the tiles, corner cases, a contest and notation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from tests.games.plain_tantrix import Plain, looks, numbered
from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove
from zermelo.game.game import CHANCE
from zermelo.games.tantrix import Tantrix
from zermelo.games.tantrix.tiles import COLOURS, LETTERS, NUMBER, TILES, move_name, turned

Free = Tantrix.variant(restricted=False)
Five = Tantrix.variant(hand=5)
Drawn = Tantrix.variant(known=False)

# ---------------------------------------------------------------------- tiles


def pairings(sides: list[int]) -> list[list[tuple[int, int]]]:
    """All ways to join sides in pairs."""
    if not sides:
        return [[]]
    first = sides[0]
    return [
        [(first, other), *rest]
        for other in sides[1:]
        for rest in pairings([side for side in sides[1:] if side != other])
    ]


def bend(one: int, other: int) -> int:
    """1 a sharp bend, 2 a gentle one, 3 straight."""
    return min((other - one) % 6, (one - other) % 6)


def test_the_tiles_are_all_there_can_be() -> None:
    """15 pairings less the three crossing straights, 3! colourings, six rotations: 14 for each of four triples."""
    made = set()
    for pairs in pairings(list(range(6))):
        if {bend(*pair) for pair in pairs} == {3}:
            continue
        for colours in permutations(LETTERS, 3):
            sides = {side: colour for pair, colour in zip(pairs, colours, strict=True) for side in pair}
            made.add(min(looks("".join(sides[side] for side in range(6)))))
    assert len(TILES) == 56
    assert {min(looks(tile)) for tile in TILES} == made
    assert Counter(frozenset(tile) for tile in TILES) == {frozenset(c): 14 for c in combinations(LETTERS, 3)}


def test_links_of_every_colour_and_kind() -> None:
    """Each colour has 42 links: 18 sharp, 18 gentle, 6 straight; 8, 12, 12 and 24 tiles of the four shapes."""
    kinds: Counter[tuple[str, int]] = Counter()
    shapes: Counter[tuple[int, ...]] = Counter()
    for tile in TILES:
        bends = {c: bend(tile.index(c), tile.rindex(c)) for c in set(tile)}
        kinds.update(bends.items())
        shapes[tuple(sorted(bends.values()))] += 1
    assert kinds == {(colour, kind): (18, 18, 6)[kind - 1] for colour in LETTERS for kind in (1, 2, 3)}
    assert shapes == {(1, 1, 1): 8, (1, 1, 3): 12, (2, 2, 3): 12, (1, 2, 2): 24}


def test_five_or_six_tiles_fit_a_forced_space() -> None:
    """Five where three colours lead to it, six where two do: what players count with."""
    for space in ("ryb", "gyr", "bbr", "ygg", "yby"):
        assert sum(any(look.startswith(space) for look in looks(tile)) for tile in TILES) == (6, 5)[len(set(space)) - 2]
    assert not any("rrr" in tile for tile in TILES)


# ---------------------------------------------------------------------- rules


def at(table: str, first: str, second: str, more: str, game: Any = Tantrix) -> Any:
    """A position whose bag has all other tiles, in the order of their numbers."""
    seen = {int(tile.partition("/")[0]) for tile in table.split(";")}
    seen |= {int(tile) for tile in f"{first},{second}".split(",")}
    bag = ",".join(str(tile) for tile in range(1, NUMBER + 1) if tile not in seen)
    return game.from_text(f"{table} {first} {second} {bag} {more}")


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


def refused(state: Any, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.parse_move(move)
    return str(caught.value)


# Hands, the last part of a row: player 1, player 2; what follows is the colours, the step of the turn and the mover
OPENING = ("21/0@0,0;25/0@-1,1", "4,7,11,18,33,47", "8,14,20,23,27,29")
ONE_FORCED = ("9/5@-1,0;10/4@1,-1;16/0@0,0", "5,7,22,30,41,42", "19,23,25,27,36,54")
CONTROLLED = ("11/4@-1,2;20/3@1,-1;21/0@0,0;25/0@-1,1", "4,7,12,18,33,47", "8,14,23,27,29,37")
PAIR_BLOCK = (
    "7/2@-2,3;11/4@-1,2;12/4@-4,5;14/5@-1,3;20/3@1,-1;21/0@0,0;25/0@-1,1;27/0@-2,4;29/5@-3,4;32/5@-2,2;37/4@-3,5;53/0@-3,3",
    "4,18,33,47,48,56",
    "2,3,6,8,19,23",
)
# Two late positions of random games: a hole with four neighbours; player 2 without tiles
FOUR_SIDES = (
    "1/2@-2,3;2/5@0,5;3/4@-1,2;4/4@1,3;6/3@0,6;7/3@0,4;8/3@-2,1;9/1@2,2;10/3@1,-1;11/2@-3,6;12/1@2,4;13/0@-3,7;15/3@-1,5;"
    "16/0@1,1;18/5@-3,9;19/3@1,0;20/5@-2,4;21/0@-1,7;22/3@-2,5;23/0@0,0;24/1@0,3;26/2@0,1;27/4@-1,4;28/1@-2,9;30/0@1,2;"
    "32/4@1,5;33/0@-2,6;34/2@1,6;35/1@-1,0;36/3@-2,7;37/1@-2,2;38/3@-3,8;39/4@0,-1;40/3@1,-2;41/4@-2,8;42/4@1,4;43/0@-3,1;"
    "44/3@-3,5;45/4@-3,4;46/2@-3,2;47/5@-1,6;48/4@2,5;50/3@-1,8;51/4@2,3;52/1@-2,0;53/4@0,7;54/5@-1,3;55/0@-1,1;56/1@0,2"
    " 14,25,29,31 5,17,49 - ry 1 2"
)
ALONE = (
    "1/1@-1,3;2/1@3,-9;3/5@1,-7;4/3@-1,-1;5/2@-1,-2;6/2@2,-8;7/5@-4,5;8/3@-2,2;9/1@2,-7;11/4@-3,3;12/4@-3,1;13/4@-1,2;"
    "14/1@-3,0;15/0@-2,0;16/5@-4,6;17/4@2,-5;18/2@2,-11;19/1@3,-12;20/0@3,-11;21/3@-2,4;22/4@0,2;23/0@2,-10;24/0@-2,3;"
    "25/0@3,-10;26/2@-5,6;27/3@1,1;28/4@1,-3;29/2@2,-6;30/3@1,0;31/4@2,-9;32/0@-3,-1;34/1@-1,0;35/2@1,-6;36/3@-1,1;"
    "37/0@-2,1;39/0@0,1;40/0@1,-2;41/4@-4,4;42/3@0,-1;43/5@-2,-1;44/4@-5,5;45/1@1,-4;46/5@1,-1;47/2@-3,4;48/0@-3,5;"
    "49/0@-3,2;50/2@1,-5;51/5@-4,-1;52/0@0,0;53/5@0,-3;54/4@0,-2;55/0@-2,6;56/2@-2,5 10,33,38 - - ry 0 1"
)
DEADLOCK = (
    "1/2@-1,0;2/4@-1,-1;4/4@-2,3;5/4@2,-2;6/1@0,-2;8/4@-3,0;11/0@-4,3;12/4@1,-3;15/1@-2,0;16/5@-3,1;18/1@-3,2;21/5@-1,1;"
    "22/5@1,-2;24/4@0,-1;30/0@-3,-1;34/3@0,-3;35/3@1,-1;36/3@-3,3;37/5@-1,2;39/2@-4,2;40/1@-2,2;41/2@-3,-2;42/0@-2,-2;"
    "43/2@0,2;44/0@-3,4;45/2@-2,-1;46/5@-2,1;48/2@0,1;50/2@-5,3;52/0@0,0;53/1@1,-4;54/1@-1,-2;56/5@-1,3"
    " 10,14,19,23,29,51 7,9,13,28,38,47 31,20,26,32,33,17,3,27,49,25,55 ry 0 2"
)


def test_the_first_tile_lies_in_the_middle() -> None:
    """Six tiles, one placement each; the second player then has six cells."""
    state = Tantrix()
    assert len(state.legal()) == 6
    assert all(name.endswith("/0@0,0") for name in names(state))
    assert "the first tile lies at 0,0 and is not turned" in refused(state, "45/1@0,0")
    state.play(state.legal()[0])
    assert {name.partition("@")[2] for name in names(state)} == {"1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"}


def test_a_tile_fits_in_two_ways_at_most() -> None:
    """Every colour has two sides, so that one neighbour leaves two rotations, or none if the tile lacks its colour."""
    state = Tantrix()
    state.play(state.legal()[0])
    ways = Counter(move // 6 for move in state.legal())
    assert set(ways.values()) == {2}
    assert Tantrix.most_moves == 1248 == 2 * 6 * (2 * 50 + 4)


def test_a_tile_is_drawn_after_every_tile() -> None:
    state = Tantrix(bag="1,2,3,4,5,6,7,8,9,10,11,12,50")
    state.play(state.parse_move("3/0@0,0"))
    assert state.to_text().split()[1] == "1,2,4,5,6,50"
    assert state.turn == 1


def test_forced_spaces_come_before_the_free_tile() -> None:
    """Two of his tiles fit: he may choose, then his turn goes on with the free tile and the next forced space."""
    state = at(*ONE_FORCED, "ry 0 2")
    assert {name.partition("@")[2] for name in names(state)} == {"0,-1"}
    assert "a forced space must be filled first" in refused(state, "19/3@2,-2")
    assert not state.midturn()
    state.play(state.parse_move("27/2@0,-1"))
    assert (state.turn, state.phase, state.midturn()) == (1, 1, True)
    assert len({name.partition("@")[2] for name in names(state)}) > 1
    state.play(state.parse_move("25/2@0,1"))
    assert (state.turn, state.phase, state.midturn()) == (1, 2, True)
    while state.midturn():
        state.play(state.legal()[0])
    assert (state.turn, state.phase) == (0, 0)


def test_no_three_links_of_one_colour() -> None:
    """Restriction 1: red from 21 and from 25 lead to the cell between, and 4 would bring the third."""
    state = at(*OPENING, "ry 0 1")
    assert "restriction 1" in refused(state, "4/3@0,-1")
    free = at(*OPENING, "ry 0 1", Free)
    assert free.move_text(free.parse_move("4/3@0,-1")) == "4/3@0,-1"


def test_a_pair_blocks_a_forced_space() -> None:
    """Restriction 1 holds for forced spaces too: 48 fits the one at 0,1, but must not be laid, and the turn is free."""
    state = at(*PAIR_BLOCK, "ry 0 1")
    assert "restriction 1" in refused(state, "48/3@0,1")
    assert len({name.partition("@")[2] for name in names(state)}) > 1
    free = at(*PAIR_BLOCK, "ry 0 1", Free)
    assert "48/3@0,1" in names(free)
    assert {name.partition("@")[2] for name in names(free)} == {"0,1"}


def test_no_fourth_tile_beside_an_empty_cell() -> None:
    """Restriction 2, next to the forced space at 0,1."""
    state = at("11/4@-1,2;21/0@0,0;25/0@-1,1", "4,7,12,18,33,47", "8,14,20,23,27,29", "ry 0 2")
    assert "restriction 2" in refused(state, "20/3@1,0")


def test_controlled_sides() -> None:
    """Restriction 3: from the forced space at 0,1 along 0,0 and 1,-1 to the end of that side, which is 2,-1."""
    state = at(*CONTROLLED, "ry 0 1")
    assert "restriction 2" in state.why_not("18/0@1,0") or "match" in state.why_not("18/0@1,0")
    assert "restriction 3" in refused(state, "4/1@2,-1")
    assert not any(name.endswith(("@1,0", "@2,-1")) for name in names(state))
    assert any(name.endswith("@2,-2") for name in names(state)), "to lengthen the side is allowed"
    free = at(*CONTROLLED, "ry 0 1", Free)
    assert "4/1@2,-1" in names(free)


def test_nothing_is_restricted_in_the_endgame() -> None:
    """With an empty bag a cell may get four neighbours; it is a forced space then."""
    state = Tantrix.from_text(FOUR_SIDES)
    assert not state.strict()
    plain = from_state(state)
    assert len(plain.neighbours((-3, 3))) == 4
    assert sorted(state.legal()) == sorted(numbered(move) for move in plain.legal())


def from_state(state: Any) -> Plain:
    """The second program at a position."""
    parts = state.to_text().split()
    plain = Plain(list(range(NUMBER)), parts[4], state.restricted)
    for tile in parts[0].split(";"):
        name, _, where = tile.partition("@")
        number, rotation = (int(part) for part in name.split("/"))
        q, r = (int(part) for part in where.split(","))
        plain.table[(q, r)] = looks(TILES[number - 1])[rotation]
    hands = [set() if part == "-" else {int(tile) - 1 for tile in part.split(",")} for part in parts[1:3]]
    plain.hands, plain.bag = hands, [] if parts[3] == "-" else [int(tile) - 1 for tile in parts[3].split(",")]
    plain.turn, plain.free_is_laid = int(parts[6]) - 1, parts[5] == "2"
    return plain


def test_who_has_no_tile_left_is_passed_over() -> None:
    state = Tantrix.from_text(ALONE)
    for left in (2, 1, 0):
        assert state.turn == 0
        state.play(state.legal()[0])
        assert bin(int(state.hands[0])).count("1") == left
    assert state.over()
    assert state.ending() == f"all tiles are laid: {state.best[0]} to {state.best[1]}, " + (
        "draw" if state.best[0] == state.best[1] else f"{('red', 'yellow')[int(state.best[1] > state.best[0])]} wins"
    )


def test_a_deadlock_is_a_draw() -> None:
    """Restrictions leave player 2 nothing, with eleven tiles in the bag; points do not matter then."""
    state = Tantrix.from_text(DEADLOCK)
    assert state.legal() == []
    assert not from_state(state).legal()
    assert state.best[0] != state.best[1]
    assert (state.utility(0), state.utility(1)) == (0.0, 0.0)
    assert state.ending() == "player 2 cannot lay a tile: a deadlock, draw"
    assert Free.from_text(DEADLOCK).legal() != []


def test_lines_and_loops() -> None:
    """Three tiles round a corner make a loop of six points; a line scores its tiles; only the best counts."""
    state = Tantrix.from_text(loop_of_three())
    assert list(state.best) == [6, max(plain_points(state, 1), 0)]
    assert plain_points(state, 0) == 6


def plain_points(state: Any, player: int) -> int:
    return from_state(state).points(player)


def loop_of_three() -> str:
    """Tiles that close a red loop round a corner, found by trying."""
    corner = ((0, 0), (1, 0), (0, 1))
    for tiles in permutations([n for n, tile in enumerate(TILES) if "rr" in tile * 2], 3):
        plain = Plain(list(range(NUMBER)))
        shown = []
        for tile, place, first in zip(tiles, corner, (0, 2, 4), strict=True):
            look = next(look for look in looks(TILES[tile]) if look[first] == look[(first + 1) % 6] == "r")
            if plain.matches(place, look):
                plain.table[place] = look
                shown.append(f"{tile + 1}/{looks(TILES[tile]).index(look)}@{place[0]},{place[1]}")
        if len(shown) == 3:
            rest = [str(n + 1) for n in range(NUMBER) if n not in tiles]
            return f"{';'.join(shown)} {','.join(rest[:6])} {','.join(rest[6:12])} {','.join(rest[12:])} ry 0 2"
    raise AssertionError


# ---------------------------------------------------------------------- a contest


CONTEST = (  # Northwestern Europe 2005, problem "Tantrix": tiles on the table, five in hand, how many moves are legal
    (
        "0 0 BRYRBY 1 0 GRGBRB -1 1 GGYBYB 0 1 YYBBGG -2 2 YYBGBG -3 3 BYGYGB",
        "BBRRGG GBYBYG RBRBGG GYBGBY GRBBRG",
        46,
    ),
    ("0 0 BYYGBG -1 1 GRGBBR 1 0 YRBRYB 2 0 YGGRRY", "RBBRYY GBGYBY YBBRYR YBYBRR RBBRGG", 2),
)


def contest_position(table: str, hand: str) -> str:
    """Its sides begin at the top and its second coordinate goes up: our table, turned by a quarter."""
    parts = table.lower().split()
    shown, seen = [], []
    for x, y, colours in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        tile, rotation = found(colours)
        seen.append(tile)
        shown.append(f"{tile + 1}/{rotation}@{y},{x}")
    held = [found(colours)[0] for colours in hand.lower().split()]
    rest = [str(tile + 1) for tile in range(NUMBER) if tile not in seen + held]
    mine = ",".join(str(tile + 1) for tile in sorted(held))
    return f"{';'.join(shown)} {mine} {','.join(rest[:5])} {','.join(rest[5:])} ry 0 1"


def found(colours: str) -> tuple[int, int]:
    return next((n, looks(tile).index(colours)) for n, tile in enumerate(TILES) if colours in looks(tile))


@pytest.mark.parametrize(("table", "hand", "moves"), CONTEST)
def test_the_examples_of_a_contest(table: str, hand: str, moves: int) -> None:
    """Both pin down the restrictions: without the last cell of a controlled side the first would have 54 moves."""
    state = Five.from_text(contest_position(table, hand))
    assert len(state.legal()) == moves


# ---------------------------------------------------------------------- set-up, words, chance


def test_set_up() -> None:
    state = Tantrix(bag="56 1", colours="blue,green")
    assert state.to_text().split()[4] == "bg"
    assert 56 in [int(tile) for tile in state.to_text().split()[1].split(",")]
    assert Tantrix(seed=1) != Tantrix(seed=2)
    for bad in ({"bag": "1,1"}, {"bag": "57"}, {"bag": "x"}, {"colours": "rr"}, {"colours": "pink,red"}):
        with pytest.raises(BadParameter):
            Tantrix(**bad)
    with pytest.raises(BadParameter, match="nature draws"):
        Drawn(seed=3)


def test_moves_in_words() -> None:
    state = at(*ONE_FORCED, "ry 0 2")
    name = names(state)[0]
    assert state.move_text(state.parse_move(name)) == name
    short = name.split("/")[0] + "@" + name.partition("@")[2]
    assert state.parse_move(short) == state.parse_move(name)
    after = Tantrix()
    after.play(after.legal()[0])
    several = names(after)[0]
    with pytest.raises(AmbiguousMove):
        after.parse_move(several.split("/")[0] + "@" + several.partition("@")[2])


def test_why_not() -> None:
    state = at(*ONE_FORCED, "ry 0 2")
    assert "does not hold 5" in refused(state, "5/0@0,-1")
    assert "0,0 is taken" in refused(state, "19/0@0,0")
    assert "5,5 is not beside a tile" in refused(state, "19/0@5,5")
    assert "do not match" in refused(state, "19/0@0,-1")
    assert "a tile is laid like" in refused(state, "nonsense")
    assert "a tile is laid like" in refused(state, "57/0@0,0")
    assert "a tile is laid like" in refused(state, "5/0@15,0")
    ended = Tantrix.from_text(ALONE)
    for _ in range(3):
        ended.play(ended.legal()[0])
    assert ended.why_not("5/0@0,0") == "the game is over"


def test_bad_positions() -> None:
    good = at(*ONE_FORCED, "ry 0 2").to_text().split()
    assert Tantrix.from_text(" ".join(good)).to_text() == " ".join(good)
    for place, text, words in (
        (0, "9/6@-1,0", "like 23/4"),
        (0, "9/5@-1,0;10/4@1,-1;16/0@2,0", "middle"),
        (0, "9/5@-1,0;10/4@3,-1;16/0@0,0", "does not touch"),
        (0, "9/5@-1,0;10/4@-1,0;16/0@0,0", "two lie on one cell"),
        (0, "9/4@-1,0;10/4@1,-1;16/0@0,0", "differ"),
        (1, "5,7,22,30,41", "once"),
        (1, "5,7,22,30,41,99", "numbers from 1"),
        (1, "5,7,22,30,41,41", "once"),
        (4, "rr", "two different colours"),
        (5, "3", "step is"),
        (5, "2", "middle of a turn"),
        (6, "3", "player 1 or 2"),
        (6, "?1", "player 1 or 2"),
    ):
        parts = list(good)
        parts[place] = text
        if place == 5:
            parts[6] = "1"
        with pytest.raises(BadPosition, match=words):
            Tantrix.from_text(" ".join(parts))
    with pytest.raises(BadPosition, match="a position is"):
        Tantrix.from_text("nothing")
    short = [*good[:1], "5,7,22,30,41", good[2], good[3] + ",42", *good[4:]]
    with pytest.raises(BadPosition, match="both hold 6"):
        Tantrix.from_text(" ".join(short))
    with pytest.raises(BadPosition, match="no tile left"):
        Tantrix.from_text(ALONE[:-1] + "2")


def test_chance_deals_and_draws() -> None:
    """Six tiles for each player, one after the other; after a tile the mover draws one and goes on, if he must."""
    state = Drawn()
    for tile in range(12):
        assert (state.turn, state.drawer) == (CHANCE, 1 + tile // 6)
        assert state.odds(tile) == 1 / (56 - tile)
        state.play(tile)
    assert state.turn == 0
    assert state.to_text().split()[1:4] == ["1,2,3,4,5,6", "7,8,9,10,11,12", "hidden"]
    state.play(state.legal()[0])
    assert (state.turn, state.drawer) == (CHANCE, 1)
    assert state.parse_move("56") == 55
    assert "is not in the bag" in refused(state, "3")
    assert Drawn.from_text(state.to_text()) == state
    state.play(55)
    assert (state.turn, state.midturn()) == (1, False)
    with pytest.raises(BadPosition):
        Drawn.from_text(state.to_text()[:-1] + "?2")


def test_pictures() -> None:
    """Tiles by the colours of their sides; a tile of a tray, the way that it lies, a cell."""
    state = Tantrix(seed=4)
    state.play(state.legal()[0])
    scene = state.scene()
    assert scene.colours == ("red", "yellow")
    assert {piece.kind for piece in scene.pieces} == {"links"}
    assert sum(cell.shape == "hexagon" for cell in scene.cells) == 1 + 6
    assert {len(clicks) for clicks in scene.clicks.values()} == {3}
    shown = {way.name: way.pieces[0].text for button in scene.buttons for way in button.ways}
    assert len(shown) == 6 * 12
    for move, (tile, look, cell) in scene.clicks.items():
        assert move_name(move) == f"{look}@{cell}"
        assert shown[look] == turned(int(tile) - 1, move % 6)
    assert {"red 1", "yellow 1", "red 0", "yellow 0"} >= set(scene.notes[0].split(", "))
    assert COLOURS[state.colour[0]] == "red"
