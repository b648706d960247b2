"""Puts annotations of whole documents together by document and annotator: units, and the types of other kinds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.content import Annotated
from accord.formats.corpus_part import CorpusPart
from accord.formats.documents import fewer_documents
from accord.formats.names import distinct_names
from accord.formats.repeats import RepeatedDocuments, twice_hint
from accord.model import Document, Finding, Place, Severity, Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content


def unit_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Put the units of all files together by document and annotator."""
    return _together([(part, content.file, _units(content)) for part, content in parts], "continuum", policy)


def other_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Put annotations of types that only their kinds know together by document and annotator."""
    return _together([(part, content.file, content.others) for part, content in parts], "document", policy)


def _units(content: Content) -> list[Annotated]:
    return [
        Annotated(annotator, document, Units(units, measured_in, content.file, line, length, lines), line)
        for annotator, document, units, measured_in, line, length, lines, _ in content.unitisings
    ]


def _together(given: Iterable[tuple[Part, str, Sequence[Annotated]]], unnamed: str, policy: str) -> CorpusPart:
    made = CorpusPart()
    repeated = RepeatedDocuments(policy, ())
    held = [(part, file, annotated) for part, file, annotated in given if annotated]
    if len(held) == 1:
        unnamed = distinct_names([file for _, file, _ in held])[0]
    first: dict[tuple[str, str], tuple[Place, Annotated]] = {}
    named: set[str] = set()
    for part, file, annotated in held:
        for each in annotated:
            name = "/".join(dict.fromkeys(filter(None, (part.document, each.document))))
            named |= {name}
            key, place = (name or unnamed, each.annotator or part.annotator or ""), Place(file, each.line)
            earlier, known = first.setdefault(key, (place, each))
            if known is each:
                continue
            if repeated.takes_later(place):
                first[key] = place, each
            elif repeated.is_error:
                message = f"{key[1]} has the document {key[0]} twice, first at {earlier}"
                hint = twice_hint("keep one")
                made.findings.append(Finding("duplicate-document", Severity.ERROR, place, message, hint))
    repeated.say(made)
    made.documents += [Document(name, named=name in named) for name in dict.fromkeys(document for document, _ in first)]
    by_annotator = Counter(annotator for _, annotator in first)
    for annotator in by_annotator:
        made.annotations.update({key: each.annotation for key, (_, each) in first.items() if key[1] == annotator})
    made.assumptions += fewer_documents(by_annotator, len(made.documents))
    return made
