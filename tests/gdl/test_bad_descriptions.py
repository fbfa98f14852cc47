"""What cannot be played is refused with the line, the rule and the reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from zermelo.errors import ZermeloError
from zermelo.gdl import game_of, grounding, joins, load, network
from zermelo.gdl.source import python_source
from zermelo.gdl.terms import compact, parse_compact, read_rules
from zermelo.gdl.words import METHODS

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
        (GOOD.replace("(true (step ?n)))\n(<= (next", "(true (step 7)))\n(<= (next"), "white never has a legal move"),
        (GOOD.replace("(legal white go) (true (step ?n))", "(legal white go) (true (step 1))"),
         r"white has no legal move where the game goes on: step\(2\)"),
        (GOOD + "(<= (legal white (m ?a ?b)) (n ?a) (n ?b))" + "".join(f"(n {number})" for number in range(200)),
         "white has 40,001 different moves, too many"),
        ("(role white", "line 1: a bracket is opened and never closed"),
        (GOOD + ")", "closed that was not opened"),
        (GOOD.replace("(init (step 1))", ""), "needs rules for init"),
        (GOOD + "(<= (next (a ?x)) (true (step 1)))", r"line 9: \?x of \(next \(a \?x\)\) occurs in no positive part"),
        (GOOD + "(<= p (not q))(<= q (not p))", "depends on its own negation.*stratified"),
        (GOOD + "(<= (does white go) (true (step 1)))", "does cannot be the head"),
        (GOOD + "(<= p (next (step 1)))", "next belongs into the head"),
        (GOOD + "(legal white)", "legal takes 2 arguments"),
        (GOOD + "(<= (sees white) (true (step 1)))", "sees takes 2 arguments"),
        (GOOD + "(<= p (sees white q))", "sees belongs into the head"),
        (GOOD + "(n z)(<= (n (s ?x)) (n ?x))", "ever new terms.*finite"),
        (GOOD + "(<= (next (t ?x)) (true (t ?y)) (r ?x ?y))(<= (r a b) (r b a) (true (t a)))", ""),
        (GOOD.replace("(goal white 100)", "(goal white much)"), "a goal is a number from 0 to 100"),
        (GOOD + "(<= p (not))", "`not` takes one expression"),
        (GOOD + "((a) b)", "begins with a name"),
        (GOOD + "(<=)", "a rule needs a head"),
        (GOOD + "(p " * 5000 + "x" + ")" * 5000, "nested more than"),
        (GOOD + "(<= p " + "(not " * 5000 + "q" + ")" * 5001, "nested more than"),
        (GOOD + "(<= p " + "(true (step 1)) " * 5000 + ")", "at most 200 parts"),
        (GOOD + "(<= p " + "(or (true (step 1)) (true (step 2))) " * 60 + ")", "`or` makes more than"),
        (GOOD + "".join(f"(<= r{n} r{n + 1})" for n in range(5000)), "5,007 relations"),
        (GOOD + "(d a)" * 60_000, "at most 50,000 rules"),
        (GOOD.replace("100)", "9" * 5000 + ")"), "a goal is a number from 0 to 100"),
        (GOOD.replace("100)", "\u0663)"), "a goal is a number from 0 to 100"),
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


def test_rules_may_lean_on_one_another_in_a_long_chain() -> None:
    chain = "".join(f"(<= r{n} r{n + 1})" for n in range(1500))
    state = game_of(f"{GOOD}{chain}(<= r1500 (true (step 1)))(<= (legal white stay) r0)")()
    assert len(state.legal()) == 2


def test_possibilities_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "MOST_INSTANCES", 2000)
    monkeypatch.setattr(joins, "MOST_STEPS", 20_000)
    numbers = "".join(f"(d {number})" for number in range(40))
    with pytest.raises(ZermeloError, match="2,000 ground rules"):
        game_of(f"{GOOD}{numbers}(<= (p ?a ?b ?c) (d ?a) (d ?b) (d ?c) (true (step 1)))")
    with pytest.raises(ZermeloError, match="too many possibilities"):
        game_of(f"{GOOD}{numbers}(e z)(<= p (d ?a) (d ?b) (d ?c) (e ?c))")


def test_a_cycle_has_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "MOST_UNROLLED", 3)
    cycle = "(<= (p ?x) (q ?x) (true (t ?x)))(<= (q ?x) (p ?x))(init (t a))(<= (q ?x) (true (t ?x)))"
    with pytest.raises(ZermeloError, match=r"line 9: .* depends on itself within one position.*too large"):
        game_of(f"{GOOD}{cycle}(<= (legal white ?x) (p ?x))")


@pytest.mark.parametrize("role", ['a"""+x+"""b', "a\\n{nonsense}", "a\\", "a\x00b", "none"])
def test_no_word_of_a_description_becomes_code(role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of a description is Python: words of somebody's stay words there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    file = tmp_path / "none.kif"
    file.write_text(GOOD.replace("white", role), encoding="utf-8")
    made = load(file)
    assert made.role_names == [role]
    tree = ast.parse(python_source(made, 'x"""+y+"""'))
    (shown,) = (part for part in tree.body if isinstance(part, ast.ClassDef))
    assert all(isinstance(part, ast.Assign | ast.FunctionDef) for part in shown.body[1:])
    rules = [part for part in shown.body if isinstance(part, ast.FunctionDef)]
    assert {part.name for part in rules} == set(METHODS)
    told = [node.value for part in rules for node in ast.walk(part) if isinstance(node, ast.Constant)]
    assert all(
        isinstance(value, int | float | None) for value in told if value not in [ast.get_docstring(p) for p in rules]
    )
    assert isinstance(shown.body[0], ast.Expr)
    assert isinstance(shown.body[0].value, ast.Constant)
    assert isinstance(tree.body[0], ast.Expr)
    assert isinstance(tree.body[0].value, ast.Constant)
