"""Described games with hidden information: GDL-II's `sees` tells what a role is told after each round.

What a role knows are its own moves and what it was told, ever since the start. A redeal plays another game from the
start in which it would have made the same moves and been told the same: first games with random moves of all others,
which gives each past its right weight; where none of those fits, a search through the moves of the others.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.errors import IllegalMove
from zermelo.game import (
    Button,
    Cells,
    Random,
    Row,
    Scene,
    array,
    bit,
    i16,
    i32,
    mix64,
    not_in_key,
    plus,
    python_only,
    u64,
    word,
)
from zermelo.gdl.circuit import NetworkGame
from zermelo.gdl.game import EMPTY, NOBODY
from zermelo.gdl.terms import Term, compact

SET_UP = -1  # rounds of a position that was set up and not played
MOST_PLAYED = 2_000  # rounds of random games that are tried in one redeal
MOST_SEARCHED = 20_000  # choices of others that are tried after that


class Seeing(NetworkGame):
    """A described game in which roles know their own moves and what `sees` tells them.

    Every role chooses in every round, also where it has one move: whose turn it is tells nobody anything.
    """

    # ------------------------------------------------------------------ what a description fills in
    rounds: int = 1  # rounds of the past that are kept
    told_count: int = 1  # what can be told to all roles
    FIRST_TOLD = EMPTY  # [role + 1] where it begins
    TOLD = EMPTY  # [what can be told] the node that tells whether it is told now
    FIRST_ON = EMPTY  # the network in the first position
    FIRST_COUNTS = EMPTY
    FIRST_HOLDS = EMPTY
    told_names: list[Term] = []

    # ------------------------------------------------------------------ state
    told: Cells = array(u64, lambda game: (game.told_count + 63) // 64, in_key=False)  # in the last round
    known: Cells = array(
        u64, lambda game: game.role_count, in_key=False
    )  # a digest of all a role has done and been told
    gone: i32 = not_in_key()  # rounds played, or SET_UP
    past: Cells = array(i16, lambda game: game.rounds * game.role_count, in_key=False)  # [round, role] its move
    knew: Cells = array(u64, lambda game: game.rounds * game.role_count, in_key=False)  # [round, role] `known` after it
    guess: Cells = array(i16, lambda game: game.rounds * game.role_count, in_key=False)  # [round, role] in a redeal
    begun: Cells = array(i32, lambda game: game.rounds, in_key=False)  # [round] of a search: the first choice tried
    tried: Cells = array(i32, lambda game: game.rounds, in_key=False)  # [round] how many were tried since

    @python_only
    def set_up(self, holding: list[int]) -> None:
        """A position by what holds in it; nobody has been told anything."""
        super().set_up(holding)
        self.known[:] = 0
        self.told[:] = 0
        self.gone = 0 if holding == self.beginning else SET_UP

    def ask(self) -> None:
        """All roles choose in turn."""
        for role in range(self.role_count):
            self.chosen[role] = NOBODY
        self.hand_to(0)

    # ------------------------------------------------------------------ what roles are told
    def digest(self, role: int) -> np.uint64:
        """What a role will know after this round, as a word."""
        found = mix64(plus(self.known[role], word(self.chosen[role] + 1)))
        for place in range(self.FIRST_TOLD[role], self.FIRST_TOLD[role + 1]):
            if self.is_on(self.TOLD[place]):
                found = mix64(plus(found, word(place + 1)))
        return found

    def notice(self) -> None:
        """Tell all roles what they see in this round, and keep it."""
        for part in range((self.told_count + 63) // 64):
            self.told[part] = word(0)
        for place in range(self.FIRST_TOLD[self.role_count]):
            if self.is_on(self.TOLD[place]):
                self.told[place >> 6] = self.told[place >> 6] | bit(place & 63)
        for role in range(self.role_count):
            self.known[role] = self.digest(role)
            if self.gone >= 0 and self.gone < self.rounds:
                self.past[self.gone * self.role_count + role] = self.chosen[role]
                self.knew[self.gone * self.role_count + role] = self.known[role]
        if self.gone >= 0:
            self.gone += 1

    def observe(self, player: int, out: Row) -> int:
        """A digest of all that a role has done and been told, its own choice in this round, what it was told last."""
        n = 0
        for quarter in range(4):
            out[n] = int(self.known[player] >> word(16 * quarter) & word(0xFFFF))
            n += 1
        out[n] = self.chosen[player]
        n += 1
        for place in range(self.FIRST_TOLD[player], self.FIRST_TOLD[player + 1]):
            out[n] = int(self.told[place >> 6] >> word(place & 63) & word(1))
            n += 1
        return n

    # ------------------------------------------------------------------ another past
    def redeal(self, player: int, random: Random) -> None:
        """Another past, and other choices in this round, that the player cannot tell from what was."""
        turn, own = self.role_to_move(), self.chosen[player]
        self.another_past(player, random)
        for role in range(turn):
            self.chosen[role] = own if role == player else self.any_move(role, random)
        for role in range(turn, self.role_count):
            self.chosen[role] = NOBODY
        self.hand_to(turn)

    def another_past(self, player: int, random: Random) -> bool:
        """Play another past; where none that fits is found in so many tries, the same one, and False."""
        rounds = self.gone
        if rounds <= 0 or rounds > self.rounds:
            return rounds == 0
        found = self.guess_at_random(player, rounds, random) or self.search(player, rounds, random)
        if found:
            for place in range(rounds * self.role_count):
                self.past[place] = self.guess[place]
        self.replay(rounds, False)
        return found

    def any_move(self, role: int, random: Random) -> int:
        """A legal move of a role."""
        return self.nth_move(role, random.below(max(self.move_count(role), 1)))

    def move_count(self, role: int) -> int:
        """How many legal moves a role has."""
        count = 0
        for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
            count += self.is_legal(place)
        return count

    def nth_move(self, role: int, number: int) -> int:
        """One of them."""
        for place in range(self.FIRST_MOVE[role], self.FIRST_MOVE[role + 1]):
            if self.is_legal(place):
                if number == 0:
                    return place - self.FIRST_MOVE[role]
                number -= 1
        return NOBODY

    def restart(self) -> None:
        """The first position; the past is left as it is written."""
        for part in range(len(self.FIRST_ON)):
            self.on[part] = self.FIRST_ON[part]
        for gate in range(self.gate_count):
            self.counts[gate] = self.FIRST_COUNTS[gate]
        for part in range(len(self.FIRST_HOLDS)):
            self.holds[part] = self.FIRST_HOLDS[part]
        for role in range(self.role_count):
            self.done[role] = NOBODY
            self.known[role] = word(0)
        self.gone = 0

    def commit(self, noted: bool) -> None:
        """Play what roles have chosen; the past is written where that is wanted, else only known."""
        if noted:
            self.notice()
        else:
            for role in range(self.role_count):
                self.known[role] = self.digest(role)
            self.gone += 1
        self.advance()
        self.propagate()

    def replay(self, rounds: int, guessed: bool) -> None:
        """Play so many rounds of the past, or of what is guessed to have been."""
        self.restart()
        for round in range(rounds):
            for role in range(self.role_count):
                place = round * self.role_count + role
                self.chosen[role] = self.guess[place] if guessed else self.past[place]
                self.do(role)
            self.propagate()
            self.commit(not guessed)

    def choose_for_all(self, player: int, round: int, number: int) -> bool:
        """The player's own move of a round and a choice of all others, by its number; False if that cannot be."""
        own = self.past[round * self.role_count + player]
        if not self.is_on(self.LEGAL[self.FIRST_MOVE[player] + own]):
            return False
        for role in range(self.role_count):
            move = own
            if role != player:
                count = self.move_count(role)
                if count == 0:
                    return False
                move = self.nth_move(role, number % count)
                number //= count
            self.guess[round * self.role_count + role] = move
        for role in range(self.role_count):
            self.chosen[role] = self.guess[round * self.role_count + role]
            self.do(role)
        self.propagate()
        return self.digest(player) == self.knew[round * self.role_count + player]

    def choices(self, player: int) -> int:
        """How many choices all others have together, or as many of them as are looked at."""
        product = 1
        for role in range(self.role_count):
            if role != player and product < MOST_SEARCHED:
                product *= self.move_count(role)
        return product

    def guess_at_random(self, player: int, rounds: int, random: Random) -> bool:
        """Random games until one fits all that the player did and was told."""
        played = 0
        while played < MOST_PLAYED:
            self.restart()
            while self.gone < rounds:
                played += 1
                count = self.choices(player)
                if count == 0 or not self.choose_for_all(player, self.gone, random.below(count)):
                    break
                self.commit(False)
                if self.over():
                    break
            if self.gone == rounds and not self.over():
                return True
        return False

    def search(self, player: int, rounds: int, random: Random) -> bool:
        """Try all choices of the others, in an order that chance begins, and go back where nothing fits."""
        self.restart()
        self.open(player, random)
        searched = 0
        while searched < MOST_SEARCHED:
            round = self.gone
            fits = False
            count = self.choices(player)
            while self.tried[round] < count and not fits and searched < MOST_SEARCHED:
                searched += 1
                fits = self.choose_for_all(player, round, (self.begun[round] + self.tried[round]) % count)
                self.tried[round] += 1
            if fits:
                self.commit(False)
                if not self.over():
                    if self.gone == rounds:
                        return True
                    self.open(player, random)
                    continue
            elif round == 0:
                return False
            self.replay(round if fits else round - 1, True)
        return False

    def open(self, player: int, random: Random) -> None:
        """Begin with the choices of a round."""
        self.begun[self.gone] = random.below(max(self.choices(player), 1))
        self.tried[self.gone] = 0

    # ------------------------------------------------------------------ for players of the protocol
    @python_only
    def learn(self, role: int, move: Term, told: list[Term]) -> None:
        """Note what a role did and was told in a round whose other moves it does not know; then `redeal`."""
        if move not in self.move_names[role]:
            raise IllegalMove(f"{compact(move)} is no move of {self.all_roles()[role]}")
        number, places = self.move_names[role].index(move), range(self.FIRST_TOLD[role], self.FIRST_TOLD[role + 1])
        found = mix64(plus(self.known[role], word(number + 1)))
        for place in places:
            if self.told_names[place] in told:
                found = mix64(plus(found, word(place + 1)))
        self.known[role] = found
        if self.gone < self.rounds:
            self.past[self.gone * self.role_count + role] = number
            self.knew[self.gone * self.role_count + role] = found
        self.gone += 1

    @python_only
    def several(self, role: int) -> bool:
        """Whether a role chooses: all do that have a move."""
        return bool(self.move_count(role))

    @python_only
    def told_to(self, role: int) -> list[Term]:
        """What a role was told in the last round."""
        places = range(self.FIRST_TOLD[role], self.FIRST_TOLD[role + 1])
        return [self.told_names[place] for place in places if int(self.told[place >> 6]) >> (place & 63) & 1]

    @python_only
    def scene_for(self, player: int) -> Scene:
        """What a role was told in the last round, and its own moves."""
        mine = self.legal() if self.role_to_move() == player else []
        words = [compact(self.move_names[player][move]) for move in mine]
        return Scene(
            buttons=tuple(Button(name, name) for name in words),
            clicks={move: (name,) for move, name in zip(mine, words, strict=True)},
            notes=tuple(compact(term) for term in self.told_to(player)),
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position that `to_text` wrote; what anybody was told before is forgotten."""
        state: Self = super().from_text(text)
        state.gone = SET_UP
        return state
