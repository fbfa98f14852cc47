"""What can be asked of a table: a class for each command (`commands.py`, `questions.py`)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from zermelo.interfaces.web.wire.base import Asked, Given, MoveText, Path, PositionText, Text
from zermelo.session.chance import SEED_BITS
from zermelo.session.editing import LONGEST_COMMENT, LONGEST_LINE
from zermelo.session.options import SessionOptions

Finding = Literal["analysis", "why", "review"]  # what a question brings
Seed = Annotated[int, Field(ge=0, lt=2**SEED_BITS)]


class GivenOptions(Given):
    """How a game is to be played; without a seed it has luck of its own."""

    chance: Literal["roll", "hand"] = "roll"
    delay: float = Field(default=0.4, ge=0, le=10)
    seed: Seed | None = None
    clock: float = Field(default=0, ge=0, le=36_000)
    increment: float = Field(default=0, ge=0, le=600)

    def read(self, seed: int | None = None) -> SessionOptions:
        """The options; the seed is the one given here, else the other one, else a fresh one."""
        options = SessionOptions(self.chance, self.delay, clock=self.clock, increment=self.increment)
        for known in (seed, self.seed):
            options.seed = options.seed if known is None else known
        return options


class AskTable(Asked):
    """The whole table."""


class AskPosition(Asked):
    """A place of the record; where the game stands if none is named."""

    path: Path | None = None


class AskPicture(Asked):
    """A position some moves behind a place of the record, to be drawn."""

    path: Path
    moves: list[MoveText] = Field(default=[], max_length=LONGEST_LINE)
    flipped: bool = False


class AskLine(Asked):
    """Moves to add to the record behind a place of it."""

    path: Path
    moves: list[MoveText] = Field(min_length=1, max_length=LONGEST_LINE)


class AskPlay(Asked):
    """A move to make; where the game stands if no place is named."""

    move: MoveText
    path: Path | None = None


class AskTurn(Asked):
    """A whole turn to make where the game stands, in the game's notation."""

    text: PositionText


class AskGo(Asked):
    """A place to take the game to."""

    path: Path
    running: bool = True


class AskEdit(Asked):
    """A change of the record."""

    path: Path
    what: Literal["comment", "promote", "remove"]
    text: str = Field(default="", max_length=LONGEST_COMMENT)


class AskUndo(Asked):
    """Take back: one's last turn, or only the last step of one that is under way."""

    step: bool = False


class AskRedo(Asked):
    """Play again what was taken back."""


class AskDecline(Asked):
    """Turn an offer down."""


class AskResign(Asked):
    """Give up."""


class AskFlag(Asked):
    """Look whether a clock has run out."""


class AskInvite(Asked):
    """A seat to give away."""

    seat: int = Field(ge=0, lt=16)


class AskReseat(Asked):
    """Other players or options for a game under way."""

    seats: list[Text] = Field(max_length=16)
    options: GivenOptions


class AskWhyIllegal(Asked):
    """Clicks that make no legal move."""

    path: Path
    clicks: list[Annotated[str, Field(max_length=40)]] = Field(max_length=40)


class AskAnalyse(Asked):
    """A position to think about."""

    path: Path
    player: Text = "best:time=10"
    lines: int = Field(default=3, ge=1, le=50)


class AskWhy(Asked):
    """A move to compare with the best."""

    path: Path
    move: MoveText
    player: Text = "best:time=1"


class AskReview(Asked):
    """A game to look back on, up to a place."""

    path: Path
    player: Text = "best:time=0.25"


class AskStop(Asked):
    """An analysis or a review of this connection to end."""

    what: Finding = "analysis"
