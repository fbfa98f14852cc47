"""Quizzes: solutions are true and marked right, mistakes are explained, and the question gives nothing away."""

from __future__ import annotations

import re

import pytest

from zermelo.errors import BadLimit, BadParameter
from zermelo.explain import record
from zermelo.explain.layout import readable
from zermelo.explain.svg import drawing
from zermelo.lab.quiz import KINDS, Quiz, leaves_of, make, mirrored
from zermelo.lab.sheet import sheet
from zermelo.textbook import run
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree


def tree_of(quiz: Quiz) -> Tree:
    """The tree again, from what the picture of the question shows."""

    def grow(index: int, level: int) -> str:
        node = quiz.asked.nodes[index]
        if not node.children:
            return f"{node.label}={node.worth:g}"
        below = [grow(child, level + 1) for child in node.children]
        if node.kind == "chance":
            odds = [quiz.asked.nodes[child].odds for child in node.children]
            below = [f"{chance}: {text}" for chance, text in zip(odds, below, strict=True)]
        return f"{node.label}={node.kind}[{' '.join(below)}]"

    return Tree.from_text(grow(0, 0))


@pytest.mark.parametrize("kind", KINDS)
def test_solutions_are_marked_right(kind: str) -> None:
    for seed in range(25):
        quiz = make(kind, seed)
        mark = quiz.mark(quiz.solution)
        assert mark.right, (seed, quiz.solution, mark.words)
        assert mark.words.startswith("Right.")
        again = make(kind, seed)
        assert (again.question, again.solution, again.explanation) == (quiz.question, quiz.solution, quiz.explanation)
    assert len({make(kind, seed).explanation for seed in range(25)}) > 20, "another tree for each seed"


def test_solutions_are_true() -> None:
    """Found again from the picture of the question by the textbook's algorithms."""
    for seed in range(20):
        tree = tree_of(make("minimax", seed))
        answer = run(minimax(tree))
        assert make("minimax", seed).solution == f"{answer.value:g}; {answer.move}"
        answer = run(expectiminimax(tree_of(make("expectimax", seed))))
        assert make("expectimax", seed).solution == f"{answer.value:g}; {answer.move}"
        assert answer.value == int(answer.value)
        quiz = make("alphabeta", seed)
        trace = record(tree_of(quiz), "alphabeta")
        pruned = [leaf for leaf, gone in leaves_of(trace) if gone]
        assert pruned, "something is pruned"
        assert quiz.solution == f"{trace.answer.value:g}; {' '.join(pruned)}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_question_gives_nothing_away(kind: str) -> None:
    """Not even by the room that windows and bounds take: its picture knows of no search."""
    shapes = set()
    for seed in range(12):
        quiz = make(kind, seed)
        assert quiz.asked.events == []
        assert quiz.asked.line() == []
        drawn = drawing(quiz.asked, readable(quiz.asked), 0, caption=False)
        assert not re.search(r'class="[^"]*(line|chosen|pruned)', drawn)
        assert not re.search(r">(U|α|β) [^<]", drawn)
        shapes.add(tuple(len(node.children) for node in quiz.asked.nodes))
        assert len(quiz.asked.nodes) <= 26, "a letter for each"
    assert len(shapes) > 1


def test_mistakes_of_alpha_beta() -> None:
    quiz = make("alphabeta", 3)
    assert quiz.solution == "15; N U V"
    told = {
        "15; N U": "V is pruned. At D: alpha cut: min has 4 here, and max can have 15 elsewhere.",
        "15; none": "N is pruned. At F: beta cut: max has 20 here, and min can have 14 elsewhere.",
        "15; N R U V": "R is not pruned: when the search comes to it at H, alpha is 15 and beta is 16; alpha is still "
        "below beta.",
        "14; N U V": "The pruned leaves are right, the value is not. A is max and takes the largest of B = 14, C = 15, "
        "D ≤ 4: 15.",
    }
    for answer, words in told.items():
        mark = quiz.mark(answer)
        assert (mark.right, mark.words) == (False, words)
    for answer in ("15; N J", "15: v, u, n", "15 N U V"):
        assert quiz.mark(answer).right, "an inner node stands for its leaves; signs and case do not matter"
    backwards = record(mirrored(tree_of(quiz)), "alphabeta")
    names = " ".join(leaf for leaf, gone in leaves_of(backwards) if gone)
    assert "from right to left" in quiz.mark(f"15; {names}").words


def test_mistakes_of_values() -> None:
    quiz = make("minimax", 3)
    assert quiz.solution == "13; B"
    assert quiz.mark("12; C").words == "A is not 12. A is max and takes the largest of B = 13, C = 12: 13."
    assert quiz.mark("13; C").words.startswith("The value is right, the move is not.")
    assert quiz.mark("13; Z").words == "Z is no move at A: the moves are B C."
    assert quiz.mark("13; B C=0").words == "C is not 0. C is min and takes the smallest of F = 12, G = 24: 12."
    assert quiz.mark("13; B C=12 E=13").right
    assert quiz.mark("1; C").words.endswith("Yours takes max for min and min for max.")
    chance = make("expectimax", 3)
    assert chance.mark("21; C B=-12").words.endswith("= −9. Yours weighs all outcomes alike.")
    assert chance.mark("42/2; c").right


def test_mistakes_of_selection() -> None:
    quiz = make("mcts", 3)
    assert quiz.solution == "I; 3/4"
    assert quiz.mark("I; 0.75").right
    assert quiz.mark("G; 3/4").words.startswith("At A: B 1/11 + √(ln 37 / 11) = 0.66")
    assert "those of min, who moves here" in quiz.mark("J; 3/4").words
    assert quiz.mark("D; 3/4").words == "D has children: selection goes on below it."
    assert quiz.mark("I; 5/8").words.startswith("The node is right, the mean is not. D had 5 wins")


@pytest.mark.parametrize(
    ("kind", "answer", "problem"),
    [
        ("alphabeta", "", "an answer is a value and names, as in 5; K O"),
        ("alphabeta", "five; K", "'five' is no number"),
        ("alphabeta", "5; Q9", "no node is named Q9: the leaves are K L"),
        ("alphabeta", "5/0; K", "is no number"),
        ("minimax", "13", "one move is asked for"),
        ("minimax", "13; B X=3", "no node is named X"),
        ("mcts", "I", "an answer is a node and a mean"),
        ("mcts", "Z; 1", "no node is named Z: selection ends at one of"),
        ("mcts", "I; many", "'many' is no number"),
    ],
)
def test_bad_answers(kind: str, answer: str, problem: str) -> None:
    with pytest.raises(BadParameter, match=problem):
        make(kind, 3).mark(answer)


def test_bad_quizzes() -> None:
    with pytest.raises(BadParameter, match="no quiz 'chess': choose alphabeta, minimax, expectimax, mcts"):
        make("chess", 1)
    with pytest.raises(BadParameter, match="from 0 on, not -1"):
        make("minimax", -1)
    with pytest.raises(BadLimit, match="1 to 50 quizzes, not 0"):
        sheet("minimax", 1, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_sheets(kind: str) -> None:
    text = sheet(kind, 7, 3)
    assert text == sheet(kind, 7, 3)
    assert text.count("<svg") == 6
    assert text.count('<p class="answer">') == 3
    questions, solutions = text.split('<section class="solutions">')
    for seed in (7, 8, 9):
        assert f"seed {seed}</small> {make(kind, seed).solution}</h3>" in solutions
        assert f"seed {seed}</small></h3>" in questions
    assert not re.search(r"@[A-Z]+@", text)
