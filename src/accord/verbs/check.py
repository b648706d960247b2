"""Check files, corpora or label lists for everything that is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.checks import CheckedFile, empty_labels, label_findings, offer_repair
from accord.checks.trees import repeated_names, tree_findings
from accord.encoding import Decoder, Encoding
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError, UsageError
from accord.formats.campaign import Part
from accord.formats.folders import find_files
from accord.formats.frame import is_frame
from accord.formats.look_alikes import look_alikes
from accord.formats.span_documents import document_findings, span_documents
from accord.formats.token_columns import MAIN, column_labels
from accord.formats.whole_layers import other_layers
from accord.messages import plural
from accord.model import (
    UNREAD,
    Corpus,
    Finding,
    LabelSource,
    Place,
    Sentence,
    SentenceSource,
    Severity,
    sentences_by_annotator,
    sentences_of,
)
from accord.verbs.arguments import check_path, lists
from accord.verbs.label_sources import as_inputs, as_label_source, is_label_lists
from accord.verbs.read import Campaign, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats import Columns, Content
    from accord.formats.inputs import Inputs


def check(*data: Any, encoding: str | Encoding | None = None, columns: Columns | None = None) -> list[Finding]:
    """All findings of some files, folders, corpora, data frames or label lists, each one's in the order of its lines.

    >>> [str(finding.place) for finding in check([["B-PER", "O"], ["O", "I-PER"]], encoding="BIO")]
    ['labels[1][1]']
    """
    parts = [part for labels in map(_listed, data) for part in ([labels] if _is_one(labels) else labels)]
    paths = [check_path(part, "check") for part in parts if isinstance(part, str | PathLike)]
    files = find_files(paths).paths
    parts = [part for part in parts if not isinstance(part, str | PathLike)]
    if not files and not parts:
        raise UsageError("name at least one file to check")
    checked = [finding for file in files for finding in check_file(file, encoding=encoding, columns=columns).findings]
    checked += check_together(files, columns)
    for number, part in enumerate(parts, 1):
        label_sources: list[LabelSource] = []
        if isinstance(part, Corpus) or is_frame(part):
            corpus = read(part)
            checked += corpus.findings
            checked += _corpus_trees(corpus)
            label_sources += file_label_sources(corpus)
        else:
            label_sources.append(as_label_source(part, "labels" if len(parts) == 1 else f"labels {number}"))
        checked += [
            finding
            for label_source in label_sources
            for finding in _check_label_source(label_source, encoding).findings
        ]
    return checked


def _listed(given: Any) -> Any:
    """Generators and the like as lists; a data frame stays whole."""
    return given if is_frame(given) else lists(given)


def _is_one(labels: Any) -> bool:
    """Whether something is checked as one: anything but a list of such things."""
    return not isinstance(labels, list) or (is_label_lists(labels) and bool(labels))


def _corpus_trees(corpus: Corpus) -> list[Finding]:
    """What is wrong with the trees of each annotator, and where their tokens differ."""
    from accord.kinds.trees.study import study_trees, trees_of  # here, so that files of labels are checked without

    trees = trees_of(corpus)
    found = [finding for tree in trees for finding in tree_findings(tree)]
    return found + list(study_trees(corpus).mismatches if trees else ())


def file_label_sources(corpus: Corpus) -> list[SentenceSource]:
    """The token labels of each annotator and file; an annotator's where no file is known."""
    sentences: dict[tuple[str, str], list[Sentence]] = {}
    for annotator, labelled in sentences_by_annotator(corpus).items():
        for sentence in labelled:
            file = corpus.annotations[sentence.document, annotator].file or annotator
            sentences.setdefault((annotator, file), []).append(sentence)
    return [SentenceSource(file, held) for (_, file), held in sentences.items()]


def check_file(
    path: str | PathLike[str], *, encoding: str | Encoding | None = None, columns: Columns | None = None
) -> CheckedFile:
    """Check one file; its labels in the encoding given, or in the one they break least."""
    inputs = as_inputs(columns).in_encoding(encoding)
    path = check_path(path, "check")
    contents = inputs.contents(path)
    if not contents:
        checked = _check_label_source(inputs.conll(path), encoding)
        columns_of = inputs.label_columns(path)
        return replace(checked, assumed=columns_of.describe()) if columns_of else checked
    first, *others = [_check_content(content, path, inputs, encoding) for content in contents]
    layers = {content.layer: each.sizes for content, each in zip(contents, [first, *others], strict=True)}
    layers |= {name: {"label": each.total(), "type": len(each)} for name, each in column_labels(contents[0]).items()}
    if len(layers) < 2:
        return first
    if contents[0].trees and not contents[0].layer:
        layers = {MAIN: layers.pop(""), **layers}
    findings = dict.fromkeys(finding for each in (first, *others) for finding in each.findings)
    ordered = sorted(findings, key=lambda finding: finding.place.line or 0)
    return replace(first, findings=tuple(ordered), layers=layers)


def _check_content(content: Content, path: str, inputs: Inputs, encoding: str | Encoding | None) -> CheckedFile:
    """Check one layer of a file."""
    if content.trees or inputs.holds_trees(path):
        return _check_trees(content)
    if content.markings:
        return _check_spans(content)
    if content.unitisings:
        return _check_units(content)
    if content.others:
        return _check_others(content)
    if not content.passages:
        return replace(_check_items(content), assumed=inputs.assumed_table(path))
    return _check_label_source(content.label_source(), encoding)


def _check_items(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with answers to items."""
    answers = content.answers
    sizes = {
        "label": sum(len(given.labels) for given in answers.values()),
        "item": len({(document, item) for (document, _), given in answers.items() for item in given.labels}),
        "annotator": len({annotator for _, annotator in answers}),
    }
    alike = look_alikes((label for given in answers.values() for label in given.labels.values()), Place(content.file))
    findings = sorted([*content.findings, *content.repeated_labels()], key=lambda finding: finding.place.line or 0)
    return CheckedFile(content.file, (*findings, *alike), None, False, (), sizes)


def _check_spans(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with single records; here it is what they say together."""
    documents = span_documents(content)
    together = [finding for each in documents.items() for finding in document_findings(*each)]
    findings = sorted([*content.findings, *together], key=lambda finding: finding.place.line or 0)
    types: dict[str, list[str]] = {}
    for marking in content.markings:
        for name, found in marking.annotation.parts.items():
            types.setdefault(name, []).extend(found)
    (main, first), *others = types.items()
    sizes = {
        main: len(first),
        "type": len(set(first)),
        **{name: len(found) for name, found in others},
        "document": len(documents),
        "annotator": len(content.annotators),
    }
    alike = look_alikes((label for found in types.values() for label in found), Place(content.file))
    offsets = content.offsets.say() if content.offsets else ""
    return CheckedFile(content.file, (*findings, *alike), None, False, (), sizes, offsets=offsets)


def _check_units(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with units."""
    units = [unit for unitising in content.unitisings for unit in unitising.units]
    sizes = {
        "unit": len(units),
        "category": len({unit.category for unit in units}),
        "document": len({unitising.document for unitising in content.unitisings}),
        "annotator": len(content.annotators),
    }
    alike = look_alikes((unit.category for unit in units), Place(content.file))
    return CheckedFile(content.file, (*content.findings, *alike), None, False, (), sizes)


def _check_others(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with single annotations; here it is what somebody has twice."""
    twice = other_layers([(Part(content.file, None, None), content)]).findings
    sizes = {
        "annotation": len(content.others),
        "document": len(content.documents),
        "annotator": len(content.annotators),
    }
    return CheckedFile(content.file, (*content.findings, *twice), None, False, (), sizes)


def _check_trees(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with rows and brackets; here it is whether graphs are trees."""
    trees = [tree for bank in content.trees for tree in bank.trees]
    findings = [*content.findings, *(finding for tree in trees for finding in tree_findings(tree))]
    findings += [finding for bank in content.trees for finding in repeated_names(bank.trees)]
    ordered = sorted(findings, key=lambda finding: finding.place.line or 0)
    sizes = {"token": sum(map(len, trees)), "tree": len(trees), "document": len(content.trees)}
    return CheckedFile(content.file, tuple(ordered), None, False, (), sizes)


def check_together(paths: Sequence[str], columns: Columns | None = None) -> list[Finding]:
    """Where the trees of several annotators stand over different tokens, if the files hold trees and can be read.

    Of files that share no more than half of their sentences it is only said how many differ: they may be other texts.
    """
    inputs = as_inputs(columns)
    try:
        if len(paths) < 2 or not all(map(inputs.holds_trees, paths)):
            return []
        from accord.kinds.trees.study import study_trees

        parses = study_trees(Campaign(columns=inputs).read(paths))
    except AccordError:  # each file says for itself what is wrong with it
        return []
    differ = len(parses.sentences) - len(parses.comparable)
    if differ * 2 < len(parses.sentences) or not differ:
        return list(parses.mismatches)
    message = f"the tokens of {differ:,} of {plural(len(parses.sentences), 'sentence')} differ between annotators"
    first, *_ = parses.mismatches
    hint = f"is it the same text? the first: {first.message}"
    return [Finding("token-mismatch", Severity.WARNING, first.place, message, hint)]


def _check_label_source(label_source: LabelSource, given: str | Encoding | None) -> CheckedFile:
    """Go through the sentences of a label source."""
    census = Census.of(label_source.batches())
    scheme = census.best() if given is None else named_encoding(given)
    decoder = Decoder(scheme, NO_REPAIR) if scheme else None
    findings: list[Finding] = []
    tokens = sentences = 0
    documents: set[str] = set()
    for sentence in sentences_of(label_source):
        tokens += len(sentence.tokens)
        sentences += 1
        documents.add(sentence.document)
        if decoder:
            text = decoder.text(sentence.labels)
            if UNREADABLE in text or decoder.read(text)[1]:
                findings += label_findings(sentence, label_source.name, decoder.scheme)
        else:
            findings += empty_labels(sentence, label_source.name)
    findings = offer_repair(sorted([*label_source.findings, *findings], key=lambda finding: finding.place.line or 0))
    findings += look_alikes(set(census.labels.values()) - {UNREAD}, Place(label_source.name))
    sizes = {"token": tokens, "sentence": sentences, "document": len(documents)}
    return CheckedFile(label_source.name, tuple(findings), scheme, given is None, tuple(census.verdicts()), sizes)
