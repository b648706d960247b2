"""Systems as the page holds them: by rank, the best as a headline, and three plain sentences about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.report.numbers import percent
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = Mapping[str, Any]

_CLEAR = 0.05


def systems_overview(score: Row, chance: Row | None, comparisons: Row | None) -> dict[str, Any]:
    """Systems by rank, the headline and the words, from what the commands print as JSON."""
    ranks = systems_by_rank(score, chance)
    return {"ranks": ranks, "headline": _headline(score, ranks), "words": _words(score, ranks, comparisons)}


def systems_by_rank(score: Row, chance: Row | None) -> list[dict[str, Any]]:
    """Systems by micro F1 of exact matches, the best first; equal ones share the better rank.

    F1 corrected for chance is that of another match, so the F1 that it corrects stands beside it. The interval of a
    system of one run is over its sentences, that of several over runs.
    """
    micro = {run["file"]: run["micro"] for run in score["runs"]}
    beyond = _beyond_chance(chance)
    rows = []
    for system in score["systems"]:
        runs = system["runs"]
        alone = len(runs) == 1
        corrected = beyond.get(system["system"], beyond.get(runs[0], {}) if alone else {})
        interval = micro[runs[0]]["intervals"]["f1"] if alone else system["micro"]["f1"]["interval"]
        rows.append(
            {
                "system": system["system"],
                "f1": micro[runs[0]]["f1"] if alone else system["micro"]["f1"]["mean"],
                "interval": interval,
                "interval_over": ("sentences" if alone else "runs") if interval else None,
                "runs": len(runs),
                "corrected": corrected.get("value"),
                "corrected_of": corrected.get("observed"),
                "corrected_match": (chance or {}).get("match"),
            }
        )
    rows.sort(key=lambda row: -1.0 if row["f1"] is None else row["f1"], reverse=True)
    values = [row["f1"] for row in rows]
    return [{"rank": None if row["f1"] is None else values.index(row["f1"]) + 1, **row} for row in rows]


def _beyond_chance(chance: Row | None) -> dict[str, Row]:
    """F1 and what chance leaves of it, of every run and system over all sentences."""
    if chance is None:
        return {}
    whole = chance["parts"][0]
    return {run["file"]: run for run in whole["runs"]} | {each["system"]: each for each in whole["systems"]}


def _headline(score: Row, ranks: Sequence[Row]) -> dict[str, Any] | None:
    """The best system, in the shape of the headline of a layer."""
    if not ranks:
        return None
    best = ranks[0]
    return {
        "system": best["system"],
        "coefficient": "F1",
        "match": "exact",
        "value": best["f1"],
        "undefined": "nothing was predicted or to be found" if best["f1"] is None else None,
        "interval": best["interval"],
        "signature": score["signature"],
    }


# --- three sentences ------------------------------------------------------------------------------------------------


def _words(score: Row, ranks: Sequence[Row], comparisons: Row | None) -> dict[str, str]:
    if not ranks or ranks[0]["f1"] is None:
        nothing = "No system has an F1 here: nothing was predicted or to be found."
        return {"how_much": nothing, "where": "Nothing can be said of where it fails.", "next": "See the findings."}
    hardest = _hardest_type(score, ranks[0]["system"])
    return {
        "how_much": _how_much(ranks),
        "where": _where(ranks[0], hardest),
        "next": _next(ranks, hardest, comparisons),
    }


def _how_much(ranks: Sequence[Row]) -> str:
    best = ranks[0]
    of = f" is the best of {plural(len(ranks), 'system')}, and" if len(ranks) > 1 else ""
    sure = ""
    if interval := best["interval"]:
        over = plural(best["runs"], "run") if best["interval_over"] == "runs" else "sentences"
        ends = f"{percent(interval['low'])} to {percent(interval['high'])}"
        sure = f" ({ends}, {100 * interval['level']:g} % interval over {over})"
    text = f"‘{best['system']}’{of} reaches F1 {percent(best['f1'])} by exact match{sure}."
    if best["corrected"] is None:
        return text
    match, of, corrected = best["corrected_match"], percent(best["corrected_of"]), percent(best["corrected"])
    return f"{text} By the match {match} its F1 is {of}, and {corrected} once chance is taken off."


def _hardest_type(score: Row, system: str) -> tuple[str, float] | None:
    """The type with the lowest F1 over the runs of a system, of those that are to be found."""
    runs = next(each["runs"] for each in score["systems"] if each["system"] == system)
    found: dict[str, list[float]] = {}
    for run in score["runs"]:
        for name, part in run["types"].items() if run["file"] in runs else ():
            if part["f1"] is not None and part["reference"]:
                found.setdefault(name, []).append(part["f1"])
    means = {name: sum(values) / len(values) for name, values in found.items()}
    return min(means.items(), key=lambda each: each[1]) if len(means) > 1 else None


def _where(best: Row, hardest: tuple[str, float] | None) -> str:
    if best["f1"] == 1:
        return "It fails nowhere."
    if hardest is None:
        return "There is one type only, so no type stands out."
    return f"The type ‘{hardest[0]}’ is the hardest for it (F1 {percent(hardest[1])})."


def _next(ranks: Sequence[Row], hardest: tuple[str, float] | None, comparisons: Row | None) -> str:
    if len(ranks) > 1 and ranks[1]["f1"] is not None:
        both = ranks[0]["system"], ranks[1]["system"]
        rows = (comparisons or {}).get("comparisons") or ()
        compared = next((row for row in rows if {row["first"], row["second"]} == {*both}), None)
        if compared is None:
            return f"Compare them before you call ‘{both[0]}’ better than ‘{both[1]}’ (accord compare)."
        if compared["p_holm"] is None or compared["p_holm"] >= _CLEAR:
            return (
                f"Do not call ‘{both[0]}’ better than ‘{both[1]}’ yet: {percent(abs(compared['difference']))} points "
                "between them may be chance, and more sentences would tell."
            )
    if hardest is None or ranks[0]["f1"] == 1:
        return "Look at the mentions that are missed or made up, and see whether the reference is right there."
    return f"Look at the mentions of ‘{hardest[0]}’ that are missed or made up, and see whether the reference is right."
