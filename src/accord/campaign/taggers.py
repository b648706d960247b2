"""Systems that mark mentions as the page shows them: F1, what chance leaves of it, every repair, comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.campaign.systems import Costly, Systems, runs_said, with_seed
from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.reporting.compare import compare_payload
from accord.reporting.score_payload import score_payload
from accord.verbs.chance import correction
from accord.verbs.check import check_file
from accord.verbs.compare import compare
from accord.verbs.rewrite import would_change
from accord.verbs.score_labels import score_mentions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.compute.budget import Budget
    from accord.formats.inputs import Inputs
    from accord.scoring.scores import Scores

_OPTIONS = {"repair": "--repair", "repair_reference": "--repair-reference"}


@dataclass(frozen=True, kw_only=True)
class Taggers(Systems):
    """Mentions of a reference and of systems."""

    how: dict[str, Any]
    """How invalid labels are read, where there are any."""
    scores: Scores

    @classmethod
    def of(cls, reference: str, predictions: Sequence[str], repair: str, inputs: Inputs) -> Taggers:
        """Score by exact match; invalid labels are repaired where that is needed, those of the reference too."""
        checked = {path: check_file(path, columns=inputs) for path in (reference, *predictions)}
        encoding = checked[reference].encoding
        if encoding is None:
            raise UsageError(f"{reference} holds no chunk labels like B-PER, so mentions cannot be scored")
        repairs = (
            [done for path in checked for done in would_change(inputs.label_source(path), repair, encoding)]
            if repair != NO_REPAIR
            else []
        )
        repaired = {done.file for done in repairs}
        how: dict[str, Any] = {}
        if repaired - {checked[reference].file}:
            how["repair"] = repair
        if checked[reference].file in repaired:
            how["repair_reference"] = repair
        scores = score_mentions(reference, list(predictions), **how, columns=inputs, spans=True)
        read_as = f"{reference}: encoding {scores.encoding.name}, detected from the reference"
        return cls(
            reference=reference,
            predictions=tuple(predictions),
            columns=inputs,
            findings=[finding for each in checked.values() for finding in each.findings],
            assumptions=[read_as, *runs_said(scores.systems)],
            repairs=repairs,
            how=how,
            scores=scores,
        )

    def command(self, verb: str, *more: str) -> str:
        """The command that does the same, with the repairs; all of them at once need none for the systems."""
        named = [name for name in _OPTIONS if name in self.how and not (name == "repair" and "--all-repairs" in more)]
        return super().command(verb, *(word for name in named for word in (_OPTIONS[name], self.how[name])), *more)

    def commands(self, seed: int) -> dict[str, str | None]:
        """The commands of chance, repairs and comparisons."""
        return {
            "chance": self.command("score", "--chance"),
            "all_repairs": self.command("score", "--all-repairs"),
            "comparisons": self.command("compare", *with_seed(seed)),
        }

    def score(self, _budget: Budget, /) -> tuple[dict[str, Any], list[str]]:
        """What ``accord score --json`` prints, for which there is always time."""
        return score_payload(self.scores), []

    def costly(self, seed: int) -> Iterator[Costly]:
        """Repairs where labels are invalid, chance, and comparisons of several systems."""
        if any(run.invalid for run in self.scores.runs):
            yield Costly("all_repairs", "scores by each repair", self._all_repairs)
        yield Costly("chance", "F1 corrected for chance", lambda: self._chance(seed))
        if len(self.scores.systems) > 1:
            yield Costly("comparisons", "the comparison of systems", lambda: self._compared(seed))

    def _chance(self, seed: int) -> dict[str, Any]:
        from accord.reporting.chance import chance_payload

        return chance_payload(correction(seed=seed).of(self.scores))

    def _compared(self, seed: int) -> dict[str, Any]:
        compared = compare(self.reference, list(self.predictions), **self.how, columns=self.columns, seed=seed)
        return compare_payload(compared)

    def _all_repairs(self) -> dict[str, Any]:
        how = {name: value for name, value in self.how.items() if name != "repair"}
        scores = score_mentions(self.reference, list(self.predictions), **how, columns=self.columns, all_repairs=True)
        return score_payload(scores)
