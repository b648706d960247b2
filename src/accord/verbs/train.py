"""Learn a tagger from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.inputs import Inputs
from accord.formats.source import Source
from accord.learn import WEIGHTS
from accord.learn.tagger import Prepared, Tagger
from accord.learn.tagger.clusters import Clusters
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.tagger.settings import Settings
from accord.learn.tagger.trained import Trained, label_notes, unknown_notes, unweighted_notes
from accord.learn.weights import Weights
from accord.verbs.arguments import refuse_repeated
from accord.verbs.disagreement import disagreement as estimated
from accord.verbs.labelled_text import labelled_text, learnt_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.compute.progress import OnProgress
    from accord.formats import Columns


def train(
    paths: Sequence[str],
    columns: Columns,
    *,
    dev: Sequence[str] = (),
    features: str = "pos",
    other_columns: Sequence[str] = (),
    gazetteer: str | None = None,
    clusters: str | None = None,
    weights: str | None = None,
    disagreement: Sequence[str] = (),
    missing: Sequence[str] = (),
    encoding: str | None = None,
    labels: Sequence[str] = (),
    progress: OnProgress | None = None,
    **settings: Any,
) -> Trained:
    """Learn from the labels of files; what is not said of their encoding is detected, and noted."""
    seed = Settings(**settings).seed
    gamma = None if weights is None else some_weights(weights, disagreement, missing, seed)
    if missing and not disagreement:
        raise UsageError("--missing is for --disagreement: give both")
    if disagreement and weights is None:
        raise UsageError(f"--disagreement says where --weights come from: name a kind ({', '.join(WEIGHTS)})")
    refuse_repeated(paths, "file")
    text, label_sources = labelled_text(paths, columns, other_columns)
    scheme, notes = learnt_encoding(label_sources, encoding)
    taken = {path: Inputs.of(columns).for_tokens(path).label_columns(path) for path in paths}
    notes += [f"{path}: {said}" for path, each in taken.items() if each and (said := each.describe())]
    data = Prepared.of(
        text,
        features,
        encoding=scheme,
        labels=labels,
        gazetteer=None if gazetteer is None else Gazetteer.read(gazetteer),
        clusters=None if clusters is None else Clusters.read(clusters),
    )
    held_out = {path: data.others(labelled_text([path], columns, other_columns)[0]) for path in dev}
    tagger = Tagger.train(data, weights=gamma, dev=held_out, progress=progress, **settings)
    digests = tuple(label_source.digest() or "" for label_source in label_sources)
    return Trained(
        tagger,
        len(text.starts) - 1,
        len(text.tokens),
        gamma,
        digests,
        dict(_beside(gazetteer, clusters, None if disagreement else weights, other_columns, labels)),
        (*notes, *_notes(data.labels, gamma), *unknown_notes({path: each.unknown for path, each in held_out.items()})),
    )


def some_weights(name: str, disagreement: Sequence[str], missing: Sequence[str], seed: int) -> Weights:
    """Weights from a file, or of a kind from labels of several annotators."""
    if name in WEIGHTS.spellings:
        if not disagreement:
            raise UsageError(f"weights of the kind {name} need labels of two annotators: --disagreement FILE")
        return estimated(list(disagreement), missing=missing).weights(name, seed=seed)
    if disagreement:
        raise UsageError(f"--disagreement is for a kind of weights ({', '.join(WEIGHTS)}), and {name} is a file")
    if not Path(name).exists():
        raise UsageError(f"{name} is neither a file of weights nor a kind of them: {', '.join(WEIGHTS)}")
    return Weights.load(name)


def _beside(
    gazetteer: str | None, clusters: str | None, weights: str | None, columns: Sequence[str], labels: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """What a tagger learns by beside its data and its settings, for its signature."""
    for what, path in (("weights-file", weights), ("gazetteer", gazetteer), ("clusters", clusters)):
        if path is not None:
            yield what, Source(path).digest()
    for what, names in (("columns", columns), ("first", labels)):
        if names:
            yield what, "+".join(names)


def _notes(labels: Sequence[str], weights: Weights | None) -> list[str]:
    warning = weights and weights.warning
    return [*label_notes(labels), *unweighted_notes(labels, weights), *([warning] if warning else [])]
