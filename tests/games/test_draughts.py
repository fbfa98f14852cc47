"""International, Brazilian and Russian draughts: corner cases, notation, and pydraughts position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.draughts import BrazilianDraughts, InternationalDraughts, RussianDraughts
from zermelo.games.draughts.notation import result, routes

International, Brazilian, Russian = InternationalDraughts, BrazilianDraughts, RussianDraughts


def turns(state: Any) -> list[str]:
    return sorted(state.turn_text(route) for route in routes(state))


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


# ---------------------------------------------------------------------- rules


def test_the_starts() -> None:
    assert names(International()) == [
        "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30",
    ]  # fmt: skip
    assert names(Russian()) == ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]
    assert catalogue.find("shashki") is Russian
    assert catalogue.find("polish_draughts") is International


def test_men_capture_backward() -> None:
    state = International.from_text("W:W23:B29,5")
    assert names(state) == ["23x34"]


def test_the_largest_capture_must_be_made() -> None:
    state = International.from_text("W:W28,40:B22,23,13,35,5")
    assert turns(state) == ["28x19x8"]
    assert state.why_not("28x17") == "the largest capture is compulsory: 28x19x8"
    assert state.why_not("40-34") == "the largest capture is compulsory: 28x19x8"


def test_a_king_counts_no_more_than_a_man() -> None:
    state = International.from_text("W:W28:BK22,23,13,5")
    assert turns(state) == ["28x19x8"]


def test_a_king_flies_and_comes_down_anywhere() -> None:
    state = International.from_text("W:WK46:B28,5")
    assert names(state) == ["46x10", "46x14", "46x19", "46x23"]
    quiet = International.from_text("W:WK46:B6")
    assert names(quiet) == ["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"]


def test_jumped_pieces_stay_until_the_turn_ends() -> None:
    """The Turkish stroke: the king takes four; if each were lifted at once, a fifth could be reached."""
    state = International.from_text("W:WK47:B7,10,21,23,31,42")
    assert turns(state) == ["47x29x12x26x37"]
    for name, left in (("47x29", 5), ("29x12", 4), ("12x26", 3)):
        state.play(state.parse_move(name))
        assert state.midturn()
        assert len(state.to_text().split(" ")[1].split(",")) == 6 - left
        assert bin(int(state.black)).count("1") == 6, "nothing is lifted yet"
    state.play(state.parse_move("26x37"))
    assert state.to_text() == "B:WK37:B7,10"


def test_a_man_that_passes_the_last_row_stays_a_man() -> None:
    line = Playthrough(International.from_text("W:W11:B7,8,40"))
    assert turns(line.state) == ["11x2x13"]
    line.play_text("11x2x13")
    assert line.state.to_text() == "B:W13:B40"


def test_a_russian_man_goes_on_as_a_king() -> None:
    """f6 over e7 to d8, crowned; then as a king over c7, landing where he can go on, over e3 from afar."""
    state = Russian.from_text("W:W11:B7,6,23")
    assert turns(state) == ["f6:d8:b6:f2", "f6:d8:b6:g1"]
    state.play(state.parse_move("f6:d8"))
    assert state.to_text() == "W:WK2:B6,7,23 2x7"
    line = Playthrough(Russian.from_text("W:W11:B7,6,23"))
    line.play_text("f6:g1")
    assert line.state.to_text() == "B:WK32:B"


def test_a_russian_capture_is_free_but_complete() -> None:
    state = Russian.from_text("W:W22:B17,18,11,4")
    assert turns(state) == ["c3:a5", "c3:e5:g7"]
    assert turns(Brazilian.from_text("W:W22:B17,18,11,4")) == ["22x15x8"]


def test_a_russian_king_must_go_on_where_he_can() -> None:
    """From a1 over c3 he could land on d4, e5, f6, g7 or h8; only from f6 a jump follows."""
    assert turns(Russian.from_text("W:WK29:B22,16,5")) == ["a1:f6:h4"]
    assert turns(Russian.from_text("W:WK29:B22,10,12")) == ["a1:e5:b8", "a1:e5:c7"]


def test_a_man_is_crowned_at_the_end() -> None:
    state = International.from_text("W:W6:B45")
    state.play(state.parse_move("6-1"))
    assert state.to_text() == "B:WK1:B45"


def test_who_cannot_move_loses() -> None:
    state = International.from_text("W:W35:B30,24")
    assert state.ending() == "White cannot move: Black wins"
    assert state.utility(0) == -1.0


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "W:W31",
        "X:W31:B1",
        "W:W51:B1",
        "W:W31:B31",
        "W:W1:B50",
        "W:W31:B",
        "W:W31:B46",
        "W:W1-21,22-42:B1",
        "W:W28:B22,5 28",
        "W:W28:B22,5 28x",
        "W:W28:B22,5 28x60",
        "W:W28:B22,5 22x28",
        "W:W28:B23,5 28x5,23",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        International.from_text(text)


def test_texts_inside_a_capture() -> None:
    state = International.from_text("W:W28,40:B22,23,13,35,5")
    state.play(state.parse_move("28x19"))
    assert state.to_text() == "W:W19,40:B5,13,22,23,35 19x23"
    assert state.why_not("40-34") == "the piece on 19 must go on jumping"
    assert International.from_text(state.to_text()) == state


def test_whole_turns_are_read() -> None:
    line = Playthrough(International.from_text("W:W28,40:B22,23,13,35,5"))
    assert line.state.parse_turn("28x8") == line.state.parse_turn("28x19x8") == [27 * 64 + 18, 18 * 64 + 7]
    line.play_text("28x8")
    assert line.state.to_text() == "B:W8,40:B5,22,35"
    with pytest.raises(MalformedMove):
        line.state.parse_turn("hello")
    with pytest.raises(IllegalMove, match="no piece"):
        line.state.parse_turn("50-45")


def test_ambiguous_ends() -> None:
    """Two ways round the same four men are one turn in effect; two ends reached over different men are not."""
    round_trip = International.from_text("W:W37:B32,31,22,21,5")
    assert turns(round_trip) == ["37x26x17x28x37", "37x28x17x26x37"]
    assert len(round_trip.parse_turn("37x37")) == 4
    state = International.from_text("W:WK47:B14,31,32,42")
    assert turns(state) == ["47x20x9x36", "47x38x27x36"]
    with pytest.raises(AmbiguousMove):
        state.parse_turn("47x36")


def test_why_not() -> None:
    state = International()
    assert state.why_not("abc") == "a move is squares joined by - or x, such as 31-26"
    assert state.why_not("20-25") == "White has no piece on 20"
    assert state.why_not("36-31") == "31 is taken"
    assert state.why_not("31-22") == "the piece on 31 cannot reach 22"
    assert International.from_text("W:W28:B1").why_not("28-32") == "a man moves forward only"
    with pytest.raises(IllegalMove, match="is taken"):
        Playthrough(state).play("36-31")
    assert Russian().parse_move("c3-d4") == Russian().parse_move("22-18")


# ---------------------------------------------------------------------- pydraughts

VARIANTS = {"standard": International, "brazilian": Brazilian, "russian": Russian}


def flipped(square: int) -> int:
    """On the small boards pydraughts counts rows from below."""
    return (7 - square // 4) * 4 + square % 4


def test_against_pydraughts(long_run: bool) -> None:
    """Random games: the results of all turns, move by move; its games end by its own clocks, ours go on."""
    oracle = pytest.importorskip("draughts")
    compared = 0
    for variant, game in VARIANTS.items():
        for seed in range(60 if long_run else 2):
            rng = random.Random(seed)
            theirs, ours = oracle.Board(variant=variant), game()
            for _ in range(120):
                mine: dict[Any, list[tuple[int, int]]] = {}
                for route in routes(ours):
                    path = [route[0] // ours.span, *(move % ours.span for move in route)]
                    mine.setdefault(result(ours, route), []).append((path[0], path[-1]))
                listed: dict[tuple[int, int], Any] = {}
                moves = theirs.legal_moves()
                for move in moves:
                    path = [step[0] - 1 for step in move.board_move] + [move.board_move[-1][-1] - 1]
                    ends = (path[0], path[-1]) if variant == "standard" else (flipped(path[0]), flipped(path[-1]))
                    listed[ends] = move
                if not moves or theirs.is_over():
                    break
                assert {ends for found in mine.values() for ends in found} == set(listed)
                compared += 1
                single = [
                    found[0]
                    for found in mine.values()
                    if [one for v in mine.values() for one in v].count(found[0]) == 1
                ]
                if not single:
                    break
                chosen = rng.choice(sorted(single))
                theirs.push(listed[chosen])
                for move in next(
                    route for route in routes(ours) if (route[0] // ours.span, route[-1] % ours.span) == chosen
                ):
                    ours.play(move)
    assert compared > (5000 if long_run else 150)
