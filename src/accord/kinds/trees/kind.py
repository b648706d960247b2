"""Trees as a kind of annotation: alpha over their distances, with LAS and UAS or bracket F1 beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from accord.errors import NotApplicable, UsageError
from accord.kinds.kind import Kind, Measure
from accord.kinds.trees.options import TreeOptions
from accord.kinds.trees.simulation_options import TreeSimulationOptions
from accord.model import Trees
from accord.payload.traits import KindTraits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.random import Generator

    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Result
    from accord.compute.progress import OnProgress, Progress
    from accord.distance.all_pairs import TreeDistance
    from accord.distance.tree_variants import TreeEdit
    from accord.encoding import Decoder
    from accord.kinds.error_model import ErrorModel
    from accord.kinds.kind import MeasureRequest
    from accord.kinds.simulation import Degrading
    from accord.kinds.trees.coefficient import TreeAlpha
    from accord.kinds.trees.flatten import TreeStudy
    from accord.kinds.trees.study import ParseStudy
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.payload.layer import LayerParts
    from accord.scoring.counted_scores import Counted

_SECONDS_PER_STEP = 1.5e-9
"""About how long a step of comparing trees takes (bench/trees.py)."""
_SAMPLE = 200
"""So many trees say how many steps all of them take."""
_MAX_FINDINGS = 10


class TreeKind(Kind):
    """Syntax, sentence by sentence: dependencies or phrases."""

    name = "trees"
    options = TreeOptions
    alone = True
    traits = KindTraits(item="sentence")
    item_view = "trees"
    scored_by = ("universal", "align_words", "functions", "traces")
    simulation = TreeSimulationOptions
    of_made_up = ("sentences", "tokens", "labels", "phrases")

    def coefficients(self) -> tuple[str, ...]:
        """Alpha alone: what stands beside it is not corrected for chance."""
        return ("alpha",)

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: TreeOptions, progress: OnProgress | None = None
    ) -> Agreement:
        """Krippendorff's alpha over the trees that two annotators or more drew over the same sentences.

        All distances that it needs are computed here, and ``progress`` is told of them; it may stop them.
        """
        from accord.agreement.agreement import Agreement
        from accord.compute.progress import Progress
        from accord.kinds.trees.breakdown import TreeBreakdown
        from accord.kinds.trees.companions import companions
        from accord.kinds.trees.flatten import flatten
        from accord.kinds.trees.study import study_trees

        for name in coefficients:
            if name.casefold() != "alpha":
                raise UsageError(f"agreement on trees is measured by alpha, not by {name}")
        uncertainty = options.uncertainty(by_document=options.by_document)
        parses = study_trees(corpus, options.reading, annotators=options.chosen(corpus))
        study = flatten(parses)
        alpha = _alpha(parses, options, study, Progress(progress))
        results = alpha.result, *companions(parses, uncertainty, study.digest)
        return Agreement(
            kind=self.name,
            results=results,
            annotator_names=parses.annotators,
            unit="sentence",
            used=alpha.result.used,
            breakdown=TreeBreakdown(parses, alpha),
            left_out=alpha.result.excluded,
            reasons=(*_problems(parses), *_reasons(coefficients, options)),
            notes=tuple(_notes(alpha, results)),
            about=_about(parses, alpha),
            level=options.level,
        )

    def made_up(self, options: TreeSimulationOptions, rng: Generator) -> Corpus:
        """A corpus of one annotator, as the options say."""
        from accord.kinds.trees.simulated import made_up

        return made_up(options, rng)

    def degrading(self, corpus: Corpus, annotator: str, options: TreeSimulationOptions) -> Degrading:
        """What one annotator said, to be degraded."""
        from accord.kinds.trees.simulated import DegradedTrees

        return DegradedTrees.of(corpus, annotator, options)

    def errors(self, corpus: Corpus, coefficients: Sequence[str], options: TreeOptions) -> ErrorModel:
        """Heads that are redrawn or phrases that are left out, and labels that are redrawn."""
        from accord.kinds.trees.errors import TreeErrors
        from accord.kinds.trees.study import study_trees

        for name in coefficients:
            if name.casefold() != "alpha":
                raise UsageError(f"agreement on trees is measured by alpha, not by {name}")
        parses = study_trees(corpus, options.reading, annotators=options.chosen(corpus))
        return TreeErrors.of(parses, partial(_alpha, parses, options))

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: TreeOptions) -> Counted:
        """LAS, UAS and the like of dependencies, F1 of brackets; graphs that are no trees count token by token."""
        from accord.kinds.trees.against_reference import count_trees
        from accord.kinds.trees.against_text import count_aligned_words

        count = count_aligned_words if options.align_words else count_trees
        return count(corpus, files, replace(options, non_trees="author").reading)

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Alpha, by the distance that is asked for."""
        if request.coefficient not in {None, "alpha"}:
            raise NotApplicable(f"agreement on trees is measured by alpha, not by {request.coefficient}")
        distance = {} if request.distance is None else {"distance": request.distance}
        return [Measure(self.name, request.coefficient, distance, "alpha", _cost(corpus, request.distance))]

    def choices(self, corpus: Corpus, repair: str) -> list[dict[str, Any]]:
        """Alpha goes without saying, by either distance."""
        from accord.distance import TREE_DISTANCES
        from accord.kinds.choices import unit_choice

        del corpus, repair
        return [unit_choice(self.name, [], [{"name": name, "needs_order": False} for name in TREE_DISTANCES])]

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """Sentences with the trees of everyone."""
        from accord.kinds.trees.page import trees_page

        del corpus  # all that is shown of a sentence is in its trees
        return trees_page(agreement, most)

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
        """Sentences over which annotators drew different trees."""
        from accord.kinds.trees.disputed import DisputedTrees

        del decoder
        return DisputedTrees.of(corpus)

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same trees, in which nobody tells two labels apart."""
        both, one = {first, second}, f"{first} or {second}"
        found = {}
        for key, annotation in corpus.annotations.items():
            if isinstance(annotation, Trees):
                trees = (
                    replace(tree, labels=tuple(one if label in both else label for label in tree.labels))
                    for tree in annotation.trees
                )
                found[key] = replace(annotation, trees=tuple(trees))
        return corpus.with_annotations(found)

    def texts(self, corpus: Corpus) -> set[tuple[str, object]]:
        """All sentences."""
        from accord.kinds.trees.study import study_trees

        return {(sentence.document, sentence.name) for sentence in study_trees(corpus, least=1).sentences}


TREES = TreeKind()


def _alpha(parses: ParseStudy, options: TreeOptions, study: TreeStudy, progress: Progress | None = None) -> TreeAlpha:
    """Alpha over some trees, as the options say; distances are computed when they are first needed."""
    from accord.compute.progress import Progress
    from accord.kinds.trees.coefficient import TreeAlpha

    between = _distance(options)
    if options.costs is not None:
        between = _at_costs(between, study.forest.names, options.costs)
    return TreeAlpha(
        study,
        between,
        options.linear,
        options.uncertainty(by_document=options.by_document),
        options.precision,
        options.pairs,
        parses.choices,
        progress or Progress(),
    )


def _distance(options: TreeOptions) -> TreeDistance:
    from accord.distance import TREE_DISTANCES
    from accord.distance.tree_variants import TreeEdit
    from accord.messages import option

    between: TreeDistance = TREE_DISTANCES.get(options.distance)(options.variant)
    if isinstance(between, TreeEdit):
        return replace(between, device=options.device)
    if options.device == "gpu":
        raise UsageError(f"{option('device', 'gpu')} is for tree-edit, and {between.name} is quick without")
    return between


def _at_costs(between: TreeDistance, labels: Sequence[str], given: Any) -> TreeEdit:
    """The same distance where it costs its own to make some of the labels others."""
    from accord.distance.tree_edit import EditCosts
    from accord.distance.tree_variants import TreeEdit
    from accord.formats.matrix import read_matrix
    from accord.formats.names import some
    from accord.formats.source import Source

    if not isinstance(given, Mapping | str | PathLike) or not given:
        raise UsageError("costs: a mapping of pairs of labels or the path of a matrix is needed")
    if not isinstance(between, TreeEdit):
        raise UsageError(f"costs are for tree-edit, and {between.name} has none")
    relabel = given if isinstance(given, Mapping) else read_matrix(Source(fspath(given)))
    if not any(one in labels and other in labels for one, other in relabel):
        raise UsageError(f"costs: no two of their labels occur in these trees, whose labels are {some(sorted(labels))}")
    return replace(between, costs=EditCosts.of(labels, relabel))


def _reasons(coefficients: Sequence[str], options: TreeOptions) -> tuple[str, ...]:
    if coefficients or options.distance != "tree-edit":
        return ()
    return ("alpha over tree edit distance, for any number of annotators, with or without missing trees",)


def _about(parses: ParseStudy, alpha: TreeAlpha) -> dict[str, Any]:
    sampling = alpha.whole.sampling
    return {
        "trees": "phrases" if parses.phrases else "dependencies",
        "distance": alpha.distance.name,
        **{name: value for name, value in alpha.distance.choices.items() if name == "variant"},
        "power": "linear" if alpha.linear else "squared",
        "sampling": {"pairs": sampling.pairs, "half_width": sampling.half_width} if sampling else None,
    }


def _problems(parses: ParseStudy) -> Iterator[str]:
    """Why graphs are left out, or kept though they are no trees."""
    errors = [finding for finding in parses.findings if finding.severity == "error"]
    yield from map(str, errors[:_MAX_FINDINGS])
    if len(errors) > _MAX_FINDINGS:
        yield f"and {len(errors) - _MAX_FINDINGS:,} more findings: accord check lists them all"


def _notes(alpha: TreeAlpha, results: Sequence[Result]) -> Iterator[str]:
    from accord.messages import plural

    kappa = "; of label-kappa, shares" if "label-kappa" in {result.name for result in results} else ""
    yield f"observed and expected: of alpha, mean distances{kappa}"
    beside = ", ".join(result.name for result in results[1:])
    for what, count in results[1].excluded.items():
        if what not in results[0].excluded:
            yield f"left out of {beside}, not of alpha: {what}: {count:,}"
    if sampling := alpha.whole.sampling:
        drawn = f"{plural(sampling.pairs, 'pair')} of trees drawn at random"
        yield f"expected from {drawn}: alpha of all pairs lies within {sampling.half_width:.4f}"


def _cost(corpus: Corpus, distance: str | None) -> float:
    """About how many seconds all distances take, judged by some of the trees."""
    from accord.distance.tree_edit import estimated_cells
    from accord.kinds.trees.coefficient import MAX_STEPS
    from accord.kinds.trees.flatten import forest_of

    trees = [tree for each in corpus.annotations.values() if isinstance(each, Trees) for tree in each.trees]
    if distance == "pq-gram" or not trees:
        return 0.0
    some = trees[:: max(1, len(trees) // _SAMPLE)]
    steps = estimated_cells(forest_of(some)) * (len(trees) / len(some)) ** 2
    return min(steps, MAX_STEPS) * _SECONDS_PER_STEP
