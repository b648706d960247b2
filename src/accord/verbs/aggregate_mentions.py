"""Vote on the mentions, spans or units of a corpus, and lay what was chosen over its documents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.spans.marks import annotation_like
from accord.kinds.spans.mentions import mention_reader, read_by
from accord.kinds.units.method import make_method
from accord.kinds.units.options import AlignmentOptions
from accord.kinds.units.study import study_units
from accord.learn.aggregate.mentions import aligned_places, chosen_mentions, coding_of_places

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.encoding import Decoder, Encoding
    from accord.kinds.labels.options import CodingOptions
    from accord.learn.aggregate.fit import Fit
    from accord.learn.aggregate.mentions import Mention, MentionChoice, Places
    from accord.learn.aggregate.votes import Numbers
    from accord.model import Corpus
    from accord.model.corpus import Annotation
    from accord.scoring.counts import Counts
    from accord.study.coding import Coding
    from accord.study.units import UnitStudy


@dataclass(frozen=True)
class Voted:
    """The places where somebody marked something, as a coding, and what is needed to choose borders there."""

    corpus: Corpus
    study: UnitStudy
    places: Places
    coding: Coding
    reader: Decoder | None
    read_by: Mapping[str, object]

    def chosen(
        self, fit: Fit, kind_of: Numbers, chosen: Numbers, method: str, rng: np.random.Generator
    ) -> MentionChoice:
        """The mentions, with their borders."""
        competence = np.nan_to_num(fit.competence, nan=1.0)
        weights = np.ones_like(competence) if method == "majority" else competence
        posterior = fit.posterior[kind_of]
        disjoint = self.reader is not None
        return chosen_mentions(self.study, self.places, posterior, chosen, weights, rng=rng, disjoint=disjoint)

    def consensus(self, chosen: MentionChoice, annotator: str) -> Callable[[], Corpus]:
        """What lays the mentions over their documents."""
        by_document: dict[str, list[Mention]] = {continuum.document: [] for continuum in self.study.continua}
        for mention in chosen.mentions:
            by_document[mention.document].append(mention)

        def consensus() -> Corpus:
            layers = {(name, annotator): self._layer(name, found) for name, found in by_document.items()}
            return replace(self.corpus.with_annotations(layers), findings=(), assumptions=())

        return consensus

    def _layer(self, name: str, found: list[Mention]) -> Annotation:
        model = next(each for (document, _), each in self.corpus.annotations.items() if document == name)
        document = next(document for document in self.corpus.documents if document.id == name)
        marks = dict.fromkeys((start, end, type_) for _, start, end, type_, *_ in found)
        return annotation_like(model, document, marks, self.reader.scheme if self.reader else None)

    def count(self, consensus: Corpus, reference: Corpus) -> Counts | None:
        """How many mentions of chunk labels the reference has too; None where there are no chunk labels."""
        if self.reader is None:
            return None
        from accord.verbs.score_labels import score_mentions

        return score_mentions(reference, consensus, encoding=self.reader.scheme).run.micro


def vote_on_mentions(corpus: Corpus, told: CodingOptions, encoding: str | Encoding | None, repair: str) -> Voted:
    """Align what annotators marked, document by document."""
    if told.labels is not None or told.missing:
        raise UsageError("labels and missing are for labels of items or tokens, and mentions are voted on here")
    reader = mention_reader(AnnotatorOptions(told.annotators).looked_at(corpus), encoding, repair)
    study = study_units(corpus, reader.mentions if reader else None, only=told.annotators, least=1)
    if not any(map(len, study.continua)):
        raise NotApplicable("nobody marked anything, so there is nothing to aggregate")
    places = aligned_places(study, make_method(study, "sum", AlignmentOptions()).align)
    return Voted(corpus, study, places, coding_of_places(study, places), reader, read_by(reader, repair))
