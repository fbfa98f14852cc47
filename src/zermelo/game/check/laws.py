"""The laws of a game, each with a name of a few words and the sentence that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game.game import Game
from zermelo.game.plain_game import is_plain


def always(game: Any) -> bool:
    """Most laws concern every game."""
    return True


def compiled(game: Any) -> bool:
    """Some concern those that a compiler reads."""
    return not is_plain(game)


def replaces(*names: str) -> Callable[[Any], bool]:
    """The laws of a hook concern games that have their own."""
    return lambda game: any(getattr(game, name) is not getattr(Game, name) for name in names)


@dataclass(frozen=True)
class Law:
    """What a game must keep."""

    name: str
    says: str
    concerns: Callable[[Any], bool] = always


@dataclass(frozen=True)
class Complaint:
    """A law, and how it was broken at some position."""

    law: Law
    message: str
    fatal: bool = False  # the class cannot be played at all


# ---------------------------------------------------------------------- the class
FIELDS = Law("fields are declared right", "Fields have a type of fixed width, a free name and no value.")
CONTRACT = Law("methods are those of the contract", "Methods have the contract's names and arguments, none is missing.")
FACTS = Law("facts are consistent", "Facts are present, have the right type and do not contradict each other.")
NUMBERS = Law("rules use numbers only", "Rules make no lists, strings, dictionaries or arrays, at any speed.", compiled)
COMPILES = Law("rules compile", "Every rule and hook can be compiled.", compiled)
START = Law("start is a position", "start() fills a position that is not over and has moves, the same each time.")

# ---------------------------------------------------------------------- all methods
ANSWERS = Law("methods answer with numbers", "Every method returns what the contract says: a number, True or False.")
RAISES = Law("methods raise nothing", "No method raises an error or warns of an overflow at a legal position.")
INSIDE = Law("indices stay inside", "No method reads or writes outside its arrays.")
RETURNS = Law("methods return", "No method runs for ever.")
SURVIVES = Law("methods do not crash", "No method ends the process.")
PURE = Law("questions change nothing", "Only play, redeal and transform change a state.")
STEADY = Law("equal questions have equal answers", "Methods depend on the state and their arguments alone.")
SPEEDS = Law("speeds agree", "CPython and compiled code give the same answers and the same bytes.", compiled)

# ---------------------------------------------------------------------- rules
ROW = Law("moves fit most_moves", "No row of moves is longer than most_moves.")
RANGE = Law("moves are numbers from 0", "A move is an int32 that is not negative.")
DISTINCT = Law("moves are distinct", "moves() writes each legal move once.")
TURN = Law("turn is a player", "turn is 0 to players - 1, or CHANCE in a game of chance.")
ALONE = Law("play changes its own state only", "Copies, tables and other states stay as they are.")
MIDTURN = Law(
    "a turn has one player", "Where midturn() says that the turn goes on, the same player moves or chance does."
)
UTILITY = Law("utility is within range", "At the end utility is a finite number from lowest to highest.")
ZERO_SUM = Law("utilities add up to zero", "Players of a side share a result, and the sides' results add up to 0.",
               lambda game: bool(game.zero_sum))  # fmt: skip
ENDS = Law("games end", "Every random game comes to an end.")
LONGEST = Law("no game is longer than longest", "No game has more plies than longest.", lambda game: game.longest > 0)
KEYS = Law("equal positions have equal keys", "Positions with the same text have the same key.")
DIFFERENT = Law("different positions have different keys", "Positions with the same key are the same position.")

# ---------------------------------------------------------------------- chance and hidden information
CHANCE_NODES = Law(
    "chance has its turns", "A game of chance has positions where nature moves.", lambda game: game.chance
)
ODDS = Law("odds are probabilities", "At CHANCE every outcome has positive odds, and they add up to one.",
           lambda game: game.chance)  # fmt: skip
OBSERVE = Law("observe fits its row", "observe() writes at most `observation` numbers.", lambda game: game.hidden)
REDEAL = Law("redeal cannot be noticed", "After redeal() the player sees the same and has the same moves.",
             lambda game: game.hidden)  # fmt: skip
VEILED = Law("views hide what is hidden",
             "Where a player has seen the same, they have the same moves, picture and deals.",
             lambda game: game.hidden)  # fmt: skip
RECALL = Law("redeal keeps to the past", "redeal() contradicts nothing that the player has ever seen.",
             lambda game: game.hidden)  # fmt: skip
DEALS = Law("redeal gives other deals", "redeal() changes something at some position.", lambda game: game.hidden)

# ---------------------------------------------------------------------- hooks
SAMPLE = Law(
    "sample is legal", "sample() gives a legal move, and NO_MOVE only where there is none.", replaces("sample")
)
UNIFORM = Law("sample is uniform", "sample() gives every legal move equally often, or the game says policy = True.",
              lambda game: replaces("sample")(game) and not game.policy)  # fmt: skip
EVALUATE = Law("evaluate is strictly inside the range", "evaluate() is a finite number between a proven loss and win.",
               replaces("evaluate"))  # fmt: skip
FEATURES = Law("features explain the evaluation",
               "features() are finite numbers; where they and the turn are equal, evaluate() is equal.",
               replaces("features"))  # fmt: skip
BOUNDS = Law("bounds bound the value", "bounds() are ordered, in range and contain the value.", replaces("bounds"))
STATIC_RESULT = Law("static_result keeps a best move", "static_result() writes legal moves, among them a best one.",
                    replaces("static_result"))  # fmt: skip
NOISY = Law("noisy_moves are the noisy moves", "noisy_moves() writes those moves that noisy() names.",
            replaces("noisy", "noisy_moves"))  # fmt: skip
IRREVERSIBLE = Law("irreversible moves are irreversible", "After an irreversible move no earlier position returns.",
                   replaces("irreversible"))  # fmt: skip
PASS = Law("a pass hands over the move", "pass_turn() gives the move to the other player in a position that goes on.",
           lambda game: game.can_pass)  # fmt: skip
SAME = Law("same gives an equivalent move", "same() gives a legal, smallest move that leads to an equal game.",
           replaces("same"))  # fmt: skip
SYMMETRY = Law("symmetries keep the game", "Mirror images have mirrored moves, and the same end and result.",
               lambda game: game.symmetries > 1)  # fmt: skip

# ---------------------------------------------------------------------- notation
TEXT = Law("position texts read back", "from_text(to_text()) is the same position with the same moves.")
MOVE_TEXT = Law("move texts read back", "Legal moves have different texts, and parse_move reads each.")
TURN_TEXT = Law("turn texts read back", "parse_turn reads what turn_text wrote.")
BAD_TEXT = Law("bad texts are refused", "Nonsense raises BadMove or BadPosition, nothing else.")
ENDING = Law("endings have words", "ending() says why a finished game is over.")
WHY_NOT = Law("refusals have words", "why_not() says in words why a move is impossible.")
SCENE = Law("scenes have clicks for all moves", "scene() is well formed and every legal move has its own clicks.")
COPIES = Law("copies are equal", "A copied or pickled state is equal to the original.")
UNDO = Law("undo goes back", "A playthrough that takes all moves back is where it began.")

LAWS: tuple[Law, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Law))
