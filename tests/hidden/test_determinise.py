"""Determinised search: it sees only what the player sees, it keeps its limits, and it beats chance at poker."""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadLimit, Unsupported
from zermelo.game import Game, Random, Row, i8, put, python_only
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.games.liars_dice import LiarsDice
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.hidden.determinise import Determinised, values_of_moves
from zermelo.hidden.opened import open_class, opened
from zermelo.hidden.plain import PlainSearcher
from zermelo.players import player
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits
from zermelo.textbook import run
from zermelo.textbook.expectiminimax import expectiminimax

pytestmark = pytest.mark.xdist_group("determinise")


class Guess(Game):
    """The first player writes down 0, 1 or 2; the second, who does not see it, guesses: near is good, right is best."""

    hidden: bool = True
    most_moves: int = 3
    longest: int = 2
    lowest: float = -1.0
    highest: float = 1.0
    observation: int = 2

    written: i8  # the number + 1
    guessed: i8

    def moves(self, out: Row) -> int:
        """Any of the three."""
        return put(out, put(out, put(out, 0, 0), 1), 2)

    def play(self, move: int) -> None:
        """Write, then guess."""
        if self.written == 0:
            self.written = move + 1
            self.turn = 1
        else:
            self.guessed = move + 1

    def over(self) -> bool:
        """After the guess."""
        return self.guessed > 0

    def utility(self, player: int) -> float:
        """1 for the right number, 0 for the next, -1 for the farthest, to the second player."""
        value = 1.0 - abs(self.written - self.guessed)
        return value if player == 1 else -value

    def observe(self, player: int, out: Row) -> int:
        """The second player sees that something is written."""
        n = put(out, 0, self.written if player == 0 else int(self.written > 0))
        return put(out, n, self.guessed)

    def redeal(self, player: int, random: Random) -> None:
        """Any number."""
        if player == 1 and self.written > 0:
            self.written = random.below(3) + 1

    @python_only
    def move_text(self, move: int) -> str:
        """The number."""
        return str(move)


def seen(state: Any) -> tuple[int, ...]:
    """What the player to move observes, with his seat."""
    row = np.zeros(state.observation, np.int32)
    return (int(state.turn), *(int(x) for x in row[: state.observe(state.turn, row)]))


def all_choices(start: Any) -> dict[tuple[int, ...], list[Any]]:
    """Every position where a player has a choice, by what he sees."""
    sets: dict[tuple[int, ...], list[Any]] = {}
    heap = [start]
    while heap:
        state = heap.pop()
        if not state.over() and state.turn != CHANCE:
            sets.setdefault(seen(state), []).append(state)
        for move in state.legal():
            child = state.copy()
            child.play(move)
            heap.append(child)
    return sets


# ---------------------------------------------------------------------- honesty


@pytest.mark.parametrize(("game", "step"), [(KuhnPoker, 1), (LeducPoker, 9)])
def test_the_hidden_part_changes_nothing(game: Any, step: int) -> None:
    """All states that a player cannot tell apart give the same choice, values, spread and text."""
    searcher = Determinised(PlainSearcher(), samples=12, seed=3)
    sets = all_choices(game())
    several = 0
    for states in list(sets.values())[::step]:
        results = [searcher.think(state, Limits(nodes=10**9)) for state in states]
        answers = {(r.move, r.value, str(r.moves), str(r.spread), r.notes) for r in results}
        assert len(answers) == 1
        several += len(states) > 1
        assert results[0].deals == 12
        assert 1 <= results[0].worlds <= min(12, len({state.tobytes() for state in states}))
    assert several > 10


def test_the_past_betrays_nothing() -> None:
    """Two games that look alike to the second player, told with all their moves."""
    answers = set()
    for number in (0, 1, 2):
        line = Playthrough(Guess())
        line.play(number)
        result = Determinised(AlphaBeta(tt=1), samples=200).think(line, Limits(depth=4))
        answers.add((result.move, result.value, str(result.moves)))
    assert len(answers) == 1
    assert result.move == 1  # the middle is never far


def test_looking_would_be_found_out() -> None:
    """A searcher that looked at the true card would fail the test above: its answers differ."""
    told_apart = 0
    for states in all_choices(KuhnPoker()).values():
        peeked = {str(values_of_moves(PlainSearcher(), Playthrough(opened(state)))[0]) for state in states}
        told_apart += len(peeked) > 1
    assert told_apart >= 4


# ---------------------------------------------------------------------- values


def test_means_and_spread() -> None:
    """The mean over the deals of the exact values of the open game."""
    state = KuhnPoker.from_text("QK p")  # the second player, with the king: both cards of the other are equally likely
    result = Determinised(PlainSearcher(), samples=50).think(state)
    worlds = [KuhnPoker.from_text(text) for text in ("QK p", "JK p")]
    exact = [values_of_moves(PlainSearcher(), Playthrough(opened(world)))[0] for world in worlds]
    for move, (mean, deals) in result.moves.items():
        low, high = sorted(values[move] for values in exact)
        assert low <= mean <= high
        assert deals == 50
        assert result.spread[move] <= (high - low) / 2 + 1e-9
    assert result.to_json()["deals"] == 50


def test_plain_search_equals_the_textbook() -> None:
    searcher = PlainSearcher()
    for state in [states[0] for states in all_choices(LeducPoker()).values()][::40]:
        twin = opened(state)
        assert searcher.think(twin).value == pytest.approx(run(expectiminimax(twin)).value)
    assert searcher.think(catalogue.make("tic_tac_toe", {}), Limits(nodes=10**6)).proven == "draw"


def test_the_open_twin_is_the_same_game() -> None:
    state = LeducPoker.from_text("JsKh cr")
    twin = opened(state)
    assert (twin.to_text(), twin.legal(), twin.hidden) == (state.to_text(), state.legal(), False)
    assert type(twin) is open_class(LeducPoker)
    twin.play(twin.legal()[0])
    assert twin.to_text() != state.to_text()


# ---------------------------------------------------------------------- strength and limits


def test_beats_random_at_leduc() -> None:
    """Three hundred deals, seats by turns: more than three standard errors above nothing."""
    searcher, known = Determinised(PlainSearcher(), samples=16, seed=1), {}
    random, row = Random(7, 0), np.zeros(16, np.int32)
    results = []
    for game in range(300):
        state, seat = LeducPoker(), game % 2
        while not state.over():
            if state.turn == CHANCE:
                move = state.roll(random, row)
            elif state.turn == seat:
                if seen(state) not in known:
                    known[seen(state)] = searcher.think(state, Limits(nodes=10**9)).move
                move = known[seen(state)]
            else:
                move = state.sample(random, row)
            state.play(move)
        results.append(state.utility(seat))
    mean = sum(results) / len(results)
    error = math.sqrt(sum((result - mean) ** 2 for result in results)) / len(results)
    assert mean > 3 * error
    assert mean > 0.3


def test_limits_are_divided_among_the_deals() -> None:
    state = LeducPoker.from_text("JsKh")
    whole = Determinised(PlainSearcher(), samples=8).think(state, Limits(nodes=10**9))
    part = Determinised(PlainSearcher(), samples=8).think(state, Limits(nodes=100))
    assert part.nodes <= 100 + 40 * part.worlds < whole.nodes
    assert part.stopped_by == "nodes"
    assert part.move in state.legal()


def test_stops_when_told() -> None:
    stop_event = threading.Event()
    stop_event.set()
    result = Determinised(PlainSearcher(), samples=8).think(
        LeducPoker.from_text("JsKh"), Limits(seconds=60), stop_event=stop_event
    )
    assert (result.stopped_by, result.worlds) == ("stop", 1)
    heard: list[Any] = []
    Determinised(PlainSearcher(), samples=8).think(KuhnPoker.from_text("QK"), on_update=heard.append)
    assert [result.worlds for result in heard] == [1, 2]


def test_bad_questions() -> None:
    with pytest.raises(Unsupported, match="nothing is hidden"):
        Determinised(AlphaBeta(tt=1)).think(ConnectFour())
    with pytest.raises(BadLimit, match="nature"):
        Determinised(PlainSearcher()).think(KuhnPoker())
    with pytest.raises(BadLimit, match="samples"):
        Determinised(PlainSearcher(), samples=0)
    with pytest.raises(Unsupported, match="use determinised"):
        PlainSearcher().think(KuhnPoker.from_text("QK"))
    with pytest.raises(Unsupported, match="rules of history"):
        PlainSearcher().think(catalogue.make("chess", {}))


def test_three_hidden_players_have_a_search() -> None:
    """The search for each deal is chosen by the game: what one refuses, another takes."""
    line = Playthrough(LiarsDice(players=3, faces=3))
    for move in (0, 1, 2):
        line.play(move)
    found = player("determinised:samples=4,sims=200").think(line)
    assert found.move in line.moves()
    assert player("best:sims=200").think(line).move in line.moves()
