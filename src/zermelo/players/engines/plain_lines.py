"""A plain protocol of lines for engines in any language, and for every game (docs/guide/engines.md).

    -> zermelo 1                      <- ready NAME
    -> game connect_four
    -> position ......./......./......./......./......./....... x
    -> played d1                      one line for each move so far
    -> legal a1                       one line for each legal move
    -> clock 9.5 0.1                  or time 0.5, or nodes 1000, or nothing
    -> go                             <- move d1     or resign

Every question tells all, so that an engine need not remember anything.
"""

from __future__ import annotations

from typing import ClassVar

from zermelo.errors import BadChoice, BadMove, BadPlayer
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import veiled
from zermelo.games import catalogue
from zermelo.players.base import Resigns
from zermelo.players.engines.engine import Asking, Engine, Said
from zermelo.search.common.limits import Limits

VERSION = 1


class PlainLines(Engine):
    """An engine over the plain protocol."""

    protocol: ClassVar[str] = "lines"

    def greet(self) -> None:
        """Both name themselves."""
        if self.elo is not None or self.options:
            name = "elo" if self.elo is not None else next(iter(self.options))
            raise BadPlayer(
                f"{self.text}: the plain protocol has no setting {name}; give it to the program, after its name"
            )
        self.reply(f"zermelo {VERSION}", lambda line: True if line.split()[:1] == ["ready"] else None, "ready")

    def begin(self, line: Playthrough) -> None:
        """Nothing: every question tells the game."""

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """All that the player to move may know, then the question."""
        assert self.process is not None
        seen = veiled(line)
        entry = catalogue.entry_of(type(line.state).__name__)
        told = [f"game {entry.name if entry else type(line.state).__name__}", f"position {seen.to_text()}"]
        told += [f"played {state.move_text(move)}" for state, move in zip(seen.states(), seen.played, strict=True)]
        told += [f"legal {seen.state.move_text(move)}" for move in seen.moves()]
        if terms.clock is not None:
            told.append(f"clock {terms.clock:.3f} {terms.increment:g}")
        told += [f"time {terms.seconds:g}"] if terms.seconds is not None else []
        told += [f"nodes {terms.nodes}"] if terms.nodes is not None else []
        told += [f"depth {terms.depth}"] if terms.depth is not None else []
        self.process.write("\n".join([*told, "go"]))
        value = 0.0

        def heard(text: str) -> str | None:
            nonlocal value
            word, _, rest = text.strip().partition(" ")
            if word in ("move", "resign"):
                return text.strip()
            if word == "value":
                try:
                    value = float(rest)
                except ValueError:
                    raise BadPlayer(f"{self.text} says {text!r}: a value is a number") from None
            elif word and not word.startswith("#"):
                raise BadPlayer(
                    f"{self.text} says {text[:60]!r}: an answer is `move …`, `resign`, `value …` or a # comment"
                )
            return None

        answer = self.until(heard, asking, "stop")
        if answer == "resign":
            raise Resigns
        try:
            return Said(line.parse_move(answer.partition(" ")[2]), value)
        except BadMove as problem:
            raise BadChoice(f"{self.text}: {problem}") from None
