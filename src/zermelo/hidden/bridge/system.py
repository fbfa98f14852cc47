"""A simple bidding system: five-card majors, notrump of 15 to 17, weak twos; what calls say, and which to make.

A rule is a call and what it promises (`Meaning`). In each situation the rules stand in order; the first that is legal
and fits the hand is called. Whoever hears a call takes the widest promise of all rules that make it, so both sides of
the table read the same book. After the first exchange one rule decides: what both hands have at least, together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game.bits import count, word
from zermelo.games.tricks.calls import DOUBLE, FIRST_BID, PASS
from zermelo.games.tricks.cards import suit_cards

CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)
ANY = (0, 0, 0, 0)
FULL = (13, 13, 13, 13)
MOST_POINTS = 37  # points that a hand can have
GAME, SLAM, GRAND = 25, 33, 37  # points of both hands


@dataclass(frozen=True)
class Meaning:
    """What a player has: points (ace 4, king 3, queen 2, jack 1), and how long the suits are."""

    low: int = 0
    high: int = MOST_POINTS
    least: tuple[int, ...] = ANY
    most: tuple[int, ...] = FULL

    def fits(self, points: int, lengths: Sequence[int]) -> bool:
        """Whether a hand is such a one."""
        suits = zip(lengths, self.least, self.most, strict=True)
        return self.low <= points <= self.high and all(low <= length <= high for length, low, high in suits)

    def narrowed_by(self, other: Meaning) -> Meaning:
        """Both promises; where they contradict each other, the later one."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low > high:
            low, high = other.low, other.high
        least = tuple(map(max, self.least, other.least))
        most = tuple(map(max, least, map(min, self.most, other.most)))
        return Meaning(low, high, least, most)

    def widened_by(self, other: Meaning) -> Meaning:
        """Either promise: the widest."""
        return Meaning(
            min(self.low, other.low),
            max(self.high, other.high),
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.most, other.most)),
        )


Rule = tuple[int, Meaning]
BALANCED = ((2, 2, 2, 2), (5, 5, 5, 5))  # lengths of a balanced hand; five in a major are bid otherwise


def bid(level: int, strain: int) -> int:
    """The number of a bid."""
    return FIRST_BID + 5 * (level - 1) + strain


def long(suit: int, least: int, most: int = 13, **points: int) -> Meaning:
    """A suit of some length."""
    low = [0] * 4
    high = [13] * 4
    low[suit], high[suit] = least, most
    return Meaning(points.get("low", 0), points.get("high", MOST_POINTS), tuple(low), tuple(high))


def balanced(low: int, high: int) -> Meaning:
    """A balanced hand."""
    return Meaning(low, high, *BALANCED)


def points_and_lengths(hand: Any) -> tuple[int, tuple[int, ...]]:
    """Points and lengths of a hand."""
    cards = word(hand)
    points = 0
    for suit in range(4):
        for rank, worth in ((12, 4), (11, 3), (10, 2), (9, 1)):
            points += worth * int(cards >> word(13 * suit + rank) & word(1))
    return points, tuple(count(cards & suit_cards(suit)) for suit in range(4))


@dataclass
class Auction:
    """What the calls so far have said."""

    dealer: int
    calls: list[int] = field(default_factory=list)
    shown: list[Meaning] = field(default_factory=lambda: [Meaning()] * 4)

    @property
    def seat(self) -> int:
        """Who is to call."""
        return (self.dealer + len(self.calls)) % 4

    def bids_of(self, seat: int) -> list[int]:
        """The bids of a player, in order."""
        made = enumerate(self.calls)
        return [call for place, call in made if (self.dealer + place) % 4 == seat and call >= FIRST_BID]

    def last_bid(self) -> tuple[int, int]:
        """The last bid and who made it; 0 and -1 for none."""
        for place in range(len(self.calls) - 1, -1, -1):
            if self.calls[place] >= FIRST_BID:
                return self.calls[place], (self.dealer + place) % 4
        return 0, -1

    def can(self, call: int) -> bool:
        """Whether a call is legal."""
        last, by = self.last_bid()
        if call >= FIRST_BID:
            return call > last
        if call == DOUBLE:
            tail = [each for each in self.calls if each != PASS]
            return by >= 0 and by % 2 != self.seat % 2 and tail[-1] >= FIRST_BID
        return call == PASS

    def hear(self, call: int) -> None:
        """Take up what a call says."""
        seat = self.seat
        said = [meaning for made, meaning in rules(self) if made == call and self.can(made)]
        if said:
            meaning = said[0]
            for other in said[1:]:
                meaning = meaning.widened_by(other)
        elif call >= FIRST_BID and (call - FIRST_BID) % 5 != NOTRUMP:
            meaning = long((call - FIRST_BID) % 5, 4)  # outside the system: natural
        else:
            meaning = Meaning()
        self.shown[seat] = self.shown[seat].narrowed_by(meaning)
        self.calls.append(call)


def heard(dealer: int, calls: Sequence[int]) -> Auction:
    """The auction after some calls."""
    auction = Auction(dealer)
    for call in calls:
        auction.hear(call)
    return auction


def choose_call(hand: Any, dealer: int, calls: Sequence[int]) -> int:
    """The call of the system."""
    auction = heard(dealer, calls)
    points, lengths = points_and_lengths(hand)
    for call, meaning in rules(auction):
        if auction.can(call) and meaning.fits(points, lengths):
            return call
    return PASS


def rules(auction: Auction) -> list[Rule]:
    """The rules of the situation, in order of preference."""
    seat = auction.seat
    mine, partners = auction.bids_of(seat), auction.bids_of((seat + 2) % 4)
    theirs = auction.bids_of((seat + 1) % 4) + auction.bids_of((seat + 3) % 4)
    if mine or (partners and len(partners) > 1):
        return rebids(auction)
    if partners:
        doubled_or_over = theirs and min(theirs) < partners[0]
        return rebids(auction) if doubled_or_over else responses(partners[0])
    if theirs:
        return overcalls(auction)
    return openings()


def openings() -> list[Rule]:
    """Nobody has bid."""
    found: list[Rule] = [
        (bid(2, CLUBS), Meaning(22, MOST_POINTS)),
        (bid(2, NOTRUMP), balanced(20, 21)),
        (bid(1, NOTRUMP), Meaning(15, 17, (2, 2, 2, 2), (5, 5, 4, 4))),
        (bid(1, SPADES), Meaning(12, 21, (0, 0, 0, 5), (13, 13, 5, 13))),
        (bid(1, HEARTS), Meaning(12, 21, (0, 0, 5, 0), (13, 13, 13, 6))),
        (bid(1, DIAMONDS), Meaning(12, 21, (0, 4, 0, 0), (4, 13, 4, 4))),
        (bid(1, CLUBS), Meaning(12, 21, (3, 0, 0, 0), (13, 6, 4, 4))),
        (bid(1, DIAMONDS), Meaning(12, 21, (0, 3, 0, 0), (6, 13, 4, 4))),
        (bid(1, SPADES), long(SPADES, 5, low=12, high=21)),
    ]
    for suit in (SPADES, HEARTS):
        found.append((bid(4, suit), long(suit, 8, low=5, high=11)))
    for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
        found.append((bid(3, suit), long(suit, 7, low=5, high=10)))
    for suit in (SPADES, HEARTS, DIAMONDS):
        found.append((bid(2, suit), long(suit, 6, 6, low=6, high=10)))
    return [*found, (PASS, Meaning(0, 12))]


def responses(opened: int) -> list[Rule]:
    """Partner has opened, and nobody of us has bid since."""
    level, strain = 1 + (opened - FIRST_BID) // 5, (opened - FIRST_BID) % 5
    if strain == NOTRUMP:
        return responses_to_notrump(level)
    if level == 1:
        return responses_to_a_suit(strain)
    if level == 2 and strain == CLUBS:
        strong = [(bid(2 if suit > DIAMONDS else 3, suit), long(suit, 5, low=8)) for suit in range(3, -1, -1)]
        return [*strong, (bid(2, NOTRUMP), Meaning(8)), (bid(2, DIAMONDS), Meaning(0, 7))]
    if strain >= HEARTS and level < 4:
        return [(bid(4, strain), long(strain, 2, low=15)), (bid(level + 1, strain), long(strain, 3, low=7, high=14)),
                (PASS, Meaning(0, 14))]  # fmt: skip
    return [(bid(3, NOTRUMP), balanced(16, MOST_POINTS)), (PASS, Meaning())]


def responses_to_notrump(level: int) -> list[Rule]:
    """Answers to one or two notrump; partner has 15 to 17, or 20 to 21."""
    has = 15 if level == 1 else 20
    game, slam, grand = GAME - has, SLAM - has, GRAND - has
    found: list[Rule] = [(bid(7, NOTRUMP), Meaning(grand)), (bid(6, NOTRUMP), Meaning(slam, grand - 1))]
    for suit in (SPADES, HEARTS):
        found.append((bid(4, suit), long(suit, 6, low=max(game - 1, 0), high=slam - 1)))
    for suit in (SPADES, HEARTS):
        found.append((bid(3, suit), long(suit, 5, 5, low=game, high=slam - 1)))
    if level == 1:
        for suit in (HEARTS, SPADES):
            found.append((bid(2, CLUBS), long(suit, 4, 4, low=game - 2, high=slam - 1)))
        found.append((bid(3, NOTRUMP), Meaning(game, slam - 1)))
        for suit in (SPADES, HEARTS, DIAMONDS):
            found.append((bid(2, suit), long(suit, 5, high=game - 3)))
        found.append((bid(2, NOTRUMP), Meaning(game - 2, game - 1)))
    found.append((bid(3, NOTRUMP), Meaning(game, slam - 1)))
    return [*found, (PASS, Meaning(0, max(game - 1, 0)))]


def responses_to_a_suit(strain: int) -> list[Rule]:
    """Answers to one of a suit: raise a major, else show one, else notrump."""
    found: list[Rule] = []
    if strain >= HEARTS:
        found += [
            (bid(4, strain), long(strain, 3, low=13, high=16)),
            (bid(3, strain), long(strain, 3, low=10, high=12)),
            (bid(2, strain), long(strain, 3, low=6, high=9)),
            (bid(4, strain), long(strain, 5, low=2, high=5)),
        ]
    for suit in range(strain + 1, 4):
        found.append((bid(1, suit), long(suit, 5, low=6)))
    for suit in range(strain + 1, 4):
        found.append((bid(1, suit), long(suit, 4, low=6)))
    for suit in range(strain):
        found.append((bid(2, suit), long(suit, 5 if suit == HEARTS else 4, low=11)))
    if strain < HEARTS:
        found += [
            (bid(3, strain), long(strain, 5, low=10, high=12)),
            (bid(2, strain), long(strain, 5, low=6, high=9)),
        ]
    found += [
        (bid(1, NOTRUMP), Meaning(6, 10)),
        (bid(2, NOTRUMP), Meaning(11, 12)),
        (bid(3, NOTRUMP), Meaning(13, 16)),
        (bid(4, NOTRUMP), Meaning(17, 18)),
        (bid(6, NOTRUMP), Meaning(19)),
    ]
    return [*found, (PASS, Meaning(0, 5))]


def overcalls(auction: Auction) -> list[Rule]:
    """They have bid, and our side has not: overcalls, a notrump, doubles for takeout."""
    last, _ = auction.last_bid()
    level, theirs = 1 + (last - FIRST_BID) // 5, (last - FIRST_BID) % 5
    found: list[Rule] = []
    if level > 3:
        return [(DOUBLE, Meaning(16)), (PASS, Meaning(0, 15))]
    if theirs != NOTRUMP:
        if level == 1:
            found.append((bid(1, NOTRUMP), Meaning(15, 18, (2, 2, 2, 2), (5, 5, 4, 4))))
        least = [3] * 4
        least[theirs] = 0
        most = [13] * 4
        most[theirs] = 2
        found.append((DOUBLE, Meaning(12 + 2 * (level > 2), MOST_POINTS, tuple(least), tuple(most))))
    for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
        if suit != theirs:
            at = level if suit > theirs else level + 1
            low, length = ((8, 5), (11, 5), (13, 6), (14, 6))[min(at, 4) - 1]
            found.append((bid(at, suit), long(suit, length + (theirs == NOTRUMP), low=low, high=17)))
    found.append((DOUBLE, Meaning(16)))
    return [*found, (PASS, Meaning(0, 15))]


def rebids(auction: Auction) -> list[Rule]:
    """Points and lengths of both hands together: game, slam, an invitation, a rebid, or pass."""
    seat = auction.seat
    own, partner = auction.shown[seat], auction.shown[(seat + 2) % 4]
    last, by = auction.last_bid()
    forced = by == (seat + 2) % 4 and last < bid(2, NOTRUMP) and partner.high >= 20 and partner.low >= 6
    found: list[Rule] = []
    for points, level in ((GRAND, 7), (SLAM, 6)):
        low = points - partner.low
        high = GRAND - partner.low - 1 if level == 6 else MOST_POINTS
        for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
            found.append((bid(level, suit), long(suit, max(8 - partner.least[suit], 0), low=low, high=high)))
        found.append((bid(level, NOTRUMP), Meaning(low, high)))
    in_game = by >= 0 and by % 2 == seat % 2 and last >= bid(3, NOTRUMP)
    if not in_game:
        low, high = GAME - partner.low, SLAM - partner.low - 1
        for suit in (SPADES, HEARTS):
            found.append((bid(4, suit), long(suit, max(8 - partner.least[suit], 0), low=low - 1, high=high)))
        found.append((bid(3, NOTRUMP), Meaning(low, high)))
        if partner.high + own.high >= GAME:
            found += invitations(partner, low)
        found += minimum_bids(auction, partner, own, forced)
    found.append((PASS, Meaning(0, max(SLAM - partner.low - 1, 0)) if not forced else Meaning(0, 15)))
    return found


def invitations(partner: Meaning, game: int) -> list[Rule]:
    """A little less than what makes game opposite the least that partner has."""
    found: list[Rule] = []
    low = max(game - (partner.high - partner.low), game - 3)
    if partner.high > partner.low:
        for suit in (SPADES, HEARTS):
            found.append((bid(3, suit), long(suit, max(8 - partner.least[suit], 0), low=low, high=game - 2)))
        found.append((bid(2, NOTRUMP), Meaning(low, game - 1, (2, 2, 2, 2), (5, 5, 5, 5))))
    return found


def minimum_bids(auction: Auction, partner: Meaning, own: Meaning, forced: bool) -> list[Rule]:
    """The least that can be said: support, a long suit again, one notrump, where it is needed."""
    last, by = auction.last_bid()
    level, strain = 1 + (last - FIRST_BID) // 5, (last - FIRST_BID) % 5
    found: list[Rule] = []
    if level > 3 or (by % 2 == auction.seat % 2 and not forced):
        if by == (auction.seat + 2) % 4 and level < 3 and strain != NOTRUMP:  # correct to a suit that fits better
            for suit in (SPADES, HEARTS, DIAMONDS):
                if partner.least[suit] >= 4 and suit != strain:
                    at = level if suit > strain else level + 1
                    found.append((bid(at, suit), long(suit, max(8 - partner.least[suit], 3), high=11)))
        return found
    for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
        at = level if suit > strain else level + 1
        if at <= 3 and partner.least[suit] >= 3:
            found.append((bid(at, suit), long(suit, max(8 - partner.least[suit], 0), high=17)))
    if level == 1 and strain != NOTRUMP and forced:
        found.append((bid(1, NOTRUMP), Meaning(0, 14, (2, 2, 2, 2), (5, 5, 4, 4))))
    for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
        at = level if suit > strain else level + 1
        if at <= 2 and forced:
            found.append((bid(at, suit), long(suit, 6 if own.least[suit] >= 5 else 5 if own.least[suit] >= 3 else 4)))
    if forced:
        for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
            at = level if suit > strain else level + 1
            if own.least[suit] >= 3 and at <= 3:
                found.append((bid(at, suit), Meaning()))
    return found
