"""What Numba is spared changes no answer: branches cut by facts, options compared, the collector at rest."""

from __future__ import annotations

import gc

import pytest
from numba import typeof
from numba.core import ir
from numba.core.compiler import Flags, run_frontend

from zermelo.errors import ZermeloError
from zermelo.game import sparing
from zermelo.game.compile import kernel, kernel_step
from zermelo.game.pruning import cut
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go


def judged(state: ConnectFour, plies: int) -> int:
    """A branch that a fact decides, one that the game decides, one on a name that is assigned twice."""
    limit = state.repetition
    if state.repetition > 0 and not state.chance:
        return 1
    if plies > 3:
        limit = plies
    if limit:
        return 2
    return 3


def branches(function: ir.FunctionIR) -> int:
    return sum(isinstance(block.body[-1], ir.Branch) for block in function.blocks.values())


@pytest.mark.parametrize(("game", "left"), [(ConnectFour, 2), (Go, 0)])
def test_facts_decide_branches_and_nothing_else_does(game: type, left: int) -> None:
    function = run_frontend(judged)
    before = branches(function)
    cut(function, (typeof(game()), typeof(1)))
    assert before == 4
    assert branches(function) == left  # Go forbids repetitions and has no chance: the first return, always


def test_without_a_state_nothing_is_cut() -> None:
    function = run_frontend(judged)
    cut(function, (typeof(1), typeof(1)))
    assert branches(function) == 4


def test_options_are_equal_where_their_values_are() -> None:
    same, again, other = Flags(), Flags(), Flags()
    again.boundscheck = Flags().boundscheck  # given, but as it would be
    other.boundscheck = True
    assert same == again
    assert hash(same) == hash(again)
    assert same != other
    assert sparing.inherited(same) == sparing.inherited(again) != sparing.inherited(other)
    other.boundscheck, other.no_cfunc_wrapper = False, True
    assert sparing.inherited(same) == sparing.inherited(other)


def test_the_collector_works_again_after_the_outermost() -> None:
    assert gc.isenabled()
    with sparing.uncollected():
        with pytest.raises(ZermeloError), sparing.uncollected():
            raise ZermeloError("")
        assert not gc.isenabled()
    assert gc.isenabled()


def plainly_halved(number: int, times: int) -> int:
    """A step with variables of its own, a loop, and two ways out."""
    left = number
    for time in range(times):
        if left < 2:
            return -time
        left //= 2
    return left


halved = kernel_step(plainly_halved)


@kernel
def both(number: int) -> int:
    left = halved(number, 2)
    return left * 1000 + halved(left + 1, 3)


@kernel
def once_more(number: int) -> int:
    return halved(number, 5) + both(number)


def test_a_step_that_is_not_copied_is_part_of_every_caller() -> None:
    def twice(number: int) -> int:
        left = plainly_halved(number, 2)
        return int(left * 1000 + plainly_halved(left + 1, 3))

    for number in (0, 1, 9, 1000):
        assert both(number) == twice(number)
        assert once_more(number) == plainly_halved(number, 5) + twice(number)
    assert not sparing.copies.fresh
