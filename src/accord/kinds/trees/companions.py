"""What is reported beside alpha: shares of tokens or brackets that annotators have in common, with their intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import interval_of
from accord.kinds.trees import attachment, brackets
from accord.kinds.trees.digest import digest
from accord.kinds.trees.label_kappa import LabelTable
from accord.study.flatten import flatten

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.agreement.resample import Floats
    from accord.agreement.uncertainty import Uncertainty
    from accord.study.parses import ParseStudy

    Statistic = Callable[[Any], Floats]

DIFFERENT_TOKENS = "sentences whose tokens differ between annotators"


def companions(study: ParseStudy, uncertainty: Uncertainty) -> tuple[Result, ...]:
    """LAS, UAS and label kappa of dependencies; bracket F1 and the Jaccard index of phrases."""
    compared = _Compared(study, uncertainty)
    if study.phrases:
        rows = brackets.bracket_rows(study.comparable)
        return (
            compared.share("bracket-f1", rows, brackets.SHARED, brackets.BRACKETS),
            compared.share("jaccard", rows, brackets.JACCARD, brackets.TOKENS),
        )
    rows = attachment.attachment_rows(study.comparable)
    return (
        compared.share("las", rows, attachment.LAS, attachment.TOKENS),
        compared.share("uas", rows, attachment.UAS, attachment.TOKENS),
        compared.label_kappa(),
    )


@dataclass(frozen=True)
class _Compared:
    """The sentences that can be compared token by token, and how intervals are made."""

    study: ParseStudy
    uncertainty: Uncertainty

    def share(self, name: str, rows: Floats, part: int, whole: int) -> Result:
        """A sum over sentences divided by another."""

        def statistic(totals: Any) -> Floats:
            with np.errstate(invalid="ignore", divide="ignore"):
                values: Floats = totals[:, part] / totals[:, whole]
            return values

        return self._result(name, rows, statistic, (0.0, 1.0), "there are no brackets of phrases")

    def label_kappa(self) -> Result:
        """Kappa of labels where heads are the same."""
        table = LabelTable(self.study.comparable, self.study.annotators)
        seen, by_chance = (float(part[0]) for part in table.parts(table.rows.sum(axis=0)[None, :]))
        reason = "no token has the same head to two annotators" if np.isnan(seen) else "chance would agree as well"
        found = self._result("label-kappa", table.rows, table.kappa, (-1.0, 1.0), reason)
        return found if isinstance(found.value, Undefined) else replace(found, observed=seen, expected=by_chance)

    def _result(self, name: str, rows: Any, statistic: Statistic, bounds: tuple[float, float], reason: str) -> Result:
        sentences = self.study.comparable
        value = float(statistic(np.asarray(rows.sum(axis=0))[None, :])[0]) if sentences else float("nan")
        reason = reason if sentences else "no sentence has the same tokens to two annotators"
        units, unit = self._units(rows)
        skipped = len(self.study.sentences) - len(sentences)
        return Result(
            name=name,
            value=Undefined(reason) if np.isnan(value) else value,
            interval=interval_of(units, statistic, bounds, unit, self.uncertainty),
            signature=self._signature(name),
            used={"sentences": len(sentences), "tokens": sum(sentence.tokens for sentence in sentences)},
            excluded=dict(self.study.left_out) | ({DIFFERENT_TOKENS: skipped} if skipped else {}),
        )

    def _units(self, rows: Any) -> tuple[ResampleRows, str]:
        """Sentences, or documents where intervals are over these."""
        if not self.uncertainty.by_document:
            return ResampleRows.each(rows), "sentence"
        return ResampleRows.grouped(rows, [sentence.document for sentence in self.study.comparable]), "document"

    def _signature(self, name: str) -> Signature:
        study = self.study
        choices: dict[str, object] = {
            "of": "pairs",
            **study.choices,
            "items": len(study.comparable),
            "annotators": len(study.annotators),
            "docs": len(study.documents),
            **self.uncertainty.choices(),
            "data": self._data,
        }
        return Signature(name, choices)

    @cached_property
    def _data(self) -> str:
        return digest(flatten(self.study))
