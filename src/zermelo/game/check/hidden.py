"""Laws of hidden information: what players see, and deals that they cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
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


def leaking_part(then: Any, now: Any) -> str:
    """The first part of a picture that another deal changes, in words."""
    for part in fields(then):
        before, after = getattr(then, part.name), getattr(now, part.name)
        if before == after:
            continue
        if isinstance(before, tuple) and isinstance(after, tuple):
            if len(before) != len(after):
                return f"it has {len(after)} {part.name} and no longer {len(before)}"
            before, after = next((a, b) for a, b in zip(before, after, strict=True) if a != b)
        return f"its {part.name} have {after!r} and no longer {before!r}"
    return "it is another"


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
        part = leaking_part(place.state.scene_for(player), dealt.scene_for(player))
        return f"scene_for({player}) shows what player {player} cannot know: after redeal({player}) {part}"
    for move in moves[:3]:
        dealt.copy().play(move)
    return ""
