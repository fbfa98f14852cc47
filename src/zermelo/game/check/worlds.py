"""A redeal keeps to all that was seen: along a random game, the positions that a player holds possible are followed.

Where they become too many, nothing more is said about that game; a game with few histories is looked at whole
(`hidden.check_recall`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.game.check.hidden import sight_after
from zermelo.game.check.laws import RECALL, Complaint
from zermelo.game.random import Random
from zermelo.game.veil import hides_something

MOST_WORLDS = 400  # positions that are held possible at a time
MOST_LOOKS = 6000  # moves that are tried in them, for a player in a game
DEALS = 2  # redeals at each position


def check_past(start: Any, moves: list[int], seed: int) -> Iterator[Complaint]:
    """Deals from the positions of a game are among those that the player still holds possible."""
    if hides_something(start):
        return
    for player in range(start.players):
        ours, worlds, random, looks = start.copy(), [start.copy()], Random(seed, player), 0
        for move in moves:
            looks += sum(len(world.legal()) for world in worlds)
            if looks > MOST_LOOKS:
                break
            worlds = possible_after(ours, move, worlds, player)
            ours.play(move)
            if len(worlds) > MOST_WORLDS or ours.over():
                break
            if found := outside(ours, worlds, player, random):
                yield Complaint(RECALL, found)
                return


def possible_after(ours: Any, move: int, worlds: list[Any], player: int) -> list[Any]:
    """The positions, each once, in which a player may believe to be after a move of the true game."""
    wanted, own = sight_after(ours, move, player), ours.turn == player
    found: dict[bytes, Any] = {}
    for world in worlds:
        for other in [move] if own else world.legal():
            if sight_after(world, other, player) == wanted:
                after = world.copy()
                after.play(other)
                found.setdefault(known_bytes(after), after)
    return list(found.values())


def outside(ours: Any, worlds: list[Any], player: int, random: Random) -> str:
    """A deal that the player knows to be impossible, in words; or nothing."""
    possible = {known_bytes(world) for world in worlds}
    for _ in range(DEALS):
        dealt = ours.copy()
        dealt.redeal(player, random)
        if known_bytes(dealt) not in possible:
            return f"redeal({player}) gives {dealt.to_text()}, which contradicts what player {player} saw before"
    return ""


def known_bytes(state: Any) -> bytes:
    """The key fields of a position."""
    return bytes(state.tobytes()[: type(state).key_bytes])
