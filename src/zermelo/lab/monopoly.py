"""Where Monopoly's players stand: how often each square is visited, exactly, and what each colour group earns by it.

One player's walk is a Markov chain over 123 states: the square and the doubles thrown in this turn, or the throws made
in jail. Cards are taken to be drawn from full decks; in the game itself a card returns only when its deck is used up,
which a count of visits in random games shows to matter little.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter
from zermelo.explain.plots import Plot, Series
from zermelo.game.random import Random
from zermelo.games.monopoly import Monopoly
from zermelo.games.monopoly.board import (
    ARREST,
    BACK,
    CARDS,
    CHANCE_CARD,
    CHEST_CARD,
    COST,
    DECKS,
    GO_TO,
    GROUP,
    GROUP_NAMES,
    JAIL,
    KIND,
    MEMBERS,
    NAMES,
    NEXT_RAILROAD,
    NEXT_UTILITY,
    PRICE,
    RAILROADS,
    RENT,
    SIZE,
    SQUARES,
    TO_JAIL,
    UTILITIES,
)
from zermelo.games.monopoly.estate import HOTEL
from zermelo.games.monopoly.rules import AFFAIRS, BUYING, PAY_FINE, ROLL, TO_AUCTION
from zermelo.lab.finding import Finding

IN_JAIL = SQUARES  # the place behind the last square
STRATEGIES = ("leave", "stay")  # what to do in jail: pay at once, or throw for a double
Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


def after_cards(square: int) -> dict[int, float]:
    """Where a landing ends, with its odds: cards and the arrest send players on."""
    kind = int(KIND[square])
    if kind == TO_JAIL:
        return {IN_JAIL: 1.0}
    if kind not in (CHANCE_CARD, CHEST_CARD):
        return {square: 1.0}
    found: dict[int, float] = {}
    for act, amount, _ in DECKS[kind - CHANCE_CARD]:
        target = {GO_TO: amount, BACK: square - amount}.get(act, square)
        if act in (NEXT_RAILROAD, NEXT_UTILITY):
            group = RAILROADS if act == NEXT_RAILROAD else UTILITIES
            target = next(s % SQUARES for s in range(square + 1, square + SQUARES) if GROUP[s % SQUARES] == group)
        ends = {IN_JAIL: 1.0} if act == ARREST else after_cards(target) if target != square else {square: 1.0}
        for place, odds in ends.items():
            found[place] = found.get(place, 0.0) + odds / CARDS
    return found


def chain(strategy: str, carried: bool = False) -> tuple[Matrix, list[int]]:
    """The odds of one throw between the 123 states, and where each state stands.

    By the rules a double that opens the jail ends the turn; some programs count it as the first of three: `carried`.
    """
    states = [(square, doubles) for square in range(SQUARES) for doubles in range(3)] + [(IN_JAIL, n) for n in range(3)]
    number = {state: place for place, state in enumerate(states)}
    matrix = np.zeros((len(states), len(states)))
    for (square, count), row in number.items():
        for low in range(1, 7):
            for high in range(1, 7):
                double = low == high
                if square == IN_JAIL and strategy == "stay" and not double and count < 2:
                    matrix[row, number[IN_JAIL, count + 1]] += 1 / 36
                    continue
                freed = (
                    square == IN_JAIL and strategy == "stay" and not carried
                )  # a double out of jail is no reason to throw again
                doubles = 0 if freed or not double else (0 if square == IN_JAIL else count) + 1
                if doubles == 3:
                    matrix[row, number[IN_JAIL, 0]] += 1 / 36
                    continue
                start = JAIL if square == IN_JAIL else square
                for place, odds in after_cards((start + low + high) % SQUARES).items():
                    target = (IN_JAIL, 0) if place == IN_JAIL else (place, doubles)
                    matrix[row, number[target]] += odds / 36
    return matrix, [square for square, _ in states]


@cache
def visits(strategy: str = "leave", carried: bool = False) -> tuple[float, ...]:
    """The share of throws after which a player stands on each square, and last of all in jail."""
    if strategy not in STRATEGIES:
        raise BadParameter(f"in jail one can {' or '.join(STRATEGIES)}, not {strategy!r}")
    matrix, places = chain(strategy, carried)
    count = len(places)
    equations = np.vstack([matrix.T - np.eye(count), np.ones(count)])  # what flows in flows out, and all adds up to 1
    shares: Vector = np.linalg.lstsq(equations, np.append(np.zeros(count), 1.0), rcond=None)[0]
    return tuple(float(sum(shares[i] for i in range(count) if places[i] == p)) for p in range(SQUARES + 1))


def counted(throws: int, seed: int = 0) -> Vector:
    """The same share, counted in games by the rules of the class: nobody buys, and who is in jail pays at once."""
    found, state, random = np.zeros(SQUARES + 1), Monopoly(), Random(seed)
    row = np.zeros(state.most_moves, np.int32)
    for _ in range(throws):
        state.cash[:] = 1500
        mover = int(state.mover)
        state.play(PAY_FINE if state.jailed[mover] else ROLL)
        while state.phase != AFFAIRS:
            if state.turn < 0:
                state.play(state.roll(random, row))
            else:
                state.play(TO_AUCTION if state.phase == BUYING else int(state.legal()[0]))
        found[IN_JAIL if state.jailed[mover] else int(state.place[mover])] += 1
    return found / throws


def worth_of_groups(strategy: str = "leave") -> Finding:
    """For each colour: visits, what a hotel on each square costs and earns, and when it has paid for itself."""
    shares = visits(strategy)
    rows = []
    for group in range(RAILROADS):
        members = [int(MEMBERS[group, place]) for place in range(int(SIZE[group]))]
        rows.append((
            GROUP_NAMES[group],
            100 * sum(shares[square] for square in members),
            sum(int(PRICE[s]) for s in members),
            sum(int(PRICE[s]) + HOTEL * int(COST[s]) for s in members),
            100 * sum(shares[s] * int(RENT[s, 3]) for s in members),
            100 * sum(shares[s] * int(RENT[s, HOTEL]) for s in members),
            sum(int(PRICE[s]) + HOTEL * int(COST[s]) for s in members)
            / sum(shares[s] * int(RENT[s, HOTEL]) for s in members),
        ))  # fmt: skip
    columns = ("group", "% of throws", "price", "with hotels", "3 houses earn", "hotels earn", "paid back after")
    note = (
        f"a hundred throws of one opponent, who in jail would {strategy}, earn so much; paid back after so many throws"
    )
    return Finding("What the colour groups of Monopoly are worth", columns, tuple(rows), (note,))


def squares(strategy: str = "leave", throws: int = 0, seed: int = 0) -> Finding:
    """Every square by its visits; with some throws also as counted by the game's own rules."""
    shares = visits(strategy)
    if throws and strategy != "leave":
        raise BadParameter("games are counted for those who leave jail at once: leave --strategy away")
    seen = counted(throws, seed) if throws else None
    names = [*NAMES, "in jail"]
    order = sorted(range(SQUARES + 1), key=lambda square: -shares[square])
    rows = tuple(
        (names[s], 100 * shares[s], *([] if seen is None else [100 * float(seen[s])]))
        for s in order
        if shares[s] > 1e-12
    )
    columns = ("square", "exactly, %", *([] if seen is None else [f"in {throws:,} throws, %"]))
    points = [(float(s), 100 * shares[s]) for s in range(SQUARES)]
    plot = Plot("Monopoly: how often each square is visited", "square from GO", "per cent of throws",
                [Series("exactly", points, joined=False)])  # fmt: skip
    return Finding("How often each square of Monopoly is visited", columns, rows, (), plot)
