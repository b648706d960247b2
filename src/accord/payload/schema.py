"""Data classes as JSON, the JSON schema of it, and a table of what each key holds.

A field is ``Annotated[type, "what it holds"]``. Every key is always there, null where there is nothing. A name that is
a word of Python (``from``) has an underscore after it.

>>> from dataclasses import dataclass
>>> @dataclass
... class Window:
...     '''Some items in a row.'''
...
...     from_: Annotated[int, "the first item"]
...     value: Annotated[float | None, "agreement; null where it is undefined"] = None
>>> as_json([Window(3)])
[{'from': 3, 'value': None}]
>>> json_schema(Window)["properties"]["value"]
{'type': ['number', 'null'], 'description': 'agreement; null where it is undefined'}
>>> print(key_table(Window))
| key | what it holds |
| --- | --- |
| `from` | the first item |
| `value` | agreement; null where it is undefined |
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

_PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Key(NamedTuple):
    """A key of an object: the field behind it, its type, and what it holds."""

    name: str
    field: str
    type: Any
    description: str


@cache
def keys_of(cls: type) -> tuple[Key, ...]:
    """The keys of a data class or named tuple, its own before those of the class that it extends."""
    known = {each.name for each in fields(cls)} if is_dataclass(cls) else set(cls._fields)  # type: ignore[attr-defined]
    names = dict.fromkeys(name for each in cls.__mro__ for name in vars(each).get("__annotations__", ()))
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_key(name, hints[name]) for name in names if name in known)


def _key(name: str, hint: Any) -> Key:
    type_, *said = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return Key(name.rstrip("_"), name, type_, " ".join(map(str, said)))


def _is_object(type_: Any) -> bool:
    return isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields"))


def as_json(value: Any) -> Any:
    """A value as JSON holds it."""
    if _is_object(type(value)):
        return {key.name: as_json(getattr(value, key.field)) for key in keys_of(value.__class__)}
    if isinstance(value, Mapping):
        return {key: as_json(each) for key, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list | tuple) else value


def json_schema(cls: type) -> dict[str, Any]:
    """The JSON schema of a data class, those that it holds among its definitions."""
    others = [each for each in objects_in(cls) if each is not cls]
    return {"$schema": DIALECT, **_object(cls), "$defs": {each.__name__: _object(each) for each in others}}


def objects_in(cls: type) -> list[type]:
    """A data class and all that it holds, each once, in the order of its keys."""
    found: dict[type, None] = {}

    def visit(type_: Any) -> None:
        if _is_object(type_):
            if type_ not in found:
                found[type_] = None
                for key in keys_of(type_):
                    visit(key.type)
        else:
            for each in get_args(type_):
                visit(each)

    visit(cls)
    return list(found)


def _object(cls: type) -> dict[str, Any]:
    keys = keys_of(cls)
    return {
        "title": cls.__name__,
        "description": summary(cls),
        "type": "object",
        "properties": {key.name: {**_schema(key.type), "description": key.description} for key in keys},
        "required": [key.name for key in keys],
        "additionalProperties": False,
    }


def summary(cls: type) -> str:
    """The first sentence that a class says of itself."""
    return " ".join((getdoc(cls) or "").split("\n\n")[0].split())


def _schema(type_: Any) -> dict[str, Any]:
    origin, arguments = get_origin(type_), get_args(type_)
    if type_ is Any:
        return {}
    if type_ in _PLAIN:
        return {"type": _PLAIN[type_]}
    if _is_object(type_):
        return {"$ref": f"#/$defs/{type_.__name__}"}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(arguments[1])}
    if origin is Sequence:
        return {"type": "array", "items": _schema(arguments[0])}
    if origin is tuple:
        return {"type": "array", "prefixItems": [*map(_schema, arguments)], "items": False, "minItems": len(arguments)}
    if origin in {Union, UnionType}:
        return _one_of([_schema(each) for each in arguments])
    raise TypeError(f"{type_} has no JSON schema")


def _one_of(found: list[dict[str, Any]]) -> dict[str, Any]:
    if all(set(each) == {"type"} for each in found):
        return {"type": [each["type"] for each in found]}
    return {"anyOf": found}


def key_table(cls: type) -> str:
    """A table in Markdown of the keys of a data class and what they hold."""
    return "\n".join(["| key | what it holds |", "| --- | --- |", *_rows(cls)])


def _rows(cls: type) -> Iterator[str]:
    for key in keys_of(cls):
        inside = "".join(f" ({each.__name__})" for each in _within(key.type))
        yield f"| `{key.name}` | {key.description}{inside} |"


def _within(type_: Any) -> Iterator[type]:
    """The classes that a type names itself, in lists and tables too."""
    if _is_object(type_):
        yield type_
    else:
        for each in get_args(type_):
            yield from _within(each)
