"""F1 of spans against a reference beyond what chance would reach, on all sentences, on the hard and on the easy ones.

    corrected F1 = (F1 - chance) / (1 - chance)

The reference is held fixed (fixed:reference), and chance places the spans of the system; or chance places those of both
sides (fixed:none), as in the paper. Both are exact. A system that finds only what is easy to hit profits more from a
random reference than from a fixed one, so the two can rank systems differently (Simulation 4 of the paper).

A sentence is hard where two annotators who both place the spans of the reference at random would have an F1 below the
threshold, and easy from the threshold up. Sentences without spans in the reference have no such F1: they count in all,
and in neither part.

Li, Rosé, Yuan & Zhou (2024). Estimating agreement by chance for sequence annotation, whose text gives
the threshold .175 of its two subsets of CoNLL-2003 as one of difficulty, where its numbers are those of chance.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.errors import NotApplicable, UsageError
from accord.kinds.spans.breakdown import SpanBreakdown
from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.match import UNION, match_named
from accord.kinds.spans.options import FIXED
from accord.kinds.spans.part import WHOLE, Part
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.tally import tally
from accord.messages import option, suggestion
from accord.model import Span, Spans
from accord.scoring.corrected import CORRECTED, DRAWS, FEW, Corrected
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import Formula
from accord.scoring.run import ALL, EASY, HARD, PREDICTED, REFERENCE
from accord.scoring.unit_rows import UnitRows
from accord.study.quotient import quotient
from accord.study.spans import SpanStudy, Text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Measured, Value
    from accord.kinds.spans.match import Match
    from accord.model import Corpus
    from accord.scoring.corrected import Correction
    from accord.scoring.run import Run

    SentenceMask = NDArray[np.bool_]


_PLACED = {
    REFERENCE: "chance places the predicted spans at random, the reference lies as it does",
    "none": "chance places the spans of both sides at random",
}
_TYPES = {"apart": "each for itself", "joint": "placed together", "ignore": "ignored"}


_MAX_TEXTS = 10_000
"""The most texts of which `DRAWS` placements are drawn for p of each type or document: some ten seconds."""


def span_correction(correction: Correction) -> tuple[Match, Model, str]:
    """When spans match, how chance places them and whose spans are held fixed; unknown names are refused."""
    fixed = correction.fixed or REFERENCE
    if fixed not in FIXED:
        raise UsageError(f"{option('fixed', fixed)}: {suggestion(fixed, list(FIXED))}")
    model = Model.named(correction.model or "disjoint", correction.types or "apart", 0)
    return match_named(correction.match or "token"), model, fixed


def corrected_mentions(run: Run, correction: Correction, read_by: Mapping[str, object]) -> dict[str, Corrected]:
    """What a run that kept its mentions marked beyond chance; mentions of one side never overlap."""
    if correction.match == UNION:
        raise UsageError("mentions of one prediction never overlap, so the match union is token: take that")
    return corrected_spans(study_of(run.texts, run.further), correction, read_by)


def corrected_corpus(
    corpus: Corpus, documents: Sequence[str], names: tuple[str, str], unit: str, correction: Correction
) -> dict[str, Corrected]:
    """What a system marked beyond chance, of the ``names`` of the reference and of it; within whole documents."""
    texts = []
    for document in documents:
        said = [corpus.annotations.get((document, name)) for name in names]
        marked = [each for each in said if isinstance(each, Spans)]
        if any(each.wholes for each in marked):
            raise NotApplicable(f"{document} has spans with gaps, and what chance gives is known of spans without")
        sides = (tuple(sorted(each.spans)) if isinstance(each, Spans) else () for each in said)
        length = max((each.length for each in marked), default=0)
        texts.append(Text(document, length, dict(zip((REFERENCE, PREDICTED), sides, strict=True))))
    return corrected_spans(SpanStudy(tuple(texts), (REFERENCE, PREDICTED), "document", unit), correction)


def corrected_spans(
    study: SpanStudy, correction: Correction, read_by: Mapping[str, object] | None = None
) -> dict[str, Corrected]:
    """What a system marked beyond chance, in texts that `REFERENCE` and `PREDICTED` looked at; all of them first.

    ``read_by`` says how chunk labels were read.
    """
    match, model, fixed = span_correction(correction)
    measure = CorrectedF1(match, model, REFERENCE if fixed == REFERENCE else None)
    split: dict[str, object] = {} if correction.threshold is None else {"split": f"{correction.threshold:g}"}
    found = {}
    for part, kept in _parts(study, match, model, correction.threshold).items():
        texts = tuple(text for text, is_kept in zip(study.texts, kept, strict=True) if is_kept)
        breakdown = _breakdown(replace(study, texts=texts), measure, correction)
        added = {**(read_by or {}), **({"part": part, **split} if split else {})}
        signature = replace(breakdown.signature, choices={**breakdown.signature.choices, **added})
        found[part] = Corrected(
            breakdown.whole,
            _measure(breakdown, measure),
            signature,
            f"{study.of if match.name == 'token' else match.name} F1",
            f"{_PLACED[fixed]}; types {_TYPES[model.types]}{', spans may overlap' if model.overlap else ''}",
            sum(not text.spans[REFERENCE] for text in texts),
            breakdown.draws,
            dict if model.types == "ignore" else partial(_by_type, breakdown, correction),
            partial(_by_document, breakdown, correction),
            label_note=""
            if correction.draws is not None
            else f"p: from random placements where fewer than {FEW} {study.unit}s are marked by both",
        )
    return found


def _breakdown(study: SpanStudy, measure: CorrectedF1, correction: Correction) -> SpanBreakdown:
    marked = sum(all(text.spans.values()) for text in study.texts)
    draws = (DRAWS if marked < FEW else 0) if correction.draws is None else correction.draws
    return SpanBreakdown(
        study,
        measure,
        Uncertainty(by_document=len(study.documents) > 1, seed=correction.seed),
        tally(study, measure, draws, correction.seed),
        draws,
    )


def _by_type(breakdown: SpanBreakdown, correction: Correction) -> dict[str, Measured]:
    """Every type, with p from draws where few texts have it on both sides."""
    found = breakdown.by_type()
    if correction.draws is not None:
        return found
    texts = {
        type_: [text for text in breakdown.study.texts if any(_has(spans, type_) for spans in text.spans.values())]
        for type_ in found
    }
    few = {
        type_: chosen
        for type_, chosen in texts.items()
        if sum(all(_has(spans, type_) for spans in text.spans.values()) for text in chosen) < FEW
    }
    return found | {
        type_: replace(found[type_], p=_drawn_p(breakdown, chosen, Part(type=type_), draws, correction.seed))
        for type_, chosen in few.items()
        if (draws := _draws(few))
    }


def _has(spans: Sequence[Span], type_: str) -> bool:
    return any(span.type == type_ for span in spans)


def _by_document(breakdown: SpanBreakdown, correction: Correction) -> dict[str, Measured]:
    """Every document, with p from draws where few of its texts are marked by both."""
    found = breakdown.by_document()
    if correction.draws is not None:
        return found
    texts: dict[str, list[Text]] = {name: [] for name in found}
    for text in breakdown.study.texts:
        texts[text.document].append(text)
    few = {name: each for name, each in texts.items() if sum(all(text.spans.values()) for text in each) < FEW}
    return found | {
        name: replace(found[name], p=_drawn_p(breakdown, each, WHOLE, draws, correction.seed))
        for name, each in few.items()
        if (draws := _draws(few))
    }


def _draws(texts: Mapping[str, Sequence[Text]]) -> int:
    """How many placements so many texts can have drawn in some ten seconds; 0 for none."""
    many = sum(map(len, texts.values()))
    return DRAWS if many <= _MAX_TEXTS else (DRAWS + 1) // 10 - 1 if many <= 10 * _MAX_TEXTS else 0


def _drawn_p(breakdown: SpanBreakdown, texts: Sequence[Text], part: Part, draws: int, seed: int) -> Value:
    """How often chance gives at least as much in some texts."""
    known = tally(replace(breakdown.study, texts=tuple(texts)), breakdown.measure, draws, seed).spread(part)
    return known if isinstance(known, Undefined) else known.p


def _measure(breakdown: SpanBreakdown, measure: CorrectedF1) -> CountedMeasure:
    """Corrected F1 as rows that add up over texts."""
    rows = breakdown.tally.rows()
    formula = Formula(measure.values, "chance would agree as well, or nothing is marked", bounds=breakdown.bounds(rows))
    return CountedMeasure(f"{CORRECTED}f1", UnitRows.of(rows), breakdown.study.unit, formula)


def _parts(study: SpanStudy, match: Match, model: Model, threshold: float | None) -> dict[str, SentenceMask]:
    """Which texts belong to which part."""
    every = np.ones(len(study.texts), dtype=bool)
    if threshold is None:
        return {ALL: every}
    gold = tuple(replace(text, spans={REFERENCE: text.spans[REFERENCE]}) for text in study.texts)
    matches, size = Difficulty(replace(study, texts=gold, annotators=(REFERENCE,)), match, model).rows[:, 0].T
    chance = quotient(matches, size)
    return {ALL: every, HARD: chance < threshold, EASY: chance >= threshold}


def study_of(texts: Sequence[Text], further: Collection[int] = ()) -> SpanStudy:
    """Sentences in which a reference and a system marked mentions, those that were aligned in pieces as one again.

    ``further`` are the texts that are more of the sentence before them: chance places spans within all that is scored
    of a sentence.
    """
    whole: list[Text] = []
    for number, text in enumerate(texts):
        if number in further:
            whole[-1] = _joined(whole[-1], text)
        else:
            whole.append(text)
    return SpanStudy(tuple(whole), (REFERENCE, PREDICTED), "sentence", "token")


def _joined(text: Text, more: Text) -> Text:
    spans = {
        side: (
            *marked,
            *(Span(span.start + text.tokens, span.end + text.tokens, span.type) for span in more.spans[side]),
        )
        for side, marked in text.spans.items()
    }
    return replace(text, tokens=text.tokens + more.tokens, spans=spans)
