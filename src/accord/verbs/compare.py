"""Compare systems over the sentences of one test set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.messages import option
from accord.scoring.compare import Compared, compare_systems
from accord.verbs.arguments import check_whole_number
from accord.verbs.score import score

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.formats import Columns


def compare(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    repair: str | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    resamples: int = 10_000,
    seed: int = 1,
    by_file: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
) -> Compared:
    """Test every pair of systems by paired bootstrap and approximate randomisation over sentences.

    >>> gold = [["B-PER", "O"], ["B-LOC", "O"]]
    >>> compared = compare(gold, {"a": gold, "b": [["O", "O"], ["B-LOC", "O"]]}, encoding="BIO", resamples=99)
    >>> round(compared.comparisons[0].difference, 4)
    0.3333
    """
    resamples = check_whole_number(resamples, "resamples", least=1)
    seed = check_whole_number(seed, "seed", least=0)
    scores = score(
        reference,
        predictions,
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        per_sentence=True,
        by_file=by_file,
        columns=columns,
        reference_columns=reference_columns,
    )
    systems = {system.name: system.runs for system in scores.systems}
    if len(systems) < 2:
        files = ", ".join(run.file for run in scores.runs)
        raise UsageError(
            f"two systems are needed, {files} is one: files whose names differ only in a number are runs of one system "
            f"({option('by_file', True)} takes them apart)"
        )
    signature = replace(scores.signature, choices={**scores.signature.choices, "resamples": resamples, "seed": seed})
    return Compared(tuple(compare_systems(systems, resamples, seed)), signature, scores)
