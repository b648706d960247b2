"""What the page holds of systems that are scored against a reference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from accord.agreement.result import Interval
from accord.payload.plots import SystemsPlots
from accord.payload.values import Estimate, ThreeSentences
from accord.scoring.terms import ScoreTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRun:
    """One run of a system."""

    file: Annotated[str, "what was scored"]
    name: Annotated[str, "the file without the folders that all runs share"]
    system: Annotated[str, "of which it is a run"]
    measures: Annotated[Mapping[str, Estimate], "every measure, by its key"]
    sizes: Annotated[Mapping[str, int], "how much was scored, such as sentences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemMean:
    """A measure of a system over its runs."""

    system: Annotated[str, "its name"]
    measure: Annotated[str, "the key of the measure"]
    mean: Annotated[float | None, "over its runs"]
    sd: Annotated[float | None, "the standard deviation (n - 1)"]
    se: Annotated[float | None, "the standard error"]
    interval: Annotated[Interval | None, "where the mean lies, by Student's t"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelScore:
    """What a run has right of one label."""

    precision: Annotated[float | None, "of what it predicted, the share that is right"]
    recall: Annotated[float | None, "of what the reference has, the share that it found"]
    f1: Annotated[float | None, "of both; null where neither has the label"]
    interval: Annotated[Interval | None, "where F1 lies; null where there was no time for it, too"]
    reference: Annotated[int, "how often the reference has it"]
    predicted: Annotated[int, "how often the run has it"]
    correct: Annotated[int, "how often both have it alike"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemLabel:
    """One label or type, in every run."""

    label: Annotated[str, "its name"]
    reference: Annotated[int, "how often the reference has it"]
    runs: Annotated[Sequence[LabelScore | None], "in the order of the runs; null where neither side has it"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCount:
    """How often a run has a label wrong in one way."""

    kind: Annotated[str, "missed, spurious or wrong"]
    label: Annotated[str, "the label, of the reference where it has one"]
    predicted: Annotated[str | None, "what was predicted in its place; null of what is missed or spurious"]
    count: Annotated[int, "how often"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRow:
    """Something that a run has wrong, and where."""

    kind: Annotated[str, "missed, spurious or wrong"]
    label: Annotated[str, "the label, of the reference where it has one"]
    text: Annotated[str, "its words; nothing where they are unknown"]
    other: Annotated[str, "what the other side says there; nothing where it says nothing"]
    context: Annotated[str, "the words around it, itself in brackets"]
    document: Annotated[str, "its document; nothing where it has no name"]
    file: Annotated[str | None, "where it stands"]
    line: Annotated[int | None, "the line there"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunErrors:
    """What a run has wrong: all of it counted, some of each kind shown."""

    file: Annotated[str, "the run"]
    name: Annotated[str, "the file without the folders that all runs share"]
    total: Annotated[int, "how many errors there are"]
    counts: Annotated[Sequence[ErrorCount], "the most frequent first"]
    shown: Annotated[Sequence[ErrorRow], "some of each, in the order of the reference"]
    left_out: Annotated[int, "how many are not shown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemDocument:
    """The headline measure in one document."""

    document: Annotated[str, "its name"]
    size: Annotated[int, "how many units it has: sentences, documents, items"]
    runs: Annotated[Sequence[Estimate], "in the order of the runs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRank:
    """One system, with its runs."""

    rank: Annotated[int | None, "from 1; equal ones share the better"]
    system: Annotated[str, "its name"]
    measure: Annotated[str, "the measure that systems are ranked by, as it is written"]
    value: Annotated[float | None, "of that measure; of several runs the mean"]
    interval: Annotated[Interval | None, "where it lies"]
    interval_over: Annotated[str | None, "runs, or what counts add up over: sentences, documents, items"]
    runs: Annotated[int, "how many it has"]
    corrected: Annotated[float | None, "its score corrected for chance, where there is one"]
    corrected_of: Annotated[float | None, "the score that is corrected"]
    corrected_match: Annotated[str | None, "the match of that score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsHeadline(Estimate):
    """The best system."""

    system: Annotated[str, "its name"]
    coefficient: Annotated[str, "the measure that systems are ranked by, as it is written"]
    match: Annotated[str | None, "exact; null where there is only one match"]
    signature: Annotated[str, "how it was scored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsPayload:
    """Systems against a reference."""

    id: Annotated[str, "its name in addresses, used once"]
    reference: Annotated[str, "its file"]
    command: Annotated[str, "the command of `score`"]
    commands: Annotated[Mapping[str, str | None], "those of `chance`, `all_repairs` and `comparisons`"]
    terms: Annotated[ScoreTerms, "what is scored, in words"]
    measures: Annotated[Mapping[str, str], "every measure as it is written, by its key, the headline first"]
    lower_is_better: Annotated[bool, "whether the least value of the headline is the best"]
    unit: Annotated[str, "what counts add up over: sentence, document, item"]
    runs: Annotated[Sequence[SystemRun], "every run"]
    over_runs: Annotated[Sequence[SystemMean], "every measure of every system, where one has several runs"]
    labels: Annotated[Sequence[SystemLabel], "each label or type, those the reference has most first"]
    labels_left_out: Annotated[int, "how many labels are not held"]
    errors: Annotated[Sequence[RunErrors], "the first run of each system, the best first"]
    documents: Annotated[Sequence[SystemDocument], "the worst of the best system first; none where there is only one"]
    documents_left_out: Annotated[int, "how many documents are not held"]
    score: Annotated[
        Mapping[str, Any],
        "exactly what `accord score --json` prints; the `alpha` of a parser is null where there was no time for it",
    ]
    chance: Annotated[Mapping[str, Any] | None, "`chance` of `accord score --chance --json`, without labels"]
    chance_of: Annotated[str, "what is corrected for chance, as the column of it is called"]
    all_repairs: Annotated[Mapping[str, Any] | None, "what `accord score --all-repairs --json` prints, of mentions"]
    comparisons: Annotated[Mapping[str, Any] | None, "what `accord compare --json` prints"]
    ranks: Annotated[Sequence[SystemRank], "the best first"]
    headline: Annotated[SystemsHeadline | None, "the best system"]
    words: Annotated[ThreeSentences, "what the page says first"]
    plots: Annotated[SystemsPlots, "its pictures"]
    left_out: Annotated[Sequence[str], "what there was no time for"]
