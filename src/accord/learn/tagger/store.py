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
from accord.learn.tagger.clusters import Clusters
from accord.learn.tagger.features import Called, Extractor, Given, Templated, Vocabulary
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.tagger.kernel import Parameters
from accord.learn.tagger.perceptron import Epoch, Model, Settings, draws_for
from accord.learn.tagger.tagger import Tagger
from accord.learn.tagger.templates import Block
from accord.read.source import Source
from accord.write.whole import whole_file

if TYPE_CHECKING:
    from os import PathLike

    from accord.learn.tagger.features import Own

FORMAT, VERSION = "accord-tagger", 2


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
        tagger = _tagger(known, emission, transition, function)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ReadError(f"{name} is a tagger, but a part of it is missing or wrong: train it again") from None
    if emission.shape != (tagger.extractor.width, len(tagger.labels)) or len(transition) != len(tagger.labels) + 2:
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
    labels, places, settings = tuple(known["labels"]), tuple(known["places"]), Settings(**known["settings"])
    if sorted(places) != list(range(len(labels))):
        raise ValueError("each label has a place of its own")
    scheme = known["encoding"]
    return Tagger(
        labels,
        Model(Parameters(emission, transition), draws_for(places, settings, float(known["tolerance"])), places),
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


def _extractor(known: dict[str, Any], function: Own | None) -> Extractor:
    if known["kind"] == "function" and function is None:
        raise UsageError("this tagger learnt from features of your own: give the function again (features=)")
    if known["kind"] != "function" and function is not None:
        raise UsageError("this tagger makes its own features: leave out features=")
    if known["kind"] == "arrays":
        return Given(known["width"])
    if function is not None:
        return Called(function, _vocabulary(known["known"]))
    return Templated(
        known["name"],
        tuple(Block(*block) for block in known["blocks"]),
        None if known["gazetteer"] is None else Gazetteer.of(known["gazetteer"]),
        None if known["clusters"] is None else Clusters(known["clusters"]),
        {(column, view): _vocabulary(attributes) for column, view, attributes in known["known"]},
    )


def _vocabulary(attributes: list[str]) -> Vocabulary:
    return Vocabulary({attribute: number for number, attribute in enumerate(attributes)})
