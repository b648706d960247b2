"""Puts the labels of items of a campaign together by document and annotator."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from accord.formats.content import Answers, other_text, repeated_label
from accord.formats.corpus_part import CorpusPart
from accord.formats.names import distinct_names
from accord.formats.numbers import finite_number
from accord.model import Document, ItemLabels, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content
    from accord.model import Finding


def item_layers(parts: Sequence[tuple[Part, Content]]) -> CorpusPart:
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
