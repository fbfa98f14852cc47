"""The fields where game theory is used, each as a small game to run: markets, voting, negotiation, evolution.

Every chapter is a function of plain settings that tells what happens, line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from zermelo.errors import BadParameter
from zermelo.theory import (
    auctions,
    bargaining,
    division,
    evolution,
    kinship,
    known,
    markets,
    negotiation,
    networks,
    parasitism,
    scales,
    sex_ratios,
    signalling,
    utility,
    voting,
)
from zermelo.theory import repeated as again
from zermelo.theory.reading import money, number, shown, within

MOST_BIDDERS = 1_000
MOST_BIDS = 2_000_000  # of one kind of auction
MOST_STEPS = 10_000  # of a population, and rounds of a tournament


def auction(bidders: int = 3, sales: int = 20_000, value: str = "0.6", bid: str = "", seed: int = 0) -> Iterator[str]:
    """Sealed bids; your value of the thing is given, and your bid if you do not want to bid by equilibrium."""
    within("bidders", bidders, 2, MOST_BIDDERS)
    within("sales", sales, 2, MOST_BIDS // bidders)
    worth = number(value)
    for kind in auctions.KINDS:
        own = number(bid) if bid else auctions.equilibrium_bid(kind, worth, bidders)
        truth = "nobody gains by a bid other than their value" if auctions.truth_is_dominant(kind, 6) else ""
        rivals = [number(f"{part:.3f}") for part in auctions.values(bidders - 1, seed)]
        bids = [own, *(auctions.equilibrium_bid(kind, rival, bidders) for rival in rivals)]
        sale = auctions.sell(kind, bids)
        told = f"you win, and gain {shown(float(sale.gain(0, worth)))}" if sale.winner == 0 else "you lose"
        if sale.winner and sale.paid[0]:
            told += f", and pay {shown(float(sale.paid[0]))}"
        shown_bids = " ".join(f"{float(part):.3f}" for part in bids)
        yield f"{kind} price: bids {shown_bids}: {told}" if kind != "all-pay" else f"all pay: bids {shown_bids}: {told}"
        if truth:
            yield f"  {truth}"
        mean, error = auctions.simulate(kind, bidders, sales, seed)
        yield f"  the seller gets {mean:.4f} ± {2 * error:.4f} over {sales:,} sales"
    yield f"in theory every kind brings {shown(auctions.expected_revenue(bidders))}: revenue equivalence"


def vote(ballots: str = "4: A > B > C; 3: B > C > A; 2: C > A > B") -> Iterator[str]:
    """Ways to count the same ballots."""
    election = voting.Election.from_text(ballots)
    for name, count in (("plurality", voting.plurality), ("borda", voting.borda)):
        scores = count(election)
        listed = ", ".join(f"{who} {points}" for who, points in scores.items())
        yield f"{name}: {listed}: {result_of(voting.tied(scores))}"
    yield runoff(election)
    if best := voting.condorcet(election):
        yield f"{best} beats every other alone (Condorcet's winner)"
    elif circle := voting.majority_cycle(election):
        yield f"majorities go round (Condorcet's paradox): {' beats '.join([*circle, circle[0]])}"
    for name, rule in voting.RULES.items():
        for who, new in voting.spoilers(election, rule).items():
            yield f"{name}: if {who} withdraws, {new} wins in place of {rule(election)}"
        for order, false, new in voting.manipulations(election, rule):
            yield f"{name}: those of {' > '.join(order)} do better by saying {' > '.join(false)}: {new} wins"
            break
    yield f"Arrow, two voters and three candidates: of 64 rules these always give an order: {', '.join(voting.arrow())}"


def result_of(first: voting.Order) -> str:
    """Who wins, or that nobody does alone."""
    if len(first) == 1:
        return f"{first[0]} wins"
    return f"a tie of {listing(first)}; {first[0]}, the first by name, is taken"


def runoff(election: voting.Election) -> str:
    """An instant runoff with its ties, in the last round too."""
    told: list[str] = []
    for one in voting.runoff_rounds(election):
        if len(one.weakest) == len(election.candidates) - len(told):  # all who are left have as many voters
            return f"instant runoff strikes out {', '.join(told) or 'nobody'}: {result_of(one.weakest)}"
        tie = f" (a tie of {listing(one.weakest)}; the last by name goes)" if len(one.weakest) > 1 else ""
        told.append(one.struck + tie)
    return f"instant runoff strikes out {', '.join(told) or 'nobody'}: {voting.instant_runoff(election)[-1]} wins"


def listing(names: voting.Order) -> str:
    """A and B; A, B and C."""
    return f"{', '.join(names[:-1])} and {names[-1]}"


def bargain(total: str = "300", first: str = "linear", second: str = "debt", patience: str = "0.9") -> Iterator[str]:
    """Money to share between two utilities."""
    share, _ = bargaining.split(number(total), utility.read(first), utility.read(second), 300)
    rest = number(total) - share
    yield f"Nash: of {money(number(total))}, {first} gets {money(share)} and {second} gets {money(rest)}"
    if share > rest:
        yield "  who fears risk more gets less"
    offer, left = bargaining.alternating_offers(patience, patience)
    yield f"alternating offers, each wait leaving {patience}: the first gets {shown(offer)}, the other {shown(left)}"


def divide(
    cutter: str = "1 1 2",
    chooser: str = "3 1 1",
    one: str = "house=50 car=30 boat=20",
    two: str = "house=40 car=50 boat=10",
) -> Iterator[str]:
    """A cake in slices, and things with points."""
    tastes = [division.Taste.of(*text.split()) for text in (cutter, chooser)]
    halves = division.divide_and_choose(*tastes)
    side = "left" if halves.chooser_takes_left else "right"
    yield f"divide and choose: cut at {shown(halves.cut)}, the chooser takes the {side} piece"
    yield f"  worth {shown(halves.cutter)} to the cutter and {shown(halves.chooser)} to the chooser: nobody envies"
    points = [dict(read_points(text)) for text in (one, two)]
    shares = division.adjusted_winner(*points)
    got = division.score(points[0], shares)
    for name, share in shares.items():
        yield f"adjusted winner: {name}: {shown(share)} to one, {shown(1 - share)} to two"
    yield f"  each has {shown(got)} points by their own count"


def read_points(text: str) -> Iterator[tuple[str, Fraction]]:
    """`house=50 car=30` as points."""
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise BadParameter(f"points are written NAME=POINTS, not {part!r}")
        yield name, number(value)


def evolve(value: str = "2", cost: str = "6", hawks: float = 0.9, steps: int = 400) -> Iterator[str]:
    """Hawks and doves."""
    within("hawks", hawks, 0, 1)
    within("steps", steps, 1, MOST_STEPS)
    game = evolution.hawk_dove(value, cost)
    yield from game.table(())
    for mix in evolution.stable_mixes(game):
        yield f"evolutionarily stable: {shown(mix[0])} hawks, {shown(mix[1])} doves"
    line = list(evolution.replicator(game, (hawks, 1 - hawks), steps))
    for count in range(0, steps + 1, max(1, steps // 8)):
        share = line[count][0]
        yield f"  time {count * 0.05:6.2f}: {100 * share:5.1f} % hawks {'#' * round(40 * share)}"


def repeat(game: str = "tcp_ip", rounds: int = 200, noise: float = 0.0, seed: int = 0) -> Iterator[str]:
    """A tournament of strategies in a repeated dilemma."""
    within("rounds", rounds, 1, MOST_STEPS)
    within("noise", noise, 0, 1)
    for place, (name, mean) in enumerate(
        again.tournament(known.find(game), rounds=rounds, noise=noise, seed=seed).items(), 1
    ):
        yield f"{place}. {name:<18} {float(mean):+.3f} a round"


def risk(
    before: str = "0.0004", after: str = "0.0002", paid: str = "12000", years: str = "10*0.8 5*0.5"
) -> Iterator[str]:
    """Micromorts and QALYs: what a safer product shows about a risk, and years of life with their quality."""
    low, high = number(after), number(before)
    riskier, safer = (shown(scales.micromorts(chance)) for chance in (high, low))
    yield f"a chance of death of {shown(high)} is {riskier} micromorts, {shown(low)} is {safer}"
    price = scales.price_of_micromort(number(paid), high, low)
    yield f"who pays {money(number(paid))} for the difference pays {money(price)} for each micromort less"
    parts = [part.partition("*") for part in years.split()]
    if any(not star for _, star, _ in parts):
        raise BadParameter(f"years are written YEARS*QUALITY, as in 10*0.8 5*0.5, not {years[:40]!r}")
    total = scales.qalys([(number(length), number(quality)) for length, _, quality in parts])
    told = ", ".join(f"{length} years of quality {quality}" for length, _, quality in parts)
    yield f"{told}: {shown(total)} QALYs"


CHAPTERS: dict[str, Callable[..., Iterator[str]]] = {
    "auctions": auction,
    "voting": vote,
    "bargaining": bargain,
    "division": divide,
    "evolution": evolve,
    "repeated": repeat,
    "markets": markets.tell,
    "networks": networks.tell,
    "negotiation": negotiation.tell,
    "signalling": signalling.tell,
    "sex_ratios": sex_ratios.tell,
    "kinship": kinship.tell,
    "parasitism": parasitism.tell,
    "risk": risk,
}
