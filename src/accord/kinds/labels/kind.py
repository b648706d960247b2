"""Labels of items or tokens as a kind of annotation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.kinds.kind import KINDS, Kind, Measure
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.options import LabelOptions
from accord.kinds.labels.simulation_options import LabelSimulation
from accord.kinds.spans.mentions import mentions_of
from accord.model import ItemLabels, TokenLabels
from accord.payload.traits import KindTraits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.random import Generator

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.encoding import Decoder
    from accord.kinds.error_model import ErrorModel
    from accord.kinds.kind import MeasureRequest
    from accord.kinds.simulation import Degrading
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.model.corpus import Annotation
    from accord.model.work import WorkNote
    from accord.payload.layer import LayerParts
    from accord.scoring.counted_scores import Counted


_BARRED = frozenset({"alpha", "kappa", "weighted-kappa", "fleiss", "pi", "multi-kappa", "light"})
"""Coefficients for which somebody has set bars."""


class LabelKind(Kind):
    """Labels, each item or token for itself: agreement by a coefficient of many, over any distance of labels."""

    name = "labels"
    options = LabelOptions
    alone = False
    plans = True
    scored_by = ("labels", "abstain", "one_sided", "set_separator")
    scored_by_name = True
    scored_as = "labels of items"
    scored_doubts = frozenset({"empty-answer", "gap-label", "look-alike-labels"})
    traits = KindTraits(nothing="empty label", empty_is_given=True, labels_meet=True, pairs_of_items=True)
    simulation = LabelSimulation
    of_made_up = ("items", "prevalence")

    def coefficients(self) -> Iterable[str]:
        """The names of all coefficients of labels."""
        return COEFFICIENTS.spellings

    def coefficient_names(self) -> Iterable[str]:
        """Each by its own name."""
        return COEFFICIENTS

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: LabelOptions, progress: OnProgress | None = None
    ) -> Agreement:
        """How much annotators agree on the labels of a corpus, token by token or item by item."""
        from accord.kinds.labels.agree import agree_on_labels
        from accord.kinds.labels.study import coding_from_corpus

        del progress
        found = agree_on_labels(coding_from_corpus(corpus, options.coding(), packed=True), coefficients, options)
        why_not = None if coefficients else mentions_of(options.looked_at(corpus), "begin").why_not
        said = (f"{found.result.name}: no spans are read from the labels: {why_not}",) if why_not else ()
        return replace(found, reasons=(*said, *found.reasons))

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: LabelOptions) -> Counted:
        """Accuracy and what else is made of the labels of both sides, item by item."""
        from accord.kinds.labels.score_items import count_items

        return count_items(corpus, files, options)

    def made_up(self, options: LabelSimulation, rng: Generator) -> Corpus:
        """A corpus of one annotator, as the options say."""
        from accord.kinds.labels.simulated import made_up

        return made_up(options, rng)

    def degrading(self, corpus: Corpus, annotator: str, options: LabelSimulation) -> Degrading:
        """What one annotator said, to be degraded."""
        from accord.kinds.labels.simulated import DegradedLabels

        return DegradedLabels.of(corpus, annotator, options)

    def errors(self, corpus: Corpus, coefficients: Sequence[str], options: LabelOptions) -> ErrorModel:
        """Slips, labels taken for each other, and favourites of annotators."""
        from accord.kinds.labels.errors import LabelErrors
        from accord.kinds.labels.study import coding_from_corpus

        return LabelErrors.of(coding_from_corpus(corpus, options.coding()), coefficients, options)

    def by_default(self, corpus: Corpus) -> Kind:
        """Spans where the labels are chunk labels, for what annotators differ on are mentions; else labels.

        Tokens outside of all mentions are most of a text and easy, so coefficients of tokens are high, the higher the
        fewer mentions there are; and one mention with another border or type is several tokens that differ.
        """
        found = mentions_of(corpus, "begin")
        kind: Kind = KINDS.get("spans") if found.how is not None or found.mixed else self
        return kind

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """A coefficient of labels; of chunk labels what their mentions are measured by, and alpha of tokens beside it.

        Where somebody asks for labels, these come first.
        """
        asked = {"distance": request.distance, "labels": request.labels, "missing": request.missing}
        given = {name: value for name, value in asked.items() if value}
        own = Measure(self.name, request.coefficient, given, "alpha")
        plain = replace(request, coefficient=None, distance=None, labels=None, missing=())
        how, why_not, _ = mentions_of(corpus, request.repair)
        if how is not None:
            spans = KINDS.get("spans").measures(corpus, plain)
            of_labels = request.coefficient or request.distance or request.labels
            return [own, *spans] if of_labels else [*spans, replace(own, coefficient="alpha")]
        missing = f"no mentions are read from the labels, so none are measured: {why_not}"
        return [own, *([Measure("spans", None, why_not=missing)] if why_not else [])]

    def quicker(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Alpha of tokens, where there is no time for their mentions."""
        given = {"missing": request.missing} if request.missing else {}
        marks = mentions_of(corpus, request.repair).how is not None
        return [Measure(self.name, "alpha", given)] if marks else []

    def choices(self, corpus: Corpus, repair: str) -> list[dict[str, Any]]:
        """Items or tokens, and the mentions of chunk labels as spans and units."""
        from functools import partial

        from accord.kinds.choices import applies, coefficient_choice, distance_choices, unit_choice
        from accord.kinds.labels.study import coding_from_corpus

        coding = coding_from_corpus(corpus, LabelOptions().coding())
        distances = distance_choices(coding.labels, may_order=True)
        found = []
        for name in COEFFICIENTS:
            coefficient = COEFFICIENTS.get(name)
            most = getattr(coefficient, "annotators", None)
            taken = [each["name"] for each in distances if coefficient.takes(each["name"])]
            of_some = most is not None and len(coding.annotators) > most
            if taken and (of_some or applies(partial(coefficient.refuse, coding, taken[0]))):
                found.append(coefficient_choice(name, taken, most))
        items = any(isinstance(each, ItemLabels) for each in corpus.annotations.values())
        own = unit_choice("items" if items else "tokens", found, distances)
        marks = mentions_of(corpus, repair).how is not None
        return [*KINDS.get("spans").choices(corpus, repair), own] if marks else [own]

    def labels(self, corpus: Corpus) -> tuple[str, ...]:
        """All labels that were given."""
        from accord.kinds.labels.study import coding_from_corpus

        return coding_from_corpus(corpus, LabelOptions().coding()).labels

    def bars(self, coefficient: str) -> tuple[float, ...]:
        """0.667 and 0.8 for coefficients of the family of kappa and alpha.

        Krippendorff (2004, Content Analysis) asks for 0.8, and for 0.667 where tentative conclusions are enough.
        """
        return (0.667, 0.8) if coefficient in _BARRED else ()

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """Pairs, items, documents, annotators and labels."""
        from accord.kinds.labels.page import labels_page

        return labels_page(corpus, agreement, most)

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
        """Items or tokens whose labels differ; the mentions of chunk labels where there is what reads them."""
        from accord.kinds.labels.disputed import DisputedItems, DisputedTokens

        kinds = {type(each) for each in corpus.annotations.values()}
        if kinds == {ItemLabels}:
            return DisputedItems.of(corpus)
        if kinds != {TokenLabels}:
            raise UsageError("there are labels of tokens and of items: adjudicate them apart")
        if decoder is None:
            return DisputedTokens.of(corpus)
        marked: Disputed = KINDS.get("spans").disputed(corpus, decoder=decoder)
        return marked

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same labels, of which nobody tells two apart."""
        both, one = {first, second}, f"{first} or {second}"

        def as_one(annotation: Annotation) -> Annotation:
            if isinstance(annotation, ItemLabels):
                labels = {item: one if label in both else label for item, label in annotation.labels.items()}
                return replace(annotation, labels=labels)
            assert isinstance(annotation, TokenLabels), "labels are of items or tokens"
            rows = tuple(tuple(one if label in both else label for label in row) for row in annotation.labels)
            return replace(annotation, labels=rows)

        return corpus.with_annotations({key: as_one(each) for key, each in corpus.annotations.items()})

    def work(self, corpus: Corpus) -> Mapping[tuple[str, str, str], WorkNote]:
        """What is known of the work on labels of items."""
        return {
            (*key, item): note
            for key, said in corpus.annotations.items()
            if isinstance(said, ItemLabels)
            for item, note in said.work.items()
            if item in said.labels
        }

    def chosen_items(self, corpus: Corpus, chosen: Iterable[tuple[str, str, str]]) -> Corpus:
        """Some labels of items, with what was given to the same again."""
        items: dict[tuple[str, str], list[str]] = {}
        for document, annotator, item in chosen:
            items.setdefault((document, annotator), []).append(item)
        kept: dict[tuple[str, str], Annotation] = {}
        for key, some in items.items():
            said = corpus.annotations[key]
            assert isinstance(said, ItemLabels), "only labels of items are chosen by items"
            repeats = {item: said.repeats[item] for item in some if item in said.repeats}
            kept[key] = replace(said, labels={item: said.labels[item] for item in some}, repeats=repeats)
        return corpus.with_annotations(kept)

    def texts(self, corpus: Corpus) -> set[tuple[str, object]]:
        """The items or sentences that somebody looked at."""
        found: set[tuple[str, object]] = set()
        for (document, _), each in corpus.annotations.items():
            if isinstance(each, ItemLabels):
                found.update((document, item) for item in each.labels)
            elif isinstance(each, TokenLabels):
                found.update((document, sentence) for sentence in range(len(each.labels)))
        return found


LABELS = LabelKind()
