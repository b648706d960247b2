"""Say how hard texts are to get right by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.measure.spans.difficulty import Difficulty
from accord.measure.spans.match import match_named
from accord.measure.spans.random_side import Model
from accord.study.spans import study_spans
from accord.verbs.given import a_whole_number, names
from accord.verbs.spans import as_corpus, mention_reader, read_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding


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
    only: str | Sequence[str] | None = None,
) -> Difficulty:
    """How hard the texts are that one annotator (a gold standard) or several marked spans in.

    ``data`` is a corpus or paths: spans, or chunk labels, whose mentions are the spans. The choices are those of
    agreement on spans.
    """
    corpus = as_corpus(data)
    matched, laid = match_named(match), Model.named(model, types, a_whole_number(gap, "gap", least=0))
    chosen = None if only is None else names(only, "only")
    reader = mention_reader(corpus, encoding, repair)
    study = study_spans(corpus, reader.mentions if reader else None, unit=text, only=chosen, least=1)
    return Difficulty(study, matched, laid, read_by(reader, repair))
