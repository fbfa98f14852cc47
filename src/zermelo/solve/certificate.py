"""Proofs of one position's value as files: for each side a strategy that answers all replies.

To show that a side gets at least so much, a strategy names one move at each of its own positions; at the opponent's all
moves are answered. A win for one side needs its strategy alone; any other value needs one of each. How the moves were
found, by a search or in a table, does not matter: `verify_certificate.py` follows them by the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadText, Unsupported
from zermelo.game.sides import count_sides, side_to_move
from zermelo.solve.files import PROOF, read_array, write_table
from zermelo.solve.promise import refuse_solving
from zermelo.solve.tablebase import Known, best_of, check_rules, header_of, installed, said

MOST_POSITIONS = 5_000_000  # of a strategy, unless more are allowed
Proven = Callable[[Any], tuple[int, float]]  # a position -> a move, and the value that it proves for the player to move
Tell = Callable[[int], None]
Strategy = dict[int, int]  # the key of a position -> the move there


@dataclass
class Certificate:
    """What is claimed of a position, and the strategies that show it."""

    start: Any
    value: float  # for the player to move
    name: str = ""  # under which the game is found again
    strategies: dict[int, Strategy] = field(default_factory=dict)  # by side

    @property
    def positions(self) -> int:
        """Moves that are named, of both sides."""
        return sum(len(strategy) for strategy in self.strategies.values())


def certify(
    start: Any, proven: Proven, *, name: str = "", most: int = MOST_POSITIONS, tell: Tell = lambda count: None
) -> Certificate:
    """Collect the strategies that prove the value of a position; `proven` is asked at each position of theirs."""
    cls = type(start)
    refuse_proof(start)
    value = first_value(start, proven)
    found = Certificate(start.copy(), value, name or cls.__name__)
    own = side_to_move(start)
    for keeper in sorted({side_to_move(start), *(range(2) if count_sides(cls) == 2 else ())}):
        best = cls.highest if keeper == own else cls.lowest
        worst = cls.lowest if keeper == own else cls.highest
        if value != worst or value == best:  # nobody needs a strategy for the worst there is
            found.strategies[keeper] = strategy_of(
                start, keeper, proven, value if keeper == own else -value, most, tell
            )
    return found


def refuse_proof(start: Any) -> None:
    """Say why strategies cannot prove the value of a position, whoever made them."""
    cls = type(start)
    refuse_solving(cls)
    if cls.chance:
        raise Unsupported(f"a strategy proves nothing sure in {cls.__name__}, where chance moves: `--strong` solves it")
    if not start.legal():
        raise Unsupported("the game is over in this position: there is nothing to prove")


def first_value(start: Any, proven: Proven) -> float:
    """What a position is worth to the player to move; where nothing can be chosen, play goes on first."""
    state = start.copy()
    while len(moves := state.legal()) == 1:
        state.play(moves[0])
    value = proven(state)[1] if moves else float(state.utility(max(int(state.turn), 0)))
    return value if side_to_move(state) == side_to_move(start) else 0.0 - value


def strategy_of(start: Any, keeper: int, proven: Proven, least: float, most: int, tell: Tell) -> Strategy:
    """The moves of one side that bring it at least so much, at every position that it may have to answer."""
    strategy: Strategy = {}
    waiting, seen = [start], {exact(start)}
    while waiting:
        state = waiting.pop()
        moves = state.legal()
        if side_to_move(state) == keeper:
            move, value = proven(state) if len(moves) > 1 else (moves[0], least)  # a search looks no further at one
            if value < least:
                raise Unsupported(
                    f"{state.to_text()} was proven to be worth {value:g} and must be worth {least:g}: the rules of "
                    "this game look at more than the position"
                )
            strategy[int(state.key())] = move
            moves = [move]
            if len(strategy) > most:
                raise Unsupported(f"the strategy has more than {most:,} positions: prove a smaller game")
            if len(strategy) % 100 == 0:
                tell(len(strategy))
        for move in moves:
            child = state.copy()
            child.play(move)
            if child.legal() and (key := exact(child)) not in seen:
                seen.add(key)
                waiting.append(child)
    return strategy


def exact(state: Any) -> bytes:
    """What tells a position from all others."""
    return bytes(state.tobytes()[: type(state).key_bytes])


def from_tables(state: Any) -> tuple[int, float] | None:
    """The best move that an installed table knows, and its value; None where no table holds the position."""
    for table in installed(type(state)):
        moves: dict[int, Known] | None = table.moves(state)
        if moves:
            best = best_of(moves)
            return best, moves[best].value
    return None


# ---------------------------------------------------------------------- files


def write_certificate(found: Certificate, path: Path) -> None:
    """Write a proof whole."""
    header = {
        **header_of(type(found.start)),
        "kind": "weak",
        "name": found.name,
        "start": found.start.to_text(),
        "value": found.value,
        "sides": sorted(found.strategies),
        "positions": found.positions,
    }
    arrays = {}
    for keeper, strategy in sorted(found.strategies.items()):
        keys = np.array(sorted(strategy), np.uint64)
        arrays[f"keys{keeper}"] = keys
        arrays[f"moves{keeper}"] = np.array([strategy[key] for key in keys.tolist()], np.int32)
    write_table(path, {**header}, arrays, PROOF)


def read_certificate(cls: Any, path: Path) -> Certificate:
    """The proof in a file; refused where it is of another game or of other rules."""
    header = check_rules(cls, path, PROOF)
    try:
        found = Certificate(cls.from_text(said(header, "start", path, PROOF)), float(header["value"]), header["name"])
        sides = [int(one) for one in header["sides"]]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadText(f"{path} does not say what it proves: {PROOF.again}") from None
    if not cls.lowest <= found.value <= cls.highest:  # no number is neither
        raise BadText(f"{path} proves a value of {found.value:g}, which the game does not have: {PROOF.again}")
    for keeper in sides:
        keys, moves = (read_array(path, f"{column}{keeper}", PROOF) for column in ("keys", "moves"))
        if len(keys) != len(moves) or keys.dtype != np.uint64 or moves.dtype != np.int32:
            raise BadText(f"{path} has positions without moves: {PROOF.again}")
        found.strategies[keeper] = dict(zip(keys.tolist(), moves.tolist(), strict=True))
    return found


def is_certificate(path: Path) -> bool:
    """Whether a file begins as a proof does."""
    try:
        with path.open("rb") as file:
            return file.read(len(PROOF.magic)) == PROOF.magic
    except OSError:
        return False
