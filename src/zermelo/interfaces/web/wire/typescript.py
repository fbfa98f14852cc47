"""The wire as TypeScript: the page's `types.ts`, generated from the models.

    python -m zermelo.interfaces.web.wire.typescript > web/src/lib/types.ts

Only what JSON Schema says of the models is used. What the server sends has every field, but those of a `Sparse` model
that may be left out; what a client sends may leave out whatever has a default.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from zermelo.interfaces.web.commands import COMMANDS
from zermelo.interfaces.web.questions import QUESTIONS
from zermelo.interfaces.web.wire import events, lists, requests, scenes, tables, thoughts
from zermelo.interfaces.web.wire.base import Given, Sent, Sparse

HEAD = """/**
 * What server and page say to each other; the page knows nothing of any game beyond this.
 * Generated from src/zermelo/interfaces/web/wire by `python web/build.py types`: change it there.
 */
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = dict[str, Any]


def types_text() -> str:
    """The whole file."""
    found = {name: declared(name, schema) for name, schema in sorted(definitions().items())}
    return "\n".join([HEAD, *found.values(), *commands_text()])


def definitions() -> dict[str, Schema]:
    """The schemas of everything that is named, by name."""
    sent: list[tuple[Any, JsonSchemaMode, TypeAdapter[Any]]] = []
    given: list[tuple[Any, JsonSchemaMode, TypeAdapter[Any]]] = []
    for module in (scenes, tables, thoughts, lists):
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, Sent | Sparse) and model not in (Sent, Sparse):
                sent.append((model, "serialization", TypeAdapter(model)))
    sent.append(("Event", "serialization", TypeAdapter(events.Event)))
    asked: list[type[Given]] = [one.asked for one in COMMANDS.values()]
    asked += [one.asked for one in QUESTIONS.values()]
    asked += [requests.NewTable, requests.LoadGame, requests.Question, requests.NewMatch, requests.LabRow]
    asked += [requests.AskSubgame]
    given.extend((model, "validation", TypeAdapter(model)) for model in asked)
    known: dict[str, Schema] = {}
    for group in (sent, given):
        _, schema = TypeAdapter.json_schemas(group)
        for name, one in schema["$defs"].items():
            if group is sent and "properties" in one:  # what has a default is sent too, however deep it lies
                always = [field for field, told in one["properties"].items() if "default" in told]
                one["required"] = sorted({*one.get("required", ()), *always})
            if known.setdefault(name, one) != one:
                raise TypeError(f"the wire has two different things called {name}: rename one of them")
    return known


# ---------------------------------------------------------------------- declarations


def declared(name: str, schema: Schema) -> str:
    """One exported type."""
    said = comment(schema.get("description", ""))
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{said}export type {name} = {type_of(schema)};\n"
    needed = set(schema.get("required", ()))
    rows = [field(key, value, key in needed) for key, value in schema["properties"].items()]
    return f"{said}export interface {name} {{\n{''.join(rows)}}}\n"


def comment(text: str) -> str:
    """A model's own words: their first paragraph."""
    first = " ".join(text.split("\n\n")[0].split())
    return f"/** {first} */\n" if first else ""


def field(name: str, schema: Schema, needed: bool) -> str:
    """One member."""
    return f"  {name}{'' if needed else '?'}: {type_of(schema)};\n"


def type_of(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return union(literal(value) for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return union(type_of(one) for one in schema[several])
    kind = schema.get("type")
    if kind == "array":
        return array_of(schema)
    if kind == "object":
        inner = schema.get("additionalProperties", {})
        return f"Record<string, {type_of(inner) if isinstance(inner, dict) else 'unknown'}>"
    return SIMPLE.get(str(kind), "unknown")


def array_of(schema: Schema) -> str:
    """A list, or a tuple of so many."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
    inner = type_of(schema.get("items", {}))
    return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"


def union(kinds: Iterable[str]) -> str:
    """One of several, each once."""
    return " | ".join(dict.fromkeys(kinds))


def literal(value: Any) -> str:
    """A value as a type."""
    return "'" + value + "'" if isinstance(value, str) else json.dumps(value)


# ---------------------------------------------------------------------- commands


def commands_text() -> list[str]:
    """What can be asked on a live connection, with its answers."""
    rows = [(one.name, one.asked, answer_of(one.answer)) for one in COMMANDS.values()]
    rows += [(one.name, one.asked, "null") for one in QUESTIONS.values()]
    said = comment("The commands of a table: what is asked, and the answer; questions bring events.")
    lines = [
        f"  {name}: {{ asked: Omit<{asked.__name__}, 'keys'>; answer: {answer} }};\n" for name, asked, answer in rows
    ]
    return [f"{said}export interface Commands {{\n{''.join(lines)}}}\n"]


def answer_of(kind: Any) -> str:
    """The type of an answer."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.__name__
    mode: Literal["serialization"] = "serialization"
    return type_of(TypeAdapter(kind).json_schema(mode=mode))


if __name__ == "__main__":
    print(types_text(), end="")
