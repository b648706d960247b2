"""What the page holds of systems that are scored against a reference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from accord.agreement.result import Interval
from accord.payload.values import Estimate, ThreeSentences


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTerms:
    """What is scored in the words of the field."""

    system: Annotated[str, "who does it"]
    part: Annotated[str, "what it is divided by"]
    right: Annotated[str, "when something is right"]
    match: Annotated[str | None, "the match of mentions, exact; null of trees, whose F1 is not corrected for chance"]
    each: Annotated[str, "what the table of parts is called"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRank:
    """One system, with its runs."""

    rank: Annotated[int | None, "from 1; equal ones share the better"]
    system: Annotated[str, "its name"]
    measure: Annotated[str, "F1, LAS or bracket F1"]
    value: Annotated[float | None, "of that measure; of several runs the mean"]
    interval: Annotated[Interval | None, "where it lies"]
    interval_over: Annotated[str | None, "runs or sentences"]
    runs: Annotated[int, "how many it has"]
    corrected: Annotated[float | None, "of mentions: F1 corrected for chance"]
    corrected_of: Annotated[float | None, "the F1 that is corrected"]
    corrected_match: Annotated[str | None, "the match of that F1"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsHeadline(Estimate):
    """The best system."""

    system: Annotated[str, "its name"]
    coefficient: Annotated[str, "F1, LAS or bracket F1"]
    match: Annotated[str | None, "exact; null of trees"]
    signature: Annotated[str, "how it was scored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsPayload:
    """Systems against a reference."""

    reference: Annotated[str, "its file"]
    command: Annotated[str, "the command of `score`"]
    commands: Annotated[Mapping[str, str | None], "those of `chance`, `all_repairs` and `comparisons`"]
    kind: Annotated[str, "what is scored: mentions, dependencies or phrases"]
    terms: Annotated[SystemTerms, "what that is called"]
    measures: Annotated[Mapping[str, str], "of parsers: every measure as it is written, by its key"]
    run_names: Annotated[Mapping[str, str], "what each run is called, by its file: without the folders that all share"]
    score: Annotated[
        Mapping[str, Any],
        "exactly what `accord score --json` prints; the `alpha` of a parser is null where there was no time for it",
    ]
    chance: Annotated[Mapping[str, Any] | None, "what `accord score --chance --json` has under `chance`; null of trees"]
    all_repairs: Annotated[Mapping[str, Any] | None, "what `accord score --all-repairs --json` prints; null of trees"]
    comparisons: Annotated[Mapping[str, Any] | None, "what `accord compare --json` prints"]
    ranks: Annotated[Sequence[SystemRank], "the best first"]
    headline: Annotated[SystemsHeadline | None, "the best system"]
    words: Annotated[ThreeSentences, "what the page says first"]
    left_out: Annotated[Sequence[str], "what there was no time for"]
