"""Measure how much annotators agree on syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.options import chosen
from accord.kinds.trees.kind import TREES
from accord.kinds.trees.options import TreeOptions
from accord.verbs.arguments import names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress


def agree_trees(
    data: Any,
    coefficients: str | Sequence[str] = (),
    *,
    only: str | Sequence[str] | None = None,
    done: OnProgress | None = None,
    **options: Any,
) -> Agreement:
    """Krippendorff's alpha over the trees that two annotators or more drew over the same sentences.

    ``data`` is a corpus or paths; what else can be said is in `TreeOptions`.
    """
    if only is not None:
        options["annotators"] = names(only, "only")
    corpus = as_corpus(data)
    return TREES.agree(corpus, names(coefficients, "coefficients"), chosen(TreeOptions, options), done)
