"""Several references: what systems score against each annotator, beside what annotators score against each other.

Where there is no adjudicated reference, every annotator is one. A system has a score against each, their mean, and how
far they spread; so has each annotator against all others, by the same measure.

How to read it: a system at the mean of the annotators agrees with one of them as much as they do with each other.
That is no proof of a ceiling: annotators may be wrong alike, and a system may be closer to what is meant than they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from re import escape, sub
from typing import TYPE_CHECKING

from accord.agreement.ceiling import ends_of_share
from accord.agreement.result import Undefined, shown
from accord.formats.names import some
from accord.model.presentation import ResultExport
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Value
    from accord.agreement.signature import Signature
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.formula import Formula
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution


_EQUAL = frozenset({"accuracy", "las", "uas", "exact-match"})
"""Measures that are the share of items, tokens or sentences that are the same."""


@dataclass(frozen=True, slots=True)
class AgainstReferences:
    """What a system, or an annotator, scores against each reference; nothing against itself."""

    name: str
    values: Mapping[str, Value]
    over: Distribution

    @property
    def least(self) -> Value:
        """The lowest value."""
        return self.over.mean if self.over.undefined is not None else min(self.over.values)

    @property
    def most(self) -> Value:
        """The highest."""
        return self.over.mean if self.over.undefined is not None else max(self.over.values)


@dataclass(frozen=True)
class ReferenceScores(ResultExport):
    """Systems against each of several references, and the annotators of these against each other."""

    scores: Mapping[str, Scores | CountedScores]
    """The systems against each reference."""
    annotators: Mapping[str, Scores | CountedScores]
    """All others against each reference."""
    assumption: str = ""
    """Why there are several, where the caller named one file."""

    def __repr__(self) -> str:
        means = ", ".join(f"{each.name}: {self.measures[0]} {shown(each.over.mean)}" for each in self.systems())
        return f"<ReferenceScores against {', '.join(self.references)}; mean of {means}>"

    @property
    def references(self) -> tuple[str, ...]:
        """What the references are called."""
        return tuple(self.scores)

    @property
    def first(self) -> Scores | CountedScores:
        """The scores against the first reference."""
        return next(iter(self.scores.values()))

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems are scored by, the headline first."""
        return self.first.measures

    @property
    def signatures(self) -> dict[str, Signature]:
        """What makes the scores of the systems against each reference again."""
        return {name: each.signature for name, each in self.scores.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was assumed, of all of them together and of each; once what is the same but for their names."""
        said: dict[str, tuple[str, list[str]]] = {}
        for name, each in self.scores.items():
            for line in each.notes:
                alike = sub(rf"(?<!\w){escape(name)}(?!\w)", "", line)
                said.setdefault(alike, (line, []))[1].append(name)
        lines = (
            line if alike == line or len(names) == 1 else f"{line} (so of {some(names[1:])})"
            for alike, (line, names) in said.items()
        )
        return (*([self.assumption] if self.assumption else []), *lines)

    def systems(self, measure: str | None = None) -> list[AgainstReferences]:
        """Every system, the values of its runs averaged."""
        return _against(self.scores, measure or self.measures[0], list(self.first.systems))

    def humans(self, measure: str | None = None) -> list[AgainstReferences]:
        """Every annotator against each of the others."""
        return _against(self.annotators, measure or self.measures[0], self.references)

    def human_mean(self, measure: str | None = None) -> Value:
        """The mean over all annotators of their means."""
        means = [each.over.mean for each in self.humans(measure)]
        return _over(means, self._formula(measure)).mean

    def ceiling(self, measure: str | None = None) -> tuple[float, float] | None:
        """Between which scores the best possible system lies against an annotator, of shares that are the same.

        None of other measures, or where annotators did not do the same items (see `accord.agreement.ceiling`).
        """
        name, mean = measure or self.measures[0], self.human_mean(measure)
        if name not in _EQUAL or isinstance(mean, Undefined):
            return None
        return ends_of_share(float(mean))

    def _formula(self, measure: str | None) -> Formula:
        measured = self.first.measured(measure or self.measures[0])
        return next(iter(measured.values()))[0].formula


def _against(
    scores: Mapping[str, Scores | CountedScores], measure: str, names: Sequence[str]
) -> list[AgainstReferences]:
    """Each of some systems against each reference that it is scored against."""
    found: dict[str, dict[str, Value]] = {name: {} for name in names}
    formulas = []
    for reference, each in scores.items():
        for name, runs in each.measured(measure).items():
            formulas.append(runs[0].formula)
            found[name][reference] = distribution([run.value for run in runs], runs[0].formula).mean
    return [
        AgainstReferences(name, values, _over(list(values.values()), formulas[0])) for name, values in found.items()
    ]


def _over(values: Sequence[Value], formula: Formula) -> Distribution:
    """How a measure is distributed over references; there is no mean where it is undefined against one of them."""
    return distribution(values, replace(formula, counts_as_zero=False))
