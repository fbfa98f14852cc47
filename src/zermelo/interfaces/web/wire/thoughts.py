"""What searches, reviews and comparisons find."""

from __future__ import annotations

from zermelo.interfaces.web.wire.base import Sent, Sparse


class Line(Sent):
    """A move and how the game would go on."""

    move: str
    value: float
    line: str
    steps: list[str]  # the moves of the line, each by itself


class MoveVisits(Sent):
    """A move of a Monte Carlo tree."""

    move: str
    value: float
    visits: int


class OrderedMove(Sent):
    """A move of alpha-beta's root, in the order of the search."""

    move: str
    value: float
    bound: str
    nodes: int


class KnownMove(Sent):
    """What a table or the opening book says of a move."""

    move: str
    source: str
    words: str
    share: float  # how often the book plays it; 1 for the best moves of a table


class Result(Sent):
    """What a player thinks of a position; the keys of `zermelo analyse --json` and more."""

    move: str
    turn: int
    value: float
    proven: str | None
    line: str
    depth: int
    nodes: int
    seconds: float
    nodes_per_second: float
    stopped_by: str
    table_use: float
    distance: int | None
    algorithm: str
    lines: list[Line]
    moves: list[MoveVisits]
    ordered: list[OrderedMove]
    known: list[KnownMove]  # of an analysis alone
    notes: list[str]


class Continuation(Sent):
    """A move, its value for the player who makes it, and how the game would go on."""

    move: str
    value: float
    line: str
    steps: list[str]
    proven: str


class ReviewMove(Sent):
    """A move of a game against the best one."""

    ply: int
    player: int
    move: str
    value: float
    best: str
    best_value: float
    best_line: str
    best_steps: list[str]
    loss: float
    mark: str
    proven: bool


class ReviewSummary(Sent):
    """How well a player played."""

    player: int
    moves: int
    best: int
    mean_loss: float
    blunder: int
    mistake: int
    inaccuracy: int
    unclear: int
    words: str


class JobEvent(Sparse):
    """What a worker says of a job: waiting, compiling, begin, update, move, done, error."""

    kind: str
    ahead: int | None = None
    kernel: str | None = None
    seconds: float | None = None
    message: str | None = None
    result: Result | None = None
    stand_in: str | None = None  # who moved instead, because the player's kernels are still being compiled
    move: ReviewMove | None = None
    moves: list[ReviewMove] | None = None
    summary: list[ReviewSummary] | None = None
    stopped: bool | None = None
    legal: bool | None = None
    reason: str | None = None
    best: Continuation | None = None
    asked: Continuation | None = None
    changes: list[str] | None = None
    simply: str | None = None
