"""The reflex vacuum world: two squares, a cleaner that sees only where it stands, and a table of four lines.

The other example of the lecture for an agent that is rational without ever computing a utility (Russell and Norvig,
chapter 2). Each clean square earns one point a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SQUARES = ("A", "B")
ACTIONS = ("Suck", "Right", "Left")
REFLEX = {("A", True): "Suck", ("B", True): "Suck", ("A", False): "Right", ("B", False): "Left"}  # place, dirty


@dataclass(frozen=True)
class World:
    """Where the cleaner is, and which squares are dirty."""

    at: str = "A"
    dirty: frozenset[str] = frozenset(SQUARES)

    def percept(self) -> tuple[str, bool]:
        """All that the cleaner sees."""
        return self.at, self.at in self.dirty

    def after(self, action: str) -> World:
        """The world after an action."""
        if action == "Suck":
            return World(self.at, self.dirty - {self.at})
        return World("B" if action == "Right" else "A", self.dirty)

    def points(self) -> int:
        """One for each clean square."""
        return len(SQUARES) - len(self.dirty)


WORLDS = tuple(
    World(at, frozenset(dirty)) for at in SQUARES for dirty in ((), ("A",), ("B",), ("A", "B"))
)  # fmt: skip


def reflex(world: World, steps: int) -> tuple[int, list[str]]:
    """What the table earns in so many steps, and what it did."""
    total, done = 0, []
    for _ in range(steps):
        action = REFLEX[world.percept()]
        world = world.after(action)
        total += world.points()
        done.append(action)
    return total, done


@cache
def best(world: World, steps: int) -> int:
    """What anybody could earn who knows the whole world and searches it."""
    if steps == 0:
        return 0
    return max(after.points() + best(after, steps - 1) for after in map(world.after, ACTIONS))


def report(steps: int = 8) -> str:
    """Each of the eight worlds: what the reflex does, what it earns, and what could be earned."""
    lines = ["percept -> action"]
    lines += [f"  {place}, {'dirty' if dirty else 'clean'} -> {action}" for (place, dirty), action in REFLEX.items()]
    lines.append(f"\n{'world':22}  earned in {steps} steps  best possible  first actions")
    for world in WORLDS:
        total, done = reflex(world, steps)
        name = f"at {world.at}, dirty {' '.join(sorted(world.dirty)) or 'nowhere'}"
        lines.append(f"{name:22}  {total:>17}  {best(world, steps):>13}  {' '.join(done[:4])}")
    return "\n".join(lines)
