"""Gipf: pushes, rows and their order, GIPF-pieces, the end, notation, and a plain program turn by turn."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.games.plain_gipf import ALL_LINES, HEIGHTS, SPOTS, Board, Plain, plain_of, plain_rows, plain_turns
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.gipf import Gipf
from zermelo.games.gipf.board import NAMES, PUSHES

START = "b2w/5/6/w5b/6/5/b2w w 12,12"
STANDARD: Any = Gipf.variant(form="standard")
TOURNAMENT: Any = Gipf.variant(form="tournament")


def position(pieces: str, rest: str = "w 8,8") -> str:
    """A position text from pieces such as `wc3 Be5`."""
    places = {piece[1:]: piece[0] for piece in pieces.split()}
    board = "/".join(
        "".join(places.pop(f"{column}{number}", ".") for number in range(2, 2 + height))
        for column, height in zip("bcdefgh", HEIGHTS, strict=True)
    )
    assert not places
    return re.sub(r"\.+", lambda run: str(len(run[0])), board) + " " + rest


def after(text: str, *moves: str, game: Any = Gipf) -> str:
    """The position after some moves."""
    line = Playthrough.from_text(game, text)
    for move in moves:
        line.play(move)
    return str(line.to_text())


def shown(text: str, game: Any = Gipf) -> set[str]:
    """The legal moves of a position."""
    state = game.from_text(text)
    return {state.move_text(move) for move in state.legal()}


def why_not(text: str, move: str, game: Any = Gipf) -> str:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        game.from_text(text).parse_move(move)
    return str(refused.value)


# ---------------------------------------------------------------------- pushes


def test_start() -> None:
    state = Gipf()
    assert state.to_text() == START
    assert len(PUSHES) == 42
    assert len({push.split("-")[0] for push in PUSHES}) == 24
    assert len(NAMES) == 37
    assert len(state.legal()) == 24
    assert (len(STANDARD().legal()), len(TOURNAMENT().legal())) == (30, 18)
    assert state.evaluate() == STANDARD().evaluate() == TOURNAMENT().evaluate() == 0.0


def test_pieces_move_on_to_the_first_gap() -> None:
    text = position("bb2 wb3 bb5")
    assert after(text, "b1-b2") == position("wb2 bb3 wb4 bb5", "b 7,8")
    text = position("bb2 we5 bg5")
    assert after(text, "a1-b2") == position("wb2 bc3 we5 bg5", "b 7,8")  # what stands behind the gap stays


def test_a_full_line_cannot_be_pushed() -> None:
    text = position("wb2 bb3 wb4 bb5")
    assert not {"b1-b2", "b6-b5"} & shown(text)
    assert "is full" in why_not(text, "b1-b2")
    assert "is full" in why_not(text, "b6b5")
    assert Gipf.from_text(text).parse_move("a1-b2") >= 0  # the other lines through b2 have room


def test_pushes_that_lead_to_one_position_are_one_move() -> None:
    """An empty spot on the edge is reached from two or three dots; a piece of one's own before it changes nothing."""
    text = position("bh2")
    assert len({"b1-b2", "a2-b2", "a1-b2"} & shown(text)) == 1
    state = Gipf.from_text(text)
    assert state.parse_move("b1-b2") == state.parse_move("a2-b2") == state.parse_move("a1b2")
    state = Gipf.from_text(position("wb2 bh2"))
    assert state.parse_move("b1-b2") == state.parse_move("a3-b3") == state.parse_move("a2-b3")  # all fill b3
    state = Gipf.from_text(position("bb2 bh2"))
    assert state.parse_move("b1-b2") != state.parse_move("a3-b3")
    standard = STANDARD.from_text(position("Wb2 Be5"))
    assert standard.parse_move("b1-b2") != standard.parse_move("a3-b3")  # a single piece and a GIPF-piece change places
    tournament = TOURNAMENT.from_text(position("Wb2 Be5", "w 16+,16+"))
    assert tournament.parse_move("Gb1-b2") == tournament.parse_move("Ga3-b3")
    assert tournament.parse_move("b1-b2") != tournament.parse_move("a3-b3")


# ---------------------------------------------------------------------- rows


def test_own_pieces_return_and_the_others_are_lost() -> None:
    text = position("wd2 wd3 wd4 bd6 bd7 bh2")
    assert after(text, "d1-d2") == position("bh2", "b 11,8")


def test_all_pieces_that_touch_the_row_go_of_either_colour() -> None:
    text = position("wd2 wd3 wd4 bd6 wd7 bh2")
    assert after(text, "d1-d2") == position("bh2", "b 12,8")


def test_a_gap_ends_what_touches_the_row() -> None:
    text = position("wd2 wd3 wd4 bd7 bh2")
    assert after(text, "d1-d2") == position("bd7 bh2", "b 11,8")


def test_a_row_that_the_opponent_makes_goes_off_before_he_pushes() -> None:
    text = position("bb2 bc4 bd5 be6 wf6 we2")
    assert after(text, "b1-b2") == position("wb2 we2", "b 7,12")


def test_the_pushers_row_goes_first_and_breaks_the_other() -> None:
    text = position("wc2 wd2 bd3 wd4 bd5 we4 wf4 bg4 be6 bf5")
    assert after(text, "d1-d2") == position("wd2 bd4 wd5 bd6 be6 bf5", "b 11,8")


def test_rows_apart_all_go() -> None:
    text = position("bb2 wb3 wc2 wd2 we2 wc4 wd4 we4")
    assert after(text, "b1-b2") == position("bb3", "b 15,8")


CROSSING = position("wb3 wb4 wb5 wc3 wd4 we5 bf5 bh2")


def test_of_crossing_rows_one_is_chosen() -> None:
    line = Playthrough.from_text(Gipf, CROSSING)
    line.play("a1-b2")
    assert line.state.midturn()
    assert line.turn == 0
    assert line.to_text() == position("wb2 wb3 wb4 wb5 wc3 wd4 we5 bf5 bh2", "w 7,8 own")
    assert shown(line.to_text()) == {"xb2-b5", "xb2-f5"}
    assert after(CROSSING, "a1-b2", "xb2-b5") == position("wc3 wd4 we5 bf5 bh2", "b 11,8")
    assert after(CROSSING, "a1-b2", "xf5-b2") == position("wb3 wb4 wb5 bh2", "b 11,8")
    assert "White first takes rows off the board: xb2-b5, xb2-f5" in why_not(line.to_text(), "a1-b2")
    assert line.state.turn_text([]) == ""
    assert Gipf.from_text(CROSSING).parse_turn("a1-b2 xb2-b5")[1] == line.state.parse_move("xb2-b5")


def test_the_opponent_chooses_among_his_crossing_rows_before_he_pushes() -> None:
    text = position("bb2 bc4 bd5 be6 bc3 bd3 be3 wg2")
    line = Playthrough.from_text(Gipf, text)
    line.play("b1-b2")
    assert line.turn == 1
    assert not line.state.midturn()
    assert line.to_text().endswith("b 7,8 other")
    line.play("xb3-e3")
    assert line.to_text() == position("wb2 bc4 bd5 be6 wg2", "b 7,12")
    assert line.turn == 1
    assert len(line.moves()) > 20  # and now he pushes


def test_rows_that_cross_outside_their_fours() -> None:
    """Both rows end with the black piece on f6: the first to go takes it, and the other one is then shorter."""
    text = position("wf3 wf4 wf5 bf6 bg6 wc4 wd5 we6 bf2 wc3 bd3 we3", "w 7,8")
    assert after(text, "g1-f2", "xf2-f6") == position("wd3 bc3 be3 bg6", "b 14,8")
    assert after(text, "g1-f2", "xb3-g6") == position("wd3 bc3 be3", "b 14,8")


def test_who_has_nothing_to_push_loses() -> None:
    line = Playthrough.from_text(Gipf, position("wd4 be5", "w 1,8"))
    line.play("b1-b2")
    assert line.to_text().endswith("b 0,8")
    assert not line.over()  # it is not his turn
    line.play("h1-h2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "White has no piece left to push: Black wins"
    assert line.state.why_not("b1-b2") == "the game is over"


def test_a_row_made_by_the_opponent_saves_an_empty_reserve() -> None:
    line = Playthrough.from_text(Gipf, position("wb2 wc4 wd5 we6 bg2", "b 0,8"))
    line.play("b1-b2")
    assert line.to_text() == position("bb2 bg2", "w 4,7")
    assert not line.over()


def test_draws() -> None:
    assert (Gipf.repetition, Gipf.cap) == (3, 500)
    line = Playthrough(Gipf.from_text(position("wd4 be5")), ply=499)
    line.play("b1-b2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- GIPF-pieces

ROW = "wd2 Wd3 wd4 Bd6 "


def test_who_takes_a_row_off_takes_or_leaves_gipf_pieces() -> None:
    text = position(ROW + "Wh5 Bh2")
    assert shown(after(text, "d1-d2", game=STANDARD), STANDARD) == {"xd4", "xd6", "leave"}
    assert after(text, "d1-d2", game=STANDARD).endswith("w 10,8 own ?d4,d6")
    for moves, pieces, rest in (
        (("leave",), "Wd4 Bd6", "b 10,8"),
        (("xd6", "leave"), "Wd4", "b 10,8"),
        (("xd4", "leave"), "Bd6", "b 12,8"),
        (("xd4", "xd6"), "", "b 12,8"),
        (("xd6", "xd4"), "", "b 12,8"),
    ):
        assert after(text, "d1-d2", *moves, game=STANDARD) == position(pieces + " Wh5 Bh2", rest)


@pytest.mark.parametrize(
    ("others", "moves", "result", "loser"),
    [
        ("Wh5", ("xd6", "leave"), (1.0, -1.0), "Black"),
        ("Bh2", ("xd4", "leave"), (-1.0, 1.0), "White"),
        ("wh5", ("xd4", "xd6"), (1.0, -1.0), "Black"),  # both at once: who took them wins
    ],
)
def test_who_has_no_gipf_piece_left_loses(others: str, moves: tuple[str, ...], result: Any, loser: str) -> None:
    line = Playthrough.from_text(STANDARD, position(ROW + others))
    for move in ("d1-d2", *moves):
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == result
    assert outcome.reason.startswith(f"{loser} has no GIPF-piece left on the board")
    assert STANDARD.from_text(line.to_text()) == line.state


def test_a_gipf_piece_where_rows_cross() -> None:
    """Taken, it leaves the second row too short; left, the second row must go too, and it is asked about again."""
    text = position("Wb2 wc4 wd5 we6 wc3 wd3 we3 Bh2 Wg2", "w 5,8")
    assert shown(after(text, "b1-b2", game=STANDARD), STANDARD) == {"xb3-e6", "xb3-e3"}
    taken = after(text, "b1-b2", "xb3-e6", "xb3", game=STANDARD)
    assert taken == position("wb2 wc3 wd3 we3 Bh2 Wg2", "b 9,8")
    left = after(text, "b1-b2", "xb3-e6", "leave", game=STANDARD)
    assert left == position("wb2 Wb3 Bh2 Wg2", "w 10,8 own ?b3")
    assert after(left, "leave", game=STANDARD) == position("wb2 Wb3 Bh2 Wg2", "b 10,8")


def test_the_opponent_decides_over_the_pushers_gipf_piece() -> None:
    """White makes a row for both; his own goes first, then Black decides over the white GIPF-piece that touches his."""
    text = position("bb2 bc4 bd5 be6 Wf6 wc2 wd2 we2 Bh2 Wh4")
    line = Playthrough.from_text(STANDARD, text)
    line.play("b1-b2")
    assert line.to_text() == position("Wf6 Bh2 Wh4", "b 11,12 other ?f6")
    assert line.turn == 1
    line.play("xf6")
    assert line.to_text() == position("Bh2 Wh4", "b 11,12")


def test_the_entering_phase_of_the_tournament() -> None:
    line = Playthrough(TOURNAMENT())
    assert line.to_text() == "4/5/6/7/6/5/4 w 18!,18!"
    assert "must be a GIPF-piece" in why_not(line.to_text(), "a1-b2", TOURNAMENT)
    line.play("Ga1-b2")
    assert line.to_text() == position("Wb2", "b 16+,18!")
    assert not line.over()  # Black has no GIPF-piece yet
    line.play("gi1h2")
    assert {move[0] for move in shown(line.to_text(), TOURNAMENT)} == set("Gabcdefghi")
    line.play("Gi5-h5")  # a second one
    line.play("e9-e8")  # a single piece: Black brings in no more
    assert line.to_text() == position("Wb2 Wh5 Bh2 be8", "w 14+,15")
    line.play("Ge1-e2")
    assert "no GIPF-piece follows" in why_not(line.to_text(), "Gc1-c2", TOURNAMENT)
    assert "in the tournament form only" in why_not(START, "Gc1-c2", Gipf)
    alone = position("Wb2 Bh2", "w 1+,16+")
    assert not any(move.startswith("G") for move in shown(alone, TOURNAMENT))
    assert "the reserve has only one" in why_not(alone, "Gc1-c2", TOURNAMENT)


def test_four_gipf_pieces_in_a_row() -> None:
    """They may stay, and as long as they do they are asked about in every turn; one taken off, more may come in."""
    text = position("Wb3 Wb4 Wb5 Bh2", "w 12+,16+")
    asked = after(text, "Gb1-b2", game=TOURNAMENT)
    assert asked == position("Wb2 Wb3 Wb4 Wb5 Bh2", "w 10+,16+ own ?b2,b3,b4,b5 =b1-b2")
    stays = after(asked, "leave", game=TOURNAMENT)
    assert stays == position("Wb2 Wb3 Wb4 Wb5 Bh2", "b 10+,16+")
    assert after(stays, "i5-h5", game=TOURNAMENT).endswith("w 10+,15 other ?b2,b3,b4,b5 =b1-b2")
    fewer = after(asked, "xb3", "leave", game=TOURNAMENT)
    assert fewer == position("Wb2 Wb4 Wb5 Bh2", "b 12+,16+")
    assert after(fewer, "Gi5-h5", "Gc1-c2", game=TOURNAMENT).endswith("b 10+,14+")


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (Gipf, "", "columns b to h"),
        (Gipf, START[:-6], "columns b to h"),
        (Gipf, START + " ?b2", "columns b to h"),
        (Gipf, START.replace("/5/6/w", "/5/w"), "columns b to h"),
        (Gipf, START.replace("/5/6/w", "/5/5/w"), "6 spots"),
        (Gipf, START.replace("b2w/", "B2W/"), "4 spots of w, b"),
        (Gipf, START.replace("12,12", "12,13"), "Black has more than 15"),
        (Gipf, START.replace("12,12", "12+,12"), "tournament"),
        (Gipf, position("wb2 wb3 wb4 wb5"), "still on the board"),
        (Gipf, position("bb2 bb3 bb4 bb5"), "still on the board"),
        (Gipf, CROSSING + " own", "no rows to choose from"),
        (Gipf, position("wb2 wb3 wb4 wb5", "w 8,8 own"), "still on the board"),
        (STANDARD, position("Wb2 Wc2 Wd2 We3 Bh2"), "more than three GIPF"),
        (STANDARD, position("Wb2 Bh2", "w 8,8 own ?c2"), "no GIPF-piece on c2"),
        (STANDARD, position("Wb2 Bh3", "w 8,8 own ?b2,h3"), "on one line"),
        (TOURNAMENT, position("Wb2 Bh2", "w 16!,16+"), "White has begun"),
        (TOURNAMENT, position("Wb2 wb3 Bh2", "w 15+,16+"), "has brought in a single piece"),
        (TOURNAMENT, position("Wb2 Bh2", "w 16,16 own ?b2 =b1-b3"), "no line begins"),
    ],
)
def test_bad_positions(game: Any, text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(reason)):
        game.from_text(text)


def test_moves_are_read() -> None:
    state = Gipf()
    assert state.parse_move(" E1-E2 ") == state.parse_move("e1e2")
    for text in ("e2-e3", "zz", "a1-b3", "xb2-b5", "xb2", "leave"):
        with pytest.raises(IllegalMove, match="a push is a dot"):
            state.parse_move(text)
    for number in (-1, 42, 63, 105, 160, 999):
        assert state.why_not(number)
        assert TOURNAMENT().why_not(number)
    assert Gipf.from_text(after(CROSSING, "a1-b2")).why_not(3)


# ---------------------------------------------------------------------- symmetries and pictures


def test_symmetries_permute_the_moves() -> None:
    rng = random.Random(5)
    for game in (Gipf, STANDARD, TOURNAMENT):
        for _ in range(2):
            state = game()
            while moves := state.legal():
                for which in rng.sample(range(12), 2):
                    twin = state.copy()
                    twin.transform(which)
                    images = [state.transform_move(which, move) for move in moves]
                    assert sorted(images) == sorted(twin.legal())
                    assert twin.evaluate() == pytest.approx(state.evaluate())
                    number = rng.randrange(len(moves))
                    one, other = state.copy(), twin
                    one.play(moves[number])
                    one.transform(which)
                    other.play(images[number])
                    assert one == other
                state.play(rng.choice(moves))


def test_scenes() -> None:
    scene = TOURNAMENT().scene()
    assert (len(scene.cells), len(scene.lines)) == (61, 21)
    assert sum(piece.kind == "dot" for piece in scene.pieces) == 24
    assert [(button.label, button.many) for button in scene.buttons] == [
        ("White's reserve", 18),
        ("Black's reserve", 18),
        ("GIPF-piece", 1),
    ]
    state = Gipf.from_text(after(CROSSING, "a1-b2"))
    assert set(state.scene().clicks.values()) == {("b2", "b5"), ("b2", "f5")}
    standard = STANDARD.from_text(after(position(ROW + "Wh5 Bh2"), "d1-d2", game=STANDARD))
    assert set(standard.scene().clicks.values()) == {("d4",), ("d6",), ("leave",)}
    assert len([piece for piece in standard.scene().pieces if piece.cell == "d4"]) == 2  # two on one spot


# ---------------------------------------------------------------------- a plain program


def our_turns(state: Any) -> set[tuple[Plain, str]]:
    """The same by the game itself."""
    found, open_states = set(), [state]
    seen = set()
    while open_states:
        one = open_states.pop()
        for move in one.legal():
            child = one.copy()
            child.play(move)
            if child.rows:
                if child not in seen:
                    seen.add(child)
                    open_states.append(child)
            else:
                loser = child.loser()
                found.add((plain_of(child), "" if loser < 0 else "bw"[loser]))
    return found


def compare(state: Any) -> set[tuple[Plain, str]]:
    """One position, all turns."""
    pushes, expected = plain_turns(plain_of(state), state.form)
    assert len(state.legal()) == pushes
    assert our_turns(state) == expected
    return expected


def test_lines_of_the_plain_program() -> None:
    assert (len(ALL_LINES), len(SPOTS)) == (21, 37)
    assert sorted(len(line) - 2 for line in ALL_LINES) == sorted([4, 5, 6, 7, 6, 5, 4] * 3)


@pytest.mark.parametrize(
    ("form", "counts"), [("basic", (24, 618, 15828)), ("standard", (30, 924, 28380)), ("tournament", (18, 348, 14112))]
)
def test_counts_of_the_plain_program(form: str, counts: tuple[int, ...], long_run: bool) -> None:
    level = [plain_of(Gipf(form=form))]
    for depth in range(3 if long_run else 1):
        ways = [plain_turns(position, form)[1] for position in level]
        assert sum(map(len, ways)) == counts[depth]
        level = [position for turns in ways for position, winner in turns if not winner]


@pytest.mark.parametrize("form", ["basic", "standard", "tournament"])
def test_random_games_against_the_plain_program(form: str, long_run: bool) -> None:
    rng = random.Random(7)
    games, positions, choices = 100 if long_run else 1, 0, 0
    for _ in range(games):
        state = Gipf(form=form)
        while moves := state.legal():
            if state.rows == 0:
                positions += 1
                compare(state)
            choices += state.rows != 0
            noisy = [move for move in moves if state.noisy(move)]
            state.play(rng.choice(noisy if noisy and rng.random() < 0.3 else moves))
    print(f"{form}: {games} games, {positions} positions, {choices} choices")


@pytest.mark.parametrize("form", ["basic", "standard", "tournament"])
def test_crowded_boards_against_the_plain_program(form: str, long_run: bool) -> None:
    """Random boards full of threes: rows that cross, for either player, with GIPF-pieces in them."""
    rng = random.Random(11)
    wanted, positions, choices = 1000 if long_run else 30, 0, 0
    while positions < wanted:
        state = crowded(form, rng)
        if state.over():
            continue
        positions += 1
        choices += len(compare(state)) > len(state.legal())
    print(f"{form}: {positions} boards, {choices} with more turns than pushes")


def crowded(form: str, rng: random.Random) -> Any:
    """A board filled in random order as long as no row of four comes up."""
    entering = form == "tournament" and rng.random() < 0.3  # GIPF-pieces only
    board: Board = {}
    left = {"w": 6 if entering else 11, "b": 6 if entering else 11}
    doubles = {"w": rng.randint(1, 3), "b": rng.randint(1, 3)} if form != "basic" else {"w": 0, "b": 0}
    for spot in rng.sample(SPOTS, 37):
        for colour in rng.choice(("wb", "wb", "bw")):
            double = entering or doubles[colour] > 0
            board[spot] = colour.upper() if double else colour
            if left[colour] and not plain_rows(board, colour):
                left[colour] -= 1
                doubles[colour] -= 1
                break
            del board[spot]
    mark = "+" if entering else ""
    return Gipf.variant(form=form).from_text(
        position(" ".join(sign + spot for spot, sign in board.items()), f"w 2{mark},1{mark}")
    )
