"""Systems of any kind against a reference as the page shows them: scores at once, and with time what takes longer."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.campaign.references import first_file
from accord.campaign.system_parts import run_errors, size, system_documents, system_labels, system_means, system_runs
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable
from accord.formats.folders import find_files
from accord.formats.formats import FORMATS
from accord.formats.names import as_argument
from accord.messages import plural
from accord.payload.plots import SystemsPlots
from accord.payload.systems import SystemsPayload
from accord.payload.values import ThreeSentences
from accord.reporting.chance import chance_payload
from accord.reporting.compare import compare_payload
from accord.reporting.counted_scores import score_payload
from accord.reporting.page_systems import measure_titles, overview
from accord.reporting.score_payload import score_payload as mentions_payload
from accord.scoring.scores import Scores
from accord.verbs.chance import correction
from accord.verbs.check import check_file
from accord.verbs.compare import compare_scores
from accord.verbs.rewrite import would_change
from accord.verbs.score import score
from accord.verbs.score_labels import score_mentions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from accord.agreement.result import Result
    from accord.campaign.scored_files import SystemFiles
    from accord.compute.budget import Budget
    from accord.formats.inputs import Inputs
    from accord.model import Finding
    from accord.scoring.counted_scores import CountedRun, CountedScores
    from accord.verbs.rewrite import Rewritten

_PRINTED = ("chance", "all_repairs", "comparisons")
"""Parts of the page that another command prints."""
_QUICK = 50_000
"""Errors and documents of so many units are gone through at once."""
_LISTED = 10
"""Of so many systems errors are listed."""
_REPAIRS = {"repair": "--repair", "repair_reference": "--repair-reference"}


class Costly(NamedTuple):
    """A part that takes long: its key, what it is called, and how it is measured."""

    key: str
    called: str
    measure: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Systems:
    """A reference and what systems predicted, scored, with what is wrong in their files."""

    id: str
    reference: str
    predictions: tuple[str, ...]
    columns: Inputs
    """How the files are read."""
    most: int
    """How many labels, documents and errors are held."""
    findings: list[Finding]
    scores: Scores | CountedScores
    repairs: list[Rewritten] = field(default_factory=list)
    how: dict[str, str] = field(default_factory=dict)
    """How invalid labels are read, where there are any."""

    @classmethod
    def of(cls, files: SystemFiles, repair: str, inputs: Inputs, most: int) -> Systems:
        """Score as the command does; invalid chunk labels are repaired where there are any, in the reference too."""
        name, reference, predictions, layer = files
        first = first_file(reference)
        inputs = _of_one(inputs if layer is None else replace(inputs, layer=layer), first)
        if inputs.layer is None and inputs.holds_trees(first):
            inputs = replace(inputs, label=None)  # trees have no column of labels, and the command line refuses one
        listed = find_files([reference, *predictions]).paths
        checked = {path: check_file(path, columns=inputs) for path in listed}
        encoding = checked[first].encoding
        repairs = (
            [done for path in checked for done in would_change(inputs.label_source(path), repair, encoding)]
            if encoding is not None and repair != NO_REPAIR
            else []
        )
        repaired = {done.file for done in repairs}
        how: dict[str, str] = {}
        if repaired - {checked[first].file}:
            how["repair"] = repair
        if checked[first].file in repaired:
            how["repair_reference"] = repair
        kept: dict[str, Any] = {} if encoding is None else {"spans": True, **how}
        return cls(
            id=name,
            reference=reference,
            predictions=tuple(predictions),
            columns=inputs,
            most=most,
            findings=[finding for each in checked.values() for finding in each.findings],
            scores=score(reference, list(predictions), **kept, columns=inputs),
            repairs=repairs,
            how=how,
        )

    @cached_property
    def runs(self) -> dict[str, list[CountedRun]]:
        """Every run of every system."""
        return self.scores.counted()

    @property
    def mentions(self) -> Scores | None:
        """The scores of chunk labels, which repairs are for; None of all other kinds."""
        return self.scores if isinstance(self.scores, Scores) else None

    @property
    def assumptions(self) -> list[str]:
        """How files were read, and which of them are taken for runs of one system."""
        if isinstance(self.scores, Scores):
            said = [f"{self.reference}: encoding {self.scores.encoding.name}, detected from the reference"]
        else:
            name = PurePath(self.reference).name
            said = [line if name in line else f"{self.id}: {line}" for line in self.scores.assumptions]
        return [*said, *self.scores.run_notes]

    @property
    def _has_chance(self) -> bool:
        """Whether it is known what chance gives of what these are ranked by."""
        return all(run.beyond_chance is not None and run.corrects for runs in self.runs.values() for run in runs)

    def command(self, verb: str, *more: str) -> str:
        """The command that does the same, with the repairs; all of them at once need none for the systems."""
        repairs = [name for name in _REPAIRS if name in self.how and not (name == "repair" and "--all-repairs" in more)]
        said = [*self.columns.options, *(word for name in repairs for word in (_REPAIRS[name], self.how[name])), *more]
        files = map(as_argument, self.predictions)
        return shlex.join(["accord", verb, *files, "--reference", as_argument(self.reference), *said])

    def commands(self, seed: int) -> dict[str, str | None]:
        """The commands of chance, repairs and comparisons, of what there is."""
        seeded = [] if seed == 1 else ["--seed", str(seed)]
        return {
            "chance": self.command("score", "--chance") if self._has_chance else None,
            "all_repairs": self.command("score", "--all-repairs") if self.mentions else None,
            "comparisons": self.command("compare", *seeded) if len(self.runs) > 1 else None,
        }

    # --- what takes long --------------------------------------------------------------------------------------------

    def costly(self, seed: int) -> Iterator[Costly]:
        """What takes long, the first first: repairs of invalid labels, chance, comparisons of several systems."""
        if self.mentions and any(run.invalid for run in self.mentions.runs):
            yield Costly("all_repairs", "scores by each repair", self._all_repairs)
        if self._has_chance:
            yield Costly("chance", "scores corrected for chance", partial(self._chance, seed))
        if len(self.runs) > 1:
            called = f"the comparison of {self.scores.terms.system}s"
            yield Costly("comparisons", called, lambda: compare_payload(compare_scores(self.scores, seed=seed)))

    def _all_repairs(self) -> dict[str, Any]:
        how: dict[str, Any] = {name: value for name, value in self.how.items() if name != "repair"}
        files = list(self.predictions)
        return mentions_payload(score_mentions(self.reference, files, **how, columns=self.columns, all_repairs=True))

    def _chance(self, seed: int) -> dict[str, Any]:
        """Scores beyond chance; those of each label, of which the page shows none, may need thousands of placements."""
        return chance_payload(correction(seed=seed).of(self.scores), by_label=False)

    def _printed(self, alphas: Mapping[str, Result | None]) -> dict[str, Any]:
        """What ``accord score --json`` prints, with the alphas there was time for."""
        if isinstance(self.scores, Scores):
            return mentions_payload(self.scores)
        return score_payload(self.scores, {file: alpha for file, alpha in alphas.items() if alpha is not None})

    def _alphas(self, budget: Budget) -> tuple[dict[str, Result | None], list[str]]:
        """Agreement with the reference of as many runs as there is time for, and what is missing."""
        runs = [run for each in self.runs.values() for run in each if run.beside is not None]
        found = {run.file: None if budget.spent else run.alpha for run in runs}
        late = sum(alpha is None for alpha in found.values())
        return found, [f"alpha of {plural(late, 'run')} and the reference"] if late else []

    # --- the payload ------------------------------------------------------------------------------------------------

    def payload(self, budget: Budget, seed: int, no_time: str) -> SystemsPayload:
        """What the page holds of systems, with what there is time for."""
        commands = dict.fromkeys(_PRINTED) | self.commands(seed)
        late: list[str] = []
        parts: dict[str, Any] = dict.fromkeys(_PRINTED)
        for part in self.costly(seed):
            if budget.spent:
                late.append(f"{part.called}: {no_time} ({commands[part.key]})")
                continue
            try:
                parts[part.key] = part.measure()
            except NotApplicable as error:
                late.append(f"{part.called}: {error} ({commands[part.key]})")
        detailed = not budget.spent or size(self.runs) <= _QUICK
        labels, labels_left_out = system_labels(self.runs, self.most, intervals=detailed)
        alphas, without = self._alphas(budget)
        without += [] if detailed else ["errors, documents, and intervals of labels"]
        late += [f"{what}: {no_time} ({self.command('score')})" for what in without]
        first = next(iter(self.runs.values()))[0]
        runs = system_runs(self.runs, alphas)
        held = SystemsPayload(
            id=self.id,
            reference=self.scores.reference,
            command=self.command("score"),
            commands=commands,
            terms=self.scores.terms,
            measures=measure_titles(runs),
            lower_is_better=first.headline.formula.lower_is_better,
            unit=self.scores.unit,
            runs=runs,
            over_runs=system_means(self.runs) if self.scores.has_several_runs else [],
            labels=labels,
            labels_left_out=labels_left_out,
            errors=[],
            documents=[],
            documents_left_out=0,
            score=self._printed(alphas),
            **parts,
            chance_of="",
            ranks=[],
            headline=None,
            words=ThreeSentences(how_much="", where="", next=""),
            plots=SystemsPlots(runs=None, chance=None),
            left_out=late,
        )
        whole = overview(held)
        return self._with_details(whole) if detailed else whole

    def _with_details(self, held: SystemsPayload) -> SystemsPayload:
        """The same with the errors of the first run of each system, and with documents."""
        if not held.ranks:
            return held
        names = {run.file: run.name for run in held.runs}
        first = [self.runs[row.system][0] for row in held.ranks[:_LISTED]]
        errors = [run_errors(run, names[run.file], self.most) for run in first]
        documents, left_out = system_documents(self.runs, held.ranks[0].system, self.most)
        return replace(
            held,
            errors=[each for each in errors if each is not None],
            documents=documents,
            documents_left_out=left_out,
        )


def _of_one(inputs: Inputs, path: str) -> Inputs:
    """How files of one annotator each are read: columns that their format has not are for other files of the page."""
    took = FORMATS.get(inputs.sniff(inputs.source(path)).format).takes
    item, document = (getattr(inputs, role) if role in took else None for role in ("item", "document"))
    return replace(inputs.of_one, item=item, document=document)
