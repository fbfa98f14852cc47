"""Quizzes: a fresh tree for each seed, the question, the marking of an answer, and the first mistake explained.

An answer is a line of text: the value of the root, then what else is asked for. `5; K O` (alpha-beta: the pruned
leaves), `5; B` (minimax, expectimax: the move), `F; 3/5` (MCTS: the node that selection reaches, and a mean).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.explain.trace import Trace, follow, record
from zermelo.explain.words import number_text
from zermelo.game.game import CHANCE
from zermelo.game.random import Random
from zermelo.lab import sampling_quiz
from zermelo.textbook import Answer, run
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.events import Steps
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree, mirror

KINDS = {"alphabeta": "alpha-beta", "minimax": "minimax", "expectimax": "expectimax", "mcts": "Monte Carlo tree search"}
SHAPES = ((3, 3), (3, 2), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2))  # branches at each level; at most 26 nodes
ODDS = ("1/2 1/2", "1/3 2/3", "1/4 3/4", "1/2 1/4 1/4", "1/6 1/3 1/2")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Quiz:
    """A question about a tree, and all that is needed to mark an answer."""

    kind: str
    seed: int
    question: str
    example: str  # of an answer's form
    solution: str  # an answer that is right
    explanation: str  # of the solution, in words
    trace: Trace  # the search that solves it
    asked: Trace  # the picture of the question, which must not give anything away
    marking: Callable[[str], str]  # an answer -> what is wrong first, or nothing

    def mark(self, answer: str) -> Mark:
        """Mark an answer."""
        mistake = self.marking(answer)
        return Mark(not mistake, mistake or f"Right. {self.explanation}")


@dataclass(frozen=True)
class Mark:
    """Whether an answer is right, and what is to be said of it."""

    right: bool
    words: str


def make(kind: str, seed: int) -> Quiz:
    """The quiz of a kind and a seed; always the same."""
    if kind not in KINDS:
        raise BadParameter(f"there is no quiz {kind!r}: choose {', '.join(KINDS)}")
    if seed < 0:
        raise BadParameter(f"the seed of a quiz is a number from 0 on, not {seed}")
    random = Random(seed, list(KINDS).index(kind) + 1)
    if kind == "mcts":
        made = sampling_quiz.make(random)
        return Quiz(
            kind, seed, made.question, "F; 3/5", made.solution, made.explanation, made.solved, made.asked, made.mistake
        )
    return {"alphabeta": pruning_quiz, "minimax": minimax_quiz, "expectimax": chance_quiz}[kind](random, seed)


# ---------------------------------------------------------------------- trees


def full_tree(random: Random) -> Tree:
    """A tree of two or three plies, its leaves all different, its nodes named from A on, level by level."""
    shape = SHAPES[random.below(len(SHAPES))]
    used: set[int] = set()

    def grow(level: int) -> Tree:
        if level == len(shape):
            value = random.below(30) - 5
            while value in used:
                value = random.below(30) - 5
            used.add(value)
            return Tree(level % 2, worth=mirror(float(value)))
        return Tree(level % 2, tuple(grow(level + 1) for _ in range(shape[level])))

    return named(grow(0))


def named(tree: Tree) -> Tree:
    """The tree with letters for names, level by level."""
    order = [path for path, _ in sorted(tree.nodes(), key=lambda item: len(item[0]))]
    names = dict(zip(order, LETTERS, strict=False))

    def label(node: Tree, path: tuple[Any, ...]) -> Tree:
        below = tuple(label(child, (*path, place)) for place, child in enumerate(node.children, 1))
        return replace(node, name=names[path], children=below)

    return label(tree, ())


def chance_tree(random: Random) -> Tree:
    """Max chooses between lotteries; the values are chosen so that every mean is a whole number."""
    children = []
    for _ in range(2 + random.below(2)):
        chances = tuple(Fraction(part) for part in ODDS[random.below(len(ODDS))].split())
        leaves = tuple(Tree(1, worth=mirror(12.0 * (random.below(9) - 3))) for _ in chances)
        children.append(Tree(CHANCE, leaves, chances=chances))
    return named(Tree(0, tuple(children)))


def blank(tree: Tree) -> Trace:
    """A tree before any search: not even the room that a search takes is seen in its picture."""
    return follow(tree, nothing(), title="the tree")


def nothing() -> Steps:
    """A search that looks at no node."""
    yield from ()
    return Answer(None)


# ---------------------------------------------------------------------- alpha-beta


def pruning_quiz(random: Random, seed: int) -> Quiz:
    """Value and pruned leaves of a tree in which something is pruned."""
    while True:
        tree = full_tree(random)
        trace = record(tree, "alphabeta", title="alpha-beta")
        pruned = [name for name, gone in leaves_of(trace) if gone]
        if pruned and trace.answer.value != run(minimax(flipped(tree), player=0)).value:
            break
    question = (
        "Alpha-beta searches this tree from left to right; A is max, the levels alternate. "
        "What is the value of A, and which leaves are pruned?"
    )
    solution = f"{trace.answer.value:g}; {' '.join(pruned)}"
    cuts = " ".join(
        f"At {trace.nodes[trace.where[k]].label}: {event.reason}."
        for k, event in enumerate(trace.events)
        if event.kind == "cut"
    )
    explanation = f"A is worth {number_text(trace.answer.value)} by {trace.answer.move}. {cuts}"
    return Quiz(
        "alphabeta",
        seed,
        question,
        "5; K O",
        solution,
        explanation,
        trace,
        blank(tree),
        lambda text: pruning_mistake(tree, trace, text),
    )


def leaves_of(trace: Trace) -> list[tuple[str, bool]]:
    """The leaves from left to right, and whether each is pruned."""
    found = []
    waiting = [0]
    while waiting:
        node = trace.nodes[waiting.pop(0)]
        waiting[:0] = node.children
        if not node.children:
            found.append((node.label, trace.state(node.index).status == "pruned"))
    return found


def flipped(tree: Tree) -> Tree:
    """The same tree with max and min exchanged, as a frequent mistake has it."""
    return (
        replace(tree, turn=1 - tree.turn, children=tuple(flipped(child) for child in tree.children))
        if tree.children
        else tree
    )


def mirrored(tree: Tree) -> Tree:
    """The same tree from right to left."""
    return replace(tree, children=tuple(mirrored(child) for child in reversed(tree.children)))


def pruning_mistake(tree: Tree, trace: Trace, text: str) -> str:
    """The first mistake of an answer in the order of the search, or nothing."""
    value, names = split(text, "5; K O")
    labels = {node.label: node.index for node in trace.nodes}
    said: set[str] = set()
    for name in names:
        if name not in labels:
            raise BadParameter(
                f"no node is named {name}: the leaves are {' '.join(leaf for leaf, _ in leaves_of(trace))}"
            )
        said |= leaves_below(trace, labels[name])
    truth = dict(leaves_of(trace))
    if said != {leaf for leaf, gone in truth.items() if gone}:
        backwards = dict(leaves_of(record(mirrored(tree), "alphabeta")))
        if said == {leaf for leaf, gone in backwards.items() if gone}:
            return "These leaves are pruned from right to left; the search goes from left to right."
    for leaf, gone in truth.items():
        if gone and leaf not in said:
            return why_pruned(trace, labels[leaf])
        if not gone and leaf in said:
            return why_seen(trace, labels[leaf])
    if value != trace.answer.value:
        return f"The pruned leaves are right, the value is not. {why_value(tree, trace, 0, value)}"
    return ""


def leaves_below(trace: Trace, index: int) -> set[str]:
    """The names of the leaves below a node, or its own."""
    node = trace.nodes[index]
    if not node.children:
        return {node.label}
    return set().union(*(leaves_below(trace, child) for child in node.children))


def why_pruned(trace: Trace, leaf: int) -> str:
    """The cut by which a leaf is never looked at."""
    index = leaf
    while trace.state(trace.nodes[index].parent).status == "pruned":
        index = trace.nodes[index].parent
    at = trace.nodes[trace.nodes[index].parent]
    return f"{trace.nodes[leaf].label} is pruned. At {at.label}: {trace.state(at.index).note}."


def why_seen(trace: Trace, leaf: int) -> str:
    """The window with which a leaf is looked at."""
    step = next(k for k, (event, index) in enumerate(zip(trace.events, trace.where, strict=True), 1)
                if index == leaf and event.kind == "enter")  # fmt: skip
    state, parent = trace.state(leaf, step), trace.nodes[trace.nodes[leaf].parent]
    assert state.alpha is not None
    assert state.beta is not None
    return (
        f"{trace.nodes[leaf].label} is not pruned: when the search comes to it at {parent.label}, "
        f"alpha is {number_text(state.alpha)} and beta is {number_text(state.beta)}; alpha is still below beta."
    )


# ---------------------------------------------------------------------- minimax and expectimax


def minimax_quiz(random: Random, seed: int) -> Quiz:
    """Value and move of a tree."""
    while True:
        tree = full_tree(random)
        if run(minimax(tree)).value != run(minimax(flipped(tree), player=0)).value:
            break
    question = "A is max, the levels alternate. What is the value of A, and which move does minimax choose?"
    return value_quiz("minimax", seed, tree, record(tree, "minimax", title="minimax"), question)


def chance_quiz(random: Random, seed: int) -> Quiz:
    """Value and move of a tree with chance."""
    while True:
        tree = chance_tree(random)
        values = [run(expectiminimax(child, player=0)).value for child in tree.children]
        means = [sum(leaf.utility(0) for leaf in child.children) / len(child.children) for child in tree.children]
        if len(set(values)) == len(values) and max(values) != max(means):  # and no pure luck by unweighted means
            break
    question = (
        "A is max; the circles are chance, with odds at their branches. What is the value of A, and which move is best?"
    )
    return value_quiz("expectimax", seed, tree, record(tree, "expectiminimax", title="expectimax"), question)


def value_quiz(kind: str, seed: int, tree: Tree, trace: Trace, question: str) -> Quiz:
    """A quiz that asks for the root's value and the move; values of other nodes may be told as well."""
    solution = f"{trace.answer.value:g}; {trace.answer.move}"
    words = " ".join(why_value(tree, trace, node.index) for node in reversed(trace.nodes) if node.children)
    question += " (Values of other nodes may be added, such as B=3: they are marked too.)"
    return Quiz(
        kind, seed, question, "5; B", solution, words, trace, blank(tree), lambda text: value_mistake(tree, trace, text)
    )


def value_mistake(tree: Tree, trace: Trace, text: str) -> str:
    """The first mistake of an answer, from the leaves up, or nothing."""
    stripped = re.sub(r"[A-Za-z]\s*=\s*[-−+\d./]+", "", text)
    labels = {node.label: node.index for node in trace.nodes}
    told = {name.upper(): number(value) for name, value in re.findall(r"([A-Za-z])\s*=\s*([-−+\d./]+)", text)}
    for name in told:
        if name not in labels:
            raise BadParameter(f"no node is named {name}: the nodes are {' '.join(labels)}")
    for node in reversed(trace.nodes):
        if node.label in told and abs(told[node.label] - trace.state(node.index).value) > 0.005:
            said = told[node.label]
            return f"{node.label} is not {number_text(said)}. {why_value(tree, trace, node.index, said)}"
    value, names = split(stripped, "5; B")
    if abs(value - trace.answer.value) > 0.005:
        return f"A is not {number_text(value)}. {why_value(tree, trace, 0, value)}"
    if len(names) != 1:
        raise BadParameter("one move is asked for: write the value and the move, as in 5; B")
    if names[0] != trace.answer.move:
        moves = [trace.nodes[child].label for child in trace.nodes[0].children]
        if names[0] not in moves:
            return f"{names[0]} is no move at A: the moves are {' '.join(moves)}."
        return f"The value is right, the move is not. {why_value(tree, trace, 0)}"
    return ""


def why_value(tree: Tree, trace: Trace, index: int, said: float | None = None) -> str:
    """How the value of an inner node comes about, and what a wrong one looks like."""
    node = trace.nodes[index]
    children = [trace.nodes[child] for child in node.children]
    seen = [child for child in children if trace.state(child.index).status != "pruned"]
    value = number_text(trace.state(index).value)
    if node.kind == "chance":
        terms = " + ".join(f"{child.odds} · {plain(trace, child.index)}" for child in seen)
        words = f"{node.label} is the mean of its outcomes: {terms} = {value}."
        below = [trace.state(child.index).value for child in seen]
        if said is not None and abs(said - sum(below) / len(below)) < 0.005:
            words += " Yours weighs all outcomes alike."
        return words
    values = ", ".join(stated(trace, child.index) for child in seen)
    which = "largest" if node.kind == "max" else "smallest"
    words = f"{node.label} is {node.kind} and takes the {which} of {values}: {value}."
    if said is not None and tree.chances == () and all(not child.chances for child in tree.children):
        if said == run(alphabeta(flipped(tree.at(node.path)), player=0)).value:
            words += " Yours takes max for min and min for max."
    return words


def stated(trace: Trace, index: int) -> str:
    """A node with its value, B = 3, or with its bound, B ≤ 3."""
    state = trace.state(index)
    return f"{trace.nodes[index].label} {state.bound} {number_text(state.value)}"


def plain(trace: Trace, index: int) -> str:
    """A value that can stand in a product."""
    text = number_text(trace.state(index).value)
    return f"({text})" if text.startswith("−") else text


# ---------------------------------------------------------------------- reading answers


def number(text: str) -> float:
    """A number as people write it: 5, −3, 2.5 or 5/2."""
    try:
        return float(Fraction(text.strip().replace("−", "-")))
    except (ValueError, ZeroDivisionError):
        raise BadParameter(f"{text.strip()!r} is no number: write 5, -3, 2.5 or 5/2") from None


def split(text: str, example: str) -> tuple[float, list[str]]:
    """An answer as a number and names; `none` stands for no names."""
    parts = re.split(r"[\s,;:]+", text.strip(" ;,"))
    if not parts[0]:
        raise BadParameter(f"an answer is a value and names, as in {example}")
    names = [name.upper() for name in parts[1:] if name.lower() not in ("none", "nothing", "-")]
    return number(parts[0]), names
