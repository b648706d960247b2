"""Whether a value is what a JSON schema says: types, enumerations, objects, arrays, references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str = "$") -> Iterator[str]:
    """Where a value is not what a schema says."""
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    elif "anyOf" in schema:
        if all(any(True for _ in faults(value, each, root, at)) for each in schema["anyOf"]):
            yield f"{at}: nothing of what it may be fits"
    elif "enum" in schema:
        if value not in schema["enum"]:
            yield f"{at}: {value!r} is none of {schema['enum']}"
    elif "type" in schema:
        yield from _of_type(value, schema, root, at)


def _of_type(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> Iterator[str]:
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(
        isinstance(value, TYPES[name]) and (name == "boolean" or (value is not True and value is not False))
        for name in names
    ):
        yield f"{at}: {value!r} is no {' or '.join(names)}"
    elif isinstance(value, dict):
        known, other = schema.get("properties", {}), schema.get("additionalProperties", True)
        yield from (f"{at}: {name!r} is missing" for name in schema.get("required", ()) if name not in value)
        for name, each in value.items():
            if name in known:
                yield from faults(each, known[name], root, f"{at}.{name}")
            elif other is False:
                yield f"{at}: {name!r} is unknown"
            elif other is not True:
                yield from faults(each, other, root, f"{at}.{name}")
    elif isinstance(value, list):
        first = schema.get("prefixItems", ())
        if len(value) < schema.get("minItems", 0) or (schema.get("items") is False and len(value) > len(first)):
            yield f"{at}: {len(value)} of {len(first)} are there"
        for number, each in enumerate(value):
            wanted = first[number] if number < len(first) else schema.get("items")
            if isinstance(wanted, dict):
                yield from faults(each, wanted, root, f"{at}[{number}]")
