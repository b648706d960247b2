"""Score the same systems on several test sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import shown
from accord.scoring.testsets import ScoresBySet
from accord.verbs.references import of_one_reference
from accord.verbs.score import score

if TYPE_CHECKING:
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores


def score_test_sets(references: Mapping[str, Any], predictions: Mapping[str, Any], **how: Any) -> ScoresBySet:
    """Score systems on several test sets, such as languages, each as `score` does and against its own reference.

    Both are mappings from the name of a test set: to its reference, and to what is predicted on it. A system has the
    same name on all of them, and may be missing from some.

    >>> gold, wrong = [["B-PER", "O"]], [["O", "O"]]
    >>> found = score_test_sets({"hau": gold, "ibo": gold}, {"hau": {"a": gold}, "ibo": {"a": wrong}}, encoding="BIO")
    >>> {name: scores.run.micro.f1 for name, scores in found.scores.items()}
    {'hau': Fraction(1, 1), 'ibo': Fraction(0, 1)}
    """
    for what, given in (("references", references), ("predictions", predictions)):
        if not isinstance(given, Mapping) or not len(given):  # type: ignore[redundant-expr]
            raise UsageError(f"{what}: a mapping of test sets is needed, not {shown(given)}")
    for one, other, lacks in ((references, predictions, "predictions"), (predictions, references, "a reference")):
        if alone := [name for name in one if name not in other]:
            raise UsageError(f"the test set {alone[0]} has no {lacks.removeprefix('a ')}")
    found: dict[str, Scores | CountedScores] = {
        str(name): of_one_reference(score(reference, predictions[name], **how), f"the test set {name} needs")
        for name, reference in references.items()
    }
    kinds = {name: scores.measures[0] for name, scores in found.items()}
    if len(set(kinds.values())) > 1:
        (first, ours), *others = kinds.items()
        second, theirs = next((name, measure) for name, measure in others if measure != ours)
        raise UsageError(f"the test sets do not hold the same: {first} is scored by {ours}, {second} by {theirs}")
    return ScoresBySet(found)
