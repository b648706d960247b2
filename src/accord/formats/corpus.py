"""Puts the files of a campaign together: who annotated what, which documents are the same, and one corpus of it all."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError, UsageError
from accord.formats.annotators import assign_annotators
from accord.formats.content import Answers, Content, other_text, repeated_label
from accord.formats.continua import unit_layers
from accord.formats.corpus_part import CorpusPart
from accord.formats.document_matcher import DocumentMatcher
from accord.formats.documents import Version, fewer_documents, overlap_findings, usual_version, version_findings
from accord.formats.formats import refuse_idle
from accord.formats.leaves import resolve_leaves
from accord.formats.look_alikes import labels_in, look_alikes
from accord.formats.names import distinct_names, short_names, some
from accord.formats.numbers import finite_number
from accord.formats.span_documents import SpanVersion, by_document, document_findings
from accord.formats.tiers import match_tiers
from accord.formats.treebanks import tree_layers
from accord.messages import option, plural
from accord.model import Corpus, Document, Finding, ItemLabels, Layer, Place, Severity, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Passage
    from accord.formats.folders import Files
    from accord.formats.inputs import Inputs
    from accord.formats.source import Source


def read_corpus(files: Files, how: str | None, inputs: Inputs) -> Corpus:
    """Read every file, detect who annotated what, and place it all over the documents."""
    opened = _open(files, inputs)
    made = {name: _assembled(held, how, opened.findings) for name, held in _by_layer(opened.contents).items()}
    findings = [*opened.findings, *(finding for part in made.values() for finding in part.findings)]
    layers: dict[str, Layer] = {}
    for name, part in made.items():
        first = next(iter(opened.contents.values())).file
        findings += overlap_findings(part.annotations, first)
        labels = {label for each in part.annotations.values() for label in labels_in(each)}
        findings += look_alikes(labels, Place(first))
        layers[part.name or name] = Layer(part.name or name, part.annotations)
        layers |= {layer.name: layer for layer in part.beside}
    assumptions = dict.fromkeys(line for part in made.values() for line in part.assumptions)
    corpus = Corpus(
        _documents(made.values()),
        layers,
        tuple(findings),
        (*opened.assumptions, *assumptions),
        next(iter(layers)),
    )
    return _main_layer(corpus) if inputs.layer is None else corpus.select(inputs.layer)


def _by_layer(contents: Mapping[str, Content]) -> dict[str, dict[str, Content]]:
    """The contents of each layer by path, without layers in which nobody labelled or marked anything."""
    found: dict[str, dict[str, Content]] = defaultdict(dict)
    for path, content in contents.items():
        for each in (content, *content.beside):
            found[each.layer][path] = each
    used = {name: held for name, held in found.items() if any(each.holds_anything for each in held.values())}
    for held in used.values():
        like = next((marking.annotation for each in held.values() for marking in each.markings), None)
        for path, content in contents.items():
            if like is not None and content.whole and path not in held:
                empty = [
                    each._replace(annotation=like.nothing_in(content.file, each.annotation.length))
                    for each in content.markings
                ]
                held[path] = Content(content.file, markings=empty)
    return used or dict(list(found.items())[:1])


def _documents(parts: Iterable[CorpusPart]) -> tuple[Document, ...]:
    """The documents of all layers, each once, with all that layers know of it."""
    found: dict[str, Document] = {}
    for document in (document for part in parts for document in part.documents):
        known = found.get(document.id)
        found[document.id] = (
            document
            if known is None
            else replace(
                known,
                sentences=known.sentences or document.sentences,
                text=known.text or document.text,
                items={**document.items, **known.items},
                named=known.named or document.named,
            )
        )
    return tuple(found.values())


def _assembled(contents: Mapping[str, Content], how: str | None, before: Sequence[Finding]) -> CorpusPart:
    """One layer: who annotated what, placed over the documents; refused with what was found before, if need be."""
    parts, said = assign_annotators(contents, how)
    tokens, items, spans, units = (lay(parts) for lay in (_token_layers, _item_layers, _span_layers, unit_layers))
    trees = tree_layers(parts)
    made = (tokens, items, spans, units, trees)
    labels = {"labels of tokens or items": tokens.annotations or items.annotations}
    others = dict.fromkeys(each.kind for part in (spans, units, trees) for each in part.annotations.values())
    kinds = [*others, *(kind for kind, found in labels.items() if found)]
    findings = [finding for part in made for finding in part.findings]
    _refuse_errors([*before, *findings])
    if len(kinds) > 1:
        raise UsageError(f"there are {', and '.join(kinds)}: read the files apart")
    both = tokens.annotations.keys() & items.annotations.keys()
    if both:
        raise UsageError(f"{' by '.join(min(both))} has labels of tokens and of items: read the files apart")
    return CorpusPart(
        [document for part in made for document in part.documents],
        {key: each for part in made for key, each in part.annotations.items()},
        findings,
        [*said, *(line for part in made for line in part.assumptions)],
        trees.name,
        trees.beside,
    )


def _main_layer(corpus: Corpus) -> Corpus:
    """The same, and which layer is looked at where there are several and the caller names none."""
    main, *others = corpus.layers
    if not others:
        return corpus
    said = f"the layer {main} is looked at; {', '.join(others)} can be chosen ({option('layer', flag='--layer NAME')})"
    return replace(corpus, assumptions=(*corpus.assumptions, said))


def _refuse_errors(findings: Sequence[Finding]) -> None:
    errors = [finding.place.file for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        files = some(list(dict.fromkeys(errors)))
        raise ReadError(f"{plural(len(errors), 'problem')} in {files}: nothing was read", findings)


class _Opened(NamedTuple):
    """The contents of all files by path, with what was found wrong and what was assumed."""

    contents: dict[str, Content]
    findings: list[Finding]
    assumptions: list[str]


def _open(files: Files, inputs: Inputs) -> _Opened:
    """Read every file for itself."""
    opened = _Opened({}, [], [])
    said: dict[str, list[str]] = defaultdict(list)
    formats: dict[str, None] = {}
    for path in files.paths:
        source = inputs.source(path)
        try:
            found, reason = inputs.sniff(source)
        except ReadError as error:
            opened.findings.extend(_problems(error, source, left_aside=path in files.found))
            continue
        formats[found] = None
        try:
            content = inputs.parse(source, found)
        except ReadError as error:
            opened.findings.extend(_problems(error, source))
            continue
        opened.contents[path] = content
        opened.findings.extend(content.findings)
        said[f"read as {found} ({reason}): {content.assumption}"].append(path)
    refuse_idle(inputs, formats)
    resolved = resolve_leaves(opened.contents.values())
    contents, matched = match_tiers(resolved.contents)
    opened.contents.update(zip(opened.contents, contents, strict=True))
    opened.findings.extend(resolved.findings)
    _refuse_errors(opened.findings)
    if not opened.contents:
        raise ReadError("there is no file that can be read", opened.findings)
    short = short_names([*files.paths, *files.skipped])
    opened.assumptions.extend(f"{some([short[path] for path in paths])}: {what}" for what, paths in said.items())
    opened.assumptions.extend([*resolved.assumptions, *matched])
    if files.skipped:
        opened.assumptions.append(f"passed over, as no data: {some([short[path] for path in files.skipped])}")
    return opened


def _problems(error: ReadError, source: Source, *, left_aside: bool = False) -> list[Finding]:
    """What is wrong with a file that cannot be read; in a folder it does not stop the reading of the others."""
    found = [finding for finding in error.findings if isinstance(finding, Finding)]
    found = found or [Finding("unreadable-file", Severity.ERROR, Place(source.name), error.summary)]
    return [
        finding._replace(severity=Severity.WARNING, hint="left aside") if left_aside else finding for finding in found
    ]


# --- labels of items -------------------------------------------------------------------------------------------------


def _item_layers(parts: Sequence[tuple[Part, Content]]) -> CorpusPart:
    """Put the answers of all files together by document and annotator."""
    made = CorpusPart()
    tables = [content.file for _, content in parts if content.answers]
    unnamed = distinct_names(tables)[0] if len(tables) == 1 else "items"
    merged: dict[tuple[str, str], tuple[str, Answers]] = {}
    texts: defaultdict[str, dict[str, str]] = defaultdict(dict)

    def named(part: Part, document: str | None) -> str:
        return "/".join(filter(None, (part.document, document))) or unnamed

    for part, content in parts:
        others = []
        for (document, item), text in content.texts.items():
            known = texts[named(part, document)]
            if not known.get(item):
                known[item] = text
            elif text and text != known[item]:
                others.append(item)
        made.findings += [other_text(item, Place(content.file)) for item in others[:1]]
        for (document, annotator), answers in content.answers.items():
            name = named(part, document)
            who = annotator or part.annotator or ""
            if (name, who) in merged:
                made.findings += _merge(merged[name, who], who, (content.file, answers))
            else:  # a copy, to which the answers in other files are added: what was read of this one stays as it is
                merged[name, who] = content.file, Answers(dict(answers.labels), answers.lines, dict(answers.texts))
    made.assumptions += _as_numbers([answers.labels for _, answers in merged.values()])
    told = {named(part, document) for part, content in parts for document, _ in content.answers if document}
    made.documents += [Document(name, items=texts[name], named=name != unnamed or name in told) for name in texts]
    unlike = {
        (name, item)
        for (name, _), (_, answers) in merged.items()
        for item, text in answers.texts.items()
        if texts[name][item] != text
    } | _without_text(merged, texts)
    order = {who: number for number, who in enumerate(dict.fromkeys(who for _, who in merged))}
    for (name, who), (file, answers) in sorted(merged.items(), key=lambda entry: order[entry[0][1]]):
        read = {item: text for item, text in answers.texts.items() if (name, item) in unlike}
        made.annotations[name, who] = ItemLabels(answers.labels, file, answers.lines, read)
    return made


def _as_numbers(given: Sequence[dict[str, str]]) -> list[str]:
    """Write labels that are the same number alike where all labels are numbers; and say so.

    A column of whole numbers with a gap is written with decimals by programs for tables: 3.0 is the 3 of the others.
    """
    spellings: dict[float, dict[str, None]] = defaultdict(dict)
    for label in (label for labels in given for label in labels.values() if label):
        number = finite_number(label)
        if number is None:
            return []
        spellings[number][label] = None
    usual = {label: min(alike, key=len) for alike in spellings.values() if len(alike) > 1 for label in alike}
    if not usual:
        return []
    for labels in given:
        labels.update({item: usual[label] for item, label in labels.items() if label in usual})
    several = next(alike for alike in spellings.values() if len(alike) > 1)
    return [f"labels are numbers, so {' and '.join(several)} are the same"]


def _without_text(
    merged: Mapping[tuple[str, str], tuple[str, Answers]], texts: Mapping[str, Mapping[str, str]]
) -> set[tuple[str, str]]:
    """Items of which somebody who has texts read none, where texts stand beside the labels of each annotator."""
    told = Counter((name, item) for (name, _), (_, answers) in merged.items() for item in answers.texts)
    if max(told.values(), default=0) < 2:
        return set()
    readers = {who for (_, who), (_, answers) in merged.items() if answers.texts}
    return {
        (name, item)
        for (name, who), (_, answers) in merged.items()
        if who in readers
        for item in answers.labels
        if texts[name][item] and item not in answers.texts
    }


def _merge(first: tuple[str, Answers], who: str, second: tuple[str, Answers]) -> Iterator[Finding]:
    """Add what an annotator answered in another file, reporting what is in both."""
    (file, answers), (other_file, others) = first, second
    for item, label in others.labels.items():
        if item in answers.labels:
            yield repeated_label(item, who, answers.place(file, item), others.place(other_file, item))
        else:
            answers.labels[item] = label
            if item in others.texts:
                answers.texts[item] = others.texts[item]


# --- labels of tokens ------------------------------------------------------------------------------------------------


def _token_layers(parts: Sequence[tuple[Part, Content]]) -> CorpusPart:
    """Detect which documents of different annotators are the same, and hold their tokens against each other."""
    made = CorpusPart()
    groups: dict[str | None, list[Version]] = defaultdict(list)
    for part, content in parts:
        given = [Version(each.annotator or part.annotator or "", content.file, each) for each in content.passages]
        if given:
            groups[part.document] += given
    documents: dict[str, list[Version]] = defaultdict(list)
    for group, given in groups.items():
        matcher = DocumentMatcher(group, given)
        for name, versions in matcher.documents.items():
            documents[name] += versions  # a file that is a document may be called so in another
        made.findings += matcher.findings
        made.assumptions += matcher.assumptions
    for name, versions in documents.items():
        model = usual_version(versions)
        made.documents.append(Document(name, model.tokens))
        made.findings += version_findings(model, versions)
    for annotator in dict.fromkeys(version.annotator for given in groups.values() for version in given):
        for name, versions in documents.items():
            made.annotations.update(
                {(name, who): _layer(file, passage) for who, file, passage in versions if who == annotator}
            )
    return made


def _layer(file: str, passage: Passage) -> TokenLabels:
    lines = tuple(sentence.line for sentence in passage.sentences)
    one_line = any(sentence.one_line for sentence in passage.sentences)
    return TokenLabels(tuple(sentence.labels for sentence in passage.sentences), file, lines, one_line)


# --- spans and what stands on them -----------------------------------------------------------------------------------


def _span_layers(parts: Sequence[tuple[Part, Content]]) -> CorpusPart:
    """Put what is marked in the texts of all files together by document and annotator."""
    made = CorpusPart()
    given = [
        SpanVersion(marking.annotator or part.annotator or "", part.document, content.file, marking)
        for part, content in parts
        for marking in content.markings
    ]
    documents = by_document(given)
    held: dict[str, dict[str, SpanVersion]] = {marked.annotator: {} for marked in given}
    for name, versions in documents.items():
        with_text = (version for version in versions if version.marking.words is not None)
        made.documents.append(next(with_text, versions[0]).document(name))
        made.findings += document_findings(name, versions)
        for version in versions:
            held[version.annotator][name] = version
    for annotator, marked_by in held.items():
        made.annotations.update({(name, annotator): marked.marking.annotation for name, marked in marked_by.items()})
    if len(held) > 1 and any(marked.marking.document is None for marked in given):
        made.assumptions.append("documents without a name are the same where their texts are the same")
    made.assumptions += fewer_documents({who: len(names) for who, names in held.items()}, len(documents))
    return made
