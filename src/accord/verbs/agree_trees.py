"""Measure how much annotators agree on syntax."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.distance import TREE_DISTANCES
from accord.distance.tree_edit import EditCosts
from accord.distance.tree_variants import TreeEdit
from accord.errors import UsageError
from accord.formats.matrix import read_matrix
from accord.formats.names import some
from accord.formats.source import Source
from accord.kinds.trees.agreement import TreeAgreement
from accord.kinds.trees.syntax import SyntaxAgreement
from accord.study.flatten import flatten
from accord.study.parses import Reading, study_parses
from accord.verbs.arguments import check_number, check_path, make_uncertainty, names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from accord.distance.all_pairs import TreeDistance


def agree_trees(
    data: Any,
    *,
    distance: str = "tree-edit",
    variant: str = "plain",
    costs: Mapping[tuple[str, str], float] | str | PathLike[str] | None = None,
    linear: bool = False,
    non_trees: str = "leave-out",
    universal: bool = False,
    functions: bool = True,
    traces: bool = True,
    only: str | Sequence[str] | None = None,
    interval: str | None = "jackknife",
    level: float = 0.95,
    by_document: bool = False,
    resamples: int = 1_000,
    pairs: str = "auto",
    precision: float = 0.005,
    seed: int = 1,
) -> SyntaxAgreement:
    """Krippendorff's alpha over the trees that two annotators or more drew over the same sentences.

    ``data`` is a corpus or paths. The ``distance`` is tree-edit, in one of its variants (plain, diff, norm, metric), or
    pq-gram (plain, norm); it is squared unless ``linear``. In tree-edit, ``costs`` say what it costs to make one label
    another, as a mapping of pairs or as the path of a matrix; all other edits cost 1. Graphs that are no trees are left
    out, or kept as the ``author`` of the measure did. ``universal`` cuts labels of dependencies at their colon;
    functional tags and traces of phrases stay unless said otherwise. All ``pairs`` of trees are compared, or so many
    drawn at random that alpha is known to the ``precision``; auto does the first for up to some thousand trees.
    """
    reading = Reading(non_trees, universal, functions, traces)
    chosen = None if only is None else names(only, "only")
    uncertainty = make_uncertainty(interval, level, resamples, seed, by_document=by_document)
    between = TREE_DISTANCES.get(distance)(variant)
    parses = study_parses(as_corpus(data), reading, only=chosen)
    study = flatten(parses)
    if costs is not None:
        between = _at_costs(between, study.forest.names, costs)
    trees = TreeAgreement(
        study, between, linear, uncertainty, check_number(precision, "precision"), pairs, parses.choices
    )
    return SyntaxAgreement(parses, trees)


def _at_costs(between: TreeDistance, labels: Sequence[str], given: Any) -> TreeEdit:
    """The same distance where it costs its own to make some of the labels others."""
    if not isinstance(between, TreeEdit):
        raise UsageError(f"costs are for tree-edit, and {between.name} has none")
    relabel = given if isinstance(given, Mapping) else read_matrix(Source(check_path(given, "costs")))
    if not any(one in labels and other in labels for one, other in relabel):
        raise UsageError(f"costs: no two of their labels occur in these trees, whose labels are {some(sorted(labels))}")
    return replace(between, costs=EditCosts.of(labels, relabel))
