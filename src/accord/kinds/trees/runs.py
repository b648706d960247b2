"""The result of a scoring of parsers: all runs, and what is needed to repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accord.kinds.trees.coefficient import TreeAlpha
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.scores import score_labels
from accord.model.presentation import ResultPlot
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Result
    from accord.agreement.signature import Signature
    from accord.kinds.trees.scores import TreeScore
    from accord.kinds.trees.study import ParseStudy
    from accord.scoring.compare import Comparison
    from accord.scoring.counts import Counts
    from accord.scoring.seeds import Distribution


@dataclass(frozen=True)
class TreeRun:
    """What one parser scores: its measures by name, the headline first, and both trees of every sentence."""

    file: str
    scores: Mapping[str, TreeScore]
    parses: ParseStudy

    @property
    def headline(self) -> TreeScore:
        """LAS of dependencies, F1 of brackets."""
        return next(iter(self.scores.values()))

    @cached_property
    def labels(self) -> dict[str, Counts]:
        """What is right of each relation, or of each label of phrases."""
        gold, name = self.parses.annotators
        return score_labels((each.trees[gold], each.trees[name]) for each in self.parses.sentences)

    @cached_property
    def agreement(self) -> TreeAlpha:
        """Of the parser with the reference."""
        return TreeAlpha(flatten(self.parses), read_by=self.parses.choices)

    @property
    def alpha(self) -> Result:
        """Alpha, with its interval."""
        return self.agreement.result


@dataclass(frozen=True)
class TreeScores(ResultPlot):
    """All runs of a scoring, with what is needed to repeat it."""

    reference: str
    runs: tuple[TreeRun, ...]
    systems: Mapping[str, Sequence[str]]
    signature: Signature
    assumptions: tuple[str, ...] = ()
    """What was assumed about the files."""

    def over_runs(self) -> dict[str, dict[str, Distribution]]:
        """How each measure is distributed over the runs of a system, if one has several."""
        by_file = {run.file: run for run in self.runs}
        several = any(len(files) > 1 for files in self.systems.values())
        return {
            system: {
                name: distribution([by_file[file].scores[name].counts.f1 for file in files])
                for name in self.runs[0].scores
            }
            for system, files in (self.systems.items() if several else ())
        }

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {run.headline.name} {run.headline.value}" for run in self.runs)
        return f"<TreeScores {values} ({self.signature})>"


@dataclass(frozen=True, slots=True)
class TreeCompared:
    """All pairs of parsers by one measure."""

    measure: str
    comparisons: tuple[Comparison, ...]
    scores: TreeScores
    signature: Signature
