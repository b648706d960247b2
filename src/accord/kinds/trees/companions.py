"""What is reported beside alpha: shares of tokens or brackets that annotators have in common, with their intervals."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import interval_of
from accord.kinds.trees import attachment, brackets
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.label_kappa import LabelTable
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.agreement.resample import Floats
    from accord.agreement.result import Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.kinds.trees.study import ParseStudy

    Statistic = Callable[[Any], Floats]

DIFFERENT_TOKENS = "sentences whose tokens differ between annotators"
_SAME_TOKENS = "no sentence has the same tokens to two annotators"


class Companion(NamedTuple):
    """A function of the totals of rows of sentences, the bounds of its values, and why it may have none."""

    name: str
    title: str
    rows: Any
    statistic: Statistic
    bounds: tuple[float, float]
    reason: str
    observed: Value | None = None
    expected: Value | None = None

    @property
    def value(self) -> Value:
        """Its value over all sentences."""
        if not self.rows.shape[0]:
            return Undefined(_SAME_TOKENS)
        value = float(self.statistic(np.asarray(self.rows.sum(axis=0))[None, :])[0])
        return Undefined(self.reason) if np.isnan(value) else value


def companions(study: ParseStudy, uncertainty: Uncertainty, data: str | None = None) -> tuple[Result, ...]:
    """LAS, UAS and label kappa of dependencies; bracket F1 and the Jaccard index of phrases.

    ``data`` is the digest of the trees, for signatures, where it is known.
    """
    sentences = study.comparable
    skipped = len(study.sentences) - len(sentences)
    choices: dict[str, object] = {
        "of": "pairs",
        **study.choices,
        "items": len(sentences),
        "annotators": len(study.annotators),
        "docs": len(study.documents),
        **uncertainty.choices(),
        "data": data or flatten(study).digest,
    }
    return tuple(
        Result(
            name=each.name,
            title=each.title,
            value=each.value,
            interval=interval_of(*_units(each, study, uncertainty), uncertainty),
            signature=Signature(each.name, choices),
            observed=each.observed,
            expected=each.expected,
            used={"sentences": len(sentences), "tokens": sum(sentence.tokens for sentence in sentences)},
            excluded=dict(study.left_out) | ({DIFFERENT_TOKENS: skipped} if skipped else {}),
        )
        for each in _companions(study)
    )


def companion_values(study: ParseStudy) -> dict[str, Value]:
    """The values of the same by their names."""
    return {each.name: each.value for each in _companions(study)}


def _companions(study: ParseStudy) -> tuple[Companion, ...]:
    if study.phrases:
        rows = brackets.bracket_rows(study.comparable)
        return (
            _share("bracket-f1", "bracket F1", rows, brackets.SHARED, brackets.BRACKETS),
            _share("jaccard", "Jaccard index", rows, brackets.JACCARD, brackets.TOKENS),
        )
    found = attachment.paired_tokens(study.comparable, study.annotators)
    rows = attachment.attachment_rows(found)
    return (
        _share("las", "LAS", rows, attachment.LAS, attachment.TOKENS),
        _share("uas", "UAS", rows, attachment.UAS, attachment.TOKENS),
        _label_kappa(LabelTable(found, comb(len(study.annotators), 2))),
    )


def _share(name: str, title: str, rows: Floats, part: int, whole: int) -> Companion:
    """A sum over sentences divided by another."""

    def statistic(totals: Any) -> Floats:
        return quotient(totals[:, part], totals[:, whole])

    return Companion(name, title, rows, statistic, (0.0, 1.0), "there are no brackets of phrases")


def _label_kappa(table: LabelTable) -> Companion:
    """Kappa of labels where heads are the same."""
    seen, by_chance = (float(part[0]) for part in table.parts(table.rows.sum(axis=0)[None, :]))
    reason = "no token has the same head to two annotators" if np.isnan(seen) else "chance would agree as well"
    found = Companion("label-kappa", "label kappa", table.rows, table.kappa, (-1.0, 1.0), reason)
    return found if isinstance(found.value, Undefined) else found._replace(observed=seen, expected=by_chance)


def _units(
    found: Companion, study: ParseStudy, uncertainty: Uncertainty
) -> tuple[ResampleRows, Statistic, tuple[float, float], str]:
    """What intervals are over: sentences, or documents where these are asked for."""
    if not uncertainty.by_document:
        return ResampleRows.each(found.rows), found.statistic, found.bounds, "sentence"
    documents = [sentence.document for sentence in study.comparable]
    return ResampleRows.grouped(found.rows, documents), found.statistic, found.bounds, "document"
