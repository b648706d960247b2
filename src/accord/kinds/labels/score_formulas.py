"""What agreement with a reference is made of three counts for each label: those of it, of the system, and of both.

    balanced-accuracy  the mean recall over the labels that the reference has
    kappa              Cohen's kappa: 1 - observed / expected disagreement, with the labels of each side by chance
    mcc                the correlation of both sides, for any number of labels (Gorodkin's R_K)
    weighted-kappa     the same as kappa, in which labels that are far apart disagree more
    mae, rmse          how far labels lie apart, as numbers or as ranks: the mean, and the root of the mean square

With r_k, p_k and c_k items that the reference, the system and both give the label k, of n:

    mcc = (n sum c_k - sum r_k p_k) / sqrt((n^2 - sum r_k^2) (n^2 - sum p_k^2))

An item for which the system gives no label is one of n, and disagrees with the reference.

Gorodkin, J. (2004). Comparing two K-category assignments by a K-category correlation coefficient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.scoring.formula import RECALL, Formula, share

if TYPE_CHECKING:
    import numpy as np

    from accord.agreement.resample import Floats, Integers


def _balanced(totals: Integers) -> Floats:
    import numpy as np

    labels = totals.reshape(len(totals), -1, 3)
    recalls = RECALL(labels.reshape(-1, 3)).reshape(labels.shape[:2])
    return share(np.nan_to_num(recalls).sum(axis=1), np.count_nonzero(labels[..., 0], axis=1))


def _kappa(totals: Integers) -> Floats:
    from accord.agreement.equation import agreement

    reference, predicted, correct = (totals[:, part::3].astype(float) for part in range(3))
    items = reference.sum(axis=1)
    by_chance = share((reference * predicted).sum(axis=1), items**2)
    return agreement(1 - share(correct.sum(axis=1), items), 1 - by_chance)


def _correlation(totals: Integers) -> Floats:
    import numpy as np

    reference, predicted, correct = (totals[:, part::3].astype(float) for part in range(3))
    items = reference.sum(axis=1)
    unanswered = items - predicted.sum(axis=1)
    together = items * correct.sum(axis=1) - (reference * predicted).sum(axis=1)
    ours = items**2 - (reference**2).sum(axis=1)
    theirs = items**2 - (predicted**2).sum(axis=1) - unanswered**2
    return share(together, np.sqrt(np.maximum(ours, 0)) * np.sqrt(np.maximum(theirs, 0)))


BALANCED_ACCURACY = Formula(_balanced, "the reference has no label")
KAPPA = Formula(
    _kappa, "both sides have one label only: chance would agree as well", bounds=(-1.0, 1.0), in_percent=False
)
MCC = Formula(_correlation, "one side has one label only: nothing varies", bounds=(-1.0, 1.0), in_percent=False)


def weighted_kappa(distances: np.ndarray) -> Formula:
    """Kappa over distances of labels, shape (labels, labels).

    Of three counts for each label, of items that were answered, and after them the summed distance of both sides.
    """
    largest = float(distances.max(initial=0.0))

    def value(totals: Integers) -> Floats:
        from accord.agreement.equation import agreement

        reference, predicted = (totals[:, part:-1:3].astype(float) for part in range(2))
        items = reference.sum(axis=1)
        by_chance = share(((reference @ distances) * predicted).sum(axis=1), items**2)
        return agreement(share(totals[:, -1], items), by_chance, largest)

    return Formula(value, "both sides have one label only: chance would agree as well", (-1.0, 1.0), in_percent=False)


def mean_error(scale: float, largest: float, *, squared: bool) -> Formula:
    """The mean error of two columns, the items and their summed errors, or the root of their mean square.

    Errors are counted in steps of ``1 / scale``, so that they are whole numbers.
    """

    def value(totals: Integers) -> Floats:
        import numpy as np

        mean = share(totals[:, 1], totals[:, 0])
        return np.sqrt(mean) / scale if squared else mean / scale

    return Formula(value, "nothing was answered", (0.0, largest), lower_is_better=True, in_percent=False)
