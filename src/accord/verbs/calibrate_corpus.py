"""What the agreement on a corpus corresponds to, whatever was annotated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import option
from accord.simulation.corpus_calibration import calibrate_errors
from accord.study.annotators import refuse_alone
from accord.verbs.agree import kind_and_options
from accord.verbs.arguments import check_whole_number, names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.compute.progress import OnProgress
    from accord.model import Corpus
    from accord.simulation.corpus_calibration import CorpusCalibration

_REPEATS = 10


def calibrate_corpus(
    corpus: Corpus,
    coefficient: str | Sequence[str] | None,
    *,
    repeats: int | None,
    seed: int,
    level: float,
    how: Mapping[str, Any],
    progress: OnProgress | None = None,
) -> CorpusCalibration:
    """The errors behind the agreement that is measured on a corpus, and what follows from them."""
    asked = () if coefficient is None else tuple(names(coefficient, "coefficient"))
    if len(asked) > 1:
        raise UsageError(f"one coefficient is calibrated at a time: name one ({option('coefficient')})")
    kind, told, _ = kind_and_options(corpus, asked, {**how, "level": level, "seed": seed})
    refuse_alone(told.chosen(corpus))
    times = check_whole_number(_REPEATS if repeats is None else repeats, "repeats", least=2)
    model = kind.errors(corpus, asked, told)
    return calibrate_errors(kind.name, model, repeats=times, level=level, seed=seed, progress=progress)
