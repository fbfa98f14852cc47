"""What a solved subgame says: the tree of actions, how often each is chosen, and the grid of 169 hands at a node."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.errors import BadParameter
from zermelo.games.poker.hands import card_text, read_cards
from zermelo.hidden.holdem import kernels
from zermelo.hidden.holdem.betting import DEAL, SECOND
from zermelo.hidden.holdem.ranges import CLASSES, SIDE, class_text, classes
from zermelo.hidden.holdem.subgame import Subgame

ENDS = {
    3: "the first player folds",
    4: "the second player folds",
    5: "the hands are shown",
    6: "all-in: the board runs",
}


def children(game: Subgame, node: int) -> list[int]:
    """The nodes that follow."""
    tree, child = game.tree, node + 1
    found: list[int] = []
    while len(found) < tree.counts[node]:
        found.append(child)
        child += 1
        while child < len(tree.kinds) and tree.depths[child] > tree.depths[node] + 1:
            child += 1
    return found


def labels(game: Subgame, node: int, high: int) -> list[str]:
    """The words of what can happen at a node; `high` is what the bettor has put in since the start of the street."""
    tree = game.tree
    if tree.kinds[node] == DEAL:
        return [card_text(int(tree.cards[child])) for child in children(game, node)]
    found = []
    for child in children(game, node):
        chips = int(tree.chips[child])
        bet = any(tree.chips[other] == -2 for other in children(game, node))
        if chips == -2:
            found.append("fold")
        elif chips == high:
            found.append("call" if bet else "check")
        elif chips == game.asked.stack:
            found.append("all-in")
        else:
            found.append(f"{'raise' if bet else 'bet'} {chips}")
    return found


def follow(game: Subgame, path: list[str]) -> tuple[int, int]:
    """The node at the end of a path of words, and the most chips that somebody has put in there."""
    node, high = 0, 0
    for step in path:
        words = labels(game, node, high)
        wanted = " ".join(step.lower().split())
        if game.tree.kinds[node] == DEAL:
            wanted = card_text(read_cards(step)[0]) if len(read_cards(step)) == 1 else step
        if wanted not in words:
            shown = ", ".join(words) if words else ENDS[int(game.tree.kinds[node])]
            raise BadParameter(f"{step!r} cannot follow here; possible: {shown}")
        node = children(game, node)[words.index(wanted)]
        if game.tree.chips[node] >= 0:
            high = int(game.tree.chips[node])
    return node, high


def look(game: Subgame, path: list[str]) -> dict[str, Any]:
    """A node as plain data: who acts, with what words, how often, and the grid of the 169 hands."""
    node, high = follow(game, path)
    kind = int(game.tree.kinds[node])
    words = labels(game, node, high)
    if kind > SECOND:
        return {"player": None, "actions": words, "end": "" if kind == DEAL else ENDS[kind], "path": path}
    hands = game.hands[kind]
    kernels.reaches_at(game.tree, game.starts, kind, node, game.sides, game.averages, game.work)
    depth, own, count = int(game.tree.depths[node]), len(hands), len(words)
    reach = game.work.own[depth][:own].astype(float)
    against = reach * reachable(game, kind, game.work.other[depth])
    start = int(game.starts[node])
    sums = game.averages[start : start + count * own].reshape(count, own).astype(float)
    total = sums.sum(0)
    shares = np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / count)
    cells = classes()[hands]
    weight = np.bincount(cells, reach, CLASSES)
    grid = [np.bincount(cells, reach * share, CLASSES) / np.where(weight > 0, weight, 1) for share in shares]
    whole = against.sum()
    return {
        "player": kind,
        "actions": words,
        "end": "",
        "path": path,
        "shares": [float((against * share).sum() / whole) if whole > 0 else 0.0 for share in shares],
        "weights": weight.round(6).tolist(),
        "grid": np.stack(grid, 1).round(6).tolist(),
    }


def reachable(game: Subgame, player: int, other: Any) -> Any:
    """[hand] how much of the opponent's reach shares no card with it."""
    side, theirs = game.sides[player], game.sides[1 - player]
    reach = other[: len(theirs.cards)].astype(float)
    sums = np.bincount(theirs.cards.ravel(), np.repeat(reach, 2), 52)
    twins = np.where(side.twins >= 0, reach[side.twins], 0)
    return reach.sum() - sums[side.cards].sum(1) + twins


def equity(game: Subgame) -> float:
    """The first player's chance to win the hand if it is shown at once, ties halved."""
    if game.asked.board and len(game.asked.board) == 5:
        ours, theirs = game.sides
        table = np.zeros((len(theirs.cards), len(ours.cards)), np.float32)
        ranks = []
        for side in (ours, theirs):
            row = np.zeros((1, len(side.cards)), np.int32)
            row[0, side.order[0]] = side.ranks[0]
            ranks.append(row)
        kernels.compare(ranks[0], ranks[1], ours.cards, theirs.cards, 1.0, table)
    else:
        table = game.sides[0].equity
        if table.shape == (1, 1):
            return float("nan")
    first, second = game.sides[0].weights.astype(float), game.sides[1].weights.astype(float)
    return float(0.5 + 0.5 * (second @ table.astype(float) @ first) / game.weight)


def grid_text(seen: dict[str, Any]) -> str:
    """The grid in letters: each hand of the range with how often it bets or raises, in hundredths."""
    active = [not word.startswith(("check", "call", "fold")) for word in seen["actions"]]
    lines = []
    for row in range(SIDE):
        cells = []
        for column in range(SIDE):
            cell = row * SIDE + column
            held = seen["weights"][cell] > 0
            share = sum(part for part, bets in zip(seen["grid"][cell], active, strict=True) if bets)
            cells.append(f"{class_text(cell):<3}{100 * share:4.0f}" if held else f"{class_text(cell):<3}   ·")
        lines.append(" ".join(cells))
    return "\n".join(lines)
