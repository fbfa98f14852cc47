"""A record turn by turn: other programs write a capture of several jumps, or a roll and its play, as one move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadText
from zermelo.game.playthrough import Playthrough
from zermelo.notation.record import GameRecord, Node


@dataclass
class Turn:
    """A whole turn, a remark on it, and what may follow; the first child is the main line."""

    move: str = ""  # in the game's notation; empty at the root
    comment: str = ""
    children: list[Turn] = field(default_factory=list)
    before: Any = None  # the state in which the turn began
    moves: tuple[int, ...] = ()
    seat: int = 0


@dataclass
class Open:
    """A turn that has begun: the node reached, the state there, and how it came about."""

    node: Node
    parent: Turn
    state: Any
    before: Any
    moves: tuple[int, ...] = ()
    comment: str = ""


def turns_of(record: GameRecord, kind: str) -> Turn:
    """All turns of a record, without recursion; a record that ends inside a turn is refused for a kind of file."""
    state = record.begin().state
    root = Turn(comment=record.root.comment)
    waiting = [Open(record.root, root, state, state)]
    while waiting:
        here = waiting.pop()
        if not here.node.children and here.moves and here.state.turn >= 0 and here.before.turn >= 0:
            raise BadText(f"the game stops inside a turn, which {kind} cannot say: write it as json")
        followers = []
        for child in here.node.children:
            move = int(here.state.parse_move(child.move))
            after, mover = here.state.copy(), int(here.state.turn)
            after.play(move)
            comment = f"{here.comment} {child.comment}".strip()
            moves = (*here.moves, move)
            if mover < 0 or (after.midturn() and not after.over()):
                followers.append(Open(child, here.parent, after, here.before, moves, comment))
                continue
            turn = Turn(str(here.before.turn_text(list(moves))), comment, [], here.before, moves, mover)
            here.parent.children.append(turn)
            followers.append(Open(child, turn, after, after))
        waiting.extend(reversed(followers))
    return root


def play_turn(playthrough: Playthrough, node: Node, moves: list[int]) -> Node:
    """Play the moves of a turn, and hang them below a node; returns the last."""
    for move in moves:
        shown = str(playthrough.state.move_text(move))
        playthrough.play(move)
        node = node.children[node.child(shown)]
    return node
