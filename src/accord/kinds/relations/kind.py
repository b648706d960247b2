"""Relations as a kind of annotation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.kinds.kind import Kind, Measure
from accord.kinds.relations import RELATION_COEFFICIENTS
from accord.kinds.relations.options import RelationOptions
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.encoding import Decoder
    from accord.kinds.kind import MeasureRequest
    from accord.kinds.relations.coefficient import RelationCoefficient
    from accord.kinds.relations.study import RelationStudy
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.payload.layer import LayerParts
    from accord.registry import Registry
    from accord.scoring.counted_scores import Counted

HEADLINE = ("relation-f1", "link-f1", "relation-jaccard")
"""What is measured where nothing is asked for."""


class RelationKind(Kind):
    """Typed, directed links between mentions."""

    name = "relations"
    options = RelationOptions
    alone = True
    scored_by = ("mentions", "symmetric", "documents")

    def coefficients(self) -> Iterable[str]:
        """The names of its coefficients."""
        return RELATION_COEFFICIENTS.spellings

    def coefficient_names(self) -> Iterable[str]:
        """Each by its own name."""
        return RELATION_COEFFICIENTS

    def explained(self) -> Mapping[str, Registry]:
        """Its coefficients."""
        return {"coefficients of relations": RELATION_COEFFICIENTS}

    def agree(
        self,
        corpus: Corpus,
        coefficients: Sequence[str],
        options: RelationOptions,
        progress: OnProgress | None = None,
    ) -> Agreement:
        """How much annotators agree on relations, mentions aligned first."""
        from accord.agreement.agreement import Agreement
        from accord.kinds.relations.breakdown import UNIT, RelationBreakdown
        from accord.kinds.relations.measure import RelationMeasure
        from accord.kinds.relations.study import study_relations

        named = [self._coefficient(name, options) for name in coefficients or HEADLINE]
        study = study_relations(
            corpus,
            matching=options.mentions,
            pairs=options.linkable,
            symmetric=options.symmetric,
            annotators=options.chosen(corpus),
        )
        measures = [RelationMeasure(study, each, options.uncertainty()) for each in named]
        results = []
        for number, measure in enumerate(measures):
            results.append(measure.result)
            if progress is not None:
                progress(number + 1, len(measures))
        return Agreement(
            kind=self.name,
            results=tuple(results),
            annotator_names=study.annotators,
            unit=UNIT,
            used={
                "documents": len(study.graphs),
                "mentions": sum(len(graph.own(name)) for graph in study.graphs for name in graph.annotators),
                "relations": study.count().total(),
                "pairs of mentions": len(study.items),
            },
            breakdown=RelationBreakdown(measures[0]),
            left_out=study.left_out,
            notes=tuple(_notes(study)),
            about={
                "mentions": study.matching,
                "linkable": study.space.name,
                "symmetric": sorted(study.symmetric),
                "unit": study.unit,
            },
            level=options.level,
        )

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: RelationOptions) -> Counted:
        """F1 of arcs, and of links whatever their types, document by document."""
        from accord.kinds.relations.scores import count_relations

        return count_relations(corpus, files, options.mentions, options.symmetric, options.documents)

    def _coefficient(self, name: str, options: RelationOptions) -> RelationCoefficient:
        found = RELATION_COEFFICIENTS.get(name)
        known = RELATION_COEFFICIENTS.name(name)
        coefficient: RelationCoefficient = found(options.type_credit) if known == "relation-f1" else found()
        return coefficient

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """F1 of arcs, with that of links and the Jaccard index beside it, or what is asked for."""
        if request.distance:
            raise UsageError("coefficients of relations take no distance: leave it out")
        return super().measures(corpus, request)

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """As of any kind, with where agreement is lost: mentions found, arcs linkable, linked and typed."""
        from accord.kinds.relations.breakdown import RelationBreakdown

        assert isinstance(agreement.breakdown, RelationBreakdown)
        page = super().page(corpus, agreement, most)
        total = agreement.breakdown.differing
        return replace(
            page,
            counts=replace(page.counts, annotators="relation"),
            items=replace(page.items, total=total, left_out=total - len(page.items.shown)),
            extra=("steps", "reversed"),
        )

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None, *, symmetric: tuple[str, ...] = ()) -> Disputed:
        """Pairs of mentions on which annotators differ."""
        from accord.kinds.relations.disputed import DisputedRelations

        del decoder
        return DisputedRelations.of(corpus, symmetric=symmetric)

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same corpus with two types of relations as one."""
        one = f"{first} or {second}"

        def renamed(layer: Relations) -> Relations:
            arcs = (arc._replace(type=one) if arc.type in {first, second} else arc for arc in layer.relations)
            return replace(layer, relations=tuple(dict.fromkeys(arcs)))

        layers = {
            key: renamed(layer) if isinstance(layer, Relations) else layer for key, layer in corpus.annotations.items()
        }
        return corpus.with_annotations(layers)


def _notes(study: RelationStudy) -> Iterable[str]:
    """What is to be known of the values."""
    unproved = sum(not graph.proved for graph in study.graphs)
    if unproved:
        yield f"mentions of {unproved} of {len(study.graphs)} documents may overlap more in another alignment"
    if study.apart and not study.space.by_type:
        some_symmetric = not study.symmetric.isdisjoint(study.types) and not study.symmetric.issuperset(study.types)
        why = "types are symmetric" if some_symmetric else "pairs of mentions have arcs of several types"
        yield f"chance places each type for itself, as some {why}"


RELATIONS = RelationKind()
