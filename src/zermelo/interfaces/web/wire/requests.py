"""What can be asked of the server beside its tables."""

from __future__ import annotations

from pydantic import Field

from zermelo.interfaces.web.wire.asked import GivenOptions, Seed
from zermelo.interfaces.web.wire.base import Given, PositionText, Text

LONGEST_MOVES = 100_000  # characters


class NewTable(Given):
    """A game to begin."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    position: PositionText = ""
    seats: list[Text] = Field(default_factory=list, max_length=16)
    moves: str = Field(default="", max_length=LONGEST_MOVES, description="moves to play first, in the game's notation")
    options: GivenOptions = Field(default_factory=GivenOptions)


class AboutToPlay(Given):
    """A game that somebody is setting up, and its machines."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    players: list[Text] = Field(max_length=16)


class LoadGame(Given):
    """A file to open."""

    text: str = Field(max_length=1_000_000)
    options: GivenOptions = Field(default_factory=GivenOptions)


class Question(Given):
    """A position to look at."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    position: PositionText = ""
    moves: str = Field(default="", max_length=LONGEST_MOVES)
    player: Text = "best:time=1"
    lines: int = Field(default=1, ge=1, le=50)


class NewMatch(Given):
    """Players that are to meet."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    players: list[Text] = Field(min_length=1, max_length=16)
    games: int = Field(default=20, ge=1, le=1000)
    seed: Seed = 0


class LabRow(Given):
    """A row of a demo's table."""

    row: int = Field(ge=0, lt=16)
    games: int = Field(default=10, ge=2, le=100)
    seed: Seed = 0


class AskQuiz(Given):
    """A quiz, and an answer where there is one."""

    kind: Text
    seed: int = Field(ge=0, lt=10_000)
    answer: str = Field(default="", max_length=200)


class AskSubgame(Given):
    """A hold'em subgame, and the actions behind which one looks."""

    board: Text
    first: str = Field(max_length=4000)
    second: str = Field(max_length=4000)
    pot: int = Field(100, ge=1, le=1_000_000)
    stack: int = Field(400, ge=1, le=1_000_000)
    bets: Text = "50%, all-in"
    raises: Text = "all-in"
    path: list[Text] = Field(default_factory=list, max_length=40)
