"""What cannot be played is refused with the line, the rule and the reason."""

from __future__ import annotations

import pytest

from zermelo.errors import ZermeloError
from zermelo.gdl import game_of
from zermelo.gdl.terms import compact, parse_compact, read_rules

GOOD = """
(role white)
(init (step 1))
(succ 1 2) (succ 2 3)
(<= (legal white go) (true (step ?n)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 3)))
(goal white 100)
"""


def test_the_smallest_game() -> None:
    state = game_of(GOOD)()
    state.play(0)
    state.play(0)
    assert state.over()
    assert state.utility(0) == 1.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no rule"),
        ("(role white", "line 1: a bracket is opened and never closed"),
        (GOOD + ")", "closed that was not opened"),
        (GOOD.replace("(init (step 1))", ""), "needs rules for init"),
        (GOOD + "(<= (next (a ?x)) (true (step 1)))", r"line 9: \?x of \(next \(a \?x\)\) occurs in no positive part"),
        (GOOD + "(<= p (not q))(<= q (not p))", "depends on its own negation.*stratified"),
        (GOOD + "(<= (does white go) (true (step 1)))", "does cannot be the head"),
        (GOOD + "(<= p (next (step 1)))", "next belongs into the head"),
        (GOOD + "(legal white)", "legal takes 2 arguments"),
        (GOOD + "(<= (sees white p) (true (step 1)))", "sees.*not supported"),
        (GOOD + "(n z)(<= (n (s ?x)) (n ?x))", "ever new terms.*finite"),
        (GOOD + "(<= (next (t ?x)) (true (t ?y)) (r ?x ?y))(<= (r a b) (r b a) (true (t a)))", ""),
        (GOOD + "(<= (p ?x) (q ?x) (true (t ?x)))(<= (q ?x) (p ?x))(init (t a))(<= (q ?x) (true (t ?x)))"
         "(<= (legal white ?x) (p ?x))", "depends on itself within one position"),
        (GOOD.replace("(goal white 100)", "(goal white much)"), "a goal is a number from 0 to 100"),
        (GOOD + "(<= p (not))", "`not` takes one expression"),
        (GOOD + "((a) b)", "begins with a name"),
        (GOOD + "(<=)", "a rule needs a head"),
    ],
)  # fmt: skip
def test_a_sentence_for_each_fault(text: str, sentence: str) -> None:
    if not sentence:
        game_of(text)  # a rule that can never hold does no harm
        return
    with pytest.raises(ZermeloError, match=sentence):
        game_of(text)


def test_or_is_written_out() -> None:
    rules = read_rules("(<= p (or a (and b (not c))) (not (or d e)))")
    shown = [[("" if x.positive else "~") + compact(x.atom) for x in rule.body] for rule in rules]
    assert shown == [["a", "~d", "~e"], ["b", "~c", "~d", "~e"]]


def test_terms_as_words() -> None:
    term = ("move", ("pawn", "1"), "a")
    assert parse_compact(compact(term)) == term
