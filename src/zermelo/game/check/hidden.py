"""Laws of hidden information: what players see, and deals that they cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.check.ask import GUARD, UNTOUCHED
from zermelo.game.check.course import Place
from zermelo.game.check.laws import OBSERVE, REDEAL, Complaint


def check_observe(place: Place) -> Iterator[Complaint]:
    """Observations fit their row."""
    game = place.game
    if not game.hidden:
        return
    for player in range(game.players):
        size = int(place.answers.seen_counts[player])
        if not 0 <= size <= game.observation:
            yield Complaint(OBSERVE, f"observe({player}) returns {size}, observation = {game.observation}")
            return
        if (place.answers.seen[player, -GUARD:] != UNTOUCHED).any():
            yield Complaint(OBSERVE, f"observe({player}) writes behind the place observation = {game.observation}")
            return


def check_redeal(place: Place) -> Iterator[Complaint]:
    """A player sees the same after a new deal, and the new position is one that can be played."""
    game = place.game
    if not game.hidden or place.ended:
        return
    for player in range(game.players):
        dealt = place.answers.dealt[player]
        if dealt.tobytes() != place.before:
            place.memory["dealt"] = True
        if found := noticed(place, player, dealt):
            yield Complaint(REDEAL, found)
            return


def noticed(place: Place, player: int, dealt: Any) -> str:
    """What gives a new deal away, or nothing."""
    count = int(place.answers.seen_counts[player])
    row = np.full(place.game.observation + GUARD, UNTOUCHED, np.int32)
    now = row[: dealt.observe(player, row)].tolist()
    then = place.answers.seen[player, : max(count, 0)].tolist()
    if now != then:
        return f"after redeal({player}) player {player} sees {now} and no longer {then}"
    if dealt.turn != place.state.turn:
        return f"after redeal({player}) the turn is {dealt.turn} and no longer {place.state.turn}"
    if dealt.over():
        return f"after redeal({player}) the game is over"
    moves = dealt.legal()
    if player == dealt.turn and sorted(moves) != sorted(place.legal):
        return f"after redeal({player}) player {player} has the moves {moves} and no longer {place.legal}"
    if not moves:
        return f"after redeal({player}) there are no moves"
    if dealt.scene_for(player) != place.state.scene_for(player):
        return f"after redeal({player}) the picture scene_for({player}) is another: it shows what is hidden"
    for move in moves[:3]:
        dealt.copy().play(move)
    return ""
