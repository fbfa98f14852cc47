"""Why one move is better than another, in one sentence that a child understands.

What is certain is said first: a win, a loss. Then what is lost or not won in pieces, where the game is one of captures.
Then the part of the evaluation that differs most. Where nothing of this is so, the moves are about as good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.explain.pieces import end_of, pieces_of
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough

AS_GOOD = 0.01  # part of the whole range of results that nobody notices
MOST_THINGS = 3  # kinds of pieces in a sentence


@dataclass(frozen=True)
class Side:
    """One of the two moves: the line that it begins, its value for the player who makes it, and what is proven."""

    moves: Sequence[int]
    value: float
    proven: str = ""
    sampled: bool = False  # whether the value is a share of playouts that were won


def simply(line: Playthrough, best: Side, asked: Side) -> str:
    """The difference between the best move and the one that was asked about."""
    state = line.state
    good, other = (str(state.move_text(side.moves[0])) for side in (best, asked))
    whole = float(state.highest - state.lowest)
    if (sure := certain(good, other, best.proven, asked.proven, reply(line, asked.moves))) is not None:
        return sure
    if best.value - asked.value < AS_GOOD * whole:
        return f"{other} is about as good as {good}."
    if best.sampled or state.hidden:
        often, seldom = (round(100 * (side.value - float(state.lowest)) / whole) for side in (best, asked))
        return f"Of 100 games you would win about {seldom} with {other}, and {often} with {good}."
    length = min(len(best.moves), len(asked.moves))
    ends = end_of(line, best.moves[:length]), end_of(line, asked.moves[:length])
    met = reply(line, asked.moves)
    because = f", because they answer {met}" if met else ""
    return pieces_lost(line, ends, good, other, because) or part_that_differs(ends, good, other, because, line.turn)


def certain(good: str, other: str, best: str, asked: str, answer: str) -> str | None:
    """What is proven of the two, or None."""
    if asked == "loss" and best != "loss":
        return f"With {other} you lose{f' to {answer}' if answer else ''}; with {good} you do not."
    if best == "win" and asked != "win":
        return f"With {good} you win for sure; {other} lets the win go."
    if best == asked in ("win", "loss"):
        return f"You {'win' if best == 'win' else 'lose'} with both {good} and {other}."
    return None


def reply(line: Playthrough, moves: Sequence[int]) -> str:
    """What the other side answers, in the game's notation."""
    if len(moves) < 2 or line.state.hidden:
        return ""
    after = line.copy()
    after.play(moves[0])
    if after.turn < 0 or after.turn == line.turn:
        return ""
    return str(after.state.move_text(moves[1]))


def pieces_lost(line: Playthrough, ends: tuple[Game, Game], good: str, other: str, because: str) -> str:
    """Who is better off in pieces, where some were captured on the way."""
    mover = line.turn
    before = pieces_of(line.state, mover)
    best, asked = (pieces_of(end, mover) for end in ends)
    if asked.total() >= before.total() and best.total() >= before.total():
        return ""
    balance: Counter[str] = Counter()  # what the other side gains by the move, kind by kind
    for who, kind in (best.keys() | asked.keys()) - {(-1, kind) for _, kind in best.keys() | asked.keys()}:
        balance[kind] += (best[who, kind] - asked[who, kind]) * (1 if who == mover else -1)
    worse, better = things(balance), things(Counter({kind: -count for kind, count in balance.items()}))
    if not worse:
        return ""
    though = f", though {better} better" if better else ""
    return f"With {other} you end up {worse} worse off than with {good}{though}{because}."


def things(counts: Counter[str]) -> str:
    """A knight and 2 pawns; only what there is more of."""
    some = [(kind, count) for kind, count in sorted(counts.items()) if count > 0][:MOST_THINGS]
    words = [f"{article(kind)} {kind}" if count == 1 else f"{count} {plural(kind)}" for kind, count in some]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def article(word: str) -> str:
    """A or an."""
    return "an" if word[:1] in "aeiou" else "a"


def plural(word: str) -> str:
    """Men, not mans."""
    return f"{word[:-3]}men" if word.endswith("man") else f"{word}s"


def part_that_differs(ends: tuple[Game, Game], good: str, other: str, because: str, mover: int) -> str:
    """The part of the evaluation with the largest change, by its name."""
    best, asked = ends
    plain = f"{other} leads to a worse position than {good}{because}."
    if best.over() or asked.over() or best.turn != asked.turn or best.turn < 0:
        return plain
    one, two = best.features(), asked.features()
    changes = {
        name: abs(two[name] - value) / (abs(two[name]) + abs(value))
        for name, value in one.items()
        if name in two and abs(two[name] - value) > 1e-9
    }
    if not changes:
        return plain
    name = max(changes, key=lambda key: changes[key])
    sign = 1 if best.turn == mover else -1
    numbers = (sign * two[name], sign * one[name])
    if any(number != round(number) for number in numbers):  # a sum of small parts says nothing to a child
        return f"{plain[:-1]}; look at the {name}."
    return f"{plain[:-1]}: {name}, {numbers[0]:+.0f} for you and not {numbers[1]:+.0f}."
