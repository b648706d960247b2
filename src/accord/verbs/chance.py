"""Score predictions against a reference, beyond what chance would reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.scoring.corrected import Correction
from accord.verbs.arguments import check_number, check_whole_number
from accord.verbs.score import score

if TYPE_CHECKING:
    from accord.scoring.corrected import BeyondChance

CHANCE = ("match", "types", "model", "fixed", "split_difficulty", "draws")
"""What can be said of a correction."""


def score_beyond_chance(
    reference: Any,
    predictions: Any,
    *,
    match: str | None = None,
    types: str | None = None,
    model: str | None = None,
    fixed: str | None = None,
    split_difficulty: float | None = None,
    draws: int | None = None,
    seed: int = 1,
    **how: Any,
) -> BeyondChance:
    """Score predictions as ``score`` does, and correct what they score for what chance would reach.

    Of spans and mentions that is F1 of the same spans placed at random. ``match`` says when spans match (token, exact,
    overlap, iou:0.5, boundary:1; token if it is left out), ``types`` whether types are taken apart (the default), joint
    or ignored, ``model`` whether spans are placed disjoint (the default) or may overlap. ``fixed`` "reference" places
    only what was predicted at random, "none" both sides, as the paper does. ``split_difficulty`` also measures the hard
    sentences, whose reference has an F1 by chance below it, and the easy ones. ``draws`` says from how many random
    placements p is found; 0 takes the normal distribution, which is also taken, left open, where 30 sentences or more
    are marked by both. All else is as in ``score``.

    >>> gold, predicted = [["B-PER", "O", "O", "O"]], {"a": [["B-PER", "O", "O", "O"]], "b": [["O", "B-PER", "O", "O"]]}
    >>> found = score_beyond_chance(gold, predicted, encoding="BIO")
    >>> [(run.file, round(run.measured.value, 4), run.rank) for run in found.parts[0].runs]
    [('a', 1.0, 1), ('b', -0.3333, 2)]
    """
    if how.get("all_repairs"):
        raise UsageError("correction for chance is for one way to read the labels: name one repair")
    chosen = correction(
        match=match,
        types=types,
        model=model,
        fixed=fixed,
        split_difficulty=split_difficulty,
        draws=draws,
        seed=seed,
    )
    return chosen.of(score(reference, predictions, **how, spans=True))


def correction(
    *,
    match: str | None = None,
    types: str | None = None,
    model: str | None = None,
    fixed: str | None = None,
    split_difficulty: float | None = None,
    draws: int | None = None,
    seed: int = 1,
) -> Correction:
    """What a caller chose, or a usage error before any file is read."""
    threshold = None if split_difficulty is None else check_number(split_difficulty, "split_difficulty")
    if threshold is not None and not 0 < threshold <= 1:
        raise UsageError(f"sentences are parted at an F1 by chance above 0 and up to 1, not at {threshold:g}")
    chosen = Correction(
        match,
        types,
        model,
        fixed,
        threshold,
        None if draws is None else check_whole_number(draws, "draws", least=0),
        check_whole_number(seed, "seed", least=0),
    )
    if any(value is not None for value in (match, types, model, fixed)):
        from accord.kinds.spans.beyond_chance import span_correction

        span_correction(chosen)
    return chosen
