"""Every question of the contract put to one position; the same function runs in CPython and compiled.

The laws read the answers of CPython; the law that the speeds agree compares both sets of answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.game.compile import kernel
from zermelo.game.game import CHANCE
from zermelo.game.random import Random

# What is being asked; the number is written down before each call, so that a crash has a name
METHODS = (
    "nothing", "over", "moves", "play", "utility", "midturn", "odds", "sample", "evaluate", "bounds", "order", "noisy",
    "noisy_moves", "irreversible", "judged", "repetition_key", "key", "checking", "same", "transform", "transform_move",
    "reward", "observe", "redeal", "pass_turn", "pass_is_safe",
)  # fmt: skip
(
    NOTHING, OVER, MOVES, PLAY, UTILITY, MIDTURN, ODDS, SAMPLE, EVALUATE, BOUNDS, ORDER, NOISY,
    NOISY_MOVES, IRREVERSIBLE, JUDGED, REPETITION_KEY, KEY, CHECKING, SAME, TRANSFORM, TRANSFORM_MOVE,
    REWARD, OBSERVE, REDEAL, PASS_TURN, PASS_IS_SAFE,
) = range(len(METHODS))  # fmt: skip

GUARD = 8  # places behind a row that must stay untouched
UNTOUCHED = -7  # what stands there
CHILDREN = 32  # moves of one position that are played for a trial


class Answers(NamedTuple):
    """What a position answers; rows have room beyond the promised length."""

    where: NDArray[np.int64]  # [1] the method being asked
    row: NDArray[np.int32]  # [move] the legal moves
    noisy_row: NDArray[np.int32]  # [move]
    scratch: NDArray[np.int32]  # [move] for `sample`
    flags: NDArray[np.int64]  # [8] the numbers named below
    values: NDArray[np.float64]  # [1] evaluate
    keys: NDArray[np.uint64]  # [2] key, repetition key
    by_player: NDArray[np.float64]  # [player, 4] utility, reward, lower and upper bound
    by_move: NDArray[np.int64]  # [move, 5] order, noisy, irreversible, judged, same
    odds: NDArray[np.float64]  # [move]
    seen: NDArray[np.int32]  # [player, number] what each player sees
    seen_counts: NDArray[np.int64]  # [player]
    mirrored: NDArray[np.int32]  # [symmetry, move] the moves in each mirror image
    children: NDArray[Any]  # [32] states after some of the moves
    tried: NDArray[np.int32]  # [32] which moves those are
    dealt: NDArray[Any]  # [player] states that each player cannot tell from this one
    mirrors: NDArray[Any]  # [symmetry] the mirror images
    passed: NDArray[Any]  # [1] the state after a pass


COUNT, IS_OVER, IN_TURN, NOISY_COUNT, GIVES_CHECK, SAMPLED, TRIED, SAFE = range(8)
WORTH, SCORE, LOW, HIGH = range(4)
RANK, IS_NOISY, FORGETS, IS_JUDGED, TWIN = range(5)


def blank_answers(game: Any, where: NDArray[np.int64] | None = None) -> Answers:
    """Room for the answers of one game's positions; `where` may lie in a file that another process watches."""
    wide, players, symmetries = game.most_moves + GUARD, game.players, max(game.symmetries, 1)
    return Answers(
        where=np.zeros(1, np.int64) if where is None else where,
        row=np.zeros(wide, np.int32),
        noisy_row=np.zeros(wide, np.int32),
        scratch=np.zeros(wide, np.int32),
        flags=np.zeros(8, np.int64),
        values=np.zeros(1),
        keys=np.zeros(2, np.uint64),
        by_player=np.zeros((players, 4)),
        by_move=np.zeros((wide, 5), np.int64),
        odds=np.zeros(wide),
        seen=np.zeros((players, game.observation + GUARD), np.int32),
        seen_counts=np.zeros(players, np.int64),
        mirrored=np.zeros((symmetries, wide), np.int32),
        children=game.array(CHILDREN),
        tried=np.zeros(CHILDREN, np.int32),
        dealt=game.array(players),
        mirrors=game.array(symmetries),
        passed=game.array(1),
    )


def clear(answers: Answers, fill: int = 0) -> None:
    """Nothing is left of the last position; rows hold `fill`, which rules must not read."""
    for part in answers:
        part.view(np.uint8)[...] = 0
    for row in (answers.row, answers.noisy_row, answers.scratch, answers.seen):
        row[...] = fill
        row[..., -GUARD:] = UNTOUCHED


def ask_rules(state: Any, answers: Answers) -> int:
    """Is it over, which moves are there, what is it worth; returns the number of moves."""
    where, flags = answers.where, answers.flags
    where[0] = OVER
    over = state.over()
    flags[IS_OVER] = over
    count = 0
    if not over:
        where[0] = MOVES
        count = state.moves(answers.row)
    flags[COUNT] = count
    where[0] = MIDTURN
    flags[IN_TURN] = state.midturn()
    where[0] = KEY
    answers.keys[0] = state.key()
    where[0] = REPETITION_KEY
    answers.keys[1] = state.repetition_key()
    where[0] = CHECKING
    flags[GIVES_CHECK] = state.checking()
    for player in range(state.players):
        if count == 0:
            where[0] = UTILITY
            answers.by_player[player, WORTH] = state.utility(player)
        where[0] = REWARD
        answers.by_player[player, SCORE] = state.reward(player)
    return int(count)


def ask_moves(state: Any, answers: Answers, count: int) -> None:
    """What is said of each legal move."""
    where, row = answers.where, answers.row
    for index in range(count):
        move = int(row[index])
        if state.turn == CHANCE:
            where[0] = ODDS
            answers.odds[index] = state.odds(move)
            continue
        where[0] = ORDER
        answers.by_move[index, RANK] = state.order(move)
        where[0] = NOISY
        answers.by_move[index, IS_NOISY] = state.noisy(move)
        where[0] = JUDGED
        answers.by_move[index, IS_JUDGED] = state.judged(move)
        where[0] = SAME
        answers.by_move[index, TWIN] = state.same(move)
    for index in range(count):
        where[0] = IRREVERSIBLE
        answers.by_move[index, FORGETS] = state.irreversible(int(row[index]))


def ask_hooks(state: Any, answers: Answers) -> None:
    """Questions of search and playouts, where a player has the move."""
    where, flags = answers.where, answers.flags
    for player in range(state.players):
        where[0] = BOUNDS
        low, high = state.bounds(player)
        answers.by_player[player, LOW] = low
        answers.by_player[player, HIGH] = high
    if state.turn == CHANCE:
        return
    where[0] = NOISY_MOVES
    flags[NOISY_COUNT] = state.noisy_moves(answers.noisy_row)
    where[0] = EVALUATE
    answers.values[0] = state.evaluate()


def ask_sample(state: Any, random: Random, answers: Answers) -> None:
    """A random move."""
    answers.where[0] = SAMPLE
    answers.flags[SAMPLED] = state.sample(random, answers.scratch)


def try_moves(state: Any, answers: Answers, count: int, first: int) -> None:
    """Play some of the moves, each on a copy; `first` says which, so that all come to it in the end."""
    children = answers.children
    step = (count + len(children) - 1) // len(children)
    tried = 0
    for place in range(len(children)):
        index = place * step + first % max(step, 1)
        if index < count and count > 0:
            children[tried] = state
            answers.where[0] = PLAY
            children[tried].play(int(answers.row[index]))
            answers.tried[tried] = answers.row[index]
            tried += 1
    answers.flags[TRIED] = tried


def ask_hidden(state: Any, random: Random, answers: Answers, count: int) -> None:
    """What each player sees, and a deal that looks the same to them."""
    for player in range(state.players):
        answers.where[0] = OBSERVE
        answers.seen_counts[player] = state.observe(player, answers.seen[player])
        if count > 0:
            answers.dealt[player] = state
            answers.where[0] = REDEAL
            answers.dealt[player].redeal(player, random)


def ask_mirrors(state: Any, answers: Answers, count: int) -> None:
    """The mirror images, and the moves there."""
    for which in range(state.symmetries):
        answers.mirrors[which] = state
        answers.where[0] = TRANSFORM
        answers.mirrors[which].transform(which)
        for index in range(count):
            answers.where[0] = TRANSFORM_MOVE
            answers.mirrored[which, index] = state.transform_move(which, int(answers.row[index]))


def ask_pass(state: Any, answers: Answers) -> None:
    """What a null move would do."""
    answers.where[0] = PASS_IS_SAFE
    answers.flags[SAFE] = state.pass_is_safe()
    answers.passed[0] = state
    answers.where[0] = PASS_TURN
    answers.passed[0].pass_turn()


def ask(state: Any, random: Random, answers: Answers, first: int) -> None:
    """Put every question that makes sense here."""
    count = ask_rules(state, answers)
    if count > 0:
        ask_moves(state, answers, count)
        ask_hooks(state, answers)
        try_moves(state, answers, count, first)
        if state.can_pass and state.turn != CHANCE:
            ask_pass(state, answers)
    if not state.over() and state.turn != CHANCE:
        ask_sample(state, random, answers)
    if state.hidden:
        ask_hidden(state, random, answers, count)
    if state.symmetries > 1:
        ask_mirrors(state, answers, count)
    answers.where[0] = NOTHING


ask_compiled = kernel(ask)
