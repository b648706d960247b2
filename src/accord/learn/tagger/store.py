"""A tagger as one file: arrays and JSON in a zip archive (npz), without pickle."""

from __future__ import annotations

import io
import json
import zlib
from dataclasses import asdict
from os import fspath
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from accord.encoding import encoding
from accord.errors import AccordError, ReadError, UsageError
from accord.formats.output import whole_file
from accord.formats.source import Source
from accord.learn.tagger.aspects import ASPECTS
from accord.learn.tagger.clusters import LENGTHS, Clusters
from accord.learn.tagger.constraint import allowed_steps
from accord.learn.tagger.features import Called, Extractor, Given, Templated, Vocabulary
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.tagger.kernel import Parameters
from accord.learn.tagger.perceptron import Epoch, Model, Settings, draws_for
from accord.learn.tagger.tagger import Tagger
from accord.learn.tagger.templates import CLUSTER, GAZETTEER, Block

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from accord.learn.tagger.features import Own

FORMAT, VERSION = "accord-tagger", 2
_FARTHEST = 100
"""How many tokens away features may lie, at most."""


def save(tagger: Tagger, path: str | PathLike[str]) -> None:
    """Write a tagger, the same bytes for the same tagger."""
    known = {
        "format": FORMAT,
        "version": VERSION,
        "labels": tagger.labels,
        "places": tagger.model.places,
        "encoding": tagger.encoding and tagger.encoding.name,
        "settings": asdict(tagger.settings),
        "tolerance": tagger.model.draws.tolerance,
        "features": _described(tagger.extractor),
        "curve": [[epoch.number, epoch.online, dict(epoch.dev)] for epoch in tagger.curve],
    }
    with whole_file(fspath(path)) as output:
        np.savez_compressed(
            output,
            tagger=np.frombuffer(json.dumps(known).encode(), dtype=np.uint8),
            emission=tagger.model.weights.emission,
            transition=tagger.model.weights.transition,
        )


def load(path: str | PathLike[str], function: Own | None = None) -> Tagger:
    """Read a tagger, or say what the file is instead."""
    name = fspath(path)
    known, emission, transition = _arrays(name)
    if known.get("version") != VERSION:
        raise ReadError(
            f"{name} is a tagger of version {known.get('version')}, and this accord reads version {VERSION}: "
            "train it again, or use the accord that wrote it"
        )
    try:
        _refuse_function(known["features"]["kind"], function)
        tagger = _tagger(known, emission, transition, function)
        width = tagger.extractor.width
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise ReadError(f"{name} is a tagger, but a part of it is missing or wrong: train it again") from None
    if not _fit(tagger, width):
        raise ReadError(f"{name} is a tagger, but its weights do not fit its features and labels: train it again")
    return tagger


def _arrays(name: str) -> tuple[dict[str, Any], Any, Any]:
    with Source(name).open() as stream:
        content = stream.read()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            known = json.loads(archive["tagger"].tobytes())
            emission, transition = (
                np.ascontiguousarray(archive[part], np.float64) for part in ("emission", "transition")
            )
    except (
        AccordError,
        AttributeError,
        BadZipFile,
        EOFError,
        IndexError,
        KeyError,
        OSError,
        TypeError,
        ValueError,
        zlib.error,
    ):
        known = None
    if not isinstance(known, dict) or known.get("format") != FORMAT:
        raise ReadError(f"{name} is no tagger: give a file that accord train has written, and that is whole")
    return known, emission, transition


def _tagger(known: dict[str, Any], emission: Any, transition: Any, function: Own | None) -> Tagger:
    labels, places, tolerance = tuple(known["labels"]), tuple(known["places"]), float(known["tolerance"])
    if not _vocabulary(labels) or sorted(places) != list(range(len(labels))):
        raise ValueError("each label has a name and a place of its own")
    if not 0 <= tolerance < np.inf:
        raise ValueError("a tolerance is a number from 0")
    settings, scheme = _settings(known["settings"]), known["encoding"]
    return Tagger(
        labels,
        Model(Parameters(emission, transition), draws_for(places, settings, tolerance), places),
        _extractor(known["features"], function),
        settings,
        None if scheme is None else encoding(scheme),
        tuple(Epoch(*epoch) for epoch in known["curve"]),
    )


def _described(extractor: Extractor) -> dict[str, Any]:
    if isinstance(extractor, Given):
        return {"kind": "arrays", "width": extractor.width}
    if isinstance(extractor, Called):
        return {"kind": "function", "known": list(extractor.known)}
    return {
        "kind": "template",
        "name": extractor.name,
        "blocks": extractor.blocks,
        "gazetteer": extractor.gazetteer and extractor.gazetteer.entries(),
        "clusters": extractor.clusters and extractor.clusters.paths,
        "known": [[*plane, list(vocabulary)] for plane, vocabulary in extractor.known.items()],
    }


def _refuse_function(kind: str, function: Own | None) -> None:
    if kind == "function" and function is None:
        raise UsageError("this tagger learnt from features of your own: give the function again (features=)")
    if kind != "function" and function is not None:
        raise UsageError("this tagger makes its own features: leave out features=")


def _settings(known: dict[str, Any]) -> Settings:
    try:
        return Settings(**known)
    except UsageError as error:
        raise ValueError from error


def _fit(tagger: Tagger, width: int) -> bool:
    """Whether the weights have the shapes of features and labels, are numbers, and forbid what the encoding does."""
    emission, transition = tagger.model.weights
    count = len(tagger.labels)
    if emission.shape != (width, count) or transition.shape != (count + 2, count):
        return False
    try:
        allowed = tagger.encoding is None or allowed_steps(tagger.encoding, tagger.labels)
    except UsageError:
        return False
    numbers = np.isfinite(emission).all() and np.where(allowed, np.isfinite(transition), transition == -np.inf).all()
    largest = max(np.abs(emission).max(initial=0.0), np.abs(transition[np.isfinite(transition)]).max(initial=0.0))
    return bool(numbers and (not largest or tagger.model.draws.tolerance < largest))


def _extractor(known: dict[str, Any], function: Own | None) -> Extractor:
    if known["kind"] == "arrays":
        return Given(known["width"])
    if function is not None:
        return Called(function, _vocabulary(known["known"]))
    blocks = tuple(Block(*block) for block in known["blocks"])
    if not all(_is_known(block, known) for block in blocks):
        raise ValueError("unknown features")
    return Templated(
        known["name"],
        blocks,
        None if known["gazetteer"] is None else Gazetteer.of(known["gazetteer"]),
        None if known["clusters"] is None else Clusters(known["clusters"]),
        {(column, view): _vocabulary(attributes) for column, view, attributes in known["known"]},
    )


def _is_known(block: Block, features: dict[str, Any]) -> bool:
    """Whether there is such a block where the tagger has, or has not, a gazetteer and clusters."""
    aspects = {*ASPECTS, *(f"{CLUSTER}{length}" for length in LENGTHS if features["clusters"] is not None)}
    there = block.column != GAZETTEER or features["gazetteer"] is not None
    return there and block.aspect in aspects and block.distance in range(-_FARTHEST, _FARTHEST + 1)


def _vocabulary(attributes: Sequence[str]) -> Vocabulary:
    known = Vocabulary({attribute: number for number, attribute in enumerate(attributes)})
    if len(known) < len(attributes) or not all(isinstance(attribute, str) for attribute in known):
        raise ValueError("each attribute has a name of its own")
    return known
