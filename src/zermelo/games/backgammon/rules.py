"""Backgammon: fifteen checkers a side run round twenty-four points by two dice; the first to take all off wins.

Each player counts the points from their own side: 1 to 6 are home, 25 is the bar, 0 is off. The opponent calls
point p 25 - p. Seen by X, who moves from 24 down to 1:

    13 14 15 16 17 18 | bar | 19 20 21 22 23 24
    12 11 10  9  8  7 | bar |  6  5  4  3  2  1 | off

A move is a whole play: the origins of its steps, o1 + 26 o2 + 676 o3 + 17576 o4, 0 for a step that is not made. With a
double the origins fall; else o1 moves by the larger die and o2 by the smaller. Plays that lead to the same position are
one move, the smallest such number. A roll is the larger die and the smaller as two digits: 31.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter
from zermelo.game import (
    ALL,
    CHANCE,
    NONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    compared,
    derived,
    has,
    highest,
    i8,
    i16,
    minus,
    parameter,
    put,
    put_all,
    python_only,
    squares,
    u8,
    word,
)
from zermelo.games.backgammon import notation
from zermelo.games.backgammon.notation import BAR, BEFORE, CHECKERS, LIST, OFF, Steps
from zermelo.games.backgammon.picture import picture_of

START = ((24, 2), (13, 5), (8, 3), (6, 5))
OUTSIDE = word(((1 << 26) - 1) & ~0b1111111)  # points 7 to 24 and the bar: no checker goes off while one stands there
POINTS = word(((1 << 25) - 1) & ~1)  # points 1 to 24


class Backgammon(Game):
    """Run home and bear off; with chance nodes for the dice, or with a list of dice that both players know."""

    # ------------------------------------------------------------------ facts
    opening: str = parameter("standard", choices=("standard", "any"), help="first roll: no doubles, or any roll")
    known: bool = parameter(False, help="the dice are a list known to both players")
    lowest = -3.0
    highest = 3.0
    chance: bool = derived(lambda game: not game.known)
    any_first: bool = derived(lambda game: game.opening == "any")
    most_moves = 3060  # four steps shared among fifteen checkers: C(18, 4)
    cap = 2000
    longest = 2000

    # ------------------------------------------------------------------ state
    points: Cells = array(i8, (2, 26))  # checkers of each player, in their own count: 0 off, 1 to 24, 25 the bar
    dice: Cells = array(i8, 2)  # the larger first; 0 0 before a roll
    mover: i8  # whose roll it is, also while chance rolls; BEFORE the first roll
    coming: i16  # known dice: how many rolls are left, the last ones of the list
    rolls: Cells = array(u8, lambda game: LIST if game.known else 0, in_key=False)

    @python_only
    def start(self, rolls: tuple[int, ...] = (), seed: int = 0) -> None:
        """The usual set-up; `rolls` (31, 66, ...) are the known dice, or `seed` draws them."""
        for player in range(2):
            for point, checkers in START:
                self.points[player, point] = checkers
        self.turn = CHANCE
        self.mover = BEFORE
        if self.known:
            notation.foresee(self, tuple(rolls) if rolls else notation.drawn_rolls(self, seed))
            first = self.rolls[LIST - self.coming]
            if first // 10 == first % 10 and not self.any_first:
                raise BadParameter(f"the first roll cannot be the double {first} (opening='any' allows it)")
            self.next_roll(0)
        elif rolls:
            raise BadParameter("a list of rolls needs known=True")

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The rolls, or every play that uses as many dice as possible; move 0 where none can be used."""
        if self.turn == CHANCE:
            return self.possible_rolls(out)
        if self.dice[0] == 0:  # the list of known dice has ended
            return 0
        if self.dice[0] == self.dice[1]:
            return self.double_plays(out)
        return self.plays(out)

    def play(self, move: int) -> None:
        """Take a roll, or make the steps of a play and hand the dice over."""
        if self.turn == CHANCE:
            self.turn = max(self.mover, 0)
            self.mover = self.turn
            self.dice[0], self.dice[1] = move // 10, move % 10
            return
        rest = move
        for number in range(4):
            if rest % 26 > 0:
                self.step(rest % 26, self.dice[min(number, 1)])
            rest = rest // 26
        self.next_roll(1 - self.turn)

    def over(self) -> bool:
        """All checkers of one player are off."""
        return bool(self.points[0, OFF] == CHECKERS or self.points[1, OFF] == CHECKERS)

    def utility(self, player: int) -> float:
        """One point, two for a gammon, three for a backgammon; when known dice end, one for fewer pips to go."""
        if self.points[player, OFF] == CHECKERS:
            return self.stake(1 - player)
        if self.points[1 - player, OFF] == CHECKERS:
            return -self.stake(player)
        ahead = self.pips(1 - player) - self.pips(player) if self.known else 0
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def odds(self, roll: int) -> float:
        """A double is half as likely as another roll; the first roll is no double."""
        if self.mover == BEFORE and not self.any_first:
            return 1.0 / 15.0
        return 1.0 / 36.0 if roll // 10 == roll % 10 else 1.0 / 18.0

    def roll(self, random: Random, row: Row) -> int:
        """Two dice; the first roll is no double, for each player threw one of them."""
        one = 1 + random.below(6)
        if self.mover == BEFORE and not self.any_first:
            other = 1 + random.below(5)
            other += other >= one
        else:
            other = 1 + random.below(6)
        return 10 * max(one, other) + min(one, other)

    # ------------------------------------------------------------------ helpers: dice and steps
    def possible_rolls(self, out: Row) -> int:
        """The 21 rolls, or the 15 that can begin a game."""
        n = 0
        for large in range(1, 7):
            for small in range(1, large + 1):
                if large != small or self.any_first or self.mover != BEFORE:
                    n = put(out, n, 10 * large + small)
        return n

    def next_roll(self, player: int) -> None:
        """It is this player's roll: chance decides it, or the list of known dice."""
        self.mover = player
        self.dice[0], self.dice[1] = 0, 0
        if not self.known:
            self.turn = CHANCE
            return
        self.turn = player
        if self.coming > 0:
            roll = self.rolls[LIST - self.coming]
            self.dice[0], self.dice[1] = roll // 10, roll % 10
            self.coming = self.coming - 1

    def step(self, origin: int, die: int) -> None:
        """Move one checker; the order of the steps of a play does not matter, so a point may owe one for a moment."""
        me = self.turn
        place = max(origin - die, OFF)
        self.points[me, origin] -= 1
        self.points[me, place] += 1
        if place != OFF and self.points[1 - me, 25 - place] == 1:
            self.points[1 - me, 25 - place] = 0
            self.points[1 - me, BAR] += 1

    def stake(self, loser: int) -> float:
        """What a player loses whose opponent has taken all checkers off."""
        if self.points[loser, OFF] > 0:
            return 1.0
        for point in range(19, 26):
            if self.points[loser, point] > 0:
                return 3.0
        return 2.0

    def pips(self, player: int) -> int:
        """How far all checkers still have to go."""
        total = 0
        for point in range(1, 26):
            total += point * self.points[player, point]
        return total

    # ------------------------------------------------------------------ helpers: plays
    def held(self, player: int, checkers: int) -> np.uint64:
        """The points where a player has at least so many checkers, in their own count."""
        board = NONE
        for point in range(1, 26):
            if self.points[player, point] >= checkers:
                board = board | bit(point)
        return board

    def facing(self, checkers: int) -> np.uint64:
        """The points in the mover's count where the opponent has at least so many checkers, without the bar."""
        board = NONE
        for point in range(1, 25):
            if self.points[1 - self.turn, 25 - point] >= checkers:
                board = board | bit(point)
        return board

    def plays(self, out: Row) -> int:
        """Plays of two different dice.

        Two plays lead to the same position only if one checker makes both steps over either point between and hits on
        neither, or if both checkers are taken off. Of the first kind the larger die first has the smaller number; of
        the second kind the loop over the smaller die adds nothing to the first loop.
        """
        large, small = self.dice[0], self.dice[1]
        checkers, twos = self.held(self.turn, 1), self.held(self.turn, 2)
        blocked = self.facing(2)
        free = POINTS & ~blocked
        calm = free & ~self.facing(1)
        first = origins(checkers, free, large)
        second = origins(checkers, free, small)
        n = 0
        for start in squares(first):  # the larger die first
            then = origins(after(checkers, twos, start, large), free, small)
            if has(then, start + small) and one_checker(checkers, twos, free, calm, start + small, large, small):
                then = then & ~bit(start + small)
            for other in squares(then):
                n = put(out, n, start + 26 * other)
        for other in squares(
            second >> word(small + 1) << word(small + 1)
        ):  # the smaller first, no checker taken off by it
            then = origins(after(checkers, twos, other, small), free, large) & ~first
            if has(then, other - small) and one_checker(checkers, twos, free, calm, other, large, small):
                then = then & ~bit(other - small)
            for start in squares(then):
                n = put(out, n, start + 26 * other)
        if n == 0:  # one die alone: the larger if possible
            n = put_all(out, 0, first)
        if n == 0:
            for other in squares(second):
                n = put(out, n, 26 * other)
        return n if n > 0 else put(out, 0, 0)

    def double_plays(self, out: Row) -> int:
        """Plays of a double: four steps with falling origins, which any play can be put into.

        The steps that are possible in all do not depend on their order; where fewer than four are, the play is forced.
        """
        die = self.dice[0]
        free = POINTS & ~self.facing(2)
        checkers, twos = self.held(self.turn, 1), self.held(self.turn, 2)
        threes, fours = self.held(self.turn, 3), self.held(self.turn, 4)
        n = 0
        for one in squares(origins(checkers, free, die)):
            land = landing(one, die)
            checkers1 = moved(checkers, twos, ALL, one, land)
            twos1 = moved(twos, threes, checkers, one, land)
            threes1 = moved(threes, fours, twos, one, land)
            for two in squares(origins(checkers1, free, die) & up_to(one)):
                land = landing(two, die)
                checkers2 = moved(checkers1, twos1, ALL, two, land)
                twos2 = moved(twos1, threes1, checkers1, two, land)
                for three in squares(origins(checkers2, free, die) & up_to(two)):
                    checkers3 = moved(checkers2, twos2, ALL, three, landing(three, die))
                    code = one + 26 * two + 676 * three
                    for four in squares(origins(checkers3, free, die) & up_to(three)):
                        n = put(out, n, code + 17576 * four)
        if n > 0:
            return n
        code = 0
        weight = 1
        for _ in range(3):
            found = origins(checkers, free, die)
            if found != NONE:
                origin = highest(found)
                land = landing(origin, die)
                code += weight * origin
                weight *= 26
                checkers, twos, threes = (
                    moved(checkers, twos, ALL, origin, land),
                    moved(twos, threes, checkers, origin, land),
                    moved(threes, fours, twos, origin, land),
                )
        return put(out, 0, code)

    # ------------------------------------------------------------------ hooks
    def bounds(self, player: int) -> tuple[float, float]:
        """Who has taken a checker off cannot lose a gammon."""
        least = -1.0 if self.points[player, OFF] > 0 else -3.0
        most = 1.0 if self.points[1 - player, OFF] > 0 else 3.0
        return least, most

    def order(self, play: int) -> int:
        """Hits first, then checkers taken off."""
        if self.turn == CHANCE:
            return 0
        total = 0
        rest = play
        for number in range(4):
            place = rest % 26 - self.dice[min(number, 1)]
            if rest % 26 > 0 and place <= 0:
                total += 1
            elif rest % 26 > 0 and self.points[1 - self.turn, 25 - place] == 1:
                total += 4
            rest = rest // 26
        return total

    def evaluate(self) -> float:
        """Race, points made, primes, anchors, blots in reach and checkers off; for player 0 while chance rolls."""
        me = 0 if self.turn == CHANCE else self.turn
        score = self.strength(me) - self.strength(1 - me)
        if self.mover != BEFORE:
            score += 0.04 if self.mover == me else -0.04  # the roll is worth half of its 8 pips
        return max(-2.9, min(2.9, score))

    def inputs(self, out: NDArray[np.float64]) -> int:
        """Tesauro's 198 inputs of TD-Gammon's first network: what stands where, and whose roll it is."""
        n = 0
        for player in range(2):
            for point in range(1, 25):
                checkers = self.points[player, point]
                for least in range(1, 4):
                    out[n + least - 1] = 1.0 if checkers >= least else 0.0
                out[n + 3] = max(checkers - 3, 0) / 2.0
                n += 4
            out[n], out[n + 1] = self.points[player, BAR] / 2.0, self.points[player, OFF] / 15.0
            out[n + 2] = 1.0 if self.mover == player else 0.0
            n += 3
        return n

    def strength(self, player: int) -> float:
        """What speaks for a player, in points of a game."""
        off, bar, pips, made, primes, spare, danger, tilt = self.parts(player)
        return 0.02 * off - 0.1 * bar - 0.01 * pips + made + 0.06 * primes - 0.02 * spare - danger + 0.04 * tilt

    def parts(self, player: int) -> tuple[int, int, int, float, int, int, float, int]:
        """Checkers off, on the bar, pips, points made, in primes, spare checkers, blots in danger, tilt to a gammon."""
        foe = 1 - player
        made = danger = 0.0
        primes = spare = 0
        behind = 0  # opponents who have still to pass the point, those on the bar included
        run = 0
        for point in range(1, 25):
            checkers = self.points[player, point]
            behind += self.points[foe, 26 - point]
            run = run + 1 if checkers >= 2 else 0
            if checkers >= 2 and behind > 0:
                made += 0.08 if point <= 7 else 0.05 if point == 8 else 0.1 if point in (20, 21) else 0.03
                primes += 1 if run >= 4 else 0
                spare += max(checkers - 3, 0)
            elif checkers == 1 and behind > 0:  # what a hit costs, pips and time, by the chance of it
                danger += self.shots(foe, 25 - point) / 36.0 * (0.01 * (25 - point) + 0.06)
        off = int(self.points[player, OFF])
        tilt = off if self.points[foe, OFF] == 0 else 0  # towards a gammon
        return off, int(self.points[player, BAR]), self.pips(player), made, primes, spare, danger, tilt

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = 0 if self.turn == CHANCE else self.turn
        names = "checkers off", "checkers on the bar", "pips to go", "points made", "primes", "stacked checkers"
        found = compared((*names, "blots in danger", "gammon chances"), self.parts(me), self.parts(1 - me))
        return found | {"roll": 0 if self.mover == BEFORE else 1 if self.mover == me else -1}

    def shots(self, player: int, point: int) -> int:
        """Roughly how many of 36 rolls bring a checker of a player to a point."""
        total = 0
        for distance in range(1, min(25 - point, 12) + 1):
            if self.points[player, point + distance] > 0:
                if distance > 6:
                    total += 2
                else:
                    total += 10 + distance if total == 0 else 6
        return min(total, 32)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Both sides in their own count, then the dice: `X 24:2 13:5 8:3 6:5 / O 24:2 13:5 8:3 6:5 / X 31`."""
        return notation.position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote, or a Position ID of GNU Backgammon, followed by the dice if X has rolled."""
        return notation.read_position(cls, text)

    @python_only
    def steps(self, play: int) -> Steps:
        """The steps of a play as origin and place, highest origin first."""
        return notation.steps_of(self, play)

    @python_only
    def hits(self, play: int) -> set[int]:
        """The points where a play hits."""
        return {place for _, place in self.steps(play) if place and self.points[1 - self.turn, 25 - place] == 1}

    @python_only
    def move_text(self, move: int) -> str:
        """A roll `31`, a play `8/5 6/5`, `bar/22`, `24/18*/13`, `6/off(2)`, or `pass`."""
        return str(move) if self.turn == CHANCE else notation.play_text(self.steps(move), self.hits(move))

    @python_only
    def parse_move(self, text: str) -> int:
        """A roll as `31` or `1-3`; a play in any order, with stars and points between only where they matter."""
        wanted = text.strip().lower()
        if self.turn == CHANCE:
            return super().parse_move(notation.larger_first(wanted))
        if wanted in ("pass", ""):
            return super().parse_move(wanted)
        return notation.find_play(self, text)

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """A roll, a play, or both: `31: 8/5 6/5`."""
        return notation.read_turn(self, text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The rule that a roll or play offends."""
        return notation.reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who won, and how much."""
        return notation.verdict(self)

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The points as X counts them, labelled as the player to move counts them; a letter tells how many checkers."""
        return picture_of(self)


# ---------------------------------------------------------------------- boards of points


def origins(checkers: np.uint64, free: np.uint64, die: int) -> np.uint64:
    """From where a checker can go: the bar first; off the board only when no checker is outside the home."""
    if has(checkers, BAR):
        return bit(BAR) & free << word(die)
    found = checkers & free << word(die)
    if checkers & OUTSIDE == NONE:  # the exact point, or the highest checker where all are nearer
        found = found | checkers & bit(max(min(die, highest(checkers)), 0))
    return found


def landing(origin: int, die: int) -> np.uint64:
    """Where a checker comes to; nowhere on the board if it is taken off."""
    return bit(origin - die) if origin > die else NONE


def after(checkers: np.uint64, twos: np.uint64, origin: int, die: int) -> np.uint64:
    """The points with checkers after a step; `twos` has the points with two checkers or more."""
    return moved(checkers, twos, ALL, origin, landing(origin, die))


def moved(here: np.uint64, above: np.uint64, below: np.uint64, origin: int, land: np.uint64) -> np.uint64:
    """The points with at least k checkers after a step, from those with at least k, k + 1 and k - 1 before it."""
    return here & (~bit(origin) | above) | land & below


def up_to(point: int) -> np.uint64:
    """The points up to this one."""
    return minus(bit(point) << word(1), word(1))


def one_checker(
    checkers: np.uint64, twos: np.uint64, free: np.uint64, calm: np.uint64, origin: int, large: int, small: int
) -> bool:
    """Whether one checker can make both steps, the larger first, and hits on neither of the points between."""
    middle = origin - large
    if middle <= 0 or not has(calm, middle) or not has(calm, origin - small):
        return False
    return has(origins(checkers, free, large), origin) and has(
        origins(after(checkers, twos, origin, large), free, small), middle
    )
