"""The rules' Markdown in parts."""

from __future__ import annotations

import pytest

from zermelo.games.built_in import BUILT_IN, Entry
from zermelo.games.rules import HEADINGS, how_to_play
from zermelo.games.rules.markdown import Block, Span, sections

TEXT = """## Goal

Win
now.

## Moves

Do one:
- **Step**: go on;
- jump
  far.
"""


def test_headings_paragraphs_lists_and_stress() -> None:
    goal, moves = sections(TEXT)
    assert goal.heading == "Goal"
    assert goal.blocks == (Block(False, ((Span("Win now."),),)),)
    assert moves.blocks == (
        Block(False, ((Span("Do one:"),),)),
        Block(True, ((Span("Step", strong=True), Span(": go on;")), (Span("jump far."),))),
    )
    assert [section.heading for section in sections("Only words.\n")] == [""]


@pytest.mark.parametrize("entry", BUILT_IN, ids=lambda entry: entry.name)
def test_nothing_of_a_games_text_is_lost(entry: Entry) -> None:
    text = how_to_play(entry.name)
    found = sections(text)
    assert tuple(section.heading for section in found) == HEADINGS
    words = [span.text for section in found for block in section.blocks for item in block.items for span in item]
    told = "".join("".join(words).split())
    plain = "".join(line.removeprefix("- ") for line in text.splitlines() if not line.startswith("#"))
    assert told == "".join(plain.replace("**", "").split())
