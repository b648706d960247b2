"""What the page holds of a layer: who is compared on what, how far they agree, and where not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, TypeVar

from accord.agreement.result import Interval
from accord.payload.annotators import AnnotatorRow
from accord.payload.coverage import LayerCoverage
from accord.payload.differences import DifferencesView
from accord.payload.labels import LabelRow, LabelsView
from accord.payload.page_settings import PageSettings
from accord.payload.plots import LayerPlots
from accord.payload.progress import ProgressView
from accord.payload.texts import DocumentText
from accord.payload.traits import KindTraits
from accord.payload.values import Estimate, ThreeSentences
from accord.payload.views import AlignerView, TreesView


@dataclass(frozen=True, slots=True, kw_only=True)
class CountNouns:
    """What numbers of a layer count, as nouns in the singular."""

    pairs: Annotated[str, "used, excluded and differing of pairs"]
    items: Annotated[str, "what annotators differ on"]
    documents: Annotated[str, "items of documents"]
    drift: Annotated[str, "from, to and slope of annotators"]
    annotators: Annotated[str, "labels of annotators"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow(Estimate):
    """Two annotators."""

    first: Annotated[str, "one"]
    second: Annotated[str, "the other"]
    used: Annotated[int, "on how many both are compared; of spans and units texts"]
    excluded: Annotated[int | None, "on how many not"]
    differing: Annotated[int | None, "on how many they differ"]
    places: Annotated[int | None, "of spans and units: at how many places within texts they differ"] = None
    apart: Annotated[float | None, "of labels that are measured numbers: the median difference"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """Something that annotators differ on, and where it stands in the files."""

    id: Annotated[str, "unlike that of any other"]
    item: Annotated[str | None, "of labels and trees: its name"] = None
    document: Annotated[str, "where it is"]
    text: Annotated[str | None, "what was annotated"]
    text_from: Annotated[str | None, "the other file that has the text, where its own has none"] = None
    before: Annotated[str, "what stands before it"]
    after: Annotated[str, "what stands after it"]
    file: Annotated[str | None, "where the first version stands"]
    line: Annotated[int | None, "the line there"]
    elsewhere: Annotated[Mapping[str, str], "FILE:LINE of annotators whose version does not stand there"]
    disagreement: Annotated[float, "how far they are apart"]
    labels: Annotated[
        Mapping[str, str | None],
        'by annotator; null: not annotated; of spans and units "TYPE start-end", empty where nothing is marked; '
        "of trees the same name for the same tree",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemList:
    """What annotators differ on, hardest first."""

    total: Annotated[int, "how much that is"]
    left_out: Annotated[int, "how many are not held"]
    shown: Annotated[Sequence[ItemRow], "those that are"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow(Estimate):
    """One document."""

    document: Annotated[str, "its name"]
    items: Annotated[int, "how many items it has"]
    difficulty: Annotated[float | None, "see `documents_difficulty_is`"]
    harder_p: Annotated[
        float | None,
        "of labels and spans: how often chance makes a document seem so much harder than the others, corrected by how "
        "many there are",
    ] = None
    strip: Annotated[Sequence[float | None], "agreement along the text, 0 to 1, at most 60 cells"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerHeadline(Estimate):
    """What stands for a layer."""

    coefficient: Annotated[str, "its name"]
    signature: Annotated[str, "how it was measured"]
    other_annotators: Annotated[Interval | None, "where it would lie for other annotators like these"] = None
    other_annotators_undefined: Annotated[str | None, "why that is not known"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalPlan:
    """How many items a narrower interval needs."""

    width: Annotated[float, "how wide it is to be"]
    have: Annotated[int, "how many there are"]
    needed: Annotated[int, "how many are needed"]
    unit: Annotated[str, "of what"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideMeasure:
    """A measure beside the headline."""

    name: Annotated[str, "what it is called"]
    command: Annotated[str | None, "the command that measures it"]
    agreement: Annotated[Mapping[str, Any] | None, "what that prints with `--json`"]
    left_out: Annotated[str | None, "why it is not here"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerParts:
    """What a kind says of an agreement; what it has not is null or empty."""

    unit: Annotated[str, "what is compared: token, item, character, sentence ..."]
    counts: Annotated[CountNouns, "what numbers count"]
    pairs: Annotated[Sequence[PairRow], "every two annotators"]
    items: Annotated[ItemList, "what annotators differ on"]
    documents: Annotated[Sequence[DocumentRow], "the lowest first"]
    documents_difficulty_is: Annotated[str, "what the difficulty of a document is"]
    difficulty_left_out: Annotated[str | None, "why there is none"] = None
    annotators_table: Annotated[Sequence[AnnotatorRow], "each annotator against the rest"]
    labels_view: Annotated[LabelsView | None, "labels, and which are confused"] = None
    labels_left_out: Annotated[str | None, "why labels are not compared, where they might be"] = None
    differences: Annotated[DifferencesView | None, "what is not found, bounded or labelled alike"] = None
    aligner: Annotated[AlignerView | None, "what is aligned with what"] = None
    trees_view: Annotated[TreesView | None, "the trees of everyone"] = None
    texts: Annotated[Sequence[DocumentText], "of labels and trees the lowest documents, as far as there is room"] = ()
    extra: Annotated[Sequence[str], "the tables of `agreement` that the overview shows, by name"] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerContent(LayerParts):
    """All that is known of a layer."""

    id: Annotated[str, "unlike that of any other layer"]
    name: Annotated[str, "what it is called"]
    layer: Annotated[str | None, "which it is of several that its files hold"]
    kind: Annotated[str, "labels, spans, units, trees, relations, or that of a plug-in"]
    traits: Annotated[KindTraits, "what follows from the kind"]
    paths: Annotated[Sequence[str], "its files"]
    command: Annotated[
        str | None,
        "the command that computes `agreement` again; null of a corpus that was not read from files or of some "
        "documents only",
    ]
    annotators: Annotated[Sequence[str], "who is compared"]
    not_chosen: Annotated[Sequence[str], "who is not, since others were chosen (`--annotators`, `--exclude`)"]
    references: Annotated[Sequence[str], "who is not, being called like a reference or a prediction"]
    documents_total: Annotated[int, "how many documents there are"]
    given: Annotated[int | None, "how many annotations all of them gave"]
    coverage: Annotated[LayerCoverage | None, "who did what"]
    headline: Annotated[LayerHeadline, "the first result of `agreement`"]
    measure_names: Annotated[Mapping[str, str], "of every measure that has a value here, as people write it"]
    bars: Annotated[Sequence[float], "what is customarily asked of this coefficient, lowest first; mostly nothing"]
    plan: Annotated[IntervalPlan | None, "where the interval is too wide"]
    agreement: Annotated[
        Mapping[str, Any],
        "exactly what the command prints with `--json`; of more than 2,000 documents only the lowest, and "
        "`documents_left_out`; of more than 2,000 annotators those who gave most, and `annotators_left_out`",
    ]
    beside: Annotated[Sequence[BesideMeasure], "further measures"]
    progress: Annotated[ProgressView | None, "round by round, where there are several"]
    pairs_left_out: Annotated[str | None, "why there are no pairs"]

    @property
    def measure(self) -> str:
        """The headline as people write it."""
        return self.measure_names.get(self.headline.coefficient, self.headline.coefficient)

    def titled(self, title: str) -> str:
        """A title with the name of the layer, where it has one."""
        return f"{title}: {self.name}" if self.name else title

    @property
    def label_rows(self) -> Sequence[LabelRow]:
        """Each label, where labels are compared."""
        return self.labels_view.labels if self.labels_view else ()

    @property
    def used(self) -> int:
        """How much went into the value: items, texts, documents or sentences."""
        return next(iter(self.agreement["results"][0]["used"].values()), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerPayload(LayerContent):
    """What annotators gave, and how far they agree on it, in words and pictures too."""

    words: Annotated[ThreeSentences, "what the page says first"]
    plots: Annotated[LayerPlots, "its pictures"]
    settings: Annotated[PageSettings | None, "of a layer that was measured again: those of that"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmeasuredLayer:
    """A layer that was read but is not measured; unless it is still to come it is refused, too."""

    id: Annotated[str, "unlike that of any other layer"]
    name: Annotated[str, "what it is called"]
    layer: Annotated[str | None, "which it is of several that its files hold"]
    kind: Annotated[str, "as of other layers"]
    paths: Annotated[Sequence[str], "its files"]
    annotators: Annotated[Sequence[str], "who annotated it"]
    documents_total: Annotated[int, "how many documents there are"]
    why: Annotated[str, "why it is not measured"]


Whole = TypeVar("Whole", bound=LayerParts)


def extended(cls: type[Whole], part: LayerParts, **more: Any) -> Whole:
    """A larger part of a layer, from a smaller one and what it has not."""
    return cls(**({each.name: getattr(part, each.name) for each in fields(part)} | more))
