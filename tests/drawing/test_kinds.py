"""The declared kinds of pieces: every game uses them alone, and every renderer draws each of them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from zermelo.drawing.board import board_svg
from zermelo.drawing.cells import cell_symbol
from zermelo.drawing.kind import KINDS, Kind, Look, Sample
from zermelo.drawing.kinds import kind_of, look_of
from zermelo.drawing.page import page_drawing
from zermelo.drawing.palette import ROLES, THEMES, player_colours
from zermelo.drawing.symbols import button_symbol, drawn, piece_symbol
from zermelo.errors import BadRules
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.scene import SHADES, SHAPES, Button, Cell, Piece, Scene, Way
from zermelo.games import catalogue
from zermelo.interfaces.terminal.board import PaintOptions, paint
from zermelo.interfaces.terminal.sprites import HIGH, WIDE, sprite_of

VARIANTS = {
    "quoridor small": ("quoridor", {"size": "5"}),
    "katamino for two": ("katamino", {"split": "true"}),
    "chinese_checkers for six": ("chinese_checkers", {"players": "6"}),
    "scrabble small": ("scrabble", {"size": "11"}),
}


def piece_of(kind: Kind, sample: Sample) -> Piece:
    return Piece("a1", f"{kind.name} {sample.words}".strip(), sample.owner, sample.text)


def samples() -> Iterator[tuple[Kind, Piece]]:
    for kind in KINDS.values():
        for sample in kind.samples:
            yield kind, piece_of(kind, sample)


def scenes_of(line: Playthrough) -> Iterator[Scene]:
    """What is seen of positions of a random game, by everybody."""
    luck = Random(9)
    for step in range(100):
        if step % 7 == 0 or step < 3:
            yield line.state.scene()
            if line.state.hidden:
                yield from (line.state.scene_for(player) for player in range(-1, line.state.players))
        legal = line.state.legal()
        if not legal or line.over():
            return
        line.play(line.draw(luck) if line.turn < 0 else legal[luck.below(len(legal))])


@pytest.mark.parametrize("game", [*catalogue.entries(), *VARIANTS])
def test_a_game_uses_declared_kinds_and_every_renderer_draws_them(game: str) -> None:
    line = Playthrough(catalogue.variant(*VARIANTS[game])()) if game in VARIANTS else catalogue.begin(game)
    for scene in scenes_of(line):
        assert scene.problem(()) is None  # shapes and shades are declared
        colours = player_colours(scene)
        drawing = page_drawing(scene)
        assert len(drawing.pieces) == len(drawing.layers) == len(scene.pieces)
        assert len(drawing.cells) == len(drawing.labels) == len(scene.cells)
        in_notebook = board_svg(scene)
        for piece, name in zip(scene.pieces, drawing.pieces, strict=True):
            assert piece.kind.split()[0] in KINDS, piece
            symbol = piece_symbol(piece, colours)
            assert drawing.symbols[name] == symbol.svg
            assert (f'href="#{name}"' in in_notebook) == bool(symbol.svg) == (piece.kind != "nothing")
        for button, name in zip(scene.buttons, drawing.buttons, strict=True):
            assert bool(name) == bool(button.kind or button.ways)
            kinds = [button.kind] if button.kind else [piece.kind for way in button.ways for piece in way.pieces]
            assert all(kind.split()[0] in KINDS for kind in kinds), button
            if name:
                assert drawing.symbols[name] == getattr(button_symbol(button, colours), "svg", "")
        paint(scene, PaintOptions())


def test_every_kind_has_a_picture_of_its_own() -> None:
    pictures: dict[str, str] = {}
    for kind, piece in samples():
        symbol = piece_symbol(piece, player_colours(Scene()))
        ElementTree.fromstring(f"<g>{symbol.svg}</g>")
        assert bool(symbol.svg) == (kind.name != "nothing"), piece
        assert pictures.setdefault(symbol.svg, kind.name) == kind.name
    for kind in KINDS.values():
        assert kind.about.endswith(".")
        assert kind.samples


def test_kinds_with_the_same_text_look_different() -> None:
    """Stone, marble, ball and their kin differ, though their owners and texts may be the same."""
    plain = [
        name
        for name, kind in KINDS.items()
        if not kind.samples[0].words and name not in ("nothing", "squares", "links")
    ]
    pictures = {drawn(Look(name, (), "1", 0, player_colours(Scene())[0])).svg for name in plain}
    assert len(pictures) == len(plain)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_seen_in_a_terminal(name: str) -> None:
    kind = KINDS[name]
    for sample in kind.samples:
        scene = Scene((Cell("a1", 0, 0),), (piece_of(kind, sample),))
        for view in (PaintOptions(), PaintOptions(figures=False), PaintOptions(wide=11, high=5)):
            painted = paint(scene, view)
            inked = [spot for row in painted.rows for spot in row if spot.sign.strip()]
            assert bool(inked) == (name != "nothing"), (sample, painted.plain())
        shown = paint(scene, PaintOptions()).plain()
        signs = {"━"} if kind.style == "line" else set(kind.signs)
        if not signs or kind.chess_only:
            signs.add(sample.text)
        assert name == "nothing" or any(sign in shown for sign in signs), shown
        points = sprite_of(piece_of(kind, sample))
        assert not points or [len(row) for row in points] == [WIDE] * 2 * HIGH


def test_a_kind_is_a_word_and_its_parameters() -> None:
    assert look_of("land city-n road-es").words == ("city-n", "road-es")
    assert kind_of("cup 3") is KINDS["cup"]
    assert kind_of("dragon") is KINDS["counter"]
    assert ">D<" in drawn(look_of("dragon", 0, "D")).svg
    assert ">d<" in drawn(look_of("dragon", 0)).svg


def test_what_is_hidden_does_not_show_what_it_is() -> None:
    colours = player_colours(Scene())
    for name in ("card_back", "domino_back", "letter_back"):
        assert len({piece_symbol(Piece("a", name, 0, text), colours) for text in ("?", "A", "5-3")}) == 1
    hidden = catalogue.make("hidden_stratego").scene_for(0)
    kinds = {piece.kind for piece in hidden.pieces if piece.owner == 1}
    assert kinds <= {"rank_back"}


def test_shapes_and_shades_are_all_drawn() -> None:
    colours = player_colours(Scene())
    pictures = {cell_symbol(Cell("a", 0, 0, shape), colours).svg for shape in SHAPES}
    assert len(pictures) == len(SHAPES)
    assert "" in pictures  # a place for pieces only
    shades = {cell_symbol(Cell("a", 0, 0, shade=shade), colours).svg for shade in SHADES}
    assert len(shades) == len(SHADES) - 2  # plain is light, and only points have stars
    star, point = (cell_symbol(Cell("a", 0, 0, "point", shade), colours).svg for shade in ("star", "plain"))
    assert star != point
    assert "octagon" in str(Scene((Cell("a", 0, 0, "octagon"),)).problem(()))
    assert "mud" in str(Scene((Cell("a", 0, 0, shade="mud"),)).problem(()))


def test_themes_know_the_roles() -> None:
    assert set(THEMES[":root"]) == set(ROLES)
    assert all(set(values) <= set(ROLES) for values in THEMES.values())


def test_colours_are_named_or_exact() -> None:
    colours = player_colours(Scene(colours=("red", "#336699")))
    assert [colours[player].name for player in (0, 1, 2)] == ["red", "#336699", "red"]
    with pytest.raises(BadRules, match=r"mauve.*#rrggbb"):
        player_colours(Scene(colours=("mauve",)))


def test_a_button_has_the_picture_of_its_piece_or_way() -> None:
    colours = player_colours(Scene())
    button = Button("1", "V3", 0, "squares", text="##/#o")
    assert button_symbol(button, colours) == piece_symbol(Piece("a", "squares", 0, "##/#o"), colours)
    assert button_symbol(Button("pass", "pass"), colours) is None
    two = Way("", (Piece("", "tile", 0), Piece("", "tile", 0, dx=1.0)))
    drawn_two = button_symbol(Button("2", "2", 0, ways=(two,)), colours)
    assert drawn_two is not None
    assert drawn_two.svg.count("<rect") == 2
