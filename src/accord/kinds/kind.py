"""What a kind of annotation is: everything that is particular to it, behind one protocol.

Nothing outside `accord.kinds` and `accord.formats` knows a kind by name or looks at the type of an annotation. A new
kind is a package with an object that does what `Kind` says, and a line in `KINDS`; another distribution adds one by an
entry point of the group ``accord.kind``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from accord.errors import UsageError
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.model import Corpus
    from accord.model.case import Disputed

KINDS = Registry(
    "kind",
    {
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
    options: Mapping[str, Any]
    cost: float | None = None
    why_not: str | None = None
    """Why it cannot be measured, where it would fit but for that."""


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """What a caller asks of the measures of a layer; all that is left open is chosen by what fits.

    ``repair`` says how chunk labels are read as mentions where they need it.
    """

    coefficient: str | None = None
    distance: str | None = None
    labels: tuple[str, ...] | None = None
    repair: str = "begin"


class Kind(Protocol):
    """One kind of annotation."""

    @property
    def name(self) -> str:
        """What it is called: labels, spans, units, trees."""
        ...

    @property
    def options(self) -> type:
        """The data class of all that can be said of its agreement."""
        ...

    @property
    def alone(self) -> bool:
        """Whether nothing else can be made of its annotations, so that coefficients of other kinds do not apply."""
        ...

    def coefficients(self) -> Iterable[str]:
        """The names of its coefficients, with their other spellings, in lower case."""
        ...

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: Any, progress: OnProgress | None = None
    ) -> Agreement:
        """How much the annotators of a corpus agree; with no coefficients, by those that fit."""
        ...

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """What fits to measure on a layer of this kind, the headline first, then what stands beside it."""
        ...

    def quicker(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Measures to take where there is no time for the headline, the better first."""
        ...

    def page(self, corpus: Corpus, agreement: Agreement, most: int) -> Mapping[str, Any]:
        """What the page shows of an agreement beyond what all kinds have, measured and ready to be drawn."""
        ...

    def drawing(
        self, corpus: Corpus, agreement: Agreement, options: Any, most: int, progress: OnProgress | None = None
    ) -> Mapping[str, Any]:
        """Parts of the page that take a time of their own, such as the alignments of the worst documents; or none."""
        ...

    def disputed(self, corpus: Corpus, **how: Any) -> Disputed:
        """What annotators differ on, case by case, what can be decided, and the gold standard of it."""
        ...

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same corpus with two labels as one."""
        ...

    def texts(self, corpus: Corpus) -> set[tuple[str, object]]:
        """All that somebody looked at and that is in a gold standard or not: items, sentences or documents."""
        ...


def kinds() -> list[Kind]:
    """All kinds, in the order in which they are asked."""
    return [KINDS.get(name) for name in KINDS]


def kind_of(corpus: Corpus) -> Kind:
    """The kind of what a corpus holds."""
    annotations = corpus.annotations.values()
    found = next((annotation.kind for annotation in annotations), "labels")
    kind: Kind = KINDS.get(found)
    return kind


def kind_for(corpus: Corpus, coefficients: Sequence[str]) -> Kind:
    """What is measured: what the corpus holds, unless the coefficients are for something that can be made of it."""
    held = kind_of(corpus)
    if held.alone or not coefficients:
        return held
    asked = {kind.name: count for kind in kinds() if not kind.alone and (count := _for(kind, coefficients))}
    for name, count in asked.items():
        if count == len(coefficients):
            kind: Kind = KINDS.get(name)
            return kind
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(coefficients)} are for different things: ask for them apart")
    return held


def _for(kind: Kind, coefficients: Sequence[str]) -> int:
    known = set(kind.coefficients())
    return sum(name.casefold().partition(":")[0] in known for name in coefficients)


def refuse_idle(kind: Kind, given: Mapping[str, Any], called: Callable[[str], str] = str) -> None:
    """Refuse options that say nothing about what is measured."""
    from accord.kinds.options import options_of

    known = options_of(kind.options)
    for name in given:
        if name not in known:
            what = [other.name for other in reversed(kinds()) if name in options_of(other.options)]
            if what:
                raise UsageError(f"{called(name)} is for {' and '.join(what)}, and {kind.name} are measured here")
