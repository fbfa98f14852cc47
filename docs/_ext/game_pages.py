"""Pictures of games, drawn by the games themselves while the site is built.

`{picture} chess` shows a game at its start, or after some random plies, always the same ones, where the start shows
little (`PLIES`). `{samples} chess` shows a few moves, step by step. `{gallery}` shows all games, each with a link to
its page.
"""

from __future__ import annotations

import random
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from zermelo.drawing.board import board_svg, state_svg
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.built_in import BUILT_IN
from zermelo.games.rules.samples import all_samples, replay, samples_of

FOLDER = "_static/games"  # of the site
PLIES = {  # games that show little at their start
    "amazons": 12,
    "backgammon": 1,
    "blokus": 12,
    "blokus_classic": 24,
    "bridge": 70,
    "carcassonne": 24,
    "connect_four": 15,
    "connections": 26,
    "dominoes": 10,
    "dots_and_boxes": 36,
    "dots_and_hexagons": 36,
    "gobblet": 10,
    "go": 30,
    "hex": 40,
    "hidden_dominoes": 24,
    "katamino": 20,
    "king": 66,
    "kuhn_poker": 2,
    "leduc_poker": 4,
    "link_five": 24,
    "memory_tic_tac_toe": 5,
    "moving_tic_tac_toe": 6,
    "nine_mens_morris": 14,
    "othello": 16,
    "pentominoes": 5,
    "pig": 5,
    "pylos": 16,
    "quads": 12,
    "quarto": 11,
    "quixo": 12,
    "quoridor": 12,
    "scrabble": 120,
    "seega": 16,
    "sputnik": 12,
    "tantrix": 16,
    "tic_tac_toe": 5,
    "tic_tac_toe_3d": 14,
    "twenty_forty_eight": 60,
}
SEED = 1913


def position(name: str, plies: int) -> Any:
    """The state of a game after some random plies, always the same ones."""
    game = Playthrough(catalogue.make(name))
    chooser = random.Random(SEED)
    for _ in range(plies):
        moves = game.moves()
        if not moves or game.outcome():
            break
        game.play(chooser.choice(moves))
        if game.outcome():
            game.undo()
            break
    return game.state


def draw_all(app: Sphinx) -> None:
    """Draw every game once, into the folder that is copied into the site."""
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for entry in BUILT_IN:
        picture = state_svg(position(entry.name, PLIES.get(entry.name, 0)))
        (folder / f"{entry.name}.svg").write_text(picture, encoding="utf-8")
    draw_samples(folder)


def sample_file(name: str, which: int, place: int) -> str:
    """The name of the picture of a step of a sample."""
    return f"samples/{name}-{which}-{place}.svg"


def draw_samples(folder: Path) -> None:
    """Every step of every sample, played by its game."""
    (folder / "samples").mkdir(exist_ok=True)
    for name, found in all_samples().items():
        for which, sample in enumerate(found):
            for place, scene in enumerate(replay(sample).scenes):
                (folder / sample_file(name, which, place)).write_text(board_svg(scene), encoding="utf-8")


def image(name: str, docname: str) -> str:
    """The picture as HTML, seen from a page."""
    up = "../" * docname.count("/")
    return f'<img src="{up}{FOLDER}/{name}.svg" alt="a position of {escape(name.replace("_", " "))}" loading="lazy"/>'


class Picture(SphinxDirective):
    """`{picture} chess`: the board of a game."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """One block of HTML."""
        name = self.arguments[0]
        if name not in {entry.name for entry in BUILT_IN}:
            raise self.error(f"no game is called {name!r}; the catalogue has its name")
        html = f'<div class="game-picture">{image(name, self.env.docname)}</div>'
        return [nodes.raw("", html, format="html")]


class Samples(SphinxDirective):
    """`{samples} chess`: a few moves of a game, position after position, as the page shows them one after the other."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """One block of HTML."""
        name, up = self.arguments[0], "../" * self.env.docname.count("/")
        parts = []
        for which, sample in enumerate(samples_of(name)):
            steps = ["", *sample.moves]
            pictures = [
                f'<span><img src="{up}{FOLDER}/{sample_file(name, which, place)}" loading="lazy" '
                f'alt="{escape(steps[place] or "before")}"/>{escape(steps[place])}</span>'
                for place in range(len(steps))
            ]
            parts.append(f'<p>{escape(sample.title)}</p><div class="game-steps">{"".join(pictures)}</div>')
        return [nodes.raw("", "".join(parts), format="html")]


class Gallery(SphinxDirective):
    """`{gallery}`: all games, each a picture and a link."""

    def run(self) -> list[nodes.Node]:
        """One block of HTML."""
        cards = []
        for entry in BUILT_IN:
            picture = image(entry.name, self.env.docname)
            cards.append(f'<a href="{entry.name}.html"><span>{picture}</span>{escape(entry.title)}</a>')
        return [nodes.raw("", f'<div class="gallery">{"".join(cards)}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Announce the directives; pictures are drawn when the builder is ready."""
    app.add_directive("picture", Picture)
    app.add_directive("samples", Samples)
    app.add_directive("gallery", Gallery)
    app.connect("builder-inited", draw_all)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
