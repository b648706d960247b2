"""What a page holds, read back from JSON or written by hand: the same with attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from accord.payload.layer import LayerPayload
from accord.payload.page import PagePayload
from accord.payload.plots import SystemsPlots
from accord.payload.schema import as_json, keys_of
from accord.payload.systems import SystemsPayload
from accord.reporting.page_payload import page_with_layer
from accord.reporting.page_plots import page_plots
from accord.reporting.plot_rows import layer_plots
from accord.reporting.systems_plots import chance_plot, runs_plot

Held = TypeVar("Held")


def loaded(cls: type[Held], data: Mapping[str, Any]) -> Held:
    """A data class from JSON; keys that are not there are null, empty or 0, as the type lets them be."""
    keys = keys_of(cls.__mro__[0])
    held = {key.field: _value(key.type, data.get(key.name)) for key in keys}
    unknown = set(data) - {key.name for key in keys}
    assert not unknown, f"{cls.__name__} has no {sorted(unknown)}"
    return cls(**held)


def page_of(data: Mapping[str, Any]) -> PagePayload:
    """A page from JSON."""
    return loaded(PagePayload, data)


def layer_of(data: Mapping[str, Any]) -> LayerPayload:
    """A layer from JSON."""
    return loaded(LayerPayload, data)


def with_layer(page: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """A page with a layer that was measured anew, all as JSON."""
    new: dict[str, Any] = as_json(page_with_layer(page_of(page), page_of(changed)))
    return new


def with_plots(page: Mapping[str, Any]) -> dict[str, Any]:
    """A page written by hand, with its pictures and those of its layers."""
    layers = []
    for each in page["layers"]:
        plots = as_json(layer_plots(layer_of(each)))
        layers.append({**each, "plots": plots})
    whole = page_of({**page, "layers": layers})
    systems = [{**each, "plots": as_json(_plots(loaded(SystemsPayload, each)))} for each in page["systems"]]
    return {**page, "layers": layers, "systems": systems, "plots": as_json(page_plots(whole.layers, whole.systems))}


def _plots(systems: SystemsPayload) -> SystemsPlots:
    return SystemsPlots(runs=runs_plot(systems), chance=chance_plot(systems))


def _value(type_: Any, data: Any) -> Any:
    origin, arguments = get_origin(type_), get_args(type_)
    if origin in {Union, UnionType}:
        return None if data is None else _value(next(each for each in arguments if each is not type(None)), data)
    if isinstance(type_, type) and (hasattr(type_, "__dataclass_fields__") or hasattr(type_, "_fields")):
        return loaded(type_, data or {})
    if origin is Mapping:
        return {key: _value(arguments[1], each) for key, each in (data or {}).items()}
    if origin is Sequence:
        return [_value(arguments[0], each) for each in data or ()]
    if origin is tuple:
        return tuple(data)
    return type_() if data is None and type_ in {str, int, float, bool} else data


def without_labels(chance: Mapping[str, Any]) -> dict[str, Any]:
    """What a command prints of chance, without that of each label, which a page does not hold."""
    parts = [
        {**part, "runs": [{name: value for name, value in run.items() if name != "labels"} for run in part["runs"]]}
        for part in chance["parts"]
    ]
    assert all(run["labels"] for part in chance["parts"] for run in part["runs"])
    return {**chance, "parts": parts}
