"""Systems in the order of their F1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def ranks(score: Mapping[str, Any], chance: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Systems by micro F1, the best first, beside F1 corrected for chance; equal ones share the better rank.

    The interval of a system of one run is over its sentences, that of several over runs.
    """
    micro = {run["file"]: run["micro"] for run in score["runs"]}
    corrected = _corrected(chance)
    rows = []
    for system in score["systems"]:
        runs = system["runs"]
        alone = len(runs) == 1
        rows.append(
            {
                "system": system["system"],
                "f1": micro[runs[0]]["f1"] if alone else system["micro"]["f1"]["mean"],
                "interval": micro[runs[0]]["intervals"]["f1"] if alone else system["micro"]["f1"]["interval"],
                "runs": len(runs),
                "corrected": corrected.get(system["system"], corrected.get(runs[0]) if alone else None),
            }
        )
    rows.sort(key=lambda row: -1.0 if row["f1"] is None else row["f1"], reverse=True)
    values = [row["f1"] for row in rows]
    return [{"rank": None if row["f1"] is None else values.index(row["f1"]) + 1, **row} for row in rows]


def _corrected(chance: Mapping[str, Any] | None) -> dict[str, float | None]:
    """F1 corrected for chance of every run and system, over all sentences."""
    if chance is None:
        return {}
    whole = chance["parts"][0]
    runs = {run["file"]: run["value"] for run in whole["runs"]}
    return runs | {system["system"]: system["value"] for system in whole["systems"]}
