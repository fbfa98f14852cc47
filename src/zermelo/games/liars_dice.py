"""Liar's dice, one challenge: bid how many dice show a face among all, each bid higher than the last, or call the liar.

Chance throws the dice, one player's after the other's; each sees their own once these lie. The highest face is wild: it
counts as every face. A move of a player is a bid, (quantity - 1) * faces + face - 1, or the call after the last bid.
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
    flag,
    i8,
    i16,
    parameter,
    put,
    python_only,
)

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
PIPS = 6  # faces that are drawn as dice; more are drawn as numbers


class LiarsDice(Game):
    """Bid or call."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(2, low=2, high=6, help="who throw dice")
    dice: int = parameter(1, low=1, high=5, help="dice of each player")
    faces: int = parameter(6, low=2, high=9, help="faces of a die, the highest wild")
    chance = True
    hidden = True
    all_dice: int = derived(lambda game: game.players * game.dice)
    bids: int = derived(lambda game: game.all_dice * game.faces)
    most_moves: int = derived(lambda game: game.bids + 1)
    longest: int = derived(lambda game: game.all_dice + game.bids + 1)
    observation: int = derived(lambda game: game.faces + 2)

    # ------------------------------------------------------------------ state
    thrown: i8  # how many dice lie
    called: flag
    bid: i16  # the last one + 1; 0: none yet
    counts: Cells = array(i8, lambda game: (game.players, game.faces))  # how many dice of a player show a face

    @python_only
    def start(self) -> None:
        """Nature throws."""
        self.turn = CHANCE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """A face for the next die; then every higher bid, and the call once there is a bid."""
        if self.turn == CHANCE:
            for face in range(self.faces):
                put(out, face, face)
            return self.faces
        n = 0
        for bid in range(self.bid, self.bids):
            n = put(out, n, bid)
        if self.bid > 0:
            n = put(out, n, self.bids)
        return n

    def play(self, move: int) -> None:
        """A die falls, a bid is made, or the last bidder is called a liar."""
        if self.turn == CHANCE:
            self.counts[int(self.thrown) // self.dice, move] += 1
            self.thrown += 1
            self.turn = 0 if self.thrown == self.all_dice else CHANCE
        elif move == self.bids:
            self.called = True
        else:
            self.bid = move + 1
            self.turn = (self.turn + 1) % self.players

    def over(self) -> bool:
        """Somebody has called."""
        return bool(self.called)

    def utility(self, player: int) -> float:
        """The bidder wins if there are as many dice as the bid says, else the caller; nothing changes for others."""
        if not self.called:
            return 0.0
        bidder = (self.turn + self.players - 1) % self.players
        won = 1.0 if self.true_bid() else -1.0
        return won if player == bidder else -won if player == self.turn else 0.0

    def odds(self, face: int) -> float:
        """Fair dice."""
        return 1.0 / self.faces

    def observe(self, player: int, out: Row) -> int:
        """How many dice lie, the last bid + 1, and once they lie the own dice: how many of each face."""
        n = put(out, 0, int(self.thrown))
        n = put(out, n, self.bid)
        for face in range(self.faces):
            n = put(out, n, int(self.counts[player, face]) if self.sees(player, player) else 0)
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The dice of all others fall anew; the own ones too while they lie under the cup."""
        for die in range(int(self.thrown)):
            if die % self.dice == 0 and not self.sees(player, die // self.dice):
                for face in range(self.faces):
                    self.counts[die // self.dice, face] = 0
        for die in range(int(self.thrown)):
            if not self.sees(player, die // self.dice):
                self.counts[die // self.dice, random.below(self.faces)] += 1

    # ------------------------------------------------------------------ helpers
    def sees(self, player: int, owner: int) -> bool:
        """Whether a player sees somebody's dice."""
        return player == owner and self.thrown >= (owner + 1) * self.dice

    def true_bid(self) -> bool:
        """Whether at least as many dice as the last bid says show its face, or the wild one."""
        face = (self.bid - 1) % self.faces
        found = 0
        for player in range(self.players):
            found += int(self.counts[player, face])
            if face != self.faces - 1:
                found += int(self.counts[player, self.faces - 1])
        return found > (self.bid - 1) // self.faces

    # ------------------------------------------------------------------ hooks
    def roll(self, random: Random, row: Row) -> int:
        """One die."""
        return random.below(self.faces)

    # ------------------------------------------------------------------ notation
    @python_only
    def hand_text(self, player: int) -> str:
        """A player's dice in order; `-` for none."""
        shown = "".join(str(face + 1) * int(self.counts[player, face]) for face in range(self.faces))
        return shown or "-"

    @python_only
    def bid_text(self, bid: int) -> str:
        """`2x5`: two fives."""
        return f"{bid // self.faces + 1}x{bid % self.faces + 1}"

    @python_only
    def label(self, move: int) -> str:
        """A bid in words: two fives; the call, or a face, as it is."""
        if self.turn == CHANCE or move == self.bids:
            return self.move_text(move)
        count, face = move // self.faces + 1, NUMBERS[move % self.faces]
        return (
            f"one {face}"
            if count == 1
            else f"{NUMBERS[count - 1] if count < 10 else count} {face.rstrip('x')}{'xes' if face == 'six' else 's'}"
        )

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The dice of each player, the last bid or `-`, who moves or calls: `25/61 2x5 1`, `25/61 2x5 1 liar`."""
        hands = "/".join(self.hand_text(player) for player in range(self.players))
        bid = self.bid_text(self.bid - 1) if self.bid else "-"
        mover = "throws" if self.turn == CHANCE else str(self.turn + 1)
        return f"{hands} {bid} {mover}{' liar' if self.called else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) (-|\d+x\d) (throws|\d)( liar)?", text.strip())
        hands = found[1].split("/") if found else []
        if not found or len(hands) != cls.players:
            raise BadPosition(f"a position of {cls.players} players is written `25/61 2x5 1`, not {text!r}")
        state: Self = cls()
        for player, hand in enumerate(hands):
            for sign in "" if hand == "-" else hand:
                if not sign.isdecimal() or not 1 <= int(sign) <= cls.faces:
                    raise BadPosition(f"{hand!r}: a die shows 1 to {cls.faces}")
                if state.turn != CHANCE or int(state.thrown) // cls.dice != player:
                    raise BadPosition(
                        f"{found[1]!r}: each player has {cls.dice} dice, thrown one player after the other"
                    )
                state.play(int(sign) - 1)
        if (state.turn == CHANCE) != (found[3] == "throws") or state.turn == CHANCE and found[2] != "-":
            raise BadPosition(f"{text!r}: bids begin when all {cls.all_dice} dice lie")
        if found[2] != "-":
            many, face = map(int, found[2].split("x"))
            if not (1 <= many <= cls.all_dice and 1 <= face <= cls.faces):
                raise BadPosition(f"{found[2]!r} is no bid on {cls.all_dice} dice of {cls.faces} sides")
            state.bid = (many - 1) * cls.faces + face
        if state.turn != CHANCE:
            if not 1 <= int(found[3]) <= cls.players:
                raise BadPosition(f"there are {cls.players} players, not {found[3]}")
            state.turn = int(found[3]) - 1
            if state.bid == 0 and (state.turn or found[4]):
                raise BadPosition("the first player makes the first bid, and nobody can be called before")
            if 0 < state.bid < cls.players and not 1 <= (state.turn or cls.players) <= state.bid:
                raise BadPosition(f"after the bid {found[2]} it cannot be the turn of player {found[3]}")
        state.called = bool(found[4])
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The face of a die, a bid such as `2x5`, or `liar`."""
        if self.turn == CHANCE:
            return str(move + 1)
        return "liar" if move == self.bids else self.bid_text(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The rules of bidding."""
        if self.over():
            return "the game is over"
        if self.turn == CHANCE:
            return f"a die shows 1 to {self.faces}"
        if str(move) in ("liar", str(self.bids)):
            return "there is no bid to doubt yet"
        over = f" and over {self.bid_text(self.bid - 1)}" if self.bid else ""
        return f"a bid is a number of dice, x and a face, up to {self.bid_text(self.bids - 1)}{over}; or liar"

    @python_only
    def ending(self) -> str:
        """Who was right."""
        if not self.called:
            return ""
        bidder = (self.turn + self.players - 1) % self.players
        winner = bidder if self.true_bid() else int(self.turn)
        what = "stands" if self.true_bid() else "was a lie"
        return f"{self.bid_text(self.bid - 1)} {what}: player {winner + 1} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All dice open."""
        return self.shown(tuple(range(self.players)), "all dice are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The others' dice under their cups, and all of them while they are thrown; the end shows all."""
        seen = tuple(owner for owner in range(self.players) if self.sees(player, owner))
        return self.shown(seen, "")

    @python_only
    def shown(self, seen: tuple[int, ...], note: str) -> Scene:
        """The table with some players' dice open."""
        cells, pieces = [], []
        for player in range(self.players):
            hand = "" if self.hand_text(player) == "-" else self.hand_text(player)
            for place in range(self.dice):
                name = f"die {place + 1} of player {player + 1}"
                cells.append(Cell(name, float(place), 1.5 * player, label=f"player {player + 1}"))
                if place < len(hand):
                    opened = "die" if int(hand[place]) <= PIPS else "number"
                    look = (opened, player, hand[place]) if player in seen else ("card_back", player, "?")
                    pieces.append(Piece(name, *look))
        bid = f"last bid: {self.label(self.bid - 1) if self.bid else 'none'}"
        if self.turn == CHANCE and not note:
            return Scene(tuple(cells), tuple(pieces), notes=(bid,))
        names = {move: self.move_text(move) for move in self.legal()}
        return Scene(
            cells=tuple(cells),
            pieces=tuple(pieces),
            buttons=tuple(Button(name, self.label(move), self.turn) for move, name in names.items()),
            clicks={move: (name,) for move, name in names.items()},
            notes=(bid, *([note] if note else [])),
        )
