"""A game kept: as plain data with everything that belongs to it, and as a record for a file.

Files know no place where a game stands, no seed and nobody who resigned; tags of the record say so (`Tip`, `Seed`,
`Resigned`), and are read again when the game goes on.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from zermelo.errors import BadText
from zermelo.notation.files import result_of_resigning
from zermelo.notation.record import GameRecord, Node, Path
from zermelo.notation.zermelo_json import read_json, write_json
from zermelo.session.clock import Clock
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session

TIP, SEED, RESIGNED = "Tip", "Seed", "Resigned"
TAKEN_BACK = ", what follows was taken back"  # after the place in the tag


# ---------------------------------------------------------------------- plain data


def to_json(session: Session) -> dict[str, Any]:
    """All of it."""
    return {
        "record": write_json(session.record),
        "tip": list(session.tip),
        "running": session.running,
        "options": asdict(session.options),
        "left": session.clock.left,
        "resigned": session.resigned,
        "taken_back": session.taken_back,
        "told": session.told,
    }


def from_json(data: dict[str, Any]) -> Session:
    """A game as it was kept."""
    options = SessionOptions(**data["options"])
    return Session(
        read_json(data["record"], own=True),
        options,
        tuple(data["tip"]),
        data["running"],
        data["resigned"],
        data.get("taken_back", False),  # games kept by Zermelo 0.1 do not say
        told=data.get("told", False),
        clock=Clock(list(data["left"]), options.increment),
    )


# ---------------------------------------------------------------------- records


def to_record(session: Session, kind: str = "json", *, with_seed: bool = True) -> GameRecord:
    """The record for a file of a kind, with where the game stands and how it ended.

    Formats of other programs cannot say that moves were taken back: there the game ends where it stands.
    """
    record = replace(session.record, tags=dict(session.record.tags))
    if with_seed:
        record.tags[SEED] = str(session.options.seed)
    if session.taken_back:
        record.tags.pop("Result", None)
        if kind != "json":
            return cut(record, session.tip)
    if session.tip != record.main_line():
        place = ".".join(map(str, session.tip)) or "start"
        record.tags[TIP] = place + (TAKEN_BACK if session.taken_back else "")
    if session.resigned >= 0:
        record.tags[RESIGNED] = str(session.resigned + 1)
        if result := result_of_resigning(record.game, session.resigned):
            record.tags["Result"] = result
    return record


def cut(record: GameRecord, tip: Path) -> GameRecord:
    """A record without what follows a place."""
    kept = replace(record, root=Node(comment=record.root.comment))
    node, own = kept.root, record.root
    for place in tip:
        node.children = [Node(child.move, child.comment, child.children) for child in own.children]
        node, own = node.children[place], own.children[place]
    node.children = []
    return kept


def from_record(record: GameRecord, options: SessionOptions | None = None) -> Session:
    """A game that goes on where its file says, with the seed of the file unless options are given."""
    if options is None:
        seed = seed_of(record)
        options = SessionOptions() if seed is None else SessionOptions(seed=seed)
    said, resigned = record.tags.pop(TIP, ""), record.tags.pop(RESIGNED, "")
    record.tags.pop(SEED, None)
    tip = tip_of(record, said.removesuffix(TAKEN_BACK))
    session = Session(record, options, tip, taken_back=said.endswith(TAKEN_BACK))
    if resigned.isdecimal() and len(resigned) < 4 and 1 <= int(resigned) <= len(session.seats):
        session.resigned = int(resigned) - 1
    return session


def seed_of(record: GameRecord) -> int | None:
    """The seed that a file names."""
    said = record.tags.get(SEED, "")
    return int(said) if said.isdecimal() and len(said) < 19 else None


def tip_of(record: GameRecord, said: str) -> Path:
    """The place that a tag names; the end of the main line where there is no tag."""
    if not said:
        return record.main_line()
    parts = [] if said == "start" else said.split(".")
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise BadText(f"the tag {TIP} is a place like 0.0.1, not {said[:40]!r}")
    tip = tuple(int(part) for part in parts)
    record.node(tip)  # says so where there is no such place
    return tip
