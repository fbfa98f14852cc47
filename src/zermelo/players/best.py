"""`best`: reads a game's facts, picks the algorithm and its settings, and says what it picked and why.

Weaker levels look less far and choose less strictly: among the moves that seemed nearly as good, one is drawn by how
good it seemed. A level never plays a move that its own search saw to be much worse.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from zermelo.game.game import Game
from zermelo.game.random import Random
from zermelo.game.sides import count_sides
from zermelo.game.veil import hides_something
from zermelo.games import catalogue
from zermelo.players import booked, coached
from zermelo.players.base import Player, as_playthrough
from zermelo.players.equilibrium import EquilibriumPlayer
from zermelo.players.levels import told
from zermelo.search.common.limits import LIMITS, SIMULATIONS
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import SEARCHES, searches
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, one_at_a_time

STRONGEST = 10
SMALL = 400_000  # nodes of a tree that is solved before the first move
LOOKED_AT = 12  # moves among which a weak level chooses


_small: dict[str, bool] = {}  # whether a game can be solved at the table, by its rules


@dataclass(frozen=True)
class Pick:
    """An algorithm for a game, and the reason."""

    name: str
    reason: str
    settings: tuple[tuple[str, str], ...] = ()


def pick_for(cls: Any, *, weak: bool = False, learned: bool = True) -> Pick:
    """Which search serves a game, judged by its facts and size; weak levels search, as they choose by values.

    What a coach or learning has found comes first, unless it is to be left aside (`learned=False`).
    """
    if learned and (trained := coached_pick(cls, weak)):
        return trained
    if learned and not weak and not cls.hidden and (taught := learned_pick(cls) or tuned_pick(cls)):
        return taught
    if own := next((one for one in searches() if one.serves.only and not one.serves.obstacle(cls)), None):
        return Pick(own.name, own.summary)
    judged = cls.evaluate is not Game.evaluate
    sides = count_sides(cls)
    if cls.hidden and not weak and small(cls):
        return Pick("equilibrium", "information is hidden, and the game is small enough for an equilibrium")
    if cls.hidden and cls.chance:  # where cards are drawn, an opponent who sees them all is feared too much
        return Pick("determinised", "information is hidden, and chance has a say", (("search", "mcts"),))
    if cls.hidden:
        return Pick("determinised", "information is hidden")
    if sides > 1 and not cls.zero_sum and not cls.chance:
        return Pick("maxn", "one's gain is not another's loss: everybody looks to their own")
    if sides > 2:
        if judged:
            return Pick("paranoid", f"{sides} players and an evaluation")
        return Pick("mcts", f"{sides} players and no evaluation")
    if cls.chance:
        if judged and not cls.rough:
            return Pick("expectiminimax", "chance moves and an evaluation")
        return Pick("mcts", "chance moves and no evaluation to rely on")
    if sides == 1 or not cls.zero_sum:
        return Pick("expectiminimax" if judged else "mcts", "nobody opposes the player")
    if judged and not cls.rough:
        return Pick("alphabeta", "two opponents, nothing hidden, no chance, and an evaluation")
    return Pick("mcts", "two opponents, and playouts that say more than the evaluation")


def coached_pick(cls: Any, weak: bool) -> Pick | None:
    """What the coach found to be best, unless it needs weights that are gone; an equilibrium has no weak form."""
    from zermelo.learn.kept import find_weights

    found = coached.find(cls)
    if found is None or (weak and found.player == coached.EQUILIBRIUM):
        return None
    if "net" in found.settings and find_weights(cls) is None:
        return None
    return Pick(found.player, found.reason, tuple(found.settings.items()))


def learned_pick(cls: Any) -> Pick | None:
    """The search with learned weights, where a match has shown that they play better."""
    from zermelo.learn.kept import find_weights

    network = find_weights(cls)
    match = network.history.get("match", {}) if network is not None else {}
    if not match.get("better") or match.get("player") not in SEARCHES:
        return None
    reason = f"learned weights, {100 * match['score']:.0f} % against {match['rival']}"
    return Pick(str(match["player"]), reason, (("net", "yes"),))


def tuned_pick(cls: Any) -> Pick | None:
    """Alpha-beta with weights that were tuned here, where a match has shown that they play better."""
    from zermelo.learn.weighed import find_tuned

    weights = find_tuned(cls)
    match = weights.history.get("match", {}) if weights is not None else {}
    if not match.get("better") or match.get("player") not in SEARCHES:
        return None
    reason = f"tuned weights, {100 * match['score']:.0f} % against {match['rival']}"
    return Pick(str(match["player"]), reason, (("weights", "yes"),))


def small(cls: Any) -> bool:
    """Whether a hidden game of two can be solved at the table."""
    from zermelo.hidden.tree import estimated_nodes

    if cls.players != 2 or not cls.zero_sum or cls.repetition or cls.no_progress or cls.cap:
        return False
    if cls.rules_name not in _small:
        start = cls()
        _small[cls.rules_name] = not hides_something(start) and estimated_nodes(start) <= SMALL
    return _small[cls.rules_name]


class Best(Player):
    """The best that Zermelo has for a game, or a weaker level of it."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("level", int, "strength from 1 to 10; 10 is all it can do", STRONGEST, low=1, high=STRONGEST),
        *LIMITS,
        SIMULATIONS[0],
        Setting("tt", float, "megabytes of a table", low=0.02),
        Setting("threads", int, "processor threads", low=1, high=256),
        *booked.SETTINGS,
        SEED,
    )

    def __init__(self, text: str, values: dict[str, Any], make: Callable[[str], Player]) -> None:
        self.text, self.values, self.make = text, dict(values), make
        self.level = int(self.values.pop("level", STRONGEST))
        self.seed = int(self.values.pop("seed", 0))
        self.inner: dict[str, tuple[Player, Pick]] = {}
        self.measured: dict[str, str] = {}
        self.booking = booked.Booking(self.values, booked.IN_GAMES)
        for setting in booked.SETTINGS:
            self.values.pop(setting.name, None)
        self.random = Random(self.seed, 0)

    @one_at_a_time
    def new_game(self, seed: int = 0) -> None:
        """Forget the last game."""
        self.random = Random(self.seed, seed)
        self.booking.new_game(self.seed, seed)
        for player, _ in self.inner.values():
            player.new_game(seed)

    def player_for(self, cls: Any) -> tuple[Player, Pick]:
        """The player that does the work for one game."""
        if cls.rules_name not in self.inner:
            pick = pick_for(cls, weak=self.level < STRONGEST)
            values = {**dict(pick.settings), **self.values} if pick.name != "equilibrium" else {"seed": self.seed}
            if self.level < STRONGEST:
                taught = coached.find(cls)
                values |= (taught.work_of(self.level) if taught else {}) or work_of(self.level, pick.name)
            given = ",".join(f"{name}={value}" for name, value in values.items())
            self.inner[cls.rules_name] = self.make(pick.name + (f":{given}" if given else "")), pick
        return self.inner[cls.rules_name]

    def searcher_for(self, cls: Any) -> tuple[Player, Pick]:
        """The search that takes over where a game did not begin at its start, so that a strategy does not know it."""
        name = f"{cls.rules_name} searched"
        if name not in self.inner:
            pick = pick_for(cls, weak=True)
            given = ",".join(f"{key}={value}" for key, value in {**dict(pick.settings), **self.values}.items())
            self.inner[name] = self.make(pick.name + (f":{given}" if given else "")), pick
        return self.inner[name]

    def warm(self, game: Any) -> None:
        """Let the chosen search compile."""
        self.player_for(type(as_playthrough(game).state))[0].warm(game)

    def strength(self, cls: Any) -> str:
        """How strong this level is at a game, where its ladder is known; asked of the catalogue once."""
        taught = coached.find(cls)
        if taught is not None and taught.ladder:
            return taught.told(cls.__name__, self.level)
        if cls.rules_name not in self.measured:
            entry = catalogue.entry_of(cls.__name__) if self.level < STRONGEST else None
            self.measured[cls.rules_name] = told(entry.name, self.level) if entry and entry.load() is cls else ""
        return self.measured[cls.rules_name]

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Let the chosen search think; a weaker level then chooses among what it saw."""
        from zermelo.solve.perfect import looked_up

        playthrough = as_playthrough(game)
        player, pick = self.player_for(type(playthrough.state))
        weak = self.level < STRONGEST
        if not weak and (found := looked_up(playthrough, lines)):
            return found
        if not weak and (found := self.booking.answer(playthrough, lines)):
            return found
        if isinstance(player, EquilibriumPlayer) and not player.knows(playthrough):
            player, pick = self.searcher_for(type(playthrough.state))
        player.allow(self.allowed)
        result = player.think(
            playthrough, lines=max(lines, LOOKED_AT) if weak else lines, on_update=on_update, stop_event=stop_event
        )
        strength = self.strength(type(playthrough.state))
        notes = (f"best chose {player.text}: {pick.reason}", *([strength] if strength else []), *result.notes)
        return replace(softmax_choice(result, self.level, self.random) if weak else result, notes=notes)


def work_of(level: int, algorithm: str) -> dict[str, int]:
    """How much a level may look at, and how far ahead: the first counts where moves are many, the second where few."""
    if algorithm in ("mcts", "determinised", "ismcts"):
        return {"sims": 20 * 3**level}
    if algorithm == "bridge":
        return {"samples": level}
    return {"nodes": round(2000 * 2.2**level), "depth": 2 * level}


def softmax_choice(result: SearchResult, level: int, random: Random) -> SearchResult:
    """A move drawn by the softmax of the values, among those nearly as good as the best; weaker levels are warmer."""
    if result.proven == "win" or len(result.lines) < 2:
        return result
    values = [line.value for line in result.lines]
    best = max(values)
    median_loss = best - sorted(values)[len(values) // 2]  # what an ordinary choice costs here
    temperature = 0.45 * median_loss * 0.75 ** (level - 1)  # below a half: an ordinary choice is never near enough
    if temperature <= 0:
        return result
    near = [line for line in result.lines if best - line.value <= 2 * temperature]
    weights = [math.exp((line.value - best) / temperature) for line in near]
    left = random.unit() * sum(weights)
    index = 0
    while index < len(near) - 1 and left >= weights[index]:
        left -= weights[index]
        index += 1
    drawn = near[index]
    first = drawn.text.split(" ")[0]
    return replace(result, move=drawn.move, move_text=first, value=drawn.value, line=drawn.moves, line_text=drawn.text)
