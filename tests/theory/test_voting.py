"""Voting."""

from __future__ import annotations

from itertools import permutations

import pytest

from zermelo.errors import BadText
from zermelo.theory import voting as v
from zermelo.theory.chapters import vote

PARADOX = v.Election.from_text("A > B > C; B > C > A; C > A > B")
# Tennessee chooses a capital: the standard example in which the ways of counting differ
CAPITAL = v.Election.from_text(
    """
    42: Memphis > Nashville > Chattanooga > Knoxville
    26: Nashville > Chattanooga > Knoxville > Memphis
    15: Chattanooga > Knoxville > Nashville > Memphis
    17: Knoxville > Chattanooga > Nashville > Memphis
    """
)


def test_condorcets_paradox() -> None:
    assert v.condorcet(PARADOX) is None
    assert v.majority_cycle(PARADOX) == ("A", "B", "C")
    assert set(v.borda(PARADOX).values()) == {3}


def test_four_ways_to_count() -> None:
    assert v.plurality(CAPITAL) == {"Chattanooga": 15, "Knoxville": 17, "Memphis": 42, "Nashville": 26}
    assert v.borda(CAPITAL) == {"Chattanooga": 173, "Knoxville": 107, "Memphis": 126, "Nashville": 194}
    assert v.instant_runoff(CAPITAL) == ["Chattanooga", "Nashville", "Memphis", "Knoxville"]
    assert v.condorcet(CAPITAL) == "Nashville"
    assert v.majority_cycle(CAPITAL) is None
    assert {name: rule(CAPITAL) for name, rule in v.RULES.items()} == {
        "plurality": "Memphis",
        "borda": "Nashville",
        "runoff": "Knoxville",
    }


def test_ties_are_told_and_broken_by_name_whichever_way_they_are_counted() -> None:
    for text in ("A > B; B > A", "A > B > C; B > C > A; C > A > B", "2: X > Y > Z; 2: Y > X > Z"):
        election = v.Election.from_text(text)
        assert {rule(election) for rule in v.RULES.values()} == {election.candidates[0]}, "the first by name"
    assert v.tied({"B": 3, "C": 1, "A": 3}) == ("A", "B")
    weak = v.Election.from_text("3: A > B > C; 2: B > C > A; 2: C > B > A")
    assert [(one.struck, one.weakest) for one in v.runoff_rounds(weak)] == [("C", ("B", "C")), ("A", ("A",))]
    told = list(vote("3: A > B > C; 2: B > C > A; 2: C > B > A"))
    assert told[2] == "instant runoff strikes out C (a tie of B and C; the last by name goes), A: B wins"
    told = list(vote("A > B; B > A"))
    assert told[0] == "plurality: A 1, B 1: a tie of A and B; A, the first by name, is taken"
    assert told[2] == "instant runoff strikes out nobody: a tie of A and B; A, the first by name, is taken"


def test_losers_who_decide() -> None:
    split = v.Election.from_text("4: A > B > C; 3: B > C > A; 2: C > B > A")
    assert v.spoilers(split, v.RULES["plurality"]) == {"B": "C", "C": "B"}
    false = next(v.manipulations(split, v.RULES["plurality"]))
    assert false == (("B", "C", "A"), ("C", "B", "A"), "C")
    points = v.Election.from_text("3: A > B > C; 2: B > C > A")  # Borda, too, depends on who else stands
    assert v.spoilers(points, v.RULES["borda"]) == {"C": "A"}
    assert v.RULES["borda"](points) == "B"


def test_arrow_by_trying_everything() -> None:
    assert v.arrow() == ["dictator 1", "dictator 2"]
    pairs = (("A", "B"), ("B", "C"), ("A", "C"))
    first = [(True, False)] * 3
    for one in permutations("ABC"):
        assert v.is_order(v.decide(first, pairs, one, ("C", "B", "A")))
    assert not v.is_order({("A", "B"), ("B", "C"), ("C", "A")})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no ballots given"),
        ("x: A > B", "the number of voters stands before the colon"),
        ("A > A", "names each candidate once"),
        ("A > B; A > C", "B is not on all"),
    ],
)
def test_bad_ballots(text: str, problem: str) -> None:
    with pytest.raises(BadText) as caught:
        v.Election.from_text(text)
    assert problem in str(caught.value)
