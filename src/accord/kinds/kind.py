"""What a kind of annotation is: everything that is particular to it, behind one class.

Nothing outside `accord.kinds` and `accord.formats` knows a kind by name or looks at the type of an annotation. A new
kind is a package with an object of a class of `Kind`, and a line in `KINDS`; another distribution adds one by an
entry point of the group ``accord.kind``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.errors import NotApplicable, UsageError
from accord.messages import listing
from accord.payload.traits import KindTraits
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.random import Generator

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.encoding import Decoder
    from accord.kinds.error_model import ErrorModel
    from accord.kinds.simulation import Degrading
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.model.work import WorkNote
    from accord.payload.layer import LayerParts
    from accord.payload.views import AlignerView
    from accord.scoring.counted_scores import Counted

KINDS = Registry(
    "kind",
    {
        "relations": "accord.kinds.relations.kind:RELATIONS",
        "trees": "accord.kinds.trees.kind:TREES",
        "units": "accord.kinds.units.kind:UNITS",
        "spans": "accord.kinds.spans.kind:SPANS",
        "labels": "accord.kinds.labels.kind:LABELS",
    },
)
"""The only list of kinds. Where a coefficient's name or a corpus fits several, the first one takes it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that fits to be measured on a layer, as a request that can be run, said and repeated.

    ``options`` are keyword arguments of `agree` beyond the common ones; ``cost`` is about how many seconds it takes,
    where that can be told beforehand.
    """

    kind: str
    coefficient: str | None
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    """What it is called where the coefficient goes without saying."""
    cost: float | None = None
    slow: bool = False
    """Whether it is measured after what is quick, pictures too."""
    why_not: str | None = None
    """Why it cannot be measured, where it would fit but for that."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.coefficient or self.title or self.kind


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """What a caller asks of the measures of a layer; all that is left open is chosen by what fits.

    ``repair`` says how chunk labels are read as mentions where they need it.
    """

    coefficient: str | None = None
    distance: str | None = None
    labels: tuple[str, ...] | None = None
    missing: tuple[str, ...] = ()
    repair: str = "begin"


class Kind:
    """One kind of annotation: its name, options and coefficients, and `agree`; the rest has defaults that hold for all.

    ``options`` is the data class of all that can be said of its agreement. ``alone`` says that nothing else can be made
    of its annotations, so that coefficients of other kinds do not apply; ``plans``, that how many more items an
    interval needs can be told; ``on_positions``, that it measures stretches, so that numbers in a file are positions.
    The ``traits`` are what the page must know, and ``item_view`` names what draws one item.
    """

    name: str
    options: type
    alone: bool = True
    plans: bool = False
    on_positions: bool = False
    rounds_apart: bool = False
    """Whether rounds are measured one by one, for chance is drawn; else as one study, in which labels are the same."""
    traits: KindTraits = KindTraits()
    item_view: str | None = None
    scored_by: tuple[str, ...] | None = None
    """The options that say how it is scored against a reference; None where it is not."""
    scored_by_name: bool = False
    """Whether what is scored is matched by its name, so that each file is read for itself, whoever it names."""
    scored_as: str = ""
    """What is scored, in words, where its name does not say it."""
    simulation: Any = None
    """The class of the options of annotators who are simulated, a `SimulationOptions`; None where none are."""
    of_made_up: tuple[str, ...] = ()
    """Those of them that are for a corpus that is made up."""
    scored_doubts: frozenset[str] = frozenset()
    """The findings of reading that say what scoring does otherwise, and says itself."""

    def coefficients(self) -> Iterable[str]:
        """The names of its coefficients, with their other spellings, in lower case."""
        raise NotImplementedError

    def coefficient_names(self) -> Iterable[str]:
        """The names of its coefficients as help lists them."""
        return self.coefficients()

    def explained(self) -> Mapping[str, Registry]:
        """What ``accord explain`` says of it beyond what all kinds share, by what that is called in a list."""
        return {}

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: Any, progress: OnProgress | None = None
    ) -> Agreement:
        """How much the annotators of a corpus agree; with no coefficients, by those that fit."""
        raise NotImplementedError

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: Any) -> Counted:
        """What systems have right of a reference, as counts that add up over its sentences or documents.

        ``files`` are those of the annotators of a corpus, the reference first.
        """
        del corpus, files, options
        raise NotApplicable(f"{self.name} are not scored against a reference")

    def errors(self, corpus: Corpus, coefficients: Sequence[str], options: Any) -> ErrorModel:
        """How its annotators err, as far as that can be told from what they said; the first coefficient is measured."""
        del corpus, coefficients, options
        raise NotApplicable(f"what agreement on {self.name} corresponds to is not known: it is for {_calibrated()}")

    def made_up(self, options: Any, rng: Generator) -> Corpus:
        """A corpus of one annotator that is made up, as the options of simulation say."""
        del options, rng
        raise NotApplicable(f"{self.name} are not simulated")

    def degrading(self, corpus: Corpus, annotator: str, options: Any) -> Degrading:
        """What one annotator said, to be degraded as the options of simulation say."""
        del corpus, annotator, options
        raise NotApplicable(f"{self.name} are not simulated")

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """What fits to measure on a layer of this kind, the headline first, then what stands beside it."""
        del corpus
        distance = {"distance": request.distance} if request.distance else {}
        return [Measure(self.name, request.coefficient, distance)]

    def quicker(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Measures to take where there is no time for the headline, the better first."""
        del corpus, request
        return []

    def by_default(self, corpus: Corpus) -> Kind:
        """The kind that is measured where nobody names a coefficient: this one, or what is made of its annotations."""
        del corpus
        return self

    def choices(self, corpus: Corpus, repair: str) -> list[dict[str, Any]]:
        """What can be compared in a layer, each with its coefficients and distances, for the settings of the page."""
        del corpus, repair
        from accord.kinds.choices import coefficient_choice, unit_choice

        return [unit_choice(self.name, [coefficient_choice(name, []) for name in self.coefficients()], [])]

    def labels(self, corpus: Corpus) -> tuple[str, ...]:
        """The labels of a layer that somebody may want to put in order; none where they have no order."""
        del corpus
        return ()

    def bars(self, coefficient: str) -> tuple[float, ...]:
        """What is customarily asked of a coefficient, lowest first; mostly nothing."""
        del coefficient
        return ()

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """What the page shows of an agreement, measured and ready to be drawn; without a corpus, but for its items."""
        from accord.kinds.page.agreement import agreement_page

        del corpus
        return agreement_page(agreement, most)

    def drawing(
        self, corpus: Corpus, agreement: Agreement, options: Any, most: int, progress: OnProgress | None = None
    ) -> AlignerView | None:
        """What takes a time of its own to draw, the alignments of the worst documents; or nothing."""
        del corpus, agreement, options, most, progress
        return None

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
        """What annotators differ on, case by case, what can be decided, and the gold standard of it.

        A decoder reads the mentions of chunk labels.
        """
        del corpus, decoder
        raise NotApplicable(f"{self.name} cannot be adjudicated")

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same corpus with two labels as one."""
        del corpus, first, second
        raise NotApplicable(f"labels of {self.name} cannot be merged")

    def work(self, corpus: Corpus) -> Mapping[tuple[str, str, str], WorkNote]:
        """When each label was given, in which round, how fast: by document, annotator and item, where files say so."""
        del corpus
        return {}

    def chosen_items(self, corpus: Corpus, chosen: Iterable[tuple[str, str, str]]) -> Corpus:
        """The same corpus with some of its labels only, by document, annotator and item."""
        del corpus, chosen
        raise NotApplicable(f"{self.name} cannot be chosen one by one")

    def texts(self, corpus: Corpus) -> set[tuple[str, object]]:
        """All that somebody looked at and that is in a gold standard or not: items, sentences or documents."""
        return {(document, None) for document, _ in corpus.annotations}


def _calibrated() -> str:
    """The kinds whose errors can be estimated."""
    return listing([kind.name for kind in reversed(kinds()) if type(kind).errors is not Kind.errors])


def kinds() -> list[Kind]:
    """All kinds, in the order in which they are asked."""
    return [KINDS.get(name) for name in KINDS]


def agreement_by(
    kind: Kind, corpus: Corpus, coefficients: Sequence[str], options: Any, progress: OnProgress | None = None
) -> Agreement:
    """How much annotators agree, as the kind of what they annotated measures it; fewer than two are refused."""
    from accord.study.annotators import refuse_alone

    refuse_alone(options.chosen(corpus))
    return kind.agree(corpus, coefficients, options, progress).read_by(corpus.layer.choices)


def kind_of(corpus: Corpus) -> Kind:
    """The kind of what a corpus holds."""
    annotations = corpus.annotations.values()
    found = next((annotation.kind for annotation in annotations), "labels")
    kind: Kind = KINDS.get(found)
    return kind


def kind_for(corpus: Corpus, coefficients: Sequence[str], given: Iterable[str] = ()) -> Kind:
    """What is measured: what the coefficients are for, of all that can be made of what the corpus holds.

    Without coefficients it is what fits best, unless options are ``given`` that only what the corpus holds has.
    """
    held = kind_of(corpus)
    if held.alone:
        return held
    if not coefficients:
        preferred = held.by_default(corpus)
        return held if set(given) & _own_options(held, preferred) else preferred
    asked = {kind.name: count for kind in kinds() if not kind.alone and (count := _for(kind, coefficients))}
    for name, count in asked.items():
        if count == len(coefficients):
            kind: Kind = KINDS.get(name)
            return kind
    if len(asked) > 1:
        raise UsageError(f"{listing(coefficients)} are for different things: ask for them apart")
    return held


def _own_options(kind: Kind, other: Kind) -> set[str]:
    """The names of options that a kind has and another has not."""
    from accord.kinds.options import options_of

    return set(options_of(kind.options)) - set(options_of(other.options))


def needs_positions(coefficients: Sequence[str]) -> bool:
    """Whether coefficients are all for stretches of a continuum."""
    return bool(coefficients) and any(
        kind.on_positions and _for(kind, coefficients) == len(coefficients) for kind in kinds()
    )


def _for(kind: Kind, coefficients: Sequence[str]) -> int:
    known = set(kind.coefficients())
    return sum(name.casefold().partition(":")[0] in known for name in coefficients)


def refuse_idle(kind: Kind, given: Mapping[str, Any], called: Callable[[str], str] = str) -> None:
    """Refuse options that say nothing about what is measured."""
    from accord.kinds.options import options_of

    known = options_of(kind.options)
    for name in given:
        if name not in known or known[name].scoring:
            of = {other.name: options_of(other.options).get(name) for other in reversed(kinds())}
            what = [other for other, each in of.items() if each is not None and not each.scoring]
            if what:
                raise UsageError(f"{called(name)} is for {listing(what)}, and {kind.name} are measured here")
            if any(of.values()):
                raise UsageError(f"{called(name)} is for scoring against a reference, and agreement is measured here")
