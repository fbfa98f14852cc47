"""The searches as players: which settings each takes, and how they become a searcher and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.hidden.determinise import Determinised
from zermelo.players.models import opponent_model
from zermelo.players.player import Player, Searching
from zermelo.players.settings import LIMITS, SEED, SIMULATIONS, limits_of
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.chance.expectimax import Expectimax
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.common.limits import DEFAULT_SECONDS
from zermelo.search.common.options import Setting, settings_of
from zermelo.search.common.searcher import Searcher
from zermelo.search.manyplayer.maxn import MaxN
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.proof.dfpn import DfPn

Row = tuple[Any, ...]  # the parts of a Kind
Nested = Callable[[str], Player]
Values = dict[str, Any]

TABLE = Setting("tt", float, "megabytes of the transposition table", 64.0, low=0.02)
SMALL_TABLE = Setting("tt", float, "megabytes of the table", 16.0, low=0.02)
THREADS = Setting("threads", int, "processor threads", 1, low=1, high=256)
ROUNDS = Setting("rounds", int, "rounds to look ahead, in which everybody moves once", low=1)
LIMIT_NAMES = {setting.name for setting in (*LIMITS, *SIMULATIONS)}


def searching(text: str, values: Values, make: Callable[[int], Searcher]) -> Searching:
    """A search with the limits that were given; without any it says which it takes."""
    free = not any(name in values for name in LIMIT_NAMES)
    notes = (f"no limit was given: {DEFAULT_SECONDS:g} s a move",) if free else ()
    return Searching(text, make, limits_of(values), notes=notes)


def chosen(values: Values, settings: tuple[Setting, ...]) -> Values:
    """Those values that belong to these settings."""
    names = {setting.name for setting in settings}
    return {name: value for name, value in values.items() if name in names}


def in_rounds(values: Values) -> tuple[Values, bool]:
    """A depth in rounds as a depth, and that it is one."""
    if "rounds" not in values:
        return values, False
    if "depth" in values:
        raise BadPlayer("give either a depth in plies or rounds, not both")
    return {**values, "depth": values["rounds"]}, True


# ---------------------------------------------------------------------- two sides, no chance

REFINEMENTS = settings_of(AlphaBetaOptions)
PRESETS = (
    Setting("plain", bool, "all refinements off, but those named", False),
    Setting("exact", bool, "only refinements that cannot change a value", False),
)


def alphabeta(text: str, values: Values) -> Player:
    """Alpha-beta with its refinements."""
    base = (
        AlphaBetaOptions.none()
        if values.get("plain")
        else AlphaBetaOptions.exact()
        if values.get("exact")
        else AlphaBetaOptions()
    )
    options = replace(base, **chosen(values, REFINEMENTS))
    return searching(
        text, values, lambda seed: AlphaBeta(options, tt=values.get("tt", 64.0), threads=values.get("threads", 1))
    )


def minimax(text: str, values: Values) -> Player:
    """Minimax: every node, to a fixed depth where nothing else is said."""
    options = replace(AlphaBetaOptions.none(), pruning=False)
    given = values if any(name in values for name in LIMIT_NAMES) else {"depth": 3}
    return searching(text, given, lambda seed: AlphaBeta(options, tt=0.02))


def dfpn(text: str, values: Values) -> Player:
    """Proof-number search."""
    given = {"tt": values.get("tt", 64.0), "at_least": values.get("at_least")}
    return searching(text, values, lambda seed: DfPn(**given))


# ---------------------------------------------------------------------- chance, many players, models

CHANCES = settings_of(ExpectiminimaxOptions)


def expectiminimax(text: str, values: Values) -> Player:
    """Expectiminimax with Star1 and Star2."""
    base = ExpectiminimaxOptions.none() if values.get("plain") else ExpectiminimaxOptions()
    options = replace(base, **chosen(values, CHANCES))
    return searching(text, values, lambda seed: Expectiminimax(options, tt=values.get("tt", 16.0)))


def many(kind: str) -> Callable[[str, Values], Player]:
    """One of the searches for many players."""

    def make(text: str, values: Values) -> Player:
        given, rounds = in_rounds(values)
        tt = values.get("tt", 16.0)
        return searching(text, given, lambda seed: MaxN(kind, rounds=rounds, tt=tt))

    return make


def expectimax(nested: Nested) -> Callable[[str, Values], Player]:
    """The best answer to a model of the opponents."""

    def make(text: str, values: Values) -> Player:
        given, rounds = in_rounds(values)
        model, notes = opponent_model(values.get("model", "random"), nested)
        found = searching(
            text, given, lambda seed: Expectimax(model, tt=values.get("tt", 16.0), rounds=rounds)
        )  # fmt: skip
        found.notes = (*found.notes, *notes)
        return found

    return make


# ---------------------------------------------------------------------- playouts, hidden games

TREES = settings_of(MctsOptions)


def mcts(text: str, values: Values) -> Player:
    """Monte Carlo tree search."""
    options = MctsOptions(**chosen(values, tuple(item for item in TREES if item.name != "seed")))
    first = values.get("seed", 0)
    return searching(text, values, lambda seed: Mcts(replace(options, seed=first + 1_000_003 * seed)))


def determinised(nested: Nested) -> Callable[[str, Values], Player]:
    """A search over many deals."""

    def make(text: str, values: Values) -> Player:
        inner = nested(values.get("search", "expectiminimax"))
        if not isinstance(inner, Searching):
            raise BadPlayer(f"{inner.text} is no search: a determinised player needs one, as in search=(mcts:sims=500)")
        samples, first = values.get("samples", 32), values.get("seed", 0)
        limits = values if any(name in values for name in LIMIT_NAMES) else limits_given(inner)
        return searching(
            text, limits, lambda seed: Determinised(inner.make(seed), samples=samples, seed=first + seed)
        )  # fmt: skip

    return make


def limits_given(player: Searching) -> Values:
    """The limits of a search as values, for all the deals together; none where it was given none."""
    if player.notes:
        return {}
    names = {"seconds": "time", "simulations": "sims"}
    found = {names.get(item.name, item.name): getattr(player.limits, item.name) for item in fields(player.limits)}
    return {name: value for name, value in found.items() if value}


def rows(nested: Nested) -> Iterator[Row]:
    """All searches, as rows of the catalogue: name, what it is, settings, maker, example."""
    yield "minimax", "every node, three plies deep unless it is told", LIMITS, minimax, "minimax:depth=3"
    yield (
        "alphabeta", "alpha-beta with all refinements; each is a setting",
        (*LIMITS, TABLE, THREADS, *PRESETS, *REFINEMENTS), alphabeta, "alphabeta:time=1,tt=256",
    )  # fmt: skip
    yield (
        "expectiminimax", "two sides and chance, with Star1 and Star2 pruning",
        (*LIMITS, SMALL_TABLE, PRESETS[0], *CHANCES), expectiminimax, "expectiminimax:depth=2",
    )  # fmt: skip
    for name, summary in (
        ("maxn", "many players, each for himself"),
        ("paranoid", "many players, all others against one"),
        ("best_reply", "many players, of whom only the most dangerous answers"),
    ):
        yield name, summary, (*LIMITS, ROUNDS, SMALL_TABLE), many(name), f"{name}:rounds=2"
    yield (
        "expectimax", "the best answer to opponents who follow a model",
        (*LIMITS, ROUNDS, SMALL_TABLE, Setting("model", str, "a player, or a mixture of players", "random")),
        expectimax(nested), "expectimax:depth=3,model=mix(minimax:depth=2@0.8,random@0.2)",
    )  # fmt: skip
    yield (
        "mcts", "Monte Carlo tree search with random playouts", (*SIMULATIONS, *TREES), mcts, "mcts:sims=20000,rave",
    )  # fmt: skip
    yield (
        "dfpn", "proves or refutes a win, and refuses what it cannot prove",
        (*LIMITS, TABLE, Setting("at_least", float, "points that count as won; unset: more than a draw")),
        dfpn, "dfpn:time=10",
    )  # fmt: skip
    yield (
        "determinised", "hidden games: a search over many deals, all open, and the best move on average",
        (
            *LIMITS, SIMULATIONS[0], SEED, Setting("samples", int, "deals", 32, low=1),
            Setting("search", str, "the search for each deal", "expectiminimax"),
        ),
        determinised(nested), "determinised:samples=20,search=(mcts:sims=4000)",
    )  # fmt: skip
