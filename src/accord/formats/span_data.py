"""Spans as Python data: annotators with their spans, document by document, or with their spaCy Docs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.frame import json_lines
from accord.formats.values import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.formats.source import Source

_ENDS = ({"start", "end"}, {"start_offset", "end_offset"})
_WRITE = (
    "say what spans lie in: accord.read(spans, texts=[...]), for each document its text where spans count characters, "
    "its tokens where they count tokens, or its length"
)


def holds_spans(data: Any) -> bool:
    """Whether annotators have spans or spaCy Docs rather than labels.

    >>> holds_spans({"ada": [(0, 3, "PER")], "bram": []}), holds_spans({"ada": ["PER"], "bram": ["LOC"]})
    (True, False)
    """
    if not isinstance(data, Mapping) or not nested(data.values()):
        return False
    documents = [document for given in data.values() for document in documents_of(given).values()]
    if any(map(is_doc, documents)):
        return True
    spans = [span for document in documents if isinstance(document, list) for span in document]
    return any(map(is_span, spans)) and all(isinstance(each, list) for each in documents)


def refuse_untyped(data: Any) -> None:
    """Refuse pairs of a start and an end, which can be spans without a type or labels of two parts."""
    if not isinstance(data, Mapping) or not nested(data.values()):
        return
    pairs = [pair for given in data.values() for pair in (given if isinstance(given, list | tuple) else [given])]
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            return
        start, end = map(plain, pair)
        if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in (start, end)):
            return
        if start >= end:
            return
    if pairs:
        raise UsageError(
            f"{pairs[0]!r} can be a span without a type or a label of two parts: write spans as (0, 2, 'PER'), and "
            "labels as texts"
        )


def nested(given: Iterable[Any]) -> bool:
    """Whether what annotators gave holds something that has parts; plain labels, however many, are soon told.

    >>> nested([["a", "b"]]), nested([[], [["a"], ["b"]]]), nested([{"t1": "a"}])
    (False, True, False)
    """
    for each in given:
        if is_doc(each):
            return True
        parts = each.values() if isinstance(each, Mapping) else each if isinstance(each, Collection) else ()
        first = (
            next((part for part in parts if part is not None), None) if getattr(parts, "shape", None) != () else None
        )
        if first is not None and (
            isinstance(first, list | tuple | Mapping) or is_doc(first) or getattr(first, "shape", ()) != ()
        ):
            return True
        if first is not None:
            return False
    return False


def span_source(data: Mapping[Any, Any], texts: Any = None) -> Source:
    """Spans of several annotators as JSON lines, a record for each document; ``texts`` is what they lie in."""
    given = {str(annotator): documents_of(marked) for annotator, marked in data.items()}
    names = list(dict.fromkeys(name for marked in given.values() for name in marked))
    for annotator, documents in given.items():
        for document in documents.values():
            for span in document if isinstance(document, list) else ():
                _check_span(span, annotator)
    if not any(isinstance(marked, Mapping) for marked in data.values()):
        sizes = {annotator: len(marked) for annotator, marked in given.items()}
        if len(set(sizes.values())) > 1:
            held = ", ".join(f"{annotator} {size}" for annotator, size in sizes.items())
            raise UsageError(f"the annotators have different numbers of documents ({held}): [] marks nothing in one")
    within = {} if texts is None else _texts(texts, names)
    records = []
    for name in names:
        marked = {annotator: held[name] for annotator, held in given.items() if name in held}
        if any(map(is_doc, marked.values())):
            records.append({"document": name, **_of_docs(name, marked)})
        elif name in within:
            records.append({"document": name, **within[name], "spans": marked})
        else:
            raise UsageError(_WRITE)
    return json_lines("spans", records)


def documents_of(given: Any) -> dict[str, Any]:
    """The documents of one annotator by name, or by number where they are listed; a single one is number 1."""
    if isinstance(given, Mapping) and not is_span(given):
        return {str(name): _listed(marked) for name, marked in given.items()}
    listed = _listed(given)
    if is_doc(listed) or not isinstance(listed, list) or any(map(is_span, listed)) or not listed:
        return {"1": listed}
    return {str(number): _listed(marked) for number, marked in enumerate(listed, 1)}


def _listed(given: Any) -> Any:
    """A tuple, an array or a generator as a list."""
    given = plain(given)
    if isinstance(given, list | str | Mapping) or is_doc(given) or is_span(given) or not hasattr(given, "__iter__"):
        return given
    return list(given)


def is_doc(given: Any) -> bool:
    """Whether something is a Doc of spaCy."""
    return hasattr(given, "ents") and hasattr(given, "text")


def is_span(given: Any) -> bool:
    """Whether something is written as a start, an end and a type, right or wrong, or has a start and an end."""
    if isinstance(given, Mapping):
        return any(ends <= given.keys() for ends in _ENDS)
    if not isinstance(given, tuple | list) or len(given) != 3:
        return False
    start, end, type_ = map(plain, given)
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (start, end))
    return numbers and isinstance(type_, str)


def _check_span(span: Any, annotator: str) -> None:
    """Refuse what stands among spans and is none."""
    if isinstance(span, Mapping) and is_span(span):
        return  # the reader of records says what is wrong with it
    fault = "a start, an end and a type are needed"
    if is_span(span):
        start, end = map(plain, span[:2])
        fault = "" if start < end else "it does not end after its start"
        if isinstance(start, float) or isinstance(end, float):
            fault = "start and end are whole numbers"
    if fault:
        raise UsageError(f"{annotator}: {span!r} is no span: {fault}, as in (0, 2, 'PER')")


def _texts(given: Any, names: list[str]) -> dict[str, dict[str, Any]]:
    """What each document is, as a record says it."""
    one = isinstance(given, str | int)
    texts = {str(name): text for name, text in given.items()} if isinstance(given, Mapping) else None
    if texts is None:
        listed = [given] if one else list(given)
        if len(names) == 1 and len(listed) > 1 and all(isinstance(part, str) for part in listed):
            listed = [listed]
        if len(listed) != len(names):
            raise UsageError(f"texts: {len(names)} documents have spans, and there are {len(listed)} texts")
        texts = dict(zip(names, listed, strict=True))
    return {name: _text(text) for name, text in texts.items()}


def _text(given: Any) -> dict[str, Any]:
    given = plain(given)
    if isinstance(given, str):
        return {"text": given}
    return {"length": given} if isinstance(given, int) else {"tokens": list(map(str, given))}


def _of_docs(name: str, marked: Mapping[str, Any]) -> dict[str, Any]:
    """The entities of one document: over its tokens where all have the same ones, else over its characters."""
    if not all(map(is_doc, marked.values())):
        raise UsageError(f"document {name}: some annotators have a Doc and some spans: give one of the two")
    for annotator, doc in marked.items():
        if not doc.ents and any(getattr(doc, "spans", None) or ()):
            groups = ", ".join(map(repr, doc.spans))
            raise UsageError(
                f"the Docs of {annotator} have no ents but spans in {groups}: give these as (start, end, label)"
            )
    texts = {doc.text for doc in marked.values()}
    if len(texts) > 1:
        raise UsageError(f"document {name}: the Docs of {' and '.join(marked)} have different texts")
    tokens = {tuple(token.text for token in doc) for doc in marked.values()}
    if len(tokens) == 1:
        spans = {who: [(span.start, span.end, span.label_) for span in doc.ents] for who, doc in marked.items()}
        return {"tokens": list(tokens.pop()), "spans": spans}
    spans = {who: [(span.start_char, span.end_char, span.label_) for span in doc.ents] for who, doc in marked.items()}
    return {"text": texts.pop(), "spans": spans}
