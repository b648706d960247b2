"""Whatever a caller calls labels (a path, a corpus, lists), as a label source."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.encoding import Encoding, encoding
from accord.encoding.detect import Census
from accord.errors import ReadError, UsageError
from accord.formats import Columns
from accord.formats.inputs import Inputs
from accord.formats.names import some
from accord.messages import column_option, option, plural, shown
from accord.model import Corpus, Finding, LabelSource, SentenceSource, Severity, labelled_sentences, labels_source
from accord.verbs.arguments import check_path, lists

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def as_inputs(columns: Any, what: str = "columns") -> Inputs:
    """Files as the caller speaks of them, and as they were read in this run; all is detected where nothing is said."""
    if not isinstance(columns, Columns | None):
        raise UsageError(f"{what}: accord.Columns(token=..., label=...) is needed, not {shown(columns)}")
    return Inputs.of(columns)


def as_label_source(labels: Any, name: str, columns: Columns | None = None) -> LabelSource:
    """A path, a label source, a corpus of one annotator or a list of label lists, as a label source."""
    labels = lists(labels)
    if isinstance(labels, str | PathLike):
        inputs, path = as_inputs(columns), check_path(labels, name)
        return inputs.label_source(path) if inputs.layer is None else _layer_source(path, inputs)
    if isinstance(labels, Corpus):
        return _corpus_track(labels, name)
    if isinstance(labels, list):
        if not labels:
            raise UsageError(f"{name}: there is no sentence in the list")
        if not all(isinstance(sequence, list) for sequence in labels):
            raise UsageError(f"{name}: a path or a list of label lists is needed, one per sentence")
        return labels_source(labels, name)
    if not hasattr(labels, "batches"):
        raise UsageError(f"{name}: a path, a corpus or a list of label lists is needed, not {shown(labels)}")
    label_source: LabelSource = labels
    return label_source


def _layer_source(path: str, inputs: Inputs) -> SentenceSource:
    """The labels of tokens in one of several layers of a file, such as the tags of CoNLL-U."""
    from accord.verbs.read import Campaign

    found = _corpus_track(Campaign("files", inputs).read([path]), path)
    return replace(found, hash=inputs.source(path).digest())


def _corpus_track(corpus: Corpus, name: str) -> SentenceSource:
    annotators = corpus.annotators
    if len(annotators) != 1:
        held = f"{len(annotators)} ({', '.join(annotators)})" if annotators else "none"
        raise UsageError(f"{name}: a corpus of one annotator is needed, this one has {held}")
    sentences = list(labelled_sentences(corpus, annotators[0]))
    if not sentences:
        from accord.formats.writer import annotation_name

        raise UsageError(f"{name}: the corpus holds {annotation_name(corpus)}, labels of tokens are needed")
    return SentenceSource(name, sentences)


def is_label_lists(labels: Any) -> bool:
    """Whether lists are the labels of sentences, not a list of such lists, of paths or of corpora."""
    first: Any = next((part for part in labels if part), []) if isinstance(labels, list) else None
    return isinstance(first, list) and not any(isinstance(part, list) for part in first)


def refuse_errors(*label_sources: LabelSource) -> None:
    """Raise all that the readers of some label sources reported as errors."""
    refuse_findings([finding for label_source in label_sources for finding in label_source.findings])


def refuse_findings(findings: Sequence[Finding]) -> None:
    """Raise those findings that are errors, together."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        files = some(list(dict.fromkeys(finding.place.file for finding in errors)))
        raise ReadError(f"{plural(len(errors), 'problem')} in {files}: nothing was done", errors)


def find_encoding(given: str | Encoding | None, label_source: LabelSource) -> Encoding | None:
    """The encoding asked for, or the one that the labels of a label source break least; None if they are no chunks."""
    if given is not None:
        return encoding(given)
    census = Census.of(label_source.batches())
    refuse_errors(label_source)
    return census.best()


def resolve_encoding(given: str | Encoding | None, label_source: LabelSource) -> Encoding:
    """The same, which there must be."""
    found = find_encoding(given, label_source)
    if found is None:
        column = column_option("label", keyword="columns")
        raise ReadError(
            f"{label_source.name}: the labels are no chunk labels like B-PER "
            f"(say which encoding: {option('encoding')}; or which column it is: {column})"
        )
    return found


def digests(reference: LabelSource, predictions: Iterable[LabelSource]) -> dict[str, object]:
    """What is known of the files, for a signature."""
    made = {
        "ref": reference.digest(),
        "pred": "+".join(digest for label_source in predictions if (digest := label_source.digest())),
    }
    return {key: digest for key, digest in made.items() if digest}


def say_sizes(sizes: Sequence[int]) -> str:
    """The size of all runs, or that of each where they differ."""
    return "+".join(map(str, sizes if len(set(sizes)) > 1 else sizes[:1]))
