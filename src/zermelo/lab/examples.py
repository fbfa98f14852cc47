"""The worked examples of the lectures as data, each with its text and slide: for the tests and for the gallery.

Where a text lost its figure, the tree is a new one that has exactly the stated facts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from zermelo.errors import BadParameter
from zermelo.explain.order import ordered
from zermelo.explain.trace import Trace, follow, record
from zermelo.explain.words import title
from zermelo.game.plain import view
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook.events import Steps
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree

DYER, CS3491 = "Dyer", "CS3491"
CHAPTER, EMORY, PORTO = "Chapter 5", "Emory", "Porto"


@dataclass(frozen=True)
class Example:
    """One figure or exercise: where it stands, what it shows, its tree and the searches to look at."""

    name: str
    lecture: str
    slide: str
    about: str
    text: str = ""  # the tree, in the notation of textbook/tree.py
    searches: tuple[str, ...] = ("alphabeta",)  # algorithms; "best alphabeta": on the tree with the best moves first
    branching: int | None = None
    cover: int = 0  # the search that stands for it
    made: Callable[[], tuple[Any, Steps]] | None = None  # a search that no text can ask for

    def tree(self) -> Tree:
        """The tree."""
        return Tree.from_text(self.text, branching=self.branching)

    def traces(self) -> list[Trace]:
        """Its searches, to be drawn."""
        if self.made is not None:
            game, steps = self.made()
            return [follow(game, steps, title=self.slide)]
        return [trace_of(self.tree(), search) for search in self.searches]


def trace_of(tree: Tree, search: str) -> Trace:
    """One search of an example."""
    order, _, algorithm = search.rpartition(" ")
    if order:
        tree = ordered(tree, best_first=order == "best")
    return record(tree, algorithm, title=title(algorithm, {}) + (f", {order} moves first" if order else ""))


def open_lines(state: TicTacToe, player: int) -> int:
    """Emory's evaluation of tic-tac-toe: rows, columns and diagonals on which the opponent has no mark."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    theirs = int(state.theirs if state.turn == player else state.mine)
    return sum(not any(theirs >> cell & 1 for cell in line) for line in lines)


def more_open_lines(node: Any) -> float:
    """Open lines of the player to move, less those of the other."""
    state = node.playthrough.state
    return open_lines(state, node.turn) - open_lines(state, 1 - node.turn)


def two_ply() -> tuple[Any, Steps]:
    """Tic-tac-toe from its start, two plies deep, judged by open lines."""
    game = view(TicTacToe())
    return game, minimax(game, depth=2, estimate=more_open_lines)


ALL = (
    Example(
        "dyer-two-ply",
        DYER,
        "Example of Minimax Algorithm",
        "A backs up −1, B 5 and C 2; S is worth 5, and the move is to B.",
        "S=[A=[D=100 E=3 F=-1] B=[G=6 H=5] C=[I=2 J=9]]",
        ("minimax", "alphabeta"),
    ),
    Example(
        "dyer-cut",
        DYER,
        "Example of Alpha-Beta Pruning",
        "S has 100 by A. After 120 and 20 the rest of B cannot matter.",
        "S=[A=[C=100] B=[D=120 E=20 F=7]]",
    ),
    Example(
        "dyer-three-ply",
        DYER,
        "Example of Alpha-Beta Algorithm on a 3-Ply Search Tree",
        "A beta cutoff at F, alpha cutoffs at C and D; 10 of 26 nodes are pruned.",
        """A=[B=[E=[L=2 M=3] F=[N=5 O=9]]
              C=[G=[P=0 Q=2] H=[R=1 S=4] I=[T=7 U=3]]
              D=[J=[V=2 W=1 X=0] K=[Y=8 Z=6]]]""",
        ("alphabeta", "minimax"),
    ),
    Example(
        "figure-5-12-6",
        CS3491,
        "Fig. 5.12.6",
        "B is worth 6 and C at most 2; at E alpha becomes 8 and exceeds beta.",
        "A=[B=[D=[H=5 I=6] E=[J=8 K=7]] C=[F=[L=2 M=1] G=[N=0 O=4]]]",
        ("alphabeta", "minimax"),
    ),
    Example(
        "figure-5-12-7",
        CS3491,
        "Fig. 5.12.7",
        "A is sure of 6 by B; C gives −2 at most, so G is pruned.",
        "A=[B=[D=9 E=6] C=[F=-2 G=[3 4]]]",
    ),
    Example(
        "figure-5-12-8",
        CS3491,
        "Fig. 5.12.8, the role of alpha",
        "D, E, F, G back up 8, 10, 5, 11; alpha = 8 rejects what is left of C.",
        "A=[B=[D=[H=7 I=8] E=[J=10 K=9]] C=[F=[L=5 M=4] G=[N=11 O=3]]]",
        ("minimax", "alphabeta"),
    ),
    Example(
        "figure-5-12-9",
        CS3491,
        "Fig. 5.12.9, the role of beta",
        "The root is a minimiser; D = 8 becomes beta, is passed to E, and the rest of E is pruned.",
        "B=min[D=[H=7 I=8] E=[J=10 K=9]]",
        ("alphabeta", "minimax", "negamax_alphabeta"),
    ),
    Example(
        "figure-5-12-11",
        CS3491,
        "Fig. 5.12.11, waiting for quiescence",
        "7, then −4, and when the exchange is over 6 reaches A.",
        "A=[B=~7[D=!~-4[F=!6 G=3] E=9] C=4]",
        ("minimax:depth=1", "minimax:depth=2", "quiescence:depth=1"),
        cover=2,
    ),
    Example(
        "figure-5-12-12",
        CS3491,
        "Fig. 5.12.12, the horizon effect",
        "5 is passed to A; one level deeper B is worth 2, and 2 is passed to A.",
        "A=[B=~5[E=2 F=7] C=1 D=0]",
        ("minimax:depth=1", "minimax:depth=2"),
    ),
    Example(
        "singular",
        CS3491,
        "Singular extensions",
        "B is clearly better than all other moves, so it alone is looked at one ply deeper: 5 becomes 2.",
        "A=[B=~5[E=2 F=7] C=1 D=0]",
        ("singular:depth=1,margin=3",),
    ),
    Example(
        "secondary",
        CS3491,
        "Secondary search",
        "Something looms behind the best move: back to the second best, which may have the same fault.",
        "A=[B=~5[2 7] C=~4[0 9] D=3]",
        ("secondary:depth=1,beyond=1", "secondary:depth=1,beyond=1,tries=2"),
    ),
    Example(
        "forward",
        CS3491,
        "Forward Pruning, going wrong",
        "Near the root the best move looks worst and is pruned away.",
        "A=[B=~5[3 4] C=~4[2 6] Sacrifice=~-9[12 15]]",
        ("forward:width=2", "minimax"),
    ),
    Example(
        "symmetric",
        CS3491,
        "Forward Pruning, going right",
        "Of equivalent moves only one need be considered.",
        "A=[B=[3 5] C=[3 5] D=[2 9] E=[3 5]]",
        ("forward", "minimax"),
    ),
    Example(
        "expectimax",
        CHAPTER,
        "Expectimax Pseudocode",
        "1/2 · 8 + 1/3 · 24 + 1/6 · (−12) = 10.",
        "chance[1/2: 8  1/3: 24  1/6: -12]",
        ("expectiminimax",),
    ),
    Example(
        "expectimax-pruning",
        CHAPTER,
        "Expectimax Pruning?",
        "Without bounds the last outcome decides; when no utility is above 10, half of −10 settles B.",
        "[A=chance[1/2: 4 1/2: 4] B=chance[1/2: -10 1/2: 10]]",
        ("expectiminimax", "star1:lowest=-10,highest=10"),
        cover=1,
    ),
    Example(
        "expectimax-no-pruning",
        CHAPTER,
        "Expectimax Pruning?",
        "The same with 100 in the last place: to prune it would be wrong, and with wide bounds nothing is pruned.",
        "[A=chance[1/2: 4 1/2: 4] B=chance[1/2: -10 1/2: 100]]",
        ("expectiminimax", "star1:lowest=-10,highest=100"),
    ),
    Example(
        "naive-selection",
        CHAPTER,
        "Alpha-Beta Pruning Properties",
        "C was cut at 3, which is only a bound; who takes it for a value may move to C, and gets 0.",
        "A=[B=[3 5] C=[3 0]]",
        ("alphabeta", "minimax"),
    ),
    Example(
        "cooperation",
        CHAPTER,
        "Multi-Agent Utilities",
        "Each maximises their own component, and both gain by trust.",
        "[Trust=[Share=(8, 8) Grab=(1, 3)] Alone=(5, 5)]",
        ("maxn",),
    ),
    Example(
        "monotonic",
        CHAPTER,
        "What Utilities to Use?",
        "Minimax sees only the order of utilities, expectimax their size: squares would change its choice.",
        "[L=[0 40] R=[20 30]]",
        ("minimax", "expectimax"),
    ),
    Example(
        "monotonic-squares",
        CHAPTER,
        "What Utilities to Use?",
        "The same utilities squared: minimax stays with R, expectimax goes to L.",
        "[L=[0 1600] R=[400 900]]",
        ("minimax", "expectimax"),
    ),
    Example(
        "tic-tac-toe-two-ply",
        EMORY,
        "Choosing an Action",
        "Open lines of MAX less open lines of MIN, two plies deep: the centre is best with 1; corners −1, edges −2.",
        made=two_ply,
    ),
    Example(
        "good-and-bad-order",
        EMORY,
        "Bad and Good Cases for Alpha-Beta Pruning",
        "The same 27 leaves: worst moves first on one side, best moves first on the other.",
        "[8 6 3  1 10 3  15 20 6  7 4 6  25 10 4  4 3 5  1 20 4  12 1 10  4 22 10]",
        ("worst alphabeta", "best alphabeta"),
        branching=3,
    ),
    Example(
        "porto-minimax",
        PORTO,
        "Exercise – Minimax Algorithm",
        "A → D, value 8: the opponent plays D → J, and we play J → V.",
        """A=[B=[E=[K=4 L=6] F=[M=7 N=3]]
              C=[G=[O=9 P=2] H=[Q=5 R=1]]
              D=[I=[S=11 T=10] J=[U=0 V=8]]]""",
        ("minimax",),
    ),
    Example(
        "porto-cuts",
        PORTO,
        "Exercise – MINIMAX with Cuts",
        "Three levels, branching 3: 12 by the third move; 17 of 27 leaves are looked at.",
        "[8 6 3  1 10 3  15 20 6  7 4 6  25 10 4  4 3 5  1 20 4  12 1 10  4 22 10]",
        ("alphabeta", "minimax"),
        branching=3,
    ),
    Example(
        "porto-negamax",
        PORTO,
        "Negamax",
        "max(a, b) = −min(−a, −b): each node's value is that of the player to move.",
        "[8 6 3  1 10 3  15 20 6  7 4 6  25 10 4  4 3 5  1 20 4  12 1 10  4 22 10]",
        ("negamax", "minimax"),
        branching=3,
    ),
    Example(
        "monte-carlo-trap",
        PORTO,
        "Monte Carlo Tree Search: Disadvantages",
        "A single losing branch among ten: too few playouts miss it, many find it.",
        "[Safe=1/2 Trap=[1 1 1 1 1 1 1 1 1 -1]]",
        ("uct:simulations=16", "uct:simulations=400"),
    ),
)
EXAMPLES = {example.name: example for example in ALL}


def example(name: str) -> Example:
    """A worked example by its name."""
    if name not in EXAMPLES:
        near = get_close_matches(name, EXAMPLES, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(EXAMPLES)}"
        raise BadParameter(f"no worked example is named {name!r}: {hint}")
    return EXAMPLES[name]
