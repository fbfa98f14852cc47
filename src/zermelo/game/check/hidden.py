"""Laws of hidden information: what players see, and deals that they cannot tell apart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from zermelo.game.check.ask import GUARD, UNTOUCHED
from zermelo.game.check.course import Place
from zermelo.game.check.laws import OBSERVE, RECALL, REDEAL, VEILED, Complaint
from zermelo.game.information import Key, begun, learned
from zermelo.game.random import Random
from zermelo.game.veil import hides_something, observed

TRIED = 40  # moves of another that are tried to find one that looks the same
MOST_HISTORIES = 1500  # of a game whose every history is looked at
FIRST, EVERY = 12, 8  # plies at which twins are compared: the first ones, then each so many
PATIENCE = 3.0  # seconds to list them, and again to deal from them
DEALS = 4  # redeals from each of them


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


# ---------------------------------------------------------------------- the whole past


def check_twins(start: Any, moves: list[int], seed: int) -> Iterator[Complaint]:
    """Two games that one player cannot tell apart offer them the same moves, pictures and deals.

    The second game is made beside the first: another's move is replaced by one after which the player sees the same.
    """
    for player in range(start.players):
        ours, twin, random = start.copy(), start.copy(), Random(seed, player)
        for ply, move in enumerate(moves):
            looks = ours.turn == player and (ply < FIRST or (ply + seed) % EVERY == 0)
            if looks and (found := told_apart(ours, twin, player, seed)):
                yield Complaint(VEILED, f"{found}; it is hidden from player {player} whether it is {twin.to_text()}")
                return
            other = look_alike(ours, move, twin, player, random)
            if other < 0:
                break  # in this twin the game cannot have gone on as it did
            ours.play(move)
            twin.play(other)


def look_alike(ours: Any, move: int, twin: Any, player: int, random: Random) -> int:
    """A move of the twin that looks to a player like this move of ours, their own being the same; -1: none is found."""
    if ours.turn == player:
        return move
    wanted = sight_after(ours, move, player)
    moves = twin.legal()
    first = random.below(len(moves)) if moves else 0
    for other in (moves[first:] + moves[:first])[:TRIED]:
        if sight_after(twin, other, player) == wanted:
            return other
    return -1


def sight_after(state: Any, move: int, player: int) -> tuple[int, ...]:
    """What a player sees after a move: whether the game goes on, whose turn it is, their observation."""
    after = state.copy()
    after.play(move)
    return int(after.over()), int(after.turn), *observed(after, player)


def told_apart(ours: Any, twin: Any, player: int, seed: int) -> str:
    """What a player to move could tell two positions by, though they have seen the same; or nothing."""
    if sorted(ours.legal()) != sorted(twin.legal()):
        return f"player {player} has the moves {ours.legal()} and not {twin.legal()}"
    if ours.scene_for(player) != twin.scene_for(player):
        return f"the picture scene_for({player}) shows what is hidden"
    one, two = ours.copy(), twin.copy()
    one.redeal(player, Random(seed, 1))
    two.redeal(player, Random(seed, 1))
    if one != two:
        return (
            f"redeal({player}) depends on what is hidden, so that from the same random numbers it gives two deals: "
            "forget first all that the player does not see, then deal it anew"
        )
    return ""


def check_recall(start: Any) -> Iterator[Complaint]:
    """Redeals keep to all that a player has ever seen: proven on every history, where there are few enough.

    Where something is hidden before the first move, histories do not tell what else it could have been.
    """
    if hides_something(start):
        return
    histories = all_histories(start)
    sets: dict[tuple[int, Key], set[bytes]] = {}
    size = type(start).key_bytes
    for state, keys in histories:
        for player, key in enumerate(keys):
            sets.setdefault((player, key), set()).add(state.tobytes()[:size])
    deadline = time.monotonic() + PATIENCE
    for number, (state, keys) in enumerate(histories):
        if time.monotonic() > deadline:
            return
        for player, key in enumerate(keys):
            random = Random(number, player)
            for _ in range(DEALS):
                dealt = state.copy()
                dealt.redeal(player, random)
                if dealt.tobytes()[:size] not in sets[player, key]:
                    text = f"redeal({player}) at {state.to_text()} gives {dealt.to_text()}"
                    yield Complaint(RECALL, f"{text}, which contradicts what player {player} saw before")
                    return


def all_histories(start: Any) -> list[tuple[Any, list[Key]]]:
    """Every position that is not over, once for each way to it, with the players' keys; nothing if there are many."""
    found: list[tuple[Any, list[Key]]] = []
    deadline = time.monotonic() + PATIENCE
    waiting = [(start, -1, -2, [begun(player) for player in range(start.players)])]
    while waiting:
        state, move, mover, keys = waiting.pop()
        now = []
        for player, key in enumerate(keys):
            row = np.array(observed(state, player), np.int32)
            now.append(learned(key, move if player == mover else -1, int(state.turn), row, len(row)))
        moves = state.legal()
        if moves:
            found.append((state, now))
        if len(found) + len(waiting) + len(moves) > MOST_HISTORIES or time.monotonic() > deadline:
            return []
        for choice in moves:
            after = state.copy()
            after.play(choice)
            waiting.append((after, choice, int(state.turn), now))
    return found
