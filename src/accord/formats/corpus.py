"""Puts the files of a campaign together: who annotated what, which documents are the same, and one corpus of it all."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError, UsageError
from accord.formats.annotators import assign_annotators, assign_sides
from accord.formats.answers import item_layers
from accord.formats.content import Content
from accord.formats.corpus_part import CorpusPart
from accord.formats.document_matcher import token_layers
from accord.formats.documents import overlap_findings
from accord.formats.feature_layers import name_features
from accord.formats.formats import refuse_idle
from accord.formats.leaves import resolve_leaves
from accord.formats.look_alikes import labels_in, look_alikes
from accord.formats.matching_texts import matched_by_text
from accord.formats.names import short_names, some
from accord.formats.repeats import policy_for
from accord.formats.session_names import without_datasets
from accord.formats.span_documents import span_layers
from accord.formats.tiers import match_tiers
from accord.formats.treebanks import tree_layers
from accord.formats.whole_layers import other_layers, unit_layers
from accord.formats.without_collection import without_collection
from accord.messages import counted, option, plural
from accord.model import Corpus, Document, Finding, Layer, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats.campaign import Part
    from accord.formats.folders import Files
    from accord.formats.inputs import Inputs
    from accord.formats.source import Source


def read_corpus(files: Files, how: str | None, inputs: Inputs, *, sides: Mapping[str, Part] | None = None) -> Corpus:
    """Read every file, detect who annotated what, and place it all over the documents.

    Files that are ``sides`` of a comparison, or in the folder of one, are by this side, whatever they call whoever made
    them.
    """
    with without_collection():
        return _read_corpus(files, how, inputs, sides=sides)


def _read_corpus(files: Files, how: str | None, inputs: Inputs, *, sides: Mapping[str, Part] | None) -> Corpus:
    opened = _open(files, inputs, detect=how is None)
    if sides:
        held = {path: each.of_one_side() for path, each in opened.contents.items()}
        opened = opened._replace(contents=held if inputs.layer else _as_one_layer(held))
    opened = opened._replace(sides=sides)
    made = {name: _assembled(held, how, opened, inputs.repeats) for name, held in _by_layer(opened.contents).items()}
    findings = [*opened.findings, *(finding for part in made.values() for finding in part.findings)]
    layers: dict[str, Layer] = {}
    for name, part in made.items():
        first = next(iter(opened.contents.values())).file
        findings += overlap_findings(part.annotations, first)
        labels = set(chain.from_iterable(map(labels_in, part.annotations.values())))
        findings += look_alikes(labels, Place(first))
        called = part.name or name or _name_beside(made, part)
        layers[called] = Layer(called, part.annotations, choices=part.choices, nominal=part.nominal)
        layers |= {layer.name: layer for layer in part.beside}
    assumptions = dict.fromkeys(line for part in made.values() for line in part.assumptions)
    corpus = Corpus(
        _documents(made.values()),
        layers,
        tuple(dict.fromkeys(findings)),
        (*opened.assumptions, *assumptions),
        next(iter(layers)),
    )
    return _main_layer(corpus) if inputs.layer is None else corpus.select(inputs.layer)


def _name_beside(made: Mapping[str, CorpusPart], part: CorpusPart) -> str:
    """What a layer without a name is called where others have one; nothing, where it is the only one."""
    kinds = [each.kind for each in part.annotations.values()] if len(made) > 1 else []
    return next((name for name in (*kinds[:1], "others") if name not in made), "") if kinds else ""


def _as_one_layer(contents: dict[str, Content]) -> dict[str, Content]:
    """Files that hold one layer of spans each, as the layer of the first, whatever their formats call it."""
    held = {path: [each for each in content.all_layers if each.holds_anything] for path, content in contents.items()}
    names = dict.fromkeys(each.layer for layers in held.values() for each in layers)
    alone = all(len(layers) < 2 for layers in held.values())
    if len(names) < 2 or not alone or not all(each.markings for layers in held.values() for each in layers):
        return contents
    first = next(iter(names))
    return {
        path: replace(layers[0] if layers else contents[path], layer=first, beside=[]) for path, layers in held.items()
    }


def _by_layer(contents: Mapping[str, Content]) -> dict[str, dict[str, Content]]:
    """The contents of each layer by path, without layers in which nobody labelled or marked anything."""
    found: dict[str, dict[str, Content]] = defaultdict(dict)
    for path, content in contents.items():
        for each in content.all_layers:
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


def _assembled(contents: Mapping[str, Content], how: str | None, opened: _Opened, repeats: str | None) -> CorpusPart:
    """One layer: who annotated what, placed over the documents; refused with what was found before, if need be."""
    if opened.sides is None:
        parts, said = assign_annotators(contents, how, opened.contents)
    else:
        parts, said = assign_sides(contents, opened.sides)
    parts, matched = matched_by_text(parts)
    said = [*said, *matched]
    policy = policy_for(repeats, contents.values())
    tokens, items, spans = token_layers(parts, policy), item_layers(parts, policy), span_layers(parts, policy)
    units, trees, own = unit_layers(parts, policy), tree_layers(parts, policy), other_layers(parts, policy)
    made = (tokens, items, spans, units, trees, own)
    labels = {"labels of tokens or items": tokens.annotations or items.annotations}
    others = dict.fromkeys(each.kind for part in (spans, units, trees, own) for each in part.annotations.values())
    kinds = [*others, *(kind for kind, found in labels.items() if found)]
    findings = [finding for part in made for finding in part.findings]
    _refuse_errors([*opened.findings, *findings])
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
        {name: choice for part in made for name, choice in part.choices.items()},
        items.nominal,
    )


def main_layer_is_looked_at(corpus: Corpus) -> str:
    """Which layer is looked at where there are several and the caller names none."""
    others = [name for name in corpus.choices if name != corpus.main]
    if not others:
        return ""
    can = f"{', '.join(others)} can be chosen ({option('layer', flag='--layer NAME')})"
    return f"the layer {corpus.main} is looked at; {can}"


def _main_layer(corpus: Corpus) -> Corpus:
    said = main_layer_is_looked_at(corpus)
    return replace(corpus, assumptions=(*corpus.assumptions, said)) if said else corpus


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
    sides: Mapping[str, Part] | None = None
    """Which side of a comparison each file is of, where they are such."""


def _open(files: Files, inputs: Inputs, *, detect: bool) -> _Opened:
    """Read every file for itself."""
    opened = _Opened({}, [], [])
    said: dict[str, list[str]] = defaultdict(list)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
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
        what = f"read as {found} ({reason}): {content.assumption}"
        said[what].append(path)
        counts[what].update(content.counted)
    refuse_idle(inputs, formats)
    resolved = resolve_leaves(opened.contents.values())
    contents, matched = match_tiers(name_features(resolved.contents), detect=detect and inputs.document is None)
    contents, named = without_datasets(contents)
    opened.contents.update(zip(opened.contents, contents, strict=True))
    opened.findings.extend([*resolved.findings, *_missing_texts(opened.contents.values())])
    _refuse_errors(opened.findings)
    if not opened.contents:
        raise ReadError("there is no file that can be read", opened.findings)
    short = short_names([*files.paths, *files.skipped])
    for what, paths in said.items():
        more = [counted(count, each) for each, count in counts[what].items() if count]
        opened.assumptions.append("; ".join([f"{some([short[path] for path in paths])}: {what}", *more]))
    opened.assumptions.extend([*resolved.assumptions, *matched, *named])
    opened.assumptions.extend(files.passed_over())
    return opened


def _missing_texts(contents: Iterable[Content]) -> list[Finding]:
    """Files without their texts, where files of the same format have theirs."""
    held = list(contents)
    without = [content for content in held if content.missing_text]
    if not without or not any(content.is_document and content.markings for content in held):
        return []
    message, hint = "there is no text beside it: {}, such as others have", "put it there, or leave the file out"
    return [
        Finding("missing-text", Severity.ERROR, Place(content.file), message.format(content.missing_text), hint)
        for content in without
    ]


def _problems(error: ReadError, source: Source, *, left_aside: bool = False) -> list[Finding]:
    """What is wrong with a file that cannot be read; in a folder it does not stop the reading of the others."""
    found = [finding for finding in error.findings if isinstance(finding, Finding)]
    found = found or [Finding("unreadable-file", Severity.ERROR, Place(source.name), error.summary)]
    return [
        finding._replace(severity=Severity.WARNING, hint="left aside") if left_aside else finding for finding in found
    ]
