"""Monopoly for two to six: buy, build, collect rent, and be the last who is not bankrupt.

A turn begins with the player's affairs (build, sell, mortgage, one offer of a trade) and ends with the dice. What is
decided, and by whom, is the phase: whether to buy, an auction, money that must be raised, an answer to an offer.
"""

from __future__ import annotations

from typing import Self

from zermelo.game import (
    CHANCE,
    Random,
    Row,
    Scene,
    i16,
    put,
    python_only,
    table,
)
from zermelo.games.monopoly import notation, picture
from zermelo.games.monopoly.board import (
    ACT,
    AMOUNT,
    ARREST,
    BACK,
    CARDS,
    CHANCE_CARD,
    CHEST_CARD,
    COST,
    FROM_EACH,
    GO_TO,
    GROUP,
    HOTEL_REPAIRS,
    JAIL,
    KIND,
    MEMBERS,
    MONEY,
    NEXT_RAILROAD,
    PARDON,
    PRICE,
    RAILROADS,
    REPAIRS,
    SIZE,
    SQUARES,
    TAX,
    TAXES,
    TO_JAIL,
    UTILITIES,
)
from zermelo.games.monopoly.estate import EVERYBODY, HOTEL, Estate

AFFAIRS, THROW, CARD, BUYING, AUCTION, DEBT, GIVING, PRICING, ANSWER = range(9)  # phases
ROLL, PAY_FINE, USE_CARD, BUY, TO_AUCTION, PASS, BANKRUPT, ACCEPT, REFUSE = range(9)  # moves; the others are based on
BUILD, SELL, SELL_ALL, PLEDGE, LIFT, ASK, RAISE, GIVE, OFFER, DICE, DRAW = range(100, 1200, 100)
SALARY, FINE = 200, 50
STEPS = table([10, 50, 100], i16)  # of an auction
SUMS = table([-500, -200, -100, -50, 0, 50, 100, 200, 500], i16)  # that an offer adds; above 0 the mover pays


class Monopoly(Estate):
    """Own the board."""

    @python_only
    def start(self) -> None:
        """1500 for each, all on GO."""
        self.cash[:] = 1500

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """By the phase."""
        if self.phase == THROW:
            return self.throws(out)
        if self.phase == CARD:
            return self.cards_left(out)
        if self.phase == AFFAIRS:
            return self.affairs(out)
        if self.phase == BUYING:
            n = put(out, 0, BUY) if self.cash[self.turn] >= PRICE[self.here()] else 0
            return self.sales(out, put(out, n, TO_AUCTION))
        if self.phase == AUCTION:
            return self.bids(out)
        if self.phase == DEBT:
            n = self.sales(out, 0)
            return n if n > 0 else put(out, 0, BANKRUPT)
        if self.phase == GIVING:
            n = put(out, 0, GIVE + SQUARES)
            for square in range(SQUARES):
                if self.owner[square] == self.mover + 1 and not self.group_built(square):
                    n = put(out, n, GIVE + square)
            return n
        if self.phase == PRICING:
            return self.prices(out)
        return put(out, put(out, 0, ACCEPT), REFUSE)

    def play(self, move: int) -> None:
        """What was decided, or what the dice and cards say."""
        if self.phase == THROW:
            self.thrown(1 + (move - DICE) // 6, 1 + (move - DICE) % 6)
        elif self.phase == CARD:
            self.draw(move - DRAW)
        elif self.phase == AUCTION:
            self.call(move)
        elif self.phase == GIVING:
            self.offered = 0 if move == GIVE + SQUARES else move - GIVE + 1
            self.phase = PRICING
        elif self.phase == PRICING:
            self.price = SUMS[move - OFFER]
            self.phase = ANSWER
            self.turn = int(self.owner[int(self.square)]) - 1
        elif self.phase == ANSWER:
            self.answer(move)
        else:
            self.own_move(move)

    def over(self) -> bool:
        """One is left."""
        return self.left() == 1

    def utility(self, player: int) -> float:
        """The last one has 1; where the game was ended before, by the share of all wealth."""
        if self.over():
            return self.lowest if self.gone[player] else 1.0
        return self.share(player, 0.0)

    def odds(self, outcome: int) -> float:
        """Two dice; every card that does not lie aside."""
        if self.phase == THROW:
            return (1.0 if (outcome - DICE) // 6 == (outcome - DICE) % 6 else 2.0) / 36.0
        return 1.0 / self.pile()

    # ------------------------------------------------------------------ rows of moves
    def throws(self, out: Row) -> int:
        """Two dice, the lower one first."""
        n = 0
        for low in range(6):
            for high in range(low, 6):
                n = put(out, n, DICE + 6 * low + high)
        return n

    def cards_left(self, out: Row) -> int:
        """The cards of the deck."""
        n = 0
        for card in range(CARDS):
            if not int(self.drawn[int(self.deck)]) >> card & 1:
                n = put(out, n, DRAW + card)
        return n

    def affairs(self, out: Row) -> int:
        """Throw, buy oneself out, build, raise money, lift mortgages, ask for what another has."""
        me = int(self.turn)
        n = put(out, 0, ROLL)
        if self.jailed[me] > 0:
            if self.cash[me] >= FINE:
                n = put(out, n, PAY_FINE)
            if self.pardons[me] > 0:
                n = put(out, n, USE_CARD)
        for square in range(SQUARES):
            if self.owner[square] == me + 1:
                if self.can_build(square):
                    n = put(out, n, BUILD + square)
                if self.pledged[square] and self.cash[me] >= lifted(square):
                    n = put(out, n, LIFT + square)
            elif self.owner[square] > 0 and self.offers == 0 and not self.group_built(square):
                n = put(out, n, ASK + square)
        return self.sales(out, n)

    def sales(self, out: Row, n: int) -> int:
        """Ways to raise money: a house less, a whole group where the bank lacks houses for a hotel, mortgages."""
        me = int(self.turn)
        for square in range(SQUARES):
            if self.owner[square] == me + 1:
                if self.can_sell(square):
                    n = put(out, n, SELL + square)
                if not self.pledged[square] and not self.group_built(square):
                    n = put(out, n, PLEDGE + square)
        for group in range(RAILROADS):
            if self.stuck(me, group):
                n = put(out, n, SELL_ALL + group)
        return n

    def bids(self, out: Row) -> int:
        """Bid no more, or raise by a step."""
        n = put(out, 0, PASS)
        for step in range(len(STEPS)):
            if self.cash[self.turn] >= self.bid + STEPS[step]:
                n = put(out, n, RAISE + step)
        return n

    def prices(self, out: Row) -> int:
        """Money that goes with an offer, as far as both have it; nothing is asked for nothing."""
        n = 0
        other = int(self.owner[int(self.square)]) - 1
        for place in range(len(SUMS)):
            price = int(SUMS[place])
            fair = self.offered > 0 or price > 0
            if fair and self.cash[self.mover] >= price and self.cash[other] >= -price:
                n = put(out, n, OFFER + place)
        return n if n > 0 else put(out, 0, OFFER + 4)

    # ------------------------------------------------------------------ what moves do
    def own_move(self, move: int) -> None:
        """A move of somebody's own affairs."""
        me, square = int(self.turn), move % 100
        if move == PAY_FINE:
            self.cash[me] -= FINE
        elif move == USE_CARD:
            deck = 0 if self.pardons[me] & 1 else 1
            self.pardons[me] -= 1 + deck
            self.drawn[deck] &= ~(1 << (7 if deck == 0 else 4))
        if move <= USE_CARD:
            if move != ROLL:
                self.jailed[me] = 0
            self.phase = THROW
            self.turn = CHANCE
        elif move == BUY:
            self.cash[me] -= PRICE[self.here()]
            self.owner[self.here()] = me + 1
            self.settle()
        elif move == TO_AUCTION:
            self.begin_auction()
        elif move == BANKRUPT:
            self.go_bankrupt()
        elif move >= ASK:
            self.square, self.offers, self.phase = square, 1, GIVING
        else:
            self.trade_with_bank(move - square, me, square)
            if self.phase == DEBT and self.cash[me] >= self.debt:
                self.pay()

    def trade_with_bank(self, kind: int, me: int, square: int) -> None:
        """Houses and mortgages."""
        if kind == BUILD:
            self.cash[me] -= COST[square]
            self.built[square] += 1
        elif kind == SELL:
            self.cash[me] += COST[square] // 2
            self.built[square] -= 1
        elif kind == SELL_ALL:
            for place in range(int(SIZE[square])):
                each = int(MEMBERS[square, place])
                self.cash[me] += int(self.built[each]) * (COST[each] // 2)
                self.built[each] = 0
        elif kind == PLEDGE:
            self.cash[me] += PRICE[square] // 2
            self.pledged[square] = 1
        else:
            self.cash[me] -= lifted(square)
            self.pledged[square] = 0

    def thrown(self, low: int, high: int) -> None:
        """The dice: out of jail or into it, or on."""
        me = int(self.mover)
        self.turn, self.dice = me, low + high
        self.again = 1 if low == high and self.jailed[me] == 0 else 0
        if self.jailed[me] > 0 and low != high:
            self.jailed[me] += 1
            if self.jailed[me] <= 3:
                self.next_turn()
                return
            self.jailed[me] = 0
            if self.cash[me] < FINE:
                self.owe(FINE, 0)
                return
            self.cash[me] -= FINE
        self.jailed[me] = 0
        self.doubles += self.again
        if self.doubles == 3:
            self.arrest()
        else:
            self.walk(int(self.dice))

    def walk(self, steps: int) -> None:
        """On, over GO for the salary."""
        target = int(self.place[self.mover]) + steps
        if target >= SQUARES:
            self.cash[self.mover] += SALARY
        self.place[self.mover] = target % SQUARES
        self.land(1)

    def land(self, factor: int) -> None:
        """What the square wants; `factor` is the railroads' double rent, 10 for a utility by card."""
        here = self.here()
        kind = int(KIND[here])
        if kind in (CHANCE_CARD, CHEST_CARD):
            self.deck = kind - CHANCE_CARD
            if self.pile() == 0:  # all but the cards that players hold come back
                held = 0
                for player in range(self.players):
                    if int(self.pardons[player]) >> self.deck & 1:
                        held = 1 << (7 if self.deck == 0 else 4)
                self.drawn[int(self.deck)] = held
            self.phase, self.turn = CARD, CHANCE
        elif kind == TO_JAIL:
            self.arrest()
        elif kind == TAX:
            self.owe(int(TAXES[here]), 0)
        elif PRICE[here] > 0 and self.owner[here] == 0:
            self.phase, self.turn = BUYING, self.mover
        elif PRICE[here] > 0 and self.owner[here] != self.mover + 1 and not self.pledged[here]:
            self.owe(self.rent(here, factor), int(self.owner[here]))
        else:
            self.settle()

    def draw(self, card: int) -> None:
        """A card: money, a way, jail."""
        me, deck = int(self.mover), int(self.deck)
        act, amount = int(ACT[deck, card]), int(AMOUNT[deck, card])
        self.drawn[deck] |= 1 << card
        self.turn = me
        if act == GO_TO:
            self.walk((amount - self.here()) % SQUARES)
        elif act == BACK:
            self.place[me] -= amount
            self.land(1)
        elif act == ARREST:
            self.arrest()
        elif act == NEXT_RAILROAD:
            self.to_next(RAILROADS, 2)
        elif act > NEXT_RAILROAD:
            self.to_next(UTILITIES, 10)
        elif act == PARDON:
            self.pardons[me] += 1 + deck
            self.settle()
        else:
            self.money_card(act, amount, deck)

    def money_card(self, act: int, amount: int, deck: int) -> None:
        """A card that gives or takes."""
        me = int(self.mover)
        if act == REPAIRS:
            bill = 0
            for square in range(SQUARES):
                if self.owner[square] == me + 1:
                    hotel = self.built[square] == HOTEL
                    bill += int(HOTEL_REPAIRS[deck]) if hotel else amount * int(self.built[square])
            self.owe(bill, 0)
        elif act == FROM_EACH and amount < 0:
            self.owe(-amount * (self.left() - 1), EVERYBODY)
        elif act == FROM_EACH:
            for player in range(self.players):
                if player != me and not self.gone[player]:
                    gift = min(amount, int(self.cash[player]))
                    self.cash[player] -= gift
                    self.cash[me] += gift
            self.settle()
        elif act == MONEY and amount < 0:
            self.owe(-amount, 0)
        else:
            self.cash[me] += amount
            self.settle()

    def to_next(self, group: int, factor: int) -> None:
        """To the next square of a group, forward."""
        steps = 1
        while GROUP[(self.here() + steps) % SQUARES] != group:
            steps += 1
        if self.here() + steps >= SQUARES:
            self.cash[self.mover] += SALARY
        self.place[self.mover] = (self.here() + steps) % SQUARES
        self.land(factor)

    def arrest(self) -> None:
        """To jail; the turn is over."""
        self.place[self.mover] = JAIL
        self.jailed[self.mover] = 1
        self.again = 0
        self.next_turn()

    def settle(self) -> None:
        """The square is dealt with: throw again after a double, else the next player."""
        if self.again:
            self.phase, self.turn = AFFAIRS, self.mover
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Whoever comes next and is not bankrupt."""
        self.doubles, self.again, self.offers, self.phase = 0, 0, 0, AFFAIRS
        self.mover = self.after(int(self.mover), 0)
        self.turn = self.mover

    # ------------------------------------------------------------------ debts
    def owe(self, amount: int, creditor: int) -> None:
        """Pay, or raise the money first."""
        self.debt, self.creditor, self.turn = amount, creditor, self.mover
        if self.cash[self.mover] >= amount:
            self.pay()
        else:
            self.phase = DEBT

    def pay(self) -> None:
        """The debt is paid."""
        me = int(self.mover)
        self.cash[me] -= self.debt
        if self.creditor == EVERYBODY:
            for player in range(self.players):
                if player != me and not self.gone[player]:
                    self.cash[player] += self.debt // (self.left() - 1)
        elif self.creditor > 0:
            self.cash[int(self.creditor) - 1] += self.debt
        self.debt, self.creditor = 0, 0
        self.settle()

    def go_bankrupt(self) -> None:
        """All goes to the creditor, or back to the bank."""
        me = int(self.mover)
        heir = int(self.creditor) if self.creditor != EVERYBODY else 0
        for square in range(SQUARES):
            if self.owner[square] == me + 1:
                self.owner[square] = heir
                if heir == 0:
                    self.pledged[square] = 0
        if heir > 0:
            self.cash[heir - 1] += self.cash[me]
            self.pardons[heir - 1] += self.pardons[me]
        elif self.pardons[me] > 0:
            self.drawn[0] &= ~(128 if self.pardons[me] & 1 else 0)
            self.drawn[1] &= ~(16 if self.pardons[me] & 2 else 0)
        self.cash[me], self.pardons[me], self.gone[me], self.jailed[me] = 0, 0, 1, 0
        self.debt, self.creditor = 0, 0
        self.next_turn()

    # ------------------------------------------------------------------ auctions and trades
    def begin_auction(self) -> None:
        """The square goes to whoever bids most, the mover first."""
        self.square, self.bid, self.bidder, self.passed, self.phase = self.here(), 0, 0, 0, AUCTION

    def call(self, move: int) -> None:
        """A bid, or none; it ends when all others have passed."""
        if move == PASS:
            self.passed |= 1 << int(self.turn)
        else:
            self.bid += STEPS[move - RAISE]
            self.bidder = self.turn + 1
        follower = self.after(int(self.turn), int(self.passed))
        if follower < 0 or follower == self.bidder - 1:
            if self.bidder > 0:
                self.owner[int(self.square)] = self.bidder
                self.cash[int(self.bidder) - 1] -= self.bid
            self.square, self.bid, self.bidder, self.passed = 0, 0, 0, 0
            self.turn = self.mover
            self.settle()
        else:
            self.turn = follower

    def answer(self, move: int) -> None:
        """An offer is taken or not; then the mover goes on."""
        if move == ACCEPT:
            other, square = int(self.turn), int(self.square)
            self.owner[square] = self.mover + 1
            if self.offered > 0:
                self.owner[int(self.offered) - 1] = other + 1
            self.cash[self.mover] -= self.price
            self.cash[other] += self.price
        self.square, self.offered, self.price = 0, 0, 0
        self.phase, self.turn = AFFAIRS, self.mover

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """For who decides; for player 0 while dice roll."""
        return self.evaluate_for(max(int(self.turn), 0))

    def evaluate_for(self, player: int) -> float:
        """The share of all wealth, whole groups and houses counting more; a debt is subtracted."""
        owed = float(self.debt) / 4000.0 if player == self.mover else 0.0
        return 0.98 * max(self.lowest, self.share(player, 0.5) - owed)

    @python_only
    def features(self) -> dict[str, float]:
        """What the evaluation adds up."""
        me = max(int(self.turn), 0)
        found = {
            "own wealth": self.wealth(me, 0.5),
            "wealth of all": sum(self.wealth(p, 0.5) for p in range(self.players)),
        }
        return {**found, "debt": float(self.debt) if me == self.mover else 0.0}

    def sample(self, random: Random, row: Row) -> int:
        """The dice more often than anything else; buy what can be bought; else anything."""
        n = self.moves(row)
        if self.phase == AFFAIRS and random.below(4) > 0 or self.phase == BUYING and random.below(4) > 0:
            return int(row[0])
        return int(row[random.below(n)])

    def roll(self, random: Random, row: Row) -> int:
        """Two dice, or a card."""
        if self.phase == THROW:
            first, second = random.below(6), random.below(6)
            return DICE + 6 * min(first, second) + max(first, second)
        n = self.cards_left(row)
        return int(row[random.below(n)])

    # ------------------------------------------------------------------ words and picture
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Players, what they own, and what is being decided."""
        return notation.position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        notation.read_position(state, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`roll`, `buy`, `build:Boardwalk`, `3-4`."""
        return notation.move_text(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """What is being decided."""
        return "the game is over" if self.over() else notation.why_not(self)

    @python_only
    def ending(self) -> str:
        """Who is left."""
        winner = [player for player in range(self.players) if not self.gone[player]]
        return f"player {winner[0] + 1} is the last who is not bankrupt" if self.over() else ""

    @python_only
    def scene(self) -> Scene:
        """The board as a ring, tokens and houses on it, and a button for each choice."""
        return picture.scene_of(self)


def lifted(square: int) -> int:
    """What it costs to lift a mortgage: half the price and a tenth of that."""
    half = int(PRICE[square]) // 2
    return half + (half + 9) // 10
