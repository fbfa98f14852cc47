"""What a search found, in the game's own words."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.pictures import picture


@dataclass(frozen=True)
class Line:
    """One way to go on: its value for the player to move, and the moves."""

    move: int
    value: float
    moves: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class RootMove:
    """What alpha-beta knows of one move: a value, or only a bound that was enough to prefer another."""

    move: int
    value: float
    bound: str  # "at most", "at least", or empty where the value is exact
    nodes: int


@dataclass(frozen=True)
class SearchResult:
    """A move, what it is worth, and how that was found out."""

    move: int
    move_text: str
    value: float  # in the game's own units, for the player to move
    proven: str  # "win", "draw", "loss", "exact" where nothing was estimated; else empty
    line: tuple[int, ...]
    line_text: str
    depth: int
    nodes: int
    seconds: float
    stopped_by: str  # depth, nodes, seconds, stop, proven, one move
    table_use: float = 0.0
    distance: int | None = None  # plies to the end, where a win or loss is proven
    lines: tuple[Line, ...] = ()
    algorithm: str = ""
    notes: tuple[str, ...] = ()
    moves: dict[int, tuple[float, int]] = field(default_factory=dict)  # root move -> mean value and visits, where known
    ordered: tuple[RootMove, ...] = ()  # alpha-beta's root moves in the order of the search

    @property
    def nodes_per_second(self) -> float:
        """The rate."""
        return self.nodes / max(self.seconds, 1e-9)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture("result", self)

    def to_json(self) -> dict[str, object]:
        """Plain data, with the keys that `zermelo analyse --json` promises."""
        return {
            "move": self.move_text,
            "value": self.value,
            "proven": self.proven or None,
            "line": self.line_text,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "nodes_per_second": self.nodes_per_second,
            "stopped_by": self.stopped_by,
            "table_use": self.table_use,
            "distance": self.distance,
            "algorithm": self.algorithm,
            "lines": [{"move": line.text.split(" ")[0], "value": line.value, "line": line.text} for line in self.lines],
            "notes": list(self.notes),
        }
