"""A player who follows an equilibrium: of a file, or found at the first move where the game is small enough."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, ClassVar

from zermelo.errors import Unsupported
from zermelo.game.files import may_read
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.veil import hides_something
from zermelo.hidden.equilibrium.solver import DEFAULT, METHODS, solve_equilibrium
from zermelo.hidden.equilibrium.strategy import Strategy, digest_of, load_strategy
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time

UNTIL = 2e-5  # of the range of utilities: how exploitable a strategy may be that is found at the table
PATIENCE = 20.0  # seconds for that

_found: dict[tuple[str, str, float], Strategy] = {}  # found in this process: rules, method, until


class EquilibriumPlayer(Player):
    """Draws each move by the probabilities of an equilibrium strategy."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("file", str, "a strategy that `zermelo equilibrium` wrote; without one it is found first"),
        Setting("method", str, f"how it is found: {', '.join(METHODS)}", DEFAULT),
        Setting("until", float, "how exploitable it may be then, in parts of the range of results", UNTIL, low=0),
        SEED,
    )

    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self.text, self.seed = text, int(values.get("seed", 0))
        self.method, self.until = values.get("method", DEFAULT), float(values.get("until", UNTIL))
        self.kept: Strategy | None = None
        if path := values.get("file"):
            may_read(Path(path))
            self.kept = load_strategy(path)
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Begin anew."""
        self.random = Random(self.seed, seed)

    def warm(self, game: Any) -> None:
        """Find the strategy, or read it."""
        self.strategy_for(as_playthrough(game))

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Look the information state up and draw a move."""
        playthrough, _ = asked(as_playthrough(game), None)
        strategy = self.strategy_for(playthrough)
        choices = strategy.choices(playthrough)
        if choices is None:
            raise Unsupported(
                "the strategy does not know what the player to move knows here: play from the start of the game, or use"
                " ismcts or determinised"
            )
        return self.result(playthrough, strategy, choices, lines)

    def knows(self, playthrough: Playthrough) -> bool:
        """Whether the strategy says what to do here."""
        return playthrough.turn < 0 or self.strategy_for(playthrough).choices(playthrough) is not None

    def strategy_for(self, playthrough: Playthrough) -> Strategy:
        """The file's strategy, if it is for these rules; or one that is found now, once."""
        start = start_of(playthrough)
        if self.kept is not None:
            self.kept.refuse_other(start)
            return self.kept
        until = self.until * float(start.highest - start.lowest)
        name = digest_of(start), self.method, until
        if name not in _found:
            _found[name] = solve_equilibrium(start, self.method, until=until, seconds=PATIENCE)
        return _found[name]

    def result(
        self, playthrough: Playthrough, strategy: Strategy, choices: dict[int, float], lines: int
    ) -> SearchResult:
        """One move drawn, and how likely each was."""
        left = self.random.unit()
        move = max(choices, key=lambda each: choices[each])
        for each, share in choices.items():
            left -= share
            if left < 0:
                move = each
                break
        state, worth = playthrough.state, strategy.values[playthrough.turn]
        ranked = sorted(choices, key=lambda each: -choices[each])
        shares = ", ".join(f"{state.move_text(each)} {choices[each]:.0%}" for each in ranked)
        notes = (
            f"equilibrium by {strategy.method}, exploitable by {strategy.exploitability:.2g}",
            f"drawn from {shares}",
        )
        shown = tuple(Line(each, worth, (each,), str(state.move_text(each))) for each in ranked[:lines])
        return simple_result(playthrough, move, "equilibrium", value=worth, lines=shown, notes=notes)


def start_of(playthrough: Playthrough) -> Any:
    """The start of the game: where the playthrough began later, with hidden things dealt, the game's own."""
    start = playthrough.start
    return type(start)() if hides_something(start) else start
