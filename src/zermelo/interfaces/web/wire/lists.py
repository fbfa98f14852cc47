"""Games, players, matches and the laboratory."""

from __future__ import annotations

from typing import Any

from zermelo.games.rules import markdown
from zermelo.interfaces.web.wire.base import Sent, Sparse
from zermelo.interfaces.web.wire.scenes import Scene


class Parameter(Sparse):
    """A parameter of a game."""

    kind: str
    default: Any = None
    low: float | None = None
    high: float | None = None
    choices: list[Any] | None = None
    help: str | None = None


class Game(Sent):
    """A game for the gallery."""

    name: str
    title: str
    aliases: list[str]
    kind: str
    players: int
    players_text: str
    parameters: dict[str, Parameter]
    most_moves: int
    longest: int | None
    chance: bool
    hidden: bool
    zero_sum: bool
    genres: list[str]
    minutes: int | None
    recommended: bool
    levels: dict[int, int]
    about: str


class RulesSample(Sent):
    """A few moves to look at: the scene before each and after the last, and the cells of each move."""

    title: str
    moves: list[str]
    scenes: list[Scene]
    last: list[list[str]]


class Rules(Sent):
    """How a game is played."""

    game: str
    title: str
    sections: tuple[markdown.Section, ...]
    samples: list[RulesSample]


class PlayerSetting(Sent):
    """A setting of a player."""

    name: str
    kind: str
    help: str
    default: Any


class PlayerKind(Sent):
    """A kind of player, and how its text is written."""

    name: str
    summary: str
    example: str
    settings: list[PlayerSetting]


class MatchPlayer(Sparse):
    """One player's results; Elo where two play, and none where it would be infinite."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    error: float
    utility: float
    seconds: float
    forfeits: dict[str, int] | None = None  # games lost by breaking down, by kind
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None


class MatchReport(Sent):
    """The standings of a match."""

    game: str
    games: int
    wanted: int
    players: list[MatchPlayer]


class Match(Sent):
    """A match in the background, without its games."""

    id: str
    game: str
    settings: dict[str, str]
    players: list[str]
    games: int
    played: int
    seed: int
    state: str
    message: str
    begun: float
    under_way: int | None  # moves of the game that is being played
    report: MatchReport | None


class TournamentRow(Sparse):
    """One player's place in a tournament; Elo about a mean of 0, without the ends that are not known."""

    player: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    forfeits: int
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    against: list[tuple[int, int, int]]  # wins, draws and losses against each of the others, in the same order


class TournamentGame(Sent):
    """One game of a tournament."""

    seats: list[str]
    points: list[float]
    plies: int
    ending: str
    reason: str


class Tournament(Sent):
    """A tournament that is kept in a file, as far as it has come."""

    number: int
    name: str
    game: str
    format: str
    model: str  # of the ratings
    rows: list[TournamentRow]
    games: list[TournamentGame]
    notes: list[str]
    plot: str  # the ratings with their intervals, as SVG


class ExperimentLabel(Sent):
    """A row of a demo's table before it is played; what the lecture had, where it says so."""

    label: str
    lecture: tuple[int, int] | None


class Experiment(Sent):
    """A demo of the Pacman laboratory."""

    name: str
    slide: str
    question: str
    lesson: str
    rows: list[ExperimentLabel]


class Interval(Sent):
    """An estimate with its 95 % interval."""

    estimate: float
    low: float
    high: float


class ExperimentResult(Sent):
    """The numbers of a row."""

    label: str
    pacman: str
    ghosts: list[str]
    layout: str
    seed: int
    games: int
    wins: int
    caught: int
    win_share: Interval
    score: Interval
    moves: float
    dithering: float


class ExperimentRow(Sent):
    """A row of a demo's table once it has been played, and its first game as a file."""

    row: ExperimentResult
    recording: str


class Chapter(Sent):
    """A chapter of the course."""

    name: str
    title: str


class LessonExample(Sent):
    """A worked example of a lecture."""

    name: str
    lecture: str
    slide: str
    about: str


class Lessons(Sent):
    """What there is to learn from: worked examples, and kinds of quizzes."""

    examples: list[LessonExample]
    quizzes: list[str]


class SubgameView(Sent):
    """A node of a solved hold'em subgame."""

    path: list[str]
    player: int | None  # who acts; nobody at an end or where a card is dealt
    actions: list[str]
    end: str  # in words, where it is one
    shares: list[float]  # [action]
    classes: list[str]  # the 169 hands, row by row
    weights: list[float]  # [class] how much of it is still held
    grid: list[list[float]]  # [class, action]
    share: float  # of the pot, to the first player, in chips
    equity: float | None
    exploitability: float  # hundredths of the pot
    iterations: int


class KnownMoves(Sent):
    """What an equilibrium does with what a player knows."""

    player: int
    knows: str
    moves: list[str]
    shares: list[float]


class EquilibriumView(Sent):
    """The equilibrium of a small game."""

    values: list[float]
    exploitability: float
    rows: list[KnownMoves]


class Quiz(Sent):
    """A question about a tree; with an answer also its mark."""

    question: str
    example: str  # of an answer's form
    picture: str  # as SVG
    right: bool | None
    words: str
