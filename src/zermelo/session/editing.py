"""The record of a game edited: comments, which line is the main line, lines taken out."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.notation.record import Path
from zermelo.session.seats import Actor
from zermelo.session.session import LONGEST, Session

LONGEST_COMMENT = 2000  # characters
LONGEST_LINE = 100  # moves that are added to a record at once


def edit(session: Session, what: str, path: Sequence[int], text: str, actor: Actor) -> Path:
    """Comment on a move, make its line the main line (promote), or take it out (remove); where one is afterwards.

    Everybody who plays may comment; lines are moved only where nobody else plays. The game stays where it stands.
    """
    path = tuple(path)
    if what == "comment":
        if not actor.seats:
            raise IllegalMove("only who plays can write a comment")
        session.record.node(path).comment = text.strip()[:LONGEST_COMMENT]
        session.news.rearranged = True  # a comment is no new move
        return path
    if not actor.alone:
        raise IllegalMove("somebody else plays too: the record stays as it is")
    if what not in ("promote", "remove"):
        raise BadParameter(f"a record can be edited by comment, promote and remove, not by {what[:20]!r}")
    if what == "remove" and session.tip[: len(path)] == path:
        raise IllegalMove("the game stands on this line: take it to another place first")
    stands = session.record.node(session.tip)
    if what == "promote":
        session.record.promote(path)
        path = (0,) * len(path)
    else:
        session.record.remove(path)
        path = path[:-1]
    session.tip = session.record.place_of(stands)
    session.rearranged()
    return path


def behind(session: Session, path: Sequence[int], moves: Sequence[str]) -> Playthrough:
    """The position some moves behind a place of the record."""
    line = session.at(tuple(path)).copy()
    if line.state.hidden:
        raise IllegalMove("cards are hidden in this game: nobody can see how it would go on")
    for text in moves:
        line.play(line.parse_move(text))
    return line


def add_line(session: Session, path: Sequence[int], moves: Sequence[str], actor: Actor) -> Path:
    """Moves as a variation behind a place of the record; where its last move stands. The game stays where it stands."""
    if not actor.alone:
        raise IllegalMove("somebody else plays too: the record stays as it is")
    session.refuse_told()
    end = behind(session, path, moves)
    if len(end.played) > LONGEST:
        raise IllegalMove(f"a game holds at most {LONGEST} moves")
    here = tuple(path)
    line = session.at(here).copy()
    for text in moves:
        number = line.parse_move(text)
        node = session.record.node(here)
        many = len(node.children)
        here = (*here, node.child(str(line.state.move_text(number))))
        if here[-1] == many:
            session.news.added.append(here)
        line.play(number)
    return here
