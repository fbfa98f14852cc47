"""The bridge player: calls by the system, cards by solving deals that fit what was seen (PIMC; GIB, 2001).

Each deal is solved double dummy for every card; the card with the best mean score is played, of equal ones the
lowest. It shares the weakness of all such players: in every deal they act as if they could see it.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.games.tricks.bridge import Bridge
from zermelo.games.tricks.calls import FIRST_CALL
from zermelo.hidden.bridge import SAMPLES
from zermelo.hidden.bridge.system import choose_call
from zermelo.hidden.bridge.worlds import worlds
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.double_dummy.solver import DoubleDummy


class BridgeSearch:
    """A searcher for bridge alone: `BridgeSearch(samples=20).think(game)`."""

    def __init__(self, *, samples: int = SAMPLES, seed: int = 0) -> None:
        if samples < 1 or seed < 0:
            raise BadLimit("samples must be at least 1 and the seed not negative")
        self.samples, self.seed = samples, seed
        self.solver = DoubleDummy()

    @one_at_a_time
    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """A call by the system, or a card by the mean over deals, until the time is over."""
        playthrough, limits = asked(game, limits)
        state = playthrough.state
        if not isinstance(state, Bridge):
            raise Unsupported(f"the player `bridge` plays bridge alone, not {type(state).__name__}: use best")
        if playthrough.turn == CHANCE:
            raise BadLimit("it is nature's turn to deal: there is no choice to search for")
        begin = time.perf_counter()
        if state.declarer == 0:
            return self.called(playthrough, begin)
        seconds = limits.time_for_move()
        means = self.means(playthrough, seconds, begin, stop_event)
        return self.result(playthrough, means, begin, lines)

    def called(self, playthrough: Playthrough, begin: float) -> SearchResult:
        """The call of the system."""
        state = playthrough.state
        move = FIRST_CALL + choose_call(state.hands[int(state.turn)], int(state.dealer), state.auction())
        text = str(state.move_text(move))
        return SearchResult(
            move=move,
            move_text=text,
            value=0.0,
            proven="",
            line=(move,),
            line_text=text,
            depth=0,
            nodes=0,
            seconds=time.perf_counter() - begin,
            stopped_by="one move",
            lines=(Line(move, 0.0, (move,), text),),
            algorithm="bridge",
            notes=("called by the system of docs/games/bridge.md",),
        )

    def means(
        self, playthrough: Playthrough, seconds: float | None, begin: float, stop_event: threading.Event | None
    ) -> dict[int, tuple[float, int]]:
        """For each card its mean score for the player, and how many deals that is of."""
        state, player = playthrough.state, int(playthrough.turn)
        cards = playthrough.moves()
        if len(cards) == 1:
            return {cards[0]: (0.0, 0)}
        trick = [int(state.trick[place]) - 1 for place in range(int(state.laid))]
        totals, solved = dict.fromkeys(cards, 0.0), 0
        for hands in worlds(playthrough, player, self.samples, self.seed):
            over = seconds is not None and time.perf_counter() - begin >= seconds
            if solved and (over or stop_event is not None and stop_event.is_set()):
                break
            asked_of = one_of_each(hands, state, cards)
            tricks = self.solver.after_each(hands, int(state.trump), int(state.leader), trick, asked_of)
            for card, best in spread_over(tricks, cards).items():
                totals[card] += score_of(state, player, int(state.won[0]) + best)
            solved += 1
        return {card: (total / solved, solved) for card, total in totals.items()}

    def result(
        self, playthrough: Playthrough, means: dict[int, tuple[float, int]], begin: float, lines: int
    ) -> SearchResult:
        """The best mean; of equal ones the lowest card."""
        state = playthrough.state
        ranked = sorted(means, key=lambda card: (-round(means[card][0], 6), card % 13, card))
        move = ranked[0]
        shown = [Line(card, means[card][0], (card,), str(state.move_text(card))) for card in ranked]
        deals = means[move][1]
        return SearchResult(
            move=move,
            move_text=shown[0].text,
            value=means[move][0],
            proven="",
            line=(move,),
            line_text=shown[0].text,
            depth=0,
            nodes=int(self.solver.work.nodes),
            seconds=time.perf_counter() - begin,
            stopped_by="simulations" if deals else "one move",
            lines=tuple(shown[:lines]),
            algorithm="bridge",
            notes=(f"{deals} deals solved double dummy",) if deals else (),
            moves=dict(means),
        )


def one_of_each(hands: list[Any], state: Any, cards: list[int]) -> list[int]:
    """The lowest card of each group of neighbours: no other hand, nor the trick, has a card between them."""
    between = set()
    for seat, hand in enumerate(hands):
        if seat != int(state.seat):
            between |= {card for card in range(52) if int(hand) >> card & 1}
    between |= {int(state.trick[place]) - 1 for place in range(int(state.laid))}
    found: list[int] = []
    for card in sorted(cards):
        before = found[-1] if found else -1
        if before < 0 or before // 13 != card // 13 or any(each in between for each in range(before, card)):
            found.append(card)
    return found


def spread_over(tricks: dict[int, int], cards: list[int]) -> dict[int, int]:
    """What was found for the lowest card of each group, for all of it."""
    found, last = {}, -1
    for card in sorted(cards):
        last = card if card in tricks else last
        found[card] = tricks[last]
    return found


def score_of(state: Bridge, player: int, north_south: int) -> float:
    """The score of a player's side when North and South have so many tricks in the end."""
    north_declares = (state.declarer - 1) % 2 == 0
    return float(state.score(player, north_south if north_declares else state.each - north_south))
