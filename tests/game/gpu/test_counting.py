"""Perft on a GPU: the kernels compile, count what the processor counts, and refuse what they cannot do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.game.gpu.host import Host
from zermelo.errors import MissingExtra, Unsupported
from zermelo.game.perft import expand
from zermelo.game.perft import perft as counted
from zermelo.game.playouts import one
from zermelo.games import catalogue

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: pip install 'zermelo[gpu]'")

from zermelo.game import gpu
from zermelo.game.gpu import counting

LINES = (("tic_tac_toe", 6), ("connect_four", 5), ("checkers", 5), ("chess", 3), ("pig", 6))


def level(name: str, depth: int) -> tuple[Any, Any]:
    """The positions after so many moves, without merging any."""
    states = one(catalogue.make(name))
    cls = type(catalogue.make(name))
    for _ in range(depth):
        states, _ = expand(cls, states)
    return cls, states


@pytest.mark.parametrize(("name", "depth"), LINES)
def test_each_lane_counts_what_lies_below_its_positions(name: str, depth: int, monkeypatch: Any) -> None:
    cls, states = level(name, depth - 3 if name != "chess" else 1)
    host, below = Host(monkeypatch, counting), 3 if name != "chess" else 2
    found = np.zeros((7, 2), np.int64)
    host.run(counting.make_walker(cls), 7, states, below, found)
    assert not found[:, counting.WIDEST].any()
    assert found[:, counting.TOTAL].sum() == counted(catalogue.make(name), depth)


@pytest.mark.parametrize(("name", "depth"), [("connect_four", 3), ("checkers", 4), ("backgammon", 2)])
def test_children_are_those_of_the_processor(name: str, depth: int, monkeypatch: Any) -> None:
    cls, states = level(name, depth - 1)
    children, _ = expand(cls, states)
    host, counts, made = Host(monkeypatch, counting), np.zeros(len(states), np.int64), np.zeros_like(children)
    for lane in range(5):
        host.cuda.lane = lane
        counting.make_counter(cls)(states, 5, counts)
    for lane in range(5):
        host.cuda.lane = lane
        counting.make_filler(cls)(states, 5, counts.cumsum(), made)
    assert made.tobytes() == children.tobytes()


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 5), ("connect_four", 4), ("pig", 5)])
def test_levels_in_slices(name: str, depth: int, monkeypatch: Any) -> None:
    Host(monkeypatch, counting)
    monkeypatch.setattr(counting, "LANES", 3)
    monkeypatch.setattr(counting, "ROOM", 2000)
    monkeypatch.setattr(counting, "LEVELS", 2)
    assert gpu.perft(catalogue.make(name), depth) == counted(catalogue.make(name), depth)


def test_slices_hold_every_position_once() -> None:
    numbers = np.array([3, 0, 9, 1, 1, 1, 50, 0, 2])
    found = counting.slices(numbers, 10)
    assert [place for first, end in found for place in range(first, end)] == list(range(len(numbers)))
    assert all(numbers[first:end].sum() <= 10 or end == first + 1 for first, end in found)


@pytest.mark.parametrize("name", ["chess", "backgammon"])
@pytest.mark.filterwarnings("ignore")
def test_compiles_to_ptx(name: str) -> None:
    assert all(".visible .entry" in text for text in counting.ptx(type(catalogue.make(name))).values())


def test_refuses_what_depends_on_the_line() -> None:
    with pytest.raises(Unsupported, match="forbids repetitions"):
        gpu.perft(catalogue.make("go"), 3)


@pytest.mark.skipif(bool(gpu.device_name()), reason="there is a GPU")
def test_says_in_a_sentence_that_there_is_no_gpu() -> None:
    with pytest.raises(MissingExtra, match="no GPU was found"):
        gpu.perft(catalogue.make("chess"), 3)


@pytest.mark.skipif(not gpu.device_name(), reason="no GPU on this machine")
@pytest.mark.parametrize(("name", "depth"), [("chess", 5), ("checkers", 9), ("connect_four", 9)])
def test_the_gpu_counts_what_the_processor_counts(name: str, depth: int) -> None:
    assert gpu.perft(catalogue.make(name), depth) == counted(catalogue.make(name), depth)
