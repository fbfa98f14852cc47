"""A strategy as a file: probabilities for every information set, found by the key of the information state.

The file is NumPy's `.npz` without pickle: a header in JSON (format, game, digest of the rules and of the start, method,
iterations, exploitability) and arrays. It is written beside its place and moved there whole, so that a process that is
killed leaves the old file or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadText, Unsupported
from zermelo.game.arrays import read_arrays, read_header
from zermelo.game.identity import rules_of_play
from zermelo.game.playthrough import Playthrough
from zermelo.hidden.tree import GameTree, key_number

FORMAT = 1
MAGIC = "zermelo strategy"
LARGEST = 1 << 32  # bytes of all its arrays

Floats = NDArray[np.float64]


def digest_of(start: Any) -> str:
    """A digest of the rules and of the start: another size of a game is another game."""
    name = rules_of_play(type(start)).encode() + start.tobytes()
    return hashlib.blake2b(name, digest_size=16).hexdigest()


@dataclass(repr=False)
class Strategy:
    """What each player does in each information set, and how it was found."""

    game: str
    rules: str  # digest
    method: str
    iterations: int
    exploitability: float  # NashConv divided by the players
    values: tuple[float, ...]  # of the game, if all play by it
    owners: NDArray[np.int8]  # [set] the player
    keys: NDArray[np.uint64]  # [set, 2]
    looks: NDArray[np.uint64]  # [set, 2] of the last observation alone
    slots: NDArray[np.int32]  # [set + 1]
    moves: NDArray[np.int32]  # [slot]
    probabilities: Floats  # [slot]
    regrets: Floats  # to go on
    averages: Floats
    current: Floats

    def __repr__(self) -> str:
        return (
            f"<strategy of {self.game}: {len(self.owners)} information sets, {self.method}, {self.iterations}"
            f" iterations, exploitable by {self.exploitability:.3g}>"
        )

    @cached_property
    def by_key(self) -> dict[int, int]:
        """Information sets by the keys of information states."""
        return {key_number(key): number for number, key in enumerate(self.keys)}

    @cached_property
    def by_look(self) -> dict[int, int]:
        """Information sets by the last observation; -1 where it does not tell which."""
        found: dict[int, int] = {}
        for number, key in enumerate(self.looks):
            name = key_number(key)
            found[name] = -1 if name in found else number
        return found

    def at(self, number: int) -> dict[int, float]:
        """The probabilities of one information set."""
        first, last = int(self.slots[number]), int(self.slots[number + 1])
        shares = zip(self.moves[first:last], self.probabilities[first:last], strict=True)
        return {int(move): float(share) for move, share in shares}

    def choices(self, game: Playthrough) -> dict[int, float] | None:
        """What the player to move should do, by their information state; None where the strategy does not know it.

        A game that was not played from its start is found by what the player sees now, where that is enough.
        """
        player = game.turn
        number = self.by_key.get(game.information_key(player), -1)
        if number < 0:
            number = self.by_look.get(game.look_key(player), -1)
        return self.at(number) if number >= 0 else None

    def refuse_other(self, start: Any) -> None:
        """A strategy for other rules, or for another size of the game, is of no use."""
        if digest_of(start) != self.rules:
            raise Unsupported(
                f"that strategy is for other rules or another form of {self.game}, not for this {type(start).__name__}:"
                " find a new one with `zermelo equilibrium`"
            )

    def lines(self, tree: GameTree) -> Iterator[tuple[int, str, dict[str, float]]]:
        """Every information set in words: the player, what they know, and how often they choose what."""
        for number, node in enumerate(tree.samples):
            line = tree.playthrough(int(node))
            player = int(tree.owners[number])
            known = line.information(player)
            shares = self.at(number)
            yield player, known.text, dict(zip(known.move_texts, (shares[m] for m in known.moves), strict=True))

    # ------------------------------------------------------------------ files

    def save(self, path: Path | str) -> None:
        """Write the file; whoever is killed meanwhile leaves the old one."""
        path = Path(path)
        arrays = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in HEADER}
        header = {name: getattr(self, name) for name in HEADER} | {"magic": MAGIC, "format": FORMAT}
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with beside.open("wb") as file:
                np.savez_compressed(file, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError as problem:
            raise BadText(f"{path} cannot be written: {problem.strerror}") from problem
        finally:
            beside.unlink(missing_ok=True)


HEADER = ("game", "rules", "method", "iterations", "exploitability", "values")


def load_strategy(path: Path | str) -> Strategy:
    """Read a strategy file."""
    try:
        arrays: dict[str, Any] = read_arrays(Path(path), LARGEST)
        header = read_header(arrays)
        del arrays["header"]
    except OSError as problem:
        raise BadText(f"{path} cannot be read: {problem.strerror or 'it is no file'}") from problem
    except ValueError as problem:
        raise BadText(
            f"{path} is no strategy of Zermelo ({problem}): `zermelo equilibrium GAME --out FILE` writes one"
        ) from problem
    if header.get("magic") != MAGIC or header.get("format") != FORMAT:
        raise BadText(f"{path} was written by another version of Zermelo: find the strategy anew")
    try:
        found = Strategy(**{name: header[name] for name in HEADER} | {"values": tuple(header["values"])}, **arrays)
        check_shapes(found)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise BadText(f"{path} does not hold together as a strategy: find it anew") from None
    return found


def check_shapes(found: Strategy) -> None:
    """Refuse arrays that do not belong together, and shares that are none."""
    sets, slots = len(found.owners), len(found.moves)
    shapes = {"owners": (sets,), "keys": (sets, 2), "looks": (sets, 2), "slots": (sets + 1,), "moves": (slots,)}
    shapes |= dict.fromkeys(("probabilities", "regrets", "averages", "current"), (slots,))
    right = all(getattr(found, name).shape == shape for name, shape in shapes.items())
    right = right and all(getattr(found, name).dtype.kind in "iuf" for name in shapes)
    steps = np.diff(found.slots.astype(np.int64))
    right = right and int(found.slots[0]) == 0 and int(found.slots[-1]) == slots and bool((steps >= 0).all())
    if not right or not bool((np.isfinite(found.probabilities) & (found.probabilities >= 0)).all()):
        raise ValueError("shapes")
