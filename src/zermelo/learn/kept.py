"""Weights that are kept: those that came with Zermelo and those that were learnt here, found by a game's rules."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.errors import Unsupported, ZermeloError
from zermelo.folders import data_folder
from zermelo.game.identity import rules_of_play
from zermelo.learn.loading import load_model
from zermelo.learn.model import Model

SHIPPED = Path(__file__).parent / "weights"
_found: dict[str, tuple[int, Model | None]] = {}  # by the rules: when the folder last changed, and the weights


def learnt_here() -> Path:
    """The folder of weights that were learnt on this machine."""
    return data_folder() / "weights"


def place_for(cls: Any) -> Path:
    """Where weights that are learnt now are kept: a game's newest take the place of older ones."""
    return learnt_here() / f"{cls.__name__.lower()}-{rules_of_play(cls)}.npz"


def keep(network: Model, cls: Any) -> Path:
    """Keep weights for all players of this machine."""
    path = place_for(cls)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    network.save(path)
    return path


def changed(folder: Path) -> int:
    """When a folder last changed: a server that runs for days sees what was learnt meanwhile."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def find_weights(cls: Any) -> Model | None:
    """The weights kept for a game, those learnt here first; a file that cannot be read is as good as none."""
    rules, now = rules_of_play(cls), changed(learnt_here())
    if rules not in _found or _found[rules][0] != now:
        _found[rules] = now, read_weights(rules)
    return _found[rules][1]


def read_weights(rules: str) -> Model | None:
    """The same from the files."""
    for folder in (learnt_here(), SHIPPED):
        for path in sorted(folder.glob(f"*-{rules}.npz")):
            with suppress(ZermeloError):
                return load_model(path)
    return None


def kept_weights(cls: Any) -> Model:
    """The same, for somebody who relies on them."""
    found = find_weights(cls)
    if found is None:
        raise Unsupported(
            f"no weights are kept for {cls.__name__}: learn some with `zermelo train`, or name a file (net=FILE)"
        )
    return found
