"""What is reported beside alpha: shares of tokens or brackets that annotators have in common, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.agreement.other_annotators import Changed, other_annotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import interval_of
from accord.kinds.trees import attachment, brackets
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.label_kappa import LabelTable
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.agreement.resample import Floats
    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.kinds.trees.pair_rows import PairRows
    from accord.kinds.trees.study import ParseStudy

    Statistic = Callable[[Any], Floats]
    Without = Callable[[int], Any]

DIFFERENT_TOKENS = "sentences whose tokens differ between annotators"
_SAME_TOKENS = "no sentence has the same tokens to two annotators"


class Companion(NamedTuple):
    """A function of the totals of rows of sentences, the bounds of its values, and why it may have none.

    ``without`` gives the same rows without the annotator of a number.
    """

    name: str
    title: str
    rows: Any
    without: Without
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
            other_annotators=_other_annotators(each, study, uncertainty),
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
        pairs = brackets.bracket_pairs(study.comparable, study.annotators)
        return (
            _share("bracket-f1", "bracket F1", pairs, brackets.SHARED, brackets.BRACKETS),
            _share("jaccard", "Jaccard index", pairs, brackets.JACCARD, brackets.TOKENS),
        )
    found = attachment.paired_tokens(study.comparable, study.annotators)
    pairs = attachment.attachment_pairs(found)
    return (
        _share("las", "LAS", pairs, attachment.LAS, attachment.TOKENS),
        _share("uas", "UAS", pairs, attachment.UAS, attachment.TOKENS),
        _label_kappa(LabelTable(found, len(study.annotators))),
    )


def _share(name: str, title: str, pairs: PairRows, part: int, whole: int) -> Companion:
    """A sum over sentences divided by another."""

    def statistic(totals: Any) -> Floats:
        return quotient(totals[:, part], totals[:, whole])

    return Companion(
        name, title, pairs.means(), pairs.means_without, statistic, (0.0, 1.0), "there are no brackets of phrases"
    )


def _label_kappa(table: LabelTable) -> Companion:
    """Kappa of labels where heads are the same."""
    seen, by_chance = (float(part[0]) for part in table.parts(table.rows.sum(axis=0)[None, :]))
    reason = "no token has the same head to two annotators" if np.isnan(seen) else "chance would agree as well"
    found = Companion("label-kappa", "label kappa", table.rows, table.rows_without, table.kappa, (-1.0, 1.0), reason)
    return found if isinstance(found.value, Undefined) else found._replace(observed=seen, expected=by_chance)


def _units(
    found: Companion, study: ParseStudy, uncertainty: Uncertainty
) -> tuple[ResampleRows, Statistic, tuple[float, float], str]:
    """What intervals are over: sentences, or documents where these are asked for."""
    if not uncertainty.by_document:
        return ResampleRows.each(found.rows), found.statistic, found.bounds, "sentence"
    documents = [sentence.document for sentence in study.comparable]
    return ResampleRows.grouped(found.rows, documents), found.statistic, found.bounds, "document"


def _other_annotators(found: Companion, study: ParseStudy, uncertainty: Uncertainty) -> Interval | Undefined:
    """Where it would lie for other annotators like these."""

    def changes() -> Iterator[Changed]:
        for number, name in enumerate(study.annotators):
            own = np.array([at for at, each in enumerate(study.comparable) if name in each.trees], dtype=np.int64)
            change = found.without(number)[own] - found.rows[own]
            if uncertainty.by_document and len(own):
                change = ResampleRows.grouped(change, [study.comparable[at].document for at in own.tolist()]).rows
            yield Changed(change, np.ones(change.shape[0], dtype=np.int64), len(own))

    return other_annotators(
        *_units(found, study, uncertainty), uncertainty, changes=changes(), annotators=len(study.annotators)
    )
