"""A game of Monopoly as it stands: who has what, where houses can be built, and what it is worth."""

from __future__ import annotations

from zermelo.game import BY_UTILITY, Cells, Game, array, derived, i8, i16, i32, parameter
from zermelo.games.monopoly.board import (
    CARDS,
    COST,
    GROUP,
    GROUPS,
    KIND,
    MEMBERS,
    PRICE,
    RAILROADS,
    RENT,
    SIZE,
    SQUARES,
    STREET,
    UTILITIES,
)

EVERYBODY = 7  # a creditor
HOUSES, HOTELS, HOTEL = 32, 12, 5  # of the bank; a hotel as a number of houses


class Estate(Game):
    """Money, squares, houses, and what is under way."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(2, low=2, high=6, help="who play")
    lowest: float = derived(lambda game: -1.0 / (game.players - 1))
    chance = True
    policy = True
    most_moves = 160
    cap = 4000
    capped = BY_UTILITY

    # ------------------------------------------------------------------ state
    cash: Cells = array(i32, lambda game: game.players)
    place: Cells = array(i8, lambda game: game.players)
    jailed: Cells = array(i8, lambda game: game.players)  # 0: free, else 1 and the throws that failed
    pardons: Cells = array(i8, lambda game: game.players)  # cards out of jail: 1 of Chance, 2 of Community Chest
    gone: Cells = array(i8, lambda game: game.players)  # bankrupt
    owner: Cells = array(i8, SQUARES)  # 0 the bank, else the player and 1
    built: Cells = array(i8, SQUARES)  # houses; 5 is a hotel
    pledged: Cells = array(i8, SQUARES)  # mortgaged
    drawn: Cells = array(i32, 2)  # cards of each deck that lie aside, as bits
    mover: i8
    phase: i8
    doubles: i8  # thrown in this turn
    again: i8  # the last throw was one
    dice: i8
    deck: i8  # that a card is drawn from
    square: i8  # on auction, or asked for
    bid: i32
    bidder: i8  # 0 nobody, else the player and 1
    passed: i8  # who bid no more, as bits
    debt: i32
    creditor: i8  # 0 the bank, EVERYBODY, else the player and 1
    offered: i8  # a square and 1
    price: i16  # that the mover adds to an offer
    offers: i8  # made in this turn

    # ------------------------------------------------------------------ who has what
    def here(self) -> int:
        """Where the mover stands."""
        return int(self.place[self.mover])

    def left(self) -> int:
        """Players who are not bankrupt."""
        n = 0
        for player in range(self.players):
            n += 0 if self.gone[player] else 1
        return n

    def after(self, player: int, passed: int) -> int:
        """The next player who is neither bankrupt nor has passed; -1 where there is none."""
        for step in range(1, self.players + 1):
            each = (player + step) % self.players
            if not self.gone[each] and not passed >> each & 1:
                return each
        return -1

    def pile(self) -> int:
        """Cards that can be drawn."""
        n = CARDS
        for card in range(CARDS):
            n -= int(self.drawn[int(self.deck)]) >> card & 1
        return n

    def holds(self, player: int, group: int) -> int:
        """How many squares of a group somebody has."""
        n = 0
        for place in range(int(SIZE[group])):
            n += 1 if self.owner[int(MEMBERS[group, place])] == player + 1 else 0
        return n

    def group_built(self, square: int) -> bool:
        """Whether there is a house in the group."""
        group, houses = int(GROUP[square]), 0
        if group < RAILROADS:
            for place in range(int(SIZE[group])):
                houses += int(self.built[int(MEMBERS[group, place])])
        return houses > 0

    def stock(self, hotels: bool) -> int:
        """Houses or hotels that the bank has left."""
        used = 0
        for square in range(SQUARES):
            hotel = self.built[square] == HOTEL
            used += (1 if hotel else 0) if hotels else 0 if hotel else int(self.built[square])
        return (HOTELS if hotels else HOUSES) - used

    def can_build(self, square: int) -> bool:
        """The whole group without mortgage, evenly, money, and something left in the bank."""
        me, level = int(self.owner[square]) - 1, int(self.built[square])
        if KIND[square] != STREET or level == HOTEL or self.cash[me] < COST[square]:
            return False
        for place in range(int(SIZE[int(GROUP[square])])):
            each = int(MEMBERS[int(GROUP[square]), place])
            if self.owner[each] != me + 1 or self.pledged[each] or self.built[each] < level:
                return False
        return self.stock(level == HOTEL - 1) > 0

    def can_sell(self, square: int) -> bool:
        """Evenly; a hotel becomes four houses, which the bank must have."""
        level = int(self.built[square])
        if level == 0:
            return False
        for place in range(int(SIZE[int(GROUP[square])])):
            if self.built[int(MEMBERS[int(GROUP[square]), place])] > level:
                return False
        return level < HOTEL or self.stock(False) >= 4

    def stuck(self, me: int, group: int) -> bool:
        """A hotel of mine that the bank cannot change into houses."""
        hotel = False
        for place in range(int(SIZE[group])):
            square = int(MEMBERS[group, place])
            hotel = hotel or self.owner[square] == me + 1 and self.built[square] == HOTEL
        return hotel and self.stock(False) < 4

    def rent(self, square: int, factor: int) -> int:
        """What a visitor owes."""
        group, landlord = int(GROUP[square]), int(self.owner[square]) - 1
        held = self.holds(landlord, group)
        if group == RAILROADS:
            return (25 << (held - 1)) * factor
        if group == UTILITIES:
            return int(self.dice) * (10 if held == 2 or factor == 10 else 4)
        alone = self.built[square] == 0 and held == SIZE[group]
        return int(RENT[square, int(self.built[square])]) * (2 if alone else 1)

    def wealth(self, player: int, bonus: float) -> float:
        """Cash, squares at their price, houses at their cost, and a bonus for whole groups."""
        total = float(self.cash[player])
        for square in range(SQUARES):
            if self.owner[square] == player + 1:
                price = float(PRICE[square])
                total += 0.5 * price if self.pledged[square] else price
                total += float(COST[square]) * float(self.built[square]) * (1.0 + bonus)
        if bonus > 0.0:
            for group in range(GROUPS):
                if self.holds(player, group) == SIZE[group]:
                    total += 600.0 * bonus
        return total

    def share(self, player: int, bonus: float) -> float:
        """The share of all wealth, from -1 / (players - 1) for nothing to 1 for everything."""
        total = 1.0
        for each in range(self.players):
            total += self.wealth(each, bonus)
        return (self.players * self.wealth(player, bonus) / total - 1.0) / (self.players - 1)
