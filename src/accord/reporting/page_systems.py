"""Systems as the page holds them: by rank, the best as a headline, and three plain sentences about them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.messages import plural, quoted
from accord.payload.plots import SystemsPlots
from accord.payload.systems import SystemRank, SystemsHeadline
from accord.payload.values import ThreeSentences
from accord.reporting.compare import measure_title
from accord.reporting.numbers import p_value, three_digits
from accord.reporting.systems_plots import chance_of, chance_plot, runs_plot
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.payload.systems import SystemLabel, SystemRun, SystemsPayload
    from accord.scoring.terms import ScoreTerms

    Row = Mapping[str, Any]

_CLEAR = 0.05
_NOTHING = "nothing was predicted or to be found"


def overview(systems: SystemsPayload) -> SystemsPayload:
    """The same with ranks, the headline, the words and the pictures, which are made of what was measured."""
    ranks = systems_by_rank(systems)
    return replace(
        systems,
        chance_of=chance_of(systems),
        ranks=ranks,
        headline=_headline(systems, ranks),
        words=_words(systems, ranks),
        plots=SystemsPlots(runs=runs_plot(systems), chance=chance_plot(systems)),
    )


def measure_titles(runs: Sequence[SystemRun]) -> dict[str, str]:
    """Every measure of some runs as it is written, by its key; the micro average is meant where none is named."""
    keys = dict.fromkeys(key for run in runs for key in run.measures)
    return {key: measure_title(key).removeprefix("micro ") for key in keys}


def headline_measure(systems: SystemsPayload) -> str:
    """The key of the measure that systems are ranked by."""
    return next(iter(systems.measures))


def systems_by_rank(systems: SystemsPayload) -> list[SystemRank]:
    """Systems by the measure of their kind, the best first; equal ones share the better rank.

    F1 corrected for chance is that of another match, so the F1 that it corrects stands beside it. The interval of a
    system of one run is over its units, that of several over runs.
    """
    if not systems.runs:
        return []
    key = headline_measure(systems)
    beyond = _beyond_chance(systems.chance)
    by_system: dict[str, list[SystemRun]] = {}
    for run in systems.runs:
        by_system.setdefault(run.system, []).append(run)
    means = {each.system: each for each in systems.over_runs if each.measure == key}
    rows = []
    for name, runs in by_system.items():
        alone = len(runs) == 1
        of_one = runs[0].measures[key]
        value, interval = (of_one.value, of_one.interval) if alone else (means[name].mean, means[name].interval)
        corrected = beyond.get(name, beyond.get(runs[0].file, {}) if alone else {})
        over = f"{systems.unit}s" if alone else "runs"
        rows.append(
            SystemRank(
                rank=None,
                system=name,
                measure=systems.measures[key],
                value=value,
                interval=interval,
                interval_over=None if interval is None else over,
                runs=len(runs),
                corrected=corrected.get("value"),
                corrected_of=corrected.get("observed"),
                corrected_match=(systems.chance or {}).get("match"),
            )
        )
    turned = 1 if systems.lower_is_better else -1
    rows.sort(key=lambda row: (row.value is None, turned * (row.value or 0.0)))
    values = [row.value for row in rows]
    return [replace(row, rank=None if row.value is None else values.index(row.value) + 1) for row in rows]


def _beyond_chance(chance: Row | None) -> dict[str, Row]:
    """F1 and what chance leaves of it, of every run and system over all sentences."""
    if chance is None:
        return {}
    whole = chance["parts"][0]
    return {run["file"]: run for run in whole["runs"]} | {each["system"]: each for each in whole["systems"]}


def _headline(systems: SystemsPayload, ranks: Sequence[SystemRank]) -> SystemsHeadline | None:
    """The best system, in the shape of the headline of a layer."""
    if not ranks:
        return None
    best = ranks[0]
    return SystemsHeadline(
        system=best.system,
        coefficient=best.measure,
        match=systems.terms.match,
        value=best.value,
        undefined=_why_undefined(systems) if best.value is None else None,
        interval=best.interval,
        signature=systems.score["signature"],
    )


def _why_undefined(systems: SystemsPayload) -> str:
    """Why there is no value of any system."""
    found = [run.measures[headline_measure(systems)].undefined for run in systems.runs]
    return next((why for why in found if why), _NOTHING)


# --- three sentences ------------------------------------------------------------------------------------------------


class _Hardest(NamedTuple):
    """A type, relation or label that is hard, and how that shows."""

    name: str
    said: str


def _words(systems: SystemsPayload, ranks: Sequence[SystemRank]) -> ThreeSentences:
    terms = systems.terms
    if not ranks or ranks[0].value is None:
        measure = ranks[0].measure if ranks else "any measure"
        nothing = f"No {terms.system} can be scored by {measure} here: {_why_undefined(systems)}."
        where = "Nothing can be said of where it fails."
        return ThreeSentences(how_much=nothing, where=where, next="See the findings.")
    columns = [number for number, run in enumerate(systems.runs) if run.system == ranks[0].system]
    hardest = _costliest(systems.labels, columns, terms) if terms.by_errors else _hardest(systems.labels, columns)
    perfect = ranks[0].value == (0 if systems.lower_is_better else 1)
    return ThreeSentences(
        how_much=_how_much(ranks, terms),
        where="It fails nowhere." if perfect else _where(hardest, terms),
        next=_next(systems, ranks, _PERFECT if perfect else _look(hardest, terms)),
    )


def _how_much(ranks: Sequence[SystemRank], terms: ScoreTerms) -> str:
    best = ranks[0]
    level = sum(row.value == best.value for row in ranks)
    place = f"is the best of {plural(len(ranks), terms.system)}"
    if level > 1:
        place = f"is level with {level - 1:,} of {len(ranks) - 1:,} other {terms.system}s, none is better"
    of = f" {place}, and" if len(ranks) > 1 else ""
    sure = ""
    if interval := best.interval:
        over = plural(best.runs, "run") if best.interval_over == "runs" else best.interval_over
        ends = f"{three_digits(interval.low)} to {three_digits(interval.high)}"
        sure = f" ({ends}, {100 * interval.level:g} % interval over {over})"
    reached = f"reaches {best.measure} {three_digits(best.value or 0.0)}{terms.by}{sure}"
    text = f"{quoted(best.system)}{of} {reached}."
    if best.corrected is None or best.corrected_of is None:
        return text
    of, corrected = three_digits(best.corrected_of), three_digits(best.corrected)
    if best.corrected_match is None:
        return f"{text} Once chance is taken off, {corrected} is left."
    return f"{text} By the match {best.corrected_match} its F1 is {of}, and {corrected} once chance is taken off."


def _hardest(labels: Sequence[SystemLabel], columns: Sequence[int]) -> _Hardest | None:
    """The label with the lowest F1 over the runs of a system, of those that are to be found."""
    found: dict[str, list[float]] = {}
    for row in labels:
        for score in (row.runs[column] for column in columns):
            if score is not None and score.f1 is not None and score.reference:
                found.setdefault(row.label, []).append(score.f1)
    means = {name: sum(values) / len(values) for name, values in sorted(found.items())}
    if len(means) < 2:
        return None
    name, f1 = min(means.items(), key=lambda each: each[1])
    return _Hardest(name, f"is the hardest for it (F1 {three_digits(f1)})")


def _costliest(labels: Sequence[SystemLabel], columns: Sequence[int], terms: ScoreTerms) -> _Hardest | None:
    """The label that most errors are made with; the lowest F1 is often that of one that occurs once."""
    found: dict[str, Counts] = {}
    for row in labels:
        for score in (row.runs[column] for column in columns):
            if score is not None:
                counts = Counts(score.reference, score.predicted, score.correct)
                found[row.label] = found.get(row.label, Counts()).plus(counts)
    if len(found) < 2:
        return None
    name, counts = max(found.items(), key=lambda each: _errors(each[1]))
    wanted = plural(counts.reference // len(columns), terms.marked)
    return _Hardest(name, f"costs it most (F1 {three_digits(counts.f1)} on {wanted})")


def _errors(counts: Counts) -> tuple[int, int]:
    """All errors, and those of them that are missed."""
    missed = counts.reference - counts.correct
    return missed + counts.predicted - counts.correct, missed


def _where(hardest: _Hardest | None, terms: ScoreTerms) -> str:
    if hardest is None:
        return f"There is one {terms.part} only, so no {terms.part} stands out."
    return f"The {terms.part} {quoted(hardest.name)} {hardest.said}."


def _next(systems: SystemsPayload, ranks: Sequence[SystemRank], look: str) -> str:
    if len(ranks) < 2 or ranks[1].value is None:
        return look
    both = {ranks[0].system, ranks[1].system}
    first, second = (quoted(row.system) for row in ranks[:2])
    rows = (systems.comparisons or {}).get("comparisons") or ()
    compared = next((row for row in rows if {row["first"], row["second"]} == both), None)
    if compared is None:
        return f"Compare them before you call {first} better than {second} (accord compare)."
    if compared["p_holm"] is None or compared["p_holm"] >= _CLEAR:
        return _not_yet(first, second, compared, systems.unit)
    apart, p = three_digits(abs(compared["difference"])), p_value(compared["p_holm"])
    return f"{first} is better than {second} by {apart}, which is hardly chance (p {p}). {look}"


def _not_yet(first: str, second: str, compared: Row, unit: str) -> str:
    """Why the best is not called better than the second."""
    not_yet = f"Do not call {first} better than {second} yet"
    if compared["p_holm"] is None:
        return f"{not_yet}, for {compared['undefined']}."
    if compared["difference"] == 0:
        return f"Do not call {first} better than {second}: they are level."
    apart = f"{three_digits(abs(compared['difference']))} between them"
    return f"{not_yet}: {apart} may be chance, and more {unit}s would tell."


_PERFECT = "Make sure that the reference was not made from what it predicts, and that it was not trained on it."


def _look(hardest: _Hardest | None, terms: ScoreTerms) -> str:
    """What to look at in the best system."""
    if hardest is None:
        return f"Look at the {terms.marked}s that are {terms.wrong}, and see whether the reference is right there."
    of = f"{terms.marked}s of {quoted(hardest.name)}"
    return f"Look at the {of} that are {terms.wrong}, and see whether the reference is right."
