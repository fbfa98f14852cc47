# ruff: noqa: E501  # a table, a line a case
"""Games as a newcomer writes them, each wrong in one way: an edit to a good game, and the sentence that comes of it.

A case names the verbs that must refuse the game or stop with that sentence, or with one of their own (`said`, or
`says` for one verb); the others must do their work. Cases of `COMPILED` are wrong to a compiler only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

HERE = Path(__file__).parent
ALL = "perft playouts analyse play serve"
NONE = ""


@dataclass(frozen=True)
class Case:
    """One broken game."""

    name: str
    edits: tuple[tuple[str, str], ...]
    check: str  # part of the first sentence of `check`
    stops: str = ALL  # the verbs that must stop
    said: str = ""  # part of the sentence of the other verbs, where it is not that of `check`
    base: str = "marks"
    says: Mapping[str, str] = field(default_factory=dict)  # a verb that stops with a sentence of its own

    def saying(self, **says: str) -> Case:
        """The same with sentences of some verbs' own."""
        return replace(self, says=says)

    def source(self) -> str:
        """The broken game."""
        text = (HERE / f"{self.base}.py").read_text(encoding="utf-8")
        for old, new in self.edits:
            assert old in text, (self.name, old)
            text = text.replace(old, new)
        return text

    def sentence(self, verb: str) -> str:
        """What a verb must say; empty where it must do its work."""
        if verb in self.says:
            return self.says[verb]
        return (self.said or self.check) if verb in self.stops.split() else ""


def case(name: str, old: str, new: str, check: str, stops: str = ALL, *, said: str = "", base: str = "marks") -> Case:
    """A game with one edit."""
    return Case(name, ((old, new),), check, stops, said, base)


FACTS = "most_moves, longest = 6, 6"
PLAY = "        self.turn = 1 - self.turn\n"
UTILITY = "        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0\n"
ROW = "                n = put(out, n, cell)\n"

# ---------------------------------------------------------------------- names, facts and signatures
NAMES = (
    case("no most_moves", FACTS, "longest = 6", "most_moves is missing"),
    case("most_moves misspelled", FACTS, "most_move, longest = 6, 6", "did you mean `most_moves`?"),
    case("most_moves in capitals", FACTS, "MOST_MOVES, longest = 6, 6", "did you mean `most_moves`?"),
    case("most_moves of nothing", FACTS, "most_moves, longest = 0, 6", "most_moves = 0"),
    case("most_moves negative", FACTS, "most_moves, longest = -6, 6", "most_moves = -6 must not be negative"),
    case("most_moves as text", FACTS, "most_moves, longest = '6', 6", "most_moves = '6' must be a whole number"),
    case("most_moves as float", FACTS, "most_moves, longest = 6.0, 6", "most_moves = 6.0 must be a whole number"),
    case("higest", FACTS, FACTS + "\n    higest = 2.0", "did you mean `highest`?"),
    case("zerosum", FACTS, FACTS + "\n    zerosum = False", "did you mean `zero_sum`?"),
    case("player fact", FACTS, FACTS + "\n    player = 3", "did you mean `players`?"),
    case("evalute", "def evaluate", "def evalute", "did you mean `evaluate`?"),
    case("utilty", "def utility", "def utilty", "did you mean `utility`?"),
    case("legal_moves", "def moves", "def legal_moves", "did you mean `moves`?"),
    case("move for moves", "def moves", "def move", "did you mean `moves`?"),
    case("apply_action", "def play(", "def apply_action(", "did you mean `play`?"),
    case("is_terminal", "def over(", "def is_terminal(", "did you mean `over`?"),
    case("heuristic", "def evaluate(", "def heuristic(", "did you mean `evaluate`?"),
    case("setup", "def start(", "def setup(", "did you mean `start`?"),
    case("movetext", "def move_text", "def movetext", "did you mean `move_text`?"),
    case("no utility", "    def utility(self, player: int) -> float:\n        lead = self.points[player] - "
         "self.points[1 - player]\n" + UTILITY, "", "there is no method utility()"),
    case("__init__", "def start(self)", "def __init__(self)", "__init__ is never called"),
    case("players is zero", FACTS, FACTS + "\n    players = 0", "players = 0 must lie between 1 and 127"),
    case("players as text", FACTS, FACTS + "\n    players = 'two'", "players = 'two' must be a whole number"),
    case("zero_sum as text", FACTS, FACTS + "\n    zero_sum = 'no'", "zero_sum = 'no' must be True or False"),
    case("lowest above highest", FACTS, FACTS + "\n    lowest = 2.0", "lowest = 2.0 is above highest = 1.0"),
    case("sides too short", FACTS, FACTS + "\n    sides = (0,)", "sides has 1 entries for 2 players"),
    case("one player, zero sum", FACTS, FACTS + "\n    players = 1", "a game of one player cannot be zero_sum"),
    case("chance without odds", FACTS, FACTS + "\n    chance = True", "chance = True needs a method odds()"),
    case("odds without chance", "    chance = True\n", "", "odds() belongs to a game that says chance = True", base="dash"),
    case("hidden without observe", FACTS, FACTS + "\n    hidden = True", "hidden = True needs a method observe()"),
    case("symmetries alone", FACTS, FACTS + "\n    symmetries = 4", "there is no transform()"),
    case("unbounded", FACTS, "most_moves = 6", "nothing bounds the length of a game", NONE),
    case("no_progress alone", FACTS, FACTS + "\n    no_progress = 9", "no_progress needs a method irreversible()", NONE),
    case("repetition of one", FACTS, FACTS + "\n    repetition = 1", "would end every game at once"),
    case("moves without out", "def moves(self, out: Row)", "def moves(self)", "must be `def moves(self, out)`"),
    case("play with two", "def play(self, move: int)", "def play(self, x: int, move: int)", "must be `def play(self, move)`"),
    case("play without self", "def play(self, move: int)", "def play(move: int)", "must be `def play(self, move)`"),
    case("utility alone", "def utility(self, player: int)", "def utility(self)", "must be `def utility(self, player)`"),
    case("over of a player", "def over(self)", "def over(self, player: int)", "must be `def over(self)`"),
    case("over as property", "    def over(self)", "    @property\n    def over(self)", "over is a property"),
    case("play as static", "    def play(self,", "    @staticmethod\n    def play(self,", "play is a staticmethod"),
    case("start needs size", "def start(self)", "def start(self, size: int)", "needs a default for size"),
)  # fmt: skip

# ---------------------------------------------------------------------- fields
FIELDS = (
    case("counter = 0", "    filled: i16\n", "    filled = 0\n", "filled = 0 is a constant of the class, not a field"),
    case("value in field", "    filled: i16\n", "    filled: i16 = 0\n", "field filled has a value in the class"),
    case("int field", "    filled: i16\n", "    filled: int\n", "filled: int is no field"),
    case("list field", "    filled: i16\n", "    filled: list\n", "filled: list is no field"),
    case("undeclared", "    filled: i16\n", "", "there is no field `filled`"),
    case("misspelled field", "self.filled += 1", "self.fillled += 1", "did you mean `filled`?"),
    case("set a fact", "self.filled += 1", "self.filled += 1\n        self.players = 2", "players is a fact"),
    case("field named moves", "    filled: i16\n", "    filled: i16\n    moves: i8\n", "the name of a method of the contract"),
    case("field named shape", "    filled: i16\n", "    filled: i16\n    shape: i8\n", "NumPy uses it already"),
    case("field named longest", "    filled: i16\n", "    filled: i16\n    cap: i8\n", "the name of a fact"),
    case("array of nothing", "array(i8, 6)", "array(i8, -6)", "have no layout"),
    case("array of text", "array(i8, 6)", "array(str, 6)", "no width that rules can use"),
    case("undeclared in start", "self.filled = 0", "self.empty = 6", "there is no field `empty`"),
    Case("field too narrow", (("array(i16, 2)", "array(i8, 2)"), ("+= move + 1", "+= 50 * move + 50")), "OverflowError"),
)  # fmt: skip

# ---------------------------------------------------------------------- answers
ANSWERS = (
    case("moves without return", "        return n\n", "", "moves(out) returns nothing", said="returns nothing"),
    case("moves as list", "        n = 0\n        for cell in range(6):\n            if self.cells[cell] == 0:\n" + ROW
         + "        return n\n", "        return [c for c in range(6) if self.cells[c] == 0]\n",
         "moves(out) returns a list", said="returns a list"),
    case("moves as float", "        return n\n", "        return float(n)\n", "moves(out) returns 6.0", "perft analyse play serve", said="returns a float"),
    case("over without return", "return self.filled == 6", "self.filled == 6", "over() returns nothing", NONE),
    case("utility without return", UTILITY, "        self.filled * lead\n", "returns nothing: return what the end is worth",
         "playouts analyse play serve", said="utility"),
    case("utility one way", UTILITY, "        if lead > 0:\n            return 1.0\n",
         ") returns nothing: return what the end", "playouts analyse play serve", said="utility"),
    case("utility as text", UTILITY, "        return 'win' if lead > 0 else 'loss'\n", "returns a str", "playouts analyse play serve", said="utility"),
    case("play returns", PLAY, PLAY + "        return self\n", "returns a Marks: it changes `self` and returns nothing", NONE),
    case("evaluate without return", "return 0.01 *", "0.01 *", "evaluate() returns nothing", NONE),
    case("odds as text", "return 0.5", "return 'half'", "returns a str", "playouts play serve analyse", base="dash"),
)  # fmt: skip

# ---------------------------------------------------------------------- errors and indices
ERRORS = (
    case("play raises", "        self.filled += 1\n", "        self.filled += 1\n        raise ValueError('no')\n",
         "play() raises ValueError: no", said="play() stops with ValueError: no"),
    case("play asserts", "        self.filled += 1\n", "        self.filled += 1\n        assert self.filled < 3\n",
         "play() raises AssertionError", "playouts analyse play serve", said="play() stops with AssertionError"),
    case("moves raises", "        n = 0\n", "        n = 1 // 0\n", "moves() raises ZeroDivisionError", said="ZeroDivisionError"),
    case("name unknown", "range(6)", "range(size)", "NameError", said="NameError"),
    case("attribute unknown", "self.cells[cell]", "self.cell[cell]", "AttributeError", said="AttributeError"),
    case("start raises", "self.filled = 0", "self.filled = 1 // 0", "ZeroDivisionError", said="ZeroDivisionError"),
    case("index beyond", "self.cells[move] =", "self.cells[move + 3] =", "play() raises IndexError", said="an index outside its array"),
    case("index far beyond", "self.cells[move] =", "self.cells[move * 9999] =", "play() raises IndexError", said="an index outside its array"),
    case("index of counter", "self.cells[move] =", "self.cells[self.filled * 7] =", "play() raises IndexError", said="an index outside its array"),
    case("index by player", "self.points[player]", "self.points[player + 1]", "utility() raises IndexError",
         "play", said="an index outside its array"),
    case("index in evaluate", "self.points[self.turn] -", "self.points[self.turn + 2] -", "evaluate() raises IndexError", NONE),
    case("index by float", "self.cells[move] =", "self.cells[move / 1] =", "IndexError", said="index"),
    case("too many moves", "range(6)", "range(9)", "moves() raises IndexError", said="an index outside its array"),
    case("most_moves too small", FACTS, "most_moves, longest = 3, 6", "most_moves = 3", said="most_moves = 3"),
    case("most_moves far too small", FACTS, "most_moves, longest = 1, 6", "most_moves = 1", said="most_moves = 1"),
    case("recursion", "return self.filled == 6", "return self.over()", "over() calls over()"),
    Case("mutual recursion", (("        n = 0\n", "        n = 0\n        if self.over():\n            return 0\n"),
                             ("return self.filled == 6", "return self.moves(None) == 0")),
        "moves() calls over() calls moves()"),
    Case("recursion of a function", (("return self.filled == 6", "return left(self.filled) == 0"),
                                    ("LETTERS =", "def left(n):\n    return 0 if n == 6 else 1 + left(n + 1)\n\n\nLETTERS =")),
        "left() calls left()"),
    Case("recursion through a function", (("return self.filled == 6", "return full(self)"),
                                         ("LETTERS =", "def full(state):\n    return state.over()\n\n\nLETTERS =")),
        "over() calls full() calls over()"),
    case("syntax error", "def over(self) -> bool:", "def over(self) -> bool", "expected ':'"),
    case("import error", "from zermelo import Game", "from zermelo import Gamer", "ImportError", said="ImportError"),
    case("no game", "class Marks(Game)", "class Marks(object)", "derive it from zermelo.Game"),
    Case("scene raises", (("        places = tuple(", "        1 // self.filled\n        places = tuple("),),
        "scene() raises ZeroDivisionError", "play serve", said="ZeroDivisionError"),
    case("move_text raises", "return LETTERS[move]", "return LETTERS[move + 6]", "move_text() raises IndexError",
         "analyse play serve", said="move_text() stops with"),
)  # fmt: skip

# ---------------------------------------------------------------------- wrong rules that go on
RULES = (
    case("turn runs on", "1 - self.turn\n", "self.turn + 1\n", "turn is 2 after move", "playouts analyse play serve", said="an index outside its array").saying(play="turn is 2"),
    Case("moves twice", ((ROW, ROW + "        n = put(out, n, 0)\n"), (FACTS, "most_moves, longest = 9, 9")),
         "moves() writes move 0 2 times", NONE),
    case("negative move", "n = put(out, n, cell)", "n = put(out, n, cell - 1)", "moves() writes -1", NONE),
    case("utility too big", "return 1.0 if lead > 0", "return 5.0 if lead > 0", "utility(0) = 5.0", NONE),
    case("both win", UTILITY, "        return 1.0\n", "add up to 2.0", NONE),
    case("longest too small", FACTS, "most_moves, longest = 6, 3", "4 plies were played, longest = 3", NONE),
    case("over changes", "return self.filled == 6", "self.filled += 1\n        return self.filled >= 6", "over() changes field filled", "play", said="not possible here"),
    case("starts at the end", "self.filled = 0", "self.filled = 6", "the first position is over already", "analyse serve", said="the game is over in this position"),
    case("move texts alike", "return LETTERS[move]", "return 'x'", "move_text(1) = 'x'", NONE),
    case("odds of one", "return 0.5", "return 1.0", "odds", NONE, base="dash"),
    case("observation too small", "observation = 4, 4, 3", "observation = 4, 4, 1", "observation = 1", "analyse serve", base="cards"),
    case("redeal of one's own", "self.held[1 - player] = card if", "self.held[player] = card if", "after redeal(0) player 0 sees", NONE, base="cards"),
    case("scene_for leaks", 'f"your card is {self.held[player]}" if player >= 0 else "two cards"', 'f"cards {self.held[0]} {self.held[1]}"',
         "scene_for(0) shows what player 0 cannot know", NONE, base="cards"),
)  # fmt: skip

# ---------------------------------------------------------------------- slips of the hand and of the idea
IMPORTS = "from zermelo import Game\n"
LINES = """        n = 0
        for cell in range(6):
            if self.cells[cell] == 0:
                n = put(out, n, cell)
        return n
"""
POINTS = "self.points[self.turn] += move + 1"
SLIPS = (
    case("retrun", "        return n\n", "        retrun n\n", "line 24: invalid syntax"),
    case("tabs and spaces", "        n = 0\n", "\tn = 0\n", "line 20: inconsistent use of tabs and spaces"),
    case("module missing", IMPORTS, "import nosuchmodule\n" + IMPORTS, "line 3, stops with ModuleNotFoundError"),
    case("ends the program", "LETTERS =", "raise SystemExit(3)\nLETTERS =", "line 6, ends the program"),
    case("asserts in the file", "LETTERS =", "assert 1 > 2, 'no'\nLETTERS =", "line 6, stops with AssertionError: no"),
    case("asks in the file", "LETTERS =", "input()\nLETTERS =", "line 6, stops with"),
    case("two games", "class Marks(Game):", "class Other(Game):\n    pass\n\n\nclass Marks(Game):", "holds several games, Other, Marks"),
    case("derives from a state", "Marks(Game)", "Marks(Game())", "write Game without ()"),
    Case("another metaclass", ((IMPORTS, "from abc import ABC\n\n" + IMPORTS), ("(Game)", "(Game, ABC)")), "a game derives from Game alone"),
    Case("dataclass", ((IMPORTS, "from dataclasses import dataclass\n\n" + IMPORTS), ("class Marks", "@dataclass\nclass Marks")), "@dataclass makes an __init__"),
    case("an empty class before the rules", "class Marks(Game):", "class Marks(Game):\n    pass\n\n\nclass Rules:", "there is no method moves()"),
    case("start of the class", "    def start(self)", "    @classmethod\n    def start(self)", "start is a classmethod"),
    case("async play", "    def play(self", "    async def play(self", "play() is `async`"),
    case("play yields", PLAY, PLAY + "        yield move\n", "play() says `yield`"),
    case("moves yields", ROW, "                yield cell\n", "returns a generator"),
    case("mutable default", "def play(self, move: int)", "def play(self, move: int, seen: list = [])", "play() has the default value []"),
    case("put thrown away", ROW, "                put(out, n, cell)\n", "write `n = put(out, n, cell)`"),
    case("put the wrong way round", ROW, "                n = put(n, out, cell)\n", "'int' object does not support item assignment"),
    case("moves as bool", "        return n\n", "        return n > 0\n", "moves(out) returns True, a bool", NONE),
    case("moves as tuple", "        return n\n", "        return n, out\n", "moves(out) returns a tuple", said="returns a tuple"),
    case("moves gives its row", "        return n\n", "        return out\n", "moves(out) returns", said="returns a ndarray"),
    case("moves with gaps", ROW, "                out[cell] = 1\n                n += 1\n", "but writes nothing to out[", NONE),
    case("moves all negative", ROW, "                n = put(out, n, -1 - cell)\n", "moves() writes -", NONE),
    case("array beyond a C int", "array(i8, 6)", "array(i8, 10_000_000_000)", "bytes, at most 1,048,576 make sense"),
    case("array of fifty megabytes", "array(i8, 6)", "array(i8, 50_000_000)", "bytes, at most 1,048,576 make sense"),
    case("most_moves beyond memory", FACTS, "most_moves, longest = 10**12, 6", "is more than 1,000,000"),
    case("longest beyond a word", FACTS, "most_moves, longest = 6, 10**30", "is more than 2,147,483,647"),
    case("players as field", "    filled: i16\n", "    filled: i16\n    players: i8\n", "the name of a fact"),
    case("list for an array", "array(i8, 6)", "[0] * 6", "cells is a list of the class, not a field"),
    Case("numpy for an array", (("array(i8, 6)", "np.zeros(6)"), (IMPORTS, "import numpy as np\n\n" + IMPORTS)), "cells is an array of the class, not a field"),
    case("half a cell", "self.filled += 1", "self.filled += 0.5", "stores a fraction in filled"),
    case("half a point", POINTS, "self.points[self.turn] += (move + 1) / 2", "stores a fraction in points"),
    case("None in a field", "self.filled += 1", "self.filled = None", "None is stored", said="NoneType"),
    case("text in a field", "self.filled += 1", "self.filled = 'one'", "a string is used", said="invalid literal"),
    case("shifted out of a word", POINTS, "self.points[self.turn] += 1 << 70", "OverflowError", said="OverflowError"),
    case("global", "        self.filled += 1\n", "        global LETTERS\n        LETTERS = 'ghijkl'\n        self.filled += 1\n", "cannot be compiled", NONE),
    Case("random start", (("self.filled = 0", "self.points[0] = random.randrange(99)"), (IMPORTS, "import random\n\n" + IMPORTS)), "start() fills two different positions", NONE),
    case("moves of moves", "        return n\n", "        return self.moves\n", "returns a method", said="returns a method"),
    case("self forgotten", "self.cells[move] =", "cells[move] =", "NameError", said="name 'cells' is not defined"),
    case("turns from one", "1 - self.turn\n", "3 - self.turn\n", "turn is 3 after move", said="an index outside its array").saying(play="turn is 3"),
    case("module not imported", UTILITY, "        return math.nan\n", "NameError", "playouts analyse play serve", said="NameError"),
    case("utility as list", UTILITY, "        return [1.0, -1.0]\n", "utility(0) returns a list", "playouts analyse play serve", said="utility"),
    case("utility as lead", UTILITY, "        return lead\n", "utility(0) = ", NONE),
    case("utility for whoever", UTILITY, "        return 1.0 if self.points[0] > self.points[1] else -1.0\n", "add up to 2.0", NONE),
    case("evaluate infinite", "return 0.01 *", "return 1e400 *", "evaluate() is not a number", NONE),
    case("scene returns nothing", "        return Scene(", "        Scene(", "scene() returns nothing", "play serve", said="scene() returns nothing"),
    case("scene clicks nowhere", "clicks={move: (LETTERS[move],)", "clicks={move: ('z',)", "'z', which is neither cell nor button", NONE),
    case("move_text is a number", "return LETTERS[move]", "return move", "move_text(0) returns 0, an int", NONE),
    case("move_text returns nothing", "return LETTERS[move]", "LETTERS[move]", "move_text(0) returns nothing", NONE),
    Case("utility not finite", ((UTILITY, "        return math.nan\n"), (IMPORTS, "import math\n\n" + IMPORTS)), "utility(0) = nan", "play serve", said="gives (nan, nan) at the end").saying(serve="utility(0) = nan", analyse="utility(0) = nan"),
)  # fmt: skip

# ---------------------------------------------------------------------- wrong to a compiler only
SEARCHED = "perft playouts analyse serve"  # random players play in CPython
COMPILED = (
    case("list in a rule", "        n = 0\n", "        n = len([])\n", "a list is made", SEARCHED),
    Case("list of lines", (("        lead =", "        lead = LINES[0][0] +"), ("LETTERS =", "LINES = [(0, 1), (2, 3)]\nLETTERS =")), "`LINES` is a list of Python's", "playouts analyse serve", said="LINES"),
    case("dictionary in a rule", "        n = 0\n", "        n = {1: 0}[1]\n", "a dictionary or set is made", SEARCHED),
    case("string in a rule", "return self.filled == 6", "return 'abc'[self.filled // 3] == 'c'", "a string is used", NONE),
    case("try in a rule", "        self.filled += 1\n", "        try:\n            self.filled += 1\n        except IndexError:\n            pass\n", "`try` is used", SEARCHED),
    case("sum of a generator", "return self.filled == 6", "return sum(c > 0 for c in self.cells) == 6", "a generator is made", SEARCHED),
    Case("array made", (("        n = 0\n", "        n = int(np.zeros(3)[0])\n"), ("from zermelo import Game", "import numpy as np\n\nfrom zermelo import Game")), "`np.zeros` allocates", SEARCHED),
    case("print in a rule", "        self.filled += 1\n", "        self.filled += 1\n        print(self.filled)\n", "`print` is called", SEARCHED),
    case("lambda in a rule", "        n = 0\n", "        n = (lambda: 0)()\n", "a function is made inside a rule", SEARCHED),
    case("legal in a rule", "return self.filled == 6", "return len(self.legal()) == 0", "x", SEARCHED, said="legal"),
    Case("random in a rule", (("        n = 0\n", "        n = 0 * random.randrange(2)\n"), ("from zermelo import Game", "import random\n\nfrom zermelo import Game")), "numbers from Python's random", NONE),
)  # fmt: skip

CASES = (*NAMES, *FIELDS, *ANSWERS, *ERRORS, *RULES, *SLIPS)
