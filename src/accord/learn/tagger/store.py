"""A tagger as one file: arrays and JSON in a zip archive (npz), without pickle.

Only weights that are not 0 are kept, with their rows and columns; what an encoding forbids, it says itself.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from os import fspath
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.encoding import encoding
from accord.errors import ReadError, UsageError
from accord.formats.source import Source
from accord.learn.archive import Unreadable, max_bytes, read_arrays, write_arrays
from accord.learn.tagger.aspects import ASPECTS
from accord.learn.tagger.clusters import LENGTHS, Clusters
from accord.learn.tagger.constraint import allowed_steps
from accord.learn.tagger.features import Called, Extractor, Given, Templated, Vocabulary
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.tagger.kernel import Parameters
from accord.learn.tagger.learning import Epoch, Model, draws_for
from accord.learn.tagger.settings import Settings
from accord.learn.tagger.tagger import Tagger
from accord.learn.tagger.templates import CLUSTER, GAZETTEER, Block

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from accord.encoding import Encoding
    from accord.learn.tagger.features import Own

FORMAT, VERSION = "accord-tagger", 3
_FARTHEST = 100
"""How many tokens away features may lie, at most."""
_MAX_STEPS = 1 << 30
"""How many bytes the table of steps may take in any case: that of eleven thousand labels."""


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
    weights = tagger.model.weights
    feature = np.repeat(np.arange(len(weights.rows) - 1), np.diff(weights.rows))
    kept = np.flatnonzero(weights.emission)
    steps = np.nonzero(np.where(np.isfinite(weights.transition), weights.transition, 0.0))
    arrays: dict[str, Any] = {
        "tagger": np.frombuffer(json.dumps(known).encode(), dtype=np.uint8),
        "feature": feature[kept].astype(np.int32),
        "label": weights.columns[kept],
        "emission": weights.emission[kept],
        "before": steps[0].astype(np.int32),
        "after": steps[1].astype(np.int32),
        "transition": weights.transition[steps],
    }
    write_arrays(fspath(path), arrays)


def load(path: str | PathLike[str], function: Own | None = None) -> Tagger:
    """Read a tagger, or say what the file is instead."""
    name = fspath(path)
    arrays, largest = _arrays(name)
    known = json.loads(arrays["tagger"].tobytes())
    if known.get("version") != VERSION:
        raise ReadError(
            f"{name} is a tagger of version {known.get('version')}, and this accord reads version {VERSION}: "
            "train it again, or use the accord that wrote it"
        )
    try:
        _refuse_function(known["features"]["kind"], function)
        extractor = _extractor(known["features"], function)
        width, labels = extractor.width, list(_vocabulary(known["labels"]))
        if type(width) is not int or not labels:
            raise _wrong(name)
        scheme = None if known["encoding"] is None else encoding(known["encoding"])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise _wrong(name) from None
    weights = _weights(arrays, width, labels, scheme, largest)
    if weights is None:
        raise ReadError(f"{name} is a tagger, but its weights do not fit its features and labels: train it again")
    try:
        return _tagger(known, weights, extractor, scheme)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise _wrong(name) from None


def _wrong(name: str) -> ReadError:
    return ReadError(f"{name} is a tagger, but a part of it is missing or wrong: train it again")


def _arrays(name: str) -> tuple[dict[str, Any], int]:
    """The arrays of a file, and how many bytes it may take when it is unpacked."""
    try:
        content = _content(Source(name))
        arrays = read_arrays(content)
        known = json.loads(arrays["tagger"].tobytes())
    except (Unreadable, KeyError, RecursionError, ValueError):
        known = None
    if not isinstance(known, dict) or known.get("format") != FORMAT:
        raise ReadError(f"{name} is no tagger: give a file that accord train has written, and that is whole")
    return arrays, max_bytes(len(content))


def _content(source: Source) -> bytes:
    """The bytes of an archive, which may be compressed once more."""
    raw = source.head(-1)
    if raw.startswith(b"PK"):
        return raw
    pieces, size = [], 0
    for piece in source.chunks():
        size += len(piece)
        if size > max_bytes(len(raw)):
            raise Unreadable
        pieces.append(piece)
    return b"".join(pieces)


def _weights(
    arrays: dict[str, Any], width: int, labels: list[str], scheme: Encoding | None, largest: int
) -> Parameters | None:
    """The weights, where they have the rows and columns of features and labels, are numbers, and are allowed."""
    count = len(labels)
    if 8 * width > largest or 8 * count * (count + 2) > max(largest, _MAX_STEPS):
        return None
    emission = _numbers(arrays, "emission", "feature", "label", (width, count))
    transition = _numbers(arrays, "transition", "before", "after", (count + 2, count))
    if emission is None or transition is None:
        return None
    try:
        allowed = None if scheme is None else allowed_steps(scheme, labels)
    except UsageError:
        return None
    steps = np.zeros((count + 2, count))
    if allowed is not None:
        steps[~allowed] = -np.inf
        if not allowed[transition[0], transition[1]].all():
            return None
    steps[transition[0], transition[1]] = transition[2]
    rows = np.searchsorted(emission[0], np.arange(width + 1)).astype(np.int64)
    return Parameters(rows, emission[1], emission[2], steps)


def _numbers(arrays: dict[str, Any], what: str, row: str, column: str, shape: tuple[int, int]) -> Any:
    """Row, column and value of each weight, in order and none twice; None where they are anything else."""
    rows, columns, values = (arrays.get(name, np.empty(())) for name in (row, column, what))
    if values.ndim != 1 or not rows.shape == columns.shape == values.shape:
        return None
    if rows.dtype.kind != "i" or columns.dtype.kind != "i" or values.dtype != np.float64:
        return None
    place = rows.astype(np.int64) * shape[1] + columns
    inside = ((rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])).all()
    if not inside or not (np.diff(place) > 0).all() or not np.isfinite(values).all():
        return None
    return rows.astype(np.int64), columns.astype(np.int32), np.array(values)


def _tagger(known: dict[str, Any], weights: Parameters, extractor: Extractor, scheme: Encoding | None) -> Tagger:
    labels, places, tolerance = tuple(known["labels"]), tuple(known["places"]), float(known["tolerance"])
    if sorted(places) != list(range(len(labels))):
        raise ValueError("each label has a name and a place of its own")
    numbers = (weights.emission, weights.transition[np.isfinite(weights.transition)])
    largest = max(float(np.abs(each).max(initial=0.0)) for each in numbers)
    if not 0 <= tolerance < (largest or np.inf):
        raise ValueError("a tolerance is a number from 0, and below the weights")
    settings = _settings(known["settings"])
    draws = draws_for(places, settings, tolerance)
    curve = tuple(Epoch(*epoch) for epoch in known["curve"])
    return Tagger(labels, Model(weights, draws, places), extractor, settings, scheme, curve)


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
