"""Measure how much annotators agree on spans, beyond chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.kinds.spans.agreement import SpanAgreement
from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.tally import tally
from accord.messages import plural, suggestion
from accord.verbs.arguments import check_whole_number, make_uncertainty
from accord.verbs.spans import marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding


def agree_spans(
    data: Any,
    *,
    match: str = "token",
    model: str = "disjoint",
    types: str = "apart",
    gap: int = 0,
    text: str = "sentence",
    reference: str | None = None,
    shared: int | str | None = None,
    by_most: bool = False,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    only: str | Sequence[str] | None = None,
    interval: str | None = "jackknife",
    level: float = 0.95,
    resamples: int = 1_000,
    draws: int = 1_000,
    seed: int = 1,
) -> SpanAgreement:
    """Corrected F1 of the spans that two annotators or more marked in the same texts.

    ``data`` is a corpus or paths: spans, or chunk labels, whose mentions are the spans. ``match`` says when spans match
    (token, union, exact, overlap, iou:0.5, boundary:1), ``model`` whether chance lays them disjoint or with overlap,
    ``types`` whether types are taken apart, joint or ignored, ``text`` within what spans could have lain (sentence,
    document). A ``reference`` is held fixed. ``shared`` counts tokens that so many annotators ("all") marked instead of
    pairs.
    """
    drawn, sharing = check_whole_number(draws, "draws", least=0), _shared(shared)
    study, matched, laid, read_by = marked(
        data,
        match=match,
        model=model,
        types=types,
        gap=gap,
        text=text,
        encoding=encoding,
        repair=repair,
        only=only,
    )
    measure = CorrectedF1(matched, laid, reference, sharing, by_most)
    if reference is not None and reference not in study.annotators:
        hint = suggestion(str(reference), list(study.annotators))
        raise UsageError(f"the reference {reference!r} is none of the annotators: {hint}")
    if (measure.shared or 0) > len(study.annotators):
        raise UsageError(f"{plural(len(study.annotators), 'annotator')} cannot share a mark by {measure.shared}")
    uncertainty = make_uncertainty(interval, level, resamples, seed)
    tallied = tally(study, measure, drawn, uncertainty.seed)
    return SpanAgreement(study, measure, uncertainty, tallied, drawn, read_by)


def _shared(given: int | str | None) -> int | None:
    if given is None:
        return None
    number = int(given) if isinstance(given, str) and given.isdecimal() else given
    return 0 if given == "all" else check_whole_number(number, "shared", least=2)
