"""Say how hard texts are to get right by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.options import chosen
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.options import SpanOptions
from accord.kinds.spans.study import span_data
from accord.verbs.arguments import lists, names
from accord.verbs.data import token_corpus
from accord.verbs.label_sources import is_label_lists
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.model import Corpus


def difficulty(
    data: Any,
    *,
    match: str = "token",
    model: str = "disjoint",
    types: str = "apart",
    gap: int = 0,
    text: str = "sentence",
    encoding: str | Encoding | None = None,
    repair: str = "none",
    annotators: str | Sequence[str] | None = None,
) -> Difficulty:
    """How hard the texts are that one annotator (a gold standard) or several marked spans in.

    ``data`` is a corpus, paths or Python data: spans, or chunk labels, whose mentions are the spans; the labels of one
    annotator may also be lists, one per sentence, as `accord.score` takes them. The choices are those of
    agreement on spans.

    >>> short, long = [["B-PER", "O", "O"]], [["B-PER", "O", "O", "O", "O", "O", "O", "O", "O"]]
    >>> difficulty(short, encoding="BIO").value < difficulty(long, encoding="BIO").value
    True
    """
    given = {
        "match": match,
        "model": model,
        "types": types,
        "gap": gap,
        "text": text,
        "encoding": encoding,
        "repair": repair,
        "annotators": None if annotators is None else names(annotators, "annotators"),
    }
    return Difficulty(*span_data(_corpus(data, encoding), chosen(SpanOptions, given), least=1))


def _corpus(data: Any, encoding: str | Encoding | None) -> Corpus:
    """The corpus of one annotator's chunk labels, sentence by sentence, or whatever else there is."""
    labels = lists(data)
    if is_label_lists(labels) and all(isinstance(label, str) for row in labels for label in row):
        return token_corpus({"1": labels})
    return as_corpus(data, encoding=encoding)
