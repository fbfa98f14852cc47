"""Random records with variations and comments, for comparison with other programs."""

from __future__ import annotations

from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.notation.record import GameRecord, Node

COMMENTS = ("", "", "", "a remark", "? doubtful", "$14 a little better", "two  blanks", "(brackets) [here]", "% ; é ♞")


def grow(record: GameRecord, random: Random, plies: int, variations: int) -> None:
    """A main line of random moves, and short variations from random places of it."""
    line = record.begin()
    extend(record.root, line, random, plies)
    for _ in range(variations):
        node, line = record.root, record.begin()
        for _ in range(random.below(max(len(record.main_line()), 1))):
            place = random.below(len(node.children))
            line.play(node.children[place].move)
            node = node.children[place]
            if not node.children:
                break
        extend(node, line, random, 1 + random.below(4))


def extend(node: Node, line: Playthrough, random: Random, plies: int) -> None:
    """Random moves below a node."""
    for _ in range(plies):
        legal = line.state.legal()
        if not legal or line.over():
            return
        move = legal[random.below(len(legal))]
        if not line.possible(move):  # superko
            return
        node = node.children[node.child(str(line.state.move_text(move)))]
        line.play(move)
        node.comment = node.comment or COMMENTS[random.below(len(COMMENTS))]
