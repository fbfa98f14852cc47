"""A proof checked by a small program that knows only the rules: plain Python, no search, nothing compiled.

Each strategy is followed from the first position: one move at its own side's positions, all at the opponent's. Every
end must bring what was promised. Where more than a draw is promised no position may return, so that play ends; where a
rule that counts plies could come first, that is said.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.game.sides import side_to_move
from zermelo.solve.certificate import exact, read_certificate, refuse_proof
from zermelo.solve.verify import Verdict

Children = list[Any]


def verify_certificate(cls: Any, path: Path, *, tell: Callable[[int], None] = lambda count: None) -> Verdict:
    """Follow the strategies of a proof; the first position at which one fails is named."""
    found = read_certificate(cls, path)
    refuse_proof(found.start)
    own, checked, longest = side_to_move(found.start), 0, 0
    needed = {own} if found.value == cls.highest else set(found.strategies) | {own}
    if found.value not in (cls.highest, cls.lowest) and cls.players > 1:
        needed |= {0, 1}
    elif found.value == cls.lowest != cls.highest and cls.players > 1:
        needed = {1 - own}
    if missing := needed - set(found.strategies):
        who = "the player to move" if own in missing else "the opponent"
        return Verdict(0, False, f"the value {found.value:g} needs a strategy of {who}, and there is none")
    for keeper in sorted(needed):
        least = found.value if keeper == own else -found.value
        check = Following(found.strategies[keeper], keeper, least, tell)
        if problem := check.follow(found.start):
            return Verdict(checked + len(check.depth), False, problem)
        checked += len(check.depth)
        if least > 0:
            longest = max(longest, check.depth[exact(found.start)])
    counted = min(filter(None, (int(cls.no_progress), int(cls.cap))), default=0)
    return Verdict(checked, True, proof=not counted or longest <= counted)


class Following:
    """One strategy, followed against all replies."""

    def __init__(self, strategy: dict[int, int], keeper: int, least: float, tell: Callable[[int], None]) -> None:
        self.strategy, self.keeper, self.least, self.tell = strategy, keeper, least, tell
        self.depth: dict[bytes, int] = {}  # positions that are done, and the longest play from there
        self.open: set[bytes] = set()  # positions on the way to the present one

    def follow(self, start: Any) -> str:
        """What is wrong, or nothing; without recursion, as lines are long."""
        path: list[tuple[Any, bytes, Children, list[int]]] = []
        problem = self.enter(start, path)
        while path and not problem:
            state, key, children, longest = path[-1]
            if not children:
                path.pop()
                self.open.discard(key)
                self.depth[key] = longest[0]
                if len(self.depth) % 1000 == 0:
                    self.tell(len(self.depth))
                if path:
                    path[-1][3][0] = max(path[-1][3][0], longest[0] + 1)
                continue
            child = children.pop()
            below = exact(child)
            if not child.legal():
                if (worth := self.worth(child)) < self.least:
                    return f"at {state.to_text()} it comes to an end worth {worth:g}, not {self.least:g}"
                longest[0] = max(longest[0], 1)
            elif below in self.open:
                if self.least > 0:
                    return f"at {state.to_text()} it goes round to {child.to_text()}: play need never end"
            elif below in self.depth:
                longest[0] = max(longest[0], self.depth[below] + 1)
            else:
                problem = self.enter(child, path)
        return problem

    def enter(self, state: Any, path: list[tuple[Any, bytes, Children, list[int]]]) -> str:
        """Go on to a position: its children are those that the strategy, or the opponent, may choose."""
        moves = state.legal()
        if side_to_move(state) == self.keeper:
            move = self.strategy.get(int(state.key()))
            came = f", where it comes from {path[-1][0].to_text()}" if path else ""
            if move is None:
                return f"it has no move at {state.to_text()}{came}"
            if move not in moves:
                return f"its move {move} at {state.to_text()} is not legal"
            moves = [move]
        children = []
        for move in moves:
            child = state.copy()
            child.play(move)
            children.append(child)
        key = exact(state)
        self.open.add(key)
        path.append((state, key, children, [0]))
        return ""

    def worth(self, end: Any) -> float:
        """What an end is worth to the side whose strategy this is."""
        player = max(int(end.turn), 0)
        value = float(end.utility(player))
        return value if side_to_move(end) == self.keeper else -value
