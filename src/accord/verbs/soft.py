"""Score predicted label distributions against those of annotators, and write the latter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import UsageError
from accord.formats.json_values import Wrong
from accord.formats.lewidi import Record, lewidi_records, write_lewidi
from accord.formats.sniff import sniff
from accord.formats.soft import distribution, soft_labels
from accord.formats.source import Source
from accord.kinds.common_options import CommonOptions
from accord.kinds.labels.options import CodingOptions
from accord.kinds.options import chosen
from accord.model.soft import SoftLabels
from accord.scoring.soft import CLIP, SoftScores, soft_scores
from accord.study.soft import soft_labels_of, soft_study
from accord.verbs.arguments import check_number, check_path, names
from accord.verbs.codings import as_coding, corpus_behind
from accord.verbs.data import in_hand

if TYPE_CHECKING:
    from collections.abc import Collection

    from accord.learn.tagger import Tagger

_ARCHIVE = b"PK\x03\x04"


def score_soft(
    reference: Any,
    predicted: Any,
    *,
    missing: Collection[str] = (),
    clip: float = CLIP,
    interval: str | None = "jackknife",
    level: float = 0.95,
    resamples: int = 1_000,
    seed: int = 1,
) -> SoftScores:
    """Score predicted shares of labels against what annotators said.

    ``reference`` is LeWiDi JSON (its soft labels where it has some), any labels of several annotators as for ``agree``,
    or a mapping of items to shares; labels of it that are ``missing`` mean no answer. ``predicted`` is LeWiDi JSON, a
    table with one row per item and one column per label, such a mapping, or a tagger (or its file), which labels the
    tokens of the reference. Logarithms are of shares of at least ``clip``.

    >>> scores = score_soft({"a": {"x": 0.5, "y": 0.5}, "b": {"x": 1.0}}, {"a": {"x": 0.5, "y": 0.5}, "b": {"y": 1.0}})
    >>> scores["jsd"], scores["manhattan"]
    (0.5, 1.0)
    """
    given = {"interval": interval, "level": level, "resamples": resamples, "seed": seed}
    uncertainty = chosen(CommonOptions, given).uncertainty(by_document=False)
    said = as_soft(reference, missing)
    file = Source(check_path(predicted, "predicted")) if isinstance(predicted, str | PathLike) else None
    tagger = _tagger(predicted, file)
    study = soft_study(said, _predicted(predicted, file) if tagger is None else _by_tagger(tagger, reference, said))
    return soft_scores(study, uncertainty, check_number(clip, "clip"))


def as_soft(data: Any, missing: Collection[str] = ()) -> SoftLabels:
    """What annotators said, as shares of labels."""
    no_answer = frozenset(names(missing, "missing"))
    given = _shares(data)
    if given is None and (source := lewidi_source(data)):
        given = soft_labels(source)
    if given is None:
        return soft_labels_of(as_coding(data, CodingOptions(missing=no_answer, keep_singletons=True)))
    left = given.without(no_answer)
    if not left.shares:
        raise UsageError("no item has a label that is not missing")
    return left


def _predicted(data: Any, file: Source | None) -> SoftLabels:
    given = _shares(data)
    if given is not None:
        return given
    if file is not None:
        return soft_labels(file)
    raise UsageError("predictions are a file of soft labels, items with their shares of labels, or an array of shares")


def _tagger(data: Any, file: Source | None) -> Tagger | None:
    """A tagger, given as such or by its file; None for anything else."""
    from accord.learn.tagger import Tagger

    if isinstance(data, Tagger):
        return data
    if file is not None and Path(file.path).is_file() and file.head(len(_ARCHIVE)) == _ARCHIVE:
        return Tagger.load(data)
    return None


def _by_tagger(tagger: Tagger, reference: Any, said: SoftLabels) -> SoftLabels:
    """What a tagger says of the tokens that annotators labelled."""
    source = lewidi_source(reference)
    corpus = None if source or _shares(reference) else corpus_behind(in_hand(reference))
    if corpus is None or not any(document.sentences for document in corpus.documents):
        raise UsageError("a tagger labels tokens: give a reference of annotated tokens")
    sentences = [tokens for document in corpus.documents for tokens in document.sentences]
    probabilities = iter(tagger.probabilities(sentences))
    shares = {
        f"{document.id}:{number}:{place}": dict(zip(tagger.labels, row, strict=True))
        for document in corpus.documents
        for number, _ in enumerate(document.sentences, 1)
        for place, row in enumerate(next(probabilities).tolist(), 1)
    }
    return SoftLabels({item: shares[item] for item in said.shares})


def lewidi_source(data: Any) -> Source | None:
    """A file of LeWiDi JSON, given as such or by its path; None for anything else."""
    if isinstance(data, Source):
        return data
    if not isinstance(data, str | PathLike) or Path(data).is_dir():
        return None
    source = Source(check_path(data, "reference"))
    return source if sniff(source).format == "lewidi" else None


def _shares(data: Any) -> SoftLabels | None:
    """Soft labels, an array of shares (items, labels), or items with numbers for labels; None for anything else."""
    if isinstance(data, SoftLabels):
        return data
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.dtype.kind == "f":
        data = {row: dict(enumerate(shares)) for row, shares in enumerate(data.tolist())}
    if not isinstance(data, Mapping) or not all(
        isinstance(shares, Mapping) and shares and all(isinstance(share, Real) for share in shares.values())
        for shares in data.values()
    ):
        return None
    found: dict[str, dict[str, float]] = {}
    for item, shares in data.items():
        try:
            found[str(item)] = distribution({str(label): share for label, share in shares.items()})
        except Wrong as wrong:
            raise UsageError(f"item {item!r}: {wrong.args[1]}: {wrong.args[2]}") from None
    return SoftLabels(found)


def write_soft(data: Any, path: str, *, missing: Collection[str] = ()) -> int:
    """Write what annotators said as LeWiDi JSON, and say how many items these are.

    Of LeWiDi JSON everything is kept, and shares are added where there is no soft label.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "soft.json"
    >>> write_soft({"ada": {"t1": "yes"}, "ben": {"t1": "no"}}, str(path))
    1
    """
    source = lewidi_source(data)
    soft = as_soft(source or data, missing)
    labels = soft.labels
    answers: dict[str, dict[str, str]] = {item: {} for item in soft.shares}
    for annotator, given in soft.answers.items():
        for item, label in given.items():
            answers[item][annotator] = label
    shares = {item: {label: given.get(label, 0.0) for label in labels} for item, given in soft.shares.items()}
    if source:
        read = lewidi_records(source)
        records = [record if record.soft else replace(record, soft=shares.get(record.name)) for record in read]
    else:
        records = [Record(item, answers[item], shares[item]) for item in soft.shares]
    write_lewidi(records, path)
    return len(records)
