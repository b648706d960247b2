"""Documents, and layers of annotations over them, each keyed by (document, annotator)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.model.presentation import NotebookDisplay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.model.finding import Finding

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Document:
    """A text: its sentences as tokens, its characters where spans are laid over these, or nothing but an id.

    ``items`` are its items in their order, each with its text, if it has one. ``named`` is False where the id was made
    up and is not to be written: that of the only document of items or units.
    """

    id: str
    sentences: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    items: Mapping[str, str] = field(default_factory=dict)
    named: bool = True


class Annotation(Protocol):
    """What one annotator said of one document: labels, spans, units, trees, or whatever else has a kind and a file."""

    kind: ClassVar[str]

    @property
    def file(self) -> str:
        """The file it stands in, or nothing where it stands in none."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Annotations of one sort over the documents of a corpus, by (document, annotator).

    A pair without an annotation was not annotated by that annotator; an annotation that marks nothing was made, and
    nothing was found. ``on`` names the layer that this one refers to, as relations refer to mentions.
    """

    name: str
    annotations: Mapping[tuple[str, str], Annotation]
    on: str | None = None
    findings: tuple[Finding, ...] = ()
    """What is wrong with this layer, and not with the others."""
    aside: bool = False
    """Whether it stands beside the main layer, and is measured where it is named: as tags beside trees."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """What was chosen in the reading that changes numbers, as signatures say it."""
    nominal: str = ""
    """Why its labels are names although they may look like numbers, where the files show that."""

    @property
    def kind(self) -> str:
        """The kind of its annotations, and nothing where it has none."""
        return next((each.kind for each in self.annotations.values()), "")

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone with at least one annotation, in the order of the files."""
        return tuple(dict.fromkeys(annotator for _, annotator in self.annotations))


@dataclass(frozen=True, slots=True, repr=False)
class Corpus(NotebookDisplay):
    """What annotators or systems produced over some documents, in layers by name; never changed once made.

    Most work looks at one layer: ``main`` names it, and ``annotations`` are those of that layer.

    >>> import accord
    >>> corpus = accord.read({"ada": {"t1": "yes", "t2": "no"}, "ben": {"t1": "yes"}})
    >>> corpus.annotators, len(corpus)
    (('ada', 'ben'), 1)
    >>> corpus.by(["ada"])
    <Corpus: 1 document, 1 annotator, labels>
    """

    documents: tuple[Document, ...]
    layers: Mapping[str, Layer]
    findings: tuple[Finding, ...] = ()
    assumptions: tuple[str, ...] = ()
    main: str | None = None

    @classmethod
    def of(
        cls,
        documents: tuple[Document, ...],
        annotations: Mapping[tuple[str, str], Annotation],
        findings: tuple[Finding, ...] = (),
        assumptions: tuple[str, ...] = (),
        name: str = "",
    ) -> Corpus:
        """A corpus of one layer."""
        return cls(documents, {name: Layer(name, annotations)}, findings, assumptions, name)

    def __len__(self) -> int:
        return len(self.documents)

    def __bool__(self) -> bool:
        return True  # a corpus without documents is still one

    def __repr__(self) -> str:
        held = [f"{each.name} ({each.kind})" if each.name else each.kind for each in self.layers.values()]
        named = f"layer{'s' * (len(held) > 1)} " if any(self.layers) else ""
        counts = plural(len(self), "document"), plural(len(self.annotators), "annotator")
        return f"<Corpus: {', '.join([*counts, *([named + ', '.join(held)] if any(held) else [])])}>"

    @property
    def layer(self) -> Layer:
        """The layer to work on: the main one, or the only one; a usage error where none of several is chosen."""
        if self.main is not None:
            return self.layers[self.main]
        if len(self.layers) > 1:
            raise UsageError(f"there are several layers, {', '.join(self.layers)}: choose one")
        return next(iter(self.layers.values()), Layer("", {}))

    @property
    def choices(self) -> tuple[str, ...]:
        """The layers that can each be worked on; one that was selected is the only one, whatever it refers to."""
        selected = None if self.main is None else self.select(self.main).layers.keys()
        return (str(self.main),) if selected == self.layers.keys() else tuple(self.layers)

    @property
    def annotations(self) -> Mapping[tuple[str, str], Annotation]:
        """The annotations of that layer, by (document, annotator)."""
        return self.layer.annotations

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone with at least one annotation in that layer, or in any where none is chosen; as files have them."""
        layers = [self.layers[self.main]] if self.main is not None else self.layers.values()
        return tuple(dict.fromkeys(who for layer in layers for who in layer.annotators))

    def select(self, name: str) -> Corpus:
        """The corpus of one layer, with those that it refers to."""
        if name not in self.layers:
            names = list(filter(None, self.layers))
            known = suggestion(str(name), names) if names else "there is one layer, without a name"
            raise UsageError(f"there is no layer {name!r}: {known}")
        chosen: dict[str, Layer] = {}
        following: str | None = name
        while following is not None and following not in chosen:
            chosen[following] = self.layers[following]
            following = chosen[following].on
        findings = (finding for layer in chosen.values() for finding in layer.findings)
        return replace(self, layers=chosen, main=name, findings=tuple(dict.fromkeys([*self.findings, *findings])))

    def with_annotations(self, annotations: Mapping[tuple[str, str], Annotation]) -> Corpus:
        """The same corpus with other annotations in the layer to work on."""
        layer = replace(self.layer, annotations=annotations)
        return replace(self, layers={**self.layers, layer.name: layer})

    def by(self, annotators: Iterable[str]) -> Corpus:
        """The same corpus with what some annotators said only, in the layer to work on."""
        chosen = frozenset(annotators)
        return self.with_annotations({key: said for key, said in self.annotations.items() if key[1] in chosen})

    def within(self, documents: Iterable[str]) -> Corpus:
        """The same corpus with some of its documents only, in every layer."""
        chosen = frozenset(documents)
        kept = tuple(each for each in self.documents if each.id in chosen)
        layers = {
            name: replace(each, annotations={key: said for key, said in each.annotations.items() if key[0] in chosen})
            for name, each in self.layers.items()
        }
        return replace(self, documents=kept, layers=layers)

    def annotations_of(self, annotator: str, type_: type[A]) -> Iterator[tuple[Document, A]]:
        """What an annotator said of each document, as far as it is annotation of this type."""
        for document in self.documents:
            said = self.annotations.get((document.id, annotator))
            if isinstance(said, type_):
                yield document, said

    def annotations_by_annotator(self, type_: type[A]) -> dict[str, list[tuple[Document, A]]]:
        """What everyone said of each document, as far as it is annotation of this type.

        Each annotation is looked at once, so that it takes no longer the more annotators there are.
        """
        said_of: dict[str, list[tuple[str, A]]] = {}
        held: dict[str, list[tuple[Document, A]]] = {}
        for (document, annotator), said in self.annotations.items():
            if isinstance(said, type_):
                said_of.setdefault(document, []).append((annotator, said))
                held[annotator] = []
        for each in self.documents:
            for annotator, found in said_of.get(each.id, ()):
                held[annotator].append((each, found))
        return held
