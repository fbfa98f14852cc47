"""States are ordinary objects: they copy, compare, hash, pickle, lie in arrays and files as their own class."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, BadRules
from zermelo.game import Cells, Game, Row, array, derived, flag, i8, i16, not_in_key, parameter, put, u8, u64, word
from zermelo.game.compile import kernel
from zermelo.games.connect_four import ConnectFour


class Layered(Game):
    """Fields of every width, some outside the key."""

    side: int = parameter(3, low=1, high=9)
    most_moves: int = derived(lambda game: game.side)
    small: i8
    board: u64
    middle: i16
    cells: Cells = array(u8, lambda game: (game.side, 2))
    memory: u64 = not_in_key()
    trail: Cells = array(i16, 5, in_key=False)

    def moves(self, out: Row) -> int:
        return 0


@kernel
def compiled_key(states: np.ndarray) -> np.uint64:
    return states[0].key()


def test_fields_outside_the_key_do_not_count() -> None:
    one: Any = Layered()
    two: Any = Layered()
    two.memory, two.trail = word(7), 3
    assert one == two
    assert hash(one) == hash(two)
    two.cells[1, 1] = 5
    assert one != two
    assert one.key() != two.key()


def test_the_key_is_the_same_compiled() -> None:
    state: Any = Layered(side=5)
    state.board, state.middle, state.cells = word(2**63 + 5), -3, 9
    states = np.zeros(1, type(state).layout)
    states[0] = state
    assert compiled_key(states) == state.key()


class Lamps(Game):
    """Truth values side by side."""

    most_moves = 4
    lit: Cells = array(flag, 4)

    def moves(self, out: Row) -> int:
        return 0 if self.lit.all() else put(out, 0, 0)


@kernel
def compiled_lamps(states: np.ndarray) -> int:
    lit = 0
    for place in range(4):
        if states[0].lit[place]:
            lit += 1
    states[0].lit[3] = not states[0].lit[3]
    return lit


def test_flags_side_by_side_are_the_same_compiled() -> None:
    state: Any = Lamps()
    state.lit[1] = True
    states = np.zeros(1, type(state).layout)
    states[0] = state
    assert compiled_lamps(states) == 1
    assert states[0].lit.tolist() == [False, True, False, True]
    assert Lamps.from_text(states[0].to_text()) == states[0]


def test_what_numpy_computes_of_cells_is_a_number() -> None:
    state: Any = Lamps()
    assert (state.lit > 0).all() is np.False_ or (state.lit > 0).all() is False
    assert isinstance(state.lit.sum(), int | np.integer)
    assert isinstance(state.lit + 1, Cells)


def test_variants_keep_fields_outside_the_key() -> None:
    one, two = Layered(side=5), Layered(side=5)
    two.memory = word(7)
    assert one == two
    assert type(one).key_bytes < type(one).layout.itemsize


def test_layout_has_no_hidden_padding() -> None:
    layout = Layered.layout
    assert layout.names is not None
    assert layout.itemsize == sum(layout[name].itemsize for name in layout.names)
    assert Layered.key_bytes % 8 == 0 == layout.itemsize % 8


def test_numbers_read_as_python_numbers() -> None:
    state: Any = Layered()
    state.small, state.cells = 100, 200
    assert state.small + 100 == 200
    assert state.cells[0, 0] + 100 == 300
    assert isinstance(state.board, np.uint64)


def test_copy_pickle_and_deepcopy() -> None:
    game = ConnectFour(columns=5)
    game.play(2)
    for twin in (game.copy(), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin == game
        assert type(twin) is type(game)
        twin.play(1)
        assert twin != game


def test_arrays_and_files_keep_the_class(tmp_path: Path) -> None:
    states = ConnectFour.array(3)
    states[1].play(4)
    assert isinstance(states[1], ConnectFour)
    np.save(tmp_path / "states.npy", states)
    loaded = ConnectFour.load(tmp_path / "states.npy")
    assert isinstance(loaded[1], ConnectFour)
    assert loaded[1] == states[1] != loaded[0]
    with pytest.raises(BadPosition, match="does not hold states of Layered"):
        Layered.load(tmp_path / "states.npy")


def test_variants_are_made_once_and_are_subclasses() -> None:
    assert ConnectFour.variant(columns=5) is ConnectFour.variant(columns=5)
    assert ConnectFour.variant(columns=7) is ConnectFour
    assert isinstance(ConnectFour(5), ConnectFour)
    assert ConnectFour(5).most_moves == 5
    assert type(ConnectFour(5)).variant(height=5).columns == 5


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"columns": 99}, "columns must lie between 1 and 9, not 99"),
        ({"colums": 7}, "no parameter 'colums'"),
        ({"columns": "7"}, "must be of type int"),
        ({"columns": 9, "height": 8}, "must not exceed 64"),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        ConnectFour(**settings)


def test_fields_named_like_a_fact_are_refused() -> None:
    with pytest.raises(BadRules, match=r"Wrong\.chance: a field cannot have the name of a fact"):

        class Wrong(Game):
            chance: u8  # type: ignore[assignment]


def test_field_names_of_numpy_are_refused() -> None:
    with pytest.raises(BadRules, match=r"Wrong\.size: a field cannot have this name"):

        class Wrong(Game):
            size: i8


def test_a_subclass_may_change_a_rule_and_keeps_the_fields() -> None:
    class Misere(ConnectFour):
        def utility(self, player: int) -> float:
            return -super().utility(player)

    assert Misere.layout.names is not None
    assert ConnectFour.layout.names is not None
    assert Misere.layout.names[:3] == ConnectFour.layout.names[:3]
    assert Misere.rules_name != ConnectFour.rules_name
