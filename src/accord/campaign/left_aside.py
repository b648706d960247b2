"""Which layers are none: references and predictions that are not scored, beside what annotators made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from accord.campaign.groups import content_of
from accord.errors import UsageError
from accord.formats.names import called_like, some, stem, words
from accord.formats.source import STANDARD_INPUT
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from accord.formats.inputs import Inputs

SYSTEMS = {"systems", "system", "predictions", "predicted", "prediction", "preds", "runs", "outputs"}
"""What folders of predictions are called."""
_WHY = {
    "reference": "references by their names and not annotators; there are no predictions of the same to score",
    "prediction": "predictions by their folder or name and not annotators; there is no reference of the same to score "
    "them against",
}


def unlike_annotators(
    groups: Sequence[Sequence[str]],
    formats: Mapping[str, str],
    exported: Collection[str],
    inputs: Inputs,
    root: str,
) -> dict[str, str]:
    """The files of layers that hold nothing but references and predictions, each with which of the two it is.

    Each has one annotator at most. Predictions of several systems count as such beside a reference of their format,
    which may be a gold standard that was ``exported`` beside them.
    """
    called = {path: kind for path in formats if (kind := _kind(path, root))}
    doubted = [group for group in groups if all(path in called and _is_by_one(path, inputs) for path in group)]
    known = {formats[path] for group in doubted for path in group if called[path] == "reference"}
    known |= {inputs.sniff(inputs.source(path)).format for path in exported}
    aside = [group for group in doubted if len(group) == 1 or formats[group[0]] in known]
    return {path: called[path] for group in aside for path in group}


def passed_over(aside: Mapping[str, str], short: Mapping[str, str]) -> list[str]:
    """Sentences on files that are left out, and why."""
    by_kind = {why: [short[path] for path, kind in aside.items() if kind == each] for each, why in _WHY.items()}
    return [f"{some(paths)}: passed over, as {why}" for why, paths in by_kind.items() if paths]


def refuse_these_alone(aside: Mapping[str, str], short: Mapping[str, str]) -> None:
    """Refuse references and predictions where there is nothing else."""
    compared = "accord agree compares them as it does annotators"
    named = some([short[path] for path in aside])
    said = f"say which are which ({option('reference')}, {option('systems', flag='--system')})"
    raise UsageError(f"{named}: references and predictions by their names, but not of the same: {said}; {compared}")


def _kind(path: str, root: str) -> str | None:
    """What a file is called like, or its folders below the root are."""
    if path == STANDARD_INPUT:
        return None
    folders = Path(path).absolute().parent.relative_to(root).parts
    return "prediction" if SYSTEMS & {*map(words, folders)} else called_like(stem(path))


def _is_by_one(path: str, inputs: Inputs) -> bool:
    content = content_of(path, inputs)
    return content is not None and len(content.annotators) == 1
