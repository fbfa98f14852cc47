"""GNU Backgammon as a player: `gnubg:plies=0`. It runs in its own process, asked through its Python console."""

from __future__ import annotations

import json
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any, ClassVar

from zermelo.errors import BadChoice, BadMove, BadPlayer, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players.engines.engine import Asking, Engine, Said
from zermelo.players.process.lines import LineProcess
from zermelo.search.common.limits import Limits
from zermelo.search.common.options import Setting

PROGRAM, MARK = "gnubg", "zermelo "
PLIES = Setting("plies", int, "how far GNU Backgammon looks ahead; 0 asks its network alone", 0, low=0, high=4)
SCRIPT = """
import gnubg, json, os, sys
for setting in ("automatic game off", "automatic roll off", "automatic move off", "automatic bearoff off",
                "evaluation chequerplay evaluation plies PLIES", "player 0 human", "player 1 human",
                "confirm new off", "display off"):
    gnubg.command("set " + setting)
gnubg.command("new session")
os.write(1, b"\\nzermelo ready\\n")
for line in os.fdopen(os.dup(0)):
    if not line.strip():
        continue
    name, roll = json.loads(line)
    gnubg.command("set turn 1")
    gnubg.command("set board " + name)
    gnubg.command("set dice %d %d" % (roll // 10, roll % 10))
    hints = gnubg.hint(1)["hint"]
    best = hints[0] if hints else {"move": "", "equity": 0.0}
    os.write(1, ("\\nzermelo " + json.dumps([best["move"], best["equity"]]) + "\\n").encode())
"""


class GnuBackgammon(Engine):
    """GNU Backgammon's networks, looking some plies ahead."""

    protocol: ClassVar[str] = "gnubg"

    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self.plies = int(values.get("plies", 0))
        super().__init__(text, PROGRAM, {}, {})
        self.script = ""

    def started(self) -> LineProcess:
        """The script is a file, since the program reads none from a pipe; it goes when it has been read."""
        if self.process is None and self.broken is None:
            with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
                file.write(SCRIPT.replace("PLIES", str(self.plies)))
            self.command = [self.command[0], "-t", "-q", "-r", "-p", file.name]
            try:
                return super().started()
            finally:
                Path(file.name).unlink()
        return super().started()

    def greet(self) -> None:
        """Wait until its console is ready."""
        self.reply("", lambda line: True if line.strip() == f"{MARK}ready" else None, f"{MARK}ready")

    def begin(self, line: Playthrough) -> None:
        """Every question tells the whole position."""
        entry = catalogue.entry_of(type(line.state).__name__)
        if entry is None or entry.name != "backgammon":
            raise Unsupported(f"GNU Backgammon plays backgammon, not {type(line.state).__name__}")

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """The board and the dice by its own names."""
        assert self.process is not None
        moves = line.moves()
        if len(moves) == 1:
            return Said(moves[0])
        dice = int(line.state.to_text().split("/")[-1].split()[1])
        self.process.write(json.dumps([position_id(line.state), dice]))
        answer = self.until(lambda said: said[len(MARK) :] if said.startswith(MARK) else None, asking)
        try:
            text, equity = json.loads(answer)
            return Said(line.parse_move(text), float(equity), self.plies + 1)
        except BadMove as problem:
            raise BadChoice(f"{self.text}: {problem}") from None
        except ValueError:
            raise BadPlayer(f"{self.text} says {answer[:60]!r}, which is no answer") from None


def position_id(state: Any) -> str:
    """GNU Backgammon's name of a position: checkers as runs of ones, both sides, in base 64."""
    sides = [state.points[1 - state.turn], state.points[state.turn]]
    bits = "".join("1" * int(checkers) + "0" for side in sides for checkers in list(side)[1:]).ljust(80, "0")
    return b64encode(bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))).decode()[:14]
