"""Score systems against a reference in every way that the page shows: intervals, chance, repairs, comparisons."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.report.compare import compare_payload
from accord.report.page_systems import systems_overview
from accord.report.score_payload import score_payload
from accord.verbs.chance import correction
from accord.verbs.check import check_file
from accord.verbs.compare import compare
from accord.verbs.rewrite import would_change
from accord.verbs.score import score
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.compute.budget import Budget
    from accord.measure.reference.scores import Scores
    from accord.model import Finding
    from accord.read import Columns
    from accord.verbs.rewrite import Rewritten


@dataclass(frozen=True)
class Systems:
    """A reference and what systems predicted, scored, with what is wrong in their files."""

    reference: str
    predictions: tuple[str, ...]
    how: dict[str, Any]
    scores: Scores
    findings: list[Finding]
    repairs: list[Rewritten]
    assumptions: list[str]

    @classmethod
    def of(cls, reference: str, predictions: Sequence[str], repair: str, columns: Columns) -> Systems:
        """Score by exact match; invalid labels are repaired where that is needed, those of the reference too."""
        if columns.holds_trees(reference):
            raise NotApplicable(
                f"parsers are not on the page yet: accord score {shlex.join(predictions)} --reference {reference}"
            )
        checked = {path: check_file(path, columns=columns) for path in (reference, *predictions)}
        encoding = checked[reference].encoding
        if encoding is None:
            raise UsageError(f"{reference} holds no chunk labels like B-PER, so mentions cannot be scored")
        repairs = (
            [done for path in checked for done in would_change(columns.track(path), repair, encoding)]
            if repair != NO_REPAIR
            else []
        )
        mended = {done.file for done in repairs}
        how: dict[str, Any] = {"columns": columns}
        if mended - {checked[reference].file}:
            how["repair"] = repair
        if checked[reference].file in mended:
            how["repair_reference"] = repair
        scores = score(reference, list(predictions), **how, spans=True)
        said = [f"{reference}: encoding {scores.encoding.name}, found out from the reference"]
        said += [
            f"{system.name}: {plural(len(system.runs), 'run')} of one system, for their names differ only in a number"
            for system in scores.systems
            if len(system.runs) > 1
        ]
        findings = [finding for each in checked.values() for finding in each.findings]
        return cls(reference, tuple(predictions), how, scores, findings, repairs, said)

    def command(self, verb: str, *more: str, repair: bool = True) -> str:
        """The command that does the same."""
        named = {"repair": "--repair", "repair_reference": "--repair-reference"}
        said = {name: option for name, option in named.items() if name in self.how and (repair or name != "repair")}
        options = [word for name, option in said.items() for word in (option, self.how[name])]
        return shlex.join(["accord", verb, *self.predictions, "--reference", self.reference, *options, *more])

    @property
    def all_repairs_command(self) -> str:
        """The command that scores by every repair."""
        return self.command("score", "--all-repairs", repair=False)

    def payload(self, budget: Budget, seed: int, no_time: str) -> dict[str, Any]:
        """What the page holds of systems, with what there is time for."""
        from accord.report.chance import chance_payload

        left_out: list[str] = []
        repairs = chance = compared = None
        if any(run.invalid for run in self.scores.runs):
            if budget.spent:
                left_out.append(f"scores by each repair: {no_time} ({self.all_repairs_command})")
            else:
                repairs = score_payload(self._all_repairs())
        if budget.spent:
            left_out.append(f"F1 corrected for chance: {no_time} ({self.command('score', '--chance')})")
        else:
            chance = chance_payload(correction(seed=seed).of(self.scores))
        if len(self.scores.systems) > 1:
            if budget.spent:
                left_out.append(f"the comparison of systems: {no_time} ({self.command('compare', *self._seed(seed))})")
            else:
                compared = compare_payload(compare(self.reference, list(self.predictions), **self.how, seed=seed))
        scored = score_payload(self.scores)
        return {
            "reference": self.scores.reference,
            "command": self.command("score"),
            "score": scored,
            "chance": chance,
            "all_repairs": repairs,
            **systems_overview(scored, chance, compared),
            "comparisons": compared,
            "commands": {
                "chance": self.command("score", "--chance"),
                "all_repairs": self.all_repairs_command,
                "comparisons": self.command("compare", *self._seed(seed)),
            },
            "left_out": left_out,
        }

    @staticmethod
    def _seed(seed: int) -> list[str]:
        return [] if seed == 1 else ["--seed", str(seed)]

    def _all_repairs(self) -> Scores:
        how = {name: value for name, value in self.how.items() if name != "repair"}
        return score(self.reference, list(self.predictions), **how, all_repairs=True)
