"""What all messages have in common, and the kinds of values that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypeAliasType

from zermelo.errors import BadText
from zermelo.game.game import LONGEST_MOVE, LONGEST_POSITION
from zermelo.session.session import LONGEST

LONGEST_TEXT = 300  # characters of a name or a player's text

Path = TypeAliasType(
    "Path", Annotated[list[int], Field(max_length=LONGEST, description="which child to take at each step")]
)
Keys = Annotated[list[str], Field(max_length=16, description="keys of the seats that one holds")]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
PositionText = Annotated[str, Field(max_length=LONGEST_POSITION)]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE, description="a move in the game's notation")]


class Given(BaseModel):
    """What a client sends: nothing but what is named is accepted."""

    model_config = ConfigDict(extra="forbid")


class Asked(Given):
    """A command for a table; a live connection adds the keys that it was opened with."""

    keys: Keys = Field(default_factory=list)


class Sent(BaseModel):
    """What the server sends: all of it is named."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class Sparse(BaseModel):
    """What the server sends where most parts are there only sometimes: what is not there is left out."""

    model_config = ConfigDict(extra="forbid")

    @model_serializer(mode="wrap")
    def without_nothing(self, write: SerializerFunctionWrapHandler) -> Any:
        """Leave out what is None."""
        return {name: value for name, value in write(self).items() if value is not None}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, describe: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Say so in the schema: a field that may be missing is never null."""
        plain: Any = {name: value for name, value in core.items() if name != "serialization"}
        schema = describe.resolve_ref_schema(describe(plain))
        for field in schema.get("properties", {}).values():
            if field.get("default", 0) is None:
                del field["default"]
            kinds = [kind for kind in field.pop("anyOf", ()) if kind != {"type": "null"}]
            field.update(kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {})
        return schema


def first_wrong(errors: Sequence[Any]) -> str:
    """What is wrong with a message that does not have its form, as a sentence: the first thing, and where."""
    place = ".".join(str(part) for part in errors[0]["loc"])
    return str(BadText(f"{place}: {errors[0]['msg']}"))
