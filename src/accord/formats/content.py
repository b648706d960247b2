"""What a file holds before it is known who made it: tokens, answers to items, spans, units, trees, problems."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from accord.errors import UsageError
from accord.formats.repeats import GivenLabel, RepeatedItem
from accord.formats.source import say_encoding
from accord.model import Annotation, DependencyTree, Finding, Place, Sentence, SentenceSource, Severity, Unit
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats.offsets import OffsetEvidence
    from accord.formats.source import Source
    from accord.model import Span, Tree
    from accord.model.work import WorkNote


_SHOWN = 3


class Passage(NamedTuple):
    """The token labels of one document by one annotator, as far as their file names the two.

    ``marked`` says that the file itself tells this document from the others in it.
    """

    annotator: str | None
    document: str | None
    sentences: list[Sentence]
    marked: bool = False

    @property
    def tokens(self) -> tuple[tuple[str, ...], ...]:
        """The text without the labels."""
        return tuple(sentence.tokens for sentence in self.sentences)


class Answers(NamedTuple):
    """The labels of items by one annotator, the lines they stand on, and the texts that stand beside them.

    ``again`` are further labels of the same items by the same annotator, with their lines.
    """

    labels: Mapping[str, str]
    lines: Mapping[str, int]
    texts: dict[str, str]
    again: dict[str, list[tuple[str, int]]]

    @property
    def different(self) -> Iterable[str]:
        """The labels, perhaps each once, in the order in which they were given."""
        return self.labels.used if isinstance(self.labels, ArrayMap) else self.labels.values()

    def given(self, file: str, item: str) -> list[GivenLabel]:
        """All labels of an item, and where they stand."""
        labels = [(self.labels[item], self.lines[item]), *self.again.get(item, ())]
        return [GivenLabel(label, Place(file, line)) for label, line in labels]


class TextAnnotation(Annotation, Protocol):
    """An annotation of stretches of a text: spans, or whatever stands on them."""

    @property
    def length(self) -> int:
        """How long the text is."""

    @property
    def unit(self) -> str:
        """What it is long in: characters or tokens."""

    @property
    def line(self) -> int | None:
        """Where it stands in its file."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The stretches that are marked."""

    @property
    def parts(self) -> Mapping[str, Sequence[str]]:
        """The types of all that it consists of, by what that is called: what it is about first, the spans last."""

    def nothing_in(self, file: str, length: int) -> Self:
        """The same kind of annotation with nothing in it, in another file and over a text of another length."""


class Marking(NamedTuple):
    """What one annotator marked in one document: a text, tokens, or nothing but a length."""

    annotator: str | None
    document: str | None
    words: str | tuple[str, ...] | None
    annotation: TextAnnotation


class TierName(NamedTuple):
    """What a tier is called, and who annotated it, where it says so."""

    name: str
    annotator: str


class Unitising(NamedTuple):
    """The units of one annotator on one continuum, and the line where they start, or where each stands."""

    annotator: str | None
    document: str | None
    units: tuple[Unit, ...]
    measured_in: str = "position"
    line: int | None = None
    length: float | None = None
    """How long the continuum is, where that is known."""
    lines: tuple[int | None, ...] = ()
    tier: TierName | None = None
    """The tier that they stand on, where it is one: in another file, tiers may be continua or name annotators."""


class Annotated(NamedTuple):
    """What one annotator says of one document, in a type of annotation that only its kind knows."""

    annotator: str | None
    document: str | None
    annotation: Annotation
    line: int | None = None


class Treebank(NamedTuple):
    """The trees of one document, as far as their file names it; it never says who drew them.

    ``marked`` says that the file itself tells this document from the others in it, ``words`` whether the caller says
    that the leaves of brackets are words; None where that is to be detected.
    """

    document: str | None
    trees: list[Tree]
    marked: bool = False
    words: bool | None = None

    def sentence(self, tree: Tree, number: int) -> Sentence:
        """The tokens of a tree with the labels above them, in a document that has a name or else this number."""
        document = self.document or str(number)
        line = (tree.place.line if tree.place else 0) or 0
        if isinstance(tree, DependencyTree):
            return Sentence(tree.words, tree.labels, line, document)
        labels = tuple(label for label, is_leaf in zip(tree.labels, tree.leaves(), strict=True) if is_leaf)
        return Sentence(tree.words, labels, line, document, one_line=True)


@dataclass(slots=True)
class Content:
    """What one file holds, collected while it is read: passages of tokens, answers, spans, units, trees, problems.

    ``answers`` are keyed by (document, annotator), each None where the file does not say. ``texts`` are those of all
    items that somebody labelled, by (document, item) and in the order of the file: what was read first, or nothing;
    items whose labels are held as arrays have none.
    """

    file: str
    passages: list[Passage] = field(default_factory=list)
    answers: dict[tuple[str | None, str | None], Answers] = field(default_factory=dict)
    texts: dict[tuple[str | None, str], str] = field(default_factory=dict)
    work: dict[tuple[int, str | None], WorkNote] = field(default_factory=dict)
    """What is said of the work on labels, by their line and, where several annotators share it, by annotator."""
    two_texts: bool = False
    nominal: str = ""
    """Why its labels are names although they may look like numbers, where it shows that."""
    markings: list[Marking] = field(default_factory=list)
    unitisings: list[Unitising] = field(default_factory=list)
    trees: list[Treebank] = field(default_factory=list)
    others: list[Annotated] = field(default_factory=list)
    """What is none of these, for kinds that bring an annotation of their own."""
    findings: list[Finding] = field(default_factory=list)
    assumption: str = ""
    counted: Counter[str] = field(default_factory=Counter)
    """What was not taken as it stands, by what it is, in the plural; these are added up over files."""
    layer: str = ""
    feature: tuple[str, str] | None = None
    """The type and the feature that the layer is of, until those of all files are named (`name_features`)."""
    beside: list[Content] = field(default_factory=list)
    """Other layers of the same file, each with its name; all problems of the file are reported here."""
    repeats: str = ""
    """Which label counts where an annotator gives an item several, if the tool that wrote the file means that one."""
    offsets: OffsetEvidence | None = None
    """What the offsets of spans count, as far as that was looked at; what all layers of a file have in common."""
    recording: str = ""
    """What tells the recording that was annotated from others, if anything does: its file, or how long it is."""
    timed: bool = False
    """Whether that is how long it is, which clips of one length share."""
    is_document: bool = False
    """Whether a file of its format is always one document by one annotator, so that other texts are other documents."""
    whole: bool = False
    """Whether all that other files of the campaign have layers of was looked for: a missing layer is an empty one."""
    missing_text: str = ""
    """The text that its spans lie in, where it is not there and they are units for that reason."""
    sessions: set[str] = field(default_factory=set)
    """The annotators that are called as Prodigy calls sessions, the name of the dataset first."""

    def report(self, code: str, line: int | None, message: str, hint: str, severity: Severity = Severity.ERROR) -> None:
        """Collect a problem."""
        self.findings.append(Finding(code, severity, Place(self.file, line), message, hint))

    def answer(
        self, document: str | None, annotator: str | None, item: str, label: str, line: int, *, text: str = ""
    ) -> None:
        """Collect a label and the text beside it; the reading decides what counts where an item has several."""
        first = self.texts.setdefault((document, item), text)
        if text:
            text = self._known_text(document, item, text, line) if text != first else first
        answers = self.answers.get((document, annotator))
        if answers is None:
            answers = self.answers[document, annotator] = Answers({}, {}, {}, {})
        labels, lines = answers.labels, answers.lines
        assert isinstance(labels, dict), "labels that are held as arrays are whole"
        assert isinstance(lines, dict), "and so are their lines"
        if item not in labels:
            labels[item] = label
            lines[item] = line
            if text:
                answers.texts[item] = text
        elif lines[item] != line or labels[item] != label:
            answers.again.setdefault(item, []).append((label, line))

    def _known_text(self, document: str | None, item: str, text: str, line: int) -> str:
        """Another text than the one before, if there was one; the first item that has two is reported."""
        first = self.texts[document, item]
        if not first:
            self.texts[document, item] = text
        elif not self.two_texts:
            self.two_texts = True
            self.findings.append(other_text(item, Place(self.file, line)))
        return text

    def repeated_labels(self) -> list[Finding]:
        """Each further label that an annotator gave to an item in this file."""
        return [
            finding
            for (_, annotator), answers in self.answers.items()
            for item in answers.again
            for finding in RepeatedItem(item, annotator, answers.given(self.file, item)).findings()
        ]

    def label_source(self, digest: str | None = None) -> SentenceSource:
        """All sentences of its passages, and those of its trees with the labels above their tokens."""
        sentences = [sentence for passage in self.passages for sentence in passage.sentences]
        sentences += [bank.sentence(tree, number) for number, bank in enumerate(self.trees, 1) for tree in bank.trees]
        return SentenceSource(self.file, sentences, digest, self.findings)

    def named_layer(self, name: str) -> Content:
        """The layer of that name, a new one if there is none; the first is this content, and all report in its list."""
        if not self.layer and not self.holds_anything:
            self.layer = name
        found = next((each for each in (self, *self.beside) if each.layer == name), None)
        if found is None:
            found = Content(self.file, layer=name, findings=self.findings)
            found.repeats, found.is_document, found.offsets = self.repeats, self.is_document, self.offsets
            self.beside.append(found)
        return found

    def of_layer(self, name: str | None) -> Content | None:
        """The layer that is named, if it is there; else the first that holds anything."""
        if name is not None:
            return next((each for each in self.all_layers if each.layer == name), None)
        return next((each for each in self.all_layers if each.holds_anything), self)

    @property
    def all_layers(self) -> tuple[Content, ...]:
        """What it holds in each of its layers, the first of which is this content."""
        return self, *self.beside

    @property
    def holds_anything(self) -> bool:
        """Whether anybody labelled or marked anything: not only looked."""
        marked = any(next(iter(each.annotation.parts.values()), ()) for each in self.markings)
        return bool(marked or self.passages or self.answers or self.unitisings or self.trees or self.others)

    @property
    def whole_kind(self) -> str | None:
        """The kind of what says itself of which document it is; None for labels and trees."""
        annotations = [*(each.annotation for each in self.markings), *(each.annotation for each in self.others)]
        return annotations[0].kind if annotations else "units" if self.unitisings else None

    def of_one_side(self) -> Content:
        """The same by nobody in particular, where it names one annotator: who made a file of a system is the system."""
        named = {who for layer in self.all_layers for who in layer.annotators} - {None}
        if len(named) > 1:
            who = " and ".join(sorted(filter(None, named))[:_SHOWN]) + " and others" * (len(named) > _SHOWN)
            raise UsageError(f"{self.file} holds annotations of {who}, and one annotator or system a file is needed")
        return self._by_nobody() if named else self

    def _by_nobody(self) -> Content:
        answers: dict[tuple[str | None, str | None], Answers] = {}
        for (document, _), each in self.answers.items():
            answers[document, None] = each
        return replace(
            self,
            passages=[each._replace(annotator=None) for each in self.passages],
            answers=answers,
            markings=[each._replace(annotator=None) for each in self.markings],
            unitisings=[each._replace(annotator=None) for each in self.unitisings],
            others=[each._replace(annotator=None) for each in self.others],
            beside=[each._by_nobody() for each in self.beside],
        )

    def by_annotator(self) -> list[Content]:
        """The same for each annotator of its passages, who is named with the file where there are several."""
        annotators = dict.fromkeys(passage.annotator for passage in self.passages)
        return [
            replace(
                self,
                file=f"{self.file} ({annotator})" if len(annotators) > 1 else self.file,
                passages=[passage for passage in self.passages if passage.annotator == annotator],
            )
            for annotator in annotators
        ]

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong that stops the reading."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def annotators(self) -> tuple[str | None, ...]:
        """Who annotated anything in it, None for one who is not named."""
        of_tokens = [passage.annotator for passage in self.passages]
        of_items = [annotator for _, annotator in self.answers]
        of_spans = [marking.annotator for marking in self.markings]
        of_units = (unitising.annotator for unitising in self.unitisings)
        of_trees = (None for _ in self.trees)
        of_others = (annotated.annotator for annotated in self.others)
        return tuple(dict.fromkeys([*of_tokens, *of_items, *of_spans, *of_units, *of_trees, *of_others]))

    @property
    def documents(self) -> set[str | None]:
        """The documents of what says itself who annotated it, None for one that is not named."""
        of_tokens = (passage.document for passage in self.passages)
        of_items = (document for document, _ in self.answers)
        of_spans = (marking.document for marking in self.markings)
        of_units = (unitising.document for unitising in self.unitisings)
        of_others = (annotated.document for annotated in self.others)
        return {*of_tokens, *of_items, *of_spans, *of_units, *of_others}

    @property
    def leaves_document_open(self) -> bool:
        """Whether some of it is in a document that the file does not name."""
        return None in self.documents or any(bank.document is None for bank in self.trees)

    @property
    def names_annotators(self) -> bool:
        """Whether the file itself says who annotated."""
        annotators = self.annotators
        return None not in annotators and bool(annotators)


def undecodable_bytes(source: Source, line: int, text: str) -> Finding:
    """A line whose bytes could not be decoded."""
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    message = f"not {source.file_encoding}: '{shown[:60]}'"
    return Finding("undecodable-bytes", Severity.ERROR, Place(source.name, line), message, say_encoding())


def other_text(item: str, place: Place) -> Finding:
    """An item whose text is not the same everywhere."""
    message = f"item {item!r} has another text here than before, as perhaps others have"
    return Finding("text-mismatch", Severity.WARNING, place, message, "see whether everyone labelled the same")
