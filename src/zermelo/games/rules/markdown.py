"""The rules' Markdown as parts that can be shown anywhere: headings, paragraphs, lists, stressed words."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A few words, perhaps stressed."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Block:
    """A paragraph, or the points of a list."""

    listed: bool
    items: tuple[tuple[Span, ...], ...]


@dataclass(frozen=True)
class Section:
    """What stands under a heading; the heading is empty before the first."""

    heading: str
    blocks: tuple[Block, ...]


def sections(text: str) -> tuple[Section, ...]:
    """A text by its headings."""
    parts = re.split(r"^##+ +(.*)$", text, flags=re.MULTILINE)
    pairs = [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    return tuple(Section(heading.strip(), blocks(body)) for heading, body in pairs if heading or body.strip())


def blocks(text: str) -> tuple[Block, ...]:
    """Paragraphs and lists, which stand apart by an empty line."""
    found = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lead, *points = re.split(r"^- +", part, flags=re.MULTILINE)
        if lead.strip():
            found.append(Block(False, (spans(lead),)))
        if points:
            found.append(Block(True, tuple(map(spans, points))))
    return tuple(found)


def spans(text: str) -> tuple[Span, ...]:
    """Words, the stressed ones apart."""
    parts = re.split(r"\*\*(.+?)\*\*", " ".join(text.split()))
    return tuple(Span(part, strong=place % 2 == 1) for place, part in enumerate(parts) if part)
