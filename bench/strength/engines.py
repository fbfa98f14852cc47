"""Other people's libraries as players: OpenSpiel's MCTS and easyAI's Negamax (`open_spiel` and `easyAI`)."""

from __future__ import annotations

import time
from typing import Any

from zermelo.game.playthrough import Playthrough
from zermelo.players import Player


class Spiel(Player):
    """OpenSpiel's MCTS with random playouts, as many simulations as fit into the time."""

    def __init__(self, game: str, seconds: float, seed: int = 0) -> None:
        import pyspiel

        self.text = f"open_spiel:mcts,time={seconds:g}"
        self.seconds, self.seed, self.name = seconds, seed, game
        self.game = pyspiel.load_game(game)

    def bot(self) -> Any:
        """A bot that thinks for the given time."""
        import pyspiel

        judge = pyspiel.RandomRolloutEvaluator(1, self.seed)
        policy = pyspiel.ChildSelectionPolicy.UCT
        return pyspiel.MCTSBot(self.game, judge, 1.4, 10**9, 1000, True, self.seed, False, policy, self.seconds)

    def new_game(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Playthrough) -> int:
        theirs, ours = self.game.new_initial_state(), game.start.copy()
        for move in game.played:
            for action in self.turns(theirs, ours)[move]:
                theirs.apply_action(action)
            ours.play(move)
        choices = self.turns(theirs, ours)
        if theirs.is_terminal():
            return game.moves()[0]  # OpenSpiel calls checkers a draw after forty plies without a capture
        bot, mover = self.bot(), theirs.current_player()
        actions: list[int] = []
        while not theirs.is_terminal() and theirs.current_player() == mover and tuple(actions) not in choices.values():
            actions.append(bot.step(theirs))
            theirs.apply_action(actions[-1])
        return next(move for move, turn in choices.items() if turn == tuple(actions))

    def turns(self, theirs: Any, ours: Any) -> dict[int, tuple[int, ...]]:
        """Our moves and the actions that OpenSpiel means by them; its captures at checkers are single jumps."""
        if self.name != "checkers":
            return {move: (move,) for move in ours.legal()}
        paths = jumps(theirs) if not theirs.is_terminal() else {}
        return {move: paths.get(ours.path(move), ()) for move in ours.legal()}


def jumps(
    state: Any, path: tuple[int, ...] = (), actions: tuple[int, ...] = ()
) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Whole turns of OpenSpiel's checkers: the squares that are touched -> its actions."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    player = state.current_player()
    for action in state.legal_actions():
        text = state.action_to_string(player, action)
        ends = (*path, square(text[2:])) if path else (square(text[:2]), square(text[2:]))
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            found |= jumps(child, ends, (*actions, action))
        else:
            found[ends] = (*actions, action)
    return found


def square(text: str) -> int:
    """A square of OpenSpiel in the numbers of the game, from 1; its board is turned by half."""
    column, row = 7 - (ord(text[0]) - ord("a")), int(text[1]) - 1
    return row * 4 + column // 2 + 1


class EasyAI(Player):
    """easyAI's Negamax with its table, on our rules and our evaluation, as deep as the time allows."""

    def __init__(self, seconds: float) -> None:
        self.text, self.seconds = f"easyAI:negamax,time={seconds:g}", seconds

    def choose(self, game: Playthrough) -> int:
        from easyAI import Negamax, TwoPlayerGame

        class Ours(TwoPlayerGame):  # type: ignore[misc]  # easyAI is untyped
            """A position as easyAI sees it: players 1 and 2, moves made in place and taken back."""

            def __init__(self, state: Any) -> None:
                self.stack, self.current_player = [state.copy()], 1

            def possible_moves(self) -> list[int]:
                return self.stack[-1].legal()

            def make_move(self, move: int) -> None:
                state = self.stack[-1].copy()
                state.play(move)
                self.stack.append(state)

            def unmake_move(self, move: int) -> None:
                self.stack.pop()

            def switch_player(self) -> None:
                self.current_player = 1 if self.stack[-1].turn == self.stack[0].turn else 2

            def is_over(self) -> bool:
                return not self.stack[-1].legal()

            def scoring(self) -> float:
                state = self.stack[-1]
                mover = state.turn
                value = state.utility(mover) if not state.legal() else state.evaluate()
                return 100 * float(value)

        begin, best = time.perf_counter(), game.moves()[0]
        for depth in range(1, 30):
            position = Ours(game.state)
            best = Negamax(depth)(position)
            spent = time.perf_counter() - begin
            if spent > self.seconds / 3:  # the next depth would take several times as long
                break
        return int(best)
