"""What all learned evaluations have in common: the game they are for, how they were made, and a file.

A file is NumPy's `.npz` without pickle: a header in JSON and arrays of weights, tied to the digest of the rules.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadText, Unsupported
from zermelo.folders import write_whole
from zermelo.game.arrays import read_arrays, read_header
from zermelo.game.identity import rules_of_play

FORMAT = 1
MAGIC = "zermelo network"
LARGEST = 1 << 30  # bytes of all arrays; nobody's weights need more
DENSE = "network"  # the model of files that name none

Stored = dict[str, NDArray[Any]]


class Model:
    """Weights of a game, of any kind."""

    kind: ClassVar[str]
    game: str
    rules: str
    scale: float  # the largest result, in the game's own units
    history: dict[str, Any]  # how it was made: command, seed, time, matches

    def refuse_other(self, cls: Any) -> None:
        """Weights for other rules are of no use."""
        if rules_of_play(cls) != self.rules:
            raise Unsupported(
                f"these weights are for other rules or another form of {self.game}, not for this {cls.__name__}: learn"
                " new ones with `zermelo train`"
            )

    def heading(self) -> str:
        """Its size in words."""
        raise NotImplementedError

    def header(self) -> dict[str, Any]:
        """What a file tells of it, beside the weights."""
        raise NotImplementedError

    def stored(self) -> Stored:
        """The weights as a file has them."""
        raise NotImplementedError

    def save(self, path: Path | str) -> None:
        """Write the file; whoever is killed meanwhile leaves the old one."""
        header = {"magic": MAGIC, "format": FORMAT, "model": self.kind, "game": self.game, "rules": self.rules}
        header |= {"scale": self.scale, "history": self.history, **self.header()}
        memory = io.BytesIO()
        named: dict[str, Any] = {"header": np.frombuffer(json.dumps(header).encode(), np.uint8), **self.stored()}
        np.savez_compressed(memory, **named)
        try:
            write_whole(Path(path), memory.getvalue())
        except OSError as problem:
            raise BadText(f"{path} cannot be written: {problem.strerror}") from problem


def read_file(path: Path | str) -> tuple[dict[str, Any], Stored]:
    """The header of a file and its arrays; what is no such file is told in a sentence."""
    try:
        weights = read_arrays(Path(path), LARGEST)
        header = read_header(weights)
    except OSError as problem:
        raise BadText(f"{path} cannot be read: {problem.strerror or 'it is no file'}") from problem
    except ValueError as problem:
        raise BadText(
            f"{path} holds no weights of Zermelo: `zermelo train GAME --out FILE` writes such a file"
        ) from problem
    if header.get("magic") != MAGIC or header.get("format") != FORMAT:
        raise BadText(f"{path} was written by another version of Zermelo: train anew")
    del weights["header"]
    return header, weights
