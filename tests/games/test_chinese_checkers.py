"""Chinese checkers: corner cases, notation, a plain search for hops, and OpenSpiel's game position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.boards.hexes import AROUND
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.halma import ChineseCheckers
from zermelo.games.halma.chinese_checkers import SIGNS
from zermelo.games.halma.star import point_of, star

START = "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A"
TOP = ["n10", "n11", "n12", "n13", "o11", "o12", "o13", "p12", "p13", "q13"]


def board(turn: int = 0, *, a: str = "", b: str = "", c: str = "", **settings: Any) -> Any:
    """A position with some pegs in named holes."""
    state = ChineseCheckers.variant(**settings).blank()
    for player, names in enumerate((a, b, c)):
        for name in names.split():
            state.flip(state.number(name), player)
    state.turn = turn
    return state


def targets(state: Any, start: str) -> set[str]:
    """Where a peg can go."""
    moves = [state.move_text(move).split("-") for move in state.legal()]
    return {move[1] for move in moves if move[0] == start}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = ChineseCheckers()
    assert state.to_text() == START
    assert len(state.legal()) == 14
    assert {"d5-e5", "d5-e6", "c5-e5", "c5-e7"} <= {state.move_text(move) for move in state.legal()}


@pytest.mark.parametrize(("side", "holes", "pegs"), [(2, 37, 3), (3, 73, 6), (4, 121, 10)])
def test_small_stars(side: int, holes: int, pegs: int) -> None:
    state = ChineseCheckers(side=side)
    assert len(star(side)) == state.holes == holes
    assert state.to_text().count("A") - 1 == pegs
    assert {point_of(side, place) for place in star(side)} == {-1, 0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_seats(players: int) -> None:
    """Everyone faces a point; with three players the points opposite are empty, otherwise they are others' homes."""
    state = ChineseCheckers(players=players)
    shades = {cell.name: cell.shade for cell in state.scene().cells}
    for piece in state.scene().pieces:
        assert shades[piece.cell] == f"home{piece.owner}"
    assert len(state.scene().pieces) == 10 * players
    assert not state.over()
    for player in range(players):
        state.turn = player
        assert len(state.legal()) == 14
    state.play(state.legal()[0])
    assert state.turn == 0


def test_steps_to_six_neighbours() -> None:
    assert targets(board(a="i9"), "i9") == {"i8", "i10", "h8", "h9", "j9", "j10"}
    assert targets(board(a="a5"), "a5") == {"b5", "b6"}


def test_a_hop_goes_over_pegs_of_both_colours() -> None:
    assert "i11" in targets(board(a="i9 i10"), "i9")
    assert "i11" in targets(board(a="i9", b="i10"), "i9")


def test_a_chain_of_hops() -> None:
    assert {"i11", "i13"} <= targets(board(a="i9", b="i10 i12"), "i9")
    # round a corner: i9 over i10 to i11, over j11 to k11
    assert "k11" in targets(board(a="i9 i10", b="j11"), "i9")


def test_two_pegs_in_a_row_are_not_jumped() -> None:
    assert targets(board(a="i9", b="i10 i11"), "i9") == {"i8", "h8", "h9", "j9", "j10"}


def test_steps_and_hops_are_not_mixed() -> None:
    reached = targets(board(a="i9", b="i10"), "i9")
    assert reached == {"i8", "h8", "h9", "j9", "j10", "i11"}  # nothing next to i11, no hop after a step


def test_a_chain_that_comes_back_to_its_origin() -> None:
    """Three hops round a triangle; to stay where one was is no move."""
    reached = targets(board(a="i9", b="i10 j11 j10"), "i9")
    assert {"i11", "k11"} <= reached
    assert "i9" not in reached


def test_the_end_of_a_chain_counts_once() -> None:
    state = board(a="i9", b="i10 j11 j10")
    assert len(state.legal()) == len(set(state.legal()))


def test_win_when_the_goal_is_full_and_one_peg_is_ones_own() -> None:
    state = board(a="m10", b=" ".join(TOP[1:]))
    assert not state.over()
    state.play(state.parse_move("m10-n10"))
    assert state.over()
    assert state.winner() == 0
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "the point opposite A is full: A wins"
    assert state.legal() == []


def test_win_with_all_pegs_ones_own() -> None:
    mixed = board(a="m10", b=" ".join(TOP[1:]), all_mine=True)
    mixed.play(mixed.parse_move("m10-n10"))
    assert not mixed.over()
    own = board(a="m10 " + " ".join(TOP[1:]), all_mine=True)
    own.play(own.parse_move("m10-n10"))
    assert own.winner() == 0


def test_a_full_goal_without_ones_own_pegs_is_no_win() -> None:
    assert not ChineseCheckers().over()
    assert not ChineseCheckers(players=6).over()


def test_going_home_can_lose() -> None:
    """Filling one's own point while the opponent has a peg there makes him win."""
    state = board(1, a=TOP[1], b="m10 " + " ".join(TOP[2:]))
    state.play(state.parse_move("m10-n10"))
    assert state.winner() == 0


def test_three_players_share_the_loss() -> None:
    goal = [f"{cell.name}" for cell in ChineseCheckers(players=3).scene().cells if cell.name in TOP]
    state = board(a=" ".join(goal), b="i9", c="i10", players=3)
    assert [state.utility(player) for player in range(3)] == [1.0, -0.5, -0.5]
    assert state.lowest == -0.5


def test_a_player_shut_in_passes() -> None:
    state = board(a="c1", b="c2 d2 c3 e3", side=2)
    assert [state.move_text(move) for move in state.legal()] == ["pass"]
    assert state.scene().problem(state.legal()) is None
    assert state.parse_move("pass") == state.no_move
    before = state.to_text()
    state.play(state.no_move)
    assert state.to_text() == before[:-1] + "B"


def test_third_occurrence_is_a_draw() -> None:
    line = Playthrough(ChineseCheckers())
    for _ in range(2):
        assert line.outcome() is None
        for move in ("d5-e5", "n13-m13", "e5-d5", "m13-n13"):
            line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "3 times" in outcome.reason


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_cap(players: int) -> None:
    line = Playthrough(ChineseCheckers(players=players), ply=150 * players - 1)
    assert line.outcome() is None
    line.play(line.moves()[0])
    outcome = line.outcome()
    assert outcome is not None
    assert set(outcome.utilities) == {0.0}


@pytest.mark.parametrize("side", [2, 3, 4])
def test_moves_by_a_plain_search(side: int, long_run: bool) -> None:
    """Steps and hops on crowded and empty boards, found by dictionaries and coordinates."""
    cls = ChineseCheckers.variant(side=side)
    for seed in range(2000 if long_run else 60):
        rng = random.Random(seed)
        state = cls.blank()
        chance = rng.uniform(0.02, 0.9)
        owners = {place: rng.randrange(2) for place in star(side) if rng.random() < chance}
        for place, player in owners.items():
            state.flip(star(side).index(place), player)
        expected = set()
        for start in (place for place, player in owners.items() if player == 0):
            found, waiting = {start}, [start]
            while waiting:
                q, r = waiting.pop()
                for dq, dr in AROUND:
                    near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                    if (
                        near in owners
                        and near != start
                        and far in star(side)
                        and far not in owners | dict.fromkeys(found)
                    ):
                        found.add(far)
                        waiting.append(far)
            found |= {place for dq, dr in AROUND if (place := (start[0] + dq, start[1] + dr)) in star(side)}
            expected |= {(start, to) for to in found if to not in owners}
        row = [0] * state.holes**2
        count = state.moves(row)
        numbers = {star(side).index(start) * state.holes + star(side).index(to) for start, to in expected}
        assert sorted(row[:count]) == (sorted(numbers) or [state.no_move])


# ---------------------------------------------------------------------- words


def test_names() -> None:
    state = ChineseCheckers()
    assert (state.name(0), state.name(60), state.name(120)) == ("q13", "i9", "a5")
    assert [state.number(state.name(hole)) for hole in range(121)] == list(range(121))
    assert state.number("a1") == state.number("z9") == state.number("i99") == state.number("") == -1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        START[:-2],
        START[:-1] + "C",
        START[:-1] + "AB",
        START.replace("/13/12", "/13", 1),
        START.replace("/9/", "/8/"),
        START.replace("/9/", "/8A/"),
        START.replace("/9/", "/8C/"),
        START.replace("/9/", "/999999999/"),
        START.replace("AAAA", "AAA1"),
        START.replace("AAAA", "AAAB"),
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        ChineseCheckers.from_text(text)


def test_why_not() -> None:
    line = Playthrough(ChineseCheckers())
    state = line.state
    assert state.why_not("e5-e6") == "A has no peg in e5"
    assert state.why_not("n13-m13") == "A has no peg in n13"
    assert state.why_not("c5-d5") == "d5 is not empty"
    assert state.why_not("d5-g5") == "neither a step nor a chain of hops leads from d5 to g5"
    for text in ("", "d5", "pass", "d5-a1", -1):
        assert state.why_not(text).startswith("write the hole a peg leaves")
    with pytest.raises(IllegalMove, match="chain of hops"):
        line.play("d5-g5")
    assert line.parse_move("d5e5") == line.parse_move("D5-E5") == line.parse_move("d5-e5")
    for settings in ({"players": 5}, {"side": 1}, {"side": 5}):
        with pytest.raises(BadParameter):
            ChineseCheckers(**settings)


# ---------------------------------------------------------------------- OpenSpiel


def merged(theirs: Any) -> dict[tuple[int, int], list[int]]:
    """OpenSpiel's hops one by one, put together: from and to of every possible turn, and the actions that make it."""
    found: dict[tuple[int, int], list[int]] = {}

    def follow(state: Any, start: int, path: list[int]) -> None:
        for action in state.legal_actions():
            if action == 726:  # stop here
                continue
            end = int(state.action_to_string(action).replace("=", "-").split("->")[1])
            first = action // 6 if start < 0 else start
            if (first, end) in found:
                continue
            child = state.child(action)
            going_on = not child.is_terminal() and child.current_player() == state.current_player()
            found[first, end] = [*path, action, *([726] if going_on else [])]
            if going_on:
                follow(child, first, [*path, action])

    follow(theirs, -1, [])
    return found


def compare(pyspiel: Any, players: int, seed: int, turns: int) -> tuple[int, bool]:
    """Play with a preference for advancing moves, so that games end; returns the turns and whether somebody won.

    OpenSpiel numbers holes as we do but seats the first player at the top: the star is turned by half.
    """
    rng = random.Random(seed)
    theirs = pyspiel.load_game("chinese_checkers", {"players": players}).new_initial_state()
    ours = ChineseCheckers(players=players, all_mine=True)
    for turn in range(turns):
        legal = ours.legal()
        paths = merged(theirs)
        assert sorted(legal) == sorted((120 - start) * 121 + 120 - to for start, to in paths)
        move = max(legal, key=ours.order) if rng.random() < 0.75 else rng.choice(legal)
        for action in paths[120 - move // 121, 120 - move % 121]:
            theirs.apply_action(action)
        ours.play(move)
        signs = "".join(sign for sign in str(theirs).partition("Player")[0] if not sign.isspace())
        shown = "".join(("." + SIGNS)["123456".find(sign) + 1] for sign in signs)
        assert shown[::-1] == "".join(ours.sign(hole) for hole in range(121))
        assert theirs.is_terminal() == ours.over()
        if ours.over():
            assert theirs.returns() == [ours.utility(player) * (players - 1) for player in range(players)]
            return turn + 1, True
        assert theirs.current_player() == ours.turn
    return turns, False


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_against_openspiel(players: int, long_run: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    wins = 0
    for seed in range(40 if long_run else 1):
        wins += compare(pyspiel, players, seed, 400 if long_run else 60)[1]
    assert wins > 0 or not long_run
