"""Measure how much annotators agree on labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.agree import agree_on_labels
from accord.kinds.labels.options import LabelOptions
from accord.kinds.options import chosen
from accord.verbs.arguments import names
from accord.verbs.codings import as_coding
from accord.verbs.data import in_hand, two_annotators

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement


def agree(
    data: Any,
    coefficients: str | Iterable[Any] | None = None,
    *,
    layer: str | None = None,
    rows: str | None = None,
    distance: str | Mapping[tuple[str, str], float] | Callable[[Any, Any], float] | None = None,
    labels: Sequence[str] | None = None,
    missing: Collection[str] = (),
    only: str | Sequence[str] | None = None,
    singles: bool = False,
    interval: str | None = "jackknife",
    level: float = 0.95,
    by_document: bool = False,
    resamples: int = 1_000,
    permutations: int = 0,
    seed: int = 1,
) -> Agreement:
    """Measure how much annotators agree, with one or more coefficients.

    ``data`` is a corpus, a path or several, a mapping of annotators to their labels (a list, or item to label), or a
    table with one row per item and one column per annotator; None and NaN are missing labels. ``layer`` is one of
    several that a corpus has, such as the upos of CoNLL-U. Without ``coefficients`` and ``distance`` what fits the data
    is chosen. ``labels`` are all labels there are, lowest first; those that are ``missing`` count as no answer;
    ``only`` chooses annotators. Items with one label are left out, or, if ``singles``, count for what chance would do.
    Intervals are over items, or over documents (``by_document``).

    >>> agree({"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"]}, "kappa").result.value
    0.5
    """
    options = chosen(
        LabelOptions,
        {
            "distance": distance,
            "labels": None if labels is None else names(labels, "labels"),
            "missing": names(missing, "missing"),
            "keep_singletons": singles,
            "annotators": None if only is None else names(only, "only"),
            "interval": interval or "none",
            "level": level,
            "by_document": by_document,
            "resamples": resamples,
            "permutations": permutations,
            "seed": seed,
        },
    )
    data = in_hand(data)
    if sequences := two_annotators(data, coefficients, list(COEFFICIENTS.spellings)):
        data, coefficients = sequences, None
    asked = () if coefficients is None else _coefficients(coefficients)
    return agree_on_labels(as_coding(data, options.coding(), layer, rows=rows), asked, options)


def _coefficients(coefficients: str | Iterable[str]) -> tuple[str, ...]:
    asked = names(coefficients, "coefficients")
    if not asked:
        raise UsageError("name at least one coefficient")
    if "corrected-f1" in asked:
        raise UsageError("corrected-f1 measures spans, not labels: call agree_spans")
    return asked
