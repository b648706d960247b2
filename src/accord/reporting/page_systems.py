"""Systems as the page holds them: by rank, the best as a headline, and three plain sentences about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.names import short_names
from accord.messages import plural, quoted
from accord.payload.systems import SystemRank, SystemsHeadline
from accord.payload.values import ThreeSentences
from accord.reporting.numbers import p_value, three_digits
from accord.reporting.scoring_view import Scoring
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.reporting.scoring_view import RunScore, Terms

    Row = Mapping[str, Any]

_CLEAR = 0.05
_NOTHING = "nothing was predicted or to be found"


def systems_overview(score: Row, chance: Row | None, comparisons: Row | None) -> dict[str, Any]:
    """What is scored, systems by rank, the headline and the words, from what the commands print as JSON."""
    scored = Scoring(score)
    ranks = systems_by_rank(scored, chance)
    return {
        "kind": scored.kind,
        "terms": scored.terms.payload(),
        "measures": scored.measures,
        "run_names": short_names([run.file for run in scored.runs]),
        "ranks": ranks,
        "headline": _headline(scored, ranks),
        "words": _words(scored, ranks, comparisons),
    }


def systems_by_rank(scored: Scoring, chance: Row | None) -> list[SystemRank]:
    """Systems by the measure of their kind, the best first; equal ones share the better rank.

    F1 corrected for chance is that of another match, so the F1 that it corrects stands beside it. The interval of a
    system of one run is over its sentences, that of several over runs.
    """
    beyond = _beyond_chance(chance)
    systems = sorted(scored.systems, key=lambda each: -1.0 if each.value is None else each.value, reverse=True)
    values = [each.value for each in systems]
    rows = []
    for system in systems:
        alone = len(system.runs) == 1
        corrected = beyond.get(system.name, beyond.get(system.runs[0].file, {}) if alone else {})
        rows.append(
            SystemRank(
                rank=None if system.value is None else values.index(system.value) + 1,
                system=system.name,
                measure=scored.measure,
                value=system.value,
                interval=system.interval,
                interval_over=system.interval_over,
                runs=len(system.runs),
                corrected=corrected.get("value"),
                corrected_of=corrected.get("observed"),
                corrected_match=(chance or {}).get("match"),
            )
        )
    return rows


def _beyond_chance(chance: Row | None) -> dict[str, Row]:
    """F1 and what chance leaves of it, of every run and system over all sentences."""
    if chance is None:
        return {}
    whole = chance["parts"][0]
    return {run["file"]: run for run in whole["runs"]} | {each["system"]: each for each in whole["systems"]}


def _headline(scored: Scoring, ranks: Sequence[SystemRank]) -> SystemsHeadline | None:
    """The best system, in the shape of the headline of a layer."""
    if not ranks:
        return None
    best = ranks[0]
    return SystemsHeadline(
        system=best.system,
        coefficient=scored.measure,
        match=scored.terms.match,
        value=best.value,
        undefined=_NOTHING if best.value is None else None,
        interval=best.interval,
        signature=scored.score["signature"],
    )


# --- three sentences ------------------------------------------------------------------------------------------------


class _Hardest(NamedTuple):
    """A type, relation or label that is hard, and how that shows."""

    name: str
    said: str


def _words(scored: Scoring, ranks: Sequence[SystemRank], comparisons: Row | None) -> ThreeSentences:
    terms = scored.terms
    if not ranks or ranks[0].value is None:
        nothing = f"No {terms.system} can be scored by {scored.measure} here: {_NOTHING}."
        where = "Nothing can be said of where it fails."
        return ThreeSentences(how_much=nothing, where=where, next="See the findings.")
    runs = next(each.runs for each in scored.systems if each.name == ranks[0].system)
    hardest = _costliest_label(runs, terms) if terms.by_errors else _hardest_type(runs)
    return ThreeSentences(
        how_much=_how_much(ranks, terms),
        where=_where(ranks[0], hardest, terms),
        next=_next(ranks, hardest, comparisons, terms),
    )


def _how_much(ranks: Sequence[SystemRank], terms: Terms) -> str:
    best = ranks[0]
    level = sum(row.value == best.value for row in ranks)
    place = f"is the best of {plural(len(ranks), terms.system)}"
    if level > 1:
        place = f"is level with {level - 1:,} of {len(ranks) - 1:,} other {terms.system}s, none is better"
    of = f" {place}, and" if len(ranks) > 1 else ""
    sure = ""
    if interval := best.interval:
        over = plural(best.runs, "run") if best.interval_over == "runs" else "sentences"
        ends = f"{three_digits(interval.low)} to {three_digits(interval.high)}"
        sure = f" ({ends}, {100 * interval.level:g} % interval over {over})"
    reached = f"reaches {best.measure} {three_digits(best.value or 0.0)}{terms.by}{sure}"
    text = f"{quoted(best.system)}{of} {reached}."
    if best.corrected is None or best.corrected_of is None:
        return text
    match, of, corrected = best.corrected_match, three_digits(best.corrected_of), three_digits(best.corrected)
    return f"{text} By the match {match} its F1 is {of}, and {corrected} once chance is taken off."


def _hardest_type(runs: Sequence[RunScore]) -> _Hardest | None:
    """The type with the lowest F1 over the runs of a system, of those that are to be found."""
    found: dict[str, list[float]] = {}
    for run in runs:
        for name, part in run.parts.items():
            if part["f1"] is not None and part["reference"]:
                found.setdefault(name, []).append(part["f1"])
    means = {name: sum(values) / len(values) for name, values in found.items()}
    if len(means) < 2:
        return None
    name, f1 = min(means.items(), key=lambda each: each[1])
    return _Hardest(name, f"is the hardest for it (F1 {three_digits(f1)})")


def _costliest_label(runs: Sequence[RunScore], terms: Terms) -> _Hardest | None:
    """The relation or label that most errors are made with; the lowest F1 is often that of one that occurs once."""
    found: dict[str, Counts] = {}
    for run in runs:
        for name, part in run.parts.items():
            found[name] = found.get(name, Counts()).plus(Counts(*(part[count] for count in Counts._fields)))
    if len(found) < 2:
        return None
    name, counts = max(found.items(), key=lambda each: _errors(each[1]))
    wanted = plural(counts.reference // len(runs), terms.marked)
    return _Hardest(name, f"costs it most (F1 {three_digits(counts.f1)} on {wanted})")


def _errors(counts: Counts) -> tuple[int, int]:
    """All errors, and those of them that are missed."""
    missed = counts.reference - counts.correct
    return missed + counts.predicted - counts.correct, missed


def _where(best: SystemRank, hardest: _Hardest | None, terms: Terms) -> str:
    if best.value == 1:
        return "It fails nowhere."
    if hardest is None:
        return f"There is one {terms.part} only, so no {terms.part} stands out."
    return f"The {terms.part} {quoted(hardest.name)} {hardest.said}."


def _next(ranks: Sequence[SystemRank], hardest: _Hardest | None, comparisons: Row | None, terms: Terms) -> str:
    lead = ""
    if len(ranks) > 1 and ranks[1].value is not None:
        both = {ranks[0].system, ranks[1].system}
        first, second = (quoted(row.system) for row in ranks[:2])
        rows = (comparisons or {}).get("comparisons") or ()
        compared = next((row for row in rows if {row["first"], row["second"]} == both), None)
        if compared is None:
            return f"Compare them before you call {first} better than {second} (accord compare)."
        if compared["p_holm"] is None or compared["p_holm"] >= _CLEAR:
            return _not_yet(first, second, compared)
        apart, p = three_digits(abs(compared["difference"])), p_value(compared["p_holm"])
        lead = f"{first} is better than {second} by {apart}, which is hardly chance (p {p}). "
    return lead + _look(ranks[0], hardest, terms)


def _not_yet(first: str, second: str, compared: Row) -> str:
    """Why the best is not called better than the second."""
    not_yet = f"Do not call {first} better than {second} yet"
    if compared["p_holm"] is None:
        return f"{not_yet}, for {compared['undefined']}."
    if compared["difference"] == 0:
        return f"Do not call {first} better than {second}: they are level."
    apart = f"{three_digits(abs(compared['difference']))} between them"
    return f"{not_yet}: {apart} may be chance, and more sentences would tell."


def _look(best: SystemRank, hardest: _Hardest | None, terms: Terms) -> str:
    """What to look at in the best system."""
    if best.value == 1:
        return "Make sure that the reference was not made from what it predicts, and that it was not trained on it."
    if hardest is None:
        return f"Look at the {terms.marked}s that are {terms.wrong}, and see whether the reference is right there."
    of = f"{terms.marked}s of {quoted(hardest.name)}"
    return f"Look at the {of} that are {terms.wrong}, and see whether the reference is right."
