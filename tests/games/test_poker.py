"""Kuhn and Leduc poker: whole trees beside OpenSpiel's, information sets, deals, notation, known values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game import CHANCE, Random
from zermelo.game.playthrough import Playthrough
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.games.poker.kuhn import BET, PASS

BOTH = pytest.mark.parametrize("game", [KuhnPoker, LeducPoker])


def seen(state: Any, player: int) -> tuple[int, ...]:
    """What a player observes."""
    row = np.zeros(state.observation, np.int32)
    return tuple(row[: state.observe(player, row)].tolist())


def nodes(state: Any, sights: tuple[Any, Any] = ((), ())) -> Iterator[tuple[Any, tuple[Any, Any]]]:
    """Every node of the tree with what the players have seen on the way."""
    sights = (*sights[0], seen(state, 0)), (*sights[1], seen(state, 1))
    yield state, sights
    for move in state.legal():
        after = state.copy()
        after.play(move)
        yield from nodes(after, sights)


@pytest.mark.parametrize(
    ("game", "name", "endings", "sets"), [(KuhnPoker, "kuhn_poker", 30, 12), (LeducPoker, "leduc_poker", 5520, 936)]
)
def test_endings_and_information_sets(game: Any, name: str, endings: int, sets: int) -> None:
    """Players remember all that they saw; nobody but nature may know more than his sights tell."""
    ended = 0
    moves_of: dict[Any, list[int]] = {}
    open_to: dict[Any, Any] = {}
    for state, sights in nodes(game()):
        ended += state.over()
        assert state.utility(0) + state.utility(1) == 0
        if not state.over() and state.turn != CHANCE:
            here = state.turn, sights[state.turn]
            assert moves_of.setdefault(here, state.legal()) == state.legal()
            last = sights[state.turn][-1]
            assert open_to.setdefault((state.turn, last), here) == here, "one look tells as much as the memory"
    assert (ended, len(moves_of)) == (endings, sets)


@pytest.mark.parametrize(("game", "name"), [(KuhnPoker, "kuhn_poker"), (LeducPoker, "leduc_poker")])
def test_the_tree_is_open_spiels(game: Any, name: str) -> None:
    """Moves, odds and returns at every node; their information states and ours tell the same apart."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs_to_ours: dict[str, tuple[int, ...]] = {}
    count = 0

    def walk(ours: Any, theirs: Any) -> None:
        nonlocal count
        count += 1
        assert ours.over() == theirs.is_terminal()
        assert ours.legal() == theirs.legal_actions()
        if ours.over():
            assert [ours.utility(0), ours.utility(1)] == theirs.returns()
            return
        if theirs.is_chance_node():
            assert ours.turn == CHANCE
            assert {move: ours.odds(move) for move in ours.legal()} == pytest.approx(dict(theirs.chance_outcomes()))
        else:
            assert ours.turn == theirs.current_player()
            here = (ours.turn, *seen(ours, ours.turn))
            assert theirs_to_ours.setdefault(theirs.information_state_string(), here) == here
        for move in ours.legal():
            after = ours.copy()
            after.play(move)
            walk(after, theirs.child(move))

    walk(game(), pyspiel.load_game(name).new_initial_state())
    assert len(set(theirs_to_ours.values())) == len(theirs_to_ours)
    assert count == {"kuhn_poker": 58, "leduc_poker": 9457}[name]


# ---------------------------------------------------------------------- values

Policy = Callable[[Any], list[tuple[int, Any]]]  # a state of a player -> his moves with their probabilities


def value(state: Any, policy: Policy) -> Any:
    """What the first player may expect."""
    if state.over():
        return Fraction(int(state.utility(0)))
    if state.turn == CHANCE:
        choices = [(move, Fraction(1, len(state.legal()))) for move in state.legal()]
    else:
        choices = policy(state)
    total = Fraction(0)
    for move, odds in choices:
        if odds:
            after = state.copy()
            after.play(move)
            total += odds * value(after, policy)
    return total


# The probability to bet of each information set (card, line), in Kuhn's solution with alpha = 1/3
THIRD = Fraction(1, 3)
KUHN = {"J": THIRD, "Q": 0, "K": 1, "J pb": 0, "Q pb": 2 * THIRD, "K pb": 1} | {
    "J p": THIRD, "Q p": 0, "K p": 1, "J b": 0, "Q b": THIRD, "K b": 1,
}  # fmt: skip


def kuhn_policy(plan: dict[str, Any]) -> Policy:
    """Bet with the planned probability."""

    def choose(state: Any) -> list[tuple[int, Any]]:
        cards, _, line = state.to_text().partition(" ")
        bet = plan[f"{cards[state.turn]} {line}".strip()]
        return [(PASS, 1 - bet), (BET, bet)]

    return choose


def test_kuhns_solution_is_worth_one_eighteenth() -> None:
    """No pure plan of either player does better against it: 64 plans each, so -1/18 is the value."""
    start = KuhnPoker()
    assert value(start, kuhn_policy(KUHN)) == Fraction(-1, 18)
    mine, theirs = list(KUHN)[:6], list(KUHN)[6:]
    assert max(
        value(start, kuhn_policy(KUHN | dict(zip(mine, p, strict=True)))) for p in product((0, 1), repeat=6)
    ) == (Fraction(-1, 18))
    assert min(
        value(start, kuhn_policy(KUHN | dict(zip(theirs, p, strict=True)))) for p in product((0, 1), repeat=6)
    ) == Fraction(-1, 18)


def test_leducs_value(long_run: bool) -> None:
    """The plan that OpenSpiel's CFR+ finds, played on our tree."""
    pyspiel = pytest.importorskip("pyspiel")
    if not long_run:
        pytest.skip("minutes of CFR+")
    peer = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(peer)
    for _ in range(1000):
        solver.evaluate_and_update_policy()
    plan = solver.average_policy()

    def expect(ours: Any, theirs: Any) -> float:
        if ours.over():
            return float(ours.utility(0))
        if ours.turn == CHANCE:
            choices = {move: ours.odds(move) for move in ours.legal()}
        else:
            choices = plan.action_probabilities(theirs)
        total = 0.0
        for move, odds in choices.items():
            after = ours.copy()
            after.play(move)
            total += odds * expect(after, theirs.child(move))
        return total

    assert expect(LeducPoker(), peer.new_initial_state()) == pytest.approx(-0.0856, abs=5e-4)


# ---------------------------------------------------------------------- hidden cards


def dealt_cards(state: Any) -> list[int]:
    """Every card on the table, + 1; 0 where none is dealt."""
    return [state.card(place) for place in range(state.places)]


@BOTH
def test_redeal_keeps_what_a_player_sees(game: Any) -> None:
    """At many nodes, for both players; the other player's card is any unseen one, equally often."""
    stream = Random(4)
    tested = 0
    for state, _ in nodes(game()):
        for player in (0, 1) if tested <= 400 or len(state.to_text()) % 3 == 0 else ():
            hidden = set(range(1, state.deck + 1)) - {c for i, c in enumerate(dealt_cards(state)) if i != 1 - player}
            drawn = set()
            for _ in range(1 if tested > 400 else 40):
                other = state.copy()
                other.redeal(player, stream)
                assert seen(other, player) == seen(state, player)
                assert (other.turn, other.over(), other.dealt()) == (state.turn, state.over(), state.dealt())
                assert len({card for card in dealt_cards(other) if card}) == other.dealt(), "no card twice"
                drawn.add(other.card(1 - player))
            tested += 1
            assert drawn <= (hidden if state.card(1 - player) else {0})
            if tested <= 400:
                assert len(drawn) == (len(hidden) if state.card(1 - player) else 1)


def test_redeal_is_uniform() -> None:
    """Js is seen, and the open Qh: the other four cards are equally likely."""
    state = LeducPoker.from_text("JsKh cc Qh")
    stream, drawn = Random(9), Counter[str]()
    for _ in range(4000):
        other = state.copy()
        other.redeal(0, stream)
        drawn[other.card_text(other.card(1) - 1)] += 1
    assert drawn.keys() == {"Jh", "Qs", "Ks", "Kh"}
    assert all(abs(number - 1000) < 120 for number in drawn.values())


def test_redeal_before_all_cards_are_dealt() -> None:
    first = KuhnPoker.from_text("Q")
    stream = Random(1)
    state = first.copy()
    state.redeal(0, stream)
    assert state == first, "the first player sees all there is"
    drawn = set()
    for _ in range(60):
        state = first.copy()
        state.redeal(1, stream)
        drawn.add(state.to_text())
    assert drawn == {"J", "Q", "K"}, "the second player has seen nothing"
    empty = KuhnPoker()
    empty.redeal(0, stream)
    assert empty == KuhnPoker()


def test_observations() -> None:
    assert seen(KuhnPoker.from_text("QK pb"), 0) == (2, 2, 1, 2, 0)
    assert seen(KuhnPoker.from_text("QK pb"), 1) == (2, 3, 1, 2, 0)
    assert seen(LeducPoker.from_text("JsKh crc Qs"), 1) == (3, 6, 3, 2, 3, 2, 0, 0, 0, 0, 0)


# ---------------------------------------------------------------------- rules and words


@pytest.mark.parametrize(
    ("text", "chips", "reason"),
    [
        ("QJ pp", 1, "the higher card: player 1 wins 1"),
        ("QK bb", -2, "the higher card: player 2 wins 2"),
        ("JK bp", 1, "player 2 passes against a bet: player 1 wins 1"),
        ("KJ pbp", -1, "player 1 passes against a bet: player 2 wins 1"),
        ("KQ pbb", 2, "the higher card: player 1 wins 2"),
    ],
)
def test_kuhn_endings(text: str, chips: int, reason: str) -> None:
    state = KuhnPoker.from_text(text)
    assert (state.over(), state.utility(0), state.utility(1), state.ending()) == (True, chips, -chips, reason)


@pytest.mark.parametrize(
    ("text", "chips", "reason"),
    [
        ("JsKh rf", 1, "player 2 folds: player 1 wins 1"),
        ("JsKh crf", -1, "player 1 folds: player 2 wins 1"),
        ("JsKh rrf", -3, "player 1 folds: player 2 wins 3"),
        ("JsKh cc Jh cc", 1, "a pair: player 1 wins 1"),
        ("JsQh cc Kh cc", -1, "the higher card: player 2 wins 1"),
        ("QsQh rrc Kh rrc", 0, "equal hands: nobody wins"),
        ("QsKs crrc Kh crrc", -13, "a pair: player 2 wins 13"),
        ("QsKs rrc Qh rrc", 13, "a pair: player 1 wins 13"),
        ("QsKs rc Qh rf", 3, "player 2 folds: player 1 wins 3"),
    ],
)
def test_leduc_endings(text: str, chips: int, reason: str) -> None:
    state = LeducPoker.from_text(text)
    assert (state.over(), state.utility(0), state.utility(1), state.ending()) == (True, chips, -chips, reason)
    assert state.to_text() == text


@BOTH
def test_texts_read_back_at_every_node(game: Any) -> None:
    texts: dict[str, Any] = {}
    for state, _ in nodes(game()):
        assert texts.setdefault(state.to_text(), state) is state, "different nodes have different texts"
        if len(texts) < 1500:
            assert game.from_text(state.to_text()).tobytes() == state.tobytes()
            assert state.scene().problem(state.legal()) is None
            assert [state.parse_move(state.move_text(move)) for move in state.legal()] == state.legal()


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (KuhnPoker, ""),
        (KuhnPoker, "JJ"),
        (KuhnPoker, "J p"),
        (KuhnPoker, "JQK"),
        (KuhnPoker, "JQ ppp"),
        (KuhnPoker, "JQ x"),
        (KuhnPoker, "- JQ"),
        (LeducPoker, "JsJs"),
        (LeducPoker, "JK"),
        (LeducPoker, "JsKs f"),
        (LeducPoker, "JsKs rrr"),
        (LeducPoker, "JsKs cc cc"),
        (LeducPoker, "JsKs c Qs"),
        (LeducPoker, "JsKs cc Js"),
        (LeducPoker, "JsKs rf Qs"),
    ],
)
def test_bad_positions(game: Any, text: str) -> None:
    with pytest.raises(BadPosition):
        game.from_text(text)


def test_refusals() -> None:
    line = Playthrough(LeducPoker)
    for card in ("Js", "Kh"):
        line.play(card)
    with pytest.raises(IllegalMove, match="one can check, raise"):
        line.play("fold")
    with pytest.raises(IllegalMove, match="one can check, raise"):
        line.play(0)
    for move in ("raise", "raise"):
        line.play(move)
    with pytest.raises(IllegalMove, match="one can fold, call"):
        line.play("raise")
    line.play("call")
    with pytest.raises(IllegalMove, match="the cards left are Jh, Qs, Qh, Ks"):
        line.play("Js")
    line.play("Jh")
    line.play("raise")
    line.play("fold")
    assert line.why_not("call") == "the game is over"
    assert line.outcome().utilities == (5.0, -5.0)  # type: ignore[union-attr]
    assert "chips put in: 9 and 5" in str(line.state)


def test_suits_do_not_matter() -> None:
    state = LeducPoker.from_text("JsKh cc Qs")
    state.transform(1 | 4)
    assert state.to_text() == "JhKs cc Qs"
    assert LeducPoker().transform_move(2, 3) == 2
