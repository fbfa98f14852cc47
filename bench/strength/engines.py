"""Other people's programs as players: Stockfish, GNU Go, GNU Backgammon, OpenSpiel's MCTS, easyAI's Negamax.

They are Debian's `stockfish`, `gnugo` and `gnubg` (apt-get install stockfish gnugo gnubg) and the packages
`chess`, `open_spiel` and `easyAI`; each class says what is missing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

from zermelo.errors import MissingExtra
from zermelo.game.playthrough import Playthrough
from zermelo.players import Player


def program(name: str) -> str:
    """Where a program is installed."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if not found:
        raise MissingExtra(f"{name} is not installed: apt-get install {name}")
    return found


class Stockfish(Player):
    """Stockfish over UCI, held down to a rating."""

    def __init__(self, elo: int, seconds: float) -> None:
        import chess.engine

        self.text = f"stockfish:elo={elo},time={seconds:g}"
        self.engine = chess.engine.SimpleEngine.popen_uci(program("stockfish"))
        self.engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Threads": 1, "Hash": 64})
        self.limit = chess.engine.Limit(time=seconds)

    def close(self) -> None:
        """End the program."""
        self.engine.quit()

    def choose(self, game: Playthrough) -> int:
        import chess

        state: Any = game.start.copy()
        board = chess.Board(state.to_text())
        for move in game.played:
            board.push_uci(state.uci_text(move))
            state.play(move)
        best = self.engine.play(board, self.limit).move
        return next(move for move in game.moves() if state.uci_text(move) == best.uci())


class GnuGo(Player):
    """GNU Go over GTP, Chinese rules."""

    def __init__(self, level: int = 10) -> None:
        self.text = f"gnugo:level={level}"
        command = [program("gnugo"), "--mode", "gtp", "--chinese-rules", "--level", str(level)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """The answer to one command."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line.strip())
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"GNU Go answers {command!r} with {lines}")
        return " ".join(lines)[1:].strip()

    def new_game(self, seed: int = 0) -> None:
        self.ask(f"set_random_seed {seed}")

    def choose(self, game: Playthrough) -> int:
        state: Any = game.start.copy()
        for command in (f"boardsize {state.size}", "clear_board", f"komi {state.komi}"):
            self.ask(command)
        colours = ("black", "white")
        for move in game.played:
            self.ask(f"play {colours[state.turn]} {state.move_text(move)}")
            state.play(move)
        answer = self.ask(f"genmove {colours[state.turn]}")
        move = state.parse_move("pass" if answer.lower() == "resign" else answer)
        return move if move in game.moves() else state.parse_move("pass")  # its superko differs from ours


GNUBG = """
import gnubg, json
for setting in ("automatic game off", "automatic roll off", "automatic move off", "automatic bearoff off",
                "evaluation chequerplay evaluation plies {plies}", "player 0 human", "player 1 human",
                "confirm new off", "display off"):
    gnubg.command("set " + setting)
gnubg.command("new session")
asked = open({asked!r})
answers = open({answers!r}, "w")
for line in asked:
    name, roll = json.loads(line)
    gnubg.command("set turn 1")
    gnubg.command("set board " + name)
    gnubg.command("set dice %d %d" % (roll // 10, roll % 10))
    hints = gnubg.hint(1)["hint"]
    answers.write(json.dumps(hints[0]["move"] if hints else "") + chr(10))
    answers.flush()
"""


class GnuBackgammon(Player):
    """GNU Backgammon's neural network, looking `plies` ahead; it is asked through two pipes."""

    def __init__(self, plies: int = 0) -> None:
        self.text = f"gnubg:plies={plies}"
        folder = Path(tempfile.mkdtemp())
        asked, answers, script = folder / "asked", folder / "answers", folder / "script.py"
        os.mkfifo(asked)
        os.mkfifo(answers)
        script.write_text(GNUBG.format(plies=plies, asked=str(asked), answers=str(answers)))
        self.process = subprocess.Popen(
            [program("gnubg"), "-t", "-q", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.asked, self.answers = asked.open("w"), answers.open()

    def choose(self, game: Playthrough) -> int:
        state = game.state
        moves = game.moves()
        if len(moves) == 1:
            return moves[0]
        sides = [state.points[1 - state.turn], state.points[state.turn]]
        bits = "".join("1" * int(men) + "0" for side in sides for men in list(side)[1:]).ljust(80, "0")
        name = b64encode(bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))).decode()[:14]
        dice = int(state.to_text().split("/")[-1].split()[1])
        self.asked.write(json.dumps([name, dice]) + "\n")
        self.asked.flush()
        return int(state.parse_move(json.loads(self.answers.readline())))


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
