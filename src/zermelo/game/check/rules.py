"""Laws of the rules at one position: moves, play, turn, utility, and that questions change nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.check.ask import COUNT, GUARD, IN_TURN, IS_OVER, UNTOUCHED, WORTH
from zermelo.game.check.course import Place
from zermelo.game.check.laws import (
    ALONE,
    DISTINCT,
    MIDTURN,
    PURE,
    RANGE,
    ROW,
    STEADY,
    TURN,
    UTILITY,
    ZERO_SUM,
    Complaint,
)
from zermelo.game.check.speeds import difference
from zermelo.game.game import CHANCE
from zermelo.game.random import Random


def check_row(place: Place) -> Iterator[Complaint]:
    """The row of moves: its length, range, and each move once."""
    most, answers = place.game.most_moves, place.answers
    count = int(answers.flags[COUNT])
    if not 0 <= count <= most:
        yield Complaint(ROW, f"moves() returns {count}, most_moves = {most}")
    elif (answers.row[-GUARD:] != UNTOUCHED).any() or (answers.noisy_row[-GUARD:] != UNTOUCHED).any():
        yield Complaint(ROW, f"moves() writes behind the place most_moves = {most}")
    legal = place.legal
    if negative := [move for move in legal if move < 0]:
        yield Complaint(RANGE, f"moves() writes {negative[0]}")
    if len(set(legal)) != len(legal):
        twice = next(move for move in legal if legal.count(move) > 1)
        yield Complaint(DISTINCT, f"moves() writes move {twice} {legal.count(twice)} times")


def check_turn(place: Place) -> Iterator[Complaint]:
    """Who moves, here and after each move."""
    game = place.game
    for move, state in [(None, place.state), *place.children()]:
        turn = int(state.turn)
        after = "" if move is None else f" after move {move}"
        if turn == CHANCE and not game.chance:
            yield Complaint(TURN, f"turn is CHANCE{after} in a game that says chance = False")
            return
        if not CHANCE <= turn < game.players:
            yield Complaint(TURN, f"turn is {turn}{after}, players = {game.players}")
            return


def check_midturn(place: Place) -> Iterator[Complaint]:
    """The player of a turn that goes on."""
    turn = int(place.state.turn)
    if place.answers.flags[IN_TURN] and not place.ended and place.mover >= 0 and turn not in (place.mover, CHANCE):
        yield Complaint(MIDTURN, f"midturn() is true, but player {place.mover} moved and player {turn} is to move")


def check_pure(place: Place) -> Iterator[Complaint]:
    """The state has the bytes that it had before the questions."""
    if place.state.tobytes() == place.before:
        return
    state = np.frombuffer(bytearray(place.before), type(place.state).layout)[0]
    for name in questions(place):
        trial = state.copy()
        ask_one(trial, name, place)
        if trial.tobytes() != place.before:
            yield Complaint(PURE, f"{name}() changes {changed_fields(state, trial)}")
            return
    yield Complaint(ALONE, f"playing on a copy changes {changed_fields(state, place.state)} of the original")


def questions(place: Place) -> list[str]:
    """The methods that were asked at a position."""
    always = ["over", "midturn", "key", "repetition_key", "checking", "reward"]
    if place.game.hidden:
        always.append("observe")
    if place.ended:
        return [*always, "utility"] if place.answers.flags[IS_OVER] else [*always, "utility", "moves"]
    always += ["moves", "bounds", "order", "noisy", "judged", "same", "irreversible", "transform_move"]
    chance = place.state.turn == CHANCE
    return [*always, "odds"] if chance else [*always, "sample", "evaluate", "noisy_moves"]


def ask_one(state: Any, name: str, place: Place) -> None:
    """Put one question."""
    row = np.zeros(place.game.most_moves + GUARD, np.int32)
    method = getattr(state, name)
    for_moves = ("order", "noisy", "judged", "same", "irreversible", "odds")
    if name in ("over", "midturn", "key", "repetition_key", "checking", "evaluate"):
        method()
    elif name in ("moves", "noisy_moves"):
        method(row)
    elif name == "sample":
        method(Random(0, 0), row)
    elif name in ("utility", "bounds", "reward"):
        for player in range(place.game.players):
            method(player)
    elif name == "observe":
        for player in range(place.game.players):
            method(player, np.zeros(place.game.observation + GUARD, np.int32))
    elif name in for_moves:
        for move in place.legal:
            method(move)
    elif name == "transform_move":
        for move in place.legal:
            method(place.game.symmetries - 1, move)


def changed_fields(before: Any, after: Any) -> str:
    """The names of the fields in which two states differ."""
    names = [n for n in type(before)._fields if not np.array_equal(getattr(before, n), getattr(after, n))]
    return "field " + " and ".join(names) if names else "nothing but hidden bytes"


def check_steady(place: Place) -> Iterator[Complaint]:
    """Asked again, with other numbers lying in the rows, everything is as before; so is a move played again."""
    if place.again is not None and (found := difference(place, place.answers, place.again)):
        yield Complaint(STEADY, f"asked twice, {found}")
    for move, child in place.children()[:2]:
        twin = np.frombuffer(bytearray(place.before), type(place.state).layout)[0]
        twin.play(move)
        if twin.tobytes() != child.tobytes():
            yield Complaint(STEADY, f"move {move} played twice differs in {changed_fields(child, twin)}")
            return


def check_alone(place: Place) -> Iterator[Complaint]:
    """Tables of the class stay as they are."""
    tables = {name: v.tobytes() for name, v in place.game.constants().items() if isinstance(v, np.ndarray)}
    first = place.memory.setdefault("tables", tables)
    for name, content in tables.items():
        if content != first[name]:
            yield Complaint(ALONE, f"the table {name} of the class has changed")


def check_utility(place: Place) -> Iterator[Complaint]:
    """Results at the end."""
    if not place.ended:
        return
    game = place.game
    results = [float(value) for value in place.answers.by_player[:, WORTH]]
    for player, value in enumerate(results):
        if not math.isfinite(value) or not game.lowest <= value <= game.highest:
            yield Complaint(UTILITY, f"utility({player}) = {value}, lowest = {game.lowest}, highest = {game.highest}")
            return
    if not game.zero_sum:
        return
    sides = game.sides or tuple(range(game.players))
    shared: dict[int, float] = {}
    for player, value in enumerate(results):
        if abs(shared.setdefault(sides[player], value) - value) > 1e-9:
            yield Complaint(ZERO_SUM, f"players of side {sides[player]} have different results: {results}")
            return
    if abs(sum(shared.values())) > 1e-9:
        yield Complaint(ZERO_SUM, f"the results {results} add up to {sum(shared.values())}")
