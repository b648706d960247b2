"""Puts the units of a campaign together by document and annotator."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.corpus_part import CorpusPart
from accord.formats.documents import fewer_documents
from accord.formats.names import distinct_names
from accord.model import Document, Finding, Place, Severity, Units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content


def unit_layers(parts: Sequence[tuple[Part, Content]]) -> CorpusPart:
    """Put the units of all files together by document and annotator."""
    made = CorpusPart()
    files = [content.file for _, content in parts if content.unitisings]
    unnamed = distinct_names(files)[0] if len(files) == 1 else "continuum"
    layers: dict[tuple[str, str], Units] = {}
    named: set[str] = set()
    for part, content in parts:
        for annotator, document, units, measured_in, line, length, lines, _ in content.unitisings:
            names = dict.fromkeys(filter(None, (part.document, document)))
            named |= {"/".join(names)}
            key = "/".join(names) or unnamed, annotator or part.annotator or ""
            earlier = layers.setdefault(key, layer := Units(units, measured_in, content.file, line, length, lines))
            if earlier is not layer:
                message = f"{key[1]} has the document {key[0]} twice, first at {Place(earlier.file, earlier.line)}"
                hint = "keep one, or give each document its own name"
                place = Place(content.file, line)
                made.findings.append(Finding("duplicate-document", Severity.ERROR, place, message, hint))
    made.documents += [
        Document(name, named=name in named) for name in dict.fromkeys(document for document, _ in layers)
    ]
    held = Counter(annotator for _, annotator in layers)
    for annotator in held:
        made.annotations.update({key: layer for key, layer in layers.items() if key[1] == annotator})
    made.assumptions += fewer_documents(held, len(made.documents))
    return made
