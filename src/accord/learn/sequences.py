"""Weights and soft targets for sequence learners that take neither: more copies of a sentence, and drawn labels.

CRFsuite (python-crfsuite, sklearn-crfsuite) and spaCy's tagger take sentences with one label per token and nothing
else.

- A weight becomes copies. In a likelihood (CRFsuite's lbfgs and l2sgd) two copies are exactly a weight of two. Copies
  are whole, so a weight of 0.7 is one copy with probability 0.7. To perceptrons and other online learners a copy is
  one more visit, and not the same as a weight.
- A soft target becomes drawn labels: each copy draws each token's label from its target. On average over draws the
  log-likelihood of a CRF is the cross-entropy with the targets, exactly; with few copies it is that plus noise.
- Regularisation does not grow with the data: with n copies on average, c1 and c2 are n times weaker relative to them,
  so multiply them by n to compare.
- Tokens are drawn apart from each other, so BIO labels can become invalid. For chunks give each annotator's whole
  sentence as a copy instead.
- Weights of gold x predicted labels depend on what the model says during training; nothing outside it can imitate them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.distance.between import Floats

_COPIES, _LABELS = 1, 2
"""Streams of random numbers: whether a sentence is taken once more must say nothing of its labels."""


class Copies(NamedTuple):
    """Sentences and their labels, as ``CRF().fit(sentences, labels)`` takes them."""

    sentences: list[Any]
    labels: list[list[str]]
    origins: NDArray[np.int64]
    """Which of the original sentences each is."""


def copied(weights: Floats, copies: float = 1.0, *, seed: int = 1) -> NDArray[np.int64]:
    """Which sentences to take how often: ``copies`` times the weight on average, rounded up or down by chance.

    >>> copied(np.array([1.0, 0.5, 2.0]), copies=2).tolist()
    [0, 0, 1, 2, 2, 2, 2]
    """
    wanted = copies * np.asarray(weights, dtype=np.float64)
    if not np.isfinite(wanted).all() or (wanted < 0).any():
        raise UsageError("weights and copies are numbers from 0")
    whole = np.floor(wanted)
    times = whole + (np.random.default_rng((seed, _COPIES)).random(len(wanted)) < wanted - whole)
    return np.repeat(np.arange(len(wanted)), times.astype(np.int64))


def drawn(targets: Sequence[Floats], labels: Sequence[str], *, seed: int = 1) -> list[list[str]]:
    """One label per token, drawn from soft targets of the shape (tokens, labels), for every sentence."""
    rng = np.random.default_rng((seed, _LABELS))
    return [[labels[code] for code in _draw(np.asarray(target), rng)] for target in targets]


def _draw(target: Floats, rng: np.random.Generator) -> list[int]:
    if target.ndim != 2 or (target < 0).any() or not np.allclose(target.sum(axis=1), 1):
        raise UsageError("soft targets of a sentence have one row per token, of numbers from 0 that sum to 1")
    reached = target.cumsum(axis=1) > rng.random((len(target), 1)) * target.sum(axis=1, keepdims=True)
    codes: list[int] = reached.argmax(axis=1).tolist()
    return codes


def expand_sequences(
    sentences: Sequence[Any],
    targets: Sequence[Floats] | Sequence[Sequence[str]],
    labels: Sequence[str] | None = None,
    *,
    weights: Floats | None = None,
    copies: float = 1.0,
    seed: int = 1,
) -> Copies:
    """Copies of sentences by weight, each with its labels, or with labels redrawn where targets are soft.

    ``targets`` are soft where ``labels`` name their columns, and labels otherwise.

    >>> import numpy as np
    >>> copies = expand_sequences(["Ann ran", "Bo sat"], [["N", "V"], ["N", "V"]], weights=np.array([2.0, 1.0]))
    >>> copies.sentences
    ['Ann ran', 'Ann ran', 'Bo sat']
    """
    if len(sentences) != len(targets):
        held = f"{plural(len(sentences), 'sentence')} and {plural(len(targets), 'target')}"
        raise UsageError(f"{held}: each sentence needs one")
    each = np.ones(len(sentences)) if weights is None else np.asarray(weights, dtype=np.float64)
    if each.shape != (len(sentences),):
        raise UsageError(f"each of {len(sentences)} sentences needs a weight, and there are {each.size}")
    origins = copied(each, copies, seed=seed)
    chosen: list[Any] = [targets[at] for at in origins.tolist()]
    given = [list(each) for each in chosen] if labels is None else drawn(chosen, labels, seed=seed)
    return Copies([sentences[at] for at in origins.tolist()], given, origins)
