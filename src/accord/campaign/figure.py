"""One picture of files, measured as for the page, and no more than it needs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.agreement.signature import Signature
from accord.campaign.figure_names import FIGURES, PROGRESS
from accord.campaign.file_layers import find_layer, meant
from accord.campaign.report import work_for
from accord.errors import UsageError
from accord.messages import option, suggestion
from accord.reporting.export import Drawing
from accord.reporting.figures import LAYER_FIGURES, PAIR_FIGURES, SYSTEMS_FIGURES
from accord.reporting.page_part import page_figure
from accord.reporting.progress_figure import progress_figure, progress_plot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.campaign.work import Work
    from accord.payload.layer import LayerPayload
    from accord.payload.page import PagePayload

_NEEDS = {"systems": {"systems"}, "chance": {"systems"}, "aligner": {"drawings"}}
"""What is measured besides headlines."""
_COUNTS = {"data"}
"""Choices of a signature that differ from round to round, besides counts."""


class FigureRequest(NamedTuple):
    """A picture by its name: of which layer, of which document or sentence, by which two annotators."""

    name: str
    layer: str | None = None
    part: str | None = None
    pair: Sequence[str] | None = None


def figure(asked: FigureRequest, paths: Sequence[str], settings: Mapping[str, Any]) -> Drawing:
    """The picture of files; what the page takes for settings says how they are read and measured."""
    if asked.name not in FIGURES:
        raise UsageError(f"unknown picture {asked.name!r}: {suggestion(asked.name, list(FIGURES))}")
    if asked.part is not None and asked.name not in {"aligner", "trees"}:
        raise UsageError(f"{option('part')} is for aligner and trees, and {asked.name} is drawn here")
    if asked.pair is not None and asked.name not in PAIR_FIGURES:
        raise UsageError(f"{option('pair')} is for {' and '.join(PAIR_FIGURES)}, and {asked.name} is drawn here")
    if asked.name == PROGRESS:
        return _progress(asked, paths, settings)
    content = _measured(asked, paths, settings)
    return page_figure(content, asked.name, None, asked.part, asked.pair)


def _measured(asked: FigureRequest, paths: Sequence[str], settings: Mapping[str, Any]) -> PagePayload:
    """What the page holds of files, as far as the picture needs it, however long it takes."""
    of_systems = asked.name in SYSTEMS_FIGURES
    if not of_systems and (given := [name for name in ("reference", "systems") if settings.get(name)]):
        raise UsageError(f"{option(given[0])} is for systems and chance, and {asked.name} is drawn here")
    work = work_for(**{**settings, "budget": None})
    work.only = _NEEDS.get(asked.name, ())
    if of_systems and asked.layer is not None:
        raise UsageError(f"{option('layer')} is for agreement, and {asked.name} is drawn here")
    work.read(list(paths), settings.get("reference"), settings.get("systems", ()))
    if of_systems:
        work.layers, work.unmeasured = [], []
        if not work.scorings:
            why = "; ".join(f"{name}: {why}" for name, why in work.refused) or "no reference and its systems were found"
            raise UsageError(f"there are no systems to draw: {why} ({option('reference')})")
    else:
        _choose_layer(asked, work)
    *_, content = work.payloads()
    if asked.name in LAYER_FIGURES and not content.layers:
        raise UsageError("; ".join(f"{each.name}: {each.why}" for each in content.unmeasured) or "nothing is measured")
    return content


def _choose_layer(asked: FigureRequest, work: Work) -> None:
    """Leave only the layer that is drawn, where it is one."""
    if asked.layer is not None:
        chosen = [find_layer([layer.group for layer in work.layers], asked.layer)]
    else:
        chosen = meant(layer.group for layer in work.layers)
    if len(chosen) > 1 and asked.name in LAYER_FIGURES:
        names = ", ".join(group.name for group in chosen)
        raise UsageError(f"{asked.name} is of one layer: say which ({option('layer')} {names})")
    if len(chosen) == 1:
        work.layers, work.unmeasured = [layer for layer in work.layers if layer.group in chosen], []


def _progress(asked: FigureRequest, paths: Sequence[str], settings: Mapping[str, Any]) -> Drawing:
    """The headline of each path, which is a round, measured by itself."""
    if len(paths) < 2:
        raise UsageError(f"{PROGRESS} is drawn from round to round: name a file or folder for each, two at least")
    rounds = [_round(asked, path, settings) for path in paths]
    ways = {_way(layer): path for layer, path in zip(rounds, paths, strict=True)}
    if len(ways) > 1:
        said = "; ".join(f"{path}: {way}" for way, path in ways.items())
        how = ", ".join(map(option, ("coefficient", "distance")))
        raise UsageError(f"the rounds are measured in different ways, and cannot be compared ({how}): {said}")
    plot = progress_plot(list(zip(_names(paths), rounds, strict=True)))
    return Drawing(partial(progress_figure, plot))


def _round(asked: FigureRequest, path: str, settings: Mapping[str, Any]) -> LayerPayload:
    layers = _measured(asked, [path], settings).layers
    if len(layers) != 1:
        names = ", ".join(layer.name for layer in layers)
        raise UsageError(f"{path} holds {len(layers)} layers: say which ({option('layer')} {names})")
    return layers[0]


def _way(layer: LayerPayload) -> str:
    """How a layer is measured: its coefficient and all choices but for those that count the data."""
    signature = Signature.parse(layer.headline.signature)
    kept = {key: value for key, value in signature.choices.items() if key not in _COUNTS and not str(value).isdecimal()}
    return "|".join([layer.headline.coefficient, *(f"{key}:{value}" for key, value in kept.items())])


def _names(paths: Sequence[str]) -> list[str]:
    """What rounds are called: by their files, or in full where these are called alike."""
    names = [Path(path).resolve().stem for path in paths]
    return names if len(set(names)) == len(names) else list(paths)
