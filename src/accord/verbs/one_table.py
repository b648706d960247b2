"""A file that holds what a reference and systems said: which column of labels, or which annotator, is which."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import AccordError, UsageError
from accord.kinds.kind import KINDS
from accord.messages import column_option, option, suggestion
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from accord.formats.inputs import Inputs
    from accord.model import Corpus


def holds_no_tokens(path: str, inputs: Inputs) -> bool:
    """Whether a file holds anything but labels of tokens, so that a reference in it is an annotator or a column."""
    return inputs.kind(path) is not None


def in_one_table(path: str, inputs: Inputs, reference: str | None) -> tuple[Corpus, dict[str, Corpus]]:
    """The corpus of the reference, and that of each system: the columns that are named, or all others."""
    said = option("reference_columns", flag="--reference-column")
    if reference is None:
        raise UsageError(
            f"name the reference, {option('reference')}, or where it is a column or an annotator of {path}: {said} NAME"
        )
    kind = inputs.kind(path)
    if kind is not None and not KINDS.get(kind).scored_by_name:
        return _by_annotator(Campaign(None, inputs).read([path]), path, reference)
    labels = inputs.labels
    told = replace(inputs, label=[reference, *labels]) if labels else inputs
    corpus = Campaign(None, told).read([path]) if labels else _wide_or_long(path, inputs, reference)
    if corpus is None:
        raise UsageError(f"name the columns of the systems beside {reference!r}: {column_option('label')}")
    gold = reference if reference in corpus.annotators else corpus.annotators[0]
    systems = [name for name in corpus.annotators if name != gold]
    if not systems:
        raise UsageError(f"{path} has no column beside {reference!r}: name those of systems, {column_option('label')}")
    return _only(corpus, gold), {name: _only(corpus, name) for name in systems}


def _by_annotator(corpus: Corpus, path: str, reference: str) -> tuple[Corpus, dict[str, Corpus]]:
    """One annotator as the reference, each of the others as a system."""
    names = list(corpus.annotators)
    if reference not in names:
        raise UsageError(f"{path} has no annotator {reference!r}: {suggestion(reference, names)}")
    if len(names) < 2:
        raise UsageError(f"{path} is by {reference} alone: name the file of a system")
    return _only(corpus, reference), {name: _only(corpus, name) for name in names if name != reference}


def _wide_or_long(path: str, inputs: Inputs, reference: str) -> Corpus | None:
    """A table in which a column or an annotator is the reference; None where its other columns are not known."""
    for layout in (inputs.layout, "wide"):
        try:
            corpus = Campaign(None, replace(inputs, layout=layout)).read([path])
        except AccordError:
            continue
        if reference in corpus.annotators and len(corpus.annotators) > 1:
            return corpus
    Campaign(None, replace(inputs, label=reference)).read([path])  # refuses a column that is not there
    return None


def _only(corpus: Corpus, annotator: str) -> Corpus:
    """The same with one annotator."""
    kept = {key: said for key, said in corpus.annotations.items() if key[1] == annotator}
    return replace(corpus.select(corpus.layer.name).with_annotations(kept), findings=())
