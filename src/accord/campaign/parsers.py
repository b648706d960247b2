"""Parsers as the page shows them: LAS, UAS and CLAS or bracket F1, alpha beside them, comparisons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from accord.campaign.systems import Costly, Systems, runs_said, with_seed
from accord.errors import UsageError
from accord.messages import option, plural
from accord.reporting.compare import compare_payload
from accord.reporting.counted_scores import score_payload
from accord.verbs.check import check_file
from accord.verbs.compare import compare_scores
from accord.verbs.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.compute.budget import Budget
    from accord.formats import Columns
    from accord.scoring.counted_scores import CountedScores


@dataclass(frozen=True, kw_only=True)
class Parsers(Systems):
    """Trees of a reference and of parsers."""

    scores: CountedScores

    @classmethod
    def of(cls, reference: str, predictions: Sequence[str], columns: Columns) -> Parsers:
        """Score sentence by sentence."""
        columns = replace(columns, label=None)  # trees have no column of labels, and the command line refuses one
        scores: CountedScores = score(reference, list(predictions), columns=columns)
        if scores.runs[0].beside is None:
            raise UsageError(f"parsers are scored on their trees: leave out {option('layer', columns.layer)}")
        checked = [check_file(path, columns=columns) for path in (reference, *predictions)]
        return cls(
            reference=reference,
            predictions=tuple(predictions),
            columns=columns,
            findings=[finding for each in checked for finding in each.findings],
            assumptions=[*scores.assumptions, *runs_said(scores.systems)],
            scores=scores,
        )

    def commands(self, seed: int) -> dict[str, str | None]:
        """The command of comparisons."""
        return {"comparisons": self.command("compare", *with_seed(seed))}

    def score(self, budget: Budget, /) -> tuple[dict[str, Any], list[str]]:
        """What ``accord score --json`` prints, with alpha of as many runs as there is time for."""
        alphas = {run.file: alpha for run in self.scores.runs if not budget.spent and (alpha := run.alpha)}
        late = len(self.scores.runs) - len(alphas)
        return score_payload(self.scores, alphas), [f"alpha of {plural(late, 'run')} and the reference"] if late else []

    def costly(self, seed: int) -> Iterator[Costly]:
        """Comparisons of several parsers."""
        if len(self.scores.systems) > 1:
            compared = partial(compare_scores, self.scores, seed=seed)
            yield Costly("comparisons", "the comparison of parsers", lambda: compare_payload(compared()))
