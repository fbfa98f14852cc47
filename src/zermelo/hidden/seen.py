"""What one player sees of a game in which something is hidden: the picture, and the moves of others.

Nothing is asked of a game but what the contract has: what differs between deals that a player cannot tell apart is
hidden from him, and a move is hidden if another one would have left him with the same observation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zermelo.game.random import Random
from zermelo.game.scene import Piece, Scene

DEALS = 48  # other deals that are looked at
OPEN_NOTE = "all cards are shown"  # what pictures of card games say, and what is not true of this one


def seen_scene(state: Any, player: int) -> Scene:
    """The picture as a player sees it; cells that might hold something else show a question mark."""
    scene: Scene = state.scene()
    if not state.hidden:
        return scene
    others = []
    for number in range(DEALS):
        other = state.copy()
        other.redeal(player, Random(number, 5))
        others.append(other.scene())
    shown = by_cell(scene)
    doubtful = {cell for other in others for cell in differing(shown, by_cell(other))}
    pieces = [piece for piece in scene.pieces if piece.cell not in doubtful]
    for cell in sorted(doubtful):
        owner = shown[cell][-1].owner if cell in shown else -1
        pieces.append(Piece(cell, "hidden", owner, "?"))
    common = [note for note in scene.notes if note != OPEN_NOTE and all(note in other.notes for other in others)]
    return replace(scene, pieces=tuple(pieces), notes=tuple(common))


def by_cell(scene: Scene) -> dict[str, tuple[Piece, ...]]:
    """What stands on each cell."""
    found: dict[str, tuple[Piece, ...]] = {}
    for piece in scene.pieces:
        found[piece.cell] = (*found.get(piece.cell, ()), piece)
    return found


def differing(one: dict[str, tuple[Piece, ...]], other: dict[str, tuple[Piece, ...]]) -> set[str]:
    """The cells on which two pictures are not the same."""
    return {cell for cell in one.keys() | other.keys() if one.get(cell) != other.get(cell)}


def sees_move(state: Any, move: int, player: int) -> bool:
    """Whether a player can tell this move of another, or of chance, from all others that were possible."""
    if not state.hidden or int(state.turn) == player:
        return True
    return all(
        observed(state, other, player) != observed(state, move, player) for other in state.legal() if other != move
    )


def observed(state: Any, move: int, player: int) -> tuple[int, ...]:
    """What a player observes after a move."""
    after = state.copy()
    after.play(move)
    row = np.zeros(after.observation, np.int32)
    return tuple(int(value) for value in row[: after.observe(player, row)])
