"""The page draws every declared kind of piece: one board with a sample of each, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.drawing.kind import KINDS
from zermelo.game.scene import SHADES, SHAPES, Cell, Piece, Scene
from zermelo.interfaces.web.wire.scenes import Scene as Sent

pytestmark = pytest.mark.xdist_group("page")
ACROSS = 12
SIZES = """() => Object.fromEntries([...document.querySelector('svg.board').querySelectorAll('.mover')].map((mover) => {
    const box = mover.getBBox();
    return [mover.dataset.order, [box.width, box.height]];
}))"""

UNKNOWN = """() => [...document.querySelectorAll('svg.board [fill*="var("]')]
    .filter((one) => getComputedStyle(one).fill === 'rgb(0, 0, 0)').map((one) => one.getAttribute('fill'))"""


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def all_kinds() -> Scene:
    """A cell for every sample of every kind, in every shape and shade."""
    cells, pieces = [], []
    shapes = [*((shape, "plain") for shape in SHAPES), *(("square", shade) for shade in SHADES)]
    samples = [(kind, sample) for kind in KINDS.values() for sample in kind.samples]
    for place, (kind, sample) in enumerate(samples):
        shape, shade = shapes[place % len(shapes)]
        cells.append(Cell(f"c{place}", place % ACROSS, -(place // ACROSS), shape, shade))
        pieces.append(Piece(f"c{place}", f"{kind.name} {sample.words}".strip(), sample.owner, sample.text))
    return Scene(tuple(cells), tuple(pieces))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_is_drawn(person: Person, theme: str) -> None:
    scene = all_kinds()
    page = person.page
    page.route("**/api/scene?*", lambda route: route.fulfill(json=Sent.of(scene).model_dump(mode="json")))
    page.goto(f"{person.server.address}#/new?game=chess")
    page.wait_for_selector(
        f'svg.board .mover[data-order="{len(scene.pieces) - 1}"]'
    )  # how to play has boards of its own
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    sizes = page.evaluate(SIZES)
    assert len(sizes) == len(scene.pieces)
    for place, piece in enumerate(scene.pieces):
        wide, high = sizes[str(place)]
        seen = wide > 0.05 and high > 0.05
        assert seen == (piece.kind != "nothing"), piece
        assert max(wide, high) < 1.3, piece
    assert page.locator("svg.board").first.locator(".cell .shape").count() == sum(
        cell.shape != "none" for cell in scene.cells
    )
    assert page.evaluate(UNKNOWN) == []  # a role that the style sheet does not know is black
