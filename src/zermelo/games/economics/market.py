"""A market in one call: buyers and sellers of one thing each name a price, unseen, and all who can trade do (Wilson).

Chance gives each buyer what the thing is worth to them and each seller what it costs them; only they know it. The
highest bids meet the lowest asks as long as a bid is not below its ask; all trade at the middle of the last such pair.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    derived,
    i8,
    parameter,
    put,
    python_only,
)


class Market(Game):
    """Bid and ask."""

    # ------------------------------------------------------------------ facts
    buyers: int = parameter(2, low=1, high=4, help="who want one thing each")
    sellers: int = parameter(2, low=1, high=4, help="who have one thing each")
    prices: int = parameter(5, low=2, high=20, help="prices, worths and costs are 1 up to this")
    players: int = derived(lambda game: game.buyers + game.sellers)
    most_moves: int = derived(lambda game: game.prices)
    longest: int = derived(lambda game: 2 * (game.buyers + game.sellers))
    observation: int = derived(lambda game: 2 * (game.buyers + game.sellers) + 3)
    chance = True
    hidden = True
    zero_sum = False
    lowest: float = derived(lambda game: 1.0 - game.prices)
    highest: float = derived(lambda game: game.prices - 1.0)

    # ------------------------------------------------------------------ state
    worth: Cells = array(i8, lambda game: game.players)  # to each buyer, cost of each seller; 0 before it is known
    named: Cells = array(i8, lambda game: game.players)  # the price that each named, 0 before

    @python_only
    def start(self) -> None:
        """Chance tells everybody their worth or cost."""
        self.turn = CHANCE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Any price, also at chance."""
        for price in range(self.prices):
            put(out, price, price + 1)
        return self.prices

    def play(self, move: int) -> None:
        """A worth is dealt, or a price is named; the last one closes the market."""
        if self.turn == CHANCE:
            place = self.first_free(True)
            self.worth[place] = move
            self.turn = 0 if place == self.players - 1 else CHANCE
        else:
            self.named[int(self.turn)] = move
            self.turn = (self.turn + 1) % self.players

    def first_free(self, dealt: bool) -> int:
        """The first player without a worth, or without a price."""
        place = 0
        while place < self.players - 1 and (self.worth[place] if dealt else self.named[place]) > 0:
            place += 1
        return place

    def over(self) -> bool:
        """All have named a price."""
        return bool(self.named[self.players - 1] > 0)

    def odds(self, move: int) -> float:
        """All worths are equally likely."""
        return 1.0 / self.prices

    def rank(self, player: int) -> int:
        """How many of the same side come first: higher bids, lower asks, and the same by those named before."""
        first, last = (0, self.buyers) if player < self.buyers else (self.buyers, self.players)
        before = 0
        for other in range(first, last):
            gap = int(self.named[other]) - int(self.named[player])
            better = gap > 0 if player < self.buyers else gap < 0
            before += 1 if better or (gap == 0 and other < player) else 0
        return before

    def at_rank(self, first: int, last: int, rank: int) -> int:
        """The price of whoever has a rank, 0 where nobody has."""
        for player in range(first, last):
            if self.rank(player) == rank:
                return int(self.named[player])
        return 0

    def trades(self) -> int:
        """How many things change hands."""
        n = 0
        while n < min(self.buyers, self.sellers):
            if self.at_rank(0, self.buyers, n) < self.at_rank(self.buyers, self.players, n):
                return n
            n += 1
        return n

    def price(self) -> float:
        """The price at which all trade; 0 where nobody does."""
        last = self.trades() - 1
        if last < 0:
            return 0.0
        return (self.at_rank(0, self.buyers, last) + self.at_rank(self.buyers, self.players, last)) / 2

    def utility(self, player: int) -> float:
        """Worth less price for a buyer, price less cost for a seller, nothing for those who do not trade."""
        if not self.over() or self.rank(player) >= self.trades():
            return 0.0
        gain = self.worth[player] - self.price()
        return gain if player < self.buyers else -gain

    def observe(self, player: int, out: Row) -> int:
        """Whose turn it is, how far the deal is, one's own worth and price, and at the end all prices."""
        n = put(out, 0, int(self.turn) + 1)
        n = put(out, n, self.first_free(True))
        n = put(out, n, int(self.worth[player]))
        for each in range(self.players):
            n = put(out, n, int(self.named[each]) if each == player or self.over() else 0)
        return n

    def redeal(self, player: int, random: Random) -> None:
        """Others may have any worth, and before the end any price."""
        closed = self.over()
        for each in range(self.players):
            if each != player and self.worth[each] > 0:
                self.worth[each] = 1 + random.below(self.prices)
            if each != player and self.named[each] > 0 and not closed:
                self.named[each] = 1 + random.below(self.prices)

    # ------------------------------------------------------------------ words
    @python_only
    def player_name(self, player: int) -> str:
        """`buyer 1`, `seller 2`."""
        return f"buyer {player + 1}" if player < self.buyers else f"seller {player - self.buyers + 1}"

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Each player as worth:price, buyers before the stroke: `4:3 2: | 1: 5:`; `-` before a worth is known."""
        parts = [
            f"{int(worth) or ''}:{int(price) or ''}" if worth else "-"
            for worth, price in zip(self.worth, self.named, strict=True)
        ]
        return " ".join([*parts[: self.buyers], "|", *parts[self.buyers :]])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls()
        parts = [part for part in text.split() if part != "|"]
        found = [re.fullmatch(r"-|(\d{1,2}):(\d{0,2})", part) for part in parts]
        if len(parts) != cls.players or not all(found):
            raise BadPosition(
                f"a position has worth:price for {cls.buyers} buyers | {cls.sellers} sellers, not {text[:60]!r}"
            )
        rows = [(int(one[1] or 0), int(one[2] or 0)) for one in found if one]
        for place in (0, 1):
            for row in rows:
                if row[place] and (state.over() or row[place] not in state.legal()):
                    raise BadPosition(f"{row[place]} in {text[:60]!r} is not possible: {state.why_not(row[place])}")
                if row[place]:
                    state.play(row[place])
        if text.split() != state.to_text().split():
            raise BadPosition(f"{text[:60]!r} is no position: all worths come first, then prices in order")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The price, or the worth."""
        return str(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which prices there are."""
        return "the game is over" if self.over() else f"prices are 1 to {self.prices}"

    @python_only
    def ending(self) -> str:
        """Who trades, at what price."""
        if not self.over():
            return ""
        n = self.trades()
        if n == 0:
            return "no trade"
        gains = ", ".join(f"{self.player_name(p)} {self.utility(p):+.4g}" for p in range(self.players))
        return f"{n} trade{'s' if n > 1 else ''} at {self.price():g}: {gains}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All cards open."""
        return self.drawn(tuple(range(self.players)), "all worths and prices are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """Worths of others, and their prices before the market closes, are not shown."""
        return self.drawn((player,), "")

    @python_only
    def drawn(self, seen: tuple[int, ...], note: str) -> Scene:
        """A column for each trader: worth or cost above, the price below."""
        cells, pieces = [], []
        for player in range(self.players):
            for row, values in enumerate((self.worth, self.named)):
                what = ("worth" if player < self.buyers else "cost", "price")[row]
                cell = f"{what} of {self.player_name(player)}"
                cells.append(Cell(cell, 1.4 * player, 1.45 * row, label=what))
                if value := int(values[player]):
                    shown = player in seen or (row == 1 and self.over())
                    pieces.append(Piece(cell, "number" if shown else "card_back", player, str(value) if shown else "?"))
        notes = tuple(part for part in (self.ending(), note) if part)
        if self.over() or (not note and self.turn not in seen):
            return Scene(tuple(cells), tuple(pieces), notes=notes)
        names = {move: self.move_text(move) for move in self.legal()}
        said = "" if self.turn < 0 else "bid " if self.turn < self.buyers else "ask "
        buttons = tuple(Button(name, said + name, self.turn) for name in names.values())
        return Scene(tuple(cells), tuple(pieces), buttons, (), {move: (name,) for move, name in names.items()}, notes)
