"""Terms, literals and rules of the Game Description Language, and the reader of its files.

    (<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)) (true (cell ?m ?n b)))

A term is a constant (`x`), a variable (`?m`) or a function of terms (`("cell", "?m", "?n", "x")`). Love, Hinrichs,
Haley, Schkufza, Genesereth: General Game Playing, Game Description Language Specification (2008).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zermelo.errors import BadText

Term = str | tuple[Any, ...]
TOKEN = re.compile(r"\s+|;[^\n]*|[()]|[^\s();]+")
MOST_RULES = 50_000  # after `or` is written out
MOST_LITERALS = 1_000_000  # of the bodies of one rule, after that
LONGEST_BODY = 200  # literals
DEEPEST_WRITTEN = 60  # brackets within brackets


@dataclass(frozen=True)
class Literal:
    """An atom of a rule's body, or its negation."""

    atom: Term
    positive: bool = True


@dataclass(frozen=True)
class Rule:
    """The head holds where all of the body does; a fact has no body."""

    head: Term
    body: tuple[Literal, ...] = ()
    line: int = 0


@dataclass
class Written:
    """An expression as it was read, with its line."""

    parts: list[Written | str]
    line: int


def name_of(term: Term) -> str:
    """The relation or function of a term; a constant is its own name."""
    return term if isinstance(term, str) else str(term[0])


def variables(term: Term) -> set[str]:
    """The variables of a term."""
    if isinstance(term, str):
        return {term} if term.startswith("?") else set()
    return set().union(*(variables(part) for part in term[1:])) if len(term) > 1 else set()


def shown(term: Term) -> str:
    """A term in the notation of GDL: `(mark 1 1)`."""
    return term if isinstance(term, str) else f"({' '.join(shown(part) for part in term)})"


def compact(term: Term) -> str:
    """A term as one word: `mark(1,1)`."""
    return term if isinstance(term, str) else f"{term[0]}({','.join(compact(part) for part in term[1:])})"


# ---------------------------------------------------------------------- reading


def read_rules(text: str) -> list[Rule]:
    """The rules of a description; what cannot be read is refused with its line."""
    rules: list[Rule] = []
    for written in read_expressions(text):
        rules += rules_of(written)
        if len(rules) > MOST_RULES:
            raise BadText(f"line {written.line}: a description has at most {MOST_RULES:,} rules")
    if not rules:
        raise BadText("this holds no rule of a game: a description in GDL begins with facts such as (role white)")
    return rules


def read_expressions(text: str) -> Iterator[Written]:
    """The outermost expressions of a text."""
    open_: list[Written] = []
    line, place = 1, 0
    while place < len(text):
        found = TOKEN.match(text, place)
        assert found is not None  # every character is a space, a comment, a bracket or part of a word
        token, place = found.group(), found.end()
        if token == "(":
            open_.append(Written([], line))
            if len(open_) > DEEPEST_WRITTEN:
                raise BadText(f"line {line}: brackets are nested more than {DEEPEST_WRITTEN} deep")
        elif token == ")":
            if not open_:
                raise BadText(f"line {line}: a bracket is closed that was not opened")
            done = open_.pop()
            if open_:
                open_[-1].parts.append(done)
            else:
                yield done
        elif not token.isspace() and not token.startswith(";"):
            if open_:
                open_[-1].parts.append(token.lower())
            else:
                yield Written([token.lower()], line)  # a bare word: a fact without arguments
        line += token.count("\n")
    if open_:
        raise BadText(f"line {open_[0].line}: a bracket is opened and never closed")


def rules_of(written: Written) -> Iterator[Rule]:
    """A rule or fact; `or` in its body gives several."""
    if written.parts and written.parts[0] == "<=":
        if len(written.parts) < 2:
            raise BadText(f"line {written.line}: a rule needs a head, as in (<= (legal white noop) ...)")
        head = term_of(written.parts[1], written.line)
        for body in joined(written.parts[2:], written.line, positive=True):
            if len(body) > LONGEST_BODY:
                raise BadText(f"line {written.line}: the body of a rule has at most {LONGEST_BODY} parts")
            yield Rule(head, tuple(body), written.line)
        return
    whole = written.parts[0] if len(written.parts) == 1 and isinstance(written.parts[0], str) else written
    yield Rule(term_of(whole, written.line), (), written.line)


def alternatives(part: Written | str, line: int, positive: bool) -> Iterator[list[Literal]]:
    """The ways in which one part of a body can hold."""
    name = part.parts[0] if isinstance(part, Written) and part.parts else part
    inner = part.parts[1:] if isinstance(part, Written) else []
    line = part.line if isinstance(part, Written) else line
    if name in ("or", "and"):
        if (name == "or") == positive:
            for choice in inner:
                yield from alternatives(choice, line, positive)
        else:
            yield from joined(inner, line, positive)
    elif name == "not":
        if len(inner) != 1:
            raise BadText(f"line {line}: `not` takes one expression, not {len(inner)}")
        yield from alternatives(inner[0], line, not positive)
    else:
        yield [Literal(term_of(part, line), positive)]


def joined(parts: list[Written | str], line: int, positive: bool) -> list[list[Literal]]:
    """The ways in which all parts hold together: the conjunctions that a body stands for."""
    found: list[list[Literal]] = [[]]
    for part in parts:
        more = list(islice(alternatives(part, line, positive), MOST_RULES + 1))
        longest = max(map(len, found), default=0) + max(map(len, more), default=0)
        if len(found) * len(more) > MOST_RULES or len(found) * len(more) * longest > MOST_LITERALS:
            raise BadText(f"line {line}: `or` makes more than {MOST_RULES} rules of this one")
        found = [[*first, *others] for first in found for others in more]
    return found


def term_of(part: Written | str, line: int) -> Term:
    """A term as it was written."""
    if isinstance(part, str):
        return part
    if not part.parts or not isinstance(part.parts[0], str) or part.parts[0].startswith("?"):
        raise BadText(f"line {part.line}: an expression begins with a name, as in (cell 1 1 b)")
    if len(part.parts) == 1:
        return part.parts[0]  # (terminal) is terminal
    return (part.parts[0], *(term_of(inner, line) for inner in part.parts[1:]))


def parse_compact(text: str) -> Term:
    """The term that `compact` wrote."""
    found, rest = parse_part(text.strip().lower())
    if rest:
        raise BadText(f"{text!r} is no term such as mark(1,1)")
    return found


def parse_part(text: str) -> tuple[Term, str]:
    """The term at the beginning of a text, and what follows it."""
    word = re.match(r"[^(),\s]+", text)
    if not word:
        raise BadText(f"{text!r} is no term such as mark(1,1)")
    rest = text[word.end() :]
    if not rest.startswith("("):
        return word.group(), rest
    parts: list[Term] = [word.group()]
    while rest.startswith(("(", ",")):
        inner, rest = parse_part(rest[1:])
        parts.append(inner)
    if not rest.startswith(")"):
        raise BadText(f"{text!r}: a bracket is not closed")
    return tuple(parts), rest[1:]
