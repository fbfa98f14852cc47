"""Contract bridge, one board: deal, auction, play with dummy open, duplicate score.

Players are North, East, South, West; North and South are one side, East and West the other. Cards are dealt one by
one, to North first. A move is a card while cards are dealt and played, and 52 + call in the auction (`calls.py`).
When a bid has been followed by three passes, the first of the side that named its strain is declarer; the next player
leads, and after that everybody sees dummy's cards, which declarer plays.

The auction is kept bid by bid: who made it, who doubled and redoubled it; the passes between follow from that.
"""

from __future__ import annotations

from typing import Self

from zermelo.errors import BadParameter
from zermelo.game import (
    CHANCE,
    Cells,
    Row,
    Scene,
    array,
    count,
    i8,
    i16,
    put,
    put_all,
    python_only,
)
from zermelo.games.tricks.calls import (
    CALLS,
    DOUBLE,
    FIRST_BID,
    FIRST_CALL,
    PASS,
    REDOUBLE,
    call_of,
    call_text,
    duplicate_score,
)
from zermelo.games.tricks.cards import card_of, card_text, read_deal
from zermelo.games.tricks.notation import VULNERABLE, bridge_text, read_bridge
from zermelo.games.tricks.picture import bridge_scene
from zermelo.games.tricks.table import NO_SUIT, Tricks

SEATS = ("North", "East", "South", "West")
BIDS = CALLS - FIRST_BID
HIGHEST = 7600.0


class Bridge(Tricks):
    """Bid, then play with one hand open."""

    # ------------------------------------------------------------------ facts
    sides = (0, 1, 0, 1)
    lowest = -HIGHEST  # thirteen tricks short, redoubled and vulnerable
    highest = HIGHEST
    most_moves = 52
    longest = 52 + 319 + 52
    observation = 4 + 12 + 20 + BIDS + 9

    # ------------------------------------------------------------------ state
    dealer: i8
    vulnerable: i8  # 1 North and South, 2 East and West, 3 both
    passes: i8  # in a row
    bid: i8  # the last one + 1
    declarer: i8  # + 1
    won: Cells = array(i8, 2)  # tricks of the sides
    calls: Cells = array(i16, BIDS)  # of each bid: who made it + 8 * who doubled + 64 * who redoubled, each + 1

    @python_only
    def start(self, dealer: str = "North", vulnerable: str = "none", deal: str = "") -> None:
        """Nature deals, or a deal in PBN, such as `N:AKQ.T98..2 ...`, is given."""
        seats = [seat for seat in range(4) if dealer and SEATS[seat].lower().startswith(dealer.strip().lower())]
        if not seats:
            raise BadParameter(f"the dealer is North, East, South or West, not {dealer!r}")
        names = [name.lower() for name in VULNERABLE]
        if vulnerable.strip().lower() not in names:
            raise BadParameter(f"vulnerable is {', '.join(VULNERABLE)}, not {vulnerable!r}")
        self.dealer, self.vulnerable = seats[0], names.index(vulnerable.strip().lower())
        self.trump, self.turn = NO_SUIT, CHANCE
        if deal:
            self.lay_out(deal)

    @python_only
    def lay_out(self, deal: str) -> None:
        """The cards of a deal in PBN."""
        for seat, hand in enumerate(read_deal(deal)):
            if count(hand) != self.each:
                raise BadParameter(f"{SEATS[seat]} has {count(hand)} cards in {deal!r}: a deal gives everybody 13")
            self.hands[seat] = hand
        self.dealt = self.dealt_cards
        self.begin()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Cards to deal, calls, or cards to play."""
        if self.turn == CHANCE:
            return self.deal_moves(out)
        if self.declarer > 0:
            return put_all(out, 0, self.following(int(self.seat)))
        n = put(out, 0, FIRST_CALL + PASS)
        if self.bid > 0:
            theirs = (self.bidder(int(self.bid - 1)) - self.turn) % 2 != 0
            if theirs and self.doubled() == 0:
                n = put(out, n, FIRST_CALL + DOUBLE)
            if not theirs and self.doubled() == 1:
                n = put(out, n, FIRST_CALL + REDOUBLE)
        for bid in range(int(self.bid), BIDS):
            n = put(out, n, FIRST_CALL + FIRST_BID + bid)
        return n

    def play(self, move: int) -> None:
        """Deal, call or play a card."""
        if self.turn == CHANCE:
            self.give(move)
        elif self.declarer > 0:
            self.lay(move)
            self.turn = self.mover()
        else:
            self.call(move - FIRST_CALL)

    def begin(self) -> None:
        """The dealer calls first."""
        self.turn = self.seat = self.dealer

    def call(self, call: int) -> None:
        """One call; three passes after a bid end the auction."""
        if call == PASS:
            self.passes += 1
        else:
            self.passes = 0
            if call >= FIRST_BID:
                self.bid = call - FIRST_BID + 1
                self.calls[self.bid - 1] = self.turn + 1
            else:
                place = self.bid - 1
                by = int(self.turn) + 1
                self.calls[place] = int(self.calls[place]) + (8 * by if call == DOUBLE else 64 * by)
        self.turn = self.seat = (self.turn + 1) % 4
        if self.bid > 0 and self.passes == 3:
            self.contract()

    def bidder(self, bid: int) -> int:
        """Who made a bid; -1 for nobody."""
        return int(self.calls[bid]) % 8 - 1

    def doubled(self) -> int:
        """1 if the last bid was doubled, 2 if redoubled."""
        call = int(self.calls[self.bid - 1])
        return 2 if call >= 64 else 1 if call >= 8 else 0

    def contract(self) -> None:
        """The first of the side that named the strain plays it; the next player leads."""
        strain = (self.bid - 1) % 5
        last = self.bidder(int(self.bid - 1))
        declarer = last
        for level in range(7):
            bidder = self.bidder(5 * level + strain)
            if bidder >= 0 and (bidder - last) % 2 == 0:
                declarer = bidder
                break
        self.declarer = declarer + 1
        self.trump = strain
        self.seat = self.leader = self.turn = (declarer + 1) % 4

    def mover(self) -> int:
        """Declarer plays dummy's cards."""
        return self.declarer - 1 if (self.seat - self.declarer + 1) % 4 == 2 else int(self.seat)

    def take(self, winner: int) -> None:
        """A trick more."""
        self.won[winner % 2] += 1

    def over(self) -> bool:
        """Everybody passed, or all tricks are played."""
        return (self.bid == 0 and self.passes == 4) or self.won[0] + self.won[1] == self.each

    def utility(self, player: int) -> float:
        """The duplicate score of the player's side."""
        if self.declarer == 0 or self.won[0] + self.won[1] < self.each:
            return 0.0
        return self.score(player, int(self.won[(self.declarer - 1) % 2]))

    def score(self, player: int, tricks: int) -> float:
        """The duplicate score of a player's side where declarer and dummy take so many tricks."""
        side = (self.declarer - 1) % 2
        level = (self.bid - 1) // 5 + 1
        vulnerable = int(self.vulnerable) >> side & 1 == 1
        score = duplicate_score(level, int(self.trump), self.doubled(), vulnerable, tricks)
        return float(score) if player % 2 == side else -float(score)

    # ------------------------------------------------------------------ what players see
    def sees(self, player: int, seat: int) -> bool:
        """Their own cards, and dummy's once the first card has been led."""
        dummy = self.declarer > 0 and (self.declarer + 1) % 4 == seat
        return player == seat or (dummy and (self.laid > 0 or self.won[0] + self.won[1] > 0))

    def observe(self, player: int, out: Row) -> int:
        """The table and the auction."""
        n = self.observe_table(player, out)
        n = put(out, n, int(self.dealer))
        n = put(out, n, int(self.vulnerable))
        n = put(out, n, int(self.passes))
        n = put(out, n, int(self.declarer))
        n = put(out, n, int(self.won[0]))
        n = put(out, n, int(self.won[1]))
        for bid in range(BIDS):
            n = put(out, n, int(self.calls[bid]))
        return n

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Hands, dealer, vulnerability, calls, trick, tricks won, what players have shown."""
        return bridge_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        read_bridge(state, text)
        return state

    @python_only
    def auction(self) -> list[int]:
        """All calls so far, passes included, from the dealer on."""
        made: list[int] = []
        for place in range(int(self.bid)):
            call = int(self.calls[place])
            for by, what in ((call % 8, FIRST_BID + place), (call // 8 % 8, DOUBLE), (call // 64, REDOUBLE)):
                if by:
                    made += [PASS] * ((by - 1 - self.dealer - len(made)) % 4) + [what]
        return made + [PASS] * int(self.passes)

    @python_only
    def move_text(self, move: int) -> str:
        """`SA`, `1NT`, `X`, `P`."""
        return card_text(move) if move < FIRST_CALL else call_text(move - FIRST_CALL)

    @python_only
    def parse_move(self, text: str) -> int:
        """A card in either order, or a call."""
        move = card_of(text) if self.turn == CHANCE or self.declarer > 0 else call_of(text)
        if move >= 0 and self.turn != CHANCE and self.declarer == 0:
            move += FIRST_CALL
        if move in self.legal():
            return move
        return int(super().parse_move(text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """What may be called or played."""
        if self.over():
            return "the board is over"
        if self.turn == CHANCE:
            return "chance deals a card that nobody has yet, such as SA"
        if self.declarer == 0:
            return (
                "a call is P, X, XX, or a bid above the last such as 1NT; only the opponents' bid is doubled, "
                "only their double redoubled"
            )
        names = " ".join(card_text(card) for card in self.legal())
        return f"{SEATS[int(self.seat)]} must follow suit if possible and can play {names}"

    @python_only
    def contract_text(self) -> str:
        """`4S by North, doubled`, or empty."""
        if not self.declarer:
            return ""
        doubled = ("", ", doubled", ", redoubled")[self.doubled()]
        return f"{call_text(FIRST_BID + int(self.bid) - 1)} by {SEATS[self.declarer - 1]}{doubled}"

    @python_only
    def ending(self) -> str:
        """The contract, the tricks and the score."""
        if not self.over():
            return ""
        if not self.declarer:
            return "passed out"
        side = (self.declarer - 1) % 2
        over = int(self.won[side]) - 6 - ((self.bid - 1) // 5 + 1)
        made = "made" if over == 0 else f"{over} over" if over > 0 else f"{-over} down"
        names = ("North and South", "East and West")[side]
        return f"{self.contract_text()}: {made}, {names} score {self.utility(side):+.0f}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All hands open."""
        return bridge_scene(self, 2, (0, 1, 2, 3))

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The player's cards, and dummy's."""
        return bridge_scene(self, player, tuple(seat for seat in range(4) if self.sees(player, seat)))
