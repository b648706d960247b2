"""One run: what a prediction scores against the reference."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined, ratio
from accord.scoring.counts import Counts, at_best, macro, weighted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from accord.agreement.result import Interval
    from accord.model import Sentence
    from accord.scoring.counts import Average
    from accord.scoring.errors import Match
    from accord.scoring.label_runs import MarkedLabelRun
    from accord.scoring.surface import SurfaceCounts
    from accord.study.spans import Text

REFERENCE, PREDICTED = "reference", "predicted"
"""Who marked what in the texts of a run."""
ALL, HARD, EASY = "all", "hard", "easy"
"""The sentences of a run that are looked at: all, or those that are hard or easy to get right by chance."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one prediction scores under one repair method."""

    file: str
    repair: str
    micro: Counts
    types: dict[str, Counts]
    tokens: int
    sentences: int
    differing: int
    invalid: int
    label_runs: tuple[tuple[MarkedLabelRun, int], ...] = field(repr=False)
    intervals: dict[str, Interval | Undefined]
    per_sentence: tuple[Counts, ...] = field(default=(), repr=False)
    documents: dict[str, Counts] = field(default_factory=dict, repr=False)
    errors: tuple[LocatedError, ...] = field(default=(), repr=False)
    surface: Mapping[str, SurfaceCounts] = field(default_factory=dict)
    """Distinct surface forms, by where they must be found to be correct."""
    texts: tuple[Text, ...] = field(default=(), repr=False)
    reference_sentences: tuple[Sentence, ...] = field(default=(), repr=False)
    """Where the texts stand, and their words."""
    further: frozenset[int] = frozenset()
    """The texts that are more of the sentence that the text before them is of, where tokens differ."""
    left_out: Counts = field(default_factory=Counts)
    """The mentions of both sides that could not be compared, because the tokens differ."""
    units: tuple[int, ...] = field(default=(), repr=False)
    """Where tokens differ, which sentence of the reference each scored one is, counted from 0."""
    partial: frozenset[int] = field(default=frozenset(), repr=False)
    """Of which of these something was left out."""

    @property
    def whole(self) -> Counts:
        """The counts with all that was left out: in the reference it was missed, in the prediction it is spurious."""
        return self.micro.plus(self.left_out)

    @property
    def at_best(self) -> Counts:
        """The counts as if all that was left out were right: each such mention of the reference found.

        What was predicted there is then what was found, and is wrong only where it is more.
        """
        return self.micro.plus(at_best(self.left_out))

    def ratio(self, part: str) -> Fraction | Undefined:
        """Micro precision, recall or F1; where all that it would be of was left out, that is why it is undefined."""
        value: Fraction | Undefined = getattr(self.micro, part)
        if isinstance(value, Undefined) and not isinstance(getattr(self.whole, part), Undefined):
            return Undefined("no mention can be compared, because the tokens differ")
        return value

    @property
    def accuracy(self) -> Fraction | Undefined:
        """The share of tokens whose label is right as it was written, before any repair, as conlleval has it."""
        return ratio(self.tokens - self.differing, self.tokens, "there are no tokens")

    def error_forms(self) -> Counter[tuple[str, str, str, str, str]]:
        """How often each error occurs: its kind, then type and words of the reference and of the prediction."""
        return Counter(
            (
                error.match.kind,
                *(error.match.reference.type if error.match.reference else "", error.words(0)),
                *(error.match.predicted.type if error.match.predicted else "", error.words(1)),
            )
            for error in self.errors
        )

    @property
    def macro(self) -> Average:
        """The plain mean over types."""
        return macro(self.types)

    @property
    def weighted(self) -> Average:
        """The mean over types by their mentions in the reference."""
        return weighted(self.types)


@dataclass(frozen=True, slots=True)
class LocatedError:
    """An error, the words of both sides, and where they stand."""

    match: Match
    sentence: Sentence
    predicted: Sentence

    @property
    def line(self) -> int:
        """The line of the first token of the mention, in the reference, or in the prediction where it is spurious.

        0 where it is not known: a prediction that lacks tokens in a sentence has other lines than it has tokens.
        """
        ours, theirs = self.match
        if ours:
            return self.sentence.line_of(ours.start)
        return self.predicted.line_of(theirs.start) if theirs and self.predicted.line else 0

    def words(self, side: int) -> str:
        """What the reference (0) or the prediction (1) marked."""
        mention = self.match[side]
        return " ".join(self.sentence.tokens[mention.start : mention.end]) if mention else ""
