"""One picture or table of a page, by its name and that of its layer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.payload.layer import LayerPayload
    from accord.payload.page import PagePayload
    from accord.payload.systems import SystemsPayload
    from accord.reporting.export import Drawing
    from accord.reporting.table import Table

_Part = TypeVar("_Part")
_Held = TypeVar("_Held")


def page_figure(
    payload: PagePayload,
    name: str | None,
    layer: str | None = None,
    part: str | None = None,
    pair: Sequence[str] | None = None,
) -> Drawing:
    """A picture of the page, or of a layer, or of one document or sentence of it, by two annotators."""
    from accord.reporting.export import Drawing
    from accord.reporting.figures import LAYER_FIGURES, PAGE_FIGURES, SYSTEMS_FIGURES, layer_figures

    of_layer = layer_figures(name, part, pair) if isinstance(name, str) else LAYER_FIGURES
    parts = _part(
        "picture",
        payload,
        (name, layer),
        (
            {each: partial(partial, draw) for each, draw in PAGE_FIGURES.items()},
            {each: partial(partial, draw) for each, draw in SYSTEMS_FIGURES.items()},
            {each: partial(partial, draw) for each, draw in of_layer.items()},
        ),
    )
    return Drawing(parts)


def page_table(payload: PagePayload, name: str | None, layer: str | None = None) -> Table:
    """A table of the page: layers, systems, or, of a layer, pairs, labels, confusions, documents, annotators."""
    from accord.reporting.page_tables import LAYER_TABLES, PAGE_TABLES, SYSTEMS_TABLES

    return _part("table", payload, (name, layer), (PAGE_TABLES, SYSTEMS_TABLES, LAYER_TABLES))


def _part(
    kind: str,
    payload: PagePayload,
    asked: tuple[str | None, str | None],
    parts: tuple[
        Mapping[str, Callable[[PagePayload], _Part]],
        Mapping[str, Callable[[SystemsPayload], _Part]],
        Mapping[str, Callable[[LayerPayload], _Part]],
    ],
) -> _Part:
    (name, layer), (of_page, of_systems, of_layer) = asked, parts
    if not isinstance(name, str):
        raise UsageError(f"name a {kind} of the page: {', '.join([*of_page, *of_systems, *of_layer])}")
    if name in of_page:
        return of_page[name](payload)
    if name in of_systems:
        return of_systems[name](_chosen("reference of systems", {each.id: each for each in payload.systems}, layer))
    if name not in of_layer:
        raise UsageError(f"unknown {kind} {name!r}: {suggestion(name, [*of_page, *of_systems, *of_layer])}")
    layers = {each.id: each for each in payload.layers}
    if not layers:
        raise UsageError("this page has no layer that two annotators share")
    return of_layer[name](_chosen("layer", layers, _first(name, layers) if layer is None else layer))


def _chosen(what: str, known: Mapping[str, _Held], name: str | None) -> _Held:
    """The one of that name, or the first."""
    if not known:
        raise UsageError("this page has no systems")
    wanted = next(iter(known)) if name is None else name
    if wanted not in known:
        raise UsageError(f"unknown {what} {wanted!r}: {suggestion(wanted, list(known))}")
    return known[wanted]


def _first(name: str, layers: Mapping[str, LayerPayload]) -> str:
    """The first layer, or the first that there is something to draw of."""
    view = {"trees": "trees_view", "aligner": "aligner"}.get(name)
    return next((each for each, layer in layers.items() if view is None or getattr(layer, view)), next(iter(layers)))
