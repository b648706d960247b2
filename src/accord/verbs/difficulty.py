"""Say how hard texts are to get right by chance."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.measure.spans.difficulty import Difficulty
from accord.measure.spans.match import match_named
from accord.measure.spans.random_side import Model
from accord.model import Corpus
from accord.study.spans import study_spans
from accord.verbs.agree_spans import mention_decoder
from accord.verbs.given import a_whole_number, names
from accord.verbs.read import read

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
    corpus = data if isinstance(data, Corpus) else read(*([data] if isinstance(data, str | PathLike) else data))
    matched, laid = match_named(match), Model.named(model, types, a_whole_number(gap, "gap", least=0))
    chosen = None if only is None else names(only, "only")
    study = study_spans(corpus, mention_decoder(corpus, encoding, repair), unit=text, only=chosen, least=1)
    return Difficulty(study, matched, laid)
