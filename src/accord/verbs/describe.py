"""What is in a file: counts of mentions and surface forms, a summary, the plain text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.encoding import Decoder
from accord.encoding import encoding as named_encoding
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.formats.inputs import Inputs
from accord.formats.span_documents import document_findings, span_documents
from accord.formats.token_columns import MAIN, column_labels
from accord.messages import option, suggestion
from accord.model import sentences_of
from accord.model.tree import NO_WORDS
from accord.study.summary import Summary
from accord.verbs.label_sources import refuse_errors, refuse_findings
from accord.verbs.mentions import read_mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats import Columns, Content
    from accord.model import LabelSource, Sentence


def describe(
    path: str,
    *,
    encoding: str | None = None,
    repair: str = NO_REPAIR,
    columns: Columns | None = None,
    surface: bool = False,
) -> list[Summary]:
    """What each annotator of a file labelled: documents, sentences, tokens and mentions, or plain labels."""
    inputs = Inputs.of(columns).in_encoding(encoding)
    contents = inputs.contents(path)
    if contents and contents[0].trees:
        return _describe_trees(contents[0], inputs.layer, repair, surface=surface)
    if contents:
        layers = [(each, _describe_content(path, each, encoding, repair, surface=surface)) for each in contents]
        named = len(contents) > 1
        return [replace(each, layer=content.layer if named else "") for content, found in layers for each in found]
    found = _describe_tokens(inputs.conll(path), encoding, repair, surface=surface)
    columns_of = inputs.label_columns(path)
    if columns_of and (said := columns_of.describe()):
        found.assumed = f"{path}: {said}"
    return [found]


def _describe_content(
    path: str, content: Content, encoding: str | None, repair: str, *, surface: bool
) -> list[Summary]:
    """What each annotator labelled in one layer."""
    if content.markings:
        return [_describe_spans(path, content, surface=surface)]
    if content.unitisings:
        return [_describe_units(path, content)]
    if content.others:
        raise NotApplicable(f"{path} holds {content.whole_kind}, and labels, spans, units or trees are counted here")
    if not content.passages:
        return [_describe_items(path, content)]
    parts = [part.label_source() for part in content.by_annotator()]
    return [_describe_tokens(part, encoding, repair, surface=surface) for part in parts]


def _describe_trees(content: Content, layer: str | None, repair: str, *, surface: bool) -> list[Summary]:
    """Count what stands above tokens, and beside the trees in each column that is used."""
    trees = _describe_tokens(content.label_source(), None, repair, surface=surface)
    columns = column_labels(content)
    found = [replace(trees, layer=MAIN if columns else "")]
    found += [replace(trees, layer=name, labels=labels, surface=Counter()) for name, labels in columns.items()]
    if layer is None:
        return found
    known = [each.layer or MAIN for each in found]
    if layer not in known:
        raise UsageError(f"there is no layer {layer!r}: {suggestion(layer, known)}")
    return [replace(found[known.index(layer)], layer="")]


def _describe_tokens(label_source: LabelSource, encoding: str | None, repair: str, *, surface: bool) -> Summary:
    """Count mentions, or plain labels where the labels are no chunk labels."""
    census = Census.of(label_source.batches())
    scheme = census.best() if encoding is None else named_encoding(encoding)
    summary = Summary(label_source.name, encoding=scheme)
    documents: set[str] = set()
    if scheme is None:
        for sentence in sentences_of(label_source):
            _add(summary, documents, sentence)
            summary.labels.update(sentence.labels)
        refuse_errors(label_source)
    else:
        decoder = Decoder(scheme, repair)
        for sentence, mentions, _ in read_mentions(label_source, decoder, repair=repair != NO_REPAIR):
            _add(summary, documents, sentence)
            for start, end, type_ in mentions:
                summary.mentions[type_] += 1
                summary.mention_tokens[type_] += end - start
                if surface:
                    summary.surface[type_, " ".join(sentence.tokens[start:end])] += 1
    summary.documents = len(documents)
    return summary


def _describe_items(path: str, content: Content) -> Summary:
    """Count the answers of annotators to items."""
    refuse_findings([*content.findings, *content.repeated_labels()])
    summary = Summary(path)
    items: set[tuple[str | None, str]] = set()
    for (document, annotator), answers in content.answers.items():
        items.update((document, item) for item in answers.labels)
        summary.labels.update(answers.labels.values())
        summary.by_annotator.setdefault(annotator or path, Counter()).update(answers.labels.values())
    summary.items = len(items)
    return summary


def _describe_spans(path: str, content: Content, *, surface: bool) -> Summary:
    """Count the spans of all annotators, and what they cover."""
    documents = span_documents(content)
    refuse_findings(
        [*content.findings, *(finding for each in documents.items() for finding in document_findings(*each))]
    )
    units = dict.fromkeys(marking.annotation.unit for marking in content.markings)
    summary = Summary(path, documents=len(documents), annotators=len(content.annotators), unit=" or ".join(units))
    for marking in content.markings:
        summary.annotations += 1
        summary.without_spans += not marking.annotation.spans
        *others, _ = marking.annotation.parts.items()
        for name, types in others:
            summary.on_spans.setdefault(name, Counter()).update(types)
        for span in marking.annotation.spans:
            summary.mentions[span.type] += 1
            summary.mention_tokens[span.type] += span.length
            if surface and marking.words is not None:
                words = marking.words[span.start : span.end]
                summary.surface[span.type, words if isinstance(words, str) else " ".join(words)] += 1
    return summary


def _describe_units(path: str, content: Content) -> Summary:
    """Count the units of each annotator by category, and how long they are."""
    refuse_findings(content.findings)
    documents = {unitising.document for unitising in content.unitisings}
    measured_in = " or ".join(dict.fromkeys(unitising.measured_in for unitising in content.unitisings))
    summary = Summary(path, documents=len(documents), unit=measured_in, units=True)
    for unitising in content.unitisings:
        by_annotator = summary.by_annotator.setdefault(unitising.annotator or path, Counter())
        for start, end, category in unitising.units:
            by_annotator[category] += 1
            summary.labels[category] += 1
            summary.lengths[category] = summary.lengths.get(category, 0.0) + end - start
    return summary


def _add(summary: Summary, documents: set[str], sentence: Sentence) -> None:
    summary.sentences += 1
    summary.tokens += len(sentence.tokens)
    documents.add(sentence.document)


def text(path: str, *, columns: Columns | None = None) -> Iterator[str]:
    """One sentence per line, tokens divided by a space, an empty line between documents."""
    label_source = Inputs.of(columns).label_source(path)
    document = None
    for sentence in sentences_of(label_source):
        if NO_WORDS in sentence.tokens:
            raise NotApplicable(
                f"{path} holds labels and no words, so it has no text ({option('layout', 'words')} says otherwise)"
            )
        if document is not None and sentence.document != document:
            yield ""
        document = sentence.document
        yield " ".join(sentence.tokens)
    refuse_errors(label_source)
