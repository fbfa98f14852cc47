"""Laws of keys: the same text means the same key, and the same key the same position."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.game.check.course import Place
from zermelo.game.check.laws import DIFFERENT, KEYS, Complaint
from zermelo.game.record import Record

REMEMBERED = 100_000  # positions


def check_keys(place: Place) -> Iterator[Complaint]:
    """Compare with all positions seen before, in this game and in others."""
    texts = place.memory.setdefault("texts", {})
    keys = place.memory.setdefault("keys", {})
    text, key = place.state.to_text(), int(place.answers.keys[0])
    old_key, line = texts.get(text, (key, place.moves))
    if old_key != key:
        yield Complaint(KEYS, f"{text!r} has two keys: the other one after the moves {line}")
        return
    # what must be equal where keys are; a key of the game's own may join texts that differ only in the order of play
    own = place.game.key is not Record.key
    facts = (int(place.state.turn), place.count) if own else (int(place.state.turn), sorted(place.legal), text)
    old_facts, line = keys.get(key, (facts, place.moves))
    if old_facts != facts:
        yield Complaint(DIFFERENT, f"two positions have one key: this one and that after the moves {line}")
        return
    if len(texts) < REMEMBERED:
        texts[text] = key, list(place.moves)
        keys[key] = facts, list(place.moves)
