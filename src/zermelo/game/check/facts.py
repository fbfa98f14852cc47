"""Laws of the class as it stands: fields, facts, source, and the first position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game import contract
from zermelo.game.check.ask import GUARD
from zermelo.game.check.laws import COMPILES, CONTRACT, FACTS, FIELDS, NUMBERS, START, Complaint
from zermelo.game.facts import doubtful_facts, wrong_types
from zermelo.game.source import functions_of, habits

OF_FAULTS = {CONTRACT: contract.NAMES, FIELDS: contract.FIELDS, FACTS: contract.FACTS, COMPILES: contract.CIRCLES}


def check_class(game: Any) -> Iterator[Complaint]:
    """All that can be said without playing."""
    laws = {kind: law for law, kind in OF_FAULTS.items()}
    yield from (Complaint(laws[fault.kind], fault.message, fatal=True) for fault in contract.faults(game))
    if not [*wrong_types(game)]:
        yield from (Complaint(FACTS, message) for message in doubtful_facts(game))
    yield from check_source(game)


def check_source(game: Any) -> Iterator[Complaint]:
    """Lines that a compiler for numbers, or a GPU, cannot take."""
    for function in functions_of(game):
        for habit in habits(function):
            yield Complaint(NUMBERS, str(habit))


def check_start(start: Any) -> Iterator[Complaint]:
    """The first position has moves, and start() makes it again."""
    if start.over():
        yield Complaint(START, "the first position is over already")
    elif not start.moves(np.zeros(start.most_moves + GUARD, np.int32)):
        yield Complaint(START, "the first position has no moves")
    game = type(start)
    needed = [p for p in game.setup_parameters().values() if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    if not needed:
        first, second = game.blank(), game.blank()
        first.start()
        second.start()
        if first.tobytes() != second.tobytes():
            yield Complaint(START, "start() fills two different positions when called twice")


def uncompiled(problem: BadRules) -> Complaint:
    """What the compiler refused."""
    return Complaint(COMPILES, str(problem))
