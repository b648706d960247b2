"""Say which units of several annotators answer to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from accord.compute.progress import Progress
from accord.encoding.repair import NO_REPAIR
from accord.kinds.units.aligned import Aligned
from accord.kinds.units.digest import digest
from accord.verbs.units import as_units, make_method, named_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.compute.progress import OnProgress
    from accord.encoding import Encoding
    from accord.verbs.units import How


def align(
    data: Any,
    *,
    objective: str = "sum",
    only: str | Sequence[str] | None = None,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    without: str | Sequence[str] = (),
    done: OnProgress | None = None,
    **how: Unpack[How],
) -> Aligned:
    """The alignment of least disorder of every document.

    ``data`` is a corpus or paths: units, spans, or chunk labels, whose mentions are the units; ``without`` names
    categories that are left out. The ``objective`` is the sum of disorder (2015), or its mean over unitary alignments
    (2011). Everything else says how units are aligned: method, distance, position, alpha, beta, delta_empty, forbid,
    labels, dissimilarity, seconds (see `accord.verbs.units.How`). ``done`` is called with how many documents were
    aligned, and of how many.
    """
    units = as_units(data, only=only, encoding=encoding, repair=repair, without=without)
    method = make_method(units.study, objective, **how)
    progress = Progress(done)
    progress.expect(len(units.study.continua))
    choices = {**named_in(how), **units.read_by, "data": digest(units.study)}
    return Aligned.of(units.study, method, units.texts, choices, progress=progress)
