"""Which units of several annotators are aligned with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.compute.progress import Progress
from accord.kinds.units.aligned import Aligned
from accord.kinds.units.method import make_method, named_in
from accord.kinds.units.study import unit_data

if TYPE_CHECKING:
    from accord.compute.progress import OnProgress
    from accord.kinds.units.options import AlignOptions
    from accord.model import Corpus


def align_units(corpus: Corpus, options: AlignOptions, told: OnProgress | None = None) -> Aligned:
    """The alignment of least disorder of every document; each is a step of progress."""
    data = unit_data(corpus, options)
    method = make_method(data.study, options.objective, options)
    progress = Progress(told)
    progress.expect(len(data.study.continua))
    choices = {**named_in(options, method), **data.read_by, "data": data.study.digest()}
    return Aligned.of(data.study, method, data.texts, choices, progress=progress)
