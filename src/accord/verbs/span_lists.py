"""Spans of a reference and of systems as Python has them: tuples or dicts for each document, or spaCy Docs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.columns import Columns
from accord.formats.frame import is_frame
from accord.formats.span_data import documents_of, holds_spans, is_doc, is_span, span_source
from accord.messages import shown
from accord.model import Corpus
from accord.verbs.data import in_hand, read_source

if TYPE_CHECKING:
    from collections.abc import Iterable

_REFERENCE, _PREDICTED = "reference", "predicted"
_DOCUMENTS = 2
"""How deep spans stand in the documents of a side."""
_POSITION = "position"
"""What spans count where nobody says what text they lie in."""


def spans_in_hand(reference: Any, predictions: Any, texts: Any = None) -> tuple[Any, Any]:
    """Spans as corpora of one annotator each; whatever is something else as it is.

    A side is a list of spans, where there is one document, or for each document such a list, or a spaCy Doc; listed, or
    by name; several references are a mapping of their names to such sides. ``texts`` are what the documents are, as
    `accord.read` takes them; without them borders are compared alone.
    """
    reference, predictions = in_hand(reference), in_hand(predictions)
    if not _holds_spans(reference, predictions):
        if texts is not None:
            raise UsageError("texts: these are not spans in Python, so they lie in no text")
        return reference, predictions
    several = isinstance(reference, Mapping) and _depth(reference) > _DOCUMENTS
    references = {f"{name} (reference)": each for name, each in reference.items()} if several else {}
    references = references or {_REFERENCE: reference}
    depth = max(map(_depth, references.values()))
    by_name = any(isinstance(each, Mapping) for each in references.values())
    if isinstance(predictions, Mapping) and (_depth(predictions) > depth or not by_name):
        systems = {str(system): _runs(given, depth, str(system)) for system, given in predictions.items()}
        named = {
            system: [system] if len(runs) == 1 else [f"{system} {number}" for number in range(1, len(runs) + 1)]
            for system, runs in systems.items()
        }
    else:
        systems = {"": _runs(predictions, depth, _PREDICTED)}
        many = len(systems[""]) > 1
        named = {"": [f"run {number}" if many else _PREDICTED for number in range(1, len(systems[""]) + 1)]}
    runs = {name: run for system, names in named.items() for name, run in zip(names, systems[system], strict=True)}
    if twice := references.keys() & runs.keys():
        raise UsageError(f"a system is called {min(twice)}, as the reference is: give it another name")
    corpora = _corpora({**references, **runs}, texts)
    made = {
        system: [corpora[name] for name in names] if len(names) > 1 else corpora[names[0]]
        for system, names in named.items()
        if names
    }
    found = dict(zip(reference, map(corpora.__getitem__, references), strict=True)) if several else corpora[_REFERENCE]
    return found, made.get("", made)


def _holds_spans(reference: Any, predictions: Any) -> bool:
    """Whether a reference has spans; one that marks nothing anywhere has, where a system has them."""
    if not _may_hold(reference):
        return False
    if holds_spans({_REFERENCE: reference}) or (isinstance(reference, Mapping) and holds_spans(reference)):
        return True
    sides = list(predictions.values()) if isinstance(predictions, Mapping) else [predictions]
    marked = any(_may_hold(side) and _any_span(side) for side in sides)
    return marked and not any(_leaves(reference))


def _may_hold(given: Any) -> bool:
    """Whether something may be spans in Python: no path, corpus or table."""
    if is_doc(given):
        return True
    if isinstance(given, str | bytes | PathLike | Corpus) or is_frame(given) or not isinstance(given, Collection):
        return False
    return getattr(given, "shape", None) is None


def _any_span(given: Any) -> bool:
    if is_doc(given) or is_span(given):
        return True
    parts = given.values() if isinstance(given, Mapping) else given if isinstance(given, list | tuple) else ()
    return any(map(_any_span, parts))


def _leaves(given: Any) -> Iterable[Any]:
    """All that stands in lists and mappings and is neither."""
    if isinstance(given, Mapping):
        given = list(given.values())
    if not isinstance(given, list | tuple):
        yield True
        return
    for part in given:
        yield from _leaves(part)


def _depth(given: Any) -> int:
    """How deep spans stand in lists: 1 where they are those of one document."""
    if is_span(given):
        return 0
    if is_doc(given):
        return 1
    parts = given.values() if isinstance(given, Mapping) else given if isinstance(given, list | tuple) else ()
    return 1 + max(map(_depth, parts), default=0)


def _runs(given: Any, depth: int, name: str) -> list[Any]:
    """The runs of a system: what is as deep as the reference is one, a list of such is several."""
    if not _may_hold(given):
        raise UsageError(f"{name}: spans are needed, as the reference has, not {shown(given)}")
    deep = _depth(given)
    if deep <= depth:
        return [given]
    if deep > depth + 1 or isinstance(given, Mapping):
        raise UsageError(
            f"{name}: spans are written as (0, 4, 'ORG'), and listed for each document as the reference has them"
        )
    return list(given)


def _corpora(sides: Mapping[str, Any], texts: Any) -> dict[str, Corpus]:
    """A corpus of each side; documents of which nobody knows the text are as long as spans need them."""
    given = {name: documents_of(side) for name, side in sides.items()}
    documents = list(dict.fromkeys(document for held in given.values() for document in held))
    of_docs = any(is_doc(each) for held in given.values() for each in held.values())
    lengths = None
    if texts is None and not of_docs:
        lengths = {name: max((_end(held.get(name)) for held in given.values()), default=0) for name in documents}
    corpus = read_source(span_source(sides, lengths if texts is None else texts), Columns())
    unit = {} if lengths is None else {"unit": _POSITION}
    annotations = {
        key: replace(each, file="", line=None, **unit)  # type: ignore[type-var]
        for key, each in corpus.annotations.items()
    }
    return {
        name: Corpus.of(
            corpus.documents, {key: each for key, each in annotations.items() if key[1] == name}, corpus.findings
        )
        for name in sides
    }


def _end(marked: Any) -> int:
    """How far the spans of a document reach."""
    ends = [0]
    for span in marked if isinstance(marked, list) else ():
        end = span.get("end", span.get("end_offset")) if isinstance(span, Mapping) else span[1]
        ends += [int(end)] if isinstance(end, int | float) or str(end).isdecimal() else []
    return max(ends)
