"""Writing UIMA CAS as XMI or JSON with dkpro-cassis: a folder for each annotator, and in it a file for each document.

An XMI needs its type system, which lies beside it (``TypeSystem.xml``); JSON holds its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from accord.errors import NotApplicable, UsageError
from accord.formats.uima_corpus import DKPRO, UimaCorpus, can_hold
from accord.formats.writer import Writer
from accord.messages import plural
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cassis import Cas, TypeSystem

    from accord.formats.uima_corpus import UimaDocument, UimaType
    from accord.model import Corpus

_ANNOTATION, _STRING = "uima.tcas.Annotation", "uima.cas.String"
_TOKEN, _SENTENCE = f"{DKPRO}segmentation.type.Token", f"{DKPRO}segmentation.type.Sentence"
_META = f"{DKPRO}metadata.type.DocumentMetaData"
_FROM, _TO = "Governor", "Dependent"
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TYPES_FILE = "TypeSystem.xml"


def write_xmi(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """The files by their paths: ``ANNOTATOR/DOCUMENT.xmi``, and the type system beside them."""
    folders: set[str] = set()
    for types, document, cas in _made(corpus, ".xmi"):
        folder = document.path.partition("/")[0]
        if folder not in folders:
            folders.add(folder)
            yield f"{folder}/{_TYPES_FILE}", types.to_xml().encode()
        yield document.path, cas.to_xmi().encode()


def write_json(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """The files by their paths: ``ANNOTATOR/DOCUMENT.json``."""
    for _, document, cas in _made(corpus, ".json"):
        yield document.path, cas.to_json().encode()


def _made(corpus: Corpus, ending: str) -> Iterator[tuple[TypeSystem, UimaDocument, Cas]]:
    """Every document as a CAS, with its types."""
    try:
        import cassis
    except ImportError:
        raise UsageError("UIMA CAS is read and written by an extra: pip install 'accord[cas]'") from None

    made = UimaCorpus(corpus)
    types = _type_system(made.types, cassis.TypeSystem())
    for document in made.documents(ending):
        _refuse_no_xml(document)
        cas = cassis.Cas(typesystem=types)
        cas.sofa_string, cas.sofa_mime = document.text, "text"
        _fill(cas, types, document, made.types)
        yield types, document, cas


def _type_system(declared: Iterable[UimaType], types: TypeSystem) -> TypeSystem:
    """The types with their features, and those of tokens and sentences that tools look for."""
    meta = types.create_type(_META, supertypeName="uima.tcas.DocumentAnnotation")
    for name in ("documentTitle", "documentId"):
        types.create_feature(meta, name, _STRING)
    for name in (_TOKEN, _SENTENCE):
        types.create_type(name, supertypeName=_ANNOTATION)
    for each in declared:
        made = types.create_type(each.name, supertypeName=_ANNOTATION)
        for name in (_FROM, _TO) if each.base is not None else ():
            types.create_feature(made, name, each.base.name)  # type: ignore[union-attr]
        for name in each.features:
            types.create_feature(made, name, _STRING)
    return types


def _fill(cas: Any, types: Any, document: UimaDocument, declared: Sequence[UimaType]) -> None:
    """Put all that is said of a document into its CAS."""
    title = document.name or "document"
    cas.add(types.get_type(_META)(begin=0, end=len(document.text), documentTitle=title, documentId=title))
    for sentence in document.sentences:
        cas.add(types.get_type(_SENTENCE)(begin=sentence.start, end=sentence.end))
        for start, end in sentence.tokens:
            cas.add(types.get_type(_TOKEN)(begin=start, end=end))
    added: dict[str, list[Any]] = {}
    for each in declared:
        type_ = types.get_type(each.name)
        if each.base is None:
            marks = document.marked[each.name]
            added[each.name] = [type_(begin=mark.start, end=mark.end, **_values(mark.values)) for mark in marks]
            continue
        ends = added[each.base.name]
        added[each.name] = []
        for link in document.linked[each.name]:
            target = ends[link.target]
            linked = {_FROM: ends[link.source], _TO: target, **_values(link.values)}
            added[each.name].append(type_(begin=target.begin, end=target.end, **linked))
    for made in added.values():
        cas.add_all(made)


def _values(values: Any) -> dict[str, str]:
    """The values of features by the names that cassis takes; none where an annotation has no type."""
    return {f"{name}_" if name in {"self", "type"} else name: value for name, value in values.items() if value}


def _refuse_no_xml(document: UimaDocument) -> None:
    """Refuse signs that XML has no place for, and neither has a CAS."""
    texts = [document.text]
    texts += [value for marks in document.marked.values() for mark in marks for value in mark.values.values()]
    texts += [value for links in document.linked.values() for link in links for value in link.values.values()]
    for text in texts:
        if found := _NO_XML.search(text):
            sign = f"U+{ord(found[0]):04X}"
            raise NotApplicable(
                f"UIMA CAS has no place for the character {sign}, which {document.name} holds: take it out"
            )


def _lost(corpus: Corpus) -> Iterator[str]:
    """What types have no place for, and mentions where no relation says what they are for."""
    yield from UimaCorpus(corpus).lost()
    held = (each for layer in corpus.layers.values() for each in layer.annotations.values())
    if alone := sum(len(each.mentions) for each in held if isinstance(each, Relations) and not each.relations):
        yield f"{plural(alone, 'mention')} of texts in which nothing is linked, so they are spans only"


_HELD = ("spans", "relations", "labels of tokens")
XMI_WRITER = Writer(None, ".xmi", (), _HELD, holds=can_hold, folder=write_xmi, lost=_lost, several_layers=True)
JSON_WRITER = Writer(None, ".json", (), _HELD, holds=can_hold, folder=write_json, lost=_lost, several_layers=True)
